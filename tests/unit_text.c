/* What a comparison looks like as text, CSV and JSON. */
#include "report/outputs.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "report/compare.h"
#include "report/flow.h"
#include "report/text.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct record *records[2000];
static size_t records_nr;

static void set_up(void)
{
    arena = arena_new();
    records_nr = 0;
}

static void tear_down(void)
{
    arena_free(arena);
}

static struct record *add(const char *level, const char *op, unsigned run, double value)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    char number[32];
    snprintf(number, sizeof number, "%zu", records_nr + 1);
    record->tool = "dd";
    record->op = op;
    record->run = run;
    record->invocation = record_text(record, number, strlen(number));
    record->source.path = "in.txt";
    record_set_pair(record, &record->config, "target", level);
    record_set_metric(record, "bw_bytes_per_s", value, 0);
    records[records_nr++] = record;
    return record;
}

/* Writes what was added in a format; the caller frees the text. */
static char *write_as(const char *format, const struct output_options *options)
{
    const struct compare_options compare = {.noise_pct = 2, .confidence_pct = 95};
    struct diag diag;
    struct comparison *comparison =
        compare_records((const struct record *const *)records, records_nr, &compare, arena, &diag);
    ck_assert_ptr_nonnull(comparison);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_int_eq(outputs_find(format)->write(comparison, options, out, &diag), 0);
    fclose(out);
    return text;
}

static const struct output_options plain;

static void expect_lines_fit(const char *text)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char *copy = strndup(line, length);
        ck_assert_msg(flow_width(copy) <= TEXT_COLUMNS, "too wide: %s", copy);
        for (size_t i = 0; i < length; i++)
            ck_assert_msg((unsigned char)copy[i] >= ' ' && copy[i] != 0x7f, "control: %s", copy);
        free(copy);
        line += length + (line[length] == '\n');
    }
}

START_TEST(test_table)
{
    static const double base[] = {43.2e6, 43.6e6, 43.0e6}, level[] = {52.3e6, 56.3e6, 55.2e6};
    for (unsigned i = 0; i < 3; i++) {
        add("e0", "read", i + 1, base[i]);
        add("e9", "read", i + 1, level[i]);
    }
    char *text = write_as("text", &plain);
    expect_lines_fit(text);
    ck_assert_ptr_nonnull(strstr(text, "By target\n---------\n"));
    ck_assert_ptr_nonnull(strstr(text, "  A  e0 (baseline)\n  B  e9\n"));
    ck_assert_ptr_nonnull(strstr(text, "bandwidth in MB/s\n"));
    ck_assert_ptr_nonnull(strstr(text, "read          43.27   54.60   3+3   +26.19 % ["));
    ck_assert_ptr_nonnull(strstr(text, "faster\n"));
    char *again = write_as("text", &plain);
    ck_assert_str_eq(text, again);
    free(text);
    free(again);
    struct output_options iec = {.units = OUTPUT_UNITS_IEC, .title = "Targets"};
    text = write_as("text", &iec);
    ck_assert_ptr_nonnull(strstr(text, "Targets\n=======\n"));
    ck_assert_ptr_nonnull(strstr(text, "bandwidth in MiB/s\n"));
    free(text);
}
END_TEST

/* A large n does not run into the value before it. */
START_TEST(test_many_runs)
{
    for (unsigned i = 0; i < 2 * 1000; i++)
        add(i % 2 ? "e9" : "e0", "read", i / 2 + 1, 1000 + i % 7);
    char *text = write_as("text", &plain);
    ck_assert_msg(strstr(text, " 1000+1000 ") != NULL, "%s", text);
    expect_lines_fit(text);
    free(text);
}
END_TEST

/* Every metric has a heading that can be read aloud. */
START_TEST(test_headings)
{
    static const struct {
        const char *metric;
        double value;
        const char *heading;
    } cases[] = {
        {"iops", 4000, "\nIOPS\n"},
        {"iops", 4e6, "\nIOPS in millions\n"},
        {"ops_per_s", 4000, "\noperations per second\n"},
        {"clat_p99_ns", 2e6, "\ncompletion latency p99 in ms\n"},
        {"clat_p99_95_ns", 2e6, "\ncompletion latency p99.95 in ms\n"},
        {"lat_p99_999999_ns", 2e6, "\nlatency p99.999999 in ms\n"},
        {"lat_mean_ns", 2e6, "\nlatency, mean, in ms\n"},
        {"cpu_pct", 5, "\nCPU in %\n"},
        {"host_cpu_iowait_pct", 5, "\nhost CPU, iowait, in %\n"},
        {"cpu_sys_s", 5, "\nCPU time, system, in s\n"},
        {"ios", 1000, "\nI/Os\n"},
        {"own_metric", 1000, "\nown_metric\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        records_nr = 0;
        for (size_t k = 0; k < 2; k++) {
            struct record *record = add(k ? "e9" : "e0", "read", 1, 1);
            record_unset_metric(record, "bw_bytes_per_s");
            record_set_metric(record, cases[i].metric, cases[i].value, 0);
        }
        char *text = write_as("text", &plain);
        ck_assert_msg(strstr(text, cases[i].heading) != NULL, "%s: %s", cases[i].metric, text);
        free(text);
        text = write_as("html", &plain);
        ck_assert_msg(strcmp(cases[i].metric, "iops") || !strstr(text, "/s<"), "%s", text);
        free(text);
    }
    size_t nr;
    const struct metric *metrics = metric_list(&nr);
    for (size_t i = 0; i < nr; i++)
        ck_assert_msg(metrics[i].unit != UNIT_PER_S || !strcmp(metrics[i].name, "iops") ||
                          !strcmp(metrics[i].name, "ops_per_s"),
                      "%s: how is its heading?", metrics[i].name);
}
END_TEST

/* Labels may be long, wide, hostile or no UTF-8: lines stay within their width
 * and no control character gets through. */
START_TEST(test_hostile_labels)
{
    char huge[3000];
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    const char *const labels[] = {"/dev/disk/by-path/ip-192.0.2.180:3260-iscsi-testing-lun-1",
                                  huge,
                                  "\x1b[31mred\x1b[0m\r\n\ttab",
                                  "\xff\xfe\xc0\xaf",
                                  "\xe6\xb8\xac\xe8\xa9\xa6 \xf0\x9f\x92\xbe wide",
                                  "\xe2\x80\xae reversed"};
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        struct record *record = add(labels[i], "read", 1, i % 2 ? 1e300 : 1e-300);
        record->op = i < 3 ? "read" : labels[i];
        record_warn(record, i ? "io-wrapped" : labels[3], 0);
        add("plain", record->op, 1, 100);
    }
    char *text = write_as("text", &plain);
    expect_lines_fit(text);
    ck_assert_ptr_null(strstr(text, "\xe2\x80\xae"));
    free(text);
}
END_TEST

START_TEST(test_csv)
{
    add("base", "read", 1, 200);
    add("=cmd|'x'!A1, \"q\"", "read", 1, 100);
    char *text = write_as("csv", &plain);
    static const char head[] = "metric,op,factor,baseline,level,n,mean,sd,delta_pct,low_pct,"
                               "high_pct,verdict,";
    ck_assert_msg(!strncmp(text, head, sizeof head - 1), "%s", text);
    const char *row = strchr(text, '\n') + 1;
    static const char cells[] = "bw_bytes_per_s,read,target,base,\"'=cmd|'x'!A1, \"\"q\"\"\",1,"
                                "100,,-50,,,single run,1,200,,,";
    ck_assert_msg(!strncmp(row, cells, sizeof cells - 1), "%s", row);
    size_t commas[2] = {0, 0}, line = 0;
    bool is_quoted = false;
    for (const char *c = text; *c; c++) {
        is_quoted ^= *c == '"';
        commas[line] += *c == ',' && !is_quoted;
        line += *c == '\n' && line < 1;
    }
    ck_assert_uint_eq(commas[0], commas[1]);
    free(text);
}
END_TEST

/* Copies the cell of that column in the line at row. */
static void csv_cell(const char *text, const char *row, const char *column, char *cell)
{
    size_t length = strlen(column);
    for (const char *at = text; *at != '\n'; at++) {
        if ((at == text || at[-1] == ',') && !strncmp(at, column, length) &&
            strchr(",\n", at[length])) {
            size_t size = strcspn(row, ",\n");
            memcpy(cell, row, size);
            cell[size] = '\0';
            return;
        }
        if (*at == ',')
            row = strchr(row, ',') + 1;
    }
    ck_abort_msg("no column %s", column);
}

/* Each mean that rests on bounds says so, and which way. */
START_TEST(test_csv_bounds)
{
    static const struct {
        int base, level; /* 1: greater, -1: less, 0: a value */
        const char *bound_base, *bound, *bound_delta;
    } cases[] = {{0, 0, "", "", ""},      {1, 0, "gt", "", "lt"}, {0, 1, "", "gt", "gt"},
                 {-1, 0, "lt", "", "gt"}, {1, 1, "gt", "gt", ""}, {1, -1, "gt", "lt", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        records_nr = 0;
        const int sides[] = {cases[i].base, cases[i].level};
        for (unsigned run = 1; run <= 2; run++)
            for (size_t k = 0; k < 2; k++) {
                struct record *record = add(k ? "b" : "a", "seeks", run, 100);
                if (sides[k])
                    record_set_bound(record, "bw_bytes_per_s",
                                     sides[k] > 0 ? RECORD_GREATER : RECORD_LESS, 134217728);
            }
        char *text = write_as("csv", &plain);
        const char *row = strchr(text, '\n') + 1;
        char cell[200];
        csv_cell(text, row, "bound", cell);
        ck_assert_msg(!strcmp(cell, cases[i].bound), "%zu: %s", i, text);
        csv_cell(text, row, "bound_base", cell);
        ck_assert_msg(!strcmp(cell, cases[i].bound_base), "%zu: %s", i, text);
        csv_cell(text, row, "bound_delta", cell);
        ck_assert_msg(!strcmp(cell, cases[i].bound_delta), "%zu: %s", i, text);
        csv_cell(text, row, "sd", cell);
        ck_assert_int_eq(!*cell, sides[1] != 0);
        free(text);
    }
    records_nr = 0;
    record_set_bound(add("a", "seeks", 1, 0), "bw_bytes_per_s", RECORD_GREATER, 134217728);
    char *text = write_as("csv", &plain), cell[200];
    csv_cell(text, strchr(text, '\n') + 1, "bound", cell);
    ck_assert_str_eq(cell, "gt");
    free(text);
}
END_TEST

START_TEST(test_csv_values_have_all_columns)
{
    add("alone", "read", 1, 200);
    char *text = write_as("csv", &plain);
    char *row = strchr(text, '\n') + 1;
    size_t commas[2] = {0, 0};
    for (const char *c = text; *c; c++)
        commas[c >= row] += *c == ',';
    ck_assert_uint_eq(commas[0], commas[1]);
    ck_assert_ptr_nonnull(strstr(row, "bw_bytes_per_s,read,,,,1,200,,"));
    free(text);
}
END_TEST

START_TEST(test_json)
{
    add("base", "read", 1, 200);
    add("\xff"
        "new",
        "read", 1, 100);
    char *text = write_as("json", &plain);
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "%s", error.text);
    json_t *section = json_array_get(json_object_get(root, "sections"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(section, "factor")), "target");
    ck_assert_str_eq(json_string_value(json_object_get(section, "baseline")), "base");
    json_t *row = json_array_get(json_object_get(section, "rows"), 0);
    json_t *change = json_array_get(json_object_get(row, "changes"), 0);
    ck_assert_double_eq_tol(json_number_value(json_object_get(change, "delta_pct")), -50, 1e-9);
    ck_assert(json_is_null(json_object_get(change, "low_pct")));
    ck_assert_uint_eq(strlen(json_string_value(json_object_get(row, "id"))), 16);
    json_decref(root);
    free(text);
}
END_TEST

static size_t count_of(const char *text, const char *part)
{
    size_t nr = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        nr++;
    return nr;
}

/* A sentence that holds for several sections is written once, with their names; for
 * programs each section has its own. */
START_TEST(test_notes_once)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record = add(i % 2 ? "e9" : "e0", "read", 1, 100 + (double)i);
        record_set_pair(record, &record->config, "fs", i / 2 ? "xfs" : "ext4");
    }
    add("e0", "read", 1, 5)->quoted = true;
    char *text = write_as("text", &plain);
    ck_assert_uint_eq(count_of(text, "rest on single runs"), 1);
    ck_assert_uint_eq(count_of(text, "Likewise"), 1);
    ck_assert_uint_eq(count_of(text, "\nNotes\n"), 1);
    ck_assert_uint_eq(count_of(text, "\nNotes on the whole\n"), 1);
    free(text);
    text = write_as("html", &plain);
    ck_assert_uint_eq(count_of(text, "rest on single runs"), 1);
    ck_assert_uint_eq(count_of(text, "Likewise"), 1);
    free(text);
    text = write_as("json", &plain);
    ck_assert_uint_eq(count_of(text, "rest on single runs"), 2);
    free(text);
}
END_TEST

/* One ratio has no mean. */
START_TEST(test_no_mean_of_one)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record = add(i % 2 ? "e9" : "e0", i / 2 ? "write" : "read", 1, 100);
        if (i == 3)
            record_set_bound(record, "bw_bytes_per_s", RECORD_GREATER, 100);
    }
    char *text = write_as("text", &plain);
    ck_assert_ptr_null(strstr(text, "geometric mean"));
    free(text);
    record_set_metric(records[3], "bw_bytes_per_s", 100, 0);
    text = write_as("text", &plain);
    ck_assert_ptr_nonnull(strstr(text, "geometric mean of 2 of 2 rows"));
    free(text);
}
END_TEST

START_TEST(test_formats)
{
    size_t nr;
    const struct output_format *formats = outputs_list(&nr);
    ck_assert_str_eq(formats[0].name, "text");
    for (size_t i = 0; i < nr; i++)
        ck_assert_ptr_eq(outputs_find(formats[i].name), &formats[i]);
    ck_assert_str_eq(outputs_by_path("dir.csv/x.json")->name, "json");
    ck_assert_str_eq(outputs_by_path("page.HTML")->name, "html");
    static const char *const plain_names[] = {"dir.csv/x", "x", "x.txt", ".csv", "dir/.csv", "x."};
    for (size_t i = 0; i < sizeof plain_names / sizeof plain_names[0]; i++)
        ck_assert_ptr_eq(outputs_by_path(plain_names[i]), &formats[0]);
    ck_assert_ptr_null(outputs_by_path("x.pdf"));
    ck_assert_ptr_null(outputs_by_path("x.csv.bak"));
    ck_assert_ptr_null(outputs_find("no such"));
}
END_TEST

START_TEST(test_flow)
{
    ck_assert_uint_eq(flow_width("abc"), 3);
    ck_assert_uint_eq(flow_width("\xe2\x88\x92"
                                 "17.79 %"),
                      8);
    ck_assert_uint_eq(flow_width("\xe6\xb8\xac"), 2);
    ck_assert_uint_eq(flow_width("e\xcc\x81"), 1);
    ck_assert_uint_eq(flow_width("\xff\xc3"), 2);
    struct strbuf out = STRBUF_INIT;
    flow_wrap(&out, "  aa bb cccc  dd ", 0, 2, 6);
    ck_assert_str_eq(out.text, "aa bb\n  cccc\n  dd\n");
    strbuf_cut(&out, 0);
    flow_wrap(&out, "abcdefghij", 2, 1, 6);
    ck_assert_str_eq(out.text, "abcd\n efghi\n j\n");
    strbuf_cut(&out, 0);
    flow_cut(&out, "/dev/disk/by-path/lun-1", 9);
    ck_assert_str_eq(out.text, "/dev\xe2\x80\xa6"
                               "un-1");
    strbuf_cut(&out, 0);
    flow_cut(&out, "short", 9);
    ck_assert_str_eq(out.text, "short");
    strbuf_free(&out);
}
END_TEST

/* Levels that are numbers are one table, in rising order, in place of one for each pair. */
START_TEST(test_sweep)
{
    static const char *const levels[] = {"64k", "4k", "1M", "256k"};
    static const double values[] = {20e6, 10e6, 40e6, 30e6};
    for (size_t i = 0; i < 4; i++) {
        add(levels[i], "read", 0, values[i]);
        add(levels[i], "write", 0, values[i] / 2);
    }
    char *text = write_as("text", &plain);
    expect_lines_fit(text);
    ck_assert_ptr_nonnull(strstr(text, "\nread, bandwidth in MB/s\n  4k "));
    const char *small = strstr(text, "  4k  "), *large = strstr(text, "  1M  ");
    ck_assert(small && large && small < large);
    ck_assert_ptr_nonnull(strstr(text, "baseline\n  256k "));
    ck_assert_ptr_nonnull(strstr(text, "\n1M\ngeometric mean of 2 of 2 rows: +100.0 %"));
    ck_assert_ptr_null(strstr(text, " against A"));
    free(text);
    records_nr -= 2;
    text = write_as("text", &plain);
    ck_assert_ptr_nonnull(strstr(text, "B against A"));
    free(text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("text");
    TCase *tcase = tcase_create("text");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_table);
    tcase_add_test(tcase, test_many_runs);
    tcase_add_test(tcase, test_headings);
    tcase_add_test(tcase, test_hostile_labels);
    tcase_add_test(tcase, test_csv);
    tcase_add_test(tcase, test_csv_bounds);
    tcase_add_test(tcase, test_csv_values_have_all_columns);
    tcase_add_test(tcase, test_json);
    tcase_add_test(tcase, test_notes_once);
    tcase_add_test(tcase, test_no_mean_of_one);
    tcase_add_test(tcase, test_formats);
    tcase_add_test(tcase, test_flow);
    tcase_add_test(tcase, test_sweep);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
