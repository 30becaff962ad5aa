#include "parse/line_label.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static struct t_parse parse;
static struct line_label labels[16];

#define FIO(iops) "read: IOPS=" iops ", BW=285MiB/s (299MB/s)(16.7GiB/60004msec)"

static void find(const char *plain, size_t nr)
{
    t_parse_free(&parse);
    t_parse_tools(&parse, plain);
    ck_assert_uint_eq(parse.output.nr, nr);
    line_label_find(&parse.output, labels);
}

START_TEST(names_of_files_give_levels_and_runs)
{
    find("logs/old-10.fio:  " FIO("72.9k") "\nlogs/old-1.fio:  " FIO("72.7k") "\nlogs/old-2.fio:  "
         FIO("72.8k") "\nlogs/new-1.fio:  " FIO("73.0k") "\nlogs/new-2.fio:  " FIO("73.1k") "\n",
         5);
    static const unsigned runs[] = {0, 0, 0, 1, 2};
    for (size_t i = 0; i < 5; i++)
        ck_assert_uint_eq(labels[i].run, runs[i]);
    /* 1, 2 and 10 have too wide a gap to be runs, so they stay in the level. */
    ck_assert_str_eq(labels[0].prefix, "old-10");
    ck_assert_str_eq(labels[3].prefix, "new");
}
END_TEST

START_TEST(numbers_that_follow_each_other_are_runs)
{
    find("a-3.log: " FIO("1.0k") "\na-1.log: " FIO("1.1k") "\na-2.log: " FIO("1.2k") "\n", 3);
    static const unsigned runs[] = {3, 1, 2};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_str_eq(labels[i].prefix, "a");
        ck_assert_uint_eq(labels[i].run, runs[i]);
    }
}
END_TEST

START_TEST(sizes_are_no_runs)
{
    find("qd1: " FIO("1.0k") "\nqd8: " FIO("1.1k") "\nqd64: " FIO("1.2k") "\n", 3);
    ck_assert_str_eq(labels[2].prefix, "qd64");
    ck_assert_uint_eq(labels[2].run, 0);
}
END_TEST

START_TEST(runs_in_parentheses)
{
    find("I/O(1st run): " FIO("1.0k") "\nI/O(2nd run): " FIO("1.1k") "\n", 2);
    ck_assert_str_eq(labels[0].prefix, "I/O");
    ck_assert_uint_eq(labels[0].run, 1);
    ck_assert_uint_eq(labels[1].run, 2);
}
END_TEST

START_TEST(versions_are_no_clock)
{
    find("2.6.24:     " FIO("1.0k") "\n2.6.25-rc3: " FIO("1.1k") "\n", 2);
    ck_assert_str_eq(labels[0].prefix, "2.6.24");
    find("12.345: " FIO("1.0k") "\n[   13.456]: " FIO("1.1k") "\n", 2);
    ck_assert(!labels[0].prefix && !labels[1].prefix);
}
END_TEST

START_TEST(words_in_front_are_levels)
{
    find("   before:  " FIO("1.0k") "\n   after :  " FIO("1.1k") "\n", 2);
    ck_assert_str_eq(labels[0].prefix, "before");
    ck_assert_str_eq(labels[1].prefix, "after");
}
END_TEST

START_TEST(what_all_lines_share_is_none)
{
    find("host7: " FIO("1.0k") "\nhost7: " FIO("1.1k") "\n", 2);
    ck_assert_ptr_null(labels[0].prefix);
    ck_assert_ptr_null(labels[1].prefix);
}
END_TEST

START_TEST(what_was_taken_off_all_lines_is_none_beside_others)
{
#define TOTAL "10485760 bytes (10 MB) copied, 0.5 s, 21 MB/s\n"
    find("ZC> 10+0 records in\nZC> 10+0 records out\nZC> " TOTAL "ZC> old: " TOTAL
         "ZC> new: " TOTAL, 3);
    ck_assert_ptr_null(labels[0].prefix);
    ck_assert_str_eq(labels[1].prefix, "old");
    ck_assert_str_eq(labels[2].prefix, "new");
}
END_TEST

START_TEST(a_clock_is_none)
{
    find("Jan 02 10:00:01 host fio[1]: " FIO("1.0k") "\nJan 02 10:00:02 host fio[1]: " FIO("1.1k") "\n",
         2);
    ck_assert_ptr_null(labels[0].prefix);
}
END_TEST

START_TEST(the_operation_is_none)
{
    find(FIO("1.0k") "\nwrite: IOPS=2.0k, BW=285MiB/s (299MB/s)(16.7GiB/60004msec)\n", 2);
    ck_assert_ptr_null(labels[0].prefix);
    ck_assert_ptr_null(labels[1].prefix);
}
END_TEST

START_TEST(remarks_behind_are_labels)
{
    find(FIO("1.0k") "   #128k\n\n" FIO("1.1k") " <-- with the patch\n\n" FIO("1.2k") "\n", 3);
    ck_assert_str_eq(labels[0].comment, "128k");
    ck_assert_str_eq(labels[1].comment, "with the patch");
    ck_assert_ptr_null(labels[2].comment);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("line_label");
    TCase *tests = tcase_create("line_label");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, names_of_files_give_levels_and_runs);
    tcase_add_test(tests, numbers_that_follow_each_other_are_runs);
    tcase_add_test(tests, sizes_are_no_runs);
    tcase_add_test(tests, runs_in_parentheses);
    tcase_add_test(tests, versions_are_no_clock);
    tcase_add_test(tests, words_in_front_are_levels);
    tcase_add_test(tests, what_all_lines_share_is_none);
    tcase_add_test(tests, what_was_taken_off_all_lines_is_none_beside_others);
    tcase_add_test(tests, a_clock_is_none);
    tcase_add_test(tests, the_operation_is_none);
    tcase_add_test(tests, remarks_behind_are_labels);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
