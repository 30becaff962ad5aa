#include <string.h>

#include "parse/time_triple.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

START_TEST(clocks_of_all_forms)
{
    static const struct {
        const char *text;
        double seconds, digit;
    } rows[] = {
        {"12.3", 12.3, 0.1},        {"0m0.270s", 0.27, 0.001}, {"0m 36.77s", 36.77, 0.01},
        {"1:02.5", 62.5, 0.1},      {"1:02:03", 3723, 1},      {"0m0,25s", 0.25, 0.01},
        {"1h2m3.5s", 3723.5, 0.1}, {"0:22", 22, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double seconds = 0, digit = 0;
        ck_assert_msg(time_triple_clock(rows[i].text, strlen(rows[i].text), &seconds, &digit),
                      "not read: %s", rows[i].text);
        ck_assert_double_eq_tol(seconds, rows[i].seconds, 1e-9);
        ck_assert_double_eq_tol(digit, rows[i].digit, 1e-9);
    }
    static const char *const others[] = {"", "s", "12:", "1.2.3", "m5s", "twelve"};
    double seconds;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!time_triple_clock(others[i], strlen(others[i]), &seconds, NULL),
                      "read: %s", others[i]);
}
END_TEST

static bool read_times(const char *text, struct time_triple *triple)
{
    struct t_parse parse = {0};
    struct pattern_set *rows = time_triple_rows();
    t_parse_text(&parse, text);
    bool is_read = time_triple_read(rows, &parse.text->streams[0], 0, triple);
    pattern_set_free(rows);
    t_parse_free(&parse);
    return is_read;
}

START_TEST(triples_of_all_shells)
{
    static const struct {
        const char *text;
        double wall, user, sys;
        size_t last;
    } rows[] = {
        {"real\t0m4.124s\nuser\t0m0.001s\nsys\t0m1.812s\n", 4.124, 0.001, 1.812, 2},
        {"real 8.64\nuser 0.01\nsys 0.07\n", 8.64, 0.01, 0.07, 2},
        {"real    0m 36.77s\nuser    0m 0.02s\nsys     0m 3.10s\n", 36.77, 0.02, 3.10, 2},
        {"real       12.3\nuser        0.1\nsys         0.9\n", 12.3, 0.1, 0.9, 2},
        {"Real   10.50\nUser   0.01\nSystem 0.45\n", 10.5, 0.01, 0.45, 2},
        {"real\t0m4,124s\n\nuser\t0m0,001s\n\nsys\t0m1,812s\n", 4.124, 0.001, 1.812, 4},
        {"real 0m4.124s user 0m0.001s sys 0m1.812s\n", 4.124, 0.001, 1.812, 0},
        {"        8.64 real         0.01 user         0.07 sys\n", 8.64, 0.01, 0.07, 0},
        {"\t8.64 real\t0.01 user\t0.07 sys\n", 8.64, 0.01, 0.07, 0},
        {"0.01user 0.04system 0:10.27elapsed 18%CPU (0avgtext+0avgdata 2000maxresident)k\n"
         "0inputs+131072outputs (0major+123minor)pagefaults 0swaps\n",
         10.27, 0.01, 0.04, 1},
        {"\tUser time (seconds): 0.01\n\tSystem time (seconds): 0.04\n\tPercent of CPU this job "
         "got: 18%\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:10.27\n",
         70.27, 0.01, 0.04, 3},
        {"dd if=a of=b  9.18s user 29.80s system 34% cpu 1:52.81 total\n", 112.81, 9.18, 29.8, 0},
        {"0.010u 0.350s 0:05.26 6.8%\t0+0k 0+131072io 0pf+0w\n", 5.26, 0.01, 0.35, 0},
        {"Executed in  270.00 millis    fish           external\n   usr time    3.00 millis\n"
         "   sys time   40.00 millis\n",
         0.27, 0.003, 0.04, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct time_triple triple;
        ck_assert_msg(read_times(rows[i].text, &triple), "not read: %s", rows[i].text);
        ck_assert_msg(triple.has_user && triple.has_sys, "not all of: %s", rows[i].text);
        ck_assert_double_eq_tol(triple.wall, rows[i].wall, 1e-9);
        ck_assert_double_eq_tol(triple.user, rows[i].user, 1e-9);
        ck_assert_double_eq_tol(triple.sys, rows[i].sys, 1e-9);
        ck_assert_uint_eq(triple.last, rows[i].last);
    }
}
END_TEST

START_TEST(other_lines_are_no_times)
{
    static const char *const rows[] = {"real progress was made in 5 days\n", "user 1000\n",
                                       "sys 5\nuser 3\n", "realtime 12.3\n", "12 users, load 0.1\n"};
    struct time_triple triple;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(!read_times(rows[i], &triple), "read: %s", rows[i]);
    /* a second triple is another command's */
    ck_assert(read_times("real 1\nuser 2\nsys 3\nreal 4\nuser 5\nsys 6\n", &triple));
    ck_assert_uint_eq(triple.last, 2);
    ck_assert_double_eq(triple.wall, 1);
    /* the end of a mail may cut it */
    ck_assert(read_times("real\t0m4.124s\n", &triple));
    ck_assert(!triple.has_user && !triple.has_sys);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("time_triple");
    TCase *tests = tcase_create("time_triple");
    tcase_add_test(tests, clocks_of_all_forms);
    tcase_add_test(tests, triples_of_all_shells);
    tcase_add_test(tests, other_lines_are_no_times);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
