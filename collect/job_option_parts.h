/* Inside the options: setters that need more than a kind. */
#ifndef IOD_COLLECT_JOB_OPTION_PARTS_H
#define IOD_COLLECT_JOB_OPTION_PARTS_H

#include "collect/job_option.h"

enum {
    JOB_DEPTH_MAX = 65536,
    JOB_FILES_MAX = 65536,
    JOB_CLONES_MAX = 4096,
};

/* Each reads setting->value into setting->job; returns false, having reported why, where it
 * cannot.  value is not NULL unless the option may stand alone. */
bool job_set_arrivals(struct job_setting *setting);
bool job_set_blockalign(struct job_setting *setting);
bool job_set_bs(struct job_setting *setting);
bool job_set_bsrange(struct job_setting *setting);
bool job_set_bssplit(struct job_setting *setting);
bool job_set_continue(struct job_setting *setting);
bool job_set_cpus(struct job_setting *setting);
bool job_set_cpus_policy(struct job_setting *setting);
bool job_set_distribution(struct job_setting *setting);
bool job_set_engine(struct job_setting *setting);
bool job_set_fallocate(struct job_setting *setting);
bool job_set_filesize(struct job_setting *setting);
bool job_set_kb_base(struct job_setting *setting);
bool job_set_mix_write(struct job_setting *setting);
bool job_set_nice(struct job_setting *setting);
bool job_set_pattern(struct job_setting *setting);
bool job_set_percentiles(struct job_setting *setting);
bool job_set_rate(struct job_setting *setting);
bool job_set_rate_iops(struct job_setting *setting);
bool job_set_rw(struct job_setting *setting);
bool job_set_seed(struct job_setting *setting);
bool job_set_sequencer(struct job_setting *setting);
bool job_set_service(struct job_setting *setting);
bool job_set_startdelay(struct job_setting *setting);
bool job_set_sync(struct job_setting *setting);
bool job_set_verify(struct job_setting *setting);
bool job_set_verify_pattern(struct job_setting *setting);
bool job_set_zero(struct job_setting *setting);

#endif
