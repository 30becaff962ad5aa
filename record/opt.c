#include "config.h"

#include "record/opt.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "record/diag.h"
#include "record/memory.h"
#include "record/units.h"

/* getopt_long() returns this plus the row's index for a long option. */
enum { LONG_BASE = 1000, NAME_LIMIT = 64 };

static size_t count_rows(const struct opt_row *rows)
{
    size_t nr = 0;
    while (rows[nr].name || rows[nr].help)
        nr++;
    return nr;
}

void opt_print_usage(const struct opt_program *program, FILE *out)
{
    fprintf(out, "usage: %s %s\nTry '%s --help' for the options.\n", program->name,
            program->usage, program->name);
}

static void print_row(const struct opt_row *row, FILE *out)
{
    char left[80];
    int length = snprintf(left, sizeof left, "  %c%c%s --%s%s%s", row->letter ? '-' : ' ',
                          row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name,
                          row->argument ? "=" : "", row->argument ? row->argument : "");
    if (length > 27)
        fprintf(out, "%s\n%28s", left, "");
    else
        fprintf(out, "%-28s", left);
    /* Help is wrapped at 79 columns behind the names. */
    size_t column = 28;
    for (const char *word = row->help; *word;) {
        size_t word_length = strcspn(word, " ");
        if (column > 28 && column + 1 + word_length > 79) {
            fprintf(out, "\n%28s", "");
            column = 28;
        } else if (column > 28) {
            fputc(' ', out);
            column++;
        }
        fwrite(word, 1, word_length, out);
        column += word_length;
        word += word_length + strspn(word + word_length, " ");
    }
    fputc('\n', out);
}

void opt_print_help(const struct opt_program *program, FILE *out)
{
    fprintf(out, "Usage: %s %s\n%s\n", program->name, program->usage, program->summary);
    if (program->example)
        fprintf(out, "\nExample:\n%s", program->example);
    for (const struct opt_row *row = program->rows; row->name || row->help; row++) {
        if (row->kind == OPT_SECTION)
            fprintf(out, "\n%s:\n", row->help);
        else
            print_row(row, out);
    }
    fprintf(out, "\nThe manual is in %s(1).  Report bugs to <%s>.\n", program->name,
            PACKAGE_BUGREPORT);
}

/* The edit distance of two short words (Levenshtein), by two rows. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t length = strlen(b);
    size_t row[NAME_LIMIT + 1];
    if (length > NAME_LIMIT)
        return NAME_LIMIT;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t best = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            if (diagonal + 1 < best)
                best = diagonal + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[length];
}

bool opt_nearest(const char *wrong, const char *const *names, size_t nr, const char **nearest)
{
    size_t best = NAME_LIMIT;
    bool is_found = false;
    for (size_t i = 0; i < nr; i++) {
        size_t distance = edit_distance(wrong, names[i]);
        if (distance < best) {
            best = distance;
            *nearest = names[i];
            is_found = true;
        }
    }
    return is_found && best <= 2 + strlen(wrong) / 6 && best < strlen(wrong);
}

/* An argument may hold anything, so it is printed as diagnostics are. */
static void say(const struct opt_program *program, const struct diag *diag)
{
    diag_print(stderr, program->name, diag);
}

static void say_unknown(const struct opt_program *program, const char *argument)
{
    struct diag diag;
    char mend[NAME_LIMIT + 20] = "";
    enum { NAMES_MAX = 512 };
    const char *names[NAMES_MAX], *nearest;
    size_t nr = 0;
    for (const struct opt_row *row = program->rows; row->name || row->help; row++)
        if (row->name && nr < NAMES_MAX)
            names[nr++] = row->name;
    if (program->more_names)
        nr += program->more_names(names + nr, NAMES_MAX - nr);
    char wrong[NAME_LIMIT];
    bool is_long = !strncmp(argument, "--", 2);
    snprintf(wrong, sizeof wrong, "%.*s", (int)strcspn(argument + 2, "="),
             is_long ? argument + 2 : "");
    if (is_long && opt_nearest(wrong, names, nr, &nearest))
        snprintf(mend, sizeof mend, "did you mean '--%s'?", nearest);
    diag_set(&diag, DIAG_FATAL, NULL, 0, mend, "unknown option '%.80s'", argument);
    say(program, &diag);
}

/* Says what is wrong with the option that getopt_long() has just refused;
 * argument is the word that it stands in, if that is a long option. */
static void say_wrong(const struct opt_program *program, const char *argument)
{
    /* A byte of a character outside ASCII comes as a negative number. */
    bool is_letter = optopt && optopt < LONG_BASE;
    char letter[3] = {'-', optopt >= ' ' && optopt < 0x7f ? (char)optopt : '?', '\0'};
    if (optopt >= LONG_BASE) {
        struct diag diag;
        diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "option '--%s' takes no argument",
                 program->rows[optopt - LONG_BASE].name);
        say(program, &diag);
    } else {
        say_unknown(program, is_letter ? letter : argument);
    }
}

static bool take_number(const struct opt_program *program, const struct opt_row *row,
                        const char *text)
{
    struct diag diag;
    double value;
    if (units_number(text, strlen(text), &value, NULL) && value >= row->least &&
        value <= row->most) {
        *(double *)row->target = value;
        return true;
    }
    diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "--%s takes a number from %g to %g, not '%.80s'",
             row->name, row->least, row->most, text);
    say(program, &diag);
    return false;
}

static enum opt_result take_row(const struct opt_program *program, const struct opt_row *row,
                                const char *argument)
{
    switch (row->kind) {
    case OPT_FLAG:
        *(bool *)row->target = true;
        return OPT_GO;
    case OPT_TEXT:
        *(const char **)row->target = argument;
        return OPT_GO;
    case OPT_LIST:
        opt_list_add(row->target, argument);
        return OPT_GO;
    case OPT_NUMBER:
        return take_number(program, row, argument) ? OPT_GO : OPT_WRONG;
    case OPT_HELP:
        opt_print_help(program, stdout);
        return OPT_DONE;
    case OPT_VERSION:
        printf("%s (iodelta) %s\nLicence GPL-3.0-or-later; there is no warranty.\n",
               program->name, PACKAGE_VERSION);
        return OPT_DONE;
    case OPT_SECTION:
        break;
    }
    return OPT_WRONG;
}

/* Fills what getopt_long() wants from the table. */
static void make_tables(const struct opt_row *rows, size_t nr, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (size_t i = 0; i < nr; i++) {
        if (rows[i].kind == OPT_SECTION)
            continue;
        *longs++ = (struct option){rows[i].name, rows[i].argument ? required_argument : no_argument,
                                   NULL, LONG_BASE + (int)i};
        if (!rows[i].letter)
            continue;
        *shorts++ = rows[i].letter;
        if (rows[i].argument)
            *shorts++ = ':';
    }
}

static const struct opt_row *find_row(const struct opt_row *rows, size_t nr, int code)
{
    if (code >= LONG_BASE)
        return &rows[code - LONG_BASE];
    for (size_t i = 0; i < nr; i++)
        if (rows[i].letter && rows[i].letter == code)
            return &rows[i];
    return NULL;
}

enum opt_result opt_parse(const struct opt_program *program, int argc, char **argv, int *first)
{
    size_t nr = count_rows(program->rows);
    struct option *longs = memory_alloc((nr + 1) * sizeof *longs);
    char *shorts = memory_alloc(2 * nr + 2);
    enum opt_result result = OPT_GO;
    int code;
    make_tables(program->rows, nr, longs, shorts);
    optind = 0; /* GNU: start afresh, also in a second call */
    opterr = 0;
    while (result == OPT_GO && (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        const struct opt_row *row = find_row(program->rows, nr, code);
        if (code == ':') {
            struct diag diag;
            diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "option '%.80s' needs an argument",
                     argv[optind - 1]);
            say(program, &diag);
            result = OPT_WRONG;
        } else if (!row) {
            say_wrong(program, argv[optind > 0 ? optind - 1 : 0]);
            result = OPT_WRONG;
        } else {
            result = take_row(program, row, optarg);
        }
    }
    if (result == OPT_WRONG)
        opt_print_usage(program, stderr);
    *first = optind;
    free(longs);
    free(shorts);
    return result;
}

void opt_list_add(struct opt_list *list, const char *text)
{
    list->at = memory_grow(list->at, list->nr, &list->room, sizeof *list->at);
    list->at[list->nr++] = text;
}

void opt_list_free(struct opt_list *list)
{
    free(list->at);
    *list = (struct opt_list){NULL, 0, 0};
}

bool opt_end_output(const struct opt_program *program)
{
    struct diag diag;
    if (!fflush(stdout) && !ferror(stdout))
        return true;
    diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "standard output: cannot write: %s",
             strerror(errno));
    say(program, &diag);
    return false;
}
