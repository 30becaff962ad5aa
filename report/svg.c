#include "report/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/tree.h>

#include "record/memory.h"
#include "report/caption.h"
#include "report/chart.h"
#include "report/canvas.h"
#include "report/compare_words.h"
#include "report/tone.h"

enum { BARS_MOST = 60, MARGIN = 16, TITLE = 17, LETTER = 12, LINE = 18 };

#define XML(text) ((const xmlChar *)(text))

/* The colours of the page's style sheet on white paper, in the words of CSS 2: programs that
 * draw SVG know no others. */
static const char style[] =
    "svg{font-family:\"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",sans-serif;"
    "font-size:12px}"
    "text{fill:#1b1d1f}.title{font-size:17px;font-weight:bold}.caption{fill:#5c6166}"
    ".paper{fill:#ffffff;stroke:none}.tick{font-size:11px;fill:#5c6166}"
    ".heading,.name{font-weight:bold}.grid{stroke:#dcdfe2;fill:none}.zero{stroke:#5c6166;fill:none}"
    ".noise{fill:#eceef0;stroke:none}.row{fill:none;stroke:none}"
    ".bar{fill-opacity:0.4;stroke-width:1}.better .bar{fill:#0072b2;stroke:#0072b2}"
    ".worse .bar{fill:#d55e00;stroke:#d55e00}.same .bar,.open .bar{fill:#767676;stroke:#767676}"
    ".better .bar.hollow,.worse .bar.hollow,.same .bar.hollow,.open .bar.hollow"
    "{fill:none;stroke-dasharray:3 2}"
    ".whisker{fill:none;stroke:#1b1d1f;stroke-width:1.4}";

/* What is drawn of a section. */
struct picture {
    struct arena *arena;
    const struct compare_section *section;
    struct chart_bar *bars;
    size_t nr, all;
    bool has_interval;
};

/* "scsi against virtio · cache none, bs 4k": what stands above bars of equal setting. */
static const char *group_of(const struct picture *picture, const struct compare_row *row,
                            size_t pair)
{
    const struct compare_section *section = picture->section;
    struct strbuf text = STRBUF_INIT;
    if (section->pairs_nr > 1)
        strbuf_printf(&text, "%s against %s%s", section->levels[section->pairs[pair].level].name,
                      section->levels[section->pairs[pair].base].name,
                      row->where.nr ? " \xc2\xb7 " : "");
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&text, "%s%s %s", i ? ", " : "", row->where.at[i].name,
                      row->where.at[i].value);
    const char *group = arena_string(picture->arena, text.text);
    strbuf_free(&text);
    return group;
}

static void set_bar(struct picture *picture, struct chart_bar *bar, const struct compare_row *row,
                    size_t pair)
{
    static const enum chart_bound bounds[] = {[COMPARE_EXACT] = CHART_EXACT,
                                              [COMPARE_AT_LEAST] = CHART_AT_LEAST,
                                              [COMPARE_AT_MOST] = CHART_AT_MOST,
                                              [COMPARE_UNKNOWN] = CHART_EXACT};
    const struct compare_change *change = &row->changes[pair];
    const char *verdict = compare_verdict_word(change->verdict, row->known);
    char delta[96];
    compare_format_delta(delta, sizeof delta, change);
    *bar = (struct chart_bar){
        .group = group_of(picture, row, pair),
        .label = arena_printf(picture->arena, "%s%s%s", row->op, *row->op ? " " : "",
                              row->known ? row->known->title : row->metric),
        .value = *delta ? arena_printf(picture->arena, "%s, %s", delta, verdict) : verdict,
        .has_delta = change->has_delta,
        .delta_pct = change->delta_pct,
        .bound = bounds[change->bound],
        .has_interval = change->has_interval,
        .low_pct = change->low_pct,
        .high_pct = change->high_pct,
        .tone = tone_of_change(row, change),
        .is_hollow = change->verdict == VERDICT_SINGLE || change->verdict == VERDICT_NONE,
    };
    picture->has_interval = picture->has_interval || change->has_interval;
}

/* A change and where it stands: for finding the largest. */
struct place {
    double size;
    size_t row, pair;
};

static int by_size(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static int by_place(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* The size of a change on the scale of ratios, so that a half counts as a double. */
static double size_of(const struct compare_change *change)
{
    if (!change->has_delta)
        return -1;
    return change->delta_pct > -100 ? fabs(log1p(change->delta_pct / 100)) : INFINITY;
}

static void choose_bars(struct picture *picture)
{
    const struct compare_section *section = picture->section;
    struct place *places =
        memory_alloc((section->pairs_nr * section->rows_nr + 1) * sizeof *places);
    for (size_t p = 0; p < section->pairs_nr; p++)
        for (size_t r = 0; r < section->rows_nr; r++)
            if (section->rows[r].changes[p].verdict != VERDICT_UNPAIRED)
                places[picture->all++] =
                    (struct place){size_of(&section->rows[r].changes[p]), r, p};
    picture->nr = picture->all < BARS_MOST ? picture->all : BARS_MOST;
    qsort(places, picture->all, sizeof *places, by_size);
    qsort(places, picture->nr, sizeof *places, by_place);
    picture->bars = arena_alloc(picture->arena, (picture->nr + 1) * sizeof *picture->bars);
    for (size_t i = 0; i < picture->nr; i++)
        set_bar(picture, &picture->bars[i], &section->rows[places[i].row], places[i].pair);
    free(places);
}

/* "By bus: scsi against virtio": what the picture is of. */
static const char *title_of(const struct picture *picture, const struct output_options *options)
{
    const struct compare_section *section = picture->section;
    if (options->title)
        return options->title;
    if (section->pairs_nr == 1)
        return arena_printf(picture->arena, "By %s: %s against %s", section->factor,
                            section->levels[section->pairs[0].level].name,
                            section->levels[section->pairs[0].base].name);
    return arena_printf(picture->arena, "By %s", section->factor);
}

static const char *caption_of(const struct picture *picture, const struct compare_options *options)
{
    struct chart_bars bars = {picture->bars, picture->nr, options->noise_pct};
    struct strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "Change of %ss against the baseline", compare_stat_name(options->stat));
    if (picture->has_interval)
        strbuf_printf(&text, " with %g %% intervals", options->confidence_pct);
    if (options->noise_pct > 0)
        strbuf_printf(&text, "; grey: \xc2\xb1%g %%", options->noise_pct);
    if (chart_bars_scale(&bars, CHART_WIDE).is_ratio)
        strbuf_string(&text, "; logarithmic axis");
    if (picture->nr < picture->all)
        strbuf_printf(&text, "; the %zu largest of %zu", picture->nr, picture->all);
    const char *caption = arena_string(picture->arena, text.text);
    strbuf_free(&text);
    return caption;
}

static xmlNodePtr add_node(xmlNodePtr parent, const char *name, const char *class)
{
    xmlNodePtr node = xmlNewDocNode(parent->doc, parent->ns, XML(name), NULL);
    if (class)
        xmlSetProp(node, XML("class"), XML(class));
    return xmlAddChild(parent, node);
}

static void set_number(xmlNodePtr node, const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.5g", value);
    xmlSetProp(node, XML(name), XML(text));
}

/* A line of text, cut where it is wider than the picture. */
static void add_line(xmlNodePtr svg, const char *class, double y, int size, bool is_bold,
                     const char *text)
{
    char *clean = caption_clean(text);
    char *shown = caption_shorten(clean, size, is_bold, CHART_WIDE, NULL);
    xmlNodePtr node = add_node(svg, "text", class);
    set_number(node, "x", MARGIN);
    set_number(node, "y", y);
    xmlNodeAddContent(node, XML(shown));
    free(shown);
    free(clean);
}

/* Puts the chart below its title, on paper. */
static xmlDocPtr frame_chart(const struct picture *picture, xmlNodePtr chart, const char *title,
                             const char *caption, double *width, double *height)
{
    const int head = MARGIN + TITLE + LINE + LETTER;
    xmlChar *of_chart = xmlGetProp(chart, XML("height"));
    xmlDocPtr doc = xmlNewDoc(XML("1.0"));
    xmlNodePtr svg = xmlNewDocNode(doc, NULL, XML("svg"), NULL);
    char box[80];
    (void)picture;
    *width = CHART_WIDE + 2 * MARGIN;
    *height = head + strtod((const char *)of_chart, NULL) + MARGIN;
    xmlFree(of_chart);
    xmlDocSetRootElement(doc, svg);
    xmlSetNs(svg, xmlNewNs(svg, XML("http://www.w3.org/2000/svg"), NULL));
    snprintf(box, sizeof box, "0 0 %.5g %.5g", *width, *height);
    xmlSetProp(svg, XML("viewBox"), XML(box));
    set_number(svg, "width", *width);
    set_number(svg, "height", *height);
    xmlNodeAddContent(add_node(svg, "style", NULL), XML(style));
    xmlNodePtr paper = add_node(svg, "rect", "paper");
    set_number(paper, "width", *width);
    set_number(paper, "height", *height);
    add_line(svg, "title", MARGIN + TITLE, TITLE, true, title);
    add_line(svg, "caption", MARGIN + TITLE + LINE + 2, LETTER, false, caption);
    xmlNodePtr inner = xmlDocCopyNode(chart, doc, 1);
    set_number(inner, "x", MARGIN);
    set_number(inner, "y", head);
    xmlAddChild(svg, inner);
    return doc;
}

static int refuse(const struct comparison *comparison, struct diag *diag)
{
    diag_set(diag, DIAG_FATAL, NULL, 0,
             comparison->values ? "choose two levels with --by, or write text or csv"
                                : "write text, which says why",
             "there is nothing to draw: no results are compared");
    return -1;
}

int svg_draw(const struct comparison *comparison, const struct output_options *options,
             struct strbuf *svg, double *width, double *height, struct diag *diag)
{
    double wide, high;
    int length;
    xmlChar *text;
    if (!comparison->sections_nr)
        return refuse(comparison, diag);
    struct picture picture = {.arena = arena_new(), .section = &comparison->sections[0]};
    choose_bars(&picture);
    const struct chart_bars bars = {picture.bars, picture.nr, comparison->options.noise_pct};
    const char *title = title_of(&picture, options);
    const char *caption = caption_of(&picture, &comparison->options);
    const struct chart_frame frame = {"c", "plot", title, caption, CHART_WIDE};
    xmlNodePtr chart = picture.nr ? chart_bars_draw(&bars, &frame, diag) : NULL;
    if (chart) {
        xmlDocPtr doc = frame_chart(&picture, chart, title, caption, &wide, &high);
        xmlDocDumpMemoryEnc(doc, &text, &length, "UTF-8");
        strbuf_add(svg, (const char *)text, (size_t)length);
        xmlFree(text);
        xmlFreeDoc(doc);
    } else if (!picture.nr) {
        refuse(comparison, diag);
    }
    canvas_node_free(chart);
    arena_free(picture.arena);
    if (chart && width)
        *width = wide;
    if (chart && height)
        *height = high;
    return chart ? 0 : -1;
}

int svg_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag)
{
    struct strbuf svg = STRBUF_INIT;
    int result = svg_draw(comparison, options, &svg, NULL, NULL, diag);
    fwrite(svg.text, 1, svg.length, out);
    strbuf_free(&svg);
    return result ? result : outputs_check(out, diag);
}
