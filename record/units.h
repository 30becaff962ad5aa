/* Units: printed figures to base units and back. */
#ifndef IOD_RECORD_UNITS_H
#define IOD_RECORD_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/metric.h"

/* What K, M, G, … multiply by. */
enum units_base {
    UNITS_BINARY,  /* K, KB, KiB: 1024 (fio to 2.16, bonnie++, busybox dd) */
    UNITS_DECIMAL, /* k, kB: 1000; Ki, KiB still 1024 (GNU dd, fio from 2.17) */
};

/* Reads a decimal number, such as "12", "-3.25" or "8.7e-05", from exactly
 * length bytes of text; no locale, no blanks, no hexadecimal, no infinity.
 * Returns whether it is one; *digit_value gets one unit of its last printed
 * digit (0.01 for "3.25") unless NULL. */
bool units_number(const char *text, size_t length, double *value, double *digit_value);

/* Reads a prefix letter at the start of length bytes of text ("", "k", "Ki",
 * "MB", "GiB/s"), of either case; *factor gets what it multiplies by, 1 where
 * there is none.  fio's old "P" for tera is not known here.  Returns false
 * where the text is no prefix with the units that may follow ("", "B", "B/s",
 * "B/sec", "b", "bytes/sec", "bit/s" and "bits/s", which divide by 8). */
bool units_prefix(const char *text, size_t length, enum units_base base, double *factor);

/* Reads a number with a prefix and unit, "3891.2KB/s" or "979040 B/s", from
 * exactly length bytes; *digit_value as in units_number(), in base units.
 * Returns whether it is one. */
bool units_quantity(const char *text, size_t length, enum units_base base, double *value,
                    double *digit_value);

/* Reads a duration with its unit, "600601msec", "383ms", "16 s", "10us", from
 * exactly length bytes, into seconds.  A bare number is no duration.  Returns
 * whether it is one. */
bool units_duration(const char *text, size_t length, double *seconds, double *digit_value);

/* Returns how many seconds one of the named unit is ("usec", "ms", "s", "min",
 * …), or 0 for an unknown name. */
double units_second(const char *name, size_t length);

/* How figures are shown to people. */
enum units_style {
    UNITS_SI,  /* kB/s, MB/s */
    UNITS_IEC, /* KiB/s, MiB/s */
};

/* A scale for figures that are shown together: what to divide by, and the unit
 * behind the number. */
struct units_scale {
    double divisor;
    const char *unit;
};

/* Returns the scale that suits largest (the largest absolute value to show) of
 * that kind of unit: 11534336 B/s gives 1e6 and "MB/s".  The unit lives for
 * ever. */
struct units_scale units_scale(enum metric_unit unit, enum units_style style, double largest);

/* Writes value, divided by the scale, with digits significant digits (2 to 15)
 * and no exponent below 1e15, without the unit: "43.30", "1734566.7". */
void units_format(char *text, size_t size, double value, const struct units_scale *scale,
                  int digits);

/* Reads a size as people write it in options and labels ("16k", "4M", "100",
 * "2x512"; K, M, G of 1024) from the string text into bytes.  Returns whether
 * it is one and nothing else. */
bool units_size(const char *text, double *bytes);

#endif
