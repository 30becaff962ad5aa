/* Knobs: settings of the kernel that commands change between results. */
#ifndef IOD_PARSE_KNOB_H
#define IOD_PARSE_KNOB_H

#include <stdbool.h>

#include "parse/command.h"

/* One setting. */
struct knob {
    const char *name;  /* the last part of the file's path, or of sysctl's name */
    const char *value;
    bool is_of_files;  /* of a file system: no matter to a result of a device */
};

/* Reads a command that sets a knob: "echo 0 > /sys/…/max_buffer_pages", the same through
 * tee, "sysctl -w vm.dirty_ratio=5", "blockdev --setra 256 /dev/sda", "zfs set compression=lz4
 * tank", "mount -o noatime /dev/sda1 /mnt", "hdparm -W0 /dev/sda".  Returns whether it
 * does; what drop_caches empties is no setting.  Both texts live in the arena. */
bool knob_read(struct arena *arena, const struct command *command, struct knob *knob);

/* Returns the name of the knob that the option of a program sets ("readahead" for --setra of
 * blockdev), NULL for none.  Lives for ever. */
const char *knob_of_option(const char *program, const char *option);

/* Returns what the file of a knob is called ("scheduler" for /sys/block/sda/queue/scheduler),
 * NULL for other files; a part of path. */
const char *knob_of_path(const char *path);

/* Reads a command that asks what is in force, with the line below it: "uname -r" above
 * "6.1.0", "cat /sys/block/sda/queue/scheduler" above "none [bfq]", "blockdev --getra /dev/sda"
 * above "256".  Returns whether it does; the value lives in the arena. */
bool knob_answer_read(struct arena *arena, const struct command *command, const char *answer,
                      struct knob *knob);

/* Returns the name of the knob whose file an echo writes to, NULL for none; in the arena. */
const char *knob_written(struct arena *arena, const struct command *echo);

#endif
