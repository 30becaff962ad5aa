#include <string.h>

#include "parse/command.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static void scan(const char *plain)
{
    t_parse_free(&parse);
    t_parse_text(&parse, plain);
    command_scan(parse.text, &parse.commands);
}

/* Returns the last command of that program before the line, in the same stream and
 * not in a script, or NULL. */
static const struct command *command_before(const struct commands *commands, const char *program,
                                            size_t stream, size_t line)
{
    for (size_t i = commands->nr; i-- > 0;) {
        const struct command *command = &commands->at[i];
        if (command->stream == stream && command->last < line && !command->is_script &&
            !strcmp(command->program, program))
            return command;
    }
    return NULL;
}

START_TEST(prompts)
{
    static const struct {
        const char *line, *program;
    } rows[] = {
        {"root@host:~# dd if=/dev/sda of=/dev/null", "dd"},
        {"[ann@host dir]$ fio job.fio", "fio"},
        {"[root@host ~]# sync", "sync"},
        {"host$ bonnie++ -d /mnt", "bonnie++"},
        {"~ $ ls -l", "ls"},
        {"/mnt # mount /dev/sdb1 /mnt", "mount"},
        {"$ make -j4", "make"},
        {"# dd if=/dev/zero of=x bs=1M count=1", "dd"},
        {"# ./run.sh", "run.sh"},
        {"  $ sudo time -p dd if=a of=b", "dd"},
        {"# LC_ALL=C /usr/bin/fio x.fio", "fio"},
        {"+ dd if=/dev/zero of=x", "dd"},
        {"dd if=/dev/zero of=x bs=1M", "dd"},
        {"sudo dd of=x if=/dev/zero", "dd"},
        {"fio --name=a --rw=read", "fio"},
        {"fio seq.fio", "fio"},
        {"bonnie++ -d /mnt -s 4g", "bonnie++"},
        {"[guest]$ dd if=a of=b", "dd"},
        {"linux (linux-6.1) # grep BW old-*.fio", "grep"},
        {"[ann@host] - [~] sudo dd if=a of=b", "dd"},
        {"# (dd if=a of=b)", "dd"},
        {"numactl -N 0 fio a.fio", "fio"},
        {"(pass) taskset -c 0,2 fio a.fio", "fio"},
        {"# numactl --hardware", "numactl"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scan(rows[i].line);
        ck_assert_msg(parse.commands.nr == 1, "%zu commands in: %s", parse.commands.nr,
                      rows[i].line);
        ck_assert_str_eq(parse.commands.at[0].program, rows[i].program);
        ck_assert(!parse.commands.at[0].is_script);
        ck_assert_int_eq(parse.text->streams[0].lines[0].class, LINE_COMMAND);
    }
}
END_TEST

START_TEST(lines_that_are_no_commands)
{
    static const char *const rows[] = {
        "",
        "# Results",
        "# With the patch",
        "## fio",
        "We ran dd on the device and saw this",
        "fio is a tool",
        "dd was slow, and so was bonnie++",
        "costs $ 100",
        "10% faster",
        "  read : io=2282.8MB, bw=3891.2KB/s, iops=243 , runt=600601msec",
        "a: (groupid=0, jobs=1): err= 0: pid=1",
        "1024+0 records in",
        "1048576000 bytes (1.0 GB) copied, 24.8 s, 42.3 MB/s",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scan(rows[i]);
        ck_assert_msg(parse.commands.nr == 0, "a command: %s", rows[i]);
    }
}
END_TEST

START_TEST(words_and_operands)
{
    scan("$ dd if='/mnt/a b' of=\"/dev/null\" bs=1M count=10");
    const struct command *command = &parse.commands.at[0];
    ck_assert_uint_eq(command->nr, 4);
    ck_assert_str_eq(command_operand(command, "if"), "/mnt/a b");
    ck_assert_str_eq(command_operand(command, "of"), "/dev/null");
    ck_assert_str_eq(command_operand(command, "count"), "10");
    ck_assert_ptr_null(command_operand(command, "b"));
    ck_assert_ptr_null(command_operand(command, "ibs"));
}
END_TEST

START_TEST(a_prompt_without_a_command)
{
    static const char *const lines[] = {"linux (linux-6.1) #", "root@host:~# ", "[ann@host dir]$"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        t_parse_text(&parse, lines[i]);
        command_scan(parse.text, &parse.commands);
        ck_assert_uint_eq(parse.commands.nr, 0);
        ck_assert_int_eq(parse.text->streams[0].lines[0].class, LINE_COMMAND);
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(wrapped_commands_are_joined)
{
    scan("$ fio --name=a \\\n    --rw=read \\\n    --bs=4k\nnext\n");
    ck_assert_uint_eq(parse.commands.nr, 1);
    ck_assert_uint_eq(parse.commands.at[0].last, 2);
    ck_assert_str_eq(parse.commands.at[0].words[2], "--bs=4k");
    scan("$ dd if=/dev/disk/by-id/ata-of-some-vendor-with-a-long-serial-number-1\n"
         "of=/dev/null bs=1M\n");
    ck_assert_str_eq(command_operand(&parse.commands.at[0], "bs"), "1M");
    /* nothing but a dd goes on like this, however short it is */
    scan("$ dd if=/dev/sda\nof=/dev/null bs=1M\n");
    ck_assert_str_eq(command_operand(&parse.commands.at[0], "bs"), "1M");
    scan("$ dd if=/dev/zero of=/tmp/x bs=1M; time\nsync\nnext\n");
    ck_assert_uint_eq(parse.commands.at[0].last, 1);
    scan("$ for d in a b; do dd if=/dev/sd$d of=/dev/null bs=1M count=1000\n& done; wait\nnext\n");
    ck_assert_uint_eq(parse.commands.at[0].last, 1);
    scan("$ dd if=/dev/zero of=/mnt/data/file bs=1M count=1000 oflag=direct\n| a | row |\n");
    ck_assert_uint_eq(parse.commands.at[0].last, 0);
    /* a short line is whole */
    scan("$ dd if=/dev/sda of=/dev/null\nname=value was what it said\n");
    ck_assert_uint_eq(parse.commands.at[0].last, 0);
    scan("$ dd if=/dev/sda of=/dev/null; time\n1024+0 records in\n");
    ck_assert_uint_eq(parse.commands.at[0].last, 0);
}
END_TEST

START_TEST(lists_of_commands_are_split)
{
    scan("# sync; echo 3 > /proc/sys/vm/drop_caches; dd if=/dev/sdb of=/dev/null bs=1M\n");
    const struct command *dd = command_before(&parse.commands, "dd", 0, 1);
    ck_assert_ptr_nonnull(dd);
    ck_assert_str_eq(command_operand(dd, "if"), "/dev/sdb");
    scan("$ dd if=/dev/zero of=/mnt/x count=10; sync && echo 'a; b && dd c'\n");
    dd = command_before(&parse.commands, "dd", 0, 1);
    ck_assert_str_eq(command_operand(dd, "count"), "10");
    ck_assert_uint_eq(parse.commands.nr, 3);
    ck_assert_str_eq(parse.commands.at[2].words[0], "a; b && dd c");
    scan("root@host:/# time $(dd if=/dev/zero of=/tmp/x count=100 && sync)\n");
    dd = command_before(&parse.commands, "dd", 0, 1);
    ck_assert_ptr_nonnull(dd);
    ck_assert_str_eq(command_operand(dd, "count"), "100");
    ck_assert_str_eq(parse.commands.at[1].program, "sync");
    scan("[guest]$ for i in {1..5}; do dd of=x count=$((2*5)); sync; done\n");
    dd = command_before(&parse.commands, "dd", 0, 1);
    ck_assert_str_eq(command_operand(dd, "count"), "$((2*5))");
    scan("$ for i in 1 2 3; do dd if=/dev/sdb of=/dev/null; done\n");
    ck_assert_ptr_nonnull(command_before(&parse.commands, "dd", 0, 1));
}
END_TEST

START_TEST(commands_are_met_from_the_top_down)
{
    size_t next = 0;
    scan("$ dd if=a of=b\n\n> $ dd if=c of=d\n\n$ fio a.fio\n");
    ck_assert_uint_eq(parse.commands.nr, 3);
    /* Those of another stream are passed, and none that starts at the end. */
    ck_assert_ptr_null(command_next(&parse.commands, &next, 0, 0));
    ck_assert_str_eq(command_next(&parse.commands, &next, 0, 1)->program, "dd");
    ck_assert_ptr_null(command_next(&parse.commands, &next, 0, 1));
    ck_assert_str_eq(command_next(&parse.commands, &next, 0, 100)->program, "fio");
    ck_assert_ptr_null(command_next(&parse.commands, &next, 0, 100));
    ck_assert_str_eq(command_operand(command_next(&parse.commands, &next, 1, 100), "if"), "c");
    ck_assert_ptr_null(command_next(&parse.commands, &next, 1, 100));
}
END_TEST

START_TEST(scripts_were_not_run_here)
{
    scan("#!/bin/sh\nfor t in a b; do\n  echo \"reading $t\"\n\n  dd if=$t of=/dev/null\ndone\n"
         "\nWe saw this:\n");
    for (size_t i = 0; i < parse.commands.nr; i++)
        ck_assert(parse.commands.at[i].is_script);
    ck_assert_ptr_null(command_before(&parse.commands, "dd", 0, 9));
    const struct text_line *lines = parse.text->streams[0].lines;
    ck_assert_int_eq(lines[4].class, LINE_SCRIPT);
    ck_assert_int_eq(lines[5].class, LINE_SCRIPT);
    ck_assert_int_eq(lines[7].class, LINE_PROSE);
}
END_TEST

START_TEST(loops_that_never_close)
{
    scan("for the disk in question; do\nyou see this\nand that\n");
    const struct text_line *lines = parse.text->streams[0].lines;
    ck_assert_int_eq(lines[1].class, LINE_PROSE);
    ck_assert_int_eq(lines[2].class, LINE_PROSE);
}
END_TEST

START_TEST(commands_are_found_backwards)
{
    scan("$ dd if=a of=b\ntext\n$ dd if=c of=d\ntext\n> $ dd if=e of=f\n");
    ck_assert_str_eq(command_operand(command_before(&parse.commands, "dd", 0, 1), "if"), "a");
    ck_assert_str_eq(command_operand(command_before(&parse.commands, "dd", 0, 2), "if"), "a");
    ck_assert_str_eq(command_operand(command_before(&parse.commands, "dd", 0, 3), "if"), "c");
    ck_assert_ptr_null(command_before(&parse.commands, "dd", 0, 0));
    ck_assert_ptr_null(command_before(&parse.commands, "fio", 0, 3));
    ck_assert_str_eq(command_operand(command_before(&parse.commands, "dd", 1, 1), "if"), "e");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("command");
    TCase *tests = tcase_create("command");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, prompts);
    tcase_add_test(tests, lines_that_are_no_commands);
    tcase_add_test(tests, words_and_operands);
    tcase_add_test(tests, a_prompt_without_a_command);
    tcase_add_test(tests, wrapped_commands_are_joined);
    tcase_add_test(tests, lists_of_commands_are_split);
    tcase_add_test(tests, commands_are_met_from_the_top_down);
    tcase_add_test(tests, scripts_were_not_run_here);
    tcase_add_test(tests, loops_that_never_close);
    tcase_add_test(tests, commands_are_found_backwards);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
