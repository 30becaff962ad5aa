#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "parse/document.h"
#include "parse/findings.h"
#include "parse/parse.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

/* A document that gives its bytes a few at a time. */
struct slow_document {
    struct source_document document; /* first */
    const char *bytes;
    size_t length, at, step;
};

static ssize_t read_slowly(struct source_document *base, char *bytes, size_t room)
{
    struct slow_document *slow = (struct slow_document *)base;
    size_t nr = slow->length - slow->at;
    nr = nr < slow->step ? nr : slow->step;
    nr = nr < room ? nr : room;
    memcpy(bytes, slow->bytes + slow->at, nr);
    slow->at += nr;
    return (ssize_t)nr;
}

/* What came of a document: "offset:length:lines " of each message. */
struct taken {
    struct strbuf said;
    const char *bytes;
    size_t nr, bytes_nr, warned;
};

static int take(void *context, const struct document_message *message)
{
    struct taken *taken = context;
    ck_assert_int_eq(memcmp(message->bytes, taken->bytes + message->offset, message->length), 0);
    strbuf_printf(&taken->said, "%zu:%zu:%lu ", (size_t)message->offset, message->length,
                  message->lines_before);
    taken->nr++;
    taken->bytes_nr += message->length;
    return 0;
}

static void warn(void *context, const struct diag *diag)
{
    struct taken *taken = context;
    taken->warned += diag->level >= DIAG_WARN;
}

/* Reads the text whole (step 0) or in steps. */
static enum document_verdict read_text(const struct strbuf *text, size_t step, size_t most,
                                       size_t piece, struct taken *taken)
{
    struct slow_document slow = {.bytes = text->text, .length = text->length, .step = step};
    struct diag_sink sink = {warn, taken};
    struct document_reading reading = {
        .largest_message = most, .piece = piece, .take = take, .context = taken, .sink = &sink};
    enum document_verdict verdict;
    *taken = (struct taken){.said = STRBUF_INIT, .bytes = text->text};
    slow.document = (struct source_document){.path = "x", .read = read_slowly};
    if (!step) {
        slow.document.bytes = text->text;
        slow.document.length = text->length;
    }
    ck_assert_int_eq(document_read(&slow.document, &reading, &verdict), 0);
    return verdict;
}

static void add_mail(struct strbuf *text, size_t lines)
{
    strbuf_printf(text, "From ann@example.org Tue Oct  1 01:30:23 2013\nSubject: a\nDate: b\n\n");
    for (size_t i = 0; i < lines; i++)
        strbuf_printf(text, "line %zu of a text that is neither long nor short\n", i);
    strbuf_printf(text, "\n");
}

START_TEST(a_stream_gives_the_messages_of_a_file)
{
    struct strbuf text = STRBUF_INIT;
    struct taken whole, slow;
    for (size_t i = 0; i < 900; i++)
        add_mail(&text, i * 7 % 300);
    ck_assert_uint_gt(text.length, 5 << 20); /* more than is read at once */
    read_text(&text, 0, 64 << 20, 0, &whole);
    ck_assert_uint_eq(whole.nr, 900);
    ck_assert_uint_eq(whole.bytes_nr, text.length);
    static const size_t steps[] = {4096, 65537, 10 << 20};
    for (size_t i = 0; i < 3; i++) {
        read_text(&text, steps[i], 64 << 20, 0, &slow);
        ck_assert_str_eq(slow.said.text, whole.said.text);
        strbuf_free(&slow.said);
    }
    strbuf_free(&whole.said);
    strbuf_free(&text);
}
END_TEST

START_TEST(a_message_that_is_too_large_is_passed_over)
{
    struct strbuf text = STRBUF_INIT;
    struct taken taken;
    add_mail(&text, 3);
    size_t small = text.length;
    add_mail(&text, 200000); /* 10 MB */
    add_mail(&text, 3);
    for (size_t step = 0; step < 3 * 65536; step += 65536) {
        read_text(&text, step, 5 << 20, 0, &taken);
        ck_assert_uint_eq(taken.nr, 2);
        ck_assert_uint_eq(taken.bytes_nr, 2 * small);
        ck_assert_uint_eq(taken.warned, 1);
        strbuf_free(&taken.said);
    }
    strbuf_free(&text);
}
END_TEST

START_TEST(long_logs_come_in_pieces)
{
    struct strbuf text = STRBUF_INIT;
    struct taken whole, slow;
    for (size_t i = 0; i < 40000; i++)
        strbuf_printf(&text, i % 500 ? "a line of it\n" : i % 1000 ? "\n" : "fio-3.33\n");
    read_text(&text, 0, 64 << 20, 100000, &whole);
    ck_assert_uint_gt(whole.nr, 4);
    ck_assert_uint_eq(whole.bytes_nr, text.length);
    /* each piece begins with a run, and knows how many lines stand before it */
    size_t at = 0;
    for (const char *one = whole.said.text; *one; one = strchr(one, ' ') + 1) {
        size_t offset, length;
        unsigned long lines, counted = 0;
        ck_assert_int_eq(sscanf(one, "%zu:%zu:%lu", &offset, &length, &lines), 3);
        ck_assert_uint_eq(offset, at);
        ck_assert_uint_le(length, 100000);
        ck_assert_int_eq(strncmp(text.text + offset, "fio-3.33\n", 9), 0);
        for (size_t i = 0; i < offset; i++)
            counted += text.text[i] == '\n';
        ck_assert_uint_eq(counted, lines);
        at = offset + length;
    }
    read_text(&text, 10000, 64 << 20, 100000, &slow);
    ck_assert_str_eq(slow.said.text, whole.said.text);
    strbuf_free(&whole.said);
    strbuf_free(&slow.said);
    strbuf_free(&text);
}
END_TEST

/* A document of fio's JSON with jobs named 0, 1, 2 and so on, on lines or in one. */
static void add_json(struct strbuf *text, size_t jobs, const char *end)
{
    strbuf_printf(text, "{%s  \"fio version\" : \"fio-3.33\",%s  \"jobs\" : [%s", end, end, end);
    for (size_t i = 0; i < jobs; i++)
        strbuf_printf(text,
                      "%s    {%s      \"groupid\" : 0,%s      \"job options\" : {\"a\" : \"b\"},%s"
                      "      \"jobname\" : \"%zu\"%s    }",
                      i ? "," : "", end, end, end, i, end);
    strbuf_printf(text, "%s  ],%s  \"disk_util\" : []%s}\n", end, end, end);
}

struct jobs {
    const char *bytes;
    size_t nr, pieces;
};

/* Each piece is a document that has its version, and the jobs that are next. */
static int take_jobs(void *context, const struct document_message *message)
{
    struct jobs *jobs = context;
    struct strbuf text = STRBUF_INIT;
    json_error_t error;
    strbuf_add(&text, message->bytes, message->length);
    while (text.length && strchr(", \n", text.text[text.length - 1]))
        strbuf_cut(&text, text.length - 1);
    json_t *document = json_loads(text.text, 0, NULL);
    if (!document) {
        strbuf_string(&text, "]}");
        document = json_loads(text.text, 0, &error);
    }
    ck_assert_msg(document, "%s in %s", error.text, text.text);
    ck_assert_str_eq(json_string_value(json_object_get(document, "fio version")), "fio-3.33");
    json_t *list = json_object_get(document, "jobs");
    ck_assert_uint_gt(json_array_size(list), 1);
    for (size_t i = 0; i < json_array_size(list); i++, jobs->nr++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "jobname"));
        ck_assert_uint_eq(strtoul(name, NULL, 10), jobs->nr);
    }
    /* what stands behind the head is where offset says */
    size_t head = (size_t)(strchr(message->bytes, '[') - message->bytes) + 2;
    ck_assert_int_eq(message->is_continued, jobs->pieces > 0);
    ck_assert_int_eq(memcmp(message->bytes + head, jobs->bytes + message->offset + head,
                            message->length - head), 0);
    unsigned long lines = 0;
    for (size_t i = 0; i < (size_t)(message->offset + head); i++)
        lines += jobs->bytes[i] == '\n';
    for (size_t i = 0; i < head; i++)
        lines -= message->bytes[i] == '\n';
    ck_assert_uint_eq(lines, message->lines_before);
    ck_assert_uint_eq(message->piece, ++jobs->pieces);
    json_decref(document);
    strbuf_free(&text);
    return 0;
}

START_TEST(json_is_cut_between_its_jobs)
{
    static const char *const ends[] = {"\n", " "};
    for (size_t e = 0; e < 2; e++) {
        struct strbuf text = STRBUF_INIT;
        add_json(&text, 2000, ends[e]);
        for (size_t piece = 5000; piece < 5100; piece += 9) {
            struct jobs jobs = {.bytes = text.text};
            struct source_document document = {
                .path = "x", .bytes = text.text, .length = text.length};
            struct document_reading reading = {.largest_message = 64 << 20,
                                               .piece = piece,
                                               .take = take_jobs,
                                               .context = &jobs};
            enum document_verdict verdict;
            ck_assert_int_eq(document_read(&document, &reading, &verdict), 0);
            ck_assert_uint_eq(jobs.nr, 2000);
            ck_assert_uint_gt(jobs.pieces, 20);
        }
        strbuf_free(&text);
    }
}
END_TEST

struct lengths {
    size_t longest, pieces;
};

static int take_length(void *context, const struct document_message *message)
{
    struct lengths *lengths = context;
    if (message->length > lengths->longest)
        lengths->longest = message->length;
    lengths->pieces++;
    return 0;
}

/* Memory goes with the length of a piece, and jobs of one document need no lines above: of
 * JSON a long document is read in shorter pieces than another log.  Documents that may be
 * states of one run stay together. */
START_TEST(pieces_of_json_are_short)
{
    enum { JOBS = 200, SHORT = (1 << 20) + 4096 };
    for (size_t documents = 1; documents < 3; documents++) {
        struct strbuf text = STRBUF_INIT;
        struct lengths lengths = {0};
        while (text.length <= DOCUMENT_PIECE)
            add_json(&text, documents == 1 ? JOBS * 1000 : JOBS, "\n");
        struct source_document document = {.path = "x", .bytes = text.text, .length = text.length};
        struct document_reading reading = {
            .largest_message = 64 << 20, .take = take_length, .context = &lengths};
        enum document_verdict verdict;
        ck_assert_int_eq(document_read(&document, &reading, &verdict), 0);
        ck_assert_uint_gt(lengths.pieces, 1);
        ck_assert_int_eq(lengths.longest < SHORT, documents == 1);
        strbuf_free(&text);
    }
}
END_TEST

static int note_run(void *context, const struct record *record)
{
    strbuf_printf(context, "%s%s ", record->invocation, record->quoted ? "q" : "");
    return 0;
}

static int take_findings(void *context, struct findings *findings)
{
    int result = parse_take(context, findings);
    findings_free(findings);
    return result;
}

/* Equal figures in one log are two results, each of a run of its own. */
START_TEST(runs_are_counted_through_all_pieces)
{
    static const char dd[] = "1048576000 bytes (1.0 GB) copied, 10.0123 s, 105 MB/s\n\n"
                             "1048576000 bytes (1.0 GB) copied, 11.0456 s, 94.9 MB/s\n";
    struct strbuf runs = STRBUF_INIT;
    struct parse_sink records = {note_run, &runs};
    struct diag_sink diags = {0};
    struct parse *parse = parse_new(&records, &diags);
    struct document_message message = {.bytes = dd, .length = sizeof dd - 1, .may_hold = true};
    size_t nr = 0;
    for (message.piece = 1; message.piece <= 3; message.piece++) {
        message.is_continued = message.piece == 3;
        ck_assert_int_eq(findings_read("x", &message, NULL, NULL, take_findings, parse, &nr), 0);
    }
    ck_assert_str_eq(runs.text, "1 2 3 4 4 5 ");
    ck_assert_uint_eq(nr, 1);
    ck_assert_uint_eq(parse_counted(parse)->messages_with_results, 1);
    parse_free(parse);
    strbuf_free(&runs);
}
END_TEST

START_TEST(a_log_of_one_line_ends)
{
    struct strbuf text = STRBUF_INIT;
    struct taken taken;
    for (size_t i = 0; i < 100000; i++)
        strbuf_printf(&text, "1234567890");
    read_text(&text, 3000, 64 << 20, 65536, &taken);
    ck_assert_uint_eq(taken.bytes_nr, text.length);
    strbuf_free(&taken.said);
    strbuf_free(&text);
}
END_TEST

START_TEST(what_is_no_text_is_told)
{
    static const struct {
        const char *bytes;
        size_t length;
        enum document_verdict verdict;
    } rows[] = {
        {"", 0, DOCUMENT_EMPTY},
        {"\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0", 24, DOCUMENT_BINARY},
        {"{\"format\":\"iodelta/1\",\"kind\":\"result\"}\n", 39, DOCUMENT_RECORDS},
        {"a text\n", 7, DOCUMENT_READ},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct strbuf text = STRBUF_INIT;
        struct taken taken;
        strbuf_add(&text, rows[i].bytes, rows[i].length);
        ck_assert_int_eq(read_text(&text, 0, 64 << 20, 0, &taken), rows[i].verdict);
        strbuf_free(&taken.said);
        ck_assert_int_eq(read_text(&text, 5, 64 << 20, 0, &taken), rows[i].verdict);
        ck_assert_uint_eq(taken.nr, rows[i].verdict == DOCUMENT_READ);
        strbuf_free(&taken.said);
        strbuf_free(&text);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("document");
    TCase *tests = tcase_create("document");
    tcase_add_test(tests, a_stream_gives_the_messages_of_a_file);
    tcase_add_test(tests, a_message_that_is_too_large_is_passed_over);
    tcase_add_test(tests, long_logs_come_in_pieces);
    tcase_add_test(tests, json_is_cut_between_its_jobs);
    tcase_add_test(tests, pieces_of_json_are_short);
    tcase_add_test(tests, runs_are_counted_through_all_pieces);
    tcase_add_test(tests, a_log_of_one_line_ends);
    tcase_add_test(tests, what_is_no_text_is_told);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
