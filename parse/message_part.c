/* One part of a mail: is it text, in which encoding and charset; see message_part.h. */
#include <string.h>
#include <strings.h>

#include "parse/encoding.h"
#include "parse/message_part.h"
#include "parse/page.h"

static bool ends_with(const char *name, size_t length, const char *const *endings, size_t *ending)
{
    for (; *endings; endings++) {
        *ending = strlen(*endings);
        if (length > *ending && !strncasecmp(name + length - *ending, *endings, *ending))
            return true;
    }
    return false;
}

/* Says whether the first length bytes of a name are those of a text. */
static bool is_text_name(const char *name, size_t length)
{
    static const char *const endings[] = {".txt", ".log",  ".out",      ".fio", ".csv", ".text",
                                          ".md",  ".json", ".markdown", ".asc", ".res", NULL};
    size_t ending;
    return ends_with(name, length, endings, &ending);
}

static bool is_html_part(GMimeContentType *type, const char *name)
{
    static const char *const endings[] = {".html", ".htm", NULL};
    size_t ending;
    return (type && g_mime_content_type_is_type(type, "text", "html")) ||
           ends_with(name, strlen(name), endings, &ending);
}

/* A part is read where its type is text, or where its name says so. */
static bool is_text_part(GMimeContentType *type, const char *name)
{
    if (!type || g_mime_content_type_is_type(type, "text", "*") ||
        g_mime_content_type_is_type(type, "application", "json"))
        return true;
    return is_text_name(name, strlen(name));
}

/* What the fields Content-Transfer-Encoding of a part say; some have several. */
struct labels {
    enum encoding at[4];
    size_t nr;
    bool is_unclear; /* they differ */
};

static void read_labels(GMimeObject *object, struct labels *labels)
{
    GMimeHeaderList *headers = g_mime_object_get_header_list(object);
    int nr = g_mime_header_list_get_count(headers);
    for (int i = 0; i < nr; i++) {
        GMimeHeader *header = g_mime_header_list_get_header_at(headers, i);
        if (strcasecmp(g_mime_header_get_name(header), "Content-Transfer-Encoding"))
            continue;
        enum encoding encoding = encoding_named(g_mime_header_get_raw_value(header));
        bool is_known = false;
        for (size_t k = 0; k < labels->nr; k++)
            is_known = is_known || labels->at[k] == encoding;
        labels->is_unclear = labels->is_unclear || (labels->nr && !is_known);
        if (!is_known && labels->nr < sizeof labels->at / sizeof labels->at[0])
            labels->at[labels->nr++] = encoding;
    }
}

/* Chooses the encoding that the bytes have, of those named; *is_false says that none
 * of them is it. */
static enum encoding choose(const struct labels *labels, const char *bytes, size_t length,
                            bool is_wide, struct encoding_span *span, bool *is_false)
{
    *is_false = false;
    for (size_t i = 0; i < labels->nr; i++) {
        enum encoding encoding = labels->at[i];
        if (encoding == ENCODING_NONE)
            continue;
        /* where another label says that it is plain, it must look like more than that */
        bool is_evident = !labels->is_unclear || encoding != ENCODING_QUOTED_PRINTABLE ||
                          memmem(bytes, length, "=3D", 3) || memmem(bytes, length, "=\n", 2) ||
                          memmem(bytes, length, "=\r\n", 3);
        if (is_evident && encoding_find(encoding, bytes, length, is_wide, span)) {
            *is_false = false;
            return encoding;
        }
        *is_false = true;
    }
    *is_false = *is_false && !labels->is_unclear;
    *span = (struct encoding_span){0, length};
    return ENCODING_NONE;
}

enum encoding message_encoding(struct reading *reading, GMimeObject *object, const char *bytes,
                               size_t length, bool is_wide, struct encoding_span *span)
{
    struct labels labels = {.nr = 0};
    bool is_false;
    read_labels(object, &labels);
    enum encoding encoding = choose(&labels, bytes, length, is_wide, span, &is_false);
    if (is_false) {
        reading->message->has_false_encoding = true;
        if (!reading->has_said_lie)
            message_say(reading, DIAG_WARN, NULL,
                        "the mail declares an encoding that its text does not have; taken as it "
                        "is");
        reading->has_said_lie = true;
    }
    return encoding;
}

/* A picture, say, that is declared as text.  A text may well have NUL bytes in it. */
static bool is_no_text(const char *bytes, size_t length)
{
    enum { LOOK = 8192, FEW = 4 };
    size_t look = length < LOOK ? length : LOOK, controls = 0, others = 0;
    for (size_t i = 0; i < look; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        controls += byte && byte < 0x20 && !strchr("\t\n\r\f\v\b\x1b", byte);
        others += byte != 0;
    }
    return controls > others / 32 + FEW && message_is_binary(bytes, length);
}

void message_text_add(struct reading *reading, const char *bytes, size_t length,
                      const char *charset, const char *name, size_t offset, struct text_form form)
{
    size_t size;
    if (!message_is_wide(charset) && is_no_text(bytes, length))
        return;
    const char *text = message_to_utf8(reading->arena, bytes, length, charset, &size);
    if (form.is_html)
        text = page_to_text(reading->arena, text, size, &size);
    /* a mark of UTF-8 in front is passed over */
    size_t skipped = text >= bytes && text <= bytes + length ? (size_t)(text - bytes) : 0;
    form.is_exact = form.is_exact && !form.is_html && !reading->is_encoded && (text == bytes || skipped == 3);
    uint64_t at = reading->is_encoded ? reading->base : reading->base + offset;
    text_add_formed(reading->message->text, text, size, arena_string(reading->arena, name),
                    form.is_exact ? at + skipped : at, &form);
}

static struct text_form form_of(GMimeObject *object)
{
    struct text_form form = {.is_exact = true};
    const char *format = g_mime_object_get_content_type_parameter(object, "format");
    const char *space = g_mime_object_get_content_type_parameter(object, "delsp");
    form.is_flowed = format && !strcasecmp(format, "flowed");
    form.deletes_space = space && !strcasecmp(space, "yes");
    return form;
}

static bool is_blank(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", bytes[i]))
            return false;
    return true;
}

/* Adds the part's bytes: what is in the encoding, and what stands around that. */
static void add_spans(struct reading *reading, GMimeObject *object, const char *name,
                      const char *bytes, size_t length, size_t offset)
{
    const char *charset = g_mime_object_get_content_type_parameter(object, "charset");
    GMimeContentType *type = g_mime_object_get_content_type(object);
    struct text_form plain = form_of(object), coded = plain;
    struct encoding_span span;
    size_t size;
    enum encoding encoding =
        message_encoding(reading, object, bytes, length, message_is_wide(charset), &span);
    plain.has_escapes = reading->has_escapes;
    if (span.first && !is_blank(bytes, span.first))
        message_text_add(reading, bytes, span.first, charset, name, offset, plain);
    const char *text =
        encoding_decode(reading->arena, encoding, bytes + span.first, span.length, &size);
    coded.is_exact = encoding == ENCODING_NONE;
    coded.is_html = is_html_part(type, name);
    /* escaped before it was encoded, lines of quoted-printable are lines of the mail */
    coded.has_escapes = reading->has_escapes && encoding <= ENCODING_QUOTED_PRINTABLE &&
                        encoding != ENCODING_BASE64;
    message_text_add(reading, text, size, charset, name, offset + span.first, coded);
    size_t end = span.first + span.length;
    if (end < length && !is_blank(bytes + end, length - end))
        message_text_add(reading, bytes + end, length - end, charset, name, offset + end, plain);
}

void message_part_read(struct reading *reading, GMimePart *part)
{
    GMimeObject *object = GMIME_OBJECT(part);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    const char *filename = g_mime_part_get_filename(part), *name = "";
    GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
    size_t size, offset, length;
    /* the stream is a window on the bytes of the mail */
    if (!stream || stream->bound_start < 0 || (size_t)stream->bound_start > reading->length)
        return;
    offset = (size_t)stream->bound_start;
    length = stream->bound_end < 0 || (size_t)stream->bound_end > reading->length
                 ? reading->length - offset
                 : (size_t)stream->bound_end - offset;
    reading->read_to = offset + length;
    if (filename)
        name = message_to_utf8(reading->arena, arena_string(reading->arena, filename),
                               strlen(filename), NULL, &size);
    if (message_is_packed(type, name, reading->bytes + offset, length)) {
        message_packed_read(reading, object, name, reading->bytes + offset, length, offset);
    } else if (is_text_part(type, name) || is_html_part(type, name)) {
        add_spans(reading, object, name, reading->bytes + offset, length, offset);
    }
}
