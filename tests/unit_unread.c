#include <string.h>

#include "parse/unread.h"
#include "tests/t_main.h"

static const char *form(const char *text, const char **mend)
{
    *mend = NULL;
    return unread_form(text, strlen(text), mend);
}

START_TEST(forms_that_are_known)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"\x1f\x8b\x08rest", "gzip"},
        {"BZh91AY", "bzip2"},
        {"\xfd" "7zXZ rest", "xz"},
        {"PK\x03\x04", "zip"},
        {"<html><body><pre>", "page"},
        {"{\"format\":\"iodelta/1\",\"kind\":\"result\"}\n", "records"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *mend, *what = form(rows[i].text, &mend);
        ck_assert_msg(what && strstr(what, rows[i].word), "%s", rows[i].text);
        ck_assert_msg(mend && *mend, "%s", rows[i].text);
    }
}
END_TEST

START_TEST(texts_that_are_none)
{
    static const char *const texts[] = {"", "Hello", "a BZh in the text", "read : io=1MB", "{}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *mend;
        ck_assert_ptr_null(form(texts[i], &mend));
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("unread");
    TCase *tests = tcase_create("unread");
    tcase_add_test(tests, forms_that_are_known);
    tcase_add_test(tests, texts_that_are_none);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
