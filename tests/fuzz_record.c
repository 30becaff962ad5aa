/* Targets for the reader of records: each line is read by record_read.h and by the second
 * reader, t_tree.h, which must agree on what it is and on every number.  "record" takes
 * lines as they come; "record-made" takes the bytes as choices and makes a line of them
 * that is almost a record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/record_io.h"
#include "record/strbuf.h"
#include "tests/fuzz_targets.h"
#include "tests/t_tree.h"

static void require(bool is_true, const char *what, const char *text, size_t length)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_record: both readers differ in %s of\n", what);
    fwrite(text, 1, length < 4000 ? length : 4000, stderr);
    abort();
}

/* The record as a line, which the caller frees. */
static char *written(const struct record *record)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (record_write_json(record, out))
        abort();
    fclose(out);
    return text;
}

static bool has_equal_bits(double left, double right)
{
    return !memcmp(&left, &right, sizeof left);
}

/* All digits, of which fewer are written. */
static bool has_equal_numbers(const struct record *left, const struct record *right)
{
    if (left->metrics_nr != right->metrics_nr || left->bounds_nr != right->bounds_nr ||
        left->series_nr != right->series_nr || !left->claim != !right->claim)
        return false;
    for (size_t i = 0; i < left->metrics_nr; i++)
        if (!has_equal_bits(record_metric_at(left, i).value, record_metric_at(right, i).value) ||
            !has_equal_bits(record_metric_at(left, i).precision, record_metric_at(right, i).precision))
            return false;
    for (size_t i = 0; i < left->bounds_nr; i++)
        if (!has_equal_bits(left->bounds[i].value, right->bounds[i].value))
            return false;
    for (size_t i = 0; i < left->series_nr; i++)
        for (size_t k = 0; k < left->series[i].nr; k++)
            if (!has_equal_bits(left->series[i].at[k], right->series[i].at[k]))
                return false;
    return !left->claim || (has_equal_bits(left->claim->low, right->claim->low) &&
                            has_equal_bits(left->claim->high, right->claim->high));
}

static void try_line(struct reading *reading, const char *line, size_t length)
{
    struct arena *arena = arena_new();
    struct record *one = NULL, *other = NULL;
    const char *why = NULL, *other_why = NULL;
    char *text = memory_alloc(length + JSON_LINE_SLACK);
    memcpy(text, line, length);
    enum record_read_result result = record_read_line(reading, text, length, &one, &why);
    enum record_read_result wanted = t_tree_read(arena, text, length, &other, &other_why);
    /* jansson passes over a NUL byte behind a number or a word; no JSON has one. */
    if (memchr(line, '\0', length) && wanted != RECORD_READ_NO_JSON)
        wanted = RECORD_READ_NO_JSON;
    require(result == wanted, why ? why : "whether it is a record", line, length);
    require(result == RECORD_READ_DONE || result == RECORD_READ_NO_RECORD || (why && *why),
            "whether a reason is given", line, length);
    if (result == RECORD_READ_DONE) {
        char *left = written(one), *right = written(other);
        require(!strcmp(left, right), "the record", line, length);
        require(has_equal_numbers(one, other), "a number", line, length);
        free(left);
        free(right);
    }
    free(text);
    arena_free(arena);
}

/* All lines in one reading, so that what is remembered of one meets the next. */
static void try_lines(const struct fuzz_target *target, const char *bytes, size_t length)
{
    struct arena *arena = arena_new();
    struct reading *reading = reading_new(arena);
    (void)target;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - bytes) - at : length - at;
        try_line(reading, bytes + at, size);
        at += size + 1;
    }
    reading_free(reading);
    arena_free(arena);
}

/* Choices that bytes make; the last ones are all 0. */
struct choices {
    const unsigned char *at, *end;
};

static unsigned choose(struct choices *choices, unsigned nr)
{
    return choices->at < choices->end ? *choices->at++ % nr : 0;
}

static const char *const keys[] = {
    "format", "kind", "id", "of", "tool", "tool_version", "config", "params", "facts",
    "invocation", "group", "scope", "jobs", "job", "run", "seq", "round", "start", "end", "loop",
    "op", "metrics", "precision", "bounds", "hist", "errors", "series", "warnings", "claim",
    "quoted", "source", "path", "line", "offset", "quote", "text", "cells", "labels", "col",
    "rule", "sub_bits", "bins", "low", "high", "unit", "words", "hedge", "gt", "lt", "t_s",
    "iops", "bw_bytes_per_s", "io-wrapped", "rounded", "", "x", "\\u0069ops", "kin\\u0064",
    "\xc3\xa9", "\\ud83d\\ude00", "a\\\"b", "\\\\", "new", "message_id", "fingerprint",
};

static const char *const scalars[] = {
    "0", "-0", "1", "-1", "7", "2.0", "1.5", "1e3", "1E+2", "1e-2", "0.1", "123456789012345678",
    "9007199254740993", "9007199254740993.0", "4294967295", "4294967296", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "1e22", "1e23", "123456789e30", "0.3e-300", "1.7976931348623157e308", "1e309", "1e-400",
    "2.2250738585072011e-308", "4.9e-324", "0.1000000000000000055511151231257827021181583404541",
    "01", "1.", ".5", "1e", "+1", "-", "0x10", "NaN", "Infinity", "-Infinity", "1_0", "true",
    "false", "null", "True", "nul", "\"\"", "\"read\"", "\"result\"", "\"iodelta/1\"", "\"host\"",
    "\"iodelta/1.9\"", "\"iodelta/2\"", "\"iodelta/12\"", "\"job\"", "\"all-clients\"",
    "\"series\"", "\"claim\"", "\"io-wrapped\"", "\"a\\u0000b\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud83d\\ude00\"", "\"\\ud83dx\"", "\"\\u00e9\\t\\/\\b\"", "\"\\q\"", "\"\xff\"",
    "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc0\xaf\"", "\"\xf0\x9f\x98\x80\"",
    "\"\x01\"", "\"\x7f\"", "\"open", "'x'", "", "[", "{", "]", "}", "\"b\\nc\"", "\"\\u12g4\"",
};

enum { DEEPEST_MADE = 6, MOST_MEMBERS = 7 };

static void make_value(struct choices *choices, struct strbuf *text, unsigned depth);

static void make_object(struct choices *choices, struct strbuf *text, unsigned depth)
{
    unsigned nr = choose(choices, MOST_MEMBERS);
    strbuf_byte(text, '{');
    for (unsigned i = 0; i < nr; i++) {
        if (i)
            strbuf_string(text, choose(choices, 40) == 39 ? ",," : ",");
        strbuf_printf(text, "\"%s\"", keys[choose(choices, sizeof keys / sizeof keys[0])]);
        strbuf_string(text, choose(choices, 60) == 59 ? " " : choose(choices, 8) ? ":" : " :\t");
        make_value(choices, text, depth + 1);
    }
    strbuf_string(text, choose(choices, 60) == 59 ? ",}" : "}");
}

static void make_array(struct choices *choices, struct strbuf *text, unsigned depth)
{
    unsigned nr = choose(choices, 4);
    strbuf_byte(text, '[');
    for (unsigned i = 0; i < nr; i++) {
        if (i)
            strbuf_byte(text, ',');
        make_value(choices, text, depth + 1);
    }
    strbuf_string(text, choose(choices, 60) == 59 ? ",]" : "]");
}

static void make_value(struct choices *choices, struct strbuf *text, unsigned depth)
{
    unsigned kind = choose(choices, 10);
    if (kind < 3 && depth < DEEPEST_MADE)
        make_object(choices, text, depth);
    else if (kind < 5 && depth < DEEPEST_MADE)
        make_array(choices, text, depth);
    else
        strbuf_string(text, scalars[choose(choices, sizeof scalars / sizeof scalars[0])]);
}

/* Values that fit their keys, of which now and then one is replaced. */
static const char *const fitting[] = {
    "\"tool\":\"fio\"",
    "\"config\":{\"cache\":\"none\",\"bs\":\"4k\"}",
    "\"params\":{\"rw\":\"read\",\"bs\":\"4k\"}",
    "\"jobs\":2",
    "\"run\":3.0",
    "\"op\":\"read\"",
    "\"scope\":\"group\"",
    "\"metrics\":{\"iops\":1.5,\"bw_bytes_per_s\":12}",
    "\"precision\":{\"iops\":1,\"bw_bytes_per_s\":0.001}",
    "\"bounds\":{\"iops\":{\"gt\":7},\"ios\":{\"lt\":8}}",
    "\"hist\":{\"clat_ns\":{\"sub_bits\":6,\"bins\":[[1,2],[3,4]]}}",
    "\"errors\":{\"EIO\":2}",
    "\"series\":{\"t_s\":[1,2],\"iops\":[3,4.5]}",
    "\"warnings\":[\"rounded\",\"io-wrapped\",\"rounded\"]",
    "\"claim\":{\"low\":1,\"high\":2,\"words\":[\"a\"],\"text\":\"x\","
    "\"metric\":\"iops\",\"baseline\":{\"a\":\"b\"},\"new\":{\"a\":\"c\"},"
    "\"compares\":[\"1\",\"2\"]}",
    "\"quoted\":true",
    "\"source\":{\"path\":\"a\",\"line\":3,\"offset\":4,\"col\":{\"iops\":[1,2]},"
    "\"labels\":{\"cache\":{\"rule\":\"r\",\"line\":2,\"text\":\"t\"}},"
    "\"warnings\":{\"rounded\":7}}",
};

static void make_line(struct choices *choices, struct strbuf *text)
{
    enum { FITTING = sizeof fitting / sizeof fitting[0] };
    strbuf_string(text, "{\"format\":\"iodelta/1\",\"kind\":\"result\"");
    for (unsigned nr = choose(choices, 12); nr; nr--) {
        const char *member = fitting[choose(choices, FITTING)];
        strbuf_byte(text, ',');
        if (choose(choices, 5)) {
            strbuf_string(text, member);
            continue;
        }
        strbuf_add(text, member, (size_t)(strchr(member, ':') + 1 - member));
        make_value(choices, text, 1);
    }
    strbuf_byte(text, '}');
}

static void try_made(const struct fuzz_target *target, const char *bytes, size_t length)
{
    enum { MOST_LINES = 40 };
    struct choices choices = {(const unsigned char *)bytes, (const unsigned char *)bytes + length};
    struct strbuf text = STRBUF_INIT;
    for (int i = 0; i < MOST_LINES && choices.at < choices.end; i++) {
        if (choose(&choices, 4))
            make_line(&choices, &text);
        else
            make_value(&choices, &text, 0);
        strbuf_byte(&text, '\n');
    }
    try_lines(target, text.text, text.length);
    strbuf_free(&text);
}

const struct fuzz_target fuzz_targets[] = {
    {"record", try_lines, NULL, "tests/golden"},
    {"record-made", try_made, NULL, "tests/fuzz/record"},
    {NULL, NULL, NULL, NULL},
};

const char *fuzz_without_target(void)
{
    return NULL;
}
