/* Makes a workload of a job and the extents of its files. */
#include <stdlib.h>

#include "collect/workload_parts.h"
#include "record/memory.h"

/* Maps of blocks visited may take so much memory. */
#define MAPS_BYTES_MAX (UINT64_C(1) << 30)

static uint64_t share_of(struct job_size size, uint64_t whole)
{
    return size.percent > 0 ? (uint64_t)((double)whole * size.percent / 100) : size.bytes;
}

/* What one loop moves: io_size, else all that the extents hold in whole blocks, or the size
 * of a job that has filesize beside it. */
static uint64_t bytes_of_loop(const struct workload *w)
{
    uint64_t usable = 0;
    for (unsigned i = 0; i < w->places_nr; i++)
        if (w->places[i].blocks_nr)
            usable += w->places[i].length / w->rules.block * w->rules.block;
    uint64_t wanted = share_of(w->job->io_size, usable);
    if (!wanted && w->job->filesize.most && w->job->size.bytes < usable)
        wanted = w->job->size.bytes;
    uint64_t bytes = wanted ? wanted : usable;
    return w->is_trimwrite ? bytes * 2 : bytes;
}

/* Whether random I/O leaves out what lies between its blocks (blockalign above bs): then all
 * that was asked for takes more passes than one. */
static bool leaves_gaps(const struct workload *w)
{
    for (int op = 0; op < IO_DIRECTIONS_NR && w->job->is_random; op++)
        if (w->job->does[op] && w->rules.align[op] > w->rules.lengths[op].most)
            return true;
    return false;
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
    if (!job->is_random && (w->rules.goes_round || job->stride_bytes))
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
    w->ends_with_pass = !job->is_time_based && job->io_size.bytes == 0 &&
                        job->io_size.percent <= 0 && !leaves_gaps(w);
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
