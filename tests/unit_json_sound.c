#include <string.h>

#include "parse/json_sound.h"
#include "parse/text.h"
#include "tests/t_main.h"

static bool is_sound(const char *text)
{
    return json_is_sound(text, strlen(text));
}

START_TEST(documents_are_sound)
{
    static const char *const texts[] = {
        "{}",
        "{\"a\" : 1}\n",
        "{\n  \"a\" : [1, -2.5e+3, 1E9, \"x\\\"y\", true, null, nan, -inf],\r\n\t\"b\" : {} }\n",
        "{\"a\":1}{\"b\":2}\n{\"c\":[[],[]]}",
        /* cut between two tokens */
        "{\"a\" : [ {\"b\" : 1},\n",
        "{\"a\" :",
        "{\"a\"",
        "{",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_msg(is_sound(texts[i]), "%s", texts[i]);
}
END_TEST

START_TEST(others_are_not)
{
    static const char *const texts[] = {
        "",
        " {}",
        "[1]",
        "prose",
        "> {\"a\" : 1}",
        "{\"a\" : 1}\nprose",
        "{\"a\" : 1\n> , \"b\" : 2}",
        "{\"a\" : 1,\n12:30:01 \"b\" : 2}",
        "{\"a\" : 1,\nhost: \"b\" : 2}",
        "{\"a\" : =3D}",
        "{\"a\" : \"cut\nhere\"}",
        "{\"a\" : \"cut",
        "{\"a\" : \"cut\\",
        "{\"a\" : 1,}",
        "{\"a\" : [1,]}",
        "{\"a\" : 1]",
        "{\"a\" : [1}",
        "{\"a\" 1}",
        "{\"a\" : 1 2}",
        "{\"a\" : word}",
        "{1 : 2}",
        "{, \"a\" : 1}",
        "{\"a\" : 1}}",
        "{} 1",
        "{}, {}",
        "{\"a\" : &nbsp;1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_msg(!is_sound(texts[i]), "%s", texts[i]);
}
END_TEST

START_TEST(depth_is_bounded)
{
    char text[400];
    for (size_t depth = 1; depth < 100; depth++) {
        strcpy(text, "{\"a\":");
        memset(text + 5, '[', depth);
        memset(text + 5 + depth, ']', depth);
        strcpy(text + 5 + 2 * depth, "}");
        ck_assert_int_eq(is_sound(text), depth < 64);
    }
}
END_TEST

/* Nothing is undone in such a text: what looks like leavings of a page stays. */
START_TEST(lines_stay_as_they_are)
{
    static const char bytes[] = "{\n  \"jobname\" : \"a &amp; <b>b</b>\",\n  \"io_bytes\" : 1\n}\n";
    struct arena *arena = arena_new();
    struct text *text = text_new(arena);
    text_add_part(text, bytes, sizeof bytes - 1, "", 100, true);
    ck_assert_uint_eq(text->nr, 1);
    ck_assert_uint_eq(text->streams[0].nr, 4);
    ck_assert_str_eq(text->streams[0].lines[1].at, "  \"jobname\" : \"a &amp; <b>b</b>\",");
    ck_assert_uint_eq(text->streams[0].lines[1].line, 2);
    ck_assert_uint_eq(text->streams[0].lines[1].offset, 102);
    arena_free(arena);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("json_sound");
    TCase *tests = tcase_create("json_sound");
    tcase_add_test(tests, documents_are_sound);
    tcase_add_test(tests, others_are_not);
    tcase_add_test(tests, depth_is_bounded);
    tcase_add_test(tests, lines_stay_as_they_are);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
