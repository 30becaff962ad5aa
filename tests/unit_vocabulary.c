#include <string.h>

#include "parse/vocabulary.h"
#include "tests/t_main.h"

START_TEST(factors_of_levels)
{
    static const struct {
        const char *levels[4];
        const char *factor;
    } rows[] = {
        {{"NoCache", "WriteBack", "writethrough"}, "cache"},
        {{"cache none", "cache: directsync"}, NULL},
        {{"LSI", "scsi-virtio"}, "controller"},
        {{"virtio", "virtio-scsi"}, "controller"},
        {{"before", "after the patch"}, "patch"},
        {{"noop", "cfq", "mq-deadline"}, "scheduler"},
        {{"dom0", "DomU"}, "host"},
        {{"writeback", "none"}, "cache"},
        {{"none"}, "scheduler"},
        {{"Before", "and with it"}, "patch"},
        {{"ext4", "xfs"}, "fs"},
        {{"RAID10", "raid 5"}, "raid"},
        {{"5.10.3", "6.1-rc2"}, "kernel"},
        {{"/dev/sda", "nvme0n1"}, "device"},
        {{"NoCache", "something else"}, NULL},
        {{"5.2 MB", "6.1 MB"}, NULL},
        {{"red", "green"}, NULL},
        {{"extra", "xfsdump"}, NULL},
    };
    struct vocabulary *words = vocabulary_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t nr = 0;
        while (rows[i].levels[nr])
            nr++;
        const char *factor = vocabulary_factor(words, rows[i].levels, nr);
        ck_assert_msg(factor == rows[i].factor ||
                          (factor && rows[i].factor && !strcmp(factor, rows[i].factor)),
                      "%s for %s", factor ? factor : "nothing", rows[i].levels[0]);
    }
    ck_assert_ptr_null(vocabulary_factor(words, rows[0].levels, 0));
    vocabulary_free(words);
    vocabulary_free(NULL);
}
END_TEST

START_TEST(names_of_factors)
{
    ck_assert_str_eq(vocabulary_name("Elevator", 8), "scheduler");
    ck_assert_str_eq(vocabulary_name("read-ahead", 10), "readahead");
    ck_assert_str_eq(vocabulary_name("qd=", 2), "iodepth");
    ck_assert_ptr_null(vocabulary_name("qd=", 3));
    ck_assert_ptr_null(vocabulary_name("", 0));
}
END_TEST

START_TEST(operations)
{
    static const struct {
        const char *text, *op;
        bool is_only;
    } rows[] = {
        {"read_ahead 256", NULL, false},
        {"Read-ahead: 256", NULL, false},
        {"write back", NULL, false},
        {"OUT=/srv/read/emmc", NULL, false},
        {"./write of it", NULL, false},
        {"seq_read", "read", true},
        {"\xc3\x89" "criture", "write", false},
        {"leitura", "read", true},
        {"\xe6\xb5\x8b\xe8\xaf\x95\xe8\xaf\xbb", "read", true},
        {"USB3 \xe8\xaf\xbb", "read", false},
        {"\xe5\x86\x99\xe5\x85\xa5\xe6\xb5\x8b\xe8\xaf\x95", "write", true},
        {"\xd0\x97\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd1\x8c \xd0\xbd\xd0\xb0 \xd0\xb4\xd0\xb8\xd1\x81\xd0\xba", "write", true},
        {"Write to disk", "write", true},
        {"Write to raid", "write", false},
        {"\xe8\xaf\xbb\xe5\x86\x99", NULL, false},
        {"reading 512M on x", "read", false},
        {"Sequential write:", "write", true},
        {"Random Reads", "read", true},
        {"schreiben", "write", true},
        {"read and write", NULL, false},
        {"the thread spread", NULL, false},
        {"with the patch", NULL, false},
        {"write 2", "write", false},
        {"", NULL, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *op = vocabulary_op(rows[i].text);
        ck_assert_msg(op == rows[i].op || (op && rows[i].op && !strcmp(op, rows[i].op)),
                      "%s for: %s", op ? op : "nothing", rows[i].text);
        ck_assert_msg(vocabulary_is_op_only(rows[i].text) == rows[i].is_only, "wrong about: %s",
                      rows[i].text);
    }
}
END_TEST

START_TEST(numbers_of_runs)
{
    static const struct {
        const char *text;
        unsigned run; /* 0: none */
    } rows[] = {
        {"Run 2", 2},
        {"run #3:", 3},
        {"Bonnie 3", 3},
        {"#1", 1},
        {"2nd run", 2},
        {"third pass", 3},
        {"Test 12:", 12},
        {"try no. 4", 4},
        {"iteration 5 of 10", 5},
        {"== run 1 ==", 1},
        {"Round 2/3", 2},
        {"1st try", 1},
        {"Run 2 with cache", 0},
        {"Running 2", 0},
        {"Run", 0},
        {"2", 0},
        {"Run 0", 0},
        {"Run 1000", 0},
        {"2 runs", 0},
        {"", 0},
        {"3", 0},
        {"test x", 0},
        {"5", 0},
        {"1s", 0},
        {"2nd", 0},
        {"bonnier 3", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned run = 0;
        bool is_run = vocabulary_run(rows[i].text, &run);
        ck_assert_msg(is_run == (rows[i].run > 0), "wrong about: %s", rows[i].text);
        ck_assert_msg(!is_run || run == rows[i].run, "run %u of: %s", run, rows[i].text);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("vocabulary");
    TCase *tests = tcase_create("vocabulary");
    tcase_add_test(tests, factors_of_levels);
    tcase_add_test(tests, names_of_factors);
    tcase_add_test(tests, operations);
    tcase_add_test(tests, numbers_of_runs);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
