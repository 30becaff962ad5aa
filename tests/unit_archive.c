#include <stdio.h>
#include <string.h>

#include "parse/archive.h"
#include "tests/t_main.h"

/* Returns how many messages the text has. */
static size_t count(const char *text)
{
    struct archive archive;
    const char *bytes;
    size_t length, offset, nr = 0, next = 0;
    archive_open(&archive, text, strlen(text));
    while (archive_next(&archive, &bytes, &length, &offset)) {
        /* no byte is lost or given twice */
        ck_assert_uint_eq(offset, next);
        ck_assert_ptr_eq(bytes, text + offset);
        ck_assert_uint_gt(length, 0);
        next = offset + length;
        nr++;
    }
    ck_assert_uint_eq(next, strlen(text));
    return nr;
}

#define MAIL "Subject: a\nDate: x\n\nbody\n\n"

START_TEST(boundaries)
{
    static const char *const lines[] = {
        "From ann@example.org Tue Oct  1 01:30:23 2013",
        "From ann at example.org  Tue Oct  1 01:30:23 2013",
        "From ann@example.org Mon, 2 Aug 1999 18:55:09 -0400 (EDT)",
        "From ann at example.org  Mon, 2 Aug 1999 18:55:09 -0400",
        "From mboxrd@z Thu Jan  1 00:00:00 1970",
        "From MAILER-DAEMON Fri Jul  8 12:08:34 2011",
        "From ann@example.org Tue Oct  1 01:30 2013",
        "From \"Ann O\"@example.org Tue Oct  1 01:30:23 2013",
    };
    char text[500];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(text, sizeof text, "%s\n" MAIL "%s\n" MAIL, lines[0], lines[i]);
        ck_assert_msg(count(text) == 2, "no boundary: %s", lines[i]);
        snprintf(text, sizeof text, "%s\n" MAIL "%s\r\n" MAIL, lines[i], lines[0]);
        ck_assert_msg(count(text) == 2, "no first boundary: %s", lines[i]);
    }
}
END_TEST

START_TEST(lines_that_only_look_like_boundaries)
{
    static const char *const lines[] = {
        "From this we see a gain of 35%",
        ">From ann@example.org Tue Oct  1 01:30:23 2013",
        "from ann@example.org Tue Oct  1 01:30:23 2013",
        "From ann@example.org",
        "From ann@example.org Tue Oct  1",
        "From Monday on, as of the run in March at 12:30, it was slow",
        "From what Monica wrote in Marseille at 10:30 on it is so",
    };
    char text[500];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(text, sizeof text,
                 "From ann@example.org Tue Oct  1 01:30:23 2013\n" MAIL "%s\nNote: this\n",
                 lines[i]);
        ck_assert_msg(count(text) == 1, "boundary: %s", lines[i]);
    }
}
END_TEST

START_TEST(headers_must_follow)
{
    static const char first[] = "From ann@example.org Tue Oct  1 01:30:23 2013\n";
    char text[500];
    static const struct {
        const char *next;
        size_t nr;
    } rows[] = {
        {"Subject: b\n", 2},
        {">From x\n", 2},
        {"X-Long-Name: b\n", 2},
        {"some words: b\n", 1},
        {"\n", 1},
        {"word\n", 1},
        {"", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text, "%s" MAIL "%s%s", first, first, rows[i].next);
        ck_assert_msg(count(text) == rows[i].nr, "wrong with: %s", rows[i].next);
    }
}
END_TEST

START_TEST(other_texts_are_one_message)
{
    ck_assert_uint_eq(count(""), 0);
    ck_assert_uint_eq(count("x"), 1);
    ck_assert_uint_eq(count("a log\n\nFrom ann@example.org Tue Oct  1 01:30:23 2013\n" MAIL), 1);
    ck_assert_uint_eq(count(MAIL MAIL), 1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("archive");
    TCase *tests = tcase_create("archive");
    tcase_add_test(tests, boundaries);
    tcase_add_test(tests, lines_that_only_look_like_boundaries);
    tcase_add_test(tests, headers_must_follow);
    tcase_add_test(tests, other_texts_are_one_message);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
