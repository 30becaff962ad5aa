#include "report/markdown.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/claims.h"
#include "report/compare_words.h"

enum { DIGITS = 4, CLAIMS_SHOWN = 100, INPUTS_SHOWN = 10 };

static void flush(struct strbuf *text, FILE *out)
{
    fwrite(text->text, 1, text->length, out);
    strbuf_cut(text, 0);
}

static void add_heading(struct strbuf *text, int depth, const char *lead, const char *words)
{
    strbuf_printf(text, "\n%.*s %s", depth, "####", lead);
    markdown_add_text(text, words);
    strbuf_string(text, "\n\n");
}

static void add_legend_line(struct strbuf *text, const struct compare_section *section, size_t level)
{
    const char *name = section->levels[level].name;
    char letter[32];
    compare_level_letter(section, level, letter, sizeof letter);
    strbuf_string(text, "- **");
    markdown_add_text(text, letter);
    strbuf_string(text, "** ");
    markdown_add_text(text, *name ? name : "(empty)");
    strbuf_string(text, level == section->baseline ? " (baseline)\n" : "\n");
}

static void add_legend(struct strbuf *text, const struct compare_section *section)
{
    size_t *levels = memory_alloc(section->levels_nr * sizeof *levels);
    size_t nr = compare_legend_levels(section, levels);
    for (size_t i = 0; i < nr; i++)
        add_legend_line(text, section, levels[i]);
    free(levels);
}

static struct units_scale scale_of(const struct compare_row *row, size_t levels,
                                   enum output_units units)
{
    double most = 0;
    for (size_t i = 0; i < levels; i++)
        most = fmax(most, fabs(row->cells[i].centre));
    if (!row->known)
        return (struct units_scale){1, ""};
    return units_scale(row->known->unit, outputs_style(units, row, levels), most);
}

/* The mean or median of a cell, a bound with its sign. */
static void add_centre(struct strbuf *text, const struct compare_cell *cell,
                       const struct units_scale *scale)
{
    const char *sign = compare_bound_sign(cell->bound);
    char number[64];
    if (!cell->nr) {
        strbuf_string(text, " \xe2\x80\x93 |");
        return;
    }
    units_format(number, sizeof number, cell->centre, scale, DIGITS);
    strbuf_printf(text, " %s%s%s |", sign, *sign ? " " : "", number);
}

static void add_setting(struct strbuf *text, const struct compare_row *row)
{
    for (size_t i = 0; i < row->where.nr; i++) {
        strbuf_string(text, i ? ", " : " ");
        markdown_add_text(text, row->where.at[i].name);
        strbuf_byte(text, ' ');
        markdown_add_text(text, row->where.at[i].value);
    }
    strbuf_string(text, " |");
}

/* "bandwidth", "completion latency p99.95", and the unit of the figures behind it. */
static void add_metric(struct strbuf *text, const struct compare_row *row,
                       const struct units_scale *scale)
{
    double percent = metric_percentile(row->metric);
    const char *unit = outputs_unit(row, scale);
    strbuf_byte(text, ' ');
    markdown_add_text(text, row->known ? row->known->title : row->metric);
    if (percent >= 0)
        strbuf_printf(text, " p%.12g", percent);
    if (*unit)
        strbuf_printf(text, ", %s", unit);
    strbuf_string(text, " |");
}

static void add_row(struct strbuf *text, const struct compare_section *section, size_t row_nr,
                    size_t pair, enum output_units units)
{
    const struct compare_row *row = &section->rows[row_nr];
    const struct compare_change *change = &row->changes[pair];
    struct units_scale scale = scale_of(row, section->levels_nr, units);
    char delta[96], interval[160];
    compare_format_delta(delta, sizeof delta, change);
    compare_format_interval(interval, sizeof interval, change);
    strbuf_string(text, row->kind == ROW_PART ? "| \xe2\x86\xb3 " : "| ");
    markdown_add_text(text, row->op);
    strbuf_string(text, " |");
    add_metric(text, row, &scale);
    add_setting(text, row);
    add_centre(text, change->base, &scale);
    add_centre(text, change->level, &scale);
    strbuf_printf(text, " %zu + %zu | %s | ", change->base->nr, change->level->nr, delta);
    markdown_add_text(text, interval);
    strbuf_string(text, " | ");
    markdown_add_text(text, compare_verdict_word(change->verdict, row->known));
    if (change->reason != REASON_NONE) {
        strbuf_string(text, ": ");
        markdown_add_text(text, compare_reason_text(change->reason));
    }
    strbuf_string(text, " |\n");
}

static void add_ratio(struct strbuf *text, const struct compare_pair *pair)
{
    char pct[64];
    if (pair->ratio_nr < 2)
        return;
    compare_format_pct(pct, sizeof pct, 100 * (pair->ratio - 1), 1, false);
    strbuf_printf(text, "\nGeometric mean of %zu of %zu rows: %s %% (\xc3\x97%.3f; above 1 is better)\n",
                  pair->ratio_nr, pair->ratio_of, pct, pair->ratio);
}

static void add_pair(struct strbuf *text, const struct compare_section *section, size_t pair,
                     const struct comparison *comparison, enum output_units units, FILE *out)
{
    size_t unpaired = 0;
    char base[32], level[32], title[80];
    for (size_t r = 0; r < section->rows_nr; r++)
        unpaired += section->rows[r].changes[pair].verdict == VERDICT_UNPAIRED;
    if (unpaired == section->rows_nr)
        return;
    compare_level_letter(section, section->pairs[pair].base, base, sizeof base);
    compare_level_letter(section, section->pairs[pair].level, level, sizeof level);
    snprintf(title, sizeof title, "%s against %s", level, base);
    add_heading(text, 3, "", title);
    strbuf_string(text, "| op | metric | setting | ");
    markdown_add_text(text, base);
    strbuf_string(text, " | ");
    markdown_add_text(text, level);
    strbuf_printf(text,
                  " | n | \xce\x94 | %g %% interval | verdict |\n"
                  "|:---|:---|:---|---:|---:|---:|---:|---:|:---|\n",
                  comparison->options.confidence_pct);
    for (size_t r = 0; r < section->rows_nr; r++) {
        if (section->rows[r].changes[pair].verdict != VERDICT_UNPAIRED)
            add_row(text, section, r, pair, units);
        flush(text, out);
    }
    if (unpaired)
        strbuf_printf(text, "\n%zu more row%s at one of both levels only\n", unpaired,
                      unpaired == 1 ? " stands" : "s stand");
    add_ratio(text, &section->pairs[pair]);
}

/* Sentences, the most serious first. */
static void add_notes(struct strbuf *text, const char *title, const struct compare_note *notes,
                      size_t nr)
{
    bool is_first = true;
    for (int weight = NOTE_SERIOUS; weight >= NOTE_INFO; weight--)
        for (size_t i = 0; i < nr; i++) {
            if ((int)notes[i].weight != weight || notes[i].is_repeat)
                continue;
            if (is_first)
                add_heading(text, 3, "", title);
            is_first = false;
            strbuf_string(text, weight == NOTE_SERIOUS ? "- **!** " : "- ");
            markdown_add_text(text, notes[i].text);
            if (notes[i].also) {
                strbuf_string(text, " Likewise by ");
                markdown_add_text(text, notes[i].also);
                strbuf_byte(text, '.');
            }
            strbuf_byte(text, '\n');
        }
}

static void add_section(struct strbuf *text, const struct comparison *comparison, size_t nr,
                        enum output_units units, FILE *out)
{
    const struct compare_section *section = &comparison->sections[nr];
    add_heading(text, 2, "By ", section->factor);
    add_legend(text, section);
    for (size_t p = 0; p < section->pairs_nr; p++)
        add_pair(text, section, p, comparison, units, out);
    add_notes(text, "Notes", section->notes, section->notes_nr);
    flush(text, out);
}

/* The values by themselves, where nothing is compared. */
static void add_values(struct strbuf *text, const struct comparison *comparison,
                       enum output_units units, FILE *out)
{
    const struct compare_section *values = comparison->values;
    add_heading(text, 2, "", "Values");
    strbuf_printf(text,
                  "| op | metric | setting | %s | n | least | most |\n"
                  "|:---|:---|:---|---:|---:|---:|---:|\n",
                  compare_stat_name(comparison->options.stat));
    for (size_t r = 0; r < values->rows_nr; r++) {
        const struct compare_row *row = &values->rows[r];
        const struct compare_cell *cell = &row->cells[0];
        struct units_scale scale = scale_of(row, 1, units);
        char least[64], most[64];
        units_format(least, sizeof least, cell->min, &scale, DIGITS);
        units_format(most, sizeof most, cell->max, &scale, DIGITS);
        strbuf_string(text, row->kind == ROW_PART ? "| \xe2\x86\xb3 " : "| ");
        markdown_add_text(text, row->op);
        strbuf_string(text, " |");
        add_metric(text, row, &scale);
        add_setting(text, row);
        add_centre(text, cell, &scale);
        strbuf_printf(text, " %zu | %s | %s |\n", cell->nr, least, most);
        flush(text, out);
    }
}

static void add_claim(struct strbuf *text, const struct compare_claim *check)
{
    char nearest[64], said[96];
    claims_format_nearest(check, nearest, sizeof nearest);
    claims_format_said(check->record->claim, said, sizeof said);
    strbuf_printf(text, "- %s: **%s**. ", said, claims_verdict_word(check->verdict));
    if (check->has_nearest) {
        strbuf_printf(text, "Nearest: %s (", nearest);
        markdown_add_text(text, check->rule);
        strbuf_string(text, "). ");
    }
    strbuf_byte(text, (char)toupper((unsigned char)check->why[0]));
    markdown_add_text(text, check->why + (check->why[0] != '\0'));
    strbuf_printf(text, ". Line %lu%s: \xe2\x80\x9c", check->record->source.line,
                  check->record->source.quote ? ", quoted" : "");
    markdown_add_text(text, check->record->claim->text ? check->record->claim->text : "");
    strbuf_string(text, "\xe2\x80\x9d\n");
}

static void add_claims(struct strbuf *text, const struct comparison *comparison, FILE *out)
{
    if (comparison->checks_nr)
        add_heading(text, 2, "", "Claims");
    for (size_t i = 0; i < comparison->checks_nr && i < CLAIMS_SHOWN; i++) {
        add_claim(text, &comparison->checks[i]);
        flush(text, out);
    }
    if (comparison->checks_nr > CLAIMS_SHOWN)
        strbuf_printf(text, "- and %zu more\n", comparison->checks_nr - CLAIMS_SHOWN);
}

static void add_warnings(struct strbuf *text, const struct comparison *comparison)
{
    if (!comparison->warnings_nr)
        return;
    add_heading(text, 2, "", "Warnings");
    strbuf_string(text, "| records | warning | meaning |\n|---:|:---|:---|\n");
    for (size_t i = 0; i < comparison->warnings_nr; i++) {
        const struct compare_warning *warning = &comparison->warnings[i];
        strbuf_printf(text, "| %zu | ", warning->nr);
        markdown_add_text(text, warning->code);
        strbuf_string(text, " | ");
        markdown_add_text(text, warning->known ? warning->known->meaning
                                               : "(unknown to this version)");
        strbuf_string(text, " |\n");
    }
}

static void add_method(struct strbuf *text, const struct comparison *comparison)
{
    size_t family = compare_largest_family(comparison);
    if (!comparison->sections_nr)
        return;
    strbuf_printf(text, "\n---\n\nJobs of one group are summed, n counts runs; \xce\x94 is of %s.",
                  compare_stat_text(comparison));
    if (family)
        strbuf_printf(text,
                      " The interval is one of %g %% of the ratio (%s). A verdict needs the whole "
                      "interval beyond \xc2\xb1%g %% and a p of less than 0.05 after Holm (largest "
                      "family: %zu).",
                      comparison->options.confidence_pct, compare_method_text(comparison),
                      comparison->options.noise_pct, family);
    strbuf_byte(text, '\n');
}

static void add_inputs(struct strbuf *text, const struct comparison *comparison)
{
    strbuf_printf(text, "%zu result%s from", comparison->results_nr,
                  comparison->results_nr == 1 ? "" : "s");
    for (size_t i = 0; i < comparison->inputs_nr && i < INPUTS_SHOWN; i++) {
        strbuf_string(text, i ? ", " : " ");
        markdown_add_text(text, comparison->inputs[i]);
    }
    if (!comparison->inputs_nr)
        strbuf_string(text, " unnamed input");
    if (comparison->inputs_nr > INPUTS_SHOWN)
        strbuf_printf(text, " and %zu more", comparison->inputs_nr - INPUTS_SHOWN);
    strbuf_byte(text, '\n');
}

/* The sentences that stand above everything else. */
static void add_leads(struct strbuf *text, const struct comparison *comparison)
{
    if (comparison->leads_nr)
        strbuf_byte(text, '\n');
    for (size_t i = 0; i < comparison->leads_nr; i++) {
        strbuf_string(text, "- ");
        markdown_add_text(text, comparison->leads[i].text);
        strbuf_byte(text, '\n');
    }
}

int markdown_write(const struct comparison *comparison, const struct output_options *options,
                   FILE *out, struct diag *diag)
{
    struct strbuf text = STRBUF_INIT;
    strbuf_string(&text, "# ");
    markdown_add_text(&text, options->title ? options->title : "Comparison");
    strbuf_string(&text, "\n\n");
    add_inputs(&text, comparison);
    add_leads(&text, comparison);
    for (size_t s = 0; s < comparison->sections_nr; s++)
        add_section(&text, comparison, s, options->units, out);
    if (comparison->values)
        add_values(&text, comparison, options->units, out);
    add_claims(&text, comparison, out);
    add_warnings(&text, comparison);
    add_notes(&text, comparison->sections_nr ? "Notes on the whole" : "Notes", comparison->notes,
              comparison->notes_nr);
    add_method(&text, comparison);
    flush(&text, out);
    strbuf_free(&text);
    return outputs_check(out, diag);
}
