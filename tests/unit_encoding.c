#include <string.h>

#include "parse/encoding.h"
#include "tests/t_main.h"

START_TEST(quoted_printable)
{
    static const struct {
        const char *text;
        bool is_true;
    } rows[] = {
        {"", true},
        {"no sign at all\n", true},
        {"iops=3D243 , runt=3D600601msec\n", true},
        {"a long line is=\nbroken softly=\r\n", true},
        {"blanks behind the break=  \t\nwere added\n", true},
        {"the end=", true},
        {"small hex =c3=a4\n", true},
        {"dd if=/dev/zero of=x bs=1M\n", false},
        {"dd if=/dev/sdb count=100\n", false},
        {"runt=1Fmsec\n", false},
        {"=1b[0m\n", true},
        /* hex digits all of them, and yet no encoding */
        {"bs=64k iodepth=32\n", false},
        {"READ: bw=38912, iops=243\n", false},
        {"iops=243\n", false},
        {"bs=64k would be written bs=3D64k\n", true},
        {"numjobs=24 and a soft break=\n here\n", true},
        {"=46rom me =2E\n", true},
        {"don=27t, 100=24\n", true},
        {"one digit is cut=4", false},
        {"=G0\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(encoding_is_quoted_printable(rows[i].text, strlen(rows[i].text), false) ==
                          rows[i].is_true,
                      "wrong about: %s", rows[i].text);
}
END_TEST

START_TEST(base64)
{
    static const struct {
        const char *text;
        bool is_true;
    } rows[] = {
        {"", true},
        {"cmVhZCA6IGlvPTIyODIuOE1C\r\nLCBidz0zODkxLjJLQi9z\r\n", true},
        {"cmVhZA==\n", true},
        {"  cmVhZA==  \n\n", true},
        {"two words\n", false},
        {"read : io=2282.8MB, bw=3891.2KB/s\n", false},
        {"a,b,c,d,e\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(encoding_is_base64(rows[i].text, strlen(rows[i].text)) == rows[i].is_true,
                      "wrong about: %s", rows[i].text);
}
END_TEST

/* One strange byte in twenty is taken for damage, two are not. */
START_TEST(base64_may_be_damaged)
{
    ck_assert(encoding_is_base64("abcdefghijklmnopqrs?", 20));
    ck_assert(!encoding_is_base64("abcdefghijklmnopqr??", 20));
}
END_TEST

START_TEST(wide_characters)
{
    static const char text[] = "=FF=FEi=00o=00==00\n";
    ck_assert(!encoding_is_quoted_printable(text, sizeof text - 1, false));
    ck_assert(!encoding_is_quoted_printable("i=00o=00", 8, false));
    ck_assert(encoding_is_quoted_printable("i=00o=00", 8, true));
}
END_TEST

START_TEST(names)
{
    static const struct {
        const char *label;
        enum encoding encoding;
    } rows[] = {
        {"base64", ENCODING_BASE64},
        {"BASE-64", ENCODING_BASE64},
        {" Quoted-Printable (all of it)", ENCODING_QUOTED_PRINTABLE},
        {"\"quoted-printable\"; x", ENCODING_QUOTED_PRINTABLE},
        {"X-UUencode", ENCODING_UUENCODE},
        {"x-uue", ENCODING_UUENCODE},
        {"yEnc", ENCODING_YENC},
        {"7bit", ENCODING_NONE},
        {"8bit", ENCODING_NONE},
        {"base65", ENCODING_NONE},
        {"", ENCODING_NONE},
        {"base64base64base64base64base64base64base64base64", ENCODING_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(encoding_named(rows[i].label) == rows[i].encoding, "wrong about: %s",
                      rows[i].label);
}
END_TEST

/* Returns what the text gives: what stands before, [what is decoded], what stands behind;
 * NULL where the label is false. */
static const char *decoded(struct arena *arena, enum encoding encoding, const char *text)
{
    struct encoding_span span;
    size_t length = strlen(text), size;
    if (!encoding_find(encoding, text, length, false, &span))
        return NULL;
    ck_assert_uint_le(span.first + span.length, length);
    const char *inside =
        encoding_decode(arena, encoding, text + span.first, span.length, &size);
    return arena_printf(arena, "%.*s[%.*s]%s", (int)span.first, text, (int)size, inside,
                        text + span.first + span.length);
}

START_TEST(what_is_encoded)
{
    static const struct {
        enum encoding encoding;
        const char *text, *decoded;
    } rows[] = {
        {ENCODING_NONE, "a=3D", "[a=3D]"},
        {ENCODING_QUOTED_PRINTABLE, "bw=3D1=  \r\n2=c2=B5\n", "[bw=12\xc2\xb5\n]"},
        {ENCODING_QUOTED_PRINTABLE, "bs=1M", NULL},
        {ENCODING_BASE64, "Ync9Mzgg\r\ncnVudD0xCg==\r\n", "[bw=38 runt=1\n]"},
        /* below it what a list adds */
        {ENCODING_BASE64,
         "ODU4OTkzNDU5MiBieXRlcyBjb3BpZWQsIDYxLjIgcywgMTQwIE1CL3MK\n\n____\nread more\n",
         "[8589934592 bytes copied, 61.2 s, 140 MB/s\n]____\nread more\n"},
        {ENCODING_BASE64, "short\nand plain, with blanks\n", NULL},
        {ENCODING_UUENCODE, "see:\nbegin 644 a.log\n#0V%T\n`\nend\nso\n", "see:\n[Cat]so\n"},
        {ENCODING_UUENCODE, "begin 644 times with it\nand this line is none\n", NULL},
        {ENCODING_UUENCODE, "plain\n", NULL},
        {ENCODING_YENC, "=ybegin line=128 size=3 name=a\n\x6b\x8c\x8d\n=yend size=3\nso\n",
         "[Abc]so\n"},
        {ENCODING_YENC, "plain\n", NULL},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_pstr_eq(decoded(arena, rows[i].encoding, rows[i].text), rows[i].decoded);
    arena_free(arena);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("encoding");
    TCase *tests = tcase_create("encoding");
    tcase_add_test(tests, quoted_printable);
    tcase_add_test(tests, base64);
    tcase_add_test(tests, base64_may_be_damaged);
    tcase_add_test(tests, wide_characters);
    tcase_add_test(tests, names);
    tcase_add_test(tests, what_is_encoded);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
