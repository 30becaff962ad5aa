#include "collect/medium.h"

#include <inttypes.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "collect/extent_map.h"
#include "collect/sysfile.h"

enum { RAM_MAJOR = 1 };

static uint64_t memory_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

/* Disks in memory: brd has the major number of /dev/mem, zram one that is given out. */
static bool is_ram_disk(dev_t dev)
{
    char path[64];
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u/mm_stat", major(dev), minor(dev));
    return major(dev) == RAM_MAJOR || sysfile_exists("", path);
}

static bool is_in_memory(int fd)
{
    struct stat status;
    struct statfs fs;
    if (fstat(fd, &status) != 0)
        return false;
    if (S_ISBLK(status.st_mode))
        return is_ram_disk(status.st_rdev);
    return S_ISREG(status.st_mode) && fstatfs(fd, &fs) == 0 &&
           (fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC);
}

static void say(const struct job *job, int fd, const struct diag_sink *sink, const char *mend,
                const char *what)
{
    char name[64], path[256];
    struct diag note;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    diag_set(&note, DIAG_WARN, path, 0, mend, "job %s: %s", job->name, what);
    diag_report(sink, &note);
}

/* Looks for holes in one file; says what it finds. */
static bool reads_holes(const struct job *job, int fd, const struct workload_extent *extent,
                        const struct diag_sink *sink)
{
    uint64_t holes = 0;
    if (extent_map_holes(fd, extent->start_bytes, extent->length_bytes, &holes) != 0 || !holes)
        return false;
    char text[128];
    snprintf(text, sizeof text, "reads holes: %" PRIu64 " bytes were never written", holes);
    say(job, fd, sink, "let this program make the file, or use --precondition", text);
    return true;
}

void medium_look(const struct job *job, const struct target *target, uint64_t read_bytes,
                 const struct diag_sink *sink, struct medium *medium)
{
    *medium = (struct medium){.is_memory = false};
    bool is_file = false;
    for (unsigned i = 0; i < target->nr; i++) {
        int fd = target->files[i].fd;
        if (!medium->is_memory && is_in_memory(fd)) {
            medium->is_memory = true;
            say(job, fd, sink, "use a folder on a disk",
                "is in memory: no device is measured");
        }
        if (job->does[IO_READ] && !medium->has_holes)
            medium->has_holes = reads_holes(job, fd, &target->extents[i], sink);
        struct stat status;
        is_file |= fstat(fd, &status) == 0 && !S_ISCHR(status.st_mode);
    }
    if (job->does[IO_READ] && !job->is_direct && is_file && !medium->is_memory &&
        read_bytes < memory_bytes()) {
        medium->fits_memory = true;
        say(job, target->files[0].fd, sink, "use direct=1, or a size beyond that of the memory",
            "reads what the page cache can hold: memory may be measured");
    }
}
