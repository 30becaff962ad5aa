#include <string.h>

#include "parse/text.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

/* Says what became of a text: for each stream its depth, then each line behind '|'. */
static char *streams_of(const char *plain)
{
    struct t_parse parse;
    struct strbuf buf = STRBUF_INIT;
    t_parse_text(&parse, plain);
    for (size_t s = 0; s < parse.text->nr; s++) {
        const struct text_stream *stream = &parse.text->streams[s];
        strbuf_printf(&buf, "%s%u", s ? " " : "", stream->quote);
        for (size_t i = 0; i < stream->nr; i++)
            strbuf_printf(&buf, "|%s", stream->lines[i].at);
    }
    t_parse_free(&parse);
    return strbuf_take(&buf);
}

struct row {
    const char *text, *wanted;
};

static void check_rows(const struct row *rows, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        char *got = streams_of(rows[i].text);
        ck_assert_str_eq(got, rows[i].wanted);
        free(got);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

START_TEST(characters_are_cleaned)
{
    static const struct row rows[] = {
        {"a\xc2\xa0" "b\xe2\x80\xaf" "c\xe2\x80\x87" "d\xe3\x80\x80" "e", "0|a b c d e"},
        {"a\xe2\x80\x8b" "b\xef\xbb\xbf" "c\xc2\xad" "d", "0|abcd"},
        {"a\xc3\x82\xc2\xa0" "b\xc3\x83\xc2\x82\xc3\x82\xc2\xa0" "c", "0|a b c"},
        {"\xc3\x82\xc3\xa9", "0|\xc3\x82\xc3\xa9"},
        {"\x1b[0;32mgreen\x1b[m\x1b[K", "0|green"},
        {"a\x1b[3Cb\x1b]0;title\ac\x1b(Bd\x1b", "0|a   bcd"},
        {"a\x1b[999999999999C\x1b[", "0|a"},
        {"one\r\r\ntwo\r\nthree", "0|one|two|three"},
        {"one\rtwo\rthree\r", "0|one|two|three"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(markup_is_taken_out)
{
    static const struct row rows[] = {
        {"&gt; a &lt;b&gt; &amp;amp; &#x3D;&#61;&nbsp;c", "1|a <b> & == c"},
        {"&lt;details&gt;&lt;summary&gt;a&lt;/summary&gt;", "0|a"},
        {"a &b; &#0; &#x3D &#xfffff; &gt", "0|a &b; &#0; &#x3D &#xfffff; &gt"},
        {"<pre>one<br>two<BR />\n</pre>", "0|one|two|"},
        {"one<br><br>two<br/>", "0|one||two"},
        {"> one<br>><br>> two", "1|one||two"},
        {"> <p>one</p>\n<p>&gt; two</p>", "1|one|two"},
        {"<p class=\"x\">one</p><p>two</p>\n<code>three</code>", "0|one|two|three"},
        {"<h3>NFS</h3>\none", "0|NFS|one"},
        {"<host1> a <mail@example.org> <b>c</b>", "0|<host1> a <mail@example.org> c"},
        {"<tr><td>1</td><b>2</b></tr>", "0|<tr><td>1</td><b>2</b></tr>"},
        {"[code]one\n[b]two[/b][/code]\n[size=5]", "0|one|two|"},
        {"[b]\nsize=1m\n[code]", "0|[b]|size=1m|[code]"},
        {"[read]\nrw=read\n[/b]", "0|[read]|rw=read|"},
    };
    CHECK_ROWS(rows);
}
END_TEST

#define FULL "0123456789012345678901234567890123456789012345678901234567890123456789 bw"

START_TEST(quoted_printable_is_decoded_where_it_was_left)
{
    static const struct row rows[] = {
        {"bs=3D4k count=3D1 x=20", "0|bs=4k count=1 x"},
        {"a=3Db=C2=A0c=3Dd=E2=82=AC", "0|a=b c=d\xe2\x82\xac"},
        {FULL "=\n=3D1 io=3D2", "0|" FULL "=1 io=2"},
        {"> " FULL "=\n> =3D1 io=3D2", "1|" FULL "=1 io=2"},
        {"> " FULL "=\n=3D1 io=3D2", "1|" FULL "=1 io=2"},
        {"a=20\n=20\nb=20\n", "0|a||b"},
        {">=20\n> a=20\n> b=20\n", "1||a|b"},
        {"1 MB/s\n>=20 of them\n", "0|1 MB/s|>=20 of them"},
        /* of tabs, and of characters alone */
        {"x\n=091+0 records in\n=091+0 records out\n", "0|x|\t1+0 records in|\t1+0 records out"},
        {"5=C2=A0MB/s\n6=C2=A0MB/s\n", "0|5 MB/s|6 MB/s"},
        /* encoded twice */
        {"bs=3D3D4k count=3D3D1\n", "0|bs=4k count=1"},
        /* wrapped after it was encoded */
        {"bs=3D1 count=3D2\n" FULL "\nx=\ny MB/s\n", "0|bs=1 count=2|" FULL "|xy MB/s"},
        {"> bs=3D1 count=3D2\n> " FULL "\nx=\n> y MB/s\n", "1|bs=1 count=2|" FULL " 0|xy MB/s"},
        /* one is enough where no other sign of equality stands */
        {"data=3Dordered, and that is all\n", "0|data=ordered, and that is all"},
        /* what only looks like it */
        {"month=09 and day=09\nx=\ny=09\n", "0|month=09 and day=09|x=|y=09"},
        {"--iodepth=20\nbw=3891 of=3D\n", "0|--iodepth=20|bw=3891 of=3D"},
        {"bs=3D4k and count=3D1 x=FF=80", "0|bs=4k and count=1 x=FF=80"},
    };
    CHECK_ROWS(rows);
}
END_TEST

#define RUN(p) p "job: (groupid=0, jobs=1): err= 0: pid=1\n" p "  read : io=4MB, bw=1KB/s\n" \
               p "  cpu          : usr=1.00%, sys=2.00%\n"
#define RUN_LINES "|job: (groupid=0, jobs=1): err= 0: pid=1|  read : io=4MB, bw=1KB/s" \
                  "|  cpu          : usr=1.00%, sys=2.00%"

START_TEST(prefixes_of_logs_and_readers_are_peeled)
{
    static const struct row rows[] = {
        {RUN("host1: "), "0" RUN_LINES},
        {RUN("DEBUG| [stdout] "), "0" RUN_LINES},
        {RUN("<host1> "), "0" RUN_LINES},
        {RUN("<host1> > "), "1" RUN_LINES},
        {RUN("- "), "0" RUN_LINES},
        {RUN("+"), "0" RUN_LINES},
        {RUN("ZC> "), "1" RUN_LINES},
        {RUN("    > "), "1" RUN_LINES},
        /* signs before all lines, blank ones too; of a list they are its own */
        {"+a\n+\n+  read : io=1KB/s\n", "0|a||  read : io=1KB/s"},
        {"- a\n- b\n- read : io=1KB/s\n", "0|- a|- b|- read : io=1KB/s"},
        {"# before\n#\n" RUN("# "), "0|before|" RUN_LINES},
        {"[    9.999999] job: (groupid=0\n[   10.000000]   read : io=1B/s\n[  101.5]   read : io=2B/s\n",
         "0|job: (groupid=0|  read : io=1B/s|  read : io=2B/s"},
        {"Dec 31 23:59:59 h p[12]: read : io=1B/s\nJan  1 00:00:00 h p[12]: read : io=2B/s\n",
         "0|read : io=1B/s|read : io=2B/s"},
        {"12:00:01 INFO 1+0 records in\n12:00:01 WARN 1+0 records out\n",
         "0|1+0 records in|1+0 records out"},
        {" 9  job: (groupid=0\n10    read : io=1B/s\n11    cpu : usr=1\n",
         "0|job: (groupid=0|  read : io=1B/s|  cpu : usr=1"},
        {"| job: (groupid=0 |\n|   read : io=1B/s |\n|   cpu : usr=1 |\n",
         "0|job: (groupid=0|  read : io=1B/s|  cpu : usr=1"},
        {"`job: (groupid=0`\n`  read : io=1B/s`\n`  cpu : usr=1`\n",
         "0|job: (groupid=0|  read : io=1B/s|  cpu : usr=1"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(what_stands_before_all_lines_is_peeled)
{
    static const struct row rows[] = {
        {"h1: write\nh1:\nh1: 22.696 s, 11.8 MB/s\nh1: that is it\n",
         "0|write||22.696 s, 11.8 MB/s|that is it"},
        {"  \"write\",\n  \"\",\n  \"11.8 MB/s\",\n  \"end\",\n", "0|write||11.8 MB/s|end"},
        /* "123 … (" is no start of a total */
        {"2024-01-01 00:00:00,123 INFO     a\n2024-01-01 00:00:00,123 INFO\n"
         "2024-01-01 00:00:01,123 INFO     b (c):  50.21 MB/s\n2024-01-01 00:00:01,124 INFO     d\n",
         "0|a||b (c):  50.21 MB/s|d"},
        {"1: write\n2: 11.8 MB/s\n3: read\n4: 9 MB/s\n", "0|write|11.8 MB/s|read|9 MB/s"},
        /* nothing tells that it is not part of them; numbers of another kind; too few */
        {"dom0: 11 MB/s\ndom0: 12 MB/s\ndom0: 13 MB/s\ndom0: 14 MB/s\n",
         "0|dom0: 11 MB/s|dom0: 12 MB/s|dom0: 13 MB/s|dom0: 14 MB/s"},
        {"8: 1 MB/s\n16: 2 MB/s\n32: 3 MB/s\n64: 4 MB/s\n",
         "0|8: 1 MB/s|16: 2 MB/s|32: 3 MB/s|64: 4 MB/s"},
        {"h1: 1 MB/s\nh1:\nh1: end\n", "0|h1: 1 MB/s|h1:|h1: end"},
    };
    CHECK_ROWS(rows);
}
END_TEST

#define LINE_1(p) p "  read : io=4MB, bw=1KB/s\n"
#define LINE_2(p) p "  cpu          : usr=1.00%, sys=2.00%\n"
#define LINES "|read : io=4MB, bw=1KB/s|cpu          : usr=1.00%, sys=2.00%"

START_TEST(hosts_are_parted)
{
    static const struct row rows[] = {
        {RUN("host1: ") RUN("host2: "), "0|host1:" RUN_LINES "|host2:" RUN_LINES},
        {LINE_1("a-1: ") LINE_1("a-2: ") LINE_2("a-2: ") LINE_2("a-1: "),
         "0|a-1:" LINES "|a-2:" LINES},
        {LINE_1("[pod/x1/fio] ") LINE_1("[pod/x2/fio] ") LINE_2("[pod/x1/fio] ")
             LINE_2("[pod/x2/fio] "),
         "0|x1:" LINES "|x2:" LINES},
        {LINE_1("Jan  1 00:00:01 web fio[12]: ") LINE_1("Jan  1 00:00:02 db fio[3]: ")
             LINE_2("Jan  1 00:00:03 web fio[12]: ") LINE_2("Jan 10 00:00:04 db fio[3]: "),
         "0|web:" LINES "|db:" LINES},
        /* text between them parts blocks; a host that goes on is not named again */
        {RUN("h1: ") "and\n" RUN("h1: ") RUN("h2: "),
         "0|h1:" RUN_LINES "|and" RUN_LINES "|h2:" RUN_LINES},
        /* what differs in more than a name; before one kind of line alone; who quotes */
        {LINE_1("a: ") LINE_1("[b] ") LINE_2("a: ") LINE_2("[b] "),
         "0" "|read : io=4MB, bw=1KB/s|read : io=4MB, bw=1KB/s"
         "|cpu          : usr=1.00%, sys=2.00%|cpu          : usr=1.00%, sys=2.00%"},
        {LINE_1("a: ") LINE_1("b: "), "0|a:   read : io=4MB, bw=1KB/s|b:   read : io=4MB, bw=1KB/s"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(prompts_are_no_quotation)
{
    static const struct row rows[] = {
        {"> dd if=/dev/zero of=x bs=1M\n1+0 records in\n1 MB/s\n",
         "0|dd if=/dev/zero of=x bs=1M|1+0 records in|1 MB/s"},
        {"> dd if=/dev/zero of=x bs=1M\n> 1+0 records in\n1+0 records out\n",
         "1|dd if=/dev/zero of=x bs=1M|1+0 records in 0|1+0 records out"},
        {"> dd if=/dev/zero of=x bs=1M\nThat gives 1 MB/s\n",
         "1|dd if=/dev/zero of=x bs=1M 0|That gives 1 MB/s"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(what_names_a_result_is_no_prefix)
{
    static const struct row rows[] = {
        /* files that grep names */
        {"a.log: read : io=1B/s\nb.log: read : io=2B/s\n", "0|a.log: read : io=1B/s|b.log: read : io=2B/s"},
        {"a.log: read : io=1B/s\na.log: read : io=2B/s\n", "0|a.log: read : io=1B/s|a.log: read : io=2B/s"},
        /* one line alone */
        {"host: read : io=1B/s\nhost: hello\nbye\n", "0|host: read : io=1B/s|host: hello|bye"},
        /* sentences */
        {"- first point\n- second, about IOPS\n", "0|- first point|- second, about IOPS"},
        {"Jan 1 12:00:00 host started\nJan 1 12:00:01 bytes\n",
         "0|Jan 1 12:00:00 host started|Jan 1 12:00:01 bytes"},
        /* a patch says what was before */
        {"-read : io=1B/s\n-cpu : usr=1\n+read : io=2B/s\n+cpu : usr=2\n",
         "0|-read : io=1B/s|-cpu : usr=1|+read : io=2B/s|+cpu : usr=2"},
        /* numbers that do not count lines */
        {"7 read : io=1B/s\n7 cpu : usr=1\n7 read : io=2B/s\n",
         "0|7 read : io=1B/s|7 cpu : usr=1|7 read : io=2B/s"},
        /* fio's own bar */
        {"usec\n     |  1.00th=[    1],\n     | 20.00th=[    2]\n",
         "0|usec|     |  1.00th=[    1],|     | 20.00th=[    2]"},
    };
    CHECK_ROWS(rows);
}
END_TEST

#define LONG "In the first guest it needed 1.6 seconds on hdb6, and"
#define LONG_WORD "3;fio-2.0;a;0;0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20"
#define CELLS(nr) "<td>" nr "</td><td>" nr "</td>"

START_TEST(rows_of_tables_are_joined_where_they_were_broken)
{
    static const struct row rows[] = {
        {"<tr>" CELLS("1") "<td\nclass=\"x\">a\nb</td>" CELLS("K/sec") CELLS("2") "\n</tr>\n",
         "0|<tr>" CELLS("1") "<td class=\"x\">a b</td>" CELLS("K/sec") CELLS("2") "|</tr>"},
        /* at the width of a terminal, where the end of a tag looks like a quotation */
        {"<tr>" CELLS("12") CELLS("34") CELLS("56") "<td>B/</td\n></tr>\n",
         "0|<tr>" CELLS("12") CELLS("34") CELLS("56") "<td>B/</td></tr>"},
        {"<tr>" CELLS("1") CELLS("34") CELLS("56") "<td>B/</td\n></tr>\n",
         "0|<tr>" CELLS("1") CELLS("34") CELLS("56") "<td>B/</td 1|</tr>"},
        /* text that is laid out in a table */
        {"<tr><td>one K/sec\ntwo\nthree</td></tr>\n", "0|<tr><td>one K/sec|two|three</td></tr>"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(lines_are_joined_where_they_were_broken)
{
    static const struct row rows[] = {
        {"  read : io=1MB, bw=2KB/s, iops=3 ,\nrunt=4msec\nnext", 
         "0|  read : io=1MB, bw=2KB/s, iops=3 , runt=4msec|next"},
        {">   read : io=1MB, bw=2KB/s,\n> iops=3 , runt=4msec\n",
         "1|  read : io=1MB, bw=2KB/s, iops=3 , runt=4msec"},
        {">   read : io=1MB, bw=2KB/s,\niops=3 , runt=4msec\n",
         "1|  read : io=1MB, bw=2KB/s, iops=3 , runt=4msec"},
        {"1048576 bytes (1.0 MB, 1.0 MiB) copied,\n0.5 s, 2.1\nMB/s\n",
         "0|1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.5 s, 2.1 MB/s"},
        {"/sec\nhost 4G 1 2 3 4 5 6 7 8 9 10\n11 12\n", "0|/sec|host 4G 1 2 3 4 5 6 7 8 9 10 11 12"},
        {"/sec\nhost 4G 1 2 3 4 5 6\n7 8\n", "0|/sec|host 4G 1 2 3 4 5 6 7 8"},
        {"files /sec %CP\nhost 400 1 2 3 4 5 6 7 8 9 10 11\n1.2\n",
         "0|files /sec %CP|host 400 1 2 3 4 5 6 7 8 9 10 11 1.2"},
        {"B/s\nhost 400 1 2 3 4 5 6 7 8 9 10 11\n1.2\n",
         "0|B/s|host 400 1 2 3 4 5 6 7 8 9 10 11|1.2"},
        {"Latency  1us 2ms 3s\n4us\nB/s\n", "0|Latency  1us 2ms 3s 4us|B/s"},
        {"Latency  1us 2ms 3s 4us\n5us 6us\nB/s\n", "0|Latency  1us 2ms 3s 4us 5us 6us|B/s"},
        /* the mark is lost: of a command, and of a word that fits on no line */
        {"> dd if=/dev/zero of=/mnt/a/long/name/of/a/file/for/tests bs=1M\ncount=1024\n> 1 B/s\n",
         "1|dd if=/dev/zero of=/mnt/a/long/name/of/a/file/for/tests bs=1M count=1024|1 B/s"},
        {"> $ for d in sdb sdc; do dd if=/dev/$d of=/dev/null bs=1M count=1000\niflag=direct; done\n> 1 B/s\n",
         "1|$ for d in sdb sdc; do dd if=/dev/$d of=/dev/null bs=1M count=1000 iflag=direct; done|1 B/s"},
        {"> dd if=/dev/zero of=x bs=1M\ncount=1024 is what I took\n> 1 B/s\n",
         "1|dd if=/dev/zero of=x bs=1M|1 B/s 0|count=1024 is what I took"},
        {"> " LONG " in\ndomU\n> it needed 2 seconds\n> " LONG " with\nmore\n> at 1 B/s\n",
         "1|" LONG " in domU|it needed 2 seconds|" LONG " with more|at 1 B/s"},
        /* one alone may be an answer, as may what stands behind a sentence */
        {"> " LONG " in\ndomU\n> at 1 B/s\n", "1|" LONG " in|at 1 B/s 0|domU"},
        {"> " LONG " it.\nyes\n> " LONG " it?\nno\n> at 1 B/s\n",
         "1|" LONG " it.|" LONG " it?|at 1 B/s 0|yes|no"},
        {"> 1 B/s\n>\nbox,368M,1415,95,2437,7,1003,4,1208,81,2298,6,90.7,2,16,235,99,+++++,+++\n",
         "1|1 B/s||box,368M,1415,95,2437,7,1003,4,1208,81,2298,6,90.7,2,16,235,99,+++++,+++"},
        /* of JSON, which does not end with its line */
        {">   \"slat\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.00, \"stddev\" :\n0.00 },\n> \"iops\" : 1\n",
         "1|  \"slat\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.00, \"stddev\" :|0.00 },|\"iops\" : 1"},
        {">   \"slat\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.00, \"stddev\" :\nWhy? iops\n",
         "1|  \"slat\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.00, \"stddev\" : 0|Why? iops"},
        {"> \"slat\" : { \"min\" : 0 }\n1 B/s\n", "1|\"slat\" : { \"min\" : 0 } 0|1 B/s"},
        /* of scripts, beside a word that fits on no line */
        {"x =\n\"" LONG_WORD "\"\n\\\nB/s\n", "0|x = \"" LONG_WORD "\" \\|B/s"},
        {"#\n" LONG_WORD "\nB/s\n", "0|# " LONG_WORD "|B/s"},
        {"x =\n\"1\"\n#\n2\nB/s\n", "0|x =|\"1\"|#|2|B/s"},
        /* what is whole, or never gets whole, stays */
        {"  read : io=1MB, runt=4msec\niops=3\n", "0|  read : io=1MB, runt=4msec|iops=3"},
        {"  read : io=1MB,\n\n runt=4msec\n", "0|  read : io=1MB,|| runt=4msec"},
        {"  read : io=1MB,\n  cpu : usr=1\n runt=4msec\n",
         "0|  read : io=1MB,|  cpu : usr=1| runt=4msec"},
        {"  read : io=1MB,\n> runt=4msec\n", "0|  read : io=1MB, 1|runt=4msec"},
        {"1048576 bytes (1.0 MB) is what\nI wrote at 5 MB/s\n",
         "0|1048576 bytes (1.0 MB) is what I wrote at 5 MB/s"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(lines_of_shells_and_relatives_of_dd_are_joined)
{
    static const struct row rows[] = {
        {"B/s\ndd of=x  0.01s user 0.35s\nsystem 7% cpu 5.140 total\n",
         "0|B/s|dd of=x  0.01s user 0.35s system 7% cpu 5.140 total"},
        {"B/s\ndd of=x  0.01s\nuser 0.35s system 7% cpu 5.140 total\nend",
         "0|B/s|dd of=x  0.01s user 0.35s system 7% cpu 5.140 total|end"},
        {"B/s\nit took 1.234s\nwith 7% cpu 5.140 total\n",
         "0|B/s|it took 1.234s|with 7% cpu 5.140 total"},
        {"B/s\n0.01user 2.10system 0:31.90elapsed 6%CPU (0avgtext+0avgdata\n2000maxresident)k\n"
         "0inputs+20outputs (0major+1minor)pagefaults\n0swaps\n",
         "0|B/s|0.01user 2.10system 0:31.90elapsed 6%CPU (0avgtext+0avgdata 2000maxresident)k"
         "|0inputs+20outputs (0major+1minor)pagefaults 0swaps"},
        {"  opos:  1 kB, non-scraped: 0 B,  average rate:  52400\nkB/s\nnon-tried: 0 B, run time:  1m\n3s\n"
         "pct rescued:  10.00%, remaining time:  20m\n time since last successful read:\nn/a\n",
         "0|  opos:  1 kB, non-scraped: 0 B,  average rate:  52400 kB/s|non-tried: 0 B, run time:  1m 3s"
         "|pct rescued:  10.00%, remaining time:  20m| time since last successful read: n/a"},
        {"ipos:  1 kB, current\xe2\x80\x93rate: 2 kB/s\n", "0|ipos:  1 kB, current-rate: 2 kB/s"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(doubled_line_ends_are_made_single)
{
    static const struct row rows[] = {
        {"a\n\nb\n\nread : io=1KB/s\n\n\n\nc\n\ncpu : usr=1\n\nd\n\n",
         "0|a|b|read : io=1KB/s||c|cpu : usr=1|d"},
        {"B/s\n\na\n\n> b\n\n>\n\n> c\n\nd\n\ne\n\nf\n\n", "0|B/s|a|d|e|f 1|b||c"},
        {"a\n\n\n\nb\n\nc\n\nd 1 B/s\n\ne\n\n\n\nf\n", "0|a||b|c|d 1 B/s|e||f"},
        {"a\n\n\n\nb\n\nc\n\nd 1 B/s\ne\n\nf\n", "0|a||||b||c||d 1 B/s|e||f"},
        /* paragraphs are no such thing */
        {"a\n\nb\n\nc 1 B/s\n\nd\n\ne\n\nf\n\ng\n", "0|a||b||c 1 B/s||d||e||f||g"},
        {"a\n\nb\nread : io=1KB/s\n\ncpu : usr=1\n\nd\n\ne\n\nf\n",
         "0|a||b|read : io=1KB/s||cpu : usr=1||d||e||f"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(typography_is_undone_in_output_alone)
{
    static const struct row rows[] = {
        {"dd if=/dev/zero bs=\xe2\x80\x9c" "1M\xe2\x80\x9d \xe2\x80\x93x\n1 MB/s",
         "0|dd if=/dev/zero bs=\"1M\" -x|1 MB/s"},
        {"With \xe2\x80\x9c" "dd if=/dev/sda bs=1M\xe2\x80\x9d it was\n1 MB/s",
         "0|With \"dd if=/dev/sda bs=1M\" it was|1 MB/s"},
        {"1\xe2\x80\x93" "2 MB/s \xe2\x80\x93 fine\xe2\x80\xa6",
         "0|1\xe2\x80\x93" "2 MB/s \xe2\x80\x93 fine\xe2\x80\xa6"},
        {"**read : io=1MB/s**", "0|read : io=1MB/s"},
        {"3;fio\xe2\x80\x93" "2.0.15;a;0;0;1;2;3\n", "0|3;fio-2.0.15;a;0;0;1;2;3"},
        {"web\xe2\x80\x93" "1 4G 1 2 3 4 5 6 7 8 9 10 11 12\n/sec\n",
         "0|web-1 4G 1 2 3 4 5 6 7 8 9 10 11 12|/sec"},
        {"**10 MB/s**", "0|**10 MB/s**"},
        {"9000 bytes (9 kB) copied, 2 s, **4.5 kB/s**", "0|9000 bytes (9 kB) copied, 2 s, 4.5 kB/s"},
        {"read : io=1MB, _bw=2KB/s_, `runt=4msec`", "0|read : io=1MB, bw=2KB/s, runt=4msec"},
        {"read: IOPS=*19*, **BW=1MiB/s (1MB/s)**(3MiB/3msec)",
         "0|read: IOPS=19, BW=1MiB/s (1MB/s)(3MiB/3msec)"},
        {"read: IOPS=2*3*4 **bw=1, BW=1MiB/s", "0|read: IOPS=2*3*4 **bw=1, BW=1MiB/s"},
        {"1 MB/s\n\\| 99.00th=\\[ 2278\\], 99.50th=\\[ 2343\\]", "0|1 MB/s|| 99.00th=[ 2278], 99.50th=[ 2343]"},
        {"of 1 MB/s: a\\[1\\]", "0|of 1 MB/s: a\\[1\\]"},
        {"it made **5.1 GB/s** here", "0|it made **5.1 GB/s** here"},
        {"\xe2\x80\x9d" "a\xe2\x80\x9d : \xe2\x80\x93" "1 B/s\n", "0|\"a\" : -1 B/s"},
        {"x = \xe2\x80\x9d" "3;fio-2.0.15;a;0;0;1;2;3\xe2\x80\x9d \\\n  \xe2\x80\x9d" ";4\xe2\x80\x9d\n",
         "0|x = \"3;fio-2.0.15;a;0;0;1;2;3\" \\|  \";4\""},
        {"B/s\n\xe2\x80\x9d" ";4\xe2\x80\x9d\n", "0|B/s|\xe2\x80\x9d" ";4\xe2\x80\x9d"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(lines_keep_their_numbers)
{
    struct t_parse parse;
    t_parse_text(&parse, "a\n  read : io=1MB, bw=2KB/s,\n runt=4msec\nb<br>c\nd\n");
    const struct text_stream *stream = &parse.text->streams[0];
    static const unsigned long lines[] = {1, 2, 4, 4, 5};
    ck_assert_uint_eq(stream->nr, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_uint_eq(stream->lines[i].line, lines[i]);
        ck_assert(!stream->lines[i].is_written_over);
    }
    t_parse_free(&parse);
    t_parse_text(&parse, "10 B/s\r20 B/s\nend\n");
    ck_assert(parse.text->streams[0].lines[0].is_written_over);
    ck_assert(!parse.text->streams[0].lines[1].is_written_over);
    t_parse_free(&parse);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("damage");
    TCase *tests = tcase_create("damage");
    tcase_add_test(tests, characters_are_cleaned);
    tcase_add_test(tests, markup_is_taken_out);
    tcase_add_test(tests, quoted_printable_is_decoded_where_it_was_left);
    tcase_add_test(tests, prefixes_of_logs_and_readers_are_peeled);
    tcase_add_test(tests, what_stands_before_all_lines_is_peeled);
    tcase_add_test(tests, hosts_are_parted);
    tcase_add_test(tests, prompts_are_no_quotation);
    tcase_add_test(tests, what_names_a_result_is_no_prefix);
    tcase_add_test(tests, lines_are_joined_where_they_were_broken);
    tcase_add_test(tests, lines_of_shells_and_relatives_of_dd_are_joined);
    tcase_add_test(tests, rows_of_tables_are_joined_where_they_were_broken);
    tcase_add_test(tests, doubled_line_ends_are_made_single);
    tcase_add_test(tests, typography_is_undone_in_output_alone);
    tcase_add_test(tests, lines_keep_their_numbers);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
