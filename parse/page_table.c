/* Tables of data in a page; see page_writer.h. */
#include <stdlib.h>
#include <string.h>

#include "parse/page_writer.h"

/* What was found in a table before its end. */
struct survey {
    unsigned cells, most_cells; /* of a row */
    unsigned breaks;            /* of a cell */
    bool is_layout;
    bool has_bonnie;
};

static void survey_token(struct survey *survey, const struct page_token *token)
{
    enum { MOST_BREAKS = 3 };
    if (token->kind == PAGE_TEXT && memmem(token->at, token->length, "Sequential Output", 17))
        survey->has_bonnie = true;
    if (token->kind != PAGE_OPEN)
        return;
    switch (token->element->role) {
    case PAGE_ROW:
        survey->cells = 0;
        break;
    case PAGE_CELL:
        survey->breaks = 0;
        survey->cells++;
        if (survey->cells > survey->most_cells)
            survey->most_cells = survey->cells;
        break;
    case PAGE_BREAK:
    case PAGE_PARAGRAPH:
    case PAGE_ITEM:
        survey->is_layout = survey->is_layout || ++survey->breaks > MOST_BREAKS;
        break;
    case PAGE_PRE:
    case PAGE_QUOTE:
    case PAGE_RULE:
    case PAGE_HEADING:
    case PAGE_TABLE:
        survey->is_layout = true;
        break;
    default:
        break;
    }
}

bool page_table_open(struct page_writer *writer)
{
    struct page_reader ahead = *writer->reader;
    struct page_token token;
    struct survey survey = {0};
    while (!survey.is_layout && page_next(&ahead, &token)) {
        if (page_is(&token, PAGE_CLOSE, "table"))
            break;
        survey_token(&survey, &token);
    }
    bool is_whole = !survey.is_layout && ahead.at <= ahead.length &&
                    page_is(&token, PAGE_CLOSE, "table");
    struct strbuf row = writer->table.row;
    strbuf_cut(&row, 0);
    writer->table = (struct page_table){.row = row};
    writer->table.is_open = is_whole && survey.most_cells > 1 && !writer->pre;
    writer->table.is_markup = survey.has_bonnie;
    return writer->table.is_open;
}

static void trim(const char **at, const char **end)
{
    while (*at < *end && (**at == ' '))
        ++*at;
    while (*at < *end && (*end)[-1] == ' ')
        --*end;
}

static void find_cell(const struct page_table *table, unsigned cell, const char **at,
                      const char **end)
{
    *at = table->row.text + table->cells[cell];
    *end = table->row.text +
           (cell + 1 < table->nr ? table->cells[cell + 1] : table->row.length);
    trim(at, end);
}

/* Markdown has such a line below the header. */
static void put_head_rule(struct page_writer *writer, unsigned nr)
{
    page_writer_put(writer, "|", 1);
    for (unsigned i = 0; i < nr; i++)
        page_writer_put(writer, "---|", 4);
    page_writer_end_line(writer);
}

static void put_cells(struct page_writer *writer, bool has_marks, bool is_markup)
{
    const struct page_table *table = &writer->table;
    const char *at, *end;
    page_writer_put(writer, is_markup ? "<tr>" : "| ", is_markup ? 4 : 2 * has_marks);
    for (unsigned i = 0; i < table->nr; i++) {
        find_cell(table, i, &at, &end);
        page_writer_put(writer, "<td>", is_markup ? 4 : 0);
        page_writer_put(writer, at, (size_t)(end - at));
        page_writer_put(writer, is_markup ? "</td>" : " | ",
                        is_markup ? 5 : !has_marks ? 0 : i + 1 < table->nr ? 3 : 2);
    }
    if (is_markup)
        page_writer_put(writer, "</tr>", 5);
    page_writer_end_line(writer);
}

static void end_row(struct page_writer *writer)
{
    struct page_table *table = &writer->table;
    const char *at, *end;
    unsigned filled = 0;
    if (!table->is_in_row)
        return;
    table->is_in_row = table->is_in_cell = false;
    writer->has_content = writer->has_space = false;
    for (unsigned i = 0; i < table->nr; i++) {
        find_cell(table, i, &at, &end);
        filled += end > at;
    }
    if (!filled)
        return;
    bool has_marks = filled > 1;
    put_cells(writer, has_marks, table->is_markup);
    if (table->is_head && has_marks && !table->has_row && !table->is_markup)
        put_head_rule(writer, table->nr);
    table->has_row = true;
}

static void start_row(struct page_writer *writer)
{
    struct page_table *table = &writer->table;
    page_writer_break(writer, false);
    table->is_in_row = table->is_head = true;
    table->nr = table->last_span = 0;
    strbuf_cut(&table->row, 0);
}

static void add_cell(struct page_table *table)
{
    if (table->nr < PAGE_MOST_CELLS)
        table->cells[table->nr++] = table->row.length;
}

/* Adds empty cells where those of rows above reach into this one. */
static void add_reaching(struct page_table *table)
{
    while (!table->is_markup && table->nr < PAGE_MOST_CELLS && table->below[table->nr]) {
        table->below[table->nr]--;
        add_cell(table);
    }
}

static unsigned span(const struct page_token *token, const char *name)
{
    enum { WIDEST = 24 };
    const char *value;
    size_t length;
    if (!page_attribute(token, name, &value, &length) || !length)
        return 1;
    unsigned number = 0;
    for (size_t i = 0; i < length && value[i] >= '0' && value[i] <= '9' && number < WIDEST; i++)
        number = number * 10 + (unsigned)(value[i] - '0');
    return number < 1 ? 1 : number > WIDEST ? WIDEST : number;
}

/* Ends the cell before: it may have been wider than one column. */
static void end_cell(struct page_writer *writer)
{
    struct page_table *table = &writer->table;
    for (; !table->is_markup && table->last_span > 1; table->last_span--)
        add_cell(table);
    table->last_span = 0;
    table->is_in_cell = false;
    writer->has_content = writer->has_space = false;
}

static void start_cell(struct page_writer *writer, const struct page_token *token)
{
    struct page_table *table = &writer->table;
    if (!table->is_in_row)
        start_row(writer);
    end_cell(writer);
    add_reaching(table);
    unsigned rows = span(token, "rowspan"), columns = span(token, "colspan");
    for (unsigned i = 0; i < columns && table->nr + i < PAGE_MOST_CELLS; i++)
        table->below[table->nr + i] = rows - 1;
    add_cell(table);
    table->last_span = columns;
    table->is_head = table->is_head && token->element->name[1] == 'h';
    table->is_in_cell = true;
}

bool page_table_token(struct page_writer *writer, const struct page_token *token)
{
    struct page_table *table = &writer->table;
    bool is_open = token->kind == PAGE_OPEN;
    switch (token->element->role) {
    case PAGE_TABLE:
    case PAGE_ROW:
        if (table->is_in_row) {
            end_cell(writer);
            add_reaching(table);
        }
        end_row(writer);
        if (token->element->role == PAGE_ROW && is_open)
            start_row(writer);
        table->is_open = token->element->role == PAGE_ROW || is_open;
        return token->element->role == PAGE_ROW;
    case PAGE_CELL:
        if (is_open)
            start_cell(writer, token);
        else if (table->is_in_row)
            end_cell(writer);
        return true;
    case PAGE_INLINE:
    case PAGE_VOID:
    case PAGE_SKIP:
    case PAGE_RAW:
        return true;
    default: /* a line's end inside a cell is a blank */
        writer->has_space = writer->has_space || (table->is_in_cell && writer->has_content);
        return table->is_in_cell;
    }
}
