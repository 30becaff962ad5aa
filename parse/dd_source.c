/* Which command made a total of dd, and what it tells. */
#include <string.h>

#include "parse/dd.h"

/* Says whether the totals of a dd go where nobody sees them. */
static bool is_silent(const struct command *command)
{
    const char *status = command_operand(command, "status");
    return (status && !strcmp(status, "none")) || strstr(command->text, "2>/dev/null") ||
           strstr(command->text, "2> /dev/null") || strstr(command->text, "&>");
}

static bool is_dd(const struct command *command)
{
    static const char *const programs[] = {"dd", "dcfldd", "gdd", "dd.exe"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        if (!strcmp(command->program, programs[i]))
            return true;
    return false;
}

static void meet_scripted(struct dd_source *source, const struct command *command)
{
    const char *count = command_operand(command, "count");
    if (count && !strcmp(count, "1"))
        return; /* it only wakes the device up */
    if (source->scripted_nr < DD_SOURCE_MOST)
        source->scripted[source->scripted_nr] = command;
    source->scripted_nr++;
}

/* Says whether nothing but commands stands between two. */
static bool is_below(const struct dd_source *source, const struct command *above,
                     const struct command *command)
{
    enum { FARTHEST = 8 };
    const struct text_line *lines = source->text->streams[command->stream].lines;
    if (above->stream != command->stream || command->first > above->last + FARTHEST)
        return false;
    for (size_t i = above->last + 1; i < command->first; i++)
        if (lines[i].class != LINE_COMMAND && lines[i].class != LINE_SCRIPT)
            return false;
    return true;
}

static void meet_listed(struct dd_source *source, const struct command *command)
{
    const size_t nr = source->listed_nr;
    if (!source->is_listing || !nr || nr > DD_SOURCE_MOST ||
        !is_below(source, source->listed[nr - 1], command))
        source->listed_nr = 0;
    source->is_listing = true;
    if (source->listed_nr < DD_SOURCE_MOST)
        source->listed[source->listed_nr] = command;
    source->listed_nr++;
}

/* Those of one line print their totals one after the other. */
static void meet_command(struct dd_source *source, const struct command *command)
{
    source->last = command;
    if (!strcmp(command->program, "ddrescue") || !strcmp(command->program, "pv"))
        source->kin = command;
    if (!is_dd(command))
        return;
    if (command->is_script) {
        meet_scripted(source, command);
        return;
    }
    if (!is_silent(command))
        meet_listed(source, command);
    bool is_list = source->queue_nr && source->queue[0]->first == command->first &&
                   source->queue[0]->stream == command->stream;
    if (is_list && (is_silent(command) || source->queue_nr == DD_SOURCE_MOST))
        return;
    if (!is_list || is_silent(source->queue[0])) {
        source->queue_nr = 0;
        source->queue_used = 0;
    }
    struct dd_setting setting = dd_command_setting(command);
    source->settings[source->queue_nr] = setting;
    source->queue[source->queue_nr++] = command;
    if (!setting.is_parallel && !setting.is_background)
        return;
    if (source->has_result || source->parallel_nr == DD_SOURCE_MOST)
        source->parallel_nr = 0;
    source->parallel[source->parallel_nr++] = command;
    source->has_result = false;
}

void dd_source_meet(struct dd_source *source, size_t line, size_t first)
{
    const struct commands *commands = source->commands;
    const struct text_stream *streams = source->text->streams;
    for (; source->next < commands->nr; source->next++) {
        const struct command *command = &commands->at[source->next];
        if (command->stream > source->stream ||
            (command->stream == source->stream && command->first > line))
            break;
        /* A prompt that starts with ">" looks like a quotation, and the figures below it
         * do not. */
        if (command->stream == source->stream ||
            (!command->is_script && streams[command->stream].lines[command->last].line + 1 ==
                                        streams[source->stream].lines[first].line))
            meet_command(source, command);
    }
}

const struct command *dd_source_current(const struct dd_source *source)
{
    size_t used = source->queue_used ? source->queue_used - 1 : 0;
    if (!source->queue_nr)
        return NULL;
    return source->queue[used < source->queue_nr ? used : source->queue_nr - 1];
}

struct dd_setting dd_source_setting(const struct dd_source *source, const struct command *command)
{
    for (size_t i = 0; i < source->queue_nr; i++)
        if (source->queue[i] == command)
            return source->settings[i];
    return dd_command_setting(command);
}

const struct command *dd_source_take(struct dd_source *source)
{
    source->has_result = true;
    source->is_listing = false;
    if (!source->queue_nr)
        return NULL;
    /* A loop starts over. */
    if (source->queue_used == source->queue_nr && source->settings[0].is_loop)
        source->queue_used = 0;
    if (source->queue_used < source->queue_nr)
        source->queue_used++;
    return dd_source_current(source);
}

bool dd_source_has_list(const struct dd_source *source)
{
    return source->is_listing && source->listed_nr > 1 && source->listed_nr <= DD_SOURCE_MOST;
}

void dd_source_share(struct dd_source *source, size_t totals)
{
    if (totals != source->listed_nr)
        return;
    for (size_t i = 0; i < totals; i++) {
        struct dd_setting setting = dd_command_setting(source->listed[i]);
        if (setting.is_loop || setting.is_parallel || setting.is_background)
            return;
    }
    source->queue_nr = totals;
    source->queue_used = 0;
    for (size_t i = 0; i < totals; i++) {
        source->queue[i] = source->listed[i];
        source->settings[i] = dd_command_setting(source->listed[i]);
    }
}

bool dd_source_times_script(const struct dd_source *source, const struct command *command)
{
    const struct command *last = source->last;
    return command && last && last != command && last->stream == command->stream &&
           last->first > command->last && !is_dd(last) && dd_command_setting(last).is_timed &&
           !dd_source_setting(source, command).is_timed;
}

bool dd_source_is_parallel(const struct dd_source *source)
{
    const struct command *command = source->queue_nr ? source->queue[0] : NULL;
    if (!command && source->scripted_nr == 1)
        command = source->scripted[0];
    if (!command)
        return false;
    /* A dd alone in the background, which a signal asks for its state, is one. */
    struct dd_setting setting = dd_source_setting(source, command);
    return setting.is_parallel || (setting.is_background && source->parallel_nr > 1);
}

/* Describes a record by what all of the commands tell. */
static void describe_common(const struct dd_source *source, const struct command *const *all,
                            size_t nr, struct record *record)
{
    const struct commands *commands = source->commands;
    struct record *first = NULL;
    for (size_t i = 0; i < nr; i++) {
        struct record *one = record_new(record->arena, RECORD_RESULT);
        one->op = "";
        dd_set_params(one, commands, all[i]);
        dd_set_direction(one, commands, all[i]);
        if (!first) {
            first = one;
            continue;
        }
        if (strcmp(first->op, one->op))
            first->op = "";
        record_keep_common(&first->params, &one->params);
    }
    record->op = first->op;
    record_set_params(record, &first->params);
}

static void describe_scripted(const struct dd_source *source, struct record *record)
{
    size_t nr = source->scripted_nr;
    bool is_open = false;
    if (!nr || nr > DD_SOURCE_MOST)
        return;
    for (size_t i = 0; i < nr; i++)
        is_open = is_open || dd_has_open_end(source->scripted[i]);
    if (!is_open)
        describe_common(source, source->scripted, nr, record);
    else if (nr == 1)
        dd_set_params(record, source->commands, source->scripted[0]);
}

void dd_source_describe(const struct dd_source *source, const struct command *command,
                        struct record *record)
{
    if (!command) {
        describe_scripted(source, record);
        return;
    }
    if (source->parallel_nr > 1 && dd_source_is_parallel(source)) {
        describe_common(source, source->parallel, source->parallel_nr, record);
    } else {
        dd_set_params(record, source->commands, command);
        dd_set_direction(record, source->commands, command);
    }
    if (!strcmp(command->program, "dcfldd"))
        record_set_pair(record, &record->params, "program", "dcfldd");
}

void dd_source_describe_kin(const struct dd_source *source, struct result *result)
{
    const struct command *command = source->kin;
    struct record *record = result->record;
    const char *program = record_pair(&record->params, "program");
    if (!command || !program || strcmp(command->program, program) || command->is_script)
        return;
    struct command ends = *command;
    const char *words[2];
    ends.words = words;
    ends.nr = 0;
    for (size_t i = 0; i < command->nr && ends.nr < 2 && *command->words[i] != '>'; i++) {
        const char *word = command->words[i];
        if (!strchr("-<", *word) && strpbrk(word, "/.")) {
            words[ends.nr] = arena_printf(record->arena, "%s=%s", ends.nr ? "of" : "if", word);
            ends.nr++;
        }
    }
    if (ends.nr == 2 || (ends.nr == 1 && !strcmp(program, "pv")))
        dd_set_direction(record, source->commands, &ends);
    result->command = command;
}
