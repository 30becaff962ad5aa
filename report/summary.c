#include "report/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/units.h"
#include "report/attribute.h"
#include "report/compare_words.h"

enum { ROWS_SHOWN = 4, DIGITS = 4 };

void summary_add_where(struct strbuf *text, const struct compare_row *row, const char *but)
{
    bool is_first = true;
    for (size_t i = 0; i < row->where.nr; i++) {
        const struct record_pair *at = &row->where.at[i];
        if (but && !strcmp(at->name, but))
            continue;
        double number;
        bool is_number = attribute_number(at->value, &number);
        strbuf_printf(text, "%s%s%s%s", is_first ? "" : ", ", is_number ? at->name : "",
                      is_number ? " " : "", at->value);
        is_first = false;
    }
}

static void add_number(struct strbuf *text, double value, const struct units_scale *scale)
{
    char number[64];
    units_format(number, sizeof number, value, scale, DIGITS);
    strbuf_string(text, number);
}

static void add_unit(struct strbuf *text, const struct compare_row *row,
                     const struct units_scale *scale)
{
    if (!strcmp(row->metric, "iops"))
        strbuf_printf(text, " %sIOPS",
                      !strcmp(scale->unit, "k/s")   ? "k"
                      : !strcmp(scale->unit, "M/s") ? "M"
                                                    : "");
    else if (*scale->unit)
        strbuf_printf(text, " %s", scale->unit);
}

static struct units_scale scale_of(const struct compare_row *row, bool is_iec, double value)
{
    return units_scale(row->known ? row->known->unit : UNIT_COUNT, is_iec ? UNITS_IEC : UNITS_SI,
                       value);
}

void summary_add_values(struct strbuf *text, const struct compare_row *row,
                        const struct compare_change *change)
{
    double base = change->base->centre, level = change->level->centre;
    bool is_iec = compare_cell_is_iec(change->base) && compare_cell_is_iec(change->level);
    struct units_scale scale = scale_of(row, is_iec, fmin(fabs(base), fabs(level)));
    add_number(text, base, &scale);
    strbuf_string(text, " \xe2\x86\x92 ");
    add_number(text, level, &scale);
    add_unit(text, row, &scale);
}

void summary_add_value(struct strbuf *text, const struct compare_row *row, size_t levels,
                       double value)
{
    struct units_scale scale = scale_of(row, compare_is_iec(row, levels), value);
    add_number(text, value, &scale);
    add_unit(text, row, &scale);
}

/* "14.66 → 12.05 MiB/s (−17.79 %)", with interval and verdict where there are any. */
static void add_change(struct strbuf *text, const struct compare_row *row,
                       const struct compare_change *change)
{
    char delta[96], interval[160];
    compare_format_delta(delta, sizeof delta, change);
    compare_format_interval(interval, sizeof interval, change);
    summary_add_values(text, row, change);
    strbuf_printf(text, " (%s%s%s", delta, *interval ? " " : "", interval);
    if (change->verdict != VERDICT_SINGLE)
        strbuf_printf(text, ", %s", compare_verdict_word(change->verdict, row->known));
    strbuf_byte(text, ')');
}

/* What a claim says that both sides share: "the same disk". */
static void add_shared(struct strbuf *text, const struct compare_claim *claim)
{
    static const char *const things[] = {"disk",     "disks",  "device", "drive", "drives",
                                         "machine",  "host",   "server", "box",   "array",
                                         "hardware", "target", "ssd",    "lun"};
    const char *said = claim ? claim->record->claim->text : NULL;
    const char *at = said ? strstr(said, "the same ") : NULL;
    if (!at)
        return;
    at += strlen("the same ");
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
        size_t length = strlen(things[i]);
        if (strncmp(at, things[i], length) || (at[length] >= 'a' && at[length] <= 'z'))
            continue;
        strbuf_printf(text, " (on the same %s, by the author)", things[i]);
        return;
    }
}

/* The factor of the other settings with which the sign of the change turns, where it does in
 * at least one row against another that differs in nothing else; numbers before names. */
static const char *turning_factor(const struct summary_topic *topic)
{
    const struct compare_section *section = topic->section;
    const char *best = NULL;
    double most = 0, noise = topic->comparison->options.noise_pct;
    for (size_t a = 0; a < section->rows_nr; a++)
        for (size_t b = a + 1; b < section->rows_nr && a < 200 && b < 200; b++) {
            const struct compare_row *x = &section->rows[a], *y = &section->rows[b];
            const struct compare_change *cx = &x->changes[topic->pair],
                                        *cy = &y->changes[topic->pair];
            if (!summary_is_told(x, cx) || !summary_is_told(y, cy) || !summary_has_sign(cx) ||
                !summary_has_sign(cy) ||
                strcmp(x->metric, y->metric) || strcmp(x->op, y->op) ||
                x->where.nr != y->where.nr ||
                !(fmin(cx->delta_pct, cy->delta_pct) < -noise &&
                  fmax(cx->delta_pct, cy->delta_pct) > noise))
                continue;
            size_t differ = 0, last = 0;
            for (size_t i = 0; i < x->where.nr; i++)
                if (strcmp(x->where.at[i].name, y->where.at[i].name) ||
                    strcmp(x->where.at[i].value, y->where.at[i].value)) {
                    differ++;
                    last = i;
                }
            double score = differ == 1 ? 1 + (strpbrk(x->where.at[last].value, "0123456789") &&
                                              strpbrk(y->where.at[last].value, "0123456789"))
                                       : 0;
            if (score > most) {
                most = score;
                best = x->where.at[last].name;
            }
        }
    return best;
}

/* A row on the way to a sentence. */
struct told {
    const struct compare_row *row;
    const struct compare_change *change;
    size_t order;
};

static int compare_told(const void *a, const void *b)
{
    const struct told *left = a, *right = b;
    bool is_left = compare_is_decided(left->change->verdict);
    bool is_right = compare_is_decided(right->change->verdict);
    if (is_left != is_right)
        return is_left ? -1 : 1;
    double x = summary_size(left->change), y = summary_size(right->change);
    return x > y ? -1 : x < y ? 1 : left->order < right->order ? -1 : left->order > right->order;
}

static int compare_orders(const void *a, const void *b)
{
    const struct told *left = a, *right = b;
    return left->order < right->order ? -1 : left->order > right->order;
}

/* The changes to speak of: all where they are few, else the decided ones and the largest. */
static size_t choose_told(const struct summary_topic *topic, struct told *told, size_t *all)
{
    const struct compare_section *section = topic->section;
    struct told *every = memory_alloc((section->rows_nr + 1) * sizeof *every);
    size_t nr = 0, decided = 0;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        const struct compare_change *change = &row->changes[topic->pair];
        if (!summary_is_told(row, change))
            continue;
        decided += compare_is_decided(change->verdict);
        every[nr++] = (struct told){row, change, r};
    }
    *all = nr;
    if (nr)
        qsort(every, nr, sizeof *every, compare_told);
    if (decided && decided < nr)
        nr = decided;
    nr = nr < ROWS_SHOWN ? nr : ROWS_SHOWN;
    memcpy(told, every, nr * sizeof *told);
    if (nr)
        qsort(told, nr, sizeof *told, compare_orders);
    free(every);
    return nr;
}

/* Puts rows that differ in nothing but the factor one after the other. */
static void bring_together(struct told *told, size_t nr, const char *factor)
{
    struct strbuf one = STRBUF_INIT, other = STRBUF_INIT;
    for (size_t i = 0; i + 1 < nr && factor; i++)
        for (size_t k = i + 1; k < nr; k++) {
            strbuf_cut(&one, 0);
            strbuf_cut(&other, 0);
            summary_add_where(&one, told[i].row, factor);
            summary_add_where(&other, told[k].row, factor);
            if (strcmp(one.text, other.text) || strcmp(told[i].row->op, told[k].row->op))
                continue;
            struct told next = told[k];
            memmove(&told[i + 2], &told[i + 1], (k - i - 1) * sizeof *told);
            told[i + 1] = next;
            break;
        }
    strbuf_free(&one);
    strbuf_free(&other);
}

/* What was measured, where that is neither a bandwidth nor operations per second. */
static void add_metric(struct strbuf *text, const struct compare_row *row)
{
    double percent = metric_percentile(row->metric);
    if (!*row->op || (row->known && (row->known->is_primary || !strcmp(row->metric, "iops"))))
        return;
    strbuf_string(text, row->known ? row->known->title : row->metric);
    if (percent >= 0)
        strbuf_printf(text, " p%.12g", percent);
    strbuf_string(text, row->where.nr ? ", " : " ");
}

/* The effect, with both values of each change. */
static void add_effect(const struct summary_topic *topic, const struct compare_claim *claim,
                       struct strbuf *text)
{
    const struct compare_section *section = topic->section;
    const struct compare_pair *pair = &section->pairs[topic->pair];
    struct told told[ROWS_SHOWN];
    size_t all, nr = choose_told(topic, told, &all);
    if (!nr)
        return;
    const char *turning = turning_factor(topic);
    bring_together(told, nr, turning);
    /* A bare number does not say what it is of. */
    if (section->levels[pair->level].is_number)
        strbuf_printf(text, "%s ", section->factor);
    strbuf_printf(text, "%s against %s", section->levels[pair->level].name,
                  section->levels[pair->base].name);
    add_shared(text, claim);
    if (turning)
        strbuf_printf(text, ": the sign changes with %s", turning);
    strbuf_string(text, ": ");
    const char *last = NULL;
    for (size_t i = 0; i < nr; i++) {
        const char *op = compare_op_title(told[i].row);
        strbuf_string(text, i ? "; " : "");
        if (!last || strcmp(last, op))
            strbuf_printf(text, "%s%s", op, told[i].row->where.nr ? " at " : " ");
        else if (told[i].row->where.nr)
            strbuf_string(text, "at ");
        last = op;
        add_metric(text, told[i].row);
        summary_add_where(text, told[i].row, NULL);
        strbuf_string(text, told[i].row->where.nr ? " " : "");
        add_change(text, told[i].row, told[i].change);
    }
    if (all > nr)
        strbuf_printf(text, "; %zu more below", all - nr);
    strbuf_string(text, ".");
}

/* What it cost, where that is decided. */
static void add_cost(const struct summary_topic *topic, struct strbuf *text)
{
    const struct compare_section *section = topic->section;
    const struct compare_row *best = NULL;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        const struct compare_change *change = &row->changes[topic->pair];
        if (row->is_cost && compare_is_decided(change->verdict) &&
            (!best || summary_size(change) > summary_size(&best->changes[topic->pair])))
            best = row;
    }
    if (!best)
        return;
    strbuf_printf(text, " %s of %s ", best->known->title, compare_op_title(best));
    summary_add_where(text, best, NULL);
    strbuf_string(text, best->where.nr ? " " : "");
    add_change(text, best, &best->changes[topic->pair]);
    for (size_t i = 0; i < section->notes_nr; i++)
        if (!strcmp(section->notes[i].code, "guest-cpu"))
            strbuf_string(text, " in the guest, without the hypervisor");
    strbuf_byte(text, '.');
}

static void add_lead(struct comparison *comparison, enum compare_lead_kind kind,
                     struct strbuf *text)
{
    if (text->length) {
        const char *from = text->text + strspn(text->text, " ");
        comparison->leads[comparison->leads_nr++] =
            (struct compare_lead){kind, arena_string(comparison->arena, from)};
    }
    strbuf_cut(text, 0);
}

void summary_make(struct comparison *comparison)
{
    struct strbuf text = STRBUF_INIT;
    const struct compare_section *main = summary_choose_section(comparison);
    comparison->leads = arena_alloc(comparison->arena, LEADS_MAX * sizeof *comparison->leads);
    if (!main || !main->pairs_nr)
        return;
    const struct compare_claim *claim;
    struct summary_topic topic = {comparison, main, 0};
    topic.pair = summary_choose_pair(comparison, main, &claim);
    if (!summary_add_sweep(&topic, &text))
        add_effect(&topic, claim, &text);
    add_cost(&topic, &text);
    add_lead(comparison, LEAD_EFFECT, &text);
    for (size_t s = 0; s < comparison->sections_nr && comparison->leads_nr < 2; s++) {
        struct summary_topic other = {comparison, &comparison->sections[s], 0};
        if (other.section != main && summary_add_sweep(&other, &text))
            add_lead(comparison, LEAD_EFFECT, &text);
    }
    summary_add_hidden(&topic, &text);
    add_lead(comparison, LEAD_HIDDEN, &text);
    summary_add_limits(&topic, &text);
    add_lead(comparison, LEAD_LIMIT, &text);
    strbuf_free(&text);
}
