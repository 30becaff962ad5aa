/* What the tests of parse/ share: a text in memory, taken through its steps. */
#ifndef IOD_TESTS_T_PARSE_H
#define IOD_TESTS_T_PARSE_H

#include "parse/command.h"
#include "parse/text.h"
#include "parse/tool.h"

/* A text and what was made of it; everything lives in the arena. */
struct t_parse {
    struct arena *arena;
    struct text *text;
    struct commands commands;
    struct tool_output output;
};

/* Splits a plain text, a literal, into streams. */
void t_parse_text(struct t_parse *parse, const char *plain);

/* The same, with commands found and tool parsers run. */
void t_parse_tools(struct t_parse *parse, const char *plain);

/* The same, with line classes settled, labels set and results checked. */
void t_parse_all(struct t_parse *parse, const char *plain);

/* Frees what was made and leaves parse empty; an empty one is allowed. */
void t_parse_free(struct t_parse *parse);

/* Returns the record of that operation, the nth one (0-based) of them; the test
 * fails where there is none. */
const struct record *t_record(const struct t_parse *parse, const char *op, size_t nth);

/* Returns the value of a metric; the test fails where the record has none. */
double t_metric(const struct record *record, const char *name);

/* Returns the level of a factor, or "" for none. */
const char *t_config(const struct record *record, const char *factor);

/* Returns what the record says of a setting, or "" for nothing. */
const char *t_param(const struct record *record, const char *name);

#endif
