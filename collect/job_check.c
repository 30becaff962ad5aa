#include "collect/job_check.h"

#include <stdio.h>
#include <string.h>

#include "collect/verify.h"

enum { SECTOR_BYTES = 512 };

static void report(const struct job *job, const struct diag_sink *sink, enum diag_level level,
                   const char *mend, const char *text)
{
    struct diag diag;
    diag_set(&diag, level, job->path, job->line, mend, "job %s: %s", job->name, text);
    diag_report(sink, &diag);
}

static bool is_asked(const struct job *job, const char *engine)
{
    return strcmp(job->engine_asked, engine) == 0;
}

static bool lacks_runtime(const struct job *job)
{
    return job->is_time_based && !job->runtime_ns;
}

static bool lacks_size(const struct job *job)
{
    return !job->filename && !job->size.bytes && !job->size.percent && !job->filesize.most;
}

/* The least block of all directions that the job has. */
static bool has_no_room(const struct job *job)
{
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        if (job->does[op] && job->size.bytes && job->bs_bytes[op].least > job->size.bytes)
            return true;
    return false;
}

static bool is_mmap_direct(const struct job *job)
{
    return is_asked(job, "mmap") && job->is_direct;
}

static bool is_odd_direct(const struct job *job)
{
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        if (job->does[op] && job->is_direct &&
            (job->bs_bytes[op].least % SECTOR_BYTES || job->is_bs_unaligned))
            return true;
    return false;
}

static bool has_two_rates(const struct job *job)
{
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        if (job->rate_bytes_per_s[op] && job->rate_iops[op])
            return true;
    return false;
}

static bool is_sync_deep(const struct job *job)
{
    return job->engine == JOB_ENGINE_PSYNC && job->iodepth > 1;
}

static bool is_buffered_libaio(const struct job *job)
{
    return is_asked(job, "libaio") && !job->is_direct && job->iodepth > 1;
}

static bool is_other_engine(const struct job *job)
{
    return !is_asked(job, "io_uring") && !is_asked(job, "psync");
}

static bool spins_longer(const struct job *job)
{
    return job->thinktime_spin_ns > job->thinktime_ns;
}

/* What is trimmed beside a write may come after it. */
static bool verifies_trims(const struct job *job)
{
    return job->verify && job->does[IO_TRIM];
}

static bool lacks_pattern(const struct job *job)
{
    return job->verify == JOB_VERIFY_PATTERN && !job->pattern_bytes;
}

static bool has_header(const struct job *job)
{
    return job->verify && job->verify != JOB_VERIFY_PATTERN;
}

/* A header must have room in each block. */
static bool is_block_small(const struct job *job)
{
    for (int op = IO_READ; op <= IO_WRITE && has_header(job); op++) {
        if (job->does[op] && job->bs_bytes[op].least < VERIFY_BLOCK_BYTES_MIN)
            return true;
        for (unsigned i = 0; job->does[op] && i < job->splits_nr[op]; i++)
            if (job->splits[op][i].bs_bytes < VERIFY_BLOCK_BYTES_MIN)
                return true;
    }
    return false;
}

/* A block that is written over in part is sound no more. */
static bool writes_across(const struct job *job)
{
    if (!has_header(job) || !job->does[IO_WRITE])
        return false;
    const struct job_range *bs = &job->bs_bytes[IO_WRITE];
    uint64_t align = job->align_bytes[IO_WRITE], block = verify_block_bytes(job);
    if (!block && (bs->least != bs->most || job->splits_nr[IO_WRITE]))
        return true;
    return job->is_bs_unaligned || align % (block ? block : bs->least);
}

static bool has_sizes(const struct job *job)
{
    return job->filesize.least != job->filesize.most;
}

static const struct {
    bool (*is_so)(const struct job *job);
    enum diag_level level; /* DIAG_SKIP: the job cannot be run */
    const char *text, *mend;
} rows[] = {
    {lacks_runtime, DIAG_SKIP, "time_based says to run for its runtime, and it has none",
     "set runtime"},
    {lacks_size, DIAG_SKIP, "it has neither a file nor a size", "set size or filename"},
    {has_no_room, DIAG_SKIP, "a block is larger than size", "set a smaller bs or a larger size"},
    {is_mmap_direct, DIAG_SKIP, "mapped memory cannot be read and written directly",
     "take direct=1 out, or use another ioengine"},
    {is_odd_direct, DIAG_SKIP, "direct I/O goes in multiples of 512 bytes", "change bs or direct"},
    {has_two_rates, DIAG_SKIP, "it has both rate and rate_iops for one direction",
     "take one of them out"},
    {verifies_trims, DIAG_SKIP, "it has verify, and what is trimmed cannot be verified",
     "take verify out"},
    {lacks_pattern, DIAG_SKIP, "verify=pattern has no pattern", "set verify_pattern"},
    {is_block_small, DIAG_SKIP, "verify needs blocks of 512 bytes or more", "set a larger bs"},
    {writes_across, DIAG_SKIP, "its writes would overlap in parts of blocks, which verify signs",
     "give it one bs, or lengths and a blockalign that are multiples of 512"},
    {is_sync_deep, DIAG_NOTE, "iodepth has no effect: its engine waits for each I/O", NULL},
    {is_buffered_libaio, DIAG_NOTE,
     "runs at iodepth 1: buffered I/O of libaio waits for each I/O in fio too", NULL},
    {is_other_engine, DIAG_NOTE, "its ioengine is replaced by the nearest of ours", NULL},
    {has_sizes, DIAG_WARN, "all of its files have the greatest size of the range in filesize",
     "give filesize one value"},
    {spins_longer, DIAG_NOTE, "thinktime_spin is cut to thinktime", NULL},
};

int job_check(struct job *job, const struct diag_sink *sink)
{
    int status = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].is_so(job))
            continue;
        report(job, sink, rows[i].level, rows[i].mend, rows[i].text);
        if (rows[i].level == DIAG_SKIP)
            status = -1;
    }
    if (is_buffered_libaio(job))
        job->iodepth = 1;
    if (spins_longer(job))
        job->thinktime_spin_ns = job->thinktime_ns;
    return status;
}
