/* Presets: all of them are what they say. */
#include <string.h>

#include "collect/job_file.h"
#include "collect/preset.h"
#include "collect/setting.h"
#include "collect/vary.h"
#include "tests/t_main.h"

static unsigned messages;

static void count(void *context, const struct diag *diag)
{
    (void)context;
    messages += diag->level != DIAG_NOTE;
}

START_TEST(their_jobs_are_sound)
{
    const struct diag_sink sink = {count, NULL};
    const struct job_file_request request = {.sink = &sink};
    size_t nr;
    const struct preset *all = preset_list(&nr);
    ck_assert_uint_ge(nr, 5);
    for (size_t i = 0; i < nr; i++) {
        struct arena *arena = arena_new();
        struct job_list jobs;
        ck_assert_msg(job_file_parse(arena, "preset", all[i].jobs, strlen(all[i].jobs), &request,
                                     &jobs) == 0, "%s", all[i].name);
        ck_assert_uint_ge(jobs.nr, 1);
        for (size_t k = 0; k < jobs.nr; k++) /* none fills a disk, or runs for ever */
            ck_assert(jobs.at[k].size.bytes > 0 && jobs.at[k].size.bytes <= UINT64_C(1) << 30);
        arena_free(arena);
    }
    ck_assert_uint_eq(messages, 0);
}
END_TEST

START_TEST(what_they_vary_can_be_varied)
{
    size_t nr;
    const struct preset *all = preset_list(&nr);
    for (size_t i = 0; i < nr; i++) {
        struct arena *arena = arena_new();
        struct vary vary = {.is_setting = setting_is_name};
        struct diag diag;
        ck_assert_uint_ge(all[i].runs, 1);
        if (all[i].vary)
            ck_assert_int_eq(vary_add(&vary, arena, all[i].vary, &diag), 0);
        ck_assert(vary_has(&vary, VARY_SETTING) == all[i].changes_host);
        ck_assert(!vary_has(&vary, VARY_LABEL));
        for (size_t k = 0; vary_has(&vary, VARY_SETTING) && k < vary.factors[0].levels_nr; k++)
            ck_assert_int_eq(setting_check(vary.factors[0].name, vary.factors[0].levels[k], &diag),
                             0);
        arena_free(arena);
    }
}
END_TEST

START_TEST(names_are_names)
{
    const char *names[64];
    size_t nr = preset_names(names, 64);
    for (size_t i = 0; i < nr; i++) {
        ck_assert_ptr_nonnull(preset_find(names[i]));
        ck_assert_str_eq(preset_find(names[i])->name, names[i]);
        ck_assert_uint_eq(strspn(names[i], "abcdefghijklmnopqrstuvwxyz"), strlen(names[i]));
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(names[i], names[k]);
    }
    ck_assert_ptr_null(preset_find("none"));
    ck_assert_uint_eq(preset_names(names, 1), 1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("preset");
    TCase *tcase = tcase_create("preset");
    tcase_add_test(tcase, their_jobs_are_sound);
    tcase_add_test(tcase, what_they_vary_can_be_varied);
    tcase_add_test(tcase, names_are_names);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
