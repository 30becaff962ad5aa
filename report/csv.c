#include "report/csv.h"

#include "record/csv_cell.h"
#include "report/compare_words.h"

static void put_text(FILE *out, const char *text)
{
    struct strbuf cell = STRBUF_INIT;
    csv_cell_add(&cell, text);
    fputs(cell.text, out);
    strbuf_free(&cell);
}

static void put_next(FILE *out, const char *text)
{
    fputc(',', out);
    put_text(out, text);
}

/* Shortest digits that give the double again, up to 15. */
static void put_number(FILE *out, bool is_there, double value)
{
    fputc(',', out);
    if (is_there)
        fprintf(out, "%.15g", value);
}

static const char *kind_name(enum compare_row_kind kind)
{
    static const char *const names[] = {
        [ROW_PLAIN] = "plain", [ROW_TOTAL] = "total", [ROW_PART] = "part"};
    return names[kind];
}

/* The words of the record format; "both" where bounds to both sides meet. */
static const char *bound_name(enum compare_bound bound)
{
    static const char *const names[] = {[COMPARE_EXACT] = "",
                                        [COMPARE_AT_LEAST] = "gt",
                                        [COMPARE_AT_MOST] = "lt",
                                        [COMPARE_UNKNOWN] = "both"};
    return names[bound];
}

static void put_where(FILE *out, const struct compare_row *row)
{
    struct strbuf where = STRBUF_INIT;
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&where, "%s%s=%s", i ? "; " : "", row->where.at[i].name,
                      row->where.at[i].value);
    put_next(out, where.text);
    strbuf_free(&where);
}

static void put_warnings(FILE *out, const struct compare_row *row)
{
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < row->warnings_nr; i++)
        strbuf_printf(&text, "%s%s:%zu", i ? " " : "", row->warnings[i].code, row->warnings[i].nr);
    put_next(out, text.text);
    strbuf_free(&text);
}

static void put_cell(FILE *out, const struct compare_cell *cell)
{
    fprintf(out, ",%zu", cell->nr);
    put_number(out, cell->nr > 0, cell->mean);
    put_number(out, cell->nr > 1 && !cell->bounds_nr, cell->sd);
}

static void put_change(FILE *out, const struct compare_section *section,
                       const struct compare_row *row, size_t pair)
{
    const struct compare_change *change = &row->changes[pair];
    put_text(out, row->metric);
    put_next(out, row->op);
    put_next(out, section->factor);
    put_next(out, section->levels[section->pairs[pair].base].name);
    put_next(out, section->levels[section->pairs[pair].level].name);
    put_cell(out, change->level);
    put_number(out, change->has_delta, change->delta_pct);
    put_number(out, change->has_interval, change->low_pct);
    put_number(out, change->has_interval, change->high_pct);
    put_next(out, compare_verdict_word(change->verdict, row->known));
    put_cell(out, change->base);
    put_next(out, bound_name(change->level->bound));
    bool has_p = change->has_interval || change->p < 1;
    put_number(out, has_p, change->p);
    put_number(out, has_p, change->p_adjusted);
    put_number(out, has_p, change->p_rank);
    put_next(out, kind_name(row->kind));
    put_where(out, row);
    put_number(out, change->least, change->least ? change->least->delta_pct : 0);
    put_number(out, change->most, change->most ? change->most->delta_pct : 0);
    put_warnings(out, row);
    put_next(out, row->id);
    put_next(out, bound_name(change->base->bound));
    put_next(out, change->has_delta ? bound_name(change->bound) : "");
    fputc('\n', out);
}

static void put_value(FILE *out, const struct compare_row *row)
{
    put_text(out, row->metric);
    put_next(out, row->op);
    fputs(",,,", out);
    put_cell(out, &row->cells[0]);
    fputs(",,,,,,,", out);
    put_next(out, bound_name(row->cells[0].bound));
    fputs(",,,", out);
    put_next(out, kind_name(row->kind));
    put_where(out, row);
    fputs(",,", out);
    put_warnings(out, row);
    put_next(out, row->id);
    fputs(",,\n", out);
}

int csv_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag)
{
    (void)options;
    fputs("metric,op,factor,baseline,level,n,mean,sd,delta_pct,low_pct,high_pct,verdict,"
          "n_base,mean_base,sd_base,bound,p,p_adjusted,p_rank,kind,where,job_low_pct,"
          "job_high_pct,warnings,id,bound_base,bound_delta\n",
          out);
    for (size_t s = 0; s < comparison->sections_nr; s++) {
        const struct compare_section *section = &comparison->sections[s];
        for (size_t p = 0; p < section->pairs_nr; p++)
            for (size_t r = 0; r < section->rows_nr; r++)
                put_change(out, section, &section->rows[r], p);
    }
    for (size_t r = 0; comparison->values && r < comparison->values->rows_nr; r++)
        put_value(out, &comparison->values->rows[r]);
    return outputs_check(out, diag);
}
