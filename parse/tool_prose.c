/* Results in sentences and short lists: "dd if=… bs=1024k count=4000 ; duration 301 sec",
 * "dom0: 153.5 MB/sec", "dd: 22.696 s, 11.8 MB/s", "128 sectors | 160 sec". */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/dd.h"
#include "parse/prose.h"
#include "parse/row_table.h"
#include "parse/table.h"
#include "parse/vocabulary.h"

/* Says whether the name stands in the text as a word of its own. */
static bool has_word(const struct text *text, const char *name)
{
    static const char ends[] = " \t\"'`(),;:*_\n";
    size_t length = strlen(name);
    for (const char *at = text->all; (at = strstr(at, name)); at++)
        if ((at == text->all || strchr(ends, at[-1])) && strchr(ends, at[length]))
            return true;
    return false;
}

bool prose_names_tool(const struct text *text)
{
    static const char *const names[] = {"fio", "bonnie", "bonnie++", "dd"};
    for (size_t i = 0; text->all_length && i < sizeof names / sizeof names[0]; i++)
        if (has_word(text, names[i]))
            return true;
    return false;
}

static int prose_bid(const struct text *text)
{
    return prose_names_tool(text) || text_holds(text, "B/s") ? 5 : 0;
}

static bool is_dd_of_size(const struct prose *prose, const struct command *command)
{
    return !strcmp(command->program, "dd") && dd_asked(prose->commands, command) > 0;
}

const char *prose_op_of(const struct prose *prose, const struct command *command)
{
    struct record *record = record_new(prose->output->arena, RECORD_RESULT);
    record->op = "";
    dd_set_direction(record, prose->commands, command);
    /* "dd if=/dev/hdb6 bs=64k", in a sentence, reads. */
    return record->op;
}

/* Returns the direction that all dds of the text have, "" for none. */
static const char *find_text_op(const struct prose *prose)
{
    const char *op = NULL;
    for (size_t i = 0; i < prose->commands->nr; i++) {
        const struct command *command = &prose->commands->at[i];
        if (strcmp(command->program, "dd") ||
            (!command_operand(command, "if") && !command_operand(command, "of")))
            continue;
        const char *one = prose_op_of(prose, command);
        if (op && strcmp(op, one))
            return "";
        op = one;
    }
    return op ? op : "";
}

struct record *prose_add(struct prose *prose, size_t at, const char *op)
{
    struct result *result = tool_add_result(prose->output, prose->text, prose->stream, at, "table",
                                            op);
    result->invocation = ++prose->output->invocations;
    result->record->group = "0";
    return result->record;
}

/* Sets a metric from a group; returns whether there is one. */
bool prose_set_group(struct record *record, const struct pattern_match *match, const char *group,
                      const char *metric, double *value)
{
    const char *at;
    size_t length;
    double digit;
    char copy[64];
    if (!pattern_group(match, group, &at, &length) || length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = at[i] == ',' ? '.' : at[i];
    bool is_read = !strcmp(group, "rate")
                       ? units_quantity(copy, length, UNITS_DECIMAL, value, &digit)
                       : units_number(copy, length, value, &digit);
    if (!is_read || *value <= 0)
        return false;
    record_set_metric(record, metric, *value, digit);
    const char *text = record->source.text;
    if (at >= text && at < text + strlen(text))
        record_set_column(record, metric, (size_t)(at - text), length);
    record_set_pair(record, &record->source.cells, metric, record_text(record, at, length));
    return true;
}

/* Sets a word as the level of the factor that it plainly is one of; returns whether it
 * is. */
/* Returns the word as results above spell that level: "Dom0" and "dom0" are one. */
static const char *known_spelling(const struct prose *prose, const char *word, const char *factor)
{
    enum { MOST_LOOKED_AT = 64 };
    size_t looked = 0;
    for (size_t i = prose->output->nr; i-- > 0 && looked < MOST_LOOKED_AT; looked++) {
        const char *level = record_pair(&prose->output->at[i].record->config, factor);
        if (level && !strcasecmp(level, word))
            return level;
    }
    return word;
}

bool prose_set_word(const struct prose *prose, struct record *record, const char *word,
                    const char *factor)
{
    if (!factor)
        factor = vocabulary_factor_of_all(prose->words, word);
    if (factor)
        record_set_label(record, factor, known_spelling(prose, word, factor),
                         label_rule_name(LABEL_SENTENCE), record->source.line, record->source.text);
    return factor != NULL;
}

/* Notes what stands beside the command: "in domU" below, "In domU I gave" above. */
static void find_where(struct prose *prose, const struct command *command)
{
    enum { LONGEST = 40 };
    const size_t places[] = {command->last + 1, command->first - 1};
    prose->where = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !prose->where; i++) {
        struct pattern_match match;
        if (places[i] >= prose->lines->nr || prose->lines->lines[places[i]].length > LONGEST)
            continue;
        const struct text_line *line = &prose->lines->lines[places[i]];
        if (!pattern_match_row(prose->rows, PROSE_HOST, line->at, line->length, &match))
            continue;
        prose->where = pattern_group_text(&match, "label", prose->output->arena);
        prose->where_line = places[i];
        prose->where_factor = vocabulary_factor_of_all(prose->words, prose->where);
        if (!prose->where_factor)
            prose->where = NULL;
    }
}

static void meet_commands(struct prose *prose, size_t line)
{
    const struct command *command;
    while ((command = command_next(prose->commands, &prose->next, prose->stream, line + 1))) {
        if (command->is_script || !is_dd_of_size(prose, command))
            continue;
        prose->last = command;
        prose->asked = dd_asked(prose->commands, command);
        find_where(prose, command);
    }
}

/* The operation that a label names, else that of all commands. */
static const char *label_op(const struct prose *prose, const char *label)
{
    const char *op = vocabulary_op(label);
    return op ? op : prose->text_op;
}

/* "dom0: 153.5 MB/sec", "dd: 22.696 s, 11.8 MB/s", "With 0.6.4 it was ~800MB/s" */
static bool try_rate(struct prose *prose, size_t at)
{
    static const int ids[] = {PROSE_TIME_RATE, PROSE_RATE, PROSE_WAS};
    const struct text_line *line = &prose->lines->lines[at];
    struct pattern_match match;
    size_t row = 0;
    double value;
    if (!strstr(line->at, "B/") || strchr(line->at, '%'))
        return false;
    while (row < sizeof ids / sizeof ids[0] &&
           !pattern_match_row(prose->rows, ids[row], line->at, line->length, &match))
        row++;
    if (row == sizeof ids / sizeof ids[0])
        return false;
    int id = ids[row];
    const char *label = pattern_group_text(&match, "label", prose->output->arena);
    bool is_dd = !strcmp(label, "dd");
    if (!is_dd && !(id == PROSE_WAS ? prose_may_tell(prose, at, label)
                                    : prose_may_label(prose, at, label)))
        return false;
    /* The neighbours were looked at in between, and a set of patterns has one match. */
    if (!pattern_match_row(prose->rows, id, line->at, line->length, &match))
        return false;
    struct record *record = prose_add(prose, at, label_op(prose, label));
    if (is_dd && !*record->op)
        record->op = "copy";
    bool has_rate = prose_set_group(record, &match, "rate", "bw_bytes_per_s", &value);
    if (id == PROSE_TIME_RATE)
        prose_set_group(record, &match, "sec", "runtime_s", &value);
    if (has_rate && !is_dd)
        record_warn(record, "unit-guessed", record->source.line);
    /* Of the others what stands before the colon is a label by itself. */
    if (!prose_set_word(prose, record, label, NULL) && id == PROSE_WAS)
        prose_set_word(prose, record, label, "configuration");
    return true;
}

/* "random read: 2100 IOPS", beside rates */
static bool try_iops(struct prose *prose, size_t at)
{
    const struct text_line *line = &prose->lines->lines[at];
    struct pattern_match match;
    struct table_value value;
    if (!strstr(line->at, "IOPS") ||
        !pattern_match_row(prose->rows, PROSE_IOPS, line->at, line->length, &match))
        return false;
    const char *label = pattern_group_text(&match, "label", prose->output->arena);
    const char *text = pattern_group_text(&match, "iops", prose->output->arena);
    if (!prose_may_count(prose, at, label) || !table_cell_read(text, &value) || value.is_missing ||
        value.scale.unit != TABLE_IOPS || value.value <= 0)
        return false;
    struct record *record = prose_add(prose, at, label_op(prose, label));
    record_set_metric(record, "iops", value.value * value.scale.factor,
                      value.digit * value.scale.factor);
    const char *cell = strstr(record->source.text, text);
    if (cell)
        record_set_column(record, "iops", (size_t)(cell - record->source.text), strlen(text));
    record_set_pair(record, &record->source.cells, "iops", text);
    prose_set_word(prose, record, label, NULL);
    return true;
}

static void scan_stream(struct prose *prose)
{
    struct text_stream *lines = prose->lines;
    for (size_t at = 0; at < lines->nr && !tool_is_full(prose->output, lines->lines[at].line);
         at++) {
        enum line_class class = lines->lines[at].class;
        meet_commands(prose, at);
        if (class == LINE_COMMAND && !prose_try_behind_command(prose, at))
            prose_try_pairs(prose, at);
        if (class != LINE_PROSE || text_is_blank(&lines->lines[at]))
            continue;
        prose_meet_heading(prose, at);
        if (strpbrk(lines->lines[at].at, "0123456789") && !try_rate(prose, at) &&
            !try_iops(prose, at) && !prose_try_duration(prose, at))
            prose_try_sentence(prose, at);
    }
}

static void prose_run(struct text *text, const struct commands *commands,
                      struct tool_output *output)
{
    struct pattern_set *rows = pattern_set_new(row_table_prose.rows, row_table_prose.nr);
    struct vocabulary *words = vocabulary_new();
    struct prose prose = {.text = text, .commands = commands, .output = output};
    prose.text_op = find_text_op(&prose);
    prose.names_tool = prose_names_tool(text);
    for (size_t s = 0; s < text->nr; s++) {
        struct prose walk = {.text = text,
                             .commands = commands,
                             .output = output,
                             .rows = rows,
                             .words = words,
                             .stream = s,
                             .lines = &text->streams[s],
                             .names_tool = prose.names_tool,
                             .text_op = prose.text_op};
        scan_stream(&walk);
    }
    vocabulary_free(words);
    pattern_set_free(rows);
}

const struct tool_parser tool_prose = {"table", prose_bid, prose_run};
