/* One line of JSON, read strictly from left to right without a tree.
 *
 * What is accepted, and what a number is, is what jansson does with
 * JSON_REJECT_DUPLICATES: UTF-8 is checked, "\u0000" and integers beyond 64 bits are
 * refused, a key may stand once in an object, and values nest at most 2048 deep.  Unlike
 * there a NUL byte is refused everywhere.
 * (Source: RFC 8259.  tests/fuzz_record.c compares both.) */
#ifndef IOD_RECORD_JSON_LINE_H
#define IOD_RECORD_JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"
#include "record/strbuf.h"

/* How many bytes beyond the text must be readable; what they hold does not matter, but
 * for the first, which is NUL. */
#define JSON_LINE_SLACK 16

enum json_kind {
    JSON_IS_OBJECT,
    JSON_IS_ARRAY,
    JSON_IS_STRING,
    JSON_IS_NUMBER,
    JSON_IS_TRUE,
    JSON_IS_FALSE,
    JSON_IS_NULL,
    JSON_IS_NONE, /* no value begins here */
};

/* An error that callers which tell keys apart by themselves set as well. */
#define JSON_LINE_TWICE "a key stands twice in an object"

/* A string: its characters as they are meant. */
struct json_span {
    const char *at; /* valid until the next string is read, unless is_plain */
    size_t length;
    bool is_plain; /* at points into the text: no escape stands in it */
};

struct json_number {
    bool is_integer; /* written without fraction and exponent */
    int64_t integer;
    double real; /* of an integer, too */
};

/* A key of an object that is being read. */
struct json_key {
    uint64_t hash;
    const char *at;
    size_t length;
};

/* Where reading is.  error is sticky: once it is set, every function below does nothing
 * and returns false. */
struct json_line {
    const char *at, *end;
    const char *error; /* what is wrong at the place at; a constant; NULL: nothing */
    unsigned depth;
    struct strbuf decoded; /* the string last read, where it has escapes */
    struct json_key *keys; /* of the objects that are open, the innermost last */
    size_t keys_nr, keys_room;
    struct arena *decoded_keys; /* of this line; NULL: none so far */
};

/* Begins with length bytes of text, which are borrowed.  *line is zeroed before the first
 * line, and may be used for many; json_line_free() frees what it has. */
void json_line_start(struct json_line *line, const char *text, size_t length);
void json_line_free(struct json_line *line);

/* Sets the error, unless there is one; returns false. */
bool json_line_fail(struct json_line *line, const char *error);

/* Returns the kind of the value that begins next, after blanks. */
enum json_kind json_line_kind(struct json_line *line);

/* Reads the string, or number, that json_line_kind() has announced. */
bool json_line_string(struct json_line *line, struct json_span *span);
bool json_line_number(struct json_line *line, struct json_number *number);

/* Enters an object or array; then json_line_member() reads a key with its colon, and
 * json_line_element() goes to the next value.  They return false at the end, which they
 * pass, and on an error.  *is_first is true before the first call. */
bool json_line_enter(struct json_line *line);

/* The halves of json_line_member(), for a caller that can tell the key without reading it:
 * the first stops before its quotation mark. */
bool json_line_to_key(struct json_line *line, bool *is_first);
bool json_line_colon(struct json_line *line);
bool json_line_member(struct json_line *line, bool *is_first, struct json_span *key);
bool json_line_element(struct json_line *line, bool *is_first);

/* Reads over a whole value, of which everything is checked. */
bool json_line_skip(struct json_line *line);

/* Keeps the key of an object in which keys are not told apart by the caller;
 * json_line_end_keys() checks that the keys kept since keys_nr was first are distinct. */
void json_line_keep_key(struct json_line *line, const struct json_span *key);
bool json_line_end_keys(struct json_line *line, size_t first);

/* Checks that nothing but blanks follows. */
bool json_line_end(struct json_line *line);

#endif
