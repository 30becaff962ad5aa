/* Random numbers, permutations and distributions. */
#include <math.h>
#include <stdlib.h>

#include "collect/distribution.h"
#include "collect/permutation.h"
#include "collect/random.h"
#include "tests/t_main.h"

START_TEST(numbers_are_those_of_xoshiro)
{
    /* What the authors' own programs print for these states and seeds. */
    struct random random = {{1, 2, 3, 4}};
    static const uint64_t numbers[] = {
        11520, 0, 1509978240, UINT64_C(1215971899390074240), UINT64_C(1216172134540287360),
    };
    for (int i = 0; i < 5; i++)
        ck_assert_uint_eq(random_next(&random), numbers[i]);
    static const uint64_t words[] = {
        UINT64_C(6457827717110365317),
        UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431),
    };
    random_seed(&random, 1234567);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(random.state[i], words[i]);
}
END_TEST

START_TEST(derived_seeds_differ)
{
    for (uint64_t a = 0; a < 50; a++)
        for (uint64_t b = 0; b < 50; b++)
            for (uint64_t c = 0; c < 50; c++) {
                if (random_derive(a, b) == random_derive(a, c) && b != c)
                    ck_abort_msg("%d %d %d", (int)a, (int)b, (int)c);
                if (random_derive(a, b) == random_derive(c, a) && (a != c || a != b))
                    ck_abort_msg("%d %d %d", (int)a, (int)b, (int)c);
            }
}
END_TEST

START_TEST(numbers_stay_below)
{
    struct random random;
    random_seed(&random, 1);
    ck_assert_uint_eq(random_below(&random, 0), 0);
    unsigned counts[10] = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t number = random_below(&random, 10);
        double real = random_real(&random);
        if (number >= 10 || real < 0 || real >= 1)
            ck_abort_msg("%llu or %g", (unsigned long long)number, real);
        counts[number]++;
    }
    for (int i = 0; i < 10; i++)
        ck_assert(counts[i] > 9500 && counts[i] < 10500);
}
END_TEST

static void check_cover(uint64_t nr, uint64_t seed)
{
    struct permutation permutation;
    permutation_init(&permutation, nr, seed);
    unsigned char *seen = calloc(nr, 1);
    for (uint64_t i = 0; i < nr; i++) {
        uint64_t number = permutation_at(&permutation, i);
        if (number >= nr || seen[number]++)
            ck_abort_msg("%llu of %llu", (unsigned long long)number, (unsigned long long)nr);
    }
    free(seen);
}

START_TEST(permutations_cover_exactly)
{
    for (uint64_t nr = 1; nr <= 600; nr++)
        check_cover(nr, nr * 7);
    static const uint64_t sizes[] = {1023, 1024, 1025, 4095, 4097, 65535, 65537, 1000003};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_cover(sizes[i], 3);
}
END_TEST

START_TEST(large_permutations_have_no_repeats)
{
    /* Injective because it can be undone is not seen here: a sample has no two equal. */
    struct permutation permutation;
    uint64_t nr = PERMUTATION_NR_MAX - 12345;
    permutation_init(&permutation, nr, 5);
    uint64_t high = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t number = permutation_at(&permutation, nr - 1 - i);
        if (number >= nr)
            ck_abort_msg("%llu", (unsigned long long)number);
        high += number > nr / 2;
    }
    ck_assert(high > 4700 && high < 5300);
}
END_TEST

static void check_chi(const char *what, uint64_t nr, const double *counts, unsigned cells_nr)
{
    double sum = 0, chi = 0;
    for (unsigned i = 0; i < cells_nr; i++)
        sum += counts[i];
    for (unsigned i = 0; i < cells_nr; i++)
        chi += (counts[i] - sum / cells_nr) * (counts[i] - sum / cells_nr) / (sum / cells_nr);
    if (chi > cells_nr + 6 * sqrt(2.0 * cells_nr))
        ck_abort_msg("%s of %llu: chi squared %g of %u", what, (unsigned long long)nr, chi,
                     cells_nr);
}

/* One number says nothing of the next: neither of where it is, nor of its last digits,
 * nor of how far it is. */
START_TEST(permutations_look_random)
{
    static const uint64_t sizes[] = {4096, 65536, 100003, 1 << 20, UINT64_C(1) << 32};
    for (unsigned s = 0; s < 5; s++) {
        double high[256] = {0}, low[256] = {0}, apart[64] = {0};
        uint64_t nr = sizes[s];
        struct permutation permutation;
        permutation_init(&permutation, nr, s);
        uint64_t before = permutation_at(&permutation, 0);
        for (uint64_t i = 1; i < nr && i < 200000; i++) {
            uint64_t number = permutation_at(&permutation, i);
            high[before * 16 / nr * 16 + number * 16 / nr]++;
            low[before % 16 * 16 + number % 16]++;
            apart[(number + nr - before) % nr * 64 / nr]++;
            before = number;
        }
        check_chi("place", nr, high, 256);
        check_chi("last digits", nr, low, 256);
        check_chi("distance", nr, apart, 64);
    }
}
END_TEST

START_TEST(permutations_differ_by_seed)
{
    struct permutation one, other;
    permutation_init(&one, 100000, 9);
    permutation_init(&other, 100000, 10);
    unsigned same = 0;
    for (uint64_t i = 0; i < 100000; i++)
        same += permutation_at(&one, i) == permutation_at(&other, i);
    ck_assert_uint_lt(same, 20);
}
END_TEST

/* Draws and compares how often each of the first ranks and the rest came with what
 * the formula says: chi squared over the groups. */
static void check_distribution(enum job_distribution kind, double parameter, uint64_t nr,
                               const double *expected)
{
    enum { DRAWS = 200000 };
    struct distribution *d = distribution_new(kind, parameter, nr);
    struct random random;
    random_seed(&random, 42);
    unsigned *counts = calloc(nr, sizeof *counts);
    for (int i = 0; i < DRAWS; i++) {
        uint64_t rank = distribution_next(d, &random);
        if (rank >= nr)
            ck_abort_msg("rank %llu", (unsigned long long)rank);
        counts[rank]++;
    }
    double sum = 0, chi = 0, seen = 0, wanted = 0;
    unsigned groups = 0;
    for (uint64_t i = 0; i < nr; i++)
        sum += expected[i];
    for (uint64_t i = 0; i < nr; i++) {
        seen += counts[i];
        wanted += expected[i] / sum * DRAWS;
        if (wanted >= 25 || i == nr - 1) {
            chi += wanted > 0 ? (seen - wanted) * (seen - wanted) / wanted : 0;
            groups++;
            seen = wanted = 0;
        }
    }
    /* Chi squared of g groups is g on average and deviates by sqrt(2 g). */
    if (chi > groups + 5 * sqrt(2.0 * groups) + 5)
        ck_abort_msg("kind %d of %g over %d: chi squared %g of %u", (int)kind, parameter, (int)nr,
                     chi, groups);
    free(counts);
    distribution_free(d);
}

enum { EXPECTED_MAX = 20000 };

START_TEST(zipf_is_zipf)
{
    static double expected[EXPECTED_MAX];
    static const double thetas[] = {0.3, 0.99, 1.0, 1.2, 2.5};
    static const uint64_t sizes[] = {1, 2, 3, 100, 1000, EXPECTED_MAX};
    for (int t = 0; t < 5; t++)
        for (int s = 0; s < 6; s++) {
            for (uint64_t i = 0; i < sizes[s]; i++)
                expected[i] = pow((double)i + 1, -thetas[t]);
            check_distribution(JOB_ZIPF, thetas[t], sizes[s], expected);
        }
}
END_TEST

START_TEST(pareto_is_pareto)
{
    static double expected[EXPECTED_MAX];
    static const double shares[] = {0.05, 0.2, 0.5, 0.9, 0.99};
    static const uint64_t sizes[] = {1, 2, 1000, EXPECTED_MAX};
    for (int t = 0; t < 5; t++)
        for (int s = 0; s < 4; s++) {
            double a = log(1 - shares[t]) / log(shares[t]), nr = (double)sizes[s];
            for (uint64_t i = 0; i < sizes[s]; i++)
                expected[i] = pow(((double)i + 1) / nr, a) - pow((double)i / nr, a);
            check_distribution(JOB_PARETO, shares[t], sizes[s], expected);
        }
}
END_TEST

START_TEST(pareto_of_a_fifth_takes_four_fifths)
{
    struct distribution *d = distribution_new(JOB_PARETO, 0.2, UINT64_C(1) << 40);
    struct random random;
    random_seed(&random, 7);
    int within = 0;
    for (int i = 0; i < 100000; i++)
        within += distribution_next(d, &random) < (UINT64_C(1) << 40) / 5;
    ck_assert(within > 79400 && within < 80600);
    distribution_free(d);
}
END_TEST

START_TEST(normal_is_normal)
{
    static double expected[EXPECTED_MAX];
    static const double deviations[] = {1, 10, 30, 90};
    static const uint64_t sizes[] = {1, 2, 3, 1000, EXPECTED_MAX - 1};
    for (int t = 0; t < 4; t++)
        for (int s = 0; s < 5; s++) {
            double nr = (double)sizes[s], sd = nr * deviations[t] / 100;
            /* Places by their distance from the middle. */
            for (uint64_t i = 0; i < sizes[s]; i++) {
                uint64_t place = i % 2 ? sizes[s] / 2 - (i + 1) / 2 : sizes[s] / 2 + i / 2;
                double x = (double)place - (nr - 1) / 2;
                expected[i] = exp(-x * x / (2 * sd * sd));
            }
            check_distribution(JOB_NORMAL, deviations[t], sizes[s], expected);
        }
}
END_TEST

START_TEST(uniform_is_uniform)
{
    static double expected[1000];
    for (int i = 0; i < 1000; i++)
        expected[i] = 1;
    check_distribution(JOB_UNIFORM, 0, 1000, expected);
}
END_TEST

START_TEST(huge_zipf_has_its_head)
{
    /* Over 2^40 places the first has 1 / zeta(1.2), but for the tail beyond. */
    struct distribution *d = distribution_new(JOB_ZIPF, 1.2, UINT64_C(1) << 40);
    struct random random;
    random_seed(&random, 11);
    int first = 0, beyond = 0;
    for (int i = 0; i < 200000; i++) {
        uint64_t rank = distribution_next(d, &random);
        first += rank == 0;
        beyond += rank >= 1000000;
    }
    double sum = 5.591582441; /* zeta(1.2) */
    double tail = pow(0x1p40, -0.2) / 0.2;
    double far = (pow(1e6, -0.2) - pow(0x1p40, -0.2)) / 0.2;
    ck_assert_double_eq_tol(first / 200000.0, 1 / (sum - tail), 0.003);
    ck_assert_double_eq_tol(beyond / 200000.0, far / (sum - tail), 0.003);
    distribution_free(d);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("random");
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, numbers_are_those_of_xoshiro);
    tcase_add_test(numbers, derived_seeds_differ);
    tcase_add_test(numbers, numbers_stay_below);
    suite_add_tcase(suite, numbers);
    TCase *permutations = tcase_create("permutations");
    tcase_add_test(permutations, permutations_cover_exactly);
    tcase_add_test(permutations, large_permutations_have_no_repeats);
    tcase_add_test(permutations, permutations_look_random);
    tcase_add_test(permutations, permutations_differ_by_seed);
    suite_add_tcase(suite, permutations);
    TCase *distributions = tcase_create("distributions");
    tcase_add_test(distributions, zipf_is_zipf);
    tcase_add_test(distributions, pareto_is_pareto);
    tcase_add_test(distributions, pareto_of_a_fifth_takes_four_fifths);
    tcase_add_test(distributions, normal_is_normal);
    tcase_add_test(distributions, uniform_is_uniform);
    tcase_add_test(distributions, huge_zipf_has_its_head);
    suite_add_tcase(suite, distributions);
    return suite;
}

T_MAIN(make_suite)
