#include "parse/page_field.h"

#include <ctype.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"

/* Names of zones that mail programs write, in minutes east of Greenwich.  Source: RFC 822
 * section 5, and what European and Asian systems print. */
static const struct {
    const char *name;
    int minutes;
} zones[] = {
    {"UT", 0},       {"UTC", 0},      {"GMT", 0},      {"Z", 0},       {"EST", -300},
    {"EDT", -240},   {"CST", -360},   {"CDT", -300},   {"MST", -420},  {"MDT", -360},
    {"PST", -480},   {"PDT", -420},   {"WET", 0},      {"WEST", 60},   {"BST", 60},
    {"CET", 60},     {"CEST", 120},   {"MET", 60},     {"MEST", 120},  {"EET", 120},
    {"EEST", 180},   {"MSK", 180},    {"MSD", 240},    {"IST", 330},   {"JST", 540},
    {"KST", 540},    {"AEST", 600},   {"AEDT", 660},   {"NZST", 720},  {"NZDT", 780},
    {"HKT", 480},    {"SGT", 480},    {"BRT", -180},   {"AKST", -540}, {"HST", -600},
};

struct moment {
    int year, month, day, hour, minute, second;
    int zone; /* minutes */
    bool has_time;
};

static int month_of(const char *word, size_t length)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    for (int i = 0; length >= 3 && i < 12; i++)
        if (!strncasecmp(word, months + 3 * i, 3))
            return i + 1;
    return 0;
}

static void take_word(struct moment *moment, const char *word, size_t length)
{
    if (!moment->month && month_of(word, length))
        moment->month = month_of(word, length);
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++)
        if (strlen(zones[i].name) == length && !memcmp(zones[i].name, word, length))
            moment->zone = zones[i].minutes;
}

static int digits(const char *at, size_t nr)
{
    int value = 0;
    for (size_t i = 0; i < nr; i++)
        value = value * 10 + (at[i] - '0');
    return value;
}

static bool are_two_digits(const char *at)
{
    return isdigit((unsigned char)at[0]) && isdigit((unsigned char)at[1]);
}

/* Takes a number of `nr` digits, with what belongs to it; returns how long that is. */
static size_t take_number(struct moment *moment, const char *at, size_t nr, size_t length)
{
    bool has_colon = nr <= 2 && length > nr + 2 && at[nr] == ':' && are_two_digits(at + nr + 1);
    if (nr == 14) { /* 20131001013023 */
        *moment = (struct moment){digits(at, 4),     digits(at + 4, 2),  digits(at + 6, 2),
                                  digits(at + 8, 2), digits(at + 10, 2), digits(at + 12, 2),
                                  0,                 true};
    } else if (nr == 4 && length >= 10 && at[4] == '-' && at[7] == '-') {
        moment->year = digits(at, 4);
        moment->month = isdigit((unsigned char)at[5]) ? digits(at + 5, 2) : 0;
        moment->day = isdigit((unsigned char)at[8]) ? digits(at + 8, 2) : 0;
        return 10;
    } else if (has_colon && !moment->has_time) {
        moment->has_time = true;
        moment->hour = digits(at, nr);
        moment->minute = digits(at + nr + 1, 2);
        bool has_second = length > nr + 5 && at[nr + 3] == ':' && are_two_digits(at + nr + 4);
        moment->second = has_second ? digits(at + nr + 4, 2) : 0;
        return nr + (has_second ? 6 : 3);
    } else if (nr == 4 && !moment->year) {
        moment->year = digits(at, 4);
    } else if (nr <= 2 && !moment->day) {
        moment->day = digits(at, nr);
    } else if (nr == 2 && !moment->year) {
        moment->year = digits(at, 2) + (digits(at, 2) < 70 ? 2000 : 1900);
    }
    return nr;
}

/* Says whether a sign at `at` starts the zone "+0200" or "+02:00", and takes it. */
static size_t take_zone(struct moment *moment, const char *at, size_t length)
{
    size_t nr = 0, colon = length > 3 && at[3] == ':';
    while (1 + nr + colon * (nr >= 2) < length && nr < 4 &&
           isdigit((unsigned char)at[1 + nr + colon * (nr >= 2)]))
        nr++;
    if (nr != 4 || !moment->has_time)
        return 1;
    int minutes = 60 * digits(at + 1, 2) + digits(at + 3 + colon, 2);
    moment->zone = at[0] == '-' ? -minutes : minutes;
    return 5 + colon;
}

const char *page_field_date(struct arena *arena, const char *text, size_t length)
{
    struct moment moment = {0};
    bool has_zone = false;
    for (size_t i = 0; i < length && !has_zone;) {
        size_t size = 1;
        if (isdigit((unsigned char)text[i])) {
            while (i + size < length && isdigit((unsigned char)text[i + size]))
                size++;
            size = take_number(&moment, text + i, size, length - i);
        } else if (text[i] == '+' || text[i] == '-') {
            size = take_zone(&moment, text + i, length - i);
            has_zone = size > 1; /* what follows is its name */
        } else if (isalpha((unsigned char)text[i])) {
            while (i + size < length && isalpha((unsigned char)text[i + size]))
                size++;
            take_word(&moment, text + i, size);
        }
        i += size;
    }
    if (moment.year < 1970 || moment.year > 2200 || !moment.has_time)
        return NULL;
    GDateTime *local = g_date_time_new_utc(moment.year, moment.month, moment.day, moment.hour,
                                           moment.minute, moment.second);
    GDateTime *utc = local ? g_date_time_add_minutes(local, -moment.zone) : NULL;
    gchar *printed = utc ? g_date_time_format(utc, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    const char *date = printed ? arena_string(arena, printed) : NULL;
    g_free(printed);
    if (local)
        g_date_time_unref(local);
    if (utc)
        g_date_time_unref(utc);
    return date;
}

const char *page_field_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_blank = !text[i] || strchr(" \t\r\n", text[i]);
        if (!is_blank)
            copy[used++] = text[i];
        else if (used && copy[used - 1] != ' ')
            copy[used++] = ' ';
    }
    used -= used && copy[used - 1] == ' ';
    copy[used] = '\0';
    return used ? copy : NULL;
}

const char *page_field_unescape(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_escape = text[i] == '%' && i + 2 < length && isxdigit((unsigned char)text[i + 1]) &&
                         isxdigit((unsigned char)text[i + 2]);
        int byte = is_escape ? 16 * g_ascii_xdigit_value(text[i + 1]) +
                                   g_ascii_xdigit_value(text[i + 2])
                             : text[i];
        copy[used++] = (char)byte;
        i += is_escape ? 2 : 0;
    }
    copy[used] = '\0';
    return g_utf8_validate(copy, (gssize)used, NULL) ? copy : "";
}

/* Puts what marc.info writes for a character back. */
static size_t replace(char *text, size_t length, const char *words, char byte)
{
    size_t used = 0, size = strlen(words);
    for (size_t i = 0; i < length;) {
        bool is_here = length - i >= size && !memcmp(text + i, words, size);
        text[used++] = is_here ? byte : text[i];
        i += is_here ? size : 1;
    }
    return used;
}

const char *page_field_id(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_text(arena, text, length);
    length = replace(copy, length, " () ", '@');
    length = replace(copy, length, " ! ", '.');
    copy[length] = '\0';
    char *at = copy + strspn(copy, " \t<");
    at[strcspn(at, " \t\r\n<>")] = '\0';
    return *at ? arena_printf(arena, "<%s>", at) : NULL;
}

const char *page_field_link_id(struct arena *arena, const char *href)
{
    size_t length = href ? strlen(href) : 0;
    length -= length && href[length - 1] == '/';
    size_t first = length;
    while (first && href[first - 1] != '/')
        first--;
    if (first == length)
        return NULL;
    const char *id = page_field_unescape(arena, href + first, length - first);
    return strchr(id, '@') ? page_field_id(arena, id, strlen(id)) : NULL;
}

enum field { FIELD_OTHER, FIELD_SUBJECT, FIELD_FROM, FIELD_DATE, FIELD_ID };

static const struct {
    const char *name;
    enum field field;
} fields[] = {
    {"Subject", FIELD_SUBJECT},  {"From", FIELD_FROM},       {"Date", FIELD_DATE},
    {"Message-ID", FIELD_ID},    {"To", FIELD_OTHER},        {"Cc", FIELD_OTHER},
    {"In-Reply-To", FIELD_OTHER}, {"References", FIELD_OTHER}, {"Reply-To", FIELD_OTHER},
    {"List", FIELD_OTHER},       {"Newsgroups", FIELD_OTHER}, {"Sender", FIELD_OTHER},
    {"Bcc", FIELD_OTHER},        {"Resent-From", FIELD_OTHER}, {"Organization", FIELD_OTHER},
    {"User-Agent", FIELD_OTHER}, {"X-Mailer", FIELD_OTHER},  {"MIME-Version", FIELD_OTHER},
    {"Content-Type", FIELD_OTHER}, {"Content-Transfer-Encoding", FIELD_OTHER},
    {"Received", FIELD_OTHER},   {"Author", FIELD_FROM},     {"Message-Id", FIELD_ID},
    {"Delivered-To", FIELD_OTHER}, {"Precedence", FIELD_OTHER}, {"List-Id", FIELD_OTHER},
};

/* Sets what is not set yet. */
static void set_field(struct arena *arena, struct page_article *article, enum field field,
                      const char *value, size_t length)
{
    if (field == FIELD_SUBJECT && !article->subject)
        article->subject = page_field_text(arena, value, length);
    else if (field == FIELD_FROM && !article->from)
        article->from = page_field_text(arena, value, length);
    else if (field == FIELD_DATE && !article->date)
        article->date = page_field_date(arena, value, length);
    else if (field == FIELD_ID && !article->message_id)
        article->message_id = page_field_id(arena, value, length);
}

bool page_field_take(struct arena *arena, struct page_article *article, const char *line,
                     size_t length)
{
    const char *end = line + length;
    while (line < end && strchr("-|* \t", *line))
        line++;
    const char *colon = memchr(line, ':', (size_t)(end - line));
    const char *name_end = colon;
    while (name_end && name_end > line && name_end[-1] == ' ')
        name_end--;
    for (size_t i = 0; colon && i < sizeof fields / sizeof fields[0]; i++) {
        size_t size = strlen(fields[i].name);
        if ((size_t)(name_end - line) != size || strncasecmp(line, fields[i].name, size))
            continue;
        const char *value = colon + 1;
        while (value < end && strchr("| \t", *value))
            value++;
        while (end > value && strchr("| \t", end[-1]))
            end--;
        set_field(arena, article, fields[i].field, value, (size_t)(end - value));
        return true;
    }
    return false;
}

const char *page_field_header(struct arena *arena, struct page_article *article,
                              const char *text, size_t length)
{
    const char *end = text + length, *at = text;
    unsigned known = 0;
    struct strbuf line = STRBUF_INIT;
    while (at < end && *at != '\n') {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        bool is_folded = line.length && (*at == ' ' || *at == '\t');
        if (!is_folded && line.length) {
            known += page_field_take(arena, article, line.text, line.length);
            strbuf_cut(&line, 0);
        }
        const char *colon = memchr(at, ':', (size_t)(stop - at));
        const char *blank = memchr(at, ' ', (size_t)(stop - at));
        if (!is_folded && (!colon || (blank && blank < colon)))
            break;
        strbuf_add(&line, at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    if (line.length)
        known += page_field_take(arena, article, line.text, line.length);
    strbuf_free(&line);
    bool has_end = at == end || *at == '\n';
    return known >= 2 && has_end ? at + (at < end) : NULL;
}
