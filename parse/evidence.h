/* Evidence: what a text says that bears on whether its figures can be believed. */
#ifndef IOD_PARSE_EVIDENCE_H
#define IOD_PARSE_EVIDENCE_H

#include <stdbool.h>

#include "parse/text.h"

/* A statement of the text; line is 0 where there is none. */
struct evidence_size {
    double bytes;
    unsigned long line;
};

/* A line that says that caches were emptied, by its place. */
struct evidence_place {
    size_t stream, line; /* as in struct result */
};

struct evidence {
    struct evidence_size ram; /* the least memory that any line states */
    unsigned long compression; /* line that names compression, deduplication, or a device
                                  that does it; 0 for none */
    unsigned long packing_fs;  /* line that names a file system that may compress */
    unsigned long plain_fs;    /* line that names one that does not */
    bool denies_compression;   /* a line says that it is off */
    struct evidence_place *drops; /* in order; in the arena of the text */
    size_t drops_nr, drops_room;
};

/* Reads the lines of a text, those of results and footers left out, for
 *
 * memory: "RAM is 24104M" (bonnie++), "16 GB of RAM", "Memory: 4 GiB", MemTotal,
 * mem= of a kernel, -m of qemu, and -r of bonnie++ where nothing else states it;
 * compression: its names, and those of file systems that can do it;
 * caches that were emptied: drop_caches, umount, mount, reboot and the like. */
void evidence_find(const struct text *text, struct evidence *evidence);

#endif
