EXTRA_DIST += \
	%D%/README.md \
	%D%/bad/bad-empty.txt \
	%D%/bad/bad-no-result.eml \
	%D%/bad/bad-truncated.eml \
	%D%/bonnie/odd-create-rate-2.00a.txt \
	%D%/dd/odd-aoe-iscsi-wrapped.txt \
	%D%/fio/after.txt \
	%D%/fio/bad-failed-jobs.txt \
	%D%/fio/before.txt \
	%D%/fio/good-2.0.8-two-jobs.txt \
	%D%/fio/good-3.33-every-line.txt \
	%D%/fio/odd-1.10-sums-only.txt \
	%D%/fio/odd-2.17-fractions.txt \
	%D%/fio/odd-client-progress.txt \
	%D%/fio/odd-keys-mixed.txt \
	%D%/mail/good-bonnie-attachments.eml \
	%D%/mail/good-fio-cache-modes.eml \
	%D%/mail/odd-dd-readahead-quoted.eml \
	%D%/mail/odd-target-table-wrapped.txt
