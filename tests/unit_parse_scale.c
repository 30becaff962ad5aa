#include <string.h>
#include <time.h>

#include "parse/parse.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

#define FIO_HEAD "job: (groupid=0, jobs=1): err= 0: pid=1\n"
#define FIO_READ "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define FIO_SUM "  WRITE: io=10240KB, aggrb=1024KB/s, minb=1KB/s, maxb=1KB/s, mint=1msec, maxt=10000msec\n"
#define DD "1073741824 bytes (1.1 GB) copied, 10.2345 s, 105 MB/s\n"
#define BONNIE "host@,4G,500,99,10@,20,5@,10,200,95,@,15,300.5,5,,,,,,,,,,,,,\n" /* 6 rates */

enum { LONG_LINES = 400, LONG_KINDS = 6 };

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
    {"", "$ dd if=/dev/zero of=/mnt/x@ bs=1M count=1024 &\n", 8000, "\n" DD, 8000, "", 8000},
    {"", "$ time dd if=/dev/zero of=x bs=1M count=1024\n1024+0 records in\n1024+0 records out\n\n"
     "real 0m9.@s\nuser 0m0.1s\nsys 0m0.2s\n", 5000, "", 0, "", 5000},
    {"", "IOPS=7@, BW=4MiB/s, IOS/call=32/31\n", 20000, "", 0, "", 20000},
    {"", BONNIE, 2000, "", 0, "", 12000},
    {DD "\n", "host@: something @\n", 50000, "", 0, "", 1},
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

/* Returns the seconds of CPU that the text took. */
static double read_all(const struct strbuf *text, size_t *met)
{
    struct parse_sink sink = {count, met};
    clock_t start = clock();
    *met = 0;
    struct parse *parse = parse_new(&sink, NULL);
    ck_assert_int_eq(parse_file(parse, "large.txt", text->text, text->length), 0);
    parse_free(parse);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Reads a text and one that has a tenth of what it has many of: its time may not grow
 * with the square.  Only the two are compared, so neither a slow nor a busy machine
 * matters; a tenth that is over at once is taken for some time, as clocks are coarse. */
static void check_growth(void (*make)(struct strbuf *text, size_t which, size_t part),
                         size_t which, size_t results)
{
    static const double least = 0.05, most_growth = 30;
    struct strbuf whole = STRBUF_INIT, tenth = STRBUF_INIT;
    size_t met, met_in_tenth;
    make(&tenth, which, 10);
    make(&whole, which, 1);
    double tenth_s = read_all(&tenth, &met_in_tenth), whole_s = read_all(&whole, &met);
    ck_assert_uint_eq(met, results);
    ck_assert_msg(whole_s < most_growth * (tenth_s > least ? tenth_s : least),
                  "%g s, and a tenth of it %g s", whole_s, tenth_s);
    strbuf_free(&whole);
    strbuf_free(&tenth);
}

static void make_shape(struct strbuf *text, size_t which, size_t part)
{
    const struct shape *shape = &shapes[which];
    strbuf_string(text, shape->before);
    add_lines(text, shape->first, shape->first_nr / part);
    add_lines(text, shape->second, shape->second_nr / part);
    strbuf_string(text, shape->behind);
}

/* Whatever a text has many of. */
START_TEST(large_texts)
{
    check_growth(make_shape, (size_t)_i, shapes[_i].results);
}
END_TEST

static void make_long_lines(struct strbuf *text, size_t which, size_t part)
{
    static const struct {
        const char *before, *fill, *behind;
    } rows[LONG_KINDS] = {{"", " ", "x"},          {"read : io=", " ", "x"}, {"# ", "$(`", "x"},
                          {"", "-", "Sequential Output"}, {"|", " ", "1.1th=["}, {"h 4G", " 1", "x"}};
    strbuf_string(text, FIO_HEAD FIO_READ "1+0 records in\n");
    for (size_t i = 0; i < LONG_LINES; i++) {
        size_t start = text->length;
        strbuf_string(text, rows[which].before);
        while (text->length - start < 3900 / part)
            strbuf_string(text, rows[which].fill);
        strbuf_printf(text, "%s\n", rows[which].behind);
    }
}

/* Lines that a pattern could try in as many ways as the square of their length. */
START_TEST(long_lines)
{
    check_growth(make_long_lines, (size_t)_i, 1);
}
END_TEST

static void make_echoed_lines(struct strbuf *text, size_t which, size_t part)
{
    (void)which;
    strbuf_string(text, "#!/bin/sh\n");
    add_lines(text, "echo $a $b $c $d $e $f $g $h $i $j $k $l abc@\n", 10);
    strbuf_string(text, "\nThat was it.\n");
    for (int i = 0; i < 1500; i++) {
        add_lines(text, "a ", 100 / part);
        add_lines(text, "abc@ ", 10);
        strbuf_string(text, "a\n");
    }
    strbuf_string(text, DD);
}

/* An echo of many variables fits a line in countless ways. */
START_TEST(echoed_lines)
{
    check_growth(make_echoed_lines, 0, 1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("parse_scale");
    TCase *tests = tcase_create("parse_scale");
    tcase_add_loop_test(tests, large_texts, 0, (int)(sizeof shapes / sizeof shapes[0]));
    tcase_add_loop_test(tests, long_lines, 0, LONG_KINDS);
    tcase_add_test(tests, echoed_lines);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
