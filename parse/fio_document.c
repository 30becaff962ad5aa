/* What the JSON documents of fio have to do with each other, and the jobs of one. */
#include <string.h>

#include "parse/fio_json.h"

static bool is_same_job(const struct record *a, const struct record *b)
{
    return !strcmp(a->job ? a->job : "", b->job ? b->job : "") && !strcmp(a->op, b->op) &&
           !strcmp(a->group, b->group);
}

/* Says whether the later figures are those of the same job when it had done more, or
 * nothing since. */
static bool is_grown(const struct record *earlier, const struct record *later)
{
    double bytes[2] = {0}, runtime[2] = {0};
    record_metric(earlier, "io_bytes", &bytes[0]);
    record_metric(later, "io_bytes", &bytes[1]);
    record_metric(earlier, "runtime_s", &runtime[0]);
    record_metric(later, "runtime_s", &runtime[1]);
    return (bytes[0] == bytes[1] && runtime[0] == runtime[1]) ||
           (bytes[0] < bytes[1] && runtime[0] < runtime[1]);
}

bool fio_json_is_later(const struct tool_output *output, size_t first, size_t end, size_t later)
{
    const struct result *results = output->at;
    for (size_t i = first; i < end; i++, later++) {
        while (later < output->nr && !is_same_job(results[i].record, results[later].record))
            later++;
        if (later == output->nr || !is_grown(results[i].record, results[later].record))
            return false;
    }
    return true;
}

void fio_json_settle_clients(struct tool_output *output, size_t first)
{
    static const char *const ops[] = {"read", "write", "trim", "mixed", "sync"};
    struct result *results = output->at;
    for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        bool is_of_job = false;
        for (size_t i = first; i < output->nr; i++)
            is_of_job = is_of_job || (results[i].record->scope == RECORD_SCOPE_JOB &&
                                      !strcmp(results[i].record->op, ops[o]));
        for (size_t i = first; is_of_job && i < output->nr; i++)
            if (results[i].record->scope == RECORD_SCOPE_ALL_CLIENTS &&
                !strcmp(results[i].record->op, ops[o]))
                results[i].is_superseded = true;
    }
}
