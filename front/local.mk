bin_PROGRAMS += iodelta
iodelta_CPPFLAGS = $(AM_CPPFLAGS) -DIODELTA_BINDIR='"$(bindir)"'
iodelta_SOURCES = \
	%D%/front_main.c \
	%D%/arguments.c %D%/arguments.h \
	%D%/pipeline.c %D%/pipeline.h
# Of the library only what needs the C library alone is drawn in.
iodelta_LDADD = record/librecord.a -lm
dist_man_MANS += man/iodelta.1
