/* The budget: how many bytes a run may yet write. */
#ifndef IOD_COLLECT_BUDGET_H
#define IOD_COLLECT_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Shared by all threads of a run. */
struct budget {
    _Atomic uint64_t left_bytes;
    _Atomic bool is_spent; /* something was asked for that was more than what was left */
};

static inline void budget_init(struct budget *budget, uint64_t bytes)
{
    atomic_init(&budget->left_bytes, bytes);
    atomic_init(&budget->is_spent, false);
}

/* Takes bytes that are about to be written or trimmed.  Returns false, takes nothing and
 * notes that it is spent, where less is left.  A NULL budget has no end. */
static inline bool budget_take(struct budget *budget, uint64_t bytes)
{
    if (!budget)
        return true;
    uint64_t left = atomic_load_explicit(&budget->left_bytes, memory_order_relaxed);
    while (left >= bytes)
        if (atomic_compare_exchange_weak_explicit(&budget->left_bytes, &left, left - bytes,
                                                  memory_order_relaxed, memory_order_relaxed))
            return true;
    atomic_store_explicit(&budget->is_spent, true, memory_order_relaxed);
    return false;
}

/* Whether so many bytes are left; true of NULL. */
static inline bool budget_has(const struct budget *budget, uint64_t bytes)
{
    return !budget ||
           atomic_load_explicit(&budget->left_bytes, memory_order_relaxed) >= bytes;
}

/* Whether something was refused; false of NULL. */
static inline bool budget_is_spent(const struct budget *budget)
{
    return budget && atomic_load_explicit(&budget->is_spent, memory_order_relaxed);
}

#endif
