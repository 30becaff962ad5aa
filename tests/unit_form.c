#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/form.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

/* The sample is one run as fio writes it with --output-format=normal,terse,json. */
static struct strbuf forms[3]; /* by enum form */
static struct strbuf whole;

static void set_up(void)
{
    char path[4096], line[4096];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/samples/fio/good-three-forms.txt", srcdir ? srcdir : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    for (size_t i = 0; i < 3; i++)
        forms[i] = (struct strbuf)STRBUF_INIT;
    whole = (struct strbuf)STRBUF_INIT;
    bool is_json = false;
    while (fgets(line, sizeof line, file)) {
        is_json = is_json || line[0] == '{';
        strbuf_string(&forms[is_json ? FORM_JSON : !strncmp(line, "3;", 2) ? FORM_TERSE : FORM_TEXT],
                      line);
        strbuf_string(&whole, line);
        is_json = is_json && line[0] != '}';
    }
    fclose(file);
}

static void tear_down(void)
{
    for (size_t i = 0; i < 3; i++)
        strbuf_free(&forms[i]);
    strbuf_free(&whole);
}

/* What a figure may be off by: one unit of its last digit, and the text of 3.x is
 * rounded to three digits; percentiles of the text are rounded up, step by step. */
static double tolerance(const struct record *record, struct record_metric metric)
{
    double digits = fmax(metric.precision, record_precision(record, metric.name));
    return digits * 1.01 + fabs(metric.value) * 0.002;
}

static size_t compare(const struct record *a, const struct record *b)
{
    size_t nr = 0;
    for (size_t i = 0; i < a->metrics_nr; i++) {
        double other;
        struct record_metric metric = record_metric_at(a, i);
        if (!record_metric(b, metric.name, &other))
            continue;
        nr++;
        ck_assert_msg(fabs(metric.value - other) <= tolerance(b, metric), "%s %s: %.15g and %.15g",
                      a->op, metric.name, metric.value, other);
    }
    return nr;
}

START_TEST(forms_agree)
{
    static struct t_parse parses[3];
    for (size_t i = 0; i < 3; i++) {
        t_parse_all(&parses[i], forms[i].text);
        ck_assert_msg(parses[i].output.nr == 2, "%zu results of form %zu", parses[i].output.nr, i);
    }
    for (size_t i = 1; i < 3; i++)
        for (size_t k = 0; k < i; k++)
            for (size_t op = 0; op < 2; op++) {
                const struct record *a = t_record(&parses[i], op ? "write" : "read", 0);
                const struct record *b = t_record(&parses[k], op ? "write" : "read", 0);
                ck_assert_str_eq(a->job, b->job);
                ck_assert_str_eq(a->group, b->group);
                ck_assert_str_eq(a->tool_version, b->tool_version);
                ck_assert_msg(compare(a, b) >= 25, "%zu figures", compare(a, b));
            }
    for (size_t i = 0; i < 3; i++)
        t_parse_free(&parses[i]);
}
END_TEST

START_TEST(the_most_exact_counts)
{
    static struct t_parse parse;
    t_parse_all(&parse, whole.text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.repeated_forms, 4);
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_ptr_nonnull(strstr(record->source.text, "\"jobname\""));
    /* Only the text tells these. */
    ck_assert_str_eq(t_param(record, "ioengine"), "libaio");
    ck_assert_uint_eq(record->jobs, 1);
    t_parse_free(&parse);
}
END_TEST

/* Another run in another form is none of the first. */
START_TEST(other_runs_stay)
{
    static struct t_parse parse;
    struct strbuf buf = STRBUF_INIT;
    strbuf_string(&buf, "oltp: (groupid=0, jobs=1): err= 0: pid=9: Mon Nov 30 14:07:37 2026\n"
                        "  read: IOPS=4570, BW=17.9MiB/s (18.7MB/s)(53.6MiB/3001msec)\n\n");
    strbuf_add(&buf, forms[FORM_JSON].text, forms[FORM_JSON].length);
    t_parse_all(&parse, buf.text);
    strbuf_free(&buf);
    ck_assert_uint_eq(parse.output.nr, 3);
    ck_assert_uint_eq(parse.output.repeated_forms, 0);
    t_parse_free(&parse);
}
END_TEST

/* With --status-interval each form comes again and again. */
START_TEST(statuses_in_several_forms)
{
#define LINE(kib, ms)                                                                              \
    "3;fio-3.33;s;0;0;" kib ";4000;1000;" ms                                                       \
    ";0;0;0.0;0.0;46;900;87.5;1.5;1.000000%=50;5.000000%=50;10.000000%=50;20.000000%=50;"         \
    "30.000000%=50;40.000000%=50;50.000000%=50;60.000000%=50;70.000000%=50;80.000000%=50;"        \
    "90.000000%=50;95.000000%=50;99.000000%=50;99.500000%=50;99.900000%=50;99.950000%=50;"        \
    "99.990000%=50;0%=0;0%=0;0%=0;46;900;87.5;1.5;0;0;0.0%;0.0;0.0\n"
#define DOCUMENT(time, bytes, ms)                                                                  \
    "{\"fio version\":\"fio-3.33\",\"timestamp\":" time ",\"jobs\":[{\"jobname\":\"s\","              \
    "\"groupid\":0,\"read\":{\"io_bytes\":" bytes ",\"bw_bytes\":4096000,\"bw\":4000,"                 \
    "\"iops\":1000.0,\"runtime\":" ms "}}]}\n"
    static struct t_parse parse;
    t_parse_all(&parse, LINE("4000", "1000") DOCUMENT("1001", "4096000", "1000")
                        LINE("8000", "2000") DOCUMENT("1002", "8192000", "2000"));
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(t_record(&parse, "read", 0), "runtime_s"), 2);
    t_parse_free(&parse);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("form");
    TCase *tests = tcase_create("form");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, forms_agree);
    tcase_add_test(tests, the_most_exact_counts);
    tcase_add_test(tests, other_runs_stay);
    tcase_add_test(tests, statuses_in_several_forms);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
