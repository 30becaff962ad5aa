#include <stdio.h>
#include <string.h>

#include "parse/knob.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

static bool read_knob(struct t_parse *parse, const char *text, struct knob *knob)
{
    t_parse_text(parse, text);
    command_scan(parse->text, &parse->commands);
    return parse->commands.nr && knob_read(parse->arena, &parse->commands.at[0], knob);
}

START_TEST(settings_are_read)
{
    static const struct {
        const char *text, *name, *value;
    } rows[] = {
        {"[dom0]# echo 1024 >  /sys/module/blk/parameters/max_pages", "max_pages", "1024"},
        {"# echo deadline > /sys/block/sda/queue/scheduler", "scheduler", "deadline"},
        {"$ echo 0 | sudo tee /proc/sys/vm/dirty_ratio", "dirty_ratio", "0"},
        {"# sysctl -w vm.dirty_ratio=5", "dirty_ratio", "5"},
        {"# blockdev --setra 256 /dev/sda", "readahead", "256"},
        {"# zfs set compression=lz4 tank/test", "compression", "lz4"},
        {"# mount -o noatime,data=journal /dev/sda1 /mnt", "mount", "noatime,data=journal"},
        {"# hdparm -W0 /dev/sda", "write_cache", "0"},
        {"# hdparm -W 1 /dev/sda", "write_cache", "1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse = {0};
        struct knob knob;
        ck_assert_msg(read_knob(&parse, rows[i].text, &knob), "not read: %s", rows[i].text);
        ck_assert_str_eq(knob.name, rows[i].name);
        ck_assert_str_eq(knob.value, rows[i].value);
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(answers_tell_settings)
{
    static const struct {
        const char *command, *answer, *name, *value; /* NULL for none */
    } rows[] = {
        {"# uname -r", "6.1.0-13-amd64", "kernel", "6.1.0-13-amd64"},
        {"# uname -a", "Linux box 5.10.0 #1 SMP x86_64 GNU/Linux", "kernel", "5.10.0"},
        {"# uname -r", "and this is what I see", NULL, NULL},
        {"# uname -r", "6.1 is what it runs", NULL, NULL},
        {"# cat /sys/block/sda/queue/scheduler", "noop deadline [cfq]", "scheduler", "cfq"},
        {"# cat /sys/block/sda/queue/read_ahead_kb", "128", "read_ahead_kb", "128"},
        {"# cat /sys/block/sda/queue/read_ahead_kb", "cat: no such file", NULL, NULL},
        {"# cat /proc/sys/vm/drop_caches", "3", NULL, NULL},
        {"# cat /proc/sys/vm/nr_hugepages", "256", NULL, NULL},
        {"# cat /etc/hosts", "localhost", NULL, NULL},
        {"# blockdev --getra /dev/sda", "256", "readahead", "256"},
        {"# blockdev --getra /dev/sda", "none", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse = {0};
        struct knob knob;
        t_parse_text(&parse, rows[i].command);
        command_scan(parse.text, &parse.commands);
        ck_assert_uint_eq(parse.commands.nr, 1);
        bool is_read = knob_answer_read(parse.arena, &parse.commands.at[0], rows[i].answer, &knob);
        ck_assert_msg(is_read == (rows[i].name != NULL), "%s: %s", rows[i].command, rows[i].answer);
        if (is_read) {
            ck_assert_str_eq(knob.name, rows[i].name);
            ck_assert_str_eq(knob.value, rows[i].value);
        }
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(other_commands_set_nothing)
{
    static const char *const rows[] = {
        "# echo 3 > /proc/sys/vm/drop_caches", "# sysctl -w vm.drop_caches=3",
        "# echo hello > /tmp/x",               "# echo $x > /sys/block/sda/queue/scheduler",
        "# echo hello",                        "# blockdev --getra /dev/sda",
        "# zfs get compression tank",          "# mount /dev/sda1 /mnt",
        "# mount -o $opts /dev/sda1 /mnt",     "# hdparm -W /dev/sda",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse = {0};
        struct knob knob;
        ck_assert_msg(!read_knob(&parse, rows[i], &knob), "read: %s", rows[i]);
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(settings_label_the_results_below)
{
    static const char total[] = "1048576000 bytes (1.0 GB) copied, 10.1 s, 104 MB/s\n";
    struct t_parse parse = {0};
    char text[600];
    snprintf(text, sizeof text,
             "# echo noop > /sys/block/sda/queue/scheduler\n# dd if=/dev/sda of=/dev/null bs=1M\n%s"
             "# echo cfq > /sys/block/sda/queue/scheduler\n# dd if=/dev/sda of=/dev/null bs=1M\n%s",
             total, total);
    t_parse_all(&parse, text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(parse.output.at[0].record, "scheduler"), "noop");
    ck_assert_str_eq(t_config(parse.output.at[1].record, "scheduler"), "cfq");
    ck_assert_uint_eq(parse.output.at[1].record->run, 0);
    t_parse_free(&parse);
}
END_TEST

START_TEST(settings_of_files_are_none_of_devices)
{
    static const char total[] = "1048576000 bytes (1.0 GB) copied, 10.1 s, 104 MB/s\n";
    struct t_parse parse = {0};
    char text[600];
    snprintf(text, sizeof text,
             "# zfs set compression=lz4 tank\n# dd if=/dev/zero of=/tank/x bs=1M\n%s"
             "# dd if=/dev/sda of=/dev/null bs=1M\n%s",
             total, total);
    t_parse_all(&parse, text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(parse.output.at[0].record, "compression"), "lz4");
    ck_assert_str_eq(t_config(parse.output.at[1].record, "compression"), "");
    t_parse_free(&parse);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("knob");
    TCase *tests = tcase_create("knob");
    tcase_add_test(tests, settings_are_read);
    tcase_add_test(tests, answers_tell_settings);
    tcase_add_test(tests, other_commands_set_nothing);
    tcase_add_test(tests, settings_label_the_results_below);
    tcase_add_test(tests, settings_of_files_are_none_of_devices);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
