#include "collect/schedule.h"

#include "collect/random.h"

unsigned long schedule_nr(const struct schedule *schedule)
{
    return (unsigned long)schedule->cells_nr * schedule->runs;
}

/* Returns which cell stands at a place of a round.  A cell moves as Durstenfeld's shuffle
 * (Comm. ACM 7, 1964) would move it; only its own way is followed, from the last step to the
 * first, which needs no memory. */
static size_t cell_at(const struct schedule *schedule, unsigned long round, size_t place)
{
    struct random random;
    size_t last = schedule->cells_nr - 1;
    /* An even round turns the one before it round, which takes even drift out of the pair. */
    bool is_turned = round % 2 == 0;
    size_t cell = is_turned ? last - place : place;
    random_seed(&random, random_derive(schedule->seed, round - is_turned));
    for (size_t step = 1; step <= last; step++) {
        size_t other = (size_t)random_below(&random, step + 1);
        cell = cell == step ? other : cell == other ? step : cell;
    }
    return cell;
}

struct schedule_run schedule_at(const struct schedule *schedule, unsigned long seq)
{
    unsigned long before = seq - 1, cells = (unsigned long)schedule->cells_nr;
    if (!schedule->interleaves)
        return (struct schedule_run){
            .seq = seq,
            .cell = before / schedule->runs,
            .run = (unsigned)(before % schedule->runs) + 1,
        };
    unsigned long round = before / cells + 1;
    return (struct schedule_run){
        .seq = seq,
        .cell = cell_at(schedule, round, before % cells),
        .run = (unsigned)round,
        .round = round,
    };
}
