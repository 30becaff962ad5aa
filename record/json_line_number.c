/* Numbers of a line of JSON: whole ones as they are, others as the nearest double. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "record/json_line.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A decimal number in pieces: digits * 10^exponent, exact while nothing is lost. */
struct decimal {
    uint64_t digits;
    int exponent;
    bool is_lost; /* more digits than fit */
};

static const char *take_digits(const char *at, struct decimal *decimal, int of_fraction)
{
    for (; is_digit(*at); at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (decimal->digits > (UINT64_MAX - digit) / 10) {
            decimal->is_lost = true;
            continue;
        }
        decimal->digits = decimal->digits * 10 + digit;
        decimal->exponent -= of_fraction;
    }
    return at;
}

static const char *take_exponent(const char *at, struct decimal *decimal)
{
    bool is_negative = at[1] == '-';
    int exponent = 0;
    at += at[1] == '-' || at[1] == '+' ? 2 : 1;
    if (!is_digit(*at))
        return NULL;
    for (; is_digit(*at); at++)
        if (exponent < 100000)
            exponent = exponent * 10 + (*at - '0');
    decimal->exponent += is_negative ? -exponent : exponent;
    return at;
}

/* The double nearest to the decimal.  Both factors are exact up to these limits, so one
 * operation rounds correctly (Source: W. D. Clinger, How to Read Floating Point Numbers
 * Accurately, 1990); strtod() does the rest. */
static bool decimal_value(const struct decimal *decimal, const char *text, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int exponent = decimal->exponent;
    if (FLT_EVAL_METHOD == 0 && !decimal->is_lost && decimal->digits <= UINT64_C(1) << 53 &&
        exponent >= -22 && exponent <= 22) {
        double digits = (double)decimal->digits;
        *value = exponent < 0 ? digits / tens[-exponent] : digits * tens[exponent];
        if (*text == '-')
            *value = -*value;
        return true;
    }
    errno = 0;
    *value = strtod(text, NULL);
    return errno != ERANGE || fabs(*value) != HUGE_VAL;
}

static bool set_integer(struct json_line *line, const struct decimal *decimal, bool is_negative,
                        struct json_number *number)
{
    uint64_t most = (uint64_t)INT64_MAX + is_negative;
    if (decimal->is_lost || decimal->digits > most)
        return json_line_fail(line, "too big an integer");
    number->is_integer = true;
    number->integer = !is_negative                      ? (int64_t)decimal->digits
                      : decimal->digits > (uint64_t)INT64_MAX ? INT64_MIN
                                                        : -(int64_t)decimal->digits;
    number->real = (double)number->integer;
    return true;
}

bool json_line_number(struct json_line *line, struct json_number *number)
{
    if (line->error)
        return false;
    const char *text = line->at, *at = text + (*text == '-');
    struct decimal decimal = {0, 0, false};
    if (!is_digit(*at) || (*at == '0' && is_digit(at[1])))
        return json_line_fail(line, "invalid number");
    at = take_digits(at, &decimal, 0);
    bool is_integer = *at != '.' && (*at | 0x20) != 'e';
    if (*at == '.') {
        if (!is_digit(at[1]))
            return json_line_fail(line, "invalid number");
        at = take_digits(at + 1, &decimal, 1);
    }
    if ((*at | 0x20) == 'e' && !(at = take_exponent(at, &decimal)))
        return json_line_fail(line, "invalid number");
    line->at = at;
    if (is_integer)
        return set_integer(line, &decimal, *text == '-', number);
    number->is_integer = false;
    number->integer = 0;
    return decimal_value(&decimal, text, &number->real) ||
           json_line_fail(line, "too big a number");
}
