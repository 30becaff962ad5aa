#include <stdio.h>
#include <string.h>

#include "parse/label.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

enum { MOST = 12 };

static struct t_parse parse;
static struct labels labels[MOST];
static unsigned runs[MOST];

/* Results of their own, each an invocation, with a blank line between. */
static void set_up(void)
{
    t_parse_text(&parse, "1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n9\n\n10\n\n11\n\n12\n");
    memset(labels, 0, sizeof labels);
    memset(runs, 0, sizeof runs);
}

static void add_result(void)
{
    struct result *result =
        tool_add_result(&parse.output, parse.text, 0, 2 * parse.output.nr, "dd", "read");
    result->invocation = ++parse.output.invocations;
}

static void label(size_t result, const char *position, const char *name, const char *value)
{
    label_add(&labels[result], (struct label){position, name, value, LABEL_KNOB, 7, "text"});
}

/* Makes a result for each level of a position. */
static void add_levels(const char *position, const char *const *levels, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        if (parse.output.nr <= i)
            add_result();
        label(i, position, NULL, levels[i]);
    }
}

static const char *config(size_t result, const char *factor)
{
    return t_config(parse.output.at[result].record, factor);
}

START_TEST(labels_are_added_once)
{
    struct labels list = {.nr = 0};
    char long_value[300];
    label_add(&list, (struct label){"a", NULL, "one", LABEL_KNOB, 1, ""});
    label_add(&list, (struct label){"a", NULL, "two", LABEL_KNOB, 1, ""});
    label_add(&list, (struct label){"b", NULL, "", LABEL_KNOB, 1, ""});
    label_add(&list, (struct label){"c", NULL, NULL, LABEL_KNOB, 1, ""});
    memset(long_value, 'x', sizeof long_value);
    long_value[sizeof long_value - 1] = '\0';
    label_add(&list, (struct label){"d", NULL, long_value, LABEL_KNOB, 1, ""});
    ck_assert_uint_eq(list.nr, 1);
    ck_assert_str_eq(label_find(&list, "a")->value, "one");
    ck_assert_ptr_null(label_find(&list, "b"));
    for (unsigned i = 0; i < 2 * MOST_LABELS; i++)
        label_add(&list,
                  (struct label){arena_printf(parse.arena, "p%u", i), NULL, "x", LABEL_KNOB, 1, ""});
    ck_assert_uint_eq(list.nr, MOST_LABELS);
}
END_TEST

START_TEST(a_position_with_two_levels_is_a_factor)
{
    static const char *const levels[] = {"red", "green", "RED"};
    add_levels("heading:12", levels, 3);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "red");
    ck_assert_str_eq(config(1, "configuration"), "green");
    /* case does not tell levels apart: the first spelling stays */
    ck_assert_str_eq(config(2, "configuration"), "red");
    const struct record_source *source = &parse.output.at[1].record->source;
    ck_assert_uint_eq(source->labels_nr, 1);
    ck_assert_str_eq(source->labels[0].factor, "configuration");
    ck_assert_str_eq(source->labels[0].rule, "knob");
    ck_assert_uint_eq(source->labels[0].line, 7);
}
END_TEST

START_TEST(cross_products_are_split)
{
    static const char *const full[] = {"ramdisk, limit 1M", "ramdisk, limit 4M", "nvme, limit 1M",
                                       "nvme, limit 4M"};
    static const char *const partial[] = {"ramdisk, limit 1M", "ramdisk, limit 4M",
                                          "nvme, limit 1M", "sata, limit 8M"};
    add_levels("heading:12", full, 4);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "ramdisk");
    ck_assert_str_eq(config(0, "limit"), "1M");
    ck_assert_str_eq(config(3, "configuration"), "nvme");
    ck_assert_str_eq(config(3, "limit"), "4M");
    ck_assert_uint_eq(parse.output.at[3].record->source.labels_nr, 2);
    t_parse_free(&parse);
    set_up();
    add_levels("heading:12", partial, 4);
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[3].record->config.nr, 1);
    ck_assert_str_eq(config(3, "configuration"), "sata, limit 8M");
}
END_TEST

/* Names of files have no blanks to part them; versions are whole all the same. */
START_TEST(names_of_files_are_split)
{
    static const char *const names[] = {"none-off", "none-on", "bfq-off", "bfq-on"};
    static const char *const versions[] = {"6.1-rc1", "6.1-rc2", "6.2-rc1", "6.2-rc2"};
    for (int is_file = 0; is_file < 2; is_file++) {
        for (size_t i = 0; i < 4; i++) {
            enum label_rule rule = is_file ? LABEL_LINE_PREFIX : LABEL_HEADING_BARE;
            add_result();
            label_add(&labels[i], (struct label){"prefix", NULL, names[i], rule, 7, "text"});
        }
        label_make_factors(&parse.output, labels);
        ck_assert_uint_eq(parse.output.at[0].record->config.nr, is_file ? 2 : 1);
        ck_assert_str_eq(config(3, "scheduler"), is_file ? "bfq" : "bfq-on");
        t_parse_free(&parse);
        set_up();
    }
    for (size_t i = 0; i < 4; i++) {
        add_result();
        label_add(&labels[i],
                  (struct label){"prefix", NULL, versions[i], LABEL_LINE_PREFIX, 7, "text"});
    }
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 1);
}
END_TEST

START_TEST(shared_words_are_stripped_and_name)
{
    static const struct {
        const char *levels[2], *name, *stripped[2];
    } rows[] = {
        {{"SCSI disk via LSI", "SCSI disk via virtio"}, "controller", {"LSI", "virtio"}},
        {{"SCSI disk via a", "SCSI disk via b"}, "device", {"a", "b"}},
        {{"mode is fast", "mode is slow"}, "mode", {"fast", "slow"}},
        {{"elevator: noop x", "elevator: any x"}, "scheduler", {"noop", "any"}},
        {{"colour red", "colour green"}, "colour", {"red", "green"}},
        {{"on red", "on green"}, "configuration", {"red", "green"}},
        {{"with one patch", "with two patch"}, "configuration", {"one", "two"}},
        {{"red, 4k writes", "green, 4k writes"}, "configuration", {"red", "green"}},
        {{"100% red", "100% green"}, "configuration", {"100% red", "100% green"}},
        {{"colour 100% red", "colour 100% green"}, "colour", {"100% red", "100% green"}},
        {{"same", "same again"}, "configuration", {"same", "same again"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add_levels("heading:12", rows[i].levels, 2);
        label_make_factors(&parse.output, labels);
        for (size_t r = 0; r < 2; r++)
            ck_assert_msg(!strcmp(config(r, rows[i].name), rows[i].stripped[r]), "%s of: %s",
                          config(r, rows[i].name), rows[i].levels[r]);
        tear_down();
        set_up();
    }
}
END_TEST

START_TEST(phrases_are_not_split)
{
    static const char *const levels[] = {"Raw performance", "Raw performance (encrypted)"};
    add_levels("a", levels, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "Raw performance");
    ck_assert_str_eq(config(1, "configuration"), "Raw performance (encrypted)");
}
END_TEST

START_TEST(names_of_text_and_vocabulary)
{
    static const char *const cache[] = {"NoCache", "WriteBack"};
    add_levels("heading:06", cache, 2);
    label(0, "template:target", "target", "/dev/sda");
    label(1, "template:target", "target", "/dev/sda");
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "cache"), "NoCache");
    /* a variable that never varies is a setting */
    ck_assert_str_eq(config(0, "target"), "");
    ck_assert_str_eq(t_param(parse.output.at[0].record, "target"), "/dev/sda");
}
END_TEST

START_TEST(shared_words_behind_name)
{
    static const char *const levels[] = {"Alter Controller", "Neuer Controller"};
    add_levels("a", levels, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "controller"), "Alter");
}
END_TEST

START_TEST(parentheses_are_not_split)
{
    static const char *const levels[] = {"Speed (quiet box)", "Speed (busy box)"};
    add_levels("a", levels, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(1, "configuration"), "Speed (busy box)");
    tear_down();
    set_up();
    static const char *const others[] = {"No O_DIRECT", "With O_DIRECT"};
    add_levels("a", others, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "O_DIRECT"), "No");
}
END_TEST

START_TEST(equal_sizes_are_one_level)
{
    static const char *const levels[] = {"1M", "1024k", "1048576"};
    add_levels("param:bs", levels, 3);
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[1].record->config.nr, 0);
    tear_down();
    set_up();
    static const char *const others[] = {"1M", "1024k", "4k"};
    add_levels("param:bs", others, 3);
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[1].record->config.nr, 1);
    ck_assert_str_eq(parse.output.at[1].record->config.at[0].value, "1024k");
}
END_TEST

/* "Raw disk" says nothing of read-ahead, and keeps a place of its own. */
START_TEST(headings_that_begin_alike_are_one_factor)
{
    static const char *const levels[] = {"Raw disk", "Read-ahead on the initiator: 256 (default)",
                                         "Read-ahead on the initiator: 16384", "Raw disk"};
    add_levels("heading:4", levels, 4);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "Raw disk");
    ck_assert_str_eq(config(0, "readahead"), "");
    ck_assert_str_eq(config(1, "readahead"), "256 (default)");
    ck_assert_str_eq(config(1, "configuration"), "");
    ck_assert_str_eq(config(2, "readahead"), "16384");
}
END_TEST

START_TEST(one_heading_with_a_colon_stays)
{
    static const char *const levels[] = {"Raw disk", "Setup: two disks", "SSD"};
    add_levels("heading:4", levels, 3);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "Raw disk");
    ck_assert_str_eq(config(1, "configuration"), "Setup: two disks");
}
END_TEST

START_TEST(names_are_unique)
{
    static const char *const one[] = {"red", "red", "green", "green"};
    static const char *const two[] = {"old one", "new one", "old one", "new one"};
    static const char *const three[] = {"x", "y", "y", "x"};
    add_levels("heading:06", one, 4);
    add_levels("heading:12", two, 4);
    add_levels("section", three, 4);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "configuration"), "red");
    ck_assert_str_eq(config(0, "patch"), "old");
    ck_assert_str_eq(config(0, "configuration2"), "x");
}
END_TEST

START_TEST(with_and_without_a_setting)
{
    static const char *const setting[] = {"Without group_reporting", "With group_reporting"};
    static const char *const patch[] = {"without the patch", "with the patch"};
    add_levels("heading:12", setting, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(0, "group_reporting"), "Without");
    ck_assert_str_eq(config(1, "group_reporting"), "With");
    tear_down();
    set_up();
    add_levels("heading:12", patch, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_str_eq(config(1, "patch"), "with");
}
END_TEST

START_TEST(the_same_split_is_one_factor)
{
    static const char *const attachment[] = {"virtio", "virtio", "virtio-scsi", "virtio-scsi"};
    static const char *const machine[] = {"hosta", "hosta", "hostb", "hostb"};
    add_levels("attachment", attachment, 4);
    add_levels("param:machine", machine, 4);
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 1);
    ck_assert_str_eq(config(2, "controller"), "virtio-scsi");
}
END_TEST

START_TEST(operations_are_no_factor)
{
    static const char *const levels[] = {"reading", "Sequential write"};
    add_levels("heading:12", levels, 2);
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 0);
    ck_assert_str_eq(t_param(parse.output.at[1].record, "section"), "Sequential write");
}
END_TEST

START_TEST(one_level_tells_the_text_from_others)
{
    static const char *const kernel[] = {"6.1.2", "6.1.2"};
    static const char *const any[] = {"some title", "some title"};
    add_levels("heading:06", kernel, 2);
    add_levels("heading:12", any, 2);
    label(0, "param:bs", "bs", "4k");
    label(1, "param:bs", "bs", "4k");
    label_make_factors(&parse.output, labels);
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 2);
    ck_assert_str_eq(config(1, "kernel"), "6.1.2");
    ck_assert_str_eq(config(1, "configuration"), "some title");
}
END_TEST

START_TEST(too_many_levels_are_no_factor)
{
    for (size_t i = 0; i < 2; i++)
        add_result();
    enum { NR = 300 };
    struct labels *many = calloc(NR, sizeof *many);
    while (parse.output.nr < NR)
        tool_add_result(&parse.output, parse.text, 0, 0, "dd", "read");
    for (unsigned i = 0; i < NR; i++)
        label_add(&many[i],
                  (struct label){"heading:12", NULL, arena_printf(parse.arena, "level %u", i),
                                 LABEL_KNOB, 1, ""});
    label_make_factors(&parse.output, many);
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 0);
    free(many);
}
END_TEST

START_TEST(runs_of_markers)
{
    for (unsigned i = 0; i < 3; i++) {
        add_result();
        runs[i] = i + 1;
    }
    label_number_runs(parse.text, &parse.output, runs);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(parse.output.at[i].record->run, i + 1);
        ck_assert_uint_eq(parse.output.at[i].record->warnings_nr, 0);
    }
}
END_TEST

static void make_adjacent(void)
{
    for (size_t i = 0; i < parse.text->streams[0].nr; i++)
        if (parse.text->streams[0].lines[i].class == LINE_PROSE)
            parse.text->streams[0].lines[i].class = LINE_DETAIL;
}

START_TEST(runs_of_neighbours)
{
    for (unsigned i = 0; i < 5; i++)
        add_result();
    record_set_label(parse.output.at[3].record, "a", "b", "knob", 1, "");
    record_set_label(parse.output.at[4].record, "a", "b", "knob", 1, "");
    make_adjacent();
    label_number_runs(parse.text, &parse.output, runs);
    static const unsigned expected[] = {1, 2, 3, 1, 2};
    for (unsigned i = 0; i < 5; i++) {
        ck_assert_uint_eq(parse.output.at[i].record->run, expected[i]);
        ck_assert_uint_eq(parse.output.at[i].record->warnings_nr, 0);
    }
}
END_TEST

START_TEST(equal_labels_without_evidence)
{
    for (unsigned i = 0; i < 3; i++)
        add_result();
    record_set_label(parse.output.at[1].record, "a", "b", "knob", 1, "");
    label_number_runs(parse.text, &parse.output, runs);
    ck_assert_uint_eq(parse.output.at[0].record->run, 0);
    ck_assert(record_has_warning(parse.output.at[0].record, "labels-equal"));
    ck_assert(!record_has_warning(parse.output.at[1].record, "labels-equal"));
    ck_assert(record_has_warning(parse.output.at[2].record, "labels-equal"));
}
END_TEST

START_TEST(results_of_one_invocation_are_no_runs)
{
    for (unsigned i = 0; i < 2; i++)
        add_result();
    parse.output.at[1].invocation = parse.output.at[0].invocation;
    make_adjacent();
    label_number_runs(parse.text, &parse.output, runs);
    ck_assert_uint_eq(parse.output.at[0].record->run, 0);
    ck_assert_uint_eq(parse.output.at[0].record->warnings_nr, 0);
}
END_TEST

START_TEST(the_announced_number_is_checked)
{
    for (unsigned announced = 2; announced <= 3; announced++) {
        for (unsigned i = 0; i < 3; i++) {
            add_result();
            record_set_label(parse.output.at[i].record, "a", "b", "knob", 1,
                             announced == 2 ? "reading on x 2 times" : "reading on x 3 times");
        }
        make_adjacent();
        label_number_runs(parse.text, &parse.output, runs);
        for (unsigned i = 0; i < 3; i++)
            ck_assert_int_eq(record_has_warning(parse.output.at[i].record, "runs-miscounted"),
                             announced == 2);
        tear_down();
        set_up();
    }
}
END_TEST

#define TOTAL                                                                                      \
    "1024+0 records in\n1024+0 records out\n1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n"

/* From whole texts. */
/* What stands around two totals, and the level of the second that tells it from the first. */
START_TEST(carriers_of_labels)
{
    static const struct {
        const char *first, *second, *factor, *level;
    } rows[] = {
        {"The test gives this before the patch:\n\n", "and this after:\n\n", "patch", "after"},
        {"[1] 09:42:11 [SUCCESS] alpha\n", "[2] 09:42:12 [SUCCESS] beta\n", "configuration", "beta"},
        {"alpha | SUCCESS | rc=0 >>\n", "beta | CHANGED | rc=0 >>\n", "configuration", "beta"},
        {"# taskset -c 0 dd if=/dev/sda of=/dev/null\n", "# taskset -c 0 dd if=/dev/sdb of=/dev/null\n",
         "target", "/dev/sdb"},
        {"# uname -r\n5.10.0\n", "# uname -r\n6.1.0\n", "kernel", "6.1.0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse whole;
        const char *text =
            arena_printf(parse.arena, "%s%s\n%s%s", rows[i].first, TOTAL, rows[i].second, TOTAL);
        t_parse_all(&whole, text);
        ck_assert_uint_eq(whole.output.nr, 2);
        ck_assert_str_eq(t_config(whole.output.at[1].record, rows[i].factor), rows[i].level);
        ck_assert_str_ne(t_config(whole.output.at[0].record, rows[i].factor), rows[i].level);
        ck_assert_uint_eq(whole.output.at[1].record->run, 0);
        t_parse_free(&whole);
    }
}
END_TEST

START_TEST(labels_of_a_text)
{
    struct t_parse whole;
    /* nodes are numbered, and no runs */
    t_parse_all(&whole, "node1: 1048576000 bytes (1.0 GB) copied, 8.2 s, 128 MB/s\n"
                        "node2: 1048576000 bytes (1.0 GB) copied, 7.2 s, 146 MB/s\n");
    ck_assert_str_eq(t_config(whole.output.at[1].record, "configuration"), "node2");
    ck_assert_uint_eq(whole.output.at[1].record->run, 0);
    t_parse_free(&whole);
    t_parse_all(&whole, "NoCache\n\n" TOTAL "\nWriteBack\n\n" TOTAL);
    ck_assert_str_eq(t_config(whole.output.at[0].record, "cache"), "NoCache");
    ck_assert_str_eq(t_config(whole.output.at[1].record, "cache"), "WriteBack");
    t_parse_free(&whole);
    t_parse_all(&whole, "iosched=none qd=64\n" TOTAL "\niosched=cfq qd=64\n" TOTAL);
    ck_assert_str_eq(t_config(whole.output.at[0].record, "iosched"), "none");
    ck_assert_str_eq(t_config(whole.output.at[1].record, "iosched"), "cfq");
    t_parse_free(&whole);
    t_parse_all(&whole, "$ dd if=/dev/sda of=/dev/null bs=1M\n" TOTAL
                        "$ dd if=/dev/sdb of=/dev/null bs=1M\n" TOTAL);
    ck_assert_str_eq(t_config(whole.output.at[1].record, "target"), "/dev/sdb");
    ck_assert_str_eq(t_config(whole.output.at[1].record, "bs"), "");
    t_parse_free(&whole);
    t_parse_all(&whole,
                "$ dd if=/dev/sda of=/dev/null\n" TOTAL "$ dd if=/dev/sda of=/dev/null\n" TOTAL);
    ck_assert_uint_eq(whole.output.at[1].record->run, 2);
    ck_assert_uint_eq(whole.output.at[1].record->warnings_nr, 0);
    t_parse_free(&whole);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("label");
    TCase *tests = tcase_create("label");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, labels_are_added_once);
    tcase_add_test(tests, a_position_with_two_levels_is_a_factor);
    tcase_add_test(tests, cross_products_are_split);
    tcase_add_test(tests, names_of_files_are_split);
    tcase_add_test(tests, shared_words_are_stripped_and_name);
    tcase_add_test(tests, phrases_are_not_split);
    tcase_add_test(tests, names_of_text_and_vocabulary);
    tcase_add_test(tests, shared_words_behind_name);
    tcase_add_test(tests, parentheses_are_not_split);
    tcase_add_test(tests, equal_sizes_are_one_level);
    tcase_add_test(tests, headings_that_begin_alike_are_one_factor);
    tcase_add_test(tests, one_heading_with_a_colon_stays);
    tcase_add_test(tests, names_are_unique);
    tcase_add_test(tests, with_and_without_a_setting);
    tcase_add_test(tests, the_same_split_is_one_factor);
    tcase_add_test(tests, operations_are_no_factor);
    tcase_add_test(tests, one_level_tells_the_text_from_others);
    tcase_add_test(tests, too_many_levels_are_no_factor);
    tcase_add_test(tests, runs_of_markers);
    tcase_add_test(tests, runs_of_neighbours);
    tcase_add_test(tests, equal_labels_without_evidence);
    tcase_add_test(tests, results_of_one_invocation_are_no_runs);
    tcase_add_test(tests, the_announced_number_is_checked);
    tcase_add_test(tests, carriers_of_labels);
    tcase_add_test(tests, labels_of_a_text);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
