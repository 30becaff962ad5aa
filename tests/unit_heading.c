#include <stdio.h>
#include <string.h>

#include "parse/heading.h"
#include "parse/line_class.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define FIGURES "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"

static struct t_parse parse;
static struct headings headings;

static void find(const char *plain)
{
    tear_down();
    t_parse_tools(&parse, plain);
    line_class_settle(parse.text);
    headings = (struct headings){0};
    heading_find(&parse.text->streams[0], parse.arena, &headings);
    heading_settle_depths(&parse.text->streams[0], &headings);
}

struct row {
    const char *lines; /* above the figures */
    const char *text;  /* NULL: no heading */
};

/* Checks that the first heading above the figures is of that kind and text. */
static void check(enum heading_kind kind, const struct row *rows, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        char plain[600];
        snprintf(plain, sizeof plain, "%s\n" FIGURES, rows[i].lines);
        find(plain);
        if (!rows[i].text) {
            ck_assert_msg(headings.nr == 0, "heading %s of: %s",
                          headings.nr ? headings.at[0].text : "", rows[i].lines);
            continue;
        }
        ck_assert_msg(headings.nr > 0, "no heading: %s", rows[i].lines);
        ck_assert_str_eq(headings.at[0].text, rows[i].text);
        ck_assert_int_eq(heading_rule(headings.at[0].kind), heading_rule(kind));
    }
}
#define CHECK(kind, rows) check(kind, rows, sizeof rows / sizeof rows[0])

START_TEST(marked_up)
{
    static const struct row markdown[] = {
        {"## ext4, direct", "ext4, direct"}, {"# Baseline #", "Baseline"}, {"###### deep", "deep"}};
    static const struct row underlined[] = {{"LSI controller\n==============", "LSI controller"},
                                            {"LSI\n~~~", "LSI"}};
    static const struct row boxed[] = {{"*** virtio ***", "virtio"},
                                       {"=== virtio ===", "virtio"},
                                       {"**Unpatched**", "Unpatched"},
                                       {"--- virtio", "virtio"}};
    static const struct row numbered[] = {
        {"1. Read-ahead 256", "Read-ahead 256"}, {"2) noop", "noop"}, {"(a) noop", "noop"}};
    CHECK(HEADING_MARKDOWN, markdown);
    CHECK(HEADING_UNDERLINED, underlined);
    CHECK(HEADING_BOXED, boxed);
    CHECK(HEADING_NUMBERED, numbered);
}
END_TEST

START_TEST(plain)
{
    static const struct row pair[] = {{"Before", "Before"},
                                      {"With the patch:", "With the patch"},
                                      {"Results without cache", "Results without cache"},
                                      {"after applying both:", "after applying both"},
                                      {"vanilla", "vanilla"}};
    static const struct row colon[] = {{"RAID10:", "RAID10"},
                                       {"NVMe as host storage:", "NVMe as host storage"},
                                       {"xfs :-", "xfs"},
                                       /* letters of other scripts, and the colon of Asia */
                                       {"\xd0\x94\xd0\xb8\xd1\x81\xd0\xba:",
                                        "\xd0\x94\xd0\xb8\xd1\x81\xd0\xba"},
                                       {"\xe7\xa3\x81\xe7\x9b\x98\xef\xbc\x9a",
                                        "\xe7\xa3\x81\xe7\x9b\x98"},
                                       {"\xe2\x94\x80\xe2\x94\x80:", NULL}};
    static const struct row marked[] = {{"@ linux 2.6.38", "linux 2.6.38"},
                                        {"* deadline", "deadline"}};
    static const struct row bare[] = {{"NoCache", "NoCache"},
                                      {"SCSI disk via LSI", "SCSI disk via LSI"},
                                      {"NoCache\n", "NoCache"}};
    CHECK(HEADING_PAIR, pair);
    CHECK(HEADING_COLON, colon);
    CHECK(HEADING_MARKED, marked);
    CHECK(HEADING_BARE, bare);
}
END_TEST

START_TEST(what_machines_wrote_is_none)
{
    static const struct row rows[] = {{"[sudo] password for ann:", NULL},
                                      {"Password:", NULL},
                                      {".. code:: sh\n", NULL},
                                      {"```shell=", NULL},
                                      {"fi\n", NULL},
                                      {"ls -l \"$file\".gz", NULL},
                                      {"Qz7Kp+txecLeV67NVjGy0w==", NULL},
                                      {"TID  PRIO  USER  DISK READ  COMMAND", NULL},
                                      {"MB/sec\n", NULL},
                                      {"ann@north:~/dir", NULL}};
    CHECK(HEADING_BARE, rows);
    /* a fence with the name of a language underlines nothing */
    find("first disk\n~~~console\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 1);
    ck_assert_int_eq(heading_rule(headings.at[0].kind), LABEL_HEADING_BARE);
}
END_TEST

START_TEST(ends_of_sentences)
{
    static const struct row rows[] = {
        {"Then the same thing was done again on the resulting drbd device:",
         "resulting drbd device"},
        {"It is the same job as before, repeated many times without barriers:",
         "without barriers"},
        /* wrapped behind the word that begins the end */
        {"We ran the same thing once more on the\nvery same old machine:",
         "very same old machine"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "Some words stood here, and more.\n%s\n" FIGURES,
                 rows[i].lines);
        find(text);
        ck_assert_uint_eq(headings.nr, 1);
        ck_assert_int_eq(heading_rule(headings.at[0].kind), LABEL_HEADING_SENTENCE);
        ck_assert_str_eq(headings.at[0].text, rows[i].text);
    }
}
END_TEST

START_TEST(titles_may_be_wrapped)
{
    static const struct row rows[] = {
        {"A table, and the line of that machine with another name for the same\nrun:",
         "A table, and the line of that machine with another name for the same run"},
        /* there was room for more, or a line above */
        {"A table, and the line of that machine with\nanother name:", NULL},
        {"Here.\nA table, and the line of that machine with another name as it was the\nrun:", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "Some words stood here, and more.\n\n%s\n" FIGURES,
                 rows[i].lines);
        find(text);
        bool is_whole = headings.nr == 1 && rows[i].text &&
                        !strcmp(headings.at[0].text, rows[i].text);
        ck_assert_msg(is_whole == (rows[i].text != NULL), "row %zu: %zu, %s", i, headings.nr,
                      headings.nr ? headings.at[0].text : "");
        for (size_t k = 0; !rows[i].text && k < headings.nr; k++)
            ck_assert(!strstr(headings.at[k].text, "A table"));
    }
}
END_TEST

START_TEST(short_paragraphs_above_a_command)
{
    find("It was slow.\n\nSecond case when the driver forces requests to be of half the size\n"
         "(128 instead of 256). Now it runs on\n$ dd if=a of=b\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 1);
    ck_assert_int_eq(heading_rule(headings.at[0].kind), LABEL_HEADING_LEAD);
    ck_assert_str_eq(headings.at[0].text, "Second case when the driver forces requests to be of "
                                          "half the size (128 instead of 256)");
    /* one line may be long as well, but only there */
    find("The runs of today, one after the other, on a clean 5.3\n$ dd if=a of=b\n");
    ck_assert_uint_eq(headings.nr, 1);
    find("The runs of today, one after the other, on a clean 5.3\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 0);
    /* the author speaks, or tells a result */
    find("Now I took the disk out and ran it once\nmore here\n$ dd if=a of=b\n");
    ck_assert_uint_eq(headings.nr, 0);
    find("Then it gave 120 MB/s where it had been\nslower before that day\n$ dd if=a of=b\n");
    ck_assert_uint_eq(headings.nr, 0);
    find("The disk is old and has seen many hours of\nrunning\n$ dd if=a of=b\n");
    ck_assert_uint_eq(headings.nr, 0);
}
END_TEST

START_TEST(lines_that_are_no_headings)
{
    static const struct row rows[] = {
        {"Results:", NULL},
        {"Thanks,", NULL},
        {"I ran it:", NULL},
        {"Here we see:", NULL},
        {"Ann wrote:", NULL},
        {"On Tue, Ann wrote:", NULL},
        {"See https://example.org/x:", NULL},
        {"This is a whole sentence.", NULL},
        {"[  123.456] sda: sda1", NULL},
        {"Signed-off-by: Ann O <ann@example.org>", NULL},
        {"====", NULL},
        {"Network: 940 Mbit/s", NULL},
        {"RAM speed: 12 GB/s.", NULL},
        {"[a]\nrw=read", NULL},
        {"This line of text is far too long to be a heading that stands on its own up here", NULL},
        {"one line of running text, which\ngoes on here.", NULL},
    };
    CHECK(HEADING_BARE, rows);
}
END_TEST

START_TEST(headings_lead_to_figures)
{
    find("NoCache\n\nThis was a paragraph.\nIt goes on.\n\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 0);
    find("NoCache\n\n" FIGURES "\nWriteBack\n");
    ck_assert_uint_eq(headings.nr, 1);
    find("NoCache\n$ dd if=a of=b\n");
    ck_assert_uint_eq(headings.nr, 1);
}
END_TEST

START_TEST(nesting)
{
    find("NoCache\n\nvia LSI\n" FIGURES "\nvia virtio\n" FIGURES "\nWriteBack\n\nvia LSI\n" FIGURES
         "\nvia virtio\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 6);
    ck_assert_uint_lt(headings.at[0].depth, headings.at[1].depth);
    ck_assert_uint_eq(headings.at[1].depth, headings.at[2].depth);
    ck_assert_uint_eq(headings.at[3].depth, headings.at[0].depth);
    ck_assert_uint_eq(headings.at[4].depth, headings.at[1].depth);
    find("# ext4\n## noop\n" FIGURES "\n## cfq\n" FIGURES "\n# xfs\n## noop\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 5);
    static const unsigned depths[] = {0, 1, 1, 0, 1};
    for (size_t i = 0; i < 5; i++)
        ck_assert_uint_eq(headings.at[i].depth, depths[i]);
    /* a bold line stands inside its section */
    find("### Writing\n\n**SSD:**\n" FIGURES "\n**HDD:**\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 3);
    ck_assert_uint_lt(headings.at[0].depth, headings.at[1].depth);
    ck_assert_uint_eq(headings.at[1].depth, headings.at[2].depth);
}
END_TEST

START_TEST(numbers_of_runs)
{
    find("virtio\n\nRun 1\n" FIGURES "\nRun 2:\n" FIGURES "\nBonnie 3\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 4);
    ck_assert_uint_eq(headings.at[0].run, 0);
    for (unsigned i = 1; i < 4; i++) {
        ck_assert_uint_eq(headings.at[i].run, i);
        ck_assert_uint_gt(headings.at[i].depth, headings.at[0].depth);
    }
}
END_TEST

START_TEST(numbers_alone)
{
    /* 1 to n without a gap, under each heading: repetitions, and the innermost */
    find("### NoCache\n--- 1 ---\n" FIGURES "--- 2 ---\n" FIGURES "### WriteBack\n--- 1 ---\n" FIGURES
         "--- 2 ---\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 6);
    ck_assert_uint_eq(headings.at[2].run, 2);
    ck_assert_uint_gt(headings.at[2].depth, headings.at[0].depth);
    ck_assert_uint_eq(headings.at[4].run, 1);
    /* anything else is a level, such as a queue depth */
    find("--- 1 ---\n" FIGURES "--- 4 ---\n" FIGURES "--- 16 ---\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 3);
    for (size_t i = 0; i < headings.nr; i++)
        ck_assert_uint_eq(headings.at[i].run, 0);
}
END_TEST

START_TEST(fences_do_not_part_a_heading)
{
    find("## NoCache\n```\n" FIGURES "```\n## WriteBack\n```text\n" FIGURES "```\n");
    ck_assert_uint_eq(headings.nr, 2);
    ck_assert_str_eq(headings.at[0].text, "NoCache");
    ck_assert_str_eq(headings.at[1].text, "WriteBack");
}
END_TEST

START_TEST(prose_ends_plain_kinds)
{
    ck_assert(heading_ends_at_prose(HEADING_BARE) && heading_ends_at_prose(HEADING_COLON));
    ck_assert(heading_ends_at_prose(HEADING_PAIR));
    ck_assert(!heading_ends_at_prose(HEADING_MARKDOWN) && !heading_ends_at_prose(HEADING_NUMBERED));
    ck_assert(!heading_ends_at_prose(HEADING_UNDERLINED));
}
END_TEST

START_TEST(sentences_without_what_points)
{
    find("I see this on 4.19.0-rc3 here:\n\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 1);
    ck_assert_str_eq(headings.at[0].text, "4.19.0-rc3");
    find("I have tested the performance with the following settings today:\n\n" FIGURES);
    ck_assert_uint_eq(headings.nr, 0);
}
END_TEST

START_TEST(what_authors_say_before_the_point)
{
    static const struct {
        const char *line, *text; /* NULL for no heading */
    } rows[] = {
        {"And on reiserfs:", "reiserfs"},
        {"On ext3 I get", "ext3"},
        {"Now, using the new box:", "new box"},
        {"Yes, with SLOG it is:", "with SLOG"},
        {"Here are the numbers from my laptop (SSD):", "laptop (SSD)"},
        {"Sure, here is the output:", NULL},
        {"I tried two things. First, plain LVM:", "plain LVM"},
        {"In short, of three runs:", "In short, of three runs"},
        {"No cache:", "No cache"},
        {"Also the other:", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s\n\n" FIGURES, rows[i].line);
        find(text);
        ck_assert_uint_eq(headings.nr, rows[i].text ? 1 : 0);
        if (rows[i].text)
            ck_assert_str_eq(headings.at[0].text, rows[i].text);
    }
}
END_TEST

START_TEST(numbers_of_runs_beside_a_text)
{
    static const struct {
        const char *first, *second, *text, *one, *other;
    } rows[] = {
        {"Run #1, NoCache", "Run #2, NoCache", "NoCache", NULL, NULL},
        {"NoCache (1st run)", "NoCache (2nd run)", "NoCache", NULL, NULL},
        {"NoCache run 1", "NoCache run 2", "NoCache", NULL, NULL},
        {"NoCache - run 1", "NoCache - run 2", "NoCache", NULL, NULL},
        /* these count configurations */
        {"Test 1: NoCache", "Test 2: WriteBack", NULL, "NoCache", "WriteBack"},
        {"linux 1", "linux 2", NULL, "linux 1", "linux 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s\n" FIGURES "\n%s\n" FIGURES, rows[i].first, rows[i].second);
        find(text);
        ck_assert_uint_eq(headings.nr, 2);
        for (unsigned h = 0; h < 2; h++) {
            ck_assert_uint_eq(headings.at[h].run_beside, rows[i].text ? h + 1 : 0);
            ck_assert_str_eq(headings.at[h].text, rows[i].text ? rows[i].text
                                                  : h          ? rows[i].other
                                                               : rows[i].one);
        }
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("heading");
    TCase *tests = tcase_create("heading");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, marked_up);
    tcase_add_test(tests, plain);
    tcase_add_test(tests, what_machines_wrote_is_none);
    tcase_add_test(tests, ends_of_sentences);
    tcase_add_test(tests, what_authors_say_before_the_point);
    tcase_add_test(tests, titles_may_be_wrapped);
    tcase_add_test(tests, short_paragraphs_above_a_command);
    tcase_add_test(tests, lines_that_are_no_headings);
    tcase_add_test(tests, headings_lead_to_figures);
    tcase_add_test(tests, nesting);
    tcase_add_test(tests, numbers_of_runs);
    tcase_add_test(tests, numbers_alone);
    tcase_add_test(tests, fences_do_not_part_a_heading);
    tcase_add_test(tests, prose_ends_plain_kinds);
    tcase_add_test(tests, numbers_of_runs_beside_a_text);
    tcase_add_test(tests, sentences_without_what_points);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
