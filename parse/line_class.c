#include "parse/line_class.h"

#include <ctype.h>
#include <string.h>

bool line_class_is_output(const struct text_line *line)
{
    return line->class == LINE_RESULT || line->class == LINE_DETAIL;
}

/* The fence of a block of code in markdown, with the name of a language or not. */
static bool is_fence(const char *at)
{
    at += strspn(at, " \t");
    if (*at != '~' && *at != '`')
        return false;
    size_t marks = strspn(at, *at == '~' ? "~" : "`");
    at += *at == '~' && at[marks] == ' ' ? 1 : 0;
    return marks >= 3 && strspn(at + marks, "abcdefghijklmnopqrstuvwxyz+-0123456789") ==
                             strlen(at + marks);
}

static bool starts_with(const char *at, const char *prefix)
{
    return *at == *prefix && !strncmp(at, prefix, strlen(prefix));
}

/* ".. code:: sh", "```shell=": what begins a block of code, and is no fence of markdown. */
static bool is_directive(const char *at)
{
    at += strspn(at, " \t");
    if (starts_with(at, ".. "))
        return strstr(at, "::") != NULL;
    size_t word = starts_with(at, "```") ? 3 + strspn(at + 3, "abcdefghijklmnopqrstuvwxyz") : 0;
    return word > 3 && at[word] && strchr("={", at[word]) && !strchr(at, ' ');
}

/* ===== or - - - -: three marks of one kind at least, and nothing else. */
static bool is_rule(const char *at)
{
    static const char marks[] = "=~*_-#+";
    at += strspn(at, " \t");
    if (!*at || !strchr(marks, *at))
        return false;
    char mark[3] = {*at, ' ', '\0'};
    size_t nr = 0;
    for (const char *c = at; *c; c++)
        nr += *c == mark[0];
    return nr >= 3 && !at[strspn(at, mark)];
}

static bool is_section(const char *at)
{
    size_t length = strlen(at);
    return length > 2 && at[0] == '[' && at[length - 1] == ']' && strspn(at + 1, "[] ") == 0 &&
           !strpbrk(at, "@<>") && isalnum((unsigned char)at[1]);
}

static bool is_setting(const char *at)
{
    size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-");
    size_t gap = strspn(at + name, " \t");
    return name && isalpha((unsigned char)at[0]) && at[name + gap] == '=' && at[name + gap + 1] != '=';
}

static bool is_word(const char *at)
{
    size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return name > 2 && !at[name];
}

/* A job file: a section in brackets, then settings, comments and flags up to
 * what is none of these, or claimed by a tool.  Returns the line behind it, or at
 * where it has no setting; *looked gets the line up to which there is none. */
static size_t take_job_file(struct text_stream *stream, size_t at, size_t *looked)
{
    size_t end = at + 1, settings = 0;
    for (size_t i = at + 1; i < stream->nr; i++) {
        const struct text_line *line = &stream->lines[i];
        const char *text = line->at + strspn(line->at, " \t");
        if (text_is_blank(line))
            continue;
        bool is_set = is_setting(text);
        if (line->class != LINE_PROSE)
            break;
        if (!is_set && !is_section(text) && *text != '#' && *text != ';' &&
            !(is_word(text) && i == end))
            break;
        settings += is_set;
        end = i + 1;
    }
    *looked = end;
    if (!settings)
        return at;
    for (size_t i = at; i < end; i++)
        stream->lines[i].class = text_is_blank(&stream->lines[i]) ? LINE_BLANK : LINE_JOBFILE;
    return end;
}

static bool is_diff_line(const char *at)
{
    return starts_with(at, "diff --git ") || starts_with(at, "@@ -") || starts_with(at, "+++ ") ||
           starts_with(at, "--- a/") || starts_with(at, "index ");
}

/* What lists and mail programs add. */
static bool is_footer(const char *at)
{
    static const char *const starts[] = {
        "-- ",           "To unsubscribe from this list",  "More majordomo info",
        "A non-text attachment was scrubbed", "An HTML attachment was scrubbed",
        "An embedded message was scrubbed", "Name: ", "Type: ", "Size: ", "Desc: ", "URL: <",
        "Signed-off-by:", "Reviewed-by:", "Tested-by:", "Acked-by:", "Cc:", "This SF.net email",
        "Sent from my"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (starts_with(at, starts[i]))
            return true;
    /* The blank of "-- " was cut with the other trailing ones. */
    return !strcmp(at, "--");
}

/* Two blanks, or a tab: what stands between columns. */
static bool has_gap(const char *at)
{
    return strchr(at, '\t') || strstr(at, "  ");
}

/* Two numbers or more beside other words, or a row of pipes. */
static bool is_table_row(const char *at)
{
    size_t numbers = 0, pipes = 0, gaps = 0;
    if (!has_gap(at) && !strchr(at, '|'))
        return false;
    for (const char *c = at; *c;) {
        size_t length = strcspn(c, " \t|");
        numbers += length && strcspn(c, "0123456789") < length &&
                   strspn(c, "+-0123456789.,%kKMGTiB/s") == length;
        c += length;
        size_t gap = strspn(c, " \t");
        gaps += gap >= 2 || (gap && *c == '\t');
        c += gap;
        if (*c == '|') {
            pipes++;
            c++;
        }
    }
    return (numbers >= 2 && gaps >= 2) || pipes >= 2;
}

/* "node1 | CHANGED | rc=0 >>": what ansible prints above the output of a host. */
static bool is_remote(const char *at)
{
    return strstr(at, " | rc=") && strstr(at, " >>");
}

/* What time(1) and the shell's time print of a command: "real    0m12.384s". */
static bool is_time_figure(const char *at)
{
    static const char *const names[] = {"real", "user", "sys"};
    at += strspn(at, " \t");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (!starts_with(at, names[i]))
            continue;
        size_t gap = strspn(at + length, " \t");
        if (gap && isdigit((unsigned char)at[length + gap]) &&
            !at[length + gap + strspn(at + length + gap, "0123456789.,hms ")])
            return true;
    }
    return false;
}

static bool ends_with(const char *at, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && !strcmp(at + length - size, end);
}

/* "[sudo] password for ann:", "ann@host's password:", "Enter passphrase for key '/k':" */
static bool is_password_prompt(const char *at)
{
    size_t length = strlen(at);
    if (!length || at[length - 1] != ':')
        return false;
    const char *word = strcasestr(at, "password");
    word = word ? word : strcasestr(at, "passphrase");
    return word &&
           (word == at || starts_with(at, "[sudo]") || starts_with(at, "Enter ") ||
            ends_with(at, length, "'s password:"));
}

/* One word of an encoded text or of a checksum. */
static bool is_encoded(const char *at)
{
    enum { SHORTEST = 16, SHA1 = 40, MD5 = 32 };
    if (strchr(at, ' '))
        return false;
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/");
    size_t hex = strspn(at, "0123456789abcdef"), pad = strspn(at + length, "=");
    return (length >= SHORTEST && pad && pad <= 2 && !at[length + pad]) ||
           (!at[hex] && hex >= MD5 && (hex % 8 == 0 || hex == SHA1));
}

/* What a wrapped line left over: "MB/sec". */
static bool is_unit(const char *at)
{
    static const char *const units[] = {"MB/sec", "MB/s", "kB/s", "KB/s", "GB/s", "MiB/s", "KiB/s",
                                        "GiB/s", "KB/sec", "kB/sec", "GB/sec", "seconds", "sec"};
    size_t length = strcspn(at, ".,)");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i]) == length && !strncmp(at, units[i], length))
            return strlen(at + length) <= 1;
    return false;
}

/* "ann@host:~/dir", with the mark of a prompt behind it or not, and no command. */
static bool is_empty_prompt(const char *at)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    if (!strchr(at, '@'))
        return false;
    at += *at == '[';
    size_t user = strspn(at, name), host = at[user] == '@' ? strspn(at + user + 1, name) : 0;
    const char *end = at + user + 1 + host;
    if (!user || !host || !*end || !strchr(": ", *end) || !strchr("~/", end[1]) || !end[1])
        return false;
    return !strpbrk(end + 1, " \t") || ends_with(end, strlen(end), " $") ||
           ends_with(end, strlen(end), " #");
}

/* Lines of scripts and programs that stand between figures. */
static bool is_code(const char *at)
{
    static const char *const words[] = {"else", "fi", "done", "then", "do", "esac", "EOF", "\\"};
    static const char *const marks[] = {"\"$", "${", "$(", "\"\"\""};
    static const char *const ends[] = {"{", "}", ";", " \\"};
    size_t length = strlen(at);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcmp(at, words[i]))
            return true;
    for (const char *c = at; (c = strpbrk(c, "\"$")); c++)
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
            if (starts_with(c, marks[i]))
                return true;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(at, length, ends[i]))
            return true;
    return starts_with(at, "#!") || starts_with(at, "#include ");
}

/* Four columns at least, without a figure: what stands above the rows of a table. */
static bool is_table_head(const char *at)
{
    size_t gaps = 0;
    if (!has_gap(at))
        return false;
    for (const char *c = at; *c;) {
        c += strcspn(c, " \t");
        size_t gap = strspn(c, " \t");
        gaps += c[gap] && (gap >= 2 || *c == '\t');
        c += gap;
    }
    return gaps >= 3 && !strpbrk(at, "0123456789:=");
}

/* "time testo" above what it took: a command that is nobody's. */
static bool is_timed(const struct text_stream *stream, size_t at)
{
    const char *text = stream->lines[at].at + strspn(stream->lines[at].at, " \t");
    return starts_with(text, "time ") && at + 1 < stream->nr &&
           is_time_figure(stream->lines[at + 1].at);
}

/* A shell that traces ("set -x") puts marks in front of all commands. */
static bool is_trace(const struct text_line *line)
{
    return line->at[0] == '+' && line->at[strspn(line->at, "+")] == ' ';
}

static bool is_traced(const struct text_stream *stream)
{
    for (size_t i = 0; i < stream->nr; i++)
        if (stream->lines[i].class == LINE_COMMAND && is_trace(&stream->lines[i]))
            return true;
    return false;
}

static void settle_line(struct text_line *line)
{
    const char *start = line->at + strspn(line->at, " \t");
    if (text_is_blank(line))
        line->class = LINE_BLANK;
    else if (is_password_prompt(start) || is_encoded(start) || is_unit(start) ||
             is_empty_prompt(start))
        line->class = LINE_DETAIL;
    else if (is_time_figure(line->at))
        line->class = LINE_DETAIL;
    else if (is_footer(line->at))
        line->class = LINE_FOOTER;
    else if (is_rule(line->at) || is_fence(line->at) || is_directive(line->at))
        line->class = LINE_RULE;
    else if (is_diff_line(line->at))
        line->class = LINE_DIFF;
    else if ((is_table_row(line->at) && !is_remote(line->at)) || is_table_head(start))
        line->class = LINE_TABLE;
    else if (is_code(start))
        line->class = LINE_SCRIPT;
}

void line_class_settle(struct text *text)
{
    for (size_t s = 0; s < text->nr; s++) {
        struct text_stream *stream = &text->streams[s];
        size_t looked = 0;
        bool has_trace = is_traced(stream);
        for (size_t at = 0; at < stream->nr;) {
            struct text_line *line = &stream->lines[at];
            const char *start = line->at + strspn(line->at, " \t");
            if (line->class == LINE_PROSE && at >= looked && is_section(start)) {
                size_t end = take_job_file(stream, at, &looked);
                if (end > at) {
                    at = end;
                    continue;
                }
            }
            if (line->class == LINE_PROSE && ((has_trace && is_trace(line)) || is_timed(stream, at)))
                line->class = LINE_COMMAND;
            if (line->class == LINE_PROSE || text_is_blank(line))
                settle_line(line);
            at++;
        }
    }
}
