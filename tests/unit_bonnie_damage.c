/* Tables of bonnie++ as people and programs leave them. */
#include <stdio.h>
#include <string.h>

#include "parse/bonnie.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static double rate_of(const char *op)
{
    const char *name = strstr(op, "_block") || strstr(op, "rewrite") || !strcmp(op + 1, "etc") ||
                               !strcmp(op, "putc")
                           ? "bw_bytes_per_s"
                           : "ops_per_s";
    return t_metric(t_record(&parse, op, 0), name);
}

/* The head, a machine that is fast, and its files. */
enum { FAST_ROW = 3, FAST_LATENCY, FILES };
static const char *const lines[] = {
    "Version  1.96       ------Sequential Output------ --Sequential Input- --Random-",
    "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--",
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP",
    "hosta          160G           39912   3 29398   4           79075   4 207.2  34",
    "Latency                       12226ms   61883ms               349ms    3643ms",
    "Version  1.96       ------Sequential Create------ --------Random Create--------",
    "hosta-with-a-long-n -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--",
    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP",
    "                 50   170   2 42859  17   288   1   225   3  3525   9   345   1",
    "Latency               234ms   22897us     145ms     296ms     897us   84789us",
};

/* Puts something in front of and behind each line. */
static void read_between(const char *before, const char *after)
{
    char text[4000];
    size_t used = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s\n", before, lines[i],
                                 after);
    read_text(text);
}

static void check_all(void)
{
    ck_assert_uint_eq(parse.output.nr, 10);
    ck_assert_double_eq(rate_of("put_block"), 39912 * 1024.0);
    ck_assert_double_eq(rate_of("rewrite"), 29398 * 1024.0);
    ck_assert_double_eq(rate_of("get_block"), 79075 * 1024.0);
    ck_assert_double_eq_tol(rate_of("seeks"), 207.2, 1e-9);
    ck_assert_double_eq(rate_of("ran_del"), 345);
    ck_assert_double_eq(t_metric(t_record(&parse, "seeks", 0), "lat_max_ns"), 3643e6);
    ck_assert_double_eq(t_metric(t_record(&parse, "get_block", 0), "lat_max_ns"), 349e6);
    ck_assert_double_eq(t_metric(t_record(&parse, "ran_stat", 0), "lat_max_ns"), 897e3);
    ck_assert_str_eq(t_param(t_record(&parse, "seeks", 0), "machine"), "hosta-with-a-long-n");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}

START_TEST(marks_around_lines)
{
    static const struct {
        const char *before, *after;
    } rows[] = {{"", ""},        {"> ", ""},         {">> > ", ""},    {"ZC> ", ""},
                {"    ", ""},    {"[12:07:31] ", ""}, {"", "\r"},       {"|", "|"},
                {"", "\n"},      {"\033[32m", "\033[0m"}, {"[I]", "[/I]"}, {"<tt>", "</tt>"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_between(rows[i].before, rows[i].after);
        check_all();
        ck_assert(!record_has_warning(t_record(&parse, "seeks", 0), "column-uncertain"));
    }
}
END_TEST

START_TEST(signs_of_a_patch_are_labels)
{
    char text[1000];
    snprintf(text, sizeof text, "%s\n%s\n-%s\n+%s\n", lines[0], lines[2],
             "hosta 2G 31234 95 61000 22 28000 11 30111 88 70500 9 210.5 1",
             "hosta 2G 31934 95 61900 22 28900 11 30911 88 70900 9 219.5 1");
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_str_eq(t_config(t_record(&parse, "seeks", 0), "diff"), "-");
    ck_assert_str_eq(t_config(t_record(&parse, "seeks", 1), "diff"), "+");
    ck_assert_str_eq(t_param(t_record(&parse, "seeks", 0), "machine"), "hosta");
    /* One that all lines have tells nothing apart. */
    read_between("+", "");
    check_all();
    ck_assert_str_eq(t_param(t_record(&parse, "seeks", 0), "diff"), "");
}
END_TEST

/* Replaces every blank that follows another one. */
static void read_with_fillers(char filler)
{
    char text[4000];
    size_t used = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        for (const char *at = lines[i]; *at; at++)
            text[used++] = *at == ' ' && (at == lines[i] || at[-1] == ' ' || at[1] == ' ')
                               ? filler
                               : *at;
        text[used++] = '\n';
    }
    text[used] = '\0';
    read_text(text);
}

START_TEST(fillers)
{
    read_with_fillers('.');
    check_all();
}
END_TEST

/* Squeezes blanks into one: which tests were left out cannot be told any more. */
static void read_squeezed(const char *before)
{
    char text[4000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", before);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        for (const char *at = lines[i]; *at; at++)
            if (*at != ' ' || (at > lines[i] && at[-1] != ' '))
                text[used++] = *at;
        text[used++] = '\n';
    }
    text[used] = '\0';
    read_text(text);
}

START_TEST(squeezed_blanks)
{
    read_squeezed("");
    check_all();
    ck_assert(record_has_warning(t_record(&parse, "put_block", 0), "column-uncertain"));
    ck_assert(!record_has_warning(t_record(&parse, "seq_del", 0), "column-uncertain"));
    /* progress tells it, and so does the command */
    read_squeezed("Writing intelligently...done\nRewriting...done\n");
    check_all();
    ck_assert(!record_has_warning(t_record(&parse, "put_block", 0), "column-uncertain"));
    read_squeezed("# bonnie++ -d /data -f -u nobody\n");
    check_all();
    ck_assert(!record_has_warning(t_record(&parse, "put_block", 0), "column-uncertain"));
    ck_assert_str_eq(t_param(t_record(&parse, "put_block", 0), "dir"), "/data");
}
END_TEST

START_TEST(row_cut_in_two_keeps_its_columns)
{
    char text[2000];
    snprintf(text, sizeof text, "%s\n%s\n%s\n%.49s\n%s\n", lines[0], lines[1], lines[2], lines[FAST_ROW],
             lines[FAST_ROW] + 60);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 4);
    ck_assert_double_eq(rate_of("get_block"), 79075 * 1024.0);
    ck_assert_double_eq_tol(rate_of("seeks"), 207.2, 1e-9);
}
END_TEST

START_TEST(marks_in_cells)
{
    static const char *const rows[] = {
        "hosta 2G **31234** 95 61000 22 28000 11 30111 88 *70500* 9 210.5 1",
        "hosta\t2G\t31234\t95\t61000\t22\t28000\t11\t30111\t88\t70500\t9\t210.5\t1",
        "| hosta | 2G | 31234 | 95 | 61000 | 22 | 28000 | 11 | 30111 | 88 | 70500 | 9 | 210.5 | 1 |",
        "hosta 2G [B]31234[/B] 95 61000 22 28000 11 30111 88 [b]70500[/b] 9 210.5 1",
        "hosta 2G <b>31234</b> 95% 61000 22% 28000 11% 30111 88% _70500_ 9% 210.5 1%",
        "hosta....2G 31234..95 61000..22 28000..11 30111..88 70500...9 210.5...1",
        "hosta&nbsp;2G&nbsp;31234 95 61000 22 28000 11 30111 88 70500 9 210.5 1",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n", lines[0], lines[1], lines[2], rows[i]);
        read_text(text);
        ck_assert_msg(parse.output.nr == 6, "row %zu", i);
        ck_assert_double_eq(rate_of("putc"), 31234 * 1024.0);
        ck_assert_double_eq(rate_of("get_block"), 70500 * 1024.0);
        ck_assert_double_eq_tol(rate_of("seeks"), 210.5, 1e-9);
        ck_assert_double_eq(t_metric(t_record(&parse, "get_block", 0), "cpu_pct"), 9);
        ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "hosta");
        ck_assert_ptr_eq(strstr(t_record(&parse, "putc", 0)->source.text, "31234") -
                             parse.output.at[0].record->source.cols[0].first,
                         t_record(&parse, "putc", 0)->source.text);
    }
}
END_TEST

START_TEST(headers_cut_or_edited)
{
    char text[1000];
    const char *row = "hosta 2G 31234 95 61000 22 28000 11 30111 88 70500 9 210.5 1";
    for (size_t first = 1; first < 3; first++) {
        size_t used = 0;
        for (size_t i = first; i < 3; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", lines[i]);
        snprintf(text + used, sizeof text - used, "%s\n", row);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert_double_eq(rate_of("put_block"), 61000 * 1024.0);
    }
    snprintf(text, sizeof text, "%s\n%s\nMachine Size M/sec %%CP M/sec %%CP\n%s\n", lines[0], lines[1],
             "hosta 2G 31 95 61 22 28 11 30 88 70 9 210.5 1");
    read_text(text);
    ck_assert_double_eq(rate_of("put_block"), 61 * 1048576.0);
}
END_TEST

START_TEST(cut_rows_are_said)
{
    char text[1000];
    snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n", lines[0], lines[1], lines[2],
             "hosta            2G 31234  95 61000  22 28000  11 30111");
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    ck_assert_uint_eq(parse.output.failures[0].line, 4);
    /* another table further below is no row of it */
    snprintf(text, sizeof text, "%s\n%s\n%s\n\nand now\nfor the\nload\nhost 1 2 3 4 5 6 7 8\n",
             lines[0], lines[1], lines[2]);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

START_TEST(coarse_values_are_noted)
{
    read_text("Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n"
              "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
              "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
              "hosta          256M 1261k  99  1.4g  22  6.2g  45   42k  91 25.5m  60  8119 150\n");
    ck_assert(!record_has_warning(t_record(&parse, "putc", 0), "rounded"));
    ck_assert(record_has_warning(t_record(&parse, "put_block", 0), "rounded"));
    ck_assert(!record_has_warning(t_record(&parse, "rewrite", 0), "rounded"));
    ck_assert(record_has_warning(t_record(&parse, "getc", 0), "rounded"));
    ck_assert(!record_has_warning(t_record(&parse, "get_block", 0), "rounded"));
    ck_assert_double_eq_tol(record_precision(t_record(&parse, "put_block", 0), "bw_bytes_per_s"),
                            0.1 * 1073741824, 1);
    ck_assert_double_eq_tol(record_precision(t_record(&parse, "get_block", 0), "bw_bytes_per_s"),
                            0.1 * 1048576, 1);
}
END_TEST

START_TEST(early_versions_wait_longer)
{
    static const struct {
        const char *version;
        double least_s, seeks;
    } rows[] = {{"1.00a", 1, 8000}, {"1.00e", 1, 8000}, {"1.00f", 0.5, 8192}, {"1.01a", 0.5, 8192}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "Version %s       ------Sequential Output------ --Sequential Input- --Random-\n"
                 "%s\nhosta            2G 31234  95 61000  22 28000  11 30111  88 +++++ +++ +++++ "
                 "+++\n",
                 rows[i].version, lines[2]);
        read_text(text);
        ck_assert_double_eq(record_bound(t_record(&parse, "seeks", 0), "ops_per_s")->value,
                            rows[i].seeks / rows[i].least_s);
        ck_assert_double_eq(record_bound(t_record(&parse, "get_block", 0), "bw_bytes_per_s")->value,
                            2 * 1073741824.0 / rows[i].least_s);
    }
}
END_TEST

/* A table whose version was cut away prints numbers of files all the same. */
START_TEST(bogus_rates_without_a_version)
{
    static const char *const names[] = {
        "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP", ""};
    for (size_t i = 0; i < 2; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "%s\n                    ------Sequential Create------ --------Random Create----\n"
                 "%s\n                 16 16384  99 +++++ +++ 16384  99 16384  99 +++++ +++ 16384  9"
                 "9\n",
                 names[i], lines[FILES + 2]);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert(!record_metric(t_record(&parse, "seq_create", 0), "ops_per_s", NULL));
        ck_assert(record_has_warning(t_record(&parse, "seq_create", 0), "create-rate-bogus"));
    }
}
END_TEST

START_TEST(fields_of_files)
{
    static const char *const fields[] = {"16", "16:link", "16:symlink", "16:100:10", "16/20",
                                         "16:384100:384100/20"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        char text[1500];
        snprintf(text, sizeof text, "%s\n%s\n%s\n%19s   170   2 42859  17   288   1   225   3  3525"
                                    "   9 +++++ +++\n",
                 lines[FILES + 0], lines[FILES + 1], lines[FILES + 2], fields[i]);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert_str_eq(t_param(t_record(&parse, "seq_create", 0), "files"), "16");
        ck_assert_str_eq(t_param(t_record(&parse, "seq_create", 0), "machine"),
                         "hosta-with-a-long-n");
        ck_assert_double_eq(record_bound(t_record(&parse, "ran_del", 0), "ops_per_s")->value,
                            16 * 1024 / 0.5);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("bonnie_damage");
    TCase *tests = tcase_create("bonnie_damage");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, marks_around_lines);
    tcase_add_test(tests, signs_of_a_patch_are_labels);
    tcase_add_test(tests, fillers);
    tcase_add_test(tests, squeezed_blanks);
    tcase_add_test(tests, row_cut_in_two_keeps_its_columns);
    tcase_add_test(tests, marks_in_cells);
    tcase_add_test(tests, headers_cut_or_edited);
    tcase_add_test(tests, cut_rows_are_said);
    tcase_add_test(tests, coarse_values_are_noted);
    tcase_add_test(tests, early_versions_wait_longer);
    tcase_add_test(tests, bogus_rates_without_a_version);
    tcase_add_test(tests, fields_of_files);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
