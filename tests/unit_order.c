#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/order.h"
#include "parse/task.h"
#include "record/memory.h"
#include "tests/t_main.h"

enum { TASKS = 200, FINDS = 30 };

struct taken {
    size_t nr, stop_at;
    bool is_wrong;
};

/* The finds carry their own number. */
static int take(void *context, struct find *find)
{
    struct taken *taken = context;
    taken->is_wrong |= find->messages != taken->nr;
    taken->nr++;
    return taken->nr == taken->stop_at ? -1 : 0;
}

struct putting {
    struct task task; /* first */
    struct order_turn *turn;
    size_t number;
};

static void put_some(struct task *task)
{
    struct putting *putting = (struct putting *)task;
    for (size_t i = 0; i < FINDS; i++) {
        struct find *find = find_new(FIND_MESSAGES);
        find->messages = putting->number * FINDS + i;
        if (order_put(putting->turn, find))
            break;
    }
    order_end(putting->turn);
    free(putting);
}

static struct taken run_tasks(unsigned threads, size_t most_held, size_t stop_at, size_t tasks,
                              void (*add)(struct task_queue *queue, struct task *task))
{
    struct taken taken = {.stop_at = stop_at};
    struct order *order = order_new(take, &taken, most_held);
    struct task_queue *queue = task_queue_new(threads);
    for (size_t i = 0; i < tasks; i++) {
        struct putting *putting = memory_alloc(sizeof *putting);
        putting->task.run = put_some;
        putting->turn = order_next(order);
        putting->number = i;
        add(queue, &putting->task);
    }
    task_queue_free(queue);
    order_free(order);
    return taken;
}

static struct taken run(unsigned threads, size_t most_held, size_t stop_at)
{
    return run_tasks(threads, most_held, stop_at, TASKS, task_queue_add);
}

/* A task that waits for another runs all the same. */
START_TEST(tasks_that_wait_run_in_the_end)
{
    for (size_t nr = 0; nr <= 3; nr++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct taken taken = run_tasks(threads, 1, 0, nr, task_queue_hold);
            ck_assert(!taken.is_wrong);
            ck_assert_uint_eq(taken.nr, nr * FINDS);
        }
}
END_TEST

static _Atomic pthread_t ran_in;

static void note_thread(struct task *task)
{
    (void)task;
    ran_in = pthread_self();
}

START_TEST(one_task_that_waits_needs_no_thread)
{
    struct task task = {.run = note_thread}, other = {.run = note_thread};
    struct task_queue *queue = task_queue_new(2);
    task_queue_hold(queue, &task);
    task_queue_free(queue);
    ck_assert(pthread_equal(ran_in, pthread_self()));
    queue = task_queue_new(2);
    task_queue_hold(queue, &task);
    task_queue_hold(queue, &other);
    task_queue_free(queue);
    ck_assert(!pthread_equal(ran_in, pthread_self()));
}
END_TEST

START_TEST(finds_come_in_the_order_of_their_tasks)
{
    static const unsigned threads[] = {1, 2, 3, 16};
    for (size_t i = 0; i < 4; i++) {
        /* with room for all, and with room for hardly one */
        for (size_t most = 1; most < 10000000; most *= 3000) {
            struct taken taken = run(threads[i], most, 0);
            ck_assert(!taken.is_wrong);
            ck_assert_uint_eq(taken.nr, TASKS * FINDS);
        }
    }
}
END_TEST

START_TEST(nothing_is_taken_after_a_stop)
{
    for (unsigned threads = 1; threads < 4; threads++) {
        struct taken taken = run(threads, 1, 100);
        ck_assert(!taken.is_wrong);
        ck_assert_uint_eq(taken.nr, 100);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("order");
    TCase *tests = tcase_create("order");
    tcase_add_test(tests, finds_come_in_the_order_of_their_tasks);
    tcase_add_test(tests, nothing_is_taken_after_a_stop);
    tcase_add_test(tests, tasks_that_wait_run_in_the_end);
    tcase_add_test(tests, one_task_that_waits_needs_no_thread);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
