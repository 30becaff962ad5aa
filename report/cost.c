#include "report/cost.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const double gib = 1073741824.0;

/* clang-format off: a table */
static const struct metric costs[] = {
    {"cpu_s_per_gib", "CPU time", UNIT_S_PER_GIB, METRIC_LOWER, METRIC_SINGLE, false,
     "seconds of CPU that the process spent for each GiB moved"},
    {"cpu_ns_per_io", "CPU time per I/O", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "CPU time that the process spent for each I/O or operation"},
    {"host_busy_pct_per_mb_per_s", "host CPU busy", UNIT_PCT_PER_MB_PER_S, METRIC_LOWER,
     METRIC_SINGLE, false, "percent of the whole host's CPU that was busy for each MB/s"},
};
/* clang-format on */

enum { COST_BYTES, COST_IOS, COST_HOST, COSTS_NR };

const struct metric *cost_list(size_t *nr)
{
    *nr = COSTS_NR;
    return costs;
}

const struct metric *cost_find(const char *name)
{
    for (size_t i = 0; i < COSTS_NR; i++)
        if (!strcmp(costs[i].name, name))
            return &costs[i];
    return NULL;
}

const struct metric *cost_find_any(const char *name)
{
    const struct metric *cost = cost_find(name);
    return cost ? cost : metric_find(name);
}

const char *cost_parts(const char *cost)
{
    return !strcmp(cost, costs[COST_HOST].name) ? "host_cpu_" : "cpu_";
}

long cost_order(const char *name)
{
    const struct metric *cost = cost_find(name);
    return cost ? metric_order("") + 1 + (long)(cost - costs) : metric_order(name);
}

/* A sum of CPU, and how far the printed digits bear it. */
struct spent {
    double value, precision;
};

static bool add_metric(const struct record *record, const char *name, double factor,
                       struct spent *spent)
{
    double value;
    if (!record_metric(record, name, &value))
        return false;
    spent->value += factor * value;
    spent->precision += factor * record_precision(record, name);
    return true;
}

/* CPU of the process, as a share of one CPU: 1.5 is one and a half. */
static bool add_share(const struct record *record, struct spent *spent)
{
    bool is_fio = record->tool && !strcmp(record->tool, "fio");
    double factor = 0.01 * (is_fio && record->jobs > 1 ? record->jobs : 1);
    struct spent both = {0, 0};
    if (add_metric(record, "cpu_user_pct", factor, &both) &&
        add_metric(record, "cpu_sys_pct", factor, &both)) {
        spent->value += both.value;
        spent->precision += both.precision;
        return true;
    }
    return add_metric(record, "cpu_pct", factor, spent);
}

static double run_time(const struct record *record)
{
    double seconds;
    return record_metric(record, "runtime_s", &seconds) && seconds > 0 ? seconds : 0;
}

/* CPU of the process in seconds; where only a share is known, over the run time. */
static bool add_seconds(const struct record *record, struct spent *spent)
{
    struct spent both = {0, 0};
    if (add_metric(record, "cpu_user_s", 1, &both) && add_metric(record, "cpu_sys_s", 1, &both)) {
        spent->value += both.value;
        spent->precision += both.precision;
        return true;
    }
    both = (struct spent){0, 0};
    if (!add_share(record, &both) || !(run_time(record) > 0))
        return false;
    spent->value += both.value * run_time(record);
    spent->precision += both.precision * run_time(record);
    return true;
}

/* Whether an earlier record of a total is of the same job: its CPU is counted already. */
static bool is_counted(const struct measure *measure, size_t index)
{
    const struct record *record = measure->records[index];
    size_t same = 0, here = 0;
    if (!measure->is_total)
        return false;
    for (size_t i = 0; i < measure->nr; i++) {
        const struct record *other = measure->records[i];
        bool is_same = (!other->job && !record->job) ||
                       (other->job && record->job && !strcmp(other->job, record->job));
        bool is_same_op = !strcmp(other->op ? other->op : "", record->op ? record->op : "");
        /* Clones share a name: as many are counted as one op has. */
        same += is_same && !is_same_op && i < index;
        here += is_same && is_same_op && i < index;
    }
    return here < same;
}

/* Sums the CPU of all jobs by one way of reading it; false where a job has none. */
static bool sum_cpu(const struct measure *measure,
                    bool (*add)(const struct record *, struct spent *), struct spent *spent)
{
    *spent = (struct spent){0, 0};
    for (size_t i = 0; i < measure->nr; i++)
        if (!is_counted(measure, i) && !add(measure->records[i], spent))
            return false;
    return spent->value > 0;
}

/* Sums an amount of work over all records; false where one has none or only a bound. */
static bool sum_work(const struct measure *measure, const char *const *names, double *sum)
{
    *sum = 0;
    for (size_t i = 0; i < measure->nr; i++) {
        double value = 0;
        bool has_value = false;
        for (size_t k = 0; names[k] && !has_value; k++)
            has_value = record_metric(measure->records[i], names[k], &value) && value > 0;
        if (!has_value)
            return false;
        *sum += value;
    }
    return *sum > 0;
}

/* CPU by work: seconds by an amount, else a share of a CPU by a rate. */
static bool divide(const struct measure *measure, const char *const *amounts,
                   const char *const *rates, struct spent *cost)
{
    double work;
    if ((!sum_cpu(measure, add_seconds, cost) || !sum_work(measure, amounts, &work)) &&
        (!sum_cpu(measure, add_share, cost) || !sum_work(measure, rates, &work)))
        return false;
    cost->value /= work;
    cost->precision /= work;
    return true;
}

/* Percent of the host that did work; waiting for I/O is none. */
static bool host_busy(const struct record *record, struct spent *busy)
{
    *busy = (struct spent){0, 0};
    if (add_metric(record, "host_cpu_user_pct", 1, busy) &&
        add_metric(record, "host_cpu_sys_pct", 1, busy))
        return true;
    *busy = (struct spent){100, 0};
    struct spent rest = {0, 0};
    if (!add_metric(record, "host_cpu_idle_pct", 1, &rest) ||
        !add_metric(record, "host_cpu_iowait_pct", 1, &rest))
        return false;
    add_metric(record, "host_cpu_steal_pct", 1, &rest);
    *busy = (struct spent){100 - rest.value, rest.precision};
    return true;
}

/* The host is one, however many jobs it ran: all of them must say the same of it. */
static bool divide_host(const struct measure *measure, struct spent *cost)
{
    static const char *const rates[] = {"bw_bytes_per_s", NULL};
    double rate;
    if (!host_busy(measure->records[0], cost) || !sum_work(measure, rates, &rate))
        return false;
    for (size_t i = 1; i < measure->nr; i++) {
        struct spent other;
        if (!host_busy(measure->records[i], &other) || other.value < cost->value ||
            other.value > cost->value)
            return false;
    }
    cost->value /= rate / 1e6;
    cost->precision /= rate / 1e6;
    return true;
}

/* Reads or writes of a job that does both, or trims as well, share its CPU. */
static bool is_part(const struct measure *measure)
{
    const char *rw = record_pair(&measure->records[0]->params, "rw");
    return measure->is_mixed || (rw && strstr(rw, "trimwrite"));
}

bool cost_value(const struct measure *measure, const char *name, struct compare_sample *sample)
{
    static const char *const bytes[] = {"io_bytes", NULL}, *const ios[] = {"ios", NULL};
    static const char *const byte_rates[] = {"bw_bytes_per_s", NULL};
    static const char *const io_rates[] = {"iops", "ops_per_s", NULL};
    const struct metric *metric = cost_find(name);
    struct spent cost = {0, 0};
    double factor = 1;
    bool has_cost = false;
    if (!metric || !measure->nr || is_part(measure))
        return false;
    switch (metric - costs) {
    case COST_BYTES:
        factor = gib;
        has_cost = divide(measure, bytes, byte_rates, &cost);
        break;
    case COST_IOS:
        factor = 1e9;
        has_cost = divide(measure, ios, io_rates, &cost);
        break;
    default:
        has_cost = divide_host(measure, &cost);
    }
    sample->value = factor * cost.value;
    sample->precision = factor * cost.precision;
    return has_cost && sample->value > 0 && isfinite(sample->value);
}

bool cost_is_shared(const char *metric)
{
    return !strncmp(metric, "cpu_", 4) || !strncmp(metric, "host_cpu_", 9);
}

bool cost_is_of_process(const char *metric)
{
    return !strncmp(metric, "cpu_", 4);
}

bool cost_is_default(const struct measure *measure, const char *name)
{
    struct compare_sample sample;
    const char *op = measure->op;
    if (!strncmp(op, "putc", 4) || !strncmp(op, "getc", 4))
        return false;
    return !strcmp(name, costs[COST_IOS].name)
               ? !cost_value(measure, costs[COST_BYTES].name, &sample)
               : true;
}

/* Whether a text has one of the words by which people name guests. */
static bool says_guest(const char *text)
{
    static const char *const words[] = {"guest", "vm",   "vms",    "domu",   "virtio",
                                        "kvm",   "qemu", "vmware", "hyperv", "hyper-v",
                                        "esx",   "esxi", "pvscsi", "xenblk", "blkfront"};
    for (size_t at = 0; text && text[at]; at++) {
        if (at && isalnum((unsigned char)text[at - 1]))
            continue;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            size_t length = strlen(words[i]), k = 0;
            while (k < length && tolower((unsigned char)text[at + k]) == words[i][k])
                k++;
            if (k == length && !isalpha((unsigned char)text[at + k]))
                return true;
        }
    }
    return false;
}

bool cost_names_guest(const struct record *record)
{
    for (size_t i = 0; i < record->config.nr; i++)
        if (says_guest(record->config.at[i].name) || says_guest(record->config.at[i].value))
            return true;
    return says_guest(record->source.subject);
}
