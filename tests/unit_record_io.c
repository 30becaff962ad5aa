#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/strbuf.h"
#include "tests/t_lines.h"
#include "tests/t_main.h"

#define TAIL ",\"scope\":\"job\",\"op\":\"\",\"metrics\":{},\"warnings\":[]}"

/* Returns the line of the record, without its end, in the arena. */
static const char *written(const struct record *record)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert_int_eq(record_write_json(record, out), 0);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_uint_gt(length, 0);
    ck_assert_int_eq(text[length - 1], '\n');
    ck_assert_ptr_eq(memchr(text, '\n', length), text + length - 1);
    const char *line = arena_text(arena, text, length - 1);
    free(text);
    return line;
}

static const char *csv(const struct record *record)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert_int_eq(record_write_csv(record, out), 0);
    ck_assert_int_eq(fclose(out), 0);
    const char *rows = arena_text(arena, text, length);
    free(text);
    return rows;
}

static const char full_result[] =
    HEAD ",\"id\":\"b5c1000000000001\",\"of\":\"b5c1000000000009\",\"tool\":\"fio\","
    "\"tool_version\":\"2.0\",\"config\":{\"cache\":\"none\",\"bus\":\"\"},\"params\":{\"rw\":\"read\"},"
    "\"facts\":{\"kernel\":\"6.1\"},"
    "\"invocation\":\"1\",\"group\":\"0\",\"scope\":\"all-clients\",\"jobs\":5,\"job\":\"sla-0\","
    "\"run\":1,\"seq\":3,\"round\":2,\"start\":\"2026-01-31T10:00:00Z\","
    "\"end\":\"2026-01-31T10:10:00.25Z\",\"loop\":\"closed\",\"op\":\"read\","
    "\"metrics\":{\"bw_bytes_per_s\":3984588.8,\"iops\":243,\"clat_p99_95_ns\":1.5e-300},"
    "\"precision\":{\"iops\":1,\"clat_p99_95_ns\":1e-300},"
    "\"bounds\":{\"ops_per_s\":{\"gt\":10212},\"lat_min_ns\":{\"lt\":0.5}},"
    "\"hist\":{\"clat_ns\":{\"sub_bits\":6,\"bins\":[[12,4],[4294967295,9007199254740993]]},"
    "\"lat_ns\":{\"sub_bits\":0,\"bins\":[]}},\"errors\":{\"EIO\":2,\"ENOSPC\":0},"
    "\"series\":{\"t_s\":[1,2.5],\"iops\":[10,12]},\"warnings\":[\"io-wrapped\",\"rounded\"],"
    "\"claim\":{\"low\":15,\"high\":300,\"unit\":\"%\",\"direction\":\"increase\",\"op\":\"\","
    "\"words\":[\"virtio\",\"\"],\"hedge\":\"about\",\"text\":\"15-300%\"},\"quoted\":true,"
    "\"source\":{\"path\":\"mail.mbox\",\"message_id\":\"<1@example.org>\","
    "\"date\":\"2013-07-28T12:22:50Z\",\"subject\":\"\",\"list\":\"fio-list\",\"part\":\"2\",\"line\":41,"
    "\"offset\":9223372036854775807,\"quote\":2,\"text\":\"read \xc3\xa9 \\u001B\\t\\\"\\\\\","
    "\"fingerprint\":\"00000000000000ff\",\"first\":\"a0\",\"cell\":\"1\",\"cells\":{\"iops\":\"243\"},"
    "\"col\":{\"iops\":[40,3]},\"labels\":{\"cache\":{\"rule\":\"heading\",\"line\":35,"
    "\"text\":\"none\"},\"gone\":{\"rule\":\"path\"}},\"warnings\":{\"io-wrapped\":41}}}";

START_TEST(every_key_comes_back)
{
    static const char *const lines[] = {
        full_result,
        HEAD ",\"config\":{},\"params\":{}" TAIL,
        "{\"format\":\"iodelta/1\",\"kind\":\"host\",\"id\":\"x\",\"facts\":{\"a\":\"\",\"\":\"b\"}}",
        "{\"format\":\"iodelta/1\",\"kind\":\"claim\",\"claim\":{\"low\":-1.5,\"high\":0,\"unit\":\"\","
        "\"direction\":\"\",\"op\":\"\",\"words\":[],\"hedge\":\"\",\"text\":\"\"}}",
        "{\"format\":\"iodelta/1\",\"kind\":\"series\",\"of\":\"x\",\"series\":{\"t_s\":[],\"iops\":[]}}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_str_eq(written(read_right(lines[i])), lines[i]);
    struct record *record = read_right(full_result);
    ck_assert_int_eq(record->scope, RECORD_SCOPE_ALL_CLIENTS);
    ck_assert_uint_eq(record->hists[0].bins[1].count, 9007199254740993);
    ck_assert_uint_eq(record->source.offset, INT64_MAX);
    ck_assert_double_eq(record_metric_at(record, 1).precision, 1);
    ck_assert_str_eq(record->source.text, "read \xc3\xa9 \x1b\t\"\\");
    ck_assert_uint_eq(record->warnings[0].line, 41);
    ck_assert_uint_eq(record->warnings[1].line, 0);
}
END_TEST

/* Every number is read back and written again in the same way. */
START_TEST(numbers_come_back)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-0.0, "0"},
        {-12, "-12"},
        {0.1, "0.1"},
        {3984588.8, "3984588.8"},
        {1.0 / 3, "0.333333333333333"},
        {2.9999999999999996, "3"},
        {0.99999999999999989, "1"},
        {123456789012345678.0, "1.23456789012346e17"},
        {1234567890123456.5, "1234567890123460"},
        {9007199254740991.0, "9007199254740991"},
        {9007199254740992.0, "9007199254740992"},
        {-9007199254740992.0, "-9007199254740992"},
        {9007199254740994.0, "9007199254740990"},
        {1e15, "1000000000000000"},
        {1e22, "1e22"},
        {1e300, "1e300"},
        {DBL_MAX, "1.79769313486231e308"},
        {-DBL_MAX, "-1.79769313486231e308"},
        {DBL_MIN, "2.2250738585072e-308"},
        {4.9406564584124654e-324, "4.94065645841247e-324"},
        {1.5e-310, "1.50000000000002e-310"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = record_new(arena, RECORD_RESULT);
        char expected[80];
        record_set_metric(record, "iops", rows[i].value, 0);
        const char *line = written(record);
        snprintf(expected, sizeof expected, "\"metrics\":{\"iops\":%s}", rows[i].text);
        ck_assert_msg(strstr(line, expected) != NULL, "%s: %s", rows[i].text, line);
        ck_assert_str_eq(written(read_right(line)), line);
    }
}
END_TEST

START_TEST(many_doubles_come_back)
{
    uint64_t state = 88172645463325252;
    for (int i = 0; i < 5000; i++) {
        double value;
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        memcpy(&value, &state, sizeof value);
        struct record *record = record_new(arena, RECORD_RESULT);
        record_set_metric(record, "iops", value, 0);
        const char *line = written(record);
        ck_assert_str_eq(written(read_right(line)), line);
    }
}
END_TEST

START_TEST(no_number_is_written_that_is_none)
{
    struct record *record = record_new(arena, RECORD_SERIES);
    double seconds[] = {1, 2}, odd[] = {1, NAN}, even[] = {3, 4};
    struct record_column_values columns[] = {{"t_s", seconds, 2}, {"iops", odd, 2}, {"ios", even, 2}};
    record->series = columns;
    record->series_nr = 3;
    ck_assert_str_eq(written(record), "{\"format\":\"iodelta/1\",\"kind\":\"series\","
                                      "\"series\":{\"t_s\":[1,2],\"ios\":[3,4]}}");
    odd[1] = INFINITY;
    ck_assert_ptr_null(strstr(written(record), "iops"));
    ck_assert_int_eq(read_right(written(record))->kind, RECORD_SERIES);
}
END_TEST

START_TEST(counts_beyond_json_stay_counts)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    struct record_error error = {"EIO", UINT64_MAX};
    record->errors = &error;
    record->errors_nr = 1;
    record->seq = ULONG_MAX;
    record->source.has_offset = true;
    record->source.offset = UINT64_MAX;
    struct record *back = read_right(written(record));
    ck_assert_uint_eq(back->errors[0].count, INT64_MAX);
    ck_assert_uint_eq(back->source.offset, INT64_MAX);
    ck_assert_str_eq(written(back), written(record));
}
END_TEST

/* Puts text into every place of a record that takes one. */
static struct record *fill(const char *text)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    struct record_source *source = &record->source;
    const char **texts[] = {
        &record->id, &record->of, &record->tool, &record->tool_version, &record->invocation,
        &record->group, &record->job, &record->start, &record->end, &record->loop, &record->op,
        &source->path, &source->message_id, &source->date, &source->subject, &source->part,
        &source->text, &source->fingerprint, &source->cell,
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = text;
    record_set_pair(record, &record->params, text, text);
    record_set_pair(record, &record->facts, text, text);
    record_set_pair(record, &source->cells, text, text);
    record_set_label(record, text, text, text, 1, text);
    record_set_metric(record, arena_printf(arena, "%s_s", text), 1, 1);
    record_set_bound(record, "iops", RECORD_LESS, 1);
    record->bounds[0].name = text;
    record_set_column(record, text, 1, 2);
    record_warn(record, text, 3);
    static struct record_error error;
    static struct record_hist hist;
    static struct record_claim claim;
    static struct record_column_values column;
    static const char *words[1];
    words[0] = text;
    error = (struct record_error){text, 1};
    hist = (struct record_hist){text, 1, NULL, 0};
    column = (struct record_column_values){text, NULL, 0};
    claim = (struct record_claim){.unit = text,
                                  .direction = text,
                                  .op = text,
                                  .words = words,
                                  .words_nr = 1,
                                  .hedge = text,
                                  .text = text,
                                  .metric = text,
                                  .compares = {text, text}};
    record_set_pair(record, &claim.baseline, text, text);
    record_set_pair(record, &claim.new, text, text);
    record->errors = &error;
    record->hists = &hist;
    record->series = &column;
    record->claim = &claim;
    record->errors_nr = record->hists_nr = record->series_nr = 1;
    return record;
}

static size_t occurrences(const char *text, const char *part)
{
    size_t nr = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        nr++;
    return nr;
}

START_TEST(texts_of_any_bytes)
{
    static const struct {
        const char *text, *clean;
    } rows[] = {
        {"plain", "plain"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"caf\xe9", "caf\xef\xbf\xbd"},
        {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"a\xc3", "a\xef\xbf\xbd"},
        {"\xe2\x82z", "\xef\xbf\xbd\xef\xbf\xbdz"},
        {"\xc3\xa9\xe9\xc3\xa9", "\xc3\xa9\xef\xbf\xbd\xc3\xa9"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\x80", "\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *line = written(fill(rows[i].text));
        struct record *back = read_right(line);
        ck_assert_str_eq(written(back), line);
        ck_assert_str_eq(back->job, rows[i].clean);
        ck_assert_str_eq(back->params.at[0].name, rows[i].clean);
        ck_assert_str_eq(back->claim->words[0], rows[i].clean);
        ck_assert_uint_eq(back->warnings[0].line, 3);
        ck_assert_uint_ge(occurrences(line, rows[i].clean), 40);
    }
}
END_TEST

START_TEST(control_characters_are_escaped)
{
    char text[40];
    size_t length = 0;
    for (char byte = 1; byte < 0x20; byte++)
        text[length++] = byte;
    memcpy(text + length, "\x7f\"\\/", 5);
    const char *line = written(fill(text));
    for (const char *at = line; *at; at++)
        ck_assert_int_ge((unsigned char)*at, 0x20);
    struct record *back = read_right(line);
    ck_assert_str_eq(back->source.text, text);
    ck_assert_str_eq(back->warnings[0].code, text);
    ck_assert_str_eq(written(back), line);
}
END_TEST

START_TEST(csv_rows)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert_int_eq(record_write_csv_header(out), 0);
    fclose(out);
    ck_assert_str_eq(text, "id,tool,tool_version,config,params,invocation,group,scope,job,run,op,"
                           "metric,value,bound,precision,warnings,quoted,path,message_id,part,line,"
                           "list,first\n");
    free(text);
    ck_assert_str_eq(
        csv(read_right(full_result)),
        "b5c1000000000001,fio,2.0,cache=none;bus=,rw=read,1,0,all-clients,sla-0,1,read,"
        "bw_bytes_per_s,3984588.8,,,io-wrapped;rounded,true,mail.mbox,<1@example.org>,2,41,fio-list,a0\n"
        "b5c1000000000001,fio,2.0,cache=none;bus=,rw=read,1,0,all-clients,sla-0,1,read,"
        "iops,243,,1,io-wrapped;rounded,true,mail.mbox,<1@example.org>,2,41,fio-list,a0\n"
        "b5c1000000000001,fio,2.0,cache=none;bus=,rw=read,1,0,all-clients,sla-0,1,read,"
        "clat_p99_95_ns,1.5e-300,,1e-300,io-wrapped;rounded,true,mail.mbox,<1@example.org>,2,41,fio-list,a0\n"
        "b5c1000000000001,fio,2.0,cache=none;bus=,rw=read,1,0,all-clients,sla-0,1,read,"
        "ops_per_s,10212,>,,io-wrapped;rounded,true,mail.mbox,<1@example.org>,2,41,fio-list,a0\n"
        "b5c1000000000001,fio,2.0,cache=none;bus=,rw=read,1,0,all-clients,sla-0,1,read,"
        "lat_min_ns,0.5,<,,io-wrapped;rounded,true,mail.mbox,<1@example.org>,2,41,fio-list,a0\n");
    struct record *record = record_new(arena, RECORD_RESULT);
    ck_assert_str_eq(csv(record), "");
    record_set_metric(record, "io_bytes", 9007199254740991.0, 0);
    record_set_pair(record, &record->config, "a", NULL);
    ck_assert_str_eq(csv(record), ",,,a=,,,,job,,,,io_bytes,9007199254740991,,,,,,,,,,\n");
    record->id = "";
    ck_assert_str_eq(csv(record), ",,,a=,,,,job,,,,io_bytes,9007199254740991,,,,,,,,,,\n");
    record->kind = RECORD_HOST;
    ck_assert_str_eq(csv(record), "");
}
END_TEST

START_TEST(csv_cells)
{
    static const struct {
        const char *job, *cell;
    } rows[] = {
        {"plain", "plain"}, {"a b", "a b"}, {"a,b", "\"a,b\""}, {"a\"b", "\"a\"\"b\""},
        {"a\nb", "\"a\nb\""}, {"a\rb", "\"a\rb\""}, {"\"", "\"\"\"\""}, {"a;b", "a;b"},
        {"=A1", "'=A1"}, {"=1+1", "'=1+1"}, {"=1", "'=1"}, {"+1+2", "'+1+2"}, {"-2+3", "'-2+3"},
        {"@SUM(1)", "'@SUM(1)"}, {"@1", "'@1"}, {"-", "'-"}, {"-x", "'-x"}, {"+", "'+"},
        {"\tx", "'\tx"}, {"\rx", "\"'\rx\""}, {"\nx", "\"'\nx\""}, {"=\"a,b\"", "\"'=\"\"a,b\"\"\""},
        {"-17.79", "-17.79"}, {"+5", "+5"}, {"-1e-5", "-1e-5"}, {"-1,5", "\"'-1,5\""},
        {"1=2", "1=2"}, {"\xc3\xa9", "\xc3\xa9"},
        {"a\x1b[31m\x7f\x07", "a?[31m??"}, {"a\xc2\x9b" "31m", "a?31m"}, {"\xc2\xa0", "\xc2\xa0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = record_new(arena, RECORD_RESULT);
        char expected[100];
        record->id = "i";
        record->job = rows[i].job;
        record_set_metric(record, "iops", 1, 0);
        snprintf(expected, sizeof expected, "i,,,,,,,job,%s,,,iops,1,,,,,,,,,,\n", rows[i].cell);
        ck_assert_str_eq(csv(record), expected);
    }
}
END_TEST

START_TEST(write_errors_are_told)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    record_set_metric(record, "iops", 1, 0);
    int (*const writers[])(const struct record *, FILE *) = {record_write_json, record_write_csv};
    for (size_t i = 0; i < 2; i++) {
        FILE *out = fopen("/dev/full", "w");
        ck_assert_ptr_nonnull(out);
        setvbuf(out, NULL, _IONBF, 0);
        errno = 0;
        ck_assert_int_eq(writers[i](record, out), -1);
        ck_assert_int_eq(errno, ENOSPC);
        ck_assert_int_eq(record_write_csv_header(out), -1);
        fclose(out);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("record_io");
    TCase *both = tcase_create("both ways");
    tcase_add_checked_fixture(both, set_up, tear_down);
    tcase_add_test(both, every_key_comes_back);
    tcase_add_test(both, numbers_come_back);
    tcase_add_test(both, many_doubles_come_back);
    tcase_add_test(both, no_number_is_written_that_is_none);
    tcase_add_test(both, counts_beyond_json_stay_counts);
    tcase_add_test(both, texts_of_any_bytes);
    tcase_add_test(both, control_characters_are_escaped);
    suite_add_tcase(suite, both);
    TCase *writing = tcase_create("writing");
    tcase_add_checked_fixture(writing, set_up, tear_down);
    tcase_add_test(writing, csv_rows);
    tcase_add_test(writing, csv_cells);
    tcase_add_test(writing, write_errors_are_told);
    suite_add_tcase(suite, writing);
    return suite;
}

T_MAIN(make_suite)
