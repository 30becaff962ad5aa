#include "parse/given_row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/opt.h"

/* How hard a pattern may work on one line. */
enum { MATCH_LIMIT = 100000, DEPTH_LIMIT = 2000, HEAP_LIMIT_KIB = 20480 };

static const struct {
    const char *key, *mend;
} kinds[] = {
    [GIVEN_LABEL] = {"label", "as in --label 'cache=^(NoCache|WriteBack)$'"},
    [GIVEN_RENAME] = {"rename", "as in --rename configuration=cache, or --rename "
                                "cache:none=NoCache for a level"},
    [GIVEN_SET] = {"set", "as in --set kernel=6.1"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct given *given_new(void)
{
    struct given *given = memory_alloc(sizeof *given);
    given->arena = arena_new();
    given->limits = pcre2_match_context_create(NULL);
    if (!given->limits)
        abort();
    pcre2_set_match_limit(given->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(given->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(given->limits, HEAP_LIMIT_KIB);
    return given;
}

void given_free(struct given *given)
{
    if (!given)
        return;
    for (size_t i = 0; i < given->nr; i++)
        pcre2_code_free(given->rows[i].code);
    pcre2_match_context_free(given->limits);
    free(given->rows);
    arena_free(given->arena);
    free(given);
}

struct given_carry *given_carry_new(struct given *given)
{
    if (!given)
        return NULL;
    struct given_carry *carry = memory_alloc(sizeof *carry);
    carry->given = given;
    carry->arena = arena_new();
    carry->at = memory_resize(NULL, given->nr + 1, sizeof *carry->at);
    given_carry_begin(carry);
    return carry;
}

void given_carry_free(struct given_carry *carry)
{
    if (!carry)
        return;
    arena_free(carry->arena);
    free(carry->at);
    free(carry);
}

void given_carry_begin(struct given_carry *carry)
{
    if (!carry)
        return;
    memset(carry->at, 0, (carry->given->nr + 1) * sizeof *carry->at);
    carry->last_line = 0;
}

static int compile(struct given_row *row, const char *regex, struct diag *diag)
{
    int error;
    PCRE2_SIZE at;
    PCRE2_UCHAR why[200];
    uint32_t groups = 0;
    row->code = pcre2_compile((PCRE2_SPTR)regex, PCRE2_ZERO_TERMINATED,
                              PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &error,
                              &at, NULL);
    if (!row->code) {
        pcre2_get_error_message(error, why, sizeof why);
        diag_set(diag, DIAG_FATAL, row->path, row->line, "correct the pattern",
                 "the pattern \"%s\" is wrong at character %zu: %s", regex, (size_t)at + 1,
                 (const char *)why);
        return -1;
    }
    pcre2_pattern_info(row->code, PCRE2_INFO_CAPTURECOUNT, &groups);
    if (!groups) {
        pcre2_code_free(row->code);
        diag_set(diag, DIAG_FATAL, row->path, row->line,
                 "put parentheses around what is the level",
                 "the pattern \"%s\" has no group", regex);
        return -1;
    }
    pcre2_jit_compile(row->code, PCRE2_JIT_COMPLETE); /* where there is none it goes without */
    return 0;
}

/* Copies length bytes without the white space at both ends. */
static const char *trimmed(struct arena *arena, const char *at, size_t length)
{
    while (length && strchr(" \t", *at)) {
        at++;
        length--;
    }
    while (length && strchr(" \t\r", at[length - 1]))
        length--;
    return arena_text(arena, at, length);
}

/* Reads "FACTOR:OLD" in front of the sign; a factor has no colon, a level may. */
static void split_level(struct arena *arena, struct given_row *row)
{
    const char *colon = strchr(row->factor, ':');
    if (!colon)
        return;
    row->old = trimmed(arena, colon + 1, strlen(colon + 1));
    row->factor = trimmed(arena, row->factor, (size_t)(colon - row->factor));
}

int given_add(struct given *given, enum given_kind kind, const char *input, const char *text,
              const char *path, unsigned long line, struct diag *diag)
{
    struct arena *arena = given->arena;
    /* A level that gets another name may have a '=' in it, as "data=journal" has. */
    const char *sign = kind == GIVEN_RENAME ? strrchr(text, '=') : strchr(text, '=');
    struct given_row row = {.kind = kind, .input = input, .line = line};
    row.path = path ? arena_string(arena, path) : NULL;
    row.text = arena_string(arena, text);
    row.said = path ? arena_printf(arena, "%s %s of %s:%lu", kinds[kind].key, text, path, line)
                    : arena_printf(arena, "--%s %s", kinds[kind].key, text);
    row.factor = trimmed(arena, text, sign ? (size_t)(sign - text) : 0);
    row.level = sign ? trimmed(arena, sign + 1, strlen(sign + 1)) : "";
    if (kind == GIVEN_RENAME)
        split_level(arena, &row);
    if (!sign || !*row.factor || (!*row.level && kind != GIVEN_RENAME) || (row.old && !*row.old)) {
        diag_set(diag, DIAG_FATAL, row.path, line, kinds[kind].mend, "%s%s takes %s, not \"%s\"",
                 path ? "" : "--", kinds[kind].key,
                 kind == GIVEN_LABEL    ? "a factor and a pattern"
                 : kind == GIVEN_RENAME ? "an old and a new name"
                                        : "a factor and its level",
                 text);
        return -1;
    }
    if (kind == GIVEN_LABEL && compile(&row, row.level, diag))
        return -1;
    if (input)
        row.input = arena_string(arena, input);
    given->rows = memory_grow(given->rows, given->nr, &given->room, sizeof *given->rows);
    given->rows[given->nr++] = row;
    return 0;
}

/* Says of a key which one may have been meant. */
static int refuse_key(const char *key, const char *path, unsigned long line, struct diag *diag)
{
    const char *names[KINDS], *nearest;
    char mend[80] = "the keys are set, label and rename";
    for (size_t i = 0; i < KINDS; i++)
        names[i] = kinds[i].key;
    if (opt_nearest(key, names, KINDS, &nearest))
        snprintf(mend, sizeof mend, "did you mean \"%s\"?", nearest);
    diag_set(diag, DIAG_FATAL, path, line, mend, "unknown key \"%s\"", key);
    return -1;
}

/* Takes one line, without its end.  *input is that of the section, NULL before the first. */
static int take_line(struct given *given, char *at, const char **input, const char *path,
                     unsigned long line, struct diag *diag)
{
    at += strspn(at, " \t");
    if (!*at || *at == '#' || *at == ';')
        return 0;
    if (*at == '[') {
        char *close = strrchr(at, ']');
        const char *name = close ? trimmed(given->arena, at + 1, (size_t)(close - at - 1)) : "";
        if (!*name || close[1 + strspn(close + 1, " \t")]) {
            diag_set(diag, DIAG_FATAL, path, line, "as in [*.log], [<id@host>] or [*]",
                     "a section is a pattern or a message-id in brackets");
            return -1;
        }
        *input = name;
        return 0;
    }
    char *sign = strchr(at, '=');
    const char *key = trimmed(given->arena, at, sign ? (size_t)(sign - at) : strlen(at));
    if (!sign) {
        diag_set(diag, DIAG_FATAL, path, line, "as in set = kernel=6.1", "\"%s\" is no key and value",
                 key);
        return -1;
    }
    if (!*input) {
        diag_set(diag, DIAG_FATAL, path, line, "put [*] above it, which is for all",
                 "\"%s\" stands in no section", key);
        return -1;
    }
    for (size_t i = 0; i < KINDS; i++)
        if (!strcmp(kinds[i].key, key))
            return given_add(given, (enum given_kind)i, strcmp(*input, "*") ? *input : NULL,
                             trimmed(given->arena, sign + 1, strlen(sign + 1)), path, line, diag);
    return refuse_key(key, path, line, diag);
}

int given_read(struct given *given, const char *path, struct diag *diag)
{
    enum { LARGEST = 16 << 20 };
    FILE *in = fopen(path, "r");
    const char *input = NULL;
    char *text = NULL;
    size_t room = 0, read = 0;
    unsigned long line = 0;
    int result = 0;
    ssize_t length;
    while (in && !result && read < LARGEST && (length = getline(&text, &room, in)) > 0) {
        char *at = text;
        read += (size_t)length;
        if (!line++ && !strncmp(at, "\xef\xbb\xbf", 3))
            at += 3;
        text[strcspn(text, "\r\n")] = '\0';
        result = take_line(given, at, &input, path, line, diag);
    }
    if (!in || ferror(in)) {
        diag_set(diag, DIAG_FATAL, path, 0, "name a file of labels", "cannot read it: %s",
                 strerror(errno));
        result = -2;
    }
    free(text);
    if (in)
        fclose(in);
    return result;
}

void given_say_unused(const struct given *given, const struct diag_sink *sink)
{
    static const char *const why[] = {
        [GIVEN_LABEL] = "fitted no line above a result",
        [GIVEN_RENAME] = "names nothing that a result has",
        [GIVEN_SET] = "is for an input without a result",
    };
    for (size_t i = 0; i < given->nr; i++) {
        const struct given_row *row = &given->rows[i];
        struct diag diag;
        if (atomic_load(&row->hits) || (row->kind == GIVEN_SET && !row->input))
            continue;
        diag_set(&diag, DIAG_WARN, row->path, row->line,
                 "--explain shows the labels that there are", "%s%s %s%s%s: %s",
                 row->path ? "" : "--", kinds[row->kind].key, row->text, row->input ? " of " : "",
                 row->input ? row->input : "", why[row->kind]);
        diag_report(sink, &diag);
    }
}
