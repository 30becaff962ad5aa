/* Walks over every row of every table of patterns: rows fit their fields, each is met
 * by a sample, and no line of a sample belongs to two rows of a table. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio_rows.h"
#include "parse/message.h"
#include "parse/parse.h"
#include "parse/row_table.h"
#include "tests/t_files.h"
#include "tests/t_main.h"

/* Rows that take what the others of their table leave, and tables in whose lines
 * several rows may find something. */
enum { ANY = -1 };
static const struct {
    const char *table;
    int id;
} shared[] = {
    {"bonnie++", ANY}, /* which row a line is depends on the header above */
    {"fio", FIO_TAIL},
    {"fio", FIO_DETAIL},
    {"shell", ANY},
    {"vocabulary", ANY}, /* finds levels, not lines: unit_vocabulary.c has each row */
    {"compression", ANY},
    {"dd_kin", ANY}, /* a line of ddrescue has several fields */
    {"prose", ANY},  /* some of them take what stands behind a dd */
    {"memory", ANY},
};

static bool is_shared(const struct row_table *table, int id)
{
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (!strcmp(shared[i].table, table->name) && (shared[i].id == ANY || shared[i].id == id))
            return true;
    return false;
}

static GHashTable *hits; /* rows that matched */

static void count_hit(const struct pattern_row *row)
{
    g_hash_table_add(hits, (void *)row);
}

static void ignore_diag(void *context, const struct diag *diag)
{
    (void)context;
    (void)diag;
}

static const struct diag_sink silent = {ignore_diag, NULL};

/* Hands each file of samples/ to take. */
static void each_sample(void (*take)(void *context, const char *path, const char *bytes,
                                     size_t length))
{
    char path[4096];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/samples", srcdir ? srcdir : ".");
    ck_assert_uint_eq(t_files_each(path, take, NULL), 0);
}

static int drop_record(void *context, const struct record *record)
{
    (void)context;
    (void)record;
    return 0;
}

static void parse_sample(void *context, const char *path, const char *bytes, size_t length)
{
    static const struct parse_sink records = {drop_record, NULL};
    struct parse *parse = parse_new(&records, &silent);
    (void)context;
    parse_file(parse, path, bytes, length);
    parse_free(parse);
}

START_TEST(rows_fit_their_fields)
{
    for (size_t t = 0; row_tables[t]; t++) {
        struct pattern_set *set = pattern_set_new(row_tables[t]->rows, row_tables[t]->nr);
        const char *why = "";
        int id = pattern_set_check(set, &why);
        ck_assert_msg(id == -1, "%s, row %d: %s", row_tables[t]->name, id, why);
        pattern_set_free(set);
        for (size_t i = 0; i < row_tables[t]->nr; i++)
            for (size_t j = 0; j < i; j++)
                ck_assert_msg(row_tables[t]->rows[i].id != row_tables[t]->rows[j].id,
                              "%s has id %d twice", row_tables[t]->name,
                              row_tables[t]->rows[i].id);
    }
}
END_TEST

START_TEST(every_row_is_met_by_a_sample)
{
    char missing[4000] = "";
    hits = g_hash_table_new(g_direct_hash, g_direct_equal);
    pattern_watch = count_hit;
    each_sample(parse_sample);
    pattern_watch = NULL;
    for (size_t t = 0; row_tables[t]; t++)
        for (size_t i = 0; strcmp(row_tables[t]->name, "vocabulary") && i < row_tables[t]->nr;
             i++) {
            size_t used = strlen(missing);
            if (!g_hash_table_contains(hits, &row_tables[t]->rows[i]))
                snprintf(missing + used, sizeof missing - used, " %s:%d", row_tables[t]->name,
                         row_tables[t]->rows[i].id);
        }
    g_hash_table_destroy(hits);
    ck_assert_msg(!*missing, "no sample has a line for%s", missing);
}
END_TEST

/* Tries a line against each row of a table by itself. */
static void check_line(const struct row_table *table, struct pattern_set *set,
                       const struct text_line *line)
{
    const struct pattern_row *claimed = NULL;
    for (size_t i = 0; i < table->nr; i++) {
        struct pattern_match match;
        if (is_shared(table, table->rows[i].id) ||
            !pattern_match_row(set, table->rows[i].id, line->at, line->length, &match))
            continue;
        ck_assert_msg(!claimed, "rows %d and %d of %s both match: %s",
                      claimed ? claimed->id : 0, table->rows[i].id, table->name, line->at);
        claimed = &table->rows[i];
    }
}

static void check_sample(void *context, const char *path, const char *bytes, size_t length)
{
    (void)context;
    struct arena *arena = arena_new();
    struct message message;
    message_read(&message, arena, bytes, length, path, 0, &silent);
    for (size_t t = 0; row_tables[t]; t++) {
        struct pattern_set *set = pattern_set_new(row_tables[t]->rows, row_tables[t]->nr);
        for (size_t s = 0; s < message.text->nr; s++)
            for (size_t i = 0; i < message.text->streams[s].nr; i++)
                check_line(row_tables[t], set, &message.text->streams[s].lines[i]);
        ck_assert_uint_eq(pattern_set_cut_off(set), 0);
        pattern_set_free(set);
    }
    arena_free(arena);
}

START_TEST(no_line_belongs_to_two_rows)
{
    struct parse *parse = parse_new(&(struct parse_sink){drop_record, NULL}, &silent);
    each_sample(check_sample);
    parse_free(parse);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("row_tables");
    TCase *tests = tcase_create("row_tables");
    tcase_add_test(tests, rows_fit_their_fields);
    tcase_add_test(tests, every_row_is_met_by_a_sample);
    tcase_add_test(tests, no_line_belongs_to_two_rows);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
