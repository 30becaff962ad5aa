#include "parse/loop.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/knob.h"

enum { MOST_LOOPS = 4, MOST_ITEMS = 64, MOST_EXECUTIONS = 512 };

/* One "for NAME in ITEMS". */
struct loop {
    const struct command *command;
    const char *variable;
    const char *items[MOST_ITEMS];
    size_t nr;
    const char *name; /* of the setting that its variable is for; NULL for none known */
    bool is_used;
};

/* Loops inside each other, with the body of the innermost. */
struct nest {
    struct arena *arena;
    struct loop loops[MOST_LOOPS];
    size_t nr;
    size_t tools;     /* commands of the body whose results are looked for */
    size_t end;       /* the first command behind all of it */
    size_t last_line; /* of the script, in the stream */
};

static bool is_tool(const struct command *command)
{
    static const char *const tools[] = {"dd", "fio", "bonnie++", "bonnie"};
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        if (!strcmp(command->program, tools[i]))
            return true;
    return false;
}

/* Reads "for NAME in ITEMS" whose items are plain words. */
static bool read_loop(const struct command *command, struct loop *loop)
{
    *loop = (struct loop){.command = command};
    if (strcmp(command->program, "for") || command->nr < 3 || strcmp(command->words[1], "in") ||
        command->nr - 2 > MOST_ITEMS)
        return false;
    loop->variable = command->words[0];
    for (size_t i = 2; i < command->nr; i++) {
        if (strpbrk(command->words[i], "$`*?{"))
            return false;
        loop->items[loop->nr++] = command->words[i];
    }
    return true;
}

/* Returns what stands behind "$name" or "${name}" in the text, or NULL. */
static const char *behind_variable(const char *text, const char *name, const char **before)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strchr(at, '$')); at++) {
        size_t brace = at[1] == '{';
        const char *end = at + 1 + brace + length;
        if (strncmp(at + 1 + brace, name, length) || isalnum((unsigned char)*end) || *end == '_')
            continue;
        *before = at;
        return end + brace;
    }
    return NULL;
}

/* "bs=$s", "--iodepth=$d", "--setra $r": the variable is all of the value. */
static void read_operand(struct nest *nest, struct loop *loop, const struct command *command)
{
    const char *last = NULL;
    for (size_t i = 0; i < command->nr; last = command->words[i++]) {
        const char *word = command->words[i], *before, *rest;
        if (!(rest = behind_variable(word, loop->variable, &before)))
            continue;
        loop->is_used = true;
        const char *sign = memrchr(word, '=', (size_t)(before - word));
        const char *option = sign ? word : before == word && last ? last : NULL;
        if (*rest || !option || (sign && sign + 1 != before) || (!sign && *option != '-'))
            continue;
        const char *name = option + strspn(option, "-");
        size_t length = sign ? (size_t)(sign - name) : strlen(name);
        bool is_file = length == 2 && (!strncmp(name, "if", 2) || !strncmp(name, "of", 2));
        const char *knob = knob_of_option(command->program, option);
        if (knob || length > 1)
            loop->name = is_file ? NULL : knob ? knob : arena_text(nest->arena, name, length);
    }
}

/* What a command of the body reads the variable for. */
static void read_use(struct nest *nest, struct loop *loop, const struct command *command)
{
    const char *before;
    if (!behind_variable(command->text, loop->variable, &before))
        return;
    if (strcmp(command->program, "echo")) {
        read_operand(nest, loop, command);
        return;
    }
    const char *knob = knob_written(nest->arena, command);
    if (knob) {
        loop->is_used = true;
        loop->name = knob;
    }
}

/* Takes the loop at commands->at[first] and those that stand in it; what follows an inner
 * one in the outer is not understood. */
static bool read_nest(struct nest *nest, const struct commands *commands, size_t first)
{
    size_t depth = 0, at = first, stream = commands->at[first].stream;
    for (; at < commands->nr && commands->at[at].stream == stream; at++) {
        const struct command *command = &commands->at[at];
        if (!strcmp(command->program, "for") || !strcmp(command->program, "while")) {
            if (nest->nr == MOST_LOOPS || depth != nest->nr || nest->tools ||
                !read_loop(command, &nest->loops[nest->nr]))
                return false;
            nest->nr++;
            depth++;
        } else if (!strcmp(command->program, "done")) {
            nest->last_line = command->last;
            if (!--depth)
                break;
        } else {
            if (is_tool(command) && depth != nest->nr)
                return false;
            nest->tools += is_tool(command);
            for (size_t i = 0; i < nest->nr; i++)
                read_use(nest, &nest->loops[i], command);
        }
    }
    nest->end = at + 1;
    return nest->tools && !depth && at < commands->nr;
}

static bool is_count(const struct loop *loop)
{
    for (size_t i = 0; i < loop->nr; i++)
        if (strtoul(loop->items[i], NULL, 10) != i + 1)
            return false;
    return true;
}

static void label_execution(const struct nest *nest, const struct text_stream *lines, size_t nth,
                            struct labels *labels)
{
    size_t left = nth / nest->tools;
    for (size_t i = nest->nr; i-- > 0;) {
        const struct loop *loop = &nest->loops[i];
        const char *item = loop->items[left % loop->nr];
        left /= loop->nr;
        if (!loop->is_used || (!loop->name && is_count(loop)))
            continue;
        label_add(labels, (struct label){arena_printf(nest->arena, "loop:%s", loop->variable),
                                         loop->name, item, LABEL_LOOP,
                                         lines->lines[loop->command->first].line,
                                         loop->command->text});
    }
}

/* Finds the results below the loop, up to the next command, and labels them. */
static void label_below(const struct nest *nest, const struct commands *commands,
                        const struct text_stream *lines, const struct tool_output *output,
                        struct labels *labels)
{
    size_t wanted = nest->tools, found = 0, first = 0, stream = nest->loops[0].command->stream;
    for (size_t i = 0; i < nest->nr; i++)
        wanted = wanted > MOST_EXECUTIONS ? wanted : wanted * nest->loops[i].nr;
    size_t border = nest->end < commands->nr && commands->at[nest->end].stream == stream
                        ? commands->at[nest->end].first
                        : lines->nr;
    while (first < output->nr && (output->at[first].stream < stream ||
                                  (output->at[first].stream == stream &&
                                   output->at[first].first <= nest->last_line)))
        first++;
    size_t end = first;
    for (; end < output->nr && output->at[end].stream == stream && output->at[end].first < border;
         end++)
        found += end == first || output->at[end].invocation != output->at[end - 1].invocation;
    if (found != wanted || found > MOST_EXECUTIONS)
        return;
    for (size_t r = first, nth = 0; r < end; r++) {
        nth += r > first && output->at[r].invocation != output->at[r - 1].invocation;
        label_execution(nest, lines, nth, &labels[r]);
    }
}

void loop_label(const struct text *text, const struct commands *commands,
                const struct tool_output *output, struct labels *labels)
{
    for (size_t i = 0; i < commands->nr;) {
        struct nest *nest;
        if (strcmp(commands->at[i].program, "for")) {
            i++;
            continue;
        }
        nest = arena_alloc(output->arena, sizeof *nest);
        *nest = (struct nest){.arena = output->arena};
        if (!read_nest(nest, commands, i)) {
            i++;
            continue;
        }
        label_below(nest, commands, &text->streams[commands->at[i].stream], output, labels);
        i = nest->end;
    }
}
