/* fio's figures of several runs side by side, as people set them against each other. */
#include <string.h>

#include "parse/fio.h"
#include "parse/vocabulary.h"

enum { MOST_CELLS = 8, LINES_ABOVE = 4 };

/* Words of a row or a heading, separated by tabs, bars or two blanks and more. */
struct cells {
    const char *at[MOST_CELLS];
    size_t length[MOST_CELLS];
    size_t nr;
};

static void split(const char *line, struct cells *cells)
{
    cells->nr = 0;
    for (const char *at = line; cells->nr < MOST_CELLS;) {
        at += strspn(at, " \t|");
        if (!*at)
            return;
        size_t length = 0;
        while (at[length] && at[length] != '\t' && at[length] != '|' &&
               !(at[length] == ' ' && at[length + 1] == ' '))
            length++;
        cells->at[cells->nr] = at;
        cells->length[cells->nr++] = length;
        at += length;
        while (cells->length[cells->nr - 1] && at[-1] == ' ') {
            at--;
            cells->length[cells->nr - 1]--;
        }
    }
}

/* Finds key= at the start of a word of the cell; *at and *length get its value. */
static bool find_value(const char *cell, size_t size, const char *key, const char **at,
                       size_t *length)
{
    size_t name = strlen(key);
    for (size_t i = 0; i + name < size; i++) {
        if ((i && !strchr(" ,(", cell[i - 1])) || strncmp(cell + i, key, name))
            continue;
        *at = cell + i + name;
        *length = 0;
        while (i + name + *length < size && !strchr(" ,()", (*at)[*length]))
            ++*length;
        return *length > 0;
    }
    return false;
}

static const struct {
    const char *key, *metric;
    bool is_size, is_old;
} keys[] = {{"aggrb=", "bw_bytes_per_s", true, true}, {"bw=", "bw_bytes_per_s", true, true},
            {"BW=", "bw_bytes_per_s", true, false},   {"iops=", "iops", false, true},
            {"IOPS=", "iops", false, false}};

static bool take_cell(const char *cell, size_t size, struct record *record)
{
    bool is_taken = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct fio_figure figure;
        const char *at;
        size_t length;
        if (!find_value(cell, size, keys[i].key, &at, &length))
            continue;
        /* "bw=" of 2.17 and later says MiB/s, of earlier ones MB/s of 1024. */
        bool is_binary = keys[i].is_size && keys[i].is_old;
        if (!fio_quantity(at, length, is_binary ? UNITS_BINARY : UNITS_DECIMAL, keys[i].is_old,
                          &figure))
            continue;
        record_set_metric(record, keys[i].metric, figure.value, figure.digit);
        is_taken = true;
    }
    return is_taken;
}

/* Finds the nearest line above that has a cell for each column. */
static bool find_heads(const struct fio *fio, size_t row, size_t nr, struct cells *heads)
{
    for (size_t i = 1; i <= LINES_ABOVE && i <= row; i++) {
        const char *line = fio->lines->lines[row - i].at;
        split(line, heads);
        if ((heads->nr != nr && heads->nr != nr + 1) || strpbrk(line, "="))
            continue;
        for (size_t c = 0; heads->nr == nr + 1 && c < nr; c++) {
            heads->at[c] = heads->at[c + 1];
            heads->length[c] = heads->length[c + 1];
        }
        fio->lines->lines[row - i].class = LINE_TABLE;
        return true;
    }
    return false;
}

/* Reads a whole direction in a cell; returns its operation, or NULL. */
static const char *take_direction(struct fio *fio, const char *cell, struct record *record)
{
    static const int ids[] = {FIO_OLD, FIO_NEW};
    struct pattern_match match;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (!pattern_match_row(fio->rows, ids[i], cell, strlen(cell), &match))
            continue;
        record->tool_version = fio->version;
        record->source.text = cell;
        fio_fill(&match, record, ids[i] == FIO_OLD);
        if (ids[i] == FIO_NEW)
            fio_choose_rate(&match, record);
        const char *op = fio_op_name(&match);
        return *op ? op : NULL;
    }
    return NULL;
}

/* What the cells of a row hold; the first may name the row. */
struct row {
    struct record *records[MOST_CELLS];
    const char *ops[MOST_CELLS];
    const char *texts[MOST_CELLS];
    size_t nr;
    bool is_of_directions; /* whole lines of fio, not single figures */
};

static bool read_row(struct fio *fio, const char *line, struct row *row)
{
    struct arena *arena = fio->output->arena;
    struct cells cells;
    const char *name = NULL;
    split(line, &cells);
    row->nr = 0;
    row->is_of_directions = false;
    for (size_t i = 0; i < cells.nr; i++) {
        const char *text = arena_text(arena, cells.at[i], cells.length[i]);
        struct record *record = record_new(arena, RECORD_RESULT);
        const char *op = take_direction(fio, text, record);
        if (row->nr == 0)
            row->is_of_directions = op != NULL;
        if (!op && i == 0 && cells.nr > 2 && !strchr(text, '=')) {
            name = vocabulary_op(text);
            continue;
        }
        if (row->is_of_directions ? !op : !take_cell(text, strlen(text), record))
            return false;
        row->texts[row->nr] = text;
        row->ops[row->nr] = op ? op : name;
        row->records[row->nr++] = record;
    }
    return row->nr > 1 && row->ops[0];
}

static void add_column(struct fio *fio, size_t at, const struct row *row, size_t i)
{
    fio_start_invocation(fio);
    struct result *result =
        tool_add_result(fio->output, fio->text, fio->stream, at, "fio", row->ops[i]);
    struct record *record = result->record;
    const struct record *read = row->records[i];
    for (size_t m = 0; m < read->metrics_nr; m++) {
        struct record_metric metric = record_metric_at(read, m);
        record_set_metric(record, metric.name, metric.value, metric.precision);
    }
    fio_describe(fio, result);
    if (!row->is_of_directions)
        record->scope = RECORD_SCOPE_GROUP;
    record->source.cell = row->texts[i];
    fio_note_op(fio, record);
}

bool fio_take_columns(struct fio *fio, size_t at)
{
    struct text_line *line = &fio->lines->lines[at];
    struct cells heads;
    struct row row;
    bool has_key = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        has_key = has_key || strstr(line->at, keys[i].key);
    if (!has_key || !read_row(fio, line->at, &row))
        return false;
    bool has_heads = find_heads(fio, at, row.nr, &heads);
    if (!has_heads && !row.is_of_directions)
        return false;
    fio_close_block(fio);
    for (size_t i = 0; i < row.nr; i++) {
        add_column(fio, at, &row, i);
        if (!has_heads)
            continue;
        while (heads.length[i] > 1 && heads.at[i][heads.length[i] - 1] == ':')
            heads.length[i]--;
        fio->output->at[fio->output->nr - 1].column =
            arena_text(fio->output->arena, heads.at[i], heads.length[i]);
    }
    return true;
}
