/* Patterns: tables of rows that recognise a tool's lines, and the walk over them. */
#ifndef IOD_PARSE_PATTERN_H
#define IOD_PARSE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record.h"
#include "record/units.h"

/* How the text of a group becomes a number in the unit of its metric. */
enum pattern_unit {
    PATTERN_TEXT,    /* no number: goes to params under the field's name */
    PATTERN_BINARY,  /* bytes or bytes/s, K is 1024 */
    PATTERN_DECIMAL, /* bytes or bytes/s, k is 1000 and Ki 1024 */
    PATTERN_COUNT,   /* a count or rate, k is 1000 */
    PATTERN_NUMBER,  /* as it stands */
    PATTERN_MSEC,    /* milliseconds to seconds */
    PATTERN_NONE,    /* the tool's code reads it */
};

struct pattern_field {
    const char *group; /* the named group */
    const char *name;  /* the metric, or the param */
    enum pattern_unit unit;
};

enum { PATTERN_FIELDS = 12 };

/* Begins a list of characters in place of a literal: one of them must stand in the line, where
 * '0' is any digit.  pattern_match() alone looks at it. */
#define PATTERN_ANY "\1"

/* Stands behind a literal, before characters of which each must stand in the line as well, '0'
 * for any digit: "+" PATTERN_ALL "0".  pattern_match() alone looks at them. */
#define PATTERN_ALL "\2"

struct pattern_row {
    int id;              /* what the tool calls it; unique in its table */
    const char *literal; /* must stand in the line: found much faster than the regex */
    const char *regex;   /* PCRE2, extended (white space and comments do not count) */
    struct pattern_field fields[PATTERN_FIELDS]; /* ended by a NULL group */
};

/* The rows of one table, each compiled when its literal is first met. */
struct pattern_set;

/* Returns a set over nr rows, borrowed; the caller frees it with pattern_set_free().  The
 * rows are constants: what is compiled of them serves all sets over them, also those of
 * other threads.  A set itself belongs to one thread. */
struct pattern_set *pattern_set_new(const struct pattern_row *rows, size_t nr);

/* The same for rows that may change or vanish once the set is freed. */
struct pattern_set *pattern_set_new_own(const struct pattern_row *rows, size_t nr);
void pattern_set_free(struct pattern_set *set);

/* A match; valid until the next match of the same set. */
struct pattern_match {
    const struct pattern_row *row;
    const char *subject;
    const void *code; /* pcre2_code */
    void *data; /* pcre2_match_data */
};

/* Returns a bit for each kind of character that stands in length bytes: what lacks a bit of a
 * word does not hold the word. */
uint64_t pattern_letters(const char *at, size_t length);

/* Tries the rows in order on length bytes of line.  Returns whether one matched,
 * and then sets *match.  A line that exceeds the match limits matches nothing. */
bool pattern_match(struct pattern_set *set, const char *line, size_t length,
                   struct pattern_match *match);

/* The same for the one row of that id. */
bool pattern_match_row(struct pattern_set *set, int id, const char *line, size_t length,
                       struct pattern_match *match);

/* Returns how many bytes the whole match spans. */
size_t pattern_match_length(const struct pattern_match *match);

/* Finds a named group that took part in the match and is not empty; *at and
 * *length get its place.  Returns whether there is one. */
bool pattern_group(const struct pattern_match *match, const char *name, const char **at,
                   size_t *length);

/* Returns the text of a group in the arena, or NULL. */
const char *pattern_group_text(const struct pattern_match *match, const char *name,
                               struct arena *arena);

/* Reads a group as a number of that unit into *value; *digit_value (may be NULL)
 * gets one unit of its last digit.  Returns whether there is one. */
bool pattern_group_value(const struct pattern_match *match, const char *name,
                         enum pattern_unit unit, double *value, double *digit_value);

/* Sets the metrics and params of the row's fields in the record, with precision
 * and columns (the subject is the record's source.text). */
void pattern_fill(const struct pattern_match *match, struct record *record);

/* Returns how many matches met the limits since the set was made.  For tests. */
unsigned pattern_set_cut_off(const struct pattern_set *set);

/* Called with each row that matches, while it is not NULL.  For tests. */
extern void (*pattern_watch)(const struct pattern_row *row);

/* Compiles every row; returns the id of the first that does not compile or whose
 * groups and fields do not fit each other, with *why set, or -1.  For tests. */
int pattern_set_check(struct pattern_set *set, const char **why);

#endif
