#include "report/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/claims.h"
#include "report/compare_words.h"
#include "report/flow.h"
#include "report/text_grid.h"
#include "report/text_rows.h"

/* Writes out what was put together, so that a large report needs no large buffer. */
static void flush(struct strbuf *text, FILE *out)
{
    fwrite(text->text, 1, text->length, out);
    strbuf_cut(text, 0);
}

static void heading(struct strbuf *text, const char *words, char line)
{
    flow_wrap(text, words, 0, 0, TEXT_COLUMNS);
    size_t width = flow_width(words);
    for (size_t i = 0; i < (width < TEXT_COLUMNS ? width : TEXT_COLUMNS); i++)
        strbuf_byte(text, line);
    strbuf_byte(text, '\n');
}

static void add_legend_line(struct strbuf *text, const struct compare_section *section,
                            size_t level)
{
    char letter[32], lead[40];
    compare_level_letter(section, level, letter, sizeof letter);
    snprintf(lead, sizeof lead, "  %s  ", letter);
    strbuf_string(text, lead);
    struct strbuf name = STRBUF_INIT;
    strbuf_string(&name, *section->levels[level].name ? section->levels[level].name : "(empty)");
    if (level == section->baseline)
        strbuf_string(&name, " (baseline)");
    size_t indent = strlen(lead);
    flow_wrap(text, name.text, indent, indent, TEXT_COLUMNS);
    strbuf_free(&name);
}

static void add_legend(struct strbuf *text, const struct compare_section *section)
{
    size_t *levels = memory_alloc(section->levels_nr * sizeof *levels);
    size_t nr = compare_legend_levels(section, levels);
    for (size_t i = 0; i < nr; i++)
        add_legend_line(text, section, levels[i]);
    free(levels);
}

static void add_mean(struct strbuf *text, const struct compare_pair *pair)
{
    if (pair->ratio_nr < 2)
        return;
    char pct[64], line[200];
    compare_format_pct(pct, sizeof pct, 100 * (pair->ratio - 1), 1, false);
    snprintf(line, sizeof line,
             "geometric mean of %zu of %zu rows: %s %% (\xc3\x97%.3f; above 1 "
             "is better)",
             pair->ratio_nr, pair->ratio_of, pct, pair->ratio);
    flow_wrap(text, line, 0, 2, TEXT_COLUMNS);
}

static void add_pair(struct strbuf *text, const struct compare_section *section, size_t index,
                     struct text_rows rows, FILE *out)
{
    const struct compare_pair *pair = &section->pairs[index];
    size_t unpaired = 0;
    for (size_t r = 0; r < section->rows_nr; r++)
        unpaired += section->rows[r].changes[index].verdict == VERDICT_UNPAIRED;
    if (unpaired == section->rows_nr)
        return;
    char base[32], level[32];
    compare_level_letter(section, pair->base, base, sizeof base);
    compare_level_letter(section, pair->level, level, sizeof level);
    strbuf_byte(text, '\n');
    text_rows_head(text, base, level);
    for (size_t r = 0; r < section->rows_nr; r++) {
        if (section->rows[r].changes[index].verdict != VERDICT_UNPAIRED)
            text_rows_add(text, &rows, section, r, index);
        flush(text, out);
    }
    text_rows_end(text, &rows);
    if (unpaired)
        strbuf_printf(text, "%zu more row%s at one of both levels only\n", unpaired,
                      unpaired == 1 ? " stands" : "s stand");
    add_mean(text, pair);
}

/* All rows of a sweep, then the means of its levels. */
static void add_sweep(struct strbuf *text, const struct compare_section *section,
                      struct text_rows rows, FILE *out)
{
    for (size_t r = 0; r < section->rows_nr; r++) {
        strbuf_byte(text, '\n');
        text_rows_add_sweep(text, &rows, section, r);
        flush(text, out);
    }
    for (size_t p = 0; p < section->pairs_nr; p++) {
        const struct compare_pair *pair = &section->pairs[p];
        if (pair->base != section->baseline || pair->ratio_nr < 2)
            continue;
        strbuf_byte(text, '\n');
        flow_wrap(text, section->levels[pair->level].name, 0, 2, TEXT_COLUMNS);
        add_mean(text, pair);
    }
}

static void add_warnings(struct strbuf *text, const struct compare_warning *warnings, size_t nr)
{
    if (!nr)
        return;
    strbuf_string(text, "\nWarnings (records that carry them)\n");
    for (size_t i = 0; i < nr; i++) {
        char count[32];
        snprintf(count, sizeof count, "%6zu ", warnings[i].nr);
        strbuf_string(text, count);
        struct strbuf line = STRBUF_INIT;
        strbuf_printf(&line, "%s: %s", warnings[i].code,
                      warnings[i].known ? warnings[i].known->meaning : "(unknown to this version)");
        flow_wrap(text, line.text, strlen(count), 7, TEXT_COLUMNS);
        strbuf_free(&line);
    }
}

static void add_note(struct strbuf *text, const struct compare_note *note)
{
    struct strbuf line = STRBUF_INIT;
    strbuf_string(&line, note->text);
    if (note->also)
        strbuf_printf(&line, " Likewise by %s.", note->also);
    strbuf_string(text, note->weight == NOTE_SERIOUS ? "! " : "- ");
    flow_wrap(text, line.text, 2, 2, TEXT_COLUMNS);
    strbuf_free(&line);
}

static void add_notes(struct strbuf *text, const char *title, const struct compare_note *notes,
                      size_t nr)
{
    bool is_first = true;
    for (int weight = NOTE_SERIOUS; weight >= NOTE_INFO; weight--)
        for (size_t i = 0; i < nr; i++) {
            if ((int)notes[i].weight != weight || notes[i].is_repeat)
                continue;
            if (is_first)
                strbuf_printf(text, "\n%s\n", title);
            is_first = false;
            add_note(text, &notes[i]);
        }
}

static void add_section(struct strbuf *text, const struct compare_section *section,
                        const struct output_options *options, FILE *out)
{
    struct strbuf title = STRBUF_INIT;
    strbuf_byte(text, '\n');
    strbuf_printf(&title, "By %s", section->factor);
    heading(text, title.text, '-');
    strbuf_free(&title);
    /* A sweep names its levels beside their values. */
    if (!text_rows_is_sweep(section))
        add_legend(text, section);
    struct text_rows rows = {.units = options->units};
    rows.scales = memory_alloc((section->rows_nr + 1) * sizeof *rows.scales);
    if (!text_rows_is_sweep(section))
        text_grid_add(text, &rows, section, TEXT_COLUMNS);
    if (text_rows_is_sweep(section))
        add_sweep(text, section, rows, out);
    for (size_t p = 0; p < section->pairs_nr && !text_rows_is_sweep(section); p++)
        add_pair(text, section, p, rows, out);
    free(rows.scales);
    if (section->left_out_nr)
        strbuf_printf(text, "\nShowing %zu of %zu rows (--top).\n", section->rows_nr,
                      section->rows_nr + section->left_out_nr);
    add_notes(text, "Notes", section->notes, section->notes_nr);
    flush(text, out);
}

/* The values by themselves, where nothing is compared. */
static void add_values(struct strbuf *text, const struct compare_section *values,
                       enum compare_stat stat, enum output_units units, FILE *out)
{
    strbuf_byte(text, '\n');
    heading(text, "Values", '-');
    struct text_rows rows = {.units = units};
    text_rows_values_head(text, stat);
    for (size_t r = 0; r < values->rows_nr; r++) {
        text_rows_add_value(text, &rows, values, r);
        flush(text, out);
    }
}

/* Each claim with what the figures give. */
static void add_claim(struct strbuf *text, const struct compare_claim *check)
{
    enum { INDENT = 2 };
    struct strbuf line = STRBUF_INIT;
    char nearest[64], said[96];
    claims_format_nearest(check, nearest, sizeof nearest);
    claims_format_said(check->record->claim, said, sizeof said);
    strbuf_printf(&line, "%s: %s. ", said, claims_verdict_word(check->verdict));
    if (check->has_nearest)
        strbuf_printf(&line, "Nearest: %s (%s). ", nearest, check->rule);
    strbuf_printf(&line, "%c%s.", toupper((unsigned char)check->why[0]), check->why + 1);
    flow_wrap(text, line.text, 0, INDENT, TEXT_COLUMNS);
    strbuf_cut(&line, 0);
    strbuf_printf(&line, "line %lu%s: \"%s\"", check->record->source.line,
                  check->record->source.quote ? ", quoted" : "",
                  check->record->claim->text ? check->record->claim->text : "");
    strbuf_string(text, "  ");
    flow_wrap(text, line.text, INDENT, INDENT, TEXT_COLUMNS);
    strbuf_free(&line);
}

/* What tables print and their figures give needs no line each. */
static void add_claims(struct strbuf *text, const struct comparison *comparison, FILE *out)
{
    enum { CLAIMS_SHOWN = 100 };
    size_t shown = 0, changes = 0, good = 0;
    if (!comparison->checks_nr)
        return;
    strbuf_byte(text, '\n');
    heading(text, "Claims", '-');
    for (size_t i = 0; i < comparison->checks_nr; i++) {
        const struct compare_claim *check = &comparison->checks[i];
        bool is_change = claims_is_change(check), is_good = check->verdict == CLAIM_REPRODUCED;
        changes += is_change;
        good += is_change && is_good;
        if ((is_change && is_good) || shown++ >= CLAIMS_SHOWN)
            continue;
        add_claim(text, check);
        flush(text, out);
    }
    if (shown > CLAIMS_SHOWN)
        strbuf_printf(text, "and %zu more\n", shown - CLAIMS_SHOWN);
    if (changes)
        strbuf_printf(text, "changes printed in tables: %zu of %zu are what their figures give\n",
                      good, changes);
}

static void add_method(struct strbuf *text, const struct comparison *comparison)
{
    size_t family = compare_largest_family(comparison);
    if (!comparison->sections_nr)
        return;
    struct strbuf line = STRBUF_INIT;
    strbuf_printf(&line,
                  "Method: jobs of one group are summed, n counts runs; \xce\x94 is of %s.",
                  compare_stat_text(comparison));
    if (family)
        strbuf_printf(&line,
                      " [ ] is the %g %% interval of the ratio (%s). A verdict needs the whole "
                      "interval beyond \xc2\xb1%g %% and Holm-adjusted p < 0.05 (largest family: "
                      "%zu).",
                      comparison->options.confidence_pct, compare_method_text(comparison),
                      comparison->options.noise_pct, family);
    strbuf_byte(text, '\n');
    flow_wrap(text, line.text, 0, 0, TEXT_COLUMNS);
    strbuf_free(&line);
}

static void add_inputs(struct strbuf *text, const struct comparison *comparison)
{
    enum { INPUTS_SHOWN = 10 };
    char line[100];
    snprintf(line, sizeof line, "%zu result%s", comparison->results_nr,
             comparison->results_nr == 1 ? "" : "s");
    strbuf_string(text, line);
    if (comparison->inputs_nr == 1) {
        strbuf_string(text, " from ");
        flow_wrap(text, comparison->inputs[0], flow_width(line) + 6, 2, TEXT_COLUMNS);
        return;
    }
    snprintf(line, sizeof line, " from %zu inputs\n", comparison->inputs_nr);
    strbuf_string(text, comparison->inputs_nr ? line : "\n");
    for (size_t i = 0; i < comparison->inputs_nr && i < INPUTS_SHOWN; i++) {
        strbuf_string(text, "  ");
        flow_wrap(text, comparison->inputs[i], 2, 4, TEXT_COLUMNS);
    }
    if (comparison->inputs_nr > INPUTS_SHOWN)
        strbuf_printf(text, "  and %zu more\n", comparison->inputs_nr - INPUTS_SHOWN);
}

static void add_leads(struct strbuf *text, const struct comparison *comparison)
{
    if (comparison->leads_nr)
        strbuf_byte(text, '\n');
    for (size_t i = 0; i < comparison->leads_nr; i++) {
        strbuf_string(text, "* ");
        flow_wrap(text, comparison->leads[i].text, 2, 2, TEXT_COLUMNS);
    }
}

int text_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
               struct diag *diag)
{
    struct strbuf text = STRBUF_INIT;
    if (options->title)
        heading(&text, options->title, '=');
    add_inputs(&text, comparison);
    add_leads(&text, comparison);
    for (size_t s = 0; s < comparison->sections_nr; s++)
        add_section(&text, &comparison->sections[s], options, out);
    if (comparison->values)
        add_values(&text, comparison->values, comparison->options.stat, options->units, out);
    add_claims(&text, comparison, out);
    add_warnings(&text, comparison->warnings, comparison->warnings_nr);
    add_notes(&text, comparison->sections_nr ? "Notes on the whole" : "Notes", comparison->notes,
              comparison->notes_nr);
    add_method(&text, comparison);
    flush(&text, out);
    strbuf_free(&text);
    return outputs_check(out, diag);
}
