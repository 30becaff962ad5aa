#include "record/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer runs of digits are no figure that a tool prints. */
enum { LONGEST_NUMBER = 400 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the length of the number at the start of text, 0 if there is none,
 * and where its fraction and exponent stand. */
static size_t number_length(const char *text, size_t length, size_t *fraction, int *exponent)
{
    size_t at = 0, digits = 0;
    *fraction = 0;
    *exponent = 0;
    if (at < length && (text[at] == '-' || text[at] == '+'))
        at++;
    for (; at < length && is_digit(text[at]); at++)
        digits++;
    if (at + 1 < length && text[at] == '.' && is_digit(text[at + 1])) {
        for (at++; at < length && is_digit(text[at]); at++)
            ++*fraction;
        digits += *fraction;
    }
    if (!digits || at >= LONGEST_NUMBER)
        return 0;
    size_t mark = at;
    if (at + 1 < length && (text[at] == 'e' || text[at] == 'E')) {
        bool is_negative = text[at + 1] == '-';
        at += text[at + 1] == '-' || text[at + 1] == '+' ? 2 : 1;
        size_t first = at;
        for (; at < length && at - first < 3 && is_digit(text[at]); at++)
            *exponent = *exponent * 10 + (text[at] - '0');
        if (at == first)
            at = mark; /* an 'e' that belongs to a word */
        if (is_negative)
            *exponent = -*exponent;
    }
    return at;
}

/* Reads the number at the start of text; returns its length or 0. */
static size_t take_number(const char *text, size_t length, double *value, double *digit_value)
{
    size_t fraction;
    int exponent;
    size_t used = number_length(text, length, &fraction, &exponent);
    if (!used)
        return 0;
    char copy[LONGEST_NUMBER + 8];
    memcpy(copy, text, used);
    copy[used] = '\0';
    double digit = pow(10, exponent - (double)fraction);
    *value = strtod(copy, NULL);
    if (!isfinite(*value) || !isfinite(digit))
        return 0;
    if (digit_value)
        *digit_value = digit;
    return used;
}

bool units_number(const char *text, size_t length, double *value, double *digit_value)
{
    return length && take_number(text, length, value, digit_value) == length;
}

/* What may follow a prefix letter, and what it multiplies by. */
static const struct unit_tail {
    const char *text;
    double factor;
} unit_tails[] = {
    {"", 1},          {"B", 1},           {"B/s", 1},           {"B/sec", 1},
    {"B/second", 1},  {"bytes", 1},       {"bytes/s", 1},       {"bytes/sec", 1},
    {"b", 1},         {"b/s", 1},         {"bit", 0.125},       {"bits", 0.125},
    {"bit/s", 0.125}, {"bits/s", 0.125},  {"bit/sec", 0.125},   {"/s", 1},
    {"/sec", 1},
};

static bool find_tail(const char *text, size_t length, double *factor)
{
    for (size_t i = 0; i < sizeof unit_tails / sizeof unit_tails[0]; i++) {
        if (strlen(unit_tails[i].text) == length && !memcmp(unit_tails[i].text, text, length)) {
            *factor = unit_tails[i].factor;
            return true;
        }
    }
    return false;
}

bool units_prefix(const char *text, size_t length, enum units_base base, double *factor)
{
    static const char letters[] = "kmgtpe";
    double tail;
    if (find_tail(text, length, &tail)) {
        *factor = tail;
        return true;
    }
    const char *letter = length ? strchr(letters, tolower((unsigned char)text[0])) : NULL;
    if (!letter || !*letter)
        return false;
    bool is_iec = length > 1 && text[1] == 'i';
    size_t used = is_iec ? 2 : 1;
    if (!find_tail(text + used, length - used, &tail))
        return false;
    double step = is_iec || base == UNITS_BINARY ? 1024 : 1000;
    *factor = tail * pow(step, (double)(letter - letters + 1));
    return true;
}

bool units_quantity(const char *text, size_t length, enum units_base base, double *value,
                    double *digit_value)
{
    double digit, factor;
    size_t used = take_number(text, length, value, &digit);
    if (!used)
        return false;
    while (used < length && text[used] == ' ')
        used++;
    if (!units_prefix(text + used, length - used, base, &factor))
        return false;
    *value *= factor;
    if (digit_value)
        *digit_value = digit * factor;
    return isfinite(*value) && isfinite(digit * factor);
}

double units_second(const char *name, size_t length)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"ns", 1e-9}, {"nsec", 1e-9},  {"us", 1e-6},   {"usec", 1e-6}, {"ms", 1e-3},
        {"msec", 1e-3}, {"s", 1},      {"sec", 1},     {"secs", 1},    {"second", 1},
        {"seconds", 1}, {"m", 60},     {"min", 60},    {"mins", 60},   {"minute", 60},
        {"minutes", 60}, {"h", 3600},  {"hour", 3600}, {"hours", 3600},
        {"\u00b5s", 1e-6}, {"\u03bcs", 1e-6},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i].name) == length && !memcmp(units[i].name, name, length))
            return units[i].seconds;
    return 0;
}

bool units_duration(const char *text, size_t length, double *seconds, double *digit_value)
{
    double digit;
    size_t used = take_number(text, length, seconds, &digit);
    if (!used)
        return false;
    while (used < length && text[used] == ' ')
        used++;
    double unit = units_second(text + used, length - used);
    *seconds *= unit;
    if (digit_value)
        *digit_value = digit * unit;
    return unit > 0 && isfinite(*seconds) && isfinite(digit * unit);
}

struct unit_row {
    enum metric_unit unit;
    enum units_style style;
    double divisor;
    const char *name;
};

/* From the largest down; the last row of a unit takes what is left. */
static const struct unit_row unit_rows[] = {
    {UNIT_BYTES_PER_S, UNITS_SI, 1e12, "TB/s"},
    {UNIT_BYTES_PER_S, UNITS_SI, 1e9, "GB/s"},
    {UNIT_BYTES_PER_S, UNITS_SI, 1e6, "MB/s"},
    {UNIT_BYTES_PER_S, UNITS_SI, 1e3, "kB/s"},
    {UNIT_BYTES_PER_S, UNITS_SI, 1, "B/s"},
    {UNIT_BYTES_PER_S, UNITS_IEC, 1099511627776.0, "TiB/s"},
    {UNIT_BYTES_PER_S, UNITS_IEC, 1073741824, "GiB/s"},
    {UNIT_BYTES_PER_S, UNITS_IEC, 1048576, "MiB/s"},
    {UNIT_BYTES_PER_S, UNITS_IEC, 1024, "KiB/s"},
    {UNIT_BYTES_PER_S, UNITS_IEC, 1, "B/s"},
    {UNIT_BYTES, UNITS_SI, 1e12, "TB"},
    {UNIT_BYTES, UNITS_SI, 1e9, "GB"},
    {UNIT_BYTES, UNITS_SI, 1e6, "MB"},
    {UNIT_BYTES, UNITS_SI, 1e3, "kB"},
    {UNIT_BYTES, UNITS_SI, 1, "B"},
    {UNIT_BYTES, UNITS_IEC, 1099511627776.0, "TiB"},
    {UNIT_BYTES, UNITS_IEC, 1073741824, "GiB"},
    {UNIT_BYTES, UNITS_IEC, 1048576, "MiB"},
    {UNIT_BYTES, UNITS_IEC, 1024, "KiB"},
    {UNIT_BYTES, UNITS_IEC, 1, "B"},
    {UNIT_PER_S, UNITS_SI, 1e6, "M/s"},
    {UNIT_PER_S, UNITS_SI, 1e4, "k/s"},
    {UNIT_PER_S, UNITS_SI, 1, "/s"},
    {UNIT_COUNT, UNITS_SI, 1, ""},
    {UNIT_S, UNITS_SI, 1, "s"},
    {UNIT_NS, UNITS_SI, 1e9, "s"},
    {UNIT_NS, UNITS_SI, 1e6, "ms"},
    {UNIT_NS, UNITS_SI, 1e3, "\u00b5s"},
    {UNIT_NS, UNITS_SI, 1, "ns"},
    {UNIT_PCT, UNITS_SI, 1, "%"},
    {UNIT_S_PER_GIB, UNITS_SI, 1, "s/GiB"},
    {UNIT_PCT_PER_MB_PER_S, UNITS_SI, 1, "% per MB/s"},
};

struct units_scale units_scale(enum metric_unit unit, enum units_style style, double largest)
{
    struct units_scale scale = {1, ""};
    bool has_style = unit == UNIT_BYTES || unit == UNIT_BYTES_PER_S;
    for (size_t i = 0; i < sizeof unit_rows / sizeof unit_rows[0]; i++) {
        const struct unit_row *row = &unit_rows[i];
        if (row->unit != unit || (has_style && row->style != style))
            continue;
        /* "k/s" from 1e4 on still divides by 1000. */
        scale = (struct units_scale){row->divisor == 1e4 ? 1e3 : row->divisor, row->name};
        if (fabs(largest) >= row->divisor)
            break;
    }
    return scale;
}

/* Zeros behind the point that a small figure may get beside larger ones. */
enum { MORE_DECIMALS = 3 };

void units_format(char *text, size_t size, double value, const struct units_scale *scale,
                  int digits)
{
    /* Adding zero makes a zero of a negative one. */
    double shown = value / scale->divisor + 0.0;
    char rounded[48];
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, shown);
    const char *mark = strchr(rounded, 'e');
    if (!isfinite(shown) || !mark || fabs(shown) >= 1e15) {
        snprintf(text, size, "%s", rounded);
        return;
    }
    /* The exponent of the rounded number: 9.9996 has two digits before its point. */
    int decimals = digits - 1 - atoi(mark + 1);
    if (decimals < 0)
        decimals = 0;
    if (decimals > digits + MORE_DECIMALS)
        decimals = digits + MORE_DECIMALS;
    snprintf(text, size, "%.*f", decimals, shown);
}

/* A number of one or more, without fraction and exponent. */
static bool is_whole(const char *text, size_t length)
{
    size_t digits = 0;
    while (digits < length && is_digit(text[digits]))
        digits++;
    return length && digits == length && *text != '0';
}

bool units_size(const char *text, double *bytes)
{
    size_t length = strlen(text);
    const char *times = strchr(text, 'x');
    double first = 1, digit;
    if (strpbrk(text, "/ ") || strstr(text, "bit"))
        return false;
    if (times) {
        if (!is_whole(text, (size_t)(times - text)) ||
            !units_number(text, (size_t)(times - text), &first, &digit))
            return false;
        length -= (size_t)(times + 1 - text);
        text = times + 1;
    }
    if (!units_quantity(text, length, UNITS_BINARY, bytes, NULL))
        return false;
    *bytes *= first;
    return isfinite(*bytes) && *bytes >= 0;
}
