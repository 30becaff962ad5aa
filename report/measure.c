#include "report/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/metric.h"
#include "record/strbuf.h"
#include "report/cost.h"
#include "report/latency.h"
#include "report/table.h"

/* Adds a text and what ends it, so that joined texts stay apart. */
static void add_part(struct strbuf *key, const char *text)
{
    if (text)
        strbuf_string(key, text);
    strbuf_byte(key, text ? '\0' : '\1');
}

/* The key of a record's group without the op: what ran at the same time under
 * the same labels. */
static void add_group_key(struct strbuf *key, const struct record *record)
{
    add_part(key, record->source.path);
    add_part(key, record->source.message_id);
    add_part(key, record->source.part);
    add_part(key, record->invocation);
    add_part(key, record->group);
    strbuf_printf(key, "%u/%lu/%lu", record->run, record->seq, record->round);
    for (size_t i = 0; i < record->config.nr; i++) {
        add_part(key, record->config.at[i].name);
        add_part(key, record->config.at[i].value);
    }
}

/* Measurements under way: those of one group stand together in group order. */
struct grouping {
    struct arena *arena;
    struct table *groups; /* group key → number */
    struct table *ops;    /* group number and op → measurement */
    struct measure_list list;
    size_t *group_of; /* per measurement, TABLE_NONE where it has no group */
    size_t group_room;
    const struct record **alone; /* room for one record of each measurement */
    size_t *rooms; /* per measurement, of its records */
    size_t rooms_room;
};

static struct measure *new_measure(struct grouping *grouping, const char *op, size_t group)
{
    struct measure_list *list = &grouping->list;
    grouping->group_of = memory_grow(grouping->group_of, list->nr, &grouping->group_room,
                                     sizeof *grouping->group_of);
    grouping->rooms =
        memory_grow(grouping->rooms, list->nr, &grouping->rooms_room, sizeof *grouping->rooms);
    list->at = arena_grow(grouping->arena, list->at, list->nr, &list->room, sizeof *list->at);
    grouping->group_of[list->nr] = group;
    grouping->rooms[list->nr] = 0;
    struct measure *measure = &list->at[list->nr++];
    *measure = (struct measure){.op = op, .read_share = -1};
    return measure;
}

/* Whether scope says that the record already sums jobs. */
static bool is_sum(const struct record *record)
{
    return record->scope != RECORD_SCOPE_JOB;
}

/* Returns the index of the measurement that the record belongs to.  Each new key
 * of ops makes one measurement, so their numbers are the same. */
static size_t find_measure(struct grouping *grouping, const struct record *record, size_t order,
                           struct strbuf *key)
{
    const char *op = record->op ? record->op : "";
    size_t group = TABLE_NONE;
    strbuf_cut(key, 0);
    if (record->group) {
        add_group_key(key, record);
        group = table_add(grouping->groups, key->text, key->length);
        strbuf_cut(key, 0);
        strbuf_printf(key, "%zu ", group);
        strbuf_string(key, op);
    } else {
        strbuf_printf(key, "alone %zu", order);
    }
    size_t index = table_add(grouping->ops, key->text, key->length);
    if (index == grouping->list.nr)
        new_measure(grouping, op, group)->order = order;
    return index;
}

static void add_record(struct grouping *grouping, const struct record *record, size_t order,
                       struct strbuf *key)
{
    size_t index = find_measure(grouping, record, order, key);
    struct measure *measure = &grouping->list.at[index];
    if (measure->nr && is_sum(measure->records[0]) != is_sum(record)) {
        if (is_sum(record))
            return;
        measure->nr = 0;
    }
    if (!measure->records) {
        measure->records = &grouping->alone[order];
        grouping->rooms[index] = 1;
    }
    measure->records = arena_grow(grouping->arena, measure->records, measure->nr,
                                  &grouping->rooms[index], sizeof *measure->records);
    measure->records[measure->nr++] = record;
}

static bool text_has(const char *text, const char *part)
{
    return text && strstr(text, part);
}

/* Whether what the tool states says that reads and writes are mixed. */
static bool says_mixed(const struct record *record)
{
    const char *rw = record_pair(&record->params, "rw");
    if (!rw)
        rw = record_pair(&record->params, "readwrite");
    return text_has(rw, "rw") || text_has(rw, "readwrite");
}

/* Whether a job of reads has writes as well. */
static bool shares_job(const struct measure *reads, const struct measure *writes)
{
    if (says_mixed(reads->records[0]) && says_mixed(writes->records[0]))
        return true;
    if (is_sum(reads->records[0]) || is_sum(writes->records[0]))
        return false;
    struct table *jobs = table_new();
    for (size_t i = 0; i < reads->nr; i++)
        if (reads->records[i]->job)
            table_add(jobs, reads->records[i]->job, strlen(reads->records[i]->job));
    bool shares = false;
    for (size_t i = 0; i < writes->nr && !shares; i++) {
        const char *job = writes->records[i]->job;
        shares = job ? table_find(jobs, job, strlen(job)) != TABLE_NONE
                     : reads->nr == 1 && writes->nr == 1 && !reads->records[0]->job;
    }
    table_free(jobs);
    return shares;
}

/* Adds the total of reads and writes, by index because the list may move. */
static void add_total(struct grouping *grouping, size_t reads, size_t writes)
{
    if (!shares_job(&grouping->list.at[reads], &grouping->list.at[writes]))
        return;
    new_measure(grouping, COMPARE_OP_TOTAL, TABLE_NONE);
    struct measure *read = &grouping->list.at[reads], *write = &grouping->list.at[writes];
    struct measure *total = &grouping->list.at[grouping->list.nr - 1];
    read->is_mixed = write->is_mixed = true;
    total->is_total = true;
    total->order = read->order < write->order ? read->order : write->order;
    total->nr = read->nr + write->nr;
    total->records = arena_alloc(grouping->arena, total->nr * sizeof *total->records);
    memcpy(total->records, read->records, read->nr * sizeof *total->records);
    memcpy(total->records + read->nr, write->records, write->nr * sizeof *total->records);
    struct compare_sample of_reads, of_writes;
    static const char *const rates[] = {"bw_bytes_per_s", "iops"};
    for (size_t i = 0; i < 2 && total->read_share < 0; i++)
        if (measure_value(read, rates[i], &of_reads) &&
            measure_value(write, rates[i], &of_writes) && of_reads.value >= 0 &&
            of_writes.value >= 0 && of_reads.value + of_writes.value > 0)
            total->read_share = of_reads.value / (of_reads.value + of_writes.value);
}

/* Finds the reads and the writes of each group and adds their totals. */
static void add_totals(struct grouping *grouping)
{
    size_t groups = table_nr(grouping->groups), nr = grouping->list.nr;
    size_t *reads = memory_resize(NULL, groups + 1, sizeof *reads);
    for (size_t i = 0; i < groups; i++)
        reads[i] = TABLE_NONE;
    for (size_t i = 0; i < nr; i++)
        if (grouping->group_of[i] != TABLE_NONE && !strcmp(grouping->list.at[i].op, "read"))
            reads[grouping->group_of[i]] = i;
    for (size_t i = 0; i < nr; i++) {
        size_t group = grouping->group_of[i];
        if (group != TABLE_NONE && !strcmp(grouping->list.at[i].op, "write") &&
            reads[group] != TABLE_NONE)
            add_total(grouping, reads[group], i);
    }
    free(reads);
}

struct measure_list measure_records(const struct record *const *records, size_t nr,
                                    struct arena *arena)
{
    struct grouping grouping = {.arena = arena, .groups = table_new(), .ops = table_new()};
    struct strbuf key = STRBUF_INIT;
    grouping.alone = arena_alloc(arena, (nr + 1) * sizeof(struct record *));
    /* Of two records with a total there are three; what is not used takes no memory. */
    grouping.list.room = nr + nr / 2 + 1;
    grouping.list.at = arena_alloc(arena, grouping.list.room * sizeof *grouping.list.at);
    for (size_t i = 0; i < nr; i++)
        add_record(&grouping, records[i], i, &key);
    add_totals(&grouping);
    strbuf_free(&key);
    table_free(grouping.groups);
    table_free(grouping.ops);
    free(grouping.group_of);
    free(grouping.rooms);
    return grouping.list;
}

/* The shortest and longest run time; false where a job has none. */
static bool runtime_range(const struct record *const *records, size_t nr, double *least,
                          double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < nr; i++) {
        double runtime;
        if (!record_metric(records[i], "runtime_s", &runtime) || !(runtime > 0))
            return false;
        *least = fmin(*least, runtime);
        *most = fmax(*most, runtime);
    }
    return nr > 0;
}

bool measure_is_uneven(const struct record *const *records, size_t nr)
{
    double least, most;
    return nr > 1 && runtime_range(records, nr, &least, &most) && most > 1.01 * least;
}

/* What a bound makes of a sum that it enters. */
static void join_bound(struct compare_sample *sample, enum record_side side)
{
    enum compare_bound bound = side == RECORD_GREATER ? COMPARE_AT_LEAST : COMPARE_AT_MOST;
    sample->bound =
        sample->bound == COMPARE_EXACT || sample->bound == bound ? bound : COMPARE_UNKNOWN;
}

/* One record's value, or its bound at its value. */
static bool take_value(const struct record *record, const char *metric,
                       struct compare_sample *sample, double *value)
{
    if (record_metric(record, metric, value))
        return true;
    const struct record_bound *bound = record_bound(record, metric);
    if (!bound)
        return false;
    join_bound(sample, bound->side);
    *value = bound->value;
    return true;
}

/* I/Os of a record, as the weight of its mean; 0 where not known. */
static double io_weight(const struct record *record)
{
    double ios, rate, runtime;
    if (record_metric(record, "ios", &ios) && ios > 0)
        return ios;
    if (record_metric(record, "iops", &rate) && record_metric(record, "runtime_s", &runtime) &&
        rate > 0 && runtime > 0)
        return rate * runtime;
    return 0;
}

/* The weight by which a job's value enters the joined one, and whether it has
 * one.  longest: the longest run time where rates must be put over it, else 0. */
static bool job_weight(const struct record *record, const struct metric *known, double longest,
                       double *weight)
{
    *weight = 1;
    if (known->join == METRIC_MEAN) {
        *weight = io_weight(record);
        return *weight > 0;
    }
    bool is_rate = known->unit == UNIT_BYTES_PER_S || known->unit == UNIT_PER_S;
    double runtime;
    if (longest > 0 && is_rate && record_metric(record, "runtime_s", &runtime))
        *weight = runtime / longest;
    return true;
}

static bool join_values(const struct measure *measure, const char *metric,
                        const struct metric *known, struct compare_sample *sample)
{
    double least, longest = 0, weights = 0;
    if (!measure_is_uneven(measure->records, measure->nr) ||
        !runtime_range(measure->records, measure->nr, &least, &longest))
        longest = 0;
    for (size_t i = 0; i < measure->nr; i++) {
        const struct record *record = measure->records[i];
        double value, weight, precision = record_precision(record, metric);
        if (!take_value(record, metric, sample, &value) ||
            !job_weight(record, known, longest, &weight))
            return false;
        weights += weight;
        if (known->join == METRIC_SUM || known->join == METRIC_MEAN) {
            sample->value += value * weight;
            sample->precision += precision * weight;
        } else if (!i ||
                   (known->join == METRIC_MIN ? value < sample->value : value > sample->value)) {
            sample->value = value;
            sample->precision = precision;
        }
    }
    if (known->join == METRIC_MEAN) {
        sample->value /= weights;
        sample->precision /= weights;
    }
    return isfinite(sample->value);
}

/* The value of a percentile that no record states, or of several jobs. */
static bool percentile_value(const struct measure *measure, const char *metric,
                             struct compare_sample *sample)
{
    return metric_percentile(metric) >= 0 &&
           latency_percentile(measure->records, measure->nr, metric, &sample->value,
                              &sample->precision);
}

bool measure_value(const struct measure *measure, const char *metric, struct compare_sample *sample)
{
    /* So many records, or jobs of a run, do not fit into any memory. */
    *sample = (struct compare_sample){.records = measure->records,
                                      .records_nr = measure->nr & 0xfffffff,
                                      .order = (uint32_t)measure->order};
    if (!measure->nr)
        return false;
    if (cost_find(metric) && !record_metric(measure->records[0], metric, NULL))
        return cost_value(measure, metric, sample);
    if (measure->nr == 1) {
        sample->precision = record_precision(measure->records[0], metric);
        return take_value(measure->records[0], metric, sample, &sample->value) ||
               percentile_value(measure, metric, sample);
    }
    const struct metric *known = metric_find(metric);
    if (!known || (measure->is_total && cost_is_shared(metric)))
        return false;
    if (known->join == METRIC_SINGLE)
        return percentile_value(measure, metric, sample);
    return join_values(measure, metric, known, sample);
}
