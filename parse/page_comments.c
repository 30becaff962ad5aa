/* Pages on which several people write, and feeds; see page_kind.h. */
#include <string.h>

#include "parse/page_field.h"
#include "parse/page_kind.h"

/* How the text of a comment is marked: by a word in an attribute of its element. */
static const struct site {
    const char *mark; /* that the page holds */
    const char *attribute, *word;
} sites[] = {
    {"github", "class", "markdown-body"},
    {"hyperkitty", "class", "email-body"},
    {"Discourse", "itemprop", "text"},
    {"gitlab", "class", "note-text"},
};

/* What was read last of what stands above a comment. */
struct above {
    const char *date, *author;
};

static void take_above(struct page_reading *reading, struct page_reader *reader,
                       const struct page_token *token, struct above *above)
{
    const char *date = token->length ? page_attribute_text(reading, token, "datetime") : NULL;
    if (date)
        above->date = page_field_date(reading->arena, date, strlen(date));
    if (!page_is(token, PAGE_OPEN, "a") || !page_attribute_holds(token, "class", "author"))
        return;
    const char *author = page_element_text(reading, reader, token);
    above->author = author ? author : above->author;
}

/* "Slow reads · Issue #12 · owner/name" begins with what the author wrote. */
static const char *subject_of_title(struct page_reading *reading)
{
    static const char dot[] = " \xc2\xb7 ";
    const char *title = page_title(reading), *end = title ? strstr(title, dot) : NULL;
    return end ? arena_text(reading->arena, title, (size_t)(end - title)) : title;
}

static void add_comment(struct page_reading *reading, struct page_reader *reader,
                        const struct page_token *token, const struct above *above,
                        const char *subject)
{
    size_t from = reader->at, length;
    if (!page_skip(reader, token))
        reader->at = reading->length;
    struct page_article *article = page_add_article(reading, from);
    article->date = above->date;
    article->from = above->author;
    article->subject = subject;
    const char *text = page_text_of(reading, from, reader->at, false, &length);
    page_add_part(reading, article, "", text, length);
}

static bool read_site(struct page_reading *reading, const struct site *site)
{
    struct page_reader reader;
    struct page_token token;
    struct above above = {NULL, NULL};
    size_t before = reading->page->nr;
    const char *subject = NULL;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (page_next(&reader, &token)) {
        if (token.kind != PAGE_OPEN)
            continue;
        if (!page_attribute_holds(&token, site->attribute, site->word)) {
            take_above(reading, &reader, &token, &above);
            continue;
        }
        if (!subject)
            subject = subject_of_title(reading);
        add_comment(reading, &reader, &token, &above, subject);
    }
    return reading->page->nr > before;
}

bool page_read_comments(struct page_reading *reading)
{
    for (size_t i = 0; i < sizeof sites / sizeof sites[0]; i++)
        if (memmem(reading->bytes, reading->length, sites[i].mark, strlen(sites[i].mark)) &&
            read_site(reading, &sites[i]))
            return true;
    return false;
}

/* <title>, <updated>, <author><name>, <link href=".../id/"> and <content>. */
static void read_entry(struct page_reading *reading, struct page_reader *reader)
{
    struct page_token token;
    struct page_article article = {0};
    const char *text;
    while (page_next(reader, &token) && !page_is(&token, PAGE_CLOSE, "entry")) {
        if (token.kind != PAGE_OPEN)
            continue;
        if (page_is(&token, PAGE_OPEN, "title")) {
            article.subject = page_element_text(reading, reader, &token);
        } else if (page_is(&token, PAGE_OPEN, "name")) {
            article.from = page_element_text(reading, reader, &token);
        } else if (page_is(&token, PAGE_OPEN, "updated")) {
            text = page_element_text(reading, reader, &token);
            article.date = text ? page_field_date(reading->arena, text, strlen(text)) : NULL;
        } else if (page_is(&token, PAGE_OPEN, "link") && !article.message_id) {
            text = page_attribute_text(reading, &token, "href");
            article.message_id = page_field_link_id(reading->arena, text);
        } else if (page_is(&token, PAGE_OPEN, "content")) {
            size_t from = reader->at, length;
            if (!page_skip(reader, &token))
                reader->at = reading->length;
            struct page_article *added = page_add_article(reading, from);
            article.offset = added->offset;
            *added = article;
            text = page_text_of(reading, from, reader->at, false, &length);
            page_add_parts(reading, added, text, length);
        }
    }
}

/* A feed has the newest first. */
static void reverse_articles(struct page *page, size_t first)
{
    for (size_t last = page->nr; first + 1 < last; first++) {
        struct page_article other = page->articles[first];
        page->articles[first] = page->articles[--last];
        page->articles[last] = other;
    }
}

bool page_read_atom(struct page_reading *reading)
{
    struct page_reader reader;
    struct page_token token;
    size_t before = reading->page->nr;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (page_find_open(&reader, "entry", reading->length, &token))
        read_entry(reading, &reader);
    reverse_articles(reading->page, before);
    return reading->page->nr > before;
}
