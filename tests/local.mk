# A unit test of record/ needs its name in the first list below, one of another
# folder its name and two lines more (tests/unit_units.c is found by the name of
# the program).  A script needs a line in SCRIPT_TESTS.
TEST_LIBS = $(RECORD_LIBS) $(CHECK_LIBS)

if HAVE_CHECK
AM_CPPFLAGS += $(CHECK_CFLAGS)
# What links without a line of its own.
LDADD = $(TEST_LIBS)
check_PROGRAMS += \
	%D%/unit_diag \
	%D%/unit_metric \
	%D%/unit_opt \
	%D%/unit_outfile \
	%D%/unit_progress \
	%D%/unit_record \
	%D%/unit_record_io \
	%D%/unit_record_read \
	%D%/unit_strbuf \
	%D%/unit_units \
	%D%/unit_utf8 \
	%D%/unit_warning

if BUILD_COLLECT
COLLECT_TEST_LIBS = $(COLLECT_LIBS) $(CHECK_LIBS)
if BUILD_REPORT
check_PROGRAMS += %D%/unit_campaign
%C%_unit_campaign_LDADD = $(COLLECT_LIBS) $(REPORT_LIBS) $(CHECK_LIBS)
endif
check_PROGRAMS += \
	%D%/unit_engine \
	%D%/unit_extent_map \
	%D%/unit_guard \
	%D%/unit_evidence \
	%D%/unit_hostfacts \
	%D%/unit_between \
	%D%/unit_host_setting \
	%D%/unit_identity \
	%D%/unit_latency \
	%D%/unit_meter \
	%D%/unit_mark \
	%D%/unit_pace \
	%D%/unit_preset \
	%D%/unit_random \
	%D%/unit_rank \
	%D%/unit_group \
	%D%/unit_job_file \
	%D%/unit_job_scale \
	%D%/unit_job_value \
	%D%/unit_vary \
	%D%/unit_verify \
	%D%/unit_worker \
	%D%/unit_worker_pace \
	%D%/unit_workload
%C%_unit_evidence_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_engine_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_extent_map_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_guard_SOURCES = %D%/unit_guard.c %D%/t_host.c %D%/t_host.h
%C%_unit_guard_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_hostfacts_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_between_SOURCES = %D%/unit_between.c %D%/t_host.c %D%/t_host.h
%C%_unit_between_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_host_setting_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_identity_SOURCES = %D%/unit_identity.c %D%/t_host.c %D%/t_host.h
%C%_unit_identity_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_meter_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_mark_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_latency_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_pace_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_preset_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_rank_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_random_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_group_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_job_file_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_job_scale_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_job_value_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_vary_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_verify_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_worker_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_worker_pace_LDADD = $(COLLECT_TEST_LIBS)
%C%_unit_workload_LDADD = $(COLLECT_TEST_LIBS)
endif

if BUILD_PARSE
# What the tests of parse/ share.
check_LIBRARIES = %D%/libtparse.a
%C%_libtparse_a_SOURCES = %D%/t_files.c %D%/t_files.h %D%/t_parse.c %D%/t_parse.h %D%/t_read.h %D%/t_mail.h
PARSE_TEST_LIBS = %D%/libtparse.a $(PARSE_LIBS) $(CHECK_LIBS)
check_PROGRAMS += \
	%D%/unit_archive \
	%D%/unit_claim \
	%D%/unit_command \
	%D%/unit_consistency \
	%D%/unit_damage \
	%D%/unit_document \
	%D%/unit_date \
	%D%/unit_doubt \
	%D%/unit_encoding \
	%D%/unit_find \
	%D%/unit_byte_pairs \
	%D%/unit_fio_block \
	%D%/unit_fio_named \
	%D%/unit_fio_samples \
	%D%/unit_fio_refine \
	%D%/unit_fio_settings \
	%D%/unit_fio_sum \
	%D%/unit_form \
	%D%/unit_heading \
	%D%/unit_jobfile \
	%D%/unit_json_scan \
	%D%/unit_json_sound \
	%D%/unit_line_class \
	%D%/unit_line_label \
	%D%/unit_message \
	%D%/unit_order \
	%D%/unit_message_parts \
	%D%/unit_label \
	%D%/unit_label_rule \
	%D%/unit_explain \
	%D%/unit_given \
	%D%/unit_file_label \
	%D%/unit_page \
	%D%/unit_parse_scale \
	%D%/unit_echo \
	%D%/unit_parse_text \
	%D%/unit_pattern \
	%D%/unit_prefilter \
	%D%/unit_prefilter_decode \
	%D%/unit_repeats \
	%D%/unit_row_tables \
	%D%/unit_setting \
	%D%/unit_source \
	%D%/unit_source_packed \
	%D%/unit_table_cell \
	%D%/unit_table_change \
	%D%/unit_table_head \
	%D%/unit_tool_bonnie \
	%D%/unit_tool_dd \
	%D%/unit_dd_command \
	%D%/unit_dd_walk \
	%D%/unit_author \
	%D%/unit_knob \
	%D%/unit_library \
	%D%/unit_time_triple \
	%D%/unit_tool_prose \
	%D%/unit_tool_table \
	%D%/unit_tool_fio \
	%D%/unit_tool_fio_json \
	%D%/unit_tool_fio_log \
	%D%/unit_tool_fio_terse \
	%D%/unit_tool_fio_uring \
	%D%/unit_bonnie_damage \
	%D%/unit_bonnie_said \
	%D%/unit_bonnie_original \
	%D%/unit_bonnie_prints \
	%D%/unit_tool_zcav \
	%D%/unit_vocabulary
%C%_unit_archive_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_command_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_consistency_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_date_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_damage_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_document_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_unit_document_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_doubt_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_claim_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_encoding_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_find_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_byte_pairs_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_block_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_named_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_samples_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_refine_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_settings_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_fio_sum_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_form_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_heading_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_jobfile_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_json_scan_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_unit_json_scan_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_json_sound_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_line_class_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_line_label_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_message_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_order_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_message_parts_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_label_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_page_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_parse_scale_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_echo_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_parse_text_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_prefilter_decode_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_prefilter_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_pattern_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_repeats_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_row_tables_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
%C%_unit_row_tables_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_label_rule_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_file_label_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_given_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_explain_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_setting_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_source_SOURCES = %D%/unit_source.c %D%/t_source.c %D%/t_source.h
%C%_unit_source_CFLAGS = $(AM_CFLAGS) $(LIBARCHIVE_CFLAGS) $(ZLIB_CFLAGS)
%C%_unit_source_LDADD = $(PARSE_TEST_LIBS) $(LIBARCHIVE_LIBS)
%C%_unit_source_packed_SOURCES = %D%/unit_source_packed.c %D%/t_source.c %D%/t_source.h
%C%_unit_source_packed_CFLAGS = $(AM_CFLAGS) $(LIBARCHIVE_CFLAGS) $(ZLIB_CFLAGS)
%C%_unit_source_packed_LDADD = $(PARSE_TEST_LIBS) $(LIBARCHIVE_LIBS)
%C%_unit_tool_bonnie_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_dd_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_dd_command_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_dd_walk_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_author_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_knob_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_library_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_time_triple_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_prose_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_table_cell_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_table_change_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_table_head_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_table_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_fio_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_fio_json_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_unit_tool_fio_json_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_fio_log_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_fio_terse_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_fio_uring_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_bonnie_damage_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_bonnie_said_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_bonnie_original_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_bonnie_prints_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_tool_zcav_LDADD = $(PARSE_TEST_LIBS)
%C%_unit_vocabulary_LDADD = $(PARSE_TEST_LIBS)
if BUILD_REPORT
# libxml2, which only report needs, knows the entities of HTML as well.
check_PROGRAMS += %D%/unit_page_entity
%C%_unit_page_entity_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_page_entity_LDADD = $(PARSE_TEST_LIBS) $(LIBXML_LIBS)
endif
endif

if BUILD_REPORT
REPORT_TEST_LIBS = $(REPORT_LIBS) $(CHECK_LIBS)
check_PROGRAMS += \
	%D%/unit_against \
	%D%/unit_attribute \
	%D%/unit_caption \
	%D%/unit_chart \
	%D%/unit_lines \
	%D%/unit_claims \
	%D%/unit_compare \
	%D%/unit_cost \
	%D%/unit_filter \
	%D%/unit_html_writer \
	%D%/unit_interval \
	%D%/unit_markdown \
	%D%/unit_joined \
	%D%/unit_notes_campaign \
	%D%/unit_pairing \
	%D%/unit_stats \
	%D%/unit_summary \
	%D%/unit_template \
	%D%/unit_text \
	%D%/unit_verdict
%C%_unit_against_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_attribute_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_caption_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_chart_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_chart_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_lines_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_lines_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_claims_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_compare_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_compare_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_cost_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_filter_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_html_writer_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_html_writer_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_interval_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_markdown_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_joined_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_notes_campaign_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_pairing_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_stats_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_summary_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_template_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_unit_template_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_text_LDADD = $(REPORT_TEST_LIBS)
%C%_unit_verdict_LDADD = $(REPORT_TEST_LIBS)
endif
endif

if BUILD_PARSE
check_PROGRAMS += %D%/fuzz_parse
%C%_fuzz_parse_SOURCES = \
	%D%/t_files.c %D%/fuzz_run.c %D%/fuzz_mutate.c %D%/fuzz_mutate.h \
	%D%/fuzz_targets.c %D%/fuzz_targets.h
%C%_fuzz_parse_LDADD = $(PARSE_LIBS)
check_PROGRAMS += %D%/fuzz_record
%C%_fuzz_record_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_fuzz_record_SOURCES = \
	%D%/t_files.c %D%/fuzz_run.c %D%/fuzz_mutate.c %D%/fuzz_record.c \
	%D%/t_tree.c %D%/t_tree.h %D%/t_tree_parts.h %D%/t_tree_figures.c %D%/t_tree_value.c
%C%_fuzz_record_LDADD = $(PARSE_LIBS)
if BUILD_COLLECT
check_PROGRAMS += %D%/fuzz_job
%C%_fuzz_job_SOURCES = \
	%D%/t_files.c %D%/fuzz_run.c %D%/fuzz_mutate.c %D%/fuzz_job.c
%C%_fuzz_job_LDADD = collect/libcollect.a $(LIBURING_LIBS) $(BLKID_LIBS) $(PARSE_LIBS)
endif
if BUILD_REPORT
check_PROGRAMS += %D%/fuzz_report
%C%_fuzz_report_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_fuzz_report_SOURCES = %D%/t_files.c %D%/fuzz_run.c %D%/fuzz_mutate.c %D%/fuzz_report.c
%C%_fuzz_report_LDADD = $(REPORT_LIBS) $(PARSE_LIBS)
endif
endif

# What scripts call, and no test by itself.
EXTRA_PROGRAMS += %D%/t_schema
%C%_t_schema_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
%C%_t_schema_SOURCES = %D%/t_schema.c %D%/json_schema.c %D%/json_schema.h
%C%_t_schema_LDADD = $(JANSSON_LIBS)
TEST_TOOLS = %D%/t_schema
# Compiled as for users, beside what is compiled for the tests: callgrind and strace do
# not run sanitized programs.
EXTRA_LIBRARIES =
if BUILD_COLLECT
EXTRA_LIBRARIES += %D%/libplain.a
%C%_libplain_a_CFLAGS = $(IODELTA_WARNINGS) $(LIBURING_CFLAGS) $(BLKID_CFLAGS) $(JANSSON_CFLAGS)
%C%_libplain_a_SOURCES = $(collect_libcollect_a_SOURCES) $(record_librecord_a_SOURCES)
EXTRA_PROGRAMS += %D%/t_worker
%C%_t_worker_CFLAGS = $(IODELTA_WARNINGS)
%C%_t_worker_LDFLAGS =
%C%_t_worker_LDADD = %D%/libplain.a $(JANSSON_LIBS) $(LIBURING_LIBS) $(BLKID_LIBS) -lm
%D%/libplain.a %D%/t_worker: CFLAGS = -O2 -g
TEST_TOOLS += %D%/t_worker
if HAVE_FUSE
EXTRA_PROGRAMS += %D%/t_fuse
%C%_t_fuse_LDADD =
TEST_TOOLS += %D%/t_fuse
endif
EXTRA_PROGRAMS += %D%/t_settings
%C%_t_settings_LDADD = $(COLLECT_LIBS)
TEST_TOOLS += %D%/t_settings
CLEANFILES += %D%/libplain.a
endif
if BUILD_PARSE
EXTRA_LIBRARIES += %D%/libplainparse.a
%C%_libplainparse_a_CFLAGS = $(IODELTA_WARNINGS) $(PARSE_CFLAGS)
%C%_libplainparse_a_SOURCES = $(parse_libparse_a_SOURCES) $(record_librecord_a_SOURCES)
EXTRA_PROGRAMS += %D%/t_parse_plain
%C%_t_parse_plain_SOURCES = parse/parse_main.c
%C%_t_parse_plain_CFLAGS = $(IODELTA_WARNINGS)
%C%_t_parse_plain_LDFLAGS =
%C%_t_parse_plain_LDADD = %D%/libplainparse.a $(JANSSON_LIBS) -lm $(PARSE_OTHER_LIBS)
%D%/libplainparse.a %D%/t_parse_plain: CFLAGS = -O2 -g
EXTRA_PROGRAMS += %D%/t_mailgen
%C%_t_mailgen_SOURCES = bench/mailgen.c
%C%_t_mailgen_CFLAGS = $(IODELTA_WARNINGS) -Wno-format-nonliteral
%C%_t_mailgen_LDADD =
TEST_TOOLS += %D%/t_parse_plain %D%/t_mailgen
CLEANFILES += %D%/libplainparse.a
EXTRA_PROGRAMS += %D%/t_mangle
%C%_t_mangle_SOURCES = %D%/t_mangle.c %D%/t_mangle.h %D%/t_mangle_bytes.c %D%/t_mangle_ways.c
%C%_t_mangle_LDADD = $(PARSE_LIBS) -lm
TEST_TOOLS += %D%/t_mangle
endif
if BUILD_REPORT
EXTRA_PROGRAMS += %D%/t_page_elements
%C%_t_page_elements_CFLAGS = $(AM_CFLAGS) $(LIBXML_CFLAGS)
%C%_t_page_elements_LDADD = $(LIBXML_LIBS)
TEST_TOOLS += %D%/t_page_elements
endif

SCRIPT_TESTS = \
	%D%/browser.test \
	%D%/collect_engine.test \
	%D%/collect_facts.test \
	%D%/collect_faults.test \
	%D%/collect_guard.test \
	%D%/collect_settings.test \
	%D%/collect_jobs.test \
	%D%/collect_campaign.test \
	%D%/collect_preset.test \
	%D%/collect_ranks.test \
	%D%/collect_keep.test \
	%D%/collect_amounts.test \
	%D%/collect_run.test \
	%D%/collect_write.test \
	%D%/collect_verify.test \
	%D%/collect_instructions.test \
	%D%/parse_instructions.test \
	%D%/corpus.test \
	%D%/damaged.test \
	%D%/docs.test \
	%D%/forms.test \
	%D%/front.test \
	%D%/given.test \
	%D%/golden.test \
	%D%/help_man.test \
	%D%/html_hostile.test \
	%D%/layering.test \
	%D%/mangle.test \
	%D%/pipeline.test \
	%D%/markup.test \
	%D%/output.test \
	%D%/output_formats.test \
	%D%/packed.test \
	%D%/page.test \
	%D%/quickstart.test \
	%D%/report.test \
	%D%/report_hostile.test \
	%D%/report_scale.test \
	%D%/row_tables.test \
	%D%/run.test \
	%D%/samples.test \
	%D%/schema.test \
	%D%/template.test \
	%D%/threads.test
TEST_LIST += $(check_PROGRAMS) $(SCRIPT_TESTS)

EXTRA_DIST += \
	$(SCRIPT_TESTS) \
	%D%/browser.mjs %D%/page_checks.js \
	%D%/lsan.supp %D%/run %D%/t_chart.h %D%/t_lines.h %D%/t_main.h %D%/t_records.h \
	%D%/t_stats.h \
	%D%/mangle_lossy.txt \
	%D%/lsan.supp %D%/run %D%/t_lines.h %D%/t_main.h %D%/t_records.h \
	%D%/README.md %D%/fuzz %D%/golden \
	%D%/root1.tree %D%/root1.txt %D%/root1-identify.txt

# Everything that the tests need, without running them.  One after the other: the
# make of "all" and this one would write the same libraries at the same time.
check-programs:
	@$(MAKE) $(AM_MAKEFLAGS) all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_PROGRAMS) $(TEST_TOOLS)
.PHONY: check-programs

# make check TEST_LIST="tests/unit_units" runs only those named.  A German locale is
# made for the tests, where its sources are installed, to show that it changes nothing.
check-local: check-programs
	@$(MKDIR_P) %D%/locale && { test -d %D%/locale/de_DE.utf8 || \
	    localedef -i de_DE -f UTF-8 '$(abs_builddir)/%D%/locale/de_DE.utf8' >/dev/null 2>&1 || :; }
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' LC_ALL=C TZ=UTC \
	    LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0' \
	    LOCPATH='$(abs_builddir)/%D%/locale' \
	    $(SHELL) '$(srcdir)/tests/run' $(TEST_LIST)
CLEANFILES += $(TEST_TOOLS)

# Takes what the programs write now for what they should write: look at the diff.
update-golden: all
	srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' LC_ALL=C \
	    $(SHELL) '$(srcdir)/tests/golden.test' --update
.PHONY: update-golden

clean-local:
	rm -rf %D%/locale
