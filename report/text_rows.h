/* The rows of a table of the text report. */
#ifndef IOD_REPORT_TEXT_ROWS_H
#define IOD_REPORT_TEXT_ROWS_H

#include "record/strbuf.h"
#include "report/outputs.h"

/* What was shown so far, so that a setting stands once above its rows. */
struct text_rows {
    enum output_units units;
    struct units_scale *scales; /* of each row, as first needed; NULL: are not kept */
    const struct compare_row *last;
    struct units_scale scale;
    struct strbuf bounds; /* rows that both sides only bound, told at the end */
    size_t bounds_nr;
};

/* Adds the line above a table: the letters of both levels. */
void text_rows_head(struct strbuf *text, const char *base, const char *level);

/* Adds row of section for its pair: setting and unit where they change, values, n,
 * delta, interval and verdict; beneath it the range of its jobs or the cells that
 * bounds take part in. */
void text_rows_add(struct strbuf *text, struct text_rows *rows,
                   const struct compare_section *section, size_t row, size_t pair);

/* Adds what was kept for the end of the table, and frees what rows holds. */
void text_rows_end(struct strbuf *text, struct text_rows *rows);

/* Adds the line that says what a row of section is of, and stores its scale; and a value in that
 * scale. */
void text_rows_title(struct strbuf *text, const struct text_rows *rows,
                     const struct compare_section *section, size_t row, struct units_scale *scale);
void text_rows_number(char *number, size_t size, double value, const struct units_scale *scale);

/* The same for values by themselves: n, mean, standard deviation, range. */
void text_rows_values_head(struct strbuf *text, enum compare_stat stat);
void text_rows_add_value(struct strbuf *text, struct text_rows *rows,
                         const struct compare_section *section, size_t row);

/* Returns whether a section is shown as a sweep: four levels or more that are numbers, each
 * against the baseline. */
bool text_rows_is_sweep(const struct compare_section *section);

/* Adds a row as a sweep: a line for each level, in rising order. */
void text_rows_add_sweep(struct strbuf *text, struct text_rows *rows,
                         const struct compare_section *section, size_t index);

#endif
