#include "report/json.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "record/strbuf.h"
#include "report/claims.h"
#include "report/compare_words.h"
#include "report/flow.h"

/* Labels are UTF-8 by the contract of record.h; what is not is cleaned rather
 * than lost. */
static json_t *text(const char *value)
{
    json_t *string = json_string(value);
    if (string)
        return string;
    struct strbuf clean = STRBUF_INIT;
    flow_clean(&clean, value);
    string = json_string(clean.text);
    strbuf_free(&clean);
    return string;
}

static json_t *number(bool is_there, double value)
{
    if (!is_there || !isfinite(value))
        return json_null();
    return json_real(value);
}

static json_t *count(size_t value)
{
    return json_integer((json_int_t)value);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_label(json_t *object, const char *key, const char *value)
{
    if (json_object_set_new(object, key, text(value))) {
        struct strbuf clean = STRBUF_INIT;
        flow_clean(&clean, key);
        json_object_set_new(object, clean.text, text(value));
        strbuf_free(&clean);
    }
}

static void set_bound(json_t *object, enum compare_bound bound)
{
    static const char *const names[] = {
        [COMPARE_AT_LEAST] = ">=", [COMPARE_AT_MOST] = "<=", [COMPARE_UNKNOWN] = "?"};
    if (bound != COMPARE_EXACT)
        set(object, "bound", text(names[bound]));
}

static json_t *warnings_json(const struct compare_warning *warnings, size_t nr)
{
    json_t *object = json_object();
    for (size_t i = 0; i < nr; i++)
        set(object, warnings[i].code, count(warnings[i].nr));
    return object;
}

static json_t *notes_json(const struct compare_note *notes, size_t nr)
{
    static const char *const weights[] = {
        [NOTE_INFO] = "info", [NOTE_LIMIT] = "limit", [NOTE_SERIOUS] = "serious"};
    json_t *array = json_array();
    for (size_t i = 0; i < nr; i++) {
        json_t *note = json_object();
        set(note, "code", text(notes[i].code));
        set(note, "weight", text(weights[notes[i].weight]));
        set(note, "text", text(notes[i].text));
        if (notes[i].row)
            set(note, "row", text(notes[i].row->id));
        set(note, "count", count(notes[i].nr));
        json_array_append_new(array, note);
    }
    return array;
}

static json_t *sample_json(const struct compare_sample *sample)
{
    json_t *object = json_object();
    set(object, "value", number(true, sample->value));
    set_bound(object, sample->bound);
    if (sample->precision > 0)
        set(object, "precision", number(true, sample->precision));
    if (compare_run_of(sample))
        set(object, "run", count(compare_run_of(sample)));
    json_t *ids = json_array();
    for (size_t i = 0; i < sample->records_nr; i++)
        if (sample->records[i]->id)
            json_array_append_new(ids, text(sample->records[i]->id));
    set(object, "records", ids);
    return object;
}

static json_t *cell_json(const struct compare_cell *cell)
{
    if (!cell->nr)
        return json_null();
    json_t *object = json_object();
    set(object, "n", count(cell->nr));
    set(object, "mean", number(true, cell->mean));
    set(object, "sd", number(cell->nr > 1, cell->sd));
    set(object, "median", number(true, cell->median));
    set(object, "min", number(true, cell->min));
    set(object, "max", number(true, cell->max));
    set_bound(object, cell->bound);
    if (cell->jobs_nr > 1)
        set(object, "jobs", count(cell->jobs_nr));
    if (cell->is_unsure)
        set(object, "unsure", json_true());
    json_t *runs = json_array();
    for (size_t i = 0; i < cell->nr; i++)
        json_array_append_new(runs, sample_json(&cell->samples[i]));
    set(object, "runs", runs);
    if (cell->drift.is_known) {
        json_t *drift = json_object();
        set(drift, "tau", number(true, cell->drift.tau));
        set(drift, "p", number(true, cell->drift.p));
        set(drift, "halves_pct", number(true, cell->drift.halves_pct));
        set(object, "drift", drift);
    }
    if (cell->drift.step_after) {
        json_t *step = json_object();
        set(step, "after", count(cell->drift.step_after));
        set(step, "from", number(true, cell->drift.step_from));
        set(step, "to", number(true, cell->drift.step_to));
        set(step, "p", number(true, cell->drift.step_p));
        set(object, "step", step);
    }
    if (cell->modes.are_two) {
        json_t *modes = json_object();
        set(modes, "low_runs", count(cell->modes.low_nr));
        set(modes, "low", number(true, cell->modes.low));
        set(modes, "high", number(true, cell->modes.high));
        set(object, "modes", modes);
    }
    return object;
}

static json_t *jobs_json(const struct compare_change *change)
{
    json_t *array = json_array();
    for (size_t i = 0; i < change->jobs_nr; i++) {
        const struct compare_job *job = &change->jobs[i];
        json_t *object = json_object();
        set(object, "name", text(job->name));
        set(object, "baseline", number(job->has_base, job->base));
        set(object, "level", number(job->has_level, job->level));
        set(object, "delta_pct", number(job->has_base && job->has_level, job->delta_pct));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *change_json(const struct compare_row *row, const struct compare_change *change)
{
    static const char *const orders[] = {[RUN_ORDER_UNKNOWN] = "unknown",
                                         [RUN_ORDER_BLOCKED] = "blocked",
                                         [RUN_ORDER_MIXED] = "mixed",
                                         [RUN_ORDER_INTERLEAVED] = "interleaved"};
    json_t *object = json_object();
    set(object, "delta_pct", number(change->has_delta, change->delta_pct));
    set(object, "low_pct", number(change->has_interval, change->low_pct));
    set(object, "high_pct", number(change->has_interval, change->high_pct));
    if (change->is_unbounded)
        set(object, "unbounded", json_true());
    if (change->is_paired)
        set(object, "paired", json_true());
    set(object, "order", text(orders[change->run_order]));
    set(object, "df", number(change->has_interval && change->df > 0, change->df));
    set(object, "p", number(change->has_interval, change->p));
    set(object, "p_adjusted", number(change->has_interval, change->p_adjusted));
    set(object, "p_rank", number(change->has_interval, change->p_rank));
    set_bound(object, change->bound);
    if (change->has_delta)
        set(object, "decimals", count((size_t)change->decimals));
    set(object, "verdict", text(compare_verdict_word(change->verdict, row->known)));
    if (change->reason != REASON_NONE)
        set(object, "reason", text(compare_reason_text(change->reason)));
    if (change->jobs_nr)
        set(object, "jobs", jobs_json(change));
    return object;
}

static json_t *row_json(const struct compare_section *section, const struct compare_row *row)
{
    static const char *const kinds[] = {
        [ROW_PLAIN] = "plain", [ROW_TOTAL] = "total", [ROW_PART] = "part"};
    json_t *object = json_object(), *where = json_object();
    set(object, "id", text(row->id));
    set(object, "metric", text(row->metric));
    set(object, "op", text(row->op));
    set(object, "kind", text(kinds[row->kind]));
    if (row->is_cost)
        set(object, "cost", json_true());
    if (row->total)
        set(object, "total", text(row->total->id));
    for (size_t i = 0; i < row->where.nr; i++)
        set_label(where, row->where.at[i].name, row->where.at[i].value);
    set(object, "where", where);
    if (row->reference.name) {
        json_t *reference = json_object();
        set(reference, "name", text(row->reference.name));
        set(reference, "value", number(true, row->reference.value));
        set(reference, "n", count(row->reference.nr));
        set(object, "reference", reference);
    }
    json_t *cells = json_array(), *changes = json_array();
    for (size_t i = 0; i < section->levels_nr; i++)
        json_array_append_new(cells, cell_json(&row->cells[i]));
    for (size_t p = 0; p < section->pairs_nr; p++)
        json_array_append_new(changes, change_json(row, &row->changes[p]));
    set(object, "cells", cells);
    set(object, "changes", changes);
    set(object, "warnings", warnings_json(row->warnings, row->warnings_nr));
    return object;
}

static json_t *pair_json(const struct compare_section *section, const struct compare_pair *pair)
{
    json_t *object = json_object();
    set(object, "baseline", text(section->levels[pair->base].name));
    set(object, "level", text(section->levels[pair->level].name));
    set(object, "ratio", number(pair->ratio_nr > 1, pair->ratio));
    set(object, "ratio_rows", count(pair->ratio_nr));
    set(object, "rows", count(pair->ratio_of));
    return object;
}

static json_t *section_json(const struct compare_section *section)
{
    json_t *object = json_object(), *levels = json_array();
    json_t *pairs = json_array(), *rows = json_array();
    set(object, "factor", text(section->factor));
    set(object, "numeric", json_boolean(section->is_numeric));
    if (section->pairs_nr)
        set(object, "baseline", text(section->levels[section->baseline].name));
    for (size_t i = 0; i < section->levels_nr; i++) {
        json_t *level = json_object();
        set(level, "name", text(section->levels[i].name));
        set(level, "records", count(section->levels[i].records_nr));
        json_array_append_new(levels, level);
    }
    for (size_t p = 0; p < section->pairs_nr; p++)
        json_array_append_new(pairs, pair_json(section, &section->pairs[p]));
    for (size_t r = 0; r < section->rows_nr; r++)
        json_array_append_new(rows, row_json(section, &section->rows[r]));
    set(object, "levels", levels);
    set(object, "family", count(section->family));
    set(object, "cost_family", count(section->cost_family));
    set(object, "rows_left_out", count(section->left_out_nr));
    set(object, "pairs", pairs);
    set(object, "rows", rows);
    set(object, "notes", notes_json(section->notes, section->notes_nr));
    set(object, "warnings", warnings_json(section->warnings, section->warnings_nr));
    return object;
}

static json_t *claim_json(const struct compare_claim *check)
{
    const struct record_claim *claim = check->record->claim;
    json_t *object = json_object();
    if (check->record->id)
        set(object, "id", text(check->record->id));
    set(object, "low", number(true, claim->low));
    set(object, "high", number(true, claim->high));
    set(object, "unit", text(claim->unit ? claim->unit : ""));
    set(object, "direction", text(claim->direction ? claim->direction : ""));
    set(object, "text", text(claim->text ? claim->text : ""));
    set(object, "verdict", text(claims_verdict_word(check->verdict)));
    set(object, "nearest", number(check->has_nearest, check->nearest));
    set(object, "rule", text(check->rule));
    set(object, "why", text(check->why));
    return object;
}

static json_t *leads_json(const struct comparison *comparison)
{
    static const char *const kinds[] = {
        [LEAD_EFFECT] = "effect", [LEAD_HIDDEN] = "hidden", [LEAD_LIMIT] = "limit"};
    json_t *array = json_array();
    for (size_t i = 0; i < comparison->leads_nr; i++) {
        json_t *lead = json_object();
        set(lead, "kind", text(kinds[comparison->leads[i].kind]));
        set(lead, "text", text(comparison->leads[i].text));
        json_array_append_new(array, lead);
    }
    return array;
}

json_t *json_comparison(const struct comparison *comparison)
{
    json_t *root = json_object(), *results = json_object(), *inputs = json_array();
    json_t *options = json_object(), *sections = json_array();
    set(root, "format", text("iodelta-report/1"));
    set(results, "seen", count(comparison->results_nr));
    set(results, "used", count(comparison->used_nr));
    set(results, "filtered", count(comparison->filtered_nr));
    set(results, "quoted", count(comparison->quoted_nr));
    set(results, "aggregate", count(comparison->aggregate_nr));
    set(results, "repeated", count(comparison->repeated_nr));
    set(root, "results", results);
    for (size_t i = 0; i < comparison->inputs_nr; i++)
        json_array_append_new(inputs, text(comparison->inputs[i]));
    set(root, "inputs", inputs);
    set(options, "noise_pct", number(true, comparison->options.noise_pct));
    set(options, "confidence_pct", number(true, comparison->options.confidence_pct));
    set(options, "stat", text(comparison->options.stat == COMPARE_MEDIAN ? "median" : "mean"));
    set(options, "method", text(comparison->options.method == COMPARE_FIELLER ? "fieller" : "log"));
    set(root, "options", options);
    set(root, "leads", leads_json(comparison));
    for (size_t s = 0; s < comparison->sections_nr; s++)
        json_array_append_new(sections, section_json(&comparison->sections[s]));
    set(root, "sections", sections);
    if (comparison->values)
        set(root, "values", section_json(comparison->values));
    if (comparison->checks_nr) {
        json_t *claims = json_array();
        for (size_t i = 0; i < comparison->checks_nr; i++)
            json_array_append_new(claims, claim_json(&comparison->checks[i]));
        set(root, "claims", claims);
    }
    set(root, "notes", notes_json(comparison->notes, comparison->notes_nr));
    set(root, "warnings", warnings_json(comparison->warnings, comparison->warnings_nr));
    return root;
}

/* Writes what jansson makes, which does not escape the control characters behind ASCII: a
 * terminal would obey them.  They stand in texts only, and each is in one piece. */
static int put_escaped(const char *text, size_t length, void *data)
{
    FILE *out = data;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i], next = 0;
        if (byte == 0xc2 && i + 1 < length)
            next = (unsigned char)text[i + 1];
        if (byte == 0x7f)
            fputs("\\u007f", out);
        else if (next >= 0x80 && next < 0xa0)
            fprintf(out, "\\u%04x", (unsigned)next);
        else
            putc(byte, out);
        i += next >= 0x80 && next < 0xa0;
    }
    return ferror(out) ? -1 : 0;
}

int json_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
               struct diag *diag)
{
    (void)options;
    json_t *root = json_comparison(comparison);
    /* Keys stay in the order of insertion; 15 digits give a double as it was meant. */
    int failed = json_dump_callback(root, put_escaped, out,
                                    JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(root);
    if (outputs_check(out, diag))
        return -1;
    if (failed)
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "the report could not be put into JSON");
    return failed ? -1 : 0;
}
