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

bool fio_take_columns(struct fio *fio, size_t at)
{
    struct text_line *line = &fio->lines->lines[at];
    struct cells cells, heads;
    struct record *records[MOST_CELLS];
    struct arena *arena = fio->output->arena;
    if (!strstr(line->at, "aggrb=") && !strstr(line->at, "bw=") && !strstr(line->at, "BW=") &&
        !strstr(line->at, "iops=") && !strstr(line->at, "IOPS="))
        return false;
    split(line->at, &cells);
    if (cells.nr < 3)
        return false;
    const char *op = vocabulary_op(arena_text(arena, cells.at[0], cells.length[0]));
    for (size_t i = 1; i < cells.nr; i++) {
        records[i] = record_new(arena, RECORD_RESULT);
        if (!take_cell(cells.at[i], cells.length[i], records[i]))
            return false;
    }
    if (!op || !find_heads(fio, at, cells.nr - 1, &heads))
        return false;
    fio_close_block(fio);
    for (size_t i = 1; i < cells.nr; i++) {
        fio_start_invocation(fio);
        struct result *result = tool_add_result(fio->output, fio->text, fio->stream, at, "fio", op);
        struct record *record = result->record;
        for (size_t m = 0; m < records[i]->metrics_nr; m++)
            record_set_metric(record, records[i]->metrics[m].name, records[i]->metrics[m].value,
                              records[i]->metrics[m].precision);
        fio_describe(fio, result);
        record->scope = RECORD_SCOPE_GROUP;
        record->source.cell = arena_text(arena, cells.at[i], cells.length[i]);
        fio_note_op(fio, record);
        result->column = arena_text(arena, heads.at[i - 1], heads.length[i - 1]);
    }
    return true;
}
