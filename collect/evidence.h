/* Evidence: what tells of a run beside its own clocks: the counters of devices, the page
 * cache, context switches. */
#ifndef IOD_COLLECT_EVIDENCE_H
#define IOD_COLLECT_EVIDENCE_H

#include "collect/disk_stats.h"
#include "collect/io.h"
#include "record/diag.h"
#include "record/record.h"

struct group_member;

/* Of one clone.  Shares are percent, and less than 0 where they are not known. */
struct evidence {
    struct disk_set disks;
    double held_before_pct, held_after_pct; /* of what a job that reads may read: in the
                                               page cache */
    double unasked_pct; /* of the bytes that all jobs of the group read on its only device:
                           what the device was not asked for; from the start of the
                           group, ramps included.  Others that use the device make it less */
};

/* Reads what there is before and after a group.  At the end live counts of the members
 * must still be there.  root is put before /proc and /sys. */
void evidence_begin(struct group_member *members, unsigned nr, const char *root);
void evidence_end(struct group_member *members, unsigned nr, const char *root);

/* Adds it to the result of one operation of the clone, with the warning "page-cache" where
 * reads were answered without the device. */
void evidence_put(struct record *record, const struct group_member *member, enum io_op op);

/* Says it: a warning where reads came from memory, and a note of what there is. */
void evidence_tell(const struct group_member *member, const struct diag_sink *sink);

#endif
