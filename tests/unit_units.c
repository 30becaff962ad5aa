#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/units.h"
#include "tests/t_main.h"

/* Equal to the last bits that a product of two factors may lose. */
static bool is_near(double a, double b)
{
    return a == b || fabs(a - b) <= 4 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

#define ck_near(a, b, what)                                                                        \
    ck_assert_msg(is_near(a, b), "%s: %.17g is not %.17g", what, (double)(a), (double)(b))

START_TEST(numbers)
{
    static const struct {
        const char *text;
        double value, digit;
    } rows[] = {
        {"0", 0, 1},           {"12", 12, 1},         {"-3.25", -3.25, 0.01},
        {"+5", 5, 1},          {"007", 7, 1},         {".5", 0.5, 0.1},
        {"8.7e-05", 8.7e-5, 1e-6}, {"1E3", 1000, 1000}, {"1e+2", 100, 100},
        {"1.50e2", 150, 1},    {"-0", 0, 1},          {"1e-400", 0, 0},
        {"9007199254740993", 9007199254740992.0, 1},
        {"1234567890123456789012345678901234567890123", 1.2345678901234568e42, 1},
        {"0.0000000000000000000000000000000000000000000000001", 1e-49, 1e-49},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value, digit;
        ck_assert_msg(units_number(rows[i].text, strlen(rows[i].text), &value, &digit), "%s",
                      rows[i].text);
        ck_near(value, rows[i].value, rows[i].text);
        ck_near(digit, rows[i].digit, rows[i].text);
        ck_assert(units_number(rows[i].text, strlen(rows[i].text), &value, NULL));
    }
}
END_TEST

START_TEST(no_numbers)
{
    static const char *const texts[] = {
        "", "-", "+", ".", "e5", "1e", "1e+", "1.", "1..2", "1,5", "1 ", " 1", "--1", "0x10", "inf",
        "-inf", "nan", "NaN", "infinity", "1e999", "-1e999", "0e999", "1_000", "1'000", "1e1e1",
        "\xd9\xa3", "12a", "1-2", "0x1p3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value;
        ck_assert_msg(!units_number(texts[i], strlen(texts[i]), &value, NULL), "\"%s\"", texts[i]);
    }
}
END_TEST

START_TEST(length_counts_not_the_end)
{
    double value, digit;
    ck_assert(units_number("1234", 2, &value, &digit));
    ck_assert_double_eq(value, 12);
    ck_assert(units_number("1.25", 3, &value, &digit));
    ck_assert_double_eq(value, 1.2);
    ck_assert(!units_number("1.25", 2, &value, &digit));
    ck_assert(!units_number("12\0003", 4, &value, &digit));
    ck_assert(units_quantity("5MB/sXX", 5, UNITS_DECIMAL, &value, &digit));
    ck_assert_double_eq(value, 5e6);
    ck_assert(units_duration("10secs", 3, &value, &digit));
    ck_assert_double_eq(value, 10);
}
END_TEST

START_TEST(long_numbers_are_bounded)
{
    char digits[2000];
    double value;
    memset(digits, '1', sizeof digits);
    ck_assert(units_number(digits, 300, &value, NULL));
    ck_assert(isfinite(value));
    for (size_t length = 300; length <= sizeof digits; length++)
        if (units_number(digits, length, &value, NULL))
            ck_assert_msg(isfinite(value), "%zu", length);
    memset(digits, '0', sizeof digits);
    ck_assert(!units_number(digits, sizeof digits, &value, NULL));
}
END_TEST

START_TEST(prefixes)
{
    static const char letters[] = "kmgtpe";
    static const struct {
        const char *text;
        double factor;
    } tails[] = {
        {"", 1}, {"B", 1}, {"B/s", 1}, {"B/sec", 1}, {"b", 1}, {"bytes/sec", 1}, {"bytes", 1},
        {"/s", 1}, {"bit/s", 0.125}, {"bits/s", 0.125},
    };
    for (size_t t = 0; t < sizeof tails / sizeof *tails; t++) {
        double factor;
        ck_assert(units_prefix(tails[t].text, strlen(tails[t].text), UNITS_BINARY, &factor));
        ck_near(factor, tails[t].factor, tails[t].text);
        for (size_t i = 0; letters[i]; i++) {
            for (int form = 0; form < 4; form++) {
                char text[32];
                char letter = (char)(form & 1 ? letters[i] - 'a' + 'A' : letters[i]);
                snprintf(text, sizeof text, "%c%s%s", letter, form & 2 ? "i" : "", tails[t].text);
                ck_assert_msg(units_prefix(text, strlen(text), UNITS_BINARY, &factor), "%s", text);
                ck_near(factor, tails[t].factor * pow(1024, (double)i + 1), text);
                ck_assert_msg(units_prefix(text, strlen(text), UNITS_DECIMAL, &factor), "%s", text);
                double step = form & 2 ? 1024 : 1000;
                ck_near(factor, tails[t].factor * pow(step, (double)i + 1), text);
            }
        }
    }
}
END_TEST

START_TEST(no_prefixes)
{
    static const char *const texts[] = {
        "i", "iB", "x", "KK", "Kx", "kB/", "KB/h", "kBs", " ", "kB ", "Y", "\xff", "k\xff", "kiib",
    };
    double factor;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!units_prefix(texts[i], strlen(texts[i]), UNITS_BINARY, &factor), "\"%s\"",
                      texts[i]);
    ck_assert(!units_prefix("\0B", 2, UNITS_BINARY, &factor));
}
END_TEST

START_TEST(quantities)
{
    static const struct {
        const char *text;
        enum units_base base;
        double value, digit;
    } rows[] = {
        {"3891.2KB/s", UNITS_BINARY, 3891.2 * 1024, 0.1 * 1024}, /* fio to 2.16 */
        {"2282.8MB", UNITS_BINARY, 2282.8 * 1048576, 0.1 * 1048576},
        {"979040 B/s", UNITS_BINARY, 979040, 1},
        {"979040B/s", UNITS_DECIMAL, 979040, 1}, /* fio from 2.17 */
        {"121MiB/s", UNITS_DECIMAL, 121.0 * 1048576, 1048576},
        {"127MB/s", UNITS_DECIMAL, 127e6, 1e6},
        {"1.2 GB/s", UNITS_DECIMAL, 1.2e9, 1e8}, /* dd */
        {"1073741824 bytes", UNITS_DECIMAL, 1073741824, 1},
        {"734", UNITS_BINARY, 734, 1}, /* bonnie++ */
        {"734k", UNITS_BINARY, 734 * 1024, 1024},
        {"16G", UNITS_BINARY, 16.0 * 1073741824, 1073741824},
        {"1E", UNITS_DECIMAL, 1e18, 1e18},
        {"1EiB", UNITS_DECIMAL, 1152921504606846976.0, 1152921504606846976.0},
        {"1e3B", UNITS_DECIMAL, 1000, 1000},
        {"5e2kB", UNITS_DECIMAL, 5e5, 1e5},
        {"8 Mbit/s", UNITS_DECIMAL, 1e6, 125000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value, digit;
        const char *text = rows[i].text;
        ck_assert_msg(units_quantity(text, strlen(text), rows[i].base, &value, &digit), "%s", text);
        ck_near(value, rows[i].value, text);
        ck_near(digit, rows[i].digit, text);
        ck_assert(units_quantity(text, strlen(text), rows[i].base, &value, NULL));
    }
}
END_TEST

START_TEST(no_quantities)
{
    static const char *const texts[] = {
        "", "KB/s", "12 parsec", "1,2 GB/s", "1e308EB", "0e305EB", "+++++", "12\tKB", "1 2", "5MB/s,",
        "1.2.3MB", "infMB",
    };
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!units_quantity(texts[i], strlen(texts[i]), UNITS_DECIMAL, &value, NULL),
                      "\"%s\"", texts[i]);
}
END_TEST

START_TEST(durations)
{
    static const struct {
        const char *text;
        double seconds, digit;
    } rows[] = {
        {"600601msec", 600.601, 1e-3}, {"383ms", 0.383, 1e-3},   {"16 s", 16, 1},
        {"10us", 1e-5, 1e-6},          {"7nsec", 7e-9, 1e-9},    {"1.5 min", 90, 6},
        {"2h", 7200, 3600},            {"0.5 seconds", 0.5, 0.1}, {"15.2513 s", 15.2513, 1e-4},
        {"4e-05 s", 4e-5, 1e-5},       {"3 hours", 10800, 3600}, {"1 minute", 60, 60},
        {"12\xc2\xb5s", 1.2e-5, 1e-6}, {"12\xce\xbcs", 1.2e-5, 1e-6},
    };
    static const char *const wrong[] = {"", "16", "16 ", "s", "16 S", "16 fortnights", "1:30",
                                        "1e308h", "0e307h", "16s "};
    double seconds, digit;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = rows[i].text;
        ck_assert_msg(units_duration(text, strlen(text), &seconds, &digit), "%s", text);
        ck_near(seconds, rows[i].seconds, text);
        ck_near(digit, rows[i].digit, text);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!units_duration(wrong[i], strlen(wrong[i]), &seconds, NULL), "\"%s\"",
                      wrong[i]);
    ck_assert_double_eq(units_second("usecond", 4), 1e-6);
    ck_assert_double_eq(units_second("usecond", 7), 0);
    ck_assert_double_eq(units_second("", 0), 0);
}
END_TEST

START_TEST(scales)
{
    static const struct {
        enum metric_unit unit;
        enum units_style style;
        double largest, divisor;
        const char *name;
    } rows[] = {
        {UNIT_BYTES_PER_S, UNITS_SI, 0, 1, "B/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 999.99, 1, "B/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 1000, 1e3, "kB/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 999999, 1e3, "kB/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 11534336, 1e6, "MB/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, -11534336, 1e6, "MB/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 1e9, 1e9, "GB/s"},
        {UNIT_BYTES_PER_S, UNITS_SI, 1e20, 1e12, "TB/s"},
        {UNIT_BYTES_PER_S, UNITS_IEC, 1023, 1, "B/s"},
        {UNIT_BYTES_PER_S, UNITS_IEC, 1024, 1024, "KiB/s"},
        {UNIT_BYTES_PER_S, UNITS_IEC, 1048575, 1024, "KiB/s"},
        {UNIT_BYTES_PER_S, UNITS_IEC, 1048576, 1048576, "MiB/s"},
        {UNIT_BYTES, UNITS_SI, 1e9, 1e9, "GB"},
        {UNIT_BYTES, UNITS_IEC, 1e9, 1048576, "MiB"},
        {UNIT_BYTES, UNITS_IEC, 1099511627776.0, 1099511627776.0, "TiB"},
        {UNIT_PER_S, UNITS_SI, 9999, 1, "/s"},
        {UNIT_PER_S, UNITS_IEC, 10000, 1e3, "k/s"},
        {UNIT_PER_S, UNITS_SI, 1e6, 1e6, "M/s"},
        {UNIT_COUNT, UNITS_SI, 1e9, 1, ""},
        {UNIT_S, UNITS_SI, 1e6, 1, "s"},
        {UNIT_NS, UNITS_IEC, 999, 1, "ns"},
        {UNIT_NS, UNITS_SI, 1000, 1e3, "\u00b5s"},
        {UNIT_NS, UNITS_SI, 1e6, 1e6, "ms"},
        {UNIT_NS, UNITS_SI, 1e9, 1e9, "s"},
        {UNIT_PCT, UNITS_SI, 4000, 1, "%"},
        {UNIT_S_PER_GIB, UNITS_SI, 4000, 1, "s/GiB"},
        {UNIT_PCT_PER_MB_PER_S, UNITS_IEC, 0.01, 1, "% per MB/s"},
        {UNIT_BYTES, UNITS_SI, NAN, 1, "B"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct units_scale scale = units_scale(rows[i].unit, rows[i].style, rows[i].largest);
        ck_assert_str_eq(scale.unit, rows[i].name);
        ck_assert_double_eq(scale.divisor, rows[i].divisor);
    }
}
END_TEST

START_TEST(formats)
{
    static const struct {
        double value, divisor;
        int digits;
        const char *text;
    } rows[] = {
        {43295012, 1e6, 4, "43.30"},      {1734566.7, 1, 8, "1734566.7"},
        {1734566.7, 1, 4, "1734567"},     {0, 1, 4, "0.000"},
        {-0.0, 1, 4, "0.000"},            {1, 1, 2, "1.0"},
        {9.9996, 1, 4, "10.00"},          {9.9994, 1, 4, "9.999"},
        {999.96, 1, 4, "1000"},           {-17.785, 1, 4, "-17.79"},
        {0.5, 1, 4, "0.5000"},            {0.05, 1, 4, "0.05000"},
        {0.0012344, 1, 4, "0.001234"},    {1e-9, 1, 4, "0.0000000"},
        {1024, 1024, 3, "1.00"},          {1e14, 1, 2, "100000000000000"},
        {999999999999999.0, 1, 15, "999999999999999"},
        {123456789.123456, 1, 15, "123456789.123456"},
        {1e15, 1, 4, "1.000e+15"},        {1.79e308, 1, 2, "1.8e+308"},
        {INFINITY, 1, 4, "inf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct units_scale scale = {rows[i].divisor, ""};
        char text[64];
        units_format(text, sizeof text, rows[i].value, &scale, rows[i].digits);
        ck_assert_str_eq(text, rows[i].text);
    }
    struct units_scale scale = {1, ""};
    char small[4] = "xyz";
    units_format(small, sizeof small, 123456, &scale, 6);
    ck_assert_str_eq(small, "123");
}
END_TEST

START_TEST(sizes)
{
    static const struct {
        const char *text;
        double bytes;
    } rows[] = {
        {"16k", 16384}, {"4M", 4194304}, {"100", 100},   {"2x512", 1024}, {"3x4k", 12288},
        {"0", 0},       {"1.5k", 1536},  {"1G", 1073741824}, {"4KiB", 4096}, {"512B", 512},
    };
    static const char *const wrong[] = {
        "", "x", "x512", "2x", "0x10", "0x1F", "2x512x3", "-2x512", "2x-512", "-16k", "16 k",
        "2x512 k", "2x512/s", "16kB/s", "64bit", "k", "16kk", "ext4", "1.5x512", "1e300x1e300",
        "16k ", " 16k", "nan", "1e999",
    };
    double bytes;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(units_size(rows[i].text, &bytes), "%s", rows[i].text);
        ck_assert_double_eq(bytes, rows[i].bytes);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!units_size(wrong[i], &bytes), "\"%s\"", wrong[i]);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("units");
    TCase *reading = tcase_create("reading");
    tcase_add_test(reading, numbers);
    tcase_add_test(reading, no_numbers);
    tcase_add_test(reading, length_counts_not_the_end);
    tcase_add_test(reading, long_numbers_are_bounded);
    tcase_add_test(reading, prefixes);
    tcase_add_test(reading, no_prefixes);
    tcase_add_test(reading, quantities);
    tcase_add_test(reading, no_quantities);
    tcase_add_test(reading, durations);
    tcase_add_test(reading, sizes);
    suite_add_tcase(suite, reading);
    TCase *showing = tcase_create("showing");
    tcase_add_test(showing, scales);
    tcase_add_test(showing, formats);
    suite_add_tcase(suite, showing);
    return suite;
}

T_MAIN(make_suite)
