/* Charts of lines, dot plots, heat maps, and logarithmic ticks. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "tests/t_chart.h"
#include "tests/t_main.h"

static const double widths[] = {CHART_WIDE, CHART_MIDDLE, CHART_HALF, CHART_NARROW};
enum { WIDTHS_NR = sizeof widths / sizeof widths[0] };

static struct chart_frame frame_of(double width)
{
    return (struct chart_frame){"p1", "plot", EVIL, "What it shows.", width};
}

/* Checks a drawing and returns how many elements of that name it has. */
static size_t take_count(xmlNodePtr svg, const char *name)
{
    size_t nr;

    ck_assert_ptr_nonnull(svg);
    check_node(svg, "p1");
    ck_assert(!has_mark(svg));
    nr = count(svg, name);
    canvas_node_free(svg);
    return nr;
}

/* Walks the texts of one class and checks that those on one line keep apart. */
static void check_apart(const xmlNode *node, double apart)
{
    double x[64], y[64];
    size_t nr = 0;

    for (const xmlNode *child = node->children; child; child = child->next) {
        xmlChar *value = child->type == XML_ELEMENT_NODE
                             ? xmlGetProp((xmlNodePtr)child, (const xmlChar *)"class")
                             : NULL;

        if (value && !strcmp((const char *)value, "tick") && nr < 64) {
            xmlChar *at_x = xmlGetProp((xmlNodePtr)child, (const xmlChar *)"x");
            xmlChar *at_y = xmlGetProp((xmlNodePtr)child, (const xmlChar *)"y");

            x[nr] = strtod((const char *)at_x, NULL);
            y[nr++] = strtod((const char *)at_y, NULL);
            xmlFree(at_x);
            xmlFree(at_y);
        }
        xmlFree(value);
    }
    ck_assert_uint_gt(nr, 1);
    for (size_t i = 0; i < nr; i++)
        for (size_t k = 0; k < i; k++)
            ck_assert(fabs(y[i] - y[k]) > 9 || fabs(x[i] - x[k]) >= apart);
}

static const struct chart_point sweep[] = {
    {.x = 128, .y = 6.7, .tip = "first"},
    {.x = 256, .y = 14},
    {.x = 512, .y = 58},
    {.x = 600, .y = 58},
    {.x = 1000, .y = 53},
    {.x = 1024, .y = 55},
    {.x = 1200, .y = 2.3},
    {.x = 2048, .y = 1.4},
};
enum { SWEEP_NR = sizeof sweep / sizeof sweep[0] };

START_TEST(lines_sweep)
{
    const struct chart_place places[] = {{128, "128"},   {256, "256"},   {512, "512"},
                                         {600, "600"},   {1000, "1000"}, {1024, "1024"},
                                         {1200, "1200"}, {2048, "2048"}};
    const struct chart_line lines[] = {
        {.label = EVIL, .at = sweep, .nr = SWEEP_NR, .has_path = true, .has_dots = true},
        {.label = "other", .at = sweep, .nr = 3, .style = 1, .has_path = true, .is_faint = true}};
    const struct chart_reference baseline = {"dom0", 59.6};
    const struct chart_lines chart = {.at = lines,
                                      .nr = 2,
                                      .references = &baseline,
                                      .references_nr = 1,
                                      .x_title = "sectors",
                                      .y_title = EVIL,
                                      .places = places,
                                      .places_nr = 8,
                                      .is_x_log = true,
                                      .is_y_log = true};

    for (size_t i = 0; i < WIDTHS_NR; i++) {
        const struct chart_frame frame = frame_of(widths[i]);
        struct diag diag;
        xmlNodePtr svg = chart_lines_draw(&chart, &frame, &diag);

        ck_assert(has_text(svg, "first") && has_text(svg, "dom0"));
        ck_assert(has_text(svg, "128") && has_text(svg, "2048"));
        check_apart(svg, 20);
        /* One line for each series, a dot for each point of the first and its name. */
        ck_assert_uint_eq(count(svg, "polyline"), 2);
        ck_assert_uint_eq(take_count(svg, "circle"), SWEEP_NR + 1);
    }
}
END_TEST

/* Values that no axis can show are left out, the others stay. */
START_TEST(lines_odd_numbers)
{
    const struct chart_point odd[] = {{.x = NAN, .y = 1},   {.x = 1, .y = INFINITY},
                                      {.x = 2, .y = -5},    {.x = 3, .y = 0},
                                      {.x = 4, .y = 1e308}, {.x = 5, .y = 7}};
    const struct chart_line line = {
        .label = "odd", .at = odd, .nr = 6, .has_path = true, .has_dots = true};
    const struct chart_ray ray = {"1 per %", 1};
    struct diag diag;

    for (int kind = 0; kind < 8; kind++) {
        const struct chart_frame frame = frame_of(CHART_HALF);
        const struct chart_lines chart = {.at = &line,
                                          .nr = 1,
                                          .rays = &ray,
                                          .rays_nr = 1,
                                          .is_x_log = kind & 1,
                                          .is_y_log = kind & 2,
                                          .has_zero = kind & 4};

        ck_assert_uint_ge(take_count(chart_lines_draw(&chart, &frame, &diag), "circle"), 1);
    }
}
END_TEST

START_TEST(lines_none)
{
    const struct chart_line empty = {.label = "none"};
    const struct chart_lines charts[] = {
        {.nr = 0}, {.at = &empty, .nr = 1}, {.nr = 0, .is_x_log = true, .is_y_log = true}};
    const struct chart_frame frame = frame_of(CHART_WIDE);
    struct diag diag;

    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_eq(take_count(chart_lines_draw(&charts[i], &frame, &diag), "circle"), 0);
}
END_TEST

/* However many points, the drawing stays small: the least and the most of each column. */
START_TEST(lines_many)
{
    enum { NR = 200000 };
    struct chart_point *points = calloc(NR, sizeof *points);
    const struct chart_line line = {.at = points, .nr = NR, .has_path = true, .has_dots = true};
    const struct chart_lines chart = {.at = &line, .nr = 1};
    const struct chart_frame frame = frame_of(CHART_WIDE);
    struct diag diag;
    char *text;

    ck_assert_ptr_nonnull(points);
    for (size_t i = 0; i < NR; i++)
        points[i] = (struct chart_point){.x = (double)i, .y = i == NR / 2 ? 1000 : (double)(i % 7)};
    text = take_text(chart_lines_draw(&chart, &frame, &diag));
    ck_assert_uint_lt(strlen(text), 60000);
    ck_assert_uint_gt(strlen(text), 5000);
    xmlFree(text);
    free(points);
}
END_TEST

static const struct chart_run runs[] = {{.value = 10},
                                        {.value = 10.01},
                                        {.value = 10.02, .is_outlier = true},
                                        {.value = 10.03},
                                        {.value = 12, .is_bound = true}};

START_TEST(dots_plain)
{
    const struct chart_strip strips[] = {
        {.group = EVIL,
         .label = EVIL,
         .value = "10.0",
         .at = runs,
         .nr = 5,
         .has_mean = true,
         .mean = 10.4,
         .has_interval = true,
         .low = 9,
         .high = 1e9},
        {.group = EVIL, .label = "b", .at = runs, .nr = 1, .mean = 10, .style = 9}};
    const struct chart_dots chart = {.at = strips, .nr = 2, .x_title = "MB/s"};

    for (size_t i = 0; i < WIDTHS_NR; i++) {
        const struct chart_frame frame = frame_of(widths[i]);
        struct diag diag;
        xmlNodePtr svg = chart_dots_draw(&chart, &frame, &diag);

        check_apart(svg, 12);
        ck_assert(has_text(svg, "10.0") && has_text(svg, "0"));
        /* Five dots and the ring; the other strip has squares. */
        ck_assert_uint_eq(take_count(svg, "circle"), 6);
    }
}
END_TEST

/* No dot hides another while there is room beside their line. */
START_TEST(dots_spread)
{
    const struct chart_strip strip = {.label = "a", .at = runs, .nr = 4, .mean = 10};
    const struct chart_dots chart = {.at = &strip, .nr = 1};
    const struct chart_frame frame = frame_of(CHART_WIDE);
    struct diag diag;
    xmlNodePtr svg = chart_dots_draw(&chart, &frame, &diag);
    double y[8];
    size_t nr = 0;

    for (const xmlNode *group = svg->children; group; group = group->next)
        for (const xmlNode *node = group->type == XML_ELEMENT_NODE ? group->children : NULL; node;
             node = node->next) {
            xmlChar *value = node->type == XML_ELEMENT_NODE
                                 ? xmlGetProp((xmlNodePtr)node, (const xmlChar *)"cy")
                                 : NULL;

            if (value && nr < 8)
                y[nr++] = strtod((const char *)value, NULL);
            xmlFree(value);
        }
    ck_assert_uint_ge(nr, 4);
    ck_assert_double_ne(y[0], y[1]);
    canvas_node_free(svg);
}
END_TEST

START_TEST(dots_odd_numbers)
{
    const struct chart_run odd[] = {
        {.value = NAN}, {.value = -INFINITY}, {.value = 0}, {.value = -3}, {.value = 1e308}};
    const struct chart_strip strip = {
        .label = "odd", .at = odd, .nr = 5, .has_mean = true, .mean = NAN};
    const struct chart_strip none = {.label = "none"};
    const struct chart_frame frame = frame_of(CHART_NARROW);
    struct diag diag;

    for (int log = 0; log < 2; log++) {
        const struct chart_dots charts[] = {{.at = &strip, .nr = 1, .is_log = log},
                                            {.at = &none, .nr = 1, .is_log = log},
                                            {.nr = 0, .is_log = log}};

        for (size_t i = 0; i < 3; i++)
            take_count(chart_dots_draw(&charts[i], &frame, &diag), "circle");
    }
    ck_assert(!chart_dots_are_far(&(struct chart_dots){.at = &strip, .nr = 1}));
    ck_assert_ptr_null(
        chart_dots_draw(&(struct chart_dots){.at = &strip, .nr = 100000}, &frame, &diag));
}
END_TEST

START_TEST(dots_far)
{
    const struct chart_run near_run = {.value = 1}, far_run = {.value = 13};
    const struct chart_strip strips[] = {{.at = &near_run, .nr = 1, .mean = 1},
                                         {.at = &far_run, .nr = 1, .mean = 13}};

    ck_assert(chart_dots_are_far(&(struct chart_dots){.at = strips, .nr = 2}));
    ck_assert(!chart_dots_are_far(&(struct chart_dots){.at = strips, .nr = 1}));
}
END_TEST

START_TEST(heat_plain)
{
    static const char *const columns[] = {"4k", EVIL, "1M"}, *const rows[] = {EVIL, "xfs"};
    const struct chart_cell cells[] = {
        {.text = "+100 %", .delta_pct = 100},
        {.text = EVIL, .delta_pct = NAN, .tone = CHART_OPEN},
        {.text = NULL},
        {.text = "-50 %", .delta_pct = -50, .tone = CHART_WORSE, .is_hollow = true},
        {.text = "-100 %", .delta_pct = -100, .tip = "tip"},
        {.text = "0 %", .tone = CHART_SAME}};
    const struct chart_heat heat = {columns, 3, rows, 2, cells};

    for (size_t i = 0; i < WIDTHS_NR; i++) {
        const struct chart_frame frame = frame_of(widths[i]);
        struct diag diag;
        xmlNodePtr svg = chart_heat_draw(&heat, &frame, &diag);

        ck_assert(has_text(svg, "+100 %") && has_text(svg, "tip") && has_text(svg, "xfs"));
        ck_assert_uint_eq(take_count(svg, "rect"), 7); /* six cells and an edge */
    }
}
END_TEST

/* Columns that do not fit stand below each other, none is lost. */
START_TEST(heat_many_columns)
{
    static const char *const rows[] = {"a"};
    const char *columns[12];
    struct chart_cell cells[12];
    const struct chart_heat heat = {columns, 12, rows, 1, cells};
    const struct chart_frame frame = frame_of(CHART_NARROW);
    struct diag diag;

    for (size_t i = 0; i < 12; i++) {
        columns[i] = "c";
        cells[i] = (struct chart_cell){.text = "x"};
    }
    ck_assert_uint_eq(take_count(chart_heat_draw(&heat, &frame, &diag), "rect"), 12);
    ck_assert_ptr_null(
        chart_heat_draw(&(struct chart_heat){columns, 12, rows, 0, cells}, &frame, &diag));
}
END_TEST

/* Ticks of a logarithmic axis are round, within its range and apart. */
START_TEST(ticks_log)
{
    for (double low = 1e-6; low < 1e6; low *= 7)
        for (double span = 1.05; span < 1e12; span *= 3) {
            const struct chart_scale scale = {
                .low = low, .high = low * span, .to = 300, .is_log = true};
            struct chart_ticks ticks;

            chart_ticks_log(&ticks, &scale, 30);
            ck_assert_uint_ge(ticks.nr, 1);
            for (size_t i = 0; i < ticks.nr; i++) {
                ck_assert_double_ge(ticks.at[i].value, low * (1 - 1e-6));
                ck_assert_double_le(ticks.at[i].value, low * span * (1 + 1e-6));
                ck_assert(!i || ticks.at[i].value > ticks.at[i - 1].value);
            }
        }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("lines");
    TCase *tests = tcase_create("lines");

    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, lines_sweep);
    tcase_add_test(tests, lines_odd_numbers);
    tcase_add_test(tests, lines_none);
    tcase_add_test(tests, lines_many);
    tcase_add_test(tests, dots_plain);
    tcase_add_test(tests, dots_spread);
    tcase_add_test(tests, dots_odd_numbers);
    tcase_add_test(tests, dots_far);
    tcase_add_test(tests, heat_plain);
    tcase_add_test(tests, heat_many_columns);
    tcase_add_test(tests, ticks_log);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
