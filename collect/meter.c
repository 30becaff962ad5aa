#include "collect/meter.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "record/units.h"

enum { LINE_MAX_BYTES = 400, PLAIN_S = 10 };

struct meter {
    FILE *file;
    enum meter_kind kind;
    const char *program;
    pthread_mutex_t lock; /* of what follows, and of the file */
    bool is_shown;
    unsigned phase;       /* of the last plain line, and when it was due */
    double plain_s;
};

/* Adds a part if it fits; returns whether it did. */
static bool add(struct strbuf *line, const char *part, unsigned width)
{
    if (line->length + strlen(part) > width)
        return false;
    strbuf_string(line, part);
    return true;
}

/* Adds text that may hold anything. */
static void add_shown(struct strbuf *line, const char *text, unsigned most)
{
    for (const char *at = text; *at && at - text < most; at++)
        strbuf_byte(line, *at >= ' ' && *at < 0x7f ? *at : '?');
}

static void add_name(struct strbuf *line, const struct run_progress *progress)
{
    const struct group_progress *group = progress->group;
    enum { NAME_MAX_SHOWN = 24, RUN_MAX_SHOWN = 40 };
    if (progress->run) {
        strbuf_string(line, "run ");
        add_shown(line, progress->run, RUN_MAX_SHOWN);
        strbuf_string(line, ": ");
    }
    add_shown(line, group->job, NAME_MAX_SHOWN);
    if (group->running_nr > 1)
        strbuf_printf(line, " and %u more", group->running_nr - 1);
    if (progress->phases_nr > 1)
        strbuf_printf(line, " %u/%u", progress->phase, progress->phases_nr);
}

/* "12.3k", of what has no unit. */
static void format_count(char *text, size_t size, double value)
{
    static const struct {
        double least;
        const char *letter;
    } rows[] = {{1e6, "M"}, {1e3, "k"}, {0, ""}};
    size_t i = 0;
    while (value < rows[i].least)
        i++;
    struct units_scale scale = {rows[i].least > 0 ? rows[i].least : 1, ""};
    char number[32];
    units_format(number, sizeof number, value, &scale, 3);
    snprintf(text, size, "%s%s", number, rows[i].letter);
}

static void add_rates(struct strbuf *line, const struct group_progress *group, unsigned width)
{
    char iops[40], bw[40], part[128];
    const char *between = ": ";
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        if (group->ios[op] == 0)
            continue;
        struct units_scale scale =
            units_scale(UNIT_BYTES_PER_S, UNITS_SI, group->bytes_per_s[op]);
        format_count(iops, sizeof iops, group->iops[op]);
        units_format(bw, sizeof bw, group->bytes_per_s[op], &scale, 3);
        snprintf(part, sizeof part, "%s%s %s IOPS %s %s", between, io_op_name((enum io_op)op), iops,
                 bw, scale.unit);
        add(line, part, width);
        between = ", ";
    }
}

static void add_state(struct strbuf *line, const struct run_progress *progress, unsigned width)
{
    const struct group_progress *group = progress->group;
    char part[64];
    if (group->errors) {
        snprintf(part, sizeof part, "; %llu errors", (unsigned long long)group->errors);
        add(line, part, width);
    }
    if (group->running_nr && group->verifying_nr == group->running_nr) {
        add(line, "; verifying", width);
        return;
    }
    if (group->ramping_nr)
        add(line, "; not counting yet", width);
    double left_s = group->left_s + progress->rest_s, all_s = group->elapsed_s + group->left_s;
    if (!isfinite(left_s) || left_s > 100 * 86400.0 || all_s <= 0)
        return;
    snprintf(part, sizeof part, "; %.0f %%", floor(100 * group->elapsed_s / all_s));
    add(line, part, width);
    long left = (long)ceil(left_s);
    const char *of = progress->run ? " in all" : "";
    if (left >= 3600)
        snprintf(part, sizeof part, ", %ld:%02ld:%02ld left%s", left / 3600, left / 60 % 60,
                 left % 60, of);
    else
        snprintf(part, sizeof part, ", %ld:%02ld left%s", left / 60, left % 60, of);
    add(line, part, width);
}

void meter_line(char *text, size_t size, const struct run_progress *progress, unsigned width)
{
    struct strbuf line = STRBUF_INIT;
    add_name(&line, progress);
    if (line.length > width)
        strbuf_cut(&line, width);
    add_rates(&line, progress->group, width);
    add_state(&line, progress, width);
    snprintf(text, size, "%s", line.text ? line.text : "");
    strbuf_free(&line);
}

struct meter *meter_open(FILE *file, enum meter_kind kind, const char *program)
{
    struct meter *meter = memory_alloc(sizeof *meter);
    *meter = (struct meter){.file = file, .kind = kind, .program = program};
    pthread_mutex_init(&meter->lock, NULL);
    return meter;
}

static unsigned columns(FILE *terminal)
{
    struct winsize window;
    bool is_known = ioctl(fileno(terminal), TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    return is_known ? window.ws_col : 80;
}

static void take_away(struct meter *meter)
{
    if (meter->is_shown)
        fputs("\r\033[K", meter->file);
    meter->is_shown = false;
}

static void tell_terminal(struct meter *meter, const struct run_progress *progress)
{
    char text[LINE_MAX_BYTES];
    /* The last column stays empty: some terminals go to the next line there. */
    meter_line(text, sizeof text, progress, columns(meter->file) - 1);
    fprintf(meter->file, "\r\033[K%s", text);
    fflush(meter->file);
    meter->is_shown = true;
}

static void tell_plain(struct meter *meter, const struct run_progress *progress)
{
    char text[LINE_MAX_BYTES];
    if (meter->phase != progress->phase)
        meter->plain_s = PLAIN_S;
    meter->phase = progress->phase;
    /* Looks are about a second apart. */
    if (progress->group->elapsed_s < meter->plain_s - 0.5)
        return;
    meter->plain_s += PLAIN_S;
    meter_line(text, sizeof text, progress, sizeof text - 1);
    fprintf(meter->file, "%s: %s\n", meter->program, text);
    fflush(meter->file);
}

void meter_tell(struct meter *meter, const struct run_progress *progress)
{
    pthread_mutex_lock(&meter->lock);
    if (meter->kind == METER_TERMINAL)
        tell_terminal(meter, progress);
    else if (meter->kind == METER_PLAIN)
        tell_plain(meter, progress);
    pthread_mutex_unlock(&meter->lock);
}

void meter_hide(struct meter *meter)
{
    pthread_mutex_lock(&meter->lock);
    take_away(meter);
}

void meter_show(struct meter *meter)
{
    pthread_mutex_unlock(&meter->lock);
}

void meter_close(struct meter *meter)
{
    take_away(meter);
    fflush(meter->file);
    pthread_mutex_destroy(&meter->lock);
    free(meter);
}
