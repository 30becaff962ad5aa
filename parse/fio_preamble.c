/* The line that fio prints of each job before the run. */
#include <string.h>

#include "parse/fio.h"

enum { LOOK_BACK = 256 }; /* how many preambles a name is looked for in */

static const char *const directions[] = {"read", "write", "trim"};

/* "16K-16K" is one size. */
static const char *one_size(struct arena *arena, const char *at, size_t length)
{
    const char *dash = memchr(at, '-', length);
    size_t half = dash ? (size_t)(dash - at) : 0;
    if (dash && length == 2 * half + 1 && !strncmp(at, dash + 1, half))
        length = half;
    return arena_text(arena, at, length);
}

/* Reads "bs=4K-4K" (all), "bs=4K-4K/16K-16K" (to 2.0.x), ".../..." of three, and
 * "bs=(R) 4096B-4096B, (W) …, (T) …" (from 2.17).  Source: fio init.c, add_job(). */
static void read_sizes(struct arena *arena, const char *text, const char *bs[3])
{
    size_t nr = 0;
    for (const char *at = text; nr < 3; nr++) {
        at += strcspn(at, "0123456789");
        size_t length = strspn(at, "0123456789.-KMGTPEkiB");
        if (!length)
            break;
        bs[nr] = one_size(arena, at, length);
        at += length;
    }
    if (nr == 1)
        bs[1] = bs[2] = bs[0];
    else if (nr == 2 && !strcmp(bs[0], bs[1]))
        bs[2] = bs[0];
}

void fio_take_preamble(struct fio *fio, const struct pattern_match *match)
{
    struct arena *arena = fio->output->arena;
    fio_end_invocation(fio);
    fio->is_below_preamble = true;
    fio->preambles = arena_grow(arena, fio->preambles, fio->preambles_nr, &fio->preambles_room,
                                sizeof *fio->preambles);
    struct fio_preamble *preamble = &fio->preambles[fio->preambles_nr++];
    struct record *holder = record_new(arena, RECORD_RESULT);
    const char *job = pattern_group_text(match, "job", arena);
    const char *bs = pattern_group_text(match, "bs", arena);
    pattern_fill(match, holder);
    *preamble = (struct fio_preamble){.job = job ? fio_without_host(fio, job) : "",
                                      .group = pattern_group_text(match, "group", arena),
                                      .params = holder->params};
    if (bs)
        read_sizes(arena, bs, preamble->bs);
}

void fio_take_dots(struct fio *fio)
{
    if (fio->is_below_preamble && fio->preambles_nr)
        fio->preambles[fio->preambles_nr - 1].is_several = true;
}

static const char *size_of(const struct fio_preamble *preamble, const char *op)
{
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(op, directions[i]))
            return preamble->bs[i];
    const char *const *bs = preamble->bs;
    bool is_one = bs[0] && bs[1] && !strcmp(bs[0], bs[1]);
    return is_one ? bs[0] : NULL;
}

static void state(struct record *record, const char *name, const char *value)
{
    if (value)
        record_set_pair(record, &record->params, name, value);
}

static void apply(const struct fio_preamble *preamble, struct record *record)
{
    for (size_t i = 0; i < preamble->params.nr; i++)
        state(record, preamble->params.at[i].name, preamble->params.at[i].value);
    state(record, "bs", size_of(preamble, record->op));
}

/* Keeps of the params those that another job of the group has as well. */
static void keep_common(const struct fio_preamble *preamble, struct record *record)
{
    for (size_t i = record->params.nr; i-- > 0;) {
        const char *name = record->params.at[i].name;
        const char *value = strcmp(name, "bs") ? record_pair(&preamble->params, name)
                                               : size_of(preamble, record->op);
        if (!value || strcmp(value, record->params.at[i].value))
            record_unset_pair(&record->params, name);
    }
}

/* The jobs of a group: those of the preambles of the invocation. */
static void apply_group(const struct fio *fio, struct record *record, const char *group)
{
    bool has_one = false;
    for (size_t i = fio->first_preamble; i < fio->preambles_nr; i++) {
        const struct fio_preamble *preamble = &fio->preambles[i];
        if (strcmp(preamble->group, group))
            continue;
        if (has_one)
            keep_common(preamble, record);
        else
            apply(preamble, record);
        has_one = true;
    }
}

void fio_apply_preamble(const struct fio *fio, struct record *record, const char *job,
                        const char *group)
{
    if (!job) {
        if (group)
            apply_group(fio, record, group);
        return;
    }
    size_t least = fio->preambles_nr > LOOK_BACK ? fio->preambles_nr - LOOK_BACK : 0;
    for (size_t i = fio->preambles_nr; i-- > least;) {
        if (strcmp(fio->preambles[i].job, job))
            continue;
        apply(&fio->preambles[i], record);
        bool is_only = fio->preambles_nr == fio->first_preamble + 1;
        if ((fio->preambles[i].is_several || is_only) && record->jobs > 1)
            state(record, "numjobs", arena_printf(record->arena, "%u", record->jobs));
        return;
    }
}
