#include "parse/pattern_table.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "record/memory.h"

/* A line of a benchmark needs a few hundred steps; a hostile one is cut off. */
enum { MATCH_LIMIT = 200000, DEPTH_LIMIT = 1000 };

/* Making machine code of a row takes as long as some hundred lines without: a mail seldom has
 * so many.  Longer lines are matched by machine code at once, so that limits are met where
 * they always are. */
enum { SLOW_USES = 100, SHORT_LINE = 256 };

struct pattern_code {
    pcre2_code *_Atomic slow, *_Atomic fast; /* NULL until needed; fast is machine code */
    atomic_bool is_broken;
    atomic_uint uses; /* of slow */
};

/* Tables that are shared; those up to shared_nr are only read.  Both the list and the codes
 * grow under the lock. */
enum { MOST_SHARED = 64 };
static struct pattern_table shared[MOST_SHARED];
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

void pattern_table_make(struct pattern_table *table, const struct pattern_row *rows, size_t nr)
{
    call_once(&once, prepare);
    *table = (struct pattern_table){.rows = rows, .nr = nr};
    table->codes = memory_alloc(nr * sizeof *table->codes);
    table->sizes = memory_alloc(nr * sizeof *table->sizes);
    table->letters = memory_alloc(nr * sizeof *table->letters);
    table->any = memory_alloc(nr * sizeof *table->any);
    for (size_t i = 0; i < nr; i++) {
        const char *literal = rows[i].literal;
        size_t size = literal ? strcspn(literal, PATTERN_ALL) : 0;
        if (literal && literal[0] == PATTERN_ANY[0]) {
            table->any[i] = letters_of(literal + 1, strlen(literal + 1));
        } else if (literal) {
            const char *all = literal + size + (literal[size] != '\0');
            table->sizes[i] = size;
            table->letters[i] = letters_of(literal, size) | letters_of(all, strlen(all));
        }
    }
}

void pattern_table_clear(struct pattern_table *table)
{
    for (size_t i = 0; i < table->nr; i++) {
        pcre2_code_free(table->codes[i].slow);
        pcre2_code_free(table->codes[i].fast);
    }
    free(table->codes);
    free(table->sizes);
    free(table->letters);
    free(table->any);
}

struct pattern_table *pattern_table_shared(const struct pattern_row *rows, size_t nr)
{
    call_once(&once, prepare);
    size_t known = atomic_load_explicit(&shared_nr, memory_order_acquire);
    for (size_t i = 0; i < known; i++)
        if (shared[i].rows == rows && shared[i].nr == nr)
            return &shared[i];
    struct pattern_table *table = NULL;
    mtx_lock(&lock);
    size_t all = atomic_load_explicit(&shared_nr, memory_order_relaxed);
    for (size_t i = known; i < all && !table; i++)
        if (shared[i].rows == rows && shared[i].nr == nr)
            table = &shared[i];
    if (!table && all < MOST_SHARED) {
        table = &shared[all];
        pattern_table_make(table, rows, nr);
        atomic_store_explicit(&shared_nr, all + 1, memory_order_release);
    }
    mtx_unlock(&lock);
    return table;
}

/* Compiles a row; the lock is held. */
static void compile(struct pattern_table *table, size_t i, bool is_fast)
{
    struct pattern_code *row = &table->codes[i];
    int error;
    PCRE2_SIZE offset;
    /* No UTF mode: groups are ASCII, and text may be damaged. */
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)table->rows[i].regex, PCRE2_ZERO_TERMINATED,
                                     PCRE2_EXTENDED, &error, &offset, NULL);
    if (code && is_fast)
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    atomic_store_explicit(&row->is_broken, !code, memory_order_relaxed);
    atomic_store_explicit(is_fast ? &row->fast : &row->slow, code, memory_order_release);
}

/* Others may match with the slow code while the fast one is made: these are two. */
static const pcre2_code *code_of(struct pattern_table *table, size_t i, bool is_fast)
{
    struct pattern_code *row = &table->codes[i];
    pcre2_code *_Atomic *place = is_fast ? &row->fast : &row->slow;
    const pcre2_code *code = atomic_load_explicit(place, memory_order_acquire);
    if (code || atomic_load_explicit(&row->is_broken, memory_order_relaxed))
        return code;
    mtx_lock(&lock);
    if (!*place && !row->is_broken)
        compile(table, i, is_fast);
    mtx_unlock(&lock);
    return *place;
}

const pcre2_code *pattern_table_code(struct pattern_table *table, size_t i)
{
    return code_of(table, i, false);
}

/* Says whether the row is to be matched without machine code; counts these. */
static bool is_slow(struct pattern_code *row, size_t length)
{
    return length <= SHORT_LINE &&
           atomic_load_explicit(&row->uses, memory_order_relaxed) < SLOW_USES &&
           atomic_fetch_add_explicit(&row->uses, 1, memory_order_relaxed) < SLOW_USES;
}

int pattern_table_match(struct pattern_table *table, size_t i, const char *line, size_t length,
                        pcre2_match_data *data, const pcre2_code **code)
{
    bool is_fast = !is_slow(&table->codes[i], length);
    for (;; is_fast = true) {
        *code = code_of(table, i, is_fast);
        if (!*code)
            return PCRE2_ERROR_NOMATCH;
        int result = pcre2_match(*code, (PCRE2_SPTR)line, length, 0, 0, data, limits);
        /* limits are those of machine code, whatever was tried before */
        if (is_fast || result >= PCRE2_ERROR_NOMATCH)
            return result;
    }
}
