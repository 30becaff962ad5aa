#include <string.h>

#include "record/warning.h"
#include "tests/t_main.h"

START_TEST(every_row_is_complete)
{
    size_t nr;
    const struct warning *list = warning_list(&nr);
    ck_assert_uint_gt(nr, 0);
    for (size_t i = 0; i < nr; i++) {
        const struct warning *warning = &list[i];
        size_t length = strlen(warning->code);
        ck_assert_uint_gt(length, 0);
        ck_assert_uint_eq(strspn(warning->code, "abcdefghijklmnopqrstuvwxyz-"), length);
        ck_assert(warning->code[0] != '-' && warning->code[length - 1] != '-');
        ck_assert_ptr_null(strstr(warning->code, "--"));
        ck_assert_int_le(warning->weight, WARNING_UNSOUND);
        ck_assert(warning->title && *warning->title);
        ck_assert_int_ne(warning->title[strlen(warning->title) - 1], '.');
        ck_assert(warning->meaning && *warning->meaning);
        ck_assert_int_eq(warning->meaning[strlen(warning->meaning) - 1], '.');
        ck_assert_ptr_eq(warning_find(warning->code), warning);
        for (size_t j = 0; j < i; j++) {
            ck_assert_str_ne(warning->code, list[j].code);
            ck_assert_str_ne(warning->title, list[j].title);
            ck_assert_str_ne(warning->meaning, list[j].meaning);
        }
    }
}
END_TEST

START_TEST(unknown_codes)
{
    static const char *const codes[] = {"", "IO-WRAPPED", "io_wrapped", "io-wrappe", "partial "};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        ck_assert_ptr_null(warning_find(codes[i]));
}
END_TEST

START_TEST(weights_that_reports_rely_on)
{
    ck_assert_int_eq(warning_find("io-wrapped")->weight, WARNING_UNSOUND);
    ck_assert_int_eq(warning_find("create-rate-bogus")->weight, WARNING_UNSOUND);
    ck_assert_int_eq(warning_find("reads-cached")->weight, WARNING_DOUBT);
    ck_assert_int_eq(warning_find("rounded")->weight, WARNING_NOTE);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("warning");
    TCase *cases = tcase_create("warning");
    tcase_add_test(cases, every_row_is_complete);
    tcase_add_test(cases, unknown_codes);
    tcase_add_test(cases, weights_that_reports_rely_on);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
