#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define BLOCK(name)                                                                                \
    name ": (groupid=0, jobs=1): err= 0: pid=11\n"                                                 \
         "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"
#define SUM(group)                                                                                 \
    "Run status group " group " (all jobs):\n"                                                     \
    "   READ: io=20480KB, aggrb=2048KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "          \
    "maxt=10000msec\n"

static const struct record *first_of(const char *plain)
{
    read_text(plain);
    return nth(0);
}

START_TEST(options_of_a_command)
{
    static const char *const rows[] = {
        "$ fio --name=a --rw=randread --blocksize=4k --iodepth=8 --time_based --runtime=30s "
        "--output=a.txt\n",
        "$ fio -name=a -rw=randread -bs=4k -iodepth 8 -time_based -runtime 30s -output a.txt\n",
        "$ sudo fio --rw randread --bs 4k --iodepth=8 --time_based --runtime=30s --name=a\n",
        "$ fio --readonly --name a --rw=randread --bs=4k \\\n"
        "   --iodepth=8 --time_based --runtime=30s\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s%s", rows[i], BLOCK("a"));
        const struct record *record = first_of(text);
        ck_assert_str_eq(t_param(record, "rw"), "randread");
        ck_assert_str_eq(t_param(record, "bs"), "4k");
        ck_assert_str_eq(t_param(record, "iodepth"), "8");
        ck_assert_str_eq(t_param(record, "runtime"), "30s");
        ck_assert_str_eq(t_param(record, "time_based"), "1");
        ck_assert_str_eq(t_param(record, "output"), "");
        ck_assert_str_eq(t_param(record, "name"), "");
    }
}
END_TEST

START_TEST(several_jobs_of_a_command)
{
    first_of("$ fio --bs=4k --name=a --iodepth=8 --name=b --iodepth=16\n" BLOCK("a") BLOCK("b")
                  BLOCK("c"));
    ck_assert_uint_eq(parse.output.nr, 3);
    const struct record *a = parse.output.at[0].record, *b = parse.output.at[1].record;
    ck_assert_str_eq(t_param(a, "iodepth"), "8");
    ck_assert_str_eq(t_param(b, "iodepth"), "16");
    ck_assert_str_eq(t_param(b, "bs"), "4k");
    ck_assert_str_eq(t_param(parse.output.at[2].record, "bs"), "");
    /* a sum of one job is that job's, of several nobody's */
    ck_assert_str_eq(t_param(first_of("$ fio --name=a --iodepth=8\n" SUM("0")), "iodepth"), "8");
    ck_assert_str_eq(
        t_param(first_of("$ fio --name=a --iodepth=8 --name=b --iodepth=9\n" SUM("0")), "iodepth"),
        "");
}
END_TEST

START_TEST(what_fio_printed_counts)
{
    /* other words of the same */
    const struct record *record =
        first_of("$ fio --name=a --rw=randrw:2 --bs=4k --direct=1\n"
                  "a: (g=0): rw=randrw, bs=8K-8K/8K-8K, ioengine=libaio, iodepth=8\nfio 1.59\n"
                  BLOCK("a"));
    ck_assert_str_eq(t_param(record, "rw"), "randrw");
    ck_assert_str_eq(t_param(record, "bs"), "8K");
    ck_assert_str_eq(t_param(record, "direct"), "1");
    record = first_of("$ fio --name=a --rw=readwrite --bs=4k --direct=1\n"
                       "a: (g=0): rw=rw, bs=8K-8K/8K-8K, ioengine=libaio, iodepth=8\nfio 1.59\n"
                       BLOCK("a"));
    ck_assert_str_eq(t_param(record, "bs"), "8K");
    ck_assert_str_eq(t_param(record, "direct"), "1");
    /* a command that cannot have printed this */
    record = first_of("$ fio --name=a --rw=write --direct=1\n"
                       "a: (g=0): rw=read, bs=8K-8K/8K-8K, ioengine=libaio, iodepth=8\nfio 1.59\n"
                       BLOCK("a"));
    ck_assert_str_eq(t_param(record, "direct"), "");
    /* what the shell was to fill in */
    record = first_of("$ fio --name=a --bs=$size --direct=1\n" BLOCK("a"));
    ck_assert_str_eq(t_param(record, "bs"), "");
    ck_assert_str_eq(t_param(record, "direct"), "1");
}
END_TEST

START_TEST(groups_of_a_job_file)
{
    static const char file[] = "[global]\ndirect=1\n\n[a]\nrw=read\nbs=4k\n\n[b]\nrw=read\nbs=8k\n\n"
                               "[c]\nstonewall\nrw=read\nbs=64k\n\nIt printed:\n\n";
    char text[900];
    snprintf(text, sizeof text, "%s%s%s", file, SUM("0"), SUM("1"));
    const struct record *first = first_of(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_param(first, "direct"), "1");
    ck_assert_str_eq(t_param(first, "rw"), "read");
    ck_assert_str_eq(t_param(first, "bs"), "");
    ck_assert_str_eq(t_param(parse.output.at[1].record, "bs"), "64k");
    /* lines without a header are of the file above them, as far as its jobs agree */
    snprintf(text, sizeof text, "%s%s", file,
             "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n");
    ck_assert_str_eq(t_param(first_of(text), "direct"), "1");
    ck_assert_str_eq(t_param(first_of(text), "bs"), "");
    /* a later file starts without the globals of the earlier one */
    snprintf(text, sizeof text, "%s%s", file, "[d]\nrw=read\n\nand then\n\n" BLOCK("d"));
    ck_assert_str_eq(t_param(first_of(text), "rw"), "read");
    ck_assert_str_eq(t_param(first_of(text), "direct"), "");
}
END_TEST

START_TEST(block_sizes_settle_figures)
{
    const struct record *record =
        first_of("[a]\nrw=randread\nbs=4k\n\nIt printed:\n\n"
                  "a: (groupid=0, jobs=1): err= 0: pid=11\n"
                  "  read : io=131072B, bw=84453B/s, iops=20 , runt=  1552msec\n"
                  "     issued r/w: total=32/0, short=0/0\n");
    ck_assert_double_eq_tol(t_metric(record, "iops"), 32 / 1.552, 1e-6);
    ck_assert(!record_has_warning(record, "rounded"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_settings");
    TCase *tests = tcase_create("fio_settings");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, options_of_a_command);
    tcase_add_test(tests, several_jobs_of_a_command);
    tcase_add_test(tests, what_fio_printed_counts);
    tcase_add_test(tests, groups_of_a_job_file);
    tcase_add_test(tests, block_sizes_settle_figures);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
