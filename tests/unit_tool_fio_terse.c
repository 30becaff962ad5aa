#include <stdio.h>
#include <string.h>

#include "parse/fio_terse.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

/* Directions of each kind: 400000 KiB in 10 s, 4 KiB each; the last fields of 3.0 are the
 * samples of bandwidth and IOPS. */
#define PERCENTILES "1.000000%=51;50.000000%=74;99.000000%=411;99.950000%=1548;" ZEROS ZEROS ZEROS ZEROS
#define ZEROS "0%=0;0%=0;0%=0;0%=0;"
#define RATE "400000;40000;10000;10000;"
#define OLD_RATE "400000;40000;10000;"
#define SLAT "1;9;2.500000;0.500000;"
#define CLAT "46;1556;87.579186;107.922411;"
#define LAT "46;1557;90.079186;107.922285;"
#define BW "0;0;99.500000%;0.000000;0.000000"
#define READ_1_0 OLD_RATE SLAT CLAT BW
#define READ_1_5 OLD_RATE SLAT CLAT LAT BW
#define READ_2_0 RATE SLAT CLAT PERCENTILES LAT BW
#define READ_3_0 READ_2_0 ";7;1;2;3.000000;4.000000;5"
#define NIL4 "0;0;0.000000;0.000000;"
#define NIL_BW "0;0;0.000000%;0.000000;0.000000"
#define NIL_1_0 "0;0;0;" NIL4 NIL4 NIL_BW
#define NIL_1_5 "0;0;0;" NIL4 NIL4 NIL4 NIL_BW
#define NIL_2_0 "0;0;0;0;" NIL4 NIL4 ZEROS ZEROS ZEROS ZEROS ZEROS NIL4 NIL_BW
#define NIL_3_0 NIL_2_0 ";0;0;0;0.000000;0.000000;0"
#define HALF "0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%"
#define DISK ";vda;916;1;0;0;53;0;54;30.61%"
#define TAIL "1.500000%;8.250000%;1024;0;11;100.0%;0.0%;0.0%;0.0%;0.0%;0.0%;0.0%;" HALF ";" HALF

#define V3(job, group, more) "3;fio-3.33;" job ";" group ";0;" READ_2_0 ";" NIL_2_0 ";" TAIL more "\n"

START_TEST(all_versions)
{
    static const struct {
        const char *text, *job, *version;
        bool has_iops;
    } rows[] = {
        {"old;0;0;" READ_1_0 ";" NIL_1_0 ";" TAIL, "old", NULL, false},
        {"2;new;0;0;" READ_1_5 ";" NIL_1_5 ";" TAIL, "new", NULL, false},
        {"2;two;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL, "two", NULL, true},
        {V3("three", "0", ""), "three", "3.33", true},
        {V3("three", "0", DISK ";a description"), "three", "3.33", true},
        {"3;2.0.8;three;0;0;" READ_2_0 ";" NIL_2_0 ";" TAIL, "three", "2.0.8", true},
        {"4;fio-3.1;four;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL, "four", "3.1", true},
        {"5;fio-3.41;five;0;0;" READ_3_0 ";" NIL_3_0 ";" NIL_3_0 ";" TAIL, "five", "3.41", true},
        {V3("a;b;12;c", "0", ""), "a;b;12;c", "3.33", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        ck_assert_msg(parse.output.nr == 1, "%zu of %s", parse.output.nr, rows[i].text);
        const struct record *record = t_record(&parse, "read", 0);
        ck_assert_str_eq(record->job, rows[i].job);
        ck_assert_str_eq(record->group, "0");
        ck_assert_msg(!rows[i].version == !record->tool_version &&
                      (!rows[i].version || !strcmp(rows[i].version, record->tool_version)), "%zu", i);
        ck_assert_double_eq(t_metric(record, "io_bytes"), 409600000);
        ck_assert_double_eq(t_metric(record, "bw_bytes_per_s"), 40960000);
        ck_assert_double_eq(t_metric(record, "runtime_s"), 10);
        ck_assert_double_eq_tol(t_metric(record, "slat_mean_ns"), 2500, 1e-6);
        ck_assert_double_eq_tol(t_metric(record, "clat_mean_ns"), 87579.186, 1e-6);
        ck_assert_double_eq(t_metric(record, "clat_max_ns"), 1556000);
        ck_assert_double_eq(t_metric(record, "cpu_user_pct"), 1.5);
        ck_assert_double_eq(t_metric(record, "cpu_sys_pct"), 8.25);
        ck_assert(record->warnings_nr == 0);
        ck_assert(record_metric(record, "iops", NULL) == rows[i].has_iops);
        ck_assert(record_metric(record, "clat_p99_ns", NULL) == rows[i].has_iops);
        ck_assert(!record_metric(record, "clat_p0_ns", NULL));
    }
}
END_TEST

START_TEST(commas_of_the_first_versions)
{
    struct strbuf buf = STRBUF_INIT;
    strbuf_string(&buf, "first;0;0;" READ_1_0 ";" NIL_1_0 ";" TAIL);
    for (char *at = buf.text; *at; at++)
        *at = *at == ';' ? ',' : *at;
    read_text(buf.text);
    strbuf_free(&buf);
    ck_assert_str_eq(t_record(&parse, "read", 0)->job, "first");
}
END_TEST

START_TEST(directions_by_version)
{
    static const struct {
        const char *text, *ops[5];
    } rows[] = {
        {"3;fio-3.33;j;0;0;" READ_2_0 ";" READ_2_0 ";" TAIL, {"read", "write"}},
        {"3;fio-3.33;j;0;0;" READ_2_0 ";" TAIL, {"mixed"}},
        {"3;fio-3.33;j;0;0;" READ_2_0 ";" READ_2_0 ";" READ_2_0 ";" TAIL, {"read", "write", "mixed"}},
        {"4;fio-3.33;j;0;0;" READ_2_0 ";" NIL_2_0 ";" READ_2_0 ";" TAIL, {"read", "trim"}},
        {"4;fio-3.33;j;0;0;" READ_2_0 ";" READ_2_0 ";" READ_2_0 ";" READ_2_0 ";" TAIL,
         {"read", "write", "trim", "mixed"}},
        {"5;fio-3.33;j;0;0;" NIL_3_0 ";" READ_3_0 ";" NIL_3_0 ";" TAIL, {"write"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t nr = 0;
        read_text(rows[i].text);
        for (; rows[i].ops[nr]; nr++)
            t_record(&parse, rows[i].ops[nr], 0);
        ck_assert_msg(parse.output.nr == nr, "%zu of row %zu", parse.output.nr, i);
    }
}
END_TEST

/* Cuts the line at so many bytes, each piece in marks of its own. */
static void add_cut(struct strbuf *buf, const char *line, size_t width, const char *first,
                    const char *before, const char *behind)
{
    for (size_t at = 0; at < strlen(line); at += width)
        strbuf_printf(buf, "%s%.*s%s", at ? before : first, (int)width, line + at, behind);
}

START_TEST(wrapped_lines)
{
    static const char line[] = "3;fio-3.33;three;0;0;" READ_2_0 ";" READ_2_0 ";" TAIL DISK;
    static const struct {
        const char *first, *before, *behind;
    } rows[] = {{"", "", "\n"},
                {"> ", "> ", "\n"},
                {"R = \"", "    \"", "\" \\\n"},
                {"x = ('", "'", "' +\n"},
                {"# ", "# ", "\n"},
                {" * ", " * ", "\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t width = 60; width < 80; width += 3) {
            struct strbuf buf = STRBUF_INIT;
            add_cut(&buf, line, width, rows[i].first, rows[i].before, rows[i].behind);
            read_text(buf.text);
            strbuf_free(&buf);
            ck_assert_msg(parse.output.nr == 2, "%zu in form %zu, width %zu", parse.output.nr, i, width);
            for (size_t r = 0; r < 2; r++) {
                const struct record *record = parse.output.at[r].record;
                ck_assert_str_eq(record->job, "three");
                ck_assert_double_eq(t_metric(record, "clat_p99_95_ns"), 1548000);
                ck_assert_double_eq(t_metric(record, "cpu_sys_pct"), 8.25);
                ck_assert_uint_eq(record->warnings_nr, 0);
            }
        }
}
END_TEST

/* Of a line that is cut anywhere no figure may differ from that of the whole one. */
START_TEST(cut_lines_give_no_other_figures)
{
    static const char line[] = "  # output: 3;fio-2.1.10;cut;0;0;" READ_2_0 ";" READ_2_0 ";" TAIL;
    static struct t_parse whole;
    t_parse_all(&whole, line);
    for (size_t length = sizeof line - 2; length > 20; length--) {
        char text[sizeof line];
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        read_text(text);
        for (size_t r = 0; r < parse.output.nr; r++) {
            const struct record *record = parse.output.at[r].record;
            for (size_t m = 0; m < record->metrics_nr; m++)
                ck_assert_msg(record_metric_at(record, m).value ==
                                  t_metric(t_record(&whole, record->op, 0), record_metric_at(record, m).name),
                              "%s at length %zu", record_metric_at(record, m).name, length);
        }
        size_t wanted = length > strlen("  # output: 3;fio-2.1.10;cut;0;0;" RATE SLAT CLAT PERCENTILES);
        ck_assert_msg(parse.output.nr >= wanted, "%zu at length %zu", parse.output.nr, length);
    }
    t_parse_free(&whole);
}
END_TEST

START_TEST(executions)
{
#define OTHER ";vda;917;1;0;0;53;0;54;30.61%"
    static const struct {
        const char *text;
        unsigned invocations[2];
    } rows[] = {
        {V3("a", "0", "") V3("b", "0", ""), {1, 1}},
        {V3("a", "0", "") V3("a", "1", ""), {1, 1}},
        {V3("a", "0", "") V3("a", "0", ""), {1, 1}}, /* twice the same line */
        {V3("a", "1", "") V3("b", "0", ""), {1, 2}},
        {V3("a", "0", "") "and\n" V3("b", "0", ""), {1, 2}},
        {V3("a", "0", DISK) V3("b", "0", DISK), {1, 1}},
        {V3("a", "0", DISK) V3("b", "0", OTHER), {1, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        size_t last = parse.output.nr - 1;
        ck_assert_msg(parse.output.at[0].invocation == rows[i].invocations[0] &&
                      parse.output.at[last].invocation == rows[i].invocations[1], "row %zu", i);
        ck_assert_msg(parse.output.nr == (i == 2 ? 1 : 2), "%zu of row %zu", parse.output.nr, i);
    }
}
END_TEST

#define STATUS(kib, ms, max) "3;fio-3.33;s;0;0;" kib ";40000;10000;" ms ";" SLAT "46;" max               \
    ";87.5;1.5;" PERCENTILES LAT BW ";" NIL_2_0 ";" TAIL "\n"

START_TEST(the_last_status_counts)
{
    read_text(STATUS("40000", "1000", "500") STATUS("80000", "2000", "500") STATUS("100000", "2500", "900"));
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(t_record(&parse, "read", 0), "runtime_s"), 2.5);
    /* Runs of equal length, and of equal size, are none of these. */
    read_text(STATUS("400000", "10000", "500") STATUS("400200", "10001", "600"));
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.at[1].record->run, 2);
    read_text(STATUS("400000", "10000", "500") STATUS("400000", "10050", "600"));
    ck_assert_uint_eq(parse.output.nr, 2);
}
END_TEST

START_TEST(lines_cut_anywhere)
{
    /* Behind a percent sign the end looks like a soft break of quoted-printable. */
    static const char line[] = "3;fio-3.33;s;0;0;40000;40000;10000;1000;" SLAT "46;500;87.5;1.5;"
        PERCENTILES LAT BW ";" NIL_2_0 ";" TAIL "\n";
    char text[sizeof line + 200];
    for (size_t width = 60; width < 80; width++) {
        size_t used = 0;
        for (size_t i = 0; line[i]; i++) {
            text[used++] = line[i];
            if (i % width == width - 1 && line[i + 1] != '\n')
                text[used++] = '\n';
        }
        text[used] = '\0';
        read_text(text);
        ck_assert_msg(parse.output.nr == 1, "%zu at %zu", parse.output.nr, width);
        ck_assert_double_eq_tol(t_metric(t_record(&parse, "read", 0), "clat_mean_ns"), 87500, 1e-6);
        ck_assert_msg(!record_has_warning(t_record(&parse, "read", 0), "partial"), "%zu", width);
    }
}
END_TEST

START_TEST(latencies_below_a_microsecond)
{
    read_text("3;fio-3.33;s;0;0;40000;40000;10000;1000;" SLAT "0;0;0.025;0.005;" PERCENTILES LAT BW
              ";" NIL_2_0 ";" TAIL "\n");
    ck_assert_double_eq_tol(t_metric(t_record(&parse, "read", 0), "clat_mean_ns"), 25, 1e-6);
}
END_TEST

START_TEST(failures_are_said)
{
    static const char *const rows[] = {
        "3;fio-3.33;j;0;28;" NIL_2_0 ";" NIL_2_0 ";" TAIL,
        "3;fio-3.33;j;0;0;" NIL_2_0 ";" NIL_2_0 ";" TAIL,
        /* The head is lost. */
        "1;9;2.5;0.5;46;1556;87.5;107.9;" PERCENTILES PERCENTILES LAT BW ";" NIL_2_0 ";" TAIL,
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 0, "row %zu", i);
        ck_assert_msg(parse.output.failures_nr == 1, "row %zu", i);
        ck_assert_ptr_nonnull(parse.output.failures[0].mend);
    }
}
END_TEST

START_TEST(a_line_behind_belongs_to_it)
{
    read_text("2;a;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL "\n;words of the user\n"
              "2;b;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL "\n;words of the user\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.at[1].invocation, 1);
    ck_assert_int_eq(parse.text->streams[0].lines[1].class, LINE_DETAIL);
}
END_TEST

/* A version that fio names, before numbers where its percentiles would be. */
START_TEST(fields_that_no_version_prints)
{
    struct strbuf text = STRBUF_INIT;
    double value;
    strbuf_string(&text, "3;fio-2.1.4;job3;0;0");
    for (int i = 1; i <= 82; i++)
        strbuf_printf(&text, ";%d", i);
    strbuf_string(&text, "\n");
    read_text(text.text);
    ck_assert_uint_eq(parse.output.nr, 2);
    const struct record *record = t_record(&parse, "write", 0);
    ck_assert_str_eq(record->job, "job3");
    ck_assert_str_eq(record->tool_version, "2.1.4");
    ck_assert(record_metric(record, "bw_bytes_per_s", &value) && value == 43 * 1024);
    ck_assert(record_metric(record, "iops", &value) && value == 44);
    ck_assert(!record_metric(record, "clat_mean_ns", &value));
    ck_assert(record_has_warning(record, "fabricated") && !record_has_warning(record, "partial"));
    strbuf_free(&text);
}
END_TEST

START_TEST(other_lists_are_none)
{
    static const char *const rows[] = {
        "a;0;0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24",
        "3;4;5;6;7;8;9;1;2;3;4;5;6;7",
        "old;0;0;" "400000;50000;10000;" SLAT CLAT BW ";" NIL_1_0 ";" TAIL, /* rate and time differ */
        "host,1.97,1G,,1003,99,68000,10,40000,5,3000,98,90000,6,210.5,4,16,,,,,2111,12,+++++,+++",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        for (size_t r = 0; r < parse.output.nr; r++)
            ck_assert_msg(strcmp(parse.output.at[r].record->tool, "fio"), "row %zu", i);
    }
}
END_TEST

/* Each version of the table is met by a line of its own. */
START_TEST(every_layout_is_read)
{
    static const char *const lines[] = {
        "5;fio-3.41;five;0;0;" READ_3_0 ";" NIL_3_0 ";" NIL_3_0 ";" TAIL,
        "4;fio-3.1;four;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL,
        "3;fio-3.33;three;0;0;" READ_2_0 ";" NIL_2_0 ";" TAIL,
        "2;two;0;0;" READ_2_0 ";" NIL_2_0 ";" NIL_2_0 ";" TAIL,
        "2;new;0;0;" READ_1_5 ";" NIL_1_5 ";" TAIL,
        "old;0;0;" READ_1_0 ";" NIL_1_0 ";" TAIL,
    };
    tear_down();
    parse.arena = arena_new();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static struct terse_line line;
        ck_assert(terse_read(parse.arena, lines[i], true, &line));
        ck_assert_msg(line.layout == &terse_layouts[i], "%s", terse_layouts[i].name);
        ck_assert(line.is_whole);
    }
    ck_assert_uint_eq(terse_layouts_nr, sizeof lines / sizeof lines[0] + 1); /* and commas */
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_fio_terse");
    TCase *tests = tcase_create("tool_fio_terse");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, all_versions);
    tcase_add_test(tests, commas_of_the_first_versions);
    tcase_add_test(tests, directions_by_version);
    tcase_add_test(tests, wrapped_lines);
    tcase_add_test(tests, cut_lines_give_no_other_figures);
    tcase_add_test(tests, executions);
    tcase_add_test(tests, the_last_status_counts);
    tcase_add_test(tests, lines_cut_anywhere);
    tcase_add_test(tests, latencies_below_a_microsecond);
    tcase_add_test(tests, failures_are_said);
    tcase_add_test(tests, a_line_behind_belongs_to_it);
    tcase_add_test(tests, fields_that_no_version_prints);
    tcase_add_test(tests, other_lists_are_none);
    tcase_add_test(tests, every_layout_is_read);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
