/* What one result is told by: the labels in its lines, above it, of its file and its
 * command, and the number of its run. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/context_parts.h"
#include "parse/setting.h"
#include "parse/table.h"
#include "parse/vocabulary.h"

const char *context_text(const struct context_walk *walk, size_t at)
{
    return walk->lines->lines[at].at;
}

unsigned long context_line(const struct context_walk *walk, size_t at)
{
    return walk->lines->lines[at].line;
}

/* A command may stand in another stream than its result, as where an answer quotes one. */
static unsigned long command_line(const struct context_walk *walk, const struct command *command)
{
    return walk->text->streams[command->stream].lines[command->first].line;
}

/* Adds the settings in a text as labels that have their own name; returns what else it
 * says. */
static const char *add_settings(struct context_walk *walk, struct labels *labels, struct label of)
{
    struct arena *arena = walk->output->arena;
    struct heading_settings settings;
    setting_read(arena, of.value, &settings);
    for (size_t i = 0; i < settings.nr; i++)
        label_add(labels, (struct label){arena_printf(arena, "setting:%s", settings.names[i]),
                                         settings.names[i], settings.values[i], of.rule, of.line,
                                         of.text});
    return settings.rest;
}

/* The innermost text that names one operation gives it to a result without. */
static void settle_op(struct record *record, const struct labels *labels)
{
    for (size_t i = labels->nr; !*record->op && i-- > 0;) {
        const char *op = vocabulary_op(labels->at[i].value);
        op = op ? op : table_op(labels->at[i].value); /* "randwrite" */
        if (op)
            record->op = op;
    }
}

static void set_run(struct context_walk *walk, size_t r, unsigned run, enum label_rule rule,
                    unsigned long line)
{
    walk->runs[r] = run;
    walk->output->at[r].run_rule = rule;
    walk->output->at[r].run_line = line;
}

static void add_template(struct context_walk *walk, size_t r, struct labels *labels)
{
    static const char *const counters[] = {"run", "iter", "iteration", "i", "n", "pass", "loop"};
    const struct echo_hit *hit = walk->template;
    for (size_t i = 0; hit && i < hit->variables; i++) {
        bool is_counter = false;
        unsigned long number = strtoul(hit->values[i], NULL, 10);
        for (size_t c = 0; c < sizeof counters / sizeof counters[0]; c++)
            is_counter = is_counter || !strcasecmp(hit->names[i], counters[c]);
        if (is_counter && number && number < 100000)
            set_run(walk, r, (unsigned)number, LABEL_RUN_TEMPLATE, context_line(walk, hit->line));
        else
            label_add(labels, (struct label){arena_printf(walk->output->arena, "template:%s",
                                                          hit->names[i]),
                                             hit->names[i], hit->values[i], LABEL_TEMPLATE,
                                             context_line(walk, hit->line), hit->text});
    }
}

static void add_headings(struct context_walk *walk, size_t r, struct labels *labels)
{
    for (size_t i = 0; i < walk->depth; i++) {
        const struct heading *heading = walk->stack[i];
        walk->has_result[i] = true;
        if (heading->run) {
            set_run(walk, r, heading->run, LABEL_RUN_HEADING, context_line(walk, heading->line));
            continue;
        }
        if (heading->run_beside)
            set_run(walk, r, heading->run_beside, LABEL_RUN_HEADING, context_line(walk, heading->line));
        if (vocabulary_is_tool_only(heading->text))
            continue;
        const char *rest = add_settings(
            walk, labels,
            (struct label){NULL, NULL, heading->text, LABEL_HEADING_SETTING,
                           context_line(walk, heading->line), context_text(walk, heading->line)});
        label_add(labels, (struct label){arena_printf(walk->output->arena, "heading:%02u",
                                                      heading->depth),
                                         NULL, rest, heading_rule(heading->kind),
                                         context_line(walk, heading->line),
                                         context_text(walk, heading->line)});
    }
}

static void add_file(struct context_walk *walk, size_t r, struct labels *labels)
{
    const struct file_label *file = &walk->files[r];
    if (!file->level)
        return;
    label_add(labels, (struct label){file->rule == LABEL_ATTACHMENT ? "attachment" : "file", NULL,
                                     file->level, file->rule, file->line, file->text});
    if (file->run && !walk->runs[r])
        set_run(walk, r, file->run, LABEL_RUN_FILE, file->line);
}

/* Returns the last command above the result that says the value: a script's, where no line
 * of its own ran the tool.  NULL for none. */
static const struct command *find_saying(const struct context_walk *walk, size_t r,
                                         const char *value)
{
    enum { FARTHEST = 64 }; /* commands */
    for (size_t i = walk->next, n = 0; i-- > 0 && n < FARTHEST; n++) {
        const struct command *command = &walk->commands->at[i];
        if (command->stream == walk->output->at[r].stream && strstr(command->text, value))
            return command;
    }
    return NULL;
}

static void add_params(struct context_walk *walk, size_t r, struct labels *labels)
{
    static const struct {
        const char *tool, *param;
        enum label_rule rule;
    } rows[] = {{"bonnie++", "machine", LABEL_MACHINE_COLUMN},
                {"bonnie", "machine", LABEL_MACHINE_COLUMN},
                {"bonnie++", "diff", LABEL_DIFF_SIGN},
                {"bonnie", "diff", LABEL_DIFF_SIGN},
                {"bonnie++", "dir", LABEL_COMMAND},
                {"bonnie", "dir", LABEL_COMMAND},
                {"dd", "target", LABEL_COMMAND},
                {"dd", "bs", LABEL_COMMAND},
                {"dd", "iflag", LABEL_COMMAND},
                {"dd", "oflag", LABEL_COMMAND},
                {"dd", "conv", LABEL_COMMAND}};
    const struct record *record = walk->output->at[r].record;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *value = record_pair(&record->params, rows[i].param);
        if (strcmp(record->tool, rows[i].tool) || !value)
            continue;
        bool is_machine = !strcmp(rows[i].param, "machine");
        const struct command *command =
            rows[i].rule == LABEL_COMMAND ? walk->output->at[r].command : NULL;
        if (rows[i].rule == LABEL_COMMAND && (!command || !strstr(command->text, value)))
            command = find_saying(walk, r, value);
        label_add(labels, (struct label){arena_printf(walk->output->arena, "param:%s", rows[i].param),
                                         is_machine ? NULL : rows[i].param, value, rows[i].rule,
                                         command ? command_line(walk, command)
                                                 : record->source.line,
                                         command ? command->text : record->source.text});
    }
}

static void add_own(struct context_walk *walk, size_t r, struct labels *labels)
{
    const struct line_label *own = &walk->own[r];
    const struct record_source *source = &walk->output->at[r].record->source;
    for (size_t i = 0; i < walk->output->at[r].labels_nr; i++)
        label_add(labels, walk->output->at[r].labels[i]);
    if (walk->output->at[r].run)
        set_run(walk, r, walk->output->at[r].run, LABEL_RUN_TABLE, source->line);
    if (walk->output->at[r].column)
        label_add(labels, (struct label){"column", NULL, walk->output->at[r].column, LABEL_COLUMN_HEAD,
                                         source->line, source->text});
    if (own->prefix)
        label_add(labels, (struct label){"line-prefix", NULL,
                                         add_settings(walk, labels,
                                                      (struct label){NULL, NULL, own->prefix,
                                                                     LABEL_LINE_PREFIX, source->line,
                                                                     source->text}),
                                         LABEL_LINE_PREFIX, source->line, source->text});
    if (own->comment)
        label_add(labels, (struct label){"line-comment", NULL, own->comment, LABEL_LINE_COMMENT,
                                         source->line, source->text});
    if (own->run)
        set_run(walk, r, own->run, LABEL_RUN_PREFIX, source->line);
}

/* They are settings even where a heading says the same in better words. */
static void add_knobs(struct context_walk *walk, size_t r, struct labels *labels)
{
    struct record *record = walk->output->at[r].record;
    const char *target = record_pair(&record->params, "target");
    for (size_t k = 0; k < walk->knobs_nr; k++) {
        const struct command *command = walk->knob_commands[k];
        if (walk->knobs[k].is_of_files && target && !strncmp(target, "/dev/", 5))
            continue;
        if (!record_pair(&record->params, walk->knobs[k].name))
            record_set_pair(record, &record->params, walk->knobs[k].name, walk->knobs[k].value);
        label_add(labels, (struct label){arena_printf(walk->output->arena, "knob:%s",
                                                      walk->knobs[k].name),
                                         walk->knobs[k].name, walk->knobs[k].value, LABEL_KNOB,
                                         command_line(walk, command), command->text});
    }
}

void context_label_result(struct context_walk *walk, size_t r)
{
    struct labels *labels = &walk->labels[r];
    if (walk->section)
        label_add(labels, (struct label){"section", NULL, walk->section, LABEL_PART_TITLE,
                                         walk->section_line, walk->section});
    add_own(walk, r, labels); /* nothing stands nearer */
    add_headings(walk, r, labels);
    add_template(walk, r, labels);
    settle_op(walk->output->at[r].record, labels);
    add_file(walk, r, labels);
    add_knobs(walk, r, labels);
    add_params(walk, r, labels);
    if (walk->host)
        label_add(labels, (struct label){"prompt", "host", walk->host, LABEL_PROMPT,
                                         context_line(walk, walk->host_line),
                                         context_text(walk, walk->host_line)});
}
