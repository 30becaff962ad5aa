#include "report/order.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

/* A row with what follows it: the parts of a total. */
struct block {
    const struct compare_row *first;
    size_t nr;
    size_t place;
    double effect; /* the largest change of its pairs, whatever the direction; -1: none */
};

static double effect_of(const struct compare_row *row, size_t pairs)
{
    double most = -1;
    for (size_t p = 0; p < pairs; p++) {
        double ratio = 1 + row->changes[p].delta_pct / 100;
        if (row->changes[p].has_delta)
            most = fmax(most, ratio > 0 ? fabs(log(ratio)) : INFINITY);
    }
    return most;
}

static int by_place(const struct block *left, const struct block *right)
{
    return left->place < right->place ? -1 : left->place > right->place;
}

static int compare_effects(const void *a, const void *b)
{
    const struct block *left = a, *right = b;
    if (left->first->is_cost != right->first->is_cost)
        return left->first->is_cost - right->first->is_cost;
    if (left->effect > right->effect || left->effect < right->effect)
        return left->effect > right->effect ? -1 : 1;
    return by_place(left, right);
}

static int compare_names(const void *a, const void *b)
{
    const struct block *left = a, *right = b;
    const struct compare_row *x = left->first, *y = right->first;
    if (x->is_cost != y->is_cost)
        return x->is_cost - y->is_cost;
    int order = strcmp(x->metric, y->metric);
    for (size_t i = 0; !order && i < x->where.nr && i < y->where.nr; i++) {
        order = strcmp(x->where.at[i].name, y->where.at[i].name);
        order = order ? order : strcmp(x->where.at[i].value, y->where.at[i].value);
    }
    if (!order && x->where.nr != y->where.nr)
        order = x->where.nr < y->where.nr ? -1 : 1;
    order = order ? order : strcmp(x->op, y->op);
    return order ? order : by_place(left, right);
}

void order_rows(struct compare_section *section, enum compare_sort sort)
{
    if (sort == COMPARE_SORT_INPUT || !section->rows_nr)
        return;
    struct compare_row *rows = memory_resize(NULL, section->rows_nr, sizeof *rows);
    struct block *blocks = memory_alloc(section->rows_nr * sizeof *blocks);
    size_t nr = 0, at = 0;
    memcpy(rows, section->rows, section->rows_nr * sizeof *rows);
    for (size_t r = 0; r < section->rows_nr; r++) {
        if (nr && rows[r].kind == ROW_PART) {
            blocks[nr - 1].nr++;
            continue;
        }
        blocks[nr] = (struct block){&rows[r], 1, nr, effect_of(&rows[r], section->pairs_nr)};
        nr++;
    }
    qsort(blocks, nr, sizeof *blocks,
          sort == COMPARE_SORT_EFFECT ? compare_effects : compare_names);
    for (size_t b = 0; b < nr; b++)
        for (size_t i = 0; i < blocks[b].nr; i++) {
            section->rows[at] = blocks[b].first[i];
            if (i)
                section->rows[at].total = &section->rows[at - i];
            at++;
        }
    free(blocks);
    free(rows);
}

/* Points the notes to where their rows are now; of a row that is not shown, to none. */
static void move_notes(struct compare_section *section, const struct compare_row *old,
                       const size_t *places)
{
    for (size_t i = 0; i < section->notes_nr; i++) {
        const struct compare_row *row = section->notes[i].row;
        if (!row)
            continue;
        size_t place = places[row - old];
        section->notes[i].row = place == SIZE_MAX ? NULL : &section->rows[place];
    }
}

void order_keep_top(struct compare_section *section, size_t top, struct arena *arena)
{
    size_t kept = 0, seen[2] = {0, 0}, total = 0;
    section->all_rows = section->rows;
    section->all_rows_nr = section->rows_nr;
    if (!top || !section->rows_nr)
        return;
    const struct compare_row *old = section->rows;
    bool is_kept = false;
    size_t *places = memory_alloc(section->rows_nr * sizeof *places);
    section->rows = arena_alloc(arena, section->rows_nr * sizeof *section->rows);
    for (size_t r = 0; r < section->rows_nr; r++) {
        if (old[r].kind != ROW_PART) {
            is_kept = seen[old[r].is_cost]++ < top;
            total = kept;
        }
        places[r] = is_kept ? kept : SIZE_MAX;
        if (!is_kept)
            continue;
        section->rows[kept] = old[r];
        if (old[r].total)
            section->rows[kept].total = &section->rows[total];
        kept++;
    }
    section->left_out_nr = section->rows_nr - kept;
    section->rows_nr = kept;
    move_notes(section, old, places);
    free(places);
}
