/* The original bonnie in its forms. */
#include <stdio.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

static double value_of(const char *op, size_t nth, const char *metric)
{
    return t_metric(t_record(&parse, op, nth), metric);
}

#define HEAD                                                                                       \
    "              -------Sequential Output-------- ---Sequential Input-- --Random--\n"            \
    "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"            \
    "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n"
#define CELLS " 5032 64.4  2843 13.8  6202  7.1 11421 38.1 13005 11.6 118.1  1.2\n"

START_TEST(table)
{
    read_text(HEAD "hosta     400" CELLS "                         ^^^^^            ^^^^^\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_str_eq(parse.output.at[0].record->tool, "bonnie");
    ck_assert_ptr_null(parse.output.at[0].record->tool_version);
    ck_assert_double_eq(value_of("putc", 0, "bw_bytes_per_s"), 5032 * 1024.0);
    ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 2843 * 1024.0);
    ck_assert_double_eq(value_of("rewrite", 0, "bw_bytes_per_s"), 6202 * 1024.0);
    ck_assert_double_eq(value_of("getc", 0, "bw_bytes_per_s"), 11421 * 1024.0);
    ck_assert_double_eq(value_of("get_block", 0, "bw_bytes_per_s"), 13005 * 1024.0);
    ck_assert_double_eq_tol(value_of("seeks", 0, "ops_per_s"), 118.1, 1e-9);
    ck_assert_double_eq_tol(value_of("putc", 0, "cpu_pct"), 64.4, 1e-9);
    ck_assert_str_eq(t_param(parse.output.at[0].record, "machine"), "hosta");
    ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), "400M");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

START_TEST(machines)
{
    static const struct {
        const char *row, *machine, *size;
    } rows[] = {
        {"          400", "", "400M"},
        {"2.3.42    400", "2.3.42", "400M"},
        {"9-3-nswap 400", "9-3-nswap", "400M"},
        {"       1*1024", "", "1024M"},
        {"one    1*2000", "one", "2000M"},
        {"     2* 512", "", "2* 512M"},
        {"generic_file_write      256", "generic_file_write", "256M"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s%s%s", HEAD, rows[i].row, CELLS);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "machine"), rows[i].machine);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), rows[i].size);
    }
}
END_TEST

START_TEST(several_rows_below_a_header)
{
    read_text(HEAD "hosta     400" CELLS
                   "hostb     400 35032 64.4 72843 13.8 36202  7.1 41421 38.1 53005 11.6 218.1  1.2\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq(value_of("put_block", 1, "bw_bytes_per_s"), 72843 * 1024.0);
    ck_assert_str_ne(t_record(&parse, "putc", 0)->invocation,
                     t_record(&parse, "putc", 1)->invocation);
}
END_TEST

START_TEST(wide_numbers)
{
    read_text(HEAD "          100 224399 99.9 1940202 99.4 2578305 99.9 251914 99.9 6147934 100.0 "
                   "118252.2 263.5\n");
    ck_assert_double_eq(value_of("get_block", 0, "bw_bytes_per_s"), 6147934 * 1024.0);
    ck_assert_double_eq_tol(value_of("seeks", 0, "ops_per_s"), 118252.2, 1e-6);
    ck_assert_double_eq_tol(value_of("seeks", 0, "cpu_pct"), 263.5, 1e-9);
}
END_TEST

/* Its size is in units of 1000 MiB, and cut. */
START_TEST(gigabytes)
{
    read_text("              -------Sequential Output-------- ---Sequential Input-- --Random--\n"
              "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"
              "Machine    GB M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU  /sec %CPU\n"
              "hosta       4  45.3 64.4 132.8 13.8  62.2  7.1  41.4 38.1 130.5 11.6 118.1  1.2\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_double_eq_tol(value_of("put_block", 0, "bw_bytes_per_s"), 132.8 * 1048576, 1);
    ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), "4G");
}
END_TEST

START_TEST(column_of_machines_cut_away)
{
    read_text("kernel 2.5.7\n\n"
              "Bonnie -s 1000\n"
              "     -------Sequential Output-------- ---Sequential Input-- --Random--\n"
              "     -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"
              "  MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n"
              "1000  7197 27.4  8557 12.0  4273  7.3  8049 40.6  9049  8.0 111.5  1.3\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_double_eq(value_of("putc", 0, "bw_bytes_per_s"), 7197 * 1024.0);
    ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), "1000M");
    ck_assert_ptr_nonnull(parse.output.at[0].command);
}
END_TEST

START_TEST(progress_is_no_figure)
{
    read_text("File './Bonnie.2276', size: 1073741824, volumes: 1\n"
              "Writing with putc()...  done:  72692 kB/s  83.7 %CPU\n"
              "FUNCTION fill_file_block() start......done FUNCTION fill_file_block()\n"
              "Seeker 2...Seeker 1...Seeker 3...start 'em...done...done...done...\n"
              "              ---Sequential Output (nosync)--- ---Sequential Input-- --Rnd Seek-\n"
              "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --04k (03)-\n"
              "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU   /sec %CPU\n"
              "       1*1024 72692 83.7 103022 40.5 25355 12.0 37188 67.5 40809 11.4  382.1  2.4\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(parse.text->streams[0].lines[i].class, LINE_DETAIL);
}
END_TEST

START_TEST(rows_need_a_header_of_it)
{
    read_text("hosta     400" CELLS);
    ck_assert_uint_eq(parse.output.nr, 0);
    read_text("Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"
              "hosta     400" CELLS);
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(page_of_the_original)
{
    read_text("<table>\n<tr>\n<td></td><td></td>"
              "<td style=\"text-align: center;\" colspan=\"6\" rowspan=\"1\">Sequential Output</td>"
              "<td style=\"text-align: center;\" colspan=\"4\" rowspan=\"1\">Sequential Input</td>"
              "\n</tr>\n<tr>\n"
              "<td>Machine</td><td>MB</td><td>K/sec</td><td>%CPU</td><td>K/sec</td><td>%CPU</td>"
              "<td>K/sec</td><td>%CPU</td><td>K/sec</td><td>%CPU</td><td>K/sec</td><td>%CPU</td>"
              "<td> /sec</td><td>%CPU</td>\n</tr>\n<tr>\n"
              "<td>hosta</td><td>400</td><td>5032</td><td>64.4</td><td>2843</td><td>13.8</td>"
              "<td>6202</td><td> 7.1</td><td>11421</td><td>38.1</td><td>13005</td><td>11.6</td>"
              "<td>118.1</td><td> 1.2</td>\n</tr>\n</table>\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_str_eq(parse.output.at[0].record->tool, "bonnie");
    ck_assert_double_eq(value_of("rewrite", 0, "bw_bytes_per_s"), 6202 * 1024.0);
    ck_assert_double_eq_tol(value_of("seeks", 0, "ops_per_s"), 118.1, 1e-9);
    ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), "400M");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("bonnie_original");
    TCase *tests = tcase_create("bonnie_original");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, table);
    tcase_add_test(tests, machines);
    tcase_add_test(tests, several_rows_below_a_header);
    tcase_add_test(tests, wide_numbers);
    tcase_add_test(tests, gigabytes);
    tcase_add_test(tests, column_of_machines_cut_away);
    tcase_add_test(tests, progress_is_no_figure);
    tcase_add_test(tests, rows_need_a_header_of_it);
    tcase_add_test(tests, page_of_the_original);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
