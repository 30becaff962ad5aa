/* Labels of the records of a table: cells of label columns, headers, sides of arrows, rows
 * and corners that head others. */
#include <string.h>
#include <strings.h>

#include "parse/label.h"
#include "parse/table_reading.h"
#include "parse/vocabulary.h"

enum { MOST_TABLE_LABELS = 12 };

static const struct text_line *line_of(const struct table_reading *reading, size_t line)
{
    return &reading->walk->text->streams[reading->walk->stream].lines[line];
}

/* The labels of one record. */
struct tags {
    struct label *at;
    size_t nr;
};

static void add_tag(const struct table_reading *reading, struct tags *tags, const char *position,
                    const char *name, const char *value, enum label_rule rule, size_t line)
{
    const struct text_line *from = line_of(reading, line);
    if (tags->nr == MOST_TABLE_LABELS || !value || !*value)
        return;
    /* "recv size" of all tables is one factor */
    tags->at[tags->nr++] = (struct label){position, name, value, rule, from->line, from->at};
}

static const char *key_of(const struct table_reading *reading, const char *kind, size_t number)
{
    return arena_printf(reading->grid->arena, "table-%s:%zu:%zu", kind, reading->kind, number);
}

/* Marks of bold type and the colon behind a label are no part of it. */
static const char *without_marks(struct arena *arena, const char *text)
{
    text += strspn(text, "* \t`");
    size_t length = strlen(text);
    while (length && strchr(": \t*`", text[length - 1]))
        length--;
    return arena_text(arena, text, length);
}

/* An operation in the words of the text, where it says more than the operation. */
static void note_op(struct record *record, const char *text)
{
    const char *op = table_op(text);
    if (op && !*record->op)
        record->op = op;
    if (op && strcasecmp(text, op) && vocabulary_is_op_only(text) &&
        !record_pair(&record->params, "rw"))
        record_set_pair(record, &record->params, "rw", text);
}

/* Adds the cells of the labels: what the first of them says of metric, run or average is
 * no level. */
static void add_row_tags(const struct table_reading *reading, struct record *record, size_t r,
                         struct tags *tags)
{
    /* what has no unit is told apart by what the text calls it */
    bool is_measured = reading->meaning->has_row_metrics && !reading->has_values;
    const struct table_grid *grid = reading->grid;
    const struct table_words *words = &reading->meaning->rows[r];
    size_t nr = 0;
    for (size_t c = 0; c < grid->cols; c++) {
        const struct table_column *column = &reading->meaning->columns[c];
        if (column->role != TABLE_LABEL)
            continue;
        bool is_first = nr++ == 0;
        const char *text = without_marks(grid->arena, grid->rows[r].cells[c]);
        const char *name = *column->head ? column->head : NULL, *level = text;
        if (is_first) {
            name = reading->meaning->corner;
            bool is_count = words->run || (words->is_average && !*words->rest);
            level = is_count                               ? ""
                    : words->name                          ? words->rest
                    : is_measured || words->is_average ? words->rest
                                                     : text;
            name = words->name ? words->name : name;
        }
        if (!is_first && is_measured) {
            struct table_words more;
            table_words_read(grid->arena, text, &more);
            level = more.metric ? more.rest : text;
        }
        note_op(record, level);
        const char *position = name ? arena_printf(grid->arena, "table-named:%s", name)
                                    : key_of(reading, "row", c);
        add_tag(reading, tags, position, name, level, LABEL_ROW_LABEL, grid->rows[r].line);
    }
}

static void add_column_tags(const struct table_reading *reading, struct record *record, size_t c,
                            struct tags *tags)
{
    const struct table_grid *grid = reading->grid;
    const struct table_column *column = &reading->meaning->columns[c];
    for (size_t h = 0; h < grid->heads_nr; h++) {
        const struct table_level *level = &column->levels[h];
        if (!level->level)
            continue;
        note_op(record, level->level);
        const char *position = level->name
                                   ? arena_printf(grid->arena, "table-named:%s", level->name)
                                   : key_of(reading, "head", h);
        add_tag(reading, tags, position, level->name, level->level, LABEL_COLUMN_HEADER,
                grid->heads[h].line);
    }
    if (column->number)
        add_tag(reading, tags, key_of(reading, "column", 0), "column",
                arena_printf(grid->arena, "%u", column->number), LABEL_COLUMN_NUMBER,
                grid->rows[0].line);
}

void table_labels_add(const struct table_reading *reading, struct result *result,
                       const struct table_place *place)
{
    const struct table_meaning *meaning = reading->meaning;
    const struct table_column *column = &meaning->columns[place->column];
    struct arena *arena = reading->grid->arena;
    struct tags tags = {arena_alloc(arena, MOST_TABLE_LABELS * sizeof *tags.at), 0};
    struct table_value value;
    if (column->words.op)
        result->record->op = column->words.op;
    add_row_tags(reading, result->record, place->row, &tags);
    add_column_tags(reading, result->record, place->column, &tags);
    if (table_cell_read(reading->grid->rows[place->row].cells[place->column], &value) &&
        value.has_arrow)
        add_tag(reading, &tags, key_of(reading, "side", 0), NULL,
                place->is_right ? column->right ? column->right : "after"
                : column->left  ? column->left
                                : "before",
                LABEL_ARROW, reading->grid->rows[place->row].line);
    if (reading->section) {
        const char *group = without_marks(arena, reading->section);
        note_op(result->record, group);
        add_tag(reading, &tags, "table-group", NULL, group, LABEL_ROW_GROUP, reading->section_line);
    }
    if (meaning->section)
        add_tag(reading, &tags, "table-section", NULL, meaning->section, LABEL_TABLE_CORNER,
                meaning->section_line);
    if (!*result->record->op && meaning->title.op)
        result->record->op = meaning->title.op;
    result->labels = tags.at;
    result->labels_nr = tags.nr;
    result->run = column->words.run ? column->words.run : meaning->rows[place->row].run;
    if (meaning->has_runs &&
        (column->words.is_average || meaning->rows[place->row].is_average))
        record_warn(result->record, "aggregate", result->record->source.line);
}
