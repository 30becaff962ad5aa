/* What a campaign varies. */
#include <stdio.h>
#include <string.h>

#include "collect/vary.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct vary vary;

static bool is_setting(const char *name)
{
    return strcmp(name, "read_ahead_kb") == 0;
}

static void begin(void)
{
    arena = arena_new();
    vary = (struct vary){.is_setting = is_setting};
}

static void end(void)
{
    arena_free(arena);
}

static int add(const char *text)
{
    struct diag diag;
    return vary_add(&vary, arena, text, &diag);
}

START_TEST(levels_stand_between_commas)
{
    ck_assert_int_eq(add("bs=4k,16k\\,64k,1m"), 0);
    ck_assert_uint_eq(vary.factors[0].levels_nr, 3);
    ck_assert_str_eq(vary_level(&vary, 0, 0), "4k");
    ck_assert_str_eq(vary_level(&vary, 1, 0), "16k,64k");
    ck_assert_str_eq(vary_level(&vary, 2, 0), "1m");
}
END_TEST

START_TEST(keys_are_of_kinds)
{
    ck_assert_int_eq(add("bs=4k,8k"), 0);
    ck_assert_int_eq(add("engine=psync,io_uring"), 0);
    ck_assert_int_eq(add("read_ahead_kb=64,128"), 0);
    ck_assert_int_eq(add("controller=LSI,3ware"), 0);
    static const enum vary_kind kinds[] = {VARY_OPTION, VARY_OPTION, VARY_SETTING, VARY_LABEL};
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(vary.factors[i].kind, kinds[i]);
    ck_assert_str_eq(vary_option_name(&vary.factors[1]), "ioengine");
    ck_assert(vary_has(&vary, VARY_LABEL) && vary_has(&vary, VARY_SETTING));
}
END_TEST

START_TEST(cells_are_all_combinations)
{
    ck_assert_uint_eq(vary_cells_nr(&vary), 1);
    ck_assert_int_eq(add("bs=1,2,3"), 0);
    ck_assert_int_eq(add("iodepth=4,5"), 0);
    ck_assert_uint_eq(vary_cells_nr(&vary), 6);
    char all[80] = "";
    for (size_t cell = 0; cell < 6; cell++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s ", vary_level(&vary, cell, 0),
                 vary_level(&vary, cell, 1));
    ck_assert_str_eq(all, "14 15 24 25 34 35 ");
}
END_TEST

START_TEST(what_is_wrong_is_refused)
{
    static const char *const wrong[] = {"",       "bs",      "bs=",    "=4k",
                                        "bs=4k,", "bs=,4k",  "bs=a,,b", "bs=4k,8k,4k"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(add(wrong[i]) == -1, "%s", wrong[i]);
    ck_assert_int_eq(add("engine=psync,libaio"), 0);
    ck_assert_int_eq(add("ioengine=psync,sync"), -1);
}
END_TEST

START_TEST(there_are_bounds)
{
    char text[20000] = "a=";
    for (int i = 0; i < VARY_LEVELS_MAX; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? "," : "", i);
    ck_assert_int_eq(add(text), 0);
    text[0] = 'b';
    ck_assert_int_eq(add(text), -1); /* too many cells */
    strcat(text, ",more");
    ck_assert_int_eq(add(text), -1);
    vary.nr = 0;
    for (int i = 0; i < VARY_FACTORS_MAX; i++) {
        snprintf(text, sizeof text, "key%d=x", i);
        ck_assert_int_eq(add(text), 0);
    }
    ck_assert_int_eq(add("last=x"), -1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("vary");
    TCase *tcase = tcase_create("vary");
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, levels_stand_between_commas);
    tcase_add_test(tcase, keys_are_of_kinds);
    tcase_add_test(tcase, cells_are_all_combinations);
    tcase_add_test(tcase, what_is_wrong_is_refused);
    tcase_add_test(tcase, there_are_bounds);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
