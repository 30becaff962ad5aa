/* Setters of options that are numbers for each direction, or ranges. */
#include <string.h>

#include "collect/job_option_parts.h"
#include "collect/job_value.h"

static bool read_block(const char *text, unsigned kb_base, void *value)
{
    uint64_t bytes;
    if (!job_value_number(text, kb_base, &bytes) || bytes == 0 || bytes > UINT32_MAX / 2)
        return false;
    *(struct job_range *)value = (struct job_range){bytes, bytes};
    return true;
}

bool job_set_bs(struct job_setting *setting)
{
    struct job *job = setting->job;
    if (!job_value_directions(setting->value, setting->kb_base, job->bs_bytes,
                              sizeof job->bs_bytes[0], read_block))
        return job_option_wrong(setting, "bytes, such as 4k, or '4k,8k' for reads and writes; "
                              "a range is bsrange");
    memset(job->splits_nr, 0, sizeof job->splits_nr);
    return true;
}

static bool read_range(const char *text, unsigned kb_base, void *value)
{
    struct job_range range;
    if (!job_value_range(text, kb_base, &range) || range.least == 0 ||
        range.most > UINT32_MAX / 2)
        return false;
    *(struct job_range *)value = range;
    return true;
}

bool job_set_bsrange(struct job_setting *setting)
{
    struct job *job = setting->job;
    if (!job_value_directions(setting->value, setting->kb_base, job->bs_bytes,
                              sizeof job->bs_bytes[0], read_range))
        return job_option_wrong(setting, "a range, such as 4k-16k");
    memset(job->splits_nr, 0, sizeof job->splits_nr);
    return true;
}

/* The splits of one direction, as job_value_directions() takes them. */
struct splits {
    struct job_split at[JOB_SPLITS_MAX];
    unsigned nr;
};

static bool read_splits(const char *text, unsigned kb_base, void *value)
{
    struct splits *splits = value;
    return job_value_split(text, kb_base, splits->at, &splits->nr);
}

bool job_set_bssplit(struct job_setting *setting)
{
    struct job *job = setting->job;
    struct splits splits[IO_DIRECTIONS_NR] = {{.nr = 0}};
    if (!job_value_directions(setting->value, setting->kb_base, splits, sizeof splits[0],
                              read_splits))
        return job_option_wrong(setting, "sizes with shares that make 100, such as 4k/60:64k/40");
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        if (!splits[op].nr)
            continue;
        memcpy(job->splits[op], splits[op].at, sizeof job->splits[op]);
        job->splits_nr[op] = splits[op].nr;
        struct job_range range = {UINT64_MAX, 0};
        for (unsigned i = 0; i < splits[op].nr; i++) {
            uint64_t bytes = splits[op].at[i].bs_bytes;
            range.least = bytes < range.least ? bytes : range.least;
            range.most = bytes > range.most ? bytes : range.most;
        }
        if (range.most > UINT32_MAX / 2)
            return job_option_wrong(setting, "sizes of less than 2g");
        job->bs_bytes[op] = range;
    }
    return true;
}

static bool read_bytes(const char *text, unsigned kb_base, void *value)
{
    return job_value_number(text, kb_base, value);
}

static bool set_numbers(struct job_setting *setting, uint64_t *values, const char *wanted)
{
    return job_value_directions(setting->value, setting->kb_base, values, sizeof *values,
                                read_bytes) ||
           job_option_wrong(setting, wanted);
}

bool job_set_blockalign(struct job_setting *setting)
{
    return set_numbers(setting, setting->job->align_bytes, "bytes, such as 4k");
}

bool job_set_rate(struct job_setting *setting)
{
    return set_numbers(setting, setting->job->rate_bytes_per_s,
                       "bytes per second, such as 10m");
}

bool job_set_rate_iops(struct job_setting *setting)
{
    return set_numbers(setting, setting->job->rate_iops, "I/Os per second");
}

bool job_set_filesize(struct job_setting *setting)
{
    return job_value_range(setting->value, setting->kb_base, &setting->job->filesize) ||
           job_option_wrong(setting, "bytes, such as 1g, or a range");
}
