/* Checks of dd's results: what its command and its records say about the rate. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/dd.h"
#include "parse/doubt.h"
#include "record/units.h"

/* A path that a result read or wrote, kept until the next one. */
struct touch {
    const struct result *result;
    double rate;
    unsigned drops;
};

/* "1024+0 records in": whole blocks and cut ones. */
struct blocks {
    double whole, cut;
    unsigned long line; /* 0 where there are none */
};

static const char *operand(const struct result *result, const char *name)
{
    const char *value = record_pair(&result->record->params, name);
    return value || !result->command ? value : command_operand(result->command, name);
}

/* Returns the path of the regular file that a result read or wrote, or NULL. */
static const char *file_of(const struct result *result)
{
    const struct record *record = result->record;
    bool writes = !strcmp(record->op, "write");
    const char *label = record_pair(&record->config, "target");
    const char *path = record_pair(&record->params, writes ? "of" : "if");
    if (!path)
        path = record_pair(&record->params, "target");
    if ((!writes && strcmp(record->op, "read")) || !path || doubt_is_device(path) ||
        (label && doubt_is_device(label)))
        return NULL;
    return path;
}

static bool is_direct(const struct result *result)
{
    return doubt_lists(operand(result, "iflag"), "direct") ||
           doubt_lists(operand(result, "oflag"), "direct");
}

/* Says whether what was written was on its way to the device when dd ended.  A
 * conv=sync only fills blocks. */
static bool is_flushed(const struct result *result)
{
    const char *conv = operand(result, "conv"), *oflag = operand(result, "oflag");
    return doubt_lists(conv, "fsync") || doubt_lists(conv, "fdatasync") ||
           doubt_lists(oflag, "direct") || doubt_lists(oflag, "sync") ||
           doubt_lists(oflag, "dsync");
}

/* The two lines of records stand above the total; the first is "in". */
static struct blocks blocks_above(const struct doubt *doubt, const struct result *result)
{
    enum { FARTHEST = 5 };
    const struct text_stream *stream = &doubt->text->streams[result->stream];
    double whole[2], cut[2];
    struct blocks found[2] = {{0}};
    size_t nr = 0;
    for (size_t i = 0; i <= FARTHEST && i <= result->line && nr < 2; i++) {
        const struct text_line *line = &stream->lines[result->line - i];
        if (i && (line->class == LINE_RESULT || line->class == LINE_COMMAND))
            break;
        unsigned pairs = dd_records_read(line->at, whole, cut);
        if (pairs)
            found[nr++] = (struct blocks){whole[0], cut[0], line->line};
        nr = pairs == 2 ? 2 : nr;
    }
    return nr == 2 ? found[found[1].line ? 1 : 0] : (struct blocks){0};
}

/* Returns a size of dd in bytes, 0 for what a shell would have to work out. */
static double read_size(const char *text)
{
    double bytes;
    return dd_size(text, &bytes) ? bytes : 0;
}

/* The size of the blocks, from the command, or what dd takes without one (512); 0
 * where the text does not tell. */
static double block_size(const struct result *result)
{
    const char *bs = operand(result, "bs"), *ibs = operand(result, "ibs");
    if (bs || ibs)
        return read_size(bs ? bs : ibs);
    /* A script's operands may not all be known. */
    return result->command && !operand(result, "obs") ? 512 : 0;
}

/* dd to a regular file without any flush; a device is flushed at its close, and
 * that is inside dd's time. */
static void check_cached_write(const struct doubt *doubt, struct result *result)
{
    struct record *record = result->record;
    const struct evidence_size *ram = &doubt->evidence.ram;
    double wall, seconds, bytes;
    if (strcmp(record->op, "write") || !file_of(result) || is_flushed(result))
        return;
    /* A sync that was timed too and took no time had nothing to do. */
    if (result->command && record_metric(record, "wall_s", &wall) &&
        record_metric(record, "runtime_s", &seconds) && wall <= seconds * 1.1) {
        const struct command *command = result->command;
        const char *line = doubt->text->streams[command->stream].lines[command->first].at;
        if (strstr(line, "time") && strstr(line, "sync") && strpbrk(line, "(\"'`"))
            return;
    }
    if (ram->line && record_metric(record, "io_bytes", &bytes) && bytes >= 2 * ram->bytes)
        return;
    record_warn(record, "cached-write", doubt_command_line(doubt, result));
}

static void check_size(const struct doubt *doubt, struct result *result)
{
    double bytes;
    bool writes = !strcmp(result->record->op, "write");
    if (!file_of(result) || is_direct(result) || (writes && is_flushed(result)) ||
        (!writes && doubt->evidence.drops_nr) ||
        !record_metric(result->record, "io_bytes", &bytes))
        return;
    doubt_size(doubt, result, bytes);
}

/* What was read or written just before comes from memory, if nothing emptied the
 * caches in between and it comes much faster, or faster than any device of a file. */
static void check_cached_read(struct doubt *doubt, struct result *result)
{
    const double any_bytes_per_s = 2e9, least_bytes_per_s = 500e6, times = 3;
    const struct record *record = result->record;
    const char *path = record_pair(&record->params, strcmp(record->op, "read") ? "of" : "if");
    double rate;
    if (!path || !record_metric(record, "bw_bytes_per_s", &rate))
        return;
    struct touch *touch = g_hash_table_lookup(doubt->touched, path);
    if (!strcmp(record->op, "read") && touch && touch->result->stream == result->stream &&
        touch->drops == doubt->drops && !is_direct(result) &&
        (rate > any_bytes_per_s || (rate > least_bytes_per_s && rate > times * touch->rate)))
        record_warn(result->record, "reads-cached", doubt_line(touch->result));
    if (!touch) {
        touch = arena_alloc(doubt->output->arena, sizeof *touch);
        g_hash_table_insert(doubt->touched, (char *)path, touch);
    }
    *touch = (struct touch){result, rate, doubt->drops};
}

/* Blocks that are smaller than a page, or more of them than a device takes. */
static void check_blocks(const struct doubt *doubt, struct result *result,
                         const struct blocks *blocks)
{
    const double page = 4096, most_per_s = 100e3;
    struct record *record = result->record;
    double size = block_size(result), seconds, bytes;
    /* Its relatives choose their blocks themselves. */
    bool is_dd = !record_pair(&record->params, "program");
    if (is_direct(result) || is_flushed(result) || !is_dd ||
        !record_metric(record, "io_bytes", &bytes) || bytes < page)
        return;
    if (blocks->line && !blocks->cut && blocks->whole > 0)
        size = bytes / blocks->whole;
    bool is_busy = blocks->line && record_metric(record, "runtime_s", &seconds) && seconds > 0 &&
                   blocks->whole / seconds > most_per_s;
    if ((size > 0 && size < page) || is_busy)
        record_warn(record, "tiny-blocks",
                    result->command ? doubt_command_line(doubt, result) : blocks->line);
}

/* Fewer bytes than the command asks for, or reads that came back short.  One cut
 * block is the end of the input. */
static void check_partial(struct result *result, const struct blocks *blocks)
{
    struct record *record = result->record;
    const char *count = operand(result, "count");
    double size = block_size(result), wanted = count ? read_size(count) : 0, bytes;
    if (!record_metric(record, "io_bytes", &bytes) || !blocks->line)
        return;
    if (blocks->cut >= 2)
        record_warn(record, "partial", blocks->line);
    /* The records must be those of the command. */
    bool is_its = size > 0 && blocks->whole * size <= bytes &&
                  bytes <= (blocks->whole + blocks->cut) * size;
    size_t length = count ? strlen(count) : 0;
    if (!length || count[length - 1] == 'B' ||
        doubt_lists(operand(result, "iflag"), "count_bytes"))
        return;
    if (is_its && bytes < wanted * size)
        record_warn(record, "partial", blocks->line);
}

/* Returns the line below the figures where time(1) gives the elapsed time. */
static unsigned long real_line(const struct doubt *doubt, const struct result *result)
{
    enum { FARTHEST = 8 };
    const struct text_stream *stream = &doubt->text->streams[result->stream];
    for (size_t i = result->line + 1; i < stream->nr && i <= result->last + FARTHEST; i++)
        if (strstr(stream->lines[i].at, "real") || strstr(stream->lines[i].at, "elapsed") ||
            strstr(stream->lines[i].at, " total"))
            return stream->lines[i].line;
    return doubt_line(result);
}

/* The command took longer than what dd divides by. */
static void check_wall(const struct doubt *doubt, struct result *result)
{
    struct record *record = result->record;
    double wall, seconds;
    /* Where time measured others as well, they took it. */
    if (record_metric(record, "wall_s", &wall) && record_metric(record, "runtime_s", &seconds) &&
        wall > seconds * 1.1 && wall > seconds + 0.1 &&
        !(result->command && dd_command_setting(result->command).times_others))
        record_warn(record, "time-mismatch", real_line(doubt, result));
}

static void check_length(struct result *result)
{
    const double least_s = 0.5, least_bytes = 16 << 20;
    struct record *record = result->record;
    double seconds, bytes;
    if ((record_metric(record, "runtime_s", &seconds) && seconds < least_s) ||
        (record_metric(record, "io_bytes", &bytes) && bytes < least_bytes))
        record_warn(record, "too-short", doubt_line(result));
}

/* Says whether a text of the result's own names a file system that may compress. */
static bool names_packing_fs(const struct result *result)
{
    static const char *const names[] = {"zfs", "btrfs", "bcachefs", "ZFS", "Btrfs"};
    const struct record *record = result->record;
    const char *path = record_pair(&record->params, "of");
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        if (path && strstr(path, names[n]))
            return true;
        for (size_t i = 0; i < record->config.nr; i++)
            if (strstr(record->config.at[i].value, names[n]))
                return true;
    }
    return false;
}

/* Zeros, where something on the way to the disk makes less of them.  That a file
 * system can do it counts where the text names no other, or the result that one. */
static void check_zeros(const struct doubt *doubt, struct result *result)
{
    const struct evidence *evidence = &doubt->evidence;
    const char *from = operand(result, "if");
    if (strcmp(result->record->op, "write") || !from || strcmp(from, "/dev/zero") ||
        evidence->denies_compression)
        return;
    if (evidence->compression)
        record_warn(result->record, "compressible-zeros", evidence->compression);
    else if (evidence->packing_fs && (!evidence->plain_fs || names_packing_fs(result)))
        record_warn(result->record, "compressible-zeros", evidence->packing_fs);
}

/* A printed rate that is neither in multiples of 1000 nor of 1024 what bytes and
 * seconds give: no dd printed it. */
static void check_printed(struct result *result)
{
    const struct record *record = result->record;
    double rate, printed, digit, factor;
    if (!record_has_warning(record, "rate-mismatch") ||
        !record_metric(record, "bw_bytes_per_s", &rate))
        return;
    for (size_t i = 0; i < record->source.cols_nr; i++) {
        const struct record_column *col = &record->source.cols[i];
        const char *at = record->source.text + col->first, *unit;
        if (strcmp(col->metric, "bw_bytes_per_s") ||
            !units_number(at, strspn(at, "0123456789."), &printed, &digit))
            continue;
        unit = at + strspn(at, "0123456789.");
        unit += strspn(unit, " ");
        for (int base = UNITS_BINARY; base <= UNITS_DECIMAL; base++)
            if (!units_prefix(unit, strcspn(unit, " \t,)"), (enum units_base)base, &factor) ||
                fabs(printed * factor - rate) <= rate * 0.02 + digit * factor)
                return;
        record_warn(result->record, "edited-by-hand", doubt_line(result));
    }
}

void doubt_dd(struct doubt *doubt, struct result *result)
{
    struct blocks blocks = blocks_above(doubt, result);
    check_length(result);
    check_cached_write(doubt, result);
    check_size(doubt, result);
    check_cached_read(doubt, result);
    check_blocks(doubt, result, &blocks);
    check_partial(result, &blocks);
    check_wall(doubt, result);
    check_zeros(doubt, result);
    check_printed(result);
}
