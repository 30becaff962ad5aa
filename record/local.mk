noinst_LIBRARIES += %D%/librecord.a
%C%_librecord_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_librecord_a_SOURCES = \
	%D%/arena.c %D%/arena.h \
	%D%/csv_cell.c %D%/csv_cell.h \
	%D%/diag.c %D%/diag.h \
	%D%/exit_code.h \
	%D%/hash.c %D%/hash.h \
	%D%/json_line.c %D%/json_line.h \
	%D%/json_line_number.c %D%/json_line_string.c \
	%D%/locate.c %D%/locate.h \
	%D%/memory.c %D%/memory.h \
	%D%/metric.c %D%/metric.h \
	%D%/names.c %D%/names.h \
	%D%/opt.c %D%/opt.h \
	%D%/outfile.c %D%/outfile.h \
	%D%/progress.c %D%/progress.h \
	%D%/record.c %D%/record.h \
	%D%/record_io.c %D%/record_io.h \
	%D%/record_csv.c \
	%D%/record_json.c %D%/record_json.h \
	%D%/record_read.c %D%/record_read.h \
	%D%/record_read_claim.c %D%/record_read_figures.c \
	%D%/record_read_keys.c %D%/record_read_source.c \
	%D%/stopwatch.c %D%/stopwatch.h \
	%D%/strbuf.c %D%/strbuf.h \
	%D%/units.c %D%/units.h \
	%D%/utf8.c %D%/utf8.h \
	%D%/warning.c %D%/warning.h
EXTRA_DIST += %D%/record.schema.json
RECORD_LIBS = %D%/librecord.a $(JANSSON_LIBS) -lm
dist_man_MANS += man/iodelta-record.5
