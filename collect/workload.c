#include "collect/workload.h"

#include <stdlib.h>

#include "collect/place.h"
#include "record/memory.h"

/* Streams of random numbers, by what they decide; of files from the last one on. */
enum { STREAM_OP, STREAM_PLACE, STREAM_LENGTH, STREAM_FILES };

/* Maps of blocks visited may take so much memory. */
#define MAPS_BYTES_MAX (UINT64_C(1) << 30)

struct workload {
    const struct job *job;
    uint64_t seed;
    struct place_rules rules;
    struct place *places;
    unsigned places_nr;
    unsigned over_nr;                    /* places whose pass is over, or that are too short */
    unsigned turn;                       /* the place that is next */
    struct distribution **distributions; /* one for each number of blocks */
    unsigned distributions_nr;
    struct random op_random;
    struct place_random random;
    uint64_t read_below; /* of 2^64: the share of reads in a mix */
    bool is_mixed, is_trimwrite;
    enum io_op only;                 /* where nothing is mixed */
    unsigned run_left;               /* I/Os until the next random offset */
    uint64_t loop_bytes;             /* UINT64_MAX: time-based */
    uint64_t bytes_left, loops_left; /* of this loop; after it */
    uint64_t ios_left;               /* UINT64_MAX: no limit */
    uint64_t writes_since_fsync, writes_since_fdatasync;
    unsigned last_file;
    uint64_t plain_bytes; /* the one length of a plain workload: one file, one length, no
                             syncs; 0 where it is none */
    uint64_t plain_left;  /* I/Os that come before anything has to be looked at */
    struct io pair;       /* what was trimmed and is written next */
    bool has_pair;
};

static uint64_t share_of(struct job_size size, uint64_t whole)
{
    return size.percent > 0 ? (uint64_t)((double)whole * size.percent / 100) : size.bytes;
}

/* What one loop moves: io_size, else all that the extents hold in whole blocks. */
static uint64_t bytes_of_loop(const struct workload *w)
{
    uint64_t usable = 0;
    for (unsigned i = 0; i < w->places_nr; i++)
        if (w->places[i].blocks_nr)
            usable += w->places[i].length / w->rules.block * w->rules.block;
    uint64_t wanted = share_of(w->job->io_size, usable);
    uint64_t bytes = wanted ? wanted : usable;
    return w->is_trimwrite ? bytes * 2 : bytes;
}

/* Gives a place its distribution: places of as many blocks share one. */
static void add_distribution(struct workload *w, unsigned index)
{
    struct place *place = &w->places[index];
    for (unsigned i = 0; i < index; i++)
        if (w->places[i].blocks_nr == place->blocks_nr) {
            place->distribution = w->places[i].distribution;
            return;
        }
    struct distribution *made =
        distribution_new(w->job->distribution, w->job->theta, place->blocks_nr);
    w->distributions =
        memory_resize(w->distributions, w->distributions_nr + 1, sizeof *w->distributions);
    w->distributions[w->distributions_nr++] = made;
    place->distribution = made;
}

/* Returns whether there is a place to do I/O at. */
static bool init_places(struct workload *w, const struct workload_extent *extents, unsigned nr)
{
    w->places = memory_resize(NULL, nr ? nr : 1, sizeof *w->places);
    w->places_nr = nr;
    bool has_any = false;
    for (unsigned i = 0; i < nr; i++) {
        place_init(&w->places[i], &w->rules, extents[i].start_bytes, extents[i].length_bytes,
                   random_derive(w->seed, STREAM_FILES + (uint64_t)i));
        has_any |= w->places[i].blocks_nr > 0;
        if (w->rules.has_distribution && w->places[i].blocks_nr)
            add_distribution(w, i);
    }
    return has_any;
}

/* Returns whether maps of these extents have room; fills *diag. */
static bool maps_fit(const struct workload *w, const struct workload_extent *extents, unsigned nr,
                     struct diag *diag)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; w->rules.has_map && i < nr && bytes <= MAPS_BYTES_MAX; i++)
        bytes += extents[i].length_bytes / w->rules.block / 8;
    if (bytes <= MAPS_BYTES_MAX)
        return true;
    diag_set(diag, DIAG_FATAL, w->job->path, w->job->line,
             "norandommap=1 needs no map; nor do blocks of one size",
             "job %s: a map of the blocks it visited needs more than 1 GiB", w->job->name);
    return false;
}

/* One file, blocks of one length, each after the other or at random: what most jobs do,
 * and what must cost least. */
static uint64_t plain_bytes_of(const struct workload *w)
{
    const struct job *job = w->job;
    if (w->places_nr != 1 || w->is_trimwrite || job->run_length > 1 || job->fsync_every ||
        job->fdatasync_every || w->rules.has_map || w->rules.has_distribution)
        return 0;
    if (!job->is_random && w->rules.goes_round)
        return 0;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        const struct lengths *lengths = &w->rules.lengths[op];
        if (job->does[op] && (lengths->least != lengths->most || lengths->least != w->rules.block ||
                              lengths->splits_nr))
            return 0;
    }
    return w->rules.block;
}

struct workload *workload_new(const struct job *job, const struct workload_extent *extents,
                              unsigned extents_nr, uint64_t seed, struct diag *diag)
{
    struct workload *w = memory_alloc(sizeof *w);
    w->job = job;
    w->seed = seed;
    place_rules_init(&w->rules, job);
    w->is_trimwrite = job->does[IO_TRIM] && job->does[IO_WRITE];
    w->is_mixed = job->does[IO_READ] && job->does[IO_WRITE];
    w->only = job->does[IO_READ] ? IO_READ : job->does[IO_WRITE] ? IO_WRITE : IO_TRIM;
    w->read_below = job->rwmix_read_pct >= 100
                        ? UINT64_MAX
                        : (uint64_t)((double)job->rwmix_read_pct / 100 * 0x1p64);
    if (!maps_fit(w, extents, extents_nr, diag)) {
        workload_free(w);
        return NULL;
    }
    if (!init_places(w, extents, extents_nr)) {
        diag_set(diag, DIAG_FATAL, job->path, job->line, "give a larger size, or a smaller bs",
                 "job %s: none of its files is as long as a block of %llu bytes", job->name,
                 (unsigned long long)w->rules.needed);
        workload_free(w);
        return NULL;
    }
    w->loop_bytes = job->is_time_based ? UINT64_MAX : bytes_of_loop(w);
    w->plain_bytes = plain_bytes_of(w);
    workload_rewind(w);
    return w;
}

void workload_free(struct workload *w)
{
    if (!w)
        return;
    for (unsigned i = 0; i < w->places_nr; i++)
        place_free(&w->places[i]);
    for (unsigned i = 0; i < w->distributions_nr; i++)
        distribution_free(w->distributions[i]);
    free(w->distributions);
    free(w->places);
    free(w);
}

static void begin_passes(struct workload *w, bool is_first)
{
    w->over_nr = 0;
    for (unsigned i = 0; i < w->places_nr; i++) {
        place_begin(&w->places[i], &w->rules, is_first);
        w->places[i].is_over = w->places[i].blocks_nr == 0;
        w->over_nr += w->places[i].is_over;
    }
}

void workload_rewind(struct workload *w)
{
    random_seed(&w->op_random, random_derive(w->seed, STREAM_OP));
    random_seed(&w->random.place, random_derive(w->seed, STREAM_PLACE));
    random_seed(&w->random.length, random_derive(w->seed, STREAM_LENGTH));
    begin_passes(w, true);
    w->turn = w->last_file = 0;
    w->run_left = 0;
    w->bytes_left = w->loop_bytes;
    w->loops_left = w->job->loops > 1 ? w->job->loops - 1 : 0;
    w->ios_left = w->job->number_ios ? w->job->number_ios : UINT64_MAX;
    w->writes_since_fsync = w->writes_since_fdatasync = 0;
    w->has_pair = false;
    w->plain_left = 0;
}

static bool is_due(unsigned every, uint64_t since)
{
    return every > 0 && since >= every;
}

static inline enum io_op draw_direction(struct workload *w)
{
    if (!w->is_mixed)
        return w->only;
    /* All of 2^64 numbers must be below where every I/O reads. */
    uint64_t number = random_next(&w->op_random);
    return number < w->read_below || w->read_below == UINT64_MAX ? IO_READ : IO_WRITE;
}

enum io_op workload_draw(struct workload *w)
{
    if (is_due(w->job->fsync_every, w->writes_since_fsync) ||
        is_due(w->job->fdatasync_every, w->writes_since_fdatasync))
        return IO_SYNC;
    if (w->is_trimwrite)
        return w->has_pair ? IO_WRITE : IO_TRIM;
    return draw_direction(w);
}

static bool next_sync(struct workload *w, struct io *io)
{
    bool is_full = is_due(w->job->fsync_every, w->writes_since_fsync);
    w->writes_since_fdatasync = 0;
    if (is_full)
        w->writes_since_fsync = 0;
    *io = (struct io){.op = IO_SYNC, .is_datasync = !is_full, .file = w->last_file};
    return true;
}

/* Returns the file that is next, of those whose pass is not over. */
static unsigned take_turn(struct workload *w)
{
    unsigned file;
    do {
        file = w->turn;
        w->turn = file + 1 < w->places_nr ? file + 1 : 0;
    } while (w->places[file].is_over);
    return file;
}

/* A pass over all files ends when it is over for each. */
static void end_pass(struct workload *w, unsigned file)
{
    w->places[file].is_over = true;
    if (++w->over_nr == w->places_nr)
        begin_passes(w, false);
}

static void draw_io(struct workload *w, enum io_op op, struct io *io)
{
    bool is_random = w->job->is_random && w->run_left == 0;
    if (w->job->run_length > 1)
        w->run_left = w->run_left ? w->run_left - 1 : w->job->run_length - 1;
    io->op = op;
    io->is_datasync = false;
    io->file = take_turn(w);
    while (!place_draw(&w->places[io->file], &w->rules, op, is_random, &w->random,
                       &io->offset_bytes, &io->bytes)) {
        end_pass(w, io->file);
        io->file = take_turn(w);
    }
}

/* The write of a pair covers what its trim did. */
static void draw_pair(struct workload *w, struct io *io)
{
    if (w->has_pair) {
        *io = w->pair;
        io->op = IO_WRITE;
    } else {
        draw_io(w, IO_TRIM, io);
        w->pair = *io;
    }
    w->has_pair = !w->has_pair;
}

static void count(struct workload *w, const struct io *io)
{
    w->bytes_left -= io->bytes < w->bytes_left ? io->bytes : w->bytes_left;
    w->ios_left--;
    w->last_file = io->file;
    if (io->op == IO_WRITE) {
        w->writes_since_fsync++;
        w->writes_since_fdatasync++;
    }
}

/* Returns false where the job is done; begins its next loop where there is one. */
static bool has_more(struct workload *w)
{
    if (w->ios_left == 0)
        return false;
    if (w->bytes_left > 0)
        return true;
    if (w->loop_bytes == UINT64_MAX) {
        w->bytes_left = UINT64_MAX;
        return true;
    }
    if (w->loops_left == 0)
        return false;
    w->loops_left--;
    w->bytes_left = w->loop_bytes;
    begin_passes(w, false);
    return true;
}

/* Counts as many I/Os as can be drawn without a look, before they are. */
static void foresee(struct workload *w)
{
    const struct place *place = &w->places[0];
    uint64_t nr = w->bytes_left / w->plain_bytes;
    if (nr > w->ios_left)
        nr = w->ios_left;
    uint64_t in_pass = nr;
    if (!w->job->is_random)
        in_pass = (place->length - place->next[w->only]) / w->plain_bytes;
    else if (!w->job->may_repeat)
        in_pass = place->blocks_nr - place->drawn;
    w->plain_left = nr < in_pass ? nr : in_pass;
    w->bytes_left -= w->plain_left * w->plain_bytes;
    w->ios_left -= w->plain_left;
}

/* Takes back what was foreseen and is not drawn that way. */
static void forget(struct workload *w)
{
    w->bytes_left += w->plain_left * w->plain_bytes;
    w->ios_left += w->plain_left;
    w->plain_left = 0;
}

static inline uint64_t plain_block(struct workload *w, struct place *place)
{
    if (w->job->may_repeat)
        return random_below(&w->random.place, place->blocks_nr);
    return permutation_at(&place->order, place->drawn++);
}

/* Draws as many as were foreseen, nr at most; returns how many. */
static unsigned fill_plain(struct workload *w, struct io_slot *slots, const unsigned *numbers,
                           unsigned nr)
{
    struct place *place = &w->places[0];
    if (nr > w->plain_left)
        nr = (unsigned)w->plain_left;
    const uint64_t bytes = w->plain_bytes, start = place->start;
    const bool is_random = w->job->is_random;
    for (unsigned i = 0; i < nr; i++) {
        struct io *io = &slots[numbers[i]].io;
        io->op = draw_direction(w);
        io->file = 0;
        io->bytes = bytes;
        io->is_datasync = false;
        if (is_random) {
            io->offset_bytes = start + plain_block(w, place) * bytes;
        } else {
            io->offset_bytes = start + place->next[io->op];
            place->next[io->op] += bytes;
        }
    }
    w->plain_left -= nr;
    return nr;
}

bool workload_next_of(struct workload *w, enum io_op op, struct io *io)
{
    if (w->plain_left)
        forget(w);
    if (op == IO_SYNC)
        return next_sync(w, io);
    if (!has_more(w))
        return false;
    if (w->is_trimwrite)
        draw_pair(w, io);
    else
        draw_io(w, op, io);
    count(w, io);
    return true;
}

bool workload_next(struct workload *w, struct io *io)
{
    return workload_next_of(w, workload_draw(w), io);
}

unsigned workload_fill(struct workload *w, struct io_slot *slots, const unsigned *numbers,
                       unsigned nr)
{
    unsigned done = 0;
    while (done < nr) {
        if (w->plain_left) {
            done += fill_plain(w, slots, numbers + done, nr - done);
            continue;
        }
        if (!workload_next(w, &slots[numbers[done]].io))
            break;
        done++;
        if (w->plain_bytes)
            foresee(w);
    }
    return done;
}

uint64_t workload_bytes_max(const struct workload *w)
{
    uint64_t most = 0;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        if (w->job->does[op] && w->rules.lengths[op].most > most)
            most = w->rules.lengths[op].most;
    return most;
}

uint64_t workload_total_bytes(const struct workload *w)
{
    uint64_t loops = w->job->loops > 1 ? w->job->loops : 1;
    if (w->loop_bytes == UINT64_MAX || w->loop_bytes > UINT64_MAX / loops)
        return 0;
    return w->loop_bytes * loops;
}
