if BUILD_PARSE
noinst_LIBRARIES += %D%/libparse.a
PARSE_CFLAGS = $(PCRE2_CFLAGS) $(GMIME_CFLAGS) $(JANSSON_CFLAGS) $(LIBARCHIVE_CFLAGS) \
	$(ZLIB_CFLAGS) $(LIBGIT2_CFLAGS)
%C%_libparse_a_CFLAGS = $(AM_CFLAGS) $(PARSE_CFLAGS)
%C%_libparse_a_SOURCES = \
	%D%/archive.c %D%/archive.h \
	%D%/bonnie.c %D%/bonnie.h %D%/bonnie_csv.c %D%/bonnie_said.c \
	%D%/bonnie_html.c %D%/bonnie_layout.c %D%/bonnie_layout.h \
	%D%/bonnie_rows.c %D%/bonnie_rows.h %D%/bonnie_text.c %D%/bonnie_text.h \
	%D%/charset.c \
	%D%/claim.c %D%/claim.h %D%/claim_parts.h %D%/claim_direction.c \
	%D%/claim_figure.c %D%/claim_name.c %D%/claim_number.c %D%/claim_phrase.c \
	%D%/claim_repeats.c %D%/claim_repeats.h %D%/claim_sentence.c %D%/claim_token.c \
	%D%/claim_words.c \
	%D%/command.c %D%/command.h %D%/command_split.c %D%/command_split.h \
	%D%/command_value.c \
	%D%/consistency.c %D%/consistency.h %D%/consistency_bonnie.c \
	%D%/consistency_dd.c %D%/consistency_fio.c %D%/consistency_sums.c %D%/doubt.h \
	%D%/context.c %D%/context.h %D%/context_parts.h %D%/context_result.c \
	%D%/date.c %D%/date.h \
	%D%/dd.h %D%/dd_command.c %D%/dd_direction.c \
	%D%/dd_kin.c %D%/dd_progress.c %D%/dd_source.c %D%/dd_total.c \
	%D%/dd_walk.c %D%/dd_walk.h \
	%D%/document.c %D%/document.h \
	%D%/encoding.c %D%/encoding.h \
	%D%/evidence.c %D%/evidence.h \
	%D%/fio.h %D%/fio_block.c %D%/fio_columns.c %D%/fio_copies.c \
	%D%/fio_error.c %D%/fio_error.h %D%/fio_figures.c \
	%D%/fio_invocation.c %D%/fio_named.c %D%/fio_preamble.c %D%/fio_refine.c \
	%D%/fio_rows.c %D%/fio_rows.h %D%/fio_settings.c %D%/fio_settings.h \
	%D%/fio_samples.c %D%/fio_sum.c %D%/fio_units.c \
	%D%/fio_document.c %D%/fio_json.c %D%/fio_json.h \
	%D%/fio_json_cut.c %D%/fio_json_cut.h %D%/fio_json_orphan.c %D%/fio_json_state.c \
	%D%/fio_json_walk.c %D%/fio_json_walk.h \
	%D%/fio_log.c %D%/fio_log.h \
	%D%/fio_terse.c %D%/fio_terse.h \
	%D%/explain.c %D%/explain.h %D%/explain_words.c %D%/explain_words.h \
	%D%/file_label.c %D%/file_label.h \
	%D%/find.c %D%/find.h %D%/findings.c %D%/findings.h \
	%D%/form.c %D%/form.h \
	%D%/author.c %D%/author.h \
	%D%/given.c %D%/given.h %D%/given_apply.c %D%/given_row.h \
	%D%/heading.c %D%/heading.h %D%/heading_parts.h %D%/heading_partner.c %D%/heading_depth.c %D%/heading_run.c %D%/heading_sentence.c \
	%D%/jobfile.c %D%/jobfile.h \
	%D%/json_piece.c %D%/json_piece.h \
	%D%/json_scan.c %D%/json_scan.h %D%/json_sound.c %D%/json_sound.h \
	%D%/knob.c %D%/knob_answer.c %D%/knob.h \
	%D%/label.c %D%/label.h %D%/label_command.c %D%/label_cross.c %D%/label_lead.c %D%/label_runs.c \
	%D%/json_scan.c %D%/json_scan.h \
	%D%/knob.c %D%/knob.h %D%/loop.c %D%/loop.h %D%/prompt.c %D%/prompt.h \
	%D%/label.c %D%/label.h %D%/label_command.c %D%/label_cross.c %D%/label_runs.c \
	%D%/label_rule.c %D%/label_rule.h \
	%D%/label_words.c %D%/label_words.h \
	%D%/line_class.c %D%/line_class.h \
	%D%/line_label.c %D%/line_label.h \
	%D%/listing.c %D%/listing.h \
	%D%/order.c %D%/order.h \
	%D%/message.c %D%/message.h %D%/message_body.c \
	%D%/message_head.c %D%/message_packed.c %D%/message_part.c %D%/message_part.h \
	%D%/message.c %D%/message.h \
	%D%/byte_pairs.c %D%/byte_pairs.h \
	%D%/page.c %D%/page.h %D%/page_bounded.c %D%/page_comments.c %D%/page_entity.c \
	%D%/page_field.c %D%/page_field.h %D%/page_kind.c %D%/page_kind.h \
	%D%/page_sites.c %D%/page_table.c %D%/page_text.c %D%/page_text.h \
	%D%/page_token.c %D%/page_token.h %D%/page_writer.h \
	%D%/parse.c %D%/parse.h \
	%D%/prefilter.c %D%/prefilter.h %D%/prefilter_decode.c %D%/prefilter_scan.c %D%/prefilter_scan.h \
	%D%/prefilter_words.c %D%/prefilter_words.h \
	%D%/pipeline.c %D%/pipeline.h %D%/task.c %D%/task.h \
	%D%/repeats.c %D%/repeats.h \
	%D%/pattern.c %D%/pattern.h %D%/pattern_table.c %D%/pattern_table.h %D%/row_table.c %D%/row_table.h \
	%D%/echo.c %D%/echo.h \
	%D%/script.c %D%/script.h \
	%D%/setting.c %D%/setting.h \
	%D%/text.c %D%/text.h \
	%D%/time_triple.c %D%/time_triple.h \
	%D%/prose.h %D%/prose_duration.c %D%/prose_label.c %D%/prose_rows.c \
	%D%/tool.h %D%/tools.c \
	%D%/tool_bonnie.c \
	%D%/tool_dd.c \
	%D%/tool_fio.c \
	%D%/tool_fio_json.c %D%/tool_fio_log.c \
	%D%/tool_fio_terse.c %D%/tool_fio_uring.c \
	%D%/tool_zcav.c \
	%D%/tool_prose.c \
	%D%/change.c %D%/change.h %D%/table.h %D%/table_bars.c %D%/table_cell.c %D%/table_change.c \
	%D%/table_change.h %D%/table_change_rule.c %D%/table_columns.c %D%/table_commas.c %D%/table_fields.c \
	%D%/table_figure.c %D%/table_grid.c %D%/table_head.c %D%/table_kind.c \
	%D%/table_labels.c %D%/table_reading.h %D%/table_lines.c %D%/table_lines.h \
	%D%/table_keys.c %D%/table_list.c %D%/table_meaning.c %D%/table_op.c %D%/table_region.c \
	%D%/table_roles.c %D%/table_sound.c %D%/table_span.c %D%/table_spread.c %D%/table_title.c \
	%D%/table_wrap.c %D%/tool_table.c \
	%D%/vocabulary.c %D%/vocabulary.h
# What undoes damage before a text becomes streams.
%C%_libparse_a_SOURCES += \
	%D%/clean.c \
	%D%/flowed.c \
	%D%/part_mark.c %D%/part_mark.h \
	%D%/hosts.c \
	%D%/look.c %D%/look.h \
	%D%/leftover.c \
	%D%/markup.c \
	%D%/prefix.c \
	%D%/raw_line.c %D%/raw_line.h \
	%D%/shape.c %D%/shape.h \
	%D%/wrap.c
# Where texts come from.
%C%_libparse_a_SOURCES += \
	%D%/library.c %D%/library.h \
	%D%/source.c %D%/source.h %D%/source_parts.h \
	%D%/source_form.c %D%/source_gzip.c %D%/source_packed.c \
	%D%/source_unpack.c %D%/source_walk.c
if HAVE_GIT
%C%_libparse_a_SOURCES += \
	%D%/source_git.c %D%/source_git.h %D%/source_git_head.c \
	%D%/source_git_history.c %D%/source_git_inbox.c %D%/source_git_mail.c
else
%C%_libparse_a_SOURCES += %D%/source_nogit.c
endif
PARSE_OTHER_LIBS = $(PCRE2_LIBS) $(GMIME_LIBS) $(ZLIB_LIBS)
PARSE_LIBS = %D%/libparse.a $(RECORD_LIBS) $(PARSE_OTHER_LIBS)

bin_PROGRAMS += iodelta-parse
iodelta_parse_SOURCES = %D%/parse_main.c
iodelta_parse_LDADD = $(PARSE_LIBS)
dist_man_MANS += man/iodelta-parse.1
endif
