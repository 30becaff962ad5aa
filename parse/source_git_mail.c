/* The message of a commit as a mail: projects put the results that speak for a change
 * there. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parse/source_git.h"

/* Returns the value of the header name of a commit, not ended, and its *length; NULL where
 * it has none.  The headers end at a blank line. */
static const char *find_header(const char *bytes, size_t length, const char *name, size_t *size)
{
    size_t name_length = strlen(name);
    for (size_t at = 0; at < length && bytes[at] != '\n';) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t line = end ? (size_t)(end - bytes) - at : length - at;
        if (line > name_length && !memcmp(bytes + at, name, name_length)) {
            *size = line - name_length;
            return bytes + at + name_length;
        }
        at += line + 1;
    }
    return NULL;
}

/* Adds what stands between '>' and the end of "Name <address> seconds +0100" as a date
 * (RFC 5322 3.3). */
static void add_date(struct strbuf *mail, const char *text)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char *end;
    long long seconds = strtoll(text, &end, 10);
    long zone = strtol(end, NULL, 10);
    struct tm day;
    if (end == text || seconds < 0 || seconds > INT32_MAX * 100LL || labs(zone) > 2400)
        return;
    time_t local = (time_t)(seconds + (zone / 100 * 60 + zone % 100) * 60);
    if (!gmtime_r(&local, &day))
        return;
    strbuf_printf(mail, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d %c%04ld\n",
                  days + 3 * day.tm_wday, day.tm_mday, months + 3 * day.tm_mon,
                  day.tm_year + 1900, day.tm_hour, day.tm_min, day.tm_sec, zone < 0 ? '-' : '+',
                  labs(zone));
}

static void add_author(struct strbuf *mail, const char *author, size_t size)
{
    char line[512];
    snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : sizeof line - 1),
             author);
    char *end = strrchr(line, '>');
    if (!end)
        return;
    strbuf_printf(mail, "From: %.*s\n", (int)(end + 1 - line), line);
    add_date(mail, end + 1);
}

static void add_charset(struct strbuf *mail, const char *name, size_t size)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:+";
    char charset[64];
    if (!name || size >= sizeof charset)
        return;
    memcpy(charset, name, size);
    charset[size] = '\0';
    if (strspn(charset, allowed) == size)
        strbuf_printf(mail, "Content-Type: text/plain; charset=%s\n", charset);
}

/* Adds the first paragraph in one line; returns its length, or 0 where it had several lines
 * and should be read as text, too. */
static size_t add_subject(struct strbuf *mail, const char *text, size_t length)
{
    const char *end = memmem(text, length, "\n\n", 2);
    size_t size = end ? (size_t)(end - text) : length;
    strbuf_string(mail, "Subject: ");
    for (size_t i = 0; i < size; i++)
        strbuf_byte(mail, (unsigned char)text[i] < 0x20 ? ' ' : text[i]);
    strbuf_byte(mail, '\n');
    return memchr(text, '\n', size) ? 0 : size;
}

void git_commit_as_mail(const char *bytes, size_t length, struct strbuf *mail)
{
    size_t size = 0;
    const char *author = find_header(bytes, length, "author ", &size);
    if (author)
        add_author(mail, author, size);
    const char *charset = find_header(bytes, length, "encoding ", &size);
    add_charset(mail, charset, size);
    const char *text = memmem(bytes, length, "\n\n", 2);
    size_t at = text ? (size_t)(text - bytes) + 2 : length;
    while (at < length && bytes[at] == '\n')
        at++;
    at += add_subject(mail, bytes + at, length - at);
    strbuf_byte(mail, '\n');
    strbuf_add(mail, bytes + at, length - at);
    strbuf_byte(mail, '\n');
}
