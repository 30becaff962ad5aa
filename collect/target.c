#include "collect/target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/extent_map.h"
#include "collect/layout.h"
#include "collect/mark.h"
#include "collect/target_names.h"
#include "record/hash.h"
#include "record/memory.h"

/* One file on its way into a target. */
struct opening {
    const struct job *job;
    unsigned clone;
    const struct target_request *request;
    struct target *target;
    const char *path;
    unsigned names_nr; /* that size is shared by */
    bool writes;
    struct diag *diag;
};

static int fail(const struct opening *o, const char *mend, const char *what)
{
    diag_set(o->diag, DIAG_FATAL, o->path, 0, mend, "job %s: %s", o->job->name, what);
    return -1;
}

static int fail_errno(const struct opening *o, const char *what)
{
    char text[200];
    snprintf(text, sizeof text, "cannot be %s: %s", what, strerror(errno));
    return fail(o, NULL, text);
}

static bool wants_data(const struct opening *o)
{
    return o->request->fills || o->job->overwrites;
}

/* The same data each time, and other data in each file. */
static uint64_t seed_of(const char *path)
{
    return hash_bytes(path, strlen(path));
}

/* Gives the file, which is empty, data, or room alone. */
static int lay_out(const struct opening *o, int fd, struct made_file *file)
{
    const struct target_request *request = o->request;
    if (wants_data(o)) {
        const struct layout_request layout = {o->path, 0, file->bytes, file->seed, request->stop};
        if (!budget_take(request->budget, file->bytes))
            return fail(o, "allow more, or use a smaller size",
                        "--max-write does not allow to fill it");
        file->is_filled = layout_fill(fd, &layout, o->diag) == 0;
        file->is_ready = file->is_seeded = file->is_filled;
        return file->is_filled ? 0 : -1;
    }
    struct stat status;
    if (layout_size(fd, o->path, file->bytes, !o->job->keeps_allocation, o->diag) != 0)
        return -1;
    if (fstat(fd, &status) != 0)
        return fail_errno(o, "looked at");
    uint64_t allocated = (uint64_t)status.st_blocks * 512;
    file->is_ready = true;
    file->unallocated_bytes = allocated < file->bytes ? file->bytes - allocated : 0;
    return 0;
}

/* Fills the file that was just made or emptied, is marked, and stands in the list, so that it goes
 * away whatever comes. */
static int fill_made(const struct opening *o, int fd, struct made_file *file)
{
    file->bytes = target_names_bytes(o->job, o->names_nr);
    file->seed = seed_of(o->path);
    file->is_ready = file->is_seeded = false;
    if (!file->bytes || file->bytes == UINT64_MAX)
        return fail(o, "set size in bytes", "a file that is to be made needs a size");
    uint64_t promised = made_files_promised(o->request->made, file->dev);
    if (layout_check_room(fd, o->path, file->bytes + promised, o->diag) != 0)
        return -1;
    return lay_out(o, fd, file);
}

static int make(const struct opening *o, int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return fail_errno(o, "looked at");
    return fill_made(o, fd, made_files_add(o->request->made, o->path, &status));
}

/* Whether a kept file can be used as it is.  What an earlier job wrote can be read, and that is
 * what is meant then, but nothing else is known of it. */
static bool fits(const struct opening *o, int fd, const struct mark *mark)
{
    uint64_t bytes = target_names_bytes(o->job, o->names_nr), holes = 0;
    bool is_read_alone = !o->writes, is_checked = o->job->verify != JOB_VERIFY_NONE;
    if (bytes == 0 || (is_read_alone && is_checked))
        return true;
    if (is_read_alone && !mark->is_seeded)
        return bytes <= mark->bytes && extent_map_holes(fd, 0, bytes, &holes) == 0 && holes == 0;
    if (bytes != mark->bytes)
        return false;
    return !wants_data(o) || (mark->is_seeded && mark->seed == seed_of(o->path));
}

/* Empties the file that fd has open for reading, and lays it out. */
static int lay_out_anew(const struct opening *o, int fd, struct made_file *file)
{
    char name[64];
    if (wants_data(o) &&
        !budget_has(o->request->budget, target_names_bytes(o->job, o->names_nr)))
        return fail(o, "allow more, or use the size that it has",
                    "--max-write does not allow to lay it out anew");
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    int writable = open(name, O_RDWR | O_CLOEXEC);
    /* Marked first: who is killed from here on has left a file that is known. */
    if (writable >= 0)
        mark_begin(writable, o->request->owner);
    if (writable < 0 || ftruncate(writable, 0) != 0) {
        fail_errno(o, "laid out anew");
        if (writable >= 0)
            close(writable);
        return -1;
    }
    int status = fill_made(o, writable, file);
    close(writable);
    return status;
}

/* Takes the file, which is ours, into the list.  mark is NULL where it does not hold: what the
 * file has is not known, and it goes away like one that was made now. */
static int adopt(const struct opening *o, int fd, const struct stat *status,
                 const struct mark *mark)
{
    struct made_file *file = made_files_add(o->request->made, o->path, status);
    bool is_of_owner = !mark || (*mark->owner && strcmp(mark->owner, o->request->owner) == 0);
    file->was_there = !is_of_owner;
    if (mark) {
        file->bytes = mark->bytes;
        file->seed = mark->seed;
        file->is_seeded = mark->is_seeded;
        file->is_ready = fits(o, fd, mark);
    }
    if (!file->is_ready)
        return lay_out_anew(o, fd, file);
    if (o->writes && *o->request->owner)
        mark_begin(fd, o->request->owner);
    return 0;
}

/* Looks whether the file that is there is one that an earlier run kept, and nobody else writes.
 * Returns 0, also where it is not, or -1. */
static int adopt_if_ours(const struct opening *o)
{
    struct stat status;
    struct mark mark;
    int result = 0, fd = open(o->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return 0;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 &&
        !made_files_find(o->request->made, &status)) {
        bool holds = mark_read(fd, &mark), is_left = !holds && mark_is_of(fd, o->request->owner);
        if ((holds || is_left) && !guard_has_writer(fd))
            result = adopt(o, fd, &status, holds ? &mark : NULL);
    }
    close(fd);
    return result;
}

/* Whether a file there would be a device with its name mistyped. */
static bool is_among_devices(const char *path)
{
    return strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm/", 9) != 0;
}

/* Makes the file if it is not there.  Returns 0 where it is there now, -1 on failure. */
static int make_if_missing(const struct opening *o)
{
    if (is_among_devices(o->path))
        return access(o->path, F_OK) == 0 ? 0 : fail_errno(o, "found");
    int fd = open(o->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno == EEXIST ? adopt_if_ours(o) : fail_errno(o, "made");
    mark_begin(fd, o->request->owner);
    int status = make(o, fd);
    close(fd);
    return status;
}

static uint64_t device_bytes(int fd)
{
    uint64_t bytes = 0;
    return ioctl(fd, BLKGETSIZE64, &bytes) == 0 ? bytes : 0;
}

enum { MEMORY_MAJOR = 1, NULL_MINOR = 3, ZERO_MINOR = 5 };

/* /dev/null and /dev/zero keep nothing.  Other character devices may do anything when they are
 * but opened. */
static bool keeps_nothing(const struct stat *status)
{
    return S_ISCHR(status->st_mode) && major(status->st_rdev) == MEMORY_MAJOR &&
           (minor(status->st_rdev) == NULL_MINOR || minor(status->st_rdev) == ZERO_MINOR);
}

/* Judges what fd has open by O_PATH.  Returns the descriptor through which the job may open it,
 * or -1 where it must not do with it what it does. */
static int allowed_fd(const struct opening *o, int fd, const struct stat *status)
{
    bool is_known = S_ISREG(status->st_mode) || S_ISBLK(status->st_mode) || keeps_nothing(status);
    if (!is_known)
        return fail(o, "name a file or a block device", "is neither a file nor a block device");
    if (!o->writes || keeps_nothing(status) ||
        (S_ISREG(status->st_mode) && made_files_find(o->request->made, status)))
        return fd;
    int held = guard_hold(o->request->guard, o->job->name, o->path, fd, status, o->diag);
    uint64_t size = (uint64_t)status->st_size, allocated = (uint64_t)status->st_blocks * 512;
    if (held >= 0 && S_ISREG(status->st_mode) && allocated < size &&
        layout_check_room(held, o->path, size - allocated, o->diag) != 0)
        return -1;
    return held;
}

/* How many bytes the job can use of what is open; 0 with a message where it has none. */
static uint64_t usable_bytes(const struct opening *o, int fd, const struct stat *status)
{
    uint64_t bytes = S_ISREG(status->st_mode)   ? (uint64_t)status->st_size
                     : S_ISBLK(status->st_mode) ? device_bytes(fd)
                     : o->job->size.bytes       ? target_names_bytes(o->job, o->names_nr)
                                                : 0;
    if (bytes && bytes != UINT64_MAX)
        return bytes;
    fail(o, S_ISCHR(status->st_mode) ? "set size" : NULL, "it has no size");
    return 0;
}

/* Opens again, with the flags of the job, exactly what is open. */
static int open_again(const struct opening *o, int fd)
{
    const struct job *job = o->job;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    int flags = (o->writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | (job->is_direct ? O_DIRECT : 0) |
                (job->opens_sync ? O_SYNC : 0) | (job->opens_dsync ? O_DSYNC : 0);
    int again = open(name, flags);
    if (again >= 0)
        return again;
    if (errno == EINVAL && job->is_direct)
        return fail(o, "use direct=0, or another folder", "its file system has no direct I/O");
    return fail_errno(o, o->writes ? "opened for writing" : "opened");
}

static void add_file(struct target *target, struct engine_file file,
                     struct workload_extent extent)
{
    if (target->nr == target->room) {
        target->room = target->room ? 2 * target->room : 8;
        target->files = memory_resize(target->files, target->room, sizeof *target->files);
        target->extents = memory_resize(target->extents, target->room, sizeof *target->extents);
    }
    target->files[target->nr] = file;
    target->extents[target->nr++] = extent;
}

/* Takes hold of what the name leads to, judges that, and opens that and nothing else. */
static int open_file(const struct opening *o, struct target *target)
{
    if (make_if_missing(o) != 0)
        return -1;
    int held = open(o->path, O_PATH | O_CLOEXEC), allowed = -1, fd = -1;
    struct stat status;
    if (held < 0)
        return fail_errno(o, "opened");
    if (fstat(held, &status) != 0)
        fail_errno(o, "looked at");
    else
        allowed = allowed_fd(o, held, &status);
    if (allowed >= 0)
        fd = open_again(o, allowed);
    close(held);
    if (fd < 0)
        return -1;
    struct made_file *made = made_files_find(o->request->made, &status);
    if (made)
        made->is_written |= o->job->does[IO_WRITE] || o->job->does[IO_TRIM] ||
                            (o->request->preconditions && !made->is_filled);
    uint64_t bytes = usable_bytes(o, fd, &status);
    if (bytes && made &&
        bytes < target_names_bytes(o->job, o->names_nr)) {
        close(fd);
        return fail(o, "give both jobs the same size",
                    "an earlier job made it smaller than this one needs");
    }
    struct workload_extent extent = workload_extent_of(o->job, o->clone, bytes);
    if (o->job->is_invalidated && S_ISREG(status.st_mode))
        posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    add_file(target, (struct engine_file){fd, S_ISBLK(status.st_mode)}, extent);
    if (!bytes)
        return -1;
    return extent.length_bytes ? 0 : fail(o, "use a smaller offset", "offset lies behind its end");
}

static int open_named(void *context, const char *path, unsigned names_nr)
{
    struct opening *o = context;
    o->path = path;
    o->names_nr = names_nr;
    return open_file(o, o->target);
}

int target_open(const struct job *job, unsigned clone, const struct target_request *request,
                struct target *target, struct diag *diag)
{
    *target = (struct target){.nr = 0};
    struct opening opening = {
        .job = job,
        .clone = clone,
        .request = request,
        .target = target,
        .writes = job->does[IO_WRITE] || job->does[IO_TRIM] || request->preconditions,
        .diag = diag,
    };
    int status = target_names_each(job, clone, open_named, &opening);
    if (status)
        target_close(target);
    return status;
}

void target_close(struct target *target)
{
    for (unsigned i = 0; i < target->nr; i++)
        close(target->files[i].fd);
    free(target->files);
    free(target->extents);
    *target = (struct target){.nr = 0};
}
