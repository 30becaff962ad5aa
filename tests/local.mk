# A unit test needs two lines here, under HAVE_CHECK: its program, and what it
# links (tests/unit_units.c is found by the name of the program):
#     check_PROGRAMS += %D%/unit_units
#     %C%_unit_units_LDADD = $(TEST_LIBS)
# where a test of another library puts that before it: parse/libparse.a
# $(TEST_LIBS) $(PCRE2_LIBS).  A script needs a line in SCRIPT_TESTS.
TEST_LIBS = $(RECORD_LIBS) $(CHECK_LIBS) -lm

if HAVE_CHECK
AM_CPPFLAGS += $(CHECK_CFLAGS)
check_PROGRAMS += %D%/unit_hostfacts
%C%_unit_hostfacts_LDADD = collect/libcollect.a $(TEST_LIBS)
endif

# What scripts call, and no test by itself.
EXTRA_PROGRAMS += %D%/t_schema
%C%_t_schema_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_t_schema_SOURCES = %D%/t_schema.c %D%/json_schema.c %D%/json_schema.h
%C%_t_schema_LDADD = $(JANSSON_LIBS)
TEST_TOOLS = %D%/t_schema

SCRIPT_TESTS = \
	%D%/docs.test \
	%D%/schema.test \
	%D%/collect_facts.test \
	%D%/front.test \
	%D%/help_man.test \
	%D%/layering.test \
	%D%/quickstart.test \
	%D%/run.test
TEST_LIST += $(check_PROGRAMS) $(SCRIPT_TESTS)

EXTRA_DIST += $(SCRIPT_TESTS) %D%/root1.txt %D%/root1-identify.txt %D%/run %D%/t_main.h %D%/lsan.supp %D%/root1

# Everything that the tests need, without running them.
check-programs: all $(check_PROGRAMS) $(TEST_TOOLS)
.PHONY: check-programs

# make check TEST_LIST="tests/unit_units" runs only those named.
check-local: check-programs
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' LC_ALL=C TZ=UTC \
	    LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0' \
	    $(SHELL) '$(srcdir)/tests/run' $(TEST_LIST)
CLEANFILES += $(TEST_TOOLS)
