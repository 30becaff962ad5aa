#include "collect/workload.h"

#include "collect/workload_parts.h"

static void begin_passes(struct workload *w, bool is_first)
{
    w->over_nr = 0;
    for (unsigned i = 0; i < w->places_nr; i++) {
        place_begin(&w->places[i], &w->rules, is_first);
        w->places[i].is_over = w->places[i].blocks_nr == 0;
        w->over_nr += w->places[i].is_over;
    }
}

static void begin_loop(struct workload *w)
{
    w->bytes_left = w->loop_bytes;
    /* A trim and the write of its block count as one. */
    uint64_t ios = w->job->number_ios, each = w->is_trimwrite ? 2 : 1;
    w->ios_left = ios && ios <= UINT64_MAX / each ? ios * each : UINT64_MAX;
    w->has_drawn = false;
}

void workload_rewind(struct workload *w)
{
    random_seed(&w->op_random, random_derive(w->seed, STREAM_OP));
    random_seed(&w->random.place, random_derive(w->seed, STREAM_PLACE));
    random_seed(&w->random.length, random_derive(w->seed, STREAM_LENGTH));
    begin_passes(w, true);
    w->turn = w->last_file = 0;
    w->run_left = 0;
    w->loops_left = w->job->loops > 1 ? w->job->loops - 1 : 0;
    begin_loop(w);
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

/* Whether the last I/O of the last loop was drawn: no sync follows that one. */
static bool is_done(const struct workload *w)
{
    return (w->bytes_left == 0 || w->ios_left == 0) && w->loops_left == 0 &&
           w->loop_bytes != UINT64_MAX;
}

enum io_op workload_draw(struct workload *w)
{
    if (!is_done(w) &&
        (is_due(w->job->fsync_every, w->writes_since_fsync) ||
        is_due(w->job->fdatasync_every, w->writes_since_fdatasync)))
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

/* Ends the pass over a file; returns true where it was the last one, and all begin anew. */
static bool end_pass(struct workload *w, unsigned file)
{
    w->places[file].is_over = true;
    if (++w->over_nr < w->places_nr)
        return false;
    begin_passes(w, false);
    return true;
}

/* Draws an I/O; false where the loop ends with its pass over the files: nothing but
 * io_size and time take a job round again. */
static bool draw_io(struct workload *w, enum io_op op, struct io *io)
{
    bool is_random = w->job->is_random && w->run_left == 0;
    io->op = op;
    io->is_datasync = false;
    io->file = take_turn(w);
    while (!place_draw(&w->places[io->file], &w->rules, op, is_random, &w->random,
                       &io->offset_bytes, &io->bytes)) {
        if (end_pass(w, io->file) && w->ends_with_pass && w->has_drawn) {
            w->bytes_left = 0;
            return false;
        }
        io->file = take_turn(w);
    }
    if (w->job->run_length > 1)
        w->run_left = w->run_left ? w->run_left - 1 : w->job->run_length - 1;
    w->has_drawn = true;
    return true;
}

/* The write of a pair covers what its trim did. */
static bool draw_pair(struct workload *w, struct io *io)
{
    if (w->has_pair) {
        *io = w->pair;
        io->op = IO_WRITE;
    } else {
        if (!draw_io(w, IO_TRIM, io))
            return false;
        w->pair = *io;
    }
    w->has_pair = !w->has_pair;
    return true;
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

/* Returns false where the job is done; begins its next loop where there is one, which goes
 * on where the last one ended. */
static bool has_more(struct workload *w)
{
    if (w->bytes_left > 0 && w->ios_left > 0)
        return true;
    if (w->loop_bytes != UINT64_MAX) {
        if (w->loops_left == 0)
            return false;
        w->loops_left--;
    }
    begin_loop(w);
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
    w->has_drawn = true;
    return nr;
}

bool workload_next_of(struct workload *w, enum io_op op, struct io *io)
{
    if (w->plain_left)
        forget(w);
    if (op == IO_SYNC)
        return next_sync(w, io);
    while (has_more(w))
        if (w->is_trimwrite ? draw_pair(w, io) : draw_io(w, op, io)) {
            count(w, io);
            return true;
        }
    return false;
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
