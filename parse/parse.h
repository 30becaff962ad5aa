/* Parse: findings to records, in the order of the input. */
#ifndef IOD_PARSE_PARSE_H
#define IOD_PARSE_PARSE_H

#include <stddef.h>

#include "parse/findings.h"
#include "record/diag.h"
#include "record/record.h"

/* Where records go. */
struct parse_sink {
    /* Takes a record, borrowed for the call.  Returns 0, or -1 to stop. */
    int (*take)(void *context, const struct record *record);
    void *context;
};

/* What a run adds up. */
struct parse_count {
    size_t messages;
    size_t messages_with_results;
    size_t results;  /* records of kind result, quoted ones included */
    size_t quoted;
    size_t series;   /* records of kind series */
    size_t claims;   /* records of kind claim, quoted ones included */
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

/* Takes what was found in one message, after that of all earlier messages: what it has
 * to say goes to the sink, its records get their id and go there too.  Returns 0, or
 * -1 when the sink stopped it. */
int parse_take(struct parse *parse, struct findings *findings);

/* Counts messages, with findings or without. */
void parse_count_messages(struct parse *parse, size_t nr);

/* Parses length bytes of the file path, message by message.  Returns 0, or -1 when the
 * sink stopped it. */
int parse_file(struct parse *parse, const char *path, const char *bytes, size_t length);

const struct parse_count *parse_counted(const struct parse *parse);

#endif
