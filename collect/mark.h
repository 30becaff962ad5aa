/* The mark of files that were made here and kept: the extended attribute user.iodelta. */
#ifndef IOD_COLLECT_MARK_H
#define IOD_COLLECT_MARK_H

#include <stdbool.h>
#include <stdint.h>

enum { MARK_OWNER_MAX = 32 };

/* What a marked file is. */
struct mark {
    uint64_t bytes;
    uint64_t seed;  /* of its data, where it has those */
    bool is_seeded; /* it was laid out with seeded data, and not written since */
    char owner[MARK_OWNER_MAX + 1]; /* whose file it is until its last run; "" where it stays */
};

/* Marks a file that is being made or used for owner, "" for nobody in particular: until
 * mark_set() the mark does not hold.  Returns 0; or -1 where the file system has no
 * attributes. */
int mark_begin(int fd, const char *owner);

/* Whether the file that fd has open was made or used for that owner, who did not come to
 * mark_set(): it has no data that anybody counts on.  Never for "". */
bool mark_is_of(int fd, const char *owner);

/* Marks the file that fd has open, and to which nothing is written any more: the mark holds for
 * this file alone, of this size, and until it is written again.  Returns 0, or -1 and errno. */
int mark_set(int fd, const struct mark *mark);

/* Reads the mark of the file that fd has open.  Returns false where there is none or it does not
 * hold: it is that of a file this one is a copy of, or the file was written since. */
bool mark_read(int fd, struct mark *mark);

#endif
