/* What is packed inside of something else that was read: attachments. */
#include <string.h>

#include "parse/source_parts.h"

/* What the words of the prefilter tell of an attachment (prefilter_words.c); tar shows by its
 * content. */
static const struct {
    const char *mark;
    size_t length;
} marks[] = {{"\x1f\x8b\x08", 3}, {"\xfd" "7zXZ", 5}, {"BZh", 3}, {"\x28\xb5\x2f\xfd", 4},
             {"PK\x03\x04", 4}};

/* What becomes of the texts of one attachment. */
struct unpacked {
    struct source_unpacking *unpacking;
    void (*take)(void *context, const char *inside, const char *bytes, size_t length);
    void *context;
    size_t prefix; /* of the paths of documents: that of the attachment */
    bool is_too_large;
};

/* Adds what is left of a document up to the most bytes; returns whether that was all. */
static bool read_rest(struct source_document *document, size_t most, struct strbuf *text)
{
    enum { ROOM = 1 << 16 };
    char bytes[ROOM];
    ssize_t got;
    while ((got = document->read(document, bytes, ROOM)) > 0) {
        if ((size_t)got > most - text->length)
            return false;
        strbuf_add(text, bytes, (size_t)got);
    }
    return true;
}

static int take_document(void *context, struct source_document *document)
{
    struct unpacked *unpacked = context;
    struct source_unpacking *unpacking = unpacked->unpacking;
    struct strbuf text = STRBUF_INIT;
    const char *bytes = document->bytes;
    size_t length = document->length;
    if (!bytes) {
        unpacked->is_too_large = !read_rest(document, unpacking->most, &text);
        bytes = text.text;
        length = text.length;
    }
    unpacked->is_too_large = unpacked->is_too_large || length > unpacking->most;
    if (!unpacked->is_too_large) {
        unpacking->most -= length;
        unpacked->take(unpacked->context, document->path + unpacked->prefix, bytes ? bytes : "",
                       length);
    }
    strbuf_free(&text);
    return unpacked->is_too_large ? -1 : 0;
}

static bool is_known(const char *bytes, size_t length)
{
    enum source_form form = source_form_find(bytes, length);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (length >= marks[i].length && !memcmp(bytes, marks[i].mark, marks[i].length))
            return true;
    return form == SOURCE_PLAIN || (form == SOURCE_ARCHIVE && memcmp(bytes, "7z", 2) &&
                                    memcmp(bytes, "PK", 2));
}

int source_unpack(struct source_unpacking *unpacking, const char *name, const char *bytes,
                  size_t length,
                  void (*take)(void *context, const char *inside, const char *bytes, size_t length),
                  void *context)
{
    struct strbuf path = STRBUF_INIT, label = STRBUF_INIT;
    source_name_add(&label, *name ? name : "without a name");
    strbuf_printf(&path, "%s, attachment %s", unpacking->path, label.length ? label.text + 1 : "");
    strbuf_free(&label);
    struct source_place place = {.path = path.text};
    struct source_count count = {0};
    struct unpacked unpacked = {unpacking, take, context, path.length, false};
    struct source_opening opening = {
        .place = &place,
        .take = take_document,
        .context = &unpacked,
        .count = &count,
        .sink = unpacking->sink,
        .size = length,
    };
    struct source_content content = {
        .path = path.text,
        .head = bytes,
        .head_length = length,
        .is_whole = true,
        .fd = -1,
    };
    bool is_opened = is_known(bytes, length);
    if (is_opened)
        source_take_content(&opening, &content);
    /* Where one is too large, the others of the same message are bombs as well. */
    bool is_too_large = unpacked.is_too_large || count.skipped;
    if (is_too_large)
        unpacking->most = 0;
    bool is_lost = is_too_large || !is_opened || (count.damaged && !count.documents);
    unpacking->is_damaged = unpacking->is_damaged || count.damaged || is_lost;
    strbuf_free(&path);
    return is_lost ? -1 : 0;
}
