#include "config.h"

#include "collect/between.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "collect/clock.h"
#include "collect/page_cache.h"
#include "collect/target_names.h"
#include "record/memory.h"

/* How long a wait sleeps before it looks for the flag; the share of a file that may stay without
 * a word: what the kernel reads again by itself. */
enum { SLICE_NS = 50000000 };
static const double negligible_pct = 0.5;

struct between {
    struct between_request request;
    bool is_first;
    bool has_said_root, has_said_stayed;
};

struct between *between_new(const struct between_request *request)
{
    struct between *between = memory_alloc(sizeof *between);
    *between = (struct between){.request = *request, .is_first = true};
    return between;
}

void between_free(struct between *between)
{
    free(between);
}

static bool is_stopped(const struct between *between)
{
    return between->request.stop && atomic_load(between->request.stop);
}

static void cool_down(const struct between *between)
{
    uint64_t wait_ns = (uint64_t)(between->request.cool_down_s * 1e9);
    uint64_t start_ns = clock_kernel_ns();
    while (!is_stopped(between)) {
        uint64_t gone_ns = clock_kernel_ns() - start_ns;
        if (gone_ns >= wait_ns)
            return;
        uint64_t left_ns = wait_ns - gone_ns;
        struct timespec slice = {0, left_ns < SLICE_NS ? (long)left_ns : SLICE_NS};
        nanosleep(&slice, NULL);
    }
}

/* Drops the caches of the host: pages, and what is known of files. */
static bool drop_all(struct between *between)
{
    static const char file[] = "/proc/sys/vm/drop_caches";
    char path[4096];
    struct diag diag;
    int length = snprintf(path, sizeof path, "%s%s", between->request.root, file);
    int fd = length < (int)sizeof path ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    bool is_dropped = fd >= 0 && write(fd, "3\n", 2) == 2;
    int cause = errno;
    if (fd >= 0)
        close(fd);
    if (!is_dropped && !between->has_said_root) {
        diag_set(&diag, DIAG_WARN, NULL, 0, NULL,
                 "--drop-caches: skipped, as %s cannot be written (%s%s); the jobs' files "
                 "alone are dropped from the page cache",
                 file, strerror(cause), geteuid() ? ", it needs root" : "");
        diag_report(between->request.sink, &diag);
        between->has_said_root = true;
    }
    return is_dropped;
}

/* A look at all files of the jobs. */
struct look {
    struct between *between;
    struct between_result *result;
    void (*take)(struct look *look, const char *path, int fd, const struct stat *status);
};

static int take_file(void *context, const char *path, unsigned names_nr)
{
    struct look *look = context;
    struct stat status;
    (void)names_nr;
    /* A job may name anything: a FIFO must not make this wait. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return is_stopped(look->between);
    if (fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISBLK(status.st_mode)))
        look->take(look, path, fd, &status);
    close(fd);
    return is_stopped(look->between);
}

static void look_at(struct look *look, const struct job_list *jobs)
{
    for (size_t i = 0; i < jobs->nr; i++) {
        const struct job *job = &jobs->at[i];
        /* Names without a filename are those of each clone. */
        unsigned clones = job->filename ? 1 : job->numjobs;
        for (unsigned clone = 0; clone < clones; clone++)
            if (target_names_each(job, clone, take_file, look) != 0)
                return;
    }
}

/* What is dirty cannot be dropped. */
static void sync_and_drop(struct look *look, const char *path, int fd, const struct stat *status)
{
    (void)status;
    struct diag diag;
    if (fsync(fd) != 0 && errno != EROFS && errno != EINVAL) {
        diag_set(&diag, DIAG_WARN, path, 0, NULL, "cannot be synced: %s", strerror(errno));
        diag_report(look->between->request.sink, &diag);
    }
    page_cache_drop(fd);
}

/* How many bytes there are of a file or device. */
static uint64_t size_of(int fd, const struct stat *status)
{
    off_t end = S_ISBLK(status->st_mode) ? lseek(fd, 0, SEEK_END) : status->st_size;
    return end > 0 ? (uint64_t)end : 0;
}

static void prove(struct look *look, const char *path, int fd, const struct stat *status)
{
    struct diag diag;
    uint64_t bytes = size_of(fd, status);
    look->result->files_nr++;
    if (bytes == 0)
        return;
    double pct = page_cache_pct(fd, 0, bytes);
    if (pct < 0) {
        diag_set(&diag, DIAG_NOTE, path, 0, NULL,
                 "what of it is in memory is told only to its owner");
        diag_report(look->between->request.sink, &diag);
        return;
    }
    if (pct > look->result->most_cached_pct)
        look->result->most_cached_pct = pct;
    if (pct <= negligible_pct || look->between->has_said_stayed)
        return;
    diag_set(&diag, DIAG_WARN, path, 0,
             "use a file on a disk that no other program has mapped or locked",
             "%.1f %% of it stay in memory though they were dropped", pct);
    diag_report(look->between->request.sink, &diag);
    look->between->has_said_stayed = true;
}

void between_do(struct between *between, const struct job_list *jobs,
                struct between_result *result)
{
    struct look look = {between, result, sync_and_drop};
    *result = (struct between_result){.most_cached_pct = -1};
    if (!between->is_first)
        cool_down(between);
    between->is_first = false;
    if (!is_stopped(between) && between->request.drops_caches) {
        sync();
        result->has_dropped_all = drop_all(between);
    }
    if (!is_stopped(between))
        look_at(&look, jobs);
    look.take = prove;
    if (!is_stopped(between))
        look_at(&look, jobs);
    result->was_stopped = is_stopped(between);
}
