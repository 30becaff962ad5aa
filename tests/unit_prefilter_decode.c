/* What the prefilter sees in encoded messages. */
#include <string.h>

#include "parse/prefilter.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

static const char prose[] = "We looked at the disks again, and they are as slow as before.\n"
                            "Somebody should measure = that; see the archive.\n";

static const char *const results[] = {
    "  read : io=1000.0MB, bw=9800KB/s, iops=2450 , runt=104490msec\n",
    "  write: IOPS=12.1k, BW=47.3MiB/s (49.6MB/s)(2838MiB/60001msec)\n",
    "1073741824 bytes (1.1 GB) copied, 9.5 s, 113 MB/s\n",
    "1073741824 bytes transferred in 9.5 secs (113025455 bytes/sec)\n",
    "hosta,4G,41000,97,88000,20,41000,9,43000,95,99000,9,210.3,0,16,9,9,9,9,9,9,9,9,9,9,9,9\n",
    "3;fio-2.1.3;job;0;0;1024;100;25;10240;0;0;0.000000;0.000000\n",
    "    \"jobname\" : \"seq\",\n",
    "dom0: 153.5 MB/sec\n",
};
enum { RESULTS = sizeof results / sizeof results[0] };

static struct strbuf mail;

static void tear_down(void)
{
    strbuf_free(&mail);
}

static void add(const char *text)
{
    strbuf_add(&mail, text, strlen(text));
}

static void begin(const char *type, const char *encoding)
{
    strbuf_free(&mail);
    add("From ada@example.org Mon Jan  1 00:00:00 2024\nSubject: disks\nMIME-Version: 1.0\n"
        "Content-Type: ");
    add(type);
    add("\nContent-Transfer-Encoding: ");
    add(encoding);
    add("\n\n");
}

/* Lines of `width` letters; of another width than a multiple of four they are not whole. */
static void add_base64(const char *bytes, size_t length, size_t width, const char *line_end)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t column = 0;
    for (size_t at = 0; at < length; at += 3) {
        unsigned char three[3] = {0, 0, 0};
        size_t nr = length - at < 3 ? length - at : 3;
        memcpy(three, bytes + at, nr);
        unsigned group = (unsigned)three[0] << 16 | (unsigned)three[1] << 8 | three[2];
        for (size_t i = 0; i < 4; i++) {
            strbuf_byte(&mail, i > nr ? '=' : letters[group >> (18 - 6 * i) & 63]);
            if (++column == width) {
                add(line_end);
                column = 0;
            }
        }
    }
    add(line_end);
}

/* Every byte is encoded, and soft breaks stand everywhere. */
static void add_quoted(const char *bytes, size_t length, size_t width)
{
    for (size_t i = 0; i < length; i++) {
        static const char digits[] = "0123456789ABCDEF";
        unsigned char byte = (unsigned char)bytes[i];
        if (i % 3 && byte != '=' && byte != '\n') {
            strbuf_byte(&mail, bytes[i]);
        } else {
            strbuf_byte(&mail, '=');
            strbuf_byte(&mail, digits[byte >> 4]);
            strbuf_byte(&mail, digits[byte & 15]);
        }
        if (i % width == 0)
            add(i % 2 ? "=\n" : "=\r\n");
    }
}

static bool may_hold(void)
{
    return prefilter_may_hold(mail.text, mail.length, PREFILTER_BEST);
}

/* The text behind so much prose that it falls across what is decoded together. */
static void make_body(struct strbuf *body, const char *result, size_t fill)
{
    while (body->length < fill)
        strbuf_add(body, prose, sizeof prose - 1);
    strbuf_add(body, result, strlen(result));
    strbuf_add(body, prose, sizeof prose - 1);
}

START_TEST(base64_is_seen_through)
{
    static const size_t widths[] = {76, 72, 75, 60, 5000}, fills[] = {0, 100, 16300, 16380, 40000};
    for (size_t r = 0; r <= RESULTS; r++)
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            struct strbuf body = STRBUF_INIT;
            make_body(&body, r < RESULTS ? results[r] : "", fills[(r + w) % 5]);
            begin("text/plain", w % 2 ? "base64" : "Base64");
            add_base64(body.text, body.length, widths[w], w % 2 ? "\r\n" : "\n");
            ck_assert_msg(may_hold() == (r < RESULTS), "%zu, width %zu", r, widths[w]);
            strbuf_free(&body);
        }
}
END_TEST

START_TEST(quoted_printable_is_seen_through)
{
    for (size_t r = 0; r <= RESULTS; r++)
        for (size_t width = 1; width < 90; width += 11) {
            struct strbuf body = STRBUF_INIT;
            make_body(&body, r < RESULTS ? results[r] : "", width * 300);
            begin("text/plain", "quoted-printable");
            add_quoted(body.text, body.length, width);
            ck_assert_msg(may_hold() == (r < RESULTS), "%zu, width %zu", r, width);
            strbuf_free(&body);
        }
}
END_TEST

START_TEST(html_is_seen_through)
{
    static const struct {
        const char *html;
        bool holds;
    } rows[] = {
        {"<p>about <b>113</b> M<i>B</i>/s</p>", true},
        {"<td>113&nbsp;MB/s</td>", true},
        {"read: bw&#61;98 KB/s", true},
        {"read: iops&#x3d;98", true},
        {"4&#43;0 records", true},
        {"4&#0000043;0 records", true},
        {"read: io<strike>p</strike>s&#61 98", true},
        {"read: io<!-- a > b -->ps<wbr>&#61;98", true},
        {"4&plus;0&nbsp;records", true},
        {"a &amp;c of <!-- comment --> words &bogus; 5 &lt; 6", false},
        {"a < b & c", false},
    };
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
        for (size_t coded = 0; coded < 3; coded++) {
            begin("text/html", coded == 0 ? "8bit" : coded == 1 ? "base64" : "quoted-printable");
            if (coded == 0)
                add(rows[r].html);
            else if (coded == 1)
                add_base64(rows[r].html, strlen(rows[r].html), 76, "\n");
            else
                add_quoted(rows[r].html, strlen(rows[r].html), 7);
            ck_assert_msg(may_hold() == rows[r].holds, "%s %zu", rows[r].html, coded);
        }
}
END_TEST

/* Pictures are not looked into, what stands behind them is. */
START_TEST(binary_parts_are_passed)
{
    struct strbuf picture = STRBUF_INIT;
    for (unsigned i = 0; i < 30000; i++)
        strbuf_byte(&picture, (char)(i * 2654435761u >> 11));
    strbuf_add(&picture, results[0], strlen(results[0]));
    for (size_t behind = 0; behind < 2; behind++) {
        begin("multipart/mixed; boundary=\"x\"", "7bit");
        add("--x\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n");
        add_base64(picture.text, picture.length, 76, "\n");
        add("--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n");
        add_base64(behind ? results[1] : prose, strlen(behind ? results[1] : prose), 76, "\n");
        add("--x--\n");
        ck_assert_int_eq(may_hold(), behind);
    }
    strbuf_free(&picture);
}
END_TEST

/* Sets of characters that hide words must be read whole. */
START_TEST(other_sets_are_not_judged)
{
    static const char wide[] = "\0d\0i\0s\0k\0\n\0s\0\n";
    begin("text/plain; charset=UTF-16", "8bit");
    ck_assert(may_hold());
    begin("text/plain; charset=utf-7", "8bit");
    ck_assert(may_hold());
    begin("text/plain; charset=utf-8", "8bit");
    ck_assert(!may_hold());
    begin("text/plain", "base64");
    add_base64(wide, sizeof wide - 1, 76, "\n");
    ck_assert(may_hold());
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("prefilter_decode");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, tear_down);
    tcase_add_test(core, base64_is_seen_through);
    tcase_add_test(core, quoted_printable_is_seen_through);
    tcase_add_test(core, html_is_seen_through);
    tcase_add_test(core, binary_parts_are_passed);
    tcase_add_test(core, other_sets_are_not_judged);
    suite_add_tcase(suite, core);
    return suite;
}

T_MAIN(make_suite)
