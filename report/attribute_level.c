/* Levels as text and as numbers: when two are the same, and when they are of one kind. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "record/units.h"
#include "report/attribute.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Where the number at the start of a level ends, and what it is a number of: "sectors" of
 * "256 sectors (default)"; a remark in parentheses does not count, nor does a plural. */
static bool split_number(const char *level, double *number, const char **unit, size_t *length)
{
    size_t whole = strlen(level);
    const char *remark = strchr(level, '(');
    if (remark && whole && level[whole - 1] == ')')
        whole = (size_t)(remark - level);
    while (whole && level[whole - 1] == ' ')
        whole--;
    char text[64];
    *unit = "";
    *length = 0;
    if (!whole || whole >= sizeof text)
        return false;
    memcpy(text, level, whole);
    text[whole] = '\0';
    if (units_number(text, whole, number, NULL) || units_size(text, number))
        return true;
    size_t blank = strcspn(text, " ");
    size_t first = blank + strspn(text + blank, " ");
    if (!text[blank] || text[first + strspn(text + first, "abcdefghijklmnopqrstuvwxyz"
                                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ")])
        return false;
    *unit = level + first;
    *length = whole - first - (text[whole - 1] == 's' && whole - first > 2);
    text[blank] = '\0';
    return units_number(text, blank, number, NULL) || units_size(text, number);
}

bool attribute_number(const char *level, double *number)
{
    const char *unit;
    size_t length;
    return split_number(level, number, &unit, &length);
}

bool attribute_are_numbers(const char *a, const char *b)
{
    const char *left, *right;
    size_t left_length, right_length;
    double number;
    return split_number(a, &number, &left, &left_length) &&
           split_number(b, &number, &right, &right_length) && left_length == right_length &&
           !strncasecmp(left, right, left_length);
}

void attribute_canonical(char *key, size_t size, const char *level)
{
    /* "3.1" and "3.10" are versions as often as numbers: a fraction is text. */
    double bytes;
    if (!strpbrk(level, ".x") && units_size(level, &bytes)) {
        snprintf(key, size, "=%.17g", bytes);
        return;
    }
    size_t i = 0;
    for (; level[i] && i + 1 < size; i++)
        key[i] = lower(level[i]);
    key[i] = '\0';
}
