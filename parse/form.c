#include "parse/form.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* The text of 2.17 to 2.19 may be off by up to 9 %, that of 2.x by one of small
 * numbers. */
static bool is_near(const struct record *a, const struct record *b)
{
    double first, second;
    if ((!record_metric(a, "iops", &first) || !record_metric(b, "iops", &second)) &&
        (!record_metric(a, "lat_mean_ns", &first) || !record_metric(b, "lat_mean_ns", &second)))
        return false;
    return fabs(first - second) <= 0.1 * fmax(first, second) + 1;
}

/* Returns what the forms of a result have in common, or NULL where it cannot be told;
 * the caller frees it. */
static gchar *key_of(const struct result *result)
{
    const struct record *record = result->record;
    double runtime = 0;
    if (!record_metric(record, "runtime_s", &runtime) && strcmp(record->op, "sync"))
        return NULL; /* only syncs have none */
    return g_strdup_printf("%s|%zu|%s|%s|%s|%d|%.3f", record->tool, result->stream,
                           record->job ? record->job : "", record->group ? record->group : "",
                           record->op, (int)record->scope, runtime);
}

/* What only the other form tells: a terse line has no number of I/Os and no settings. */
static void give_rest(struct record *to, const struct record *from)
{
    for (size_t i = 0; i < from->metrics_nr; i++) {
        struct record_metric metric = record_metric_at(from, i);
        if (!record_metric(to, metric.name, NULL))
            record_set_metric(to, metric.name, metric.value, metric.precision);
    }
    record_add_params(to, &from->params);
    if (!to->jobs)
        to->jobs = from->jobs;
    if (!to->tool_version)
        to->tool_version = from->tool_version;
}

static bool has_forms(const struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++)
        if (output->at[i].form)
            return true;
    return false;
}

/* Jobs that are copies of each other may share a key: each form has all of them, so
 * that any one of the highest form stands for the key.  Looks at the results that are
 * superseded, or at the others. */
static GHashTable *find_best(const struct tool_output *output, bool is_superseded)
{
    GHashTable *best = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < output->nr; i++) {
        gchar *key =
            output->at[i].is_superseded == is_superseded ? key_of(&output->at[i]) : NULL;
        const struct result *before = key ? g_hash_table_lookup(best, key) : NULL;
        if (key && (!before || before->form < output->at[i].form))
            g_hash_table_replace(best, key, &output->at[i]);
        else
            g_free(key);
    }
    return best;
}

void form_settle(struct tool_output *output)
{
    if (!has_forms(output))
        return;
    GHashTable *best = find_best(output, false), *gone = find_best(output, true);
    for (size_t i = 0; i < output->nr; i++) {
        struct result *result = &output->at[i];
        gchar *key = result->is_superseded ? NULL : key_of(result);
        const struct result *other = key ? g_hash_table_lookup(best, key) : NULL;
        const struct result *early = key ? g_hash_table_lookup(gone, key) : NULL;
        g_free(key);
        if (other && other->form > result->form && is_near(other->record, result->record))
            give_rest(other->record, result->record);
        else if (!early || early->form <= result->form || !is_near(early->record, result->record))
            continue; /* neither of a result that stands, nor of one that a later replaced */
        result->is_superseded = true;
        output->repeated_forms++;
    }
    g_hash_table_destroy(best);
    g_hash_table_destroy(gone);
}
