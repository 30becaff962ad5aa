/* Job sets: what tells the groups of one invocation apart. */
#ifndef IOD_REPORT_JOBSET_H
#define IOD_REPORT_JOBSET_H

#include "record/arena.h"
#include "report/attribute.h"

/* Returns a level for each measurement, as an array that the caller frees; the
 * levels live in the arena, NULL where there is none.  Groups of one invocation ran one after the other and did
 * different work, so they are never repetitions of each other: where an
 * invocation has several groups of the same op, run and round, equal in all
 * attributes that vary, the level is the names of a group's jobs, joined by
 * commas, or "group N" where the names do not tell the groups apart.  The only
 * group of another invocation has the level where its jobs have those names. */
const char **jobset_levels(const struct measure_list *measures, const struct attribute_list *list,
                           struct arena *arena);

#endif
