/* What is packed inside of something else that was read: attachments. */
#include <string.h>

#include "parse/source_parts.h"

/* What the words of the prefilter tell of an attachment (prefilter_words.c). */
static const struct {
    const char *mark;
    size_t length;
} marks[] = {{"\x1f\x8b\x08", 3}, {"\xfd" "7zXZ", 5}, {"BZh", 3}, {"\x28\xb5\x2f\xfd", 4}};

struct collected {
    struct strbuf text;
    size_t most;
    bool is_too_large;
};

static int collect(void *context, struct source_document *document)
{
    enum { ROOM = 1 << 16 };
    struct collected *collected = context;
    struct strbuf *text = &collected->text;
    char bytes[ROOM];
    ssize_t got = 0;
    if (document->bytes && document->length <= collected->most - text->length)
        strbuf_add(text, document->bytes, document->length);
    else if (document->bytes)
        collected->is_too_large = true;
    while (!document->bytes && (got = document->read(document, bytes, ROOM)) > 0) {
        collected->is_too_large = (size_t)got > collected->most - text->length;
        if (collected->is_too_large)
            break;
        strbuf_add(text, bytes, (size_t)got);
    }
    return collected->is_too_large ? -1 : 0;
}

static bool is_packed(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (length >= marks[i].length && !memcmp(bytes, marks[i].mark, marks[i].length))
            return true;
    return false;
}

const char *source_unpack(struct arena *arena, const char *bytes, size_t length,
                          struct source_unpacking *unpacking, size_t *size)
{
    struct source_place place = {.path = unpacking->path};
    struct source_count count = {0};
    struct collected collected = {STRBUF_INIT, unpacking->most, false};
    struct source_opening opening = {
        .place = &place,
        .take = collect,
        .context = &collected,
        .count = &count,
        .sink = unpacking->sink,
        .size = length,
    };
    struct source_content content = {
        .path = unpacking->path,
        .head = bytes,
        .head_length = length,
        .is_whole = true,
        .fd = -1,
    };
    const char *text = NULL;
    enum source_form form = source_form_find(bytes, length);
    if (form == SOURCE_PLAIN || is_packed(bytes, length))
        source_take_content(&opening, &content);
    /* Where one is too large, the others of the same message are bombs as well. */
    bool is_too_large = collected.is_too_large || count.skipped;
    if (is_too_large)
        unpacking->most = 0;
    if (!is_too_large && collected.text.length) {
        unpacking->most -= collected.text.length;
        text = arena_text(arena, collected.text.text, collected.text.length);
        *size = collected.text.length;
    }
    unpacking->is_damaged = unpacking->is_damaged || count.damaged || !text;
    strbuf_free(&collected.text);
    return text;
}
