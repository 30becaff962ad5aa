#include "collect/job_value.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ELEMENT_MAX = 64 };

static bool multiply(uint64_t value, uint64_t factor, uint64_t *product)
{
    uint64_t whole;
    if (__builtin_mul_overflow(value, factor, &whole))
        return false;
    *product = whole;
    return true;
}

/* Reads digits; *end is what follows them. */
static bool read_digits(const char *text, const char **end, uint64_t *value)
{
    int base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    const char *digits = base == 16 ? text + 2 : text;
    uint64_t sum = 0;
    const char *at = digits;
    for (; base == 16 ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at); at++) {
        unsigned digit = isdigit((unsigned char)*at) ? (unsigned)(*at - '0')
                                                     : (unsigned)((*at | 32) - 'a') + 10;
        if (!multiply(sum, (uint64_t)base, &sum) || sum > UINT64_MAX - digit)
            return false;
        sum += digit;
    }
    *end = at;
    *value = sum;
    return at > digits;
}

/* Returns what the suffix multiplies by, 0 for none of ours. */
static uint64_t factor_of(const char *suffix, unsigned kb_base)
{
    static const char letters[] = "kmgtp";
    if (!*suffix || strcasecmp(suffix, "b") == 0)
        return 1;
    const char *letter = strchr(letters, tolower((unsigned char)*suffix));
    if (!letter)
        return 0;
    const char *rest = suffix + 1;
    bool is_other = strcasecmp(rest, "ib") == 0;
    if (*rest && !is_other && strcasecmp(rest, "b") != 0 && strcasecmp(rest, "i") != 0)
        return 0;
    uint64_t base = is_other ? (kb_base == 1024 ? 1000 : 1024) : kb_base, factor = 1;
    for (const char *at = letters; at <= letter; at++)
        factor *= base;
    return factor;
}

bool job_value_number(const char *text, unsigned kb_base, uint64_t *value)
{
    const char *suffix;
    uint64_t number;
    if (!read_digits(text, &suffix, &number))
        return false;
    uint64_t factor = factor_of(suffix, kb_base);
    return factor && multiply(number, factor, value);
}

bool job_value_size(const char *text, unsigned kb_base, struct job_size *value)
{
    const char *suffix;
    uint64_t number;
    if (read_digits(text, &suffix, &number) && strcmp(suffix, "%") == 0) {
        if (number < 1 || number > 100)
            return false;
        *value = (struct job_size){.percent = (double)number};
        return true;
    }
    if (!job_value_number(text, kb_base, &number))
        return false;
    *value = (struct job_size){.bytes = number};
    return true;
}

bool job_value_time(const char *text, uint64_t unit_ns, uint64_t *ns)
{
    static const struct {
        const char *suffix;
        uint64_t ns;
    } units[] = {
        {"us", 1000},          {"usec", 1000},       {"ms", 1000000},
        {"msec", 1000000},     {"s", 1000000000},    {"sec", 1000000000},
        {"m", 60000000000},    {"h", 3600000000000}, {"d", 86400000000000},
    };
    const char *suffix;
    uint64_t number;
    if (!read_digits(text, &suffix, &number))
        return false;
    if (!*suffix)
        return multiply(number, unit_ns, ns);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcasecmp(suffix, units[i].suffix) == 0)
            return multiply(number, units[i].ns, ns);
    return false;
}

/* Copies the piece before the first of the characters at stops, and returns what is behind
 * it, or the end; NULL where it is too long. */
static const char *take_piece(const char *text, const char *stops, char piece[ELEMENT_MAX])
{
    size_t length = strcspn(text, stops);
    if (length >= ELEMENT_MAX)
        return NULL;
    memcpy(piece, text, length);
    piece[length] = '\0';
    return text + length;
}

bool job_value_range(const char *text, unsigned kb_base, struct job_range *value)
{
    char piece[ELEMENT_MAX];
    const char *rest = take_piece(text, "-:", piece);
    struct job_range range;
    if (!rest || !job_value_number(piece, kb_base, &range.least))
        return false;
    range.most = range.least;
    if (*rest && !job_value_number(rest + 1, kb_base, &range.most))
        return false;
    if (range.least > range.most)
        return false;
    *value = range;
    return true;
}

bool job_value_directions(const char *text, unsigned kb_base, void *values, size_t size,
                          bool (*read_one)(const char *text, unsigned kb_base, void *value))
{
    unsigned char *places = values;
    char piece[ELEMENT_MAX * 16];
    int nr = 0;
    for (;; nr++) {
        size_t length = strcspn(text, ",");
        if (nr == IO_DIRECTIONS_NR || length >= sizeof piece)
            return false;
        memcpy(piece, text, length);
        piece[length] = '\0';
        if (length && !read_one(piece, kb_base, places + (size_t)nr * size))
            return false;
        if (!length && nr == 0 && !text[length])
            return false;
        text += length;
        if (!*text)
            break;
        text++;
    }
    for (int i = nr + 1; i < IO_DIRECTIONS_NR; i++)
        memcpy(places + (size_t)i * size, places + (size_t)nr * size, size);
    return true;
}

/* Gives the shares that were left out what is left of 100. */
static bool share_rest(struct job_split *splits, unsigned nr, unsigned absent_nr)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < nr; i++)
        sum += splits[i].percent == UINT32_MAX ? 0 : splits[i].percent;
    if (sum > 100 || (!absent_nr && sum != 100))
        return false;
    unsigned left = 100 - sum;
    for (unsigned i = 0; i < nr; i++)
        if (splits[i].percent == UINT32_MAX) {
            splits[i].percent = left / absent_nr--;
            left -= splits[i].percent;
        }
    return true;
}

bool job_value_split(const char *text, unsigned kb_base, struct job_split *splits,
                     unsigned *splits_nr)
{
    struct job_split found[JOB_SPLITS_MAX];
    unsigned nr = 0, absent_nr = 0;
    for (;; nr++) {
        char size[ELEMENT_MAX], share[ELEMENT_MAX];
        const char *rest = nr < JOB_SPLITS_MAX ? take_piece(text, "/:", size) : NULL;
        uint64_t percent = UINT32_MAX;
        if (!rest || !job_value_number(size, kb_base, &found[nr].bs_bytes) ||
            !found[nr].bs_bytes)
            return false;
        if (*rest == '/') {
            rest = take_piece(rest + 1, ":", share);
            if (!rest || (*share && (!job_value_number(share, kb_base, &percent) ||
                                     percent > 100)))
                return false;
        }
        found[nr].percent = (unsigned)percent;
        absent_nr += percent == UINT32_MAX;
        if (!*rest)
            break;
        text = rest + 1;
    }
    nr++;
    if (!share_rest(found, nr, absent_nr))
        return false;
    memcpy(splits, found, nr * sizeof *found);
    *splits_nr = nr;
    return true;
}

static unsigned nibble(char digit)
{
    return isdigit((unsigned char)digit) ? (unsigned)(digit - '0')
                                         : (unsigned)((digit | 32) - 'a') + 10;
}

/* Each of these reads one piece and returns what is behind it, NULL where it is wrong. */
static const char *read_hexadecimal(const char *text, unsigned char *pattern, size_t *bytes)
{
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    if (!digits || *bytes + (digits + 1) / 2 > JOB_PATTERN_MAX)
        return NULL;
    size_t at = 0;
    if (digits % 2)
        pattern[(*bytes)++] = (unsigned char)nibble(text[at++]);
    for (; at < digits; at += 2)
        pattern[(*bytes)++] = (unsigned char)(nibble(text[at]) << 4 | nibble(text[at + 1]));
    return text + digits;
}

static const char *read_quoted(const char *text, unsigned char *pattern, size_t *bytes)
{
    const char *end = strchr(text, '"');
    if (!end || end == text || *bytes + (size_t)(end - text) > JOB_PATTERN_MAX)
        return NULL;
    memcpy(pattern + *bytes, text, (size_t)(end - text));
    *bytes += (size_t)(end - text);
    return end + 1;
}

static const char *read_decimal(const char *text, unsigned char *pattern, size_t *bytes)
{
    uint64_t number;
    const char *end;
    if (!read_digits(text, &end, &number) || number > UINT32_MAX ||
        *bytes + 4 > JOB_PATTERN_MAX)
        return NULL;
    do {
        pattern[(*bytes)++] = (unsigned char)number;
        number >>= 8;
    } while (number);
    return end;
}

bool job_value_pattern(const char *text, unsigned char *pattern, size_t *bytes)
{
    unsigned char found[JOB_PATTERN_MAX];
    size_t nr = 0;
    while (text && *text) {
        if (*text == '"')
            text = read_quoted(text + 1, found, &nr);
        else if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
            text = read_hexadecimal(text + 2, found, &nr);
        else
            text = read_decimal(text, found, &nr);
    }
    if (!text || !nr)
        return false;
    memcpy(pattern, found, nr);
    *bytes = nr;
    return true;
}
