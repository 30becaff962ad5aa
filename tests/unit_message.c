#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/t_mail.h"

START_TEST(header_fields)
{
    read_mail("Subject: =?utf-8?q?Gr=C3=B6=C3=9Fe?= of =?iso-8859-1?B?5A==?=\n"
              "Message-ID: <1@example.org>\n\nbody\n");
    ck_assert_str_eq(mail.message_id, "<1@example.org>");
    ck_assert_str_eq(mail.date, "2013-07-28T12:22:50Z");
    ck_assert_str_eq(mail.subject, "Gr\xc3\xb6\xc3\x9f"
                                   "e of \xc3\xa4");
    ck_assert_str_eq(lines(), "[:body|]");
    ck_assert(!mail.has_false_encoding && !mail.is_truncated);
    ck_assert_uint_eq(diags, 0);
}
END_TEST

START_TEST(lists)
{
    static const struct {
        const char *fields, *list;
    } rows[] = {
        {"List-Id: All disks <disks.lists.example.org>\nX-BeenThere: other@example.org\n",
         "disks.lists.example.org"},
        {"List-ID: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\n <a.example.org>\n", "a.example.org"},
        {"List-Id: disks.example.org\n", "disks.example.org"},
        {"Mailing-List: contact disks-help@example.org; run by ezmlm\n", "disks-help@example.org"},
        {"X-Mailing-List: \tdisks@example.org\n", "disks@example.org"},
        {"Delivered-To: ann@example.org\nDelivered-To: x\n", NULL},
        {"Delivered-To: mailing list disks@example.org\n", "disks@example.org"},
        {"List-Post: <mailto:disks@example.org>\n", "disks@example.org"},
        {"X-BeenThere: disks@example.org\n", "disks@example.org"},
        {"Subject: [disk-devel] slow\n", "disk-devel"},
        {"Subject: Re: [Disk-devel] slow\n", "Disk-devel"},
        {"Subject: [PATCH-v2] slow\n", NULL},
        {"Subject: [RFC] slow\n", NULL},
        {"Subject: [a-b 1/2] slow\n", NULL},
        {"Subject: what is in an array[disk-devel]\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_mail(arena_printf(arena, "%s\nx\n", rows[i].fields));
        ck_assert_pstr_eq(mail.list, rows[i].list);
    }
}
END_TEST

START_TEST(lines_above_the_header)
{
    static const struct {
        const char *line, *date;
    } rows[] = {
        {"From ann@example.org Tue Oct  1 01:30:23 2013", "2013-10-01T01:30:23Z"},
        {"From ann at mars.example.org  Tue Oct  1 01:30:23 2013", "2013-10-01T01:30:23Z"},
        {"From ann at example.org  Mon, 2 Aug 1999 18:55:09 -0400 (EDT)", "1999-08-02T22:55:09Z"},
        {"From mboxrd@z Thu Jan  1 00:00:00 1970", NULL},
        {"From nobody", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = arena_printf(
            arena, "%s\n>From mars Mon Jan  1 00:00:00 2001\nFrom: ann at example.org (Ann)\n"
                   "Subject: a\n  long\n\tone\n\n>From here\n>>From there\n>from\n", rows[i].line);
        read_bytes(text, strlen(text));
        ck_assert(mail.is_mail);
        ck_assert_pstr_eq(mail.date, rows[i].date);
        ck_assert_str_eq(mail.subject, "a long one");
        ck_assert_str_eq(lines(), "[:From here|][:From there|from|]");
    }
    /* in a file of its own nobody put the marks there */
    read_mail("\n>From here\n");
    ck_assert_uint_eq(mail.text->streams[0].quote, 1);
}
END_TEST

START_TEST(fields_pasted_as_text)
{
    static const char text[] = "[<prev] [next>] [day] [month] [year] [list]\n"
                               "Message-ID: <1@example.org>\nDate: Mon, 3 Dec 2012 10:00:00 +0100\n"
                               "From: Ann <ann@...mple.org>\nTo: ben@...mple.org,\n cem@...mple.org\n"
                               "Subject: [disk-devel] slow\n\nfigures\n";
    read_bytes(text, sizeof text - 1);
    ck_assert(!mail.is_mail);
    ck_assert_str_eq(mail.message_id, "<1@example.org>");
    ck_assert_str_eq(mail.date, "2012-12-03T09:00:00Z");
    ck_assert_str_eq(mail.subject, "[disk-devel] slow");
    ck_assert_str_eq(mail.list, "disk-devel");
    read_bytes("Date: a\nSubject: b\n\nFrom: c\n", 28);
    read_bytes("x\nDate: 3 Dec 2012 10:00\nSubject: b\n\nx\n", 39);
    ck_assert_ptr_null(mail.subject);
}
END_TEST

START_TEST(format_flowed)
{
    read_mail("Content-Type: text/plain; format=flowed\n\n"
              "A paragraph that a mail program broke where its line had no room \n"
              "for more, and so again, which makes this the second line of the \n"
              "three.\n"
              " >no quotation\n"
              "> A quoted one is broken in the same way, at a place of its own as \n"
              "> well.\n"
              "short \nlines stay\n-- \nAnn\n");
    ck_assert_str_eq(lines(),
                     "[:A paragraph that a mail program broke where its line had no room for more, "
                     "and so again, which makes this the second line of the three.|short|lines "
                     "stay|--|Ann|][:no quotation|A quoted one is broken in the same way, at a "
                     "place of its own as well.|]");
    ck_assert_uint_eq(mail.text->streams[0].lines[1].line, 7);
    read_mail("Content-Type: text/plain; format=flowed; delsp=yes\n\n"
              "A word that is longer than a line is broken within, as in antidisest \n"
              "ablishment.\n");
    ck_assert_str_eq(lines(), "[:A word that is longer than a line is broken within, as in "
                              "antidisestablishment.|]");
}
END_TEST

/* Lines of tools and tables end in a blank by accident. */
START_TEST(flowed_lines_that_were_not_broken)
{
    static const char text[] =
        "|  read: IOPS=12.3k, BW=48.1MiB/s (50.4MB/s)(2886MiB/60001msec)        |"
        "|  write: IOPS=5271, BW=20.6MiB/s (21.6MB/s)(1236MiB/60001msec)         |"
        "|name of the configuration      reads per second     writes per second  |"
        "|none of them at all                       12300                  5271  |"
        "|all of them, and this is                  12400                  5272  |"
        "|====================================================================== |"
        "|# fio --name=a --rw=randrw --direct=1 --bs=4k --filename=/dev/sdb x    |"
        "|$ cat out.txt                                                          |";
    struct strbuf buf = STRBUF_INIT, wanted = STRBUF_INIT;
    strbuf_string(&buf, "Content-Type: text/plain; format=flowed\n\n");
    for (const char *at = text; *at;) {
        size_t length = strcspn(at + 1, "|");
        size_t end = length;
        strbuf_byte(&buf, ' ');
        strbuf_add(&buf, at + 1, length);
        strbuf_byte(&buf, '\n');
        while (end && at[end] == ' ')
            end--;
        strbuf_add(&wanted, at + 1, end);
        strbuf_byte(&wanted, '|');
        at += length + 2;
    }
    read_mail(buf.text);
    ck_assert_str_eq(lines(), arena_printf(arena, "[:%s]", wanted.text));
    strbuf_free(&buf);
    strbuf_free(&wanted);
}
END_TEST

START_TEST(missing_and_wrong_fields)
{
    static const char text[] =
        "From: ann@example.org\nTo: ben@example.org\nDate: yesterday\n\nbody";
    read_bytes(text, strlen(text));
    ck_assert(mail.is_mail);
    ck_assert_ptr_null(mail.message_id);
    ck_assert_ptr_null(mail.subject);
    ck_assert_ptr_null(mail.date);
    ck_assert_str_eq(lines(), "[:body|]");
}
END_TEST

START_TEST(offsets_are_those_of_the_file)
{
    static const char text[] =
        "From ann@example.org Tue Oct  1 01:30:23 2013\nFrom: "
        "ann@example.org\nDate: Tue, 1 Oct 2013 01:30:23 +0000\n\none\ntwo\n";
    message_read(&mail, arena, text, strlen(text), "a.mbox", 1000, &sink);
    const struct text_line *two = &mail.text->streams[0].lines[1];
    ck_assert_str_eq(two->at, "two");
    ck_assert_uint_eq(two->line, 2);
    ck_assert_uint_eq(two->offset, 1000 + (uint64_t)(strstr(text, "two") - text));
    read_bytes("a\nb\n", 4);
    ck_assert(!mail.is_mail);
    ck_assert_uint_eq(mail.text->streams[0].lines[1].offset, 2);
}
END_TEST

START_TEST(transfer_encodings)
{
    read_mail("Content-Transfer-Encoding: quoted-printable\n\nread : io=3D2282=\n.8MB, bw=3D1\n");
    ck_assert_str_eq(lines(), "[:read : io=2282.8MB, bw=1|]");
    read_mail("Content-Transfer-Encoding: base64\n\nYnc9MzgKcnVudD0xCg==\n");
    ck_assert_str_eq(lines(), "[:bw=38|runt=1|]");
    ck_assert(!mail.has_false_encoding);
    ck_assert_uint_eq(diags, 0);
}
END_TEST

START_TEST(false_encodings_are_not_believed)
{
    read_mail("Content-Transfer-Encoding: quoted-printable\n\ndd bs=1M count=100\nbw=3891\n");
    ck_assert_str_eq(lines(), "[:dd bs=1M count=100|bw=3891|]");
    ck_assert(mail.has_false_encoding);
    ck_assert_uint_eq(diags, 1);
    read_mail("Content-Transfer-Encoding: base64\n\nread : io=1MB, bw=2KB/s\n");
    ck_assert_str_eq(lines(), "[:read : io=1MB, bw=2KB/s|]");
    ck_assert(mail.has_false_encoding);
    read_mail("Content-Transfer-Encoding: 8bit\n\nbw=3D\n");
    ck_assert_str_eq(lines(), "[:bw=3D|]");
    ck_assert(!mail.has_false_encoding);
}
END_TEST

START_TEST(character_sets)
{
    read_mail("Content-Type: text/plain; charset=iso-8859-1\n\n10 \xb5s\n");
    ck_assert_str_eq(lines(), "[:10 \xc2\xb5s|]");
    /* UTF-8 under a false label */
    read_mail("Content-Type: text/plain; charset=iso-8859-1\n\n10 \xc2\xb5s\n");
    ck_assert_str_eq(lines(), "[:10 \xc2\xb5s|]");
    read_mail("Content-Type: text/plain; charset=koi8-r\n\n\xd3\n");
    ck_assert_str_eq(lines(), "[:\xd1\x81|]");
    /* an answered prompt in place of a name */
    read_mail("Content-Type: text/plain; charset=y\n\n10 \xb5s\n");
    ck_assert_str_eq(lines(), "[:10 \xc2\xb5s|]");
    read_mail("Content-Type: text/plain; charset=utf-8\n\n10 \xb5s\n");
    ck_assert_str_eq(lines(), "[:10 \xc2\xb5s|]");
}
END_TEST

START_TEST(character_sets_of_the_world)
{
    static const struct {
        const char *charset, *bytes, *utf8;
    } rows[] = {
        {"gb2312", "10 \xce\xa2\xc3\xeb \x81\x40", "10 \xe5\xbe\xae\xe7\xa7\x92 \xe4\xb8\x82"},
        {"iso-2022-jp", "\x1b$B%F%9%H\x1b(B 10 MB/s",
         "\xe3\x83\x86\xe3\x82\xb9\xe3\x83\x88 10 MB/s"},
        {NULL, "\x1b$B%F%9%H\x1b(B 10 MB/s", "\xe3\x83\x86\xe3\x82\xb9\xe3\x83\x88 10 MB/s"},
        {"iso-2022-jp", "\x1b[1m10 MB/s", "\x1b[1m10 MB/s"},
        {"utf-7", "10 +ALU-s", "10 \xc2\xb5s"},
        {"utf-7", "1+1=2", "1+1=2"},
        {"us-ascii", "1+1=2", "1+1=2"},
        /* what windows writes under another name */
        {"iso-8859-1", "10\x96" "20 \x80", "10\xe2\x80\x93" "20 \xe2\x82\xac"},
        {NULL, "\x81", "\xc2\x81"},
        /* two charsets in one text */
        {"iso-8859-1", "10 \xc2\xb5s, 5 \xb5s", "10 \xc2\xb5s, 5 \xc2\xb5s"},
        {"utf-8", "10 \xc2\xb5s, 5 \xb5s", "10 \xc2\xb5s, 5 \xc2\xb5s"},
        {"koi8-r", "10 \xc2\xb5s", "10 \xc2\xb5s"},
        {"no-such-charset", "10 \xb5s", "10 \xc2\xb5s"},
        {"a", "10 \xb5s", "10 \xc2\xb5s"},
        {"utf-16", "plain all the same", "plain all the same"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size;
        const char *text = message_to_utf8(arena, rows[i].bytes, strlen(rows[i].bytes),
                                           rows[i].charset, &size);
        ck_assert_str_eq(arena_text(arena, text, size), rows[i].utf8);
    }
}
END_TEST

START_TEST(wide_character_sets)
{
    static const struct {
        const char *charset, *bytes;
        size_t length;
    } rows[] = {
        {NULL, "\xff\xfe\0\0\xb5\0\0\0" "1\0\0\0", 12},
        {NULL, "\0\0\xfe\xff\0\0\0\xb5\0\0\0" "1", 12},
        {"utf-16le", "\xb5\0" "1\0", 4},
        {"UTF-16BE", "\0\xb5\0" "1", 4},
        {"utf-16", "\0\xb5\0" "1", 4},
        {"utf-16", "\xff\xfe\xb5\0" "1\0", 6},
        /* half a character at the end */
        {"utf-16", "\xff\xfe\xb5\0" "1\0\n", 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size;
        const char *text =
            message_to_utf8(arena, rows[i].bytes, rows[i].length, rows[i].charset, &size);
        ck_assert_str_eq(arena_text(arena, text, size), "\xc2\xb5" "1");
    }
    ck_assert(message_is_wide("UTF-16") && !message_is_wide("utf-8") && !message_is_wide(NULL));
}
END_TEST

START_TEST(bytes_become_utf_8)
{
    size_t size;
    ck_assert_str_eq(message_to_utf8(arena, "\xef\xbb\xbfx", 4, NULL, &size), "x");
    ck_assert_uint_eq(size, 1);
    ck_assert_str_eq(message_to_utf8(arena,
                                     "\xff\xfe"
                                     "a\0\xe4\0",
                                     6, NULL, &size),
                     "a\xc3\xa4");
    ck_assert_uint_eq(size, 3);
    ck_assert_str_eq(message_to_utf8(arena, "\xfe\xff\0a", 4, NULL, &size), "a");
    /* without a mark; too short to tell */
    ck_assert_str_eq(message_to_utf8(arena, "1\0" "2\0" "3\0" "4\0" "5\0" "6\0" "7\0" "\xe4\0", 16, NULL,
                                     &size),
                     "1234567\xc3\xa4");
    ck_assert_str_eq(message_to_utf8(arena, "\0" "1\0" "2\0" "3\0" "4\0" "5\0" "6\0" "7\0" "8", 16, NULL,
                                     &size),
                     "12345678");
    message_to_utf8(arena, "1\0" "2\0", 4, NULL, &size);
    ck_assert_uint_eq(size, 4);
    ck_assert_str_eq(message_to_utf8(arena, "\xe4\xff", 2, NULL, &size), "\xc3\xa4\xc3\xbf");
    ck_assert_str_eq(message_to_utf8(arena, "\xe4\n\xc3\xa4\nx\xe4", 7, "ISO-8859-1", &size),
                     "\xc3\xa4\n\xc3\xa4\nx\xc3\xa4");
    ck_assert_uint_eq(size, 9);
    message_to_utf8(arena, "a\0b", 3, NULL, &size);
    ck_assert_uint_eq(size, 3);
    message_to_utf8(arena, "", 0, NULL, &size);
    ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(files_that_are_no_text)
{
    ck_assert(!message_is_binary("", 0));
    ck_assert(!message_is_binary("text \xe4 \x1b[A\r\n\t", 13));
    ck_assert(!message_is_binary("\xff\xfe"
                                 "a\0",
                                 4));
    ck_assert(message_is_binary("\x7f"
                                "ELF\2\1\1\0",
                                8));
    ck_assert(message_is_binary("a\0", 2));
    ck_assert(!message_is_binary("1\0" "2\0" "3\0" "4\0" "5\0" "6\0" "7\0" "8\0", 16));
    ck_assert(message_is_binary("1\0" "2\0" "3\0" "4\0" "5\0" "6\0" "\0" "8\0\0", 16));
    ck_assert(message_is_binary("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16));
    ck_assert(message_is_binary("\1\2\3abc", 6));
    /* what a crash leaves of a log */
    static char log[6000] = "a line of a log, and behind it what was never written";
    ck_assert(!message_is_binary(log, sizeof log));
    for (size_t i = 100; i < 3000; i += 20)
        log[i] = '\1';
    ck_assert(message_is_binary(log, sizeof log));
}
END_TEST

/* What is surely no text by its first bytes is none, whatever follows. */
START_TEST(first_bytes_that_tell)
{
    static const char ends[] = {'a', '\0', '\1'};
    static char file[9000];
    for (unsigned i = 0, state = 1; i < 3000; i++) {
        state = state * 1103515245 + 12345;
        file[i] = (char)(state >> 16);
    }
    ck_assert(!message_starts_binary(file, 1000)); /* too few */
    ck_assert(message_starts_binary(file, 3000));
    for (size_t e = 0; e < sizeof ends; e++) {
        memset(file + 3000, ends[e], sizeof file - 3000);
        for (size_t size = 3000; size <= sizeof file; size += 1000)
            ck_assert(message_is_binary(file, size));
    }
    file[0] = '\xff';
    file[1] = '\xfe';
    ck_assert(!message_starts_binary(file, sizeof file));
    /* every second byte NUL: UTF-16, if nothing else follows */
    for (size_t i = 0; i < sizeof file; i++)
        file[i] = i % 2 ? '\0' : '\1';
    ck_assert(!message_starts_binary(file, sizeof file));
    ck_assert(!message_is_binary(file, sizeof file));
}
END_TEST

START_TEST(multipart)
{
    read_mail("Content-Type: multipart/mixed; boundary=\"b\"\n\nno part\n--b\n\none\n--b\n"
              "Content-Type: text/x-log; name=two.log\n\ntwo\n--b\n"
              "Content-Type: application/octet-stream; name=\"three.txt\"\n\nthree\n--b\n"
              "Content-Type: application/octet-stream; name=four.bin\n\nfour\n--b\n"
              "Content-Type: text/html\n\n<p>five\n--b--\nno part\n");
    ck_assert_str_eq(lines(), "[:one|][two.log:two|][three.txt:three|][:five|]");
    ck_assert(!mail.is_truncated);
    ck_assert_uint_eq(diags, 0);
}
END_TEST

START_TEST(html_where_the_plain_text_says_nothing)
{
    static const char *const plain[] = {"", "This mail is in HTML.\n", "a result\n"};
    static const char *const wanted[] = {"[:a < b|]", "[:a < b|]", "[:a result|]"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        char body[400];
        snprintf(body, sizeof body,
                 "Content-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain"
                 "\n\n%s\n--a\nContent-Type: text/html\n\n<style>p{}</style>\n"
                 "<p>&gt; a &lt;\nb</p>\n--a--\n", plain[i]);
        read_mail(body);
        ck_assert_str_eq(lines(), wanted[i]);
    }
}
END_TEST

START_TEST(nested_and_alternative_parts)
{
    read_mail("Content-Type: multipart/mixed; boundary=a\n\n--a\n"
              "Content-Type: multipart/alternative; boundary=b\n\n--b\n"
              "Content-Type: text/html\n\n<p>one\n--b\nContent-Type: text/plain\n\none\n--b--\n"
              "--a\nContent-Type: multipart/alternative; boundary=c\n\n--c\n"
              "Content-Type: text/html\n\n<p>x\n--c\nContent-Type: text/csv\n\n1,2\n--c--\n"
              "--a\n\nlast\n--a--\n");
    ck_assert_str_eq(lines(), "[:one|][:1,2|][:last|]");
}
END_TEST

START_TEST(boundaries_that_are_missing)
{
    read_mail("Content-Type: multipart/mixed\n\nno boundary\nat all\n");
    ck_assert_str_eq(lines(), "[:no boundary|at all|]");
    ck_assert(!mail.is_truncated);
    ck_assert_uint_eq(diags, 0);
    read_mail("Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\ncut");
    ck_assert_str_eq(lines(), "[:one|][:two|cut|]");
    ck_assert(mail.is_truncated);
    ck_assert_uint_eq(diags, 1);
}
END_TEST

START_TEST(parts_that_are_not_read_are_told)
{
    struct strbuf buf = STRBUF_INIT;
    strbuf_string(&buf, "Content-Type: multipart/mixed; boundary=b\n\n");
    for (int i = 0; i < 2000; i++)
        strbuf_string(&buf, "--b\n\nx\n");
    strbuf_string(&buf, "--b--\n");
    read_mail(buf.text);
    strbuf_free(&buf);
    /* the rest is one text */
    ck_assert_uint_eq(mail.text->nr, 1001);
    ck_assert(mail.is_truncated);
    ck_assert_uint_eq(diags, 1);
}
END_TEST

START_TEST(attached_messages_are_read)
{
    read_mail("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee below\n--b\n"
              "Content-Type: message/rfc822\n\nFrom: ben@example.org\nSubject: inner\n\nfigures\n"
              "--b--\n");
    ck_assert_str_eq(lines(), "[:see below|][:figures|]");
    ck_assert_ptr_null(mail.subject);
}
END_TEST

START_TEST(nesting_has_a_limit)
{
    struct strbuf buf = STRBUF_INIT;
    strbuf_string(&buf, HEAD);
    for (unsigned i = 0; i < 2000; i++)
        strbuf_printf(&buf, "Content-Type: multipart/mixed; boundary=b%u\n\n--b%u\n", i, i);
    strbuf_string(&buf, "\ndeep\n");
    read_bytes(buf.text, buf.length);
    ck_assert(mail.is_mail);
    strbuf_free(&buf);
}
END_TEST

START_TEST(texts_that_are_no_mail)
{
    static const struct {
        const char *text;
        bool is_mail;
    } rows[] = {
        {"From: a\nDate: b\n\nbody", true},
        {"From: a\r\nDate: b\r\n\r\nbody", true},
        {"From a@example.org Tue Oct  1 01:30:23 2013\nFrom: a\nDate: b\n\n", true},
        {"from: a\nDATE: b", true},
        {"X-Any: y\nFrom: a\n folded\n\twice\nTo: b\n\n", true},
        {"Size: 4G\nRate: 5\n\nFrom: a\nDate: b\n", false},
        {"Date: b\nSize: 4G\n\n", false},
        {"Date: b\nMachine: c\nno field\nFrom: a\n\n", false},
        {"\nFrom: a\nDate: b\n\n", false},
        {" From: a\nDate: b\n\n", false},
        {"read : io=1MB, bw=2KB/s\n", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(message_looks_like_mail(rows[i].text, strlen(rows[i].text)) ==
                          rows[i].is_mail,
                      "wrong about: %s", rows[i].text);
    read_bytes("Size: 4G\n\nx", 11);
    ck_assert(!mail.is_mail);
    ck_assert_str_eq(lines(), "[:Size: 4G||x|]");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("message");
    TCase *tests = tcase_create("message");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, header_fields);
    tcase_add_test(tests, lists);
    tcase_add_test(tests, lines_above_the_header);
    tcase_add_test(tests, fields_pasted_as_text);
    tcase_add_test(tests, format_flowed);
    tcase_add_test(tests, flowed_lines_that_were_not_broken);
    tcase_add_test(tests, missing_and_wrong_fields);
    tcase_add_test(tests, offsets_are_those_of_the_file);
    tcase_add_test(tests, transfer_encodings);
    tcase_add_test(tests, false_encodings_are_not_believed);
    tcase_add_test(tests, character_sets);
    tcase_add_test(tests, character_sets_of_the_world);
    tcase_add_test(tests, wide_character_sets);
    tcase_add_test(tests, bytes_become_utf_8);
    tcase_add_test(tests, files_that_are_no_text);
    tcase_add_test(tests, first_bytes_that_tell);
    tcase_add_test(tests, multipart);
    tcase_add_test(tests, html_where_the_plain_text_says_nothing);
    tcase_add_test(tests, nested_and_alternative_parts);
    tcase_add_test(tests, boundaries_that_are_missing);
    tcase_add_test(tests, parts_that_are_not_read_are_told);
    tcase_add_test(tests, attached_messages_are_read);
    tcase_add_test(tests, nesting_has_a_limit);
    tcase_add_test(tests, texts_that_are_no_mail);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
