#include "parse/archive.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

void archive_open(struct archive *archive, const char *bytes, size_t length)
{
    *archive = (struct archive){bytes, length, 0};
}

static bool starts_with_any(const char *at, size_t length, const char *const *words, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        if (length >= 3 && !memcmp(at, words[i], 3))
            return true;
    return false;
}

/* Says whether a day of the week, then a month, then a time stand in the line. */
static bool has_date(const char *at, size_t length)
{
    static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    bool has_day = false, has_month = false;
    for (size_t i = 0; i < length; i++) {
        bool is_start = !i || at[i - 1] == ' ' || at[i - 1] == '\t';
        size_t left = length - i;
        if (is_start && !has_day)
            has_day = starts_with_any(at + i, left, days, 7);
        else if (is_start && !has_month)
            has_month = has_day && starts_with_any(at + i, left, months, 12);
        if (has_month && at[i] == ':' && i && isdigit((unsigned char)at[i - 1]) && left > 2 &&
            isdigit((unsigned char)at[i + 1]) && isdigit((unsigned char)at[i + 2]))
            return true;
    }
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
