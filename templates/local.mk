TEMPLATE_FILES = %D%/report.xhtml %D%/report.css
dist_pkgdata_DATA = $(TEMPLATE_FILES)
EXTRA_DIST += %D%/embed
