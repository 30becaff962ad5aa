/* Tables in HTML: those of bon_csv2html, and of the original bonnie. */
#include <stdlib.h>
#include <string.h>

#include "parse/bonnie.h"
#include "record/units.h"

enum { MOST_CELLS = 48, MOST_LINES = 100, VALUES = 12, HALF = 6 };

struct html_row {
    struct bonnie_cell at[MOST_CELLS]; /* without tags and blanks around */
    size_t nr;
};

static bool is_tag(const char *at, const char *name)
{
    return *at == '<' && !strncasecmp(at + 1, name, strlen(name));
}

/* The words between tags, in the arena: tags and blanks around them are gone. */
static struct bonnie_cell plain(struct arena *arena, const char *at, const char *end)
{
    char *copy = arena_text(arena, at, (size_t)(end - at));
    size_t used = 0;
    bool is_inside = false;
    for (const char *from = copy; *from; from++) {
        if (*from == '<')
            is_inside = true;
        else if (*from == '>' && is_inside)
            is_inside = false;
        else if (!is_inside && (used || *from != ' '))
            copy[used++] = *from;
    }
    while (used && copy[used - 1] == ' ')
        used--;
    if (used == 6 && !strncmp(copy, "&nbsp;", 6))
        used = 0;
    return (struct bonnie_cell){copy, used};
}

/* Reads the cells from at on, up to the next row; returns where that begins. */
static const char *read_row(struct arena *arena, const char *at, struct html_row *row)
{
    row->nr = 0;
    while (*at && !is_tag(at, "tr") && !is_tag(at, "/table")) {
        const char *open = is_tag(at, "td") ? strchr(at, '>') : NULL;
        if (!open) {
            at++;
            continue;
        }
        const char *end = open + 1;
        while (*end && !is_tag(end, "/td") && !is_tag(end, "td") && !is_tag(end, "tr") &&
               !is_tag(end, "/tr"))
            end++;
        if (row->nr < MOST_CELLS)
            row->at[row->nr++] = plain(arena, open + 1, end);
        at = end;
    }
    return at;
}

static bool is_word(struct bonnie_cell cell, const char *word)
{
    return cell.length == strlen(word) && !strncmp(cell.at, word, cell.length);
}

static bool is_number(struct bonnie_cell cell)
{
    double value;
    return units_number(cell.at, cell.length, &value, NULL);
}

static bool are_values(const struct html_row *row, size_t first, size_t *filled)
{
    *filled = 0;
    for (size_t i = first; i < first + VALUES; i++) {
        struct bonnie_cell cell = row->at[i];
        bool is_plus = cell.length && strspn(cell.at, "+") >= cell.length;
        if (cell.length && !is_plus && !is_number(cell))
            return false;
        *filled += cell.length > 0;
    }
    return true;
}

static bool is_size(struct bonnie_cell cell)
{
    size_t digits = strspn(cell.at, "0123456789");
    return digits && digits < cell.length && strchr("MG", cell.at[digits]) &&
           (digits + 1 == cell.length || cell.at[digits + 1] == ':');
}

/* Where the parts of a row stand. */
struct places {
    size_t size, io, files, create;
};

/* name, (concurrency,) size, (chunk,) 12 values, files and up to three of their
 * settings, 12 values. */
static bool find_places(const struct html_row *row, struct places *places)
{
    size_t io, create;
    for (size_t first = 4; first >= 2; first--) {
        size_t files = first + VALUES, last = row->nr - VALUES;
        if (row->nr < 2 * VALUES + first + 1 || files + 4 < last)
            continue;
        size_t size = first == 4 ? 2 : first - 1;
        bool has_size = is_size(row->at[size]);
        bool is_plain = first < 4 || !row->at[1].length || is_number(row->at[1]);
        bool has_files = is_number(row->at[files]);
        if (!is_plain || !are_values(row, first, &io) || !are_values(row, last, &create) ||
            (!has_size && (row->at[size].length || !has_files)) ||
            (row->at[files].length && !has_files))
            continue;
        *places = (struct places){has_size ? size : 0, has_size ? first : 0,
                                  has_files ? files : 0, has_files ? last : 0};
        return true;
    }
    return false;
}

static void add_values(struct bonnie_walk *walk, size_t line, struct bonnie_run *run,
                       const struct html_row *row, const struct places *places)
{
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        if (run->figures[op].kind == BONNIE_NOTHING)
            continue;
        size_t cpu = (op < HALF ? places->io + 2 * op : places->create + 2 * (op - HALF)) + 1;
        run->results[op] = walk->output->nr;
        struct result *result = tool_add_result(walk->output, walk->text, walk->stream, line,
                                                run->tool, bonnie_ops[op]);
        bonnie_set_figure(result->record, run, op, &run->figures[op]);
        bonnie_set_cpu(result->record, row->at[cpu]);
        bonnie_describe(walk->output, run, result);
    }
}

/* From 1.98 on the converter divides the rates of whole blocks by 1024, and leaves those of
 * single bytes as they are; its header says M/sec above both. */
static void read_figures(const struct bonnie_html *head, const struct html_row *row,
                         const struct places *places, struct bonnie_run *run)
{
    const double kib = 1024, mib = 1048576;
    bool is_mixed = bonnie_prints_bogus_rates(head->version);
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        bool is_block = op == 1 || op == 2 || op == 4;
        size_t first = op < HALF ? places->io : places->create;
        size_t at = first + 2 * (op < HALF ? op : op - HALF);
        run->rate_unit = is_mixed && is_block ? mib : kib;
        if (first)
            run->figures[op] = bonnie_read_figure(run, op, row->at[at], row->at[at + 1]);
        /* "0" beside an empty cell is a test that was not run */
        if (run->figures[op].kind == BONNIE_NUMBER && !row->at[at + 1].length)
            run->figures[op].kind = BONNIE_NOTHING;
    }
    run->rate_unit = kib;
}

static void take_run(struct bonnie_walk *walk, struct bonnie_html *head, size_t line,
                     const struct html_row *row, const struct places *places)
{
    const double mib = 1048576;
    struct arena *arena = walk->output->arena;
    struct bonnie_run run = bonnie_run_new();
    unsigned differing;
    run.tool = head->is_original ? "bonnie" : "bonnie++";
    run.version = head->version;
    run.line = walk->text->streams[walk->stream].lines[line].line;
    run.has_text = true;
    if (row->at[0].length)
        run.machine = arena_text(arena, row->at[0].at, row->at[0].length);
    if (places->size && bonnie_set_size(arena, &run,
                                        arena_text(arena, row->at[places->size].at,
                                                   row->at[places->size].length),
                                        mib))
        run.size = head->is_original ? arena_printf(arena, "%sM", run.size) : run.size;
    if (places->size == 2 && row->at[1].length)
        run.concurrency = arena_text(arena, row->at[1].at, row->at[1].length);
    if (places->size == 2 && row->at[3].length)
        run.chunk = arena_text(arena, row->at[3].at, row->at[3].length);
    if (places->files)
        units_number(row->at[places->files].at, row->at[places->files].length, &run.files, NULL);
    read_figures(head, row, places, &run);
    struct bonnie_run *known = bonnie_find_print(walk, &run, false, &differing);
    if (known) {
        known->has_text = true;
        bonnie_warn_edited(walk, known, differing, run.line);
    } else {
        known = bonnie_add_run(walk, &run);
        add_values(walk, line, known, row, places);
    }
    head->run = (size_t)(known - walk->runs);
}

static void take_latency(struct bonnie_walk *walk, const struct bonnie_run *run,
                         const struct html_row *row, size_t first, unsigned op)
{
    for (unsigned i = 0; i < HALF && first + i < row->nr; i++) {
        struct bonnie_cell cell = row->at[first + i];
        size_t at = run->results[op + i];
        if (at != NO_LINE && !record_metric(walk->output->at[at].record, "lat_max_ns", NULL))
            bonnie_set_latency(walk->output->at[at].record, cell);
    }
}

static void take_row(struct bonnie_walk *walk, struct bonnie_html *head, size_t line,
                     const struct html_row *row)
{
    struct places places = {.size = 1, .io = 2};
    size_t filled;
    if (row->nr && is_word(row->at[0], "Latency")) {
        for (size_t i = 0; head->run != NO_LINE && i < row->nr; i++)
            if (is_word(row->at[i], "Latency"))
                take_latency(walk, &walk->runs[head->run], row, i + 1, i ? HALF : 0);
        return;
    }
    bool is_header = row->nr < VALUES + 2;
    for (size_t i = 0; i < row->nr; i++)
        is_header = is_header || is_word(row->at[i], "%CPU") || is_word(row->at[i], "% CPU") ||
                    is_word(row->at[i], "Per Char") || is_word(row->at[i], "%CP");
    if (is_header)
        return;
    head->run = NO_LINE;
    if (head->is_original ? row->nr == VALUES + 2 && is_number(row->at[1]) &&
                                are_values(row, 2, &filled)
                          : find_places(row, &places))
        take_run(walk, head, line, row, &places);
    else
        tool_fail(walk->output, walk->text->streams[walk->stream].lines[line].line,
                  "a row of a table of bonnie++ whose columns cannot be told apart",
                  "give the CSV that it was made of");
}

/* The version stands in the header of bon_csv2html; the original has none. */
static void read_header(struct bonnie_walk *walk, struct bonnie_html *head, const char *text)
{
    const char *version = strstr(text, "Version ");
    *head = (struct bonnie_html){.is_table = true, .run = NO_LINE};
    head->is_original = !version;
    if (version)
        head->version = arena_text(walk->output->arena, version + 8,
                                   strcspn(version + 8, " <&"));
}

size_t bonnie_take_html(struct bonnie_walk *walk, struct bonnie_html *head, size_t line)
{
    const struct text_stream *stream = &walk->text->streams[walk->stream];
    struct text_line *first = &stream->lines[line];
    bool is_head = strstr(first->at, "Sequential Output") && strcasestr(first->at, "<td");
    size_t nr = 1;
    if (is_head)
        read_header(walk, head, first->at);
    if (!head->is_table || (!strcasestr(first->at, "<td") && !strcasestr(first->at, "<tr")))
        return 0;
    while (line + nr < stream->nr && nr < MOST_LINES &&
           !strcasestr(stream->lines[line + nr - 1].at, "</tr") &&
           !strcasestr(stream->lines[line + nr].at, "<tr") &&
           strchr(stream->lines[line + nr].at, '<'))
        nr++;
    const char *at = text_join(walk->text, stream, line, nr);
    size_t figures = line;
    while (figures + 1 < line + nr && !strcasestr(stream->lines[figures].at, "<td"))
        figures++;
    for (size_t i = line; i < line + nr; i++)
        if (stream->lines[i].class == LINE_PROSE)
            stream->lines[i].class = LINE_DETAIL;
    while (*at) {
        struct html_row row;
        at += is_tag(at, "tr") || is_tag(at, "/table") ? 1 : 0;
        at = read_row(walk->output->arena, at, &row);
        take_row(walk, head, figures, &row);
        if (is_tag(at, "/table"))
            head->is_table = false;
    }
    return nr;
}
