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
    pthread_t *threads;
    unsigned threads_nr;
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
static void start_threads(struct task_queue *queue, unsigned threads)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    queue->threads = memory_resize(NULL, threads, sizeof *queue->threads);
    while (queue->threads_nr < threads &&
           !pthread_create(&queue->threads[queue->threads_nr], NULL, work, queue))
        queue->threads_nr++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct task_queue *task_queue_new(unsigned threads)
{
    struct task_queue *queue = memory_alloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->is_filled, NULL);
    pthread_cond_init(&queue->is_drained, NULL);
    queue->end = &queue->first;
    if (threads > 1)
        start_threads(queue, threads);
    queue->most = (size_t)queue->threads_nr * TASKS_PER_THREAD;
    return queue;
}

void task_queue_add(struct task_queue *queue, struct task *task)
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

void task_queue_free(struct task_queue *queue)
{
    if (!queue)
        return;
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
