/* Cells of hand-made tables: "149,426", "8.4M (0.3M)", "~1.5 usec", "2.15 (+14%)",
 * "496 MB/s", "1234 ±  3%", "93K -> 97K", "-". */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "record/units.h"

#define MINUS "\xe2\x88\x92"

enum { LONGEST_UNIT = 16, LONGEST_CELL = 80, LONGEST_FIGURE = 24 };

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !strncasecmp(at, word, length);
}

/* Names of units that take a prefix, without regard to case but of "b". */
static const struct {
    const char *name;
    enum table_unit unit;
    double factor;
} counted[] = {
    {"iops", TABLE_IOPS, 1},    {"iop/s", TABLE_IOPS, 1},     {"io/s", TABLE_IOPS, 1},
    {"ios/s", TABLE_IOPS, 1},   {"i/o/s", TABLE_IOPS, 1},     {"io/sec", TABLE_IOPS, 1},
    {"ios/sec", TABLE_IOPS, 1}, {"iops/s", TABLE_IOPS, 1},    {"i/os", TABLE_IOPS, 1},
    {"ops/s", TABLE_OPS, 1},    {"op/s", TABLE_OPS, 1},       {"ops/sec", TABLE_OPS, 1},
    {"bps", TABLE_RATE, 0.125}, {"bit/s", TABLE_RATE, 0.125}, {"bits/s", TABLE_RATE, 0.125},
    {"b/s", TABLE_RATE, 1},     {"b/sec", TABLE_RATE, 1},     {"b/se", TABLE_RATE, 1},
    {"trans/s", TABLE_OPS, 1},  {"trans/sec", TABLE_OPS, 1},  {"transactions/s", TABLE_OPS, 1},
    {"files/s", TABLE_OPS, 1},  {"files/sec", TABLE_OPS, 1},  {"req/s", TABLE_OPS, 1},
    {"reqs/s", TABLE_OPS, 1},   {"requests/s", TABLE_OPS, 1}, {"txn/s", TABLE_OPS, 1},
    {"b/second", TABLE_RATE, 1}, {"bytes/s", TABLE_RATE, 1},  {"bytes/sec", TABLE_RATE, 1},
    {"bit/sec", TABLE_RATE, 0.125}, {"byte/s", TABLE_RATE, 1},
    {"b", TABLE_BYTES, 1},      {"bytes", TABLE_BYTES, 1},    {"byte", TABLE_BYTES, 1},
};

/* Names that take none. */
static const struct {
    const char *name;
    enum table_unit unit;
    double factor;
} plain[] = {
    {"%", TABLE_PERCENT, 1},      {"%%", TABLE_PERCENT, 1},    {"percent", TABLE_PERCENT, 1},
    {"x", TABLE_TIMES, 1},        {"\xc3\x97", TABLE_TIMES, 1}, {"usecs", TABLE_TIME, 1e-6},
    {"msecs", TABLE_TIME, 1e-3},  {"nsecs", TABLE_TIME, 1e-9}, {"sectors", TABLE_COUNT, 1},
    {"microseconds", TABLE_TIME, 1e-6}, {"milliseconds", TABLE_TIME, 1e-3},
    {"blocks", TABLE_COUNT, 1},   {"pages", TABLE_COUNT, 1},   {"us", TABLE_TIME, 1e-6},
    {"threads", TABLE_COUNT, 1},  {"jobs", TABLE_COUNT, 1},    {"disks", TABLE_COUNT, 1},
    {"files", TABLE_COUNT, 1},    {"cpus", TABLE_COUNT, 1},    {"cores", TABLE_COUNT, 1},
};

static bool read_counted(const char *at, size_t length, struct table_scale *scale)
{
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
        if (!is_word(at, length, counted[i].name))
            continue;
        scale->unit = counted[i].unit;
        /* "MBps" are bytes, "Mbps" bits. */
        scale->factor *= !strcasecmp(counted[i].name, "bps") && *at == 'B' ? 1 : counted[i].factor;
        return true;
    }
    return false;
}

bool table_unit_read(const char *at, size_t length, struct table_scale *scale)
{
    static const char prefixes[] = "kmgtp";
    *scale = (struct table_scale){TABLE_NO_UNIT, 1, false, false};
    if (!length || length > LONGEST_UNIT)
        return false;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (is_word(at, length, plain[i].name)) {
            scale->unit = plain[i].unit;
            scale->factor = plain[i].factor;
            return true;
        }
    double second = units_second(at, length);
    if (second > 0 && second <= 1) {
        *scale = (struct table_scale){TABLE_TIME, second, false, false};
        return true;
    }
    if (read_counted(at, length, scale))
        return true;
    const char *prefix = memchr(prefixes, tolower((unsigned char)*at), sizeof prefixes - 1);
    if (!prefix)
        return false;
    scale->has_prefix = true;
    scale->is_binary = length > 1 && at[1] == 'i' && strncasecmp(at + 1, "io", 2);
    size_t used = scale->is_binary ? 2 : 1;
    scale->factor = pow(scale->is_binary ? 1024 : 1000, (double)(prefix - prefixes + 1));
    /* "10 m" is no mega, and nobody writes "g" for anything. */
    if (used == length)
        return *at == 'k' || isupper((unsigned char)*at);
    /* "K/sec", as bonnie has it */
    if (at[used] == '/' && (is_word(at + used, length - used, "/s") ||
                            is_word(at + used, length - used, "/sec"))) {
        scale->unit = TABLE_RATE;
        return true;
    }
    return read_counted(at + used, length - used, scale);
}

static bool is_missing(const char *at, size_t length)
{
    static const char *const words[] = {"", "-", "--", "---", "n/a", "na", "?", "+++", "++++",
                                        "+++++", "n.a.", "tbd", "*", "."};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_word(at, length, words[i]))
            return true;
    return false;
}

/* The length of the number at `at`: "149,426", "1,234.5", "12,5", "3.25". */
static size_t number_length(const char *at)
{
    size_t digits = strspn(at, "0123456789"), used = digits;
    if (!digits || digits > LONGEST_FIGURE)
        return 0;
    while (at[used] == ',' && digits <= 3 && strspn(at + used + 1, "0123456789") == 3 &&
           used < LONGEST_FIGURE)
        used += 4;
    bool has_groups = used > digits;
    if ((at[used] == '.' || (at[used] == ',' && !has_groups)) && isdigit((unsigned char)at[used + 1]))
        used += 1 + strspn(at + used + 1, "0123456789");
    return used <= LONGEST_FIGURE ? used : 0;
}

static bool take_number(const char **at, double *value, double *digit)
{
    char copy[LONGEST_FIGURE + 1];
    size_t length = number_length(*at), used = 0;
    const char *comma = memchr(*at, ',', length);
    bool has_groups = comma && strspn(comma + 1, "0123456789") == 3;
    if (!length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((*at)[i] != ',')
            copy[used++] = (*at)[i];
        else if (!has_groups)
            copy[used++] = '.';
    *at += length;
    return units_number(copy, used, value, digit);
}

/* A unit directly behind a number or one blank away; what is none stays. */
static void take_unit(const char **at, struct table_scale *scale)
{
    const char *from = *at + (**at == ' ' || **at == '\t');
    size_t length = strcspn(from, " \t(),;|\xc2");
    *scale = (struct table_scale){TABLE_NO_UNIT, 1, false, false};
    if (!strncmp(from + length, "\xc2\xb5s", 3) && !length)
        length = 3;
    else if (from[length] == '\xc2' && from[length + 1] == '\xb5')
        length += strcspn(from + length, " \t(),;|");
    while (length && strchr(".:*", from[length - 1]))
        length--;
    struct table_scale read;
    if (!table_unit_read(from, length, &read))
        return;
    *scale = read;
    *at = from + length;
    /* "8.1 M IOPS" */
    if (read.has_prefix && read.unit == TABLE_NO_UNIT && (**at == ' ' || **at == '\t')) {
        const char *next = *at + 1;
        size_t size = strcspn(next, " \t(),;|");
        struct table_scale more;
        if (table_unit_read(next, size, &more) && !more.has_prefix && more.unit != TABLE_NO_UNIT) {
            scale->unit = more.unit;
            scale->factor *= more.factor;
            *at = next + size;
        }
    }
}

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t");
}

static bool take_arrow(const char **at)
{
    static const char *const arrows[] = {"->", "-->", "=>", "\xe2\x86\x92", "\xe2\x9f\xb6"};
    const char *from = *at;
    skip_blanks(&from);
    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
        if (!strncmp(from, arrows[i], strlen(arrows[i]))) {
            *at = from + strlen(arrows[i]);
            skip_blanks(at);
            return true;
        }
    return false;
}

static bool take_pair(const char **at, struct table_value *value)
{
    struct table_scale scale;
    if (!take_arrow(at) || !take_number(at, &value->right, &value->right_digit))
        return false;
    take_unit(at, &scale);
    if (value->scale.unit == TABLE_NO_UNIT && !value->scale.has_prefix)
        value->scale = scale;
    else if (scale.unit != TABLE_NO_UNIT || scale.has_prefix) {
        /* in the unit of the left one */
        value->right *= scale.factor / value->scale.factor;
        value->right_digit *= scale.factor / value->scale.factor;
    }
    value->has_arrow = true;
    return true;
}

/* Takes "+14%", "-3.2 %" or "1.3x"; returns whether it is one. */
static bool take_delta(const char **at, struct table_value *value)
{
    const char *from = *at;
    struct table_scale scale;
    double sign = *from == '-' || !strncmp(from, MINUS, strlen(MINUS)) ? -1 : 1, number, digit;
    bool has_sign = sign < 0 || *from == '+';
    from += !has_sign ? 0 : *from == '+' || *from == '-' ? 1 : strlen(MINUS);
    skip_blanks(&from);
    if (!take_number(&from, &number, &digit))
        return false;
    take_unit(&from, &scale);
    if (scale.unit != TABLE_PERCENT && scale.unit != TABLE_TIMES)
        return false;
    *at = from;
    value->has_delta = true;
    value->delta = sign * number;
    value->delta_digit = digit;
    value->delta_scale = scale;
    value->has_delta_sign = has_sign;
    return true;
}

/* What stands behind a figure in parentheses: a delta, a deviation, the same in another
 * unit, or both sides of an arrow. */
static bool take_parenthesis(const char **at, struct table_value *value)
{
    const char *in = *at;
    skip_blanks(&in);
    char open = *in;
    const char *end = open == '(' ? strchr(in, ')') : open == '[' ? strchr(in, ']') : NULL;
    if (!end)
        return false;
    in++;
    skip_blanks(&in);
    struct table_value inner = {.scale = {TABLE_NO_UNIT, 1, false, false}};
    const char *from = in;
    if (take_number(&from, &inner.value, &inner.digit)) {
        take_unit(&from, &inner.scale);
        if (take_pair(&from, &inner) && (skip_blanks(&from), from == end)) {
            inner.has_delta = value->scale.unit == TABLE_TIMES || value->scale.unit == TABLE_PERCENT;
            inner.delta = value->value;
            inner.delta_digit = value->digit;
            inner.delta_scale = value->scale;
            inner.has_delta_sign = value->has_sign;
            *value = inner;
            *at = end + 1;
            return true;
        }
    }
    take_delta(&in, value);
    *at = end + 1;
    return true;
}

/* "± 3%", "+/- 12", "+- 1.2K": the deviation of a figure. */
static void take_deviation(const char **at, struct table_value *all)
{
    static const char *const signs[] = {"\xc2\xb1", "+/-", "+-"};
    const char *from = *at;
    double value, digit;
    struct table_scale scale;
    skip_blanks(&from);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(from, signs[i], strlen(signs[i])))
            continue;
        from += strlen(signs[i]);
        skip_blanks(&from);
        if (!take_number(&from, &value, &digit))
            return;
        take_unit(&from, &scale);
        /* "412.3 ± 3.1 MB/s" */
        if (all->scale.unit == TABLE_NO_UNIT && !all->scale.has_prefix && scale.unit != TABLE_PERCENT)
            all->scale = scale;
        *at = from;
        return;
    }
}

static void take_marks(const char **at, struct table_value *value)
{
    static const char *const about[] = {"~", "\xe2\x89\x88", "ca. ", "about "};
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++)
        if (!strncmp(*at, about[i], strlen(about[i]))) {
            *at += strlen(about[i]);
            skip_blanks(at);
            break;
        }
    if (**at == '<' || **at == '>') {
        value->side = *(*at)++;
        *at += **at == '=';
        skip_blanks(at);
    }
    if (**at == '+' || **at == '-') {
        value->has_sign = true;
        ++*at;
        skip_blanks(at);
    }
}

bool table_cell_read(const char *text, struct table_value *value)
{
    const char *at = text + strspn(text, " \t*`_");
    size_t length = strlen(at);
    *value = (struct table_value){.scale = {TABLE_NO_UNIT, 1, false, false}};
    while (length && strchr(" \t*`_", at[length - 1]))
        length--;
    value->is_missing = is_missing(at, length);
    if (value->is_missing)
        return true;
    if (length > LONGEST_CELL)
        return false;
    bool is_negative;
    take_marks(&at, value);
    is_negative = value->has_sign && at > text && strchr("-", text[strspn(text, " \t*`_~<>=")]);
    if (!take_number(&at, &value->value, &value->digit))
        return false;
    if (is_negative)
        value->value = -value->value;
    take_unit(&at, &value->scale);
    take_deviation(&at, value);
    bool has_pair = take_pair(&at, value);
    const char *behind = at + strspn(at, " \t");
    if (!take_parenthesis(&at, value) && !has_pair && behind > at && strchr("+-", *behind) &&
        take_delta(&behind, value))
        at = behind;
    take_deviation(&at, value);
    at += strspn(at, " \t*`_.,");
    return !*at;
}

bool table_is_figure(const char *at, size_t length)
{
    char copy[LONGEST_CELL + 1];
    struct table_value value;
    if (!length || length > LONGEST_CELL || !memchr("0123456789+-~<>(", *at, 16))
        return false;
    memcpy(copy, at, length);
    copy[length] = '\0';
    return table_cell_read(copy, &value) && !value.is_missing;
}

bool table_word_read(const char *at, size_t length, struct table_value *value)
{
    char copy[64];
    if (length >= sizeof copy || !table_is_figure(at, length))
        return false;
    memcpy(copy, at, length);
    copy[length] = '\0';
    return table_cell_read(copy, value);
}
