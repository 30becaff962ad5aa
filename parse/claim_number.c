/* Numbers of claims: figures with a unit in which people say differences. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "parse/claim_parts.h"
#include "record/units.h"

/* Units behind a number; of those with a prefix the letter stands in front. */
static const struct {
    const char *text, *name;
    enum claim_unit unit;
} units[] = {
    {"%", "%", CLAIM_PERCENT},
    {"percentage points", "%", CLAIM_PERCENT},
    {"percentage point", "%", CLAIM_PERCENT},
    {"percent", "%", CLAIM_PERCENT},
    {"per cent", "%", CLAIM_PERCENT},
    {"pct", "%", CLAIM_PERCENT},
    {"pp", "%", CLAIM_PERCENT},
    {"x", "x", CLAIM_TIMES},
    {"times", "x", CLAIM_TIMES},
    {"-times", "x", CLAIM_TIMES},
    {"fold", "x", CLAIM_TIMES},
    {"-fold", "x", CLAIM_TIMES},
    {"iops", "IOPS", CLAIM_RATE},
    {"io/s", "IOPS", CLAIM_RATE},
    {"ios/s", "IOPS", CLAIM_RATE},
    {"ios/sec", "IOPS", CLAIM_RATE},
    /* of latencies */
    {"milliseconds", "ms", CLAIM_TIME}, {"msecs", "ms", CLAIM_TIME}, {"msec", "ms", CLAIM_TIME},
    {"ms", "ms", CLAIM_TIME},
    {"microseconds", "us", CLAIM_TIME}, {"usecs", "us", CLAIM_TIME}, {"usec", "us", CLAIM_TIME},
    {"us", "us", CLAIM_TIME},           {"\xc2\xb5s", "us", CLAIM_TIME}, {"\xce\xbcs", "us", CLAIM_TIME},
    {"nanoseconds", "ns", CLAIM_TIME},  {"nsec", "ns", CLAIM_TIME},  {"ns", "ns", CLAIM_TIME},
};

static const char *const seconds[] = {"/second", "/sec", "/s", " per second", " a second", "ps"};

/* "ten times" */
static const char *const number_words[] = {"two",   "three", "four", "five", "six",
                                           "seven", "eight", "nine", "ten"};

static bool starts(const char *at, size_t length, const char *word)
{
    size_t wanted = strlen(word);
    /* most differ in the first byte, which stands in lower case in all words */
    return length >= wanted && tolower((unsigned char)*at) == (unsigned char)*word &&
           !strncasecmp(at, word, wanted);
}

/* Says whether a unit may end here. */
static bool is_end(const char *at, size_t length)
{
    return !length || !(isalnum((unsigned char)*at) || *at == '_');
}

/* "MB/s", "KiB/sec", "GB per second": the size of a rate.  Returns its length, or 0. */
static size_t read_rate(const char *at, size_t length, struct claim_number *number)
{
    size_t used = 0, named = 0;
    if (used < length && strchr("kKmMgGtT", at[used])) {
        number->name[named++] = at[used] == 'k' ? 'k' : (char)toupper((unsigned char)at[used]);
        used++;
        if (used < length && at[used] == 'i')
            number->name[named++] = at[used++];
    }
    if (used < length && (at[used] == 'b' || at[used] == 'B')) {
        /* "mb/s" are bytes in these mails; "Mb/s" and "Mbps" are bits. */
        bool is_bit = at[used] == 'b' && used && isupper((unsigned char)at[0]);
        used++;
        for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
            size_t end = used + strlen(seconds[i]);
            if (starts(at + used, length - used, seconds[i]) && is_end(at + end, length - end)) {
                snprintf(number->name + named, sizeof number->name - named, is_bit ? "b/s" : "B/s");
                return end;
            }
        }
    }
    return 0;
}

/* Reads the unit behind a number.  Returns its length, or 0 for none. */
static size_t read_unit(const char *at, size_t length, struct claim_number *number)
{
    size_t gap = length && *at == ' ' ? 1 : 0;
    const char *unit = at + gap;
    size_t left = length - gap;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t wanted = strlen(units[i].text);
        if (!starts(unit, left, units[i].text) ||
            (*unit != '%' && !is_end(unit + wanted, left - wanted)) ||
            (*unit == '%' && left > wanted && isalnum((unsigned char)unit[wanted])))
            continue;
        /* "4 x 2 TB" counts. */
        if (!strcmp(units[i].text, "x") && gap && left > 2 && isdigit((unsigned char)unit[2]))
            return 0;
        number->unit = units[i].unit;
        number->is_word_times = units[i].unit == CLAIM_TIMES && wanted > 1;
        snprintf(number->name, sizeof number->name, "%s", units[i].name);
        return gap + wanted;
    }
    size_t rate = read_rate(unit, left, number);
    if (rate) {
        number->unit = CLAIM_RATE;
        return gap + rate;
    }
    /* "120k IOPS" */
    if (!gap && length > 1 && strchr("kKmM", *at)) {
        size_t behind = 1 + (at[1] == ' ');
        if (starts(at + behind, length - behind, "iops") &&
            is_end(at + behind + 4, length - behind - 4)) {
            number->value *= *at == 'k' || *at == 'K' ? 1e3 : 1e6;
            number->unit = CLAIM_RATE;
            snprintf(number->name, sizeof number->name, "IOPS");
            return behind + 4;
        }
    }
    return 0;
}

/* "three times", "ten-fold" */
static size_t read_words(const char *at, size_t length, struct claim_number *number)
{
    if (!strchr("tfsen", tolower((unsigned char)*at))) /* none of them begins so */
        return 0;
    for (size_t i = 0; i < sizeof number_words / sizeof number_words[0]; i++) {
        size_t word = strlen(number_words[i]);
        if (!starts(at, length, number_words[i]))
            continue;
        *number = (struct claim_number){.value = (double)i + 2};
        size_t unit = read_unit(at + word, length - word, number);
        return unit && number->is_word_times ? word + unit : 0;
    }
    return 0;
}

/* Reads digits with groups of three or decimals.  Returns how many bytes. */
static size_t read_digits(const char *at, size_t length, double *value)
{
    char digits[32];
    size_t nr = 0, used = 0;
    bool has_point = false;
    for (; used < length && nr + 1 < sizeof digits; used++) {
        size_t behind = used + 1;
        while (behind < length && isdigit((unsigned char)at[behind]))
            behind++;
        size_t group = behind - used - 1;
        if (isdigit((unsigned char)at[used]))
            digits[nr++] = at[used];
        else if (at[used] == ',' && group == 3 && !has_point && used && used <= 12)
            continue;
        else if ((at[used] == '.' || (at[used] == ',' && group < 3)) && group && !has_point) {
            digits[nr++] = '.';
            has_point = true;
        } else {
            break;
        }
    }
    if (!nr || !isdigit((unsigned char)at[0]))
        return 0;
    /* A version, a date, a time of day. */
    if (used + 1 < length && strchr(".:/,", at[used]) && isdigit((unsigned char)at[used + 1]))
        return 0;
    return units_number(digits, nr, value, NULL) ? used : 0;
}

size_t claim_number_read(const char *at, size_t length, char before, struct claim_number *number)
{
    size_t used = 0;
    if (isalnum((unsigned char)before) || (before && strchr("_./:=#$@\\&", before)))
        return 0;
    if (length && isalpha((unsigned char)*at))
        return read_words(at, length, number);
    *number = (struct claim_number){0};
    if (used < length && (at[used] == '+' || at[used] == '-')) {
        number->sign = at[used] == '+' ? 1 : -1;
        used++;
        used += used < length && at[used] == ' ' && number->sign > 0;
    }
    size_t digits = read_digits(at + used, length - used, &number->value);
    if (!digits)
        return 0;
    used += digits;
    size_t unit = read_unit(at + used, length - used, number);
    used += unit;
    /* Part of a name: "4k", "2nd", "3ware". */
    if (!unit && used < length && (isalpha((unsigned char)at[used]) || at[used] == '_'))
        return 0;
    return used;
}
