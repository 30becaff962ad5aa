/* Attributes: everything in which measurements can differ, be it a factor that
 * the author varied or a setting that nobody named. */
#ifndef IOD_REPORT_ATTRIBUTE_H
#define IOD_REPORT_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "report/measure.h"

enum attribute_kind {
    ATTRIBUTE_CONFIG, /* a factor of the records' config */
    ATTRIBUTE_HIDDEN, /* tool, version, and settings that always tell results apart; job
                         where the groups of an invocation need it (report/jobset.h) */
    ATTRIBUTE_TARGET, /* the device or file that was read or written */
    ATTRIBUTE_FILE,   /* the input */
    ATTRIBUTE_MESSAGE,
    ATTRIBUTE_JOINED, /* factors whose levels always go together, or that were asked for so */
};

struct attribute {
    const char *name;
    enum attribute_kind kind;
    const char **levels; /* as first written, in the order seen */
    size_t nr;
    size_t absent;   /* measurements without it */
    bool is_varying; /* results must not be merged over it */
    bool is_numeric; /* every level is a number or a size, of the same */
    bool is_joined;  /* has become a part of an ATTRIBUTE_JOINED */
    size_t joined;   /* the index of that */
};

struct attribute_list {
    struct attribute *at;
    size_t nr;
    size_t room;
    size_t dropped_nr; /* factors of config that were one too many to be looked at */
};

/* The level of a setting such as conv or direct where a result states others but
 * not this one. */
#define ATTRIBUTE_NOT_GIVEN "not given"

/* Finds all attributes of the measurements and sets their levels arrays.  Levels
 * are the same where they are equal without regard to ASCII case, or are sizes of
 * equal value (16k, 16384).  Jobs of one measurement that differ in a setting
 * have all its values, joined by commas.
 *
 * Config factors vary with two levels, or with one where some measurements have
 * none; hidden attributes only with two, because not every output states them.
 * A setting that turns something on (conv, oflag, iflag, direct, fsync, fdatasync,
 * sync) has the level ATTRIBUTE_NOT_GIVEN where a result states settings, but not
 * this one or as 0.  At most 64 factors of config are looked at.
 * Config factors whose levels always go together become one joined attribute. */
struct attribute_list attribute_find(struct measure_list *measures, struct arena *arena);

/* Returns the index of the attribute of that name; for the part of a joined one
 * that of the joined one; list->nr where there is none.  Names of settings may be written
 * as fio's other names for them (blocksize for bs). */
size_t attribute_index(const struct attribute_list *list, const char *name);

/* Joins the nr attributes whose indices are given into a new one and returns its
 * index. */
size_t attribute_join(struct attribute_list *list, struct measure_list *measures,
                      const size_t *indices, size_t nr, struct arena *arena);

/* Writes the form in which levels are compared to key, of size bytes. */
void attribute_canonical(char *key, size_t size, const char *level);

/* Reads a level as a number or size, which may be of something and have a remark ("256
 * sectors (default)"); returns whether it is one. */
bool attribute_number(const char *level, double *number);

/* Whether two levels are numbers of the same: both of nothing, or both of sectors. */
bool attribute_are_numbers(const char *a, const char *b);

#endif
