/* Several prints of one run of bonnie++, the forms of its CSV, and its converters. */
#include <stdio.h>
#include <string.h>

#include "parse/bonnie.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static double value_of(const char *op, size_t nth, const char *metric)
{
    return t_metric(t_record(&parse, op, nth), metric);
}

static size_t count_warned(const char *code)
{
    size_t nr = 0;
    for (size_t i = 0; i < parse.output.nr; i++)
        nr += record_has_warning(parse.output.at[i].record, code);
    return nr;
}

#define HEAD                                                                                       \
    "Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n"            \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define ROW_A "hosta            2G 1035k  80  298m  63  656m  51 1106k  52  1.6g  49 11197  64\n"
#define ROW_B "hosta            2G 1235k  80  198m  63  556m  51 1206k  52  1.2g  49 10197  64\n"
#define CSV_A                                                                                      \
    "1.98,2.00a,hosta,1,1790000001,2G,,8192,5,1035,80,304929,63,671623,51,1106,52,1715392,49,"     \
    "11197,64,,,,,,,,,,,,,,,,,,27067us,19105us,20833us,14003us,32092us,6906us,,,,,,\n"
#define CSV_B                                                                                      \
    "1.98,2.00a,hosta,1,1790000002,2G,,8192,5,1235,80,202752,63,569344,51,1206,52,1291845,49,"     \
    "10197,64,,,,,,,,,,,,,,,,,,27067us,19105us,20833us,14003us,32092us,6906us,,,,,,\n"

START_TEST(tables_and_lines_in_any_order)
{
    static const char *const texts[] = {
        HEAD ROW_A CSV_A HEAD ROW_B CSV_B, HEAD ROW_A HEAD ROW_B CSV_A CSV_B,
        HEAD ROW_A HEAD ROW_B CSV_B CSV_A, CSV_A CSV_B HEAD ROW_A HEAD ROW_B,
        CSV_B CSV_A HEAD ROW_A ROW_B,
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(texts[i]);
        ck_assert_uint_eq(parse.output.nr, 12);
        bool is_turned = i == 4;
        ck_assert_double_eq(value_of("put_block", is_turned, "bw_bytes_per_s"), 304929 * 1024.0);
        ck_assert_double_eq(value_of("put_block", !is_turned, "bw_bytes_per_s"), 202752 * 1024.0);
        ck_assert_uint_eq(count_warned("edited-by-hand"), 0);
        ck_assert_uint_eq(count_warned("rounded"), 0);
    }
}
END_TEST

START_TEST(prints_that_disagree)
{
    const char *row = "hosta            2G 1035k  80  398m  63  656m  51 1106k  52  1.6g  49 11197  64\n";
    char text[2000];
    snprintf(text, sizeof text, "%s%s%s", HEAD, row, CSV_A);
    for (size_t i = 0; i < 2; i++) {
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 6);
        ck_assert_uint_eq(count_warned("edited-by-hand"), 1);
        ck_assert(record_has_warning(t_record(&parse, "put_block", 0), "edited-by-hand"));
        ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 304929 * 1024.0);
        snprintf(text, sizeof text, "%s%s%s", CSV_A, HEAD, row);
    }
}
END_TEST

START_TEST(a_cut_line_adds_nothing)
{
    read_text(HEAD ROW_A "1.98,2.00a,hosta,1,1790000001,2G,,8192,5,1035,80,304929,63,67\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 304929 * 1024.0);
    ck_assert_double_eq(value_of("rewrite", 0, "bw_bytes_per_s"), 656 * 1048576.0);
    ck_assert_uint_eq(count_warned("edited-by-hand"), 0);
}
END_TEST

START_TEST(lines_that_were_wrapped)
{
    const char *whole =
        "1.97,1.97,hosta,1,1490000000,8G,,510,99,61000,22,28000,11,1011,88,70500,9,200.5,1,16,,,,,"
        "1510,92,+++++,+++,2210,88,1600,93,+++++,+++,1700,70,16612us,983ms,2211ms,21000us,300ms,"
        "2s,130us,170us,190us,140us,20us,150us\n";
    for (size_t width = 60; width <= 132; width += 4) {
        char text[400];
        size_t used = 0;
        for (size_t i = 0; whole[i]; i++) {
            if (i && i % width == 0 && whole[i] != '\n')
                text[used++] = '\n';
            text[used++] = whole[i];
        }
        text[used] = '\0';
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 12);
        ck_assert_double_eq(value_of("get_block", 0, "bw_bytes_per_s"), 70500 * 1024.0);
        ck_assert_double_eq(value_of("ran_del", 0, "lat_max_ns"), 150e3);
    }
}
END_TEST

START_TEST(odd_numbers_of_fields)
{
#define VALUES "510,99,61000,22,28000,11,1011,88,70500,9,200.5,1"
#define FILES "1510,92,+++++,+++,2210,88,1600,93,+++++,+++,1700,70"
#define TIMES "16612us,983ms,2211ms,21000us,300ms,2s,130us,170us,190us,140us,20us,150us"
    static const char *const texts[] = {
        "1.90a,1.90a,hosta,8G," VALUES ",16," FILES "\n",
        "1.91a,1.91a,hosta,1,8G,," VALUES ",16,,,," FILES "," TIMES "\n",
        "1.92,1.92b,hosta,1,1490000000,8G,," VALUES ",16,,,," FILES "," TIMES "\n",
        "1.92b,1.92b,hosta,1,1490000000,8G," VALUES ",16,,,,," FILES "," TIMES "\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(texts[i]);
        ck_assert_msg(parse.output.nr == 12, "text %zu: %zu", i, parse.output.nr);
        ck_assert_double_eq(value_of("putc", 0, "bw_bytes_per_s"), 510 * 1024.0);
        ck_assert_double_eq_tol(value_of("seeks", 0, "ops_per_s"), 200.5, 1e-9);
        ck_assert_double_eq(value_of("seq_create", 0, "ops_per_s"), 1510);
        ck_assert_double_eq(value_of("ran_del", 0, "cpu_pct"), 70);
        ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "size"), "8G");
        ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "hosta");
        if (i)
            ck_assert_double_eq(value_of("putc", 0, "lat_max_ns"), 16612e3);
    }
}
END_TEST

/* 1.96 left out a field where there was no I/O; 1.97 and 2.00a do not, and 1.03 has none. */
START_TEST(runs_without_io)
{
    static const char *const texts[] = {
        "1.96,1.96,hosta,1,1490000000,,,,,,,,,,,,,,16,,,,," FILES ",,,,,,,130us,170us,190us,140us,"
        "20us,150us\n",
        "1.97,1.97,hosta,1,1490000000,,,,,,,,,,,,,,,16,,,,," FILES ",,,,,,,130us,170us,190us,140us,"
        "20us,150us\n",
        "1.98,2.00a,hosta,1,1490000000,,,,,,,,,,,,,,,,,16,,,,," FILES ",,,,,,,130us,170us,190us,"
        "140us,20us,150us\n",
        "hosta,,,,,,,,,,,,,,16," FILES "\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(texts[i]);
        ck_assert_msg(parse.output.nr == 6, "text %zu: %zu", i, parse.output.nr);
        ck_assert_double_eq(value_of("seq_create", 0, "ops_per_s"), 1510);
        ck_assert_double_eq(value_of("ran_del", 0, "ops_per_s"), 1700);
        ck_assert_double_eq(record_bound(t_record(&parse, "ran_stat", 0), "ops_per_s")->value,
                            16 * 1024 / 0.5);
        ck_assert_str_eq(t_param(t_record(&parse, "ran_del", 0), "machine"), "hosta");
    }
}
END_TEST

START_TEST(repeated_runs)
{
    read_text("format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size,putc,"
              "putc_cpu,put_block,put_block_cpu,rewrite,rewrite_cpu\n" CSV_A
              "1.98,2.00a,hosta,1,1790000001,2G,,8192,5,1235,80,202752,63,569344,51,1206,52,"
              "1291845,49,10197,64,,,,,,,,,,,,,,,,,,27us,19us,20us,14us,32us,69us,,,,,,\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_uint_eq(t_record(&parse, "putc", 0)->run, 1);
    ck_assert_uint_eq(t_record(&parse, "putc", 1)->run, 2);
    ck_assert_int_eq(parse.text->streams[0].lines[0].class, LINE_DETAIL);
}
END_TEST

START_TEST(commas_in_names)
{
    read_text("1.98,2.00a,ext4,data=ordered,1,1790000001,2G,,8192,5,1035,80,304929,63,67\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "ext4,data=ordered");
    ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 304929 * 1024.0);
}
END_TEST

START_TEST(lines_of_other_things)
{
    read_text("a,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26\n"
              "x,4,1,2,3,4,5,6,7,8,9,10,11,12,16,1,2,3,4,5,6,7,8,9,10,11,12\n"
              "1.98,2.00a,b,one,1,2G,,8192,5,1,2,3,4,5,6,7,8,9,10,11,12\n"
              "ts,2G,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

#define TXT_HEAD                                                                                   \
    "Version     2.00a   ------Sequential Output------ --Sequential Input- --Random-\n"            \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"            \
    "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"

/* It prints right rates of files, and 0k beside +++ for what was too fast. */
START_TEST(text_of_the_converter)
{
    read_text(TXT_HEAD
              "hosta  256M::8192:5 1261k  99    0k +++  298m  63 1820k  91    0k +++ +++++ +++\n"
              "Latency             12601us     320us      67us   12647us    4050us   16034us\n"
              "hostb  256M::8192:5              0k +++    0k +++              0k +++ +++++ +++\n"
              "Latency                         454us     111us                72us    8038us\n"
              "                    ------Sequential Create------ --------Random Create--------\n"
              "                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
              "      files:max:min  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
              "hosta             4  3725  11 +++++ +++ +++++ +++  4096  84 +++++ +++ +++++ +++\n"
              "Latency               427us    9701us    4775us    7882us    8144us    4911us\n");
    ck_assert_uint_eq(parse.output.nr, 16);
    ck_assert(!record_metric(t_record(&parse, "put_block", 0), "bw_bytes_per_s", NULL));
    ck_assert_double_eq(record_bound(t_record(&parse, "put_block", 0), "bw_bytes_per_s")->value,
                        256 * 1048576 / 0.5);
    ck_assert_double_eq(record_bound(t_record(&parse, "seeks", 0), "ops_per_s")->value, 8192 / 0.5);
    ck_assert_double_eq(value_of("put_block", 1, "lat_max_ns"), 454e3);
    ck_assert_double_eq(value_of("seq_create", 0, "ops_per_s"), 3725);
    /* as large as the number of files: it may be that */
    ck_assert(!record_metric(t_record(&parse, "ran_create", 0), "ops_per_s", NULL));
    ck_assert_double_eq(value_of("ran_del", 0, "lat_max_ns"), 4911e3);
}
END_TEST

#define TD(text) "<td bgcolor=\"#FFFFFF\">" text "</td>"
#define HTML_HEAD                                                                                  \
    "<html><head><title>Bonnie++ Benchmark results</title></head><body><table><tr><td "            \
    "colspan=\"4\"><b>Version 2.00a</b></td><td colspan=\"6\"><b>Sequential Output</b></td></tr>\n" \
    "<tr><td colspan=\"2\">Concurrency</td><td>Size</td><td colspan=\"2\">Per Char</td></tr>"       \
    "<tr><td colspan=\"4\"></td><td>M/sec</td><td>% CPU</td></tr>\n"

START_TEST(page_of_the_converter)
{
    read_text(HTML_HEAD
              "<tr><td rowspan=\"2\"><font size=+1>hosta</td>" TD("1") TD("256M") TD("") TD("1261")
              TD("99") TD("255") TD("71") TD("0") TD("+++") TD("1820") TD("91") TD("1675") TD("49")
              TD("+++++") TD("+++") TD("4") TD("") TD("") TD("") TD("3725") TD("11") TD("+++++")
              TD("+++") TD("+++++") TD("+++") TD("+++++") TD("+++") TD("+++++") TD("+++")
              TD("1700") TD("70") "</tr>\n"
              "<tr><td colspan=\"3\">Latency</td>" TD("12601us") TD("320us") TD("67us")
              TD("12647us") TD("4050us") TD("16034us") "<td colspan=\"2\"></td>" TD("Latency")
              TD("427us") TD("9701us") TD("4775us") TD("7882us") TD("8144us") TD("4911us")
              "</tr>\n</table></body></html>\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    /* its header says M/sec; rates of single bytes are in K all the same */
    ck_assert_double_eq(value_of("putc", 0, "bw_bytes_per_s"), 1261 * 1024.0);
    ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 255 * 1048576.0);
    ck_assert_double_eq(value_of("get_block", 0, "bw_bytes_per_s"), 1675 * 1048576.0);
    ck_assert_double_eq(record_bound(t_record(&parse, "rewrite", 0), "bw_bytes_per_s")->value,
                        256 * 1048576 / 0.5);
    ck_assert_double_eq(value_of("seq_create", 0, "ops_per_s"), 3725);
    ck_assert_double_eq(value_of("seeks", 0, "lat_max_ns"), 16034e3);
    ck_assert_double_eq(value_of("ran_del", 0, "lat_max_ns"), 4911e3);
    ck_assert_str_eq(t_param(t_record(&parse, "putc", 0), "machine"), "hosta");
    ck_assert_str_eq(t_record(&parse, "putc", 0)->tool_version, "2.00a");
}
END_TEST

/* A comma in the name has moved the cells: no figure is invented. */
START_TEST(page_with_moved_cells)
{
    read_text(HTML_HEAD
              "<tr><td rowspan=\"2\">ext4</td>" TD("data=ordered") TD("1790000000") TD("256M")
              TD("5") TD("") TD("0") TD("+++++") TD("0") TD("+++++") TD("+++") TD("") TD("0")
              TD("+++++") TD("+++") TD("+++++") TD("+++") TD("") TD("") TD("") TD("") TD("") TD("")
              TD("") TD("") TD("") TD("") TD("") TD("") TD("") TD("") TD("") "</tr>\n"
              "<tr><td colspan=\"3\">Latency</td>" TD("12601us") TD("320us") "</tr>\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

/* Before 1.98 the page has no concurrency, and all its rates are in K. */
START_TEST(page_of_old_versions)
{
    read_text("<TABLE><TR><TD COLSPAN=2><B>Version 1.03</B></TD><TD COLSPAN=6>Sequential Output</TD>"
              "</TR>\n<TR><TD>hosta</TD><TD>2G</TD>" TD("31234") TD("95") TD("61000") TD("22")
              TD("28000") TD("11") TD("30111") TD("88") TD("70500") TD("9") TD("210.5") TD("1")
              TD("16") TD("1510") TD("92") TD("+++++") TD("+++") TD("2210") TD("88") TD("1600")
              TD("93") TD("+++++") TD("+++") TD("1700") TD("70") "</TR>\n</TABLE>\n");
    ck_assert_uint_eq(parse.output.nr, 12);
    ck_assert_double_eq(value_of("put_block", 0, "bw_bytes_per_s"), 61000 * 1024.0);
    ck_assert_double_eq(value_of("ran_del", 0, "ops_per_s"), 1700);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("bonnie_prints");
    TCase *tests = tcase_create("bonnie_prints");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, tables_and_lines_in_any_order);
    tcase_add_test(tests, prints_that_disagree);
    tcase_add_test(tests, a_cut_line_adds_nothing);
    tcase_add_test(tests, lines_that_were_wrapped);
    tcase_add_test(tests, odd_numbers_of_fields);
    tcase_add_test(tests, runs_without_io);
    tcase_add_test(tests, repeated_runs);
    tcase_add_test(tests, commas_in_names);
    tcase_add_test(tests, lines_of_other_things);
    tcase_add_test(tests, text_of_the_converter);
    tcase_add_test(tests, page_of_the_converter);
    tcase_add_test(tests, page_with_moved_cells);
    tcase_add_test(tests, page_of_old_versions);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
