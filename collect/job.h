/* The job: everything that was asked of one job of a job file, resolved. */
#ifndef IOD_COLLECT_JOB_H
#define IOD_COLLECT_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/io.h"
#include "record/record.h"

/* What runs the I/O.  The names of fio's engines map to these, see job_engine_of(). */
enum job_engine { JOB_ENGINE_URING, JOB_ENGINE_PSYNC };

/* From where to where, both included. */
struct job_range {
    uint64_t least, most;
};

/* Bytes, or a share of the whole where percent is not 0. */
struct job_size {
    uint64_t bytes;
    double percent;
};

/* One block size of bssplit and how many of a hundred I/Os have it. */
struct job_split {
    uint64_t bs_bytes;
    unsigned percent;
};
enum { JOB_SPLITS_MAX = 64 };

enum job_sequencer { JOB_SEQUENTIAL, JOB_IDENTICAL };
enum job_distribution { JOB_UNIFORM, JOB_ZIPF, JOB_PARETO, JOB_NORMAL };
enum job_arrivals { JOB_ARRIVE_EVENLY, JOB_ARRIVE_POISSON };
enum job_data { JOB_DATA_RANDOM, JOB_DATA_ZERO, JOB_DATA_PATTERN };
enum { JOB_PATTERN_MAX = 512 };
enum job_verify { JOB_VERIFY_NONE, JOB_VERIFY_CRC32C, JOB_VERIFY_CRC32, JOB_VERIFY_PATTERN };

/* All members are resolved: defaults filled in, globals applied, variables put
 * in.  Texts are borrowed from the arena of the job list.  Arrays of
 * IO_DIRECTIONS_NR are indexed by enum io_op. */
struct job {
    const char *name;
    const char *description; /* "" if none */
    const char *path;        /* the job file, NULL for the command line */
    unsigned long line;      /* of the section */

    /* What is read and written. */
    const char *filename;  /* "a:b" with "\:" for a colon within a name; NULL: made of the name */
    const char *directory; /* NULL: the current one */
    unsigned nrfiles;      /* 1 or more; counts the names where filename has several */
    struct job_size size;      /* of all files together; 0: the whole of what is there */
    struct job_range filesize; /* of each file; 0 where not set */
    struct job_size io_size;   /* how much is moved; 0: size */
    struct job_size offset;
    uint64_t offset_increment_bytes; /* times the number of the clone */
    uint64_t number_ios;             /* ends the job after so many, 0: no limit */
    bool is_direct;
    bool is_invalidated; /* its page cache is dropped before the job starts */
    bool opens_sync, opens_dsync;
    bool keeps_allocation;  /* fallocate=none: files are not allocated ahead */
    bool overwrites;        /* layout before writing */
    bool creates_on_open;
    bool fills_device;

    /* What is done. */
    bool does[IO_DIRECTIONS_NR];
    bool is_random;
    unsigned run_length;      /* of randrw:N: I/Os from one random offset on, 1 or more */
    uint64_t stride_bytes;    /* of write:N: added to each offset, 0 if none */
    enum job_sequencer sequencer;
    unsigned rwmix_read_pct;  /* 0 … 100, of a job that reads and writes */
    struct job_range bs_bytes[IO_DIRECTIONS_NR];
    struct job_split splits[IO_DIRECTIONS_NR][JOB_SPLITS_MAX];
    unsigned splits_nr[IO_DIRECTIONS_NR];
    bool is_bs_unaligned;     /* bsrange gives any length, not only multiples of the least */
    uint64_t align_bytes[IO_DIRECTIONS_NR]; /* of offsets; 0: the least block size */
    enum job_distribution distribution;
    double theta;             /* of zipf; h of pareto; deviation in percent of normal */
    bool may_repeat;          /* norandommap: an offset may come again before all came */
    bool is_repeatable;       /* randrepeat: the same seed in every run */
    uint64_t seed;            /* of randseed; where is_seeded */
    bool is_seeded;

    /* How it is issued. */
    enum job_engine engine;
    const char *engine_asked; /* as written: "libaio" */
    unsigned iodepth;
    unsigned batch_submit;    /* 0: ours */
    unsigned batch_complete_least, batch_complete_most; /* 0: ours */
    bool wants_iopoll, wants_sqpoll;
    unsigned fsync_every, fdatasync_every; /* after so many writes, 0: never */
    bool fsyncs_at_end, fsyncs_on_close;
    uint64_t rate_bytes_per_s[IO_DIRECTIONS_NR]; /* 0: no limit */
    uint64_t rate_iops[IO_DIRECTIONS_NR];
    enum job_arrivals arrivals;
    bool drops_lateness;      /* rate_ignore_thinktime and the like: what is late is not made up */
    uint64_t thinktime_ns, thinktime_spin_ns;
    unsigned thinktime_blocks; /* 1 or more */
    const char *cpus_allowed; /* a list such as "0-3,6"; NULL: any */
    bool splits_cpus;         /* cpus_allowed_policy=split */
    int nice;

    /* How long. */
    uint64_t runtime_ns;      /* 0: until all is moved */
    uint64_t ramp_time_ns;    /* what comes first and does not count */
    bool is_time_based;
    struct job_range startdelay_ns;
    unsigned loops;           /* 1 or more */

    /* In what company. */
    unsigned numjobs;         /* clones */
    bool waits;               /* stonewall: all earlier jobs end first, a new group begins */
    bool is_new_group;
    bool is_group_reported;

    /* Data. */
    enum job_data data;
    unsigned char pattern[JOB_PATTERN_MAX]; /* also of JOB_VERIFY_PATTERN */
    size_t pattern_bytes;
    bool refills;             /* new data for each write */
    unsigned compress_pct;    /* buffer_compress_percentage, 0 … 100 */
    unsigned dedupe_pct;
    enum job_verify verify;   /* how blocks are signed and checked */
    bool skips_verify;        /* do_verify=0: what was written is not read again */
    bool is_verify_fatal;
    bool goes_on_after_error; /* continue_on_error */

    /* What is told. */
    double percentiles[20];
    unsigned percentiles_nr;
    bool hides_latency;       /* gtod_reduce, disable_lat with the others: no clock per I/O */

    struct record_pairs params; /* the options as they were given, in order: name → text */
};

/* Jobs in the order of their file; they and their texts live in the arena. */
struct job_list {
    struct job *at; /* the arena's */
    size_t nr;
};

#endif
