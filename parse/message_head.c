/* The headers of a mail: its id, date, subject and list; see message_part.h. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/date.h"
#include "parse/message_part.h"

static const char *const known_fields[] = {
    "Date",        "From",         "Subject",  "Message-ID", "To",           "Received",
    "Return-Path", "MIME-Version", "Cc",       "References", "In-Reply-To",  "Delivered-To",
    "Sender",      "Reply-To",     "List-Id",  "X-Mailer",   "Content-Type", "User-Agent",
};

bool message_is_field(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof known_fields / sizeof known_fields[0]; i++)
        if (strlen(known_fields[i]) == length && !strncasecmp(known_fields[i], name, length))
            return true;
    return false;
}

/* Copies length bytes with runs of white space as one blank, none at the ends; NULL
 * where nothing else is there. */
static char *unfold(struct arena *arena, const char *at, size_t length)
{
    char *text = arena_alloc(arena, length + 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isspace((unsigned char)at[i]) && at[i])
            text[used++] = at[i];
        else if (used && text[used - 1] != ' ')
            text[used++] = ' ';
    }
    while (used && text[used - 1] == ' ')
        used--;
    text[used] = '\0';
    return used ? text : NULL;
}

/* Decodes the words of RFC 2047, and what stands there in a charset without saying so. */
static const char *decode(struct arena *arena, const char *raw)
{
    enum { LONGEST = 2000 };
    size_t length = raw ? strnlen(raw, LONGEST) : 0;
    char *text = length ? unfold(arena, raw, length) : NULL;
    if (!text)
        return NULL;
    gchar *words = g_mime_utils_header_decode_text(NULL, text);
    const char *clean = message_to_utf8(arena, arena_string(arena, words), strlen(words), NULL,
                                        &length);
    g_free(words);
    return unfold(arena, clean, length);
}

static const char *raw_value(GMimeObject *mail, const char *name)
{
    GMimeHeader *header = g_mime_header_list_get_header(g_mime_object_get_header_list(mail), name);
    return header ? g_mime_header_get_raw_value(header) : NULL;
}

/* Returns the last text in angle brackets, or NULL. */
static const char *in_brackets(struct arena *arena, const char *text)
{
    const char *first = strrchr(text, '<'), *end = first ? strchr(first, '>') : NULL;
    return end && end > first + 1 ? unfold(arena, first + 1, (size_t)(end - first) - 1) : NULL;
}

/* Returns the first word that holds an '@', without what stands around it, or NULL. */
static const char *address(struct arena *arena, const char *text)
{
    static const char marks[] = " \t\r\n<>,;:()\"";
    for (const char *at = text; *at;) {
        at += strspn(at, marks);
        size_t length = strcspn(at, marks);
        if (memchr(at, '@', length) && *at != '@')
            return arena_text(arena, at, length);
        at += length;
    }
    return NULL;
}

/* "[name] subject", behind "Re:" and the like: lists put their names there.  Other words
 * in brackets say what a mail is about. */
static const char *tag(struct arena *arena, const char *subject)
{
    static const char *const others[] = {"patch", "rfc", "bug", "git", "announce", "pull",
                                         "resend", "solved", "ot", "fwd"};
    const char *first = strchr(subject, '['), *end = first ? strchr(first, ']') : NULL;
    if (!end || first - subject > 10 || (first > subject && !memchr(subject, ':', (size_t)(first - subject))))
        return NULL;
    size_t length = (size_t)(end - ++first);
    bool has_hyphen = memchr(first, '-', length) != NULL;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)first[i]) && !strchr("-_.", first[i]))
            return NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (!strncasecmp(first, others[i], strlen(others[i])))
            return NULL;
    return has_hyphen && length < 60 && isalpha((unsigned char)*first)
               ? arena_text(arena, first, length)
               : NULL;
}

/* Where the name of a list stands, the best place first. */
static const struct {
    const char *field, *start; /* what the value must start with */
    bool is_in_brackets;
} list_fields[] = {
    {"List-Id", "", true},
    {"X-Mailing-List", "", false},
    {"Mailing-List", "", false},
    {"Delivered-To", "mailing list ", false},
    {"List-Post", "", false},
    {"X-BeenThere", "", false},
};

static const char *list_name(struct arena *arena, GMimeObject *mail, const char *subject)
{
    for (size_t i = 0; i < sizeof list_fields / sizeof list_fields[0]; i++) {
        const char *value = decode(arena, raw_value(mail, list_fields[i].field));
        if (!value || strncasecmp(value, list_fields[i].start, strlen(list_fields[i].start)))
            continue;
        if (!strncasecmp(list_fields[i].field, "List-Post", 9) && strcasestr(value, "mailto:"))
            value = strcasestr(value, "mailto:") + 7;
        const char *name = list_fields[i].is_in_brackets ? in_brackets(arena, value)
                                                         : address(arena, value);
        if (name || list_fields[i].is_in_brackets)
            return name ? name : value;
    }
    return subject ? tag(arena, subject) : NULL;
}

static const char *message_id(struct arena *arena, const char *raw)
{
    enum { LONGEST = 500 };
    const char *first = raw ? strchr(raw, '<') : NULL, *end = first ? strchr(first, '>') : NULL;
    size_t length = end ? (size_t)(end - first) - 1 : 0;
    const char *id = length && length < LONGEST ? unfold(arena, first + 1, length)
                     : raw && !first            ? unfold(arena, raw, strnlen(raw, LONGEST))
                                                : NULL;
    size_t size;
    if (!id)
        return NULL;
    id = message_to_utf8(arena, id, strlen(id), NULL, &size);
    return arena_printf(arena, "<%.*s>", (int)size, id);
}

/* Returns where the day of the week stands that starts the date of a line "From ...", or
 * 0: the name in front may look like anything. */
static size_t day_of_week(const char *line, size_t length)
{
    static const char days[] = "MonTueWedThuFriSatSun";
    for (size_t i = 6; i + 4 < length; i++)
        for (size_t d = 0; line[i - 1] == ' ' && d < sizeof days - 1; d += 3)
            if (!memcmp(line + i, days + d, 3) && (line[i + 3] == ' ' || line[i + 3] == ','))
                return i;
    return 0;
}

void message_head_read(struct reading *reading, GMimeMessage *mail, const char *from_line,
                       size_t length)
{
    struct message *message = reading->message;
    struct arena *arena = reading->arena;
    GMimeObject *object = GMIME_OBJECT(mail);
    const char *date = raw_value(object, "Date");
    message->message_id = message_id(arena, raw_value(object, "Message-ID"));
    message->subject = decode(arena, raw_value(object, "Subject"));
    message->list = list_name(arena, object, message->subject);
    message->date = date ? date_read(arena, date, strlen(date)) : NULL;
    size_t day = day_of_week(from_line, length);
    if (!message->date && day)
        message->date = date_read(arena, from_line + day, length - day);
}

/* Gives the message what a pasted field says. */
static void take_field(struct message *message, struct arena *arena, const char *name,
                       size_t name_length, const char *value, size_t length)
{
    const char *text = arena_text(arena, value, length);
    if (name_length == 10 && !strncasecmp(name, "Message-ID", 10) && !message->message_id)
        message->message_id = strchr(text, '@') ? message_id(arena, text) : NULL;
    else if (name_length == 4 && !strncasecmp(name, "Date", 4) && !message->date)
        message->date = date_read(arena, text, length);
    else if (name_length == 7 && !strncasecmp(name, "Subject", 7) && !message->subject)
        message->subject = decode(arena, text);
}

void message_head_find(struct message *message, struct arena *arena, const char *bytes,
                       size_t length)
{
    enum { MOST_LINES = 40, FEWEST = 3 };
    struct message found = {.message_id = NULL};
    const char *at = bytes, *end = bytes + length;
    unsigned known = 0;
    for (unsigned i = 0; i < MOST_LINES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop ? stop : end) - at), name = 0;
        while (size && isspace((unsigned char)at[size - 1]))
            size--;
        while (name < size && (isalnum((unsigned char)at[name]) || at[name] == '-'))
            name++;
        bool is_field = name && name < size && at[name] == ':' && message_is_field(at, name);
        bool is_folded = known && size && (*at == ' ' || *at == '\t');
        if (known && !is_field && !is_folded)
            break;
        known += is_field;
        if (is_field)
            take_field(&found, arena, at, name, at + name + 1, size - name - 1);
        at = stop ? stop + 1 : end;
    }
    if (known < FEWEST || !found.subject)
        return;
    message->message_id = found.message_id;
    message->date = found.date;
    message->subject = found.subject;
    message->list = tag(arena, found.subject);
}
