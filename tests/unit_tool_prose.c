#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

static const struct record *only_table(void)
{
    ck_assert_str_eq(only()->tool, "table");
    return only();
}

START_TEST(figures_behind_a_command)
{
    static const struct {
        const char *line;
        double bytes, rate;
    } rows[] = {
        {"dd if=/dev/sdb of=/dev/null bs=1024k count=4000 ; duration 301 sec", 4194304000,
         4194304000 / 301.0},
        {"dd if=/dev/sdb of=/dev/null bs=1M count=100   --> 10.5 s", 104857600, 104857600 / 10.5},
        {"dd if=/dev/sdb of=/dev/null bs=1M count=100 : 12,5 MB/s", 104857600, 12.5e6},
        {"dd if=/dev/sdb of=/dev/null bs=1M count=100 # 85 MB/s", 104857600, 85e6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].line);
        ck_assert_str_eq(only_table()->op, "read");
        ck_assert_double_eq(t_metric(only_table(), "io_bytes"), rows[i].bytes);
        ck_assert_double_eq_tol(t_metric(only_table(), "bw_bytes_per_s"), rows[i].rate, 1);
        ck_assert_str_eq(t_param(only_table(), "target"), "/dev/sdb");
        ck_assert(!record_has_warning(only_table(), "unit-guessed"));
    }
}
END_TEST

START_TEST(rates_with_a_label)
{
    read_text("I ran dd in both places:\n\ndom0: 153.5 MB/sec\ndomU: ~12.7 MB/sec\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq(t_metric(parse.output.at[0].record, "bw_bytes_per_s"), 153.5e6);
    ck_assert_str_eq(t_config(parse.output.at[1].record, "host"), "domU");
    ck_assert(record_has_warning(parse.output.at[1].record, "unit-guessed"));
    ck_assert_str_eq(record_pair(&parse.output.at[1].record->source.cells, "bw_bytes_per_s"),
                     "12.7 MB/sec");
    /* of a list any words are labels */
    read_text("dd:\n\nplain files: 153 MB/s\nfiles on a loop: 120 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(parse.output.at[1].record, "configuration"), "files on a loop");
    /* and a factor is named once */
    read_text("dd:\nNetwork: 940 Mbit/s\nHost: 180 MB/s\nVM: 45 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.at[1].record->config.nr, 1);
    ck_assert_str_eq(t_config(parse.output.at[1].record, "host"), "VM");
    read_text("write: 800 MB/s\n");
    ck_assert_str_eq(only_table()->op, "write");
    /* the direction is that of the commands */
    read_text("dd if=/dev/zero of=/zfs/t0 bs=1M count=128\n\nWith 0.6.4-2 it was ~800MB/s. Hm.\n");
    ck_assert_str_eq(only_table()->op, "write");
    ck_assert_str_eq(t_config(only_table(), "patch"), "With 0.6.4-2");
    /* the end of a total: its own unit is that of dd */
    read_text("_128k:_\ndd: 22.696 s, 11.8 MB/s\n");
    ck_assert_str_eq(only_table()->op, "copy");
    ck_assert_double_eq(t_metric(only_table(), "runtime_s"), 22.696);
    ck_assert_double_eq(t_metric(only_table(), "bw_bytes_per_s"), 11.8e6);
    ck_assert(!record_has_warning(only_table(), "unit-guessed"));
    /* of a unit that was cut nothing is guessed */
    double rate;
    read_text("dd: 68.2631 s, 3.9 MB/\n");
    ck_assert_double_eq(t_metric(only_table(), "runtime_s"), 68.2631);
    ck_assert(!record_metric(only_table(), "bw_bytes_per_s", &rate));
}
END_TEST

#define COMMAND "In domU I gave\n\"dd if=/dev/hde1 of=/dev/null bs=1024k count=1024\"\n"

START_TEST(durations_below_a_command)
{
    read_text(COMMAND "readahead | duration\n128 sectors | 160 sec\n512 sectors | 18.5 sec\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    const struct record *record = parse.output.at[1].record;
    ck_assert_double_eq(t_metric(record, "io_bytes"), 1073741824);
    ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s"), 1073741824 / 18.5, 1e-3);
    ck_assert_str_eq(t_config(record, "readahead"), "512 sectors");
    ck_assert_str_eq(t_config(record, "host"), "domU");
    ck_assert_str_eq(record_pair(&record->source.cells, "runtime_s"), "18.5 sec");
    read_text(COMMAND "dom0 takes 18.0 secs no matter what.\n");
    ck_assert_str_eq(t_config(only_table(), "host"), "dom0");
    ck_assert_double_eq(t_metric(only_table(), "runtime_s"), 18);
    /* without a command nobody knows how much was moved */
    read_text("dd\nreadahead | duration\n128 sectors | 160 sec\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(sentences)
{
    read_text("It was always \"dd if=/dev/hdb6 bs=64k count=1000\" and\n"
              "it took 1.6 seconds on hdb6 and 2.2 seconds on hda1 when running in\nDom0.\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    const struct record *record = parse.output.at[1].record;
    ck_assert_str_eq(record->op, "read");
    ck_assert_str_eq(t_config(record, "device"), "hda1");
    ck_assert_str_eq(t_config(record, "host"), "Dom0");
    ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s"), 65536000 / 2.2, 1e-3);
}
END_TEST

START_TEST(texts_without_a_result)
{
    static const char *const rows[] = {
        "I used dd.\nThe new kernel is 20% faster, about 120 MB/s more.\n",
        "dd\nnetwork: 6MB/s\n",
        "dd\nmax rate: 20MB/s\n",
        "dd\nPCI link: 500 MB/s\n",
        "This is about 119 MB/s, or 120 MB/s, with dd.\n",
        "With dd it was 100 MB/s faster.\n",
        "home: 100 MB/s\n", /* nothing says what this is */
        "I used dd.\nhome: 100 MB/s\n", /* nor here: nothing stands beside it */
        /* what somebody tells */
        "dd if=/dev/zero of=x count=9\n\nI get 85 MB/s with dd and 120 MB/s with cp.\n",
        "dd if=/dev/zero of=x count=9\n\nOn my box dd gives 60MB/s, and on his it gives 90 MB/s.\n",
        "dd if=/dev/zero of=x count=9\n\nUnder Windows I get 100 MB/s, so it works.\n",
        "dd if=/dev/zero of=x count=9\n\nWith virtio I see about 150MB/s.\n",
        "fio\nThe array can do 4 * 100 MB/s = 400 MB/s.\n",
        /* what somebody wishes, and what other programs and parts do */
        "fio\nMemory: 12 GB/s\nInterface speed: 6 GB/s\nGoal: 500 MB/s\nBurst: 100 MB/s\n",
        "dd\n   8regs     :  1664.000 MB/sec\n   32regs    :   892.000 MB/sec\n"
        "   pII_mmx   :  3216.000 MB/sec\n",
        "dd\nCopying over samba: 60 MB/s\nrsync over ssh: 30 MB/s\n",
        "// read: 100 MB/s\n",
        COMMAND "and it took 5 seconds on average, and 12 seconds on the old kernel.\n",
        COMMAND "dom0 takes 30 seconds to boot.\n",
        COMMAND "backup | 160 sec\n",
        "dd if=/dev/sdb of=/dev/null bs=1M ; duration 301 sec\n", /* how much? */
        "dd if=/dev/sdb of=/dev/null bs=1M count=10 conv=fsync\n",
        "$ dd if=/dev/sdb of=/dev/null bs=1M count=10 && sleep 10\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 0, "a result of: %s", rows[i]);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_prose");
    TCase *tests = tcase_create("tool_prose");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, figures_behind_a_command);
    tcase_add_test(tests, rates_with_a_label);
    tcase_add_test(tests, durations_below_a_command);
    tcase_add_test(tests, sentences);
    tcase_add_test(tests, texts_without_a_result);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
