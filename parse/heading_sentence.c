/* Headings that are running text: the end of a sentence, a title over two lines, and a
 * short paragraph above a command. */
#include <ctype.h>
#include <string.h>

#include "parse/heading_parts.h"
#include "parse/line_class.h"

enum {
    LONGEST_SENTENCE = 160,
    MOST_WRAPPED_WORDS = 6, /* of a sentence's end that goes over two lines */
    NARROWEST = 66,         /* of a line that mail wrapped */
    MOST_LEAD_LINES = 3,
    MOST_SPOKEN_WORDS = 10
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

/* Returns the text behind the first of the words that it starts with, with a comma or a
 * blank behind it; the text itself where there is none. */
static const char *behind_word(const char *text, const char *const *words, size_t nr,
                               const char *marks)
{
    for (size_t i = 0; i < nr; i++) {
        size_t length = strlen(words[i]);
        if (heading_starts(text, words[i]) && text[length] && strchr(marks, text[length]))
            return text + length + strspn(text + length, " ,");
    }
    return text;
}

/* Takes off what people say before they come to the point. */
static const char *without_address(const char *text)
{
    static const char *const talk[] = {"and",  "but",  "also", "ok",   "okay", "so",   "yes",
                                       "sure", "well", "now",  "then", "btw",  "again", "no",
                                       "sorry", "anyway", "finally", "lastly"};
    static const char *const order[] = {"first", "second", "third", "fourth", "next", "firstly",
                                        "secondly", "thirdly", "last"};
    enum { TALK = sizeof talk / sizeof talk[0], ORDER = sizeof order / sizeof order[0] };
    for (const char *last = NULL; text != last;) {
        last = text;
        text = behind_word(text, talk, TALK, heading_starts(text, "no") ? "," : " ,");
        text = behind_word(text, order, ORDER, ",");
    }
    return text;
}

/* Says whether the text only points at what comes: "here is the output". */
static bool points_below(const char *text)
{
    static const char *const starts[] = {"here is", "here are", "here's", "here it", "these are",
                                         "this is", "below is", "below are", "the following",
                                         "see ", "attached "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (heading_starts(text, starts[i]))
            return true;
    return false;
}

/* Cuts "with SLOG it is", "on ext3 I get" behind the noun. */
static const char *without_verb(struct arena *arena, const char *text)
{
    static const char *const verbs[] = {" it is", " it's", " i get", " i got", " i see", " i saw",
                                        " i have", " we get", " we got", " we see", " we saw",
                                        " we have", " this is", " it gives", " i'm getting", " says",
                                        " shows", " reports", " gives"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *at = strcasestr(text, verbs[i]);
        if (at && at > text && (!at[strlen(verbs[i])] || strchr(" :", at[strlen(verbs[i])])))
            return heading_trimmed(arena, text, (size_t)(at - text));
    }
    return text;
}

/* "dd says" */
static bool ends_in_verb(const char *text)
{
    static const char *const verbs[] = {" says", " shows", " reports", " gives"};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (length > strlen(verbs[i]) && !strcasecmp(text + length - strlen(verbs[i]), verbs[i]))
            return true;
    return false;
}

const char *heading_plain(struct arena *arena, const char *text)
{
    static const char *const places[] = {"on", "under", "using", "via", "on the", "on my", "in the",
                                         "in my", "from the", "from my", "for the", "at the"};
    static const char *const articles[] = {"the", "my", "our", "a", "an", "this"};
    static const char *const behind[] = {" from ", " on ", " with ", " without ", " using ",
                                         " under ", " for "};
    const char *last = NULL;
    for (const char *stop; (stop = strstr(text, ". ")) && isupper((unsigned char)stop[2]);)
        text = stop + 2; /* a sentence in front of the title */
    text = without_address(text);
    if (points_below(text)) {
        for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
            for (const char *at = text; (at = strcasestr(at, behind[i])); at++)
                last = !last || at > last ? at : last;
        if (!last)
            return NULL;
        text = last + 1;
        text = behind_word(text, (const char *const[]){"with"}, 1, " ");
    }
    bool is_place = behind_word(text, places, sizeof places / sizeof places[0], " ") != text;
    if (is_place || heading_starts(text, "with") || ends_in_verb(text))
        text = without_verb(arena, text);
    if (is_place || last) {
        text = behind_word(text, places, sizeof places / sizeof places[0], " ");
        text = behind_word(text, articles, sizeof articles / sizeof articles[0], " ");
    }
    return *text ? text : NULL;
}

/* "On ext3 I get", which no colon ends. */
static const char *as_spoken(struct arena *arena, const char *line)
{
    static const char *const leads[] = {"on ", "under ", "using ", "with ", "without "};
    const char *text = without_address(line);
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (heading_starts(text, leads[i]) && heading_words(text) <= MOST_SPOKEN_WORDS &&
            without_verb(arena, text) != text)
            return heading_plain(arena, text);
    return NULL;
}

/* "I tested three things. First, plain LVM:" ends in a title. */
static const char *as_last_title(struct arena *arena, const char *line)
{
    size_t length = strlen(line);
    const char *stop = NULL;
    for (const char *at = line; (at = strstr(at, ". ")); at++)
        stop = at;
    if (!stop || !length || line[length - 1] != ':')
        return NULL;
    const char *text = heading_plain(arena, heading_trimmed(arena, stop + 2, strlen(stop + 2)));
    return text && heading_words(text) <= MOST_WRAPPED_WORDS && heading_is_title(text) ? text : NULL;
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
    text = text ? text : as_spoken(arena, stream->lines[at].at);
    text = text ? text : as_last_title(arena, stream->lines[at].at);
    if (!at || !heading_is_text(stream, at - 1))
        return text;
    const char *title = as_wrapped_title(arena, stream, at);
    if (text || title)
        return title ? title : text;
    text = as_sentence(arena, arena_printf(arena, "%.200s %.200s", stream->lines[at - 1].at,
                                           stream->lines[at].at));
    return text && heading_words(text) <= MOST_WRAPPED_WORDS ? text : NULL;
}
