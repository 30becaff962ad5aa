#include <string.h>

#include "parse/line_class.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

START_TEST(single_lines)
{
    static const struct {
        const char *line;
        enum line_class class;
    } rows[] = {
        {"", LINE_BLANK},
        {" | | |", LINE_BLANK},
        {"=====", LINE_RULE},
        {"- - - -", LINE_RULE},
        {"~~~", LINE_RULE},
        {"```", LINE_RULE},
        {"```text", LINE_RULE},
        {"```text of it", LINE_PROSE},
        {"~~~ text", LINE_RULE},
        {"~~~text", LINE_RULE},
        {"~~~  text", LINE_PROSE},
        {"``` text", LINE_PROSE},
        {"==", LINE_PROSE},
        {"=== title", LINE_PROSE},
        {"--", LINE_FOOTER},
        {"A non-text attachment was scrubbed...", LINE_FOOTER},
        {"Signed-off-by: Ann O <ann@example.org>", LINE_FOOTER},
        {"diff --git a/x.c b/x.c", LINE_DIFF},
        {"@@ -1,3 +1,4 @@", LINE_DIFF},
        {"+++ b/x.c", LINE_DIFF},
        {"read   120.5   130.1", LINE_TABLE},
        {"read 120.5 130.1", LINE_PROSE},
        {"| read | 120.5 | 130.1 |", LINE_TABLE},
        {"kernel 5.10 was better", LINE_PROSE},
        {"[sudo] password for ann:", LINE_DETAIL},
        {"Password:", LINE_DETAIL},
        {"ann@host's password:", LINE_DETAIL},
        {"with a password:", LINE_PROSE},
        {"Qz7Kp+txecLeV67NVjGy0w==", LINE_DETAIL},
        {"d41d8cd98f00b204e9800998ecf8427e", LINE_DETAIL},
        {"elevator=", LINE_PROSE},
        {"deadbeef", LINE_PROSE},
        {"MB/sec", LINE_DETAIL},
        {"MB/sec:", LINE_PROSE},
        {"ann@north:~/dir", LINE_DETAIL},
        {"[ann@north ~]$", LINE_DETAIL},
        {"ann@example.org", LINE_PROSE},
        {"cache@host: writeback", LINE_PROSE},
        {".. code:: sh", LINE_RULE},
        {"```shell=", LINE_RULE},
        {"else", LINE_SCRIPT},
        {"\\", LINE_SCRIPT},
        {"#!/bin/sh", LINE_SCRIPT},
        {"ls -l \"$file\".gz", LINE_SCRIPT},
        {"String answer = \"\"\"", LINE_SCRIPT},
        {"# ext4", LINE_PROSE},
        {"TID  PRIO  USER  DISK READ  COMMAND", LINE_TABLE},
        {"ext4  noatime  writeback", LINE_PROSE},
        {"disks:  ext4  noatime  writeback", LINE_PROSE},
        {"With the patch", LINE_PROSE},
        {"[global]", LINE_PROSE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse;
        t_parse_text(&parse, "x\n");
        text_add_part(parse.text, rows[i].line, strlen(rows[i].line) + 1, "", 0, true);
        line_class_settle(parse.text);
        if (*rows[i].line)
            ck_assert_msg(parse.text->streams[1].lines[0].class == rows[i].class, "class %d of: %s",
                          (int)parse.text->streams[1].lines[0].class, rows[i].line);
        t_parse_free(&parse);
    }
}
END_TEST

/* Checks the classes of a text, a letter a line. */
static void check(const char *plain, const char *classes)
{
    static const char letters[] = "p_RDCSJ=dTF";
    struct t_parse parse;
    char got[100] = "";
    t_parse_tools(&parse, plain);
    line_class_settle(parse.text);
    for (size_t i = 0; i < parse.text->streams[0].nr && i < sizeof got - 1; i++)
        got[i] = letters[parse.text->streams[0].lines[i].class];
    ck_assert_str_eq(got, classes);
    t_parse_free(&parse);
}

START_TEST(job_files)
{
    check("My job:\n[global]\nrw=read\nbs = 4k ; small\n\n[a]\ntime_based\n# note\nsize=1g\n\n"
          "That is all.\n",
          "pJJJ_JJJJ_p");
    /* a section without settings is a word in brackets */
    check("[b]\nnothing here\n", "pp");
    /* prose ends it */
    check("[a]\nrw=read\nand so on\nbs=4k\n", "JJpp");
    /* what a tool claimed ends it */
    check("[a]\nrw=read\n  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\nbs=4k\n",
          "JJRp");
    check("[list] subject of a mail\nrw=read\n", "pp");
}
END_TEST

START_TEST(what_tools_claimed_stays)
{
    check("Text\n\n  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"
          "$ dd if=a of=b\n10+0 records in\n10+0 records out\n"
          "10485760 bytes (10 MB) copied, 2 s, 5.2 MB/s\n-- \nAnn\n",
          "p_RCDDRFp");
}
END_TEST

START_TEST(commands_of_nobody)
{
    /* what a shell traces, where it does */
    check("+ date +%s\n+ dd if=a of=b\n++ sync\n+ TS=1\n", "CCCC");
    check("+ faster disks\n\n$ dd if=a of=b\n", "p_C");
    check("time testo\nreal 0m3.5s\nuser 0m1.0s\n", "CDD");
    check("time goes by\n\nreal 0m3.5s\n", "p_D");
}
END_TEST

START_TEST(output_is_results_and_details)
{
    struct text_line line = {.class = LINE_RESULT};
    ck_assert(line_class_is_output(&line));
    line.class = LINE_DETAIL;
    ck_assert(line_class_is_output(&line));
    line.class = LINE_COMMAND;
    ck_assert(!line_class_is_output(&line));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("line_class");
    TCase *tests = tcase_create("line_class");
    tcase_add_test(tests, single_lines);
    tcase_add_test(tests, job_files);
    tcase_add_test(tests, what_tools_claimed_stays);
    tcase_add_test(tests, commands_of_nobody);
    tcase_add_test(tests, output_is_results_and_details);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
