/* JSON scan: where objects stand in a text that need not be JSON as a whole. */
#ifndef IOD_PARSE_JSON_SCAN_H
#define IOD_PARSE_JSON_SCAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"

#define JSON_SCAN_NONE ((size_t)-1)

/* How many objects are kept; fio writes one in some hundred bytes. */
#define JSON_SCAN_MOST ((size_t)1 << 19)

/* An object: what stands between two braces. */
struct json_place {
    size_t start;  /* its '{' in the text */
    size_t end;    /* behind its '}', JSON_SCAN_NONE where it has none */
    size_t parent; /* its index, JSON_SCAN_NONE for none */
    const char *name; /* the key in front of it, in the arena, NULL for none */
    size_t keys[8];   /* the first place of each of the watched keys, JSON_SCAN_NONE */
    bool is_taken;    /* for the user: what it says was read */
};

struct json_scan {
    struct arena *arena; /* borrowed */
    const char *text;    /* borrowed */
    size_t length;
    struct json_place *at; /* in the order of their starts */
    size_t nr, room;
    bool is_full;          /* there are more than JSON_SCAN_MOST objects */
};

/* Finds all objects in length bytes of text.  Words, brackets and quotation marks around
 * them do no harm; where braces are missing, the objects inside still are found.  watched
 * lists up to eight keys, ended by NULL, whose places each object gets.  Time is linear,
 * nesting beyond 200 levels is passed over. */
void json_scan(struct json_scan *scan, struct arena *arena, const char *text, size_t length,
               const char *const *watched);

/* Loads an object that has an end: line ends inside of strings become a blank, commas in
 * front of a closing bracket vanish, and nan, inf and numbers beyond a double become
 * null.  Returns it, owned by the caller, or NULL where it still is not sound. */
json_t *json_scan_load(const struct json_scan *scan, const struct json_place *place);

#endif
