/* Outputs: the one table of formats that a comparison can be written in. */
#ifndef IOD_REPORT_OUTPUTS_H
#define IOD_REPORT_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "record/diag.h"
#include "record/units.h"
#include "report/comparison.h"

/* How bytes are shown. */
enum output_units {
    OUTPUT_UNITS_AUTO, /* as the tool of the row prints them, see compare_is_iec() */
    OUTPUT_UNITS_SI,
    OUTPUT_UNITS_IEC,
};

struct output_options {
    enum output_units units;
    const char *title;    /* NULL: made from the comparison */
    const char *template; /* file for the page, NULL: the built-in one */
    const char *command;  /* that was given, without the output; NULL: not known */
};

struct output_format {
    const char *name;
    const char *extension; /* without the dot */
    const char *summary;
    /* Writes the comparison to out; 0, or -1 with *diag set. */
    int (*write)(const struct comparison *comparison, const struct output_options *options,
                 FILE *out, struct diag *diag);
    /* Whether it shows the lines in which figures stand. */
    bool shows_lines;
    /* Whether this build can write it; NULL: every build can. */
    bool (*is_there)(void);
};

/* Returns the formats as an array of *nr; the first is the default. */
const struct output_format *outputs_list(size_t *nr);

/* Returns the format of that name or extension, or NULL. */
const struct output_format *outputs_find(const char *name);

/* Returns the format that the extension of path names, without regard to case; the
 * default where path has no extension; NULL for an extension that no format has. */
const struct output_format *outputs_by_path(const char *path);

/* Returns the style in which the values of a row, which has that many levels, are
 * shown. */
enum units_style outputs_style(enum output_units units, const struct compare_row *row,
                               size_t levels);

/* Returns the unit behind the values of a row at that scale: IOPS have none of
 * their own, so "k/s" is "k" there.  Lives for ever. */
const char *outputs_unit(const struct compare_row *row, const struct units_scale *scale);

/* Checks out after writing; returns 0, or -1 with *diag set. */
int outputs_check(FILE *out, struct diag *diag);

#endif
