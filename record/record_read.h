/* Reading a record from its line of JSON: the layout of doc/record-format.md in code, the
 * way back of record_json.c.  Several files share what stands below record_read_line(). */
#ifndef IOD_RECORD_RECORD_READ_H
#define IOD_RECORD_RECORD_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/json_line.h"
#include "record/names.h"
#include "record/record.h"

enum record_read_result {
    RECORD_READ_DONE,
    RECORD_READ_NO_JSON,       /* why says what is wrong */
    RECORD_READ_NO_RECORD,     /* "format" is not that of records */
    RECORD_READ_OTHER_VERSION, /* why is the format */
    RECORD_READ_WRONG_VALUE,   /* why names the key whose value has the wrong type */
};

struct reading;

/* Texts up to this length are looked up whether they came before. */
enum { READING_SHARED_MAX = 200 };

/* Returns what reads records into the arena, which is borrowed; reading_free() frees it.
 * Records of one reading share lists and texts that are equal, so they must not be changed:
 * see record_io.h. */
struct reading *reading_new(struct arena *arena);
void reading_free(struct reading *reading);

/* Leaves source.text, .col and .labels out of the records that follow, see record_io.h. */
void reading_leave_lines(struct reading *reading);

/* Returns the arena that it was made with. */
const struct arena *reading_arena(const struct reading *reading);

/* Reads a record from length bytes of text, followed by JSON_LINE_SLACK as in json_line.h;
 * unknown keys are checked and passed over.  *record is set with RECORD_READ_DONE, *why
 * else, until the next call. */
enum record_read_result record_read_line(struct reading *reading, const char *text, size_t length,
                                         struct record **record, const char **why);

/* An array that grows and is used again for each record. */
struct reading_list {
    void *at;
    size_t nr, room;
};

/* The objects of a record whose keys are fixed. */
enum reading_object {
    READING_RECORD,
    READING_SOURCE,
    READING_CLAIM,
    READING_LABEL,
    READING_HIST,
    READING_BOUND,
    READING_OBJECTS,
};

/* A value of a record that belongs to a name. */
struct reading_figure {
    struct name *name;
    bool is_right;  /* of the right type */
    double value;   /* of a metric, digit or bound */
    uint64_t count; /* of a warning: its line */
    enum record_side side;
};

struct reading {
    struct json_line line;
    struct arena *arena;
    struct names *names;
    struct name *after;   /* the key before the next one */
    uint64_t moment;      /* a number for each object and record, for struct name */
    struct record record; /* copied into the arena at the end */
    const char *wrong;    /* the first key with a wrong value, or NULL */
    char format[64];      /* cut; "" where there is none */
    bool has_kind;
    bool leaves_lines;       /* texts, columns and labels are checked and not kept */
    bool has_long;           /* a value of the pairs is too long to be shared */
    const char *pairs_wrong; /* how the pairs are named */
    struct reading_list pairs, metrics, digits, bounds, hists, bins, errors, series, samples;
    struct reading_list forms; /* of the metrics */
    size_t forms_nr, forms_new; /* how many were looked up, and how many of them were new */
    struct reading_list words, codes, lines, labels, cols;
    struct record_claim claim;
    struct record_label label;
    struct record_hist hist;
    struct reading_figure bound;
    uint64_t has; /* which keys the object last read has, a bit for each row of its table */
};

/* A key of a fixed object: what takes its value, and where the value goes. */
struct reading_key {
    const char *key;
    void (*take)(struct reading *reading, const struct reading_key *key);
    const char *wrong; /* how a message names it */
    size_t offset;     /* in struct reading */
};

/* The keys of an object, ended by a row without key, 64 at most. */
extern const struct reading_key reading_record_keys[], reading_source_keys[],
    reading_claim_keys[], reading_label_keys[], reading_hist_keys[], reading_bound_keys[];

/* Notes that the value of a key is of the wrong type. */
void reading_wrong(struct reading *reading, const char *key);

/* Return one more element of size bytes, zeroed; and a copy of the list in the arena, NULL
 * where it is empty. */
void *reading_add(struct reading_list *list, size_t size);
void *reading_keep(const struct reading *reading, const struct reading_list *list, size_t size);

/* Reads the next value where it is a text, a number, or an integer from 0 to most, also one
 * that is written as "2.0", as other programs do; another value is passed over and gives
 * false. */
bool reading_text(struct reading *reading, struct json_span *span);
bool reading_real(struct reading *reading, double *value);
bool reading_count(struct reading *reading, uint64_t most, uint64_t *count);

/* Takes a text into the arena: of one that comes again and again there is one copy. */
const char *reading_shared(struct reading *reading, const struct json_span *span);
const char *reading_copied(struct reading *reading, const struct json_span *span);

/* Reads the next value where it is an object, by the table of its keys; another value is
 * passed over and gives false. */
bool reading_object(struct reading *reading, enum reading_object object);

/* Reads the next value where it is an object of any keys: take is called for each, and must
 * read its value.  Another value is passed over and gives false. */
bool reading_map(struct reading *reading,
                 void (*take)(struct reading *reading, struct name *name));

/* Enters the next value where it is an array, as json_line_enter() does; another value is
 * passed over and gives false. */
bool reading_enter_array(struct reading *reading);

/* What the tables of keys have in common. */
void reading_take_text(struct reading *reading, const struct reading_key *key);
void reading_take_name(struct reading *reading, const struct reading_key *key);
void reading_take_long(struct reading *reading, const struct reading_key *key);
void reading_take_unsigned(struct reading *reading, const struct reading_key *key);
void reading_take_pairs(struct reading *reading, const struct reading_key *key);

/* Writes the members of an array of nr integers, each up to most, into counts; reads over
 * another value, and returns false then. */
bool reading_counts(struct reading *reading, uint64_t *counts, size_t nr, const uint64_t *most);

/* The figures (record_read_figures.c) and the source (record_read_source.c). */
void reading_take_metrics(struct reading *reading, const struct reading_key *key);
void reading_take_precision(struct reading *reading, const struct reading_key *key);
void reading_take_bounds(struct reading *reading, const struct reading_key *key);
void reading_take_hists(struct reading *reading, const struct reading_key *key);
void reading_take_errors(struct reading *reading, const struct reading_key *key);
void reading_take_series(struct reading *reading, const struct reading_key *key);
void reading_take_claim(struct reading *reading, const struct reading_key *key);
void reading_take_warnings(struct reading *reading, const struct reading_key *key);
void reading_take_source(struct reading *reading, const struct reading_key *key);

/* Put together what stands under several keys: metrics with their precision and bounds,
 * warnings with their lines.  Return NULL, or the key of which a value is of the wrong type. */
const char *reading_join_figures(struct reading *reading);
const char *reading_join_warnings(struct reading *reading);

#endif
