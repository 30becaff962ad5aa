#include "parse/page_kind.h"

#include <string.h>

#include "parse/page_field.h"
#include "parse/page_text.h"

const char *page_trim(const char *at, size_t *length)
{
    while (*length && strchr(" \t\r\n", *at)) {
        at++;
        --*length;
    }
    while (*length && strchr(" \t\r\n", at[*length - 1]))
        --*length;
    return at;
}

bool page_find_comment(struct page_reader *reader, const char *word, size_t until,
                       struct page_token *token)
{
    size_t size = strlen(word);
    while (reader->at < until && page_next(reader, token)) {
        if (token->kind != PAGE_COMMENT)
            continue;
        token->at = page_trim(token->at, &token->length);
        if (token->length >= size && !memcmp(token->at, word, size))
            return true;
    }
    return false;
}

bool page_find_open(struct page_reader *reader, const char *name, size_t until,
                    struct page_token *token)
{
    while (reader->at < until && page_next(reader, token))
        if (page_is(token, PAGE_OPEN, name))
            return true;
    return false;
}

const char *page_text_of(struct page_reading *reading, size_t from, size_t until, bool is_in_pre,
                         size_t *length)
{
    struct page_reader reader;
    struct strbuf text = STRBUF_INIT;
    page_reader_init(&reader, reading->bytes, reading->length, from);
    page_write(&text, &reader, until, is_in_pre);
    const char *copy = arena_text(reading->arena, text.text, text.length);
    *length = text.length;
    strbuf_free(&text);
    return copy;
}

const char *page_element_text(struct page_reading *reading, struct page_reader *reader,
                              const struct page_token *token)
{
    enum { LONGEST = 4096 };
    struct page_token next;
    struct strbuf text = STRBUF_INIT;
    size_t until = reader->at + LONGEST;
    while (reader->at < until && page_next(reader, &next)) {
        if (next.kind == PAGE_CLOSE && next.element == token->element)
            break;
        if (next.kind == PAGE_TEXT)
            page_decode(&text, next.at, next.length < LONGEST ? next.length : LONGEST);
        else
            strbuf_string(&text, next.kind != PAGE_COMMENT && next.element->role != PAGE_INLINE
                                     ? " " : "");
    }
    const char *copy = page_field_text(reading->arena, text.text, text.length);
    strbuf_free(&text);
    return copy;
}

const char *page_decoded(struct page_reading *reading, const char *at, size_t length)
{
    struct strbuf text = STRBUF_INIT;
    page_decode(&text, at, length);
    const char *copy = arena_text(reading->arena, text.text, text.length);
    strbuf_free(&text);
    return copy;
}

const char *page_attribute_text(struct page_reading *reading, const struct page_token *token,
                                const char *name)
{
    const char *value;
    size_t length;
    return page_attribute(token, name, &value, &length) ? page_decoded(reading, value, length)
                                                  : NULL;
}

const char *page_title(struct page_reading *reading)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    return page_find_open(&reader, "title", reading->length, &token)
               ? page_element_text(reading, &reader, &token)
               : NULL;
}

/* Returns the place in the file of a place in the page, or of its line. */
static uint64_t place_in_file(struct page_reading *reading, size_t offset)
{
    size_t before = (size_t)(reading->bytes - reading->file);
    if (reading->bytes >= reading->file && before <= 3 &&
        before + reading->length == reading->file_length)
        return before + offset;
    if (offset < reading->seen)
        reading->seen = reading->seen_in_file = 0;
    const char *end;
    while ((end = memchr(reading->bytes + reading->seen, '\n', offset - reading->seen))) {
        const char *same = memchr(reading->file + reading->seen_in_file, '\n',
                                  reading->file_length - reading->seen_in_file);
        if (!same)
            break;
        reading->seen = (size_t)(end - reading->bytes) + 1;
        reading->seen_in_file = (size_t)(same - reading->file) + 1;
    }
    return reading->seen_in_file;
}

struct page_article *page_add_article(struct page_reading *reading, size_t offset)
{
    struct page *page = reading->page;
    page->articles = arena_grow(reading->arena, page->articles, page->nr, &page->room,
                                sizeof *page->articles);
    page->articles[page->nr] = (struct page_article){.offset = place_in_file(reading, offset)};
    return &page->articles[page->nr++];
}

void page_add_part(struct page_reading *reading, struct page_article *article, const char *name,
                   const char *text, size_t length)
{
    article->parts = arena_grow(reading->arena, article->parts, article->nr, &article->room,
                                sizeof *article->parts);
    article->parts[article->nr++] = (struct page_part){name, text, length};
}

static bool read_any(struct page_reading *reading)
{
    size_t length;
    struct page_article *article = page_add_article(reading, 0);
    article->subject = page_title(reading);
    const char *text = page_text_of(reading, 0, reading->length, false, &length);
    page_add_part(reading, article, "", text, length);
    return true;
}

const struct page_kind page_kinds[] = {
    {"pipermail", {"beginarticle"}, page_read_pipermail},
    {"mhonarc", {"X-Body-of-Message"}, page_read_mhonarc},
    {"hypermail", {"body=\"start\""}, page_read_hypermail},
    {"public-inbox thread", {"permalink</a>", "in thread"}, page_read_threads},
    {"public-inbox mail", {"id=b>", "In-Reply-To"}, page_read_single},
    {"public-inbox feed", {"<entry>", "<content"}, page_read_atom},
    {"marc", {"prev in list", "Download"}, page_read_marc},
    {"openwall", {"<pre", "openwall"}, page_read_openwall},
    {"comments", {NULL}, page_read_comments},
    {"page", {NULL}, read_any},
    {NULL, {NULL}, NULL},
};
