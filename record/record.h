/* The record: one measured result, claim, host or series of format iodelta/1. */
#ifndef IOD_RECORD_RECORD_H
#define IOD_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"

#define RECORD_FORMAT "iodelta/1"

enum record_kind {
    RECORD_RESULT,
    RECORD_CLAIM,
    RECORD_HOST,
    RECORD_SERIES,
    RECORD_CAMPAIGN, /* what was to be measured, and why it ended */
    RECORD_RUN,      /* one run of a campaign is over */
    RECORD_KINDS_NR,
};
enum record_scope { RECORD_SCOPE_JOB, RECORD_SCOPE_GROUP, RECORD_SCOPE_ALL_CLIENTS };
enum record_side { RECORD_GREATER, RECORD_LESS };

/* A list of names with texts, in the order in which they were set. */
struct record_pair {
    const char *name;
    const char *value;
};
struct record_pairs {
    struct record_pair *at;
    uint32_t nr, room;
};

/* A measured value; precision is one unit of the last printed digit, in the
 * unit of the metric, and 0 where that is finer than 0.1 % or not known. */
struct record_metric {
    const char *name;
    double value;
    double precision;
};

/* What of a metric is often the same from record to record, so that those that are read
 * share it: see struct record. */
struct record_form {
    const char *name;
    double precision;
};

/* A metric of which only a bound is known: greater or less than value. */
struct record_bound {
    const char *name;
    enum record_side side;
    double value;
};

/* Where a level of config comes from. */
struct record_label {
    const char *factor;
    const char *rule;   /* the rule's name, such as "heading" */
    unsigned long line; /* in the decoded part, 1-based */
    const char *text;   /* the line, or what of it gave the level */
};

struct record_warning {
    const char *code;   /* one of record/warning.h */
    unsigned long line; /* where the evidence stands, 0 if nowhere */
};

/* The printed figure of a metric in source.text, in bytes. */
struct record_column {
    const char *metric;
    size_t first;
    size_t length;
};

struct record_bin {
    uint32_t index;
    uint64_t count;
};

/* A log-linear histogram of latencies; sub_bits is the number of bits below the
 * leading one that a bin keeps. */
struct record_hist {
    const char *name; /* "clat_ns" */
    unsigned sub_bits;
    struct record_bin *bins;
    size_t nr;
};

struct record_error {
    const char *name; /* "EIO" */
    uint64_t count;
};

/* One column of a series: "t_s" or the name of a metric. */
struct record_column_values {
    const char *name;
    double *at;
    size_t nr;
};

struct record_claim {
    double low, high; /* equal for a single number; both 0 for "no difference" */
    const char *unit; /* "%", "x" or the unit of a rate */
    const char *direction; /* "increase", "decrease", "none" */
    const char *op;
    const char **words;
    size_t words_nr;
    const char *hedge; /* "", "about", "up-to", "at-least" */
    const char *text;

    /* Of a change that a table prints beside its figures; NULL and empty else. */
    const char *metric;                /* of the figures that it compares */
    struct record_pairs baseline, new; /* the factors in which they differ: factor to level */
    const char *compares[2];           /* ids of the results: baseline, new */
};

/* Where the numbers stand. */
struct record_source {
    const char *path;
    const char *message_id;
    const char *date; /* UTC, "2013-07-28T12:22:50Z" */
    const char *subject;
    const char *list;     /* the mailing list, by its List-Id or address */
    const char *part;     /* name or number of the MIME part, "" for the main text */
    unsigned long line;   /* in the decoded part, 1-based; 0 where there is none */
    uint64_t offset;      /* the byte in the file; of the part where it is encoded */
    unsigned quote;       /* depth of quotation */
    bool has_offset;
    const char *text;     /* the line */
    const char *fingerprint;
    const char *first;    /* of a quoted result: the id of the one that it repeats */
    const char *cell;     /* the literal cell of a table */
    struct record_pairs cells; /* metric to literal cell */
    struct record_column *cols;
    uint32_t cols_nr, cols_room;
    struct record_label *labels;
    uint32_t labels_nr, labels_room;
};

/* A record and everything that it points to live in one arena, which whoever
 * made it keeps.  Texts are UTF-8; a text that is not set is NULL. */
struct record {
    struct arena *arena; /* borrowed */
    enum record_kind kind;
    enum record_scope scope;
    unsigned jobs; /* how many jobs the figures sum; 0 where not known */
    unsigned run;  /* 1-based repetition; 0 where there is no evidence of one */
    const char *id;
    const char *of; /* the id of the result that this record describes */
    const char *tool;
    const char *tool_version;
    struct record_pairs config; /* factor to level */
    struct record_pairs params; /* what the tool states about its settings */
    struct record_pairs facts;  /* of a host, a campaign or a run: name to value */
    const char *invocation;
    const char *group;
    const char *job;
    unsigned long seq;   /* 1-based place in a campaign, 0 if none */
    unsigned long round; /* 1-based interleave block, 0 if none */
    const char *start, *end; /* UTC */
    const char *loop;        /* "open" or "closed" */
    const char *op;          /* "" where the source names none */
    struct record_form *forms; /* of the metrics, which record_metric_at() puts together */
    double *values;
    uint32_t metrics_nr, metrics_room;
    struct record_bound *bounds;
    uint32_t bounds_nr, bounds_room;
    struct record_hist *hists;
    uint32_t hists_nr, hists_room;
    struct record_error *errors;
    uint32_t errors_nr, errors_room;
    struct record_column_values *series;
    uint32_t series_nr, series_room;
    struct record_warning *warnings;
    uint32_t warnings_nr, warnings_room;
    struct record_claim *claim;
    bool quoted;
    struct record_source source;
};

/* Returns an empty record of that kind; it lives as long as the arena. */
struct record *record_new(struct arena *arena, enum record_kind kind);

/* As arena_grow(), for the lists of a record and in its arena. */
void *record_grow(struct record *record, void *list, uint32_t nr, uint32_t *room, size_t size);

/* Copies length bytes of text into the record's arena. */
const char *record_text(struct record *record, const char *text, size_t length);

/* Sets name to value in the list of a record (config, params, facts, …), in
 * place of an earlier value; both are copied. */
void record_set_pair(struct record *record, struct record_pairs *pairs, const char *name,
                     const char *value);

/* Returns the value of name, or NULL; borrowed from the record. */
const char *record_pair(const struct record_pairs *pairs, const char *name);

/* Takes name out of the list; an absent name has no effect. */
void record_unset_pair(struct record_pairs *pairs, const char *name);

/* Sets a metric in its unit, in place of an earlier value or bound; name is
 * copied.  A value that is no finite number is left out.  precision: see struct
 * record_metric; it is dropped where it is finer than 0.1 % of value. */
void record_set_metric(struct record *record, const char *name, double value, double precision);

/* Returns the metric of that number, below metrics_nr. */
static inline struct record_metric record_metric_at(const struct record *record, size_t index)
{
    const struct record_form *form = &record->forms[index];
    return (struct record_metric){form->name, record->values[index], form->precision};
}

/* Finds a metric by name; writes its value to *value if that is not NULL.
 * Returns whether the record has it. */
bool record_metric(const struct record *record, const char *name, double *value);

/* Returns the precision of a metric, see struct record_metric; 0 where the record
 * has no such metric. */
double record_precision(const struct record *record, const char *name);

/* Takes a metric out, with its precision. */
void record_unset_metric(struct record *record, const char *name);

/* Sets a bound; a metric of that name is taken out. */
void record_set_bound(struct record *record, const char *name, enum record_side side,
                      double value);

/* Returns the bound of a metric, or NULL. */
const struct record_bound *record_bound(const struct record *record, const char *name);

/* Adds a warning, once for a code; line: see struct record_warning. */
void record_warn(struct record *record, const char *code, unsigned long line);

/* Returns whether the record has the warning. */
bool record_has_warning(const struct record *record, const char *code);

/* Takes a warning out again; an absent one has no effect. */
void record_unwarn(struct record *record, const char *code);

/* Sets factor to level in config and keeps where it comes from. */
void record_set_label(struct record *record, const char *factor, const char *level,
                      const char *rule, unsigned long line, const char *text);

/* Adds to the count of errors of that name, such as "EIO", which is copied. */
void record_add_error(struct record *record, const char *name, uint64_t count);

/* Adds a histogram of nr bins, all zero, and returns them for the caller to fill, in
 * the order of their index; they live in the record's arena.  name is copied. */
struct record_bin *record_add_hist(struct record *record, const char *name, unsigned sub_bits,
                                   size_t nr);

/* Adds a column of nr values to a series and returns them for the caller to fill; as above. */
double *record_add_series(struct record *record, const char *name, size_t nr);

/* Notes that the figure of metric stands at byte first of source.text, length
 * bytes long. */
void record_set_column(struct record *record, const char *metric, size_t first, size_t length);

/* Sets id from where the record stands and what it is (source, tool, job, op,
 * invocation), so that the same input gives the same id, by record_hash(). */
void record_set_id(struct record *record);

/* Returns 16 hex digits of hash_bytes() over length bytes, in the arena. */
const char *record_hash(struct arena *arena, const char *text, size_t length);

/* Sets all params of another record; those that it has already get the other's value. */
void record_set_params(struct record *record, const struct record_pairs *params);

/* The same, but what it has already stays. */
void record_add_params(struct record *record, const struct record_pairs *params);

/* Takes out of pairs those that others lack or give another value. */
void record_keep_common(struct record_pairs *pairs, const struct record_pairs *others);

/* The words that stand for the enumerations in files. */
const char *record_kind_name(enum record_kind kind);
const char *record_scope_name(enum record_scope scope);

#endif
