/* Packed attachments of a mail: which are opened, and the texts in them; see message_part.h. */
#include <string.h>
#include <strings.h>

#include "parse/message_part.h"

/* Endings of names. */
static const char *const streams[] = {".gz", ".xz", ".bz2", ".zst", NULL};
static const char *const archives[] = {".tar",  ".tgz",  ".txz", ".tbz",
                                       ".tbz2", ".tzst", ".zip", NULL};
/* What is packed and is no text for us. */
static const char *const others[] = {".ko", ".cpio", ".img", ".iso", ".deb", ".rpm", ".pdf", ".ps",
                                     ".svg", ".png", NULL};

/* Says whether the first length bytes of a name end in one of those; *ending gets its length. */
static bool ends_in(const char *name, size_t length, const char *const *endings, size_t *ending)
{
    for (; *endings; endings++) {
        *ending = strlen(*endings);
        if (length > *ending && !strncasecmp(name + length - *ending, *endings, *ending))
            return true;
    }
    return false;
}

static bool is_of_types(GMimeContentType *type, const char *const *types)
{
    for (; type && *types; types++)
        if (g_mime_content_type_is_type(type, "application", *types))
            return true;
    return false;
}

/* Where neither name nor type tells, the first bytes do: as encoded or as they are.  A zip may
 * be the document of an office program: it needs its name. */
static bool has_mark(const char *bytes, size_t length)
{
    static const char *const marks[] = {"H4sI", "/Td6WF", "Qlpo", "KLUv", "\x1f\x8b\b",
                                        "\3757zXZ", "\x28\xb5\x2f\xfd"};
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", bytes[at]))
        at++;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (length - at >= strlen(marks[i]) && !memcmp(bytes + at, marks[i], strlen(marks[i])))
            return true;
    return false;
}

bool message_is_packed(GMimeContentType *type, const char *name, const char *bytes, size_t length)
{
    static const char *const packed[] = {"gzip",  "x-gzip", "zip",  "x-zip-compressed", "x-xz",
                                         "xz",    "x-bzip2", "x-bzip", "zstd", "x-zstd",
                                         "x-tar", "x-compressed-tar", "x-gtar", "x-tgz", NULL};
    static const char *const unknown[] = {"octet-stream", "x-compressed", NULL};
    size_t name_length = strlen(name), ending;
    if (ends_in(name, name_length, streams, &ending))
        return !ends_in(name, name_length - ending, others, &ending);
    if (ends_in(name, name_length, archives, &ending))
        return true;
    if (is_of_types(type, packed))
        return !strchr(name, '.') || has_mark(bytes, length);
    return is_of_types(type, unknown) && has_mark(bytes, length);
}

/* What takes the texts of one attachment. */
struct taking {
    struct reading *reading;
    const char *name;
    size_t offset;
};

static void take_text(void *context, const char *inside, const char *bytes, size_t length)
{
    const struct taking *taking = context;
    struct reading *reading = taking->reading;
    static const char *const pages[] = {".html", ".htm", NULL};
    size_t cut = strlen(taking->name), ending;
    /* "a.log" of "a.log.gz" */
    if (!*inside && ends_in(taking->name, cut, streams, &ending))
        cut -= ending;
    const char *name = arena_printf(reading->arena, "%.*s%s", (int)cut, taking->name, inside);
    struct text_form form = {.is_html = ends_in(name, strlen(name), pages, &ending)};
    message_text_add(reading, bytes, length, NULL, name, taking->offset, form);
}

void message_packed_read(struct reading *reading, GMimeObject *object, const char *name,
                         const char *bytes, size_t length, size_t offset)
{
    struct taking taking = {reading, name, offset};
    struct encoding_span span;
    size_t size;
    enum encoding encoding = message_encoding(reading, object, bytes, length, true, &span);
    if (!reading->unpack) {
        message_say(reading, DIAG_NOTE, "save it as a file", "a packed attachment was not read");
        return;
    }
    bytes = encoding_decode(reading->arena, encoding, bytes + span.first, span.length, &size);
    if (reading->unpack->unpack(reading->unpack->context, name, bytes, size, take_text, &taking))
        message_say(reading, DIAG_SKIP, "save it as a file",
                    "a packed attachment could not be unpacked");
}
