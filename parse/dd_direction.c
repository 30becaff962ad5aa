/* Which way the data of a dd went, and what its operands say. */
#include <string.h>

#include "parse/dd.h"

static bool is_one_of(const char *path, const char *const *paths, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        if (!strcmp(path, paths[i]))
            return true;
    return false;
}
#define IS_ONE_OF(path, paths) is_one_of(path, paths, sizeof paths / sizeof paths[0])

static bool is_sink(const char *path)
{
    static const char *const sinks[] = {"/dev/null", "/dev/zero", "NUL", "nul", "/dev/nul"};
    return IS_ONE_OF(path, sinks);
}

static bool is_pseudo_source(const char *path)
{
    static const char *const sources[] = {"/dev/zero",    "/dev/urandom",  "/dev/random",
                                          "/dev/arandom", "/dev/srandom", "/dev/null",
                                          "/dev/frandom", "/dev/erandom"};
    return IS_ONE_OF(path, sources);
}

static bool is_standard_stream(const char *path)
{
    static const char *const streams[] = {"-", "/dev/stdin", "/dev/stdout", "/dev/fd/0",
                                          "/dev/fd/1", "/proc/self/fd/0", "/proc/self/fd/1"};
    return IS_ONE_OF(path, streams);
}

static bool is_variable(const char *path)
{
    return path && strpbrk(path, "$`(") != NULL;
}

bool dd_has_open_end(const struct command *command)
{
    const char *from = command_operand(command, "if"), *to = command_operand(command, "of");
    bool reads = to && is_sink(to), writes = from && is_pseudo_source(from);
    return (is_variable(from) && !reads) || (is_variable(to) && !writes);
}

/* A disk of memory is never the slow end. */
static bool is_memory(const char *path)
{
    static const char *const starts[] = {"/dev/ram", "/dev/shm/", "/run/shm/", "/ramdisk",
                                         "/mnt/ram", "/tmpfs", "/mnt/tmpfs"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncmp(path, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* Returns what stands behind "<" or ">" among the words, or NULL. */
static const char *redirected(const struct command *command, char mark)
{
    for (size_t i = 0; i < command->nr; i++) {
        const char *word = command->words[i];
        word += mark == '>' && word[0] == '1' && word[1] == '>';
        if (*word != mark)
            continue;
        word += strspn(word, "<>");
        if (*word == '&')
            continue;
        if (*word)
            return word;
        return i + 1 < command->nr ? command->words[i + 1] : NULL;
    }
    return NULL;
}

/* Returns one end of a dd, or NULL where that is a pipe or a terminal. */
static const char *end_of(const struct command *command, const char *name, char mark)
{
    const char *path = command_operand(command, name);
    if (path && is_standard_stream(path))
        path = NULL;
    return path && *path ? path : redirected(command, mark);
}

/* Sets a param where its value can be known. */
static void set_stated(struct record *record, const struct commands *commands,
                       const struct command *command, const char *name)
{
    const char *value = dd_operand(commands, command, name);
    if (value && *value)
        record_set_pair(record, &record->params, name, value);
}

/* Returns the first word behind the bar of a pipe, or NULL. */
static const char *pipe_program(struct arena *arena, const struct command *command)
{
    const char *bar = strchr(command->whole + command->offset, '|');
    if (!bar || bar[1] == '|')
        return NULL;
    bar += 1 + strspn(bar + 1, "& \t");
    bar += strncmp(bar, "sudo ", 5) ? 0 : 5;
    size_t length = strcspn(bar, " \t;|&)\"'`");
    return length && length < 40 ? arena_text(arena, bar, length) : NULL;
}

void dd_set_params(struct record *record, const struct commands *commands,
                   const struct command *command)
{
    static const char *const names[] = {"if",    "of",   "bs",    "ibs",  "obs", "count",
                                        "iflag", "oflag", "conv", "skip", "seek"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        set_stated(record, commands, command, names[i]);
    const char *pipe = pipe_program(commands->arena, command);
    if (pipe && strcmp(pipe, "grep") && strcmp(pipe, "tail") && strcmp(pipe, "awk") &&
        strcmp(pipe, "tee"))
        record_set_pair(record, &record->params, "pipe", pipe);
}

/* Says whether dd's own output goes into a program that keeps it. */
static bool is_piped(const struct command *command)
{
    const char *bar = strchr(command->whole + command->offset, '|');
    const char *own = command->whole + command->offset;
    return bar && bar[1] != '|' && !memmem(own, (size_t)(bar - own), "2>&1", 4) && bar[1] != '&';
}

static void set_target(struct record *record, const struct commands *commands,
                       const struct command *command, const char *op, const char *path)
{
    const char *known = dd_resolve(commands, command, path);
    record->op = op;
    if (known)
        record_set_pair(record, &record->params, "target", known);
}

void dd_set_direction(struct record *record, const struct commands *commands,
                      const struct command *command)
{
    const char *from = end_of(command, "if", '<'), *to = end_of(command, "of", '>');
    bool reads = from && !is_pseudo_source(from), writes = to && !is_sink(to);
    if (reads && writes && is_memory(from) != is_memory(to)) {
        reads = is_memory(to);
        writes = !reads;
    }
    if (reads && !writes) {
        set_target(record, commands, command, "read", from);
    } else if (writes && !reads) {
        set_target(record, commands, command, "write", to);
    } else if (reads && strchr(from, '$') && strchr(to, '$')) {
        /* Variables for both ends: words above may tell. */
    } else if (from || to) {
        record->op = "copy";
        if (!reads && !writes && !is_piped(command))
            record_warn(record, "no-device", record->source.line);
    }
}

/* Returns the direction of all dds that have ends, NULL where they differ or there is none. */
static const char *common_op(const struct commands *commands, bool *has_command)
{
    const char *op = NULL;
    for (size_t i = 0; i < commands->nr; i++) {
        const struct command *command = &commands->at[i];
        if (strcmp(command->program, "dd"))
            continue;
        has_command[command->stream] = true;
        struct record *record = record_new(commands->arena, RECORD_RESULT);
        record->op = "";
        dd_set_direction(record, commands, command);
        if (dd_has_open_end(command) || !*record->op || (op && strcmp(op, record->op)))
            return NULL;
        op = record->op;
    }
    return op;
}

void dd_settle_ops(const struct commands *commands, struct tool_output *output)
{
    size_t streams = 0;
    for (size_t i = 0; i < commands->nr; i++)
        streams = commands->at[i].stream >= streams ? commands->at[i].stream + 1 : streams;
    for (size_t r = 0; r < output->nr; r++)
        streams = output->at[r].stream >= streams ? output->at[r].stream + 1 : streams;
    bool *has_command = arena_alloc(output->arena, streams * sizeof *has_command);
    const char *op = common_op(commands, has_command);
    for (size_t r = 0; op && r < output->nr; r++) {
        const struct result *result = &output->at[r];
        if (!strcmp(result->record->tool, "dd") && !*result->record->op && !result->command &&
            !has_command[result->stream])
            result->record->op = op;
    }
}
