/* The engines: each does the same with the same I/O. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/clock.h"
#include "collect/engine.h"
#include "tests/t_main.h"

enum { BLOCK = 4096, DEPTH = 8, BLOCKS_NR = 64 };

static unsigned char *buffers;
static struct io_slot slots[DEPTH];
static int file_fd, empty_fd;
static struct engine_file files[2];

static void set_up(void)
{
    char name[] = "engineXXXXXX", empty[] = "emptyXXXXXX";
    file_fd = mkstemp(name);
    empty_fd = mkstemp(empty);
    ck_assert_int_ge(file_fd, 0);
    ck_assert_int_ge(empty_fd, 0);
    unlink(name);
    unlink(empty);
    ck_assert_int_eq(posix_memalign((void **)&buffers, BLOCK, DEPTH * BLOCK), 0);
    memset(buffers, 0, DEPTH * BLOCK);
    for (int i = 0; i < DEPTH; i++)
        slots[i].buffer = buffers + i * BLOCK;
    for (int i = 0; i < BLOCKS_NR; i++) {
        memset(buffers, i + 1, BLOCK);
        ck_assert_int_eq(pwrite(file_fd, buffers, BLOCK, (off_t)i * BLOCK), BLOCK);
    }
    files[0] = (struct engine_file){file_fd, false};
    files[1] = (struct engine_file){empty_fd, false};
}

static void tear_down(void)
{
    free(buffers);
    close(file_fd);
    close(empty_fd);
}

/* Opens engine number i of 2; NULL where this machine refuses io_uring. */
static struct engine *open_engine(int i)
{
    struct engine_request request = {
        .depth = DEPTH,
        .slots = slots,
        .files = files,
        .files_nr = 2,
        .buffers = buffers,
        .buffers_bytes = DEPTH * BLOCK,
    };
    struct diag diag;
    struct engine *engine = (i ? engine_uring : engine_psync).open(&request, &diag);
    ck_assert(engine || i == 1);
    return engine;
}

static void queue(struct engine *engine, enum io_op op, unsigned slot, unsigned file,
                  uint64_t offset, unsigned bytes)
{
    slots[slot].io = (struct io){.op = op, .file = file, .bytes = bytes, .offset_bytes = offset};
    engine_queue(engine, &slot, 1);
}

static int do_one(struct engine *engine, enum io_op op, unsigned file, uint64_t offset,
                  unsigned bytes)
{
    queue(engine, op, 3, file, offset, bytes);
    ck_assert_int_eq(engine_submit(engine, 1, UINT64_MAX), 0);
    struct engine_done done;
    ck_assert_uint_eq(engine_reap(engine, &done, 1), 1);
    ck_assert_uint_eq(done.slot, 3);
    ck_assert_uint_eq(engine_reap(engine, &done, 1), 0);
    return done.result;
}

START_TEST(reads_what_is_there)
{
    struct engine *engine = open_engine(_i);
    if (!engine)
        return;
    unsigned depth = engine->kind->is_sync ? 1 : DEPTH;
    unsigned seen[BLOCKS_NR] = {0}, issued = 0, ended = 0, place[DEPTH];
    while (ended < BLOCKS_NR) {
        for (; issued - ended < depth && issued < BLOCKS_NR; issued++) {
            place[issued % depth] = issued;
            queue(engine, IO_READ, issued % depth, 0, (uint64_t)issued * BLOCK, BLOCK);
        }
        ck_assert_int_eq(engine_submit(engine, issued - ended, UINT64_MAX), 0);
        struct engine_done done[DEPTH];
        unsigned nr = engine_reap(engine, done, DEPTH);
        ck_assert_uint_gt(nr, 0);
        for (unsigned i = 0; i < nr; i++, ended++) {
            unsigned block = place[done[i].slot];
            ck_assert_int_eq(done[i].result, BLOCK);
            ck_assert_int_eq(buffers[done[i].slot * BLOCK + 77], block + 1);
            ck_assert_uint_eq(seen[block]++, 0);
        }
    }
    ck_assert_uint_gt(engine->calls, 0);
    engine_close(engine);
}
END_TEST

START_TEST(writes_and_syncs)
{
    struct engine *engine = open_engine(_i);
    if (!engine)
        return;
    memset(buffers + 3 * BLOCK, 200, BLOCK);
    ck_assert_int_eq(do_one(engine, IO_WRITE, 0, 5 * BLOCK, BLOCK), BLOCK);
    ck_assert_int_eq(do_one(engine, IO_SYNC, 0, 0, 0), 0);
    unsigned char found[BLOCK];
    ck_assert_int_eq(pread(file_fd, found, BLOCK, 5 * BLOCK), BLOCK);
    ck_assert_int_eq(found[BLOCK - 1], 200);
    ck_assert_int_eq(do_one(engine, IO_WRITE, 1, 0, 100), 100);
    ck_assert_int_eq(lseek(empty_fd, 0, SEEK_END), 100);
    engine_close(engine);
}
END_TEST

START_TEST(trims)
{
    struct engine *engine = open_engine(_i);
    if (!engine)
        return;
    int result = do_one(engine, IO_TRIM, 0, 2 * BLOCK, BLOCK);
    ck_assert(result == 0 || result == -EOPNOTSUPP);
    unsigned char found[2 * BLOCK];
    ck_assert_int_eq(pread(file_fd, found, 2 * BLOCK, 2 * BLOCK), 2 * BLOCK);
    ck_assert_int_eq(found[0], result == 0 ? 0 : 3);
    ck_assert_int_eq(found[BLOCK], 4); /* and no more than that */
    ck_assert_int_eq(lseek(file_fd, 0, SEEK_END), BLOCKS_NR * BLOCK);
    files[0].is_block_device = true; /* which it is not: a device's call is made, and fails */
    ck_assert_int_lt(do_one(engine, IO_TRIM, 0, 0, BLOCK), 0);
    queue(engine, IO_TRIM, 0, 0, 0, BLOCK);
    if (!engine->kind->is_sync)
        queue(engine, IO_READ, 1, 0, 0, BLOCK);
    ck_assert_int_eq(engine_submit(engine, 1, UINT64_MAX), 0);
    struct engine_done done[DEPTH];
    unsigned nr = engine_reap(engine, done, DEPTH);
    if (!engine->kind->is_sync && nr == 1) {
        ck_assert_int_eq(engine_submit(engine, 1, UINT64_MAX), 0);
        nr += engine_reap(engine, done + 1, DEPTH - 1);
    }
    ck_assert_uint_eq(nr, engine->kind->is_sync ? 1 : 2);
    engine_close(engine);
}
END_TEST

START_TEST(tells_what_failed)
{
    struct engine *engine = open_engine(_i);
    if (!engine)
        return;
    ck_assert_int_eq(do_one(engine, IO_READ, 1, 0, BLOCK), 0); /* nothing there */
    ck_assert_int_eq(do_one(engine, IO_READ, 0, BLOCKS_NR * BLOCK - 100, BLOCK), 100);
    ck_assert_int_eq(do_one(engine, IO_READ, 0, UINT64_C(1) << 63, BLOCK), -EINVAL);
    engine_close(engine);
}
END_TEST

START_TEST(waits_no_longer_than_told)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    files[1].fd = ends[0];
    struct engine *engine = open_engine(1);
    files[1].fd = empty_fd;
    if (!engine)
        return;
    struct engine_done done;
    queue(engine, IO_READ, 3, 1, 0, BLOCK);
    uint64_t before = clock_kernel_ns();
    ck_assert_int_eq(engine_submit(engine, 0, UINT64_MAX), 0);
    ck_assert_uint_eq(engine_reap(engine, &done, 1), 0);
    ck_assert_int_eq(engine_submit(engine, 1, 20000000), 0);
    ck_assert_uint_eq(engine_reap(engine, &done, 1), 0);
    uint64_t took = clock_kernel_ns() - before;
    ck_assert_uint_ge(took, 19000000);
    ck_assert_uint_lt(took, 10000000000u);
    ck_assert_int_eq(write(ends[1], "abc", 3), 3);
    ck_assert_int_eq(engine_submit(engine, 1, 10000000000u), 0);
    ck_assert_uint_eq(engine_reap(engine, &done, 1), 1);
    ck_assert_int_eq(done.result, 3);
    close(ends[0]);
    close(ends[1]);
    engine_close(engine);
}
END_TEST

START_TEST(says_what_it_is)
{
    struct engine_request request = {
        .depth = 4,
        .slots = slots,
        .files = files,
        .files_nr = 2,
        .wants_iopoll = true,
        .wants_sqpoll = _i,
        .buffers = buffers,
        .buffers_bytes = DEPTH * BLOCK,
    };
    struct diag diag;
    struct engine *engine = engine_open(JOB_ENGINE_URING, &request, NULL, &diag);
    ck_assert_ptr_nonnull(engine);
    if (engine->kind == &engine_uring) {
        /* A file is not polled: the ring without works, and what is missing is said. */
        ck_assert_ptr_nonnull(strstr(engine->text, "io_uring: "));
        ck_assert(strstr(engine->text, " iopoll; ") || strstr(engine->text, "without iopoll: "));
        ck_assert_int_eq(do_one(engine, IO_READ, 0, 0, BLOCK), BLOCK);
    } else {
        ck_assert_ptr_nonnull(strstr(engine->text, "in the place of io_uring: "));
    }
    engine_close(engine);
    engine = engine_open(JOB_ENGINE_PSYNC, &request, NULL, &diag);
    ck_assert_str_eq(engine->text, "psync: one I/O at a time");
    engine_close(engine);
}
END_TEST

static void count_note(void *context, const struct diag *diag)
{
    ck_assert_ptr_nonnull(strstr(diag->text, "io_uring is refused: "));
    ck_assert_ptr_nonnull(strstr(diag->text, "psync"));
    ++*(int *)context;
}

START_TEST(falls_back_and_says_so)
{
    /* A ring of no entries is refused by every kernel. */
    struct engine_request request = {.depth = 0, .files = files, .files_nr = 2};
    int notes = 0;
    struct diag_sink sink = {count_note, &notes};
    struct diag diag;
    struct engine *engine = engine_open(JOB_ENGINE_URING, &request, &sink, &diag);
    ck_assert_ptr_nonnull(engine);
    ck_assert_str_eq(engine->kind->name, "psync");
    ck_assert_ptr_nonnull(strstr(engine->text, "in the place of io_uring: "));
    ck_assert_int_eq(notes, 1);
    engine_close(engine);
}
END_TEST

START_TEST(clock_agrees_with_the_kernel)
{
    struct clock clock, bare = {0};
    clock_init(&clock);
    uint64_t last = clock_now(&clock);
    for (int i = 0; i < 100000; i++) {
        uint64_t now = clock_now(&clock);
        ck_assert_uint_ge(now, last);
        last = now;
    }
    /* Within what the two readings are apart, and the drift of this short time. */
    for (int i = 0; i < 100; i++) {
        uint64_t before = clock_now(&bare), now = clock_now(&clock), after = clock_now(&bare);
        ck_assert_uint_ge(now + 20000, before);
        ck_assert_uint_le(now, after + 20000);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("engine");
    TCase *all = tcase_create("engine");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_loop_test(all, reads_what_is_there, 0, 2);
    tcase_add_loop_test(all, writes_and_syncs, 0, 2);
    tcase_add_loop_test(all, trims, 0, 2);
    tcase_add_loop_test(all, tells_what_failed, 0, 2);
    tcase_add_test(all, waits_no_longer_than_told);
    tcase_add_loop_test(all, says_what_it_is, 0, 2);
    tcase_add_test(all, falls_back_and_says_so);
    tcase_add_test(all, clock_agrees_with_the_kernel);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
