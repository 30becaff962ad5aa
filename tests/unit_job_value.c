/* Values of job options. */
#include <string.h>

#include "collect/job_value.h"
#include "tests/t_main.h"

START_TEST(suffixes_multiply_as_those_of_fio)
{
    static const struct {
        const char *text;
        unsigned kb_base;
        uint64_t value;
    } rows[] = {
        {"0", 1024, 0},           {"4096", 1024, 4096},      {"4k", 1024, 4096},
        {"4K", 1024, 4096},       {"4kb", 1024, 4096},       {"4kB", 1024, 4096},
        {"4ki", 1024, 4096},      {"4KiB", 1024, 4000},      {"1mib", 1024, 1000000},
        {"1Mi", 1024, 1048576},   {"2g", 1024, 2147483648u}, {"1t", 1024, 1099511627776u},
        {"1p", 1024, UINT64_C(1) << 50}, {"0x10", 1024, 16}, {"0x1k", 1024, 1024},
        {"512b", 1024, 512},      {"4k", 1000, 4000},        {"4kib", 1000, 4096},
        {"4mb", 1000, 4000000},   {"18446744073709551615", 1024, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 77;
        ck_assert_msg(job_value_number(rows[i].text, rows[i].kb_base, &value), "%s",
                      rows[i].text);
        ck_assert_msg(value == rows[i].value, "%s: %llu", rows[i].text,
                      (unsigned long long)value);
    }
    static const char *const wrong[] = {"", "k", "4x", "4kk", "-1", "4 k", "1.5g", "0x",
                                        "18446744073709551616", "99999999999p", "4kibb"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint64_t value = 77;
        ck_assert_msg(!job_value_number(wrong[i], 1024, &value) && value == 77, "%s", wrong[i]);
    }
}
END_TEST

START_TEST(sizes_may_be_shares)
{
    struct job_size size;
    ck_assert(job_value_size("30%", 1024, &size));
    ck_assert_double_eq(size.percent, 30);
    ck_assert_uint_eq(size.bytes, 0);
    ck_assert(job_value_size("1m", 1024, &size));
    ck_assert_double_eq(size.percent, 0);
    ck_assert_uint_eq(size.bytes, 1048576);
    ck_assert(!job_value_size("0%", 1024, &size));
    ck_assert(!job_value_size("101%", 1024, &size));
    ck_assert(!job_value_size("%", 1024, &size));
}
END_TEST

START_TEST(times_have_units)
{
    static const struct {
        const char *text;
        uint64_t unit_ns, ns;
    } rows[] = {
        {"30", 1000000000, UINT64_C(30000000000)}, {"30", 1000, 30000},
        {"5ms", 1000000000, 5000000},              {"7us", 1000000000, 7000},
        {"2m", 1000, UINT64_C(120000000000)},      {"1h", 1, UINT64_C(3600000000000)},
        {"1d", 1, UINT64_C(86400000000000)},       {"9S", 1, UINT64_C(9000000000)},
        {"10sec", 1, UINT64_C(10000000000)},
    };
    uint64_t ns;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(job_value_time(rows[i].text, rows[i].unit_ns, &ns), "%s", rows[i].text);
        ck_assert_msg(ns == rows[i].ns, "%s", rows[i].text);
    }
    ck_assert(!job_value_time("5k", 1, &ns));
    ck_assert(!job_value_time("", 1, &ns));
    ck_assert(!job_value_time("999999999d", 1, &ns));
}
END_TEST

START_TEST(ranges_have_two_signs)
{
    struct job_range range;
    ck_assert(job_value_range("4k-16k", 1024, &range));
    ck_assert(range.least == 4096 && range.most == 16384);
    ck_assert(job_value_range("1:2", 1024, &range));
    ck_assert(range.least == 1 && range.most == 2);
    ck_assert(job_value_range("8k", 1024, &range));
    ck_assert(range.least == 8192 && range.most == 8192);
    ck_assert(!job_value_range("16k-4k", 1024, &range));
    ck_assert(!job_value_range("4k-", 1024, &range));
}
END_TEST

static bool read_number(const char *text, unsigned kb_base, void *value)
{
    return job_value_number(text, kb_base, value);
}

START_TEST(a_short_list_goes_on_with_its_last)
{
    static const struct {
        const char *text;
        uint64_t read, write, trim;
    } rows[] = {
        {"4k", 4096, 4096, 4096},   {"4k,8k", 4096, 8192, 8192}, {"1,2,3", 1, 2, 3},
        {",8k", 7, 8192, 8192},     {"4k,", 4096, 7, 7},         {"1,,3", 1, 7, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t values[IO_DIRECTIONS_NR] = {7, 7, 7};
        ck_assert_msg(job_value_directions(rows[i].text, 1024, values, sizeof values[0],
                                           read_number),
                      "%s", rows[i].text);
        ck_assert_msg(values[0] == rows[i].read && values[1] == rows[i].write &&
                          values[2] == rows[i].trim,
                      "%s", rows[i].text);
    }
    uint64_t values[IO_DIRECTIONS_NR];
    ck_assert(!job_value_directions("", 1024, values, sizeof values[0], read_number));
    ck_assert(!job_value_directions("1,2,3,4", 1024, values, sizeof values[0], read_number));
    ck_assert(!job_value_directions("1,x", 1024, values, sizeof values[0], read_number));
}
END_TEST

START_TEST(shares_of_block_sizes_make_100)
{
    struct job_split splits[JOB_SPLITS_MAX];
    unsigned nr;
    ck_assert(job_value_split("4k/60:64k/40", 1024, splits, &nr));
    ck_assert(nr == 2 && splits[0].bs_bytes == 4096 && splits[0].percent == 60);
    ck_assert(splits[1].bs_bytes == 65536 && splits[1].percent == 40);
    ck_assert(job_value_split("4k/50:1k/:32k/", 1024, splits, &nr));
    ck_assert(nr == 3 && splits[1].percent == 25 && splits[2].percent == 25);
    ck_assert(job_value_split("1k:2k:3k", 1024, splits, &nr));
    ck_assert_uint_eq(splits[0].percent + splits[1].percent + splits[2].percent, 100);
    ck_assert(!job_value_split("4k/60:64k/30", 1024, splits, &nr));
    ck_assert(!job_value_split("4k/101", 1024, splits, &nr));
    ck_assert(!job_value_split("0/100", 1024, splits, &nr));
    ck_assert(!job_value_split("", 1024, splits, &nr));
    char many[JOB_SPLITS_MAX * 4 + 8] = "1";
    for (int i = 0; i < JOB_SPLITS_MAX; i++)
        strcat(many, ":1");
    ck_assert(!job_value_split(many, 1024, splits, &nr));
}
END_TEST

START_TEST(patterns_are_made_of_pieces)
{
    unsigned char pattern[JOB_PATTERN_MAX];
    size_t bytes;
    ck_assert(job_value_pattern("0xdeadbeef", pattern, &bytes));
    ck_assert(bytes == 4 && memcmp(pattern, "\xde\xad\xbe\xef", 4) == 0);
    ck_assert(job_value_pattern("\"ab\"0xf", pattern, &bytes));
    ck_assert(bytes == 3 && memcmp(pattern, "ab\x0f", 3) == 0);
    ck_assert(job_value_pattern("258", pattern, &bytes));
    ck_assert(bytes == 2 && pattern[0] == 2 && pattern[1] == 1);
    ck_assert(!job_value_pattern("\"ab", pattern, &bytes));
    ck_assert(!job_value_pattern("", pattern, &bytes));
    ck_assert(!job_value_pattern("0x", pattern, &bytes));
    char many[2 * JOB_PATTERN_MAX + 8] = "0x";
    memset(many + 2, 'a', 2 * JOB_PATTERN_MAX + 1);
    ck_assert(!job_value_pattern(many, pattern, &bytes));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("job_value");
    TCase *values = tcase_create("values");
    tcase_add_test(values, suffixes_multiply_as_those_of_fio);
    tcase_add_test(values, sizes_may_be_shares);
    tcase_add_test(values, times_have_units);
    tcase_add_test(values, ranges_have_two_signs);
    tcase_add_test(values, a_short_list_goes_on_with_its_last);
    tcase_add_test(values, shares_of_block_sizes_make_100);
    tcase_add_test(values, patterns_are_made_of_pieces);
    suite_add_tcase(suite, values);
    return suite;
}

T_MAIN(make_suite)
