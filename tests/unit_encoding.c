#include <string.h>

#include "parse/encoding.h"
#include "tests/t_main.h"

START_TEST(quoted_printable)
{
    static const struct {
        const char *text;
        bool is_true;
    } rows[] = {
        {"", true},
        {"no sign at all\n", true},
        {"iops=3D243 , runt=3D600601msec\n", true},
        {"a long line is=\nbroken softly=\r\n", true},
        {"blanks behind the break=  \t\nwere added\n", true},
        {"the end=", true},
        {"small hex =c3=a4\n", true},
        {"dd if=/dev/zero of=x bs=1M\n", false},
        {"dd if=/dev/sdb count=100\n", false},
        {"runt=1Fmsec\n", false},
        {"=1b[0m\n", true},
        {"one digit is cut=4", false},
        {"=G0\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(encoding_is_quoted_printable(rows[i].text, strlen(rows[i].text)) ==
                          rows[i].is_true,
                      "wrong about: %s", rows[i].text);
}
END_TEST

START_TEST(base64)
{
    static const struct {
        const char *text;
        bool is_true;
    } rows[] = {
        {"", true},
        {"cmVhZCA6IGlvPTIyODIuOE1C\r\nLCBidz0zODkxLjJLQi9z\r\n", true},
        {"cmVhZA==\n", true},
        {"  cmVhZA==  \n\n", true},
        {"two words\n", false},
        {"read : io=2282.8MB, bw=3891.2KB/s\n", false},
        {"a,b,c,d,e\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(encoding_is_base64(rows[i].text, strlen(rows[i].text)) == rows[i].is_true,
                      "wrong about: %s", rows[i].text);
}
END_TEST

/* One strange byte in twenty is taken for damage, two are not. */
START_TEST(base64_may_be_damaged)
{
    ck_assert(encoding_is_base64("abcdefghijklmnopqrs?", 20));
    ck_assert(!encoding_is_base64("abcdefghijklmnopqr??", 20));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("encoding");
    TCase *tests = tcase_create("encoding");
    tcase_add_test(tests, quoted_printable);
    tcase_add_test(tests, base64);
    tcase_add_test(tests, base64_may_be_damaged);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
