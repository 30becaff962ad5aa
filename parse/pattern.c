#define PCRE2_CODE_UNIT_WIDTH 8
#include "parse/pattern.h"

#include <pcre2.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "record/memory.h"

/* A line of a benchmark needs a few hundred steps; a hostile one is cut off. */
enum { MATCH_LIMIT = 200000, DEPTH_LIMIT = 1000, LONGEST_SUBJECT = 4096, MOST_GROUPS = 64 };

/* A row that was cut off so often in one text is tried no more: each time costs
 * more than a thousand sound lines. */
enum { MOST_CUT_OFF = 100 };

/* The compiled rows of a table.  Those of a table that lives as long as the program are
 * made once and shared by all sets over it, in all threads. */
struct table {
    const struct pattern_row *rows;
    size_t nr;
    pcre2_code *_Atomic *codes; /* NULL until the literal was met */
    atomic_bool *is_broken;
    uint64_t *letters; /* of the literals, see letters_of() */
    uint64_t *any;     /* of lists of characters; 0 for none */
};

struct pattern_set {
    struct table *table;
    struct table own; /* where it is not shared */
    pcre2_match_data *data;
    unsigned cut_off[]; /* how often the match limit was met, for each row */
};

void (*pattern_watch)(const struct pattern_row *row);

/* Tables that are shared; those up to shared_nr are only read.  Both the list and the codes
 * grow under the lock. */
enum { MOST_SHARED = 64 };
static struct table shared[MOST_SHARED];
static atomic_size_t shared_nr;
static mtx_t lock;
static pcre2_match_context *limits; /* only read once it is made */
static uint64_t bits[256];            /* likewise; see letters_of() */
static once_flag once = ONCE_FLAG_INIT;

/* All digits have one bit, small letters one each, signs that output of tools has and prose
 * seldom one each; of the others several share one. */
static void make_bits(void)
{
    enum { CAPITALS = 27, SIGNS = 40, REST = 63 };
    static const char signs[] = "\"#$%()+,-./:;=[]_{}|<>*";
    for (unsigned c = 0; c < 256; c++) {
        const char *sign = c ? strchr(signs, (int)c) : NULL;
        unsigned bit = c >= '0' && c <= '9'   ? 0
                       : c >= 'a' && c <= 'z' ? 1 + c - 'a'
                       : c >= 'A' && c <= 'Z' ? CAPITALS + (c - 'A') / 2
                       : sign                 ? SIGNS + (unsigned)(sign - signs)
                                              : REST;
        bits[c] = UINT64_C(1) << bit;
    }
}

static void prepare(void)
{
    if (mtx_init(&lock, mtx_plain) != thrd_success)
        abort();
    make_bits();
    limits = pcre2_match_context_create(NULL);
    if (!limits)
        abort();
    pcre2_set_match_limit(limits, MATCH_LIMIT);
    pcre2_set_depth_limit(limits, DEPTH_LIMIT);
}

/* pattern_letters() once it is prepared. */
static uint64_t letters_of(const char *at, size_t length)
{
    uint64_t letters = 0;
    for (size_t i = 0; i < length; i++)
        letters |= bits[(unsigned char)at[i]];
    return letters;
}

uint64_t pattern_letters(const char *at, size_t length)
{
    call_once(&once, prepare);
    return letters_of(at, length);
}

/* Says whether it is a list of characters of which one must stand in the line. */
static bool is_list(const char *literal)
{
    return literal[0] == PATTERN_ANY[0];
}

/* Says whether the literal stands in the line: memmem() takes longer to begin than most lines
 * take to be looked through. */
static bool holds(const char *line, size_t length, const char *literal)
{
    size_t size = strlen(literal);
    if (size > length)
        return false;
    const char *end = line + length - size + 1;
    for (const char *at = line; at < end && (at = memchr(at, *literal, (size_t)(end - at))); at++)
        if (!memcmp(at, literal, size))
            return true;
    return false;
}

static void make_table(struct table *table, const struct pattern_row *rows, size_t nr)
{
    *table = (struct table){.rows = rows, .nr = nr};
    table->codes = memory_alloc(nr * sizeof *table->codes);
    table->is_broken = memory_alloc(nr * sizeof *table->is_broken);
    table->letters = memory_alloc(nr * sizeof *table->letters);
    table->any = memory_alloc(nr * sizeof *table->any);
    for (size_t i = 0; i < nr; i++)
        if (rows[i].literal && is_list(rows[i].literal))
            table->any[i] = letters_of(rows[i].literal + 1, strlen(rows[i].literal + 1));
        else if (rows[i].literal)
            table->letters[i] = letters_of(rows[i].literal, strlen(rows[i].literal));
}

/* Returns the shared table, NULL where there are too many. */
static struct table *find_shared(const struct pattern_row *rows, size_t nr)
{
    size_t known = atomic_load_explicit(&shared_nr, memory_order_acquire);
    for (size_t i = 0; i < known; i++)
        if (shared[i].rows == rows && shared[i].nr == nr)
            return &shared[i];
    struct table *table = NULL;
    mtx_lock(&lock);
    size_t all = atomic_load_explicit(&shared_nr, memory_order_relaxed);
    for (size_t i = known; i < all && !table; i++)
        if (shared[i].rows == rows && shared[i].nr == nr)
            table = &shared[i];
    if (!table && all < MOST_SHARED) {
        table = &shared[all];
        make_table(table, rows, nr);
        atomic_store_explicit(&shared_nr, all + 1, memory_order_release);
    }
    mtx_unlock(&lock);
    return table;
}

static struct pattern_set *make_set(struct table *table, const struct pattern_row *rows, size_t nr)
{
    struct pattern_set *set = memory_alloc(sizeof *set + nr * sizeof set->cut_off[0]);
    set->table = table;
    if (!table) {
        make_table(&set->own, rows, nr);
        set->table = &set->own;
    }
    return set;
}

struct pattern_set *pattern_set_new(const struct pattern_row *rows, size_t nr)
{
    call_once(&once, prepare);
    return make_set(find_shared(rows, nr), rows, nr);
}

struct pattern_set *pattern_set_new_own(const struct pattern_row *rows, size_t nr)
{
    call_once(&once, prepare);
    return make_set(NULL, rows, nr);
}

void pattern_set_free(struct pattern_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->own.nr; i++)
        pcre2_code_free(set->own.codes[i]);
    free(set->own.codes);
    free(set->own.is_broken);
    free(set->own.letters);
    free(set->own.any);
    pcre2_match_data_free(set->data);
    free(set);
}

/* Compiles the row; the lock is held. */
static void compile(struct table *table, size_t i)
{
    int error;
    PCRE2_SIZE offset;
    /* No UTF mode: groups are ASCII, and text may be damaged. */
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)table->rows[i].regex, PCRE2_ZERO_TERMINATED,
                                     PCRE2_EXTENDED, &error, &offset, NULL);
    if (code)
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    atomic_store_explicit(&table->is_broken[i], !code, memory_order_relaxed);
    atomic_store_explicit(&table->codes[i], code, memory_order_release);
}

static pcre2_code *row_code(struct pattern_set *set, size_t i)
{
    struct table *table = set->table;
    pcre2_code *code = atomic_load_explicit(&table->codes[i], memory_order_acquire);
    if (code || atomic_load_explicit(&table->is_broken[i], memory_order_relaxed))
        return code;
    mtx_lock(&lock);
    if (!table->codes[i] && !table->is_broken[i])
        compile(table, i);
    mtx_unlock(&lock);
    return table->codes[i];
}

static bool try_row(struct pattern_set *set, size_t i, const char *line, size_t length,
                    struct pattern_match *match)
{
    const struct pattern_row *row = &set->table->rows[i];
    if (row->literal && !is_list(row->literal) && !holds(line, length, row->literal))
        return false;
    pcre2_code *code = set->cut_off[i] < MOST_CUT_OFF ? row_code(set, i) : NULL;
    if (!code)
        return false;
    if (!set->data)
        set->data = pcre2_match_data_create(MOST_GROUPS, NULL);
    int result = pcre2_match(code, (PCRE2_SPTR)line, length, 0, 0, set->data, limits);
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
    const struct table *table = set->table;
    uint64_t letters = letters_of(line, length);
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
        pcre2_code *code = row_code(set, i);
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
