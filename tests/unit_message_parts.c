/* Mails whose parts are damaged, odd or very many. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/t_mail.h"

#define MIXED "Content-Type: multipart/mixed; boundary=b\n"

/* Reads the mail; the lines must be those, and the number of messages. */
static void check(const char *rest, const char *wanted, unsigned messages)
{
    diags = 0;
    read_mail(rest);
    ck_assert_str_eq(lines(), wanted);
    ck_assert_msg(diags == messages, "%u messages about: %s", diags, rest);
}

START_TEST(encodings_that_are_named_twice)
{
    static const char qp[] = "Content-Transfer-Encoding: quoted-printable\n";
    check(arena_printf(arena, "%s%s\nbw=3D1\n", qp, qp), "[:bw=1|]", 0);
    check(arena_printf(arena, "%sContent-Transfer-Encoding: 8bit\n\nbw=3D1\n", qp), "[:bw=1|]", 0);
    check(arena_printf(arena, "Content-Transfer-Encoding: 7bit\n%s\nruntime=10\n", qp),
          "[:runtime=10|]", 0);
    check("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: quoted-printable\n\n"
          "bw=3D1, 2\n",
          "[:bw=1, 2|]", 0);
    check("Content-Transfer-Encoding: x-nobody\n\nbw=411\n", "[:bw=411|]", 0);
    check("Content-Transfer-Encoding: quoted-printable\n\nbs=64k iodepth=32\n",
          "[:bs=64k iodepth=32|]", 1);
    ck_assert(mail.has_false_encoding);
}
END_TEST

START_TEST(what_a_list_adds_to_base64)
{
    check("Content-Transfer-Encoding: base64\n\n"
          "ODU4OTkzNDU5MiBieXRlcyBjb3BpZWQsIDYxLjIgcywgMTQwIE1CL3MK\n\n____\nunsubscribe here\n",
          "[:8589934592 bytes copied, 61.2 s, 140 MB/s|][:____|unsubscribe here|]", 0);
    check("Content-Transfer-Encoding: x-uuencode\n\nsee below\nbegin 644 a.log\n#0V%T\n`\nend\n",
          "[:see below|][:Cat|]", 0);
}
END_TEST

START_TEST(whole_multiparts_that_are_encoded)
{
    check(MIXED "Content-Transfer-Encoding: quoted-printable\n\n--b\nContent-Type: text/plain\n\n"
                "bw=411\n--b\n\ntwo=\n\n--b--\n",
          "[:bw=411|][:two=|]", 0);
    check("Content-Type: multipart/mixed; boundary=\"=_b\"\n"
          "Content-Transfer-Encoding: quoted-printable\n\n--=3D_b\nContent-Type: text/plain\n\n"
          "bw=3D1\n--=3D_b--\n",
          "[:bw=1|]", 0);
    /* --b, a field, a line "in base64" and --b-- */
    check(MIXED "Content-Transfer-Encoding: base64\n\n"
                "LS1iCkNvbnRlbnQtVHlwZTogdGV4dC9wbGFpbgoKaW4gYmFzZTY0Ci0tYi0tCg==\n",
          "[:in base64|]", 0);
}
END_TEST

START_TEST(boundaries_that_are_wrong)
{
    /* none is named, or another one */
    check("Content-Type: multipart/mixed\n\nprologue\n--x\nContent-Type: text/plain\n"
          "Content-Transfer-Encoding: quoted-printable\n\nbw=3D1\n--x\n"
          "Content-Type: text/plain; name=a.log\n\ntwo\n--x--\n",
          "[:bw=1|][a.log:two|]", 0);
    check("Content-Type: multipart/mixed; boundary=other\n\n--x\nContent-Type: text/plain\n\n"
          "one\n--x--\n",
          "[:one|]", 0);
    ck_assert(!mail.is_truncated);
    check("Content-Type: multipart/mixed; boundary=\"\"\n\none\n", "[:one|]", 0);
    check(MIXED "\n--b\nContent-Type: multipart/mixed\n\ntext of it\n--b--\n", "[:text of it|]", 0);
}
END_TEST

START_TEST(boundaries_in_the_text)
{
    check(MIXED "\n--b\n\nits lines look like\n--b\nread : io=1MB, bw=2KB/s\n\nand\n--b--\n"
                "but there is more\n--b\nContent-Type: text/x-log; name=a.log\n\ntwo\n--b--\nnone\n",
          "[:its lines look like| -b|read : io=1MB, bw=2KB/s||and| -b--|but there is more|]"
          "[a.log:two|]",
          0);
    ck_assert(!mail.is_truncated);
    uint64_t offset = mail.text->streams[1].lines[0].offset;
    const char *text = arena_printf(arena, HEAD MIXED "\n--b\n\n--b\nx y\n--b\n\ntwo\n--b--\n");
    read_bytes(text, strlen(text));
    ck_assert_uint_gt(offset, 0);
    ck_assert_uint_eq(mail.text->streams[1].lines[0].offset,
                      (uint64_t)(strstr(text, "two") - text));
}
END_TEST

START_TEST(kinds_of_multiparts)
{
    check("Content-Type: multipart/digest; boundary=b\n\n--b\n\nFrom: ann@example.org\n"
          "Subject: one\n\nfirst\n--b\n\nFrom: ben@example.org\nSubject: two\n\nsecond\n--b--\n",
          "[:first|][:second|]", 0);
    check("Content-Type: multipart/signed; boundary=b\n\n--b\n\nsigned\n--b\n"
          "Content-Type: application/pgp-signature; name=signature.asc\n\nabc\n--b--\n",
          "[:signed|][signature.asc:abc|]", 0);
    check("Content-Type: multipart/related; boundary=b\n\n--b\n\nroot\n--b\n"
          "Content-Type: image/png; name=a.png\n\nabc\n--b--\n",
          "[:root|]", 0);
    /* an empty text beside the one that is meant */
    check("Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n \n"
          "--b\nContent-Type: text/csv\n\n1,2\n--b--\n",
          "[:1,2|]", 0);
}
END_TEST

START_TEST(attached_mails_that_are_encoded)
{
    check(MIXED "\n--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
                "RnJvbTogYmVuQGV4YW1wbGUub3JnClN1YmplY3Q6IGEKCmlubmVyIHRleHQK\n--b--\n",
          "[:inner text|]", 0);
}
END_TEST

START_TEST(texts_by_type_and_name)
{
    static const struct {
        const char *type;
        bool is_text;
    } rows[] = {
        {"text/plain", true},
        {"text/x-log; name=a", true},
        {"application/json", true},
        {"application/octet-stream; name=a.LOG", true},
        {"application/octet-stream; name=\"run 1.fio\"", true},
        {"application/octet-stream; name=a.json", true},
        {"application/octet-stream; name=a.md", true},
        {"application/octet-stream; name=a.csv", true},
        {"application/octet-stream; name=a.out", true},
        {"application/octet-stream; name=a.bin", false},
        {"application/octet-stream", false},
        {"image/png; name=log", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_mail(arena_printf(arena, MIXED "\n--b\nContent-Type: %s\n\nx\n--b--\n", rows[i].type));
        ck_assert_msg((mail.text->nr == 1) == rows[i].is_text, "wrong about: %s", rows[i].type);
    }
}
END_TEST

/* Gives the bytes as they are, in brackets; of a name with ".tar" twice, as two files. */
static int unpack(void *context, const char *name, const char *bytes, size_t length,
                  void (*take)(void *take_context, const char *inside, const char *bytes,
                               size_t length),
                  void *take_context)
{
    if (length > *(size_t *)context)
        return -1;
    const char *text = arena_printf(arena, "[%.*s]", (int)length, bytes);
    take(take_context, strstr(name, ".tar") ? "/d/1.txt" : "", text, strlen(text));
    if (strstr(name, ".tar"))
        take(take_context, "/2", text, strlen(text));
    return 0;
}

START_TEST(packed_attachments)
{
    const char *text = HEAD MIXED "\n--b\nContent-Type: application/x-gzip; name=a.log.gz\n"
                                  "Content-Transfer-Encoding: base64\n\nYWJj\n--b\n"
                                  "Content-Type: application/x-gzip; name=a.tar.gz\n\nx\n--b--\n";
    size_t most = 3;
    struct message_unpack hook = {unpack, &most};
    read_bytes(text, strlen(text));
    ck_assert_str_eq(lines(), "");
    ck_assert_uint_eq(diags, 2);
    for (int i = 0; i < 2; i++, most--) {
        message_read_packed(&mail, arena, text, strlen(text), "a.eml", 0, &hook, &sink);
        ck_assert_str_eq(lines(), i ? "[a.tar.gz/d/1.txt:[x]|][a.tar.gz/2:[x]|]"
                                    : "[a.log:[abc]|][a.tar.gz/d/1.txt:[x]|][a.tar.gz/2:[x]|]");
        ck_assert_uint_eq(diags, 2 + (unsigned)i);
    }
}
END_TEST

START_TEST(packed_by_type_name_and_mark)
{
    static const struct {
        const char *type, *bytes;
        bool is_packed;
    } rows[] = {
        {"application/gzip", "x", true},
        {"application/zip; name=\"the logs\"", "x", true},
        {"application/octet-stream; name=logs.ZIP", "x", true},
        {"application/octet-stream; name=run1.log.xz", "x", true},
        {"application/octet-stream; name=run1", "H4sIAA", true},
        {"application/octet-stream", "\n/Td6WFoA", true},
        {"application/octet-stream; name=a.dat", "KLUvAA", true},
        {"application/octet-stream; name=a.dat", "x", false},
        {"application/octet-stream; name=talk.odp", "UEsDBBQ", false},
        {"application/zip; name=talk.odp", "UEsDBBQ", false},
        {"application/octet-stream; name=nvme.ko.xz", "/Td6WFoA", false},
        {"application/pdf; name=a.pdf", "H4sIAA", false},
        {"image/png", "H4sIAA", false},
    };
    size_t most = 100;
    struct message_unpack hook = {unpack, &most};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = arena_printf(arena, HEAD MIXED "\n--b\nContent-Type: %s\n\n%s\n--b--\n",
                                        rows[i].type, rows[i].bytes);
        message_read_packed(&mail, arena, text, strlen(text), "a.eml", 0, &hook, &sink);
        ck_assert_msg((mail.text->nr == 1) == rows[i].is_packed, "wrong about: %s", rows[i].type);
    }
}
END_TEST

START_TEST(nul_bytes)
{
    static const char text[] = HEAD "\nbefore\n\0\0\0\nafter\n";
    read_bytes(text, sizeof text - 1);
    ck_assert_str_eq(lines(), "[:before||after|]");
    static const char parts[] = HEAD MIXED "\n--b\n\nbe\0fore\n--b\n\nafter\0\n--b--\n";
    read_bytes(parts, sizeof parts - 1);
    ck_assert_str_eq(lines(), "[:before|][:after|]");
    static const char unsplit[] = HEAD "Content-Type: multipart/mixed\n\nbefore\n\0\nafter\n";
    read_bytes(unsplit, sizeof unsplit - 1);
    ck_assert_str_eq(lines(), "[:before||after|]");
}
END_TEST

START_TEST(wide_parts)
{
    static const char text[] = HEAD "Content-Type: text/plain; charset=utf-16le\n"
                                    "Content-Transfer-Encoding: quoted-printable\n\n"
                                    "=B5=00s=00=0A=00";
    read_bytes(text, sizeof text - 1);
    ck_assert_str_eq(lines(), "[:\xc2\xb5s|]");
    ck_assert(!mail.has_false_encoding);
}
END_TEST

/* Much of everything, and each is read to its end. */
START_TEST(bounds)
{
    enum { NR = 10000, LONG = 1 << 20 };
    struct strbuf buf = STRBUF_INIT;
    for (int i = 0; i < NR; i++)
        strbuf_printf(&buf, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
    strbuf_string(&buf, "\nthe last line\n");
    read_mail(buf.text);
    ck_assert(mail.is_truncated && text_holds(mail.text, "the last line"));
    ck_assert(!text_holds(mail.text, "boundary"));

    strbuf_cut(&buf, 0);
    strbuf_string(&buf, MIXED "\n");
    for (int i = 0; i < NR; i++)
        strbuf_string(&buf, "--b\nContent-Type: text/plain\n\nx\n");
    strbuf_string(&buf, "--b\n\nthe last line\n--b--\n");
    read_mail(buf.text);
    ck_assert(mail.is_truncated && text_holds(mail.text, "the last line"));
    ck_assert(!text_holds(mail.text, "Content"));
    const struct text_stream *rest = &mail.text->streams[mail.text->nr - 1];
    const char *whole = arena_printf(arena, HEAD "%s", buf.text);
    ck_assert_uint_eq(rest->lines[rest->nr - 2].offset,
                      (uint64_t)(strstr(whole, "the last line") - whole));

    strbuf_cut(&buf, 0);
    strbuf_string(&buf, "X-Long: ");
    while (buf.length < LONG)
        strbuf_string(&buf, "some words of a field\n ");
    strbuf_string(&buf, "\nSubject: found\n\nthe text\n");
    read_mail(buf.text);
    ck_assert_str_eq(mail.subject, "found");
    ck_assert_str_eq(lines(), "[:the text|]");

    strbuf_cut(&buf, 0);
    strbuf_string(&buf, "\n");
    while (buf.length < LONG)
        strbuf_string(&buf, "one line without an end ");
    strbuf_string(&buf, "\nthe last line\n");
    read_mail(buf.text);
    ck_assert(text_holds(mail.text, "the last line"));
    strbuf_free(&buf);
}
END_TEST

START_TEST(headers_alone)
{
    check("Subject: nothing below\n", "", 0);
    ck_assert_str_eq(mail.subject, "nothing below");
    check("Subject: nothing below", "", 0);
    check(MIXED, "", 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("message_parts");
    TCase *tests = tcase_create("message_parts");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, encodings_that_are_named_twice);
    tcase_add_test(tests, what_a_list_adds_to_base64);
    tcase_add_test(tests, whole_multiparts_that_are_encoded);
    tcase_add_test(tests, boundaries_that_are_wrong);
    tcase_add_test(tests, boundaries_in_the_text);
    tcase_add_test(tests, kinds_of_multiparts);
    tcase_add_test(tests, attached_mails_that_are_encoded);
    tcase_add_test(tests, texts_by_type_and_name);
    tcase_add_test(tests, packed_attachments);
    tcase_add_test(tests, packed_by_type_name_and_mark);
    tcase_add_test(tests, nul_bytes);
    tcase_add_test(tests, wide_parts);
    tcase_add_test(tests, bounds);
    tcase_add_test(tests, headers_alone);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
