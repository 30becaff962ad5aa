#include <string.h>

#include "parse/table.h"
#include "record/arena.h"
#include "tests/t_main.h"

static struct arena *arena;

static void set_up(void)
{
    arena = arena_new();
}

static void tear_down(void)
{
    arena_free(arena);
}

START_TEST(metrics_units_and_what_is_left)
{
    static const struct {
        const char *text, *metric, *rest, *op;
        enum table_unit unit;
    } rows[] = {
        {"IOPS (IRQ mode)", "iops", "IRQ mode", NULL, TABLE_IOPS},
        {"KIOPS", "iops", "", NULL, TABLE_IOPS},
        {"Lat(usec)", "lat_mean_ns", "", NULL, TABLE_TIME},
        {"BW(MiB/s)", "bw_bytes_per_s", "", NULL, TABLE_RATE},
        {"fio (B.W MiB/sec)", "bw_bytes_per_s", "", NULL, TABLE_RATE},
        {"seq-write BW", "bw_bytes_per_s", "seq-write", "write", TABLE_NO_UNIT},
        {"Write IOPS:", "iops", "Write", "write", TABLE_IOPS},
        {"verity wait time (us)", "lat_mean_ns", "verity", NULL, TABLE_TIME},
        {"Mean p99 latency", "lat_p99_ns", "", NULL, TABLE_NO_UNIT},
        {"max lat", "lat_max_ns", "", NULL, TABLE_NO_UNIT},
        {"duration", "wall_s", "", NULL, TABLE_NO_UNIT},
        {"MB/s", "bw_bytes_per_s", "", NULL, TABLE_RATE},
        {"IO/s", "iops", "", NULL, TABLE_IOPS},
        {"Patchset IOPS", "iops", "Patchset", NULL, TABLE_IOPS},
        {"fio.read_iops", "iops", "fio.read_iops", "read", TABLE_IOPS},
        {"~WQ_UNBOUND", NULL, "~WQ_UNBOUND", NULL, TABLE_NO_UNIT},
        {"1-10", NULL, "1-10", NULL, TABLE_NO_UNIT},
        {"baseline (1-5 applied)", NULL, "baseline (1-5 applied)", NULL, TABLE_NO_UNIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table_words words;
        table_words_read(arena, rows[i].text, &words);
        ck_assert_msg(!rows[i].metric == !words.metric, "%s", rows[i].text);
        if (words.metric)
            ck_assert_str_eq(words.metric, rows[i].metric);
        ck_assert_str_eq(words.rest, rows[i].rest);
        ck_assert_msg(!rows[i].op == !words.op, "%s", rows[i].text);
        if (words.op)
            ck_assert_str_eq(words.op, rows[i].op);
        ck_assert_msg(words.scale.unit == rows[i].unit, "%s", rows[i].text);
    }
}
END_TEST

START_TEST(changes_runs_and_averages)
{
    struct table_words words;
    static const char *const changes[] = {"diff", "bw diff", "gain", "%", "% change", "speedup"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        table_words_read(arena, changes[i], &words);
        ck_assert_msg(words.is_change, "%s", changes[i]);
    }
    table_words_read(arena, "avg", &words);
    ck_assert(words.is_average && !*words.rest);
    table_words_read(arena, "stddev", &words);
    ck_assert(words.is_spread);
    table_words_read(arena, "r3", &words);
    ck_assert_uint_eq(words.run, 3);
    table_words_read(arena, "run 2", &words);
    ck_assert_uint_eq(words.run, 2);
    table_words_read(arena, "1MB  4KB", &words);
    ck_assert_uint_eq(words.run, 0);
    table_words_read(arena, "hipri=0", &words);
    ck_assert_str_eq(words.name, "hipri");
    ck_assert_str_eq(words.rest, "0");
    table_words_read(arena, "sys cpu%", &words);
    ck_assert(words.is_cpu);
    ck_assert_str_eq(words.metric, "cpu_sys_pct");
    table_words_read(arena, "cpu usage", &words);
    ck_assert_str_eq(words.metric, "cpu_pct");
}
END_TEST

START_TEST(operations_and_settings)
{
    static const struct {
        const char *text, *op;
    } rows[] = {{"randread", "read"},      {"Random write", "write"}, {"seq_read", "read"},
                {"rand-write latency", "write"}, {"writes", "write"},  {"readers", "read"},
                {"WriteBack", NULL},       {"write cache", NULL},     {"readahead", NULL},
                {"read-ahead", NULL},      {"read/write", NULL},      {"thread", NULL},
                {"spread", NULL}};
    static const char *const settings[] = {"iodepth", "QD/Test", "queue size", "nr_requests", "bs",
                                           "# threads", "Block size (KiB)", "device"};
    static const char *const others[] = {"IOPS", "open-prebuilt-camera", "before", ""};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *op = table_op(rows[i].text);
        ck_assert_msg(!op == !rows[i].op, "%s", rows[i].text);
        if (op)
            ck_assert_str_eq(op, rows[i].op);
    }
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        ck_assert_msg(table_is_setting(settings[i]), "%s", settings[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!table_is_setting(others[i]), "%s", others[i]);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("table_head");
    TCase *tests = tcase_create("words");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, metrics_units_and_what_is_left);
    tcase_add_test(tests, changes_runs_and_averages);
    tcase_add_test(tests, operations_and_settings);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
