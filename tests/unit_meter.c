/* The line that tells how a run goes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/meter.h"
#include "tests/t_main.h"

static struct group_progress group;
static struct run_progress progress;
static char line[400];

static void set_up(void)
{
    group = (struct group_progress){
        .elapsed_s = 10,
        .ios = {5000, 100},
        .iops = {12345.6, 99.5},
        .bytes_per_s = {50566000, 407552},
        .job = "scan",
        .running_nr = 1,
        .left_s = 19.5,
    };
    progress = (struct run_progress){.group = &group, .phase = 2, .phases_nr = 5};
}

static const char *shown(unsigned width)
{
    meter_line(line, sizeof line, &progress, width);
    ck_assert_uint_le(strlen(line), width);
    return line;
}

START_TEST(it_says_what_there_is)
{
    ck_assert_str_eq(shown(200), "scan 2/5: read 12.3k IOPS 50.6 MB/s, write 99.5 IOPS 408 kB/s; "
                                 "33 %, 0:20 left");
    group.ios[IO_WRITE] = 0;
    group.running_nr = 3;
    group.ramping_nr = 1;
    group.errors = 7;
    progress.phase = progress.phases_nr = 1;
    group.left_s = 7190;
    ck_assert_str_eq(shown(200), "scan and 2 more: read 12.3k IOPS 50.6 MB/s; 7 errors; "
                                 "not counting yet; 0 %, 1:59:50 left");
    group.left_s = INFINITY;
    group.ramping_nr = group.errors = 0;
    ck_assert_str_eq(shown(200), "scan and 2 more: read 12.3k IOPS 50.6 MB/s");
    group.verifying_nr = 3;
    ck_assert_str_eq(shown(200), "scan and 2 more: read 12.3k IOPS 50.6 MB/s; verifying");
    group.iops[IO_READ] = 2.5e6;
    group.bytes_per_s[IO_READ] = 0;
    ck_assert_ptr_nonnull(strstr(shown(200), "read 2.50M IOPS 0.00 B/s"));
    group = (struct group_progress){.job = "new", .running_nr = 1, .left_s = INFINITY};
    ck_assert_str_eq(shown(200), "new");
}
END_TEST

START_TEST(it_fits)
{
    for (unsigned width = 0; width < 100; width++)
        shown(width);
    ck_assert_str_eq(shown(60), "scan 2/5: read 12.3k IOPS 50.6 MB/s; 33 %, 0:20 left");
    ck_assert_str_eq(shown(2), "sc");
}
END_TEST

START_TEST(names_cannot_steer_a_terminal)
{
    group.job = "a\033[2Jb\nc d\xff";
    ck_assert_ptr_nonnull(strstr(shown(200), "a?[2Jb?c d? 2/5"));
    group.job = "a name that is very much longer than any line has room for";
    ck_assert_ptr_nonnull(strstr(shown(200), "a name that is very much 2/5: read"));
}
END_TEST

/* Returns what a meter of that kind wrote. */
static const char *written(enum meter_kind kind, unsigned seconds)
{
    static char text[2000];
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    struct meter *meter = meter_open(file, kind, "program");
    for (unsigned i = 1; i <= seconds; i++) {
        group.elapsed_s = i + 0.01;
        meter_tell(meter, &progress);
    }
    meter_hide(meter);
    fputs("a message\n", file);
    meter_show(meter);
    meter_close(meter);
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

START_TEST(a_terminal_has_one_line_that_goes_away)
{
    const char *text = written(METER_TERMINAL, 2);
    ck_assert(strncmp(text, "\r\033[Kscan 2/5: ", 14) == 0);
    ck_assert_ptr_nonnull(strstr(text, " left\r\033[Ka message\n"));
    ck_assert_ptr_eq(strchr(text, '\n'), text + strlen(text) - 1);
    ck_assert_str_eq(written(METER_NONE, 5), "a message\n");
}
END_TEST

START_TEST(a_log_has_a_line_every_ten_seconds)
{
    const char *text = written(METER_PLAIN, 25);
    unsigned lines = 0;
    for (const char *at = text; (at = strstr(at, "program: scan 2/5: ")); at++)
        lines++;
    ck_assert_uint_eq(lines, 2);
    ck_assert_ptr_null(strchr(text, '\r'));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("meter");
    TCase *all = tcase_create("meter");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, it_says_what_there_is);
    tcase_add_test(all, it_fits);
    tcase_add_test(all, names_cannot_steer_a_terminal);
    tcase_add_test(all, a_terminal_has_one_line_that_goes_away);
    tcase_add_test(all, a_log_has_a_line_every_ten_seconds);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
