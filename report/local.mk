if BUILD_REPORT
noinst_LIBRARIES += %D%/libreport.a
%C%_libreport_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(LIBXML_CFLAGS) $(GSL_CFLAGS) \
	$(PCRE2_CFLAGS) $(RSVG_CFLAGS)
%C%_libreport_a_SOURCES = \
	%D%/against.c %D%/against.h \
	%D%/attribute.c %D%/attribute.h %D%/attribute_level.c \
	%D%/choose.c %D%/choose.h \
	%D%/claim_candidates.c %D%/claim_candidates.h %D%/claim_sense.c \
	%D%/claim_change.c %D%/claim_change.h %D%/claim_check.c %D%/claim_check.h \
	%D%/claims.c %D%/claims.h \
	%D%/command_line.c %D%/command_line.h \
	%D%/compare.c %D%/compare.h \
	%D%/compare_words.c %D%/compare_words.h \
	%D%/comparison.h \
	%D%/cost.c %D%/cost.h \
	%D%/csv.c %D%/csv.h \
	%D%/filter.c %D%/filter.h \
	%D%/flow.c %D%/flow.h \
	%D%/intake.c %D%/intake.h \
	%D%/jobs.c %D%/jobs.h \
	%D%/jobset.c %D%/jobset.h \
	%D%/json.c %D%/json.h \
	%D%/latency.c %D%/latency.h \
	%D%/listing.c %D%/listing.h \
	%D%/load.c %D%/load.h \
	%D%/markdown.c %D%/markdown.h %D%/markdown_text.c \
	%D%/measure.c %D%/measure.h \
	%D%/notes.c %D%/notes.h %D%/notes_campaign.c %D%/notes_ranks.c %D%/notes_split.c \
	%D%/order.c %D%/order.h \
	%D%/outputs.c %D%/outputs.h \
	%D%/pairing.c %D%/pairing.h %D%/joined.c %D%/joined.h %D%/planned.c %D%/planned.h \
	%D%/reference.c %D%/reference.h \
	%D%/rows.c %D%/rows.h \
	%D%/stats.c %D%/stats.h \
	%D%/stats_interval.c %D%/stats_order.c %D%/stats_sort.c %D%/stats_sort.h %D%/tone.c %D%/tone.h \
	%D%/summary.c %D%/summary.h %D%/summary_limits.c %D%/summary_choose.c \
	%D%/png.c %D%/png.h \
	%D%/svg.c %D%/svg.h \
	%D%/table.c %D%/table.h \
	%D%/text.c %D%/text.h \
	%D%/text_grid.c %D%/text_grid.h %D%/text_rows.c %D%/text_rows.h \
	%D%/verdict.c %D%/verdict.h \
	%D%/verdict_cell.c \
	%D%/verdict_change.c \
	%D%/threshold.c %D%/threshold.h \
	%D%/warnings.c %D%/warnings.h \
	%D%/xml.c %D%/xml.h

# The page.  Its templates become part of the program.
%C%_libreport_a_SOURCES += \
	%D%/canvas.c %D%/canvas.h \
	%D%/canvas_marks.c %D%/canvas_marks.h \
	%D%/chart.h \
	%D%/chart_axes.c %D%/chart_axes.h \
	%D%/chart_bars.c \
	%D%/chart_dots.c \
	%D%/chart_heat.c \
	%D%/chart_lines.c \
	%D%/chart_runs.c \
	%D%/chart_scale.c %D%/chart_scale.h \
	%D%/html.c %D%/html.h \
	%D%/html_writer.c %D%/html_writer.h \
	%D%/caption.c %D%/caption.h \
	%D%/page.c %D%/page.h %D%/page_parts.h \
	%D%/page_chart.c \
	%D%/page_claims.c \
	%D%/page_cpu.c \
	%D%/page_data.c \
	%D%/page_dots.c \
	%D%/page_figure.c \
	%D%/page_heat.c \
	%D%/page_latency.c \
	%D%/page_lead.c \
	%D%/page_method.c \
	%D%/page_names.c \
	%D%/page_panel.c \
	%D%/page_runs.c \
	%D%/page_series.c \
	%D%/page_source.c \
	%D%/page_summary.c \
	%D%/page_sweep.c \
	%D%/page_table.c \
	%D%/page_text.c \
	%D%/page_warnings.c \
	%D%/slots.c %D%/slots.h \
	%D%/template.c %D%/template.h \
	%D%/template_tree.c %D%/template_tree.h \
	%D%/template_check.c \
	%D%/template_write.c
nodist_%C%_libreport_a_SOURCES = %D%/template_files.c
CLEANFILES += %D%/template_files.c

%D%/template_files.c: $(TEMPLATE_FILES) templates/embed
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	    $(SHELL) $(srcdir)/templates/embed \
	        $(srcdir)/templates/report.xhtml $(srcdir)/templates/report.css >$@.tmp && mv $@.tmp $@

REPORT_LIBS = %D%/libreport.a $(RECORD_LIBS) $(LIBXML_LIBS) $(GSL_LIBS) $(PLOT_LIBS) \
	$(PCRE2_LIBS) $(RSVG_LIBS)

bin_PROGRAMS += iodelta-report
iodelta_report_SOURCES = %D%/report_main.c
iodelta_report_LDADD = $(REPORT_LIBS)
dist_man_MANS += man/iodelta-report.1
endif
