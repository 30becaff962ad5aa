#include <archive.h>
#include <archive_entry.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "parse/source.h"
#include "record/memory.h"
#include "tests/t_main.h"
#include "tests/t_source.h"

#define PACK(format, options, planned)                                                             \
    source_pack(archive_write_set_format_##format, options, planned,                               \
                sizeof(planned) / sizeof *(planned))

START_TEST(large_files_are_whole)
{
    size_t length = ((size_t)5 << 20) + 17;
    char *text = source_long_text(length), expected[100];
    source_plant("large", text, length);
    source_look_anew("large");
    snprintf(expected, sizeof expected, "large!~:%zu/%08lx ", length,
             crc32(0, (const Bytef *)text, (uInt)length));
    ck_assert_str_eq(seen.documents.text, expected);
    source_gzip(text, length);
    source_plant_packed("large.gz");
    source_look_anew("large.gz");
    snprintf(expected, sizeof expected, "large.gz!~:%zu/%08lx ", length,
             crc32(0, (const Bytef *)text, (uInt)length));
    ck_assert_str_eq(seen.documents.text, expected);
    struct source_planned planned[] = {{"a", "1", 0, 0}, {"b", text, 0, 0}, {"c", "2", 0, 0}};
    PACK(zip, NULL, planned);
    source_plant_packed("large.zip");
    source_look_anew("large.zip");
    snprintf(expected, sizeof expected, "large.zip/a:1 large.zip/b~:%zu/%08lx large.zip/c:2 ",
             length, crc32(0, (const Bytef *)text, (uInt)length));
    ck_assert_str_eq(seen.documents.text, expected);
    free(text);
}
END_TEST

START_TEST(names_are_labels)
{
    static const struct source_planned planned[] = {
        {"/etc/abs", "1", 0, 0},
        {"../../up", "2", 0, 0},
        {"./here/x", "3", 0, 0},
        {"link", NULL, AE_IFLNK, 0},
        {"tty", NULL, AE_IFCHR, 0},
        {"folder", NULL, AE_IFDIR, 0},
        {"a/.hidden", "no", 0, 0},
        {".git/HEAD", "no", 0, 0},
        {"__MACOSX/a", "no", 0, 0},
        {"a/._b", "no", 0, 0},
        {"esc\033[31m\nx", "4", 0, 0},
        {"latin\xe9", "5", 0, 0},
        {"utf\xc3\xa9", "6", 0, 0},
    };
    PACK(gnutar, NULL, planned);
    source_plant_packed("names.tar");
    source_look_anew("names.tar");
    ck_assert_str_eq(seen.documents.text,
                     "names.tar/etc/abs:1 names.tar/up:2 names.tar/here/x:3 "
                     "names.tar/esc?[31m?x:4 names.tar/latin?:5 names.tar/utf\xc3\xa9:6 ");
    ck_assert_str_eq(seen.said.text, "");
}
END_TEST

START_TEST(forms_are_told_by_content)
{
    static const struct source_planned planned[] = {{"a", "one", 0, 0}, {"bin", "\x7f" "ELF\1\1\1\2\3", 0, 0}};
    static int (*const formats[])(struct archive *) = {
        archive_write_set_format_ustar,     archive_write_set_format_pax,
        archive_write_set_format_v7tar,     archive_write_set_format_zip,
        archive_write_set_format_cpio_newc, archive_write_set_format_cpio,
        archive_write_set_format_7zip,
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        source_pack(formats[i], NULL, planned, 2);
        source_plant_packed("form.txt");
        source_look_anew("form.txt");
        ck_assert_msg(!strcmp(seen.documents.text, "form.txt/a:one "), "%zu: %s", i,
                      seen.documents.text);
        ck_assert_str_eq(seen.said.text, "(note) form.txt/bin: is no text|");
    }
    /* Texts that begin as something packed does. */
    static const char *const texts[] = {"BZh is no head", "070707 a text", "PK\n", "7z"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        source_plant_text("text.gz", texts[i]);
        source_look_anew("text.gz");
        ck_assert_ptr_nonnull(strstr(seen.documents.text, texts[i]));
    }
}
END_TEST

START_TEST(depth_is_limited)
{
    char expected[100];
    struct source_planned planned[] = {{"x", "deep", 0, 0}};
    PACK(ustar, NULL, planned);
    for (int depth = 1;; depth++) {
        source_plant("deep", source_packed.text, source_packed.length);
        source_look_anew("deep");
        if (depth > 2 * SOURCE_DEPTH)
            break;
        snprintf(expected, sizeof expected, "deep%.*s:deep ", 2 * depth, "/x/x/x/x/x/x/x/x/x");
        ck_assert_str_eq(seen.documents.text, expected);
        planned[0].length = source_packed.length;
        planned[0].text = strbuf_take(&source_packed);
        PACK(ustar, NULL, planned);
        free((char *)(uintptr_t)planned[0].text);
    }
    strbuf_free(&source_packed);
    ck_assert_str_eq(seen.documents.text, "");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "is packed more than 4 times over"));
    ck_assert_uint_eq(seen.count.skipped, 1);
}
END_TEST

START_TEST(gzip_of_several_members)
{
    source_gzip("one, ", 5);
    source_gzip("", 0);
    source_gzip("two", 3);
    strbuf_add(&source_packed, "\0\0\0", 3);
    source_plant_packed("members.gz");
    source_look_anew("members.gz");
    ck_assert_str_eq(seen.documents.text, "members.gz!:one, two ");
    ck_assert_str_eq(seen.said.text, "");
    source_gzip("one", 3);
    strbuf_string(&source_packed, "garbage");
    source_plant_packed("members.gz");
    source_look_anew("members.gz");
    ck_assert_str_eq(seen.documents.text, "members.gz!:one ");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "followed by bytes that gzip did not write"));
    ck_assert_uint_eq(seen.count.damaged, 0);
}
END_TEST

START_TEST(damage_of_gzip_is_said)
{
    source_gzip("first line\nsecond line\n", 23);
    size_t length = source_packed.length;
    source_packed.text[length - 6] ^= 1; /* of the checksum */
    source_plant("sum.gz", source_packed.text, length);
    source_look_anew("sum.gz");
    ck_assert_str_eq(seen.documents.text, "sum.gz!:first line\nsecond line\n ");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "its checksum is not that of its content"));
    ck_assert_uint_eq(seen.count.damaged, 1);
    strbuf_free(&source_packed);
    char *text = source_long_text(20000);
    source_gzip(text, 20000);
    source_plant("cut.gz", source_packed.text, source_packed.length / 2);
    strbuf_free(&source_packed);
    source_look_anew("cut.gz");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "cut.gz: is cut"));
    ck_assert_uint_eq(seen.count.damaged, 1);
    /* What is there is given, up to the last whole line. */
    ck_assert_uint_gt(seen.longest, 8000);
    ck_assert_uint_eq(seen.longest % 61, 0);
    free(text);
}
END_TEST

START_TEST(damage_costs_no_neighbours)
{
    struct source_planned planned[] = {{"a", "one\n", 0, 0}, {"b.gz", "\x1f\x8b\x08 nonsense", 0, 0},
                                {"c", "two", 0, 0}};
    PACK(ustar, NULL, planned);
    source_plant("some.tar", source_packed.text, source_packed.length);
    source_look_anew("some.tar");
    ck_assert_str_eq(seen.documents.text, "some.tar/a:one\n some.tar/c:two ");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "some.tar/b.gz: is damaged (gzip)"));
    source_plant("some.tar", source_packed.text, 700);
    source_look_anew("some.tar");
    ck_assert_str_eq(seen.documents.text, "some.tar/a:one\n ");
    ck_assert_ptr_nonnull(strstr(seen.said.text, "some.tar/a: is damaged"));
    ck_assert_uint_eq(seen.count.damaged, 1);
    strbuf_free(&source_packed);
}
END_TEST

START_TEST(encrypted_entries_are_named)
{
    static const struct source_planned planned[] = {{"a", "one", 0, 0}, {"b", "two", 0, 0}};
    PACK(zip, "zip:encryption=zipcrypt", planned);
    source_plant_packed("secret.zip");
    source_look_anew("secret.zip");
    ck_assert_str_eq(seen.documents.text, "");
    ck_assert_str_eq(seen.said.text, "secret.zip/a: is encrypted: not read|"
                                     "secret.zip/b: is encrypted: not read|");
    ck_assert_uint_eq(seen.count.skipped, 2);
}
END_TEST

START_TEST(bombs_are_cut)
{
    size_t length = ((size_t)64 << 20) + ((size_t)8 << 20);
    char *text = memory_resize(NULL, length + 1, 1);
    for (size_t i = 0; i < length; i++)
        text[i] = i % 64 ? 'a' : '\n';
    text[length] = '\0';
    struct source_planned planned[] = {{"a", "one", 0, 0}, {"bomb", text, 0, 0}, {"c", "two", 0, 0}};
    PACK(zip, NULL, planned);
    source_plant_packed("bomb.zip");
    source_look_anew("bomb.zip");
    ck_assert_ptr_nonnull(strstr(seen.documents.text, "bomb.zip/a:one bomb.zip/bomb~:"));
    ck_assert_ptr_nonnull(strstr(seen.documents.text, "# bomb.zip/c:two "));
    ck_assert_ptr_nonnull(strstr(seen.said.text, "bomb.zip/bomb: unpacks to more than 200 times"));
    ck_assert_uint_le(seen.longest, SOURCE_EXPANDED);
    ck_assert_uint_gt(seen.longest, SOURCE_EXPANDED - ((size_t)1 << 20));
    ck_assert_uint_eq(seen.count.skipped, 1);
    free(text);
}
END_TEST

START_TEST(nothing_in_an_archive)
{
    source_pack(archive_write_set_format_ustar, NULL, NULL, 0);
    source_plant_packed("empty.tar");
    source_look_anew("empty.tar");
    source_pack(archive_write_set_format_zip, NULL, NULL, 0);
    source_plant_packed("empty.zip");
    source_look_anew("empty.zip");
    ck_assert_str_eq(seen.documents.text, "");
    ck_assert_str_eq(seen.said.text, "empty.zip: holds no file|");
    source_gzip("", 0);
    source_plant_packed("empty.gz");
    source_look_anew("empty.gz");
    ck_assert_str_eq(seen.documents.text, "empty.gz!: ");
}
END_TEST

START_TEST(take_can_stop)
{
    static const struct source_planned planned[] = {{"a", "1", 0, 0}, {"b", "2", 0, 0}, {"c", "3", 0, 0}};
    PACK(ustar, NULL, planned);
    source_plant_packed("stop.tar");
    seen.stop_after = 2;
    ck_assert_int_eq(source_look(&seen, "stop.tar"), -1);
    ck_assert_str_eq(seen.documents.text, "stop.tar/a:1 stop.tar/b:2 ");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("source_packed");
    TCase *tests = tcase_create("source_packed");
    tcase_add_checked_fixture(tests, source_set_up, source_tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, large_files_are_whole);
    tcase_add_test(tests, names_are_labels);
    tcase_add_test(tests, forms_are_told_by_content);
    tcase_add_test(tests, depth_is_limited);
    tcase_add_test(tests, gzip_of_several_members);
    tcase_add_test(tests, damage_of_gzip_is_said);
    tcase_add_test(tests, damage_costs_no_neighbours);
    tcase_add_test(tests, encrypted_entries_are_named);
    tcase_add_test(tests, bombs_are_cut);
    tcase_add_test(tests, nothing_in_an_archive);
    tcase_add_test(tests, take_can_stop);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
