#include "parse/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "parse/pattern_table.h"
#include "record/memory.h"

enum { LONGEST_SUBJECT = 4096, MOST_GROUPS = 64 };

/* A row that was cut off so often in one text is tried no more: each time costs
 * more than a thousand sound lines. */
enum { MOST_CUT_OFF = 100 };

struct pattern_set {
    struct pattern_table *table;
    struct pattern_table own; /* where it is not shared */
    pcre2_match_data *data;
    unsigned cut_off[]; /* how often the match limit was met, for each row */
};

void (*pattern_watch)(const struct pattern_row *row);

/* Says whether the literal stands in the line: memmem() takes longer to begin than most lines
 * take to be looked through. */
static bool holds(const char *line, size_t length, const char *literal, size_t size)
{
    if (size > length)
        return false;
    const char *end = line + length - size + 1;
    for (const char *at = line; at < end && (at = memchr(at, *literal, (size_t)(end - at))); at++)
        if (!memcmp(at, literal, size))
            return true;
    return false;
}

static struct pattern_set *make_set(struct pattern_table *table, const struct pattern_row *rows,
                                    size_t nr)
{
    struct pattern_set *set = memory_alloc(sizeof *set + nr * sizeof set->cut_off[0]);
    set->table = table;
    if (!table) {
        pattern_table_make(&set->own, rows, nr);
        set->table = &set->own;
    }
    return set;
}

struct pattern_set *pattern_set_new(const struct pattern_row *rows, size_t nr)
{
    return make_set(pattern_table_shared(rows, nr), rows, nr);
}

struct pattern_set *pattern_set_new_own(const struct pattern_row *rows, size_t nr)
{
    return make_set(NULL, rows, nr);
}

void pattern_set_free(struct pattern_set *set)
{
    if (!set)
        return;
    pattern_table_clear(&set->own);
    pcre2_match_data_free(set->data);
    free(set);
}

static bool try_row(struct pattern_set *set, size_t i, const char *line, size_t length,
                    struct pattern_match *match)
{
    const struct pattern_row *row = &set->table->rows[i];
    const pcre2_code *code;
    size_t size = set->table->sizes[i];
    if (size && !holds(line, length, row->literal, size))
        return false;
    if (set->cut_off[i] >= MOST_CUT_OFF)
        return false;
    if (!set->data)
        set->data = pcre2_match_data_create(MOST_GROUPS, NULL);
    int result = pattern_table_match(set->table, i, line, length, set->data, &code);
    set->cut_off[i] += result < 0 && result != PCRE2_ERROR_NOMATCH;
    if (result <= 0)
        return false;
    *match = (struct pattern_match){row, line, code, set->data};
    if (pattern_watch)
        pattern_watch(match->row);
    return true;
}

bool pattern_match(struct pattern_set *set, const char *line, size_t length,
                   struct pattern_match *match)
{
    if (length > LONGEST_SUBJECT)
        return false;
    const struct pattern_table *table = set->table;
    uint64_t letters = pattern_letters(line, length);
    for (size_t i = 0; i < table->nr; i++)
        if (!(table->letters[i] & ~letters) && (!table->any[i] || table->any[i] & letters) &&
            try_row(set, i, line, length, match))
            return true;
    return false;
}

bool pattern_match_row(struct pattern_set *set, int id, const char *line, size_t length,
                       struct pattern_match *match)
{
    if (length > LONGEST_SUBJECT)
        return false;
    for (size_t i = 0; i < set->table->nr; i++)
        if (set->table->rows[i].id == id)
            return try_row(set, i, line, length, match);
    return false;
}

size_t pattern_match_length(const struct pattern_match *match)
{
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(match->data);
    return places[1] - places[0];
}

bool pattern_group(const struct pattern_match *match, const char *name, const char **at,
                   size_t *length)
{
    const pcre2_code *code = match->code;
    int number = pcre2_substring_number_from_name(code, (PCRE2_SPTR)name);
    PCRE2_SPTR first, last;
    /* A name may stand for several groups ((?J)): the one that took part counts. */
    if (number == PCRE2_ERROR_NOUNIQUESUBSTRING) {
        int size = pcre2_substring_nametable_scan(code, (PCRE2_SPTR)name, &first, &last);
        if (size < 0)
            return false;
    } else if (number > 0) {
        first = last = NULL;
    } else {
        return false;
    }
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(match->data);
    uint32_t count = pcre2_get_ovector_count(match->data), entry = 0;
    pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &entry);
    for (PCRE2_SPTR at_entry = first;; at_entry += entry) {
        uint32_t group = first ? (uint32_t)(at_entry[0] << 8 | at_entry[1]) : (uint32_t)number;
        if (group < count && places[2 * group] != PCRE2_UNSET &&
            places[2 * group + 1] > places[2 * group]) {
            *at = match->subject + places[2 * group];
            *length = places[2 * group + 1] - places[2 * group];
            return true;
        }
        if (at_entry == last)
            return false;
    }
}

const char *pattern_group_text(const struct pattern_match *match, const char *name,
                               struct arena *arena)
{
    const char *at;
    size_t length;
    return pattern_group(match, name, &at, &length) ? arena_text(arena, at, length) : NULL;
}

bool pattern_group_value(const struct pattern_match *match, const char *name,
                         enum pattern_unit unit, double *value, double *digit_value)
{
    const char *at;
    size_t length;
    double digit = 0, scale = 1;
    bool is_read;
    if (!pattern_group(match, name, &at, &length))
        return false;
    switch (unit) {
    case PATTERN_BINARY:
        is_read = units_quantity(at, length, UNITS_BINARY, value, &digit);
        break;
    case PATTERN_DECIMAL:
    case PATTERN_COUNT:
        is_read = units_quantity(at, length, UNITS_DECIMAL, value, &digit);
        break;
    case PATTERN_MSEC:
        scale = 0.001;
        is_read = units_number(at, length, value, &digit);
        break;
    default:
        is_read = units_number(at, length, value, &digit);
        break;
    }
    *value *= scale;
    if (digit_value)
        *digit_value = digit * scale;
    return is_read;
}

void pattern_fill(const struct pattern_match *match, struct record *record)
{
    for (const struct pattern_field *field = match->row->fields;
         field < match->row->fields + PATTERN_FIELDS && field->group; field++) {
        const char *at;
        size_t length;
        double value, digit;
        if (field->unit == PATTERN_NONE || !pattern_group(match, field->group, &at, &length))
            continue;
        if (field->unit == PATTERN_TEXT) {
            record_set_pair(record, &record->params, field->name,
                            record_text(record, at, length));
        } else if (pattern_group_value(match, field->group, field->unit, &value, &digit)) {
            record_set_metric(record, field->name, value, digit);
            record_set_column(record, field->name, (size_t)(at - match->subject), length);
        }
    }
}

static bool has_field(const struct pattern_row *row, const char *group)
{
    for (size_t i = 0; i < PATTERN_FIELDS && row->fields[i].group; i++)
        if (!strcmp(row->fields[i].group, group))
            return true;
    return false;
}

unsigned pattern_set_cut_off(const struct pattern_set *set)
{
    unsigned nr = 0;
    for (size_t i = 0; i < set->table->nr; i++)
        nr += set->cut_off[i];
    return nr;
}

int pattern_set_check(struct pattern_set *set, const char **why)
{
    for (size_t i = 0; i < set->table->nr; i++) {
        const struct pattern_row *row = &set->table->rows[i];
        const pcre2_code *code = pattern_table_code(set->table, i);
        PCRE2_SPTR names;
        uint32_t nr, size;
        *why = "does not compile";
        if (!code)
            return row->id;
        pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &nr);
        pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
        pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &names);
        *why = "a named group has no field";
        for (uint32_t n = 0; n < nr; n++)
            if (!has_field(row, (const char *)names + n * size + 2))
                return row->id;
        *why = "a field has no group";
        for (size_t f = 0; f < PATTERN_FIELDS && row->fields[f].group; f++)
            if (pcre2_substring_number_from_name(code, (PCRE2_SPTR)row->fields[f].group) ==
                PCRE2_ERROR_NOSUBSTRING)
                return row->id;
    }
    return -1;
}
