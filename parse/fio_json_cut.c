#include "parse/fio_json_cut.h"

#include <ctype.h>
#include <string.h>

/* Says whether a byte outside of strings can be of JSON: signs, numbers, and the words
 * true, false, null, nan and inf. */
static bool is_json(char c)
{
    return isspace((unsigned char)c) || isdigit((unsigned char)c) ||
           (c && strchr("{}[]:,+-.eEtrufalsnif", c));
}

/* Returns the place of the last comma between members of the object itself, in front of
 * what is no JSON any more; JSON_SCAN_NONE where there is none. */
static size_t last_comma(const struct json_scan *scan, size_t start)
{
    size_t comma = JSON_SCAN_NONE, depth = 0;
    for (size_t i = start; i < scan->length && is_json(scan->text[i] == '"' ? ',' : scan->text[i]);
         i++) {
        switch (scan->text[i]) {
        case '"':
            for (i++; i < scan->length && scan->text[i] != '"' && scan->text[i] != '\n'; i++)
                i += scan->text[i] == '\\';
            if (i >= scan->length || scan->text[i] != '"')
                return comma;
            break;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return comma;
            break;
        case ',':
            comma = depth == 1 ? i : comma;
            break;
        default:
            break;
        }
    }
    return comma;
}

/* Loads the members of a direction in front of the place where it is cut. */
static json_t *load_cut(const struct json_scan *scan, const struct json_place *place)
{
    size_t comma = last_comma(scan, place->start);
    if (comma == JSON_SCAN_NONE)
        return NULL;
    char *text = arena_text(scan->arena, scan->text + place->start, comma - place->start + 1);
    text[comma - place->start] = '}';
    json_t *object = json_loads(text, JSON_DECODE_INT_AS_REAL, NULL);
    if (json_object_get(object, "bw") && json_object_get(object, "runtime"))
        return object;
    json_decref(object);
    return NULL;
}

json_t *fio_json_salvage(const struct json_scan *scan, size_t index, size_t *steps, size_t most)
{
    static const char *const wanted[] = {"read", "write", "trim", "mixed", "job options"};
    enum { WANTED = sizeof wanted / sizeof wanted[0], DIRECTIONS = 4 };
    const struct json_place *job = &scan->at[index];
    size_t end = job->end == JSON_SCAN_NONE ? scan->length : job->end, directions = 0;
    json_t *object = json_object();
    for (size_t i = index + 1; i < scan->nr && scan->at[i].start < end; i++) {
        const struct json_place *child = &scan->at[i];
        if ((*steps)++ > most)
            break;
        for (size_t w = 0; child->parent == index && child->name && w < WANTED; w++) {
            if (strcmp(child->name, wanted[w]))
                continue;
            json_t *value = child->end == JSON_SCAN_NONE && w < DIRECTIONS
                                ? load_cut(scan, child)
                                : json_scan_load(scan, child);
            if (!value)
                continue;
            json_object_set_new(object, wanted[w], value);
            directions += w < DIRECTIONS;
        }
    }
    if (directions)
        return object;
    json_decref(object);
    return NULL;
}
