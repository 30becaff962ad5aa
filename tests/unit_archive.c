#include <stdio.h>
#include <string.h>

#include "parse/archive.h"
#include "tests/t_main.h"

/* Returns how many messages the text has. */
static size_t count(const char *text)
{
    struct archive archive, filtered;
    struct archive_message message, same;
    size_t nr = 0, next = 0;
    enum archive_form form = archive_tell_form(text, strlen(text));
    archive_open(&archive, form, false, text, strlen(text));
    archive_open(&filtered, form, true, text, strlen(text));
    while (archive_next(&archive, &message)) {
        /* no byte is lost or given twice */
        ck_assert_uint_eq(message.offset, next);
        ck_assert_ptr_eq(message.bytes, text + message.offset);
        ck_assert_uint_gt(message.length, 0);
        ck_assert(archive_next(&filtered, &same));
        ck_assert_uint_eq(same.offset, message.offset);
        ck_assert_uint_eq(same.length, message.length);
        next = message.offset + message.length;
        nr++;
    }
    ck_assert_uint_eq(next, strlen(text));
    ck_assert(!archive_next(&filtered, &same));
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
    ck_assert_uint_eq(count(MAIL MAIL), 1);
}
END_TEST

#define FROM "From ann@example.org Tue Oct  1 01:30:23 2013\n"
#define PATCH "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n"

START_TEST(an_archive_may_begin_in_the_middle_of_a_message)
{
    ck_assert_uint_eq(count("the rest of a text\n\n" FROM MAIL FROM MAIL), 3);
    ck_assert_uint_eq(count("\n\n" FROM MAIL FROM MAIL), 3);
    /* but one mail may quote another one */
    ck_assert_uint_eq(count(MAIL FROM MAIL), 1);
    ck_assert_uint_eq(count("no blank line\n" FROM MAIL), 1);
}
END_TEST

START_TEST(patches_are_messages_only_among_patches)
{
    ck_assert_uint_eq(count(PATCH MAIL PATCH MAIL), 2);
    ck_assert_uint_eq(count(FROM MAIL PATCH MAIL FROM MAIL), 2);
    /* the date alone does not make it one */
    ck_assert_uint_eq(count(FROM MAIL "From ann@example.org Mon Sep 17 00:00:00 2001\n" MAIL), 2);
}
END_TEST

START_TEST(cuts_fall_on_messages)
{
    static const char text[] = FROM MAIL FROM MAIL FROM "Subj";
    const size_t one = strlen(FROM MAIL), length = strlen(text);
    ck_assert_uint_eq(archive_first_cut(ARCHIVE_MBOX, text, length, 0), 0);
    ck_assert_uint_eq(archive_first_cut(ARCHIVE_MBOX, text, length, 1), one);
    ck_assert_uint_eq(archive_first_cut(ARCHIVE_MBOX, text, length, one), one);
    ck_assert_uint_eq(archive_first_cut(ARCHIVE_MBOX, text, length, one + 1), length);
    ck_assert_uint_eq(archive_first_cut(ARCHIVE_MBOX, text, length, length), length);
    /* what follows the last line is not there yet */
    ck_assert_uint_eq(archive_last_cut(ARCHIVE_MBOX, text, length), one);
    ck_assert_uint_eq(archive_last_cut(ARCHIVE_MBOX, text, one), 0);
    ck_assert_uint_eq(archive_last_cut(ARCHIVE_MBOX, "", 0), 0);
}
END_TEST

START_TEST(words_tell_what_may_hold_results)
{
    static const struct {
        const char *body;
        bool may_hold;
    } rows[] = {
        {"nothing of interest\n", false},
        {"  read : io=2282.8MB, bw=3891.2KB/s, iops=243 , runt=600601msec\n", true},
        {"Content-Transfer-Encoding: BASE64\n\nAAAA\n", false},
        {"base64, and iops=12\n", true},
    };
    for (size_t i = 0; i < 4 * 4; i++) {
        char text[1000];
        struct archive archive;
        struct archive_message message;
        /* what one message holds says nothing of the next */
        snprintf(text, sizeof text, FROM MAIL "%s\n" FROM MAIL "%s", rows[i / 4].body,
                 rows[i % 4].body);
        archive_open(&archive, ARCHIVE_MBOX, true, text, strlen(text));
        ck_assert(archive_next(&archive, &message));
        ck_assert_int_eq(message.may_hold, rows[i / 4].may_hold);
        ck_assert_int_eq(archive_may_hold(message.bytes, message.length), rows[i / 4].may_hold);
        ck_assert(archive_next(&archive, &message));
        ck_assert_int_eq(message.may_hold, rows[i % 4].may_hold);
    }
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
    tcase_add_test(tests, an_archive_may_begin_in_the_middle_of_a_message);
    tcase_add_test(tests, patches_are_messages_only_among_patches);
    tcase_add_test(tests, cuts_fall_on_messages);
    tcase_add_test(tests, words_tell_what_may_hold_results);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
