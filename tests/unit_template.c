#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/canvas.h"
#include "report/page.h"
#include "report/template.h"
#include "tests/t_main.h"

static const struct template_name names[] = {
    {"title", SLOT_TEXT, NULL, ""},   {"link", SLOT_TEXT, NULL, ""},
    {"yes", SLOT_TEXT, NULL, ""},     {"rows", SLOT_LIST, NULL, ""},
    {"cell", SLOT_TEXT, "rows", ""},  {"parts", SLOT_LIST, "rows", ""},
    {"part", SLOT_TEXT, "parts", ""}, {"picture", SLOT_PICTURE, NULL, ""},
};
#define NAMES_NR (sizeof names / sizeof names[0])

#define HEAD "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t</title></head><body>"
#define TAIL "</body></html>"

static char path[64];

/* Writes a template to a file of its own and loads it. */
static struct template *load(const char *text, struct diag *diag)
{
    struct template *template;
    FILE *out;
    int fd;

    strcpy(path, "unit_template.XXXXXX");
    fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    out = fdopen(fd, "w");
    fputs(text, out);
    fclose(out);
    memset(diag, 0, sizeof *diag);
    template = template_load(path, names, NAMES_NR, diag);
    unlink(path);
    return template;
}

static int draw_count;

static xmlNodePtr draw(const void *context, struct diag *diag)
{
    const struct canvas_frame frame = {"p1", "plot", "t", context, false};
    struct canvas *canvas = canvas_new(100, 50, diag);
    xmlNodePtr svg;

    draw_count++;
    canvas_text(canvas, "label", NULL, CANVAS_START, (struct canvas_point){1, 1}, context);
    svg = canvas_finish(canvas, &frame, diag);
    canvas_free(canvas);
    return svg;
}

/* Fills a body with sample values; returns the page, or NULL with *diag set. */
static char *fill(const char *body, const char *value, struct diag *diag)
{
    struct arena *arena = arena_new();
    struct slots *slots = slots_new(arena, NULL);
    char whole[2000], *text = NULL;
    size_t length = 0;
    struct template *template;
    FILE *out;
    int status;

    snprintf(whole, sizeof whole, HEAD "%s" TAIL, body);
    template = load(whole, diag);
    ck_assert_msg(template != NULL, "%s", diag->text);
    slots_text(slots, "title", value);
    slots_text(slots, "link", value);
    slots_flag(slots, "yes", true);
    for (int i = 1; i <= 2; i++) {
        struct slots *row = slots_item(slots, "rows");

        slots_printf(row, "cell", "c%d", i);
        for (int k = 0; k < i; k++)
            slots_printf(slots_item(row, "parts"), "part", "%d.%d", i, k);
    }
    slots_picture(slots, "picture", draw, value);
    out = open_memstream(&text, &length);
    status = template_write(template, slots, out, diag);
    fclose(out);
    template_free(template);
    arena_free(arena);
    if (!status)
        return text;
    free(text);
    return NULL;
}

static const struct {
    const char *body, *value, *expected;
} bodies[] = {
    {"<p data-slot='title'>sample <b>x</b></p>", "a<b>&\"", "<p>a&lt;b&gt;&amp;\"</p>"},
    {"<p data-if='yes'>in</p><p data-if='!yes'>out</p>", "x", "<body><p>in</p></body>"},
    {"<p data-if='title'>in</p><p data-if='!title'>out</p>", "", "<body><p>out</p></body>"},
    {"<ul><li data-each='rows' data-slot='cell'>s</li></ul>", "x",
     "<ul><li>c1</li><li>c2</li></ul>"},
    {"<ul><li data-each='rows'><b data-slot='title'/><i data-each='parts' "
     "data-slot='part'/></li></ul>",
     "x", "<ul><li><b>x</b><i>1.0</i></li><li><b>x</b><i>2.0</i><i>2.1</i></li></ul>"},
    {"<a href='#s' data-attr-href='link'>x</a>", "#l1-2", "<a href=\"#l1-2\">x</a>"},
    {"<a href='#s' data-attr-href='link'>x</a>", "", "<a>x</a>"},
    {"<p data-attr-title='title'/>", "\"><script>", "<p title=\"&quot;&gt;&lt;script&gt;\"></p>"},
    {"<style>a &gt; b {}</style>", "x", "<style>a > b {}</style>"},
};

START_TEST(fills)
{
    struct diag diag;
    char *page = fill(bodies[_i].body, bodies[_i].value, &diag);

    ck_assert_msg(page != NULL, "%s", diag.text);
    ck_assert_msg(strstr(page, bodies[_i].expected) != NULL, "no %s in %s", bodies[_i].expected,
                  page);
    ck_assert_ptr_null(strstr(page, "data-slot"));
    ck_assert_ptr_null(strstr(page, "data-each"));
    ck_assert_ptr_null(strstr(page, "data-if"));
    /* A policy stands in every page, whatever the template has. */
    ck_assert_ptr_nonnull(strstr(page, "<head><meta charset=\"utf-8\"><meta http-equiv="
                                       "\"Content-Security-Policy\" content=\"default-src 'none'"));
    free(page);
}
END_TEST

START_TEST(draws_pictures)
{
    struct diag diag;
    char *page =
        fill("<div data-slot='picture'/><div data-if='!yes' data-slot='picture'/>", "l<b>", &diag);

    ck_assert_ptr_nonnull(strstr(page, "<div><svg viewBox=\"0 0 100 50\""));
    ck_assert_ptr_nonnull(strstr(page, ">l&lt;b&gt;</text></svg></div>"));
    ck_assert_int_eq(draw_count, 1); /* one that is not shown is not drawn */
    free(page);
}
END_TEST

static const char *const hrefs[] = {
    "javascript:alert(1)", "data:text/html,x", " #x",
    "//example.org",       "JaVaScRiPt:x",     "file:///etc/passwd"};

START_TEST(refuses_links)
{
    struct diag diag;

    ck_assert_ptr_null(fill("<a data-attr-href='link'>x</a>", hrefs[_i], &diag));
    ck_assert_uint_eq(diag.line, 1);
}
END_TEST

START_TEST(refuses_ids)
{
    struct diag diag;

    ck_assert_ptr_null(fill("<a data-attr-id='link'>x</a>", "a\" b", &diag));
    ck_assert_ptr_null(fill("<a data-attr-class='link'>x</a>", "<", &diag));
}
END_TEST

/* What a template must not have, and the line of the message. */
static const struct {
    const char *text;
    unsigned long line;
    const char *says;
} wrongs[] = {
    {HEAD "\n\n<p data-slot='titel'/>" TAIL, 3, "titel"},
    {HEAD "\n<p data-if='nothing'/>" TAIL, 2, "nothing"},
    {HEAD "\n<p data-slot='cell'/>" TAIL, 2, "data-each=\"rows\""},
    {HEAD "<p data-slot='rows'/>" TAIL, 1, "list"},
    {HEAD "<p data-each='title'/>" TAIL, 1, "list"},
    {HEAD "<p data-attr-title='picture'/>" TAIL, 1, "text"},
    {HEAD "<p data-attr-onclick='title'/>" TAIL, 1, "onclick"},
    {HEAD "<p data-attr-style='title'/>" TAIL, 1, "style"},
    {HEAD "<p data-attr-src='title'/>" TAIL, 1, "src"},
    {HEAD "<p onclick='x'/>" TAIL, 1, "script"},
    {HEAD "\n<script>x</script>" TAIL, 2, "script"},
    {HEAD "\n<SCRIPT>x</SCRIPT>" TAIL, 2, "script"},
    {HEAD "<style data-slot='title'/>" TAIL, 1, "style"},
    {"<!DOCTYPE html>\n" HEAD TAIL, 1, "DOCTYPE"},
    {"\n<!DOCTYPE html [<!ENTITY a 'x'>]>" HEAD "&a;" TAIL, 2, "DOCTYPE"},
    {HEAD "\n<p>&nbsp;</p>" TAIL, 2, "XML"},
    {HEAD "\n<p>" TAIL, 2, "XML"},
    {HEAD "<link rel='stylesheet' href='../x.css'/>" TAIL, 1, "elsewhere"},
    {HEAD "<link rel='stylesheet' href='http://example.org/x.css'/>" TAIL, 1, "elsewhere"},
    {"<p xmlns='http://www.w3.org/1999/xhtml'/>", 1, "html"},
    {"<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", 1, "head"},
    {"", 0, "XML"},
};

START_TEST(refuses)
{
    struct diag diag;

    ck_assert_ptr_null(load(wrongs[_i].text, &diag));
    ck_assert_str_eq(diag.path, path);
    ck_assert_msg(strstr(diag.text, wrongs[_i].says) != NULL, "%s", diag.text);
    if (wrongs[_i].line)
        ck_assert_uint_eq(diag.line, wrongs[_i].line);
}
END_TEST

START_TEST(missing_file)
{
    struct diag diag;

    ck_assert_ptr_null(template_load("no/such/template", names, NAMES_NR, &diag));
    ck_assert_int_eq(diag.level, DIAG_FATAL);
}
END_TEST

/* The program's own template keeps to its own rules, and its names are all in
 * use. */
START_TEST(own_template)
{
    struct diag diag;
    size_t nr;
    const struct template_name *own = page_names(&nr);
    struct template *template = template_load(NULL, own, nr, &diag);
    const char *text = NULL;

    ck_assert_msg(template != NULL, "%lu: %s", diag.line, diag.text);
    template_free(template);
    for (const struct template_file *file = template_files; file->name; file++)
        if (!strcmp(file->name, "report.xhtml"))
            text = strndup((const char *)file->bytes, file->length);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < nr; i++) {
        char quoted[80];

        snprintf(quoted, sizeof quoted, "=\"%s\"", own[i].name);
        ck_assert_msg(strstr(text, quoted) != NULL, "%s is not used", own[i].name);
    }
    free((char *)text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("template");
    TCase *tests = tcase_create("template");

    tcase_add_loop_test(tests, fills, 0, sizeof bodies / sizeof bodies[0]);
    tcase_add_test(tests, draws_pictures);
    tcase_add_loop_test(tests, refuses_links, 0, sizeof hrefs / sizeof hrefs[0]);
    tcase_add_test(tests, refuses_ids);
    tcase_add_loop_test(tests, refuses, 0, sizeof wrongs / sizeof wrongs[0]);
    tcase_add_test(tests, missing_file);
    tcase_add_test(tests, own_template);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
