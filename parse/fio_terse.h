/* fio's terse output: the places of its fields, version by version. */
#ifndef IOD_PARSE_FIO_TERSE_H
#define IOD_PARSE_FIO_TERSE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "record/record.h"

/* At most so many fields are looked at: version 5 has 227 with four directions, each
 * disk has nine. */
enum { TERSE_FIELDS = 1024, TERSE_DIRECTIONS = 4, TERSE_NONE = -1 };

struct terse_field {
    const char *at;
    size_t length;
};

/* The fields of one direction, each a place counted from its first, TERSE_NONE where a
 * version has none.  KiB are at 0, bw at 1. */
struct terse_direction {
    int fields;      /* how many it has */
    int iops, runtime;
    int slat, clat, lat; /* min, max, mean, standard deviation each */
    int percentiles; /* 20 of "1.000000%=564" */
    int share;       /* of the group's bandwidth, "12.3%": it tells where one stands */
};

/* A version of the whole line.  Source: fio stat.c, show_thread_status_terse*(). */
struct terse_layout {
    const char *name;
    char version;          /* the digit in front, '\0' for none */
    bool has_tool_version; /* behind it: "fio-3.33" */
    char separator;
    const struct terse_direction *direction;
    const char *ops[TERSE_DIRECTIONS]; /* in their order; mixed last */
};

extern const struct terse_layout terse_layouts[];
extern const size_t terse_layouts_nr;

/* A line that was taken apart. */
struct terse_line {
    const struct terse_layout *layout;
    struct terse_field fields[TERSE_FIELDS];
    size_t nr;           /* of fields that are whole */
    size_t first;        /* field of the first direction */
    size_t directions;   /* how many are there, the last one perhaps in part */
    bool is_whole;       /* nothing is missing up to the end of the fixed fields */
    bool is_odd;         /* fields stand where its version has none such: only the rates are told */
    const char *job;     /* in the arena */
    const char *tool_version; /* in the arena, NULL where there is none */
    const char *disks;   /* what follows the fixed fields, "" for nothing */
};

/* Takes text apart, from the version or the job's name on; what stands in front of the
 * version is passed over.  is_ended says that a field that the text ends in is whole.
 * Returns whether it is a terse line, or the head of one with the mean completion
 * latency of a direction at least. */
bool terse_read(struct arena *arena, const char *text, bool is_ended, struct terse_line *line);

/* Returns a field of the line as a number, or 0. */
double terse_number(const struct terse_line *line, size_t field);

/* Returns the operation of a direction. */
const char *terse_op(const struct terse_line *line, size_t direction);

/* Says whether a direction did any I/O. */
bool terse_has_io(const struct terse_line *line, size_t direction);

/* Sets the figures of a direction, those that are there, in the record. */
void terse_fill(const struct terse_line *line, size_t direction, struct record *record);

#endif
