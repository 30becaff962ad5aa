/* Hand-made tables: one record for each row where its columns are metrics of one result,
 * else one for each cell. */
#include <string.h>
#include <strings.h>

#include "parse/prose.h"
#include "parse/table_reading.h"

/* Says at little cost whether the text has two lines that may be rows. */
static int table_bid(const struct text *text)
{
    size_t rows = 0;
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            const char *line = text->streams[s].lines[i].at;
            if (text->streams[s].lines[i].class != LINE_PROSE || !strpbrk(line, "0123456789"))
                continue;
            rows += strpbrk(line, "|\t:,; ") != NULL;
            if (rows >= 2)
                return 4; /* behind those that know sentences */
        }
    return 0;
}

static bool has_cell(const struct table_grid *grid, const char *cell)
{
    for (size_t r = 0; r < grid->nr; r++)
        if (!strcasecmp(grid->rows[r].cells[0], cell))
            return true;
    return false;
}

/* Says whether two tables speak of the same things: they share half of their labels. */
static bool is_of_kind(const struct table_grid *a, const struct table_grid *b)
{
    size_t common = 0;
    for (size_t r = 0; r < a->nr && r < 50; r++)
        common += *a->rows[r].cells[0] && has_cell(b, a->rows[r].cells[0]);
    return common && common * 2 >= (a->nr < 50 ? a->nr : 50);
}

static size_t find_kind(struct table_walk *walk, const struct table_grid *grid)
{
    size_t kind = 0;
    while (kind < walk->nr && !is_of_kind(grid, walk->tables[kind]))
        kind++;
    if (walk->nr < TABLE_MOST_KNOWN)
        walk->tables[walk->nr++] = grid;
    return kind;
}

static const struct text_line *line_of(const struct table_reading *reading, size_t line)
{
    return &reading->walk->text->streams[reading->walk->stream].lines[line];
}

/* Says where in the line of the record the cell stands. */
static void note_column(struct record *record, const char *metric, const char *cell, size_t *from)
{
    const char *line = record->source.text;
    const char *at = strstr(line + *from, cell);
    if (!at)
        return;
    *from = (size_t)(at - line) + strlen(cell);
    record_set_column(record, metric, (size_t)(at - line), strlen(cell));
}

static void set_figure(const struct table_reading *reading, struct record *record,
                       const struct table_figure *figure, const struct table_value *value)
{
    if (value->side)
        record_set_bound(record, figure->metric,
                         value->side == '>' ? RECORD_GREATER : RECORD_LESS, figure->value);
    else
        record_set_metric(record, figure->metric, figure->value, figure->digit);
    if (figure->is_unit_guessed && !reading->walk->names_tool)
        record_warn(record, "unit-guessed", record->source.line);
}

/* Reads the cell; returns whether it is a figure of that side. */
static bool read_cell(const struct table_reading *reading, size_t row, size_t column, bool is_right,
                      struct table_value *value, struct table_figure *figure)
{
    const char *cell = reading->grid->rows[row].cells[column];
    if (reading->meaning->columns[column].role != TABLE_DATA || !table_cell_read(cell, value) ||
        (is_right && !value->has_arrow) ||
        !table_figure_read(reading->meaning, column, row, value, is_right, figure))
        return false;
    /* "files: 12" is of nothing, and "memory: 12 GB/s" of what sentences tell apart */
    bool is_vague = !strcmp(figure->metric, "value") || !strcmp(figure->metric, "wall_s");
    if (is_vague && !reading->may_lack_unit)
        return false;
    const struct table_words *title = &reading->meaning->title;
    /* "Seq. write (MB/s):" above "xfs: 812", "Sequential write:" above "6.1: 812 MB/s" */
    bool is_headed = title->op && (title->metric || value->scale.unit == TABLE_RATE);
    bool is_bare = reading->grid->is_list && !*reading->meaning->columns[column].head && !is_headed;
    return !(is_bare && (!strcmp(figure->metric, "value") ||
                         !strcmp(figure->metric, "bw_bytes_per_s")));
}

const char *table_row_text(const struct table_reading *reading, const struct table_row *row)
{
    const struct text_stream *stream = &reading->walk->text->streams[reading->walk->stream];
    return row->lines > 1 ? text_join(reading->walk->text, stream, row->line, row->lines)
                          : stream->lines[row->line].at;
}

struct record **table_made(const struct table_reading *reading, const struct table_place *place)
{
    return &reading->made[(place->row * reading->grid->cols + place->column) * 2 + place->is_right];
}

/* Adds the record of a place, with all columns of its group. */
static void add_record(const struct table_reading *reading, const struct table_place *place)
{
    const struct table_grid *grid = reading->grid;
    const struct table_row *row = &grid->rows[place->row];
    struct result *result = NULL;
    size_t from = 0, cells = 0;
    const char *only = NULL;
    for (size_t c = place->column; c < grid->cols; c++) {
        struct table_value value;
        struct table_figure figure;
        if (reading->meaning->columns[c].group != place->column ||
            !read_cell(reading, place->row, c, place->is_right, &value, &figure))
            continue;
        if (!result) {
            result = tool_add_result(reading->walk->output, reading->walk->text,
                                     reading->walk->stream, row->line, "table", "");
            result->invocation = ++reading->walk->output->invocations;
            result->last = row->line + row->lines - 1;
            result->record->group = "0";
            result->record->source.text = table_row_text(reading, row);
        }
        if (record_metric(result->record, figure.metric, NULL))
            continue;
        set_figure(reading, result->record, &figure, &value);
        record_set_pair(result->record, &result->record->source.cells, figure.metric,
                        row->cells[c]);
        note_column(result->record, figure.metric, row->cells[c], &from);
        *table_made(reading, &(struct table_place){place->row, c, place->is_right}) = result->record;
        only = row->cells[c];
        cells++;
    }
    if (!result)
        return;
    if (cells == 1) {
        result->record->source.cell = only;
        result->record->source.cells = (struct record_pairs){0};
    }
    table_labels_add(reading, result, place);
}

static bool has_arrow(const struct table_reading *reading, size_t row, size_t group)
{
    for (size_t c = group; c < reading->grid->cols; c++) {
        struct table_value value;
        if (reading->meaning->columns[c].group == group &&
            table_cell_read(reading->grid->rows[row].cells[c], &value) && value.has_arrow)
            return true;
    }
    return false;
}

/* A row with a label alone is a heading of those below it. */
static bool is_group(const struct table_grid *grid, const struct table_row *row)
{
    for (size_t c = 1; c < grid->cols; c++)
        if (*row->cells[c])
            return false;
    return *row->cells[0] != '\0';
}

static bool has_values(const struct table_reading *reading)
{
    for (size_t r = 0; r < reading->grid->nr; r++)
        for (size_t c = 0; c < reading->grid->cols; c++) {
            struct table_value value;
            struct table_figure figure;
            if (read_cell(reading, r, c, false, &value, &figure) && !strcmp(figure.metric, "value"))
                return true;
        }
    return false;
}

static void add_rows(struct table_reading *reading)
{
    const struct table_grid *grid = reading->grid;
    reading->has_values = reading->meaning->has_row_metrics && has_values(reading);
    for (size_t r = 0; r < grid->nr; r++) {
        if (tool_is_full(reading->walk->output, line_of(reading, grid->rows[r].line)->line))
            return;
        if (is_group(grid, &grid->rows[r])) {
            reading->section = grid->rows[r].cells[0];
            reading->section_line = grid->rows[r].line;
            continue;
        }
        bool has_results = !table_is_change_row(grid, reading->meaning, r) &&
                           !reading->meaning->rows[r].is_spread;
        for (size_t c = 0; c < grid->cols && has_results; c++) {
            const struct table_column *column = &reading->meaning->columns[c];
            if (column->role != TABLE_DATA || column->group != c)
                continue;
            add_record(reading, &(struct table_place){r, c, false});
            if (has_arrow(reading, r, c))
                add_record(reading, &(struct table_place){r, c, true});
        }
    }
}

static void claim(const struct table_reading *reading, const struct table_region *region)
{
    struct text_stream *stream = &reading->walk->text->streams[reading->walk->stream];
    for (size_t i = region->first; i <= region->last; i++)
        if (stream->lines[i].class == LINE_PROSE && !text_is_blank(&stream->lines[i]))
            stream->lines[i].class = LINE_DETAIL;
    if (reading->meaning->below)
        stream->lines[reading->meaning->below].class = LINE_DETAIL;
}

static struct table_grid *new_grid(const struct table_walk *walk, const struct table_region *region)
{
    struct table_grid *grid = arena_alloc(walk->text->arena, sizeof *grid);
    *grid = (struct table_grid){.arena = walk->text->arena,
                                .stream = &walk->text->streams[walk->stream],
                                .first = region->first,
                                .last = region->last};
    return grid;
}

static void fail(const struct table_walk *walk, const struct table_region *region,
                 const char *what, const char *mend)
{
    const struct text_line *lines = walk->text->streams[walk->stream].lines;
    tool_fail(walk->output, lines[region->first].line,
              arena_printf(walk->text->arena, "%s (lines %lu to %lu)", what,
                           lines[region->first].line, lines[region->last].line),
              mend);
}

static void fail_broken(const struct table_walk *walk, const struct table_region *region)
{
    fail(walk, region, "a table whose rows were broken is not understood",
         "give each row one line");
}

/* Reads the region in the way that fits it; NULL where none does. */
static const struct table_grid *read_grid(const struct table_walk *walk,
                                          const struct table_region *region)
{
    static bool (*const readers[])(const struct table_region *, struct table_grid *) = {
        [TABLE_OF_KEYS] = table_keys_read,
        [TABLE_OF_COMMAS] = table_commas_read,
        [TABLE_OF_ITEMS] = table_list_read,
    };
    struct table_grid *grid = new_grid(walk, region);
    if (region->form != TABLE_OF_COLUMNS)
        return readers[region->form](region, grid) ? grid : NULL;
    if (table_region_has_lost_head(grid->stream, region)) {
        fail_broken(walk, region);
        return NULL;
    }
    if (table_is_wrapped(grid->stream, region)) {
        if (table_wrap_read(region, grid))
            return grid;
        fail_broken(walk, region);
        return NULL;
    }
    if (table_list_read(region, grid))
        return grid;
    grid = new_grid(walk, region);
    if (table_grid_read(region, grid))
        return grid;
    if (grid->is_broken)
        fail_broken(walk, region);
    return NULL;
}

/* Says whether words stand in columns behind figures: such tables describe things. */
static bool has_words_inside(const struct table_reading *reading)
{
    const struct table_grid *grid = reading->grid;
    size_t c = 0;
    while (c < grid->cols && reading->meaning->columns[c].role == TABLE_LABEL)
        c++;
    for (; c < grid->cols; c++)
        for (size_t r = 0; r < grid->nr; r++) {
            struct table_value value;
            if (!table_cell_read(grid->rows[r].cells[c], &value))
                return true;
        }
    return false;
}

/* Says whether lines of the region hold results, whatever their columns are. */
static bool holds_results(const struct text_stream *stream, const struct table_region *region)
{
    enum { FEWEST = 2 };
    size_t nr = 0;
    for (size_t i = region->first; i <= region->last; i++)
        nr += stream->lines[i].class == LINE_PROSE && table_count_rates(stream->lines[i].at) > 0;
    return nr >= FEWEST;
}

/* Returns whether the region gave any result. */
static bool read_results(struct table_walk *walk, const struct table_region *region, int strength)
{
    struct table_meaning *meaning = arena_alloc(walk->text->arena, sizeof *meaning);
    const struct table_grid *grid = read_grid(walk, region);
    if (!grid || !table_meaning_find(grid, region, meaning))
        return false;
    struct table_reading *reading = arena_alloc(walk->text->arena, sizeof *reading);
    *reading = (struct table_reading){
        .walk = walk, .grid = grid, .meaning = meaning, .kind = find_kind(walk, grid)};
    reading->may_lack_unit = strength >= TABLE_BY_TEST && !has_words_inside(reading);
    reading->made = arena_alloc(walk->text->arena,
                                grid->nr * grid->cols * 2 * sizeof *reading->made);
    size_t before = walk->output->nr;
    add_rows(reading);
    if (walk->output->nr == before)
        return false;
    reading->before = walk->readings;
    walk->readings = reading;
    table_changes_add(reading);
    claim(reading, region);
    return true;
}

static void read_region(struct table_walk *walk, const struct table_region *region)
{
    const struct text_stream *stream = &walk->text->streams[walk->stream];
    size_t failures = walk->output->failures_nr;
    int strength;
    if (!table_region_is_ours(stream, region, &strength) ||
        read_results(walk, region, strength))
        return;
    if (walk->output->failures_nr == failures && holds_results(stream, region))
        fail(walk, region, "a table is not understood", "name its columns, or part them by tabs");
}

static bool holds_word(const struct text *text, const char *word)
{
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++)
            if (strcasestr(text->streams[s].lines[i].at, word))
                return true;
    return false;
}

/* Who varies read-ahead, and never speaks of writing, has read. */
static void settle_ops(const struct text *text, struct tool_output *output)
{
    bool has_open = false;
    for (size_t i = 0; i < output->nr; i++)
        has_open = has_open ||
                   (!strcmp(output->at[i].record->tool, "table") && !*output->at[i].record->op);
    if (!has_open || holds_word(text, "writ") ||
        (!holds_word(text, "read-ahead") && !holds_word(text, "readahead")))
        return;
    for (size_t i = 0; i < output->nr; i++)
        if (!strcmp(output->at[i].record->tool, "table") && !*output->at[i].record->op)
            output->at[i].record->op = "read";
}

static void table_run(struct text *text, const struct commands *commands,
                      struct tool_output *output)
{
    (void)commands;
    struct table_walk walk = {.text = text, .output = output, .names_tool = prose_names_tool(text)};
    for (size_t s = 0; s < text->nr; s++) {
        struct table_region region;
        walk.stream = s;
        for (size_t at = 0; table_region_next(&text->streams[s], at, &region);
             at = region.last + 1)
            read_region(&walk, &region);
    }
    settle_ops(text, output);
}

const struct tool_parser tool_table = {"table", table_bid, table_run};
