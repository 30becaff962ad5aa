/* What of fio's JSON stands without its job or its document. */
#include <ctype.h>
#include <string.h>

#include "parse/fio_json_walk.h"

bool fio_json_is_orphan(const struct fio_json_walk *walk, const struct json_place *place)
{
    return place->keys[FIO_JSON_IO_BYTES] != JSON_SCAN_NONE &&
           (place->parent == JSON_SCAN_NONE || !fio_json_is_job(&walk->scan.at[place->parent]));
}

/* Returns the key in front of an object; the scan knows those inside of others only. */
static const char *name_of(const struct fio_json_walk *walk, const struct json_place *place)
{
    const char *text = walk->buf.text;
    size_t end = place->start, first;
    if (place->name)
        return place->name;
    while (end && isspace((unsigned char)text[end - 1]))
        end--;
    if (!end || text[--end] != ':')
        return NULL;
    while (end && isspace((unsigned char)text[end - 1]))
        end--;
    if (!end || text[--end] != '"')
        return NULL;
    for (first = end; first && isalpha((unsigned char)text[first - 1]);)
        first--;
    return first && text[first - 1] == '"'
               ? arena_text(walk->output->arena, text + first, end - first)
               : NULL;
}

bool fio_json_take_orphan(struct fio_json_walk *walk, const struct json_place *place)
{
    static const char *const names[] = {"read", "write", "trim", "mixed"};
    struct tool_output *output = walk->output;
    size_t op = 0, before = output->nr;
    const char *name = name_of(walk, place);
    while (op < 4 && (!name || strcmp(name, names[op])))
        op++;
    json_t *direction = op < 4 ? json_scan_load(&walk->scan, place) : NULL;
    if (fio_json_number(direction, "runtime") <= 0 || fio_json_number(direction, "iops") <= 0) {
        json_decref(direction);
        return false;
    }
    if (walk->has_state && walk->now.ops & 1U << op)
        fio_json_close_document(walk);
    fio_json_enter_document(walk, place);
    walk->now.ops |= 1U << op;
    size_t line = fio_json_line_of(walk, place->start);
    json_t *object = json_object();
    json_object_set_new(object, names[op], direction);
    struct fio_job job = {.object = object,
                          .stream = walk->stream,
                          .line = line,
                          .first = line,
                          .last = fio_json_line_of(walk, place->end - 1),
                          .text = fio_json_excerpt(walk, line, place->start)};
    fio_json_take(output, walk->text, &walk->now.document, &job);
    for (size_t i = before; i < output->nr; i++)
        record_warn(output->at[i].record, "partial", walk->lines->lines[line].line);
    fio_json_mark_lines(walk, job.first, job.last);
    json_decref(object);
    return true;
}

void fio_json_fail_orphans(struct fio_json_walk *walk)
{
    bool is_said = !strstr(walk->buf.text, "\"jobname\"") &&
                   !strstr(walk->buf.text, "\"fio version\"");
    for (size_t i = 0; i < walk->scan.nr; i++) {
        const struct json_place *place = &walk->scan.at[i];
        if (fio_json_is_job(place))
            is_said = false;
        if (is_said || !fio_json_is_orphan(walk, place) || place->is_taken)
            continue;
        tool_fail(walk->output, walk->lines->lines[fio_json_line_of(walk, place->start)].line,
                  "figures of fio's JSON without the beginning of their job",
                  "give the file as fio wrote it");
        is_said = true;
    }
}

void fio_json_settle_documents(struct fio_json_walk *walk)
{
    for (size_t i = 0; i < walk->scan.nr; i++) {
        const struct json_place *place = &walk->scan.at[i];
        if (place->keys[FIO_JSON_VERSION] == JSON_SCAN_NONE)
            continue;
        size_t end = fio_json_end_of(walk, place), jobs = 0;
        for (size_t k = i + 1; !jobs && k < walk->scan.nr && walk->scan.at[k].start < end; k++)
            jobs = fio_json_is_job(&walk->scan.at[k]) || fio_json_is_orphan(walk, &walk->scan.at[k]);
        if (!jobs)
            tool_fail(walk->output, walk->lines->lines[fio_json_line_of(walk, place->start)].line,
                      "JSON of fio without any job", "see whether it is complete");
        if (place->end != JSON_SCAN_NONE)
            fio_json_mark_lines(walk, fio_json_line_of(walk, place->start), fio_json_line_of(walk, place->end - 1));
    }
}
