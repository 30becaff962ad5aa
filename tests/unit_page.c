/* Pages: what is one, their articles, and their text. */
#include <check.h>
#include <string.h>
#include <time.h>

#include "parse/page.h"
#include "parse/page_field.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct page page;

static void set_up(void)
{
    arena = arena_new();
}

static void tear_down(void)
{
    arena_free(arena);
}

static void read_page(const char *html)
{
    page_read(arena, html, strlen(html), &page);
}

static const char *text_of(const char *html)
{
    size_t size;
    const char *text = page_to_text(arena, html, strlen(html), &size);
    ck_assert_uint_eq(size, strlen(text));
    return text;
}

START_TEST(what_a_page_is)
{
    static const struct {
        const char *text;
        bool is_html;
    } cases[] = {
        {"<html", false},
        {"<HTML>\n", true},
        {"\xef\xbb\xbf\n <!DOCTYPE HTML PUBLIC \"-//W3C\">\n", true},
        {"<!-- MHonArc v2.6.19 -->\n<!--X-Subject: a -->\n<html lang=\"en\">", true},
        {"<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n", true},
        {"<!-- received=\"Tue\" -->\n<p>x", true},
        {"<?xml version=\"1.0\"?><feed xmlns=\"x\">", true},
        {"<?xml version=\"1.0\"?><results/>", false},
        {"<htmlx>", false},
        {"<!-- only this", false},
        {"<tr><td>1</td></tr>\n", false},
        {"From: a@example.org\nSubject: b\n\n<html>\n", false},
        {"> <html>\n", false},
        {"read : io=1MB\n<html><body>\n", false},
        {"{\"fio version\": \"fio-3.33\"}", false},
        {"", false},
        {"<html><head><title>Bonnie++ Benchmark results</title></head>\n", false},
        {"<html><head><title>My Bonnie++ Benchmark results</title></head>\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(page_is_html(cases[i].text, strlen(cases[i].text)) == cases[i].is_html,
                      "%s", cases[i].text);
}
END_TEST

START_TEST(lines_of_text)
{
    static const char *const cases[][2] = {
        {"a<br>b<BR/>\n c", "a\nb\nc\n"},
        {"<p>a\n b<p>c</p>\n<div>d</div>e", "a b\n\nc\n\nd\ne\n"},
        {"<div>a</div><div><br></div><div>b<br></div><div>c</div>", "a\n\nb\nc\n"},
        {"a\n<br>\n<p>b\n<br>\n", "a\n\nb\n"},
        {"<pre>\n a  b\n\n\tc &gt;<i> d\n</I></pre>e", " a  b\n\n\tc > d\n\ne\n"},
        {"<p class=\"MsoNormal\">a</p>\n<p class=MsoNormal>b</p>", "a\nb\n"},
        {"<ul><li>a<li><p>b</p></ul><ol><li>c<li>d<ul><li>e</ul></ol>",
         "- a\n- b\n\n1. c\n2. d\n  - e\n"},
        {"<h2>a</h2>b<hr>c", "## a\n\nb\n\n--------------------\n\nc\n"},
        {"&nbsp;&#160;a&nbsp; b &micro;s &#956;s &#151; &lt&amp;gt; &nosuch; &",
         "  a  b \xc2\xb5s \xce\xbcs \xe2\x80\x94 <&gt; &nosuch; &\n"},
        {"<details><summary>a</summary>b</details>", "a\n\nb\n"},
        {"a <user@example.org> <stdin> 3 < 4 <o:p></o:p> <b>c</b>",
         "a <user@example.org> <stdin> 3 < 4 c\n"},
        {"<title>no</title><style>no</style><script>if (a<b) \"<p>no\"</script>a"
         "<!-- no --><textarea>no</textarea><span style='display:none'>no</span>"
         "<img alt=\"no\">", "a\n"},
        {"<script>not closed", ""},
        {"a<select>b", "ab\n"},
        {"<pre>a</pre>\n<pre>b</pre>c", "a\nb\n\nc\n"},
        {"<div style=\"white-space:pre-wrap\">a\n  b</div>", "a\n  b\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(text_of(cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(quotations)
{
    ck_assert_str_eq(text_of("a<blockquote type=cite>b<br><br><blockquote><pre>c\nd</pre>"
                             "</blockquote></blockquote>e"),
                     "a\n\n> b\n>\n> > c\n> > d\n\ne\n");
    ck_assert_str_eq(text_of("<blockquote style=\"margin: 0em\">a</blockquote>b"), "> a\nb\n");
    ck_assert_str_eq(text_of("<div style='border:none;border-left:solid blue 1.5pt'>a"
                             "<div>b</div></div><div>c</div>"),
                     "> a\n> b\nc\n");
}
END_TEST

START_TEST(tables)
{
    static const char *const cases[][2] = {
        {"<table><tr><th>op<th>MB/s<tr><td>read<td>1<br>2</table>",
         "| op | MB/s |\n|---|---|\n| read | 1 2 |\n"},
        {"a<table><tr><td colspan=2>x</td><td>y</td></tr>"
         "<tr><td rowspan=2>p</td><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table>b",
         "a\n\n| x |  | y |\n| p | 1 | 2 |\n3\n\nb\n"},
        {"<table><tr><td>a</td><td><pre>b\nc</pre></td></tr></table>", "a\n\nb\nc\n"},
        {"<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "| a | b |\n\nc\n"},
        {"<table><tr><td>a<td>b", "a\nb\n"},
        {"<table><tr><td></td><td>one</td></tr></table>", "one\n"},
        {"<table><tr><td><b>Sequential Output</b></td><td>x</td></tr></table>",
         "<tr><td>Sequential Output</td><td>x</td></tr>\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(text_of(cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(dates)
{
    static const char *const cases[][2] = {
        {"Tue, 1 Oct 2013 01:30:23 +0200 (CEST)", "2013-09-30T23:30:23Z"},
        {"Tue Oct  1 01:30:23 UTC 2013", "2013-10-01T01:30:23Z"},
        {"Tue Oct  1 01:30:23 CEST 2013", "2013-09-30T23:30:23Z"},
        {"31 Dec 1999 20:04:36 -0430", "2000-01-01T00:34:36Z"},
        {"Mon, 2 Aug 99 18:55:09 EDT", "1999-08-02T22:55:09Z"},
        {"2020-05-06 10:34 UTC", "2020-05-06T10:34:00Z"},
        {"2020-05-06T12:34:01+02:00", "2020-05-06T10:34:01Z"},
        {"20240312150211", "2024-03-12T15:02:11Z"},
        {"2013-02-30 10:00", NULL},
        {"yesterday", NULL},
        {"Oct 2013", NULL},
        {"99999999999999999999", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *date = page_field_date(arena, cases[i][0], strlen(cases[i][0]));
        ck_assert_pstr_eq(date, cases[i][1]);
    }
}
END_TEST

START_TEST(fields)
{
    ck_assert_str_eq(page_field_id(arena, "a.b () c ! org", 14), "<a.b@c.org>");
    ck_assert_str_eq(page_field_id(arena, " <x@y> (raw)", 12), "<x@y>");
    ck_assert_ptr_null(page_field_id(arena, " <", 2));
    ck_assert_str_eq(page_field_link_id(arena, "../a/b%2Bc@d/"), "<b+c@d>");
    ck_assert_ptr_null(page_field_link_id(arena, "../T/"));
    struct page_article article = {0};
    static const char mail[] = "Date:\t1 May 2020 10:00 +0000\nTo: a\n\tb\nSubject: c\n d\n\nbody\n";
    ck_assert_str_eq(page_field_header(arena, &article, mail, sizeof mail - 1), "body\n");
    ck_assert_str_eq(article.subject, "c d");
    ck_assert_str_eq(article.date, "2020-05-01T10:00:00Z");
    ck_assert_ptr_null(page_field_header(arena, &article, "Note: a\nthat: b\n\nc\n", 18));
}
END_TEST

START_TEST(an_article_begins_at_its_place)
{
    static const char html[] = "<html><title>t</title>caf\xe9\n<!--beginarticle-->\n<pre>a\n"
                               "b \xb5s \xc2\xb5s</pre><!--endarticle-->no";
    read_page(html);
    ck_assert_str_eq(page.kind, "pipermail");
    ck_assert_uint_eq(page.nr, 1);
    ck_assert_str_eq(page.articles[0].parts[0].text, "a\nb \xc2\xb5s \xc2\xb5s\n");
    /* the line, since the bytes became others */
    ck_assert_uint_eq(page.articles[0].offset,
                      (size_t)(strstr(html, "<!--beginarticle") - html));
    read_page("<html><!--beginarticle-->x");
    ck_assert_uint_eq(page.articles[0].offset, 25);
    ck_assert_str_eq(page.articles[0].parts[0].text, "x\n");
}
END_TEST

START_TEST(any_page_is_an_article)
{
    read_page("<html><title>a &amp;\n b</title><body><!--beginarticle- -><p>c");
    ck_assert_str_eq(page.kind, "page");
    ck_assert_uint_eq(page.nr, 1);
    ck_assert_str_eq(page.articles[0].subject, "a & b");
    ck_assert_ptr_null(page.articles[0].message_id);
    read_page("");
    ck_assert_uint_eq(page.nr, 1);
    ck_assert_uint_eq(page.articles[0].parts[0].length, 0);
}
END_TEST

START_TEST(attachments_are_parts)
{
    read_page("<html><pre\nid=b>From: a\nSubject: In-Reply-To\n\none\n\n"
              "<a\nhref=\"2-b.txt\">[-- Attachment #2: b.txt --]\n"
              "[-- Type: text/plain, Size: 4 bytes --]</a>\n\ntwo\n</pre>");
    ck_assert_str_eq(page.kind, "public-inbox mail");
    ck_assert_uint_eq(page.articles[0].nr, 2);
    ck_assert_str_eq(page.articles[0].parts[1].name, "b.txt");
    ck_assert_uint_eq(page.articles[0].parts[0].length, 4);
    ck_assert_uint_eq(page.articles[0].parts[1].length, 4);
}
END_TEST

/* Repeats a piece as often, in a page with a mark at its end; returns what it becomes. */
static const char *repeated(const char *head, const char *piece, size_t times)
{
    struct strbuf html = STRBUF_INIT;
    strbuf_string(&html, head);
    for (size_t i = 0; i < times; i++)
        strbuf_string(&html, piece);
    strbuf_string(&html, ">the end");
    const char *copy = arena_text(arena, html.text, html.length);
    strbuf_free(&html);
    read_page(copy);
    ck_assert_uint_ge(page.nr, 1);
    const struct page_article *last = &page.articles[page.nr - 1];
    ck_assert_uint_ge(last->nr, 1);
    return last->parts[last->nr - 1].text;
}

/* Each of these takes minutes where something is done again for every piece. */
START_TEST(hostile_pages)
{
    enum { TIMES = 40000, MOST_SECONDS = 60 };
    clock_t start = clock();
    static const char *const cases[][2] = {
        {"<html>", "<div>"},
        {"<html>", "<font>x"},
        {"<html>", "<table><tr><td>"},
        {"<html>", "<ul><li>"},
        {"<html>", "<div hidden>"},
        {"<html>", "<select>"},
        {"<html><p ", "a1 b='>' "},
        {"<html>", "<a "},
        {"<html>", "<!-- "},
        {"<html>", "<a =\" <b ='"},
        {"<html>", "</b></div></table></pre></blockquote>"},
        {"<html>github", "<a class=author><div class=markdown-body>"},
        {"<html>github", "<a class=author>x"},
        {"<html>permalink</a> in thread<pre>", "<a id=m0123456789>From: x\n\n"},
        {"<html>openwall <pre>", "<pre>Date: x\n"},
        {"<html>", "<!--beginarticle-->"},
        {"<html>", "<!--X-Body-of-Message--><span class=subject>"},
        {"<feed>", "<entry><content><title>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = repeated(cases[i][0], cases[i][1], TIMES);
        ck_assert_msg(strstr(text, "the end") != NULL, "%s", cases[i][1]);
    }
    ck_assert_ptr_nonnull(repeated("<html>", "<script>", TIMES));
    ck_assert_int_lt((clock() - start) / CLOCKS_PER_SEC, MOST_SECONDS);
}
END_TEST

START_TEST(bytes_that_are_no_text)
{
    static const char html[] = "<html><p>a\0b &#0; &#xd800; &#99999999999; \xff\x01 c</p>\0<p>d";
    page_read(arena, html, sizeof html - 1, &page);
    ck_assert_str_eq(page.articles[0].parts[0].text, "ab \xc3\xbf\x01 c\n\nd\n");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("page");
    TCase *tests = tcase_create("page");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, what_a_page_is);
    tcase_add_test(tests, lines_of_text);
    tcase_add_test(tests, quotations);
    tcase_add_test(tests, tables);
    tcase_add_test(tests, dates);
    tcase_add_test(tests, fields);
    tcase_add_test(tests, an_article_begins_at_its_place);
    tcase_add_test(tests, any_page_is_an_article);
    tcase_add_test(tests, attachments_are_parts);
    tcase_add_test(tests, hostile_pages);
    tcase_add_test(tests, bytes_that_are_no_text);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
