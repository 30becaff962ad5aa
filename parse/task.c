#include "parse/task.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "record/memory.h"

/* Enough that no thread waits; few, so that what is found out of turn stays little. */
enum { TASKS_PER_THREAD = 4 };

struct task_queue {
    pthread_mutex_t lock;
    pthread_cond_t is_filled, is_drained;
    struct task *first, **end;
    size_t nr, most;
    bool is_closed;
    struct task *held; /* waits for another */
    pthread_t *threads;
    unsigned threads_nr, threads_wanted;
    bool has_begun; /* as many threads were started as there are */
};

static void *work(void *context)
{
    struct task_queue *queue = context;
    pthread_mutex_lock(&queue->lock);
    for (;;) {
        while (!queue->first && !queue->is_closed)
            pthread_cond_wait(&queue->is_filled, &queue->lock);
        struct task *task = queue->first;
        if (!task)
            break;
        queue->first = task->next;
        if (!queue->first)
            queue->end = &queue->first;
        queue->nr--;
        pthread_cond_signal(&queue->is_drained);
        pthread_mutex_unlock(&queue->lock);
        task->run(task);
        pthread_mutex_lock(&queue->lock);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* Starts as many threads as the system gives; signals stay with the first one. */
static void start_threads(struct task_queue *queue)
{
    unsigned threads = queue->threads_wanted;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    queue->threads = memory_resize(NULL, threads, sizeof *queue->threads);
    while (queue->threads_nr < threads &&
           !pthread_create(&queue->threads[queue->threads_nr], NULL, work, queue))
        queue->threads_nr++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    queue->most = (size_t)queue->threads_nr * TASKS_PER_THREAD;
    queue->has_begun = true;
}

struct task_queue *task_queue_new(unsigned threads)
{
    struct task_queue *queue = memory_alloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->is_filled, NULL);
    pthread_cond_init(&queue->is_drained, NULL);
    queue->end = &queue->first;
    queue->threads_wanted = threads;
    return queue;
}

static void push(struct task_queue *queue, struct task *task)
{
    if (!queue->threads_nr) {
        task->run(task);
        return;
    }
    pthread_mutex_lock(&queue->lock);
    while (queue->nr >= queue->most)
        pthread_cond_wait(&queue->is_drained, &queue->lock);
    task->next = NULL;
    *queue->end = task;
    queue->end = &task->next;
    queue->nr++;
    pthread_cond_signal(&queue->is_filled);
    pthread_mutex_unlock(&queue->lock);
}

void task_queue_release(struct task_queue *queue)
{
    struct task *held = queue->held;
    queue->held = NULL;
    if (!queue->has_begun && queue->threads_wanted > 1)
        start_threads(queue);
    if (held)
        push(queue, held);
}

void task_queue_add(struct task_queue *queue, struct task *task)
{
    task_queue_release(queue);
    push(queue, task);
}

void task_queue_hold(struct task_queue *queue, struct task *task)
{
    if (queue->threads_wanted > 1 && !queue->has_begun && !queue->held)
        queue->held = task;
    else
        task_queue_add(queue, task);
}

void task_queue_free(struct task_queue *queue)
{
    if (!queue)
        return;
    if (queue->held)
        queue->held->run(queue->held);
    pthread_mutex_lock(&queue->lock);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->is_filled);
    pthread_mutex_unlock(&queue->lock);
    for (unsigned i = 0; i < queue->threads_nr; i++)
        pthread_join(queue->threads[i], NULL);
    pthread_cond_destroy(&queue->is_drained);
    pthread_cond_destroy(&queue->is_filled);
    pthread_mutex_destroy(&queue->lock);
    free(queue->threads);
    free(queue);
}
