#include "parse/page.h"

#include <ctype.h>
#include <glib.h>
#include <string.h>

#include "parse/message.h"
#include "parse/page_kind.h"
#include "parse/page_text.h"

/* Returns the place of the first thing in the page that is neither white space nor a
 * comment, or NULL.  *is_archive says that a comment was one of those that programs for
 * archives begin with. */
static const char *find_start(const char *bytes, size_t length, bool *is_archive)
{
    static const char *const marks[] = {"<!-- MHonArc", "<!--X-Subject:", "<!-- received=\""};
    const char *end = bytes + length;
    *is_archive = false;
    if (length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
        bytes += 3;
    while (bytes < end) {
        size_t left = (size_t)(end - bytes);
        if (isspace((unsigned char)*bytes)) {
            bytes++;
            continue;
        }
        bool is_comment = left > 4 && !memcmp(bytes, "<!--", 4);
        if (!is_comment && !(left > 2 && !memcmp(bytes, "<?", 2)))
            return bytes;
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
            if (left > strlen(marks[i]) && !memcmp(bytes, marks[i], strlen(marks[i])))
                *is_archive = true;
        const char *stop = is_comment ? memmem(bytes, left, "-->", 3)
                                      : memmem(bytes, left, "?>", 2);
        if (!stop)
            return NULL;
        bytes = stop + (is_comment ? 3 : 2);
    }
    return NULL;
}

static bool starts_with(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) > size && !strncasecmp(at, word, size);
}

/* bon_csv2html gives all its pages the same title. */
static bool is_of_tool(const char *at, const char *end)
{
    enum { HEAD = 1024 };
    static const char title[] = "<title>Bonnie++ Benchmark results";
    for (const char *last = end - at > HEAD ? at + HEAD : end; at < last; at++)
        if (*at == '<' && starts_with(at, end, title))
            return true;
    return false;
}

bool page_is_html(const char *bytes, size_t length)
{
    static const char *const words[] = {"<html", "<head", "<!doctype html", "<feed"};
    bool is_archive, is_page = false;
    const char *at = find_start(bytes, length, &is_archive), *end = bytes + length;
    if (!at || *at != '<')
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        is_page = is_page || (starts_with(at, end, words[i]) &&
                              (isspace((unsigned char)at[size]) || at[size] == '>'));
    }
    return (is_page || is_archive) && !is_of_tool(at, end);
}

/* Returns the charset that the page declares, in the arena, or NULL. */
static const char *declared_charset(struct arena *arena, const char *bytes, size_t length)
{
    enum { HEAD = 4096 };
    static const char word[] = "charset=";
    const char *end = bytes + (length < HEAD ? length : HEAD);
    for (const char *at = bytes; at < end; at++) {
        if (!starts_with(at, end, word))
            continue;
        at += sizeof word - 1;
        at += *at == '"' || *at == '\'';
        const char *first = at;
        while (at < end && (isalnum((unsigned char)*at) || strchr("-_:.", *at)) && *at)
            at++;
        return at > first ? arena_text(arena, first, (size_t)(at - first)) : NULL;
    }
    return NULL;
}

/* Western pages are often in several charsets, a quoted mail in one and the frame in
 * another: what is valid UTF-8 is taken for that, other bytes for Windows-1252. */
static const char *mixed_to_utf8(struct arena *arena, const char *bytes, size_t length,
                                 size_t *size)
{
    struct strbuf text = STRBUF_INIT;
    const char *at = bytes, *end = bytes + length;
    while (at < end) {
        const gchar *stop;
        g_utf8_validate(at, (gssize)(end - at), &stop);
        strbuf_add(&text, at, (size_t)(stop - at));
        at = stop;
        if (at < end && *at) {
            char number[16];
            g_snprintf(number, sizeof number, "&#%u;", (unsigned)(unsigned char)*at);
            page_decode(&text, number, strlen(number));
        } else if (at < end) {
            strbuf_byte(&text, '\0');
        }
        at += at < end;
    }
    const char *copy = arena_text(arena, text.text, text.length);
    *size = text.length;
    strbuf_free(&text);
    return copy;
}

static const char *to_utf8(struct arena *arena, const char *bytes, size_t length, size_t *size)
{
    static const char *const western[] = {"utf-8",        "utf8",     "us-ascii", "ascii",
                                          "iso-8859-1",   "latin1",   "x-user-defined",
                                          "windows-1252", "cp1252",   "iso-8859-15"};
    const char *charset = declared_charset(arena, bytes, length);
    bool is_western = !charset;
    for (size_t i = 0; charset && i < sizeof western / sizeof western[0]; i++)
        is_western = is_western || !strcasecmp(charset, western[i]);
    bool is_wide = length >= 2 && ((bytes[0] == '\xff' && bytes[1] == '\xfe') ||
                                   (bytes[0] == '\xfe' && bytes[1] == '\xff') ||
                                   !bytes[0] || !bytes[1]);
    if (!is_western || is_wide)
        return message_to_utf8(arena, bytes, length, charset, size);
    if (length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3)) {
        bytes += 3;
        length -= 3;
    }
    *size = length;
    const gchar *stop = bytes;
    while (!g_utf8_validate(stop, (gssize)(bytes + length - stop), &stop) &&
           stop < bytes + length && !*stop)
        stop++;
    return stop == bytes + length ? bytes : mixed_to_utf8(arena, bytes, length, size);
}

static bool has_marks(const struct page_reading *reading, const struct page_kind *kind)
{
    for (size_t i = 0; i < sizeof kind->marks / sizeof kind->marks[0] && kind->marks[i]; i++)
        if (!memmem(reading->bytes, reading->length, kind->marks[i], strlen(kind->marks[i])))
            return false;
    return true;
}

void page_read(struct arena *arena, const char *bytes, size_t length, struct page *page)
{
    struct page_reading reading = {
        .arena = arena, .page = page, .file = bytes, .file_length = length};
    *page = (struct page){.kind = ""};
    reading.bytes = to_utf8(arena, bytes, length, &reading.length);
    for (const struct page_kind *kind = page_kinds; kind->name; kind++) {
        page->kind = kind->name;
        if (has_marks(&reading, kind) && kind->read(&reading))
            return;
    }
}

const char *page_to_text(struct arena *arena, const char *bytes, size_t length, size_t *size)
{
    struct page page;
    struct page_reading reading = {.arena = arena, .page = &page};
    reading.bytes = to_utf8(arena, bytes, length, &reading.length);
    return page_text_of(&reading, 0, reading.length, false, size);
}
