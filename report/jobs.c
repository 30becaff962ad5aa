#include "report/jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/table.h"

/* What a job adds up to over the runs of both sides. */
struct tally {
    double sum[2];
    size_t runs[2];     /* runs that have the job */
    size_t last_run[2]; /* the run last counted, plus 1 */
    bool is_incomplete; /* a record lacks the metric: no change is given */
};

static const char *job_name(const struct record *record)
{
    return record->job ? record->job : "";
}

static void tally_record(const struct record *record, const char *metric, size_t side, size_t run,
                         struct tally *tally)
{
    double value;
    if (record_metric(record, metric, &value))
        tally->sum[side] += value;
    else
        tally->is_incomplete = true;
    if (tally->last_run[side] == run + 1)
        return;
    tally->last_run[side] = run + 1;
    tally->runs[side]++;
}

static void tally_cell(const struct compare_cell *cell, const char *metric, size_t side,
                       const struct table *names, struct tally *tallies)
{
    for (size_t i = 0; i < cell->nr; i++)
        for (size_t k = 0; k < cell->samples[i].records_nr; k++) {
            const struct record *record = cell->samples[i].records[k];
            const char *name = job_name(record);
            size_t index = table_find(names, name, strlen(name));
            tally_record(record, metric, side, i, &tallies[index]);
        }
}

static void gather_names(const struct compare_cell *cell, struct table *names)
{
    for (size_t i = 0; i < cell->nr; i++)
        for (size_t k = 0; k < cell->samples[i].records_nr; k++) {
            const char *name = job_name(cell->samples[i].records[k]);
            table_add(names, name, strlen(name));
        }
}

static void finish_job(struct compare_change *change, struct compare_job *job,
                       const struct tally *tally)
{
    job->has_base = tally->runs[0] > 0;
    job->has_level = tally->runs[1] > 0;
    job->base = job->has_base ? tally->sum[0] / (double)tally->runs[0] : 0;
    job->level = job->has_level ? tally->sum[1] / (double)tally->runs[1] : 0;
    change->jobs_lacking_base += !job->has_base;
    change->jobs_lacking_level += !job->has_level;
    if (!job->has_base || !job->has_level || tally->is_incomplete || !(job->base > 0))
        return;
    job->delta_pct = 100 * (job->level / job->base - 1);
    if (!isfinite(job->delta_pct)) {
        job->delta_pct = 0;
        return;
    }
    if (!change->least || job->delta_pct < change->least->delta_pct)
        change->least = job;
    if (!change->most || job->delta_pct > change->most->delta_pct)
        change->most = job;
}

void jobs_fill_change(struct compare_change *change, const struct compare_row *row,
                      struct arena *arena)
{
    /* Means, maxima and durations of jobs do not add up over clones. */
    if ((change->base->jobs_nr < 2 && change->level->jobs_nr < 2) || !row->known ||
        row->known->join != METRIC_SUM)
        return;
    struct table *names = table_new();
    gather_names(change->base, names);
    gather_names(change->level, names);
    size_t nr = table_nr(names);
    if (nr > 1) {
        struct tally *tallies = memory_alloc(nr * sizeof *tallies);
        tally_cell(change->base, row->metric, 0, names, tallies);
        tally_cell(change->level, row->metric, 1, names, tallies);
        change->jobs = arena_alloc(arena, nr * sizeof *change->jobs);
        change->jobs_nr = nr;
        for (size_t i = 0; i < nr; i++) {
            change->jobs[i].name = arena_string(arena, table_key(names, i));
            finish_job(change, &change->jobs[i], &tallies[i]);
        }
        free(tallies);
    }
    table_free(names);
}
