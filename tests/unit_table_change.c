#include <string.h>

#include "parse/change.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static struct claim_list claims;

static void read_table(const char *plain)
{
    read_text(plain);
    claims = (struct claim_list){0};
    change_settle(&parse.output, &claims);
}

static const char *level(const struct record_pairs *pairs)
{
    return pairs->nr ? pairs->at[0].value : "";
}

/* Checks claim i: its number, unit and direction, and the levels that it compares. */
static void check(size_t i, double number, const char *unit, const char *direction,
                  const char *baseline, const char *new)
{
    ck_assert_msg(i < claims.nr, "only %zu claims", claims.nr);
    const struct record_claim *claim = claims.at[i]->claim;
    ck_assert_double_eq_tol(claim->low, number, 1e-9);
    ck_assert_double_eq(claim->low, claim->high);
    ck_assert_str_eq(claim->unit, unit);
    ck_assert_str_eq(claim->direction, direction);
    ck_assert_str_eq(level(&claim->baseline), baseline);
    ck_assert_str_eq(level(&claim->new), new);
}

START_TEST(columns_of_percentages)
{
    read_table("| test | 6.8 MB/s | 6.9-rc1 MB/s | diff % |\n|---|---|---|---|\n"
               "| read | 500 | 550 | 10.0 |\n| write | 400 | 380 | -5.0 |\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(0, 10, "%", "increase", "6.8", "6.9-rc1");
    check(1, 5, "%", "decrease", "6.8", "6.9-rc1");
    ck_assert_str_eq(claims.at[1]->claim->op, "write");
    ck_assert_str_eq(claims.at[1]->claim->metric, "bw_bytes_per_s");
    ck_assert_str_eq(claims.at[1]->source.cell, "-5.0");
    ck_assert_str_eq(claims.at[1]->claim->words[0], "diff %");
}
END_TEST

START_TEST(each_change_beside_its_column)
{
    read_table("IOPS    base    v1     diff    v2     diff\n"
               "qd1     1000    1100   +10%    1200   +20%\n"
               "qd32    8000    8400   +5%     7200   -10%\n");
    ck_assert_uint_eq(claims.nr, 4);
    check(0, 10, "%", "increase", "base", "v1");
    check(2, 20, "%", "increase", "base", "v2"); /* in the order of columns */
    check(3, 10, "%", "decrease", "base", "v2");
    ck_assert_str_eq(level(&claims.at[3]->config), "qd32");
}
END_TEST

START_TEST(ratios_to_the_first_row)
{
    read_table("threads  MB/s   speedup\n1        100    1.0x\n2        190    1.9x\n"
               "4        50     0.5x\n");
    ck_assert_uint_eq(claims.nr, 2); /* the first row is what they are compared with */
    check(0, 1.9, "x", "increase", "1", "2");
    check(1, 2, "x", "decrease", "1", "4"); /* twice as slow */
}
END_TEST

START_TEST(rows_and_cells)
{
    read_table("kIOPS   ext4   xfs\nbefore  100    120\nafter   110    118\n"
               "change  +10%   -1.7%\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(0, 10, "%", "increase", "before", "after");
    check(1, 1.7, "%", "decrease", "before", "after");
    read_table("QD   base IOPS   patched IOPS\n1    1000        1100 (+10%)\n"
               "8    5000        4000 (-20%)\n");
    check(0, 10, "%", "increase", "base", "patched");
    check(1, 20, "%", "decrease", "base", "patched");
    ck_assert_str_eq(claims.at[1]->source.cell, "4000 (-20%)");
}
END_TEST

START_TEST(improvement_of_a_time)
{
    read_table("| qd | base (us) | batched (us) | improvement |\n|---|---|---|---|\n"
               "| 1 | 100 | 80 | 20% |\n| 16 | 300 | 150 | 50% |\n");
    check(0, 20, "%", "increase", "base", "batched");
    read_table("| qd | base (us) | batched (us) | diff |\n|---|---|---|---|\n"
               "| 1 | 100 | 80 | 20% |\n| 16 | 300 | 150 | 50% |\n");
    check(1, 50, "%", "decrease", "base", "batched");
}
END_TEST

START_TEST(where_the_arithmetic_fails)
{
    /* wrong by its author: what it compares is told by where it stands */
    read_table("        MB/s old   MB/s new   gain\nread    100        150        +70%\n"
               "write   200        220        +9%\n");
    check(0, 70, "%", "increase", "old", "new");
    /* "(3%)" may be a deviation */
    read_table("IOPS    a             b\nread    1000 (3%)     2000 (4%)\n"
               "write   900 (2%)      1100 (9%)\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    ck_assert_uint_eq(claims.nr, 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("table_change");
    TCase *tcase = tcase_create("changes");
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, columns_of_percentages);
    tcase_add_test(tcase, each_change_beside_its_column);
    tcase_add_test(tcase, ratios_to_the_first_row);
    tcase_add_test(tcase, rows_and_cells);
    tcase_add_test(tcase, improvement_of_a_time);
    tcase_add_test(tcase, where_the_arithmetic_fails);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
