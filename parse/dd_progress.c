/* Totals that dd prints on its way, and those that follow each other. */
#include <string.h>

#include "parse/dd_walk.h"

static bool is_records(const struct text_line *line)
{
    double whole[2], part[2];
    return dd_records_read(line->at, whole, part) > 0;
}

/* Reads bytes and seconds of the line where it is a total. */
static bool read_total(const struct dd *dd, size_t at, double *bytes, double *seconds)
{
    struct pattern_match match;
    const struct text_line *line = &dd->lines->lines[at];
    return dd_total_match(dd->rows, line->at, line->length, &match) &&
           dd_total_figures(&match, bytes, seconds);
}

/* Says whether the totals up to the one in line `at` are of the same dd as the one that
 * follows with its records: it came at most two seconds later.  Runs of a series that
 * grows, or is alike, look so as well where the head of the text is cut: bytes grow by
 * less, and only where progress was met may they be the same. */
static bool is_overtaken(const struct dd *dd, size_t at, double longest_s)
{
    const double least_part = 0.6;
    const struct text_stream *lines = dd->lines;
    double bytes, seconds, last_bytes, last_seconds;
    size_t next = at + 1;
    while (next < lines->nr && next <= at + 2 && is_records(&lines->lines[next]))
        next++;
    if (next == at + 1 || next >= lines->nr || !read_total(dd, at, &bytes, &seconds) ||
        !read_total(dd, next, &last_bytes, &last_seconds) || seconds < 1)
        return false;
    bool has_grown = bytes < last_bytes && bytes > last_bytes * least_part;
    return last_seconds > seconds && last_seconds <= seconds + longest_s &&
           (has_grown || (bytes == last_bytes && dd->has_progress));
}

/* Finds totals of a second each whose seconds are no whole numbers, as some versions print
 * them.  Returns the line behind them, or at; *seen gets up to where it was looked. */
static size_t uneven_end(struct dd *dd, size_t at, size_t *seen)
{
    const double longest_s = 2;
    double bytes, seconds, next_bytes, next_seconds;
    size_t last = at;
    if (!read_total(dd, at, &bytes, &seconds))
        return at;
    while (last + 1 < dd->lines->nr && read_total(dd, last + 1, &next_bytes, &next_seconds) &&
           next_bytes >= bytes && next_seconds > seconds &&
           next_seconds <= seconds + longest_s) {
        bytes = next_bytes;
        seconds = next_seconds;
        last++;
    }
    *seen = last + 1;
    if (!is_overtaken(dd, last, longest_s))
        return at;
    dd->has_progress = true;
    return last + 1;
}

/* Totals grow, and the records of the last one, which stand above any other total,
 * follow. */
size_t dd_progress_end(struct dd *dd, size_t at)
{
    const struct text_stream *lines = dd->lines;
    double bytes, seconds, before = 0;
    struct pattern_match match;
    size_t next = at;
    if (lines->lines[at].is_written_over)
        return at + 1;
    if (at < dd->settled || (at && is_records(&lines->lines[at - 1])))
        return at;
    while (next < lines->nr &&
           dd_total_match(dd->rows, lines->lines[next].at, lines->lines[next].length, &match) &&
           dd_total_figures(&match, &bytes, &seconds) && bytes >= before &&
           dd_total_is_progress(&match)) {
        before = bytes;
        next = text_next(lines, next);
    }
    if (next > at && next < lines->nr && is_records(&lines->lines[next]))
        return next;
    if (next > at) {
        dd->settled = next;
        return at;
    }
    size_t end = uneven_end(dd, at, &next);
    if (end == at)
        dd->settled = next;
    return end;
}

bool dd_progress_is_cut(const struct dd *dd, const struct pattern_match *match)
{
    const struct command *command = dd_source_current(&dd->source);
    const char *second;
    size_t length;
    return !dd->records.nr && dd_total_is_progress(match) &&
           pattern_group(match, "bytes", &second, &length) && second == match->subject &&
           pattern_group(match, "sec", &second, &length) && !memchr(second, '.', length) &&
           (!command || strstr(command->whole, "status=progress"));
}

size_t dd_walk_count(const struct dd *dd, size_t at)
{
    enum { MOST_LINES = 400 };
    const struct text_stream *lines = dd->lines;
    size_t nr = 0, nr_with_records = 0, end = at + MOST_LINES < lines->nr ? at + MOST_LINES
                                                                           : lines->nr;
    double bytes, seconds;
    bool has_records = dd->records.nr > 0;
    for (; at < end && lines->lines[at].class != LINE_COMMAND &&
           lines->lines[at].class != LINE_SCRIPT; at++) {
        if (is_records(&lines->lines[at])) {
            has_records = true;
        } else if (read_total(dd, at, &bytes, &seconds)) {
            nr++;
            nr_with_records += has_records;
            has_records = false;
        }
    }
    return nr_with_records ? nr_with_records : nr;
}
