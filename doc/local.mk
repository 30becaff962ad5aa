EXTRA_DIST += \
	%D%/page.png \
	%D%/page-sweep.png \
	%D%/job-files.md \
	%D%/record-format.md \
	%D%/report-format.md \
	%D%/templates.md \
	%D%/decisions/0001-one-makefile.md \
	%D%/decisions/0002-json-lines.md \
	%D%/decisions/0003-out-of-memory.md \
	%D%/decisions/0004-pcre2-tables.md \
	%D%/decisions/0005-gmime-per-message.md \
	%D%/decisions/0006-libplot-and-libxml2.md \
	%D%/decisions/0007-html-writer.md \
	%D%/decisions/0008-interval.md \
	%D%/decisions/0009-bounds.md \
	%D%/decisions/0010-parallel-jobs.md \
	%D%/decisions/0011-whole-files.md \
	%D%/decisions/0012-template-inside.md \
	%D%/decisions/0013-damage-before-parsers.md \
	%D%/decisions/0014-one-run-in-several-forms.md \
	%D%/decisions/0015-syncs-are-figures-of-writes.md \
	%D%/decisions/0016-one-order-of-output.md \
	%D%/decisions/0017-own-reader-of-tags.md \
	%D%/decisions/0018-own-reader-of-records.md \
	%D%/decisions/0019-one-call-for-all-that-is-free.md \
	%D%/decisions/0020-only-what-was-made.md
