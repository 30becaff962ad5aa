#include <stdio.h>
#include <string.h>

#include "parse/bonnie.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static double value_of(const char *op, const char *metric)
{
    return t_metric(t_record(&parse, op, 0), metric);
}

static void no_value(const char *op, const char *metric)
{
    ck_assert_msg(!record_metric(t_record(&parse, op, 0), metric, NULL), "%s has %s", op, metric);
}

#define OLD_HEAD                                                                                   \
    "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"            \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define OLD_FILES                                                                                  \
    "                    ------Sequential Create------ --------Random Create--------\n"            \
    "                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"            \
    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"

START_TEST(text_of_1_03)
{
    read_text(OLD_HEAD
              "hosta            2G 31234  95 61000  22 28000  11 30111  88 70500   9 210.5   "
              "1\n" OLD_FILES
              "                 16  1510  92 +++++ +++  2210  88  1600  93 +++++ +++  1700  70\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    for (unsigned i = 0; i < BONNIE_OPS; i++)
        ck_assert_str_eq(parse.output.at[i].record->op, bonnie_ops[i]);
    ck_assert_double_eq(value_of("putc", "bw_bytes_per_s"), 31234 * 1024.0);
    ck_assert_double_eq(value_of("put_block", "bw_bytes_per_s"), 61000 * 1024.0);
    ck_assert_double_eq(value_of("put_block", "cpu_pct"), 22);
    ck_assert_double_eq_tol(value_of("seeks", "ops_per_s"), 210.5, 1e-9);
    ck_assert_double_eq(value_of("seq_create", "ops_per_s"), 1510);
    ck_assert_double_eq(value_of("ran_del", "ops_per_s"), 1700);
    no_value("seq_stat", "ops_per_s");
    ck_assert_double_eq(record_bound(t_record(&parse, "seq_stat", 0), "ops_per_s")->value,
                        16 * 1024 / 0.5);
    const struct record *record = t_record(&parse, "rewrite", 0);
    ck_assert_str_eq(record->tool, "bonnie++");
    ck_assert_str_eq(record->tool_version, "1.03");
    ck_assert_str_eq(t_param(record, "machine"), "hosta");
    ck_assert_str_eq(t_param(record, "size"), "2G");
}
END_TEST

#define NEW_HEAD                                                                                   \
    "Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n"            \
    "Concurrency   4     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define NEW_FILES                                                                                  \
    "Version  1.97       ------Sequential Create------ --------Random Create--------\n"            \
    "hosta               -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"            \
    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"

START_TEST(text_of_1_97)
{
    read_text(
        NEW_HEAD
        "hosta            8G   510  99 61000  22 28000  11  1011  88 70500   9 +++++ +++\n"
        "Latency             16612us     983ms    2211ms   21000us     300ms       2s\n" NEW_FILES
        "                 16  1510  92 +++++ +++  2210  88  1600  93 +++++ +++  1700  70\n"
        "Latency               130us     170us     190us     140us      20us     150us\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq_tol(value_of("putc", "lat_max_ns"), 16612e3, 1);
    ck_assert_double_eq_tol(value_of("put_block", "lat_max_ns"), 983e6, 1);
    ck_assert_double_eq_tol(value_of("seeks", "lat_max_ns"), 2e9, 1);
    ck_assert_double_eq_tol(value_of("seq_create", "lat_max_ns"), 130e3, 1);
    ck_assert_double_eq_tol(value_of("ran_del", "lat_max_ns"), 150e3, 1);
    ck_assert_double_eq(record_bound(t_record(&parse, "seeks", 0), "ops_per_s")->value, 8192 / 0.5);
    ck_assert_str_eq(t_param(t_record(&parse, "seeks", 0), "concurrency"), "4");
}
END_TEST

#define LAST_HEAD                                                                                  \
    "Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n"            \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define LAST_FILES                                                                                 \
    "Version 2.00a       ------Sequential Create------ --------Random Create--------\n"            \
    "hosta               -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"            \
    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define LAST_IO "hosta          256M 1261k  99 25.5m  22  321m  45 1820k  91  1.2g  60  8119 150\n"

START_TEST(text_of_2_00a)
{
    read_text(
        LAST_HEAD LAST_IO
        "Latency             12601us     320us      67us   12647us    4050us   16034us\n" LAST_FILES
        "                  4  4096  90 +++++ +++ +++++ +++  4096  84 +++++ +++ +++++ +++\n");
    ck_assert_double_eq(value_of("putc", "bw_bytes_per_s"), 1261 * 1024.0);
    ck_assert_double_eq(value_of("put_block", "bw_bytes_per_s"), 25.5 * 1048576);
    ck_assert_double_eq_tol(value_of("get_block", "bw_bytes_per_s"), 1.2 * 1073741824, 1);
    ck_assert_double_eq(value_of("seeks", "ops_per_s"), 8119);
    /* the text prints the number of files where the rate should be */
    no_value("seq_create", "ops_per_s");
    ck_assert(record_has_warning(t_record(&parse, "seq_create", 0), "create-rate-bogus"));
    ck_assert(!record_has_warning(t_record(&parse, "seq_stat", 0), "create-rate-bogus"));
    ck_assert_ptr_nonnull(record_bound(t_record(&parse, "seq_stat", 0), "ops_per_s"));
}
END_TEST

#define LAST_CSV                                                                                   \
    "1.98,2.00a,hosta,1,1796033357,256M,,8192,5,1261,99,26110,22,328900,45,1820,91,1270000,60,"    \
    "8119,150,4,,,,,627,90,+++++,+++,+++++,+++,2168,84,+++++,+++,+++++,+++,12601us,320us,67us,"    \
    "12647us,4050us,16034us,427us,9701us,4775us,7882us,8144us,4911us\n"

START_TEST(text_and_csv_of_one_run)
{
    read_text(LAST_HEAD LAST_IO LAST_FILES "                  4  4096  90 +++++ +++ +++++ +++  "
                                           "4096  84 +++++ +++ +++++ +++\n" LAST_CSV);
    ck_assert_uint_eq(parse.output.nr, 12);
    /* the CSV has more digits, and true rates of creation */
    ck_assert_double_eq(value_of("put_block", "bw_bytes_per_s"), 26110 * 1024.0);
    ck_assert_double_eq(value_of("seq_create", "ops_per_s"), 627);
    ck_assert_double_eq(value_of("ran_create", "ops_per_s"), 2168);
    for (size_t i = 0; i < parse.output.nr; i++)
        ck_assert(!record_has_warning(parse.output.at[i].record, "create-rate-bogus"));
    ck_assert_double_eq_tol(value_of("ran_del", "lat_max_ns"), 4911e3, 1);
    ck_assert_ptr_nonnull(record_bound(t_record(&parse, "ran_del", 0), "ops_per_s"));
}
END_TEST

START_TEST(csv_of_another_run)
{
    read_text(LAST_HEAD "hosta          256M 9999k  99 95.5m  22  900m  45 9820k  91  9.2g  60  "
                        "1119 150\n\n" LAST_CSV);
    ck_assert_uint_eq(parse.output.nr, 18);
    ck_assert_double_eq(t_metric(t_record(&parse, "putc", 0), "bw_bytes_per_s"), 9999 * 1024.0);
    ck_assert_double_eq(t_metric(t_record(&parse, "putc", 1), "bw_bytes_per_s"), 1261 * 1024.0);
    ck_assert_str_ne(t_record(&parse, "putc", 0)->invocation,
                     t_record(&parse, "putc", 1)->invocation);
}
END_TEST

START_TEST(csv_alone)
{
    read_text(
        "hosta,2G,31234,95,61000,22,28000,11,30111,88,70500,9,210.5,1,16,1510,92,+++++,+++,2210,88,"
        "1600,93,+++++,+++,1700,70\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq(value_of("putc", "bw_bytes_per_s"), 31234 * 1024.0);
    ck_assert_double_eq(value_of("ran_del", "ops_per_s"), 1700);
    ck_assert_double_eq(value_of("ran_del", "cpu_pct"), 70);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "hosta");
    read_text(
        "1.97,1.97,hosta,1,1490000000,8G,,510,99,61000,22,28000,11,1011,88,70500,9,+++++,+++,16,,,,"
        ","
        "1510,92,+++++,+++,2210,88,1600,93,+++++,+++,1700,70,16612us,983ms,2211ms,21000us,300ms,"
        "2s,130us,170us,190us,140us,20us,150us\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq(value_of("put_block", "bw_bytes_per_s"), 61000 * 1024.0);
    ck_assert_double_eq_tol(value_of("put_block", "lat_max_ns"), 983e6, 1);
    ck_assert_str_eq(t_record(&parse, "putc", 0)->tool_version, "1.97");
    read_text(LAST_CSV);
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq(value_of("seeks", "ops_per_s"), 8119);
    ck_assert_double_eq(value_of("seq_create", "ops_per_s"), 627);
    ck_assert_str_eq(t_record(&parse, "putc", 0)->tool_version, "2.00a");
}
END_TEST

START_TEST(names_with_commas)
{
    read_text(
        "1.97,1.97,ext4,data=ordered,1,1490000000,8G,,510,99,61000,22,28000,11,1011,88,70500,9,"
        "200,1,16,,,,,1510,92,+++++,+++,2210,88,1600,93,+++++,+++,1700,70,16612us,983ms,2211ms,"
        "21000us,300ms,2s,130us,170us,190us,140us,20us,150us\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "ext4,data=ordered");
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "size"), "8G");
    ck_assert_double_eq(value_of("seeks", "ops_per_s"), 200);
    read_text(
        "a,b,2G,31234,95,61000,22,28000,11,30111,88,70500,9,210.5,1,16,1510,92,+++++,+++,2210,88,"
        "1600,93,+++++,+++,1700,70\n");
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "a,b");
}
END_TEST

START_TEST(csv_that_was_cut)
{
    read_text(
        "1.97,1.97,hosta,1,1490000000,8G,,510,99,61000,22,28000,11,1011,88,70500,9,200,1,16,,,,,"
        "1510,92\n");
    ck_assert_uint_eq(parse.output.nr, 7);
    ck_assert_double_eq(value_of("seq_create", "ops_per_s"), 1510);
    /* the last field may be half of one */
    no_value("seq_create", "cpu_pct");
    read_text("1.97,1.97,hosta,1,1490000000,8G,,510,99,61\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    /* one field too many fits no version, and is said */
    read_text("1.97,1.97,b,1,1490000000,4G,,525,98,212345,15,101234,9,2345,97,456789,18,900.1,4,,,,,"
              ",,,,,,,,,,,,,,15123us,132s,1234ms,12345us,123ms,1234us,,,,,,\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(runs_without_single_bytes)
{
    read_text(OLD_HEAD
              "hosta            2G           61000  22 28000  11           70500   9 210.5   1\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    ck_assert_double_eq(value_of("put_block", "bw_bytes_per_s"), 61000 * 1024.0);
    ck_assert_double_eq(value_of("rewrite", "bw_bytes_per_s"), 28000 * 1024.0);
    ck_assert_double_eq(value_of("get_block", "bw_bytes_per_s"), 70500 * 1024.0);
    ck_assert_double_eq_tol(value_of("seeks", "ops_per_s"), 210.5, 1e-9);
    read_text(
        "1.97,1.97,hosta,1,1490000000,8G,,,,61000,22,28000,11,,,70500,9,200,1,,,,,,,,,,,,,,,,,,,"
        "983ms,2211ms,,300ms,2s,,,,,,\n");
    ck_assert_uint_eq(parse.output.nr, 4);
}
END_TEST

START_TEST(pluses_are_bounds)
{
    read_text(OLD_HEAD
              "hosta            2G 31234  95 +++++ +++ 28000  11 30111  88 +++++ +++ +++++ +++\n");
    no_value("put_block", "bw_bytes_per_s");
    const struct record_bound *bound =
        record_bound(t_record(&parse, "put_block", 0), "bw_bytes_per_s");
    ck_assert_ptr_nonnull(bound);
    ck_assert_double_eq(bound->value, 2 * 1073741824.0 / 0.5);
    ck_assert_int_eq(bound->side, RECORD_GREATER);
    no_value("put_block", "cpu_pct");
}
END_TEST

START_TEST(machine_names)
{
    static const struct {
        const char *row, *machine, *size, *chunk, *concurrency;
    } rows[] = {
        {"can (v3+)        2G", "can (v3+)", "2G", "", ""},
        {"Raid0s(4 disk)15744M", "Raid0s(4 disk)", "15744M", "", ""},
        {"2.3.42           2G", "2.3.42", "2G", "", ""},
        {"                 2G", "", "2G", "", ""},
        {"Gr\xc3\xb6\xc3\x9f" "e-\xce\xb2     256M", "Gr\xc3\xb6\xc3\x9f" "e-\xce\xb2", "256M", "", ""},
        {"very-lon 256M:64k:8", "very-lon", "256M", "64k", "8"},
        {"very-lon  64G:16k::8", "very-lon", "64G", "16k", ""},
        {"host    256M::8192:5", "host", "256M", "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "%s%s 31234  95 61000  22 28000  11 30111  88 70500   9 210.5   1\n", OLD_HEAD,
                 rows[i].row);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "machine"), rows[i].machine);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "size"), rows[i].size);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "chunk"), rows[i].chunk);
        ck_assert_str_eq(t_param(parse.output.at[0].record, "concurrency"), rows[i].concurrency);
    }
}
END_TEST

START_TEST(wide_and_bold_cells)
{
    read_text(
        OLD_HEAD
        "hosta            2G 31234  95 1061000  22 928000  11 30111  88 2070500   9 **525**   1\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_double_eq(value_of("get_block", "bw_bytes_per_s"), 2070500 * 1024.0);
    ck_assert_double_eq(value_of("seeks", "ops_per_s"), 525);
}
END_TEST

START_TEST(rows_that_mail_wrapped)
{
    read_text("ext4:\n\n"
              "Version  1.97       ------Sequential Output------ --Sequential Input-\n--Random-\n"
              "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block--\n--Seeks--\n"
              "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP\n/sec %CP\n"
              "hosta            4G   917  99 227598  24 189488  22  4102  99 1429562  84\n"
              "13324 149\n"
              "Latency             10703us     383ms     467ms    2259us    5672us\n2646us\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_double_eq(value_of("get_block", "bw_bytes_per_s"), 1429562 * 1024.0);
    ck_assert_double_eq(value_of("seeks", "ops_per_s"), 13324);
    ck_assert_double_eq(value_of("seeks", "lat_max_ns"), 2646e3);
    ck_assert_uint_eq(t_record(&parse, "seeks", 0)->config.nr, 1);
    ck_assert_str_eq(t_config(t_record(&parse, "seeks", 0), "fs"), "ext4");
}
END_TEST

START_TEST(columns_that_nothing_tells_apart)
{
    /* five pairs, and the columns' names are gone: no figure is invented */
    read_text("Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"
              "hosta            2G 31234  95 61000  22 28000  11 30111  88 70500   9\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(rows_need_their_header)
{
    read_text("hosta            2G 31234  95 61000  22 28000  11 30111  88 70500   9 210.5   1\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    read_text("one,two,three,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(runs_in_one_text)
{
    read_text(OLD_HEAD
              "hosta            2G 31234  95 61000  22 28000  11 30111  88 70500   9 210.5   "
              "1\n\n" OLD_HEAD
              "hostb            2G 31234  95 71000  22 28000  11 30111  88 70500   9 210.5   1\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_str_ne(t_record(&parse, "putc", 0)->invocation,
                     t_record(&parse, "putc", 1)->invocation);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 1), "machine"), "hostb");
    ck_assert_uint_gt(t_record(&parse, "putc", 1)->config.nr, 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_bonnie");
    TCase *tests = tcase_create("tool_bonnie");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, text_of_1_03);
    tcase_add_test(tests, text_of_1_97);
    tcase_add_test(tests, text_of_2_00a);
    tcase_add_test(tests, text_and_csv_of_one_run);
    tcase_add_test(tests, csv_of_another_run);
    tcase_add_test(tests, csv_alone);
    tcase_add_test(tests, names_with_commas);
    tcase_add_test(tests, csv_that_was_cut);
    tcase_add_test(tests, runs_without_single_bytes);
    tcase_add_test(tests, pluses_are_bounds);
    tcase_add_test(tests, machine_names);
    tcase_add_test(tests, wide_and_bold_cells);
    tcase_add_test(tests, rows_that_mail_wrapped);
    tcase_add_test(tests, columns_that_nothing_tells_apart);
    tcase_add_test(tests, rows_need_their_header);
    tcase_add_test(tests, runs_in_one_text);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
