#include <string.h>

#include "parse/unread.h"
#include "tests/t_main.h"

START_TEST(forms_that_are_known)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"<html><body><pre>", "page"},
        {"{\"format\":\"iodelta/1\",\"kind\":\"result\"}\n", "records"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct unread_form *form = unread_find(rows[i].text, strlen(rows[i].text));
        ck_assert_msg(form && strstr(form->what, rows[i].word), "%s", rows[i].text);
        ck_assert_msg(form->mend && *form->mend, "%s", rows[i].text);
    }
}
END_TEST

START_TEST(texts_that_are_none)
{
    static const char *const texts[] = {"", "Hello", "a page", "read : io=1MB", "{}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_ptr_null(unread_find(texts[i], strlen(texts[i])));
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
