#include "collect/extent_map.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"

enum { EXTENTS_NR = 256 };

/* Where the walk through a file stands. */
struct walk {
    uint64_t at_bytes, end_bytes, hole_bytes;
    bool is_over;
};

static uint64_t smaller(uint64_t left, uint64_t right)
{
    return left < right ? left : right;
}

static void take_extents(struct walk *walk, const struct fiemap *map)
{
    for (unsigned i = 0; i < map->fm_mapped_extents && walk->at_bytes < walk->end_bytes; i++) {
        const struct fiemap_extent *extent = &map->fm_extents[i];
        uint64_t begin = smaller(extent->fe_logical, walk->end_bytes);
        uint64_t end = smaller(extent->fe_logical + extent->fe_length, walk->end_bytes);
        if (begin > walk->at_bytes) {
            walk->hole_bytes += begin - walk->at_bytes;
            walk->at_bytes = begin;
        }
        if (end > walk->at_bytes && extent->fe_flags & FIEMAP_EXTENT_UNWRITTEN)
            walk->hole_bytes += end - walk->at_bytes;
        if (end > walk->at_bytes)
            walk->at_bytes = end;
        walk->is_over |= (extent->fe_flags & FIEMAP_EXTENT_LAST) != 0;
    }
    walk->is_over |= map->fm_mapped_extents == 0;
}

static int walk_map(int fd, struct walk *walk)
{
    struct fiemap *map =
        memory_alloc(sizeof *map + EXTENTS_NR * sizeof map->fm_extents[0]);
    int status = 0;
    while (!status && !walk->is_over && walk->at_bytes < walk->end_bytes) {
        *map = (struct fiemap){
            .fm_start = walk->at_bytes,
            .fm_length = walk->end_bytes - walk->at_bytes,
            .fm_flags = FIEMAP_FLAG_SYNC,
            .fm_extent_count = EXTENTS_NR,
        };
        status = ioctl(fd, FS_IOC_FIEMAP, map);
        if (!status)
            take_extents(walk, map);
    }
    free(map);
    walk->hole_bytes += walk->end_bytes - walk->at_bytes;
    return status ? -1 : 0;
}

/* What file systems without a map can tell. */
static int walk_holes(int fd, struct walk *walk)
{
    while (walk->at_bytes < walk->end_bytes) {
        off_t hole = lseek(fd, (off_t)walk->at_bytes, SEEK_HOLE);
        if (hole < 0)
            return -1;
        if ((uint64_t)hole >= walk->end_bytes)
            return 0;
        off_t data = lseek(fd, hole, SEEK_DATA);
        uint64_t next = data < 0 ? walk->end_bytes : smaller((uint64_t)data, walk->end_bytes);
        walk->hole_bytes += next - (uint64_t)hole;
        walk->at_bytes = next;
    }
    return 0;
}

int extent_map_holes(int fd, uint64_t start_bytes, uint64_t length_bytes, uint64_t *hole_bytes)
{
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return -1;
    uint64_t size = (uint64_t)status.st_size, start = smaller(start_bytes, size);
    struct walk walk = {start, start + smaller(length_bytes, size - start), 0, false};
    struct walk again = walk;
    *hole_bytes = 0;
    if (walk_map(fd, &walk) == 0)
        *hole_bytes = walk.hole_bytes;
    else if (walk_holes(fd, &again) == 0)
        *hole_bytes = again.hole_bytes;
    else
        return -1;
    return 0;
}
