#include <string.h>

#include "parse/date.h"
#include "tests/t_main.h"

START_TEST(forms)
{
    static const struct {
        const char *text, *utc;
    } rows[] = {
        {"Mon, 3 Dec 2012 10:00:00 +0100", "2012-12-03T09:00:00Z"},
        {"Mon, 03 Dec 2012 10:00:00 +0100 (CET)", "2012-12-03T09:00:00Z"},
        {"Mon, 3 Dec 2012\n 10:00:00\t-0730", "2012-12-03T17:30:00Z"},
        {"3 Dec 2012 10:00", "2012-12-03T10:00:00Z"},
        {"Sat, 1 Jan 2000 00:30:00 +0100", "1999-12-31T23:30:00Z"},
        {"Tue, 29 Feb 2000 23:59:60 -0001", "2000-03-01T00:00:59Z"},
        /* years of two and three digits */
        {"Mon, 3 Dec 12 10:00:00 EST", "2012-12-03T15:00:00Z"},
        {"Fri, 3 Dec 99 10:00:00 GMT", "1999-12-03T10:00:00Z"},
        {"Mon, 3 Dec 112 10:00:00 UT", "2012-12-03T10:00:00Z"},
        /* zones by name, unknown and of one letter */
        {"Mon, 3 Sep 2012 10:00:00 CEST", "2012-09-03T08:00:00Z"},
        {"Mon, 3 Sep 2012 10:00:00 PDT", "2012-09-03T17:00:00Z"},
        {"Mon, 3 Sep 2012 10:00:00 XYZ", "2012-09-03T10:00:00Z"},
        {"Mon, 3 Sep 2012 10:00:00 A", "2012-09-03T10:00:00Z"},
        {"Mon, 3 Sep 2012 10:00:00 +9999", "2012-09-03T10:00:00Z"},
        {"Mon, 3 Sep 2012 10.00.00 +0100", "2012-09-03T09:00:00Z"},
        {"Monday, 03-Sep-12 10:00:00 GMT", "2012-09-03T10:00:00Z"},
        {"2012-09-03T10:00:00+02:00", "2012-09-03T08:00:00Z"},
        {"2012-09-03 10:00 UTC", "2012-09-03T10:00:00Z"},
        {"Tue Oct  1 01:30:23 2013", "2013-10-01T01:30:23Z"},
        {"Tue Oct  1 01:30:23 CEST 2013", "2013-09-30T23:30:23Z"},
        {"Tue Oct  1 01:30:23 2013 -0700", "2013-10-01T08:30:23Z"},
        {"yesterday", NULL},
        {"", NULL},
        {"Thu Jan  1 00:00:00 1970", NULL},
        {"Mon, 3 Sep 2012", NULL},
        {"Mon, 3 Sep 10:00:00", NULL},
        {"Mon, 32 Sep 2012 10:00:00", NULL},
        {"Mon, 3 Sep 2012 25:00:00", NULL},
        {"Mon, 3 Sep 99999 10:00:00", NULL},
        {"0000-00-00T00:00:00Z", NULL},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_pstr_eq(date_read(arena, rows[i].text, strlen(rows[i].text)), rows[i].utc);
    arena_free(arena);
}
END_TEST

/* Every cut of a date is read without looking behind it. */
START_TEST(cuts)
{
    static const char text[] = "Mon, 03 Dec 2012 10:00:00 +01:00";
    struct arena *arena = arena_new();
    for (size_t length = 0; length < sizeof text; length++) {
        char *copy = arena_text(arena, text, length);
        const char *date = date_read(arena, copy, length);
        ck_assert_msg((date != NULL) == (length >= sizeof "Mon, 03 Dec 2012 10:00" - 1), "%s",
                      copy);
    }
    arena_free(arena);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("date");
    TCase *tests = tcase_create("date");
    tcase_add_test(tests, forms);
    tcase_add_test(tests, cuts);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
