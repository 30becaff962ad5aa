#include "config.h"

#include <stdio.h>
#include <string.h>

#include "collect/mount_options.h"
#include "collect/setting.h"
#include "tests/t_main.h"

START_TEST(levels_are_checked)
{
    static const struct {
        const char *key, *value, *words; /* words of the message, NULL where it is sound */
    } rows[] = {
        {"read_ahead_kb", "128", NULL},
        {"read_ahead_kb", "0", NULL},
        {"read_ahead_kb", "128k", "no whole number"},
        {"read_ahead_kb", "-1", "no whole number"},
        {"read_ahead_kb", " 1", "no whole number"},
        {"read_ahead_kb", "", "no whole number"},
        {"read_ahead_kb", "4294967296", "no whole number"},
        {"read_ahead_kb", "99999999999999999999", "no whole number"},
        {"readahead", "256s", NULL},
        {"readahead", "128k", NULL},
        {"readahead", "1m", NULL},
        {"readahead", "256", "has no unit"},
        {"readahead", "0", "has no unit"},
        {"readahead", "255s", "odd number of sectors"},
        {"readahead", "256x", "unknown unit"},
        {"readahead", "256ss", "unknown unit"},
        {"readahead", "4294967295m", "more than"},
        {"scheduler", "mq-deadline", NULL},
        {"scheduler", "none", NULL},
        {"scheduler", "", "no name"},
        {"scheduler", "../x", "no name"},
        {"scheduler", "a-name-that-is-too-long", "no name"},
        {"nr_requests", "64", NULL},
        {"nr_requests", "0", "too small"},
        {"mount", "noatime", NULL},
        {"mount", "noatime+commit=30+nobarrier", NULL},
        {"mount", "ro", "no campaign changes"},
        {"mount", "noatime+suid", "no campaign changes"},
        {"mount", "defaults", "no campaign changes"},
        {"mount", "", "names no option"},
        {"mount", "+", "names no option"},
        {"mount", "noatime,commit=1", "stands in no option"},
        {"mount", "usrjquota=/etc/x", "stands in no option"},
        {"mount", "commit=", "no option"},
        {"mount", "=5", "no option"},
        {"iodepth", "4", "no setting"},
    };
    struct diag diag;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int status = setting_check(rows[i].key, rows[i].value, &diag);
        ck_assert_msg(status == (rows[i].words ? -1 : 0), "%s=%s", rows[i].key, rows[i].value);
        ck_assert_msg(!status || strstr(diag.text, rows[i].words), "%s", diag.text);
    }
    ck_assert_int_eq(setting_check("readahead", "256", &diag), -1);
    ck_assert_ptr_nonnull(strstr(diag.mend, "readahead=256s is 128 KiB"));
    char value[400];
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    ck_assert_int_eq(setting_check("mount", value, &diag), -1);
}
END_TEST

START_TEST(names_are_listed)
{
    const char *names[16];
    size_t nr = setting_names(names, 16);
    ck_assert_uint_eq(nr, 5);
    for (size_t i = 0; i < nr; i++)
        ck_assert(setting_is_name(names[i]));
    ck_assert_uint_eq(setting_names(names, 2), 2);
    ck_assert(!setting_is_name("bs"));
}
END_TEST

START_TEST(levels_are_written_for_the_kernel)
{
    static const struct {
        const char *key, *value, *text;
    } rows[] = {
        {"readahead", "256s", "128"}, {"readahead", "2m", "2048"}, {"readahead", "64k", "64"},
        {"read_ahead_kb", "0128", "128"}, {"scheduler", "none", "none"}, {"mount", "sync", "sync"},
    };
    char text[SETTING_LEVEL_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setting_text(setting_find(rows[i].key), rows[i].value, text);
        ck_assert_str_eq(text, rows[i].text);
    }
}
END_TEST

/* From what is shown by a level to what is passed, and from what is shown then back. */
START_TEST(options_are_changed_and_changed_back)
{
    static const struct {
        const char *options, *super, *level, *there; /* what is passed, NULL where refused */
        const char *then, *then_super, *back;
    } rows[] = {
        {"rw,relatime", "rw", "noatime", "", "rw,noatime", "rw", ""},
        {"rw", "rw", "relatime", "", "rw,relatime", "rw", ""},
        {"rw,noatime,nodiratime", "rw", "strictatime+diratime", "", "rw", "rw", ""},
        {"rw,relatime", "rw", "commit=30", "commit=30", "rw,relatime", "rw,commit=30", "commit=0"},
        {"rw,relatime", "rw,commit=9", "commit=30", "commit=30", "rw,relatime", "rw,commit=30",
         "commit=9"},
        {"rw,relatime", "rw,commit=9", "commit=5", "commit=5", "rw,relatime", "rw", "commit=9"},
        {"rw,relatime", "rw", "nobarrier", "nobarrier", "rw,relatime", "rw,nobarrier", "barrier"},
        {"rw,relatime", "rw,nobarrier,x=1", "barrier", "barrier", "rw,relatime", "rw,x=1",
         "nobarrier"},
        {"rw,relatime", "rw", "discard+noatime", "discard", "rw,noatime", "rw,discard",
         "nodiscard"},
        {"rw,relatime", "rw", "lazytime+sync", "", "rw,relatime", "rw,sync,lazytime", ""},
        {"rw,relatime", "rw", "stripe=4", "stripe=4", "rw,relatime", "rw,stripe=4", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct mount_options earlier, wanted, then;
        struct strbuf data = STRBUF_INIT;
        struct diag diag;
        mount_options_read(rows[i].options, rows[i].super, &earlier);
        mount_options_want(&earlier, rows[i].level, &wanted);
        ck_assert_int_eq(mount_options_change("ext4", &earlier, &wanted, &data, &diag), 0);
        ck_assert_str_eq(data.text, rows[i].there);
        mount_options_read(rows[i].then, rows[i].then_super, &then);
        ck_assert(mount_options_reached(&then, &wanted));
        strbuf_cut(&data, 0);
        int status = mount_options_change("ext4", &then, &earlier, &data, &diag);
        ck_assert_int_eq(status, rows[i].back ? 0 : -1);
        ck_assert_str_eq(status ? "" : data.text, rows[i].back ? rows[i].back : "");
        ck_assert(!status || strstr(diag.text, "what stripe is by default"));
        strbuf_free(&data);
        mount_options_free(&earlier);
        mount_options_free(&wanted);
        mount_options_free(&then);
    }
}
END_TEST

START_TEST(what_was_lost_is_seen)
{
    struct mount_options earlier, wanted, shown;
    mount_options_read("rw,nosuid,relatime", "rw,discard", &earlier);
    mount_options_want(&earlier, "commit=30", &wanted);
    static const struct {
        const char *options, *super;
        bool is_reached;
    } rows[] = {
        {"rw,nosuid,relatime", "rw,commit=30,discard", true},
        {"rw,relatime", "rw,commit=30,discard", false},
        {"rw,nosuid,relatime", "rw,commit=30", false},
        {"rw,nosuid,relatime", "rw,discard,commit=20", false},
        {"rw,nosuid,noatime", "rw,discard,commit=30", false},
        {"rw,nosuid,relatime", "ro,discard,commit=30", false},
        /* A default is not shown. */
        {"rw,nosuid,relatime", "rw,discard", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mount_options_read(rows[i].options, rows[i].super, &shown);
        ck_assert_int_eq(mount_options_reached(&shown, &wanted), rows[i].is_reached);
        mount_options_free(&shown);
    }
    mount_options_free(&earlier);
    mount_options_free(&wanted);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("host_setting");
    TCase *all = tcase_create("levels");
    tcase_add_test(all, levels_are_checked);
    tcase_add_test(all, names_are_listed);
    tcase_add_test(all, levels_are_written_for_the_kernel);
    tcase_add_test(all, options_are_changed_and_changed_back);
    tcase_add_test(all, what_was_lost_is_seen);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
