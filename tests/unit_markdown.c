/* Texts of the input in Markdown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/markdown.h"
#include "tests/t_main.h"

static const char *shown(const char *text)
{
    static char copy[400];
    struct strbuf out = STRBUF_INIT;
    markdown_add_text(&out, text);
    snprintf(copy, sizeof copy, "%s", out.text);
    strbuf_free(&out);
    return copy;
}

START_TEST(plain_text_stays)
{
    static const char *const texts[] = {
        "", "virtio-scsi", "16k", "cache none, bs 4k", "3.1", "10:30", "a.b.c", "50 %", "a-1",
        "\xc2\xb5s \xe6\x97\xa5", "dev/sda (old)", "1.5 + 2", "what? yes!", "www", "a: b", "x @ y",
        "no. 7", "a=b",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_str_eq(shown(texts[i]), texts[i]);
}
END_TEST

START_TEST(markup_is_text)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"<b>", "\\<b\\>"},
        {"a|b", "a&#124;b"},
        {"\\|", "\\\\&#124;"},
        {"`x` *y* _z_", "\\`x\\` \\*y\\* \\_z\\_"},
        {"[a](b) ![c](d)", "\\[a\\](b) !\\[c\\](d)"},
        {"&lt;", "\\&lt;"},
        {"$x^2$ ~~y~~", "\\$x\\^2\\$ \\~\\~y\\~\\~"},
        /* what a line must not begin with */
        {"# a", "\\# a"},
        {"- a", "\\- a"},
        {"+ a", "\\+ a"},
        {"===", "\\==="},
        {"12. a", "12\\. a"},
        {"12) a", "12\\) a"},
        {"> a", "\\> a"},
        {"    code", "code"},
        {"a  ", "a"},
        {"   ", "<!-- -->"},
        /* links, mentions, references, pictures */
        {"http://a", "http:<!-- -->//a"},
        {"mailto:a", "mailto:<!-- -->a"},
        {"www.a", "www<!-- -->.a"},
        {"me@a", "me@<!-- -->a"},
        {"#12", "\\#<!-- -->12"},
        {"see #12", "see #<!-- -->12"},
        {"GH-3", "GH-<!-- -->3"},
        {":tada:", "\\:<!-- -->tada:"},
        /* lines and what steers a terminal */
        {"a\nb\tc\x1b[m", "a?b?c?\\[m"},
        {"\xff\xe2\x80\xae", "??"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_str_eq(shown(rows[i].text), rows[i].shown);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("markdown");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, plain_text_stays);
    tcase_add_test(tests, markup_is_text);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
