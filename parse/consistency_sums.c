/* Checks of fio's sums ("Run status group") against the jobs that they sum. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/doubt.h"
#include "parse/fio_rows.h"

/* The walk over one stream. */
struct sums {
    struct doubt *doubt;
    struct pattern_set *rows;
    size_t stream;
    size_t next;       /* in output->at: the first result below the line */
    char group[16];    /* of the status section under way, "" outside */
    long last;         /* the last group whose status stood in the stream, -1 for none */
    size_t at_last;    /* what next was there */
    size_t floor;      /* results above it are of an earlier status: of another host */
};

static bool is_of_sum(const struct sums *sums, const struct record *record, const char *op,
                      size_t length)
{
    if (strcmp(record->tool, "fio") || record->scope != RECORD_SCOPE_JOB || !record->group ||
        strcmp(record->group, sums->group) || strlen(record->op) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (record->op[i] != tolower((unsigned char)op[i]))
            return false;
    return true;
}

/* Jobs may have been cut out of a text, so that a sum is more than what stands
 * there; it is never less. */
static void check_sum(struct sums *sums, const struct pattern_match *match, unsigned long line)
{
    enum { MOST = 4096 };
    const double edited = 1.12;
    struct tool_output *output = sums->doubt->output;
    enum pattern_unit unit = match->row->id == FIO_SUM_OLD ? PATTERN_BINARY : PATTERN_DECIMAL;
    double bytes, digit, total = 0, value;
    const char *op;
    size_t length, first = sums->next;
    if (!pattern_group_value(match, "io", unit, &bytes, &digit) ||
        !pattern_group(match, "op", &op, &length) || !first)
        return;
    unsigned invocation = output->at[first - 1].invocation;
    while (first > sums->floor && sums->next - first < MOST && output->at[first - 1].stream == sums->stream &&
           output->at[first - 1].invocation == invocation)
        first--;
    for (size_t i = first; i < sums->next; i++)
        if (is_of_sum(sums, output->at[i].record, op, length) &&
            record_metric(output->at[i].record, "io_bytes", &value))
            total += value;
    if (total <= bytes * edited + digit)
        return;
    for (size_t i = first; i < sums->next; i++)
        if (is_of_sum(sums, output->at[i].record, op, length))
            record_warn(output->at[i].record, "edited-by-hand", line);
}

static void check_line(struct sums *sums, const struct text_line *line)
{
    static const int ids[] = {FIO_SUM_OLD, FIO_SUM_NEW};
    struct pattern_match match;
    const char *group;
    size_t length;
    if (pattern_match_row(sums->rows, FIO_STATUS, line->at, line->length, &match)) {
        sums->group[0] = '\0';
        if (pattern_group(&match, "group", &group, &length) && length < sizeof sums->group) {
            memcpy(sums->group, group, length);
            sums->group[length] = '\0';
        }
        long number = strtol(sums->group, NULL, 10);
        if (number <= sums->last)
            sums->floor = sums->at_last;
        sums->last = number;
        sums->at_last = sums->next;
        return;
    }
    for (size_t i = 0; *sums->group && i < sizeof ids / sizeof ids[0]; i++)
        if (pattern_match_row(sums->rows, ids[i], line->at, line->length, &match)) {
            check_sum(sums, &match, line->line);
            return;
        }
}

void doubt_fio_sums(struct doubt *doubt)
{
    const struct tool_output *output = doubt->output;
    struct sums sums = {.doubt = doubt, .rows = pattern_set_new(fio_rows, fio_rows_nr)};
    for (; sums.stream < doubt->text->nr; sums.stream++) {
        const struct text_stream *stream = &doubt->text->streams[sums.stream];
        sums.group[0] = '\0';
        sums.last = -1;
        sums.floor = 0;
        for (size_t i = 0; i < stream->nr; i++) {
            while (sums.next < output->nr && (output->at[sums.next].stream < sums.stream ||
                                              (output->at[sums.next].stream == sums.stream &&
                                               output->at[sums.next].line < i)))
                sums.next++;
            check_line(&sums, &stream->lines[i]);
        }
    }
    pattern_set_free(sums.rows);
}
