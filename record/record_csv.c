/* Records as CSV: one metric a row. */
#include <math.h>
#include "record/csv_cell.h"
#include "record/record_io.h"

/* Adds a cell with a comma behind it. */
static void add_cell(struct strbuf *row, const char *text)
{
    csv_cell_add(row, text);
    strbuf_byte(row, ',');
}

static void add_number(struct strbuf *row, double value)
{
    char text[40];
    /* As in JSON: integers whole, as long as a double holds them exactly. */
    bool is_integer = value == floor(value) && fabs(value) <= 9007199254740992.0;
    snprintf(text, sizeof text, is_integer ? "%.0f" : "%.15g", value + 0.0);
    add_cell(row, text);
}

static void add_count(struct strbuf *row, unsigned long value)
{
    char text[24];
    snprintf(text, sizeof text, "%lu", value);
    add_cell(row, value ? text : "");
}

static void add_pairs(struct strbuf *row, const struct record_pairs *pairs)
{
    struct strbuf cell = STRBUF_INIT;
    for (size_t i = 0; i < pairs->nr; i++)
        strbuf_printf(&cell, "%s%s=%s", i ? ";" : "", pairs->at[i].name,
                      pairs->at[i].value ? pairs->at[i].value : "");
    add_cell(row, cell.text);
    strbuf_free(&cell);
}

int record_write_csv_header(FILE *out)
{
    return fputs("id,tool,tool_version,config,params,invocation,group,scope,job,run,op,metric,"
                 "value,bound,precision,warnings,quoted,path,message_id,part,line,"
                 "list,first\n",
                 out) < 0
               ? -1
               : 0;
}

static int write_row(const struct record *record, const char *metric, double value,
                     const char *bound, double precision, FILE *out)
{
    struct strbuf row = STRBUF_INIT, codes = STRBUF_INIT;
    add_cell(&row, record->id);
    add_cell(&row, record->tool);
    add_cell(&row, record->tool_version);
    add_pairs(&row, &record->config);
    add_pairs(&row, &record->params);
    add_cell(&row, record->invocation);
    add_cell(&row, record->group);
    add_cell(&row, record_scope_name(record->scope));
    add_cell(&row, record->job);
    add_count(&row, record->run);
    add_cell(&row, record->op);
    add_cell(&row, metric);
    add_number(&row, value);
    add_cell(&row, bound);
    if (precision > 0)
        add_number(&row, precision);
    else
        add_cell(&row, "");
    for (size_t i = 0; i < record->warnings_nr; i++)
        strbuf_printf(&codes, "%s%s", i ? ";" : "", record->warnings[i].code);
    add_cell(&row, codes.text);
    add_cell(&row, record->quoted ? "true" : "");
    add_cell(&row, record->source.path);
    add_cell(&row, record->source.message_id);
    add_cell(&row, record->source.part);
    add_count(&row, record->source.line);
    add_cell(&row, record->source.list);
    add_cell(&row, record->source.first);
    row.text[row.length - 1] = '\n'; /* in place of the last comma */
    bool is_written = fwrite(row.text, 1, row.length, out) == row.length;
    strbuf_free(&row);
    strbuf_free(&codes);
    return is_written ? 0 : -1;
}

int record_write_csv(const struct record *record, FILE *out)
{
    if (record->kind != RECORD_RESULT)
        return 0;
    for (size_t i = 0; i < record->metrics_nr; i++) {
        const struct record_metric *metric = &record->metrics[i];
        if (write_row(record, metric->name, metric->value, "", metric->precision, out))
            return -1;
    }
    for (size_t i = 0; i < record->bounds_nr; i++) {
        const struct record_bound *bound = &record->bounds[i];
        if (write_row(record, bound->name, bound->value,
                      bound->side == RECORD_GREATER ? ">" : "<", 0, out))
            return -1;
    }
    return 0;
}
