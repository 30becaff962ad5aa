/* Pages of archives that have no marks but their words; see page_kind.h. */
#include <ctype.h>
#include <string.h>

#include "parse/page_field.h"
#include "parse/page_kind.h"

static bool starts(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && !memcmp(at, word, size);
}

/* Says whether the line begins a part: its name goes to *name ("" for none), in the arena. */
static bool is_part_line(struct arena *arena, const char *at, const char *stop, const char **name)
{
    static const char pub[] = "[-- Attachment #";
    const char *first, *last;
    *name = "";
    if (starts(at, stop, pub)) {
        first = memchr(at, ':', (size_t)(stop - at));
        last = memmem(at, (size_t)(stop - at), " --]", 4);
        if (!first)
            return last != NULL;
        first += first + 1 < stop && first[1] == ' ' ? 2 : 1;
        last = last ? last : stop;
        if (last > first && !starts(first, stop, "Type: "))
            *name = arena_text(arena, first, (size_t)(last - first));
        return true;
    }
    if (starts(at, stop, "[Attachment #"))
        return stop[-1] == ']' && memmem(at, (size_t)(stop - at), " (", 2);
    if (!starts(at, stop, "[\"") || stop[-1] != ']')
        return false;
    first = at + 2;
    last = memmem(first, (size_t)(stop - first), "\" (", 3);
    if (last)
        *name = arena_text(arena, first, (size_t)(last - first));
    return last && memchr(last, '/', (size_t)(stop - last));
}

/* Adds the lines from first to at, without the blank ones at their end. */
static void add_until(struct page_reading *reading, struct page_article *article,
                      const char *name, const char *first, const char *at)
{
    while (at - first > 1 && at[-1] == '\n' && at[-2] == '\n')
        at--;
    if (at - first == 1 && *first == '\n')
        at = first;
    if (at > first)
        page_add_part(reading, article, name, first, (size_t)(at - first));
}

void page_add_parts(struct page_reading *reading, struct page_article *article,
                    const char *text, size_t length)
{
    const char *end = text + length, *first = text, *name = "", *next;
    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop > at && *at == '[' && is_part_line(reading->arena, at, stop, &next)) {
            add_until(reading, article, name, first, at);
            name = next;
            at = stop < end ? stop + 1 : end;
            if (starts(at, end, "[-- Type:") && (stop = memchr(at, '\n', (size_t)(end - at))))
                at = stop + 1;
            at += at < end && *at == '\n';
            first = at;
            continue;
        }
        at = stop < end ? stop + 1 : end;
    }
    add_until(reading, article, name, first, end);
}

/* Returns the start of the line that begins with the word, at or behind `at`, or NULL. */
static const char *find_line(const char *at, const char *end, const char *word)
{
    while (at < end) {
        if (starts(at, end, word))
            return at;
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            return NULL;
        at++;
    }
    return NULL;
}

/* Header, "[Download RAW message or body]", and the mail, up to the links that were above
 * it as well. */
bool page_read_marc(struct page_reading *reading)
{
    static const char links[] = "[prev in list]";
    struct page_reader reader;
    struct page_token token;
    size_t length;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    if (!page_find_open(&reader, "pre", reading->length, &token))
        return false;
    const char *text = page_text_of(reading, token.start, reading->length, false, &length);
    const char *end = text + length, *body = find_line(text, end, "[Download");
    body = body ? memchr(body, '\n', (size_t)(end - body)) : NULL;
    if (!body)
        return false;
    const char *place = memmem(reading->bytes, reading->length, "[Download", 9);
    struct page_article *article =
        page_add_article(reading, place ? (size_t)(place - reading->bytes) : 0);
    for (const char *at = text, *stop; at < body; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(body - at));
        stop = stop ? stop : body;
        page_field_take(reading->arena, article, at, (size_t)(stop - at));
    }
    while (body < end && *body == '\n')
        body++;
    const char *foot = find_line(body, end, links);
    page_add_parts(reading, article, body, (size_t)((foot ? foot : end) - body));
    return true;
}

/* Adds the article whose header and text the element has that the token opened. */
static bool add_with_header(struct page_reading *reading, struct page_reader *reader,
                            const struct page_token *token)
{
    size_t first = reader->at, length;
    if (!page_skip(reader, token))
        reader->at = reading->length;
    struct page_article article = {0};
    const char *text = page_text_of(reading, token->start, reader->at, false, &length);
    const char *body = page_field_header(reading->arena, &article, text, length);
    if (!body)
        return false;
    struct page_article *added = page_add_article(reading, first);
    article.offset = added->offset;
    *added = article;
    page_add_parts(reading, added, body, (size_t)(text + length - body));
    return true;
}

bool page_read_single(struct page_reading *reading)
{
    struct page_reader reader;
    struct page_token token;
    const char *id;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (page_find_open(&reader, "pre", reading->length, &token))
        if ((id = page_attribute_text(reading, &token, "id")) && !strcmp(id, "b"))
            return add_with_header(reading, &reader, &token);
    return false;
}

bool page_read_openwall(struct page_reading *reading)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (page_find_open(&reader, "pre", reading->length, &token))
        if (add_with_header(reading, &reader, &token))
            return true;
    return false;
}

/* Says whether the token is <a id=X...> with a hash behind the letter. */
static bool is_anchor(const struct page_token *token, char letter)
{
    const char *value;
    size_t length, digits = 1;
    if (!page_is(token, PAGE_OPEN, "a") || !page_attribute(token, "id", &value, &length) ||
        length < 9 || value[0] != letter)
        return false;
    while (digits < length && isxdigit((unsigned char)value[digits]))
        digits++;
    return digits == length;
}

/* What stands in the tags of an article of a thread: the subject is bold, the id in the
 * link "permalink". */
static void take_thread_tags(struct page_reading *reading, struct page_article *article,
                             size_t from, size_t until)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, from);
    while (reader.at < until && page_next(&reader, &token)) {
        if (page_is(&token, PAGE_OPEN, "b") && !article->subject)
            article->subject = page_element_text(reading, &reader, &token);
        if (!page_is(&token, PAGE_OPEN, "a"))
            continue;
        const char *href = page_attribute_text(reading, &token, "href");
        const char *text = page_element_text(reading, &reader, &token);
        if (text && !strcmp(text, "permalink")) {
            article->message_id = page_field_link_id(reading->arena, href);
            return;
        }
    }
}

/* "From: name @ 2020-05-06 10:34 UTC (permalink / raw)", lines with addresses, a blank
 * one, and the text. */
static void add_thread_article(struct page_reading *reading, size_t from, size_t until)
{
    size_t length;
    const char *text = page_text_of(reading, from, until, true, &length), *end = text + length;
    const char *line = find_line(text, end, "From: ");
    const char *stop = line ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    const char *body = stop ? memmem(stop, (size_t)(end - stop), "\n\n", 2) : NULL;
    if (!body)
        return;
    struct page_article *article = page_add_article(reading, from);
    take_thread_tags(reading, article, from, until);
    for (const char *at = stop; at > line; at--)
        if (starts(at, stop, " @ ")) {
            article->from = page_field_text(reading->arena, line + 6, (size_t)(at - line) - 6);
            article->date = page_field_date(reading->arena, at + 3, (size_t)(stop - at) - 3);
            break;
        }
    page_add_parts(reading, article, body + 2, (size_t)(end - body) - 2);
}

bool page_read_threads(struct page_reading *reading)
{
    struct page_reader reader;
    struct page_token token;
    size_t start = 0, before = reading->page->nr;
    bool is_open = false;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (page_next(&reader, &token)) {
        bool is_start = is_anchor(&token, 'm');
        if (is_open && (is_start || is_anchor(&token, 'e'))) {
            add_thread_article(reading, start, token.start);
            is_open = false;
        }
        if (is_start) {
            start = token.start;
            is_open = true;
        }
    }
    if (is_open)
        add_thread_article(reading, start, reading->length);
    return reading->page->nr > before;
}
