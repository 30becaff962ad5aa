/* fio's JSON output: the documents of a text, and the jobs in them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio_json.h"
#include "parse/fio_json_cut.h"
#include "parse/json_scan.h"
#include "record/strbuf.h"

enum watched { JOBNAME, VERSION, JOBS, CLIENTS, IO_BYTES, UTIL, TIMESTAMP, GROUPID };
static const char *const watched[] = {"jobname", "fio version", "jobs",      "client_stats",
                                      "io_bytes", "util",       "timestamp", "groupid", NULL};

enum {
    LONGEST_TEXT = 400, /* of a line that is taken whole as source.text */
    EXCERPT = 120,
    MOST_STEPS = 50000000, /* over objects of one text: far above any real one */
};

/* Documents of one execution began at the same time, within this and the second to which
 * they are written. */
#define SAME_START_S 1.5

/* A job that did no I/O. */
struct idle {
    unsigned long line;
    int error;
};

/* A document under way, or done. */
struct state {
    struct fio_document document;
    size_t place;         /* its object, JSON_SCAN_NONE for jobs without one */
    size_t first_result;  /* in output->at */
    double start_s;       /* when its run began, since 1970; 0 if unknown */
    struct idle *idle;
    size_t idle_nr, idle_room;
};

struct walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    struct text_stream *lines;
    struct strbuf buf;    /* the stream as one text */
    size_t *starts;       /* of each line in it */
    struct json_scan scan;
    size_t steps;         /* over objects, beyond the one over each */
    struct state now;
    bool has_state;
    size_t before_first, before_end; /* results of the document before */
    double before_start_s;
    unsigned before_invocation;
    struct idle *before_idle;
    size_t before_idle_nr;
};

static int json_bid(const struct text *text)
{
    return text_holds(text, "\"jobname\"") || text_holds(text, "\"fio version\"") ? 95 : 0;
}

static void join_stream(struct walk *walk)
{
    walk->starts = arena_alloc(walk->output->arena, (walk->lines->nr + 1) * sizeof *walk->starts);
    for (size_t i = 0; i < walk->lines->nr; i++) {
        walk->starts[i] = walk->buf.length;
        strbuf_add(&walk->buf, walk->lines->lines[i].at, walk->lines->lines[i].length);
        strbuf_byte(&walk->buf, '\n');
    }
}

/* Returns the line in which a place of the joined text stands. */
static size_t line_of(const struct walk *walk, size_t place)
{
    size_t low = 0, high = walk->lines->nr;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (walk->starts[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Returns the text behind the key at a place: of a string what is between its marks,
 * else up to the next comma or line end; NULL where there is none. */
static const char *value_of(const struct walk *walk, size_t key)
{
    const char *at = key == JSON_SCAN_NONE ? NULL : strchr(walk->buf.text + key, ':');
    if (!at)
        return NULL;
    at += 1 + strspn(at + 1, " \t\n");
    bool is_string = *at == '"';
    at += is_string;
    return arena_text(walk->output->arena, at, strcspn(at, is_string ? "\"\n" : ",}\n \t"));
}

static double number_of(const struct walk *walk, size_t key)
{
    const char *text = value_of(walk, key);
    double value = text ? strtod(text, NULL) : 0;
    return value > 0 && isfinite(value) ? value : 0;
}

static size_t end_of(const struct walk *walk, const struct json_place *place)
{
    return place->end == JSON_SCAN_NONE ? walk->buf.length : place->end;
}

/* Reads what the document says beside its jobs. */
static void read_document(struct walk *walk, struct state *state)
{
    const struct json_place *place = &walk->scan.at[state->place];
    size_t disks = 0, jobs = 0, end = end_of(walk, place);
    const char *version = value_of(walk, place->keys[VERSION]);
    if (version && *version)
        state->document.version = version + (strncmp(version, "fio-", 4) ? 0 : 4);
    state->document.timestamp = number_of(walk, place->keys[TIMESTAMP]);
    for (size_t i = state->place + 1; i < walk->scan.nr && walk->scan.at[i].start < end; i++) {
        const struct json_place *child = &walk->scan.at[i];
        if (walk->steps++ > MOST_STEPS)
            return;
        if (child->parent != state->place)
            continue;
        jobs += child->keys[JOBNAME] != JSON_SCAN_NONE;
        if (child->keys[UTIL] != JSON_SCAN_NONE && ++disks == 1)
            state->document.disk_util_pct = number_of(walk, child->keys[UTIL]);
        if (child->name && !strcmp(child->name, "global options") && !state->document.globals)
            state->document.globals = json_scan_load(&walk->scan, child);
    }
    /* Of several jobs the figure may span more than each one's run. */
    if (disks != 1 || jobs != 1)
        state->document.disk_util_pct = -1;
}

static void say_idle(struct walk *walk, const struct idle *idle, size_t nr)
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
static bool continues(const struct walk *walk)
{
    return walk->now.start_s && walk->before_start_s &&
           fabs(walk->now.start_s - walk->before_start_s) <= SAME_START_S &&
           fio_json_is_later(walk->output, walk->before_first, walk->before_end,
                             walk->now.first_result);
}

static void close_document(struct walk *walk)
{
    struct state *now = &walk->now;
    if (!walk->has_state)
        return;
    if (continues(walk)) {
        for (size_t i = walk->before_first; i < walk->before_end; i++)
            walk->output->at[i].is_superseded = true;
        for (size_t i = now->first_result; i < walk->output->nr; i++) {
            walk->output->at[i].invocation = walk->before_invocation;
            walk->output->at[i].record->invocation =
                arena_printf(walk->output->arena, "%u", walk->before_invocation);
        }
        now->document.invocation = walk->before_invocation;
    } else {
        say_idle(walk, walk->before_idle, walk->before_idle_nr);
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
static void enter_document(struct walk *walk, const struct json_place *job)
{
    size_t place = job->parent;
    for (; place != JSON_SCAN_NONE; place = walk->scan.at[place].parent) {
        const size_t *keys = walk->scan.at[place].keys;
        if (keys[VERSION] != JSON_SCAN_NONE || keys[JOBS] != JSON_SCAN_NONE ||
            keys[CLIENTS] != JSON_SCAN_NONE)
            break;
    }
    if (walk->has_state && walk->now.place == place)
        return;
    close_document(walk);
    walk->now = (struct state){.place = place,
                               .first_result = walk->output->nr,
                               .document = {.disk_util_pct = -1,
                                            .invocation = ++walk->output->invocations}};
    walk->has_state = true;
    if (place != JSON_SCAN_NONE)
        read_document(walk, &walk->now);
}

static const char *excerpt(struct walk *walk, size_t line, size_t key)
{
    const struct text_line *at = &walk->lines->lines[line];
    if (at->length <= LONGEST_TEXT)
        return at->at;
    size_t length = walk->buf.length - key;
    return arena_text(walk->output->arena, walk->buf.text + key,
                      length < EXCERPT ? length : EXCERPT);
}

static void note_start(struct state *state, const json_t *job)
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
static json_t *salvage(struct walk *walk, size_t index)
{
    const struct json_place *job = &walk->scan.at[index];
    json_t *object = fio_json_salvage(&walk->scan, index, &walk->steps, MOST_STEPS);
    if (!object)
        return NULL;
    const char *name = value_of(walk, job->keys[JOBNAME]);
    json_object_set_new(object, "jobname", json_string(name ? name : ""));
    json_object_set_new(object, "groupid", json_real(number_of(walk, job->keys[GROUPID])));
    return object;
}

static void mark_lines(struct walk *walk, size_t first, size_t last)
{
    for (size_t i = first; i <= last && i < walk->lines->nr; i++)
        if (walk->lines->lines[i].class != LINE_RESULT)
            walk->lines->lines[i].class = LINE_DETAIL;
}

static void fail_job(struct walk *walk, const struct json_place *place)
{
    bool is_cut = place->end == JSON_SCAN_NONE;
    tool_fail(walk->output, walk->lines->lines[line_of(walk, place->keys[JOBNAME])].line,
              is_cut ? "a job of fio's JSON that is cut before its first figures end"
                     : "a job of fio's JSON that is damaged",
              "give the file as fio wrote it");
}

static void take_job(struct walk *walk, size_t index)
{
    const struct json_place *place = &walk->scan.at[index];
    struct tool_output *output = walk->output;
    size_t line = line_of(walk, place->keys[JOBNAME]), before = output->nr;
    json_t *object = json_scan_load(&walk->scan, place);
    bool is_partial = !object;
    enter_document(walk, place);
    if (is_partial && !(object = salvage(walk, index))) {
        fail_job(walk, place);
        return;
    }
    struct fio_job job = {.object = object,
                          .stream = walk->stream,
                          .line = line,
                          .first = line_of(walk, place->start),
                          .last = place->end == JSON_SCAN_NONE ? line
                                                               : line_of(walk, place->end - 1),
                          .text = excerpt(walk, line, place->keys[JOBNAME])};
    note_start(&walk->now, object);
    fio_json_take(output, walk->text, &walk->now.document, &job);
    for (size_t i = before; is_partial && i < output->nr; i++)
        record_warn(output->at[i].record, "partial", walk->lines->lines[line].line);
    if (before == output->nr) {
        struct state *now = &walk->now;
        now->idle = arena_grow(output->arena, now->idle, now->idle_nr, &now->idle_room,
                               sizeof *now->idle);
        now->idle[now->idle_nr++] = (struct idle){
            walk->lines->lines[line].line, (int)fmin(fio_json_number(object, "error"), 4096)};
    }
    mark_lines(walk, job.first, job.last);
    json_decref(object);
}

static bool is_job(const struct json_place *place)
{
    return place->keys[JOBNAME] != JSON_SCAN_NONE;
}

/* What stands inside of a whole job was read with it. */
static bool is_inside_job(const struct walk *walk, const struct json_place *place)
{
    for (size_t at = place->parent; at != JSON_SCAN_NONE; at = walk->scan.at[at].parent)
        if (is_job(&walk->scan.at[at]) && walk->scan.at[at].end != JSON_SCAN_NONE)
            return true;
    return false;
}

/* Says whether the object holds figures of a job whose name is not above it. */
static bool is_orphan(const struct walk *walk, const struct json_place *place)
{
    return place->keys[IO_BYTES] != JSON_SCAN_NONE &&
           (place->parent == JSON_SCAN_NONE || !is_job(&walk->scan.at[place->parent]));
}

static void fail_orphans(struct walk *walk)
{
    bool is_said = false;
    for (size_t i = 0; i < walk->scan.nr; i++) {
        const struct json_place *place = &walk->scan.at[i];
        if (is_job(place))
            is_said = false;
        if (is_said || !is_orphan(walk, place))
            continue;
        tool_fail(walk->output, walk->lines->lines[line_of(walk, place->start)].line,
                  "figures of fio's JSON without the beginning of their job",
                  "give the file as fio wrote it");
        is_said = true;
    }
}

/* The lines of whole documents are fio's, and those without a job are said. */
static void settle_documents(struct walk *walk)
{
    for (size_t i = 0; i < walk->scan.nr; i++) {
        const struct json_place *place = &walk->scan.at[i];
        if (place->keys[VERSION] == JSON_SCAN_NONE)
            continue;
        size_t end = end_of(walk, place), jobs = 0;
        for (size_t k = i + 1; !jobs && k < walk->scan.nr && walk->scan.at[k].start < end; k++)
            jobs = is_job(&walk->scan.at[k]) || is_orphan(walk, &walk->scan.at[k]);
        if (!jobs)
            tool_fail(walk->output, walk->lines->lines[line_of(walk, place->start)].line,
                      "JSON of fio without any job", "see whether it is complete");
        if (place->end != JSON_SCAN_NONE)
            mark_lines(walk, line_of(walk, place->start), line_of(walk, place->end - 1));
    }
}

static void walk_stream(struct walk *walk)
{
    join_stream(walk);
    json_scan(&walk->scan, walk->output->arena, walk->buf.text, walk->buf.length, watched);
    for (size_t i = 0; i < walk->scan.nr; i++) {
        size_t line = line_of(walk, walk->scan.at[i].start);
        if (tool_is_full(walk->output, walk->lines->lines[line].line))
            break;
        if (is_job(&walk->scan.at[i]) && !is_inside_job(walk, &walk->scan.at[i]))
            take_job(walk, i);
    }
    close_document(walk);
    say_idle(walk, walk->before_idle, walk->before_idle_nr);
    fail_orphans(walk);
    settle_documents(walk);
    strbuf_free(&walk->buf);
}

static bool stream_holds(const struct text_stream *stream)
{
    for (size_t i = 0; i < stream->nr; i++)
        if (strstr(stream->lines[i].at, "\"jobname\"") ||
            strstr(stream->lines[i].at, "\"fio version\""))
            return true;
    return false;
}

static void json_run(struct text *text, const struct commands *commands,
                     struct tool_output *output)
{
    (void)commands;
    for (size_t s = 0; s < text->nr; s++) {
        struct walk walk = {.text = text,
                            .output = output,
                            .stream = s,
                            .lines = &text->streams[s],
                            .buf = STRBUF_INIT};
        if (stream_holds(walk.lines))
            walk_stream(&walk);
    }
}

const struct tool_parser tool_fio_json = {"fio", json_bid, json_run};
