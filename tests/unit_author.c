#include "tests/t_main.h"
#include "tests/t_read.h"

#define FIRST "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n"
#define SECOND "1073741824 bytes (1.1 GB) copied, 20 s, 53.7 MB/s\n"

/* Reads a mail and checks the kernels of what its author and the one before measured. */
static void check(const char *plain, const char *own, const char *quoted)
{
    tear_down();
    t_parse_all(&parse, plain);
    ck_assert_uint_eq(parse.output.nr, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct record *record = parse.output.at[i].record;
        ck_assert_str_eq(t_config(record, "kernel"), record->source.quote ? quoted : own);
    }
}

START_TEST(each_author_has_a_kernel)
{
    check("Mine runs a patched 2.6.20-rc5.\n\n> " FIRST "\n" SECOND
          "\n> The kernel is not 2.6.20-rc5, it is a plain 2.6.19.\n",
          "2.6.20-rc5", "2.6.19");
    check("Mine runs on 5.3-rc1 here.\n\n> It was Linux 5.2.0-8-amd64.\n> " FIRST "\n" SECOND,
          "5.3-rc1", "5.2.0-8-amd64");
}
END_TEST

START_TEST(what_tells_nothing)
{
    /* one kernel for all, several of one author, numbers of something else */
    check("Mine runs on 2.6.20.\n\n> The kernel was 2.6.20.\n> " FIRST "\n" SECOND, "", "");
    check("Mine runs on 2.6.20.\n\n> Kernels 2.6.18 and\n> kernel 2.6.19 alike.\n> " FIRST "\n"
          SECOND, "", "");
    check("Mine runs on 2.6.20.\n\n> It took 2.5 s longer to run, see file-2.6.19.\n> " FIRST "\n"
          SECOND, "", "");
}
END_TEST

START_TEST(labels_are_nearer)
{
    check("Mine runs on 2.6.20.\n\n> The kernel was 2.6.19.\n>\n> 2.6.18:\n>\n> " FIRST "\n" SECOND,
          "2.6.20", "2.6.18");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("author");
    TCase *tests = tcase_create("author");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, each_author_has_a_kernel);
    tcase_add_test(tests, what_tells_nothing);
    tcase_add_test(tests, labels_are_nearer);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
