/* Groups of workers, and the records of what they measured. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "collect/group.h"
#include "collect/result.h"
#include "tests/t_main.h"

enum { MIB = 1 << 20, BS = 4096 };

static struct job new_job(const char *name, const char *rw)
{
    struct job job = {
        .name = name,
        .nrfiles = 1,
        .run_length = 1,
        .rwmix_read_pct = 50,
        .loops = 1,
        .iodepth = 4,
        .numjobs = 1,
        .thinktime_blocks = 1,
        .goes_on_after_error = true,
        .engine = JOB_ENGINE_PSYNC,
        .is_random = true,
        .percentiles = {50, 99.9},
        .percentiles_nr = 2,
    };
    job.does[IO_READ] = strchr(rw, 'r') != NULL;
    job.does[IO_WRITE] = strchr(rw, 'w') != NULL;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        job.bs_bytes[op] = (struct job_range){BS, BS};
    return job;
}

static const struct workload_extent extent = {0, MIB};
static struct engine_file zero;

static struct group_member new_member(const struct job *job, const struct engine_file *file)
{
    return (struct group_member){
        .worker = {.job = job, .seed = 1, .files = file, .extents = &extent, .files_nr = 1}};
}

static void run(struct group_request *request, struct group_result *result)
{
    struct diag diag = {.text = ""};
    request->drain_ns = UINT64_C(2000000000);
    request->root = "";
    ck_assert_msg(group_run(request, result, &diag) == 0, "%s", diag.text);
}

static void open_zero(void)
{
    zero.fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(zero.fd, 0);
}

static void close_zero(void)
{
    close(zero.fd);
}

START_TEST(all_members_are_run_to_their_end)
{
    struct job reads = new_job("reads", "r"), writes = new_job("writes", "w");
    struct group_member members[3] = {new_member(&reads, &zero), new_member(&reads, &zero),
                                      new_member(&writes, &zero)};
    members[1].worker.clone = 1;
    struct group_request request = {.members = members, .members_nr = 3};
    struct group_result result;
    run(&request, &result);
    for (int i = 0; i < 3; i++) {
        ck_assert(members[i].has_run && !members[i].has_failed && !members[i].hangs);
        ck_assert(members[i].figures.is_complete);
        ck_assert_uint_eq(members[i].figures.op[i < 2 ? IO_READ : IO_WRITE].bytes, MIB);
        ck_assert_str_eq(members[i].engine_name, "psync");
        ck_assert_uint_eq(members[i].depth, 1);
        group_free_member(&members[i]);
    }
    ck_assert(!result.was_stopped && !result.timed_out);
    ck_assert_uint_ge(result.end_ns, result.start_ns);
}
END_TEST

static struct group_progress told;
static unsigned told_nr;

static void take_progress(void *context, const struct group_progress *progress)
{
    ck_assert_ptr_eq(context, &told_nr);
    ck_assert_double_ge(progress->elapsed_s, told.elapsed_s);
    ck_assert_uint_ge(progress->ios[IO_READ], told.ios[IO_READ]);
    told = *progress;
    told_nr++;
}

START_TEST(seconds_end_with_their_job)
{
    told = (struct group_progress){.elapsed_s = 0};
    told_nr = 0;
    struct job brief = new_job("brief", "r"), longer = new_job("longer", "r");
    brief.is_time_based = longer.is_time_based = true;
    brief.runtime_ns = UINT64_C(300000000);
    longer.runtime_ns = UINT64_C(1200000000);
    struct group_member members[2] = {new_member(&brief, &zero), new_member(&longer, &zero)};
    struct group_request request = {
        .members = members, .members_nr = 2, .tell = take_progress, .tell_context = &told_nr};
    struct group_result result;
    run(&request, &result);
    /* After a second the brief one is over; a busy machine may see the end of both. */
    if (told_nr == 1) {
        ck_assert_str_eq(told.job, "longer");
        ck_assert_uint_eq(told.running_nr, 1);
        ck_assert_double_ge(told.left_s, 0);
        ck_assert_double_le(told.elapsed_s + told.left_s, fmax(1.201, told.elapsed_s));
        ck_assert_double_gt(told.iops[IO_READ], 0);
    }
    for (int i = 0; i < 2; i++) {
        const struct job_figures *figures = &members[i].figures;
        double seconds = (double)(figures->end_ns - figures->start_ns) * 1e-9, sum = 0;
        uint64_t ios = 0;
        /* A busy machine may make two of them one. */
        ck_assert_uint_ge(members[i].seconds_nr, 1);
        ck_assert_uint_le(members[i].seconds_nr, i + 1);
        for (size_t k = 0; k < members[i].seconds_nr; k++) {
            sum += members[i].seconds[k].length_s;
            ios += members[i].seconds[k].ios[IO_READ];
        }
        /* All threads start a little after their group. */
        ck_assert_double_ge(sum, seconds - 1e-6);
        ck_assert_double_le(sum, (double)(result.end_ns - result.start_ns) * 1e-9);
        ck_assert_uint_eq(ios, figures->op[IO_READ].ios);
        group_free_member(&members[i]);
    }
}
END_TEST

/* Signs nothing, and looks at another member's counts when it checks. */
static unsigned checks_nr, early_nr;

static void sign_nothing(void *context, const struct io *io, uint64_t number,
                         unsigned char *buffer)
{
    (void)context, (void)io, (void)number, (void)buffer;
}

static bool look_at_other(void *context, const struct io *io, uint64_t number,
                          const unsigned char *buffer, struct diag *why)
{
    (void)io, (void)number, (void)buffer, (void)why;
    struct group_member *members = context;
    checks_nr++;
    early_nr += !atomic_load(&members[1].worker.live->is_done);
    return true;
}

START_TEST(nothing_is_verified_while_others_are_measured)
{
    struct job brief = new_job("brief", "w"), longer = new_job("longer", "r");
    longer.is_time_based = true;
    longer.runtime_ns = UINT64_C(200000000);
    struct group_member members[2] = {new_member(&brief, &zero), new_member(&longer, &zero)};
    const struct worker_verify verify = {members, sign_nothing, look_at_other};
    members[0].worker.verify = &verify;
    checks_nr = early_nr = 0;
    struct group_request request = {.members = members, .members_nr = 2};
    struct group_result result;
    run(&request, &result);
    ck_assert_uint_eq(checks_nr, MIB / BS);
    ck_assert_uint_eq(early_nr, 0);
    ck_assert_uint_eq(members[0].figures.verified, MIB / BS);
    for (int i = 0; i < 2; i++)
        group_free_member(&members[i]);
}
END_TEST

static _Atomic bool stop;

static void *set_stop(void *unused)
{
    (void)unused;
    usleep(200000);
    atomic_store(&stop, true);
    return NULL;
}

START_TEST(a_stop_ends_a_group_early)
{
    struct job job = new_job("long", "r");
    job.is_time_based = true;
    job.runtime_ns = UINT64_C(3600000000000);
    struct group_member member = new_member(&job, &zero);
    struct group_request request = {.members = &member, .members_nr = 1, .stop = &stop};
    struct group_result result;
    atomic_store(&stop, false);
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, set_stop, NULL), 0);
    run(&request, &result);
    pthread_join(thread, NULL);
    ck_assert(result.was_stopped);
    ck_assert(!member.figures.is_complete);
    ck_assert_uint_gt(member.figures.op[IO_READ].ios, 0);
    group_free_member(&member);
}
END_TEST

START_TEST(a_member_that_waits_for_its_start_can_be_stopped)
{
    struct job job = new_job("later", "r");
    struct group_member member = new_member(&job, &zero);
    member.startdelay_ns = UINT64_C(3600000000000);
    struct group_request request = {.members = &member, .members_nr = 1, .stop = &stop};
    struct group_result result;
    atomic_store(&stop, true);
    run(&request, &result);
    ck_assert(result.was_stopped);
    ck_assert_uint_eq(member.figures.op[IO_READ].ios, 0);
    group_free_member(&member);
}
END_TEST

START_TEST(where_one_cannot_be_opened_none_runs)
{
    struct job good = new_job("good", "r"), bad = new_job("bad", "r");
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        bad.bs_bytes[op] = (struct job_range){2 * MIB, 2 * MIB}; /* no extent is as long */
    struct group_member members[2] = {new_member(&good, &zero), new_member(&bad, &zero)};
    struct group_request request = {.members = members, .members_nr = 2, .root = ""};
    struct group_result result;
    struct diag diag = {.text = ""};
    ck_assert_int_eq(group_run(&request, &result, &diag), -1);
    ck_assert_str_ne(diag.text, "");
    ck_assert(!members[0].has_run && !members[1].has_run);
    group_free_member(&members[0]);
    group_free_member(&members[1]);
}
END_TEST

START_TEST(a_read_that_does_not_come_back_ends_the_group)
{
    int ends[2];
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    struct job job = new_job("stuck", "r");
    job.engine = JOB_ENGINE_URING;
    struct engine_file file = {ends[0], false};
    /* Outlives the test, as what did not come back needs its worker. */
    static struct group_member member;
    member = new_member(&job, &file);
    struct group_request request = {
        .members = &member,
        .members_nr = 1,
        .io_timeout_ns = UINT64_C(300000000),
        .drain_ns = UINT64_C(100000000),
        .root = "",
    };
    struct group_result result;
    struct diag diag = {.text = ""};
    ck_assert_msg(group_run(&request, &result, &diag) == 0, "%s", diag.text);
    /* A pipe cannot be read at an offset: psync fails at once, io_uring waits. */
    if (strcmp(member.engine_name, "io_uring") == 0 && member.figures.op[IO_READ].ios == 0 &&
        result.timed_out) {
        ck_assert(member.has_failed);
        ck_assert_ptr_nonnull(strstr(member.failure.text, "took longer than 0.3 s"));
        ck_assert(!member.figures.is_complete);
        ck_assert_uint_gt(member.figures.unfinished, 0);
    }
    close(ends[0]);
    close(ends[1]);
    group_free_member(&member);
}
END_TEST

static double metric(const struct record *record, const char *name)
{
    double value = -1;
    ck_assert_msg(record_metric(record, name, &value), "no %s", name);
    return value;
}

static size_t records_of(struct group_member *member, struct group_result *result,
                         struct arena *arena, struct record **records)
{
    struct result_frame frame = {"2026-01-31T09:05:00.250Z", 3, NULL, NULL, 2, 5, 1, false, result, NULL};
    return result_records(arena, &frame, member, records);
}

/* Figures that are easy to reckon with: 1000 reads of 4 KiB in 2 s. */
static void set_figures(struct group_member *member)
{
    struct job_figures *f = &member->figures;
    figures_init(f, false);
    f->start_ns = 10;
    f->end_ns = UINT64_C(2000000010);
    f->is_complete = true;
    f->cpu_user_ns = 500000000;
    f->cpu_sys_ns = 100000000;
    f->op[IO_READ].ios = 1000;
    f->op[IO_READ].bytes = 1000 * BS;
    latency_add(&f->op[IO_READ].clat, 100, 999);
    latency_add(&f->op[IO_READ].clat, 1000000, 1);
    member->engine_name = "io_uring";
    snprintf(member->engine_text, sizeof member->engine_text, "io_uring: all");
    member->depth = 4;
}

START_TEST(figures_become_metrics)
{
    struct job job = new_job("reads", "r");
    job.engine = JOB_ENGINE_URING;
    job.path = "reads.fio";
    job.line = 7;
    struct group_member member = new_member(&job, &zero);
    set_figures(&member);
    struct group_result result = {
        .host = {.user_pct = 10, .sys_pct = 5, .idle_pct = 80, .iowait_pct = 5, .is_known = true},
        .start_ns = 10,
        .start_unix_ns = INT64_C(1769850300250000000),
    };
    struct arena *arena = arena_new();
    struct record *records[RESULT_RECORDS_MAX];
    ck_assert_uint_eq(records_of(&member, &result, arena, records), 1);
    const struct record *record = records[0];
    ck_assert_double_eq_tol(metric(record, "iops"), 500, 1e-9);
    ck_assert_double_eq_tol(metric(record, "bw_bytes_per_s"), 500 * BS, 1e-6);
    ck_assert_double_eq_tol(metric(record, "runtime_s"), 2, 1e-12);
    ck_assert_double_eq_tol(metric(record, "clat_mean_ns"), (99900 + 1e6) / 1000, 1e-9);
    ck_assert_double_eq(metric(record, "clat_max_ns"), 1e6);
    ck_assert_double_eq_tol(metric(record, "clat_p50_ns"), 100, 1);
    ck_assert_double_eq_tol(metric(record, "cpu_user_pct"), 25, 1e-9);
    ck_assert_double_eq_tol(metric(record, "cpu_sys_pct"), 5, 1e-9);
    ck_assert_double_eq(metric(record, "host_cpu_idle_pct"), 80);
    ck_assert_uint_eq(record->hists_nr, 1);
    ck_assert_uint_eq(record->hists[0].nr, 2);
    ck_assert_uint_eq(record->hists[0].bins[0].count, 999);
    ck_assert_str_eq(record->start, "2026-01-31T09:05:00.250Z");
    ck_assert_str_eq(record->end, "2026-01-31T09:05:02.250Z");
    ck_assert_str_eq(record->op, "read");
    ck_assert_str_eq(record->loop, "closed");
    ck_assert_str_eq(record->group, "3");
    ck_assert_str_eq(record->source.path, "reads.fio");
    ck_assert_uint_eq(record->source.line, 7);
    ck_assert_uint_eq(record->warnings_nr, 0);
    arena_free(arena);
    group_free_member(&member);
}
END_TEST

START_TEST(errors_are_counted_and_said)
{
    struct job job = new_job("reads", "r");
    job.engine = JOB_ENGINE_URING;
    struct group_member member = new_member(&job, &zero);
    set_figures(&member);
    member.figures.op[IO_READ].errors[EIO] = 3;
    member.figures.op[IO_READ].short_ios = 1;
    member.figures.verify_failed = 2;
    member.figures.is_complete = false;
    member.engine_name = "psync";
    member.depth = 1;
    member.figures.cpu_sys_ns = UINT64_C(1450000000); /* 97.5 % of its time together */
    struct group_result result = {.start_ns = 10};
    struct arena *arena = arena_new();
    struct record *records[RESULT_RECORDS_MAX];
    ck_assert_uint_eq(records_of(&member, &result, arena, records), 1);
    const struct record *record = records[0];
    ck_assert_double_eq(metric(record, "ios"), 1000);
    ck_assert_uint_eq(record->errors_nr, 2);
    for (size_t i = 0; i < 2; i++) {
        bool is_eio = strcmp(record->errors[i].name, "EIO") == 0;
        ck_assert(is_eio || strcmp(record->errors[i].name, "EILSEQ") == 0);
        ck_assert_uint_eq(record->errors[i].count, is_eio ? 3 : 2);
    }
    static const char *const codes[] = {"job-error", "partial", "short-io", "engine-fallback",
                                        "client-bound"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        ck_assert_msg(record_has_warning(record, codes[i]), "%s", codes[i]);
    ck_assert_str_eq(record_pair(&record->params, "iodepth_used"), "1");
    ck_assert(!record_metric(record, "host_cpu_idle_pct", NULL));
    arena_free(arena);
    group_free_member(&member);
}
END_TEST

START_TEST(clones_have_names_and_ids_of_their_own)
{
    struct job job = new_job("reads", "r");
    job.numjobs = 2;
    struct group_member members[2] = {new_member(&job, &zero), new_member(&job, &zero)};
    members[1].worker.clone = 1;
    struct group_result result = {.start_ns = 10};
    struct arena *arena = arena_new();
    struct record *records[2][RESULT_RECORDS_MAX];
    for (int i = 0; i < 2; i++) {
        set_figures(&members[i]);
        ck_assert_uint_eq(records_of(&members[i], &result, arena, records[i]), 1);
        group_free_member(&members[i]);
    }
    ck_assert_str_eq(records[0][0]->job, "reads.0");
    ck_assert_str_eq(records[1][0]->job, "reads.1");
    ck_assert_str_ne(records[0][0]->id, records[1][0]->id);
    arena_free(arena);
}
END_TEST

START_TEST(syncs_are_figures_of_writes)
{
    struct job job = new_job("writes", "w");
    struct group_member member = new_member(&job, &zero);
    set_figures(&member);
    struct op_figures *op = member.figures.op;
    op[IO_WRITE].ios = op[IO_READ].ios;
    op[IO_WRITE].bytes = op[IO_READ].bytes;
    op[IO_READ].ios = 0;
    op[IO_SYNC].ios = 10;
    latency_add(&op[IO_SYNC].lat, 5000, 10);
    struct group_result result = {.start_ns = 10};
    struct arena *arena = arena_new();
    struct record *records[RESULT_RECORDS_MAX];
    ck_assert_uint_eq(records_of(&member, &result, arena, records), 1);
    ck_assert_str_eq(records[0]->op, "write");
    ck_assert_double_eq(metric(records[0], "sync_ios"), 10);
    ck_assert_double_eq_tol(metric(records[0], "sync_lat_mean_ns"), 5000, 1e-9);
    op[IO_WRITE].ios = op[IO_WRITE].bytes = 0;
    ck_assert_uint_eq(records_of(&member, &result, arena, records), 1);
    ck_assert_str_eq(records[0]->op, "sync");
    arena_free(arena);
    group_free_member(&member);
}
END_TEST

START_TEST(seconds_of_the_ramp_are_in_no_series)
{
    struct job job = new_job("reads", "r");
    struct group_member member = new_member(&job, &zero);
    set_figures(&member);
    static struct group_second seconds[3] = {
        {.at_s = 1, .length_s = 1, .is_ramp = true},
        {.at_s = 2, .length_s = 1},
        {.at_s = 3, .length_s = 0.5},
    };
    seconds[1].ios[IO_READ] = 400;
    seconds[1].bytes[IO_READ] = 400 * BS;
    seconds[1].clat_sum_ns[IO_READ] = 800;
    seconds[2].ios[IO_READ] = 600;
    member.seconds = seconds;
    member.seconds_nr = 3;
    member.figures.start_ns = UINT64_C(1000000010);
    struct group_result result = {.start_ns = 10};
    struct arena *arena = arena_new();
    struct record *records[RESULT_RECORDS_MAX];
    ck_assert_uint_eq(records_of(&member, &result, arena, records), 2);
    const struct record *series = records[1];
    ck_assert_int_eq(series->kind, RECORD_SERIES);
    ck_assert_str_eq(series->of, records[0]->id);
    ck_assert_str_eq(series->series[0].name, "t_s");
    ck_assert_uint_eq(series->series[0].nr, 2);
    ck_assert_double_eq_tol(series->series[0].at[0], 1, 1e-9);
    ck_assert_str_eq(series->series[2].name, "iops");
    ck_assert_double_eq_tol(series->series[2].at[0], 400, 1e-9);
    ck_assert_double_eq_tol(series->series[2].at[1], 1200, 1e-9);
    ck_assert_double_eq_tol(series->series[3].at[0], 2, 1e-9);
    arena_free(arena);
    member.seconds = NULL;
    group_free_member(&member);
}
END_TEST

START_TEST(shares_of_the_host_add_up)
{
    struct host_cpu before = {100, 50, 800, 40, 10, 0, true}, after = {130, 60, 850, 39, 20, 0, true};
    struct host_cpu_share share = host_cpu_between(&before, &after);
    ck_assert(share.is_known);
    ck_assert_double_eq_tol(share.user_pct, 30, 1e-9);
    ck_assert_double_eq_tol(share.sys_pct, 10, 1e-9);
    ck_assert_double_eq_tol(share.idle_pct, 50, 1e-9);
    ck_assert_double_eq_tol(share.iowait_pct, 0, 1e-9); /* ran backwards */
    ck_assert_double_eq_tol(share.steal_pct, 10, 1e-9);
    double processors = (double)sysconf(_SC_NPROCESSORS_ONLN), hz = (double)sysconf(_SC_CLK_TCK);
    ck_assert_double_eq_tol(share.others_user_pct, 30 * processors, 1e-9);
    after.own_user_ns = (uint64_t)(20 / hz * 1e9); /* 20 ticks were ours */
    share = host_cpu_between(&before, &after);
    ck_assert_double_eq_tol(share.others_user_pct, 10 * processors, 1e-6);
    after.own_user_ns = (uint64_t)(31 / hz * 1e9);
    ck_assert_double_eq(host_cpu_between(&before, &after).others_user_pct, 0);
    ck_assert(!host_cpu_between(&after, &after).is_known);
    before.is_known = false;
    ck_assert(!host_cpu_between(&before, &after).is_known);
    struct host_cpu now;
    host_cpu_read("", &now);
    ck_assert(now.is_known && now.idle > 0);
    host_cpu_read("/nowhere", &now);
    ck_assert(!now.is_known);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("group");
    TCase *groups = tcase_create("groups");
    tcase_set_timeout(groups, 60);
    tcase_add_checked_fixture(groups, open_zero, close_zero);
    tcase_add_test(groups, all_members_are_run_to_their_end);
    tcase_add_test(groups, seconds_end_with_their_job);
    tcase_add_test(groups, nothing_is_verified_while_others_are_measured);
    tcase_add_test(groups, a_stop_ends_a_group_early);
    tcase_add_test(groups, a_member_that_waits_for_its_start_can_be_stopped);
    tcase_add_test(groups, where_one_cannot_be_opened_none_runs);
    tcase_add_test(groups, a_read_that_does_not_come_back_ends_the_group);
    suite_add_tcase(suite, groups);
    TCase *results = tcase_create("results");
    tcase_add_test(results, figures_become_metrics);
    tcase_add_test(results, errors_are_counted_and_said);
    tcase_add_test(results, clones_have_names_and_ids_of_their_own);
    tcase_add_test(results, syncs_are_figures_of_writes);
    tcase_add_test(results, seconds_of_the_ramp_are_in_no_series);
    tcase_add_test(results, shares_of_the_host_add_up);
    suite_add_tcase(suite, results);
    return suite;
}

T_MAIN(make_suite)
