#include <string.h>

#include "parse/text.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

static const struct text_stream *stream_of(const struct t_parse *parse, unsigned quote)
{
    for (size_t s = 0; s < parse->text->nr; s++)
        if (parse->text->streams[s].quote == quote)
            return &parse->text->streams[s];
    ck_abort_msg("no stream of depth %u", quote);
    return NULL;
}

START_TEST(line_ends_of_any_kind)
{
    struct t_parse parse;
    t_parse_text(&parse, "one\ntwo\r\nthree\rfour\n\nsix");
    const struct text_stream *stream = stream_of(&parse, 0);
    static const struct {
        const char *text;
        unsigned long line;
        unsigned offset;
    } rows[] = {{"one", 1, 0},   {"two", 2, 4}, {"three", 3, 9},
                {"four", 3, 15}, {"", 4, 20},   {"six", 5, 21}};
    ck_assert_uint_eq(stream->nr, 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_str_eq(stream->lines[i].at, rows[i].text);
        ck_assert_uint_eq(stream->lines[i].length, strlen(rows[i].text));
        ck_assert_uint_eq(stream->lines[i].line, rows[i].line);
        ck_assert_uint_eq(stream->lines[i].offset, rows[i].offset);
        ck_assert(!stream->lines[i].is_resumed);
    }
    t_parse_free(&parse);
}
END_TEST

START_TEST(quotation_marks_are_peeled)
{
    static const struct {
        const char *line, *text;
        unsigned quote;
    } rows[] = {
        {"> a", "a", 1},
        {">a", "a", 1},
        {">> a", "a", 2},
        {"> > a", "a", 2},
        {"> >> a", "a", 3},
        {" > a", "a", 1},
        {">   a", "  a", 1},
        {">", "", 1},
        {">=64=0.0%", ">=64=0.0%", 0},
        {"> >=64=0%", ">=64=0%", 1},
        {"a > b", "a > b", 0},
        {"    > a", "    > a", 0},
        {"\t> a", "a", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse;
        t_parse_text(&parse, rows[i].line);
        ck_assert_uint_eq(parse.text->nr, 1);
        ck_assert_msg(parse.text->streams[0].quote == rows[i].quote, "depth %u of: %s",
                      parse.text->streams[0].quote, rows[i].line);
        ck_assert_str_eq(parse.text->streams[0].lines[0].at, rows[i].text);
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(depths_are_streams_of_their_own)
{
    struct t_parse parse;
    t_parse_text(&parse, "mine\n> yours\n\n> yours too\nmine again\nand more\n> last\n");
    const struct text_stream *mine = stream_of(&parse, 0), *yours = stream_of(&parse, 1);
    ck_assert_uint_eq(parse.text->nr, 2);
    ck_assert_uint_eq(mine->nr, 3);
    /* the blank line lost its mark */
    ck_assert_uint_eq(yours->nr, 4);
    ck_assert_str_eq(yours->lines[2].at, "yours too");
    ck_assert(!mine->lines[0].is_resumed && mine->lines[1].is_resumed);
    ck_assert(!mine->lines[2].is_resumed);
    /* the first line of a stream resumes nothing */
    ck_assert(!yours->lines[0].is_resumed && !yours->lines[1].is_resumed);
    ck_assert(yours->lines[3].is_resumed);
    t_parse_free(&parse);
}
END_TEST

START_TEST(quotation_has_a_depth_limit)
{
    char line[400];
    struct t_parse parse;
    memset(line, '>', sizeof line);
    line[sizeof line - 1] = '\0';
    t_parse_text(&parse, line);
    ck_assert_uint_eq(parse.text->streams[0].quote, 20);
    t_parse_free(&parse);
}
END_TEST

START_TEST(bytes_are_cleaned)
{
    static const char bytes[] = "a\xc2\xa0"
                                "b\0c \t\n  \t x\xc2";
    struct t_parse parse;
    t_parse_text(&parse, "");
    ck_assert_uint_eq(parse.text->nr, 0);
    text_add_part(parse.text, bytes, sizeof bytes - 1, "part.txt", 100, false);
    const struct text_stream *stream = &parse.text->streams[0];
    ck_assert_str_eq(stream->part, "part.txt");
    ck_assert_uint_eq(stream->nr, 2);
    ck_assert_str_eq(stream->lines[0].at, "a bc");
    ck_assert_str_eq(stream->lines[1].at, "  \t x\xc2");
    ck_assert_uint_eq(stream->lines[1].indent, 9);
    /* offsets of an encoded part are those of the part */
    ck_assert_uint_eq(stream->lines[1].offset, 100);
    t_parse_free(&parse);
}
END_TEST

START_TEST(separators_start_sections)
{
    struct t_parse parse;
    t_parse_text(&parse, "a\n-------------- next part --------------\nb\n"
                         "-- next part --\n--- the next part of it\n");
    ck_assert_uint_eq(parse.text->nr, 2);
    ck_assert_uint_ne(parse.text->streams[0].section, parse.text->streams[1].section);
    ck_assert_uint_eq(parse.text->streams[0].nr, 2);
    ck_assert_int_eq(parse.text->streams[0].lines[1].class, LINE_FOOTER);
    ck_assert_uint_eq(parse.text->streams[1].nr, 3);
    text_add_part(parse.text, "c", 1, "c.txt", 0, true);
    ck_assert_uint_eq(parse.text->nr, 3);
    t_parse_free(&parse);
}
END_TEST

START_TEST(long_lines_are_cut)
{
    enum { LONG = 200000 };
    char *line = malloc(LONG + 3);
    struct t_parse parse;
    memset(line, 'x', LONG);
    memcpy(line + LONG, "\nb", 3);
    t_parse_text(&parse, line);
    ck_assert_uint_eq(parse.text->streams[0].nr, 2);
    ck_assert_uint_eq(parse.text->streams[0].lines[0].length, 1 << 16);
    ck_assert_str_eq(parse.text->streams[0].lines[1].at, "b");
    t_parse_free(&parse);
    free(line);
}
END_TEST

START_TEST(lines_are_looked_up_and_joined)
{
    struct t_parse parse;
    t_parse_text(&parse, "one,\n | | \n  two\nthree\n\n");
    const struct text_stream *stream = stream_of(&parse, 0);
    ck_assert(!text_is_blank(&stream->lines[0]) && text_is_blank(&stream->lines[1]));
    ck_assert_uint_eq(text_next(stream, 0), 2);
    ck_assert_uint_eq(text_next(stream, 3), stream->nr);
    ck_assert_uint_eq(text_next(stream, stream->nr), stream->nr);
    ck_assert_uint_eq(text_next(stream, (size_t)-1), 0);
    ck_assert_str_eq(text_join(parse.text, stream, 2, 2), "  two three");
    ck_assert_str_eq(text_join(parse.text, stream, 3, 9), "three ");
    ck_assert(text_holds(parse.text, "hre") && !text_holds(parse.text, "two three"));
    t_parse_free(&parse);
}
END_TEST

START_TEST(lines_are_bounded)
{
    enum { BLANK = 100000 };
    struct arena *arena = arena_new();
    struct text *text = text_new(arena);
    size_t length = 200000;
    char *bytes = arena_alloc(arena, length);
    /* Of many blank lines only the first stay; the others keep their numbers. */
    memset(bytes, '\n', BLANK);
    memcpy(bytes + BLANK, "end\n", 4);
    text_add_part(text, bytes, BLANK + 4, "", 0, true);
    ck_assert_uint_lt(text->streams[0].nr, 2000);
    ck_assert_uint_eq(text->streams[0].lines[text->streams[0].nr - 1].line, BLANK + 1);
    ck_assert(!text->is_full);
    for (size_t i = 0; i < length / 2; i++)
        memcpy(bytes + 2 * i, "a\n", 2);
    text->lines = TEXT_MOST_LINES - 1000; /* as if there were so many */
    text_add_part(text, bytes, length / 2 * 2, "b", 0, true);
    ck_assert(text->is_full);
    ck_assert_uint_eq(text->lines, TEXT_MOST_LINES);
    text_add_part(text, bytes, 2, "c", 0, true);
    ck_assert_uint_eq(text->lines, TEXT_MOST_LINES);
    arena_free(arena);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, line_ends_of_any_kind);
    tcase_add_test(tests, quotation_marks_are_peeled);
    tcase_add_test(tests, depths_are_streams_of_their_own);
    tcase_add_test(tests, quotation_has_a_depth_limit);
    tcase_add_test(tests, bytes_are_cleaned);
    tcase_add_test(tests, separators_start_sections);
    tcase_add_test(tests, long_lines_are_cut);
    tcase_add_test(tests, lines_are_bounded);
    tcase_add_test(tests, lines_are_looked_up_and_joined);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
