/* The documents of fio's JSON: where one ends, and which go on. */
#include <math.h>
#include <string.h>

#include "parse/fio_json_walk.h"

/* Documents of one execution began at the same time, within this and the second to which
 * they are written. */
#define SAME_START_S 1.5

/* Reads what the document says beside its jobs. */
static void read_document(struct fio_json_walk *walk, struct fio_json_state *state)
{
    const struct json_place *place = &walk->scan.at[state->place];
    size_t disks = 0, jobs = 0, end = fio_json_end_of(walk, place);
    const char *version = fio_json_value_of(walk, place->keys[FIO_JSON_VERSION]);
    if (version && *version)
        state->document.version = version + (strncmp(version, "fio-", 4) ? 0 : 4);
    state->document.timestamp = fio_json_number_of(walk, place->keys[FIO_JSON_TIMESTAMP]);
    for (size_t i = state->place + 1; i < walk->scan.nr && walk->scan.at[i].start < end; i++) {
        const struct json_place *child = &walk->scan.at[i];
        if (walk->steps++ > FIO_JSON_MOST_STEPS)
            return;
        if (child->parent != state->place)
            continue;
        jobs += child->keys[FIO_JSON_JOBNAME] != JSON_SCAN_NONE;
        if (child->keys[FIO_JSON_UTIL] != JSON_SCAN_NONE && ++disks == 1)
            state->document.disk_util_pct = fio_json_number_of(walk, child->keys[FIO_JSON_UTIL]);
        if (child->name && !strcmp(child->name, "global options") && !state->document.globals)
            state->document.globals = json_scan_load(&walk->scan, child);
    }
    /* Of several jobs the figure may span more than each one's run. */
    if (disks != 1 || jobs != 1)
        state->document.disk_util_pct = -1;
}

void fio_json_say_idle(struct fio_json_walk *walk, const struct fio_json_idle *idle, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        bool has_error = idle[i].error > 0 && idle[i].error < 4096;
        tool_fail(walk->output, idle[i].line,
                  has_error ? arena_printf(walk->output->arena,
                                           "a fio job without I/O: it failed with error %d, %s",
                                           idle[i].error, strerror(idle[i].error))
                            : "a fio job without I/O",
                  has_error ? "mend that and measure again" : "see whether it was meant to run");
    }
}

/* With --status-interval fio writes a document again and again, each with all that was
 * done so far: they began at the same time, and no figure falls. */
static bool continues(const struct fio_json_walk *walk)
{
    return walk->now.start_s && walk->before_start_s &&
           fabs(walk->now.start_s - walk->before_start_s) <= SAME_START_S &&
           fio_json_is_later(walk->output, walk->before_first, walk->before_end,
                             walk->now.first_result);
}

void fio_json_close_document(struct fio_json_walk *walk)
{
    struct fio_json_state *now = &walk->now;
    if (!walk->has_state)
        return;
    if (continues(walk)) {
        for (size_t i = walk->before_first; i < walk->before_end; i++)
            walk->output->at[i].is_superseded = true;
        for (size_t i = now->first_result; i < walk->output->nr; i++)
            walk->output->at[i].invocation = walk->before_invocation;
        now->document.invocation = walk->before_invocation;
    } else {
        fio_json_say_idle(walk, walk->before_idle, walk->before_idle_nr);
    }
    fio_json_settle_clients(walk->output, now->first_result);
    walk->before_first = now->first_result;
    walk->before_end = walk->output->nr;
    walk->before_start_s = now->start_s;
    walk->before_invocation = now->document.invocation;
    walk->before_idle = now->idle;
    walk->before_idle_nr = now->idle_nr;
    json_decref(now->document.globals);
    walk->has_state = false;
}

/* The document of a job is the nearest object around it that has a list of jobs. */
void fio_json_enter_document(struct fio_json_walk *walk, const struct json_place *job)
{
    size_t place = job->parent;
    for (; place != JSON_SCAN_NONE; place = walk->scan.at[place].parent) {
        const size_t *keys = walk->scan.at[place].keys;
        if (keys[FIO_JSON_VERSION] != JSON_SCAN_NONE || keys[FIO_JSON_JOBS] != JSON_SCAN_NONE ||
            keys[FIO_JSON_CLIENTS] != JSON_SCAN_NONE)
            break;
    }
    if (walk->has_state && walk->now.place == place)
        return;
    fio_json_close_document(walk);
    walk->now = (struct fio_json_state){.place = place,
                               .first_result = walk->output->nr,
                               .document = {.disk_util_pct = -1,
                                            .invocation = ++walk->output->invocations}};
    walk->has_state = true;
    if (place != JSON_SCAN_NONE)
        read_document(walk, &walk->now);
}
