#include "parse/date.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

struct date {
    int year, month, day; /* 0 for not known */
    int seconds;          /* of the day */
    bool has_time, has_zone;
    int zone; /* minutes east of UTC */
};

struct zone {
    const char *name;
    int minutes;
};

/* Names that mean one zone; others, such as IST, mean several. */
static const struct zone zones[] = {
    {"UT", 0},     {"UTC", 0},    {"GMT", 0},    {"WET", 0},    {"WEST", 60},  {"BST", 60},
    {"CET", 60},   {"MET", 60},   {"MEZ", 60},   {"CEST", 120}, {"MEST", 120}, {"MESZ", 120},
    {"EET", 120},  {"EEST", 180}, {"MSK", 180},  {"MSD", 240},  {"EST", -300}, {"EDT", -240},
    {"CST", -360}, {"CDT", -300}, {"MST", -420}, {"MDT", -360}, {"PST", -480}, {"PDT", -420},
    {"JST", 540},  {"AEST", 600}, {"AEDT", 660}, {"NZST", 720}, {"NZDT", 780},
};

/* Returns the value of up to most digits at the start; *used gets their number. */
static int read_number(const char *at, const char *end, size_t most, size_t *used)
{
    int value = 0;
    for (*used = 0; at < end && *used < most && isdigit((unsigned char)*at); at++, ++*used)
        value = 10 * value + (*at - '0');
    return value;
}

static void read_word(struct date *date, const char *at, size_t length)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    for (int i = 0; length >= 3 && i < 12 && !date->month; i++)
        if (!strncasecmp(at, months + 3 * i, 3))
            date->month = i + 1;
    for (size_t i = 0; date->has_time && i < sizeof zones / sizeof zones[0]; i++)
        if (strlen(zones[i].name) == length && !strncasecmp(at, zones[i].name, length) &&
            !date->has_zone) {
            date->zone = zones[i].minutes;
            date->has_zone = true;
        }
}

/* hh:mm or hh:mm:ss, with points in place of the colons too.  Returns its length, or 0. */
static size_t read_time(struct date *date, const char *at, const char *end)
{
    int parts[3] = {0, 0, 0};
    size_t used = 0, nr = 0;
    char mark = 0;
    for (; nr < 3; nr++) {
        size_t digits;
        parts[nr] = read_number(at + used, end, 2, &digits);
        if (!digits || (nr && digits < 2))
            break;
        used += digits;
        if (at + used == end || (at[used] != ':' && at[used] != '.') || (nr && at[used] != mark) ||
            nr == 2 || at + used + 1 == end || !isdigit((unsigned char)at[used + 1])) {
            nr++;
            break;
        }
        mark = at[used++];
    }
    if (nr < 2 || (mark == '.' && nr < 3) || parts[0] > 23 || parts[1] > 59 || parts[2] > 60)
        return 0;
    date->seconds = (parts[0] * 60 + parts[1]) * 60 + (parts[2] > 59 ? 59 : parts[2]);
    date->has_time = true;
    return used;
}

/* +0100 or +01:00, behind a time. */
static size_t read_zone(struct date *date, const char *at, const char *end)
{
    size_t hours, minutes;
    int hour = read_number(at + 1, end, 2, &hours);
    size_t colon = hours == 2 && at + 3 < end && at[3] == ':' ? 1 : 0;
    int minute = read_number(at + 1 + hours + colon, end, 2, &minutes);
    if (hours != 2 || minutes != 2)
        return 0;
    if (hour <= 14 && minute < 60 && !date->has_zone) {
        date->zone = (*at == '-' ? -1 : 1) * (60 * hour + minute);
        date->has_zone = true;
    }
    return 1 + hours + colon + minutes;
}

/* 2013-07-28; returns its length, or 0. */
static size_t read_iso(struct date *date, const char *at, const char *end)
{
    size_t digits;
    int year = read_number(at, end, 4, &digits), month, day;
    if (digits != 4 || end - at < 10 || at[4] != '-' || at[7] != '-')
        return 0;
    month = read_number(at + 5, end, 2, &digits);
    day = digits == 2 ? read_number(at + 8, end, 2, &digits) : 0;
    if (digits != 2 || date->year || !month)
        return 0;
    *date = (struct date){.year = year, .month = month, .day = day};
    return 10;
}

/* A day before a year: RFC 2822 section 4.3 gives the centuries. */
static size_t read_day_or_year(struct date *date, const char *at, const char *end)
{
    size_t digits;
    int value = read_number(at, end, 5, &digits);
    if (!date->day && digits <= 2) {
        date->day = value;
    } else if (!date->year && digits >= 2 && digits <= 4) {
        date->year = digits == 4 ? value : digits == 2 && value < 50 ? value + 2000 : value + 1900;
    }
    return digits;
}

static void read_all(struct date *date, const char *at, const char *end)
{
    while (at < end) {
        size_t used = 0;
        if (*at == '(')
            break; /* a comment, and what follows is none of the date */
        if (isdigit((unsigned char)*at)) {
            used = read_iso(date, at, end);
            used = used || date->has_time ? used : read_time(date, at, end);
            used = used ? used : read_day_or_year(date, at, end);
            /* of a time that is none, no part is one */
            while (at + used < end && at[used] == ':')
                for (used++; at + used < end && isdigit((unsigned char)at[used]);)
                    used++;
        } else if ((*at == '+' || *at == '-') && date->has_time) {
            used = read_zone(date, at, end);
        } else if (isalpha((unsigned char)*at)) {
            while (at + used < end && isalpha((unsigned char)at[used]))
                used++;
            read_word(date, at, used);
        }
        at += used ? used : 1;
    }
}

/* Days since 1970-01-01 of the proleptic Gregorian calendar.
 * Source: Howard Hinnant, days_from_civil. */
static int64_t days_of(int year, int month, int day)
{
    year -= month <= 2;
    int era = year / 400, of_era = year % 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return (int64_t)era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* The reverse. Source: the same, civil_from_days. */
static void date_of(int64_t days, int *year, int *month, int *day)
{
    days += 719468;
    int era = (int)(days / 146097), of_era = (int)(days % 146097);
    int years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int of_year = of_era - (365 * years + years / 4 - years / 100);
    int shifted = (5 * of_year + 2) / 153;
    *day = of_year - (153 * shifted + 2) / 5 + 1;
    *month = shifted < 10 ? shifted + 3 : shifted - 9;
    *year = years + era * 400 + (*month <= 2);
}

const char *date_read(struct arena *arena, const char *text, size_t length)
{
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    enum { LONGEST = 200 };
    struct date date = {0};
    read_all(&date, text, text + (length < LONGEST ? length : LONGEST));
    if (!date.day || date.month < 1 || date.month > 12 || date.day > days[date.month - 1] ||
        date.year < 1971 || date.year > 2199 || !date.has_time)
        return NULL;
    int64_t seconds = days_of(date.year, date.month, date.day) * 86400 + date.seconds -
                      (int64_t)date.zone * 60;
    int year, month, day, of_day = (int)(seconds % 86400);
    date_of(seconds / 86400, &year, &month, &day);
    return arena_printf(arena, "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, day, of_day / 3600,
                        of_day / 60 % 60, of_day % 60);
}
