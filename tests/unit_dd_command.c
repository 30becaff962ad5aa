#include <stdio.h>
#include <string.h>

#include "parse/dd.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

/* Reads a text whose last command is returned. */
static const struct command *command_of(const char *text)
{
    tear_down();
    t_parse_text(&parse, text);
    command_scan(parse.text, &parse.commands);
    ck_assert_msg(parse.commands.nr > 0, "no command in: %s", text);
    for (size_t i = parse.commands.nr; i-- > 0;)
        if (!strcmp(parse.commands.at[i].program, "dd"))
            return &parse.commands.at[i];
    ck_abort_msg("no dd in: %s", text);
    return NULL;
}

START_TEST(sizes)
{
    static const struct {
        const char *text;
        double bytes;
    } rows[] = {{"512", 512},     {"64k", 65536},    {"64K", 65536},     {"1M", 1048576},
                {"1m", 1048576},  {"1kB", 1000},     {"1MB", 1e6},       {"8b", 4096},
                {"4w", 8},        {"2x512", 1024},   {"2x4k", 8192},     {"1GiB", 1073741824},
                {"100KiB", 102400}, {"3c", 3}};
    double bytes;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(dd_size(rows[i].text, &bytes), "not read: %s", rows[i].text);
        ck_assert_double_eq(bytes, rows[i].bytes);
    }
    static const char *const others[] = {"", "k", "4q", "2x", "$bs", "1M,", "-1"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!dd_size(others[i], &bytes), "read: %s", others[i]);
}
END_TEST

START_TEST(variables_and_sums)
{
    static const struct {
        const char *text, *operand, *value;
    } rows[] = {
        {"$ dd if=/dev/sda bs=4k count=$((256*512))", "count", "131072"},
        {"$ dd if=/dev/sda bs=4k count=$((1024 * 2 + 1))", "count", "2049"},
        {"$ DEV=/dev/sdb\n$ dd if=$DEV bs=4k", "if", "/dev/sdb"},
        {"$ export DEV=\"/dev/sdb\"\n$ dd if=${DEV}1 bs=4k", "if", "/dev/sdb1"},
        {"$ n=100\n$ dd if=/dev/sda bs=4k count=$((n*2))", "count", NULL},
        {"$ dd if=$DEV bs=4k", "if", NULL},
        {"$ for DEV in sda sdb; do dd if=/dev/$DEV bs=4k; done", "if", NULL},
        {"$ dd if=$(cat name) bs=4k", "if", NULL},
        {"#!/bin/sh\nto=/dev/null\nif true; then to=/dev/sdb; fi\ndd if=/dev/sda of=$to", "of",
         NULL},
        {"#!/bin/sh\nto=/dev/null\ndd if=/dev/sda of=$to", "of", "/dev/null"},
        {"$ seq 4 | xargs -I{} dd of=/mnt/f{} bs=4k", "of", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct command *command = command_of(rows[i].text);
        const char *value = dd_operand(&parse.commands, command, rows[i].operand);
        ck_assert_msg(rows[i].value ? value && !strcmp(value, rows[i].value) : !value,
                      "%s from: %s", value ? value : "nothing", rows[i].text);
    }
}
END_TEST

START_TEST(what_is_asked_for)
{
    static const struct {
        const char *text;
        double asked;
    } rows[] = {
        {"$ dd if=/dev/sda of=/dev/null bs=1M count=10", 10485760},
        {"$ dd if=/dev/sda of=/dev/null count=10", 5120},
        {"$ dd if=/dev/sda of=/dev/null ibs=4k obs=1M count=10", 40960},
        {"$ dd if=/dev/sda of=/dev/null bs=1M count=1K", 1073741824},
        {"$ dd if=/dev/sda of=/dev/null bs=1M count=100 iflag=count_bytes", 100},
        {"$ dd if=/dev/sda of=/dev/null bs=1M count=100KiB", 102400},
        {"$ dd if=/dev/sda of=/dev/null bs=1M", 0},
        {"$ dd if=/dev/sda of=/dev/null bs=$bs count=10", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct command *command = command_of(rows[i].text);
        ck_assert_msg(dd_asked(&parse.commands, command) == rows[i].asked, "%g of: %s",
                      dd_asked(&parse.commands, command), rows[i].text);
    }
}
END_TEST

START_TEST(settings)
{
    static const struct {
        const char *text;
        bool is_timed, times_others, times_other, is_background, is_parallel, is_loop;
    } rows[] = {
        {"$ dd if=/dev/sda of=/dev/null", false, false, false, false, false, false},
        {"$ time dd if=/dev/sda of=/dev/null", true, false, false, false, false, false},
        {"$ sync; time sudo dd if=/dev/sda of=/dev/null", true, false, false, false, false, false},
        {"$ time sync; dd if=/dev/sda of=/dev/null", false, false, false, false, false, false},
        {"$ dd if=/dev/zero of=x; time sync", false, false, true, false, false, false},
        {"$ time dd if=/dev/zero of=x; time sync", true, false, false, false, false, false},
        {"$ time (dd if=/dev/zero of=x; sync)", true, true, false, false, false, false},
        {"$ time $(dd if=/dev/zero of=x bs=1M && sync)", true, true, false, false, false, false},
        {"$ time sh -c \"dd if=/dev/zero of=x; sync\"", true, true, false, false, false, false},
        {"$ time dd if=/dev/zero of=x bs=1M | sync", true, true, false, false, false, false},
        {"$ dd if=/dev/zero of=x bs=1M 2>&1 && sync", false, false, false, false, false, false},
        {"$ dd if=/dev/zero of=x bs=1M &", false, false, false, true, false, false},
        {"$ for i in 1 2; do dd if=/dev/zero of=$i & done; wait", false, false, false, true, true,
         true},
        {"$ for i in 1 2; do dd if=/dev/zero of=$i; done", false, false, false, false, false, true},
        {"$ dd if=/dev/zero of=a & dd if=/dev/zero of=b & wait", false, false, false, true, true,
         false},
        {"$ seq 4 | xargs -P 4 -I{} dd if=/dev/zero of={}", false, false, false, false, true, true},
        {"$ seq 4 | xargs -I{} dd if=/dev/zero of={}", false, false, false, false, false, true},
        {"$ mpirun -np 4 dd if=/mnt/f of=/dev/null", false, false, false, false, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dd_setting setting = dd_command_setting(command_of(rows[i].text));
        ck_assert_msg(setting.is_timed == rows[i].is_timed, "is_timed: %s", rows[i].text);
        ck_assert_msg(setting.times_others == rows[i].times_others, "others: %s", rows[i].text);
        ck_assert_msg(setting.times_other == rows[i].times_other, "other: %s", rows[i].text);
        ck_assert_msg(setting.is_background == rows[i].is_background, "&: %s", rows[i].text);
        ck_assert_msg(setting.is_parallel == rows[i].is_parallel, "parallel: %s", rows[i].text);
        ck_assert_msg(setting.is_loop == rows[i].is_loop, "loop: %s", rows[i].text);
    }
}
END_TEST

START_TEST(directions_of_other_ends)
{
    static const struct {
        const char *text, *op, *target;
    } rows[] = {
        {"$ dd bs=1M < /dev/sda > /dev/null", "read", "/dev/sda"},
        {"$ dd if=/dev/sda bs=1M 2>&1", "read", "/dev/sda"},
        {"$ dd if=/dev/sda of=/dev/stdout bs=1M | gzip", "read", "/dev/sda"},
        {"$ cat x | dd of=/dev/sdb bs=1M", "write", "/dev/sdb"},
        {"$ dd if=/dev/shm/x of=/dev/sdb bs=1M", "write", "/dev/sdb"},
        {"$ dd if=/dev/sdb of=/dev/ram0 bs=1M", "read", "/dev/sdb"},
        {"$ dd if=/dev/gzero of=/dev/zero bs=1M", "read", "/dev/gzero"},
        {"$ dd if=/dev/zero bs=1M | ssh host 'cat > x'", "copy", ""},
        {"$ dd if=$a of=$b bs=1M", "", ""},
        {"$ dd if=a of=b bs=1M", "copy", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct command *command = command_of(rows[i].text);
        struct record *record = record_new(parse.arena, RECORD_RESULT);
        record->op = "";
        dd_set_direction(record, &parse.commands, command);
        ck_assert_msg(!strcmp(record->op, rows[i].op), "%s for: %s", record->op, rows[i].text);
        ck_assert_str_eq(t_param(record, "target"), rows[i].target);
        ck_assert(!record_has_warning(record, "no-device"));
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("dd_command");
    TCase *tests = tcase_create("dd_command");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, sizes);
    tcase_add_test(tests, variables_and_sums);
    tcase_add_test(tests, what_is_asked_for);
    tcase_add_test(tests, settings);
    tcase_add_test(tests, directions_of_other_ends);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
