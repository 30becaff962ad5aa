/* The tree of a mail's parts, and what is left of it in damaged mail; see message_part.h. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/encoding.h"
#include "parse/message_part.h"

enum { DEEPEST_PART = 20, MOST_PARTS = 1000, MOST_AGAIN = 3 };

static void read_object(struct reading *reading, GMimeObject *object, unsigned depth);

/* Returns the place behind the headers. */
static size_t body_start(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - bytes) - at : length - at;
        bool is_blank = !size || (size == 1 && bytes[at] == '\r');
        at += size + (end ? 1 : 0);
        if (is_blank)
            return at;
    }
    return length;
}

/* Reads the bytes as a mail: head, which may be empty, is put in front.  offset is their
 * place in the reading; is_exact says that they are bytes of it. */
static void read_again(struct reading *reading, const char *head, const char *bytes,
                       size_t length, size_t offset, bool is_exact)
{
    struct reading again = *reading;
    size_t size = strlen(head);
    char *copy = arena_alloc(reading->arena, size + length + 1);
    memcpy(copy, head, size);
    memcpy(copy + size, bytes, length);
    again.bytes = copy;
    again.length = size + length;
    again.is_encoded = reading->is_encoded || !is_exact;
    if (!reading->is_encoded)
        again.base = reading->base + offset - (is_exact ? size : 0);
    again.again++;
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(again.bytes, again.length);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
    GMimeMessage *mail = g_mime_parser_construct_message(parser, NULL);
    if (mail) {
        message_body_read(&again, mail);
        g_object_unref(mail);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    reading->parts = again.parts;
    reading->has_said_lie = again.has_said_lie;
    reading->has_too_many = again.has_too_many;
    /* what was too much for it was read as it stands */
    if (again.has_too_many)
        reading->read_to = reading->length;
}

/* Returns the length of the line at `at`, without its end; *next gets the line behind. */
static size_t line_length(const char *at, const char *end, const char **next)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t length = (size_t)((stop ? stop : end) - at);
    *next = stop ? stop + 1 : end;
    while (length && isspace((unsigned char)at[length - 1]))
        length--;
    return length;
}

/* Says whether the headers of a part can start here. */
static bool is_part_start(const char *at, const char *end)
{
    const char *next;
    size_t length = line_length(at, end, &next), name = 0;
    while (name < length && (isalnum((unsigned char)at[name]) || at[name] == '-'))
        name++;
    if (!length || (length > 2 && !memcmp(at, "--", 2)))
        return true;
    return name && name < length && at[name] == ':' &&
           (!strncasecmp(at, "Content-", 8) || !strncasecmp(at, "X-", 2) ||
            message_is_field(at, name));
}

/* Returns the boundary that the parts seem to have: a line that starts with two marks,
 * with a field of a part below; NULL for none. */
static const char *guess_boundary(struct arena *arena, const char *bytes, size_t length)
{
    const char *end = bytes + length, *next;
    for (const char *at = bytes; at < end; at = next) {
        size_t size = line_length(at, end, &next);
        if (size > 2 && size < 200 && !memcmp(at, "--", 2) && end - next > 8 &&
            !strncasecmp(next, "Content-", 8) && !memchr(at, '"', size) && !memchr(at, '\\', size))
            return arena_text(arena, at + 2, size - 2);
    }
    return NULL;
}

/* A multipart in which no part was found: it is encoded as a whole, or its boundary is
 * missing or wrong, or it has no parts at all. */
static void read_unsplit(struct reading *reading, GMimeObject *multipart, unsigned depth)
{
    const char *bytes = g_mime_multipart_get_prologue(GMIME_MULTIPART(multipart));
    bool is_exact = depth == 0;
    size_t offset = is_exact ? body_start(reading->bytes, reading->length) : 0, size;
    size_t length = is_exact ? reading->length - offset : bytes ? strlen(bytes) : 0;
    struct encoding_span span;
    if (is_exact)
        bytes = reading->bytes + offset;
    else if (!length)
        return;
    else
        bytes = arena_text(reading->arena, bytes, length);
    enum encoding encoding = message_encoding(reading, multipart, bytes, length, false, &span);
    const char *boundary = guess_boundary(reading->arena, bytes, length);
    gchar *type = g_mime_content_type_encode(g_mime_object_get_content_type(multipart), NULL);
    struct text_form form = {.is_exact = is_exact, .has_escapes = reading->has_escapes};
    if (reading->again < MOST_AGAIN && encoding != ENCODING_NONE) {
        const char *text = encoding_decode(reading->arena, encoding, bytes + span.first,
                                           span.length, &size);
        read_again(reading, arena_printf(reading->arena, "Content-Type:%s\n\n", type), text, size,
                   offset, false);
    } else if (reading->again < MOST_AGAIN && boundary) {
        read_again(reading,
                   arena_printf(reading->arena,
                                "Content-Type: multipart/mixed; boundary=\"%s\"\n\n", boundary),
                   bytes, length, offset, is_exact);
    } else {
        message_text_add(reading, bytes, length, NULL, "", offset, form);
    }
    g_free(type);
}

/* Says whether the part says anything: some programs write a blank one, or only that the
 * mail is in HTML. */
static bool says_something(const struct reading *reading, GMimeObject *object)
{
    enum { LONGEST = 400 };
    GMimeDataWrapper *content = GMIME_IS_PART(object) ? g_mime_part_get_content(GMIME_PART(object))
                                                      : NULL;
    GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
    size_t filled = 0;
    bool names_html = false;
    if (!stream || stream->bound_start < 0)
        return !GMIME_IS_PART(object);
    size_t end = stream->bound_end < 0 ? reading->length : (size_t)stream->bound_end;
    for (size_t i = (size_t)stream->bound_start; i < end && i < reading->length; i++) {
        filled += !isspace((unsigned char)reading->bytes[i]);
        names_html = names_html || (end - i >= 4 && !strncasecmp(reading->bytes + i, "html", 4));
        if (filled > LONGEST)
            return true;
    }
    return filled && !names_html;
}

/* Of alternatives the plain text is read, or the last one. */
static void read_alternative(struct reading *reading, GMimeMultipart *multipart, unsigned depth)
{
    int nr = g_mime_multipart_get_count(multipart);
    for (int i = 0; i < nr; i++) {
        GMimeObject *child = g_mime_multipart_get_part(multipart, i);
        GMimeContentType *type = g_mime_object_get_content_type(child);
        if (type && g_mime_content_type_is_type(type, "text", "plain") &&
            (nr == 1 || says_something(reading, child))) {
            read_object(reading, child, depth + 1);
            return;
        }
    }
    if (nr)
        read_object(reading, g_mime_multipart_get_part(multipart, nr - 1), depth + 1);
}

static void read_multipart(struct reading *reading, GMimeMultipart *multipart, unsigned depth)
{
    GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(multipart));
    int nr = g_mime_multipart_get_count(multipart);
    if (!nr)
        read_unsplit(reading, GMIME_OBJECT(multipart), depth);
    else if (type && g_mime_content_type_is_type(type, "multipart", "alternative"))
        read_alternative(reading, multipart, depth);
    else
        for (int i = 0; i < nr && !reading->has_too_many; i++)
            read_object(reading, g_mime_multipart_get_part(multipart, i), depth + 1);
}

/* An attached mail that is encoded, which the standard forbids.  Returns whether it is
 * one. */
static bool read_encoded_mail(struct reading *reading, GMimeObject *part)
{
    GMimeContentType *type = g_mime_object_get_content_type(part);
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
    struct encoding_span span;
    size_t size;
    if (!type || !stream || stream->bound_start < 0 || reading->again == MOST_AGAIN ||
        !g_mime_content_type_is_type(type, "message", "rfc822"))
        return false;
    size_t offset = (size_t)stream->bound_start;
    size_t end = stream->bound_end < 0 ? reading->length : (size_t)stream->bound_end;
    const char *bytes = reading->bytes + offset;
    if (end > reading->length || end < offset)
        return false;
    enum encoding encoding =
        message_encoding(reading, part, bytes, end - offset, false, &span);
    const char *mail =
        encoding_decode(reading->arena, encoding, bytes + span.first, span.length, &size);
    if (!message_looks_like_mail(mail, size))
        return false;
    read_again(reading, "", mail, size, offset, encoding == ENCODING_NONE);
    return true;
}

static void read_message(struct reading *reading, GMimeMessagePart *part, unsigned depth)
{
    GMimeMessage *inner = g_mime_message_part_get_message(part);
    if (inner)
        read_object(reading, g_mime_message_get_mime_part(inner), depth + 1);
}

static void read_object(struct reading *reading, GMimeObject *object, unsigned depth)
{
    if (!object)
        return;
    if (depth > DEEPEST_PART || reading->parts++ > MOST_PARTS) {
        reading->has_too_many = true;
        return;
    }
    if (GMIME_IS_MULTIPART(object))
        read_multipart(reading, GMIME_MULTIPART(object), depth);
    else if (GMIME_IS_MESSAGE_PART(object))
        read_message(reading, GMIME_MESSAGE_PART(object), depth);
    else if (GMIME_IS_PART(object) && !read_encoded_mail(reading, object))
        message_part_read(reading, GMIME_PART(object));
}

/* A line that starts with the boundary. */
enum line_kind { LINE_TEXT, LINE_SEPARATOR, LINE_END };

static enum line_kind kind_of(const char *at, const char *end, const char *boundary,
                              size_t boundary_length)
{
    const char *next;
    size_t length = line_length(at, end, &next);
    if (length < boundary_length + 2 || memcmp(at, "--", 2) ||
        memcmp(at + 2, boundary, boundary_length))
        return LINE_TEXT;
    if (length == boundary_length + 2)
        return LINE_SEPARATOR;
    return length == boundary_length + 4 && !memcmp(at + length - 2, "--", 2) ? LINE_END
                                                                              : LINE_TEXT;
}

/* Finds boundaries that stand in the text of a part: no part starts below, or it is the
 * last one and more parts follow.  Returns a copy of the mail in which a blank stands in
 * place of their first mark, or NULL where there are none. */
static char *hide_false_boundaries(const struct reading *reading, const char *boundary)
{
    const char *end = reading->bytes + reading->length, *next, *last_end = NULL;
    size_t boundary_length = strlen(boundary);
    char *copy = NULL;
    for (const char *at = reading->bytes; at < end; at = next) {
        enum line_kind kind = kind_of(at, end, boundary, boundary_length);
        const char *hidden = NULL;
        line_length(at, end, &next);
        if (kind == LINE_SEPARATOR && !is_part_start(next, end))
            hidden = at;
        else if (kind == LINE_SEPARATOR && last_end)
            hidden = last_end;
        if (kind == LINE_END)
            last_end = at;
        if (!hidden)
            continue;
        if (!copy)
            copy = arena_text(reading->arena, reading->bytes, reading->length);
        copy[hidden - reading->bytes] = ' ';
        if (hidden == last_end)
            last_end = NULL;
    }
    return copy;
}

/* A multipart body whose end is missing was cut on the way. */
static bool is_cut(const struct reading *reading, GMimeObject *object, const char *boundary)
{
    if (!boundary || !*boundary || !g_mime_multipart_get_count(GMIME_MULTIPART(object)))
        return false;
    const char *end = arena_printf(reading->arena, "--%s--", boundary);
    return !memmem(reading->bytes, reading->length, end, strlen(end));
}

/* Writes blanks over boundaries and the fields of parts below them, which are no text. */
static void blank_heads(char *bytes, size_t length)
{
    const char *end = bytes + length, *next;
    bool is_head = false;
    for (char *at = bytes; at < end; at = bytes + (next - bytes)) {
        size_t size = line_length(at, end, &next);
        if (size > 2 && !memcmp(at, "--", 2) && is_part_start(next, end))
            is_head = true;
        else if (!size)
            is_head = false;
        if (is_head)
            memset(at, ' ', size);
    }
}

/* Adds what stands behind the parts that were read, as it stands. */
static void read_rest(struct reading *reading)
{
    size_t length = reading->length - reading->read_to;
    struct text_form form = {.is_exact = true, .has_escapes = reading->has_escapes};
    if (!length)
        return;
    char *copy = arena_text(reading->arena, reading->bytes + reading->read_to, length);
    blank_heads(copy, length);
    message_text_add(reading, copy, length, NULL, "", reading->read_to, form);
    reading->read_to = reading->length;
}

void message_body_read(struct reading *reading, GMimeMessage *mail)
{
    GMimeObject *body = g_mime_message_get_mime_part(mail);
    const char *boundary = body && GMIME_IS_MULTIPART(body)
                               ? g_mime_object_get_content_type_parameter(body, "boundary")
                               : NULL;
    char *copy = boundary && *boundary && reading->again < MOST_AGAIN
                     ? hide_false_boundaries(reading, boundary)
                     : NULL;
    if (copy) {
        read_again(reading, "", copy, reading->length, 0, true);
        return;
    }
    reading->read_to = body_start(reading->bytes, reading->length);
    read_object(reading, body, 0);
    if (is_cut(reading, body, boundary))
        reading->message->is_truncated = true;
    if (reading->has_too_many)
        read_rest(reading);
}
