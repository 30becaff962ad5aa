#include "report/joined.h"

#include <stdlib.h>
#include <string.h>

#include "report/attribute.h"

static const char between[] = ", ";

/* Returns where the second part begins, NULL unless there are two. */
static const char *second_of(const char *text)
{
    const char *at = strstr(text, between);
    if (!at || at == text || strstr(at + 1, between) || !at[sizeof between - 1])
        return NULL;
    return at + sizeof between - 1;
}

static const char *first_of(struct arena *arena, const char *text)
{
    return arena_text(arena, text, (size_t)(second_of(text) - text) - (sizeof between - 1));
}

/* Returns the place of a text in the list, to which it is added if it is new. */
static size_t place_of(const char **list, size_t *nr, const char *text)
{
    size_t i = 0;
    while (i < *nr && strcmp(list[i], text) != 0)
        i++;
    if (i == *nr)
        list[(*nr)++] = text;
    return i;
}

bool joined_part(const struct compare_section *section, struct arena *arena,
                 struct joined_grid *grid)
{
    size_t nr = section->levels_nr;
    bool is_parted = nr && second_of(section->factor);
    for (size_t i = 0; i < nr && is_parted; i++)
        is_parted = second_of(section->levels[i].name) != NULL;
    if (!is_parted)
        return false;
    *grid = (struct joined_grid){
        .names = {first_of(arena, section->factor), second_of(section->factor)},
        .rows = arena_alloc(arena, nr * sizeof *grid->rows),
        .cols = arena_alloc(arena, nr * sizeof *grid->cols),
    };
    size_t *at = arena_alloc(arena, 2 * nr * sizeof *at);
    for (size_t i = 0; i < nr; i++) {
        const char *name = section->levels[i].name;
        at[2 * i] = place_of(grid->rows, &grid->rows_nr, first_of(arena, name));
        at[2 * i + 1] = place_of(grid->cols, &grid->cols_nr, second_of(name));
    }
    grid->levels = arena_alloc(arena, grid->rows_nr * grid->cols_nr * sizeof *grid->levels);
    for (size_t i = 0; i < grid->rows_nr * grid->cols_nr; i++)
        grid->levels[i] = JOINED_NONE;
    for (size_t i = 0; i < nr; i++)
        grid->levels[at[2 * i] * grid->cols_nr + at[2 * i + 1]] = i;
    return true;
}

/* A level with its two numbers. */
struct numbered {
    struct compare_level level;
    double numbers[2];
};

static int compare_numbers(const void *a, const void *b)
{
    const struct numbered *left = a, *right = b;
    for (int i = 0; i < 2; i++)
        if (left->numbers[i] < right->numbers[i] || left->numbers[i] > right->numbers[i])
            return left->numbers[i] < right->numbers[i] ? -1 : 1;
    return strcmp(left->level.name, right->level.name);
}

bool joined_sort(struct compare_level *levels, size_t nr)
{
    struct arena *arena = arena_new();
    struct numbered *all = arena_alloc(arena, (nr + 1) * sizeof *all);
    bool are_numbers = nr > 0;
    for (size_t i = 0; i < nr && are_numbers; i++) {
        const char *name = levels[i].name, *second = second_of(name);
        all[i].level = levels[i];
        are_numbers = second && attribute_number(first_of(arena, name), &all[i].numbers[0]) &&
                      attribute_number(second, &all[i].numbers[1]);
    }
    if (are_numbers)
        qsort(all, nr, sizeof *all, compare_numbers);
    for (size_t i = 0; i < nr && are_numbers; i++)
        levels[i] = all[i].level;
    arena_free(arena);
    return are_numbers;
}
