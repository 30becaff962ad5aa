/* Pages of archives that mark an article with comments; see page_kind.h. */
#include <string.h>

#include "parse/page_field.h"
#include "parse/page_kind.h"

/* What stands around an article of an archive that marks it with comments. */
struct bounds {
    const char *start, *end; /* words of the comments */
    void (*describe)(struct page_reading *reading, struct page_article *article, size_t body);
};

/* <H1>subject</H1> <B>name</B> <A HREF="mailto:...&In-Reply-To=%3Cid%3E"> <I>date</I> */
static void describe_pipermail(struct page_reading *reading, struct page_article *article,
                               size_t body)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (reader.at < body && page_next(&reader, &token)) {
        if (page_is(&token, PAGE_OPEN, "h1") && !article->subject)
            article->subject = page_element_text(reading, &reader, &token);
        else if (page_is(&token, PAGE_OPEN, "b") && !article->from)
            article->from = page_element_text(reading, &reader, &token);
        else if (page_is(&token, PAGE_OPEN, "i") && !article->date) {
            const char *date = page_element_text(reading, &reader, &token);
            article->date = date ? page_field_date(reading->arena, date, strlen(date)) : NULL;
        } else if (page_is(&token, PAGE_OPEN, "a") && !article->message_id) {
            static const char field[] = "In-Reply-To=";
            const char *href = page_attribute_text(reading, &token, "href");
            const char *id = href ? strstr(href, field) : NULL;
            id = id ? id + sizeof field - 1 : "";
            id = page_field_unescape(reading->arena, id, strcspn(id, "&"));
            article->message_id = page_field_id(reading->arena, id, strlen(id));
        }
    }
}

/* Comments "key=value" with the value in quotation marks, of hypermail. */
static const char *hypermail_value(struct page_reading *reading, size_t body, const char *key)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    if (!page_find_comment(&reader, key, body, &token))
        return NULL;
    size_t skip = strlen(key);
    return page_decoded(reading, token.at + skip, token.length - skip - (token.length > skip));
}

static void describe_hypermail(struct page_reading *reading, struct page_article *article,
                               size_t body)
{
    static const char *const dates[] = {"isosent=\"", "sent=\"", "isoreceived=\"", "received=\""};
    const char *value;
    for (size_t i = 0; i < sizeof dates / sizeof dates[0] && !article->date; i++)
        if ((value = hypermail_value(reading, body, dates[i])))
            article->date = page_field_date(reading->arena, value, strlen(value));
    if ((value = hypermail_value(reading, body, "id=\"")))
        article->message_id = page_field_id(reading->arena, value, strlen(value));
    article->subject = hypermail_value(reading, body, "subject=\"");
    article->from = hypermail_value(reading, body, "name=\"");
}

/* "X-Date: value" and its like stand in comments above the page. */
static void take_mhonarc_comment(struct page_reading *reading, struct page_article *article,
                                 const struct page_token *token)
{
    struct page_token copy = *token;
    copy.at = page_trim(copy.at, &copy.length);
    if (copy.length < 3 || memcmp(copy.at, "X-", 2))
        return;
    const char *line = page_decoded(reading, copy.at + 2, copy.length - 2);
    page_field_take(reading->arena, article, line, strlen(line));
}

/* The header of a mail as lines of a list or a table. */
static void take_head_lines(struct page_reading *reading, struct page_article *article,
                            size_t from, size_t until)
{
    size_t length;
    const char *text = page_text_of(reading, from, until, false, &length);
    for (const char *end = text + length; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        page_field_take(reading->arena, article, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

/* mail-archive.com says it with classes: <span class="subject">, "sender", "date". */
static void take_mhonarc_tag(struct page_reading *reading, struct page_article *article,
                             struct page_reader *reader, const struct page_token *token)
{
    const char **into = page_attribute_holds(token, "class", "subject")  ? &article->subject
                        : page_attribute_holds(token, "class", "sender") ? &article->from
                                                                         : NULL;
    if (into && !*into) {
        *into = page_element_text(reading, reader, token);
    } else if (page_attribute_holds(token, "class", "date") && !article->date) {
        const char *date = page_element_text(reading, reader, token);
        article->date = date ? page_field_date(reading->arena, date, strlen(date)) : NULL;
    }
}

/* The form for an answer, below the article, has the id. */
static const char *find_form_id(struct page_reading *reading, size_t from)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, from);
    while (page_find_open(&reader, "input", reading->length, &token))
        if (page_attribute_holds(&token, "name", "msgid")) {
            const char *id = page_attribute_text(reading, &token, "value");
            return id ? page_field_id(reading->arena, id, strlen(id)) : NULL;
        }
    return NULL;
}

static void describe_mhonarc(struct page_reading *reading, struct page_article *article,
                             size_t body)
{
    struct page_reader reader;
    struct page_token token;
    size_t head = 0, head_end = 0;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    while (reader.at < body && page_next(&reader, &token)) {
        if (token.kind == PAGE_COMMENT) {
            take_mhonarc_comment(reading, article, &token);
            token.at = page_trim(token.at, &token.length);
            if (token.length == 17 && !memcmp(token.at, "X-Head-of-Message", 17))
                head = reader.at;
            else if (token.length > 17 && !memcmp(token.at, "X-Head-of-Message", 17))
                head_end = token.start;
        } else if (page_is(&token, PAGE_OPEN, "span")) {
            take_mhonarc_tag(reading, article, &reader, &token);
        }
    }
    if (head && head_end > head)
        take_head_lines(reading, article, head, head_end);
    if (!article->message_id)
        article->message_id = find_form_id(reading, body);
    if (!article->subject)
        article->subject = page_title(reading);
}

/* Returns where an article without an end mark ends: where an element ends that does not
 * begin in it. */
static size_t find_block_end(struct page_reading *reading, size_t body)
{
    struct page_reader reader;
    struct page_token token;
    unsigned long depth = 0;
    page_reader_init(&reader, reading->bytes, reading->length, body);
    while (page_next(&reader, &token)) {
        if (!page_is(&token, token.kind, "div") || token.kind == PAGE_TEXT)
            continue;
        if (token.kind == PAGE_CLOSE && !depth)
            return token.start;
        depth += token.kind == PAGE_OPEN ? 1 : (unsigned long)-1;
    }
    return reading->length;
}

/* MHonArc puts one <pre> behind the other where a mail has parts. */
static void add_pieces(struct page_reading *reading, struct page_article *article, size_t body,
                       size_t end)
{
    struct page_reader reader;
    struct page_token token;
    size_t first = body, length;
    bool was_pre = false;
    page_reader_init(&reader, reading->bytes, reading->length, body);
    while (reader.at < end && page_next(&reader, &token)) {
        if (was_pre && page_is(&token, PAGE_OPEN, "pre") &&
            !page_attribute_holds(&token, "style", "margin")) {
            const char *text = page_text_of(reading, first, token.start, false, &length);
            page_add_part(reading, article, "", text, length);
            first = token.start;
        }
        was_pre = page_is(&token, PAGE_CLOSE, "pre");
    }
    const char *text = page_text_of(reading, first, end, false, &length);
    page_add_part(reading, article, "", text, length);
}

/* Later versions of hypermail put the header into the article. */
static size_t skip_hypermail_header(struct page_reading *reading, size_t body)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, body);
    while (page_next(&reader, &token)) {
        size_t length = token.length;
        bool is_nothing = token.kind == PAGE_COMMENT || page_is(&token, PAGE_OPEN, "div") ||
                          (token.kind == PAGE_TEXT && (page_trim(token.at, &length), !length));
        if (page_is(&token, PAGE_OPEN, "address") && page_skip(&reader, &token))
            return reader.at;
        if (!is_nothing)
            break;
    }
    return body;
}

static size_t find_hypermail_end(struct page_reading *reading, size_t body, size_t end)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, body);
    while (page_find_open(&reader, "span", end, &token))
        if (page_attribute_holds(&token, "id", "received"))
            return token.start;
    return end;
}

static bool read_bounded(struct page_reading *reading, const struct bounds *bounds)
{
    struct page_reader reader;
    struct page_token token;
    page_reader_init(&reader, reading->bytes, reading->length, 0);
    if (!page_find_comment(&reader, bounds->start, reading->length, &token))
        return false;
    size_t body = reader.at;
    bool has_end = page_find_comment(&reader, bounds->end, reading->length, &token);
    size_t end = has_end ? token.start : find_block_end(reading, body);
    size_t text = body;
    if (bounds->describe == describe_hypermail) {
        text = skip_hypermail_header(reading, body);
        end = find_hypermail_end(reading, text, end);
    }
    struct page_article *article = page_add_article(reading, text);
    bounds->describe(reading, article, body);
    add_pieces(reading, article, text, end);
    return true;
}

bool page_read_pipermail(struct page_reading *reading)
{
    static const struct bounds bounds = {"beginarticle", "endarticle", describe_pipermail};
    return read_bounded(reading, &bounds);
}

bool page_read_mhonarc(struct page_reading *reading)
{
    static const struct bounds bounds = {"X-Body-of-Message", "X-Body-of-Message-End",
                                         describe_mhonarc};
    return read_bounded(reading, &bounds);
}

bool page_read_hypermail(struct page_reading *reading)
{
    static const struct bounds bounds = {"body=\"start\"", "body=\"end\"", describe_hypermail};
    return read_bounded(reading, &bounds);
}
