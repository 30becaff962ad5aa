#include "parse/fio_json_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_TEXT = 400, /* of a line that is taken whole as source.text */
    EXCERPT = 120
};

void fio_json_join(struct fio_json_walk *walk)
{
    walk->starts = arena_alloc(walk->output->arena, (walk->lines->nr + 1) * sizeof *walk->starts);
    for (size_t i = 0; i < walk->lines->nr; i++) {
        walk->starts[i] = walk->buf.length;
        strbuf_add(&walk->buf, walk->lines->lines[i].at, walk->lines->lines[i].length);
        strbuf_byte(&walk->buf, '\n');
    }
}

size_t fio_json_line_of(const struct fio_json_walk *walk, size_t place)
{
    size_t low = 0, high = walk->lines->nr;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (walk->starts[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *fio_json_value_of(const struct fio_json_walk *walk, size_t key)
{
    const char *at = key == JSON_SCAN_NONE ? NULL : strchr(walk->buf.text + key, ':');
    if (!at)
        return NULL;
    at += 1 + strspn(at + 1, " \t\n");
    bool is_string = *at == '"';
    at += is_string;
    return arena_text(walk->output->arena, at, strcspn(at, is_string ? "\"\n" : ",}\n \t"));
}

double fio_json_number_of(const struct fio_json_walk *walk, size_t key)
{
    const char *text = fio_json_value_of(walk, key);
    double value = text ? strtod(text, NULL) : 0;
    return value > 0 && isfinite(value) ? value : 0;
}

size_t fio_json_end_of(const struct fio_json_walk *walk, const struct json_place *place)
{
    return place->end == JSON_SCAN_NONE ? walk->buf.length : place->end;
}

const char *fio_json_excerpt(struct fio_json_walk *walk, size_t line, size_t key)
{
    const struct text_line *at = &walk->lines->lines[line];
    if (at->length <= LONGEST_TEXT)
        return at->at;
    size_t length = walk->buf.length - key;
    return arena_text(walk->output->arena, walk->buf.text + key,
                      length < EXCERPT ? length : EXCERPT);
}

void fio_json_mark_lines(struct fio_json_walk *walk, size_t first, size_t last)
{
    for (size_t i = first; i <= last && i < walk->lines->nr; i++)
        if (walk->lines->lines[i].class != LINE_RESULT)
            walk->lines->lines[i].class = LINE_DETAIL;
}

bool fio_json_is_job(const struct json_place *place)
{
    return place->keys[FIO_JSON_JOBNAME] != JSON_SCAN_NONE;
}
