/* Options of jobs: one table for job files and for the command line. */
#ifndef IOD_COLLECT_JOB_OPTION_H
#define IOD_COLLECT_JOB_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/job.h"
#include "record/diag.h"

enum job_option_kind {
    JOB_OPTION_SIZE,   /* struct job_size */
    JOB_OPTION_BYTES,  /* uint64_t; numbers with suffixes */
    JOB_OPTION_COUNT,  /* unsigned */
    JOB_OPTION_COUNTS, /* uint64_t, no suffix in its sense but taken as one */
    JOB_OPTION_FLAG,   /* bool; without a value it is 1 */
    JOB_OPTION_UNFLAG, /* bool that is false where the option is set */
    JOB_OPTION_TIME,   /* uint64_t, ns */
    JOB_OPTION_TEXT,   /* const char * */
    JOB_OPTION_OWN,    /* has a function of its own */
    JOB_OPTION_OWN_FLAG, /* the same, and may stand without a value */
    JOB_OPTION_IGNORED,  /* of fio; changes nothing that is measured here; gives a note */
    JOB_OPTION_LACKING,  /* of fio; would change what is measured, and cannot be done */
};

struct job_setting;

struct job_option {
    const char *name, *alias; /* alias NULL if none */
    enum job_option_kind kind;
    size_t member;            /* offset in struct job */
    uint64_t least, most;     /* of numbers */
    uint64_t unit_ns;         /* of times without a unit */
    bool (*set)(struct job_setting *setting);
    const char *meaning; /* a sentence without its full stop; what to do of LACKING */
};

/* Where options come from and go to.  All is borrowed. */
struct job_setting {
    struct job *job;
    struct arena *arena;       /* texts are copied into it */
    unsigned kb_base;          /* 1024 or 1000; the option kb_base sets it */
    bool ignores_unknown;      /* unknown options are notes, not errors */
    const char *path;          /* for messages; NULL for the command line */
    unsigned long line;
    const struct diag_sink *sink;

    /* While an option is set. */
    const struct job_option *option;
    const char *value; /* NULL: there is none */
};

/* Returns all options, *nr of them, in the order of their names. */
const struct job_option *job_option_list(size_t *nr);

/* Returns the option of that name or alias, or NULL. */
const struct job_option *job_option_find(const char *name);

/* Stores up to room names and aliases, and returns how many. */
size_t job_option_names(const char **names, size_t room);

/* Whether the option needs no value. */
bool job_option_may_stand_alone(const struct job_option *option);

/* Sets an option of setting->job, and notes it in its params under its name; value is
 * NULL where none is given.  Returns 0; or -1 where it is unknown, wrong or cannot be
 * done, which is reported with the mend (of an unknown one: the nearest name). */
int job_option_set(struct job_setting *setting, const char *name, const char *value);

/* Gives job the defaults of fio: a job that nothing is said of. */
void job_option_defaults(struct job *job);

/* Reports that the value of the option being set is wrong; what is wanted is said in wanted.
 * Returns false. */
bool job_option_wrong(struct job_setting *setting, const char *wanted);

#endif
