/* fio's terse output: which lines hold it, and which of them belong together. */
#include <stdlib.h>
#include <string.h>

#include "parse/fio_terse.h"
#include "parse/form.h"
#include "record/metric.h"
#include "record/strbuf.h"

enum {
    MOST_LINES = 60,   /* that mail or a script may have made of one */
    LEAST_MARKS = 7,   /* separators in the first of them */
    LEAST_WHOLE = 68,  /* separators of the shortest whole line */
    LONGEST_JOINED = 1 << 14,
    MOST_TRIES = 16,   /* to read a line with one more of those that follow */
    LEAST_PERCENTILES = 10, /* of a line that is fio's without doubt */
};

/* What is remembered of the line above. */
struct above {
    bool is_set;
    size_t end;          /* the line behind it */
    const char *job, *disks;
    unsigned long group;
    size_t first_result, results; /* in output->at */
};

struct walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    struct text_stream *lines;
    unsigned invocation;
    struct above above;
};

/* Counts a mark of one byte or two. */
static size_t count_marks(const char *text, const char *mark)
{
    size_t nr = 0;
    for (; (text = strchr(text, mark[0])); text++)
        nr += !mark[1] || text[1] == mark[1];
    return nr;
}

static bool may_start(const char *line)
{
    return count_marks(line, ";") >= LEAST_MARKS || count_marks(line, ",") >= 3 * LEAST_MARKS;
}

static int terse_bid(const struct text *text)
{
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++)
            if (may_start(text->streams[s].lines[i].at))
                return 92;
    return 0;
}

/* Adds a line without what a script or a comment put around it: quotes, a backslash or
 * plus that goes on, a comment sign. */
static void add_piece(struct strbuf *buf, const char *at, bool is_first)
{
    size_t length = strlen(at);
    if (!is_first) {
        size_t skip = strspn(at, " \t\"'#*+\\|");
        at += skip;
        length -= skip;
    }
    while (length && strchr(" \t\"'\\+,`)", at[length - 1]))
        length--;
    if (length > 2 && at[length - 1] == 'n' && at[length - 2] == '\\')
        length -= 2;
    strbuf_add(buf, at, length);
}

/* Says whether a line can be what another one goes on with. */
static bool may_go_on(const char *at)
{
    at += strspn(at, " \t\"'#*+\\|");
    size_t length = strcspn(at, " \t\"'\\");
    return length && strspn(at, "0123456789.;%=") >= (length > 8 ? 8 : length) &&
           !at[length + strspn(at + length, " \t\"'\\+,`)")];
}

/* Reads the text as a whole line, or as the head of one: of that the last field counts
 * only where a separator ends it. */
static bool read_text(struct arena *arena, const char *text, size_t length,
                      struct terse_line *line)
{
    bool is_ended = length > 1 && text[length - 1] == ';';
    if (terse_read(arena, text, true, line) && (line->is_whole || line->is_odd))
        return true;
    return terse_read(arena, is_ended ? arena_text(arena, text, length - 1) : text, is_ended, line);
}

/* Joins the line at `at` with those that it may go on in, up to behind the last; *used says
 * how many there are. */
static void join_lines(struct walk *walk, size_t at, struct strbuf *buf, size_t nr, size_t *used)
{
    for (; *used < nr && at + *used < walk->lines->nr && buf->length < LONGEST_JOINED &&
           may_go_on(walk->lines->lines[at + *used].at);
         ++*used)
        add_piece(buf, walk->lines->lines[at + *used].at, false);
}

/* Reads the line at `at`, with those that it goes on in; *used says how many.  spare has
 * room for another.  A line that others may go on in is no first one: each is joined
 * once, however many there are. */
static bool read_line(struct walk *walk, size_t at, struct terse_line *line,
                      struct terse_line *spare, size_t *used)
{
    struct strbuf buf = STRBUF_INIT;
    struct arena *arena = walk->output->arena;
    const char *first = walk->lines->lines[at].at;
    size_t nr = 1, tries = 0;
    add_piece(&buf, first, true);
    bool is_read = read_text(arena, arena_text(arena, buf.text, buf.length), buf.length, line);
    *used = 1;
    for (bool is_last = may_go_on(first); !(is_read && line->is_whole) && !is_last;) {
        size_t before = nr;
        join_lines(walk, at, &buf, nr + 1, &nr);
        is_last = nr == before || nr == MOST_LINES || tries == MOST_TRIES;
        if (nr == 1 || (!is_last && count_marks(buf.text, ";") < LEAST_WHOLE))
            continue;
        tries++;
        if (read_text(arena, arena_text(arena, buf.text, buf.length), buf.length, spare)) {
            *line = *spare;
            *used = nr;
            is_read = true;
        }
    }
    strbuf_free(&buf);
    return is_read;
}

/* Returns the disks' part of what follows the fixed fields: up to the last share. */
static const char *disk_figures(struct arena *arena, const struct terse_line *line)
{
    const char *end = strrchr(line->disks, '%');
    return end ? arena_text(arena, line->disks, (size_t)(end - line->disks)) : "";
}

/* A disk that did nothing tells nothing of the run. */
static bool has_disk_figures(const char *disks)
{
    const char *semicolon = strchr(disks, ';');
    return semicolon && strspn(semicolon, ";0.%") < strlen(semicolon);
}

/* All jobs of an execution print the same figures of the disks, and each has a name of
 * its own, or a group behind those above. */
static bool is_same_invocation(const struct above *above, const struct terse_line *line,
                               const char *disks, size_t at, unsigned long group)
{
    if (!above->is_set || above->end != at || group < above->group)
        return false;
    if (has_disk_figures(above->disks) || has_disk_figures(disks))
        return !strcmp(above->disks, disks);
    return strcmp(above->job, line->job) || group > above->group;
}

static bool is_more(const struct record *later, const struct record *earlier, const char *metric,
                    double factor)
{
    double a, b;
    return record_metric(later, metric, &a) && record_metric(earlier, metric, &b) &&
           a >= b * factor;
}

/* With --status-interval a job prints its line again and again, each time with all that
 * it has done so far: longer, with more bytes, and with extremes that only widen. */
static bool is_continued(const struct record *earlier, const struct record *later)
{
    static const double more = 1.02;
    double a, b;
    bool is_equal = record_metric(earlier, "runtime_s", &a) && record_metric(later, "runtime_s", &b) &&
                    a == b && record_metric(earlier, "io_bytes", &a) &&
                    record_metric(later, "io_bytes", &b) && a == b &&
                    record_metric(earlier, "clat_mean_ns", &a) &&
                    record_metric(later, "clat_mean_ns", &b) && a == b;
    return !strcmp(earlier->op, later->op) &&
           (is_equal || (is_more(later, earlier, "runtime_s", more) &&
                         is_more(later, earlier, "io_bytes", more) &&
                         is_more(later, earlier, "clat_max_ns", 1) &&
                         is_more(earlier, later, "clat_min_ns", 1)));
}

static bool supersede(struct walk *walk, size_t at, const char *job, unsigned long group,
                      size_t first, size_t nr)
{
    const struct above *above = &walk->above;
    struct result *results = walk->output->at;
    if (!above->is_set || above->end != at || strcmp(above->job, job) || above->group != group ||
        above->results != nr || !nr)
        return false;
    for (size_t i = 0; i < nr; i++)
        if (!is_continued(results[above->first_result + i].record, results[first + i].record))
            return false;
    for (size_t i = 0; i < nr; i++)
        results[above->first_result + i].is_superseded = true;
    return true;
}

static void add_results(struct walk *walk, size_t at, size_t used, const struct terse_line *line)
{
    struct tool_output *output = walk->output;
    unsigned long text_line = walk->lines->lines[at].line;
    const char *group = arena_text(output->arena, line->fields[line->first - 2].at,
                                   line->fields[line->first - 2].length);
    for (size_t d = 0; d < line->directions; d++) {
        if (!terse_has_io(line, d))
            continue;
        struct result *result =
            tool_add_result(output, walk->text, walk->stream, at, "fio", terse_op(line, d));
        struct record *record = result->record;
        result->last = at + used - 1;
        result->form = FORM_TERSE;
        record->job = line->job;
        record->group = group;
        record->tool_version = line->tool_version;
        terse_fill(line, d, record);
        if (terse_number(line, line->first - 1) > 0)
            record_warn(record, "job-error", text_line);
        if (line->is_odd)
            record_warn(record, "fabricated", text_line);
        else if (!line->is_whole)
            record_warn(record, "partial", text_line);
    }
    for (size_t i = at; i < at + used; i++)
        if (walk->lines->lines[i].class != LINE_RESULT)
            walk->lines->lines[i].class = LINE_DETAIL;
}

static void take_line(struct walk *walk, size_t at, size_t used, const struct terse_line *line)
{
    struct tool_output *output = walk->output;
    size_t first = output->nr;
    unsigned long group = (unsigned long)terse_number(line, line->first - 2);
    double error_field = terse_number(line, line->first - 1);
    int error = error_field < 4096 ? (int)error_field : 0;
    const char *disks = disk_figures(output->arena, line);
    add_results(walk, at, used, line);
    bool is_again = supersede(walk, at, line->job, group, first, output->nr - first);
    if (!is_again && !is_same_invocation(&walk->above, line, disks, at, group))
        walk->invocation = ++output->invocations;
    for (size_t i = first; i < output->nr; i++)
        output->at[i].invocation = walk->invocation;
    if (first == output->nr)
        tool_fail(output, walk->lines->lines[at].line,
                  error ? arena_printf(output->arena,
                                       "a terse line of fio without I/O: the job failed with "
                                       "error %d, %s", error, strerror(error))
                        : "a terse line of fio without I/O",
                  error ? "mend that and measure again" : "see whether the line is complete");
    /* Of a client the disks, of version 2 the description, stand in a line of their own. */
    while (at + used < walk->lines->nr && walk->lines->lines[at + used].at[0] == ';')
        walk->lines->lines[at + used++].class = LINE_DETAIL;
    walk->above = (struct above){true, at + used, line->job, disks, group,
                                 first, output->nr - first};
}

static void walk_stream(struct walk *walk)
{
    struct terse_line *lines = arena_alloc(walk->output->arena, 2 * sizeof *lines), *line = lines;
    for (size_t at = 0; at < walk->lines->nr;) {
        struct text_line *text_line = &walk->lines->lines[at];
        size_t used = 1;
        if (tool_is_full(walk->output, text_line->line))
            return;
        if (may_start(text_line->at) && text_line->class != LINE_RESULT &&
            text_line->class != LINE_DETAIL) {
            if (read_line(walk, at, line, lines + 1, &used)) {
                take_line(walk, at, used, line);
                used = walk->above.end - at;
            } else if (count_marks(text_line->at, "%=") >= LEAST_PERCENTILES) {
                tool_fail(walk->output, text_line->line,
                          "a terse line of fio whose beginning or fields are lost",
                          "give the line as fio wrote it");
                text_line->class = LINE_DETAIL;
            }
        }
        at += used;
    }
}

static void terse_run(struct text *text, const struct commands *commands,
                      struct tool_output *output)
{
    (void)commands;
    for (size_t s = 0; s < text->nr; s++) {
        struct walk walk = {
            .text = text, .output = output, .stream = s, .lines = &text->streams[s]};
        walk_stream(&walk);
    }
}

const struct tool_parser tool_fio_terse = {"fio", terse_bid, terse_run};
