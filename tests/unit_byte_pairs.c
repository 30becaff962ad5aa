#include <string.h>

#include "parse/byte_pairs.h"
#include "tests/t_main.h"

START_TEST(words_that_stand_there_may_stand_there)
{
    static const char text[] = "IOPS=12.1k, BW=47.3MiB/s \xc3\xa9t\xc3\xa9";
    const size_t length = sizeof text - 1;
    struct byte_pairs pairs = {{0}};
    char word[sizeof text];
    byte_pairs_add(&pairs, text, length);
    for (size_t from = 0; from < length; from++)
        for (size_t size = 0; from + size <= length; size++) {
            memcpy(word, text + from, size);
            word[size] = '\0';
            ck_assert(byte_pairs_may_hold(&pairs, word));
        }
}
END_TEST

START_TEST(words_without_one_of_their_pairs_may_not)
{
    static const char *const rows[] = {"PI", "BW= 4", "MB/s", "sI", "IOPS=1.1"};
    struct byte_pairs pairs = {{0}};
    ck_assert(!byte_pairs_may_hold(&pairs, "IO"));
    ck_assert(byte_pairs_may_hold(&pairs, "I"));
    ck_assert(byte_pairs_may_hold(&pairs, ""));
    byte_pairs_add(&pairs, "IOPS=12.1k, BW=47.3MiB/s", 24);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert(!byte_pairs_may_hold(&pairs, rows[i]));
    /* what is added does not join what was there */
    byte_pairs_add(&pairs, "I", 1);
    ck_assert(!byte_pairs_may_hold(&pairs, "sI"));
    byte_pairs_add(&pairs, "sI", 2);
    ck_assert(byte_pairs_may_hold(&pairs, "sI"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("byte_pairs");
    TCase *core = tcase_create("core");
    tcase_add_test(core, words_that_stand_there_may_stand_there);
    tcase_add_test(core, words_without_one_of_their_pairs_may_not);
    suite_add_tcase(suite, core);
    return suite;
}

T_MAIN(make_suite)
