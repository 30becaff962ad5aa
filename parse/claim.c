#include "parse/claim.h"

#include <ctype.h>
#include <string.h>

#include "parse/claim_parts.h"
#include "record/strbuf.h"

enum { LONGEST_SENTENCE = 2000, MOST_CLAIMS = 1000, MOST_LINES = 64, MOST_LINE = 4096 };

/* Paragraphs are joined, with where each line begins in them. */
struct walk {
    struct text *text;
    const struct tool_output *output;
    struct claim_list *claims;
    struct claim_names *names;
    const struct text_stream *stream;
    struct strbuf paragraph;
    size_t starts[MOST_LINES]; /* bytes of the paragraph */
    size_t lines[MOST_LINES];  /* indices in the stream */
    size_t nr;
    size_t next_result; /* of the output, which stands in the order of the lines */
};

/* Says whether a '%', "x" or unit of a rate stands behind a digit, or a word that says the
 * same without. */
static bool has_mark(const char *text, const struct byte_pairs *pairs)
{
    static const char *const words[] = {"same",       "noise",     "differen", "twice",    "doubl",
                                        "half",       "halv",      "order of", "times",    "fold",
                                        "percent",    "impact",    "effect",   "identical", "unchanged",
                                        "regress",    "tripl",     "loss",     "improve",  "gain",
                                        "B/s",        "iops",      "IOPS",     "b/s",      "overhead",
                                        "degrad",     "factor of", "atency"};
    for (const char *at = text; (at = strpbrk(at, "%xX\xc3")); at++)
        if (at > text && (isdigit((unsigned char)at[-1]) || at[-1] == ' '))
            return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (byte_pairs_may_hold(pairs, words[i]) && strstr(text, words[i]))
            return true;
    return false;
}

bool claim_may_hold(const struct text *text)
{
    return text->all_length && has_mark(text->all, &text->pairs);
}

/* Says whether a word of a benchmark stands in the text. */
static bool names_benchmark(const struct text *text)
{
    static const char *const words[] = {"IOPS", "iops", "MB/s", "KB/s", "MiB/s", "kB/s", "GB/s",
                                        "GiB/s", "KiB/s", "fio ", "fio-", "fio:", "fio,", "fio.",
                                        "onnie", "if=/", "of=/", "bytes/s", "MB/sec", "bw="};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_holds(text, words[i]))
            return true;
    return false;
}

static bool has_start(const char *at, const char *start)
{
    return !strncmp(at, start, strlen(start));
}

/* A line of a patch, a program or a shell. */
static bool is_code(const char *at)
{
    static const char *const marks[] = {"/*", "*/", "#define", "#include", "!=", "==", "&&", "||",
                                        "();", "%d", "%s", "%lu", "%u", "{", "}", "+=", "->*",
                                        "=%", "://", "(0x", "@@"};
    size_t length = strlen(at);
    if (length && at[length - 1] == ';')
        return true;
    for (const char *c = at; (c = strpbrk(c, "/*#!=&|(%{}+-:@")); c++)
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
            if (*c == *marks[i] && has_start(c, marks[i]))
                return true;
    if (strstr(at, "printf") || strstr(at, " 0x"))
        return true;
    return (*at == '+' || *at == '-') && (at[1] == '\t' || at[1] == '+' || at[1] == '-');
}

static bool begins_diff(const char *at)
{
    return has_start(at, "diff --git ") || has_start(at, "@@ -") || has_start(at, "--- a/") ||
           has_start(at, "+++ b/") || has_start(at, "Index: ");
}

/* Says whether a line may go on a patch: it has a mark in front, or is a header of it. */
static bool continues_diff(const char *at)
{
    static const char *const headers[] = {"diff ", "index ", "new file", "deleted file", "old mode",
                                          "new mode", "similarity ", "rename ", "Binary "};
    if (!*at || strchr("+-@ \t\\", *at))
        return true;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (*at == *headers[i] && has_start(at, headers[i]))
            return true;
    return false;
}

/* Columns, or cells between bars. */
static bool has_columns(const char *at)
{
    at += strspn(at, " \t");
    return strchr(at, '|') || strchr(at, '\t') || strstr(at, "   ");
}

/* Says whether the line gave a result that stands in a sentence; called in the order of the
 * lines. */
static bool is_told_result(struct walk *walk, size_t stream, size_t line)
{
    const struct tool_output *output = walk->output;
    while (walk->next_result < output->nr &&
           (output->at[walk->next_result].stream < stream ||
            (output->at[walk->next_result].stream == stream &&
             output->at[walk->next_result].line < line)))
        walk->next_result++;
    const struct result *result = &output->at[walk->next_result];
    return walk->next_result < output->nr && result->stream == stream && result->line == line &&
           !strcmp(result->record->tool, "table");
}

/* "- item", "* item", "2) item" */
static bool begins_item(const char *at)
{
    at += strspn(at, " \t");
    size_t digits = strspn(at, "0123456789");
    if (digits && digits < 3)
        return (at[digits] == ')' || at[digits] == '.') && at[digits + 1] == ' ';
    return (*at == '-' || *at == '*' || *at == 'o') && at[1] == ' ';
}

static void add_claim(struct walk *walk, const struct claim_found *found, const char *sentence,
                      size_t length, size_t line)
{
    struct claim_list *claims = walk->claims;
    if (claims->nr >= MOST_CLAIMS)
        return;
    struct record *record = record_new(walk->output->arena, RECORD_CLAIM);
    const struct text_line *at = &walk->stream->lines[line];
    record->claim = arena_alloc(walk->output->arena, sizeof *record->claim);
    *record->claim = found->claim;
    record->claim->text = arena_text(walk->output->arena, sentence, length);
    record->source.part = walk->stream->part;
    record->source.line = at->line;
    record->source.offset = at->offset;
    record->source.has_offset = true;
    record->source.quote = walk->stream->quote;
    /* Of a paragraph in one line every claim would repeat all of it. */
    record->source.text = at->length <= MOST_LINE ? at->at : record->claim->text;
    claims->at = arena_grow(walk->output->arena, claims->at, claims->nr, &claims->room,
                            sizeof *claims->at);
    claims->at[claims->nr++] = record;
}

static void take_sentence(struct walk *walk, size_t from, size_t to)
{
    const char *all = walk->paragraph.text;
    struct claim_found found[CLAIM_MOST_FOUND];
    while (from < to && strchr(" \t", all[from]))
        from++;
    if (to - from > LONGEST_SENTENCE)
        return;
    size_t nr = claim_sentence_read(all + from, to - from, walk->names, walk->output->nr > 0,
                                    walk->output->arena, found);
    for (size_t i = 0; i < nr; i++) {
        size_t line = 0;
        while (line + 1 < walk->nr && walk->starts[line + 1] <= from + found[i].at)
            line++;
        add_claim(walk, &found[i], all + from, to - from, walk->lines[line]);
    }
}

/* Says whether the full stop at `at` ends an abbreviation or the number of an item. */
static bool is_abbreviation(const char *text, size_t at)
{
    static const char *const words[] = {"e.g", "i.e", "vs", "ca", "c", "etc", "resp",
                                        "incl", "max", "min", "avg", "no", "fig", "approx",
                                        "esp", "sect", "misc"};
    size_t start = at;
    while (start && (isalpha((unsigned char)text[start - 1]) || text[start - 1] == '.'))
        start--;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == at - start && !strncasecmp(text + start, words[i], at - start))
            return true;
    return false;
}

/* Says whether a word of prose ends there, so that a name in small letters may begin the
 * next sentence: "… within noise. xfs is 15 % faster". */
static bool ends_word(const char *text, size_t at)
{
    enum { SHORTEST = 4 };
    size_t letters = 0;
    while (letters < at && islower((unsigned char)text[at - 1 - letters]))
        letters++;
    return letters >= SHORTEST && (letters == at || strchr(" (\"'-", text[at - 1 - letters]));
}

/* Returns the byte behind the sentence that begins at from. */
static size_t sentence_end(const char *text, size_t length, size_t from)
{
    for (size_t at = from; at < length; at++) {
        at += strcspn(text + at, ".!?");
        if (at >= length || (text[at] == '.' && is_abbreviation(text, at)))
            continue;
        size_t end = at + 1;
        end += strspn(text + end, ".!?)\"'");
        if (end < length && text[end] != ' ')
            continue;
        size_t next = end + strspn(text + end, " (\"'");
        if (next >= length || isupper((unsigned char)text[next]) ||
            isdigit((unsigned char)text[next]) || (unsigned char)text[next] >= 0x80 ||
            ends_word(text, at))
            return end;
    }
    return length;
}

static void end_paragraph(struct walk *walk)
{
    size_t length = walk->paragraph.length;
    struct byte_pairs pairs = {{0}};
    byte_pairs_add(&pairs, walk->paragraph.text, length);
    bool is_wanted = walk->nr && has_mark(walk->paragraph.text, &pairs);
    for (size_t from = 0; is_wanted && from < length;) {
        size_t end = sentence_end(walk->paragraph.text, length, from);
        take_sentence(walk, from, end);
        from = end;
    }
    strbuf_cut(&walk->paragraph, 0);
    walk->nr = 0;
}

static void add_line(struct walk *walk, size_t at)
{
    const char *line = walk->stream->lines[at].at;
    if (walk->nr == MOST_LINES)
        end_paragraph(walk);
    if (walk->nr)
        strbuf_byte(&walk->paragraph, ' ');
    walk->starts[walk->nr] = walk->paragraph.length;
    walk->lines[walk->nr++] = at;
    line += strspn(line, " \t");
    size_t start = walk->paragraph.length;
    strbuf_add(&walk->paragraph, line, strlen(line));
    for (char *tab = walk->paragraph.text + start; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    while (walk->paragraph.length && walk->paragraph.text[walk->paragraph.length - 1] == ' ')
        strbuf_cut(&walk->paragraph, walk->paragraph.length - 1);
}

/* Says whether the line is prose as far as claims go. */
static bool is_readable(struct walk *walk, size_t stream, size_t at)
{
    const struct text_line *line = &walk->stream->lines[at];
    if (line->class != LINE_PROSE && line->class != LINE_RESULT)
        return false;
    if (line->class == LINE_RESULT && !is_told_result(walk, stream, at))
        return false;
    return !is_code(line->at) && !has_columns(line->at);
}

static void walk_stream(struct walk *walk, size_t stream)
{
    enum { LONGEST_SIGNATURE = 20 };
    size_t signature = 0;
    bool in_diff = false;
    walk->stream = &walk->text->streams[stream];
    for (size_t at = 0; at < walk->stream->nr; at++) {
        const struct text_line *line = &walk->stream->lines[at];
        in_diff = begins_diff(line->at) || (in_diff && continues_diff(line->at));
        if (line->class == LINE_FOOTER && !strcmp(line->at, "--"))
            signature = at + LONGEST_SIGNATURE;
        bool is_read = !in_diff && at >= signature && is_readable(walk, stream, at);
        if (!is_read || line->is_resumed || begins_item(line->at))
            end_paragraph(walk);
        if (is_read && line->length)
            add_line(walk, at);
    }
    end_paragraph(walk);
}

void claim_find(struct text *text, const struct tool_output *output, bool is_free,
                struct claim_list *claims)
{
    struct walk walk = {.text = text, .output = output, .claims = claims,
                        .paragraph = STRBUF_INIT};
    if (!is_free && !output->nr && !names_benchmark(text))
        return;
    walk.names = claim_names_new(output->arena);
    for (size_t i = 0; i < output->nr; i++) {
        const struct record *record = output->at[i].record;
        for (size_t k = 0; k < record->config.nr; k++)
            if (record->config.at[k].value)
                claim_names_add(walk.names, record->config.at[k].value);
    }
    for (size_t s = 0; s < text->nr; s++)
        walk_stream(&walk, s);
    strbuf_free(&walk.paragraph);
}
