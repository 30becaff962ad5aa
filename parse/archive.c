#include "parse/archive.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

void archive_open(struct archive *archive, const char *bytes, size_t length)
{
    *archive = (struct archive){bytes, length, 0};
}

/* Returns the length of one of the words of three letters at the start, with what
 * of the separators stands behind it, or 0. */
static size_t skip_word(const char *at, size_t length, const char *words, const char *separators)
{
    size_t used = 3;
    if (length < 4)
        return 0;
    while (*words && memcmp(at, words, 3))
        words += 3;
    while (*words && used < length && strchr(separators, at[used]))
        used++;
    return *words && used > 3 ? used : 0;
}

static size_t skip_day_number(const char *at, size_t length)
{
    size_t used = 0;
    while (used < 2 && used < length && isdigit((unsigned char)at[used]))
        used++;
    size_t digits = used;
    while (used < length && (at[used] == ' ' || at[used] == '\t'))
        used++;
    return digits && used > digits ? used : 0;
}

/* Says whether "Tue Oct  1 01:30", "Tue, 1 Oct 2013 01:30" or their like starts
 * at the start. */
static bool is_date(const char *at, size_t length)
{
    static const char days[] = "MonTueWedThuFriSatSun";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *end = at + length;
    size_t used = skip_word(at, length, days, ", \t"), month, day;
    if (!used)
        return false;
    at += used;
    if ((month = skip_word(at, (size_t)(end - at), months, " \t"))) {
        day = skip_day_number(at + month, (size_t)(end - at) - month);
    } else {
        day = skip_day_number(at, (size_t)(end - at));
        month = day ? skip_word(at + day, (size_t)(end - at) - day, months, " \t") : 0;
    }
    if (!day || !month)
        return false;
    /* the year, if it stands before the time */
    for (at += day + month; at < end && (isdigit((unsigned char)*at) || *at == ' ');)
        at++;
    return end - at > 2 && at[0] == ':' && isdigit((unsigned char)at[-1]) &&
           isdigit((unsigned char)at[1]) && isdigit((unsigned char)at[2]);
}

/* Says whether a date stands in the line, behind at least one word. */
static bool has_date(const char *at, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if ((at[i - 1] == ' ' || at[i - 1] == '\t') && is_date(at + i, length - i))
            return true;
    return false;
}

static bool is_header(const char *at, size_t length)
{
    size_t name = 0;
    while (name < length && (isalnum((unsigned char)at[name]) || at[name] == '-'))
        name++;
    return length && (at[0] == '>' || (name && name < length && at[name] == ':'));
}

static bool is_boundary(const char *at, size_t length)
{
    if (length < 20 || memcmp(at, "From ", 5))
        return false;
    const char *end = memchr(at, '\n', length);
    if (!end || end == at + length - 1)
        return false;
    return has_date(at + 5, (size_t)(end - at) - 5) &&
           is_header(end + 1, (size_t)(at + length - end) - 1);
}

/* Returns the place of the next boundary at or behind from, or the length. */
static size_t find_boundary(const struct archive *archive, size_t from)
{
    const char *bytes = archive->bytes;
    while (from < archive->length) {
        const char *found = memmem(bytes + from, archive->length - from, "\nFrom ", 6);
        if (!found)
            break;
        size_t at = (size_t)(found - bytes) + 1;
        if (is_boundary(bytes + at, archive->length - at))
            return at;
        from = at;
    }
    return archive->length;
}

int archive_next(struct archive *archive, const char **bytes, size_t *length, size_t *offset)
{
    if (archive->at >= archive->length)
        return 0;
    bool is_mbox = archive->at || is_boundary(archive->bytes, archive->length);
    size_t end = is_mbox ? find_boundary(archive, archive->at) : archive->length;
    *bytes = archive->bytes + archive->at;
    *length = end - archive->at;
    *offset = archive->at;
    archive->at = end;
    return 1;
}
