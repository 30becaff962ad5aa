#include "record/utf8.h"
#include "tests/t_main.h"

START_TEST(characters)
{
    static const struct {
        const char *text;
        size_t length;
        unsigned long code;
    } rows[] = {
        {"", 1, 0},
        {"a\xc2\xa0", 1, 'a'},
        {"\x7f", 1, 0x7f},
        {"\xc2\x80", 2, 0x80},
        {"\xdf\xbf", 2, 0x7ff},
        {"\xe0\xa0\x80", 3, 0x800},
        {"\xed\x9f\xbf", 3, 0xd7ff},
        {"\xee\x80\x80", 3, 0xe000},
        {"\xef\xbf\xbf", 3, 0xffff},
        {"\xf0\x90\x80\x80", 4, 0x10000},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned long code = 1;
        ck_assert_msg(utf8_decode(rows[i].text, &code) == rows[i].length, "row %zu", i);
        ck_assert_uint_eq(code, rows[i].code);
    }
}
END_TEST

START_TEST(what_is_no_character)
{
    static const char *const rows[] = {
        "\x80",             /* continues nothing */
        "\xbf\xbf",         /* the same */
        "\xc2",             /* cut */
        "\xe2\x82",         /* cut */
        "\xf0\x9f\x98",     /* cut */
        "\xc3(",            /* not continued */
        "\xc0\xaf",         /* overlong */
        "\xc1\xbf",         /* overlong */
        "\xe0\x9f\xbf",     /* overlong */
        "\xf0\x8f\xbf\xbf", /* overlong */
        "\xed\xa0\x80",     /* a surrogate */
        "\xed\xbf\xbf",     /* a surrogate */
        "\xf4\x90\x80\x80", /* above U+10FFFF */
        "\xf8\x88\x80\x80\x80",
        "\xff",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned long code = 1;
        ck_assert_msg(utf8_decode(rows[i], &code) == 0, "row %zu", i);
        ck_assert_uint_eq(code, 1);
    }
}
END_TEST

START_TEST(columns_of_a_terminal)
{
    static const struct {
        unsigned long code;
        unsigned columns;
    } rows[] = {
        {'a', 1},    {0xe9, 1},   {0x301, 0},  {0x200d, 0},  {0x10ff, 1},  {0x1100, 2},
        {0x3042, 2}, {0x303f, 1}, {0xff21, 2}, {0xff61, 1},  {0xac00, 2},  {0x1f600, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(utf8_columns(rows[i].code) == rows[i].columns, "U+%04lX", rows[i].code);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("utf8");
    TCase *tests = tcase_create("decode");
    tcase_add_test(tests, characters);
    tcase_add_test(tests, what_is_no_character);
    tcase_add_test(tests, columns_of_a_terminal);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
