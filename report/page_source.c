/* The lines of the inputs behind the numbers of a page, and the links to them. */
#include "report/page_parts.h"

#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/table.h"

#define LINES_MAX 1500
#define BACKS_MAX 4
#define TEXT_MAX_LENGTH 400 /* bytes; a longer line is cut with a mark */

/* A line of an input that gives figures or a label. */
struct line {
    const struct record_source *source;
    size_t input; /* its place in the order of inputs */
    unsigned long number;
    const char *text;
    const struct record_label *label; /* NULL where it gives figures */
    const char *hrefs[BACKS_MAX];
    const struct compare_row *rows[BACKS_MAX];
    size_t backs;
    size_t shown; /* number among those that are shown, 1-based; 0: is not */
};

struct page_source {
    struct line *lines;
    size_t nr, room;
    size_t shown;
    struct table *inputs; /* numbered as those of the comparison, which are distinct */
};

/* Returns the place of a record's file in the order of inputs, 0 for none. */
static size_t find_input(const struct page *page, const struct record_source *source)
{
    if (!source->path)
        return 0;
    size_t place = table_find(page->source->inputs, source->path, strlen(source->path));
    return place == TABLE_NONE ? page->comparison->inputs_nr : place;
}

static int compare_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

/* Orders lines as they stand; lines of figures before labels of the same line. */
static int compare_lines(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    int order = a->input < b->input ? -1 : a->input > b->input;

    if (!order)
        order = compare_text(a->source->path, b->source->path);
    if (!order)
        order = compare_text(a->source->message_id, b->source->message_id);
    if (!order)
        order = compare_text(a->source->part, b->source->part);
    if (!order)
        order = a->number < b->number ? -1 : a->number > b->number;
    return order;
}

static int compare_with_labels(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    int order = compare_lines(a, b);

    return order ? order : (a->label != NULL) - (b->label != NULL);
}

static void add_line(struct page *page, const struct record_source *source, size_t input,
                     unsigned long number, const char *text, const struct record_label *label)
{
    struct page_source *index = page->source;
    struct line *line;

    if (!number || !text)
        return;
    index->lines = arena_grow(page->arena, index->lines, index->nr, &index->room, sizeof *line);
    line = &index->lines[index->nr++];
    memset(line, 0, sizeof *line);
    line->source = source;
    line->input = input;
    line->number = number;
    line->text = text;
    line->label = label;
}

static void add_record(struct page *page, const struct record *record)
{
    const struct record_source *source = &record->source;
    size_t input = find_input(page, source);

    add_line(page, source, input, source->line, source->text, NULL);
    for (size_t i = 0; i < source->labels_nr; i++)
        add_line(page, source, input, source->labels[i].line, source->labels[i].text,
                 &source->labels[i]);
}

/* Calls take for every sample of the comparison. */
static void walk_samples(struct page *page,
                         void (*take)(struct page *, size_t section, const struct compare_row *,
                                      const struct compare_sample *))
{
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t r = 0; r < section->rows_nr; r++)
            for (size_t l = 0; l < section->levels_nr; l++)
                for (size_t i = 0; i < section->rows[r].cells[l].nr; i++)
                    take(page, s, &section->rows[r], &section->rows[r].cells[l].samples[i]);
    }
}

static void take_lines(struct page *page, size_t section, const struct compare_row *row,
                       const struct compare_sample *sample)
{
    (void)section;
    (void)row;
    for (size_t i = 0; i < sample->records_nr; i++)
        add_record(page, sample->records[i]);
}

static struct line *find_line(const struct page *page, const struct record *record)
{
    struct line wanted = {.source = &record->source, .number = record->source.line};

    if (!record->source.line || !record->source.text || !page->source->nr)
        return NULL;
    wanted.input = find_input(page, &record->source);
    return bsearch(&wanted, page->source->lines, page->source->nr, sizeof wanted, compare_lines);
}

static void take_backs(struct page *page, size_t section, const struct compare_row *row,
                       const struct compare_sample *sample)
{
    for (size_t i = 0; i < sample->records_nr; i++) {
        struct line *line = find_line(page, sample->records[i]);

        if (!line || !line->shown || line->backs == BACKS_MAX ||
            (line->backs && line->rows[line->backs - 1] == row))
            continue;
        line->rows[line->backs] = row;
        line->hrefs[line->backs++] = page_row_href(page, section, row);
    }
}

struct page_source *page_source_new(struct page *page)
{
    struct page_source *index = arena_alloc(page->arena, sizeof *index);
    size_t kept = 0;

    page->source = index;
    index->inputs = table_new();
    for (size_t i = 0; i < page->comparison->inputs_nr; i++)
        table_add(index->inputs, page->comparison->inputs[i],
                  strlen(page->comparison->inputs[i]));
    walk_samples(page, take_lines);
    if (!index->nr)
        return index;
    qsort(index->lines, index->nr, sizeof *index->lines, compare_with_labels);
    for (size_t i = 0; i < index->nr; i++)
        if (!kept || compare_lines(&index->lines[kept - 1], &index->lines[i]) != 0)
            index->lines[kept++] = index->lines[i];
    index->nr = kept;
    for (size_t i = 0; i < index->nr && i < LINES_MAX; i++)
        index->lines[i].shown = ++index->shown;
    walk_samples(page, take_backs);
    return index;
}

void page_source_free(struct page_source *source)
{
    table_free(source->inputs);
}

const char *page_source_href(const struct page *page, const struct record *record)
{
    const struct line *line = find_line(page, record);

    if (!line || !line->shown)
        return "";
    return arena_printf(page->arena, "#l%zu-%lu", line->shown, line->number);
}

static void fill_about(struct slots *file, const struct record_source *source)
{
    const char *const parts[] = {source->subject, source->date, source->message_id, source->part};
    struct strbuf text = STRBUF_INIT;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i] && *parts[i])
            strbuf_printf(&text, "%s%s%s", text.length ? " \xc2\xb7 " : "", i == 3 ? "part " : "",
                          parts[i]);
    slots_text(file, "file-path", source->path ? source->path : "standard input");
    slots_text(file, "file-about", text.text);
    strbuf_free(&text);
}

static void add_piece(struct slots *slots, const char *text, size_t length, bool is_figure)
{
    struct slots *piece;

    if (!length)
        return;
    piece = slots_item(slots, "pieces");
    slots_printf(piece, "piece-text", "%.*s", (int)length, text);
    slots_text(piece, "piece-class", is_figure ? "figure" : "");
}

/* Says whether a row that uses the line shows the metric. */
static bool is_used(const struct line *line, const char *metric)
{
    for (size_t i = 0; i < line->backs; i++)
        if (!strcmp(line->rows[i]->metric, metric))
            return true;
    return false;
}

/* Returns the figure that is used and begins first at or behind from, or NULL. */
static const struct record_column *next_figure(const struct line *line, size_t from, size_t length)
{
    const struct record_column *next = NULL;

    if (line->label)
        return NULL;
    for (size_t i = 0; i < line->source->cols_nr; i++) {
        const struct record_column *col = &line->source->cols[i];

        if (col->length && col->first >= from && col->first < length &&
            col->length <= length - col->first && (!next || col->first < next->first) &&
            is_used(line, col->metric))
            next = col;
    }
    return next;
}

/* Divides the first length bytes of a line into figures that are used and what
 * stands between them. */
static void fill_pieces(struct slots *slots, const struct line *line, size_t length)
{
    const struct record_column *figure;
    size_t from = 0;

    for (; (figure = next_figure(line, from, length)); from = figure->first + figure->length) {
        add_piece(slots, line->text + from, figure->first - from, false);
        add_piece(slots, line->text + figure->first, figure->length, true);
    }
    add_piece(slots, line->text + from, length - from, false);
}

static void fill_line(struct slots *slots, const struct page *page, const struct line *line)
{
    size_t length = strlen(line->text);
    bool is_cut = length > TEXT_MAX_LENGTH;

    slots_printf(slots, "line-id", "l%zu-%lu", line->shown, line->number);
    slots_text(slots, "line-class", line->label ? "label" : "figures");
    slots_printf(slots, "line-number", "%lu", line->number);
    fill_pieces(slots, line, is_cut ? TEXT_MAX_LENGTH : length);
    if (is_cut)
        add_piece(slots, "\xe2\x80\xa6", 3, false);
    if (line->label) {
        struct slots *back = slots_item(slots, "backs");

        slots_printf(back, "back-text", "gives %s", line->label->factor);
    }
    for (size_t i = 0; i < line->backs; i++) {
        struct slots *back = slots_item(slots, "backs");
        const char *op = line->rows[i]->op;

        slots_text(back, "back-href", line->hrefs[i]);
        slots_printf(back, "back-text", "\xe2\x86\x91 %s",
                     line->backs == 1 && *op ? op : page_row_name(page, line->rows[i]));
        slots_printf(back, "back-title", "used in: %s %s", page_row_name(page, line->rows[i]),
                     page_where(page, line->rows[i]));
    }
}

static bool is_same_text(const struct line *a, const struct line *b)
{
    return a->input == b->input && !compare_text(a->source->path, b->source->path) &&
           !compare_text(a->source->message_id, b->source->message_id) &&
           !compare_text(a->source->part, b->source->part);
}

void page_source_fill(struct page *page)
{
    const struct page_source *index = page->source;
    struct slots *file = NULL;

    for (size_t i = 0; i < index->shown; i++) {
        const struct line *line = &index->lines[i];

        if (!i || !is_same_text(&index->lines[i - 1], line)) {
            file = slots_item(page->slots, "files");
            fill_about(file, line->source);
        }
        fill_line(slots_item(file, "lines"), page, line);
    }
    if (index->shown < index->nr)
        slots_printf(page->slots, "lines-rest",
                     "Showing the first %zu of %zu lines; figures of the others have no link.",
                     index->shown, index->nr);
}
