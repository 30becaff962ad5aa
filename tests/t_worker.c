/* Runs one worker for scripts, and prints what it counted in one line of name=value.
 *
 *   t_worker PATH [name=value]...     rw=randread bs=4096 iodepth=32 size=BYTES
 *                                     number_ios=N runtime=SECONDS engine=io_uring seed=N
 *                                     rate_iops=N direct=1 sqpoll=1 iopoll=1
 *
 * It is compiled as users' programs are, whatever flags the tests have: sanitized
 * programs cannot be counted by callgrind or traced. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/worker.h"

static struct job job = {
    .name = "t_worker",
    .nrfiles = 1,
    .run_length = 1,
    .rwmix_read_pct = 50,
    .loops = 1,
    .iodepth = 32,
    .thinktime_blocks = 1,
    .goes_on_after_error = true,
    .is_random = true,
};
static uint64_t size_bytes = UINT64_C(256) << 20, bs_bytes = 4096, seed = 1;

static void set_rw(const char *value)
{
    job.is_random = strncmp(value, "rand", 4) == 0;
    value += job.is_random ? 4 : 0;
    job.does[IO_READ] = strcmp(value, "read") == 0 || strcmp(value, "rw") == 0;
    job.does[IO_WRITE] = strcmp(value, "write") == 0 || strcmp(value, "rw") == 0;
    job.does[IO_TRIM] = strcmp(value, "trim") == 0;
}

static int set(const char *name, const char *value)
{
    if (strcmp(name, "rw") == 0)
        set_rw(value);
    else if (strcmp(name, "bs") == 0)
        bs_bytes = strtoull(value, NULL, 10);
    else if (strcmp(name, "iodepth") == 0)
        job.iodepth = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "size") == 0)
        size_bytes = strtoull(value, NULL, 10);
    else if (strcmp(name, "number_ios") == 0)
        job.number_ios = strtoull(value, NULL, 10);
    else if (strcmp(name, "runtime") == 0)
        job.runtime_ns = (uint64_t)(strtod(value, NULL) * 1e9);
    else if (strcmp(name, "rate_iops") == 0)
        job.rate_iops[IO_READ] = strtoull(value, NULL, 10);
    else if (strcmp(name, "engine") == 0)
        job.engine = strcmp(value, "psync") == 0 ? JOB_ENGINE_PSYNC : JOB_ENGINE_URING;
    else if (strcmp(name, "direct") == 0)
        job.is_direct = strcmp(value, "1") == 0;
    else if (strcmp(name, "sqpoll") == 0)
        job.wants_sqpoll = strcmp(value, "1") == 0;
    else if (strcmp(name, "iopoll") == 0)
        job.wants_iopoll = strcmp(value, "1") == 0;
    else if (strcmp(name, "seed") == 0)
        seed = strtoull(value, NULL, 10);
    else
        return -1;
    return 0;
}

static int read_arguments(int nr, char **arguments)
{
    set_rw("randread");
    for (int i = 0; i < nr; i++) {
        char *value = strchr(arguments[i], '=');
        if (!value)
            return -1;
        *value++ = '\0';
        if (set(arguments[i], value) != 0)
            return -1;
    }
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        job.bs_bytes[op] = (struct job_range){bs_bytes, bs_bytes};
    job.is_time_based = job.runtime_ns > 0;
    if (job.number_ios > 0)
        job.io_size.bytes = UINT64_MAX / 2; /* round and round */
    return 0;
}

static void print_note(void *context, const struct diag *diag)
{
    (void)context;
    diag_print(stderr, "t_worker", diag);
}

static void print_op(const struct job_figures *f, enum io_op op)
{
    const struct op_figures *figures = &f->op[op];
    printf("%s_ios=%llu %s_bytes=%llu", io_op_name(op), (unsigned long long)figures->ios,
           io_op_name(op), (unsigned long long)figures->bytes);
    printf(" %s_slat_ns=%.0f %s_clat_ns=%.0f %s_lat_ns=%.0f %s_p50_ns=%.0f %s_p99_ns=%.0f",
           io_op_name(op), latency_mean(&figures->slat), io_op_name(op),
           latency_mean(&figures->clat), io_op_name(op), latency_mean(&figures->lat),
           io_op_name(op), latency_percentile(&figures->clat, 50), io_op_name(op),
           latency_percentile(&figures->clat, 99));
    static const int percents[] = {50, 90, 99};
    for (int i = 0; i < 3; i++)
        printf(" %s_lat_p%d_ns=%.0f", io_op_name(op), percents[i],
               latency_percentile(&figures->lat, percents[i]));
    for (int i = 0; i < FIGURES_ERRNOS_NR; i++)
        if (figures->errors[i])
            printf(" %s_errno_%d=%llu", io_op_name(op), i, (unsigned long long)figures->errors[i]);
    putchar(' ');
}

static void print_figures(const struct worker *worker)
{
    const struct job_figures *f = worker_figures(worker);
    uint64_t ios = 0;
    for (int op = 0; op < IO_OPS_NR; op++) {
        if (op < IO_DIRECTIONS_NR && job.does[op])
            print_op(f, (enum io_op)op);
        ios += f->op[op].ios;
    }
    double seconds = (double)(f->end_ns - f->start_ns) * 1e-9;
    if (f->is_open_loop)
        printf("late_ns=%.0f late_max_ns=%llu ", ios ? (double)f->late_ns_sum / (double)ios : 0,
               (unsigned long long)f->late_ns_max);
    printf("seconds=%.6f iops=%.0f cpu_ns=%.1f calls=%llu engine=%s depth=%u\n", seconds,
           (double)ios / seconds, ios ? (double)(f->cpu_user_ns + f->cpu_sys_ns) / (double)ios : 0,
           (unsigned long long)f->calls, worker_engine_name(worker), worker_depth(worker));
    fprintf(stderr, "t_worker: %s\n", worker_engine_text(worker));
}

int main(int argc, char **argv)
{
    if (argc < 2 || read_arguments(argc - 2, argv + 2) != 0) {
        fputs("usage: t_worker PATH [name=value]...\n", stderr);
        return 2;
    }
    bool writes = job.does[IO_WRITE] || job.does[IO_TRIM];
    int fd = open(argv[1], (writes ? O_RDWR : O_RDONLY) | (job.is_direct ? O_DIRECT : 0));
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        perror(argv[1]);
        return 3;
    }
    static struct worker_live live;
    struct engine_file file = {fd, S_ISBLK(status.st_mode)};
    struct workload_extent extent = {0, size_bytes};
    struct diag_sink sink = {print_note, NULL};
    struct worker_request request = {
        .job = &job,
        .seed = seed,
        .files = &file,
        .extents = &extent,
        .files_nr = 1,
        .live = &live,
        .drain_ns = UINT64_MAX,
        .sink = &sink,
    };
    struct diag diag;
    struct worker *worker = worker_open(&request, &diag);
    int failed = worker ? worker_run(worker, &diag) : -1;
    if (worker)
        print_figures(worker);
    if (failed)
        diag_print(stderr, "t_worker", &diag);
    worker_close(worker);
    close(fd);
    return failed ? 3 : 0;
}
