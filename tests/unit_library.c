#include <string.h>

#include "parse/library.h"
#include "tests/t_main.h"

START_TEST(functions_are_found)
{
    int (*compare)(const char *, const char *) = NULL;
    const struct library_symbol symbols[] = {{"strcmp", &compare}};
    ck_assert(library_load("libc.so.6", symbols, 1));
    ck_assert(compare && compare("a", "a") == 0 && compare("a", "b") < 0);
}
END_TEST

START_TEST(what_is_missing_is_said)
{
    int (*nothing)(void) = NULL;
    const struct library_symbol symbols[] = {{"there_is_no_such_function", &nothing}};
    ck_assert(!library_load("libc.so.6", symbols, 1));
    ck_assert(!library_load("libthereisnone.so.0", symbols, 1));
    ck_assert(!nothing);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("library");
    TCase *tests = tcase_create("library");
    tcase_add_test(tests, functions_are_found);
    tcase_add_test(tests, what_is_missing_is_said);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
