/* Several hosts: who is which, and when they begin. */
#include <string.h>
#include <time.h>

#include "collect/clock.h"
#include "collect/rank.h"
#include "tests/t_main.h"

static const char *environment[8];

static char *get(const char *name)
{
    for (size_t i = 0; environment[i]; i += 2)
        if (strcmp(environment[i], name) == 0)
            return (char *)environment[i + 1];
    return NULL;
}

START_TEST(launchers_tell_the_rank)
{
    static const struct {
        const char *at[8];
        bool is_known;
        unsigned number, nr;
    } rows[] = {
        {{NULL}, false, 0, 0},
        {{"OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4", NULL}, true, 3, 4},
        {{"SLURM_PROCID", "0", "SLURM_NTASKS", "2", NULL}, true, 0, 2},
        {{"PMI_RANK", "1", NULL}, true, 1, 0},
        {{"PMI_RANK", "5", "PMI_SIZE", "5", NULL}, true, 5, 0}, /* it counts otherwise */
        {{"PMI_RANK", "x", "SLURM_PROCID", "7", NULL}, true, 7, 0},
        {{"PMI_RANK", "-1", NULL}, false, 0, 0},
        {{"PMI_RANK", "99999999999999999999", NULL}, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(environment, rows[i].at, sizeof environment);
        struct rank rank = rank_of_environment(get);
        ck_assert_msg(rank.is_known == rows[i].is_known, "row %zu", i);
        ck_assert(!rank.is_known || (rank.number == rows[i].number && rank.nr == rows[i].nr));
    }
}
END_TEST

START_TEST(moments_are_read)
{
    int64_t ns = 0;
    ck_assert(rank_moment("1769850300", &ns) && ns == INT64_C(1769850300000000000));
    ck_assert(rank_moment("1769850300.25", &ns) && ns == INT64_C(1769850300250000000));
    ck_assert(rank_moment("2026-01-31T09:05:00Z", &ns) && ns == INT64_C(1769850300000000000));
    static const char *const wrong[] = {"", "soon", "-1", "1e99", "12 ", "2026-01-31",
                                        "2026-01-31T09:05:00", "0x10", "nan", "inf"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(!rank_moment(wrong[i], &ns), "%s", wrong[i]);
}
END_TEST

START_TEST(the_moment_is_awaited)
{
    int64_t at = clock_unix_ns() + 250000000;
    ck_assert_int_ge(rank_await(at, NULL), 0);
    ck_assert_int_ge(clock_unix_ns(), at);
    ck_assert_int_ge(rank_await(at - INT64_C(5000000000), NULL), INT64_C(5000000000));
    _Atomic bool stop = true;
    ck_assert_int_lt(rank_await(at + INT64_C(3600000000000), &stop), 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rank");
    TCase *tcase = tcase_create("rank");
    tcase_add_test(tcase, launchers_tell_the_rank);
    tcase_add_test(tcase, moments_are_read);
    tcase_add_test(tcase, the_moment_is_awaited);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
