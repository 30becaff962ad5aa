/* The text that a unit test of parse/ is at, one a program, and what all steps made of it. */
#ifndef IOD_TESTS_T_READ_H
#define IOD_TESTS_T_READ_H

#include <check.h>

#include "tests/t_parse.h"

static struct t_parse parse;

/* For tcase_add_checked_fixture(); an empty text is allowed. */
static inline void tear_down(void)
{
    t_parse_free(&parse);
}

/* Reads a plain text in place of the one before. */
static inline void read_text(const char *plain)
{
    tear_down();
    t_parse_all(&parse, plain);
}

/* Returns the record of the result of that index; the test fails where there is none. */
static inline const struct record *nth(size_t i)
{
    ck_assert_msg(i < parse.output.nr, "only %zu results", parse.output.nr);
    return parse.output.at[i].record;
}

/* Returns the record of the only result; the test fails where there are none or more. */
static inline const struct record *only(void)
{
    ck_assert_msg(parse.output.nr == 1, "%zu results", parse.output.nr);
    return parse.output.at[0].record;
}

#endif
