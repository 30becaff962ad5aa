#include "collect/lengths.h"

void lengths_init(struct lengths *lengths, const struct job *job, enum io_op op)
{
    lengths->least = job->bs_bytes[op].least;
    lengths->most = job->bs_bytes[op].most;
    lengths->splits = job->splits[op];
    lengths->splits_nr = job->splits_nr[op];
    for (unsigned i = 0; i < lengths->splits_nr; i++) {
        uint64_t bytes = lengths->splits[i].bs_bytes;
        if (i == 0 || bytes < lengths->least)
            lengths->least = bytes;
        if (i == 0 || bytes > lengths->most)
            lengths->most = bytes;
    }
    if (lengths->least == 0)
        lengths->least = 1;
    if (lengths->most < lengths->least)
        lengths->most = lengths->least;
    lengths->unit = job->is_bs_unaligned ? 1 : lengths->least;
}

static uint64_t draw_split(const struct lengths *lengths, struct random *random)
{
    unsigned drawn = (unsigned)random_below(random, 100), sum = 0, i = 0;
    for (; i + 1 < lengths->splits_nr; i++) {
        sum += lengths->splits[i].percent;
        if (drawn < sum)
            break;
    }
    return lengths->splits[i].bs_bytes;
}

uint64_t lengths_draw(const struct lengths *lengths, struct random *random, uint64_t room)
{
    if (lengths->splits_nr) {
        uint64_t bytes = draw_split(lengths, random);
        return bytes <= room ? bytes : lengths->least;
    }
    uint64_t units = (lengths->most - lengths->least) / lengths->unit;
    if (units == 0)
        return lengths->least;
    uint64_t bytes = lengths->least + random_below(random, units + 1) * lengths->unit;
    return bytes <= room ? bytes : room - (room - lengths->least) % lengths->unit;
}
