/* Durations in sentences and rows, of a dd that says how much it moved. */
#include <string.h>
#include <strings.h>

#include "parse/dd.h"
#include "parse/prose.h"

/* Sets bytes and rate of a dd that took so long. */
static void set_moved(struct record *record, double bytes, double seconds)
{
    double digit = record_precision(record, "runtime_s");
    record_set_metric(record, "io_bytes", bytes, 0);
    record_set_metric(record, "bw_bytes_per_s", bytes / seconds,
                      bytes / seconds * digit / seconds);
}

/* Returns the command that ends a line of its own, or NULL. */
static const struct command *command_of_line(const struct prose *prose, size_t at)
{
    return prose->last && prose->last->first <= at && at <= prose->last->last ? prose->last : NULL;
}

/* Finds what stands behind the operands of a dd in its line. */
static const char *behind_operands(const struct command *command)
{
    const char *at = command->whole + command->offset, *end = at;
    while (*at) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, " \t"), name = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        if ((name && at[name] == '=') || !strncmp(at, "dd", 2))
            end = at + length - (length && strchr(";,\"'`", at[length - 1]) ? 1 : 0);
        else
            break;
        at += length;
    }
    return end;
}

/* "dd if=… bs=1024k count=4000 ; duration 301 sec" */
bool prose_try_behind_command(struct prose *prose, size_t at)
{
    const struct command *command = command_of_line(prose, at);
    struct pattern_match match;
    double seconds, rate;
    if (!command || at != command->last)
        return false;
    const char *behind = behind_operands(command);
    bool has_time = pattern_match_row(prose->rows, PROSE_BEHIND_TIME, behind, strlen(behind),
                                      &match);
    if (!has_time && !pattern_match_row(prose->rows, PROSE_BEHIND_RATE, behind, strlen(behind),
                                        &match))
        return false;
    struct record *record = prose_add(prose, at, "");
    if (command->first == command->last)
        record->source.text = command->whole;
    dd_set_params(record, prose->commands, command);
    dd_set_direction(record, prose->commands, command);
    if (has_time && prose_set_group(record, &match, "sec", "runtime_s", &seconds))
        set_moved(record, prose->asked, seconds);
    else if (prose_set_group(record, &match, "rate", "bw_bytes_per_s", &rate))
        record_set_metric(record, "io_bytes", prose->asked, 0);
    return true;
}

/* Adds a result for a pair behind the command that ends in line at. */
static void add_pair(struct prose *prose, const struct command *command,
                     const struct pattern_match *match, size_t at)
{
    double rate;
    struct record *record = prose_add(prose, at, "");
    const char *label = pattern_group_text(match, "label", prose->output->arena);
    dd_set_params(record, prose->commands, command);
    dd_set_direction(record, prose->commands, command);
    prose_set_group(record, match, "rate", "bw_bytes_per_s", &rate);
    record->source.cells = (struct record_pairs){0};
    record->source.cell = pattern_group_text(match, "cell", prose->output->arena);
    if (!prose_set_word(prose, record, label, NULL))
        prose_set_word(prose, record, label, "configuration");
}

/* "dd if=… bs=1M count=16384 69.2 MB/sec (Native) 52 MB/sec (NFS)" */
bool prose_try_pairs(struct prose *prose, size_t at)
{
    enum { LINES = 3, MOST = 8 };
    const struct command *command = command_of_line(prose, at);
    struct pattern_match match;
    size_t lines = 1, nr = 0;
    if (!command || at != command->last)
        return false;
    const char *behind = behind_operands(command);
    if (!strstr(behind, "B/"))
        return false;
    for (; lines < LINES && at + lines < prose->lines->nr; lines++)
        if (prose->lines->lines[at + lines].class != LINE_PROSE ||
            text_is_blank(&prose->lines->lines[at + lines]))
            break;
    const char *rest = text_join(prose->text, prose->lines, at + 1, lines - 1);
    const char *text = arena_printf(prose->output->arena, "%s %s", behind, rest);
    for (size_t from = 0; nr < MOST; nr++) {
        if (!pattern_match_row(prose->rows, PROSE_PAIR, text + from, strlen(text + from), &match))
            break;
        from += pattern_match_length(&match);
    }
    if (nr < 2)
        return false;
    for (size_t from = 0, i = 0; i < nr; i++) {
        pattern_match_row(prose->rows, PROSE_PAIR, text + from, strlen(text + from), &match);
        from += pattern_match_length(&match);
        add_pair(prose, command, &match, at);
        if (from > strlen(behind) + 1 && at + 1 < prose->lines->nr)
            prose->lines->lines[at + 1].class = LINE_DETAIL;
    }
    return true;
}

/* Says whether the line is a row of two cells, the second of which is a time. */
static bool is_row(const struct prose *prose, size_t at)
{
    struct pattern_match match;
    return at < prose->lines->nr &&
           pattern_match_row(prose->rows, PROSE_CELL, prose->lines->lines[at].at,
                             prose->lines->lines[at].length, &match);
}

/* "dom0 takes 18.0 secs", and rows of a table "128 sectors | 160 sec", below a dd that
 * says how much it moved. */
bool prose_try_duration(struct prose *prose, size_t at)
{
    enum { FARTHEST = 40 };
    const struct text_line *line = &prose->lines->lines[at];
    struct pattern_match match;
    double seconds;
    if (!prose->last || at > prose->last->last + FARTHEST)
        return false;
    /* One row alone, without a heading, is of no table. */
    bool is_table = prose->column || is_row(prose, at - 1) || is_row(prose, at + 1);
    bool is_cell = is_table &&
                   pattern_match_row(prose->rows, PROSE_CELL, line->at, line->length, &match);
    if (!is_cell && !pattern_match_row(prose->rows, PROSE_TAKES, line->at, line->length, &match))
        return false;
    const char *label = pattern_group_text(&match, "label", prose->output->arena);
    if (!is_cell && !vocabulary_factor_of_all(prose->words, label))
        return false;
    struct record *record = prose_add(prose, at, "");
    dd_set_params(record, prose->commands, prose->last);
    dd_set_direction(record, prose->commands, prose->last);
    if (prose_set_group(record, &match, "sec", "runtime_s", &seconds))
        set_moved(record, prose->asked, seconds);
    if (!is_cell) {
        prose_set_word(prose, record, label, NULL);
        return true;
    }
    if (prose->column)
        prose->lines->lines[prose->heading].class = LINE_DETAIL;
    record_set_pair(record, &record->source.cells, "runtime_s",
                    pattern_group_text(&match, "cell", prose->output->arena));
    record_set_label(record, prose->column ? prose->column : "configuration", label,
                     label_rule_name(LABEL_ROW), record->source.line, record->source.text);
    if (prose->where)
        record_set_label(record, prose->where_factor, prose->where, label_rule_name(LABEL_SENTENCE),
                         prose->lines->lines[prose->where_line].line,
                         prose->lines->lines[prose->where_line].at);
    return true;
}

/* Returns the last word behind "in" or "on" in a text that plainly is a host, or NULL. */
static const char *last_place(const struct prose *prose, const char *text)
{
    const char *place = NULL;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, " \t");
        bool leads = length == 2 && (!strncasecmp(at, "in", 2) || !strncasecmp(at, "on", 2));
        at += length;
        at += strspn(at, " \t");
        if (!leads)
            continue;
        const char *word = arena_text(prose->output->arena, at, strcspn(at, " \t.,;:"));
        const char *factor = vocabulary_factor_of_all(prose->words, word);
        if (factor && !strcmp(factor, "host"))
            place = word;
    }
    return place;
}

/* The host of a figure in a sentence: behind it ("when running in Dom0", maybe in the next
 * line), or in front of it ("In Dom0 it needed …"). */
static const char *find_host(struct prose *prose, size_t at, const char *figure, const char *behind)
{
    struct pattern_match match;
    struct arena *arena = prose->output->arena;
    const char *line = prose->lines->lines[at].at;
    const char *next = at + 1 < prose->lines->nr ? prose->lines->lines[at + 1].at : "";
    const char *above = at > 0 ? prose->lines->lines[at - 1].at : "";
    const char *joined = arena_printf(arena, "%.200s %.200s ", behind, next);
    if (pattern_match_row(prose->rows, PROSE_HOST, joined, strlen(joined), &match))
        return pattern_group_text(&match, "label", arena);
    return last_place(prose, arena_printf(arena, "%.200s %.*s", above, (int)(figure - line), line));
}

/* "… it took 1.6 seconds on hdb6 and 2.2 seconds on hda1 when running in Dom0" */
bool prose_try_sentence(struct prose *prose, size_t at)
{
    enum { FARTHEST = 4, MOST = 8 };
    const struct text_line *line = &prose->lines->lines[at];
    const char *rest = strstr(line->at, "took ");
    if (!rest)
        rest = strstr(line->at, "needed ");
    bool has_any = false;
    if (!prose->last || at > prose->last->last + FARTHEST || !rest)
        return false;
    for (size_t nr = 0; nr < MOST; nr++) {
        struct pattern_match match;
        const char *figure, *label, *end;
        size_t length;
        double seconds;
        if (!pattern_match_row(prose->rows, PROSE_TOOK, rest, strlen(rest), &match) ||
            !pattern_group(&match, "sec", &figure, &length) ||
            !pattern_group(&match, "label", &label, &length))
            break;
        end = label + length;
        /* "5 seconds on average", "on the old kernel": no place. */
        const char *place = arena_text(prose->output->arena, label, length);
        if (*place != '/' && !vocabulary_factor_of_all(prose->words, place))
            break;
        struct record *record = prose_add(prose, at, prose_op_of(prose, prose->last));
        dd_set_params(record, prose->commands, prose->last);
        record_unset_pair(&record->params, "if"); /* one of several devices */
        if (prose_set_group(record, &match, "sec", "runtime_s", &seconds))
            set_moved(record, prose->asked, seconds);
        prose_set_word(prose, record, place, "device");
        const char *host = find_host(prose, at, figure, end);
        if (host)
            prose_set_word(prose, record, host, NULL);
        has_any = true;
        rest = end;
    }
    return has_any;
}

/* The heading of a table of two columns, the second of which are times. */
void prose_meet_heading(struct prose *prose, size_t at)
{
    static const char *const times[] = {"duration", "time", "seconds", "elapsed"};
    const char *line = prose->lines->lines[at].at, *bar = strchr(line, '|');
    if (!bar || strpbrk(line, "0123456789"))
        return;
    bool is_time = false;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        is_time = is_time || strcasestr(bar, times[i]);
    line += strspn(line, " \t|");
    size_t length = bar > line ? (size_t)(bar - line) : 0;
    while (length && strchr(" \t", line[length - 1]))
        length--;
    prose->heading = at;
    prose->column = is_time && length && length < 40
                        ? arena_text(prose->output->arena, line, length)
                        : NULL;
}
