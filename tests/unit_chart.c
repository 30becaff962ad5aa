#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/parser.h>

#include "report/canvas.h"
#include "report/chart.h"
#include "tests/t_chart.h"
#include "tests/t_main.h"

static const struct chart_frame wide = {"p1", "plot", "Changes", "What changed.", CHART_WIDE};
static const struct chart_frame narrow = {"p2", "plot", "Changes", "What changed.", CHART_NARROW};

static const xmlNode *find_class(const xmlNode *node, const char *style)
{
    xmlChar *value = node->type == XML_ELEMENT_NODE
                         ? xmlGetProp((xmlNodePtr)node, (const xmlChar *)"class")
                         : NULL;
    bool is_it = value && !strcmp((const char *)value, style);

    xmlFree(value);
    if (is_it)
        return node;
    for (const xmlNode *child = node->type == XML_ELEMENT_NODE ? node->children : NULL; child;
         child = child->next) {
        const xmlNode *found = find_class(child, style);

        if (found)
            return found;
    }
    return NULL;
}

static double number(const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetProp((xmlNodePtr)node, (const xmlChar *)name);
    double result = value ? strtod((const char *)value, NULL) : NAN;

    xmlFree(value);
    return result;
}

static xmlNodePtr draw_bars(const struct chart_bar *bars, size_t nr,
                            const struct chart_frame *frame)
{
    const struct chart_bars chart = {bars, nr, 2};
    struct diag diag;
    xmlNodePtr svg = chart_bars_draw(&chart, frame, &diag);

    ck_assert_msg(svg != NULL, "%s", diag.text);
    check_node(svg, frame->id);
    ck_assert(!has_mark(svg));
    return svg;
}

static struct chart_bar bar(double delta, double low, double high)
{
    return (struct chart_bar){.label = "read",
                              .value = "x",
                              .has_delta = true,
                              .delta_pct = delta,
                              .has_interval = !isnan(low),
                              .low_pct = low,
                              .high_pct = high};
}

START_TEST(bars_plain)
{
    struct chart_bar bars[] = {bar(-12.77, -15.72, -9.71), bar(10, 5, 15)};
    xmlNodePtr svg;
    const xmlNode *zero, *drawn;

    bars[0].group = "cache NoCache";
    bars[0].tone = CHART_WORSE;
    bars[0].tip = "a tip";
    svg = draw_bars(bars, 2, &wide);
    ck_assert(has_text(svg, "cache NoCache"));
    ck_assert(has_text(svg, "a tip"));
    ck_assert(has_text(svg, "What changed."));
    ck_assert_double_eq(number(svg, "width"), CHART_WIDE);
    /* A fall lies left of the line of no change and ends at it. */
    zero = find_class(svg, "zero");
    drawn = find_class(find_class(svg, "worse"), "bar");
    ck_assert_ptr_nonnull(zero);
    ck_assert_ptr_nonnull(drawn);
    ck_assert_double_eq_tol(number(drawn, "x") + number(drawn, "width"), number(zero, "x1"), 0.3);
    canvas_node_free(svg);
}
END_TEST

START_TEST(bars_hostile)
{
    struct chart_bar bars[] = {bar(1, 0, 2)};
    xmlNodePtr svg;

    bars[0].label = bars[0].value = bars[0].tip = EVIL;
    bars[0].group = EVIL;
    for (int i = 0; i < 2; i++) {
        svg = draw_bars(bars, 1, i ? &wide : &narrow);
        ck_assert_uint_eq(count(svg, "script"), 0);
        ck_assert(has_text(svg, EVIL_SHOWN)); /* as it is, in value and tooltip */
        canvas_node_free(svg);
    }
}
END_TEST

/* Values that no picture can show are left out, the rest is drawn. */
START_TEST(bars_odd_numbers)
{
    const double odd[] = {NAN, INFINITY, -INFINITY, -100, -250, 0, 1e-12, 1e12, 1e300, -99.99999};

    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
            const struct chart_bar bars[] = {bar(odd[i], odd[k], odd[i]), bar(5, 1, odd[k])};

            canvas_node_free(draw_bars(bars, 2, &wide));
        }
}
END_TEST

START_TEST(bars_none)
{
    const struct chart_bar without = {.label = "read", .value = "not comparable"};
    xmlNodePtr svg = draw_bars(NULL, 0, &wide);

    canvas_node_free(svg);
    svg = draw_bars(&without, 1, &narrow);
    ck_assert(has_text(svg, "not comparable"));
    canvas_node_free(svg);
}
END_TEST

START_TEST(bars_too_many)
{
    const struct chart_bars chart = {NULL, 100000, 2};
    struct diag diag;

    ck_assert_ptr_null(chart_bars_draw(&chart, &wide, &diag));
    ck_assert_int_eq(diag.level, DIAG_FATAL);
}
END_TEST

START_TEST(bars_marks_of_kinds)
{
    struct chart_bar bars[] = {bar(5, NAN, NAN), bar(6.5, NAN, NAN), bar(-25, -40, 5000)};
    xmlNodePtr svg;

    bars[0].is_hollow = true;
    bars[1].bound = CHART_AT_LEAST;
    svg = draw_bars(bars, 1, &wide);
    ck_assert_ptr_nonnull(find_class(svg, "bar hollow"));
    ck_assert_ptr_null(find_class(svg, "whisker"));
    canvas_node_free(svg);
    svg = draw_bars(bars + 1, 1, &wide);
    ck_assert_ptr_nonnull(find_class(svg, "whisker")); /* the arrow of a bound */
    canvas_node_free(svg);
    /* An interval far beyond the changes is open-ended and stretches nothing. */
    ck_assert_double_lt(chart_bars_scale(&(struct chart_bars){bars + 2, 1, 2}, 100).high, 500);
    canvas_node_free(draw_bars(bars + 2, 1, &wide));
}
END_TEST

START_TEST(scale_of_ratios)
{
    const struct chart_bar bars[] = {bar(300, NAN, NAN), bar(-75, NAN, NAN)};
    struct chart_scale scale = chart_bars_scale(&(struct chart_bars){bars, 2, 2}, 200);
    double zero = chart_scale_at(&scale, 0);

    ck_assert(scale.is_ratio);
    ck_assert_double_eq_tol(chart_scale_at(&scale, 300) - zero, zero - chart_scale_at(&scale, -75),
                            1e-9);
    scale = chart_bars_scale(&(struct chart_bars){bars + 1, 1, 2}, 200);
    ck_assert(!scale.is_ratio);
}
END_TEST

/* Labels of ticks never touch, whatever the range and the width. */
START_TEST(ticks_apart)
{
    for (double high = 0.5; high < 1e6; high *= 1.7)
        for (double width = 60; width < 900; width += 97) {
            struct chart_scale scale = {-fmin(high, 90), high, 0, width, high > 100, false};
            struct chart_ticks ticks;

            chart_ticks_pct(&ticks, &scale, 11);
            ck_assert_uint_ge(ticks.nr, 1);
            for (size_t i = 0; i < ticks.nr; i++)
                for (size_t k = 0; k < i; k++)
                    ck_assert_double_gt(fabs(chart_scale_at(&scale, ticks.at[i].value) -
                                             chart_scale_at(&scale, ticks.at[k].value)),
                                        20);
        }
}
END_TEST

static xmlNodePtr draw_runs(const struct chart_run_series *series, size_t nr)
{
    const struct chart_runs chart = {series, nr};
    struct diag diag;
    xmlNodePtr svg = chart_runs_draw(&chart, &wide, &diag);

    ck_assert_msg(svg != NULL, "%s", diag.text);
    check_node(svg, wide.id);
    ck_assert(!has_mark(svg));
    return svg;
}

START_TEST(runs_plain)
{
    const struct chart_run a[] = {
        {.value = 50, .is_outlier = true, .tip = "run 1"}, {.value = 45}, {.value = 44}};
    const struct chart_run b[] = {
        {.value = 18}, {.value = 18.5}, {.value = 18.2, .is_bound = true}};
    const struct chart_run_series series[] = {{"iSCSI", "spread 13 %", a, 3, 46.3},
                                              {EVIL, NULL, b, 3, 18.2}};
    xmlNodePtr svg = draw_runs(series, 2);

    ck_assert(has_text(svg, "run 1"));
    ck_assert(has_text(svg, "iSCSI"));
    ck_assert(has_text(svg, EVIL_SHOWN)); /* the label is cut, its tooltip is not */
    ck_assert_ptr_nonnull(find_class(svg, "ring"));
    ck_assert_ptr_nonnull(find_class(svg, "dot hollow"));
    canvas_node_free(svg);
}
END_TEST

START_TEST(runs_many_are_one_line)
{
    static struct chart_run runs[100000];
    struct chart_run_series series = {"a", NULL, runs, 600, 0};
    xmlNodePtr svg;
    char *text;

    for (size_t i = 0; i < 100000; i++)
        runs[i].value = 100 + (double)(i * 7919 % 100);
    series.mean = 150;
    svg = draw_runs(&series, 1);
    /* The axis draws lines; one polyline goes through the runs. */
    ck_assert_uint_eq(count(svg, "polyline"), 1);
    canvas_node_free(svg);
    series.nr = 100000;
    svg = draw_runs(&series, 1);
    ck_assert_uint_eq(count(svg, "polyline"), 1);
    text = take_text(svg);
    ck_assert_uint_lt(strlen(text), 60000); /* reduced to what pixels can show */
    xmlFree(text);
}
END_TEST

START_TEST(runs_odd_numbers)
{
    const double odd[] = {NAN, INFINITY, -INFINITY, 0, -5, 1e300, -1e300, 1e-300, 42};

    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
            const struct chart_run runs[] = {
                {.value = odd[i]}, {.value = odd[k]}, {.value = odd[i]}};
            const struct chart_run_series series[] = {{"a", "n", runs, 3, odd[k]},
                                                      {"b", "n", runs, 1, odd[i]},
                                                      {"c", "n", NULL, 0, 0},
                                                      {"d", "n", runs, 2, 42}};

            for (size_t nr = 0; nr <= 4; nr++)
                canvas_node_free(draw_runs(series, nr));
        }
}
END_TEST

START_TEST(runs_equal_values)
{
    const struct chart_run runs[] = {{.value = 7}, {.value = 7}, {.value = 7}};
    const struct chart_run_series series = {"a", NULL, runs, 3, 7};
    xmlNodePtr svg = draw_runs(&series, 1);

    ck_assert_uint_eq(count(svg, "circle"), 4); /* three runs and the name's */
    canvas_node_free(svg);
}
END_TEST

static char *draw_once(void)
{
    struct chart_bar bars[] = {bar(1.5, 0.25, 2.75), bar(250, 200, 300), bar(-30, NAN, NAN)};

    return take_text(draw_bars(bars, 3, &wide));
}

/* libplot reads parameters from the environment and numbers by the locale. */
START_TEST(environment_and_locale)
{
    static const char *const names[] = {"PAGESIZE", "MAX_LINE_LENGTH", "BITMAPSIZE",
                                        "ROTATION", "BG_COLOR",        "EMULATE_COLOR"};
    static const char *const values[] = {"letter", "3", "10x10", "90", "red", "yes"};
    char *plain = draw_once(), *other;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        setenv(names[i], values[i], 1);
    other = draw_once();
    ck_assert_str_eq(plain, other);
    xmlFree(other);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    /* The locale may be missing here; then this repeats the first drawing. */
    setlocale(LC_ALL, "de_DE.UTF-8");
    other = draw_once();
    setlocale(LC_ALL, "C");
    ck_assert_str_eq(plain, other);
    xmlFree(other);
    xmlFree(plain);
}
END_TEST

static long resident_kib(void)
{
    FILE *in = fopen("/proc/self/statm", "r");
    long size = 0, resident = 0;

    if (in && fscanf(in, "%ld %ld", &size, &resident) != 2)
        resident = 0;
    if (in)
        fclose(in);
    return resident * 4;
}

/* libplot leaks about 1 KiB a plot, which cannot be helped; all else is freed. */
START_TEST(thousand_plots)
{
    long before;

    for (int i = 0; i < 50; i++)
        xmlFree(draw_once());
    before = resident_kib();
    for (int i = 0; i < 1000; i++)
        xmlFree(draw_once());
        /* A sanitizer keeps freed memory for a while. */
#if !defined(__SANITIZE_ADDRESS__)
    ck_assert_int_lt(resident_kib() - before, 8192);
#else
    (void)before;
#endif
}
END_TEST

START_TEST(refuses_sizes)
{
    static const double sizes[] = {0, -1, NAN, INFINITY, 1e9};
    struct diag diag;

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ck_assert_ptr_null(canvas_new(sizes[i], 100, &diag));
        ck_assert_ptr_null(canvas_new(100, sizes[i], &diag));
    }
}
END_TEST

START_TEST(unbalanced_group)
{
    const struct canvas_frame frame = {"p1", "plot", "t", "d", false};
    struct diag diag;
    struct canvas *canvas = canvas_new(100, 100, &diag);

    canvas_group(canvas, "a", NULL);
    ck_assert_ptr_null(canvas_finish(canvas, &frame, &diag));
    canvas_free(canvas);
    canvas = canvas_new(100, 100, &diag);
    canvas_group_end(canvas);
    ck_assert_ptr_null(canvas_finish(canvas, &frame, &diag));
    canvas_free(canvas);
    canvas_free(canvas_new(100, 100, &diag)); /* never finished */
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("chart");
    TCase *tests = tcase_create("chart");

    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, bars_plain);
    tcase_add_test(tests, bars_hostile);
    tcase_add_test(tests, bars_odd_numbers);
    tcase_add_test(tests, bars_none);
    tcase_add_test(tests, bars_too_many);
    tcase_add_test(tests, bars_marks_of_kinds);
    tcase_add_test(tests, scale_of_ratios);
    tcase_add_test(tests, ticks_apart);
    tcase_add_test(tests, runs_plain);
    tcase_add_test(tests, runs_many_are_one_line);
    tcase_add_test(tests, runs_odd_numbers);
    tcase_add_test(tests, runs_equal_values);
    tcase_add_test(tests, environment_and_locale);
    tcase_add_test(tests, thousand_plots);
    tcase_add_test(tests, refuses_sizes);
    tcase_add_test(tests, unbalanced_group);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
