#include <string.h>

#include "parse/table.h"
#include "tests/t_main.h"

START_TEST(figures_are_read)
{
    static const struct {
        const char *text;
        double value, factor;
        enum table_unit unit;
    } rows[] = {
        {"1292", 1292, 1, TABLE_NO_UNIT},
        {"149,426", 149426, 1, TABLE_NO_UNIT},
        {"1,234,567.5", 1234567.5, 1, TABLE_NO_UNIT},
        {"12,5 MB/s", 12.5, 1e6, TABLE_RATE},
        {"496 MB/s", 496, 1e6, TABLE_RATE},
        {"4.5 MiB/s", 4.5, 1048576, TABLE_RATE},
        {"23GB/sec", 23, 1e9, TABLE_RATE},
        {"800 Mbps", 800, 125000, TABLE_RATE},
        {"800 MBps", 800, 1e6, TABLE_RATE},
        {"~318k", 318, 1000, TABLE_NO_UNIT},
        {"8.1 M IOPS", 8.1, 1e6, TABLE_IOPS},
        {"70K\tiops", 70, 1000, TABLE_IOPS},
        {"701 usec", 701, 1e-6, TABLE_TIME},
        {"3 \xc2\xb5s", 3, 1e-6, TABLE_TIME},
        {"160 sec", 160, 1, TABLE_TIME},
        {"74.4%%", 74.4, 1, TABLE_PERCENT},
        {"3.0x", 3, 1, TABLE_TIMES},
        {"128 sectors", 128, 1, TABLE_COUNT},
        {"1234 \xc2\xb1  3%", 1234, 1, TABLE_NO_UNIT},
        {"12.5 +/- 0.3 MB/s", 12.5, 1e6, TABLE_RATE},
        {"1681.1K (1.6K)", 1681.1, 1000, TABLE_NO_UNIT},
        {"**42**", 42, 1, TABLE_NO_UNIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table_value value;
        ck_assert_msg(table_cell_read(rows[i].text, &value), "%s", rows[i].text);
        ck_assert_double_eq_tol(value.value, rows[i].value, 1e-9);
        ck_assert_double_eq_tol(value.scale.factor, rows[i].factor, rows[i].factor * 1e-9);
        ck_assert_int_eq(value.scale.unit, rows[i].unit);
        ck_assert(!value.is_missing);
    }
}
END_TEST

START_TEST(deltas_bounds_and_arrows)
{
    struct table_value value;
    ck_assert(table_cell_read("2.15 (+14%)", &value) && value.has_delta && !value.has_sign);
    ck_assert(table_cell_read("+ 20%", &value) && value.has_sign);
    ck_assert_double_eq(value.value, 20);
    ck_assert(table_cell_read("-66.10%", &value) && value.has_sign);
    ck_assert_double_eq(value.value, -66.1);
    ck_assert(table_cell_read("< 1.5 ms", &value) && value.side == '<');
    ck_assert(table_cell_read("1.5x (3919 -> 5874)", &value) && value.has_arrow);
    ck_assert_double_eq(value.value, 3919);
    ck_assert_double_eq(value.right, 5874);
    ck_assert(table_cell_read("93K -> 97K", &value) && value.has_arrow);
    ck_assert_double_eq(value.right, 97);
    ck_assert_double_eq(value.scale.factor, 1000);
    /* the right side in the unit of the left one */
    ck_assert(table_cell_read("900k -> 1.2M", &value));
    ck_assert_double_eq_tol(value.right, 1200, 1e-9);
}
END_TEST

START_TEST(missing_cells_and_words)
{
    static const char *const missing[] = {"", "-", "N/A", "+++++", " -- ", "n/a"};
    static const char *const words[] = {"2.4.0", "6.1-rc2", "1-10", "read", "QD1", "12 angry men",
                                        "10:30", "3 -> x", "/dev/sda1", "v5", "99999999999999999999999999"};
    struct table_value value;
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++)
        ck_assert_msg(table_cell_read(missing[i], &value) && value.is_missing, "%s", missing[i]);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        ck_assert_msg(!table_cell_read(words[i], &value), "%s", words[i]);
}
END_TEST

static size_t cut(const char *line, unsigned gap, const char *wanted)
{
    struct table_span spans[TABLE_COLUMNS];
    char text[400] = "";
    size_t nr = table_cut(line, strlen(line), 0, gap, spans, TABLE_COLUMNS);
    for (size_t i = 0; i < nr; i++) {
        strncat(text, spans[i].at, spans[i].length);
        strcat(text, i + 1 < nr ? "/" : "");
    }
    ck_assert_str_eq(text, wanted);
    return nr;
}

START_TEST(lines_are_cut)
{
    struct table_span spans[4];
    cut("Seq IO       50100   50133", 2, "Seq IO/50100/50133");
    cut("read 4k 149,426 170,763 +14%", 1, "read/4k/149,426/170,763/+14%");
    cut("64   1   46GB/sec   +  7%", 2, "64/1/46GB/sec/+  7%");
    cut("1234 \xc2\xb1  3%   1300", 2, "1234 \xc2\xb1  3%/1300");
    cut("a 1.5x ( 29 ->   87) b", 1, "a/1.5x ( 29 ->   87)/b");
    cut("120 MB/s 8.1 ms", 1, "120 MB/s/8.1 ms");
    cut("- 12 13", 1, "-/12/13");
    cut("seq read\t1812\t\t1735", 99, "seq read/1812/1735");
    ck_assert_uint_eq(table_cut("a\tb", 3, 0, 2, spans, 4), 2);
    ck_assert_uint_eq(spans[1].from, 8);
    ck_assert_uint_eq(table_cut_bars("| a | | c |", true, spans, 4), 3);
    ck_assert_uint_eq(spans[1].length, 0);
    ck_assert_uint_eq(table_cut_bars("   | a | b", false, spans, 4), 3);
    ck_assert_uint_eq(spans[0].length, 0);
    ck_assert(table_is_rule("|-----|:---:|") && table_is_rule("x-----x---x") &&
              table_is_rule("=====") && table_is_rule("_____ ____"));
    ck_assert(!table_is_rule("- -") && !table_is_rule("--- a/file") && !table_is_rule("+++"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("table_cell");
    TCase *tests = tcase_create("cells");
    tcase_add_test(tests, figures_are_read);
    tcase_add_test(tests, deltas_bounds_and_arrows);
    tcase_add_test(tests, missing_cells_and_words);
    tcase_add_test(tests, lines_are_cut);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
