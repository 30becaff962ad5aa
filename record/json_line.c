#include "record/json_line.h"

#include <stdlib.h>
#include <string.h>

#include "record/hash.h"
#include "record/memory.h"

/* As jansson's JSON_PARSER_MAX_DEPTH; and how many keys are compared each with each. */
enum { DEEPEST = 2048, FEW_KEYS = 12 };

void json_line_start(struct json_line *line, const char *text, size_t length)
{
    line->at = text;
    line->end = text + length;
    line->error = NULL;
    line->depth = 0;
    line->keys_nr = 0;
    if (line->decoded_keys)
        arena_free(line->decoded_keys);
    line->decoded_keys = NULL;
    if (!line->decoded.text)
        line->decoded = (struct strbuf)STRBUF_INIT;
}

void json_line_free(struct json_line *line)
{
    if (line->decoded.text)
        strbuf_free(&line->decoded);
    arena_free(line->decoded_keys);
    free(line->keys);
    *line = (struct json_line){0};
}

bool json_line_fail(struct json_line *line, const char *error)
{
    if (!line->error)
        line->error = error;
    return false;
}

static void pass_blanks(struct json_line *line)
{
    const char *at = line->at;
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    line->at = at;
}

enum json_kind json_line_kind(struct json_line *line)
{
    if (line->error)
        return JSON_IS_NONE;
    pass_blanks(line);
    switch (*line->at) {
    case '{':
        return JSON_IS_OBJECT;
    case '[':
        return JSON_IS_ARRAY;
    case '"':
        return JSON_IS_STRING;
    case 't':
        return JSON_IS_TRUE;
    case 'f':
        return JSON_IS_FALSE;
    case 'n':
        return JSON_IS_NULL;
    case '-':
        return JSON_IS_NUMBER;
    default:
        return *line->at >= '0' && *line->at <= '9' ? JSON_IS_NUMBER : JSON_IS_NONE;
    }
}

bool json_line_enter(struct json_line *line)
{
    if (line->error)
        return false;
    if (line->depth >= DEEPEST)
        return json_line_fail(line, "values nest too deep");
    line->depth++;
    line->at++;
    return true;
}

/* What is missing where reading is, unless it is the rest of the line. */
static bool lacks(struct json_line *line, const char *error)
{
    return json_line_fail(line, line->at == line->end ? "the line ends too early" : error);
}

/* Goes to the next of a list, or past its end. */
static bool go_on(struct json_line *line, bool *is_first, char end)
{
    if (line->error)
        return false;
    pass_blanks(line);
    if (*line->at == end) {
        line->at++;
        line->depth--;
        return false;
    }
    if (*is_first) {
        *is_first = false;
        return true;
    }
    if (*line->at != ',')
        return lacks(line, "a comma or an end is missing");
    line->at++;
    pass_blanks(line);
    return true;
}

bool json_line_to_key(struct json_line *line, bool *is_first)
{
    if (!go_on(line, is_first, '}'))
        return false;
    return *line->at == '"' || lacks(line, "a key is missing");
}

bool json_line_colon(struct json_line *line)
{
    pass_blanks(line);
    if (*line->at != ':')
        return lacks(line, "a colon is missing");
    line->at++;
    return true;
}

bool json_line_member(struct json_line *line, bool *is_first, struct json_span *key)
{
    return json_line_to_key(line, is_first) && json_line_string(line, key) &&
           json_line_colon(line);
}

bool json_line_element(struct json_line *line, bool *is_first)
{
    bool was_first = *is_first;
    if (!go_on(line, is_first, ']'))
        return false;
    return was_first || *line->at != ']' || json_line_fail(line, "a value is missing");
}

static bool pass_word(struct json_line *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line->at, word, length) != 0)
        return json_line_fail(line, "no JSON value");
    line->at += length;
    return true;
}

static void skip_object(struct json_line *line)
{
    struct json_span key;
    bool is_first = true;
    size_t first = line->keys_nr;
    if (!json_line_enter(line))
        return;
    while (json_line_member(line, &is_first, &key)) {
        json_line_keep_key(line, &key);
        json_line_skip(line);
    }
    json_line_end_keys(line, first);
}

static void skip_array(struct json_line *line)
{
    bool is_first = true;
    if (!json_line_enter(line))
        return;
    while (json_line_element(line, &is_first))
        json_line_skip(line);
}

bool json_line_skip(struct json_line *line)
{
    static const char *const words[] = {
        [JSON_IS_TRUE] = "true", [JSON_IS_FALSE] = "false", [JSON_IS_NULL] = "null"};
    struct json_span span;
    struct json_number number;
    enum json_kind kind = json_line_kind(line);
    if (line->error)
        return false;
    if (line->depth >= DEEPEST)
        return json_line_fail(line, "values nest too deep");
    if (kind == JSON_IS_OBJECT)
        skip_object(line);
    else if (kind == JSON_IS_ARRAY)
        skip_array(line);
    else if (kind == JSON_IS_STRING)
        json_line_string(line, &span);
    else if (kind == JSON_IS_NUMBER)
        json_line_number(line, &number);
    else if (kind == JSON_IS_NONE)
        lacks(line, "no JSON value");
    else
        pass_word(line, words[kind]);
    return !line->error;
}

void json_line_keep_key(struct json_line *line, const struct json_span *key)
{
    const char *at = key->at;
    if (!key->is_plain) {
        if (!line->decoded_keys)
            line->decoded_keys = arena_new();
        at = arena_text(line->decoded_keys, key->at, key->length);
    }
    line->keys = memory_grow(line->keys, line->keys_nr, &line->keys_room, sizeof *line->keys);
    line->keys[line->keys_nr++] = (struct json_key){0, at, key->length};
}

static int compare_keys(const void *left, const void *right)
{
    const struct json_key *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return memcmp(a->at, b->at, a->length);
}

bool json_line_end_keys(struct json_line *line, size_t first)
{
    size_t nr = line->error ? 0 : line->keys_nr - first;
    if (!nr)
        return !line->error;
    struct json_key *keys = line->keys + first;
    if (nr > FEW_KEYS) {
        for (size_t i = 0; i < nr; i++)
            keys[i].hash = hash_bytes(keys[i].at, keys[i].length);
        qsort(keys, nr, sizeof *keys, compare_keys);
    }
    for (size_t i = 1; i < nr; i++)
        for (size_t k = nr > FEW_KEYS ? i - 1 : 0; k < i; k++)
            if (!compare_keys(&keys[k], &keys[i]))
                return json_line_fail(line, JSON_LINE_TWICE);
    line->keys_nr = first;
    return !line->error;
}

bool json_line_end(struct json_line *line)
{
    if (line->error)
        return false;
    pass_blanks(line);
    return line->at == line->end || json_line_fail(line, "something follows the value");
}
