/* What the parts of the guard share. */
#ifndef IOD_COLLECT_GUARD_PARTS_H
#define IOD_COLLECT_GUARD_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "record/diag.h"
#include "record/strbuf.h"

enum { GUARD_NAME_MAX = 64, GUARD_PATH_MAX = 4096 };

/* A block device by its own number, or a regular file by those of its file system and inode. */
struct guard_thing {
    bool is_file;
    dev_t dev;
    ino_t ino; /* 0 of a device */
};

/* A loop device that is in use. */
struct guard_loop {
    dev_t dev;
    char name[GUARD_NAME_MAX];
    char *path;              /* of what it loops over, as the kernel tells it; owned */
    bool is_known;           /* backing is valid */
    struct guard_thing backing;
};

/* What is read once for a judgement. */
struct guard_view {
    const char *root; /* of /proc and /sys, "" for this host; borrowed */
    struct guard_loop *loops;
    size_t loops_nr, loops_room;
};

/* How a thing stands to the one that is judged. */
enum guard_kin {
    GUARD_WHOLE,  /* the thing, or what a loop device makes it of: all of it is written */
    GUARD_PART,   /* a partition of it */
    GUARD_AROUND, /* the disk that it is a partition of */
    GUARD_UNDER,  /* what a mapping or array puts it together from */
};

struct guard_node {
    struct guard_thing thing;
    enum guard_kin kin;
    dev_t user; /* the device that led here from above, which may use it; 0 if none */
    char name[GUARD_NAME_MAX];
};

struct guard_kinship {
    struct guard_node *at; /* the first is what is judged; owned */
    size_t nr, room;
    bool is_cut; /* there is more than could be looked at, or something that cannot be found */
};

bool guard_thing_equal(const struct guard_thing *left, const struct guard_thing *right);

/* What *status is of; false where that is neither a block device nor a regular file. */
bool guard_thing_of_stat(const struct stat *status, struct guard_thing *thing);

/* What path leads to, below root.  A device without a node in /dev is found by its name in /sys.
 * Returns false where it is neither. */
bool guard_thing_of_path(const char *root, const char *path, struct guard_thing *thing);

/* Writes "/sys/dev/block/MAJOR:MINOR" and what follows to path. */
void guard_sys_path(char path[GUARD_PATH_MAX], dev_t dev, const char *rest);

/* Reads a number as "8:1" from the file; false where there is none. */
bool guard_read_number(const char *root, const char *path, dev_t *dev);

/* Writes the kernel's name of the device, "sda1", or its number where it has none. */
void guard_device_name(const char *root, dev_t dev, char name[GUARD_NAME_MAX]);

/* Lists the loop devices in use below root; frees with guard_view_free(). */
void guard_view_read(struct guard_view *view, const char *root);
void guard_view_free(struct guard_view *view);

/* Finds all that shares storage with thing: its partitions, its disk, what lies below it, and
 * so on.  The caller frees with free(kinship->at). */
void guard_kin_find(const struct guard_view *view, const struct guard_thing *thing,
                    struct guard_kinship *kinship);

/* Writes how a node is called in a message: "its partition sda1". */
void guard_kin_words(const struct guard_kinship *kinship, size_t nr, char *words, size_t size);

/* Finds what one of the kinship is in use for.  Returns true where there is such a use,
 * which *use then says ("its partition sda1 is mounted on /srv"), and *mend what ends it. */
bool guard_use_find(const struct guard_view *view, const struct guard_kinship *kinship,
                    struct strbuf *use, const char **mend);

/* The same for processes that have one of them open for writing; processes that may not be
 * looked at count as a use of a device. */
bool guard_writer_find(const char *root, const struct guard_kinship *kinship,
                       struct strbuf *use, const char **mend);

/* All of that: returns true where thing must not be written, whoever allows it. */
bool guard_is_used(const char *root, const struct guard_thing *thing, struct strbuf *use,
                   const char **mend);

/* Adds in a few words what the thing is: "sda, Example Disk 9, 480 GB", or how large a file is. */
void guard_describe(const char *root, const struct guard_thing *thing, uint64_t bytes,
                    struct strbuf *words);

/* Adds the ways, with commas between them, by which other hosts may reach the device or what lies
 * below it ("iSCSI"); nothing where none is seen. */
void guard_transports(const char *root, const struct guard_thing *thing, struct strbuf *words);

/* Signatures of what stands on a device. */
struct guard_signatures {
    char at[16][32]; /* as libblkid names them: "ext4", "gpt", "LVM2_member" */
    size_t nr;
};

/* Finds all signatures on what fd has open for reading.  Where they cannot be read, or the
 * program was built without libblkid, there is one, "unknown". */
void guard_signatures_read(int fd, struct guard_signatures *signatures);

#endif
