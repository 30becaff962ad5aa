#include "collect/file_range.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "record/memory.h"

void file_ranges_add(struct file_ranges *ranges, const char *job, const struct target *target)
{
    for (unsigned i = 0; i < target->nr; i++) {
        struct stat status;
        int fd = target->files[i].fd;
        if (fstat(fd, &status) != 0 || S_ISCHR(status.st_mode))
            continue;
        bool is_device = S_ISBLK(status.st_mode);
        const struct workload_extent *extent = &target->extents[i];
        ranges->at = memory_grow(ranges->at, ranges->nr, &ranges->room, sizeof *ranges->at);
        ranges->at[ranges->nr++] = (struct file_range){
            .first = is_device ? 1 : status.st_dev,
            .second = is_device ? status.st_rdev : status.st_ino,
            .fd = fd,
            .job = job,
            .start_bytes = extent->start_bytes,
            .end_bytes = extent->start_bytes + extent->length_bytes,
        };
    }
}

static int compare(const void *left, const void *right)
{
    const struct file_range *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->second == b->second ? 0 : a->second < b->second ? -1 : 1;
}

void file_ranges_merge(struct file_ranges *ranges)
{
    size_t kept = 0;
    if (ranges->nr)
        qsort(ranges->at, ranges->nr, sizeof *ranges->at, compare);
    for (size_t i = 0; i < ranges->nr; i++) {
        const struct file_range *range = &ranges->at[i];
        struct file_range *last = kept ? &ranges->at[kept - 1] : NULL;
        if (!last || compare(last, range) != 0) {
            ranges->at[kept++] = *range;
            continue;
        }
        if (range->start_bytes < last->start_bytes)
            last->start_bytes = range->start_bytes;
        if (range->end_bytes > last->end_bytes)
            last->end_bytes = range->end_bytes;
    }
    ranges->nr = kept;
}
