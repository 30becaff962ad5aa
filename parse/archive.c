#include "parse/archive.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

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

/* Says whether the line is the first of a patch by git: "From", an object's name, and a
 * date that is always the same.  (Source: git-format-patch(1).) */
static bool is_patch_line(const char *line, size_t length)
{
    static const char date[] = " Mon Sep 17 00:00:00 2001";
    if (length < 5 + 40 + sizeof date - 1)
        return false;
    const char *end = memmem(line, length, date, sizeof date - 1);
    if (!end || end - line < 5 + 40)
        return false;
    for (const char *at = line + 5; at < end; at++)
        if (!isxdigit((unsigned char)*at))
            return false;
    return true;
}

/* Says whether a message starts at the start; of a block that may go on behind its end the
 * line must be there whole. */
static bool is_boundary(enum archive_form form, const char *at, size_t length)
{
    if (length < 20 || memcmp(at, "From ", 5))
        return false;
    const char *end = memchr(at, '\n', length);
    if (!end || end == at + length - 1)
        return false;
    size_t line = (size_t)(end - at);
    if (form != ARCHIVE_PATCHES && is_patch_line(at, line))
        return false;
    return has_date(at + 5, line - 5) && is_header(end + 1, length - line - 1);
}

size_t archive_first_cut(enum archive_form form, const char *bytes, size_t length, size_t from)
{
    static const char start[] = "\nFrom ";
    if (!from && is_boundary(form, bytes, length))
        return 0;
    for (size_t at = from ? from - 1 : 0; at < length;) {
        const char *found = memmem(bytes + at, length - at, start, sizeof start - 1);
        if (!found)
            break;
        at = (size_t)(found - bytes) + 1;
        if (is_boundary(form, bytes + at, length - at))
            return at;
    }
    return length;
}

size_t archive_last_cut(enum archive_form form, const char *bytes, size_t length)
{
    for (size_t before = length; before;) {
        const char *found = memrchr(bytes, '\n', before);
        if (!found)
            break;
        size_t at = (size_t)(found - bytes) + 1;
        if (is_boundary(form, bytes + at, length - at))
            return at;
        before = at - 1;
    }
    return 0;
}

/* Says whether a blank line ends right before at. */
static bool is_after_blank(const char *bytes, size_t at)
{
    if (at && bytes[at - 1] == '\n')
        at--;
    if (at && bytes[at - 1] == '\r')
        at--;
    return !at || bytes[at - 1] == '\n';
}

enum archive_form archive_tell_form(const char *bytes, size_t length)
{
    size_t start = 0, nr = 0;
    while (start < length && strchr("\r\n", bytes[start]) && bytes[start])
        start++;
    if (is_boundary(ARCHIVE_PATCHES, bytes + start, length - start))
        return is_boundary(ARCHIVE_MBOX, bytes + start, length - start) ? ARCHIVE_MBOX
                                                                       : ARCHIVE_PATCHES;
    /* A single mail has its own header block first, and may quote one or two others. */
    size_t enough = is_header(bytes + start, length - start) ? 3 : 1;
    for (size_t at = start; nr < enough; nr++) {
        do
            at = archive_first_cut(ARCHIVE_MBOX, bytes, length, at + 1);
        while (at < length && !is_after_blank(bytes, at));
        if (at == length)
            break;
    }
    return nr == enough ? ARCHIVE_MBOX : ARCHIVE_ONE;
}

void archive_open(struct archive *archive, enum archive_form form, bool is_filtered,
                  const char *bytes, size_t length)
{
    *archive = (struct archive){bytes, length, 0, form, is_filtered && form != ARCHIVE_ONE, {0}};
    if (archive->is_filtered)
        prefilter_start(&archive->walk, bytes, length, PREFILTER_BEST);
}

/* Says whether the message that the walk has gone through may hold a result. */
static bool may_hold(const struct prefilter_walk *walk, bool has_word, const char *bytes,
                     size_t length)
{
    return has_word ||
           (walk->hidden && prefilter_may_hide(bytes, length, walk->hidden, PREFILTER_BEST));
}

/* Returns the end of the message under way.  Once it holds a word only its end is looked
 * for. */
static size_t walk_message(struct archive *archive, bool *has_word)
{
    const char *bytes = archive->bytes;
    size_t at;
    *has_word = false;
    archive->walk.hidden = 0;
    for (;;) {
        enum prefilter_kind kind = PREFILTER_BOUNDARY;
        bool is_found = *has_word ? prefilter_next_boundary(&archive->walk, &at)
                                  : prefilter_next(&archive->walk, &at, &kind);
        if (!is_found)
            return archive->length;
        if (kind == PREFILTER_BOUNDARY && at > archive->at &&
            is_boundary(archive->form, bytes + at, archive->length - at))
            return at;
        *has_word = *has_word || kind == PREFILTER_WORD;
    }
}

bool archive_may_hold(const char *bytes, size_t length)
{
    return prefilter_may_hold(bytes, length, PREFILTER_BEST);
}

bool archive_next(struct archive *archive, struct archive_message *message)
{
    bool has_word = true;
    const char *bytes = archive->bytes + archive->at;
    size_t end = archive->length;
    if (archive->at >= archive->length)
        return false;
    if (archive->is_filtered)
        end = walk_message(archive, &has_word);
    else if (archive->form != ARCHIVE_ONE)
        end = archive_first_cut(archive->form, archive->bytes, archive->length, archive->at + 1);
    size_t length = end - archive->at;
    *message = (struct archive_message){bytes, length, archive->at,
                                        may_hold(&archive->walk, has_word, bytes, length)};
    archive->at = end;
    return true;
}
