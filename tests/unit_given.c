#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/context.h"
#include "parse/line_class.h"
#include "parse/pipeline.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define READ "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"

static struct given *given;
static struct diag diag;

static void begin(void)
{
    given = given_new();
    memset(&diag, 0, sizeof diag);
}

static void end(void)
{
    given_free(given);
    tear_down();
}

static void give(enum given_kind kind, const char *input, const char *text)
{
    ck_assert_msg(!given_add(given, kind, input, text, NULL, 0, &diag), "%s", diag.text);
}

/* Reads a text, of the file logs/a.txt and the mail <a@example.org>, with what is given. */
static void read_given(const char *plain)
{
    struct given_message message = {given, "logs/a.txt", "<a@example.org>", NULL};
    t_parse_free(&parse);
    t_parse_tools(&parse, plain);
    line_class_settle(parse.text);
    context_label(parse.text, &parse.commands, &message, &parse.output);
}

static const char *level(size_t result, const char *factor)
{
    return t_config(nth(result), factor);
}

START_TEST(a_pattern_labels_what_is_below)
{
    give(GIVEN_LABEL, NULL, "mode=^mode is (\\w+)");
    read_given(READ "mode is fast\n" READ "mode is slow\n" READ READ);
    ck_assert_str_eq(level(0, "mode"), "");
    ck_assert_str_eq(level(1, "mode"), "fast");
    ck_assert_str_eq(level(2, "mode"), "slow");
    ck_assert_str_eq(level(3, "mode"), "slow");
    const struct record_source *source = &nth(1)->source;
    bool is_shown = false;
    for (size_t i = 0; i < source->labels_nr; i++)
        is_shown = is_shown || (!strcmp(source->labels[i].factor, "mode") &&
                                !strcmp(source->labels[i].rule,
                                        label_rule_name(LABEL_GIVEN_PATTERN)) &&
                                source->labels[i].line == 2 &&
                                !strcmp(source->labels[i].text, "mode is fast"));
    ck_assert(is_shown);
}
END_TEST

START_TEST(its_own_line_and_other_depths)
{
    give(GIVEN_LABEL, NULL, "rate=bw=(\\d+)");
    give(GIVEN_LABEL, NULL, "mode=^mode is (\\w+)");
    read_given("mode is fast\n> " READ "> mode is slow\n" READ);
    ck_assert_str_eq(level(0, "rate"), "1024");
    for (size_t i = 0; i < 2; i++)
        ck_assert_str_eq(level(i, "mode"), nth(i)->source.quote ? "fast" : "slow");
}
END_TEST

START_TEST(the_nearest_of_two_patterns_counts)
{
    give(GIVEN_LABEL, NULL, "mode=^mode is (\\w+)");
    give(GIVEN_LABEL, NULL, "mode=^now (quick)|^end");
    read_given("mode is fast\n" READ "now quick\n" READ "mode is slow\n" READ "end\n" READ);
    ck_assert_str_eq(level(0, "mode"), "fast");
    ck_assert_str_eq(level(1, "mode"), "quick");
    ck_assert_str_eq(level(2, "mode"), "slow");
    ck_assert_str_eq(level(3, "mode"), ""); /* no group: nothing is in force */
}
END_TEST

START_TEST(given_labels_tell_runs_apart)
{
    read_given("one of them\n\n" READ "\nThis was the other one, later.\n\n" READ);
    ck_assert(record_has_warning(nth(1), "labels-equal"));
    give(GIVEN_LABEL, NULL, "try=(one|other)");
    read_given("one of them\n\n" READ "\nThis was the other one, later.\n\n" READ);
    ck_assert(!record_has_warning(nth(1), "labels-equal"));
}
END_TEST

START_TEST(new_names)
{
    give(GIVEN_RENAME, NULL, "cache=mode");
    give(GIVEN_RENAME, NULL, "mode:nocache=data=none");
    give(GIVEN_RENAME, NULL, "mode:writeback=");
    give(GIVEN_RENAME, NULL, "controller=");
    read_given("NoCache\nLSI\n" READ "\nvirtio\n" READ "\nWriteBack\nLSI\n" READ "\nvirtio\n" READ);
    ck_assert_uint_eq(nth(0)->config.nr, 1);
    ck_assert_uint_eq(nth(0)->source.labels_nr, 1);
    ck_assert_str_eq(nth(0)->source.labels[0].factor, "mode");
    ck_assert_str_eq(nth(0)->source.labels[0].rule, "heading-bare");
    /* of "mode:nocache=data=none" the last sign counts */
    ck_assert_str_eq(level(0, "mode"), "NoCache");
    ck_assert_uint_eq(nth(2)->config.nr, 0);
    give(GIVEN_RENAME, NULL, "mode:nocache=none");
    read_given("NoCache\nLSI\n" READ "\nvirtio\n" READ);
    ck_assert_str_eq(level(0, "mode"), "none");
}
END_TEST

START_TEST(a_name_is_not_given_twice)
{
    give(GIVEN_RENAME, NULL, "cache=controller");
    read_given("NoCache\nLSI\n" READ "\nvirtio\n" READ "\nWriteBack\nLSI\n" READ "\nvirtio\n" READ);
    ck_assert_str_eq(level(0, "cache"), "NoCache");
    ck_assert_str_eq(level(0, "controller"), "LSI");
}
END_TEST

START_TEST(what_is_set_counts_before_all)
{
    give(GIVEN_SET, NULL, "cache=mine");
    give(GIVEN_SET, NULL, "kernel=6.1");
    give(GIVEN_SET, NULL, "kernel=6.2");
    give(GIVEN_LABEL, NULL, "cache=(WriteBack)");
    read_given("NoCache\n" READ "\nWriteBack\n" READ);
    ck_assert_str_eq(level(1, "cache"), "mine");
    ck_assert_str_eq(level(1, "kernel"), "6.2");
}
END_TEST

START_TEST(inputs)
{
    static const struct {
        const char *input;
        bool fits;
    } rows[] = {{NULL, true},
                {"logs/a.txt", true},
                {"logs/*", true},
                {"*.txt", true},
                {"a.txt", true},
                {"?.t[xy]t", true},
                {"<a@example.org>", true},
                {"b.txt", false},
                {"logs", false},
                {"<b@example.org>", false},
                {"<>", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        end();
        begin();
        give(GIVEN_SET, rows[i].input, "a=b");
        read_given(READ);
        ck_assert_msg(!strcmp(level(0, "a"), rows[i].fits ? "b" : ""), "input %s",
                      rows[i].input ? rows[i].input : "of all");
    }
}
END_TEST

START_TEST(hard_patterns_end)
{
    char text[400] = "";
    give(GIVEN_LABEL, NULL, "mode=^((?:a|aa|a?a)+)+$");
    memset(text, 'a', 90);
    strcpy(text + 90, "b\n" READ);
    read_given(text);
    ck_assert_uint_eq(parse.output.given_cut_off, 1);
    ck_assert_str_eq(level(0, "mode"), "");
}
END_TEST

/* Notes the levels that results of a find have, '-' for none. */
static int note_levels(void *context, struct find *find)
{
    struct strbuf *levels = context;
    for (size_t i = 0; find->findings && i < find->findings->output.nr; i++) {
        const char *mode = t_config(find->findings->output.at[i].record, "mode");
        strbuf_printf(levels, "%s ", *mode ? mode : "-");
    }
    return 0;
}

static void fill_lines(FILE *out, const char *line, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        fprintf(out, "%s\n", line);
}

/* Writes a log that is longer than several pieces, most of them without a result. */
static void write_log(const char *to, bool has_modes)
{
    FILE *out = fopen(to, "w");
    ck_assert_ptr_nonnull(out);
    fputs(READ, out);
    fputs(has_modes ? "mode is fast\n" : "no mode\n", out);
    fill_lines(out, "nothing 1", 2000);
    fputs(READ, out);
    fill_lines(out, "nothing 2", 2000);
    fputs(has_modes ? "mode is slow\n" : "no mode\n", out);
    fill_lines(out, "without any figure", 2000);
    fputs(READ, out);
    fill_lines(out, "nothing 3", 2000);
    fputs(READ "mode is odd\n" READ, out);
    fclose(out);
}

START_TEST(levels_go_on_through_the_pieces_of_a_log)
{
    static const char *const names[] = {"a.log", "b.log", "c.log"};
    static const char expected[] = "- fast slow slow odd - - - - odd - fast slow slow odd ";
    char folder[] = "/tmp/unit_given.XXXXXX", file[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    give(GIVEN_LABEL, NULL, "mode=^mode is (\\w+)");
    for (size_t i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, names[i]);
        write_log(file, i != 1);
    }
    for (unsigned way = 0; way < 8; way++) {
        struct pipeline_options options = {.threads = 1 + way % 4,
                                           .decodes_all = way / 4,
                                           .largest_message = 1 << 20,
                                           .given = given,
                                           .piece = 4096};
        struct strbuf levels = STRBUF_INIT;
        struct pipeline *pipeline = pipeline_new(&options, note_levels, &levels);
        pipeline_read(pipeline, folder);
        pipeline_finish(pipeline);
        ck_assert_str_eq(levels.text, expected);
        pipeline_free(pipeline);
        strbuf_free(&levels);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, names[i]);
        unlink(file);
    }
    rmdir(folder);
}
END_TEST

/* The head of a document of JSON stands in each of its pieces, but was there once. */
START_TEST(the_head_of_a_piece_is_not_new)
{
    struct given_carry *carry;
    struct given_message message = {.given = given, .path = "a.txt"};
    give(GIVEN_LABEL, NULL, "mode=^mode is (\\w+)");
    message.carry = carry = given_carry_new(given);
    for (unsigned piece = 0; piece < 2; piece++) {
        t_parse_free(&parse);
        t_parse_tools(&parse, "mode is first\n" READ "mode is second\n" READ);
        context_label(parse.text, &parse.commands, &message, &parse.output);
        ck_assert_str_eq(level(0, "mode"), piece ? "second" : "first");
        ck_assert_str_eq(level(1, "mode"), "second");
    }
    given_carry_begin(carry);
    read_given(READ);
    ck_assert_str_eq(level(0, "mode"), "");
    given_carry_free(carry);
}
END_TEST

static unsigned said;
static char last_said[400];

static void count(void *context, const struct diag *of)
{
    (void)context;
    said++;
    snprintf(last_said, sizeof last_said, "%s", of->text);
}

START_TEST(what_never_fits_is_said)
{
    struct diag_sink sink = {count, NULL};
    give(GIVEN_LABEL, NULL, "mode=(fast)");
    give(GIVEN_RENAME, NULL, "cache=mode2");
    give(GIVEN_SET, NULL, "a=b");
    give(GIVEN_SET, "b.txt", "a=b");
    read_given("NoCache\n" READ "fast\n");
    said = 0;
    given_say_unused(given, &sink);
    ck_assert_uint_eq(said, 2);
    ck_assert_str_eq(last_said, "--set a=b of b.txt: is for an input without a result");
}
END_TEST

static int read_file(const char *text)
{
    char path[] = "/tmp/unit_given.XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    int result = given_read(given, path, &diag);
    unlink(path);
    return result;
}

START_TEST(files_of_labels)
{
    ck_assert_int_eq(read_file("\xef\xbb\xbf# of July\r\n[ * ]\r\nset = kernel = 6.1\r\n\r\n"
                               "[*.txt]\n; one\nlabel=mode = ^mode is (\\w+) # no comment\n"
                               "\trename = mode:fast=quick\nlabel=mode=^mode is (\\w+)\n"
                               "[other]\nset=x=y"),
                     0);
    read_given("mode is fast\n" READ);
    ck_assert_str_eq(level(0, "kernel"), "6.1");
    ck_assert_str_eq(level(0, "mode"), "quick");
    ck_assert_str_eq(level(0, "x"), "");
}
END_TEST

START_TEST(wrong_lines_are_named)
{
    static const struct {
        const char *text, *why;
        unsigned long line;
    } rows[] = {
        {"\nset = a=b\n", "\"set\" stands in no section", 2},
        {"[*]\nlable = a=(b)\n", "unknown key \"lable\"", 2},
        {"[*]\nset\n", "\"set\" is no key and value", 2},
        {"[*]\nset = a\n", "set takes a factor and its level, not \"a\"", 2},
        {"[*]\nset = a=\n", "set takes a factor and its level, not \"a=\"", 2},
        {"[*]\nrename = a\n", "rename takes an old and a new name, not \"a\"", 2},
        {"[*]\nrename = a:=b\n", "rename takes an old and a new name, not \"a:=b\"", 2},
        {"[*]\nlabel = a=b\n", "the pattern \"b\" has no group", 2},
        {"[*]\n\nlabel = a=(b\n",
         "the pattern \"(b\" is wrong at character 3: missing closing parenthesis", 3},
        {"[*\n", "a section is a pattern or a message-id in brackets", 1},
        {"[]\n", "a section is a pattern or a message-id in brackets", 1},
        {"[*] x\n", "a section is a pattern or a message-id in brackets", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(read_file(rows[i].text) == -1, "taken: %s", rows[i].text);
        ck_assert_str_eq(diag.text, rows[i].why);
        ck_assert_uint_eq(diag.line, rows[i].line);
        ck_assert_msg(*diag.mend && *diag.path, "no mend or path: %s", rows[i].text);
    }
    ck_assert_int_eq(given_read(given, "/nonexistent/labels", &diag), -2);
    ck_assert_str_eq(diag.path, "/nonexistent/labels");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("given");
    TCase *tests = tcase_create("given");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, a_pattern_labels_what_is_below);
    tcase_add_test(tests, its_own_line_and_other_depths);
    tcase_add_test(tests, the_nearest_of_two_patterns_counts);
    tcase_add_test(tests, given_labels_tell_runs_apart);
    tcase_add_test(tests, new_names);
    tcase_add_test(tests, a_name_is_not_given_twice);
    tcase_add_test(tests, what_is_set_counts_before_all);
    tcase_add_test(tests, inputs);
    tcase_add_test(tests, hard_patterns_end);
    tcase_add_test(tests, levels_go_on_through_the_pieces_of_a_log);
    tcase_add_test(tests, the_head_of_a_piece_is_not_new);
    tcase_add_test(tests, what_never_fits_is_said);
    tcase_add_test(tests, files_of_labels);
    tcase_add_test(tests, wrong_lines_are_named);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
