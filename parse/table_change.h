/* Changes that a table prints beside its figures: what they compare. */
#ifndef IOD_PARSE_TABLE_CHANGE_H
#define IOD_PARSE_TABLE_CHANGE_H

#include "parse/table_reading.h"

enum change_kind { IN_PERCENT, IN_TIMES, IN_UNITS, CHANGE_KINDS };

/* Where the base of a change stands: in its line; in another of the same column; in the same
 * line and column of the table before. */
enum change_base { SAME_LINE, FIRST_LINE, LINE_ABOVE, LAST_LINE, TABLE_BEFORE, CHANGE_BASES };

/* A figure of a result, in the unit of its metric. */
struct change_side {
    double value, digit;
    struct record *record; /* NULL for none */
    const char *metric;
};

/* A column (or row, which is read as one) of changes; its lines are rows (or columns). */
struct change_axis {
    const struct table_reading *reading;
    const struct change_side *sides; /* of each row, one for each column */
    const struct change_side *before; /* the same in the table before, NULL for none */
    bool is_row;
    bool is_inside; /* the changes stand behind figures in their cells */
    size_t at;
};

/* Which figures the changes of an axis compare. */
struct change_rule {
    enum change_kind kind; /* CHANGE_KINDS where only their place tells */
    enum change_base base;
    size_t from, to; /* columns (or rows) */
    size_t step;     /* how many lines above */
    size_t found, plain, all;
};

size_t table_change_lines(const struct change_axis *axis);
struct table_place table_change_place(const struct change_axis *axis, size_t line, size_t field);

/* The figure that a line's change is of, and the one that it is compared with. */
struct change_side table_change_to(const struct change_axis *axis, const struct change_rule *rule,
                                   size_t line);
struct change_side table_change_from(const struct change_axis *axis,
                                     const struct change_rule *rule, size_t line);

/* Says whether one can be compared with the other: two results of one metric and operation. */
bool table_change_is_pair(const struct change_side *from, const struct change_side *to);

/* Reads the change in a line of the axis; returns whether there is one. */
bool table_change_read(const struct change_axis *axis, size_t line, struct table_value *change);

/* The change that stands behind a figure in its cell. */
struct table_value table_change_inside(const struct table_value *value);

/* The unit of a change that is a difference. */
const struct table_scale *table_change_unit(const struct change_axis *axis,
                                            const struct table_value *change, size_t line);

/* What heads the axis. */
const char *table_change_head(const struct change_axis *axis);

/* Says whether the header speaks of what became better: "improvement". */
bool table_change_is_gain(const char *head);

/* Says whether changes with that unit may be of the kind, as far as the header tells. */
bool table_change_may_be(const struct change_axis *axis, enum change_kind kind,
                         const struct table_value *change);

/* Find the rule by arithmetic, which most changes must follow; by where the changes stand.
 * Return whether there is one. */
bool table_change_find_rule(const struct change_axis *axis, struct change_rule *rule);
bool table_change_guess_rule(const struct change_axis *axis, struct change_rule *rule);

#endif
