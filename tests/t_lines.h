/* What the tests of record files share: lines read from memory. */
#ifndef IOD_TESTS_T_LINES_H
#define IOD_TESTS_T_LINES_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "record/record_io.h"

/* How a line of a result begins. */
#define HEAD "{\"format\":\"iodelta/1\",\"kind\":\"result\""

static struct arena *arena;
static struct diag diag;

static inline void set_up(void)
{
    arena = arena_new();
    memset(&diag, 0, sizeof diag);
}

static inline void tear_down(void)
{
    arena_free(arena);
}

/* Reads the first line of text; *found stays NULL where there is no record. */
static inline int read_bytes(const char *text, size_t length, struct record **found)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, length, "r");
    ck_assert_ptr_nonnull(in);
    struct record_reader *reader = record_reader_new(in, "in.jsonl");
    *found = NULL;
    int result = record_reader_next(reader, arena, found, &diag);
    record_reader_free(reader);
    fclose(in);
    return result;
}

/* Returns the record of a line; the test fails where there is none. */
static inline struct record *read_right(const char *text)
{
    struct record *found;
    int result = read_bytes(text, strlen(text), &found);
    ck_assert_msg(result == 1, "%.300s: %s", text, diag.text);
    return found;
}

#endif
