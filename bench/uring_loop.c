/* The least that reading through io_uring costs: a loop that keeps DEPTH reads of BYTES at
 * random places in flight and counts nothing but how many came back.
 *
 *   uring_loop PATH DEPTH SECONDS [BATCH [BYTES [clock]]]
 *
 * Buffers, file and ring are registered, one thread issues and runs what completes.
 * BATCH, a quarter of DEPTH unless given, is how many reads are submitted at once. With
 * "clock" the time is read twice a batch and one histogram is kept.  Prints reads a
 * second and ns of CPU a read. */
#include <fcntl.h>
#include <liburing.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH_MAX = 1024 };
static const uint64_t size_max = UINT64_C(256) << 20;

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t cpu_ns(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return ((uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec) * 1000000000u +
           ((uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec) * 1000u;
}

static struct io_uring ring;
static unsigned char *buffers;
static unsigned free_slots[DEPTH_MAX], free_nr;
static uint64_t began[DEPTH_MAX], histogram[4096];
static uint64_t bytes = 4096, blocks_nr, state = 1;

static void fail(const char *what, int error)
{
    fprintf(stderr, "uring_loop: %s: %s\n", what, strerror(error));
    exit(3);
}

static void prepare(void)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
    unsigned slot = free_slots[--free_nr];
    /* A multiplicative generator's high bits are random enough for places. */
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t block = ((state >> 32) * blocks_nr) >> 32;
    io_uring_prep_read_fixed(sqe, 0, buffers + slot * bytes, (unsigned)bytes, block * bytes, 0);
    sqe->flags |= IOSQE_FIXED_FILE;
    sqe->user_data = slot;
}

static void note_time(uint64_t took)
{
    unsigned top = took < 64 ? 6 : 63 - (unsigned)__builtin_clzll(took);
    histogram[((top - 6) << 6) + (took >> (top - 6))]++;
}

static unsigned reap(int has_clock)
{
    unsigned head, nr = 0;
    struct io_uring_cqe *cqe;
    uint64_t now = has_clock ? now_ns() : 0;
    io_uring_for_each_cqe(&ring, head, cqe)
    {
        if (cqe->res != (int)bytes)
            fail("read", cqe->res < 0 ? -cqe->res : 5);
        if (has_clock)
            note_time(now - began[cqe->user_data]);
        free_slots[free_nr++] = (unsigned)cqe->user_data;
        nr++;
    }
    io_uring_cq_advance(&ring, nr);
    return nr;
}

static void set_up(const char *path, unsigned depth)
{
    int fd = open(path, O_RDONLY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        fail(path, 2);
    uint64_t size = S_ISREG(status.st_mode) ? (uint64_t)status.st_size : size_max;
    blocks_nr = (size < size_max ? size : size_max) / bytes;
    if (posix_memalign((void **)&buffers, 4096, depth * bytes) != 0)
        fail("memory", 12);
    memset(buffers, 1, depth * bytes);
    struct io_uring_params params;
    memset(&params, 0, sizeof params);
    params.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
    int error = io_uring_queue_init_params(depth, &ring, &params);
    struct iovec all = {buffers, depth * bytes};
    if (error || (error = io_uring_register_files(&ring, &fd, 1)) ||
        (error = io_uring_register_buffers(&ring, &all, 1)))
        fail("io_uring", -error);
    io_uring_register_ring_fd(&ring);
    for (unsigned i = 0; i < depth; i++)
        free_slots[free_nr++] = i;
}

static uint64_t run(unsigned depth, unsigned batch, uint64_t end, int has_clock)
{
    uint64_t done = 0;
    for (unsigned turn = 0;; turn++) {
        if (turn % 16 == 0 && now_ns() >= end)
            break;
        unsigned nr = free_nr < batch ? free_nr : batch, first = free_nr;
        for (unsigned i = 0; i < nr; i++)
            prepare();
        uint64_t now = has_clock ? now_ns() : 0;
        for (unsigned i = free_nr; has_clock && i < first; i++)
            began[free_slots[i]] = now;
        unsigned in_flight = depth - free_nr;
        int error = io_uring_submit_and_wait(&ring, in_flight < batch ? in_flight : batch);
        if (error < 0 && error != -EINTR)
            fail("submit", -error);
        done += reap(has_clock);
    }
    while (free_nr < depth) {
        io_uring_submit_and_wait(&ring, 1);
        done += reap(has_clock);
    }
    return done;
}

int main(int argc, char **argv)
{
    unsigned depth = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    if (argc < 4 || depth < 1 || depth > DEPTH_MAX) {
        fputs("usage: uring_loop PATH DEPTH SECONDS [BATCH [BYTES [clock]]]\n", stderr);
        return 2;
    }
    unsigned batch = argc > 4 ? (unsigned)atoi(argv[4]) : 0;
    if (argc > 5)
        bytes = strtoull(argv[5], NULL, 10);
    if (batch == 0)
        batch = depth < 4 ? 1 : depth / 4;
    set_up(argv[1], depth);
    uint64_t cpu = cpu_ns(), start = now_ns();
    uint64_t done = run(depth, batch, start + (uint64_t)(atof(argv[3]) * 1e9), argc > 6);
    double seconds = (double)(now_ns() - start) * 1e-9;
    printf("iops=%.0f cpu_ns=%.1f\n", (double)done / seconds,
           (double)(cpu_ns() - cpu) / (double)done);
    return 0;
}
