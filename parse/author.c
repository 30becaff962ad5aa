#include "parse/author.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* What one author, which is one stream, says of the kernel. */
struct said {
    const char *kernel; /* NULL for nothing */
    const char *text;
    unsigned long line;
    bool has_several;
    bool has_result;
};

/* Returns the length of a kernel's version at `at`: three numbers, or two and a
 * candidate's mark; 0 for none. */
static size_t version_length(const char *at)
{
    size_t length = 0, points = 0;
    if (*at < '2' || *at > '7')
        return 0;
    for (; isdigit((unsigned char)at[length]) ||
           (at[length] == '.' && isdigit((unsigned char)at[length + 1]));
         length++)
        points += at[length] == '.';
    size_t mark = !strncmp(at + length, "-rc", 3) ? 3 : !strncmp(at + length, "-pre", 4) ? 4 : 0;
    if (points < 1 || points > 3 || (points == 1 && !mark))
        return 0;
    while (at[length] && (isalnum((unsigned char)at[length]) || strchr("-_+", at[length]) ||
                          (at[length] == '.' && isalnum((unsigned char)at[length + 1]))))
        length++;
    return length;
}

/* Says whether the sentence denies what stands at `at`: "is not 2.6.20". */
static bool is_denied(const char *line, const char *at)
{
    static const char *const words[] = {"not ", "n't ", "no ", "than "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (at >= line + length && !strncasecmp(at - length, words[i], length))
            return true;
    }
    return false;
}

static void read_line(struct arena *arena, const struct text_line *line, struct said *said)
{
    static const char *const words[] = {"kernel", "linux", "running", "runs", " ran "};
    bool is_about = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        is_about = is_about || strcasestr(line->at, words[i]);
    for (const char *at = line->at; is_about && *at; at++) {
        size_t length = at > line->at && (isalnum((unsigned char)at[-1]) || strchr(".-/", at[-1]))
                            ? 0
                            : version_length(at);
        if (!length)
            continue;
        const char *version = arena_text(arena, at, length);
        if (!is_denied(line->at, at)) {
            said->has_several = said->has_several || (said->kernel && strcmp(said->kernel, version));
            said->kernel = version;
            said->text = line->at;
            said->line = line->line;
        }
        at += length - 1;
    }
}

/* A version in a label is nearer than one in a sentence. */
static bool is_labelled(const struct labels *labels)
{
    for (size_t i = 0; i < labels->nr; i++)
        for (const char *at = labels->at[i].value; *at; at++)
            if (version_length(at))
                return true;
    return false;
}

void author_label(const struct text *text, struct tool_output *output, struct labels *labels)
{
    struct said *said = arena_alloc(output->arena, text->nr * sizeof *said);
    const struct said *first = NULL;
    bool differ = false;
    for (size_t r = 0; r < output->nr; r++)
        said[output->at[r].stream].has_result = true;
    for (size_t s = 0; s < text->nr; s++) {
        const struct text_stream *stream = &text->streams[s];
        if (!said[s].has_result)
            continue;
        for (size_t i = 0; i < stream->nr; i++)
            if (stream->lines[i].class == LINE_PROSE)
                read_line(output->arena, &stream->lines[i], &said[s]);
        if (!said[s].kernel || said[s].has_several)
            continue;
        differ = differ || (first && strcmp(first->kernel, said[s].kernel));
        first = first ? first : &said[s];
    }
    for (size_t r = 0; differ && r < output->nr; r++) {
        const struct said *of = &said[output->at[r].stream];
        if (of->kernel && !of->has_several && !is_labelled(&labels[r]))
            label_add(&labels[r], (struct label){"author", "kernel", of->kernel, LABEL_AUTHOR,
                                                 of->line, of->text});
    }
}
