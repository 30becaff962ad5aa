/* Headings that are sentences of a before and after. */
#include <ctype.h>
#include <string.h>

#include "parse/heading_parts.h"
#include "parse/vocabulary.h"

enum { FARTHEST = 400, LONGEST_SENTENCE = 160, LONGEST_LEVEL = 60 };

static const char *const partners[][2] = {{"before", "after"}, {"after", "before"}};

/* Finds the word in a sentence that ends in a colon; NULL where it is no such sentence, or
 * has the word not once. */
static const char *find_word(const struct text_stream *stream, size_t at, const char *word)
{
    const struct text_line *line = &stream->lines[at];
    size_t length = strlen(word);
    const char *found = NULL;
    if (line->class != LINE_PROSE || !line->length || line->length > LONGEST_SENTENCE ||
        line->at[line->length - 1] != ':')
        return NULL;
    for (const char *in = line->at; (in = strcasestr(in, word)); in += length) {
        bool is_whole = (in == line->at || strchr(" (", in[-1])) &&
                        !isalnum((unsigned char)in[length]) && in[length] != '-';
        if (is_whole && found)
            return NULL;
        found = is_whole ? in : found;
    }
    return found;
}

const char *heading_partner(struct arena *arena, const struct text_stream *stream, size_t at)
{
    size_t first = at > FARTHEST ? at - FARTHEST : 0;
    for (size_t p = 0; p < sizeof partners / sizeof partners[0]; p++) {
        const char *own = find_word(stream, at, partners[p][0]);
        if (!own || find_word(stream, at, partners[p][1]))
            continue;
        /* "Random write, before:" is a title, which says more */
        size_t front = (size_t)(own - stream->lines[at].at);
        while (front && stream->lines[at].at[front - 1] == ' ')
            front--;
        if ((front && stream->lines[at].at[front - 1] == ',') ||
            vocabulary_is_op_only(arena_text(arena, stream->lines[at].at, front)))
            continue;
        const char *text = heading_trimmed(arena, own, strlen(own));
        for (size_t i = first; strlen(text) <= LONGEST_LEVEL && i < stream->nr && i < at + FARTHEST;
             i++)
            if (i != at && find_word(stream, i, partners[p][1]) &&
                !find_word(stream, i, partners[p][0]))
                return text;
    }
    return NULL;
}
