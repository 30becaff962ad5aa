/* Figures as fio prints them: what letters mean, and how far off a value can be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"
#include "record/units.h"

enum { LONGEST_FIGURE = 40 };

/* num2str() to 2.16 had the letters K, M, G, P, E: its P is 1024^4. */
static void mend_letters(char *text)
{
    for (char *at = text; *at; at++)
        if (*at == 'P')
            *at = 'T';
        else if (*at == 'E')
            *at = 'P';
}

bool fio_quantity(const char *at, size_t length, enum units_base base, bool is_old,
                  struct fio_figure *figure)
{
    char text[LONGEST_FIGURE];
    size_t nr = 0;
    for (size_t i = 0; i < length; i++) {
        if (at[i] == ',')
            continue;
        if (nr == sizeof text - 1)
            return false;
        text[nr++] = at[i];
    }
    text[nr] = '\0';
    if (is_old)
        mend_letters(text);
    const char *point = strchr(text, '.');
    size_t decimals = point ? strspn(point + 1, "0123456789") : 0;
    figure->has_point = decimals > 0;
    figure->is_whole = decimals && strspn(point + 1, "0") >= decimals;
    if (!units_quantity(text, nr, base, &figure->value, &figure->digit))
        return false;
    figure->one = figure->digit;
    for (size_t i = 0; i < decimals; i++)
        figure->one *= 10;
    return true;
}

enum fio_fault fio_fault(const char *version)
{
    char *rest;
    if (!version)
        return FIO_SOUND;
    long major = strtol(version, &rest, 10);
    long minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
    if (major == 2 && minor >= 17 && minor <= 19)
        return FIO_FRACTION_CUT;
    if ((major == 2 && minor >= 20) || (major == 3 && minor <= 25))
        return FIO_CARRY_LOST;
    return FIO_SOUND;
}

struct fio_span fio_span(const struct fio_figure *figure, enum fio_fault fault, bool is_wide)
{
    double value = figure->value, digit = figure->digit, one = figure->one;
    if (fault == FIO_FRACTION_CUT && figure->has_point) {
        double whole = floor(value / one * (1 + 1e-12)) * one;
        return (struct fio_span){whole, whole + one};
    }
    if (!is_wide)
        return (struct fio_span){value - digit / 2, value + digit / 2};
    if (fault == FIO_CARRY_LOST && figure->is_whole)
        return (struct fio_span){value - digit, value + one};
    return (struct fio_span){value - digit, value + digit};
}

static void set(const struct pattern_match *match, struct record *record, const char *name,
                const char *at, size_t length, const struct fio_figure *figure)
{
    record_set_metric(record, name, figure->value, figure->digit);
    record_set_column(record, name, (size_t)(at - match->subject), length);
}

void fio_fill(const struct pattern_match *match, struct record *record, bool is_old)
{
    static const struct {
        const char *group, *metric;
        enum { SIZE, COUNT, MSEC } kind;
    } rows[] = {{"bw", "bw_bytes_per_s", SIZE},
                {"iops", "iops", COUNT},
                {"io", "io_bytes", SIZE},
                {"runt", "runtime_s", MSEC}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fio_figure figure;
        const char *at;
        size_t length;
        if (!pattern_group(match, rows[i].group, &at, &length) ||
            !fio_quantity(at, length,
                          is_old && rows[i].kind == SIZE ? UNITS_BINARY : UNITS_DECIMAL, is_old,
                          &figure))
            continue;
        if (rows[i].kind == MSEC) {
            figure.value /= 1000;
            figure.digit /= 1000;
        }
        set(match, record, rows[i].metric, at, length, &figure);
    }
}

bool fio_printed(const struct record *record, const char *metric, enum units_base base,
                 bool is_old, struct fio_figure *figure)
{
    for (size_t i = 0; i < record->source.cols_nr; i++) {
        const struct record_column *column = &record->source.cols[i];
        if (!strcmp(column->metric, metric))
            return fio_quantity(record->source.text + column->first, column->length, base, is_old,
                                figure);
    }
    return false;
}
