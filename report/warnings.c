#include "report/warnings.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/measure.h"

enum { CODES_MAX = 200 };

static const char other_codes[] = "other";

void warnings_add(struct warnings *warnings, const char *code, size_t nr)
{
    for (size_t i = 0; i < warnings->nr; i++)
        if (!strcmp(warnings->at[i].code, code)) {
            warnings->at[i].nr += nr;
            return;
        }
    /* Input can make up codes without end. */
    if (warnings->nr >= CODES_MAX && strcmp(code, other_codes)) {
        warnings_add(warnings, other_codes, nr);
        return;
    }
    warnings->at = arena_grow(warnings->arena, warnings->at, warnings->nr, &warnings->room,
                              sizeof *warnings->at);
    warnings->at[warnings->nr++] = (struct compare_warning){code, warning_find(code), nr};
}

void warnings_count(struct warnings *warnings, const struct record *record)
{
    for (size_t i = 0; i < record->warnings_nr; i++)
        warnings_add(warnings, record->warnings[i].code, 1);
}

static int rank(const struct compare_warning *warning)
{
    return warning->known ? WARNING_UNSOUND - (int)warning->known->weight : WARNING_UNSOUND + 1;
}

static int compare_warnings(const void *a, const void *b)
{
    const struct compare_warning *left = a, *right = b;
    int difference = rank(left) - rank(right);
    return difference ? difference : strcmp(left->code, right->code);
}

void warnings_sort(struct warnings *warnings)
{
    if (warnings->nr)
        qsort(warnings->at, warnings->nr, sizeof *warnings->at, compare_warnings);
}

/* The records behind one sample: their own warnings, and what joining them met. */
static void count_sample(struct warnings *warnings, const struct compare_sample *sample)
{
    for (size_t i = 0; i < sample->records_nr; i++)
        warnings_count(warnings, sample->records[i]);
    if (measure_is_uneven(sample->records, sample->records_nr))
        warnings_add(warnings, "runtimes-differ", sample->records_nr);
}

static void count_row(struct warnings *warnings, const struct compare_section *section,
                      const struct compare_row *row)
{
    for (size_t i = 0; i < section->levels_nr; i++)
        for (size_t k = 0; k < row->cells[i].nr; k++)
            count_sample(warnings, &row->cells[i].samples[k]);
}

static int compare_pointers(const void *a, const void *b)
{
    const struct record *left = *(const struct record *const *)a;
    const struct record *right = *(const struct record *const *)b;
    return left < right ? -1 : left > right;
}

/* Records gathered from rows that may share them. */
struct gathered {
    const struct record **at;
    size_t nr, room;
};

/* Adds the records of a sample; those without a warning only where all are wanted. */
static void gather(struct gathered *gathered, const struct compare_sample *sample, bool all)
{
    for (size_t i = 0; i < sample->records_nr; i++) {
        if (!all && !sample->records[i]->warnings_nr)
            continue;
        gathered->at =
            memory_grow(gathered->at, gathered->nr, &gathered->room, sizeof *gathered->at);
        gathered->at[gathered->nr++] = sample->records[i];
    }
}

/* Keeps each record once.  Only counts are made of them, so that the order of
 * pointers reaches no output. */
static void make_distinct(struct gathered *gathered)
{
    size_t kept = 0;
    if (gathered->nr)
        qsort(gathered->at, gathered->nr, sizeof *gathered->at, compare_pointers);
    for (size_t i = 0; i < gathered->nr; i++)
        if (!i || gathered->at[i] != gathered->at[i - 1])
            gathered->at[kept++] = gathered->at[i];
    gathered->nr = kept;
}

static void count_section(struct warnings *warnings, const struct compare_section *section)
{
    struct gathered all = {0}, uneven = {0};
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t i = 0; i < section->levels_nr && section->rows[r].kind != ROW_TOTAL; i++)
            for (size_t k = 0; k < section->rows[r].cells[i].nr; k++) {
                const struct compare_sample *sample = &section->rows[r].cells[i].samples[k];
                gather(&all, sample, false);
                if (measure_is_uneven(sample->records, sample->records_nr))
                    gather(&uneven, sample, true);
            }
    make_distinct(&all);
    make_distinct(&uneven);
    for (size_t i = 0; i < all.nr; i++)
        warnings_count(warnings, all.at[i]);
    if (uneven.nr)
        warnings_add(warnings, "runtimes-differ", uneven.nr);
    free(all.at);
    free(uneven.at);
}

void warnings_of_section(struct compare_section *section, struct arena *arena)
{
    for (size_t r = 0; r < section->rows_nr; r++) {
        struct warnings warnings = {.arena = arena};
        count_row(&warnings, section, &section->rows[r]);
        warnings_sort(&warnings);
        section->rows[r].warnings = warnings.at;
        section->rows[r].warnings_nr = warnings.nr;
    }
    struct warnings all = {.arena = arena};
    count_section(&all, section);
    warnings_sort(&all);
    section->warnings = all.at;
    section->warnings_nr = all.nr;
}
