#include "parse/setting.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

/* Writes what was read as "name=value name=value|rest". */
static const char *read_heading(struct arena *arena, const char *heading)
{
    struct heading_settings settings;
    const char *text = "";
    setting_read(arena, heading, &settings);
    for (size_t i = 0; i < settings.nr; i++)
        text = arena_printf(arena, "%s%s%s=%s", text, i ? " " : "", settings.names[i],
                            settings.values[i]);
    return arena_printf(arena, "%s|%s", text, settings.rest);
}

START_TEST(headings)
{
    static const char *const rows[][2] = {
        {"100% RANDOM;block size = 4k", "bs=4k|100% RANDOM"},
        {"randread, bs=4k, QD 32 (numjobs=4)", "bs=4k iodepth=32 numjobs=4|randread"},
        {"Block size: 64 KB", "bs=64 KB|"},
        {"block_size 512", "bs=512|"},
        {"io-depth=8 of 2 disks", "iodepth=8|of 2 disks"},
        {"queue depth 1", "iodepth=1|"},
        {"qd64", "iodepth=64|"},
        {"num jobs: 16", "numjobs=16|"},
        {"limit.read_bps = 1MB/s", "|limit.read_bps = 1MB/s"},
        {"cache=none, aio=native", "cache=none aio=native|"},
        {"virtio cache=none", "cache=none|virtio"},
        {"4 threads, NoCache", "numjobs=4|NoCache"},
        {"1 thread", "numjobs=1|"},
        {"NoCache (16 jobs)", "numjobs=16|NoCache"},
        {"4 threaded", "|4 threaded"},
        {"the old kernel", "|the old kernel"},
        {"bs 4k8", "|bs 4k8"},
        {"abs 4", "|abs 4"},
        {"bs", "|bs"},
        {"4 nodes Block=>256k", "Block=256k|4 nodes"},
        {"Block=>", "|Block=>"},
        {"", "|"},
        {"block size = ", "|block size = "},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_str_eq(read_heading(arena, rows[i][0]), rows[i][1]);
    arena_free(arena);
}
END_TEST

START_TEST(there_are_so_many)
{
    struct arena *arena = arena_new();
    struct heading_settings settings;
    setting_read(arena, "a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9", &settings);
    ck_assert_uint_eq(settings.nr, MOST_HEADING_SETTINGS);
    ck_assert_str_eq(settings.rest, "i=9");
    arena_free(arena);
}
END_TEST

/* What changes with the block size is a factor as well. */
START_TEST(the_rest_stays_a_label)
{
    static struct t_parse parse;
#define READ "read : io=1024MB, bw=1024KB/s, iops=256, runt=1024000msec\n"
    t_parse_all(&parse, "100% forward;block size = 64K\n\n" READ "\n100% backward;block size = 4k\n\n" READ);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(parse.output.at[0].record, "bs"), "64K");
    ck_assert_str_eq(t_config(parse.output.at[0].record, "configuration"), "100% forward");
    ck_assert_str_eq(t_config(parse.output.at[1].record, "bs"), "4k");
    ck_assert_str_eq(t_config(parse.output.at[1].record, "configuration"), "100% backward");
    t_parse_free(&parse);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("setting");
    TCase *tests = tcase_create("setting");
    tcase_add_test(tests, headings);
    tcase_add_test(tests, there_are_so_many);
    tcase_add_test(tests, the_rest_stays_a_label);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
