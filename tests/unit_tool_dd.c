#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

struct row {
    const char *line;
    double bytes, seconds;
};

static void check(const struct row *rows, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        char text[400];
        snprintf(text, sizeof text, "1024+0 records in\n1024+0 records out\n%s\n", rows[i].line);
        read_text(text);
        ck_assert_msg(parse.output.nr == 1, "%zu results of: %s", parse.output.nr, rows[i].line);
        const struct record *record = parse.output.at[0].record;
        ck_assert_str_eq(record->tool, "dd");
        ck_assert_double_eq(t_metric(record, "io_bytes"), rows[i].bytes);
        ck_assert_double_eq_tol(t_metric(record, "runtime_s"), rows[i].seconds, 1e-9);
        ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s"), rows[i].bytes / rows[i].seconds,
                                1e-3);
        ck_assert_msg(!record_has_warning(record, "rate-mismatch"), "mismatch: %s", rows[i].line);
    }
}
#define CHECK(rows) check(rows, sizeof rows / sizeof rows[0])

START_TEST(english_of_all_times)
{
    static const struct row rows[] = {
        {"1073741824 bytes transferred in 12.591578 seconds (85274604 bytes/sec)", 1073741824,
         12.591578},
        {"1048576000 bytes (1.0 GB) copied, 55.3079 seconds, 19.0 MB/s", 1048576000, 55.3079},
        {"1048576000 bytes (1.0 GB) copied, 24.8476 s, 42.2 MB/s", 1048576000, 24.8476},
        {"268435456 bytes (268 MB, 256 MiB) copied, 0.9 s, 298 MB/s", 268435456, 0.9},
        {"999 bytes copied, 0.5 s, 2.0 kB/s", 999, 0.5},
        {"4096 bytes (4.1 kB, 4.0 KiB) copied, 8.7129e-05 s, 47.0 MB/s", 4096, 8.7129e-05},
        {"write, 1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s", 1073741824, 10},
        {"1073741824 bytes (1.1 GB), 10 s, 107 MB/s", 1073741824, 10},
    };
    CHECK(rows);
}
END_TEST

START_TEST(decimal_commas_and_languages)
{
    static const struct row rows[] = {
        {"157286400 bytes (157 MB, 150 MiB) copied, 0,0794703 s, 2,0 GB/s", 157286400, 0.0794703},
        {"157286400 Bytes (157 MB, 150 MiB) kopiert, 1,5 s, 105 MB/s", 157286400, 1.5},
        {"157286400\xc2\xa0octets (157 MB, 150 MiB) copi\xc3\xa9s, 1,5 s, 105 MB/s", 157286400,
         1.5},
        {"157286400 bytes (157 MB) copiados, 1,5 s, 105 MB/s", 157286400, 1.5},
        {"157286400 byte (157 MB) copiati, 1,5 s, 105 MB/s", 157286400, 1.5},
        /* Russian */
        {"157286400 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82 (157 MB, 150 MiB) "
         "\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd, 1,5 "
         "\xd1\x81, 105 MB/\xd1\x81",
         157286400, 1.5},
        /* Polish: the number is not the first word */
        {"skopiowane 157286400 bajt\xc3\xb3w (157 MB, 150 MiB), 1,5 s, 105 MB/s", 157286400, 1.5},
        /* Japanese */
        {"157286400 \xe3\x83\x90\xe3\x82\xa4\xe3\x83\x88 (157 MB, 150 MiB) "
         "\xe3\x82\xb3\xe3\x83\x94\xe3\x83\xbc\xe3\x81\x95\xe3\x82\x8c\xe3\x81\xbe\xe3\x81\x97"
         "\xe3\x81\x9f\xe3\x80\x81 1.5 s, 105 MB/s",
         157286400, 1.5},
        /* Chinese, of two times, and with wide parentheses */
        {"157286400 \xe5\xad\x97\xe8\x8a\x82 (157 MB, 150 MiB) \xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6"
         "\xef\xbc\x8c"
         "1.5 s\xef\xbc\x8c"
         "105 MB/s",
         157286400, 1.5},
        /* Ukrainian: the number is not first; words for the second in several scripts */
        {"\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd1\x96\xd0\xb9\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd\xd0\xbe "
         "157286400 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82\xd1\x96\xd0\xb2 (157 MB, 150 MiB), 1,5 s, 105 MB/s",
         157286400, 1.5},
        {"157286400 b\xc3\xa1jt (157 MB) m\xc3\xa1solva, 1,5 mp, 105 MB/mp", 157286400, 1.5},
        {"157286400 tavu (157 MB) kopioitu, 1,5 sek, 105 MB/sek", 157286400, 1.5},
        {"\xc4\x91\xc3\xa3 sao ch\xc3\xa9p 157286400 byte (157 MB), 1,5 gi\xc3\xa2y, 105 MB/gi\xc3\xa2y",
         157286400, 1.5},
        {"500 Bytes kopiert, 0,5 s, 1,0 kB/s", 500, 0.5},
        {"12\xe5\xad\x97\xe8\x8a\x82(12 B)\xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6\xef\xbc\x8c"
         "0.75 \xe7\xa7\x92\xef\xbc\x8c"
         "16 B/\xe7\xa7\x92",
         12, 0.75},
        {"157286400\xe4\xbd\x8d\xe5\x85\x83\xe7\xb5\x84\xef\xbc\x88"
         "157 MB, 150 MiB\xef\xbc\x89"
         "\xe5\xb7\xb2\xe8\xa4\x87\xe8\xa3\xbd\xef\xbc\x8c"
         "1.5 s\xef\xbc\x8c"
         "105 MB/s",
         157286400, 1.5},
    };
    CHECK(rows);
}
END_TEST

START_TEST(other_programs)
{
    static const struct row rows[] = {
        {"1073741824 bytes transferred in 1.640524 secs (654511500 bytes/sec)", 1073741824,
         1.640524},
        /* busybox means 1024s, and puts no blank before the unit */
        {"104857600 bytes (100.0MB) copied, 6.061107 seconds, 16.5MB/s", 104857600, 6.061107},
    };
    CHECK(rows);
    read_text("104857600 bytes (105 MB) copied, 6.061107 seconds, 16.5 MB/s\n");
    ck_assert(record_has_warning(only(), "rate-mismatch"));
    /* the rate of Fuchsia is exact */
    read_text("67108864 bytes copied, 33554432 bytes/s\n");
    ck_assert_double_eq(t_metric(only(), "bw_bytes_per_s"), 33554432);
}
END_TEST

START_TEST(precision_is_that_of_the_time)
{
    read_text("1000000000 bytes (1.0 GB) copied, 43.4 s, 23.0 MB/s\n");
    const struct record *record = only();
    ck_assert_double_eq_tol(record_metric_at(record, 0).precision, 0, 1e-9);
    for (size_t i = 0; i < record->metrics_nr; i++)
        if (!strcmp(record_metric_at(record, i).name, "bw_bytes_per_s"))
            ck_assert_double_eq_tol(record_metric_at(record, i).precision, 1e9 / 43.4 * 0.1 / 43.4, 1);
    ck_assert(!record_has_warning(record, "rate-mismatch"));
    read_text("1000000000 bytes (1.0 GB) copied, 43.4 s, 24.1 MB/s\n");
    ck_assert(record_has_warning(only(), "rate-mismatch"));
}
END_TEST

START_TEST(texts_without_a_result)
{
    static const char *const rows[] = {
        "1024+0 records in\n1024+0 records out\n",
        "we copied 10 GB in 5 s, about 2 GB/s\n",
        "we copied 4000 files, 5 times, 3 MB/s\n",
        "a count of bytes: 4000 files, 5 times, 3 MB/s\n",
        "tar: 1234567890 bytes (1.2 GB, 1.1 GiB) read, 12.3 s, 100 MB/s\n",
        "Wrote 4294967296 bytes (4.3 GB) to disk, 45.1 s, 95 MB/s\n",
        "transferred 104857600 bytes, 10 s, 10 MB/s\n",
        "image: 12345 blocks (48 MB), 3.2 s, 15 MB/s\n",
        "about 119 MB/s, or 120 MB/s\n",
        "0 bytes copied, 0 s, Infinity B/s\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 0, "a result of: %s", rows[i]);
    }
}
END_TEST

START_TEST(zeros)
{
    double value;
    read_text("0 bytes copied, 0.000129958 s, 0.0 kB/s\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    read_text("5 bytes copied, 0 s, 0.0 kB/s\n");
    ck_assert(!record_metric(only(), "bw_bytes_per_s", &value));
    read_text("4096 Bytes (4,1 kB, 4,0 KiB) kopiert, 0 s, Unendlich B/s\n");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 4096);
    ck_assert(!record_metric(only(), "bw_bytes_per_s", &value));
}
END_TEST

#define TAIL                                                                                       \
    "5+0 records in\n5+0 records out\n5242880 bytes (5.2 MB, 5.0 MiB) copied, 5.2 s, 1.0 MB/s\n"

START_TEST(progress_is_no_result)
{
    read_text("\r1048576 bytes (1.0 MB, 1.0 MiB) copied, 1 s, 1.0 MB/s"
              "\r5242880 bytes (5.2 MB, 5.0 MiB) copied, 5 s, 1.0 MB/s\n" TAIL);
    ck_assert_double_eq(t_metric(only(), "runtime_s"), 5.2);
    /* mail made lines of it */
    read_text("1048576 bytes (1.0 MB, 1.0 MiB) copied, 1 s, 1.0 MB/s\n"
              "5242880 bytes (5.2 MB, 5.0 MiB) copied, 5.00001 s, 1.0 MB/s\n" TAIL);
    ck_assert_double_eq(t_metric(only(), "runtime_s"), 5.2);
    /* runs that follow each other are all results */
    read_text(TAIL TAIL);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.at[1].record->run, 2);
    read_text("5242880 bytes (5.2 MB, 5.0 MiB) copied, 5.3 s, 1.0 MB/s\n" TAIL);
    ck_assert_uint_eq(parse.output.nr, 2);
}
END_TEST

START_TEST(wrapped_totals)
{
    read_text("1073741824 bytes (1.1 GB, 1.0 GiB) copied,\n10.5 s, 102 MB/s\n");
    ck_assert_double_eq_tol(t_metric(only(), "runtime_s"), 10.5, 1e-9);
    read_text("1073741824 bytes (1.1 GB, 1.0 GiB) copied, 10.5 s, 102\nMB/s\n");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 1073741824);
    read_text("1073741824 bytes transferred in 1.640524 secs\n(654511500 bytes/sec)\n");
    ck_assert_double_eq_tol(t_metric(only(), "runtime_s"), 1.640524, 1e-9);
    /* a paragraph below does not complete a line */
    read_text("1073741824 bytes (1.1 GB) copied,\n\n10.5 s, 102 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(totals_on_the_way)
{
    static const char totals[] = "104857600 bytes (105 MB) copied, 1.5 s, 69.9 MB/s\n"
                                 "209715200 bytes (210 MB) copied, 3.1 s, 67.6 MB/s\n";
    char text[400];
    snprintf(text, sizeof text, "$ dd if=/dev/sda of=/dev/null bs=1M count=200\n%s", totals);
    read_text(text);
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 209715200);
    /* a loop prints one for each turn */
    snprintf(text, sizeof text, "$ for n in 100 200; do dd if=/dev/sda of=/dev/null count=$n; done\n%s",
             totals);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    /* nothing says that these are one, nor that they are repetitions */
    read_text(totals);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.at[1].record->run, 0);
    ck_assert(record_has_warning(parse.output.at[1].record, "labels-equal"));
}
END_TEST

#define TOTAL "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n"

START_TEST(directions)
{
    static const struct {
        const char *command, *op, *target;
        bool has_no_device;
    } rows[] = {
        {"$ dd if=/dev/sdb of=/dev/null bs=1M", "read", "/dev/sdb", false},
        {"$ dd of=/dev/null bs=1M if=/mnt/file", "read", "/mnt/file", false},
        {"# dd if=/dev/sdb bs=1M > /dev/null", "read", "/dev/sdb", false},
        {"$ dd if=/dev/zero of=/mnt/file bs=1M conv=fdatasync", "write", "/mnt/file", false},
        {"$ dd if=/dev/urandom of=/dev/sdb", "write", "/dev/sdb", false},
        {"$ sudo time dd if=/dev/zero of=/dev/sdb", "write", "/dev/sdb", false},
        {"# echo 3 > /proc/sys/vm/drop_caches; dd if=/dev/sdb of=/dev/null", "read", "/dev/sdb",
         false},
        {"$ dd if=/dev/sda of=/dev/sdb", "copy", "", false},
        {"$ dd if=/dev/zero of=/dev/null", "copy", "", true},
        {"$ dd if=\"$target\" of=/dev/null", "read", "", false},
        {"$ dd if=/dev/zero of=$file", "write", "", false},
        {"some words", "copy", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s\n" TOTAL, rows[i].command);
        read_text(text);
        const struct record *record = only();
        ck_assert_msg(!strcmp(record->op, rows[i].op), "%s for: %s", record->op, rows[i].command);
        ck_assert_str_eq(t_param(record, "target"), rows[i].target);
        ck_assert_int_eq(record_has_warning(record, "no-device"), rows[i].has_no_device);
    }
}
END_TEST

START_TEST(directions_without_a_command_of_their_own)
{
    /* a script with one open end is plain where the other end is none */
    read_text("for d in b c; do dd if=/dev/zero of=/dev/sd$d bs=1M count=1024; done\n" TOTAL);
    ck_assert_str_eq(only()->op, "write");
    read_text("for d in b c; do dd if=/dev/sd$d of=/tmp/x bs=1M count=1024; done\n" TOTAL);
    ck_assert_str_eq(only()->op, "copy");
    /* an answer repeats what it quotes */
    read_text("> $ dd if=/dev/sdb of=/dev/null bs=1M\n> " TOTAL "\nHere it is this:\n\n"
              "1073741824 bytes (1.1 GB) copied, 5 s, 215 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(parse.output.at[0].record->op, "read");
    ck_assert_str_eq(parse.output.at[1].record->op, "read");
    read_text("> $ dd if=/dev/sdb of=/dev/null bs=1M\n> " TOTAL "> $ dd if=/dev/zero of=/dev/sdb\n> "
              TOTAL "\nHere it is this:\n\n1073741824 bytes (1.1 GB) copied, 5 s, 215 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 3);
    t_record(&parse, "copy", 0);
}
END_TEST

START_TEST(what_follows_a_dd_is_no_part_of_it)
{
    read_text("$ dd if=/dev/zero of=x bs=1M conv=fdatasync; unlink x\n" TOTAL "\n"
              "$ dd if=/dev/zero of=x bs=1M conv=fdatasync && rm x\n" TOTAL "\n"
              "$ dd if=/dev/zero of=y bs=1M conv=fdatasync && rm y\n" TOTAL);
    ck_assert_uint_eq(parse.output.nr, 3);
    ck_assert_uint_eq(parse.output.at[0].record->run, 1);
    ck_assert_uint_eq(parse.output.at[1].record->run, 2);
    ck_assert_uint_eq(parse.output.at[2].record->run, 0);
    /* nor is the comma of a sentence */
    read_text("It was dd if=/dev/sdb of=/dev/null bs=1M count=1024, with a cold cache:\n\n" TOTAL);
    ck_assert_str_eq(t_param(only(), "count"), "1024");
}
END_TEST

START_TEST(words_above_give_a_direction)
{
    read_text("Reading:\n" TOTAL "\nWriting:\n" TOTAL);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(parse.output.at[0].record->op, "read");
    ck_assert_str_eq(parse.output.at[1].record->op, "write");
}
END_TEST

START_TEST(settings_of_the_command)
{
    read_text("$ dd if=/dev/sdb of=/dev/null bs=64k count=100 iflag=direct\n" TOTAL);
    const struct record *record = only();
    ck_assert_str_eq(t_param(record, "bs"), "64k");
    ck_assert_str_eq(t_param(record, "count"), "100");
    ck_assert_str_eq(t_param(record, "iflag"), "direct");
    read_text("$ dd if=/dev/sdb of=/dev/null bs=$bs\n" TOTAL);
    ck_assert_str_eq(t_param(only(), "bs"), "");
}
END_TEST

START_TEST(cached_writes)
{
    static const struct {
        const char *command;
        bool is_cached;
    } rows[] = {
        {"dd if=/dev/zero of=/mnt/file bs=1M", true},
        {"dd if=/dev/zero of=file bs=1M conv=notrunc", true},
        {"dd if=/dev/zero of=/dev/shm/x bs=1M", true},
        {"dd if=/dev/zero of=/mnt/file bs=1M conv=fdatasync", false},
        {"dd if=/dev/zero of=/mnt/file bs=1M conv=notrunc,fsync", false},
        {"dd if=/dev/zero of=/mnt/file bs=1M oflag=direct", false},
        {"dd if=/dev/zero of=/mnt/file bs=1M oflag=dsync", false},
        {"dd if=/dev/zero of=/dev/sdb bs=1M", false},
        {"dd if=/mnt/file of=/dev/null bs=1M", false},
        {"dd if=/dev/zero of=$file bs=1M", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "$ %s\n" TOTAL, rows[i].command);
        read_text(text);
        ck_assert_msg(record_has_warning(only(), "cached-write") == rows[i].is_cached,
                      "wrong about: %s", rows[i].command);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_dd");
    TCase *tests = tcase_create("tool_dd");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, english_of_all_times);
    tcase_add_test(tests, decimal_commas_and_languages);
    tcase_add_test(tests, other_programs);
    tcase_add_test(tests, precision_is_that_of_the_time);
    tcase_add_test(tests, texts_without_a_result);
    tcase_add_test(tests, zeros);
    tcase_add_test(tests, progress_is_no_result);
    tcase_add_test(tests, wrapped_totals);
    tcase_add_test(tests, totals_on_the_way);
    tcase_add_test(tests, directions);
    tcase_add_test(tests, directions_without_a_command_of_their_own);
    tcase_add_test(tests, what_follows_a_dd_is_no_part_of_it);
    tcase_add_test(tests, words_above_give_a_direction);
    tcase_add_test(tests, settings_of_the_command);
    tcase_add_test(tests, cached_writes);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
