#include "record/record_read.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

static const struct reading_key *const tables[READING_OBJECTS] = {
    [READING_RECORD] = reading_record_keys, [READING_SOURCE] = reading_source_keys,
    [READING_CLAIM] = reading_claim_keys,   [READING_LABEL] = reading_label_keys,
    [READING_HIST] = reading_hist_keys,     [READING_BOUND] = reading_bound_keys,
};

struct reading *reading_new(struct arena *arena)
{
    struct reading *reading = memory_alloc(sizeof *reading);
    reading->arena = arena;
    reading->names = names_new(arena);
    for (int object = 0; object < READING_OBJECTS; object++)
        for (unsigned row = 0; tables[object][row].key; row++) {
            struct name *name =
                names_add(reading->names, tables[object][row].key, strlen(tables[object][row].key));
            if (!name->rows)
                name->rows = arena_alloc(arena, READING_OBJECTS);
            name->rows[object] = (unsigned char)(row + 1);
        }
    return reading;
}

void reading_free(struct reading *reading)
{
    if (!reading)
        return;
    struct reading_list *const lists[] = {
        &reading->pairs,  &reading->metrics, &reading->digits, &reading->bounds, &reading->hists,
        &reading->bins,   &reading->errors,  &reading->series, &reading->samples, &reading->words,
        &reading->codes,  &reading->lines,   &reading->labels, &reading->cols,    &reading->forms,
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        free(lists[i]->at);
    names_free(reading->names);
    json_line_free(&reading->line);
    free(reading);
}

void reading_leave_lines(struct reading *reading)
{
    reading->leaves_lines = true;
}

const struct arena *reading_arena(const struct reading *reading)
{
    return reading->arena;
}

void reading_wrong(struct reading *reading, const char *key)
{
    if (!reading->wrong)
        reading->wrong = key;
}

void *reading_add(struct reading_list *list, size_t size)
{
    list->at = memory_grow(list->at, list->nr, &list->room, size);
    return memset((char *)list->at + list->nr++ * size, 0, size);
}

void *reading_keep(const struct reading *reading, const struct reading_list *list, size_t size)
{
    if (!list->nr)
        return NULL;
    return memcpy(arena_alloc(reading->arena, list->nr * size), list->at, list->nr * size);
}

bool reading_text(struct reading *reading, struct json_span *span)
{
    if (json_line_kind(&reading->line) == JSON_IS_STRING)
        return json_line_string(&reading->line, span);
    json_line_skip(&reading->line);
    return false;
}

bool reading_real(struct reading *reading, double *value)
{
    struct json_number number;
    bool is_number = json_line_kind(&reading->line) == JSON_IS_NUMBER;
    if (!is_number)
        json_line_skip(&reading->line);
    else if ((is_number = json_line_number(&reading->line, &number)))
        *value = number.real;
    return is_number;
}

bool reading_count(struct reading *reading, uint64_t most, uint64_t *count)
{
    struct json_number number;
    if (json_line_kind(&reading->line) != JSON_IS_NUMBER) {
        json_line_skip(&reading->line);
        return false;
    }
    if (!json_line_number(&reading->line, &number))
        return false;
    if (number.is_integer && number.integer >= 0)
        *count = (uint64_t)number.integer;
    else if (!number.is_integer && number.real >= 0 && number.real == floor(number.real) &&
             number.real <= 9007199254740992.0)
        *count = (uint64_t)number.real;
    else
        return false;
    return *count <= most;
}

const char *reading_copied(struct reading *reading, const struct json_span *span)
{
    return arena_text(reading->arena, span->at, span->length);
}

const char *reading_shared(struct reading *reading, const struct json_span *span)
{
    if (span->length > READING_SHARED_MAX)
        return reading_copied(reading, span);
    return names_add(reading->names, span->at, span->length)->text;
}

/* Whether the name stands at the quotation mark where reading is. */
static bool is_here(const struct json_line *line, const struct name *name)
{
    const char *at = line->at + 1;
    return name && name->is_plain && (size_t)(line->end - at) > name->length &&
           at[name->length] == '"' && !memcmp(at, name->text, name->length);
}

/* Reads a key at its quotation mark.  Keys follow each other as they did on the lines
 * before, so that the right one is guessed mostly. */
static struct name *read_key(struct reading *reading)
{
    struct json_line *line = &reading->line;
    struct json_span span;
    struct name *name = reading->after ? reading->after->next : NULL;
    if (is_here(line, name)) {
        line->at += name->length + 2;
    } else {
        if (!json_line_string(line, &span))
            return NULL;
        name = names_add(reading->names, span.at, span.length);
        if (reading->after)
            reading->after->next = name;
    }
    reading->after = name;
    return json_line_colon(line) ? name : NULL;
}

bool reading_object(struct reading *reading, enum reading_object object)
{
    struct json_line *line = &reading->line;
    uint64_t seen = 0;
    bool is_first = true;
    if (json_line_kind(line) != JSON_IS_OBJECT) {
        json_line_skip(line);
        return false;
    }
    size_t first = line->keys_nr;
    json_line_enter(line);
    while (json_line_to_key(line, &is_first)) {
        struct name *name = read_key(reading);
        if (!name)
            break;
        unsigned row = name->rows ? name->rows[object] : 0;
        if (row) {
            if (seen >> (row - 1) & 1)
                json_line_fail(line, JSON_LINE_TWICE);
            seen |= UINT64_C(1) << (row - 1);
            tables[object][row - 1].take(reading, &tables[object][row - 1]);
        } else {
            const struct json_span key = {name->text, name->length, true};
            json_line_keep_key(line, &key);
            json_line_skip(line);
        }
    }
    reading->has = seen;
    return json_line_end_keys(line, first);
}

bool reading_map(struct reading *reading, void (*take)(struct reading *reading, struct name *name))
{
    struct json_line *line = &reading->line;
    uint64_t moment = ++reading->moment;
    bool is_first = true;
    if (json_line_kind(line) != JSON_IS_OBJECT) {
        json_line_skip(line);
        return false;
    }
    json_line_enter(line);
    while (json_line_to_key(line, &is_first)) {
        struct name *name = read_key(reading);
        if (!name)
            break;
        if (name->seen == moment)
            json_line_fail(line, JSON_LINE_TWICE);
        name->seen = moment;
        take(reading, name);
    }
    return !line->error;
}

bool reading_enter_array(struct reading *reading)
{
    if (json_line_kind(&reading->line) == JSON_IS_ARRAY)
        return json_line_enter(&reading->line);
    json_line_skip(&reading->line);
    return false;
}

bool reading_counts(struct reading *reading, uint64_t *counts, size_t nr, const uint64_t *most)
{
    bool is_first = true, is_right = true;
    size_t got = 0;
    if (!reading_enter_array(reading))
        return false;
    for (; json_line_element(&reading->line, &is_first); got++)
        if (got >= nr || !is_right)
            is_right = json_line_skip(&reading->line) && false;
        else
            is_right = reading_count(reading, most[got], &counts[got]);
    return is_right && got == nr;
}

static void start(struct reading *reading, const char *text, size_t length)
{
    json_line_start(&reading->line, text, length);
    memset(&reading->record, 0, sizeof reading->record);
    reading->record.arena = reading->arena;
    reading->wrong = NULL;
    reading->after = NULL;
    reading->format[0] = '\0';
    reading->has_kind = false;
    reading->metrics.nr = reading->digits.nr = reading->bounds.nr = 0;
    reading->codes.nr = reading->lines.nr = 0;
}

/* Says what is wrong with the value that was read over, or that nothing is. */
static enum record_read_result judge(const struct reading *reading, const char **why)
{
    static const char version[] = RECORD_FORMAT, versions[] = RECORD_FORMAT ".";
    if (reading->line.error) {
        *why = reading->line.error;
        return RECORD_READ_NO_JSON;
    }
    if (strncmp(reading->format, "iodelta/", 8) != 0)
        return RECORD_READ_NO_RECORD;
    *why = reading->format;
    if (strcmp(reading->format, version) != 0 &&
        strncmp(reading->format, versions, sizeof versions - 1) != 0)
        return RECORD_READ_OTHER_VERSION;
    *why = reading->has_kind ? reading->wrong : "kind";
    return *why ? RECORD_READ_WRONG_VALUE : RECORD_READ_DONE;
}

enum record_read_result record_read_line(struct reading *reading, const char *text, size_t length,
                                         struct record **record, const char **why)
{
    start(reading, text, length);
    enum json_kind kind = json_line_kind(&reading->line);
    if (kind == JSON_IS_OBJECT)
        reading_object(reading, READING_RECORD);
    else if (kind == JSON_IS_ARRAY)
        json_line_skip(&reading->line);
    else
        json_line_fail(&reading->line, "it does not begin with {");
    json_line_end(&reading->line);
    enum record_read_result result = judge(reading, why);
    if (result != RECORD_READ_DONE)
        return result;
    if ((*why = reading_join_figures(reading)) || (*why = reading_join_warnings(reading)))
        return RECORD_READ_WRONG_VALUE;
    if (reading->record.kind == RECORD_RESULT && !reading->record.op)
        reading->record.op = "";
    *record = arena_alloc(reading->arena, sizeof **record);
    **record = reading->record;
    return RECORD_READ_DONE;
}
