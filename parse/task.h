/* Tasks: a queue of bounded length from one thread to several. */
#ifndef IOD_PARSE_TASK_H
#define IOD_PARSE_TASK_H

#include <stddef.h>

struct task {
    void (*run)(struct task *task); /* runs it and frees it */
    struct task *next;
};

struct task_queue;

/* Returns a queue that as many threads take tasks from, which start with the first task; a
 * number below 2 gives none: then each task runs where it is added. */
struct task_queue *task_queue_new(unsigned threads);

/* Adds a task, which it takes; waits while the queue is full. */
void task_queue_add(struct task_queue *queue, struct task *task);

/* Adds a task, which it takes, that may wait for another, or for the end: one alone runs
 * where the queue is freed, and no thread is started. */
void task_queue_hold(struct task_queue *queue, struct task *task);

/* Lets a task that waits for another go; called before work that waits for all others. */
void task_queue_release(struct task_queue *queue);

/* Waits until all tasks have run, ends the threads and frees the queue. */
void task_queue_free(struct task_queue *queue);

#endif
