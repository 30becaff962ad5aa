#include <stdlib.h>
#include <string.h>

#include "parse/find.h"
#include "tests/t_main.h"

/* The word at every place of bytes of every length, and nowhere, with nothing behind them. */
START_TEST(words_are_found_at_every_place)
{
    static const char *const words[] = {"B/", "+0 ", "usec", "quoted-printable and more"};
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
        for (size_t length = 0, size = strlen(words[w]); length < 100; length++) {
            char *bytes = malloc(length + 1);
            ck_assert_ptr_nonnull(bytes);
            for (size_t i = 0; i < length; i++)
                bytes[i] = i % 3 ? words[w][0] : '~';
            char *own = realloc(bytes, length ? length : 1);
            ck_assert_ptr_nonnull(own);
            ck_assert_ptr_null(find_word(own, length, words[w], size));
            for (size_t at = 0; at + size <= length; at++) {
                char kept[100];
                memcpy(kept, own + at, size);
                memcpy(own + at, words[w], size);
                ck_assert_ptr_eq(find_word(own, length, words[w], size), own + at);
                memcpy(own + at, kept, size);
            }
            free(own);
        }
}
END_TEST

START_TEST(the_first_counts)
{
    const char text[] = "Bx/B/ and B/ again, far behind the first one of them: B/";
    ck_assert_ptr_eq(find_word(text, sizeof text - 1, "B/", 2), text + 3);
    ck_assert_ptr_eq(find_word(text + 4, sizeof text - 5, "B/", 2), text + 10);
    ck_assert_ptr_null(find_word(text + 4, 7, "B/", 2));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("find");
    TCase *tests = tcase_create("find");
    tcase_add_test(tests, words_are_found_at_every_place);
    tcase_add_test(tests, the_first_counts);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
