#include <stdio.h>
#include <string.h>

#include "parse/fio_json.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define LAT(unit) "\"slat" unit "\":{\"min\":0,\"max\":0,\"mean\":0.0,\"stddev\":0.0},\n"            \
    "\"clat" unit "\":{\"min\":100,\"max\":900,\"mean\":250.5,\"stddev\":20.0,\n"                    \
    "\"percentile\":{\"50.000000\":240,\"99.000000\":800,\"0.00\":0}}"
#define NOTHING "{\"io_bytes\":0,\"bw\":0,\"iops\":0.0,\"runtime\":0,\n"                             \
    "\"clat\":{\"min\":18446744073709551615,\"max\":0,\"mean\":0.0,\"stddev\":0.0}}"
/* One I/O of 4 KiB each 100 us for 10 s. */
#define NEW_READ "{\"io_bytes\":409600000,\"io_kbytes\":400000,\"bw_bytes\":40960000,\"bw\":40000,\n" \
    "\"iops\":10000.0,\"runtime\":10000,\"total_ios\":100000,\"future\":[{\"x\":1}],\n" LAT("_ns") "}"
#define OLD_READ "{\"io_bytes\":400000,\"bw\":40000,\"iops\":10000.0,\"runtime\":10000,\n"           \
    "\"total_ios\":100000,\n" LAT("") "}"
#define JOB(name, read, more) "{\"jobname\":\"" name "\",\"groupid\":0,\"error\":0,\n\"read\":" read \
    ",\n\"write\":" NOTHING more "}"
#define DOCUMENT(version, jobs) "{\n\"fio version\" : \"fio-" version "\",\n\"jobs\" : [\n" jobs "\n]\n}\n"

START_TEST(units_by_version)
{
    static const struct {
        const char *text;
        double clat_ns;
    } rows[] = {
        {DOCUMENT("2.0.10", JOB("j", OLD_READ, "")), 250500},
        {DOCUMENT("2.20", JOB("j", OLD_READ, "")), 250500},
        {DOCUMENT("2.21", JOB("j", "{\"io_bytes\":409600000,\"bw\":40000,\"iops\":10000,"
                                   "\"runtime\":10000,\"total_ios\":100000," LAT("") "}", "")), 250500},
        {DOCUMENT("3.33", JOB("j", NEW_READ, "")), 250.5},
        {JOB("j", NEW_READ, ""), 250.5},
        {JOB("j", OLD_READ, ""), 250500},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        ck_assert_uint_eq(parse.output.nr, 1);
        const struct record *record = t_record(&parse, "read", 0);
        ck_assert_double_eq(t_metric(record, "io_bytes"), 409600000);
        ck_assert_double_eq(t_metric(record, "bw_bytes_per_s"), 40960000);
        ck_assert_double_eq(t_metric(record, "iops"), 10000);
        ck_assert_double_eq(t_metric(record, "runtime_s"), 10);
        ck_assert_double_eq(t_metric(record, "ios"), 100000);
        ck_assert_double_eq(t_metric(record, "clat_mean_ns"), rows[i].clat_ns);
        ck_assert_double_eq(t_metric(record, "clat_p99_ns"), rows[i].clat_ns / 250.5 * 800);
        ck_assert(!record_metric(record, "slat_mean_ns", NULL));
        ck_assert(!record_metric(record, "clat_p0_ns", NULL));
        ck_assert_str_eq(record->job, "j");
    }
}
END_TEST

START_TEST(versions_are_in_order)
{
    static const char *const rows[] = {"fio-2.0.10", "2.1.14", "fio-2.2.1", "fio-2.19-12-gb94d",
                                       "2.20", "2.21", "2.99", "3.0", "fio-3.13", "3.33"};
    for (size_t i = 1; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_uint_gt(fio_json_version(rows[i]), fio_json_version(rows[i - 1]));
    ck_assert_uint_eq(fio_json_version("none"), 0);
    ck_assert_uint_eq(fio_json_version(NULL), 0);
}
END_TEST

START_TEST(options_and_places)
{
    read_text("fio: a warning\n" DOCUMENT("3.33\",\n\"timestamp\":1700000000,\n\"global options\":"
              "{\"ioengine\":\"libaio\",\"blocksize\":\"4k\"},\n\"x\":\"", JOB("j", NEW_READ,
              ",\"job options\":{\"name\":\"j\",\"rw\":\"randread\",\"direct\":\"1\","
              "\"group_reporting\":\"\"},\"usr_cpu\":1.5,\"sys_cpu\":3.0")) "after");
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_str_eq(t_param(record, "bs"), "4k");
    ck_assert_str_eq(t_param(record, "rw"), "randread");
    ck_assert_str_eq(t_param(record, "group_reporting"), "1");
    ck_assert_str_eq(t_param(record, "name"), "");
    ck_assert_uint_eq(record->jobs, 0);
    ck_assert_str_eq(record->tool_version, "3.33");
    ck_assert_str_eq(record->end, "2023-11-14T22:13:20Z");
    ck_assert_double_eq(t_metric(record, "cpu_user_pct"), 1.5);
    ck_assert_uint_eq(record->source.line, 8);
    ck_assert_ptr_nonnull(strstr(record->source.text, "\"jobname\""));
}
END_TEST

START_TEST(mixed_trim_and_sync)
{
    read_text(DOCUMENT("3.33", "{\"jobname\":\"m\",\"groupid\":2,\"error\":0,\"mixed\":" NEW_READ
              ",\"trim\":" NEW_READ ",\"sync\":{\"total_ios\":7,\"lat_ns\":{\"min\":1,\"max\":9,"
              "\"mean\":4.0,\"stddev\":1.0,\"percentile\":{\"99.000000\":8}}}}"));
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_record(&parse, "mixed", 0)->group, "2");
    /* Writes are in the mixed ones, so that these have them. */
    const struct record *mixed = t_record(&parse, "mixed", 0);
    ck_assert_double_eq(t_metric(mixed, "sync_ios"), 7);
    ck_assert_double_eq(t_metric(mixed, "sync_lat_p99_ns"), 8);
}
END_TEST

START_TEST(percentiles_of_lat)
{
    static const struct {
        const char *version, *wanted, *other;
    } rows[] = {{"3.5", "lat_p99_ns", "clat_p99_ns"}, {"3.33", "clat_p99_ns", "lat_p99_ns"}};
    for (size_t i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text, "{\"fio version\":\"fio-%s\",\"jobs\":[%s]}", rows[i].version,
                 JOB("j", NEW_READ, ",\"job options\":{\"lat_percentiles\":\"1\"}"));
        read_text(text);
        t_metric(t_record(&parse, "read", 0), rows[i].wanted);
        ck_assert(!record_metric(t_record(&parse, "read", 0), rows[i].other, NULL));
    }
}
END_TEST

START_TEST(bins_become_a_histogram)
{
    /* 100 is exact; 130 and 131 share a bin of two, of which 131 is the middle; 1030 is
     * the middle of sixteen from 1024 - 8 ... : 1016 to 1031 would be 1024. */
    read_text(DOCUMENT("3.33", "{\"jobname\":\"p\",\"groupid\":0,\"read\":{\"io_bytes\":4096,"
              "\"iops\":1.0,\"runtime\":1000,\"clat_ns\":{\"min\":100,\"max\":1032,\"mean\":300.0,"
              "\"stddev\":1.0,\"bins\":{\"1032\":2,\"100\":5,\"131\":1,\"200\":0}}}}"));
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_uint_eq(record->hists_nr, 1);
    const struct record_hist *hist = &record->hists[0];
    ck_assert_str_eq(hist->name, "clat_ns");
    ck_assert_uint_eq(hist->sub_bits, 6);
    ck_assert_uint_eq(hist->nr, 3);
    ck_assert_uint_eq(hist->bins[0].index, 100);
    ck_assert_uint_eq(hist->bins[0].count, 5);
    ck_assert_uint_eq(hist->bins[1].index, 64 + (131 >> 1));
    ck_assert_uint_eq(hist->bins[2].index, 4 * 64 + (1032 >> 4));
}
END_TEST

START_TEST(clients_and_their_sum)
{
#define CLIENTS(jobs) "{\"fio version\":\"fio-3.33\",\"client_stats\":[" jobs "]}"
#define ALL JOB("All clients", NEW_READ, "")
    read_text(CLIENTS(JOB("j", NEW_READ, ",\"hostname\":\"a.example.org\"") ","
              JOB("j", NEW_READ, ",\"hostname\":\"b.example.org\"") "," ALL));
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_param(t_record(&parse, "read", 1), "host"), "b.example.org");
    ck_assert_uint_eq(parse.output.at[0].invocation, parse.output.at[1].invocation);
    read_text(CLIENTS(ALL));
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_int_eq(t_record(&parse, "read", 0)->scope, RECORD_SCOPE_ALL_CLIENTS);
    ck_assert_ptr_null(t_record(&parse, "read", 0)->job);
}
END_TEST

/* A document at a time, of a job that had run so long. */
#define STATUS(time, kib, ms) "{\"fio version\":\"fio-2.1.11\",\"timestamp\":" time ",\"jobs\":["    \
    "{\"jobname\":\"s\",\"groupid\":0,\"read\":{\"io_bytes\":" kib ",\"bw\":1000,\"iops\":250.0,"    \
    "\"runtime\":" ms "}}]}\n"

START_TEST(the_last_status_counts)
{
    read_text(STATUS("1001", "1000", "1000") STATUS("1002", "2000", "2000")
              STATUS("1002", "2100", "2100"));
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(t_record(&parse, "read", 0), "runtime_s"), 2.1);
    ck_assert_uint_eq(parse.output.at[0].invocation, 1);
}
END_TEST

START_TEST(repetitions_are_no_status)
{
    static const char *const rows[] = {
        STATUS("1010", "1000", "10000") STATUS("1021", "1100", "10001"),
        STATUS("1001", "1000", "300") STATUS("1001", "1000", "310"),
        STATUS("1010", "1100", "10000") STATUS("1011", "1000", "11000"),
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 2, "%zu of row %zu", parse.output.nr, i);
        ck_assert_uint_ne(parse.output.at[0].invocation, parse.output.at[1].invocation);
        ck_assert_uint_eq(parse.output.at[1].record->run, 2);
    }
}
END_TEST

START_TEST(one_line_and_other_order)
{
    read_text("{\"disk_util\":[{\"name\":\"sda\",\"util\":97.5}],\"fio version\":\"fio-3.33\",\"jobs\":"
              "[{\"error\":5,\"groupid\":0,\"read\":" NEW_READ ",\"jobname\":\"sorted\"}]}");
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_str_eq(record->job, "sorted");
    ck_assert(record_has_warning(record, "job-error"));
    ck_assert_double_eq(t_metric(record, "disk_util_pct"), 97.5);
}
END_TEST

START_TEST(damage_is_salvaged_and_said)
{
    static const struct {
        const char *text;
        size_t results, partial, failures;
    } rows[] = {
        /* Cut behind the directions, in the second job, and in the first direction. */
        {"{\"jobs\":[" JOB("a", NEW_READ, "") ",{\"jobname\":\"b\",\"read\":" NEW_READ ",\"wri", 2, 1, 0},
        {"{\"jobs\":[" JOB("a", NEW_READ, "") ",{\"jobname\":\"b\",\"read\":{\"io_bytes\":1", 1, 0, 1},
        {"{\"jobs\":[{\"jobname\":\"b\",\"read\":{\"io_bytes\":1,\n\"iops\"", 0, 0, 1},
        /* Of a direction that is cut the figures above the cut count. */
        {"{\"jobs\":[{\"jobname\":\"b\",\"read\":{\"io_bytes\":8192,\"bw_bytes\":4096,\"bw\":4,"
         "\"iops\":1.0,\"runtime\":2000,\n\"clat_ns\":{\"min\":44,\"max\":77,", 1, 1, 0},
        {"{\"jobs\":[{\"jobname\":\"b\",\"read\":{\"io_bytes\":8192,\"bw\":4,\"iops\":1.0,\n"
         "\"runtime\":2000\nand so on, and \"so\", on", 0, 0, 1},
        /* The head is lost, and a part of the direction with it. */
        {"\"error\":0,\"read\":" NEW_READ "},\n" JOB("b", NEW_READ, "") "]}", 2, 1, 0},
        {"\"iops\":1.0,\"runtime\":2000},\"write\":{\"io_bytes\":8192,\"runtime\":2000}},\n"
         JOB("b", NEW_READ, "") "]}", 1, 0, 1},
        /* One line of the job is damaged, or one in its only direction. */
        {"{\"jobs\":[" JOB("a", NEW_READ, ",\"usr_cpu\" 5,\"job options\":{}") "]}", 1, 1, 0},
        {"{\"jobs\":[{\"jobname\":\"a\",\"read\":{\"io_bytes\" 1}}]}", 0, 0, 1},
        {"{\"fio version\":\"fio-3.33\",\"jobs\":[]}", 0, 0, 1},
        /* A job that did nothing. */
        {"{\"jobs\":[{\"jobname\":\"a\",\"error\":28,\"read\":" NOTHING "}]}", 0, 0, 1},
        {"{\"jobs\":[" JOB("a", NEW_READ, ",\"x\":1e400") "]}", 1, 0, 0},
        {"{\"jobs\":[" JOB("a", "{\"io_bytes\":-5,\"iops\":-1,\"runtime\":-1}", "") "]}", 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t partial = 0;
        read_text(rows[i].text);
        for (size_t r = 0; r < parse.output.nr; r++)
            partial += record_has_warning(parse.output.at[r].record, "partial");
        ck_assert_msg(parse.output.nr == rows[i].results, "%zu results of row %zu", parse.output.nr, i);
        ck_assert_msg(partial == rows[i].partial, "%zu partial of row %zu", partial, i);
        ck_assert_msg(parse.output.failures_nr == rows[i].failures, "%zu failures of row %zu",
                      parse.output.failures_nr, i);
        for (size_t f = 0; f < parse.output.failures_nr; f++)
            ck_assert(parse.output.failures[f].mend && parse.output.failures[f].line);
    }
}
END_TEST

/* So that a quoted copy can be told from another job of that name. */
START_TEST(a_cut_job_ends_with_its_last_figures)
{
    read_text("{\"jobs\":[\n{\"jobname\":\"a\",\n\"read\":" OLD_READ ",\n\"wri\nand more\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_uint_eq(parse.output.at[0].last, 6);
}
END_TEST

START_TEST(a_cut_latency_is_none)
{
    read_text("{\"jobs\":[{\"jobname\":\"b\",\"read\":{\"io_bytes\":8192,\"bw_bytes\":4096,\"bw\":4,"
              "\"iops\":1.0,\"runtime\":2000,\n\"slat_ns\":{\"min\":1,\"max\":9,\"mean\":2.5},\n"
              "\"clat_ns\":{\"min\":44,\"max\":77,\"mea");
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_double_eq(t_metric(record, "bw_bytes_per_s"), 4096);
    ck_assert_double_eq(t_metric(record, "slat_mean_ns"), 2.5);
    ck_assert(!record_metric(record, "clat_max_ns", NULL));
}
END_TEST

/* People keep of a document what they talk of. */
START_TEST(directions_alone)
{
#define ALONE(op, iops)                                                                            \
    "\"" op "\" : {\"io_bytes\":81920,\"io_kbytes\":80,\"bw_bytes\":40960,\"bw\":40,\"iops\":" iops   \
    ",\"runtime\":2000},\n"
    read_text("before:\n" ALONE("read", "10.0") ALONE("write", "9.0") "after:\n" ALONE("read", "11.0"));
    ck_assert_uint_eq(parse.output.nr, 3);
    const struct record *before = t_record(&parse, "read", 0), *after = t_record(&parse, "read", 1);
    ck_assert_double_eq(t_metric(before, "iops"), 10);
    ck_assert_double_eq(t_metric(before, "io_bytes"), 81920);
    ck_assert_str_eq(t_config(before, "patch"), "before");
    ck_assert_str_eq(t_config(after, "patch"), "after");
    ck_assert_ptr_null(before->job);
    ck_assert_str_eq(before->invocation, t_record(&parse, "write", 0)->invocation);
    ck_assert_str_ne(before->invocation, after->invocation);
    read_text("\"total\" : {\"io_bytes\":81920,\"iops\":10.0,\"runtime\":2000}");
    ck_assert_uint_eq(parse.output.nr + parse.output.failures_nr, 0);
}
END_TEST

START_TEST(documents_with_names)
{
#define NAMED(name) "\"" name "\": {\"fio version\":\"fio-3.33\",\"jobs\":[" JOB("j", NEW_READ, "") "]}"
    read_text("{" NAMED("old") ",\n" NAMED("new") "}\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(t_record(&parse, "read", 0), "patch"), "old");
    ck_assert_str_eq(t_config(t_record(&parse, "read", 1), "patch"), "new");
    /* One name tells nothing apart. */
    read_text("{\n" NAMED("output") "}\n");
    ck_assert_uint_eq(t_record(&parse, "read", 0)->config.nr, 0);
}
END_TEST

START_TEST(errors_are_counted)
{
    read_text("{\"jobs\":[" JOB("a", NEW_READ, ",\"total_err\":7,\"first_error\":28") "]}");
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_uint_eq(record->errors_nr, 1);
    ck_assert_str_eq(record->errors[0].name, "ENOSPC");
    ck_assert_uint_eq(record->errors[0].count, 7);
    ck_assert(record_has_warning(record, "job-error"));
    read_text("{\"jobs\":[" JOB("a", NEW_READ, ",\"total_err\":7") "]}");
    ck_assert_uint_eq(t_record(&parse, "read", 0)->errors_nr, 0);
}
END_TEST

START_TEST(other_json_is_left_alone)
{
    static const char *const rows[] = {"{\"format\":\"x\"}", "{\"name\":{\"io_bytes\":1}}", "{"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_uint_eq(parse.output.nr + parse.output.failures_nr, 0);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_fio_json");
    TCase *tests = tcase_create("tool_fio_json");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, units_by_version);
    tcase_add_test(tests, versions_are_in_order);
    tcase_add_test(tests, options_and_places);
    tcase_add_test(tests, mixed_trim_and_sync);
    tcase_add_test(tests, percentiles_of_lat);
    tcase_add_test(tests, bins_become_a_histogram);
    tcase_add_test(tests, clients_and_their_sum);
    tcase_add_test(tests, the_last_status_counts);
    tcase_add_test(tests, repetitions_are_no_status);
    tcase_add_test(tests, one_line_and_other_order);
    tcase_add_test(tests, damage_is_salvaged_and_said);
    tcase_add_test(tests, a_cut_job_ends_with_its_last_figures);
    tcase_add_test(tests, a_cut_latency_is_none);
    tcase_add_test(tests, directions_alone);
    tcase_add_test(tests, documents_with_names);
    tcase_add_test(tests, errors_are_counted);
    tcase_add_test(tests, other_json_is_left_alone);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
