#include "parse/message.h"

#include <ctype.h>
#include <gmime/gmime.h>
#include <string.h>

#include "parse/encoding.h"

enum { DEEPEST_PART = 20, MOST_PARTS = 1000 };

/* State of reading one mail. */
struct reading {
    struct message *message;
    struct arena *arena;
    const char *path;
    uint64_t base;
    const struct diag_sink *sink;
    unsigned parts;
    bool has_too_many; /* parts, or one in the other */
};

static const char *const known_fields[] = {
    "Date",        "From",         "Subject",  "Message-ID", "To",           "Received",
    "Return-Path", "MIME-Version", "Cc",       "References", "In-Reply-To",  "Delivered-To",
    "Sender",      "Reply-To",     "List-Id",  "X-Mailer",   "Content-Type", "User-Agent",
};

static bool is_known_field(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof known_fields / sizeof known_fields[0]; i++)
        if (strlen(known_fields[i]) == length && !strncasecmp(known_fields[i], name, length))
            return true;
    return false;
}

/* Returns the length of a leading mbox line "From …", with its line end. */
static size_t from_line(const char *bytes, size_t length)
{
    if (length < 5 || memcmp(bytes, "From ", 5))
        return 0;
    const char *end = memchr(bytes, '\n', length);
    return end ? (size_t)(end - bytes) + 1 : 0;
}

bool message_looks_like_mail(const char *bytes, size_t length)
{
    size_t at = from_line(bytes, length), known = 0;
    while (at < length) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - (bytes + at)) : length - at;
        const char *line = bytes + at;
        if (size && line[size - 1] == '\r')
            size--;
        if (!size)
            break;
        size_t name = 0;
        while (name < size && (isalnum((unsigned char)line[name]) || line[name] == '-'))
            name++;
        bool is_folded = known && (line[0] == ' ' || line[0] == '\t');
        if (!is_folded && (!name || name == size || line[name] != ':'))
            return false;
        if (!is_folded)
            known += is_known_field(line, name);
        if (!end)
            break;
        at = (size_t)(end - bytes) + 1;
    }
    return known >= 2;
}

static void say(const struct reading *reading, enum diag_level level, const char *mend,
                const char *what)
{
    struct diag diag;
    diag_set(&diag, level, reading->path, 0, mend, "%s", what);
    diag_report(reading->sink, &diag);
}

/* Returns the raw bytes of a part as they stand in the file, in the arena. */
static const char *raw_content(struct reading *reading, GMimeStream *stream, size_t *length)
{
    gint64 size = g_mime_stream_length(stream);
    *length = 0;
    if (size <= 0)
        return "";
    char *bytes = arena_alloc(reading->arena, (size_t)size + 1);
    g_mime_stream_reset(stream);
    while (*length < (size_t)size) {
        ssize_t got = g_mime_stream_read(stream, bytes + *length, (size_t)size - *length);
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    return bytes;
}

static const char *decoded_content(struct reading *reading, GMimeDataWrapper *content,
                                   size_t *length)
{
    GMimeStream *memory = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(content, memory);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
    const char *copy = arena_text(reading->arena, (const char *)bytes->data, bytes->len);
    *length = bytes->len;
    g_object_unref(memory);
    return copy;
}

/* A part is read where its type is text, or where its name says so. */
static bool is_text_part(GMimeObject *part, const char *name)
{
    static const char *const endings[] = {".txt", ".log", ".out", ".fio", ".csv", ".text"};
    GMimeContentType *type = g_mime_object_get_content_type(part);
    if (!type || g_mime_content_type_is_type(type, "text", "*"))
        return true;
    size_t length = name ? strlen(name) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && !strcasecmp(name + length - ending, endings[i]))
            return true;
    }
    return false;
}

static void read_part(struct reading *reading, GMimePart *part)
{
    GMimeObject *object = GMIME_OBJECT(part);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    const char *name = g_mime_part_get_filename(part);
    const char *label = name ? name : "";
    if (!content || !is_text_part(object, name))
        return;
    if (type && g_mime_content_type_is_type(type, "text", "html")) {
        say(reading, DIAG_NOTE, "save it as text", "a part in HTML was not read");
        return;
    }
    GMimeStream *stream = g_mime_data_wrapper_get_stream(content);
    GMimeContentEncoding encoding = g_mime_part_get_content_encoding(part);
    size_t length;
    uint64_t offset = reading->base + (uint64_t)stream->bound_start;
    const char *bytes = raw_content(reading, stream, &length);
    bool is_coded = encoding == GMIME_CONTENT_ENCODING_BASE64 ||
                    encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE ||
                    encoding == GMIME_CONTENT_ENCODING_UUENCODE;
    bool is_false = (encoding == GMIME_CONTENT_ENCODING_BASE64 &&
                     !encoding_is_base64(bytes, length)) ||
                    (encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE &&
                     !encoding_is_quoted_printable(bytes, length, false));
    if (is_false) {
        reading->message->has_false_encoding = true;
        say(reading, DIAG_WARN, NULL,
            "the mail declares an encoding that its text does not have; taken as it is");
    } else if (is_coded) {
        bytes = decoded_content(reading, content, &length);
    }
    if (message_is_binary(bytes, length))
        return;
    bytes = message_to_utf8(reading->arena, bytes, length,
                            g_mime_object_get_content_type_parameter(object, "charset"), &length);
    text_add_part(reading->message->text, bytes, length, arena_string(reading->arena, label),
                  offset, !is_coded || is_false);
}

static void read_object(struct reading *reading, GMimeObject *object, unsigned depth);

/* Of alternatives the plain text is read, or the last one. */
static void read_alternative(struct reading *reading, GMimeMultipart *multipart, unsigned depth)
{
    int nr = g_mime_multipart_get_count(multipart);
    for (int i = 0; i < nr; i++) {
        GMimeObject *child = g_mime_multipart_get_part(multipart, i);
        GMimeContentType *type = g_mime_object_get_content_type(child);
        if (type && g_mime_content_type_is_type(type, "text", "plain")) {
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
    const char *prologue = g_mime_multipart_get_prologue(multipart);
    if (!nr && prologue) {
        /* No boundary: the text went into the prologue. */
        size_t length;
        const char *bytes =
            message_to_utf8(reading->arena, arena_string(reading->arena, prologue),
                            strlen(prologue), NULL, &length);
        text_add_part(reading->message->text, bytes, length, "", reading->base, false);
        return;
    }
    if (type && g_mime_content_type_is_type(type, "multipart", "alternative")) {
        read_alternative(reading, multipart, depth);
        return;
    }
    for (int i = 0; i < nr && !reading->has_too_many; i++)
        read_object(reading, g_mime_multipart_get_part(multipart, i), depth + 1);
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
        read_object(reading,
                    g_mime_message_get_mime_part(
                        g_mime_message_part_get_message(GMIME_MESSAGE_PART(object))),
                    depth + 1);
    else if (GMIME_IS_PART(object))
        read_part(reading, GMIME_PART(object));
}

/* A multipart body whose end is missing was cut on the way. */
static bool is_cut(GMimeObject *object, const char *bytes, size_t length)
{
    const char *boundary = object && GMIME_IS_MULTIPART(object)
                               ? g_mime_object_get_content_type_parameter(object, "boundary")
                               : NULL;
    if (!boundary || !*boundary)
        return false;
    gchar *end = g_strdup_printf("--%s--", boundary);
    bool is_missing = !memmem(bytes, length, end, strlen(end));
    g_free(end);
    return is_missing;
}

static void read_headers(struct reading *reading, GMimeMessage *mail)
{
    struct message *message = reading->message;
    const char *id = g_mime_message_get_message_id(mail);
    const char *subject = g_mime_message_get_subject(mail);
    GDateTime *date = g_mime_message_get_date(mail);
    size_t length;
    if (id)
        message->message_id = arena_printf(reading->arena, "<%s>", id);
    if (subject)
        message->subject = message_to_utf8(reading->arena, arena_string(reading->arena, subject),
                                           strlen(subject), NULL, &length);
    GDateTime *utc = date ? g_date_time_to_utc(date) : NULL;
    gchar *text = utc ? g_date_time_format(utc, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    if (text)
        message->date = arena_string(reading->arena, text);
    g_free(text);
    if (utc)
        g_date_time_unref(utc);
}

static void read_mail(struct reading *reading, const char *bytes, size_t length)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, length);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
    GMimeMessage *mail = g_mime_parser_construct_message(parser, NULL);
    if (mail) {
        GMimeObject *body = g_mime_message_get_mime_part(mail);
        read_headers(reading, mail);
        read_object(reading, body, 0);
        reading->message->is_truncated = is_cut(body, bytes, length);
        g_object_unref(mail);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    if (reading->message->is_truncated)
        say(reading, DIAG_WARN, "get the whole mail",
            "the mail is cut: the end of its last part is missing");
    if (reading->has_too_many) {
        reading->message->is_truncated = true;
        say(reading, DIAG_SKIP, "save what it has attached as files of their own",
            "the mail has too many parts, or too deep ones: not all were read");
    }
}

void message_read(struct message *message, struct arena *arena, const char *bytes, size_t length,
                  const char *path, uint64_t base, const struct diag_sink *sink)
{
    struct reading reading = {message, arena, path, base, sink, 0, false};
    *message = (struct message){.text = text_new(arena)};
    message->text->path = arena_string(arena, path);
    message->is_mail = message_looks_like_mail(bytes, length);
    if (message->is_mail) {
        size_t skip = from_line(bytes, length);
        reading.base += skip;
        read_mail(&reading, bytes + skip, length - skip);
        return;
    }
    size_t size;
    const char *text = message_to_utf8(arena, bytes, length, NULL, &size);
    bool is_same = text == bytes || text == bytes + 3;
    text_add_part(message->text, text, size, "", is_same ? base + (uint64_t)(text - bytes) : base,
                  is_same);
}
