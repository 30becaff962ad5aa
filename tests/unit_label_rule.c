/* Every rule that gives a label or a run has a row, a text that shows it at work, and
 * words; every rule that golden records name is one of them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/consistency.h"
#include "parse/context.h"
#include "parse/line_class.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define READ "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"
#define DD "1048576000 bytes (1.0 GB) copied, 10.1 s, 104 MB/s\n"
#define BONNIE(machine)                                                                            \
    "Version  1.96       ------Sequential Output------ --Sequential Input- --Random-\n"           \
    "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"           \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"           \
    machine "         4G   500  99 45678  12 23456   7  1234  98 56789   8 234.5   5\n"

#define COMMAND "In domU I gave\n\"dd if=/dev/hde1 of=/dev/null bs=1024k count=1024\"\n"

#define BARS                                                                                       \
    "| device | rand-write latency | rand-write IOPS | seq-write BW |\n"                            \
    "|--------|--------------------|-----------------|--------------|\n"                            \
    "| HDD | 701 usec | 1425 | 120 MB/s |\n| SSD | 72.6 usec | 64490 | 390 MB/s |\n"
#define RUNS                                                                                       \
    "before:\t\t\t\t\t avg\nseq read\t812\t798\t820\t810\nseq write\t640\t655\t646\t647\n"

struct row {
    enum label_rule rule;
    const char *text;
    const char *part;   /* the name of the part, NULL for the main text */
    const char *factor; /* of the label; of a run NULL */
    const char *level;
};

static const struct row rows[] = {
    {LABEL_HEADING_MARKDOWN, "## NoCache\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_UNDERLINED, "NoCache\n=======\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_BOXED, "*** NoCache ***\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_NUMBERED, "2. NoCache\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_PAIR, "without the patch\n\n" READ, NULL, "patch", "without the patch"},
    {LABEL_HEADING_COLON, "NoCache:\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_MARKED, "@ NoCache\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_BARE, "NoCache\n\n" READ, NULL, "cache", "NoCache"},
    {LABEL_HEADING_SENTENCE, "I have measured all of this again, now with NoCache:\n\n" READ, NULL,
     "cache", "NoCache"},
    {LABEL_HEADING_LEAD,
     "First with the old driver. It is the one that\ncame with the machine.\n$ fio x.fio\n" READ,
     NULL, "configuration", "First with the old driver"},
    {LABEL_HEADING_SETTING, "iosched=none\n\n" READ "\niosched=bfq\n\n" READ, NULL, "iosched",
     "none"},
    {LABEL_TEMPLATE,
     "for t in a b; do\n  echo \"reading from $t\"\n  dd if=$t of=/dev/null\ndone\n\n"
     "reading from a\n" DD "\nreading from b\n" DD,
     NULL, "t", "a"},
    {LABEL_KNOB, "# echo cfq > /sys/block/sda/queue/scheduler\n# dd if=/dev/sda of=x\n" DD, NULL,
     "scheduler", "cfq"},
    {LABEL_LOOP,
     "for s in noop cfq; do echo $s > /sys/block/sda/queue/scheduler; dd if=/dev/sda of=x; done\n" DD
     DD,
     NULL, "scheduler", "noop"},
    {LABEL_LOOP,
     "for r in 256 512; do blockdev --setra $r /dev/sda; dd if=/dev/sda of=x; done\n" DD DD, NULL,
     "readahead", "256"},
    {LABEL_LOOP,
     "for d in sda sdb; do\n  for b in 4k 64k; do\n    dd if=/dev/$d of=/dev/null bs=$b\n  done\n"
     "done\n\n" DD DD DD DD,
     NULL, "device", "sdb"},
    {LABEL_KNOB, "+ echo cfq\n+ dd if=/dev/sda of=x\n" DD, NULL, "scheduler", "cfq"},
    {LABEL_PROMPT,
     "root@alpha:~# dd if=/dev/sda of=x\n" DD "[jo@gamma ~]$ dd if=/dev/sda of=x\n" DD, NULL,
     "host", "gamma"},
    {LABEL_COMMAND, "# dd if=/dev/sda of=/dev/null\n" DD "# dd if=/dev/sdb of=/dev/null\n" DD, NULL,
     "target", "/dev/sda"},
    {LABEL_AUTHOR, "Mine runs on 5.3-rc1 here.\n\n> It was Linux 5.2.0-8-amd64.\n> " DD "\n" DD,
     NULL, "kernel", "5.2.0-8-amd64"},
    {LABEL_PART_TITLE, "virtio\n\n" DD, "one.txt", "controller", "virtio"},
    {LABEL_ATTACHMENT, DD, "virtio.txt", "controller", "virtio"},
    {LABEL_FILE_SHOWN, "$ cat cfq.log\n" READ "$ cat noop.log\n" READ, NULL, "scheduler", "cfq"},
    {LABEL_LINE_PREFIX, "old: " DD "new: " DD, NULL, "patch", "old"},
    {LABEL_LINE_COMMENT, "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec # 128k\n",
     NULL, "configuration", "128k"},
    {LABEL_COLUMN_HEAD,
     "        virtio            lsi\nread:   IOPS=1000,BW=4000KB/s   IOPS=900,BW=3600KB/s\n", NULL,
     "controller", "lsi"},
    {LABEL_MACHINE_COLUMN, BONNIE("alpha") "\n" BONNIE("gamma"), NULL, "configuration", "alpha"},
    {LABEL_DIFF_SIGN,
     "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"
     "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
     "-hosta 2G 31234 95 61000 22 28000 11 30111 88 70500 9 210.5 1\n"
     "+hosta 2G 31934 95 61900 22 28900 11 30911 88 70900 9 219.5 1\n",
     NULL, "diff", "+"},
    {LABEL_ROW, COMMAND "readahead | duration\n128 sectors | 160 sec\n512 sectors | 18.5 sec\n", NULL,
     "readahead", "512 sectors"},
    {LABEL_ROW_LABEL, BARS, NULL, "device", "HDD"},
    {LABEL_COLUMN_HEADER, "write speeds, MB/s:\n\n\t\tnoop\tcfq\nsda\t\t88.1\t71.4\nsdb\t\t90.3\t70.1\n",
     NULL, "scheduler", "noop"},
    {LABEL_COLUMN_NUMBER,
     "write speeds in MB/s:\n\nsda    88.1   71.4   70.2\nsdb    90.3   70.1   69.9\n"
     "sdc    91.2   72.8   70.3\n",
     NULL, "column", "2"},
    {LABEL_ROW_GROUP,
     "| disk | MB/s |\n|------|------|\n| ext4 | |\n| sda | 88.1 |\n| sdb | 90.3 |\n"
     "| xfs | |\n| sda | 71.4 |\n| sdb | 70.1 |\n",
     NULL, "fs", "xfs"},
    {LABEL_ARROW,
     "      | IOPS (old->new)     | sys cpu% (old->new)\n"
     "-----------------------------------------------\n"
     "brd   | 1.5x (3919 -> 5874) | 3x (29 -> 87)\nzram  | 1.1x (290 -> 310)   | 9x (11 -> 97)\n",
     NULL, "patch", "new"},
    {LABEL_TABLE_CORNER, RUNS, NULL, "patch", "before"},
    {LABEL_RUN_TABLE, RUNS, NULL, NULL, NULL},
    {LABEL_SENTENCE, COMMAND "dom0 takes 18.0 secs no matter what.\n", NULL, "host", "dom0"},
    {LABEL_RUN_HEADING, "Run 1\n\n" READ "\nRun 2\n\n" READ, NULL, NULL, NULL},
    {LABEL_RUN_HEADING, "NoCache, run 1\n\n" READ "\nNoCache, run 2\n\n" READ, NULL, NULL, NULL},
    {LABEL_RUN_TEMPLATE,
     "for run in 1 2; do\n  echo \"this is pass $run\"\n  dd if=x of=/dev/null\ndone\n\n"
     "this is pass 1\n" DD "\nthis is pass 2\n" DD,
     NULL, NULL, NULL},
    {LABEL_RUN_PREFIX, "trial-1.log: " DD "trial-2.log: " DD, NULL, NULL, NULL},
    {LABEL_RUN_FILE, "$ cat x-run1.log\n" READ "$ cat x-run2.log\n" READ, NULL, NULL, NULL},
    {LABEL_RUN_ADJACENT, DD DD, NULL, NULL, NULL},
    {LABEL_RUN_COMMAND,
     "# dd if=/dev/sda of=/dev/null\n" DD "\n# dd if=/dev/sda of=/dev/null\n" DD, NULL, NULL,
     NULL},
    {LABEL_RUN_KEY,
     "# Read 3072 megs in 0 seconds, 4480 megabytes per second.\n\nAnd once more, a day later, in the same place.\n\n"
     "# Read 3072 megs in 0 seconds, 5037 megabytes per second.\n#loops: 2\n"
     "#block offset (GiB), MiB/s, time\n#0.00 ++++ 0.053\n#0.25 ++++ 0.051\n",
     NULL, NULL, NULL},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void read_row(const struct row *row)
{
    tear_down();
    parse.arena = arena_new();
    parse.text = text_new(parse.arena);
    parse.output = (struct tool_output){.arena = parse.arena};
    text_add_part(parse.text, row->text, strlen(row->text), row->part ? row->part : "", 0, true);
    if (row->part) /* a part of its own below the main one */
        parse.text->streams[0].section = 2;
    command_scan(parse.text, &parse.commands);
    tool_run_all(parse.text, &parse.commands, &parse.output);
    line_class_settle(parse.text);
    context_label(parse.text, &parse.commands, NULL, &parse.output);
}

static bool has_label(const struct record *record, const struct row *row)
{
    for (size_t i = 0; i < record->source.labels_nr; i++)
        if (!strcmp(record->source.labels[i].factor, row->factor) &&
            !strcmp(record->source.labels[i].rule, label_rule_name(row->rule)) &&
            !strcmp(t_config(record, row->factor), row->level))
            return true;
    return false;
}

static bool shows_rule(const struct row *row)
{
    for (size_t i = 0; i < parse.output.nr; i++) {
        const struct result *result = &parse.output.at[i];
        if (row->factor ? has_label(result->record, row)
                        : result->record->run && result->run_rule == row->rule)
            return true;
    }
    return false;
}

START_TEST(each_rule_is_shown_at_work)
{
    for (size_t i = 0; i < ROWS; i++) {
        read_row(&rows[i]);
        ck_assert_msg(shows_rule(&rows[i]), "rule %s gives nothing in: %s",
                      label_rule_name(rows[i].rule), rows[i].text);
    }
}
END_TEST

START_TEST(no_rule_is_without_a_test)
{
    for (int rule = LABEL_RULE_NONE + 1; rule < LABEL_RULES; rule++) {
        /* unit_given.c */
        size_t nr = rule == LABEL_GIVEN_PATTERN || rule == LABEL_GIVEN;
        for (size_t i = 0; i < ROWS; i++)
            nr += (int)rows[i].rule == rule;
        ck_assert_msg(nr > 0, "rule %s has no test", label_rule_name((enum label_rule)rule));
    }
}
END_TEST

START_TEST(names_and_words)
{
    for (int rule = 0; rule < LABEL_RULES; rule++) {
        const struct label_rule_row *row = label_rule_row((enum label_rule)rule);
        ck_assert_msg(row->name && *row->name && row->words && *row->words, "rule %d", rule);
        ck_assert_int_eq(label_rule_find(row->name), rule);
    }
    ck_assert_int_eq(label_rule_find("no such rule"), LABEL_RULE_NONE);
    ck_assert_str_eq(label_rule_name(LABEL_RULES), "none");
}
END_TEST

/* Checks each rule that a file of records names; returns how many. */
static size_t check_file(const char *path)
{
    static const char mark[] = "\"rule\":\"";
    char *line = NULL;
    size_t room = 0, nr = 0;
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    while (getline(&line, &room, in) > 0)
        for (char *at = line; (at = strstr(at, mark)); nr++) {
            at += sizeof mark - 1;
            char *end = strchr(at, '"');
            ck_assert_ptr_nonnull(end);
            *end = '\0';
            ck_assert_msg(label_rule_find(at) != LABEL_RULE_NONE, "%s: unknown rule %s", path, at);
            *end = '"';
        }
    free(line);
    fclose(in);
    return nr;
}

START_TEST(golden_records_name_known_rules)
{
    const char *folder = getenv("srcdir");
    char path[4096];
    size_t nr = 0;
    snprintf(path, sizeof path, "%s/tests/golden", folder ? folder : ".");
    DIR *golden = opendir(path);
    ck_assert_msg(golden != NULL, "no folder %s", path);
    for (struct dirent *entry; (entry = readdir(golden));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".jsonl"))
            continue;
        snprintf(path, sizeof path, "%s/tests/golden/%s", folder ? folder : ".", entry->d_name);
        nr += check_file(path);
    }
    closedir(golden);
    ck_assert_uint_gt(nr, 100);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("label_rule");
    TCase *tests = tcase_create("label_rule");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, each_rule_is_shown_at_work);
    tcase_add_test(tests, no_rule_is_without_a_test);
    tcase_add_test(tests, names_and_words);
    tcase_add_test(tests, golden_records_name_known_rules);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
