/* fio's JSON output: the documents of a text, and the jobs in them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio_json_cut.h"
#include "parse/fio_json_walk.h"

/* By enum fio_json_key. */
static const char *const watched[] = {"jobname", "fio version", "jobs",      "client_stats",
                                      "io_bytes", "util",       "timestamp", "groupid", NULL};

static int json_bid(const struct text *text)
{
    return text_holds(text, "\"jobname\"") || text_holds(text, "\"fio version\"") ||
                   text_holds(text, "\"io_bytes\"")
               ? 95
               : 0;
}

static void note_start(struct fio_json_state *state, const json_t *job)
{
    static const char *const ops[] = {"read", "write", "trim", "mixed"};
    double runtime_ms = fio_json_number(job, "job_runtime");
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        runtime_ms = fmax(runtime_ms,
                          fio_json_number(json_object_get(job, ops[i]), "runtime"));
    if (state->document.timestamp > 0 && !state->start_s)
        state->start_s = state->document.timestamp - runtime_ms / 1000;
}

/* Builds of a job that is cut or damaged what is whole: its directions. */
static json_t *salvage(struct fio_json_walk *walk, size_t index)
{
    const struct json_place *job = &walk->scan.at[index];
    json_t *object = fio_json_salvage(&walk->scan, index, &walk->steps, FIO_JSON_MOST_STEPS);
    if (!object)
        return NULL;
    const char *name = fio_json_value_of(walk, job->keys[FIO_JSON_JOBNAME]);
    json_object_set_new(object, "jobname", json_string(name ? name : ""));
    json_object_set_new(object, "groupid", json_real(fio_json_number_of(walk, job->keys[FIO_JSON_GROUPID])));
    return object;
}

static void fail_job(struct fio_json_walk *walk, const struct json_place *place)
{
    bool is_cut = place->end == JSON_SCAN_NONE;
    tool_fail(walk->output, walk->lines->lines[fio_json_line_of(walk, place->keys[FIO_JSON_JOBNAME])].line,
              is_cut ? "a job of fio's JSON that is cut before its first figures end"
                     : "a job of fio's JSON that is damaged",
              "give the file as fio wrote it");
}

/* Returns the last line of a job; of one that is cut, of what it still has. */
static size_t last_line_of(struct fio_json_walk *walk, size_t index)
{
    const struct json_scan *scan = &walk->scan;
    const struct json_place *job = &scan->at[index];
    size_t last = job->end != JSON_SCAN_NONE ? job->end - 1 : job->keys[FIO_JSON_JOBNAME];
    for (size_t i = index + 1; job->end == JSON_SCAN_NONE && i < scan->nr; i++) {
        const struct json_place *child = &scan->at[i];
        if (fio_json_is_job(child) || walk->steps++ > FIO_JSON_MOST_STEPS)
            break;
        if (child->parent == index)
            last = child->end != JSON_SCAN_NONE ? child->end - 1 : child->start;
    }
    return fio_json_line_of(walk, last);
}

static void take_job(struct fio_json_walk *walk, size_t index)
{
    const struct json_place *place = &walk->scan.at[index];
    struct tool_output *output = walk->output;
    size_t line = fio_json_line_of(walk, place->keys[FIO_JSON_JOBNAME]), before = output->nr;
    json_t *object = json_scan_load(&walk->scan, place);
    bool is_partial = !object;
    fio_json_enter_document(walk, place);
    if (is_partial && !(object = salvage(walk, index))) {
        fail_job(walk, place);
        return;
    }
    struct fio_job job = {.object = object,
                          .stream = walk->stream,
                          .line = line,
                          .first = fio_json_line_of(walk, place->start),
                          .last = last_line_of(walk, index),
                          .text = fio_json_excerpt(walk, line, place->keys[FIO_JSON_JOBNAME])};
    note_start(&walk->now, object);
    fio_json_take(output, walk->text, &walk->now.document, &job);
    for (size_t i = before; is_partial && i < output->nr; i++)
        record_warn(output->at[i].record, "partial", walk->lines->lines[line].line);
    if (walk->has_names && walk->now.place != JSON_SCAN_NONE)
        for (size_t i = before; i < output->nr; i++)
            output->at[i].column = walk->scan.at[walk->now.place].name;
    if (before == output->nr) {
        struct fio_json_state *now = &walk->now;
        now->idle = arena_grow(output->arena, now->idle, now->idle_nr, &now->idle_room,
                               sizeof *now->idle);
        now->idle[now->idle_nr++] = (struct fio_json_idle){
            walk->lines->lines[line].line, (int)fmin(fio_json_number(object, "error"), 4096)};
    }
    fio_json_mark_lines(walk, job.first, job.last);
    json_decref(object);
}

/* What stands inside of a whole job was read with it. */
static bool is_inside_job(const struct fio_json_walk *walk, const struct json_place *place)
{
    for (size_t at = place->parent; at != JSON_SCAN_NONE; at = walk->scan.at[at].parent)
        if (fio_json_is_job(&walk->scan.at[at]) && walk->scan.at[at].end != JSON_SCAN_NONE)
            return true;
    return false;
}

/* {"before": {…}, "after": {…}} */
static bool have_names(const struct json_scan *scan)
{
    const char *first = NULL;
    for (size_t i = 0; i < scan->nr; i++) {
        const struct json_place *place = &scan->at[i];
        if (place->keys[FIO_JSON_VERSION] == JSON_SCAN_NONE || !place->name)
            continue;
        if (first && strcmp(first, place->name))
            return true;
        first = place->name;
    }
    return false;
}

static void walk_stream(struct fio_json_walk *walk)
{
    fio_json_join(walk);
    json_scan(&walk->scan, walk->output->arena, walk->buf.text, walk->buf.length, watched);
    walk->has_names = have_names(&walk->scan);
    if (walk->scan.is_full)
        tool_fail(walk->output, walk->lines->lines[0].line,
                  "too many objects of JSON in one text: not all of them are read", "split it");
    for (size_t i = 0; i < walk->scan.nr; i++) {
        size_t line = fio_json_line_of(walk, walk->scan.at[i].start);
        if (tool_is_full(walk->output, walk->lines->lines[line].line))
            break;
        struct json_place *place = &walk->scan.at[i];
        if (fio_json_is_job(place) && !is_inside_job(walk, place))
            take_job(walk, i);
        else if (fio_json_is_orphan(walk, place))
            place->is_taken = fio_json_take_orphan(walk, place);
    }
    fio_json_close_document(walk);
    fio_json_say_idle(walk, walk->before_idle, walk->before_idle_nr);
    fio_json_fail_orphans(walk);
    fio_json_settle_documents(walk);
    strbuf_free(&walk->buf);
}

static bool stream_holds(const struct text_stream *stream)
{
    for (size_t i = 0; i < stream->nr; i++)
        if (strstr(stream->lines[i].at, "\"jobname\"") ||
            strstr(stream->lines[i].at, "\"io_bytes\"") ||
            strstr(stream->lines[i].at, "\"fio version\""))
            return true;
    return false;
}

static void json_run(struct text *text, const struct commands *commands,
                     struct tool_output *output)
{
    (void)commands;
    for (size_t s = 0; s < text->nr; s++) {
        struct fio_json_walk walk = {.text = text,
                            .output = output,
                            .stream = s,
                            .lines = &text->streams[s],
                            .buf = STRBUF_INIT};
        if (stream_holds(walk.lines))
            walk_stream(&walk);
    }
}

const struct tool_parser tool_fio_json = {"fio", json_bid, json_run};
