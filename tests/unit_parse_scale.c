#include <string.h>
#include <time.h>

#include "parse/parse.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

#define FIO_HEAD "job: (groupid=0, jobs=1): err= 0: pid=1\n"
#define FIO_READ "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define FIO_SUM "  WRITE: io=10240KB, aggrb=1024KB/s, minb=1KB/s, maxb=1KB/s, mint=1msec, maxt=10000msec\n"
#define DD "1073741824 bytes (1.1 GB) copied, 10.2345 s, 105 MB/s\n"

enum { LONG_LINES = 400 };

/* A text that is large in one way: lines that come again and again, with a number
 * where '@' stands. */
struct shape {
    const char *before, *first;
    size_t first_nr;
    const char *second;
    size_t second_nr;
    const char *behind;
    size_t results;
};

static const struct shape shapes[] = {
    {FIO_HEAD, FIO_READ, 15000, "", 0, "", 15000},
    {FIO_HEAD, FIO_READ, 8000, "  cpu          : usr=1.00%, sys=2.00%, ctx=1, majf=0, minf=1\n", 15000,
     "", 8000},
    {"", "j@: (groupid=@, jobs=1): err= 0: pid=@\n" FIO_READ, 8000,
     "Run status group @ (all jobs):\n" FIO_SUM, 15000, "", 23000},
    {FIO_HEAD FIO_READ "    clat percentiles (usec):\n", "     | 1.@th=[ 5], 2.@th=[ 5],\n", 100000, "", 0,
     "", 1},
    {"", "$ fio --name=x@\n", 60000, DD, 20000, "", 20000},
    {"", "for i in 1 2; do\ndd if=/dev/zero of=x@ count=1\ndone\n\nprose here.\n", 40000, DD, 8000, "",
     8000},
    {"", "for i in a b; do\n", 60000, "", 0, DD, 1},
    {"[global]\n", "opt@=1\n", 60000, "", 0, "[job]\nrw=read\n\n" FIO_HEAD FIO_READ, 1},
    {"", "[job@]\n", 30000, "", 0, "\n" FIO_HEAD FIO_READ, 1},
    {"Same title:\n", "\n", 800000, "Below title:\n" DD "\nSame title:\n", 10000, DD, 10001},
};

static void add_lines(struct strbuf *text, const char *line, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        for (const char *at = line; *at; at += strcspn(at, "@") ? strcspn(at, "@") : 1) {
            if (*at == '@')
                strbuf_printf(text, "%zu", i);
            else
                strbuf_add(text, at, strcspn(at, "@"));
        }
}

static int count(void *context, const struct record *record)
{
    (void)record;
    ++*(size_t *)context;
    return 0;
}

static void read_in_time(const struct strbuf *text, size_t results, double seconds)
{
    size_t met = 0;
    struct parse_sink sink = {count, &met};
    clock_t start = clock();
    struct parse *parse = parse_new(&sink, NULL);
    ck_assert_int_eq(parse_file(parse, "large.txt", text->text, text->length), 0);
    parse_free(parse);
    ck_assert_uint_eq(met, results);
    ck_assert_msg((double)(clock() - start) < seconds * CLOCKS_PER_SEC, "took %g s",
                  (double)(clock() - start) / CLOCKS_PER_SEC);
}

/* Whatever a text has many of, the time must not grow with their square: for the
 * least of these it would be half a minute. */
START_TEST(large_texts_are_read_in_time)
{
    const struct shape *shape = &shapes[_i];
    struct strbuf text = STRBUF_INIT;
    strbuf_string(&text, shape->before);
    add_lines(&text, shape->first, shape->first_nr);
    add_lines(&text, shape->second, shape->second_nr);
    strbuf_string(&text, shape->behind);
    read_in_time(&text, shape->results, 6);
    strbuf_free(&text);
}
END_TEST

/* Lines that a pattern could try in as many ways as the square of their length. */
START_TEST(long_lines_are_read_in_time)
{
    static const struct {
        const char *before, *fill, *behind;
    } rows[] = {{"", " ", "x"},          {"read : io=", " ", "x"}, {"# ", "$(`", "x"},
                {"", "-", "Sequential Output"}, {"|", " ", "1.1th=["}, {"h 4G", " 1", "x"}};
    struct strbuf text = STRBUF_INIT;
    strbuf_string(&text, FIO_HEAD FIO_READ "1+0 records in\n");
    for (size_t i = 0; i < 6 * LONG_LINES; i++) {
        size_t start = text.length, row = i / LONG_LINES;
        strbuf_string(&text, rows[row].before);
        while (text.length - start < 3900)
            strbuf_string(&text, rows[row].fill);
        strbuf_printf(&text, "%s\n", rows[row].behind);
    }
    read_in_time(&text, 1, 4);
    strbuf_free(&text);
}
END_TEST

/* An echo of many variables fits a line in countless ways. */
START_TEST(echoed_lines_are_tried_in_time)
{
    struct strbuf text = STRBUF_INIT;
    strbuf_string(&text, "#!/bin/sh\n");
    add_lines(&text, "echo $a $b $c $d $e $f $g $h $i $j $k $l abc@\n", 10);
    strbuf_string(&text, "\nThat was it.\n");
    for (int i = 0; i < 1500; i++) {
        add_lines(&text, "a ", 100);
        add_lines(&text, "abc@ ", 10);
        strbuf_string(&text, "a\n");
    }
    strbuf_string(&text, DD);
    read_in_time(&text, 1, 6);
    strbuf_free(&text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("parse_scale");
    TCase *tests = tcase_create("parse_scale");
    tcase_add_loop_test(tests, large_texts_are_read_in_time, 0,
                        (int)(sizeof shapes / sizeof shapes[0]));
    tcase_add_test(tests, long_lines_are_read_in_time);
    tcase_add_test(tests, echoed_lines_are_tried_in_time);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
