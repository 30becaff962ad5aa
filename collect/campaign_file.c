#include "collect/campaign_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "record/record_io.h"

static struct record *begin(struct arena *arena, enum record_kind kind)
{
    struct record *record = record_new(arena, kind);
    record->tool = "iodelta";
    record->tool_version = PACKAGE_VERSION;
    return record;
}

static void set_fact(struct record *record, const char *name, const char *value)
{
    record_set_pair(record, &record->facts, name, value);
}

static void set_number(struct record *record, const char *name, double value)
{
    set_fact(record, name, arena_printf(record->arena, "%.15g", value));
}

static void set_count(struct record *record, const char *name, uint64_t value)
{
    set_fact(record, name, arena_printf(record->arena, "%" PRIu64, value));
}

struct record *campaign_file_begin(struct arena *arena, const struct campaign_plan *plan,
                                   const struct campaign_wish *wish, const char *start)
{
    struct record *record = begin(arena, RECORD_CAMPAIGN);
    record->start = record_text(record, start, strlen(start));
    set_fact(record, "order", plan->schedule.interleaves ? "interleaved" : "blocked");
    set_count(record, "cells", plan->schedule.cells_nr);
    set_count(record, "runs", plan->schedule.runs);
    set_count(record, "seed", plan->schedule.seed);
    for (size_t i = 0; i < wish->vary_nr; i++)
        set_fact(record, arena_printf(arena, "vary.%zu", i + 1), wish->vary[i]);
    if (wish->width_pct > 0)
        set_number(record, "until_ci_pct", wish->width_pct);
    if (wish->awaits_steady)
        set_fact(record, "steady_state", "1");
    if (wish->max_time_s > 0)
        set_number(record, "max_time_s", wish->max_time_s);
    return record;
}

const struct record *campaign_file_end(struct arena *arena, const char *of,
                                       const struct campaign_result *result)
{
    struct record *record = begin(arena, RECORD_CAMPAIGN);
    record->of = of;
    set_fact(record, "stop.reason", campaign_end_name(result->end));
    set_count(record, "stop.runs", result->runs_nr);
    if (isfinite(result->width_pct))
        set_number(record, "stop.width_pct", result->width_pct);
    record_set_id(record);
    return record;
}

const struct record *campaign_file_run(struct arena *arena, const char *of,
                                       const struct record_pairs *config,
                                       const struct schedule_run *run,
                                       enum campaign_outcome outcome, const char *start,
                                       const char *end)
{
    struct record *record = begin(arena, RECORD_RUN);
    record->of = of;
    record->seq = run->seq;
    record->round = run->round;
    record->run = run->run;
    record->start = record_text(record, start, strlen(start));
    record->end = record_text(record, end, strlen(end));
    for (unsigned i = 0; i < config->nr; i++)
        record_set_pair(record, &record->config, config->at[i].name, config->at[i].value);
    set_fact(record, "status", campaign_outcome_name(outcome));
    record_set_id(record);
    return record;
}

/* Takes note of a record; line is its own. */
static void look_at(struct campaign_begun *begun, const struct record *record,
                    unsigned long line, unsigned long *last_line)
{
    if (record->kind == RECORD_CAMPAIGN && !record->of) {
        *begun = (struct campaign_begun){.record = record};
        *last_line = line;
        return;
    }
    const char *status = record->kind == RECORD_RUN ? record_pair(&record->facts, "status") : NULL;
    bool is_next = begun->record && status && record->of &&
                   strcmp(record->of, begun->record->id) == 0 &&
                   record->seq == begun->done_nr + 1 && strcmp(status, "done") == 0;
    if (!is_next)
        return;
    begun->done_nr++;
    *last_line = line;
}

/* Returns how many bytes the first lines of a file have. */
static uint64_t bytes_of_lines(FILE *in, unsigned long lines)
{
    uint64_t bytes = 0;
    rewind(in);
    for (int c; lines && (c = getc(in)) != EOF; bytes++)
        lines -= c == '\n';
    return bytes;
}

int campaign_file_read(struct arena *arena, const char *path, struct campaign_begun *begun,
                       struct diag *diag)
{
    FILE *in = fopen(path, "re");
    *begun = (struct campaign_begun){NULL, 0, 0};
    if (!in) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot be opened: %s", strerror(errno));
        return -1;
    }
    struct record_reader *reader = record_reader_new(in, path);
    struct record *record;
    unsigned long last_line = 0;
    int got;
    /* A line that is cut off is what a crash leaves. */
    while ((got = record_reader_next(reader, arena, &record, diag)) != 0) {
        if (got < 0 && diag->level == DIAG_FATAL)
            break;
        if (got > 0)
            look_at(begun, record, record_reader_line(reader), &last_line);
    }
    record_reader_free(reader);
    begun->end_bytes = bytes_of_lines(in, last_line);
    fclose(in);
    if (got < 0)
        return -1;
    if (begun->record && begun->record->id)
        return 0;
    diag_set(diag, DIAG_FATAL, path, 0, "name the file that --output got",
             "holds no campaign to go on with");
    return -1;
}

int campaign_file_cut(const char *path, const struct campaign_begun *begun, struct diag *diag)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    int result = -1;
    if (fd >= 0 && fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        errno = EINVAL;
    else if (fd >= 0 && (uint64_t)status.st_size >= begun->end_bytes &&
             ftruncate(fd, (off_t)begun->end_bytes) == 0 && fsync(fd) == 0)
        result = 0;
    if (result)
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot be gone on with: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return result;
}
