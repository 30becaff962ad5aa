#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/opt.h"
#include "tests/t_main.h"

static struct {
    const char *output, *text;
    bool is_quiet, is_verbose, is_deep;
    double number;
    struct opt_list list;
} options;

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Some", 0, 0},
    {OPT_TEXT, "text", 't', "WORD", &options.text, "a text", 0, 0},
    {OPT_LIST, "label", 'l', "NAME", &options.list,
     "a list whose help is so long that it takes more than one line of the terminal, and words "
     "are not cut",
     0, 0},
    {OPT_NUMBER, "number", 'n', "N", &options.number, "a number", -1, 100},
    {OPT_FLAG, "deep", 0, NULL, &options.is_deep, "a flag without a letter", 0, 0},
    OPT_COMMON(options.output, options.is_quiet, options.is_verbose),
    {0},
};

static const struct opt_program program = {
    .name = "iodelta-x",
    .summary = "Tests options.",
    .usage = "[OPTION]... [FILE]...",
    .example = "  iodelta-x a.txt\n",
    .rows = rows,
};

static char said[4096];
static char *words[20];
static int words_nr;

/* Parses the words of line, which are parted by blanks; keeps what was printed to
 * the stream with the descriptor in said. */
static enum opt_result parse(const char *line, int descriptor, int *first)
{
    static char copy[4096];
    opt_list_free(&options.list);
    memset(&options, 0, sizeof options);
    snprintf(copy, sizeof copy, "iodelta-x %s", line);
    words_nr = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[words_nr++] = word;
    words[words_nr] = NULL;
    fflush(stdout);
    int saved = dup(descriptor);
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    dup2(fileno(file), descriptor);
    enum opt_result result = opt_parse(&program, words_nr, words, first);
    fflush(stdout);
    dup2(saved, descriptor);
    close(saved);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    return result;
}

static void right(const char *line, int expected_first)
{
    int first;
    enum opt_result result = parse(line, STDERR_FILENO, &first);
    ck_assert_msg(result == OPT_GO && !*said, "%s: %s", line, said);
    ck_assert_int_eq(first, expected_first);
}

static void wrong(const char *line, const char *message)
{
    int first;
    enum opt_result result = parse(line, STDERR_FILENO, &first);
    ck_assert_msg(result == OPT_WRONG, "%s", line);
    ck_assert_msg(strstr(said, message) && !strncmp(said, "iodelta-x: ", 11), "%s: %s", line, said);
    ck_assert_ptr_nonnull(strstr(said, "\nusage: iodelta-x [OPTION]... [FILE]...\n"));
}

START_TEST(options_and_operands)
{
    right("", 1);
    right("a b", 1);
    right("-t x a", 3);
    ck_assert_str_eq(options.text, "x");
    right("a --text=x b --deep", 3); /* operands between options */
    ck_assert_str_eq(options.text, "x");
    ck_assert(options.is_deep);
    ck_assert_str_eq(words[3], "a");
    ck_assert_str_eq(words[4], "b");
    right("--text x --text y", 5); /* the last one counts */
    ck_assert_str_eq(options.text, "y");
    right("--text=", 2);
    ck_assert_str_eq(options.text, "");
    right("-qvtx -o -", 4); /* letters in one word, and "-" as an argument */
    ck_assert(options.is_quiet && options.is_verbose);
    ck_assert_str_eq(options.text, "x");
    ck_assert_str_eq(options.output, "-");
    right("-q -- -v --deep", 3);
    ck_assert(options.is_quiet && !options.is_verbose && !options.is_deep);
    right("--tex=x --dee --verb", 4); /* cut names */
    ck_assert(options.is_deep && options.is_verbose);
    right("-", 1);
    right("--text=--deep", 2);
    ck_assert(!options.is_deep);
}
END_TEST

START_TEST(lists_keep_their_order)
{
    right("-l a x --label b -lc", 6);
    ck_assert_uint_eq(options.list.nr, 3);
    ck_assert_str_eq(options.list.at[0], "a");
    ck_assert_str_eq(options.list.at[1], "b");
    ck_assert_str_eq(options.list.at[2], "c");
    opt_list_free(&options.list);
    ck_assert_uint_eq(options.list.nr, 0);
    opt_list_free(&options.list);
}
END_TEST

START_TEST(numbers_have_limits)
{
    right("-n -1", 3);
    ck_assert_double_eq(options.number, -1);
    right("--number=1e2", 2);
    ck_assert_double_eq(options.number, 100);
    static const char *const lines[] = {"-n 100.1", "-n -1.1", "-n x", "-n 1x", "-n nan", "-n inf",
                                        "-n 0x1", "--number="};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        wrong(lines[i], "--number takes a number from -1 to 100, not '");
}
END_TEST

START_TEST(faults_are_named)
{
    wrong("--txt=x", "unknown option '--txt=x'; did you mean '--text'?");
    wrong("--labels a", "unknown option '--labels'; did you mean '--label'?");
    wrong("--qiuet", "did you mean '--quiet'?");
    wrong("-a -x a b", "unknown option '-a'");
    wrong("-qx", "unknown option '-x'");
    wrong("q -v\xc3\xa9", "unknown option '-?'");
    wrong("-\x01", "unknown option '-?'");
    /* what an argument holds does not steer the terminal */
    wrong("--\x1b[2J", "unknown option '--?[2J'");
    wrong("--number=\x1b[2J", "not '?[2J'");
    wrong("-t", "option '-t' needs an argument");
    wrong("a --text", "option '--text' needs an argument");
    wrong("--deep=1", "option '--deep' takes no argument");
    wrong("--help=1", "option '--help' takes no argument");
    wrong("--ver", "unknown option '--ver'");
    int first;
    parse("--absolutely-not", STDERR_FILENO, &first);
    ck_assert_ptr_null(strstr(said, "did you mean"));
    char line[2000] = "--";
    memset(line + 2, 'x', 1900);
    wrong(line, "unknown option '--xxx");
    ck_assert_uint_lt(strlen(said), 400);
}
END_TEST

START_TEST(help_comes_from_the_table)
{
    int first;
    ck_assert_int_eq(parse("-q --help --deep", STDOUT_FILENO, &first), OPT_DONE);
    ck_assert(options.is_quiet && !options.is_deep);
    for (const struct opt_row *row = rows; row->name || row->help; row++) {
        char name[40];
        snprintf(name, sizeof name, row->name ? "--%s" : "\n%s:\n", row->name ? row->name : row->help);
        ck_assert_msg(strstr(said, name) != NULL, "%s", name);
    }
    ck_assert_ptr_nonnull(strstr(said, "-t, --text=WORD"));
    ck_assert_ptr_nonnull(strstr(said, "\n      --deep  "));
    ck_assert_ptr_nonnull(strstr(said, "\nExample:\n  iodelta-x a.txt\n"));
    for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n"))
        ck_assert_msg(strlen(line) < 80, "%s", line);
    ck_assert_int_eq(parse("-V", STDOUT_FILENO, &first), OPT_DONE);
    ck_assert(!strncmp(said, "iodelta-x (iodelta) ", 20));
}
END_TEST

START_TEST(nearest_names)
{
    static const char *const names[] = {"jsonl", "csv", "html"};
    const char *nearest = NULL;
    ck_assert(opt_nearest("josnl", names, 3, &nearest));
    ck_assert_str_eq(nearest, "jsonl");
    ck_assert(opt_nearest("htm", names, 3, &nearest));
    ck_assert_str_eq(nearest, "html");
    ck_assert(!opt_nearest("pdf-file", names, 3, &nearest));
    ck_assert(!opt_nearest("", names, 3, &nearest));
    char longest[1000];
    memset(longest, 'q', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    ck_assert(!opt_nearest(longest, names, 3, &nearest));
    ck_assert(!opt_nearest(longest, names, 0, &nearest));
    const char *const odd[] = {longest, "csv"};
    ck_assert(opt_nearest("cvs", odd, 2, &nearest));
    ck_assert_str_eq(nearest, "csv");
}
END_TEST

static void clean_up(void)
{
    opt_list_free(&options.list);
}

static Suite *make_suite(void)
{
    Suite *suite = suite_create("opt");
    TCase *cases = tcase_create("opt");
    tcase_add_checked_fixture(cases, NULL, clean_up);
    tcase_add_test(cases, options_and_operands);
    tcase_add_test(cases, lists_keep_their_order);
    tcase_add_test(cases, numbers_have_limits);
    tcase_add_test(cases, faults_are_named);
    tcase_add_test(cases, help_comes_from_the_table);
    tcase_add_test(cases, nearest_names);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
