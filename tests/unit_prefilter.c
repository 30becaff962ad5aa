/* The prefilter: all ways find the same, no byte outside is read, and no result of a sample
 * is without a word. */
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse/message.h"
#include "parse/parse.h"
#include "parse/prefilter_words.h"
#include "record/memory.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

static const enum prefilter_way ways[] = {PREFILTER_SCALAR, PREFILTER_SSSE3, PREFILTER_AVX2};
enum { WAYS = sizeof ways / sizeof ways[0], MOST_HITS = 20000 };

struct hit {
    size_t at;
    enum prefilter_kind kind;
};

struct hits {
    struct hit at[MOST_HITS];
    size_t nr;
};

static struct hits scalar, other;

/* The same numbers in every run. */
static unsigned next_random(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 24);
}

static void find_all(struct hits *hits, enum prefilter_way way, const char *bytes, size_t length)
{
    struct prefilter_walk walk;
    prefilter_start(&walk, bytes, length, way);
    for (hits->nr = 0; hits->nr < MOST_HITS &&
                       prefilter_next(&walk, &hits->at[hits->nr].at, &hits->at[hits->nr].kind);)
        hits->nr++;
}

/* A matcher of its own: by letters of the pattern, with line ends around the bytes. */
static bool fits(const char **pattern, bool any_case, unsigned char byte)
{
    char c = *(*pattern)++;
    bool is_digit = byte >= '0' && byte <= '9';
    bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (c != '\\') {
        char folded = c >= 'a' && c <= 'z' ? (char)(c - 32) : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        return byte == (unsigned char)c || (any_case && byte == (unsigned char)folded);
    }
    switch (*(*pattern)++) {
    case 'd':
        return is_digit;
    case 'D':
        return !is_digit;
    case 's':
        return byte >= 0x80 || strchr(" \t\n\v\f\r", byte ? byte : 'x');
    case 'w':
        return is_digit || is_letter;
    case 'W':
        return !is_digit && !is_letter;
    case 'o':
        return is_digit && byte != '8';
    case 'v':
        return is_digit || byte >= 0x80 || (byte && strchr(" \t\n\v\f\r.", byte));
    case 'u':
        return byte && strchr("kKMGTPE", byte);
    case 'e':
        return byte >= 0x80 || (byte && strchr(" \t\n\v\f\rsSdgc", byte));
    case 'b':
        return !is_digit && !is_letter && byte != '+' && byte != '/' && byte != '=';
    case 'n':
        return byte != '=';
    case 'p':
        return byte != '%';
    default:
        return byte == 0;
    }
}

static bool word_at(const struct prefilter_word *word, const char *bytes, size_t length, long at)
{
    for (const char *pattern = word->pattern; *pattern; at++) {
        bool is_outside = at < 0 || (size_t)at >= length;
        if (at < -1 || at > (long)length ||
            !fits(&pattern, word->any_case, is_outside ? '\n' : (unsigned char)bytes[at]))
            return false;
    }
    return true;
}

/* Of words that lie over each other one may stand for all. */
static bool has_hit(const struct hits *hits, long at, enum prefilter_kind most)
{
    for (size_t i = 0; i < hits->nr; i++)
        if (labs((long)hits->at[i].at - at) < PREFILTER_LONGEST && hits->at[i].kind <= most)
            return true;
    return false;
}

/* Every word of the table is found where it stands, and nothing else. */
static void check_against_table(const struct hits *hits, const char *bytes, size_t length)
{
    size_t explained = 0;
    for (long at = -1; at < (long)length; at++) {
        bool is_start[2] = {false, false}; /* reported here, and at the byte behind */
        for (size_t w = 0; w < prefilter_words_nr; w++) {
            const struct prefilter_word *word = &prefilter_words[w];
            if (!word_at(word, bytes, length, at))
                continue;
            bool is_behind = word->kind == PREFILTER_BOUNDARY || at < 0;
            is_start[is_behind] = true;
            ck_assert_msg(has_hit(hits, at, word->kind),
                          "%s at %ld of %zu is not found", word->pattern, at, length);
        }
        for (size_t i = 0; i < hits->nr; i++)
            explained += (hits->at[i].at == (size_t)at && is_start[0]) ||
                         (hits->at[i].at == (size_t)(at + 1) && is_start[1] &&
                          hits->at[i].kind == PREFILTER_BOUNDARY) ||
                         (at < 0 && hits->at[i].at == 0 && is_start[1] &&
                          hits->at[i].kind != PREFILTER_BOUNDARY);
    }
    ck_assert_uint_ge(explained, hits->nr);
}

static void compare_ways(const char *bytes, size_t length)
{
    find_all(&scalar, PREFILTER_SCALAR, bytes, length);
    for (size_t w = 1; w < WAYS; w++) {
        if (!prefilter_has(ways[w]))
            continue;
        find_all(&other, ways[w], bytes, length);
        ck_assert_uint_eq(other.nr, scalar.nr);
        for (size_t i = 0; i < scalar.nr; i++) {
            ck_assert_uint_eq(other.at[i].at, scalar.at[i].at);
            ck_assert_int_eq(other.at[i].kind, scalar.at[i].kind);
        }
    }
}

/* Pages that must not be touched stand before and behind the room. */
struct fenced {
    char *map, *room;
    size_t page, size;
};

static struct fenced fenced;

static void set_up(void)
{
    fenced.page = (size_t)sysconf(_SC_PAGESIZE);
    fenced.size = fenced.page;
    fenced.map = mmap(NULL, 3 * fenced.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);
    ck_assert_ptr_ne(fenced.map, MAP_FAILED);
    fenced.room = fenced.map + fenced.page;
    ck_assert_int_eq(mprotect(fenced.map, fenced.page, PROT_NONE), 0);
    ck_assert_int_eq(mprotect(fenced.room + fenced.size, fenced.page, PROT_NONE), 0);
}

static void tear_down(void)
{
    munmap(fenced.map, 3 * fenced.page);
}

/* Writes the bytes that a pattern stands for, with one of each class; returns how many. */
static size_t write_word(char *to, const struct prefilter_word *word, bool is_upper)
{
    static const char classes[] = "dDswWuezovbnp", members[] = "7, x.Ks\0" "7.- 3";
    size_t nr = 0;
    for (const char *at = word->pattern; *at; at++) {
        char c = *at;
        if (c == '\\')
            c = members[strchr(classes, *++at) - classes];
        else if (is_upper && word->any_case && c >= 'a' && c <= 'z')
            c = (char)(c - 32);
        to[nr++] = c;
    }
    return nr;
}

START_TEST(a_word_is_found_at_every_place)
{
    enum { ROOM = 200 };
    for (size_t w = 0; w < prefilter_words_nr; w++)
        for (size_t at = 0; at <= 64; at++) {
            char *end = fenced.room + fenced.size;
            char word[PREFILTER_LONGEST];
            size_t size = write_word(word, &prefilter_words[w], at % 2);
            /* in the middle, at the end of the page, at its start */
            char *starts[] = {end - ROOM, end - at - size, fenced.room};
            size_t lengths[] = {ROOM, at + size, at + size};
            for (size_t i = 0; i < 3; i++) {
                memset(starts[i], '~', lengths[i]);
                memcpy(starts[i] + at, word, size);
                compare_ways(starts[i], lengths[i]);
                check_against_table(&scalar, starts[i], lengths[i]);
                ck_assert_uint_ge(scalar.nr, 1);
            }
        }
}
END_TEST

/* Bytes that are likely to be near a word: pieces of words, joined and overlapping. */
static void fill_with_pieces(char *to, size_t length)
{
    for (size_t at = 0; at < length;) {
        char word[PREFILTER_LONGEST];
        size_t size = write_word(word, &prefilter_words[next_random() % prefilter_words_nr],
                                 next_random() % 2);
        size_t from = next_random() % 4 ? 0 : next_random() % size;
        for (size_t i = from; i < size && at < length; i++)
            to[at++] = word[i];
        if (at < length && next_random() % 3 == 0)
            to[at++] = (char)next_random();
        if (at > 2 && next_random() % 5 == 0)
            at -= 2;
    }
}

START_TEST(pieces_of_words_are_told_apart)
{
    for (size_t i = 0; i < 400; i++) {
        size_t length = next_random() % 300;
        char *start = fenced.room + (i % 2 ? fenced.size - length : next_random() % 64);
        fill_with_pieces(start, length);
        compare_ways(start, length);
        check_against_table(&scalar, start, length);
    }
}
END_TEST

START_TEST(any_bytes_give_the_same)
{
    for (size_t i = 0; i < 200; i++) {
        size_t length = next_random() % fenced.size;
        char *start = fenced.room + fenced.size - length;
        unsigned range = i % 3 == 0 ? 256 : i % 3 == 1 ? 128 : 64;
        for (size_t at = 0; at < length; at++)
            start[at] = (char)(next_random() % range);
        compare_ways(start, length);
        if (i % 10 == 0)
            check_against_table(&scalar, start, length);
    }
}
END_TEST

/* Passing words finds the boundaries that a whole walk finds, from any place on. */
static void check_boundaries(const char *bytes, size_t length, enum prefilter_way way)
{
    find_all(&scalar, way, bytes, length);
    for (size_t first = 0; first <= scalar.nr && first < 40; first++) {
        struct prefilter_walk walk;
        size_t at = 0, i = first;
        enum prefilter_kind kind;
        prefilter_start(&walk, bytes, length, way);
        for (size_t skip = 0; skip < first; skip++)
            ck_assert(prefilter_next(&walk, &at, &kind));
        for (; i < scalar.nr; i++) {
            if (scalar.at[i].kind != PREFILTER_BOUNDARY)
                continue;
            ck_assert(prefilter_next_boundary(&walk, &at));
            ck_assert_uint_eq(at, scalar.at[i].at);
        }
        ck_assert(!prefilter_next_boundary(&walk, &at));
        ck_assert(!prefilter_next(&walk, &at, &kind));
    }
}

START_TEST(words_can_be_passed)
{
    for (size_t i = 0; i < 60; i++) {
        size_t length = next_random() % 1500;
        char *start = fenced.room + fenced.size - length;
        fill_with_pieces(start, length);
        for (size_t at = 0; at + 6 < length; at += 40 + next_random() % 100)
            memcpy(start + at, "\nFrom ", 6);
        if (i % 2 && length > 5)
            memcpy(start, "From ", 5);
        for (size_t w = 0; w < WAYS; w++)
            if (prefilter_has(ways[w]))
                check_boundaries(start, length, ways[w]);
    }
}
END_TEST

START_TEST(a_walk_goes_on_behind_a_boundary)
{
    static const char mbox[] = "From a\n\nruntime\nFrom b\n\nrunt=5\nmore\nFrom c\nIOPS=3\n";
    struct prefilter_walk walk;
    size_t at;
    enum prefilter_kind kind;
    prefilter_start(&walk, mbox, sizeof mbox - 1, PREFILTER_BEST);
    ck_assert(prefilter_next(&walk, &at, &kind));
    ck_assert_int_eq(kind, PREFILTER_BOUNDARY);
    ck_assert_uint_eq(at, 0);
    ck_assert(prefilter_next(&walk, &at, &kind));
    ck_assert_int_eq(kind, PREFILTER_BOUNDARY);
    ck_assert(prefilter_next(&walk, &at, &kind));
    ck_assert_int_eq(kind, PREFILTER_WORD);
    ck_assert_int_eq(memcmp(mbox + at, "runt=", 5), 0);
    ck_assert(prefilter_next_boundary(&walk, &at));
    ck_assert_int_eq(memcmp(mbox + at, "From c", 6), 0);
    ck_assert(prefilter_next(&walk, &at, &kind));
    ck_assert_int_eq(kind, PREFILTER_WORD);
    ck_assert_int_eq(memcmp(mbox + at, "IOPS=", 5), 0);
}
END_TEST

START_TEST(words_hold_no_blank_and_fit)
{
    for (size_t w = 0; w < prefilter_words_nr; w++) {
        const struct prefilter_word *word = &prefilter_words[w];
        char bytes[2 * PREFILTER_LONGEST];
        size_t size = write_word(bytes, word, false);
        ck_assert_uint_ge(size, 3);
        ck_assert_uint_le(size, PREFILTER_LONGEST);
        ck_assert_msg(!word->anchor || (size_t)word->anchor + 4 <= size, "%s", word->pattern);
        ck_assert_uint_lt(word->bucket, PREFILTER_BUCKETS);
        ck_assert(word->kind != PREFILTER_BOUNDARY || !word->anchor);
        ck_assert_msg(word->pattern[strcspn(word->pattern, " \t")] == '\0' || word->kind == PREFILTER_BOUNDARY,
                      "%s", word->pattern);
    }
}
END_TEST

static bool has_word(const char *bytes, size_t length, enum prefilter_kind most)
{
    find_all(&scalar, PREFILTER_BEST, bytes, length);
    for (size_t i = 0; i < scalar.nr; i++)
        if (scalar.at[i].kind != PREFILTER_BOUNDARY && scalar.at[i].kind <= most)
            return true;
    return false;
}

/* Of a result alone, its lines give a record only where a word stands in them. */
static void check_block(const char *path, const struct t_parse *whole, const struct result *result)
{
    const struct text_stream *lines = &whole->text->streams[result->stream];
    struct strbuf block = STRBUF_INIT;
    struct t_parse alone = {0};
    for (size_t i = result->first; i <= result->last && i < lines->nr; i++) {
        strbuf_add(&block, lines->lines[i].at, lines->lines[i].length);
        strbuf_byte(&block, '\n');
    }
    t_parse_tools(&alone, block.text ? block.text : "");
    ck_assert_msg(!alone.output.nr || has_word(block.text, block.length, PREFILTER_WORD),
                  "%s: no word in\n%s", path, block.text);
    t_parse_free(&alone);
    strbuf_free(&block);
}

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *bytes = memory_alloc((size_t)size + 1);
    *length = fread(bytes, 1, (size_t)size, file);
    ck_assert_int_eq(fclose(file), 0);
    return bytes;
}

static size_t check_sample(const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    struct t_parse whole = {.arena = arena_new()};
    struct message message;
    message_read(&message, whole.arena, bytes, length, path, 0, NULL);
    whole.text = message.text;
    whole.output.arena = whole.arena;
    command_scan(whole.text, &whole.commands);
    tool_run_all(whole.text, &whole.commands, &whole.output);
    size_t nr = whole.output.nr;
    /* Samples over time, in a file of their own, have no words; tables need none there. */
    size_t tables = 0;
    for (size_t i = 0; i < nr; i++)
        tables += !strcmp(whole.output.at[i].record->tool, "table");
    ck_assert_msg(has_word(bytes, length, PREFILTER_DECODE) ||
                      (message.is_mail ? !nr && !whole.output.series_nr : nr == tables),
                  "%s has results and no word", path);
    for (size_t i = 0; i < nr; i++)
        check_block(path, &whole, &whole.output.at[i]);
    t_parse_free(&whole);
    free(bytes);
    return nr;
}

START_TEST(results_of_samples_have_words)
{
    const char *folder = getenv("srcdir");
    char pattern[4096];
    glob_t files;
    size_t results = 0;
    struct parse *library = parse_new(NULL, NULL); /* for GMime */
    snprintf(pattern, sizeof pattern, "%s/samples/*/*", folder ? folder : ".");
    ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        results += check_sample(files.gl_pathv[i]);
    globfree(&files);
    parse_free(library);
    ck_assert_uint_gt(results, 100);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("prefilter");
    TCase *ways_case = tcase_create("ways"), *words_case = tcase_create("words");
    tcase_add_checked_fixture(ways_case, set_up, tear_down);
    tcase_add_test(ways_case, a_word_is_found_at_every_place);
    tcase_add_test(ways_case, pieces_of_words_are_told_apart);
    tcase_add_test(ways_case, any_bytes_give_the_same);
    tcase_add_test(ways_case, words_can_be_passed);
    tcase_add_test(words_case, a_walk_goes_on_behind_a_boundary);
    tcase_add_test(words_case, words_hold_no_blank_and_fit);
    tcase_add_test(words_case, results_of_samples_have_words);
    suite_add_tcase(suite, ways_case);
    suite_add_tcase(suite, words_case);
    return suite;
}

T_MAIN(make_suite)
