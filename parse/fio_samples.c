/* fio's lines of samples, where nothing else of its output was kept. */
#include <string.h>

#include "parse/fio.h"

/* Returns how many bytes a second the unit of a bw line is, 0 for one of iops or an
 * unknown one.  To 2.16 "MB/s" is printed for 1000 KiB.  Source: fio stat.c,
 * show_ddir_status(). */
static double unit_bytes(const struct pattern_match *match)
{
    static const struct {
        const char *unit;
        double bytes;
    } units[] = {{"KiB/s", 1024}, {"MiB/s", 1048576}, {"KB", 1024}, {"MB", 1024000},
                 {"kB/s", 1000}};
    const char *at;
    size_t length;
    for (size_t i = 0; pattern_group(match, "unit", &at, &length) &&
                       i < sizeof units / sizeof units[0];
         i++)
        if (!strncmp(at, units[i].unit, strlen(units[i].unit)))
            return units[i].bytes;
    return 0;
}

/* Returns the record of the line above, if it lacks the metric: both lines are of one
 * direction. */
static struct record *record_above(const struct fio *fio, size_t at, const char *metric)
{
    const struct tool_output *output = fio->output;
    struct result *last = output->nr ? &output->at[output->nr - 1] : NULL;
    if (!last || last->stream != fio->stream || last->last + 1 != at ||
        record_metric(last->record, metric, NULL))
        return NULL;
    last->last = at;
    return last->record;
}

static void take_samples(struct fio *fio, size_t at, const struct pattern_match *match)
{
    const char *avg, *unit;
    size_t length;
    double value, digit, scale = unit_bytes(match);
    bool is_rate = pattern_group(match, "unit", &unit, &length);
    const char *metric = is_rate ? "bw_bytes_per_s" : "iops";
    if ((is_rate && scale <= 0) || !pattern_group(match, "avg", &avg, &length) ||
        !units_number(avg, length, &value, &digit) || value <= 0)
        return;
    struct record *record = record_above(fio, at, metric);
    if (!record) {
        fio_start_invocation(fio);
        struct result *result = tool_add_result(fio->output, fio->text, fio->stream, at, "fio", "");
        fio_describe(fio, result);
        record = result->record;
    }
    record_set_metric(record, metric, is_rate ? value * scale : value,
                      is_rate ? digit * scale : digit);
    if (match->subject == record->source.text)
        record_set_column(record, metric, (size_t)(avg - match->subject), length);
}

void fio_take_lone_samples(struct fio *fio)
{
    for (size_t at = 0; at < fio->lines->nr; at++) {
        const struct text_line *line = &fio->lines->lines[at];
        struct pattern_match match;
        if (tool_is_full(fio->output, line->line))
            return;
        if (line->class == LINE_DETAIL &&
            pattern_match_row(fio->rows, FIO_SAMPLES, line->at, line->length, &match))
            take_samples(fio, at, &match);
    }
}
