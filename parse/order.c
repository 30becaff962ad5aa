#include "parse/order.h"

#include <pthread.h>
#include <stdlib.h>

#include "record/memory.h"

struct order_turn {
    struct order *order;
    struct find *first, **end; /* kept until the turn has come */
    size_t held;               /* bytes */
    bool has_ended;
    struct order_turn *next;
};

struct order {
    pthread_mutex_t lock;
    pthread_cond_t moved;     /* another turn has come, or no more is wanted */
    struct order_turn *first; /* whose turn it is */
    struct order_turn **end;
    int (*take)(void *context, struct find *find);
    void *context;
    size_t most_held;
    bool is_stopped;
};

struct find *find_new(enum find_kind kind)
{
    struct find *find = memory_alloc(sizeof *find);
    find->kind = kind;
    return find;
}

static void free_find(struct find *find)
{
    findings_free(find->findings);
    free(find->path);
    free(find);
}

static size_t weight(const struct find *find)
{
    return sizeof *find + (find->findings ? arena_bytes(find->findings->arena) : 0);
}

struct order *order_new(int (*take)(void *context, struct find *find), void *context,
                        size_t most_held)
{
    struct order *order = memory_alloc(sizeof *order);
    pthread_mutex_init(&order->lock, NULL);
    pthread_cond_init(&order->moved, NULL);
    order->end = &order->first;
    order->take = take;
    order->context = context;
    order->most_held = most_held;
    return order;
}

void order_free(struct order *order)
{
    if (!order)
        return;
    pthread_cond_destroy(&order->moved);
    pthread_mutex_destroy(&order->lock);
    free(order);
}

struct order_turn *order_next(struct order *order)
{
    struct order_turn *turn = memory_alloc(sizeof *turn);
    turn->order = order;
    turn->end = &turn->first;
    pthread_mutex_lock(&order->lock);
    *order->end = turn;
    order->end = &turn->next;
    pthread_mutex_unlock(&order->lock);
    return turn;
}

/* The functions below are called with the lock. */

static void hand_on(struct order *order, struct find *find)
{
    if (!order->is_stopped && order->take(order->context, find))
        order->is_stopped = true;
    free_find(find);
}

static void hand_on_kept(struct order_turn *turn)
{
    while (turn->first) {
        struct find *find = turn->first;
        turn->first = find->next;
        hand_on(turn->order, find);
    }
    turn->end = &turn->first;
    turn->held = 0;
}

int order_put(struct order_turn *turn, struct find *find)
{
    struct order *order = turn->order;
    size_t bytes = weight(find);
    pthread_mutex_lock(&order->lock);
    while (order->first != turn && !order->is_stopped && turn->held &&
           turn->held + bytes > order->most_held)
        pthread_cond_wait(&order->moved, &order->lock);
    if (order->first == turn || order->is_stopped) {
        hand_on(order, find);
    } else {
        *turn->end = find;
        turn->end = &find->next;
        turn->held += bytes;
    }
    int result = order->is_stopped ? -1 : 0;
    if (result)
        pthread_cond_broadcast(&order->moved);
    pthread_mutex_unlock(&order->lock);
    return result;
}

void order_end(struct order_turn *turn)
{
    struct order *order = turn->order;
    pthread_mutex_lock(&order->lock);
    turn->has_ended = true;
    while (order->first && order->first->has_ended) {
        struct order_turn *ended = order->first;
        hand_on_kept(ended);
        order->first = ended->next;
        if (!order->first)
            order->end = &order->first;
        free(ended);
    }
    if (order->first)
        hand_on_kept(order->first);
    pthread_cond_broadcast(&order->moved);
    pthread_mutex_unlock(&order->lock);
}
