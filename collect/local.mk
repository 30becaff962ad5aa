if BUILD_COLLECT
noinst_LIBRARIES += %D%/libcollect.a
%C%_libcollect_a_CFLAGS = $(AM_CFLAGS) $(LIBURING_CFLAGS) $(BLKID_CFLAGS)
%C%_libcollect_a_SOURCES = \
	%D%/affinity.c %D%/affinity.h %D%/beneath.c %D%/beneath.h %D%/between.c %D%/between.h \
	%D%/budget.h %D%/campaign.c %D%/campaign.h %D%/campaign_file.c %D%/campaign_file.h \
	%D%/campaign_measure.c %D%/campaign_measure.h %D%/campaign_plan.c %D%/campaign_plan.h \
	%D%/checksum.c %D%/checksum.h %D%/clock.c %D%/clock.h %D%/command.c %D%/command.h \
	%D%/data.c %D%/data.h %D%/disk_stats.c %D%/disk_stats.h %D%/distribution.c \
	%D%/distribution.h %D%/engine.c %D%/engine.h %D%/engine_call.c %D%/engine_call.h \
	%D%/engine_psync.c %D%/engine_uring.c %D%/engine_uring_parts.h %D%/engine_uring_ring.c \
	%D%/evidence.c %D%/evidence.h %D%/extent_map.c %D%/extent_map.h %D%/facts.c %D%/facts.h \
	%D%/figures.c %D%/figures.h %D%/file_range.c %D%/file_range.h %D%/group.c %D%/group.h \
	%D%/group_parts.h %D%/group_progress.c %D%/group_watch.c %D%/guard.c %D%/guard.h \
	%D%/guard_describe.c %D%/guard_kin.c %D%/guard_parts.h %D%/guard_signature.c \
	%D%/guard_thing.c %D%/guard_use.c %D%/guard_writer.c %D%/host_cpu.c %D%/host_cpu.h \
	%D%/hostfacts.c %D%/hostfacts.h %D%/hostfacts_block.c %D%/hostfacts_cgroup.c \
	%D%/hostfacts_cpu.c %D%/hostfacts_memory.c %D%/hostfacts_parts.h %D%/hostfacts_path.c \
	%D%/hostfacts_system.c %D%/identity.c %D%/identity.h %D%/io.c %D%/io.h %D%/job.h \
	%D%/job_check.c %D%/job_check.h %D%/job_file.c %D%/job_file.h %D%/job_option.c \
	%D%/job_option.h %D%/job_option_own.c %D%/job_option_parts.h %D%/job_option_sizes.c \
	%D%/job_option_table.c %D%/job_print.c %D%/job_print.h %D%/job_scale.c %D%/job_scale.h \
	%D%/job_value.c %D%/job_value.h %D%/job_variable.c %D%/job_variable.h %D%/latency.c \
	%D%/latency.h %D%/layout.c %D%/layout.h %D%/lengths.c %D%/lengths.h %D%/made.c \
	%D%/made.h %D%/mark.c %D%/mark.h %D%/medium.c %D%/medium.h %D%/meter.c %D%/meter.h \
	%D%/mount_options.c %D%/mount_options.h %D%/mountinfo.c %D%/mountinfo.h %D%/pace.c \
	%D%/pace.h %D%/page_cache.c %D%/page_cache.h %D%/permutation.c %D%/permutation.h \
	%D%/place.c %D%/place.h %D%/plan.c %D%/plan.h %D%/precondition.c %D%/precondition.h \
	%D%/preset.c %D%/preset.h %D%/rank.c %D%/rank.h %D%/random.c %D%/random.h %D%/record_log.c %D%/record_log.h \
	%D%/redact.c %D%/redact.h %D%/result.c %D%/result.h %D%/run.c %D%/run.h %D%/schedule.c \
	%D%/schedule.h %D%/setting.c %D%/setting.h %D%/setting_journal.c %D%/setting_journal.h \
	%D%/settings.c %D%/settings.h %D%/settings_mount.c %D%/settings_note.c \
	%D%/settings_parts.h %D%/settings_queue.c %D%/settings_restore.c %D%/siphash.c \
	%D%/siphash.h %D%/state_file.c %D%/state_file.h %D%/steady.c %D%/steady.h %D%/sysfile.c \
	%D%/sysfile.h %D%/target.c %D%/target.h %D%/target_names.c %D%/target_names.h \
	%D%/vary.c %D%/vary.h %D%/verify.c %D%/verify.h %D%/width.c %D%/width.h %D%/worker.c \
	%D%/worker.h %D%/worker_count.c %D%/worker_loop.c %D%/worker_parts.h \
	%D%/worker_verify.c %D%/workload.c %D%/workload.h %D%/workload_extent.c \
	%D%/workload_make.c %D%/workload_parts.h

COLLECT_LIBS = %D%/libcollect.a $(RECORD_LIBS) $(LIBURING_LIBS) $(BLKID_LIBS) -lm

bin_PROGRAMS += iodelta-collect
iodelta_collect_CPPFLAGS = $(AM_CPPFLAGS) -DIODELTA_BINDIR='"$(bindir)"'
iodelta_collect_SOURCES = %D%/collect_main.c \
	%D%/collect_options.c %D%/collect_options.h \
	%D%/session.c %D%/session.h %D%/session_compare.c \
	%D%/session_host.c %D%/session_resume.c \
	%D%/session_parts.h
iodelta_collect_LDADD = $(COLLECT_LIBS)
dist_man_MANS += man/iodelta-collect.1
endif
