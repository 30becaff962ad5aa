/* What bonnie says beside its figures. */
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define TABLE(version)                                                                             \
    "Version  " version "       ------Sequential Output------ --Sequential Input- --Random-\n"      \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"            \
    "hosta            2G 31234  95 61000  22 28000  11 30111  88 70500   9 210.5   1\n"
START_TEST(errors_have_a_mend)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"Using uid:0, gid:0.\nFile size should be double RAM for good results, RAM is 24104M.\n",
         "too small"},
        {"You must use the \"-u\" switch when running as root.\nusage:\n", "as root"},
        {"bonnie++: invalid option -- 'S'\nusage:\n", "an option"},
        {"Writing intelligently...done\nRewriting...done\nReading intelligently...\n",
         "no result follows"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        ck_assert_uint_eq(parse.output.nr, 0);
        ck_assert_msg(parse.output.failures_nr == 1, "text %zu", i);
        ck_assert_ptr_nonnull(strstr(parse.output.failures[0].why, rows[i].why));
        ck_assert_ptr_nonnull(parse.output.failures[0].mend);
    }
}
END_TEST

START_TEST(errors_before_a_result)
{
    read_text("# bonnie++ -d /data\nYou must use the \"-u\" switch when running as root.\n"
              "# bonnie++ -d /data -u nobody\nUsing uid:65534, gid:65534.\n"
              "Writing intelligently...done\n" TABLE("1.03"));
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    ck_assert_str_eq(t_param(parse.output.at[0].record, "dir"), "/data");
}
END_TEST

START_TEST(prose_about_it)
{
    read_text("I have run bonnie++ on it, and bonnie was fast.\nNumbers 1 2 3 4 5 6 7 8 9\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

/* A command stands for what it printed, and not for what another text brings. */
START_TEST(commands_of_runs)
{
    read_text("# bonnie++ -d /one -u nobody\n" TABLE("1.03") "\nAnd from the other host:\n\n"
              TABLE("1.03"));
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "dir"), "/one");
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 1), "dir"), "");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("bonnie_said");
    TCase *tests = tcase_create("bonnie_said");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, errors_have_a_mend);
    tcase_add_test(tests, errors_before_a_result);
    tcase_add_test(tests, prose_about_it);
    tcase_add_test(tests, commands_of_runs);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
