#include "parse/heading_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/file_label.h"
#include "parse/line_class.h"
#include "parse/prompt.h"
#include "parse/vocabulary.h"

#define NO_HEADING ((size_t)-1)

enum {
    LONGEST_TITLE = 78,
    LONGEST_BARE = 60,
    MOST_BARE_WORDS = 8,
    MOST_LEADING_WORDS = 12 /* of a line that stands directly above a command */
};

/* The colon of Chinese and Japanese. */
static const char wide_colon[] = "\xef\xbc\x9a";
enum { WIDE = sizeof wide_colon - 1 };

_Static_assert(LABEL_HEADING_LEAD - LABEL_HEADING_MARKDOWN == HEADING_LEAD, "a rule for each kind");

enum label_rule heading_rule(enum heading_kind kind)
{
    return (enum label_rule)(LABEL_HEADING_MARKDOWN + (int)kind);
}

bool heading_ends_at_prose(enum heading_kind kind)
{
    return kind >= HEADING_PAIR;
}

bool heading_starts(const char *at, const char *prefix)
{
    return !strncasecmp(at, prefix, strlen(prefix));
}

size_t heading_words(const char *text)
{
    size_t words = 0;
    for (const char *at = text; *at; words++) {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    return words;
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strcasestr(at, word)); at += length)
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* Lines that look like titles and never are one. */
static bool is_never(const char *text)
{
    static const char *const leads[] = {"and ", "now ", "here is ", "here are ", "here's ",
                                        "this is ", "these are ", "the ", "my ", "some "};
    static const char *const exact[] = {"results", "result", "test results", "test result", "test",
                                        "tests", "thanks", "regards", "hi", "hello", "hi all",
                                        "hello all", "cheers", "output", "outputs", "script output",
                                        "benchmark results", "benchmark", "benchmarks", "numbers",
                                        "raw data", "data", "summary", "figures", "log", "logs",
                                        "fio output", "fio results", "dd output", "bonnie output",
                                        "full results", "details", "example", "here it is",
                                        "it shows", "shows", "iops", "bw", "iops/bw", "bw/iops",
                                        "bandwidth", "throughput", "latency", "performance",
                                        "other", "others", "another", "one", "here you go",
                                        "see", "sure", "yes", "ok", "as follows", "like this",
                                        "e.g", "for example", "for reference"};
    static const char *const starts[] = {"from ", "from:", "to:", "cc:", "date:", "subject:",
                                         "message-id:", "sent:", "signed-off-by", "http:", "https:",
                                         "on mon", "on tue", "on wed", "on thu", "on fri", "on sat",
                                         "on sun", "re:", "thanks", "regards", "best regards"};
    const char *core = text;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (heading_starts(text, starts[i]))
            return true;
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (heading_starts(core, leads[i]))
            core += strlen(leads[i]);
    size_t length = strcspn(core, ":.!,");
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++)
        if (strlen(exact[i]) == length && !strncasecmp(core, exact[i], length))
            return true;
    return strstr(text, "://") || has_word(text, "wrote") || text[0] == '{' ||
           (text[0] == '[' && strchr(text, ']'));
}

/* "Network: 940 Mbit/s": a rate behind its name is a result of something. */
static bool is_rate_of_something(const char *text)
{
    static const char *const units[] = {"B/s", "B/sec", "bit/s", "bits/s", "bits/sec", "bps"};
    size_t end = strlen(text);
    const char *colon = strchr(text, ':');
    while (end && strchr(" .)*", text[end - 1]))
        end--;
    for (size_t i = 0; colon && i < sizeof units / sizeof units[0]; i++) {
        size_t length = strlen(units[i]);
        if (end <= length || strncmp(text + end - length, units[i], length))
            continue;
        /* "256; disks - MB/s" says the unit of what stands below */
        const char *before = text + end - length;
        while (before > colon && strchr(" \tkKMGTmi", before[-1]))
            before--;
        if (before > colon && isdigit((unsigned char)before[-1]))
            return true;
    }
    return false;
}

/* "4k 201 240 MB/s": a row that no table was made of. */
static bool is_row(const char *text)
{
    enum { FEWEST = 3 };
    size_t figures = 0, words = 0;
    for (const char *at = text; *at; at += strspn(at, " \t")) {
        bool is_figure = isdigit((unsigned char)*at);
        figures += is_figure;
        words += !is_figure;
        at += strcspn(at, " \t");
    }
    return figures >= FEWEST && words <= 1;
}

/* "none,4k,52100,203": cells of a table. */
static bool is_cells(const char *text)
{
    size_t figures = 0;
    for (const char *at = text; (at = strpbrk(at, ",;")); at++) {
        const char *cell = at + 1 + (at[1] == '"');
        size_t length = strspn(cell, "0123456789.");
        figures += length && strchr(",;\"", cell[length]);
    }
    return figures >= 2;
}

/* Says whether there is a letter or a digit in the text, of any script: as UTF-8 begins them
 * up to Cyrillic and Hebrew, and of Asia; marks and frames begin otherwise. */
static bool has_letter(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (isalnum(*at) || (*at >= 0xc3 && *at <= 0xdf) || *at == 0xe0 ||
            (*at >= 0xe4 && *at <= 0xed) || (*at == 0xe3 && at[1] > 0x80))
            return true;
    return false;
}

bool heading_is_title(const char *text)
{
    size_t length = strlen(text);
    if (!length || length > LONGEST_TITLE || is_never(text))
        return false;
    /* A figure with its unit is a result, or a remark about one. */
    if (is_rate_of_something(text) || is_cells(text) || is_row(text) ||
        strstr(text, "IOPS=") || strstr(text, "bw=") || (has_word(text, "bw") && strchr(text, ':')))
        return false;
    /* The author speaks; not in "Disk I/O". */
    const char *i = strcasestr(text, "i/o");
    return (i || !has_word(text, "i")) && !has_word(text, "we") && !strstr(text, "I'm") && has_letter(text);
}

const char *heading_trimmed(struct arena *arena, const char *at, size_t length)
{
    while (length && strchr(" \t", *at)) {
        at++;
        length--;
    }
    if (length > WIDE && !memcmp(at + length - WIDE, wide_colon, WIDE))
        length -= WIDE;
    while (length && strchr(" \t:-", at[length - 1]) &&
           !(at[length - 1] == '-' && length > 1 && isalnum((unsigned char)at[length - 2])))
        length--;
    return arena_text(arena, at, length);
}

static const char *as_markdown(struct arena *arena, const char *at)
{
    size_t marks = strspn(at, "#");
    if (!marks || marks > 6 || at[marks] != ' ')
        return NULL;
    size_t length = strlen(at + marks);
    while (length && strchr("# ", at[marks + length - 1]))
        length--;
    return heading_trimmed(arena, at + marks, length);
}

static const char *as_boxed(struct arena *arena, const char *at)
{
    size_t marks = strchr("*=#_+-", *at) ? strspn(at, (char[]){*at, '\0'}) : 0;
    size_t length = strlen(at);
    if (marks < 2 || at[marks] == '\0')
        return NULL;
    while (length > marks && at[length - 1] == at[0])
        length--;
    return heading_trimmed(arena, at + marks, length - marks);
}

static const char *as_numbered(struct arena *arena, const char *at)
{
    static const char *const words[] = {"step ", "case ", "scenario ", "setup ", "part ",
                                        "experiment ", "example "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (heading_starts(at, words[i])) { /* "Step 2: read it back" */
            size_t digits = strspn(at + strlen(words[i]), "0123456789");
            const char *end = at + strlen(words[i]) + digits;
            return digits && digits < 3 && *end == ':' && end[1] == ' '
                       ? heading_trimmed(arena, end + 1, strlen(end + 1))
                       : NULL;
        }
    at += *at == '(';
    size_t number = strspn(at, "0123456789");
    if (!number && isalpha((unsigned char)at[0]) && strchr(".)", at[1]))
        number = 1;
    if (!number || number > 2 || !at[number] || !strchr(".)", at[number]) || at[number + 1] != ' ')
        return NULL;
    return heading_trimmed(arena, at + number + 1, strlen(at + number + 1));
}

bool heading_is_pair_word(const char *at)
{
    static const char *const words[] = {"before", "after",   "without", "with",    "w/o",  "w/", "unpatched",
                                        "un-patched", "patched", "baseline", "base", "vanilla", "stock",
                                        "orig",   "original", "old",    "new",     "mainline"};
    static const char *const leads[] = {"results ", "result ", "performance ", "numbers ", "iops ",
                                        "test ", "and "};
    at += strspn(at, " \t*=#-+@[(");
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (heading_starts(at, leads[i]))
            at += strlen(leads[i]);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (heading_starts(at, words[i]) && !isalnum((unsigned char)at[strlen(words[i])]))
            return true;
    return false;
}

/* Returns the length of "Kernel" in "Kernel: 4.19", 0 where the line is not of that form. */
static size_t key_length(const struct text_line *line)
{
    const char *colon = line->class == LINE_PROSE ? strstr(line->at, ": ") : NULL;
    return colon && colon[2] ? (size_t)(colon - line->at) : 0;
}

/* Says whether the line is one of a list that describes a machine: "OS: …", "CPU: …", whose
 * keys stand there once. */
static bool is_description(const struct text_stream *stream, size_t at)
{
    enum { FARTHEST = 400 };
    size_t length = key_length(&stream->lines[at]);
    bool is_listed = (at && key_length(&stream->lines[at - 1])) ||
                     (at + 1 < stream->nr && key_length(&stream->lines[at + 1]));
    size_t first = at > FARTHEST ? at - FARTHEST : 0;
    for (size_t i = first; length && is_listed && i < stream->nr && i < at + FARTHEST; i++)
        if (i != at && key_length(&stream->lines[i]) == length &&
            !strncmp(stream->lines[i].at, stream->lines[at].at, length))
            return false;
    return length && is_listed;
}

/* A number alone is what some command printed.  A line directly above a command may be
 * longer. */
static bool is_bare(const struct text_stream *stream, size_t at, const char *line, size_t length)
{
    bool leads = at + 1 < stream->nr && stream->lines[at + 1].class == LINE_COMMAND;
    return length <= (leads ? LONGEST_TITLE : LONGEST_BARE) &&
           heading_words(line) <= (leads ? MOST_LEADING_WORDS : MOST_BARE_WORDS) &&
           strspn(line, "0123456789., ") < length && !strchr(".!?,;", line[length - 1]);
}

/* What of a line gives a heading of that kind, or NULL. */
static const char *candidate(struct arena *arena, const struct text_stream *stream, size_t at,
                             enum heading_kind kind)
{
    const char *line = stream->lines[at].at + strspn(stream->lines[at].at, " \t");
    size_t length = strlen(line);
    const struct text_line *below = at + 1 < stream->nr ? &stream->lines[at + 1] : NULL;
    const char *text = NULL;
    if (file_label_is_mark(line))
        return NULL;
    switch (kind) {
    case HEADING_MARKDOWN:
        text = as_markdown(arena, line);
        break;
    case HEADING_UNDERLINED:
        if (below && below->class == LINE_RULE && !strchr(below->at, '`') &&
            !isalpha((unsigned char)below->at[below->length - 1]) && below->length * 10 >= length * 6 &&
            below->length * 10 <= length * 14)
            text = heading_trimmed(arena, line, length);
        break;
    case HEADING_BOXED:
        text = as_boxed(arena, line);
        break;
    case HEADING_NUMBERED:
        text = as_numbered(arena, line);
        break;
    case HEADING_PAIR:
        if (heading_is_pair_word(line) && length <= LONGEST_BARE) {
            bool is_boxed = *line == '[' && line[length - 1] == ']';
            text = heading_trimmed(arena, line + is_boxed, length - 2 * is_boxed);
        } else {
            text = heading_partner(arena, stream, at);
        }
        break;
    case HEADING_COLON:
        if (line[length - 1] == ':' ||
            (length > WIDE && !strcmp(line + length - WIDE, wide_colon)) || (length > 2 && !strcmp(line + length - 2, ":-")))
            text = heading_trimmed(arena, line, length);
        break;
    case HEADING_MARKED:
        text = prompt_remote(arena, line);
        if (text)
            return text;
        text = strchr("@*+-", line[0]) && line[1] == ' ' ? heading_trimmed(arena, line + 1, length - 1) : NULL;
        break;
    case HEADING_BARE:
        text = is_bare(stream, at, line, length) && !is_description(stream, at) ? heading_trimmed(arena, line, length) : NULL;
        break;
    case HEADING_SENTENCE:
        return heading_sentence(arena, stream, at);
    case HEADING_LEAD:
        return heading_lead(arena, stream, at);
    }
    if (text && (kind == HEADING_COLON || kind == HEADING_BARE || kind == HEADING_NUMBERED) &&
        !(text = heading_plain(arena, text)))
        return NULL;
    return text && heading_is_title(text) ? text : NULL;
}

/* Kinds that are no part of running text must stand apart from what is above. */
static bool stands_apart(const struct text_stream *stream, size_t at, bool is_heading_above)
{
    if (at == 0 || is_heading_above || stream->lines[at].is_resumed)
        return true;
    const struct text_line *line = &stream->lines[at - 1];
    enum line_class above = line->class;
    bool is_lead = above == LINE_PROSE && line->length && line->at[line->length - 1] == ':';
    return is_lead || (above != LINE_PROSE && above != LINE_JOBFILE && above != LINE_DIFF);
}

/* Says whether what follows the line is what a heading stands above. */
static bool leads_to_output(const struct text_stream *stream, size_t at, const bool *is_heading)
{
    size_t next = text_next(stream, at);
    while (next < stream->nr && stream->lines[next].class == LINE_RULE)
        next = text_next(stream, next);
    if (next == stream->nr)
        return false;
    const struct text_line *line = &stream->lines[next];
    return line_class_is_output(line) || line->class == LINE_COMMAND ||
           line->class == LINE_TABLE || is_heading[next];
}

/* A first look from below: which lines have the form, and lead to output. */
static void mark_candidates(const struct text_stream *stream, struct arena *arena, bool *is_heading)
{
    for (size_t at = stream->nr; at-- > 0;) {
        if (stream->lines[at].class != LINE_PROSE)
            continue;
        is_heading[at] = heading_lead(arena, stream, at) != NULL;
        if (!leads_to_output(stream, at, is_heading))
            continue;
        for (int kind = HEADING_MARKDOWN; kind <= HEADING_SENTENCE && !is_heading[at]; kind++)
            is_heading[at] = candidate(arena, stream, at, (enum heading_kind)kind) != NULL;
    }
}

void heading_find(const struct text_stream *stream, struct arena *arena, struct headings *headings)
{
    bool *is_heading = arena_alloc(arena, stream->nr * sizeof *is_heading);
    size_t last = NO_HEADING;
    mark_candidates(stream, arena, is_heading);
    for (size_t at = 0; at < stream->nr; at++) {
        if (!is_heading[at])
            continue;
        bool is_above = at > 0 && last == at - 1;
        for (int kind = heading_lead(arena, stream, at) ? HEADING_LEAD : HEADING_MARKDOWN;
             kind <= HEADING_LEAD; kind++) {
            const char *text = candidate(arena, stream, at, (enum heading_kind)kind);
            if (!text || (kind >= HEADING_PAIR && kind < HEADING_SENTENCE &&
                          !stands_apart(stream, at, is_above)))
                continue;
            struct heading heading = {(enum heading_kind)kind, at, text, 0, 0, 0};
            if (!vocabulary_run(text, &heading.run))
                heading.run = 0; /* "First case …" counts, but no runs */
            headings->at = arena_grow(arena, headings->at, headings->nr, &headings->room,
                                      sizeof *headings->at);
            headings->at[headings->nr++] = heading;
            while (kind == HEADING_LEAD && heading_is_text(stream, at + 1))
                at++;
            last = at;
            break;
        }
    }
    heading_split_runs(headings, arena);
}
