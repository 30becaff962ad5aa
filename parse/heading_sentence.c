/* Headings that are running text: the end of a sentence, a title over two lines, and a
 * short paragraph above a command. */
#include <string.h>

#include "parse/heading_parts.h"
#include "parse/line_class.h"

enum {
    LONGEST_SENTENCE = 160,
    MOST_WRAPPED_WORDS = 6, /* of a sentence's end that goes over two lines */
    NARROWEST = 66,         /* of a line that mail wrapped */
    MOST_LEAD_LINES = 3
};

/* "4.19 here" is 4.19. */
static const char *without_adverbs(struct arena *arena, const char *phrase)
{
    static const char *const words[] = {" here", " now", " again", " instead", " today", " too"};
    size_t length = strlen(phrase);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        if (length > size && !strcasecmp(phrase + length - size, words[i]))
            return arena_text(arena, phrase, length - size);
    }
    return phrase;
}

/* The noun phrase behind the last of on, with, using, for, under: what the
 * sentence says the figures were made with. */
static const char *as_sentence(struct arena *arena, const char *at)
{
    static const char *const leads[] = {" on ", " with ", " without ", " using ", " for ",
                                        " under ", " via "};
    size_t length = strlen(at);
    const char *last = NULL;
    if (!length || length > LONGEST_SENTENCE || at[length - 1] != ':')
        return NULL;
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        for (const char *found = at; (found = strcasestr(found, leads[i])); found++)
            if (!last || found > last)
                last = found + (strstr(leads[i], "without") ? 1 : strlen(leads[i]));
    if (!last || strlen(last) > 60)
        return NULL;
    const char *phrase = heading_trimmed(arena, last, strlen(last));
    if (heading_starts(phrase, "the "))
        phrase += 4;
    phrase = without_adverbs(arena, phrase);
    /* "with the following settings:" points at what comes */
    return *phrase && !heading_starts(phrase, "following ") ? phrase : NULL;
}

/* Says whether a text begins with a word that counts or orders what was run. */
static bool is_ordered(const char *at)
{
    static const char *const words[] = {"first", "second", "third", "fourth", "next", "now",
                                        "then",  "finally", "last", "again"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (heading_starts(at, words[i]) && strchr(" ,:", at[strlen(words[i])]))
            return true;
    return heading_is_pair_word(at);
}

bool heading_is_text(const struct text_stream *stream, size_t at)
{
    return at < stream->nr && stream->lines[at].class == LINE_PROSE &&
           !text_is_blank(&stream->lines[at]);
}

static bool is_output_or_command(const struct text_stream *stream, size_t at)
{
    return at < stream->nr && (line_class_is_output(&stream->lines[at]) ||
                               stream->lines[at].class == LINE_COMMAND);
}

const char *heading_lead(struct arena *arena, const struct text_stream *stream, size_t at)
{
    const char *line = stream->lines[at].at + strspn(stream->lines[at].at, " \t");
    size_t nr = 1;
    if ((at && heading_is_text(stream, at - 1)) || !is_ordered(line))
        return NULL;
    while (nr < MOST_LEAD_LINES && heading_is_text(stream, at + nr))
        nr++;
    if (nr == 1 || !is_output_or_command(stream, at + nr))
        return NULL;
    const char *text = line;
    for (size_t i = 1; i < nr; i++)
        text = arena_printf(arena, "%.200s %.200s", text, stream->lines[at + i].at);
    const char *stop = strstr(text, ". "), *colon = strchr(text, ':');
    if (colon && (!colon[1] || colon[1] == ' ') && (!stop || colon < stop))
        stop = colon;
    size_t length = stop ? (size_t)(stop - text) : strlen(text);
    while (length && strchr(".,;", text[length - 1]))
        length--;
    if (length > LONGEST_SENTENCE || memmem(text, length, "B/s", 3) ||
        memmem(text, length, " I ", 3) || memmem(text, length, " we ", 4))
        return NULL;
    return heading_trimmed(arena, text, length);
}

/* A title in two lines, the first of which had no room for more. */
static const char *as_wrapped_title(struct arena *arena, const struct text_stream *stream,
                                    size_t at)
{
    const struct text_line *line = &stream->lines[at], *above = line - 1;
    if (!heading_is_text(stream, at - 1) || (at > 1 && heading_is_text(stream, at - 2)) || line->indent ||
        line->at[line->length - 1] != ':' ||
        above->length + 1 + strcspn(line->at, " ") <= NARROWEST)
        return NULL;
    const char *text = arena_printf(arena, "%.200s %.200s", above->at, line->at);
    return heading_is_title(text) ? heading_trimmed(arena, text, strlen(text)) : NULL;
}

const char *heading_sentence(struct arena *arena, const struct text_stream *stream,
                                       size_t at)
{
    const char *text = as_sentence(arena, stream->lines[at].at);
    if (!at || !heading_is_text(stream, at - 1))
        return text;
    const char *title = as_wrapped_title(arena, stream, at);
    if (text || title)
        return title ? title : text;
    text = as_sentence(arena, arena_printf(arena, "%.200s %.200s", stream->lines[at - 1].at,
                                           stream->lines[at].at));
    return text && heading_words(text) <= MOST_WRAPPED_WORDS ? text : NULL;
}
