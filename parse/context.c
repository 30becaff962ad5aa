#include "parse/context.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/author.h"
#include "parse/dd.h"
#include "parse/file_label.h"
#include "parse/fio_settings.h"
#include "parse/heading.h"
#include "parse/knob.h"
#include "parse/label.h"
#include "parse/line_class.h"
#include "parse/line_label.h"
#include "parse/setting.h"
#include "parse/echo.h"
#include "parse/vocabulary.h"

enum { DEEPEST = 16, MOST_KNOBS = 8 };

/* The walk over one stream: what is in force where it stands. */
struct walk {
    const struct text *text;
    struct tool_output *output;
    struct labels *labels; /* one for each result */
    unsigned *runs;        /* one for each result */
    const struct line_label *own; /* one for each result: what its line says */
    const struct file_label *files; /* one for each result: the file that it stands in */
    size_t stream;
    const struct text_stream *lines;
    struct headings headings;
    const struct heading *stack[DEEPEST];
    bool has_result[DEEPEST]; /* the heading already stood above a result */
    size_t depth;
    const struct echo_hit *template;
    const struct commands *commands;
    size_t next; /* the first command that was not met so far */
    struct knob knobs[MOST_KNOBS]; /* in force here */
    const struct command *knob_commands[MOST_KNOBS];
    size_t knobs_nr;
    const char *section; /* first line of an attached part, NULL for none */
    unsigned long section_line;
};

static const char *line_text(const struct walk *walk, size_t at)
{
    return walk->lines->lines[at].at;
}

static unsigned long line_nr(const struct walk *walk, size_t at)
{
    return walk->lines->lines[at].line;
}

/* A command may stand in another stream than its result, as where an answer quotes one. */
static unsigned long command_line(const struct walk *walk, const struct command *command)
{
    return walk->text->streams[command->stream].lines[command->first].line;
}

/* An attached part often starts with a line that says what it is. */
static void find_section(struct walk *walk)
{
    size_t first = text_next(walk->lines, (size_t)-1);
    if (walk->lines->section < 2 || first >= walk->lines->nr)
        return;
    const struct text_line *line = &walk->lines->lines[first];
    if (line->class == LINE_PROSE && line->length <= 60 && heading_is_title(line->at) &&
        !strpbrk(line->at, ".!?"))
        walk->section = line->at;
    walk->section_line = line->line;
}

/* A heading ends; one above which nothing was measured has been prose. */
static void end_heading(struct walk *walk, size_t i)
{
    const struct heading *heading = walk->stack[i];
    if (walk->has_result[i])
        return;
    label_note_unused(walk->output,
                      &(struct label){.value = heading->text,
                                      .rule = heading_rule(heading->kind),
                                      .line = line_nr(walk, heading->line),
                                      .text = line_text(walk, heading->line)},
                      LABEL_UNUSED_NO_RESULT, NULL);
}

static void end_headings(struct walk *walk, unsigned depth)
{
    while (walk->depth && walk->stack[walk->depth - 1]->depth >= depth)
        end_heading(walk, --walk->depth);
}

static void push(struct walk *walk, const struct heading *heading)
{
    end_headings(walk, heading->depth);
    if (walk->depth == DEEPEST)
        return;
    walk->has_result[walk->depth] = false;
    walk->stack[walk->depth++] = heading;
}

/* A paragraph of prose below results ends the headings that are not marked up. */
static void end_at_prose(struct walk *walk)
{
    size_t kept = 0;
    for (size_t i = 0; i < walk->depth; i++)
        if (!heading_ends_at_prose(walk->stack[i]->kind) || !walk->has_result[i]) {
            walk->has_result[kept] = walk->has_result[i];
            walk->stack[kept++] = walk->stack[i];
        }
    walk->depth = kept;
}

/* Adds the settings in a text as labels that have their own name; returns what else it
 * says. */
static const char *add_settings(struct walk *walk, struct labels *labels, struct label of)
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
        if (op)
            record->op = op;
    }
}

static void set_run(struct walk *walk, size_t r, unsigned run, enum label_rule rule,
                    unsigned long line)
{
    walk->runs[r] = run;
    walk->output->at[r].run_rule = rule;
    walk->output->at[r].run_line = line;
}

static void add_template(struct walk *walk, size_t r, struct labels *labels)
{
    static const char *const counters[] = {"run", "iter", "iteration", "i", "n", "pass", "loop"};
    const struct echo_hit *hit = walk->template;
    for (size_t i = 0; hit && i < hit->variables; i++) {
        bool is_counter = false;
        unsigned long number = strtoul(hit->values[i], NULL, 10);
        for (size_t c = 0; c < sizeof counters / sizeof counters[0]; c++)
            is_counter = is_counter || !strcasecmp(hit->names[i], counters[c]);
        if (is_counter && number && number < 100000)
            set_run(walk, r, (unsigned)number, LABEL_RUN_TEMPLATE, line_nr(walk, hit->line));
        else
            label_add(labels, (struct label){arena_printf(walk->output->arena, "template:%s",
                                                          hit->names[i]),
                                             hit->names[i], hit->values[i], LABEL_TEMPLATE,
                                             line_nr(walk, hit->line), hit->text});
    }
}

static void add_headings(struct walk *walk, size_t r, struct labels *labels)
{
    for (size_t i = 0; i < walk->depth; i++) {
        const struct heading *heading = walk->stack[i];
        walk->has_result[i] = true;
        if (heading->run) {
            set_run(walk, r, heading->run, LABEL_RUN_HEADING, line_nr(walk, heading->line));
            continue;
        }
        if (heading->run_beside)
            set_run(walk, r, heading->run_beside, LABEL_RUN_HEADING, line_nr(walk, heading->line));
        if (vocabulary_is_tool_only(heading->text))
            continue;
        const char *rest = add_settings(
            walk, labels,
            (struct label){NULL, NULL, heading->text, LABEL_HEADING_SETTING,
                           line_nr(walk, heading->line), line_text(walk, heading->line)});
        label_add(labels, (struct label){arena_printf(walk->output->arena, "heading:%02u",
                                                      heading->depth),
                                         NULL, rest, heading_rule(heading->kind),
                                         line_nr(walk, heading->line),
                                         line_text(walk, heading->line)});
    }
}

static void add_file(struct walk *walk, size_t r, struct labels *labels)
{
    const struct file_label *file = &walk->files[r];
    if (!file->level)
        return;
    label_add(labels, (struct label){file->rule == LABEL_ATTACHMENT ? "attachment" : "file", NULL,
                                     file->level, file->rule, file->line, file->text});
    if (file->run && !walk->runs[r])
        set_run(walk, r, file->run, LABEL_RUN_FILE, file->line);
}

static void add_params(struct walk *walk, size_t r, struct labels *labels)
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
        label_add(labels, (struct label){arena_printf(walk->output->arena, "param:%s", rows[i].param),
                                         is_machine ? NULL : rows[i].param, value, rows[i].rule,
                                         command ? command_line(walk, command)
                                                 : record->source.line,
                                         command ? command->text : record->source.text});
    }
}

static void add_own(struct walk *walk, size_t r, struct labels *labels)
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

/* Notes what the commands up to the line set in the kernel; the last one counts. */
static void meet_knobs(struct walk *walk, size_t at)
{
    const struct command *command;
    while ((command = command_next(walk->commands, &walk->next, walk->stream, at + 1))) {
        struct knob knob;
        size_t k = 0;
        if (command->is_script || !knob_read(walk->output->arena, command, &knob))
            continue;
        while (k < walk->knobs_nr && strcmp(walk->knobs[k].name, knob.name))
            k++;
        if (k == MOST_KNOBS)
            continue;
        walk->knobs[k] = knob;
        walk->knob_commands[k] = command;
        walk->knobs_nr += k == walk->knobs_nr;
    }
}

/* They are settings even where a heading says the same in better words. */
static void add_knobs(struct walk *walk, size_t r, struct labels *labels)
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

static void label_result(struct walk *walk, size_t r)
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
}

static bool is_prose_line(const struct walk *walk, size_t at)
{
    return at < walk->lines->nr && walk->lines->lines[at].class == LINE_PROSE;
}

/* Two lines of prose, or two sentences in one: more than a remark. */
static bool is_paragraph(const struct walk *walk, size_t at)
{
    const char *text = line_text(walk, at);
    size_t length = strlen(text);
    const char *stop = strstr(text, ". ");
    return (is_prose_line(walk, at + 1) && length > 40) || (stop && text[length - 1] == '.');
}

static void walk_stream(struct walk *walk, const struct echo_hits *hits)
{
    size_t heading = 0, hit = 0, r = 0;
    while (hit < hits->nr && hits->at[hit].stream < walk->stream)
        hit++;
    while (r < walk->output->nr && walk->output->at[r].stream < walk->stream)
        r++;
    for (size_t at = 0; at < walk->lines->nr; at++) {
        bool is_hit = hit < hits->nr && hits->at[hit].stream == walk->stream &&
                      hits->at[hit].line == at;
        bool is_heading = heading < walk->headings.nr && walk->headings.at[heading].line == at;
        if (is_hit)
            walk->template = &hits->at[hit++];
        else if (is_heading)
            push(walk, &walk->headings.at[heading]);
        else if (is_prose_line(walk, at) && is_paragraph(walk, at))
            end_at_prose(walk);
        else if (walk->lines->lines[at].class == LINE_FOOTER)
            end_headings(walk, 0);
        heading += is_heading;
        meet_knobs(walk, at);
        for (; r < walk->output->nr && walk->output->at[r].stream == walk->stream &&
               walk->output->at[r].first <= at;
             r++)
            label_result(walk, r);
        if (is_hit)
            at += walk->template->nr - 1;
    }
    end_headings(walk, 0);
}

/* Lines that fit a template are headings of their own; they must not be taken for
 * bare ones as well. */
static void drop_template_lines(struct headings *headings, const struct echo_hits *hits,
                                size_t stream)
{
    size_t kept = 0, h = 0;
    while (h < hits->nr && hits->at[h].stream < stream)
        h++;
    for (size_t i = 0; i < headings->nr; i++) {
        size_t line = headings->at[i].line;
        while (h < hits->nr && hits->at[h].stream == stream &&
               hits->at[h].line + hits->at[h].nr <= line)
            h++;
        if (h == hits->nr || hits->at[h].stream != stream || line < hits->at[h].line)
            headings->at[kept++] = headings->at[i];
    }
    headings->nr = kept;
}

void context_label(const struct text *text, const struct commands *commands,
                   const struct given_message *given, struct tool_output *output)
{
    struct echo_hits hits;
    if (!output->nr) {
        output->given_cut_off = given_apply(given, text, output);
        return;
    }
    struct labels *labels = arena_alloc(output->arena, output->nr * sizeof *labels);
    unsigned *runs = arena_alloc(output->arena, output->nr * sizeof *runs);
    struct line_label *own = arena_alloc(output->arena, output->nr * sizeof *own);
    struct file_label *files = arena_alloc(output->arena, output->nr * sizeof *files);
    echo_find(text, commands, &hits);
    label_set_commands(output, commands);
    fio_settings_apply(text, output);
    line_label_find(output, own);
    file_label_find(text, commands, output, files);
    for (size_t s = 0; s < text->nr; s++) {
        struct walk walk = {.text = text,
                            .output = output,
                            .labels = labels,
                            .runs = runs,
                            .own = own,
                            .files = files,
                            .commands = commands,
                            .stream = s,
                            .lines = &text->streams[s]};
        heading_find(walk.lines, output->arena, &walk.headings);
        drop_template_lines(&walk.headings, &hits, s);
        find_section(&walk);
        if (walk.section)
            while (walk.headings.nr && line_nr(&walk, walk.headings.at[0].line) <= walk.section_line) {
                walk.headings.at++;
                walk.headings.nr--;
            }
        heading_settle_depths(walk.lines, &walk.headings);
        walk_stream(&walk, &hits);
    }
    author_label(text, output, labels);
    dd_settle_ops(commands, output);
    label_make_factors(output, labels);
    output->given_cut_off = given_apply(given, text, output); /* they tell runs apart */
    label_number_runs(text, output, runs);
}
