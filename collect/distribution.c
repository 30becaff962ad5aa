/* Draws by rejection under a stair: ranks are grouped into steps within which
 * probabilities differ little.  A step is drawn by its area from an alias table
 * (Walker, 1977; Vose, 1991), a rank evenly within the step, and is taken with its
 * probability over that of the step's likeliest.  Nearly always the step's least
 * probability settles that, so that no power is computed. */
#include "collect/distribution.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "record/memory.h"

/* How far probabilities of one step may be apart, and how many steps there may be: the
 * last one takes all that is left, which is next to nothing. */
static const double step_ratio = 1.0625;
enum { STEPS_MAX = 4096 };

struct step {
    uint64_t first, nr; /* ranks */
    double height;      /* the greatest weight of its ranks */
    double sure;        /* the least one, over height */
    uint64_t threshold; /* of the alias table: below it this step, else the other */
    unsigned alias;
};

struct distribution {
    enum job_distribution kind;
    double parameter; /* theta of zipf; a of pareto; 1 / (2 sd²) of normal */
    bool is_rising;   /* pareto with h over 0.5: the last rank is the likeliest */
    uint64_t nr;
    unsigned steps_nr;
    struct step steps[STEPS_MAX];
};

/* Returns the weight of a rank, falling from rank 0 on. */
static double weight_of(const struct distribution *d, uint64_t rank)
{
    double x = (double)rank, nr = (double)d->nr;
    switch (d->kind) {
    case JOB_ZIPF:
        return pow(x + 1, -d->parameter);
    case JOB_PARETO:
        if (d->is_rising)
            x = nr - 1 - x;
        /* (x + 1)^a - x^a, which for large x loses all digits in that form. */
        return x > 0 ? pow(x / nr, d->parameter) * expm1(d->parameter * log1p(1 / x))
                     : pow(1 / nr, d->parameter);
    case JOB_NORMAL:
        /* How far it is from the middle, which lies between two places or on one. */
        x = d->nr % 2 == 0 ? floor(x / 2) + 0.5 : floor((x + 1) / 2);
        return exp(-x * x * d->parameter);
    case JOB_UNIFORM:
        break;
    }
    return 1;
}

/* Returns how many ranks from first on are within step_ratio of it, at most most. */
static uint64_t step_length(const struct distribution *d, uint64_t first, uint64_t most)
{
    double floor_weight = weight_of(d, first) / step_ratio;
    uint64_t good = 1, step = 1;
    while (good < most) {
        uint64_t next = step < most - good ? good + step : most;
        if (weight_of(d, first + next - 1) < floor_weight)
            break;
        good = next;
        step *= 2;
    }
    while (step > 1 && good < most) {
        step /= 2;
        uint64_t next = step < most - good ? good + step : most;
        if (weight_of(d, first + next - 1) >= floor_weight)
            good = next;
    }
    return good;
}

static void cut_into_steps(struct distribution *d)
{
    uint64_t first = 0;
    while (first < d->nr) {
        struct step *step = &d->steps[d->steps_nr++];
        uint64_t left = d->nr - first;
        step->first = first;
        step->nr = d->steps_nr == STEPS_MAX ? left : step_length(d, first, left);
        step->height = weight_of(d, first);
        double least = weight_of(d, first + step->nr - 1);
        step->sure = step->height > 0 ? least / step->height : 1;
        /* What no random number can hit ends the table. */
        if (!(step->height > 0))
            step->nr = left;
        first += step->nr;
    }
}

static void make_alias_table(struct distribution *d)
{
    unsigned nr = d->steps_nr;
    double sum = 0;
    for (unsigned i = 0; i < nr; i++)
        sum += d->steps[i].height * (double)d->steps[i].nr;
    double *share = memory_resize(NULL, nr, sizeof *share);
    unsigned *small = memory_resize(NULL, nr, sizeof *small);
    unsigned *large = memory_resize(NULL, nr, sizeof *large);
    unsigned small_nr = 0, large_nr = 0;
    for (unsigned i = 0; i < nr; i++) {
        share[i] = d->steps[i].height * (double)d->steps[i].nr / sum * nr;
        d->steps[i].threshold = UINT64_MAX;
        d->steps[i].alias = i;
        if (share[i] < 1)
            small[small_nr++] = i;
        else
            large[large_nr++] = i;
    }
    while (small_nr && large_nr) {
        unsigned s = small[--small_nr], l = large[large_nr - 1];
        d->steps[s].threshold = (uint64_t)(share[s] * 0x1p64);
        d->steps[s].alias = l;
        share[l] -= 1 - share[s];
        if (share[l] < 1)
            small[small_nr++] = large[--large_nr];
    }
    free(share);
    free(small);
    free(large);
}

struct distribution *distribution_new(enum job_distribution kind, double parameter, uint64_t nr)
{
    struct distribution *d = memory_alloc(sizeof *d);
    d->kind = kind;
    d->nr = nr;
    d->parameter = parameter;
    if (kind == JOB_PARETO) {
        d->parameter = log1p(-parameter) / log(parameter);
        d->is_rising = d->parameter > 1;
    } else if (kind == JOB_NORMAL) {
        double deviation = (double)nr * parameter / 100;
        d->parameter = 1 / (2 * deviation * deviation);
    }
    cut_into_steps(d);
    make_alias_table(d);
    return d;
}

void distribution_free(struct distribution *distribution)
{
    free(distribution);
}

uint64_t distribution_next(const struct distribution *d, struct random *random)
{
    for (;;) {
        /* The high part of the product is the column, the low part where in it. */
        uint64_t number = random_next(random);
        unsigned column = (unsigned)random_multiply_high(number, d->steps_nr);
        const struct step *step = &d->steps[column];
        if (number * d->steps_nr >= step->threshold)
            step = &d->steps[step->alias];
        uint64_t rank = step->first + random_below(random, step->nr);
        double taken = random_real(random);
        if (taken >= step->sure && taken * step->height >= weight_of(d, rank))
            continue;
        return d->is_rising ? d->nr - 1 - rank : rank;
    }
}
