#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/caption.h"
#include "tests/t_main.h"

static const struct {
    const char *from, *to;
} cleans[] = {
    {"", ""},
    {"plain <b>&\"'", "plain <b>&\"'"},
    {"a\tb\nc", "a\tb\nc"},
    {"\x01\x1b\x7f\r", "\xe2\x90\x81\xe2\x90\x9b\xe2\x90\xa1\xe2\x90\x8d"},
    {"\xc2\xb5\xc2\xb1\xe2\x80\x94 \xe6\x97\xa5\xe6\x9c\xac \xd0\x9a",
     "\xc2\xb5\xc2\xb1\xe2\x80\x94 \xe6\x97\xa5\xe6\x9c\xac \xd0\x9a"},
    {"\xff\xfe x", "\xef\xbf\xbd\xef\xbf\xbd x"},
    {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                                 /* overlong */
    {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                 /* surrogate */
    {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* above U+10FFFF */
    {"\xe6\x97", "\xef\xbf\xbd\xef\xbf\xbd"},                                 /* cut off */
    {"\xef\xbf\xbe", "\xef\xbf\xbd"},                                         /* noncharacter */
    {"a\xe2\x80\xae"
     "b",
     "a\xef\xbf\xbd"
     "b"},                        /* right-to-left override */
    {"\xc2\x85", "\xef\xbf\xbd"}, /* C1 */
    {"\xf0\x9f\x92\xbe", "\xf0\x9f\x92\xbe"},
};

START_TEST(clean)
{
    char *text = caption_clean(cleans[_i].from);

    ck_assert_str_eq(text, cleans[_i].to);
    free(text);
}
END_TEST

START_TEST(clean_null)
{
    char *text = caption_clean(NULL);

    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(width)
{
    /* Helvetica.afm: A 667, V 667; Helvetica-Bold: A 722. */
    ck_assert_double_eq_tol(caption_width("AV", 10, false), 13.34 * 1.03, 1e-9);
    ck_assert_double_eq_tol(caption_width("A", 10, true), 7.22 * 1.03, 1e-9);
    ck_assert_double_eq_tol(caption_width("\xe6\x97\xa5", 10, false), 10.3, 1e-9);
    ck_assert_double_eq(caption_width("", 10, false), 0);
    /* A combining accent has no width of its own. */
    ck_assert_double_eq(caption_width("e\xcc\x81", 10, false), caption_width("e", 10, false));
}
END_TEST

START_TEST(shorten)
{
    bool is_cut;
    char *text = caption_shorten("short", 12, false, 100, &is_cut);

    ck_assert(!is_cut);
    ck_assert_str_eq(text, "short");
    free(text);
    for (double room = 0; room < 60; room += 0.5) {
        text = caption_shorten(
            "\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac", 12, false,
            room, &is_cut);
        ck_assert(is_cut);
        /* Whole characters and the ellipsis, all of three bytes. */
        ck_assert_uint_eq(strlen(text) % 3, 0);
        ck_assert_str_eq(text + strlen(text) - 3, "\xe2\x80\xa6");
        ck_assert(strlen(text) == 3 || caption_width(text, 12, false) <= room + 6);
        free(text);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("label");
    TCase *tests = tcase_create("label");

    tcase_add_loop_test(tests, clean, 0, sizeof cleans / sizeof cleans[0]);
    tcase_add_test(tests, clean_null);
    tcase_add_test(tests, width);
    tcase_add_test(tests, shorten);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
