#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/diag.h"
#include "tests/t_main.h"

/* Prints diag; the text lives until the next call. */
static const char *printed(const struct diag *diag)
{
    static char text[2000];
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(out);
    diag_print(out, "iodelta-x", diag);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

START_TEST(parts_are_printed_where_they_are_set)
{
    struct diag diag;
    diag_set(&diag, DIAG_WARN, "a.txt", 12, "do that", "is %d of %s", 3, "four");
    ck_assert_int_eq(diag.level, DIAG_WARN);
    ck_assert_str_eq(printed(&diag), "iodelta-x: a.txt:12: is 3 of four; do that\n");
    diag_set(&diag, DIAG_NOTE, "a.txt", 0, NULL, "text");
    ck_assert_str_eq(printed(&diag), "iodelta-x: a.txt: text\n");
    diag_set(&diag, DIAG_NOTE, NULL, 7, "", "text");
    ck_assert_str_eq(printed(&diag), "iodelta-x: text\n");
}
END_TEST

START_TEST(levels_are_ordered)
{
    ck_assert(DIAG_NOTE < DIAG_WARN && DIAG_WARN < DIAG_SKIP && DIAG_SKIP < DIAG_FATAL);
}
END_TEST

START_TEST(terminals_are_not_steered)
{
    static const struct {
        const char *raw, *shown;
    } rows[] = {
        {"a\x1b[31mb", "a?[31mb"},
        {"a\r\nb\tc\x7f", "a??b?c?"},
        {"\xc2\x9b" "31m", "??31m"},      /* CSI as U+009B */
        {"\x9b" "31m", "?31m"},           /* and as a byte */
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"\xc2\xa0", "\xc2\xa0"},         /* the first that is no control character */
        {"\xc0\xaf\xe0\x80\xaf", "?????"}, /* overlong */
        {"\xed\xa0\x80", "???"},          /* a surrogate */
        {"\xf4\x90\x80\x80\xff", "?????"},
        {"\xe2\x80\xae" "x\xe2\x81\xa6y\xe2\x80\xa8", "???x???y???"}, /* U+202E, U+2066, U+2028 */
        {"\xe2\x80\xa6\xe2\x81\x9f", "\xe2\x80\xa6\xe2\x81\x9f"},     /* their neighbours */
        {"\xe2\x82", "??"},
        {"\xe2(", "?("},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diag diag;
        char expected[400];
        diag_set(&diag, DIAG_WARN, rows[i].raw, 0, rows[i].raw, "%s", rows[i].raw);
        snprintf(expected, sizeof expected, "iodelta-x: %s: %s; %s\n", rows[i].shown, rows[i].shown,
                 rows[i].shown);
        ck_assert_str_eq(printed(&diag), expected);
    }
}
END_TEST

/* Whole characters of two, three and four bytes, from every start. */
START_TEST(long_texts_are_cut_between_characters)
{
    static const char *const characters[] = {"x", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    for (size_t c = 0; c < sizeof characters / sizeof *characters; c++) {
        for (size_t start = 0; start < 5; start++) {
            char text[3000] = "";
            struct diag diag;
            memset(text, '.', start);
            for (size_t i = 0; i < 600; i++)
                memcpy(text + start + i * strlen(characters[c]), characters[c],
                       strlen(characters[c]));
            diag_set(&diag, DIAG_WARN, text, 0, text, "%s", text);
            ck_assert_uint_lt(strlen(diag.path), sizeof diag.path);
            ck_assert_uint_ge(strlen(diag.path), sizeof diag.path - 4);
            ck_assert_uint_ge(strlen(diag.mend), sizeof diag.mend - 4);
            ck_assert_uint_ge(strlen(diag.text), sizeof diag.text - 4);
            ck_assert_ptr_null(strchr(printed(&diag), '?'));
        }
    }
}
END_TEST

START_TEST(invalid_bytes_are_cut_as_well)
{
    char text[1000];
    struct diag diag;
    memset(text, 0x80, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    diag_set(&diag, DIAG_WARN, text, 0, text, "%s", text);
    ck_assert_uint_lt(strlen(diag.path), sizeof diag.path);
    ck_assert_ptr_nonnull(strstr(printed(&diag), "???"));
}
END_TEST

static void take(void *context, const struct diag *diag)
{
    *(enum diag_level *)context = diag->level;
}

START_TEST(sinks_take)
{
    enum diag_level level = DIAG_NOTE;
    struct diag_sink sink = {take, &level}, none = {NULL, NULL};
    struct diag diag;
    diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "x");
    diag_report(&sink, &diag);
    ck_assert_int_eq(level, DIAG_FATAL);
    diag_report(&none, &diag);
    diag_report(NULL, &diag);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("diag");
    TCase *cases = tcase_create("diag");
    tcase_add_test(cases, parts_are_printed_where_they_are_set);
    tcase_add_test(cases, levels_are_ordered);
    tcase_add_test(cases, terminals_are_not_steered);
    tcase_add_test(cases, long_texts_are_cut_between_characters);
    tcase_add_test(cases, invalid_bytes_are_cut_as_well);
    tcase_add_test(cases, sinks_take);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
