/* Two factors compared as one: their parts, their order, and the grid of plain text. */
#include "tests/t_records.h"

#include "record/memory.h"
#include "report/joined.h"
#include "report/text_grid.h"
#include "tests/t_main.h"

/* A result of two factors. */
static void add_two(const char *bs, const char *depth, double value)
{
    struct record *record = add("bs", bs, "read", 1, "bw_bytes_per_s", value * 1e6);
    record_set_pair(record, &record->config, "iodepth", depth);
}

static const struct compare_section *section_of_both(void)
{
    compare_by("bs,iodepth");
    return &compare()->sections[0];
}

START_TEST(parts_are_told_apart)
{
    add_two("64k", "1", 100);
    add_two("4k", "8", 20);
    add_two("4k", "1", 10);
    add_two("64k", "8", 200);
    const struct compare_section *section = section_of_both();
    struct joined_grid grid;
    ck_assert(joined_part(section, arena, &grid));
    ck_assert_str_eq(grid.names[0], "bs");
    ck_assert_str_eq(grid.names[1], "iodepth");
    ck_assert_uint_eq(grid.rows_nr, 2);
    ck_assert_uint_eq(grid.cols_nr, 2);
    /* Numbers rise. */
    ck_assert_str_eq(grid.rows[0], "4k");
    ck_assert_str_eq(grid.cols[1], "8");
    static const double means[] = {10e6, 20e6, 100e6, 200e6};
    for (size_t i = 0; i < 4; i++)
        ck_assert_double_eq(section->rows[0].cells[grid.levels[i]].mean, means[i]);
}
END_TEST

START_TEST(what_cannot_be_parted_is_not)
{
    struct compare_level levels[] = {{.name = "a, b"}, {.name = "c, d"}};
    struct compare_section section = {.factor = "x, y", .levels = levels, .levels_nr = 2};
    struct joined_grid grid;
    ck_assert(joined_part(&section, arena, &grid));
    static const char *const wrong[] = {"a, b, c", "ab", ", b", "a, "};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        levels[1].name = wrong[i];
        ck_assert_msg(!joined_part(&section, arena, &grid), "%s", wrong[i]);
    }
    levels[1].name = "c, d";
    section.factor = "x";
    ck_assert(!joined_part(&section, arena, &grid));
    section.factor = "x, y, z";
    ck_assert(!joined_part(&section, arena, &grid));
}
END_TEST

START_TEST(only_numbers_are_sorted)
{
    struct compare_level levels[] = {{.name = "64k, 16"}, {.name = "4k, 128"}, {.name = "4k, 2"}};
    ck_assert(joined_sort(levels, 3));
    ck_assert_str_eq(levels[0].name, "4k, 2");
    ck_assert_str_eq(levels[2].name, "64k, 16");
    levels[0].name = "xfs, 2";
    ck_assert(!joined_sort(levels, 3));
    ck_assert_str_eq(levels[0].name, "xfs, 2");
}
END_TEST

static char *grid_of(const struct compare_section *section, size_t width)
{
    struct strbuf text = STRBUF_INIT;
    const struct text_rows rows = {.units = OUTPUT_UNITS_SI};
    text_grid_add(&text, &rows, section, width);
    return text.text ? strbuf_take(&text) : memory_string("");
}

START_TEST(a_grid_has_values_and_changes)
{
    add_two("4k", "1", 10);
    add_two("4k", "8", 20);
    add_two("64k", "1", 100);
    add_two("64k", "8", 200);
    const struct compare_section *section = section_of_both();
    char *text = grid_of(section, 72);
    ck_assert_str_eq(text, "\n"
                           "read, bandwidth in MB/s\n"
                           "bs \\ iodepth           1           8\n"
                           "4k                 10.00       20.00\n"
                           "                     (A)   +100.00 %\n"
                           "64k                100.0       200.0\n"
                           "               +900.00 %   +1900.0 %\n"
                           "* the change from (A) has a verdict; intervals stand below.\n");
    free(text);
    text = grid_of(section, 35); /* too narrow */
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(a_grid_that_would_be_empty_is_none)
{
    add_two("4k", "1", 10);
    add_two("64k", "8", 200);
    add_two("16k", "4", 100);
    char *text = grid_of(section_of_both(), 72);
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(names_may_hold_anything)
{
    add_two("4k", "a\033[2J", 10);
    add_two("4k", "b", 20);
    add_two("64k", "a\033[2J", 100);
    add_two("64k", "b", 200);
    char *text = grid_of(section_of_both(), 72);
    ck_assert_ptr_nonnull(strstr(text, "a?[2J"));
    ck_assert_ptr_null(strchr(text, '\033'));
    free(text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("joined");
    TCase *tcase = tcase_create("joined");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, parts_are_told_apart);
    tcase_add_test(tcase, what_cannot_be_parted_is_not);
    tcase_add_test(tcase, only_numbers_are_sorted);
    tcase_add_test(tcase, a_grid_has_values_and_changes);
    tcase_add_test(tcase, a_grid_that_would_be_empty_is_none);
    tcase_add_test(tcase, names_may_hold_anything);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
