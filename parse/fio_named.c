/* fio's lines with a name in front, as people and grep(1) put it there. */
#include <string.h>

#include "parse/fio.h"

enum { LONGEST_NAME = 80, LOOK_BACK = 64 };

/* Behind a name: grep(1) writes '-' where a line stands beside one that was found. */
static const char separators[] = ":|-";

/* Says whether the line has the name, of length bytes, in front. */
static bool has_name(const char *line, const char *name, size_t length)
{
    line += strspn(line, " \t");
    if (strncmp(line, name, length))
        return false;
    line += length;
    line += strspn(line, " \t");
    return *line && strchr(separators, *line);
}

/* Returns the last result whose line has that name in front, or NULL. */
static struct result *find_result(const struct fio *fio, const char *name, size_t length)
{
    struct tool_output *output = fio->output;
    size_t first = output->nr > LOOK_BACK ? output->nr - LOOK_BACK : 0;
    for (size_t i = output->nr; i-- > first && output->at[i].stream == fio->stream;)
        if (has_name(output->at[i].record->source.text, name, length))
            return &output->at[i];
    return NULL;
}

/* Takes what stands behind the name; returns whether it is a line of a block. */
static bool take_rest(struct fio *fio, const char *rest, struct result *result)
{
    static const int ids[] = {FIO_LATENCY, FIO_PCT_HEAD, FIO_PCT,    FIO_SAMPLES,
                              FIO_HISTOGRAM, FIO_CPU,    FIO_ISSUED, FIO_DETAIL};
    struct pattern_match match;
    const char *kind;
    size_t length;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (!pattern_match_row(fio->rows, ids[i], rest, strlen(rest), &match))
            continue;
        if (ids[i] == FIO_LATENCY && pattern_group(&match, "kind", &kind, &length) &&
            strncmp(kind, "sync", length))
            fio_fill_latency(result->record, &match, kind, length);
        return true;
    }
    return false;
}

bool fio_take_named(struct fio *fio, size_t at)
{
    struct text_line *line = &fio->lines->lines[at];
    const char *name = line->at + strspn(line->at, " \t");
    const char *mark = strpbrk(name, separators);
    if (!strpbrk(line->at, "=[") || !fio->output->nr)
        return false;
    for (; mark && mark - name <= LONGEST_NAME; mark = strpbrk(mark + 1, separators)) {
        size_t length = (size_t)(mark - name);
        while (length && strchr(" \t", name[length - 1]))
            length--;
        struct result *result = length ? find_result(fio, name, length) : NULL;
        if (!result || !take_rest(fio, mark + 1 + strspn(mark + 1, " \t"), result))
            continue;
        line->class = LINE_DETAIL;
        if (result->last < at)
            result->last = at;
        return true;
    }
    return false;
}

/* Returns the name in front of the first direction of a line, in the arena; NULL where
 * there is none. */
static const char *name_in_front(struct fio *fio, const struct pattern_match *match)
{
    const char *line = match->subject + strspn(match->subject, " \t"), *op;
    size_t length;
    if (!pattern_group(match, "op", &op, &length) || op <= line || op - line > LONGEST_NAME)
        return NULL;
    for (length = (size_t)(op - line); length && strchr(" \t:|-", line[length - 1]);)
        length--;
    return length ? arena_text(fio->output->arena, line, length) : NULL;
}

void fio_take_beside(struct fio *fio, size_t at, const struct pattern_match *match)
{
    enum { MOST = 3 };
    const char *name = name_in_front(fio, match), *end, *op;
    struct pattern_match more = *match;
    size_t length;
    for (int i = 0; i < MOST && pattern_group(&more, "runt", &end, &length); i++) {
        const char *rest = end + length;
        int row = more.row->id;
        if (!pattern_match_row(fio->rows, row, rest, strlen(rest), &more) ||
            !pattern_group(&more, "op", &op, &length) ||
            !pattern_match_row(fio->rows, row, op, strlen(op), &more))
            return;
        fio_take_direction(fio, at, 1, op, &more); /* its text begins with its name */
        struct result *result = &fio->output->at[fio->output->nr - 1];
        if (result->line == at)
            result->prefix = name;
    }
}
