/* Parse: the way from a file's bytes to records. */
#ifndef IOD_PARSE_PARSE_H
#define IOD_PARSE_PARSE_H

#include <stddef.h>

#include "record/diag.h"
#include "record/record.h"

/* Where records go. */
struct parse_sink {
    /* Takes a record, borrowed for the call.  Returns 0, or -1 to stop. */
    int (*take)(void *context, const struct record *record);
    void *context;
};

/* What parse_file() adds up over its calls. */
struct parse_count {
    size_t messages;
    size_t results;  /* records of kind result, quoted ones included */
    size_t quoted;
    size_t series;   /* records of kind series */
    size_t warnings; /* codes on records */
    size_t failures; /* blocks of a known tool that gave no record: said to the sink */
    size_t damaged;  /* mails that are cut: said to the sink */
};

/* One run over any number of files: remembers what it has seen, so that quoted
 * repeats are told from results. */
struct parse;

/* Returns a parser, which the caller frees with parse_free().  Both sinks are
 * borrowed. */
struct parse *parse_new(const struct parse_sink *records, const struct diag_sink *diags);
void parse_free(struct parse *parse);

/* Gives every record from now on the level of that factor, in place of what the
 * text says; both are copied. */
void parse_set_label(struct parse *parse, const char *factor, const char *level);

/* Parses length bytes of the file path.  Returns 0, or -1 when the sink stopped
 * it. */
int parse_file(struct parse *parse, const char *path, const char *bytes, size_t length);

const struct parse_count *parse_counted(const struct parse *parse);

#endif
