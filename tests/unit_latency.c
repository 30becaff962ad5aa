/* Histograms of latency, and the figures they are in. */
#include <math.h>
#include <stdlib.h>

#include "collect/figures.h"
#include "collect/latency.h"
#include "collect/random.h"
#include "tests/t_main.h"

START_TEST(bins_follow_each_other)
{
    ck_assert_uint_eq(latency_bin_least(0), 0);
    for (unsigned bin = 0; bin < LATENCY_BINS_NR; bin++) {
        uint64_t least = latency_bin_least(bin), most = latency_bin_most(bin);
        ck_assert_uint_le(least, most);
        ck_assert_uint_eq(latency_bin(least), bin);
        ck_assert_uint_eq(latency_bin(most), bin);
        if (bin + 1 < LATENCY_BINS_NR)
            ck_assert_uint_eq(latency_bin_least(bin + 1), most + 1);
        else
            ck_assert_uint_eq(most, UINT64_MAX);
        /* The bound that the format promises. */
        double middle = (double)least + (double)(most - least) / 2;
        ck_assert(middle - (double)least <= (double)least / 128);
    }
}
END_TEST

START_TEST(moments_are_exact)
{
    struct latency latency;
    latency_init(&latency, false);
    ck_assert_double_eq(latency_mean(&latency), 0);
    ck_assert_double_eq(latency_deviation(&latency), 0);
    static const uint64_t values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (int i = 0; i < 8; i++)
        latency_add(&latency, values[i], 1);
    ck_assert_uint_eq(latency.least_ns, 2);
    ck_assert_uint_eq(latency.most_ns, 9);
    ck_assert_double_eq(latency_mean(&latency), 5);
    ck_assert_double_eq(latency_deviation(&latency), 2);
    ck_assert_double_eq(latency_percentile(&latency, 50), 0); /* no bins */
    latency_clear(&latency);
    latency_add(&latency, 7, 1);
    ck_assert_uint_eq(latency.least_ns, 7);
    ck_assert_double_eq(latency_deviation(&latency), 0);
    latency_clear(&latency);
    latency_add(&latency, 0, 2);
    latency_add(&latency, 8, 2);
    ck_assert_uint_eq(latency.least_ns, 0);
    ck_assert_double_eq(latency_deviation(&latency), 4);
}
END_TEST

START_TEST(nothing_cancels_out)
{
    /* A deviation of 0.5 ns about an hour, ten milliard times. */
    struct latency latency;
    latency_init(&latency, false);
    uint64_t hour = UINT64_C(3600000000000);
    latency_add(&latency, hour, 500000);
    latency_add(&latency, hour + 1, 500000);
    ck_assert_double_eq(latency_deviation(&latency), 0.5);
    ck_assert_double_eq(latency_mean(&latency), (double)hour + 0.5);
    latency_clear(&latency);
    latency_add(&latency, 1000000, UINT64_C(5000000000));
    latency_add(&latency, 1000001, UINT64_C(5000000000));
    ck_assert_double_eq(latency_deviation(&latency), 0.5);
    ck_assert_uint_eq(latency.nr, UINT64_C(10000000000));
}
END_TEST

START_TEST(many_are_as_one_by_one)
{
    struct latency one, many;
    latency_init(&one, true);
    latency_init(&many, true);
    struct random random;
    random_seed(&random, 3);
    for (int i = 0; i < 1000; i++) {
        uint64_t ns = random_next(&random) >> (24 + random_below(&random, 40));
        uint64_t nr = 1 + random_below(&random, 40);
        latency_add(&many, ns, nr);
        while (nr--)
            latency_add(&one, ns, 1);
    }
    ck_assert_uint_eq(one.nr, many.nr);
    ck_assert_uint_eq(one.sum_ns, many.sum_ns);
    ck_assert_uint_eq(one.squares_high, many.squares_high);
    ck_assert_uint_eq(one.squares_low, many.squares_low);
    ck_assert_uint_eq(one.least_ns, many.least_ns);
    ck_assert_uint_eq(one.most_ns, many.most_ns);
    for (unsigned i = 0; i < LATENCY_BINS_NR; i++)
        ck_assert_uint_eq(one.bins[i], many.bins[i]);
    latency_free(&one);
    latency_free(&many);
}
END_TEST

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

START_TEST(percentiles_are_within_their_bound)
{
    enum { NR = 100000 };
    static uint64_t values[NR];
    struct latency latency;
    latency_init(&latency, true);
    struct random random;
    random_seed(&random, 8);
    for (int i = 0; i < NR; i++) {
        /* A long tail, from 20 us to seconds. */
        values[i] = 20000 + (uint64_t)(100000 / pow(1 - random_real(&random), 1.1));
        latency_add(&latency, values[i], 1);
    }
    qsort(values, NR, sizeof *values, compare);
    static const double percents[] = {0.001, 1, 5, 10, 50, 90, 95, 99, 99.9, 99.99, 99.999, 100};
    for (int i = 0; i < 12; i++) {
        uint64_t exact = values[(size_t)(ceil(NR * percents[i] / 100 - 1e-6)) - 1];
        double found = latency_percentile(&latency, percents[i]);
        if (fabs(found - (double)exact) > (double)exact / 128)
            ck_abort_msg("%g %%: %g, not %g", percents[i], found, (double)exact);
    }
    latency_free(&latency);
}
END_TEST

START_TEST(percentiles_have_the_right_rank)
{
    /* Values that have a bin each: any error of rank shows. */
    struct latency latency;
    latency_init(&latency, true);
    for (uint64_t i = 1; i <= 100; i++)
        latency_add(&latency, i, 10);
    for (int i = 1; i <= 100; i++)
        ck_assert_double_eq(latency_percentile(&latency, i), i);
    ck_assert_double_eq(latency_percentile(&latency, 99.9), 100);
    ck_assert_double_eq(latency_percentile(&latency, 0.1), 1);
    ck_assert_double_eq(latency_percentile(&latency, 1.1), 2);
    latency_clear(&latency);
    latency_add(&latency, 1000003, 1);
    ck_assert_double_eq(latency_percentile(&latency, 50), 1000003); /* kept between the ends */
    latency_free(&latency);
}
END_TEST

START_TEST(merged_is_as_measured_together)
{
    struct latency parts[2], whole;
    latency_init(&parts[0], true);
    latency_init(&parts[1], true);
    latency_init(&whole, true);
    struct random random;
    random_seed(&random, 4);
    for (int i = 0; i < 5000; i++) {
        uint64_t ns = random_next(&random) >> 30;
        latency_add(&parts[i % 3 == 0], ns, 1);
        latency_add(&whole, ns, 1);
    }
    latency_merge(&parts[0], &parts[1]);
    ck_assert_uint_eq(parts[0].nr, 5000);
    ck_assert_double_eq(latency_deviation(&parts[0]), latency_deviation(&whole));
    ck_assert_double_eq(latency_mean(&parts[0]), latency_mean(&whole));
    ck_assert_double_eq(latency_percentile(&parts[0], 99), latency_percentile(&whole, 99));
    ck_assert_uint_eq(parts[0].least_ns, whole.least_ns);
    ck_assert_uint_eq(parts[0].most_ns, whole.most_ns);
    struct latency bare;
    latency_init(&bare, false);
    latency_merge(&parts[0], &bare); /* nothing in it: nothing is lost */
    ck_assert_ptr_nonnull(parts[0].bins);
    latency_add(&bare, 1, 1);
    latency_merge(&parts[0], &bare);
    ck_assert_ptr_null(parts[0].bins);
    ck_assert_uint_eq(parts[0].least_ns, 1);
    latency_free(&parts[0]);
    latency_free(&parts[1]);
    latency_free(&whole);
}
END_TEST

START_TEST(figures_add_up)
{
    struct job_figures sum, one;
    figures_init(&sum, false);
    figures_init(&one, false);
    one.start_ns = 100;
    one.end_ns = 200;
    one.is_complete = true;
    one.op[IO_READ].ios = 5;
    one.op[IO_READ].errors[5] = 2;
    latency_add(&one.op[IO_READ].clat, 1000, 5);
    figures_add(&sum, &one);
    ck_assert(sum.is_complete);
    one.start_ns = 150;
    one.end_ns = 300;
    one.is_complete = false;
    figures_add(&sum, &one);
    ck_assert(!sum.is_complete);
    ck_assert_uint_eq(sum.start_ns, 100);
    ck_assert_uint_eq(sum.end_ns, 300);
    ck_assert_uint_eq(sum.op[IO_READ].ios, 10);
    ck_assert_uint_eq(sum.op[IO_READ].errors[5], 4);
    ck_assert_uint_eq(sum.op[IO_READ].clat.nr, 10);
    ck_assert_double_eq(latency_percentile(&sum.op[IO_READ].clat, 50), 1000);
    figures_clear(&one);
    ck_assert_uint_eq(one.op[IO_READ].ios, 0);
    ck_assert_uint_eq(one.op[IO_READ].clat.bins[latency_bin(1000)], 0);
    figures_free(&one);
    figures_free(&sum);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("latency");
    TCase *latencies = tcase_create("latency");
    tcase_add_test(latencies, bins_follow_each_other);
    tcase_add_test(latencies, moments_are_exact);
    tcase_add_test(latencies, nothing_cancels_out);
    tcase_add_test(latencies, many_are_as_one_by_one);
    tcase_add_test(latencies, percentiles_are_within_their_bound);
    tcase_add_test(latencies, percentiles_have_the_right_rank);
    tcase_add_test(latencies, merged_is_as_measured_together);
    tcase_add_test(latencies, figures_add_up);
    suite_add_tcase(suite, latencies);
    return suite;
}

T_MAIN(make_suite)
