#include "parse/context_parts.h"

#include <string.h>

#include "parse/author.h"
#include "parse/dd.h"
#include "parse/fio_settings.h"
#include "parse/line_class.h"
#include "parse/loop.h"
#include "parse/prompt.h"

/* An attached part often starts with a line that says what it is. */
static void find_section(struct context_walk *walk)
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
static void end_heading(struct context_walk *walk, size_t i)
{
    const struct heading *heading = walk->stack[i];
    if (walk->has_result[i])
        return;
    label_note_unused(walk->output,
                      &(struct label){.value = heading->text,
                                      .rule = heading_rule(heading->kind),
                                      .line = context_line(walk, heading->line),
                                      .text = context_text(walk, heading->line)},
                      LABEL_UNUSED_NO_RESULT, NULL);
}

static void end_headings(struct context_walk *walk, unsigned depth)
{
    while (walk->depth && walk->stack[walk->depth - 1]->depth >= depth)
        end_heading(walk, --walk->depth);
}

static void push(struct context_walk *walk, const struct heading *heading)
{
    end_headings(walk, heading->depth);
    if (walk->depth == CONTEXT_DEEPEST)
        return;
    walk->has_result[walk->depth] = false;
    walk->stack[walk->depth++] = heading;
}

/* A paragraph of prose below results ends the headings that are not marked up. */
static void end_at_prose(struct context_walk *walk)
{
    size_t kept = 0;
    for (size_t i = 0; i < walk->depth; i++)
        if (!heading_ends_at_prose(walk->stack[i]->kind) || !walk->has_result[i]) {
            walk->has_result[kept] = walk->has_result[i];
            walk->stack[kept++] = walk->stack[i];
        }
    walk->depth = kept;
}

/* Reads what a command sets, or asks for and is told in the line below it. */
static bool read_knob(const struct context_walk *walk, const struct command *command,
                      struct knob *knob)
{
    size_t below = command->last + 1;
    if (command->is_script)
        return false;
    return knob_read(walk->output->arena, command, knob) ||
           (below < walk->lines->nr && walk->lines->lines[below].class == LINE_DETAIL &&
            knob_answer_read(walk->output->arena, command, context_text(walk, below), knob));
}

/* Lines that answer a command are no headings. */
static void mark_answers(const struct text *text, const struct commands *commands,
                         struct arena *arena)
{
    for (size_t i = 0; i < commands->nr; i++) {
        const struct command *command = &commands->at[i];
        const struct text_stream *stream = &text->streams[command->stream];
        size_t below = command->last + 1;
        struct knob knob;
        if (!command->is_script && below < stream->nr && stream->lines[below].class == LINE_PROSE &&
            knob_answer_read(arena, command, stream->lines[below].at, &knob))
            stream->lines[below].class = LINE_DETAIL;
    }
}

/* Notes what the commands up to the line set in the kernel; the last one counts. */
static void meet_knobs(struct context_walk *walk, size_t at)
{
    const struct command *command;
    while ((command = command_next(walk->commands, &walk->next, walk->stream, at + 1))) {
        struct knob knob;
        size_t k = 0;
        const char *host = prompt_host(walk->output->arena, context_text(walk, command->first));
        if (host && !command->is_script) {
            walk->host = host;
            walk->host_line = command->first;
        }
        if (!read_knob(walk, command, &knob))
            continue;
        while (k < walk->knobs_nr && strcmp(walk->knobs[k].name, knob.name))
            k++;
        if (k == CONTEXT_MOST_KNOBS)
            continue;
        walk->knobs[k] = knob;
        walk->knob_commands[k] = command;
        walk->knobs_nr += k == walk->knobs_nr;
    }
}

static bool is_prose_line(const struct context_walk *walk, size_t at)
{
    return at < walk->lines->nr && walk->lines->lines[at].class == LINE_PROSE;
}

/* Two lines of prose, or two sentences in one: more than a remark. */
static bool is_paragraph(const struct context_walk *walk, size_t at)
{
    const char *text = context_text(walk, at);
    size_t length = strlen(text);
    const char *stop = strstr(text, ". ");
    return (is_prose_line(walk, at + 1) && length > 40) || (stop && text[length - 1] == '.');
}

static void walk_stream(struct context_walk *walk, const struct echo_hits *hits)
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
            context_label_result(walk, r);
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
    mark_answers(text, commands, output->arena);
    echo_find(text, commands, &hits);
    label_set_commands(output, commands);
    fio_settings_apply(text, output);
    line_label_find(output, own);
    file_label_find(text, commands, output, files);
    for (size_t s = 0; s < text->nr; s++) {
        struct context_walk walk = {.text = text,
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
            while (walk.headings.nr && context_line(&walk, walk.headings.at[0].line) <= walk.section_line) {
                walk.headings.at++;
                walk.headings.nr--;
            }
        heading_settle_depths(walk.lines, &walk.headings);
        walk_stream(&walk, &hits);
    }
    loop_label(text, commands, output, labels);
    author_label(text, output, labels);
    dd_settle_ops(commands, output);
    label_make_factors(output, labels);
    output->given_cut_off = given_apply(given, text, output); /* they tell runs apart */
    label_number_runs(text, output, runs);
}
