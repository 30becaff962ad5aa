/* The lines of the inputs behind the numbers of a page, and the links to them. */
#include "report/page_parts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/table.h"

#define LINES_MAX 1500
#define LINES_LARGE 300 /* of a page that leaves data out */
#define BACKS_MAX 4
#define TEXT_MAX_LENGTH 400 /* bytes; a longer line is cut with a mark */

/* A figure in a line, in bytes. */
struct span {
    size_t first, length;
};

/* Where a line that is shown is used. */
struct use {
    size_t shown; /* number among those that are shown, 1-based */
    struct span *spans;
    size_t spans_nr, spans_room;
    const char *hrefs[BACKS_MAX];
    const struct compare_row *rows[BACKS_MAX];
    size_t backs;
};

/* A line of an input that gives figures, a claim or a label. */
struct line {
    const struct record_source *source;
    size_t input; /* its place in the order of inputs */
    unsigned long number;
    const char *text;
    const struct record_label *label; /* NULL where it gives figures */
    bool is_claim;
    struct use *use; /* NULL: is not shown */
};

struct page_source {
    struct line *lines;
    size_t nr, room;
    size_t shown;
    struct table *inputs; /* numbered as those of the comparison, which are distinct */
    struct table *taken;  /* records whose lines are in */
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

/* Adds the lines of a record that is not in yet: that of its figures, and those of its
 * labels where they are asked for. */
static void add_record(struct page *page, const struct record *record, bool has_labels)
{
    const struct record_source *source = &record->source;
    size_t input, nr = table_nr(page->source->taken);

    if (table_add(page->source->taken, &record, sizeof(void *)) < nr)
        return;
    input = find_input(page, source);
    add_line(page, source, input, source->line, source->text, NULL);
    for (size_t i = 0; has_labels && i < source->labels_nr; i++)
        add_line(page, source, input, source->labels[i].line, source->labels[i].text,
                 &source->labels[i]);
}

/* Calls take for every sample of the comparison. */
static void walk_samples(struct page *page,
                         void (*take)(struct page *, size_t section, const struct compare_row *,
                                      const struct compare_sample *))
{
    for (size_t s = 0; s < page_sections_nr(page); s++) {
        const struct compare_section *section = page_section(page, s);

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
        add_record(page, sample->records[i], true);
}

/* The results that stand beside sweeps. */
static void add_references(struct page *page)
{
    for (size_t s = 0; s < page_sections_nr(page); s++) {
        const struct compare_section *section = page_section(page, s);

        for (size_t r = 0; r < section->rows_nr; r++)
            if (section->rows[r].reference.record)
                add_record(page, section->rows[r].reference.record, false);
    }
}

static void add_claims(struct page *page)
{
    const struct comparison *comparison = page->comparison;

    for (size_t i = 0; i < comparison->checks_nr; i++) {
        size_t nr = page->source->nr;

        add_record(page, comparison->checks[i].record, false);
        if (page->source->nr > nr)
            page->source->lines[nr].is_claim = true;
    }
}

/* Adds the lines that the first rows of each section lead to, as long as there is room:
 * a large page shows no others, and no labels. */
static void take_some_lines(struct page *page)
{
    for (size_t r = 0; page->source->nr < LINES_LARGE; r++) {
        bool has_row = false;

        for (size_t s = 0; s < page_sections_nr(page); s++) {
            const struct compare_section *section = page_section(page, s);
            const struct compare_row *row = &section->rows[r];

            if (r >= section->rows_nr)
                continue;
            has_row = true;
            for (size_t l = 0; l < section->levels_nr && page->source->nr < LINES_LARGE; l++)
                if (row->cells[l].nr && row->cells[l].samples[0].records_nr)
                    add_record(page, row->cells[l].samples[0].records[0], false);
        }
        if (!has_row)
            return;
    }
}

static struct line *find_line(const struct page *page, const struct record *record)
{
    struct line wanted = {.source = &record->source, .number = record->source.line};

    if (!record->source.line || !record->source.text || !page->source->nr)
        return NULL;
    wanted.input = find_input(page, &record->source);
    return bsearch(&wanted, page->source->lines, page->source->nr, sizeof wanted, compare_lines);
}

/* Notes a figure of a line, once. */
static void add_span(struct page *page, struct use *use, const struct record_column *column)
{
    size_t k = use->spans_nr;

    if (!column->length)
        return;
    for (size_t i = 0; i < use->spans_nr; i++)
        if (use->spans[i].first == column->first)
            return;
    use->spans =
        arena_grow(page->arena, use->spans, use->spans_nr, &use->spans_room, sizeof(struct span));
    for (; k && use->spans[k - 1].first > column->first; k--)
        use->spans[k] = use->spans[k - 1];
    use->spans[k] = (struct span){column->first, column->length};
    use->spans_nr++;
}

/* Marks the figure that a record has for a metric; where it has none, those from which it
 * was computed. */
static void add_spans(struct page *page, struct use *use, const struct record *record,
                      const char *metric)
{
    const struct record_source *source = &record->source;
    bool is_found = false;

    for (size_t i = 0; i < source->cols_nr; i++)
        if (!strcmp(source->cols[i].metric, metric)) {
            add_span(page, use, &source->cols[i]);
            is_found = true;
        }
    for (size_t i = 0; i < source->cols_nr && !is_found; i++)
        add_span(page, use, &source->cols[i]);
}

static void take_backs(struct page *page, size_t section, const struct compare_row *row,
                       const struct compare_sample *sample)
{
    for (size_t i = 0; i < sample->records_nr; i++) {
        struct line *line = find_line(page, sample->records[i]);

        if (!line || !line->use)
            continue;
        add_spans(page, line->use, sample->records[i], row->metric);
        if (line->use->backs == BACKS_MAX || !page->comparison->sections_nr ||
            (line->use->backs && line->use->rows[line->use->backs - 1] == row))
            continue;
        line->use->rows[line->use->backs] = row;
        line->use->hrefs[line->use->backs++] = page_row_href(page, section, row);
    }
}

/* Puts lines in order, each once. */
static void sort_lines(struct page_source *index)
{
    size_t kept = 0;

    if (!index->nr)
        return;
    qsort(index->lines, index->nr, sizeof *index->lines, compare_with_labels);
    for (size_t i = 0; i < index->nr; i++)
        if (!kept || compare_lines(&index->lines[kept - 1], &index->lines[i]) != 0)
            index->lines[kept++] = index->lines[i];
    index->nr = kept;
}

struct page_source *page_source_new(struct page *page)
{
    struct page_source *index = arena_alloc(page->arena, sizeof *index);
    size_t most = page_is_large(page) ? LINES_LARGE : LINES_MAX;

    page->source = index;
    index->inputs = table_new();
    index->taken = table_new();
    for (size_t i = 0; i < page->comparison->inputs_nr; i++)
        table_add(index->inputs, page->comparison->inputs[i], strlen(page->comparison->inputs[i]));
    if (page_is_large(page))
        take_some_lines(page);
    else
        walk_samples(page, take_lines);
    if (!page_is_large(page))
        add_references(page);
    add_claims(page);
    sort_lines(index);
    for (size_t i = 0; i < index->nr && i < most; i++) {
        index->lines[i].use = arena_alloc(page->arena, sizeof(struct use));
        index->lines[i].use->shown = ++index->shown;
    }
    walk_samples(page, take_backs);
    return index;
}

void page_source_free(struct page_source *source)
{
    table_free(source->inputs);
    table_free(source->taken);
}

const char *page_source_href(const struct page *page, const struct record *record)
{
    const struct line *line = find_line(page, record);

    if (!line || !line->use)
        return "";
    return arena_printf(page->arena, "#l%zu-%lu", line->use->shown, line->number);
}

const char *page_cell_href(const struct page *page, const struct compare_cell *cell)
{
    for (size_t i = 0; i < cell->nr; i++)
        if (cell->samples[i].records_nr)
            return page_source_href(page, cell->samples[i].records[0]);
    return "";
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

/* Divides the first length bytes of a line into figures that are used and what
 * stands between them. */
static void fill_pieces(struct slots *slots, const struct line *line, size_t length)
{
    size_t from = 0;

    for (size_t i = 0; i < line->use->spans_nr && !line->label; i++) {
        const struct span *span = &line->use->spans[i];

        if (span->first < from || span->first >= length || span->length > length - span->first)
            continue;
        add_piece(slots, line->text + from, span->first - from, false);
        add_piece(slots, line->text + span->first, span->length, true);
        from = span->first + span->length;
    }
    add_piece(slots, line->text + from, length - from, line->is_claim);
}

static void fill_backs(struct slots *slots, const struct page *page, const struct line *line)
{
    const char *said = line->label ? "gives " : line->is_claim ? "claim" : NULL;

    if (said) {
        struct slots *back = slots_item(slots, "backs");

        slots_printf(back, "back-text", "%s%s", said, line->label ? line->label->factor : "");
        slots_text(back, "back-href", line->is_claim ? "#claims" : "");
    }
    for (size_t i = 0; i < line->use->backs; i++) {
        const struct compare_row *row = line->use->rows[i];
        struct slots *back = slots_item(slots, "backs");

        slots_text(back, "back-href", line->use->hrefs[i]);
        slots_printf(back, "back-text", "\xe2\x86\x91 %s", *row->op ? row->op : row->metric);
        slots_printf(back, "back-title", "used in: %s %s", page_row_name(page, row),
                     page_where(page, row));
    }
}

static void fill_line(struct slots *slots, const struct page *page, const struct line *line)
{
    size_t length = strlen(line->text);
    bool is_cut = length > TEXT_MAX_LENGTH;

    slots_printf(slots, "line-id", "l%zu-%lu", line->use->shown, line->number);
    slots_text(slots, "line-class", line->label ? "label" : line->is_claim ? "claim" : "figures");
    slots_printf(slots, "line-number", "%lu", line->number);
    fill_pieces(slots, line, is_cut ? TEXT_MAX_LENGTH : length);
    if (is_cut)
        add_piece(slots, "\xe2\x80\xa6", 3, false);
    fill_backs(slots, page, line);
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
                     "Showing %zu lines; figures from others have no link here.", index->shown);
}
