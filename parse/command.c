#include "parse/command.h"

#include <ctype.h>
#include <string.h>

#include "parse/command_split.h"
#include "parse/row_table.h"
#include "parse/script.h"

enum { MOST_JOINED = 12, MOST_IN_LIST = 16, LONGEST_SCRIPT = 2000 };

enum shell_row { SHELL_DD, SHELL_TRACE, SHELL_PROMPT, SHELL_HASH, SHELL_BENCHMARK, SHELL_IDLE };

#define PROGRAMS                                                                                   \
    "(?: (?:\\S*/)? (?:fio|dd|ddrescue|dcfldd|pv|timex|bonnie(?:\\+\\+)?|zcav|numactl|taskset|mount|umount|mkfs\\S*|echo|"   \
    "blockdev|hdparm|zfs|zpool|sync|sh|bash|cat|modprobe|sysctl|lvcreate|mdadm|cryptsetup|time|"    \
    "sudo|for|while|qemu\\S*|virsh|ssh|uname)(?=[\\s;&]|$) | \\.{0,2}/\\S+ )"

/* clang-format off: a table */
static const struct pattern_row shell_rows[] = {
    /* Wherever dd stands with one of its operands: behind a prompt of any form,
     * sudo, time, "sync;", "$(", or in a sentence. */
    {SHELL_DD, "dd ",
     "(?: ^ | [\\s$(;&|\"'`] ) (?:\\S*/)? (?<command> dd \\s+ (?: [a-z]+=\\S+ \\s+ )*? (?:if|of|bs|count|ibs|obs)=(?:3D)?\\S .* ) $",
     {{"command", "", PATTERN_NONE}}},
    /* "+ echo 3": the shell's own trace (set -x). */
    {SHELL_TRACE, "+ ",
     "^ \\s* \\+{1,4} \\s+ (?<command> (?: " PROGRAMS " | (?: date | sleep | rm | ls | set | export | cd | test | grep | awk | mkdir | dd ) (?= \\s | $ ) | [A-Za-z_]\\w* = \\S* (?= \\s | $ ) ) .* ) $",
     {{"command", "", PATTERN_NONE}}},
    /* root@host:~# , [user@host dir]$ , [guest]# , host$ , ~ $ , dir (branch) # */
    {SHELL_PROMPT, PATTERN_ANY "#$%",
     "^ \\s* (?: \\[? [\\w.-]+ @ [\\w.-]+ [^\\]]{0,60}? \\]? | ~ | /\\S* | [\\w.-]+:[\\w/~.-]* | [\\w.-]+ (?=\\$) | \\[ [^\\][]{1,60} \\] (?=[#$])"
     " | [\\w.-]+ \\s \\( [^()]{1,40} \\) (?= \\s? [#$%] \\s) )? \\s? [#$%]"
     " (?<! ^\\#) (?<! ^%) \\s+ (?<command> \\S.* ) $",
     {{"command", "", PATTERN_NONE}}},
    {SHELL_HASH, PATTERN_ANY "#%", "^ \\s* [#%] \\s+ (?<command> (?: [A-Z_]+=\\S* \\s+ )* [($`]*+ " PROGRAMS " .* ) $", {{"command", "", PATTERN_NONE}}},
    {SHELL_BENCHMARK, NULL,
     "^ \\s* (?: \\+{1,3} \\s+ | (?: \\[ [^\\][]{1,60} \\] [\\s-]+ )+ | \\( [^()]{1,40} \\) \\s+ )? (?<command> (?: (?:sudo|time) \\s+ (?:-p\\s+)? )* (?:\\S*/)?"
     " (?: fio \\s (?: .*? \\s )?? (?:--?\\w|\\S+\\.(?:fio|job|ini)\\b)"
     " | bonnie(?:\\+\\+)? \\s (?: .*? \\s )?? -\\w | Bonnie(?:\\+\\+)? \\s+ -[dsmu] \\s+ \\S | (?:numactl|taskset) \\s .*? (?:fio|dd) \\s ) .* ) $",
     {{"command", "", PATTERN_NONE}}},
    /* A prompt where nothing was typed. */
    {SHELL_IDLE, PATTERN_ANY "#$%",
     "^ \\s* (?: \\[? [\\w.-]+ @ [\\w.-]+ [^\\]]{0,60}? \\]? | [\\w.-]+ \\s \\( [^()]{1,40} \\) ) \\s? [#$%] \\s* $", {{0}}},
};
/* clang-format on */

const struct row_table row_table_shell = {"shell", shell_rows,
                                          sizeof shell_rows / sizeof shell_rows[0]};

enum { OUTPUT_MARKS = 9, BENCHMARKS = 4 };
static const char *const output_marks[OUTPUT_MARKS] = {"(groupid=", "runt=", " bytes (", "IOPS=", " records in",
                                           " records out", "bytes transferred in",
                                           " copied, ", "% cpu "};

static const char *const benchmarks[BENCHMARKS] = {"dd", "fio", "bonnie", "Bonnie"};

/* One walk over the commands of a text. */
struct scan {
    struct text *text;
    struct commands *commands;
    struct pattern_set *rows;
    uint64_t output_letters[OUTPUT_MARKS], benchmark_letters[BENCHMARKS]; /* of the words above */
};

/* Says whether one of nr words stands in the line; letters are theirs. */
static bool has_any(const struct text_line *line, const char *const *words,
                    const uint64_t *letters, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        if (!(letters[i] & ~line->letters) && strstr(line->at, words[i]))
            return true;
    return false;
}

/* Says whether the line looks like figures of a benchmark, which no script holds. */
static bool is_output(const struct scan *scan, const struct text_line *line)
{
    return has_any(line, output_marks, scan->output_letters, OUTPUT_MARKS);
}

/* "of=/dev/sdb": nothing but a dd that was wrapped goes on like this. */
static bool is_dd_operand(const char *at)
{
    static const char *const names[] = {"if=",   "of=",    "bs=",    "ibs=",  "obs=",   "count=",
                                        "skip=", "seek=",  "conv=",  "iflag=", "oflag=", "status="};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strncmp(at, names[i], strlen(names[i])))
            return true;
    return false;
}

/* Says whether a line ends where no command does, and the next one is a command of
 * one word, as in "dd …; time" above "sync". */
static bool is_cut_in_list(const struct text_line *line, const char *next)
{
    static const char *const ends[] = {" time", ";", "|", "&&"};
    static const char *const words[] = {"sync", "time sync", "wait"};
    bool is_open = false, is_word = false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t length = strlen(ends[i]);
        is_open = is_open || (line->length > length &&
                              !strcmp(line->at + line->length - length, ends[i]));
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        is_word = is_word || !strcmp(next, words[i]);
    return is_open && is_word;
}

/* Says whether the line begins with what joins commands ("& done", "| tee log") or ends a
 * loop; a row of a table ends in its bar. */
static bool is_rest_of_list(const char *next)
{
    size_t marks = strspn(next, "&|;");
    if (!marks)
        return !strncmp(next, "done", 4) && (!next[4] || next[4] == ';');
    return next[marks] == ' ' && islower((unsigned char)next[marks + 1]) && !strchr(next + marks, '|');
}

/* Says whether the next line goes on with a command: behind a backslash, or an
 * operand that mail has pushed there. */
static bool goes_on(const struct text_line *line, const struct text_line *next)
{
    size_t length = line->length;
    const char *at = next->at + strspn(next->at, " \t");
    if (length && line->at[length - 1] == '\\')
        return true;
    if (next->is_resumed)
        return false;
    if (strstr(line->at, "dd ") && (is_dd_operand(at) || is_cut_in_list(line, at)))
        return true;
    if (length < 60)
        return false;
    size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
    return is_rest_of_list(at) ||
           (at[0] == '-' && (at[1] == '-' || isalpha((unsigned char)at[1]))) ||
           (name && at[name] == '=' && at[name + 1] && !isspace((unsigned char)at[name + 1]));
}

/* A mail pasted undecoded says if=3D/dev/sda. */
static void undo_quoted_printable(char *text)
{
    for (char *mark = text; (mark = strstr(mark, "=3D")); mark++)
        memmove(mark + 1, mark + 3, strlen(mark + 3) + 1);
}

/* Says whether a dd stands behind the bar of a pipe: it prints totals of its own. */
static bool is_pipe_to_dd(const char *at)
{
    at += 1 + strspn(at + 1, " \t");
    at += strncmp(at, "sudo ", 5) ? 0 : 5;
    return !strncmp(at, "dd ", 3) && is_dd_operand(at + 3 + strspn(at + 3, " "));
}

/* Returns the length of the first command of a list, up to ";", "&&", "||" or "&"
 * outside of quotes; a pipe is one command unless it ends in another dd. */
static size_t list_piece(const char *at)
{
    char quote = 0;
    size_t i = 0;
    for (; at[i]; i++) {
        if (quote ? at[i] == quote : at[i] == '"' || at[i] == '\'')
            quote = quote ? 0 : at[i];
        else if (!quote && (at[i] == ';' || !strncmp(at + i, "||", 2)))
            break;
        else if (!quote && at[i] == '|' && is_pipe_to_dd(at + i))
            break;
        else if (!quote && at[i] == '&' && at[i + 1] != '>' && (!i || at[i - 1] != '>'))
            break;
    }
    return i;
}

/* Adds each command of a list that stands in the lines of model. */
static void add_list(struct commands *commands, const char *at, const struct command *model)
{
    for (size_t nr = 0; nr < MOST_IN_LIST && *at; nr++) {
        struct command command = *model;
        size_t length = list_piece(at);
        command.text = arena_text(commands->arena, at, length);
        command.offset = (size_t)(at - model->whole);
        command_split(commands->arena, &command);
        at += length;
        at += strspn(at, ";&| \t");
        if (!*command.program && nr)
            continue;
        commands->at = arena_grow(commands->arena, commands->at, commands->nr, &commands->room,
                                  sizeof *commands->at);
        commands->at[commands->nr++] = command;
    }
}

/* A command that was quoted in a sentence ends where its quote does. */
static void cut_at_quote(const char *whole, char *own)
{
    char *end = own > whole && strchr("\"'`", own[-1]) ? strchr(own, own[-1]) : NULL;
    if (end)
        *end = '\0';
}

static size_t add_command(struct text *text, struct commands *commands, size_t stream, size_t at,
                          const char *start, bool is_script)
{
    struct text_stream *lines = &text->streams[stream];
    struct command command = {.stream = stream, .first = at, .last = at, .is_script = is_script};
    while (command.last + 1 < lines->nr && command.last - at < MOST_JOINED &&
           goes_on(&lines->lines[command.last], &lines->lines[command.last + 1]))
        command.last++;
    size_t skip = (size_t)(start - lines->lines[at].at);
    char *whole = text_join(text, lines, at, command.last - at + 1), *joined = whole + skip;
    command.whole = whole;
    for (char *mark = joined; (mark = strchr(mark, '\\')); mark++)
        if (mark[1] == ' ' || !mark[1])
            *mark = ' ';
    undo_quoted_printable(joined);
    cut_at_quote(whole, joined);
    add_list(commands, joined, &command);
    for (size_t i = at; i <= command.last; i++)
        lines->lines[i].class = is_script ? LINE_SCRIPT : LINE_COMMAND;
    return command.last + 1;
}

/* Takes a script from its first line; returns the line behind it.  Its lines are
 * kept as commands too, for what they say about operands and echoed lines.  Up to
 * *unclosed no block closes, as an earlier look has shown. */
static size_t take_script(const struct scan *scan, size_t stream, size_t at, size_t *unclosed)
{
    struct text *text = scan->text;
    struct text_stream *lines = &text->streams[stream];
    size_t end = at, last_close = at;
    size_t i = at;
    int depth = 0;
    for (; i < lines->nr && i - at < LONGEST_SCRIPT; i++) {
        const char *line = lines->lines[i].at;
        if (depth > 0 && i < *unclosed)
            break;
        if (is_output(scan, &lines->lines[i]) && !strchr(line, '$') && !strchr(line, '|'))
            break;
        bool is_blank = text_is_blank(&lines->lines[i]);
        if (depth <= 0 && i > at && !is_blank && !script_goes_on(line))
            break;
        int change = script_depth(line);
        depth += change;
        if (!is_blank)
            end = i;
        if (change < 0)
            last_close = i;
    }
    /* Blocks that never close were no blocks: what follows is no script. */
    if (depth > 0) {
        end = last_close;
        *unclosed = i > *unclosed ? i : *unclosed;
    }
    for (i = at; i <= end;) {
        if (text_is_blank(&lines->lines[i]))
            i++;
        else
            i = add_command(text, scan->commands, stream, i, lines->lines[i].at, true);
    }
    return end + 1;
}

/* Says whether a line can be a command at all: most lines of a mail cannot, and
 * are not tried against the patterns. */
static bool may_be_command(const struct scan *scan, const struct text_line *line)
{
    return has_any(line, benchmarks, scan->benchmark_letters, BENCHMARKS) ||
           strpbrk(line->at, "#$%") || line->at[strspn(line->at, " \t")] == '+';
}

/* A dd in front of its own figures, as on a page whose line ends were lost.  A shell
 * that repeats the command in front of its times ("… 34% cpu 1:52.81 total") runs none. */
static void add_before_output(const struct scan *scan, size_t stream, size_t at)
{
    struct text *text = scan->text;
    const struct text_line *line = &text->streams[stream].lines[at];
    struct command command = {.stream = stream, .first = at, .last = at};
    struct pattern_match match;
    const char *start;
    size_t length;
    if (!strstr(line->at, "dd ") || strstr(line->at, "% cpu ") ||
        !pattern_match_row(scan->rows, SHELL_DD, line->at, line->length, &match) ||
        !pattern_group(&match, "command", &start, &length))
        return;
    char *whole = arena_text(text->arena, line->at, line->length);
    command.whole = whole;
    char *own = whole + (start - line->at);
    undo_quoted_printable(own);
    add_list(scan->commands, own, &command);
}

static void scan_stream(const struct scan *scan, size_t stream)
{
    struct text_stream *lines = &scan->text->streams[stream];
    size_t unclosed = 0;
    for (size_t at = 0; at < lines->nr;) {
        struct text_line *line = &lines->lines[at];
        struct pattern_match match;
        const char *start;
        size_t length;
        if (line->class != LINE_PROSE || text_is_blank(line)) {
            at++;
        } else if (is_output(scan, line)) {
            add_before_output(scan, stream, at++);
        } else if (script_starts(line->at)) {
            at = take_script(scan, stream, at, &unclosed);
        } else if (may_be_command(scan, line) &&
                   pattern_match(scan->rows, line->at, line->length, &match)) {
            if (match.row->id == SHELL_IDLE || !pattern_group(&match, "command", &start, &length))
                lines->lines[at++].class = LINE_COMMAND;
            else
                at = add_command(scan->text, scan->commands, stream, at, start, false);
        } else {
            at++;
        }
    }
}

void command_scan(struct text *text, struct commands *commands)
{
    struct scan scan = {
        .text = text,
        .commands = commands,
        .rows = pattern_set_new(row_table_shell.rows, row_table_shell.nr),
    };
    for (size_t i = 0; i < OUTPUT_MARKS; i++)
        scan.output_letters[i] = pattern_letters(output_marks[i], strlen(output_marks[i]));
    for (size_t i = 0; i < BENCHMARKS; i++)
        scan.benchmark_letters[i] = pattern_letters(benchmarks[i], strlen(benchmarks[i]));
    *commands = (struct commands){.arena = text->arena};
    for (size_t s = 0; s < text->nr; s++)
        scan_stream(&scan, s);
    pattern_set_free(scan.rows);
}

const struct command *command_next(const struct commands *commands, size_t *next, size_t stream,
                                   size_t end)
{
    for (; *next < commands->nr; ++*next) {
        const struct command *command = &commands->at[*next];
        if (command->stream > stream || (command->stream == stream && command->first >= end))
            return NULL;
        if (command->stream == stream) {
            ++*next;
            return command;
        }
    }
    return NULL;
}
