/* Inside a group: its seats, and how they are watched. */
#ifndef IOD_COLLECT_GROUP_PARTS_H
#define IOD_COLLECT_GROUP_PARTS_H

#include <pthread.h>
#include <time.h>

#include "collect/group.h"

enum { NS_PER_S = 1000000000, NS_PER_MS = 1000000, STOP_LOOK_MS = 100 };

/* What a member's thread shares with the thread that watches.  It is not freed where the
 * thread hangs. */
struct seat {
    struct group *group;
    struct group_member *member;
    struct worker_live live;
    _Atomic(struct worker *) worker; /* while it may be looked at */
    pthread_t thread;
    bool is_started;
    struct group_second last; /* counts at the last look */
    uint64_t last_ns;
    bool is_counted;          /* its last second is: what comes then is verifying, or waiting
                                 for others */
    struct job_figures figures;
    struct worker *left; /* see struct group_member */
    bool is_open, is_over, has_failed;
    struct diag failure;
};

struct group {
    const struct group_request *request;
    struct seat *seats;
    pthread_mutex_t lock; /* of what follows, and of the seats' flags */
    pthread_cond_t changed;
    unsigned opened_nr, done_nr, over_nr; /* done: measured, and perhaps still to be verified */
    bool may_start, is_cancelled;
    _Atomic bool stop;
    uint64_t start_ns;
    struct diag_sink notes; /* for the threads: hands on to the request's, under note_lock */
    pthread_mutex_t note_lock;
};

/* Returns a time of a clock in ns as the kernel wants it. */
struct timespec group_time(uint64_t ns);

/* Reads how far the nr threads are; before is what was read the time before, all zero bytes at
 * first.  Called under the lock. */
void group_progress_read(const struct group *group, unsigned nr, uint64_t now_ns,
                         const struct group_progress *before, struct group_progress *progress);

/* Looks at the nr threads until they are over: counts their seconds, passes a stop on,
 * ends the group where an I/O takes too long, and reads what the host did.  Returns when all
 * are over, or when those that are not had their time to drain. */
void group_watch(struct group *group, unsigned nr, struct group_result *result);

#endif
