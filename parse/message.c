#include "parse/message.h"

#include <ctype.h>
#include <string.h>

#include "parse/message_part.h"

/* Returns the length of a leading mbox line "From …" with its line end, and of such
 * lines below it that older systems left there with a mark. */
static size_t from_line(const char *bytes, size_t length)
{
    if (length < 5 || memcmp(bytes, "From ", 5))
        return 0;
    const char *end = memchr(bytes, '\n', length);
    size_t used = end ? (size_t)(end - bytes) + 1 : 0;
    while (end && length - used > 6 && !memcmp(bytes + used, ">From ", 6)) {
        end = memchr(bytes + used, '\n', length - used);
        used = end ? (size_t)(end - bytes) + 1 : used;
    }
    return used;
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
            known += message_is_field(line, name);
        if (!end)
            break;
        at = (size_t)(end - bytes) + 1;
    }
    return known >= 2;
}

void message_say(const struct reading *reading, enum diag_level level, const char *mend,
                 const char *what)
{
    struct diag diag;
    diag_set(&diag, level, reading->path, 0, mend, "%s", what);
    diag_report(reading->sink, &diag);
}

static void read_mail(struct reading *reading, const char *first_line, size_t first_length)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(reading->bytes, reading->length);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
    GMimeMessage *mail = g_mime_parser_construct_message(parser, NULL);
    if (mail) {
        message_head_read(reading, mail, first_line, first_length);
        message_body_read(reading, mail);
        g_object_unref(mail);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    if (reading->message->is_truncated)
        message_say(reading, DIAG_WARN, "get the whole mail",
                    "the mail is cut: the end of its last part is missing");
    if (reading->has_too_many) {
        reading->message->is_truncated = true;
        message_say(reading, DIAG_SKIP, "save what it has attached as files of their own",
                    "the mail has too many parts, or too deep ones: the rest was read as it "
                    "stands");
    }
}

void message_read_packed(struct message *message, struct arena *arena, const char *bytes,
                         size_t length, const char *path, uint64_t base,
                         const struct message_unpack *unpack, const struct diag_sink *sink)
{
    struct reading reading = {.message = message, .arena = arena, .path = path,
                              .sink = sink,       .unpack = unpack};
    *message = (struct message){.text = text_new(arena)};
    message->text->path = arena_string(arena, path);
    message->is_mail = message_looks_like_mail(bytes, length);
    if (message->is_mail) {
        const char *end = memchr(bytes, '\n', length);
        size_t skip = from_line(bytes, length);
        reading.bytes = bytes + skip;
        reading.length = length - skip;
        reading.base = base + skip;
        reading.has_escapes = skip > 0;
        read_mail(&reading, bytes, skip ? (size_t)(end - bytes) : 0);
        return;
    }
    size_t size;
    const char *text = message_to_utf8(arena, bytes, length, NULL, &size);
    bool is_same = text == bytes || text == bytes + 3;
    message_head_find(message, arena, text, size);
    text_add_part(message->text, text, size, "", is_same ? base + (uint64_t)(text - bytes) : base,
                  is_same);
}

void message_read(struct message *message, struct arena *arena, const char *bytes, size_t length,
                  const char *path, uint64_t base, const struct diag_sink *sink)
{
    message_read_packed(message, arena, bytes, length, path, base, NULL, sink);
}

void message_from_article(struct message *message, struct arena *arena,
                          const struct page_article *article, const char *path)
{
    *message = (struct message){.is_mail = true,
                                .message_id = arena_string(arena, article->message_id),
                                .date = arena_string(arena, article->date),
                                .subject = arena_string(arena, article->subject),
                                .text = text_new(arena)};
    message->text->path = arena_string(arena, path);
    for (size_t i = 0; i < article->nr; i++)
        text_add_part(message->text, article->parts[i].text, article->parts[i].length,
                      arena_string(arena, article->parts[i].name), article->offset, false);
}
