#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "collect/between.h"
#include "collect/clock.h"
#include "collect/page_cache.h"
#include "tests/t_host.h"
#include "tests/t_main.h"

static char root[4096], messages[4096];
static struct diag_sink sink;

static void take(void *context, const struct diag *diag)
{
    (void)context;
    size_t length = strlen(messages);
    snprintf(messages + length, sizeof messages - length, "%s\n", diag->text);
}

static void set_up(void)
{
    t_host_make(root, sizeof root);
    messages[0] = '\0';
    sink = (struct diag_sink){take, NULL};
}

static struct between_result do_with(const struct between_request *request, const struct job *job,
                                     unsigned times)
{
    struct between *between = between_new(request);
    struct job_list jobs = {.at = (struct job *)job, .nr = job ? 1 : 0};
    struct between_result result = {.files_nr = 0};
    for (unsigned i = 0; i < times; i++)
        between_do(between, &jobs, &result);
    between_free(between);
    return result;
}

START_TEST(all_caches_are_dropped_on_request)
{
    struct between_request request = {.root = root, .sink = &sink};
    char path[5000], text[8] = "";
    t_host_plant(root, "/proc/sys/vm/drop_caches", "");
    snprintf(path, sizeof path, "%s/proc/sys/vm/drop_caches", root);
    ck_assert(!do_with(&request, NULL, 1).has_dropped_all);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_null(fgets(text, sizeof text, file));
    fclose(file);
    request.drops_caches = true;
    ck_assert(do_with(&request, NULL, 1).has_dropped_all);
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
    fclose(file);
    ck_assert_str_eq(text, "3\n");
    ck_assert_str_eq(messages, "");
}
END_TEST

START_TEST(who_may_not_is_told_once)
{
    struct between_request request = {.root = root, .sink = &sink, .drops_caches = true};
    ck_assert(!do_with(&request, NULL, 3).has_dropped_all);
    ck_assert_ptr_nonnull(strstr(messages, "--drop-caches: skipped, as /proc/sys/vm/drop_caches"));
    ck_assert_ptr_eq(strchr(messages, '\n'), messages + strlen(messages) - 1);
}
END_TEST

/* A folder on a file system whose pages can be dropped, or "". */
static bool is_on_disk(const char *path)
{
    struct statfs status;
    static const long memory_kinds[] = {0x01021994 /* tmpfs */, (long)0x858458f6 /* ramfs */,
                                        0x794c7630 /* overlayfs: what lies below decides */};
    ck_assert_int_eq(statfs(path, &status), 0);
    for (size_t i = 0; i < sizeof memory_kinds / sizeof *memory_kinds; i++)
        if ((long)status.f_type == memory_kinds[i])
            return false;
    return true;
}

START_TEST(files_of_jobs_are_dropped_and_that_is_proved)
{
    struct between_request request = {.root = root, .sink = &sink};
    struct job job = {.name = "seq", .directory = root, .numjobs = 2, .nrfiles = 1};
    static char block[1 << 16];
    char path[5000];
    int fds[2];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/seq.%d.0", root, i);
        fds[i] = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        ck_assert_int_ge(fds[i], 0);
        for (int nr = 0; nr < 16; nr++)
            ck_assert_int_eq(write(fds[i], block, sizeof block), sizeof block);
        ck_assert(page_cache_pct(fds[i], 0, 16 * sizeof block) > 99);
    }
    struct between_result result = do_with(&request, &job, 2);
    ck_assert_uint_eq(result.files_nr, 2);
    if (is_on_disk(root)) {
        ck_assert_msg(result.most_cached_pct <= 0.5, "%g: %s", result.most_cached_pct, messages);
        ck_assert(page_cache_pct(fds[0], 0, 16 * sizeof block) <= 0.5);
        ck_assert(page_cache_pct(fds[1], 0, 16 * sizeof block) <= 0.5);
        ck_assert_str_eq(messages, "");
    } else if (result.most_cached_pct > 0.5) {
        /* In memory it stays, and that is said once. */
        ck_assert_ptr_nonnull(strstr(messages, "stay in memory"));
        ck_assert_ptr_eq(strchr(messages, '\n'), messages + strlen(messages) - 1);
    }
    close(fds[0]);
    close(fds[1]);
}
END_TEST

/* What is in memory alone cannot be dropped. */
START_TEST(what_stays_is_said)
{
    struct between_request request = {.root = root, .sink = &sink};
    static const char memory[] = "/dev/shm";
    char path[64];
    if (access(memory, W_OK) != 0 || is_on_disk(memory))
        return;
    snprintf(path, sizeof path, "%s/unit_between.%ld", memory, (long)getpid());
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, messages, sizeof messages), sizeof messages);
    struct job job = {.name = "x", .filename = path, .numjobs = 1};
    struct between_result result = do_with(&request, &job, 2);
    unlink(path);
    close(fd);
    ck_assert(result.most_cached_pct > 99);
    ck_assert_ptr_nonnull(strstr(messages, "stay in memory though they were dropped"));
    ck_assert_ptr_eq(strchr(messages, '\n'), messages + strlen(messages) - 1);
}
END_TEST

START_TEST(other_things_are_left_alone)
{
    struct between_request request = {.root = root, .sink = &sink};
    char names[14000], path[5000];
    snprintf(path, sizeof path, "%s/fifo", root);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    snprintf(names, sizeof names, "%s:%s/nothing:/dev/null:%s", path, root, root);
    struct job job = {.name = "x", .filename = names, .numjobs = 1};
    struct between_result result = do_with(&request, &job, 1);
    ck_assert_uint_eq(result.files_nr, 0);
    ck_assert(result.most_cached_pct < 0);
    ck_assert_str_eq(messages, "");
}
END_TEST

START_TEST(a_wait_is_before_later_runs_alone_and_can_be_ended)
{
    _Atomic bool stop = false;
    struct between_request request = {.root = root, .sink = &sink, .stop = &stop};
    request.cool_down_s = 0.2;
    uint64_t start_ns = clock_kernel_ns();
    ck_assert(!do_with(&request, NULL, 2).was_stopped);
    ck_assert(clock_kernel_ns() - start_ns >= 200000000);
    /* Neither a first run nor a stopped campaign waits: this would be for ever. */
    request.cool_down_s = 1e6;
    ck_assert(!do_with(&request, NULL, 1).was_stopped);
    stop = true;
    ck_assert(do_with(&request, NULL, 2).was_stopped);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("between");
    TCase *all = tcase_create("between");
    tcase_set_timeout(all, 0);
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, all_caches_are_dropped_on_request);
    tcase_add_test(all, who_may_not_is_told_once);
    tcase_add_test(all, files_of_jobs_are_dropped_and_that_is_proved);
    tcase_add_test(all, what_stays_is_said);
    tcase_add_test(all, other_things_are_left_alone);
    tcase_add_test(all, a_wait_is_before_later_runs_alone_and_can_be_ended);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
