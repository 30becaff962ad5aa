#include "parse/dd_walk.h"

#include <math.h>
#include <string.h>

/* Says whether the result before is a total that the same dd printed on its way (it does
 * so when a signal asks): bytes and time go on from it. */
static bool is_status_of(const struct dd_source *source, const struct result *before,
                         const struct result *now)
{
    static const char *const grown[] = {"io_bytes", "runtime_s"};
    struct dd_setting setting = {0};
    if (before->stream != now->stream || before->command != now->command ||
        strcmp(before->record->tool, "dd"))
        return false;
    if (now->command)
        setting = dd_source_setting(source, now->command);
    /* All that was asked for is no step on the way. */
    double bytes;
    if (now->command && record_metric(before->record, "io_bytes", &bytes) &&
        fabs(dd_asked(source->commands, now->command) - bytes) < 1)
        return false;
    /* Without a command it must have been caught between a read and its write. */
    if (setting.is_loop || setting.is_parallel ||
        (!now->command && !record_has_warning(before->record, "partial")))
        return false;
    for (size_t i = 0; i < sizeof grown / sizeof grown[0]; i++) {
        double first, second;
        if (!record_metric(before->record, grown[i], &first) ||
            !record_metric(now->record, grown[i], &second) || second <= first)
            return false;
    }
    return true;
}

void dd_walk_drop_status(struct dd *dd)
{
    struct tool_output *output = dd->output;
    struct result *now = &output->at[output->nr - 1];
    if (output->nr < 2 || dd->parallel || !is_status_of(&dd->source, now - 1, now))
        return;
    dd->lines->lines[now[-1].line].class = LINE_DETAIL;
    now[-1] = *now;
    output->nr--;
}

/* Adds a result of the tool at a line, of an invocation of its own unless its command ran
 * many at once. */
struct result *dd_walk_add(struct dd *dd, size_t at)
{
    bool is_parallel = dd_source_is_parallel(&dd->source);
    const struct command *command = dd_source_take(&dd->source);
    const struct command *group = !is_parallel ? NULL
                                  : dd->source.queue_nr ? dd->source.queue[0]
                                                        : dd->source.scripted[0];
    struct result *result = tool_add_result(dd->output, dd->text, dd->stream, at, "dd", "");
    if (!group || group != dd->parallel || (!command && dd->has_prose))
        dd->output->invocations++;
    dd->parallel = group;
    dd->has_prose = false;
    result->command = command;
    result->invocation = dd->output->invocations;
    result->record->group = "0";
    return result;
}

/* Returns what was written to drop_caches in the line, "3" where that is not plain. */
const char *dd_walk_drop_level(struct dd *dd, const char *line)
{
    const char *drop = strstr(line, "drop_caches"), *echo = strstr(line, "echo ");
    const char *value = drop + strlen("drop_caches=");
    if (echo && echo < drop)
        value = echo + 5 + strspn(echo + 5, "\"' ");
    else if (drop[strlen("drop_caches")] != '=')
        return "3";
    return *value && strchr("123", *value) ? arena_text(dd->output->arena, value, 1) : "3";
}

/* Says what the command tells. */
void dd_walk_describe(struct dd *dd, struct result *result)
{
    struct record *record = result->record;
    dd_source_describe(&dd->source, result->command, record);
    if (result->command && strstr(result->command->whole, "drop_caches"))
        dd->drop_caches = dd_walk_drop_level(dd, result->command->whole);
    if (dd->drop_caches)
        record_set_pair(record, &record->params, "drop_caches", dd->drop_caches);
}

/* Blocks of one size tell that size where the command does not. */
static void set_block(const struct dd *dd, struct record *record)
{
    const struct dd_records *records = &dd->records;
    double bytes;
    if (!records->nr || records->part[0] > 0 || records->whole[0] < 1 ||
        record_pair(&record->params, "bs") || record_pair(&record->params, "ibs") ||
        !record_metric(record, "io_bytes", &bytes))
        return;
    double block = bytes / records->whole[0];
    if (block >= 1 && block <= 1e12 && fabs(block - round(block)) < 1e-9)
        record_set_pair(record, &record->params, "bs",
                        arena_printf(record->arena, "%.0f", block));
}

/* Says whether an error tells that a device was filled up to its end; other errors cut a
 * run short. */
static bool take_error(struct dd *dd, struct record *record)
{
    if (dd->error == NO_LINE)
        return false;
    const struct text_line *line = &dd->lines->lines[dd->error];
    bool is_full = strstr(line->at, "No space left") && !record_pair(&record->params, "count");
    if (!is_full)
        record_warn(record, "partial", line->line);
    dd->error = NO_LINE;
    return is_full;
}

/* What all results get once their figures stand. */
void dd_walk_finish(struct dd *dd, struct result *result)
{
    bool is_whole = take_error(dd, result->record);
    struct record *record = result->record;
    set_block(dd, record);
    /* Interrupted between a read and its write. */
    if (!is_whole && dd->records.nr == 2 && fabs(dd->records.whole[0] + dd->records.part[0] - 1 -
                                    dd->records.whole[1] - dd->records.part[1]) < 0.5)
        record_warn(record, "partial", dd->lines->lines[dd->records.first].line);
    dd->records.nr = 0;
    dd->kin_block = 0;
    /* A script empties the cache before each of its dds. */
    if (result->command)
        dd->drop_caches = NULL;
}
