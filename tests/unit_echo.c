#include <stdio.h>
#include <string.h>

#include "parse/line_class.h"
#include "parse/echo.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static struct t_parse parse;
static struct echo_hits hits;

static void find(const char *plain)
{
    t_parse_free(&parse);
    t_parse_tools(&parse, plain);
    line_class_settle(parse.text);
    echo_find(parse.text, &parse.commands, &hits);
}

#define SCRIPT(echo) "#!/bin/sh\nfor target in a b; do\n" echo "\ndone\n\nIt said\n"

START_TEST(variables_are_captured)
{
    find(SCRIPT(
        "  echo \"reading ${size}M on $target\"") "reading 512M on /dev/sda\n"
                                                  "reading 512M of it\n\nreading 1M on my disk\n");
    ck_assert_uint_eq(hits.nr, 2);
    ck_assert_uint_eq(hits.at[0].variables, 2);
    ck_assert_str_eq(hits.at[0].names[0], "size");
    ck_assert_str_eq(hits.at[0].values[0], "512");
    ck_assert_str_eq(hits.at[0].names[1], "target");
    ck_assert_str_eq(hits.at[0].values[1], "/dev/sda");
    ck_assert_str_eq(hits.at[1].values[1], "my disk");
    ck_assert_uint_eq(hits.at[0].nr, 1);
}
END_TEST

START_TEST(wrapped_lines_are_joined)
{
    find(SCRIPT(
        "  echo reading on $target ten times") "reading on\n/dev/disk/by-path/x\nten times\n");
    ck_assert_uint_eq(hits.nr, 1);
    ck_assert_uint_eq(hits.at[0].nr, 3);
    ck_assert_str_eq(hits.at[0].values[0], "/dev/disk/by-path/x");
    ck_assert_str_eq(hits.at[0].text, "reading on /dev/disk/by-path/x ten times");
    /* four lines are the most */
    find(SCRIPT("  echo reading on $target ten times") "reading\non\n/dev/x\nten\ntimes\n");
    ck_assert_uint_eq(hits.nr, 0);
}
END_TEST

START_TEST(signs_are_literal)
{
    find(SCRIPT("  echo \"[$target] (a+b)*: run.\"") "[x] (a+b)*: run.\n\n[x] (aab): runs\n");
    ck_assert_uint_eq(hits.nr, 1);
    ck_assert_str_eq(hits.at[0].values[0], "x");
}
END_TEST

START_TEST(what_follows_the_words_of_an_echo)
{
    find(SCRIPT("  echo -n \"testing $target\" >>log; sync") "testing x\n");
    ck_assert_uint_eq(hits.nr, 1);
    ck_assert_str_eq(hits.at[0].values[0], "x");
}
END_TEST

START_TEST(marks_around_an_echo)
{
    static const char total[] = "1048576000 bytes (1.0 GB) copied, 10.1 s, 104 MB/s\n";
    char text[900];
    /* the sign at the end is none of quoted-printable, even in several lines */
    snprintf(text, sizeof text,
             SCRIPT("  echo \"== read $target in parts ==\"")
             "== read x in parts ==\n%s"
             "== read y in parts ==\n%s"
             "== read z in parts ==\n%s",
             total, total, total);
    find(text);
    ck_assert_uint_eq(hits.nr, 3);
    ck_assert_str_eq(hits.at[1].values[0], "y");
}
END_TEST

START_TEST(echoes_that_are_no_templates)
{
    find(SCRIPT("  echo done with it") "done with it\n");
    ck_assert_uint_eq(hits.nr, 0);
    find(SCRIPT("  echo $target") "anything goes\n");
    ck_assert_uint_eq(hits.nr, 0);
    find(SCRIPT("  echo \"- $target\"") "- anything\n");
    ck_assert_uint_eq(hits.nr, 0);
    /* a command given here is no script */
    find("$ echo \"reading on $target\"\nreading on x\n");
    ck_assert_uint_eq(hits.nr, 0);
}
END_TEST

START_TEST(mentions_beyond_the_limit)
{
    find(SCRIPT("  echo abc $a $b $c $d $e $f $g $h $i $a") "abc 1 2 3 4 5 6 7 8 9 1\n");
    ck_assert_uint_eq(hits.nr, 1);
    ck_assert_uint_eq(hits.at[0].variables, ECHO_VARIABLES);
    ck_assert_str_eq(hits.at[0].values[7], "8");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("template");
    TCase *tests = tcase_create("template");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, variables_are_captured);
    tcase_add_test(tests, wrapped_lines_are_joined);
    tcase_add_test(tests, signs_are_literal);
    tcase_add_test(tests, what_follows_the_words_of_an_echo);
    tcase_add_test(tests, marks_around_an_echo);
    tcase_add_test(tests, echoes_that_are_no_templates);
    tcase_add_test(tests, mentions_beyond_the_limit);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
