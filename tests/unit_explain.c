#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/context.h"
#include "parse/explain.h"
#include "parse/line_class.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define READ "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"
#define DD "1048576000 bytes (1.0 GB) copied, 10.1 s, 104 MB/s\n"

static char *account;
static size_t account_size;
static const char *path = "in.txt";

static void end(void)
{
    free(account);
    account = NULL;
    tear_down();
}

/* Writes the account of what was read. */
static void write_account(void)
{
    struct findings findings = {.arena = parse.arena, .path = path, .output = parse.output};
    FILE *out = open_memstream(&account, &account_size);
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(explain_write(&findings, out), 0);
    fclose(out);
}

/* Writes the account of a text in place of the one before. */
static void explain(const char *plain)
{
    end();
    read_text(plain);
    write_account();
}

/* The same with new names, each as --rename takes it, up to a NULL. */
static void explain_renamed(const char *plain, const char *const *names)
{
    struct diag diag;
    struct given *given = given_new();
    struct given_message message = {.given = given, .path = path};
    for (; *names; names++)
        ck_assert_int_eq(given_add(given, GIVEN_RENAME, NULL, *names, NULL, 0, &diag), 0);
    end();
    t_parse_tools(&parse, plain);
    line_class_settle(parse.text);
    context_label(parse.text, &parse.commands, &message, &parse.output);
    write_account();
    given_free(given);
}

static void says(const char *text)
{
    ck_assert_msg(strstr(account, text) != NULL, "not said: %s\nin: %s", text, account);
}

static void says_not(const char *text)
{
    ck_assert_msg(!strstr(account, text), "said: %s\nin: %s", text, account);
}

START_TEST(labels_have_their_evidence)
{
    explain("NoCache\nSCSI disk via LSI\n" READ "\nSCSI disk via virtio\n" READ
            "\nWriteBack\nSCSI disk via LSI\n" READ "\nSCSI disk via virtio\n" READ);
    says("in.txt, byte 0\n4 results\n");
    says("  cache = NoCache, controller = LSI (1 result)\n    line 3: read\n"
         "    cache = NoCache: heading \"NoCache\" in line 1, above the result in line 3 "
         "[heading-bare]\n"
         "    controller = LSI: heading \"SCSI disk via LSI\" in line 2, above the result in line 3 "
         "[heading-bare]\n");
    /* a heading that stays in force */
    says("    cache = NoCache: heading \"NoCache\" in line 1, in force from the result in line 3 on "
         "[heading-bare]\n");
    says_not("no label");
    says_not("not used");
}
END_TEST

START_TEST(no_label_is_said)
{
    explain(READ);
    says("1 result\n\n  no label (1 result)\n    line 1: read\n"
         "    nothing around it reads as a label; --set or --label give one\n");
}
END_TEST

START_TEST(runs_and_settings)
{
    explain("# dd if=/dev/sda of=/dev/null bs=1M\n" DD "\n# dd if=/dev/sda of=/dev/null bs=1M\n" DD);
    says("line 2, run 1: read; line 5, run 2: read\n");
    says("    runs: the same command is given again\n");
    says("    params: ");
    says("bs=1M");
    explain("Run 1\n\n" READ "\nRun 2\n\n" READ);
    says("    run 2: number in the heading in line 5\n");
    explain(READ "\nThis I had again some days later.\n\n" READ);
    says("not told apart: results with equal labels");
}
END_TEST

START_TEST(what_was_not_used)
{
    explain("virtio\n\n$ dd if=/dev/sda of=/dev/null bs=1M\n" DD
            "\nlsi\n\n$ dd if=/dev/sdb of=/dev/null bs=1M\n" DD);
    says("  found and not used\n"
         "    \"/dev/sda\" (operand of the command, line 3): it tells the results apart as "
         "controller does\n");
    explain("virtio\n\n" READ "\nold kernel:\n\n$ dd if=/dev/sda of=/dev/null bs=1M\n");
    says("    \"old kernel\" (heading of a before and after, line 5): it stands above no result\n");
    explain("Writing speeds:\n\n" DD);
    says("    \"Writing speeds\" (heading with a colon, line 1): it names the operation, not what "
         "it was done with\n");
}
END_TEST

START_TEST(labels_with_new_names)
{
    static const char *const names[] = {"cache=mode", "mode:none=no", "mode:nocache=none",
                                        "mode=policy", NULL};
    explain_renamed("NoCache\n" READ "\nWriteBack\n" READ, names);
    says("    policy = none: heading \"NoCache\" in line 1, above the result in line 2 "
         "[heading-bare]; named cache by the rules, renamed by --rename cache=mode; level NoCache "
         "by the rules, renamed by --rename mode:nocache=none; named mode, renamed by --rename "
         "mode=policy\n");
    says("    policy = WriteBack: heading \"WriteBack\" in line 4, above the result in line 5 "
         "[heading-bare]; named cache by the rules, renamed by --rename cache=mode; named mode, "
         "renamed by --rename mode=policy\n");
    explain("NoCache\n" READ "\nWriteBack\n" READ);
    says_not("renamed");
}
END_TEST

START_TEST(hostile_texts_are_harmless)
{
    path = "in\033[31m.txt";
    explain(READ);
    path = "in.txt";
    says_not("\033");
    says("in?[31m.txt, byte 0");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("explain");
    TCase *tests = tcase_create("explain");
    tcase_add_checked_fixture(tests, NULL, end);
    tcase_add_test(tests, labels_have_their_evidence);
    tcase_add_test(tests, no_label_is_said);
    tcase_add_test(tests, runs_and_settings);
    tcase_add_test(tests, what_was_not_used);
    tcase_add_test(tests, labels_with_new_names);
    tcase_add_test(tests, hostile_texts_are_harmless);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
