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

/* Of a claim: its two figures, and as params what it says of them. */
static int write_claim(const struct record *record, FILE *out)
{
    const struct record_claim *claim = record->claim;
    struct arena *arena = arena_new();
    struct record *row = record_new(arena, RECORD_CLAIM);
    struct strbuf words = STRBUF_INIT;
    for (size_t i = 0; i < claim->words_nr; i++)
        strbuf_printf(&words, "%s%s", i ? " " : "", claim->words[i]);
    const struct {
        const char *name, *value;
    } says[] = {{"unit", claim->unit},
                {"direction", claim->direction},
                {"hedge", claim->hedge},
                {"words", words.text}};
    row->id = record->id;
    row->op = claim->op ? claim->op : "";
    row->quoted = record->quoted;
    row->source = record->source;
    for (size_t i = 0; i < record->config.nr; i++)
        record_set_pair(row, &row->config, record->config.at[i].name, record->config.at[i].value);
    for (size_t i = 0; i < sizeof says / sizeof says[0]; i++)
        if (says[i].value && *says[i].value)
            record_set_pair(row, &row->params, says[i].name, says[i].value);
    int result = write_row(row, "claim_low", claim->low, "", 0, out) ||
                         write_row(row, "claim_high", claim->high, "", 0, out)
                     ? -1
                     : 0;
    strbuf_free(&words);
    arena_free(arena);
    return result;
}

int record_write_csv(const struct record *record, FILE *out)
{
    if (record->kind == RECORD_CLAIM && record->claim)
        return write_claim(record, out);
    if (record->kind != RECORD_RESULT)
        return 0;
    for (size_t i = 0; i < record->metrics_nr; i++) {
        const struct record_metric metric = record_metric_at(record, i);
        if (write_row(record, metric.name, metric.value, "", metric.precision, out))
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
