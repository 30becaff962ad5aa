#include "collect/place.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

/* Each direction has one length, aligned to itself, and they differ. */
static bool are_separate(const struct place_rules *rules)
{
    const struct job *job = rules->job;
    bool differ = false;
    if (!job->is_random || job->may_repeat || rules->has_distribution)
        return false;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        const struct lengths *lengths = &rules->lengths[op];
        if (!job->does[op])
            continue;
        if (lengths->least != lengths->most || lengths->least != rules->align[op])
            return false;
        differ |= lengths->most > rules->block;
    }
    return differ;
}

/* Lengths that differ, or reach over several blocks, need a map. */
static bool needs_map(const struct place_rules *rules)
{
    const struct job *job = rules->job;
    if (!job->is_random || job->may_repeat || rules->has_distribution || rules->is_separate)
        return false;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        const struct lengths *lengths = &rules->lengths[op];
        if (job->does[op] && (lengths->least != lengths->most || lengths->most > rules->block))
            return true;
    }
    return false;
}

void place_rules_init(struct place_rules *rules, const struct job *job)
{
    memset(rules, 0, sizeof *rules);
    rules->job = job;
    rules->has_distribution = job->is_random && job->distribution != JOB_UNIFORM;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        struct lengths *lengths = &rules->lengths[op];
        lengths_init(lengths, job, (enum io_op)op);
        uint64_t align = job->align_bytes[op] ? job->align_bytes[op] : lengths->least;
        rules->align[op] = align;
        if (!job->does[op])
            continue;
        if (rules->block == 0 || align < rules->block)
            rules->block = align;
        if (lengths->least > rules->needed)
            rules->needed = lengths->least;
    }
    rules->is_separate = are_separate(rules);
    rules->has_map = needs_map(rules);
    /* Each direction of a mix has its own position, and so have the runs of a random job. */
    rules->goes_round = job->is_random || (job->does[IO_READ] && job->does[IO_WRITE]);
}

void place_init(struct place *place, const struct place_rules *rules, uint64_t start_bytes,
                uint64_t length_bytes, uint64_t seed)
{
    memset(place, 0, sizeof *place);
    place->start = start_bytes;
    place->length = length_bytes;
    place->seed = seed;
    if (rules->needed == 0 || length_bytes < rules->needed)
        return;
    /* With a map, what begins near the end is cut; without, it must fit. */
    place->blocks_nr = rules->has_map ? length_bytes / rules->block
                                      : (length_bytes - rules->needed) / rules->block + 1;
    if (place->blocks_nr > PERMUTATION_NR_MAX)
        place->blocks_nr = PERMUTATION_NR_MAX;
    if (rules->has_map)
        place->map = memory_resize(NULL, place->blocks_nr / 64 + 1, sizeof *place->map);
}

void place_free(struct place *place)
{
    free(place->map);
    place->map = NULL;
}

/* Begins the next pass of one direction. */
static void begin_own(struct place *place, const struct place_rules *rules, int op)
{
    struct place_order *own = &place->own[op];
    uint64_t nr = place->length / rules->align[op];
    uint64_t seed = random_derive(place->seed, (uint64_t)op + 1);
    permutation_init(&own->order, nr, random_derive(seed, own->passes++));
    own->drawn = 0;
}

void place_begin(struct place *place, const struct place_rules *rules, bool is_first)
{
    if (is_first) {
        place->passes = 0;
        memset(place->last, 0, sizeof place->last);
    }
    /* A distribution has its favourites, and they stay. */
    uint64_t pass = rules->has_distribution ? 0 : place->passes;
    place->passes++;
    place->drawn = 0;
    place->is_over = false;
    memset(place->next, 0, sizeof place->next);
    if (place->blocks_nr == 0)
        return;
    permutation_init(&place->order, place->blocks_nr, random_derive(place->seed, pass));
    for (int op = 0; op < IO_DIRECTIONS_NR && rules->is_separate; op++) {
        place->own[op].passes = 0;
        if (rules->job->does[op])
            begin_own(place, rules, op);
    }
    if (place->map)
        memset(place->map, 0, (place->blocks_nr / 64 + 1) * sizeof *place->map);
}

static bool is_visited(const struct place *place, uint64_t block)
{
    return place->map[block / 64] >> (block % 64) & 1;
}

/* Marks the blocks that an I/O covers; returns how many bytes of it come before the
 * first one that was visited. */
static uint64_t visit(struct place *place, uint64_t block_bytes, uint64_t block, uint64_t bytes)
{
    uint64_t nr = (bytes + block_bytes - 1) / block_bytes, done = 0;
    while (done < nr && block + done < place->blocks_nr && !is_visited(place, block + done)) {
        place->map[(block + done) / 64] |= UINT64_C(1) << ((block + done) % 64);
        done++;
    }
    return done == nr ? bytes : done * block_bytes;
}

/* Sets *block to the next random one; false where all were visited. */
static bool draw_block(struct place *place, const struct place_rules *rules,
                       struct place_random *random, uint64_t *block)
{
    if (rules->has_distribution) {
        uint64_t rank = distribution_next(place->distribution, &random->place);
        *block = permutation_at(&place->order, rank);
        return true;
    }
    if (rules->job->may_repeat) {
        *block = random_below(&random->place, place->blocks_nr);
        return true;
    }
    while (place->drawn < place->blocks_nr) {
        *block = permutation_at(&place->order, place->drawn++);
        if (!place->map || !is_visited(place, *block))
            return true;
    }
    return false;
}

static bool draw_own(struct place *place, const struct place_rules *rules, enum io_op op,
                     uint64_t *offset, uint64_t *bytes)
{
    struct place_order *own = &place->own[op];
    if (own->drawn == own->order.nr)
        begin_own(place, rules, op);
    *bytes = rules->lengths[op].least;
    *offset = permutation_at(&own->order, own->drawn++) * *bytes;
    return true;
}

static bool draw_random(struct place *place, const struct place_rules *rules, enum io_op op,
                        struct place_random *random, uint64_t *offset, uint64_t *bytes)
{
    if (rules->is_separate)
        return draw_own(place, rules, op, offset, bytes);
    uint64_t block;
    if (!draw_block(place, rules, random, &block))
        return false;
    const struct lengths *lengths = &rules->lengths[op];
    *offset = block * rules->block;
    if (!place->map) {
        if (rules->align[op] != rules->block)
            *offset -= *offset % rules->align[op];
        *bytes = lengths_draw(lengths, &random->length, place->length - *offset);
        return true;
    }
    uint64_t room = (place->blocks_nr - block) * rules->block;
    *bytes = room < lengths->least ? room : lengths_draw(lengths, &random->length, room);
    *bytes = visit(place, rules->block, block, *bytes);
    return true;
}

/* Whether a step over a hole goes beyond the end: fio begins again at the start then, but not where
 * the I/O before it reached the end, nor where there is an offset. */
static bool steps_beyond(const struct place *place, const struct place_rules *rules, enum io_op op)
{
    uint64_t stride = rules->job->stride_bytes, next = place->next[op];
    return stride > 0 && place->start == 0 && next >= place->length &&
           next - stride < place->length;
}

/* Sets *offset of a sequential I/O; false where the end is reached. */
static bool next_in_sequence(struct place *place, const struct place_rules *rules, enum io_op op,
                             uint64_t *offset)
{
    const struct job *job = rules->job;
    if (job->run_length > 1 && job->sequencer == JOB_IDENTICAL) {
        *offset = place->last[op];
    } else if (place->next[op] <= place->length - rules->lengths[op].least) {
        *offset = place->next[op];
    } else if (rules->goes_round || steps_beyond(place, rules, op)) {
        *offset = 0;
    } else {
        return false;
    }
    return true;
}

bool place_draw(struct place *place, const struct place_rules *rules, enum io_op op, bool is_random,
                struct place_random *random, uint64_t *offset_bytes, uint64_t *bytes)
{
    uint64_t offset;
    if (is_random) {
        if (!draw_random(place, rules, op, random, &offset, bytes))
            return false;
    } else {
        if (!next_in_sequence(place, rules, op, &offset))
            return false;
        const struct lengths *lengths = &rules->lengths[op];
        uint64_t room = place->length - offset;
        *bytes = room < lengths->least ? room : lengths_draw(lengths, &random->length, room);
    }
    place->last[op] = offset;
    place->next[op] = offset + *bytes + rules->job->stride_bytes;
    *offset_bytes = place->start + offset;
    return true;
}
