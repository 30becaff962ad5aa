/* Figures that are better than the printed ones. */
#include <math.h>
#include <string.h>

#include "parse/fio.h"
#include "record/units.h"

/* Half a figure's width may be this much of it; above that it is coarse. */
static const double COARSE = 0.01;

void fio_correct_rate(struct record *record, const char *printed)
{
    double bw, io, runtime;
    if (!strstr(printed, "KiB/s") || !record_metric(record, "bw_bytes_per_s", &bw) ||
        !record_metric(record, "io_bytes", &io) || !record_metric(record, "runtime_s", &runtime) ||
        runtime <= 0 || io <= 0)
        return;
    double fit = bw * runtime / io;
    if (fabs(fit - 1.024) < 0.006)
        record_set_metric(record, "bw_bytes_per_s", bw / 1.024, 1000);
}

void fio_correct_sum(const struct pattern_match *match, struct record *record)
{
    const char *at;
    size_t length;
    double rate, digit;
    if (pattern_group(match, "bw", &at, &length) && units_number(at, length, &rate, &digit))
        record_set_metric(record, "bw_bytes_per_s", rate * 1000, digit * 1000);
    else
        fio_correct_rate(record, match->subject);
}

static bool read_rate(const struct pattern_match *match, const char *group,
                      struct fio_figure *figure)
{
    const char *at;
    size_t length;
    return pattern_group(match, group, &at, &length) &&
           fio_quantity(at, length, UNITS_DECIMAL, false, figure);
}

static bool meet(struct record *record, struct fio_span a, struct fio_span b)
{
    double low = fmax(a.low, b.low), high = fmin(a.high, b.high);
    if (low >= high)
        return false;
    record_set_metric(record, "bw_bytes_per_s", (low + high) / 2, high - low);
    return true;
}

void fio_choose_rate(const struct pattern_match *match, struct record *record)
{
    struct fio_figure first, second;
    double io, runtime;
    enum fio_fault fault = fio_fault(record->tool_version);
    if (!read_rate(match, "bw", &first) || !read_rate(match, "bw2", &second) || !first.value)
        return;
    struct fio_span tight[] = {fio_span(&first, fault, false), fio_span(&second, fault, false)};
    if (meet(record, tight[0], tight[1]))
        return;
    /* One of the two has lost its carry. */
    if (fault == FIO_CARRY_LOST &&
        (meet(record, tight[0], fio_span(&second, fault, true)) ||
         meet(record, fio_span(&first, fault, true), tight[1])))
        return;
    if (record_metric(record, "io_bytes", &io) && record_metric(record, "runtime_s", &runtime) &&
        runtime > 0 && fabs(second.value - io / runtime) < fabs(first.value - io / runtime))
        record_set_metric(record, "bw_bytes_per_s", second.value, second.digit);
}

/* Reads the block size of a record, if it has one. */
static bool block_size(const struct record *record, double *size)
{
    const char *bs = record_pair(&record->params, "bs");
    return bs && !strpbrk(bs, "-,:/( ") && units_size(bs, size) && *size >= 1;
}

static bool is_old(const struct record *record)
{
    return strstr(record->source.text, "runt=") || strstr(record->source.text, "aggrb=");
}

/* Says whether a computed value can have been printed as it is. */
static bool is_confirmed(const struct record *record, const char *metric, double value)
{
    struct fio_figure figure;
    double printed;
    if (!record_metric(record, metric, &printed))
        return true;
    double slack = fmax(printed * 0.001, record_precision(record, metric));
    if (fabs(value - printed) <= slack * (1 + 1e-9))
        return true;
    enum units_base base = is_old(record) && strcmp(metric, "iops") ? UNITS_BINARY : UNITS_DECIMAL;
    if (!fio_printed(record, metric, base, is_old(record), &figure))
        return false;
    struct fio_span span = fio_span(&figure, fio_fault(record->tool_version), true);
    return value >= span.low * (1 - 1e-9) && value <= span.high * (1 + 1e-9);
}

/* kb_base=1000 prints the same letters to 2.16: the number of I/Os, or a block
 * size that comes out as a power of two in one base and not in the other, tells. */
static void settle_base(struct record *record)
{
    static const char *const names[] = {"bw_bytes_per_s", "io_bytes"};
    struct fio_figure binary[2], decimal[2];
    double ios, size, iops, runtime;
    for (size_t i = 0; i < 2; i++)
        if (!fio_printed(record, names[i], UNITS_BINARY, true, &binary[i]) ||
            !fio_printed(record, names[i], UNITS_DECIMAL, true, &decimal[i]))
            return;
    double io = binary[1].value, thousands = decimal[1].value;
    if (io <= thousands || !record_metric(record, "runtime_s", &runtime) || runtime <= 0)
        return;
    bool is_decimal;
    if (block_size(record, &size) && record_metric(record, "ios", &ios) && ios >= 100) {
        is_decimal = fabs(ios * size - thousands) <= fmax(decimal[1].digit, thousands * 0.002) &&
                     fabs(ios * size - io) > fmax(binary[1].digit, io * 0.01);
    } else {
        if (!record_metric(record, "iops", &iops) || iops < 1000 || decimal[0].value < 1e6 ||
            strstr(record->source.text, "KiB"))
            return;
        double power = log2(decimal[0].value / iops), in_binary = log2(binary[0].value / iops);
        is_decimal = power > 8.5 && fabs(power - round(power)) < 0.002 &&
                     fabs(in_binary - round(in_binary)) > 0.02;
    }
    for (size_t i = 0; is_decimal && i < 2; i++)
        record_set_metric(record, names[i], decimal[i].value, decimal[i].digit);
}

/* Returns bytes over time where the bytes are finer than a rate such as "2.1GB/s", -1 where
 * they are not; *source gets which part of them their last digit is. */
static double rate_of_bytes(const struct record *record, double *source)
{
    double io, runtime;
    if (!record_metric(record, "io_bytes", &io) || io <= 0 ||
        !record_metric(record, "runtime_s", &runtime) || runtime < 1)
        return -1;
    *source = record_precision(record, "io_bytes") / io;
    return *source / 2 < COARSE ? io / runtime : -1;
}

/* Warns where a figure that stays as printed can be off by more than a percent, and
 * derives what others give better. */
static void judge(struct record *record)
{
    static const char *const names[] = {"iops", "bw_bytes_per_s", "io_bytes"};
    double bw, runtime, size;
    enum fio_fault fault = fio_fault(record->tool_version);
    bool has_bw = record_metric(record, "bw_bytes_per_s", &bw);
    bool has_fine_bw = has_bw && record_precision(record, "bw_bytes_per_s") / 2 < COARSE * bw;
    for (size_t i = 0; i < 3; i++) {
        struct fio_figure figure;
        double value, better = -1;
        double source = has_bw ? record_precision(record, "bw_bytes_per_s") / bw : 0;
        bool is_rate = i == 1;
        if (!record_metric(record, names[i], &value) || value <= 0 ||
            !record_precision(record, names[i]) ||
            !fio_printed(record, names[i], UNITS_DECIMAL, is_old(record), &figure) ||
            figure.value <= 0)
            continue;
        /* The figure may have been read in another base: only its shape counts. */
        struct fio_span span = fio_span(&figure, fault, !is_rate);
        double width = is_rate ? record_precision(record, names[i]) / 2 / value
                               : (span.high - span.low) / 2 / figure.value;
        if (width <= COARSE)
            continue;
        /* What was only cut off stays as people read it. */
        if (i == 0 && has_fine_bw && fault != FIO_SOUND && figure.has_point &&
            block_size(record, &size))
            better = bw / size;
        else if (i == 2 && has_fine_bw && record_metric(record, "runtime_s", &runtime))
            better = bw * runtime;
        else if (is_rate)
            better = rate_of_bytes(record, &source);
        if (better >= 0 && is_confirmed(record, names[i], better)) {
            record_set_metric(record, names[i], better, source * better);
        } else {
            record_set_metric(record, names[i], value,
                              fmax(width * 2 * value, record_precision(record, names[i])));
            record_warn(record, "rounded", record->source.line);
        }
    }
}

void fio_refine(struct record *record)
{
    static const char *const names[] = {"bw_bytes_per_s", "iops", "io_bytes"};
    double ios, runtime, size;
    bool is_empty_mixed = !strcmp(record->op, "mixed") &&
                          !record_metric(record, "bw_bytes_per_s", NULL);
    if (!record_metric(record, "bw_bytes_per_s", NULL) && !is_empty_mixed)
        return;
    if (is_old(record))
        settle_base(record);
    bool is_better = block_size(record, &size) && record_metric(record, "ios", &ios) &&
                     ios >= 1 && record_metric(record, "runtime_s", &runtime) && runtime > 0;
    double values[3] = {0};
    if (is_better) {
        values[0] = ios * size / runtime;
        values[1] = ios / runtime;
        values[2] = ios * size;
    }
    for (size_t i = 0; is_better && i < 3; i++)
        is_better = is_confirmed(record, names[i], values[i]);
    for (size_t i = 0; is_better && i < 3; i++)
        if (is_empty_mixed || record_metric(record, names[i], NULL))
            record_set_metric(record, names[i], values[i], 0);
}

/* With significant_figures=1 a part of a GiB is printed as "0GiB", beside a rate. */
static void settle_nought(struct record *record)
{
    double io, bw, runtime;
    if (!record_metric(record, "io_bytes", &io) || io > 0 ||
        !record_metric(record, "bw_bytes_per_s", &bw) || bw <= 0)
        return;
    if (record_metric(record, "runtime_s", &runtime) && runtime > 0)
        record_set_metric(record, "io_bytes", bw * runtime,
                          record_precision(record, "bw_bytes_per_s") * runtime);
    else
        record_unset_metric(record, "io_bytes");
}

void fio_settle_figures(struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++) {
        struct record *record = output->at[i].record;
        if (strcmp(record->tool, "fio") || !record->source.text)
            continue;
        fio_refine(record);
        settle_nought(record);
        judge(record);
    }
}
