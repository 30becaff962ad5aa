#include "parse/json_scan.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"

enum { DEEPEST = 200, WATCHED = 8, LONGEST_KEY = 64 };

/* The walk over the text. */
struct scanning {
    struct json_scan *scan;
    const char *const *watched;
    size_t stack[DEEPEST];
    size_t depth;       /* of the stack; levels beyond it are only counted */
    size_t beyond;
    size_t key, key_length; /* of the key whose value comes next, length 0 for none */
};

static void open_object(struct scanning *scanning, size_t at)
{
    struct json_scan *scan = scanning->scan;
    scan->is_full = scan->is_full || scan->nr == JSON_SCAN_MOST;
    if (scanning->beyond || scanning->depth == DEEPEST || scan->is_full) {
        scanning->beyond++;
        return;
    }
    scan->at = arena_grow(scan->arena, scan->at, scan->nr, &scan->room, sizeof *scan->at);
    struct json_place *place = &scan->at[scan->nr];
    *place = (struct json_place){
        .start = at,
        .end = JSON_SCAN_NONE,
        .parent = scanning->depth ? scanning->stack[scanning->depth - 1] : JSON_SCAN_NONE};
    if (scanning->key_length)
        place->name = arena_text(scan->arena, scan->text + scanning->key, scanning->key_length);
    for (size_t i = 0; i < WATCHED; i++)
        place->keys[i] = JSON_SCAN_NONE;
    scanning->stack[scanning->depth++] = scan->nr++;
}

static void close_object(struct scanning *scanning, size_t at)
{
    if (scanning->beyond)
        scanning->beyond--;
    else if (scanning->depth)
        scanning->scan->at[scanning->stack[--scanning->depth]].end = at + 1;
}

/* Returns the place of the mark that ends the string which starts behind first, or
 * JSON_SCAN_NONE: none goes on in the next line, but for mail that wrapped it, and then
 * the line ends. */
static size_t string_end(const struct json_scan *scan, size_t first)
{
    for (size_t i = first; i < scan->length && scan->text[i] != '\n'; i++) {
        if (scan->text[i] == '"')
            return i;
        i += scan->text[i] == '\\';
    }
    return JSON_SCAN_NONE;
}

/* A string; a key where a colon follows. */
static void take_string(struct scanning *scanning, size_t first, size_t end)
{
    const struct json_scan *scan = scanning->scan;
    size_t colon = end + 1;
    while (colon < scan->length && isspace((unsigned char)scan->text[colon]))
        colon++;
    scanning->key_length = 0;
    if (colon == scan->length || scan->text[colon] != ':' || end - first > LONGEST_KEY)
        return;
    scanning->key = first;
    scanning->key_length = end - first;
    struct json_place *place =
        scanning->depth && !scanning->beyond ? &scan->at[scanning->stack[scanning->depth - 1]] : NULL;
    for (size_t i = 0; place && i < WATCHED && scanning->watched[i]; i++)
        if (place->keys[i] == JSON_SCAN_NONE && strlen(scanning->watched[i]) == end - first &&
            !memcmp(scan->text + first, scanning->watched[i], end - first))
            place->keys[i] = first - 1;
}

void json_scan(struct json_scan *scan, struct arena *arena, const char *text, size_t length,
               const char *const *watched)
{
    struct scanning scanning = {.scan = scan, .watched = watched};
    *scan = (struct json_scan){.arena = arena, .text = text, .length = length};
    for (size_t i = 0; i < length; i++) {
        size_t end;
        switch (text[i]) {
        case '"':
            /* Outside of objects a mark is prose. */
            if (!scanning.depth || (end = string_end(scan, i + 1)) == JSON_SCAN_NONE)
                break;
            take_string(&scanning, i + 1, end);
            i = end;
            break;
        case '{':
            open_object(&scanning, i);
            scanning.key_length = 0;
            break;
        case '}':
            close_object(&scanning, i);
            scanning.key_length = 0;
            break;
        case ',':
        case '[':
            scanning.key_length = 0;
            break;
        default:
            break;
        }
    }
}

/* Adds a string up to its end; returns the place behind it. */
static size_t add_string(struct strbuf *buf, const char *text, size_t at, size_t end)
{
    strbuf_byte(buf, '"');
    for (at++; at < end && text[at] != '"'; at++) {
        if (text[at] == '\n') {
            strbuf_byte(buf, ' ');
            while (at + 1 < end && isspace((unsigned char)text[at + 1]))
                at++;
            continue;
        }
        if ((unsigned char)text[at] < ' ') {
            strbuf_byte(buf, ' ');
            continue;
        }
        strbuf_byte(buf, text[at]);
        if (text[at] == '\\' && at + 1 < end)
            strbuf_byte(buf, text[++at]);
    }
    strbuf_byte(buf, '"');
    return at + 1;
}

/* Adds a bare word or number; returns the place behind it. */
static size_t add_word(struct strbuf *buf, const char *text, size_t at, size_t end)
{
    static const char *const words[] = {"true", "false", "null"};
    size_t length = 0;
    while (at + length < end && length < LONGEST_KEY &&
           (isalnum((unsigned char)text[at + length]) || strchr("+-.", text[at + length])))
        length++;
    char word[LONGEST_KEY + 1], *stop;
    memcpy(word, text + at, length);
    word[length] = '\0';
    bool is_known = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        is_known = is_known || !strcmp(word, words[i]);
    /* fio divides by zero at times, and then prints "-nan" or "inf". */
    bool is_name = !strcmp(word, "nan") || !strcmp(word, "-nan") || !strcmp(word, "inf") ||
                   !strcmp(word, "-inf");
    if (!is_known && (is_name || (!isinf(strtod(word, &stop)) ? false : !*stop)))
        strbuf_string(buf, "null");
    else
        strbuf_add(buf, word, length);
    return at + length;
}

/* Loads an object that has been damaged in one of the ways that json_scan_load() undoes. */
static json_t *load_mended(const char *text, const struct json_place *place)
{
    struct strbuf buf = STRBUF_INIT;
    for (size_t at = place->start; at < place->end;) {
        size_t behind = at + 1;
        while (text[at] == ',' && behind < place->end && isspace((unsigned char)text[behind]))
            behind++;
        if (text[at] == '"')
            at = add_string(&buf, text, at, place->end);
        else if (isalnum((unsigned char)text[at]) || (text[at] && strchr("+-.", text[at])))
            at = add_word(&buf, text, at, place->end);
        else if (text[at] == ',' && behind < place->end && strchr("}]", text[behind]))
            at++;
        else
            strbuf_byte(&buf, text[at++]);
    }
    json_t *object = json_loadb(buf.text, buf.length, JSON_DECODE_INT_AS_REAL, NULL);
    strbuf_free(&buf);
    return object;
}

json_t *json_scan_load(const struct json_scan *scan, const struct json_place *place)
{
    if (place->end == JSON_SCAN_NONE)
        return NULL;
    json_t *object = json_loadb(scan->text + place->start, place->end - place->start,
                                JSON_DECODE_INT_AS_REAL, NULL);
    return object ? object : load_mended(scan->text, place);
}
