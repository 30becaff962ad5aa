/* Reading records: lines of all sorts, most of them bad. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/strbuf.h"
#include "tests/t_lines.h"
#include "tests/t_main.h"

START_TEST(unknown_things_are_accepted)
{
    struct record *record = read_right(
        HEAD ",\"new\":{\"a\":[null,1]},\"tool\":\"iozone\",\"metrics\":{\"new_s\":1},"
             "\"warnings\":[\"new-code\",\"new-code\"],\"source\":{\"new\":null},\"op\":\"new\"}");
    ck_assert_str_eq(record->tool, "iozone");
    ck_assert(record_metric(record, "new_s", NULL));
    ck_assert(record_has_warning(record, "new-code"));
    ck_assert_uint_eq(record->warnings_nr, 1);
    record = read_right("{\"kind\":\"result\",\"format\":\"iodelta/1.7\"}");
    ck_assert_str_eq(record->op, "");
    record = read_right(HEAD ",\"jobs\":5.0,\"source\":{\"line\":41.0,\"offset\":1e3}}");
    ck_assert_uint_eq(record->jobs, 5);
    ck_assert_uint_eq(record->source.line, 41);
    ck_assert_uint_eq(record->source.offset, 1000);
    record = read_right(HEAD ",\"metrics\":{\"iops\":1,\"ios\":2},\"bounds\":{\"iops\":{\"lt\":9}}}");
    ck_assert(!record_metric(record, "iops", NULL) && record_metric(record, "ios", NULL));
    ck_assert_double_eq(record_bound(record, "iops")->value, 9);
}
END_TEST

START_TEST(wrong_values_are_named)
{
    static const struct {
        const char *member, *key;
    } rows[] = {
        {"\"id\":7", "id"}, {"\"tool\":null", "tool"}, {"\"op\":[]", "op"},
        {"\"jobs\":\"5\"", "jobs"}, {"\"jobs\":-1", "jobs"}, {"\"jobs\":4294967296", "jobs"},
        {"\"run\":1.5", "run"}, {"\"seq\":-1", "seq"}, {"\"round\":1e300", "round"},
        {"\"scope\":\"host\"", "scope"}, {"\"scope\":1", "scope"},
        {"\"config\":[]", "config"}, {"\"config\":{\"a\":1}", "config"}, {"\"params\":1", "params"},
        {"\"facts\":{\"a\":null}", "facts"}, {"\"metrics\":[]", "metrics"},
        {"\"metrics\":{\"iops\":\"1\"}", "metrics"}, {"\"metrics\":{\"iops\":null}", "metrics"},
        {"\"precision\":1", "precision"},
        {"\"metrics\":{\"iops\":1},\"precision\":{\"iops\":\"1\"}", "precision"},
        {"\"bounds\":1", "bounds"}, {"\"bounds\":{\"iops\":1}", "bounds"},
        {"\"bounds\":{\"iops\":{}}", "bounds"}, {"\"bounds\":{\"iops\":{\"gt\":\"1\"}}", "bounds"},
        {"\"bounds\":{\"iops\":{\"gt\":\"1\",\"lt\":1}}", "bounds"},
        {"\"bounds\":{\"iops\":{\"gt\":1,\"lt\":2}}", "bounds"},
        {"\"hist\":1", "hist"}, {"\"hist\":{\"a\":1}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":64,\"bins\":[]}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6,\"bins\":[1]}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6,\"bins\":[[1]]}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6,\"bins\":[[1,2,3]]}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6,\"bins\":[[4294967296,2]]}}", "hist"},
        {"\"hist\":{\"a\":{\"sub_bits\":6,\"bins\":[[1,-2]]}}", "hist"},
        {"\"errors\":[]", "errors"}, {"\"errors\":{\"EIO\":-1}", "errors"},
        {"\"series\":1", "series"}, {"\"series\":{\"t_s\":1}", "series"},
        {"\"series\":{\"t_s\":[\"1\"]}", "series"},
        {"\"series\":{\"t_s\":[1,2],\"iops\":[1]}", "series"},
        {"\"warnings\":{}", "warnings"}, {"\"warnings\":[1]", "warnings"},
        {"\"claim\":1", "claim"}, {"\"claim\":{\"low\":1}", "claim"},
        {"\"claim\":{\"low\":1,\"high\":2,\"unit\":1}", "claim"},
        {"\"claim\":{\"low\":1,\"high\":2,\"words\":{}}", "claim"},
        {"\"claim\":{\"low\":1,\"high\":2,\"words\":[1]}", "claim"},
        {"\"quoted\":\"true\"", "quoted"}, {"\"source\":[]", "source"},
        {"\"source\":{\"path\":1}", "source.path"}, {"\"source\":{\"line\":-1}", "source.line"},
        {"\"source\":{\"offset\":\"1\"}", "source.offset"},
        {"\"source\":{\"cells\":[]}", "source.cells"}, {"\"source\":{\"col\":[]}", "source.col"},
        {"\"source\":{\"col\":{\"iops\":[1]}}", "source.col"},
        {"\"source\":{\"col\":{\"iops\":[-1,2]}}", "source.col"},
        {"\"source\":{\"labels\":[]}", "source.labels"},
        {"\"source\":{\"labels\":{\"a\":1}}", "source.labels"},
        {"\"source\":{\"labels\":{\"a\":{\"rule\":\"x\",\"line\":-1}}}", "source.labels"},
        {"\"source\":{\"labels\":{\"a\":{\"rule\":\"x\",\"text\":1}}}", "source.labels"},
        {"\"source\":{\"warnings\":[]},\"warnings\":[]", "source.warnings"},
        {"\"source\":{\"warnings\":{\"a\":-1}},\"warnings\":[\"a\"]", "source.warnings"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *found;
        char line[300], expected[80];
        snprintf(line, sizeof line, HEAD ",%s}", rows[i].member);
        snprintf(expected, sizeof expected, "wrong value of \"%s\"", rows[i].key);
        ck_assert_msg(read_bytes(line, strlen(line), &found) == -1, "%s", line);
        ck_assert_int_eq(diag.level, DIAG_SKIP);
        ck_assert_str_eq(diag.path, "in.jsonl");
        ck_assert_uint_eq(diag.line, 1);
        ck_assert_msg(strstr(diag.text, expected) != NULL, "%s: %s", line, diag.text);
    }
}
END_TEST

START_TEST(no_records)
{
    static const char *const lines[] = {
        "x", "{", "[]", "1", "null", "{}", "\"iodelta/1\"", "{\"format\":1}", "{\"format\":\"fio\"}",
        "{\"format\":\"iodelta/1\"}", "{\"format\":\"iodelta/1\",\"kind\":\"guess\"}",
        "{\"format\":\"iodelta/1\",\"kind\":1}", HEAD ",\"op\":\"a\",\"op\":\"b\"}", HEAD "} x",
        HEAD ",\"op\":\"\\u0000\"}", HEAD ",\"op\":\"\xff\"}", HEAD ",\"metrics\":{\"iops\":1e999}}",
        HEAD ",\"metrics\":{\"iops\":NaN}}", HEAD ",\"metrics\":{\"iops\":99999999999999999999}}",
    };
    struct record *found;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ck_assert_msg(read_bytes(lines[i], strlen(lines[i]), &found) == -1, "%s", lines[i]);
        ck_assert_int_eq(diag.level, DIAG_SKIP);
        ck_assert(*diag.text && *diag.mend);
    }
    ck_assert_int_eq(read_bytes("\0\0\0\n", 4, &found), -1); /* zeros are no blank line */
    ck_assert_int_eq(diag.level, DIAG_SKIP);
}
END_TEST

START_TEST(other_versions_are_fatal)
{
    static const char *const formats[] = {"iodelta/2", "iodelta/10", "iodelta/", "iodelta/1x",
                                          "iodelta/0"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct record *found;
        char line[100];
        snprintf(line, sizeof line, "{\"format\":\"%s\",\"kind\":\"result\"}", formats[i]);
        ck_assert_int_eq(read_bytes(line, strlen(line), &found), -1);
        ck_assert_int_eq(diag.level, DIAG_FATAL);
        ck_assert_ptr_nonnull(strstr(diag.text, formats[i]));
    }
}
END_TEST

START_TEST(lines_of_all_sorts)
{
    static const char text[] = "\xef\xbb\xbf" HEAD "}\r\n"
                               "\n \t\r\n" HEAD ",\"op\":\"read\"}\n"
                               "broken\n"
                               "  " HEAD ",\"op\":\"last\"}  ";
    FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
    struct record_reader *reader = record_reader_new(in, "in");
    struct record *found;
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 1);
    ck_assert_uint_eq(record_reader_line(reader), 1);
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 1);
    ck_assert_uint_eq(record_reader_line(reader), 4);
    ck_assert_str_eq(found->op, "read");
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), -1);
    ck_assert_uint_eq(diag.line, 5);
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 1);
    ck_assert_str_eq(found->op, "last");
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 0);
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 0);
    record_reader_free(reader);
    record_reader_free(NULL);
    fclose(in);
}
END_TEST

/* A stream without end or of an error, made of one text. */
struct stream {
    const char *text;
    size_t length, repeats; /* the text follows so many times */
    int error;              /* then this error, or the end for 0 */
    size_t at;
};

static ssize_t stream_read(void *cookie, char *to, size_t size)
{
    struct stream *stream = cookie;
    size_t nr = 0;
    while (nr < size && stream->repeats) {
        size_t part = stream->length - stream->at;
        if (part > size - nr)
            part = size - nr;
        memcpy(to + nr, stream->text + stream->at, part);
        nr += part;
        stream->at += part;
        if (stream->at == stream->length) {
            stream->at = 0;
            stream->repeats--;
        }
    }
    if (nr || !stream->error)
        return (ssize_t)nr;
    errno = stream->error;
    return -1;
}

static FILE *open_stream(struct stream *stream)
{
    FILE *in = fopencookie(stream, "r", (cookie_io_functions_t){.read = stream_read});
    ck_assert_ptr_nonnull(in);
    return in;
}

START_TEST(read_errors_are_fatal)
{
    /* The line before the error is not whole, though it is JSON. */
    static const char *const texts[] = {HEAD "}", HEAD "}\n", "x", HEAD};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct stream stream = {texts[i], strlen(texts[i]), 1, EIO, 0};
        FILE *in = open_stream(&stream);
        struct record_reader *reader = record_reader_new(in, "in");
        struct record *found;
        if (i == 1)
            ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 1);
        ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), -1);
        ck_assert_int_eq(diag.level, DIAG_FATAL);
        ck_assert_ptr_nonnull(strstr(diag.text, strerror(EIO)));
        record_reader_free(reader);
        fclose(in);
    }
    FILE *folder = fopen(".", "r");
    struct record_reader *reader = record_reader_new(folder, ".");
    struct record *found;
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), -1);
    ck_assert_int_eq(diag.level, DIAG_FATAL);
    record_reader_free(reader);
    fclose(folder);
}
END_TEST

START_TEST(long_lines_are_skipped)
{
    char blanks[4096];
    memset(blanks, ' ', sizeof blanks);
    struct strbuf tail = STRBUF_INIT;
    strbuf_string(&tail, "\n" HEAD "}\n");
    char *text = strbuf_take(&tail);
    FILE *in = tmpfile();
    for (int i = 0; i < 64 * 256 + 1; i++)
        ck_assert_uint_eq(fwrite(blanks, 1, sizeof blanks, in), sizeof blanks);
    fputs(text, in);
    rewind(in);
    struct record_reader *reader = record_reader_new(in, "in");
    struct record *found;
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), -1);
    ck_assert_int_eq(diag.level, DIAG_SKIP);
    ck_assert_uint_eq(diag.line, 1);
    ck_assert_ptr_nonnull(strstr(diag.text, "longer than 64 MiB"));
    ck_assert_int_eq(record_reader_next(reader, arena, &found, &diag), 1);
    ck_assert_uint_eq(record_reader_line(reader), 2);
    record_reader_free(reader);
    fclose(in);
    free(text);
}
END_TEST

START_TEST(deep_nesting_is_refused)
{
    struct strbuf line = STRBUF_INIT;
    struct record *found;
    strbuf_string(&line, HEAD ",\"new\":");
    for (int i = 0; i < 200000; i++)
        strbuf_string(&line, i % 2 ? "[" : "{\"a\":");
    ck_assert_int_eq(read_bytes(line.text, line.length, &found), -1);
    ck_assert_int_eq(diag.level, DIAG_SKIP);
    strbuf_free(&line);
}
END_TEST

/* A list of nr numbered members or texts, open and close around it. */
static void add_list(struct strbuf *line, const char *before, const char *behind, const char *close,
                     int nr)
{
    for (int i = 0; i < nr; i++)
        strbuf_printf(line, "%s%s%d%s", i ? "," : "", before, i, behind);
    strbuf_string(line, close);
}

/* The time must not grow with the square of the length: with a search for each
 * member these 60,000 take minutes. */
START_TEST(huge_records_are_read_in_time)
{
    enum { NR = 60000 };
    struct strbuf line = STRBUF_INIT;
    struct timespec before, after;
    strbuf_string(&line, HEAD ",\"config\":{");
    add_list(&line, "\"a_common_beginning_", "\":\"1\"", "},\"metrics\":{", NR);
    add_list(&line, "\"m_", "_s\":1", "},\"bounds\":{", NR);
    add_list(&line, "\"b_", "_s\":{\"gt\":1}", "},\"warnings\":[", NR);
    add_list(&line, "\"w", "\"", "],\"source\":{\"labels\":{", NR);
    add_list(&line, "\"a_common_beginning_", "\":{\"rule\":\"x\"}", "},\"col\":{", NR);
    add_list(&line, "\"m_", "_s\":[1,2]", "}}}", NR);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    struct record *record = read_right(line.text);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    ck_assert_uint_eq(record->config.nr, NR);
    ck_assert_uint_eq(record->metrics_nr, NR);
    ck_assert_uint_eq(record->bounds_nr, NR);
    ck_assert_uint_eq(record->warnings_nr, NR);
    ck_assert_uint_eq(record->source.labels_nr, NR);
    ck_assert_uint_eq(record->source.cols_nr, NR);
    ck_assert_int_lt(after.tv_sec - before.tv_sec, 15);
    strbuf_free(&line);
}
END_TEST

/* Reads NR lines in a go, whose digits are worth as much as they say, and returns how many
 * bytes that took. */
static size_t read_many(size_t nr, double (*digit)(size_t i))
{
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < nr; i++)
        strbuf_printf(&text,
                      HEAD ",\"metrics\":{\"iops\":%zu,\"wall_s\":%zu,\"ios\":7},"
                           "\"precision\":{\"iops\":%.15g}}\n",
                      i + 1000, i, digit(i));
    FILE *in = fmemopen(text.text, text.length, "r");
    struct record_reader *reader = record_reader_new(in, "in.jsonl");
    size_t before = arena_bytes(arena);
    for (size_t i = 0; i < nr; i++) {
        struct record *record;
        double value;
        ck_assert_int_eq(record_reader_next(reader, arena, &record, &diag), 1);
        ck_assert_uint_eq(record->metrics_nr, 3);
        ck_assert(record_metric(record, "iops", &value));
        ck_assert_double_eq(value, (double)i + 1000);
        ck_assert_double_eq(record_precision(record, "iops"), digit(i));
        ck_assert(record_metric(record, "wall_s", &value));
        ck_assert_double_eq(value, (double)i);
        ck_assert_double_eq(record_precision(record, "wall_s"), 0);
    }
    record_reader_free(reader);
    fclose(in);
    strbuf_free(&text);
    return arena_bytes(arena) - before;
}

static double one_digit(size_t i)
{
    return i % 2 ? 200 : 400;
}

static double any_digit(size_t i)
{
    return 200 + (double)i / 128;
}

/* What a metric is called and what its last digit is worth is there once; where each record
 * has other digits, looking for equal ones ends before it costs much. */
START_TEST(forms_are_shared_where_that_saves)
{
    enum { NR = 100000 };
    size_t own = NR * (sizeof(struct record) + 3 * sizeof(struct record_form)),
           values = NR * (3 * sizeof(double) + 8), spare = 2 << 20;
    size_t shared = NR * sizeof(struct record) + values + spare;
    ck_assert_uint_lt(read_many(NR, one_digit), shared);
    ck_assert_uint_lt(read_many(NR, any_digit), own + values + spare);
}
END_TEST

/* What shows where a figure stands is checked all the same. */
START_TEST(lines_are_left_out)
{
    static const struct {
        const char *source;
        int result;
    } rows[] = {
        {"\"text\":\"bw=1\",\"line\":7,\"col\":{\"iops\":[1,2]},"
         "\"labels\":{\"bus\":{\"rule\":\"heading\",\"line\":1,\"text\":\"scsi:\"}}", 1},
        {"\"text\":1", -1},
        {"\"col\":{\"iops\":[1]}", -1},
        {"\"labels\":{\"bus\":{\"line\":1}}", -1},
        {"\"labels\":{\"bus\":{\"rule\":\"x\",\"text\":0}}", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[500];
        struct record *record = NULL;
        int length = snprintf(line, sizeof line, HEAD ",\"source\":{%s}}\n", rows[i].source);
        FILE *in = fmemopen(line, (size_t)length, "r");
        struct record_reader *reader = record_reader_new(in, "in.jsonl");
        record_reader_leave_lines(reader);
        ck_assert_msg(record_reader_next(reader, arena, &record, &diag) == rows[i].result, "%s",
                      line);
        if (record) {
            ck_assert_uint_eq(record->source.line, 7);
            ck_assert_ptr_null(record->source.text);
            ck_assert_uint_eq(record->source.cols_nr + record->source.labels_nr, 0);
        }
        record_reader_free(reader);
        fclose(in);
    }
}
END_TEST

START_TEST(files_are_recognised)
{
    static const struct {
        const char *text;
        bool is_record;
    } rows[] = {
        {HEAD "}", true},
        {" \r\n\t{ \"format\" : \"iodelta/7\"", true},
        {"\xef\xbb\xbf" HEAD "}", true},
        {"{\"kind\":\"result\",\"format\":\"iodelta/1\"}", true},
        {"{\"note\":\"\\\"format\\\"\",\"format\":\"iodelta/1\"}", true},
        {"", false},
        {" ", false},
        {"{", false},
        {"{}", false},
        {"[" HEAD "}]", false},
        {"{\"format\":\"json\",\"text\":\"iodelta/1\"}", false},
        {"{\"format\":1,\"by\":\"iodelta/1\"}", false},
        {"{\"format\" \"iodelta/1\"}", false},
        {"{\"format\"", false},
        {"{\"format\":\"iodelta", false},
        {"fio-3.33 \"format\":\"iodelta/1\"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        /* A copy of exact size, so that a byte read behind it is seen. */
        size_t length = strlen(rows[i].text);
        char *copy = malloc(length + (length == 0));
        memcpy(copy, rows[i].text, length);
        ck_assert_msg(record_looks_like(copy, length) == rows[i].is_record, "%s", rows[i].text);
        free(copy);
    }
    ck_assert(!record_looks_like("\0{\"format\":\"iodelta/1\"", 23));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("record_read");
    TCase *reading = tcase_create("record_read");
    tcase_add_checked_fixture(reading, set_up, tear_down);
    tcase_set_timeout(reading, 60);
    tcase_add_test(reading, unknown_things_are_accepted);
    tcase_add_test(reading, wrong_values_are_named);
    tcase_add_test(reading, no_records);
    tcase_add_test(reading, other_versions_are_fatal);
    tcase_add_test(reading, lines_of_all_sorts);
    tcase_add_test(reading, read_errors_are_fatal);
    tcase_add_test(reading, long_lines_are_skipped);
    tcase_add_test(reading, deep_nesting_is_refused);
    tcase_add_test(reading, huge_records_are_read_in_time);
    tcase_add_test(reading, forms_are_shared_where_that_saves);
    tcase_add_test(reading, lines_are_left_out);
    tcase_add_test(reading, files_are_recognised);
    suite_add_tcase(suite, reading);
    return suite;
}

T_MAIN(make_suite)
