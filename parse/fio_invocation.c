/* Executions of fio: nothing in its text says where one ends and the next begins. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"

enum {
    PID_GAP = 64,     /* pids of one fio's jobs lie closer than this */
    LOOK_BACK = 4096, /* how many results a name is looked for in */
};

/* Returns the last result of the job in the invocation under way, or NULL. */
static const struct result *find_job(const struct fio *fio, const char *job, const char *group)
{
    size_t first = fio->first_of_invocation;
    if (fio->output->nr > first + LOOK_BACK)
        first = fio->output->nr - LOOK_BACK;
    for (size_t i = fio->output->nr; i-- > first;) {
        const struct record *record = fio->output->at[i].record;
        if (fio->output->at[i].invocation == fio->invocation && record->job &&
            !strcmp(record->job, job) && record->group && !strcmp(record->group, group))
            return &fio->output->at[i];
    }
    return NULL;
}

bool fio_is_new_invocation(const struct fio *fio, const char *job, const char *group,
                              unsigned long pid)
{
    if (!fio->invocation || fio->is_boundary || strtol(group, NULL, 10) <= fio->last_status)
        return true;
    bool is_next_pid = pid > fio->block.pid && pid - fio->block.pid < PID_GAP;
    if (fio->has_foreign && !is_next_pid)
        return true;
    if (fio->block.group && strtol(group, NULL, 10) < strtol(fio->block.group, NULL, 10))
        return true;
    const struct result *same = find_job(fio, job, group);
    bool is_clone = fio->block.job && !strcmp(fio->block.job, job);
    return same && (!is_clone || fio->has_foreign);
}

void fio_start_invocation(struct fio *fio)
{
    fio->invocation = ++fio->output->invocations;
    fio->first_of_invocation = fio->output->nr;
    fio->is_boundary = false;
    fio->last_status = -1;
    g_hash_table_remove_all(fio->ops);
}

void fio_note_op(struct fio *fio, const struct record *record)
{
    const char *group = record->group ? record->group : FIO_NO_GROUP;
    g_hash_table_add(fio->ops, g_strdup_printf("%s %s", group, record->op));
    g_hash_table_add(fio->ops, g_strdup_printf("%s %s", FIO_ANY_GROUP, record->op));
}

bool fio_has_op(const struct fio *fio, const char *group, const char *op)
{
    gchar *key = g_strdup_printf("%s %s", group, op);
    bool is_noted = g_hash_table_contains(fio->ops, key);
    g_free(key);
    return is_noted;
}

void fio_supersede(struct fio *fio, const char *job, const char *group, unsigned long pid)
{
    size_t first = fio->output->nr > LOOK_BACK ? fio->output->nr - LOOK_BACK : 0;
    for (size_t i = fio->output->nr; pid && !fio->has_foreign && i-- > first;) {
        struct result *result = &fio->output->at[i];
        const struct record *record = result->record;
        if (result->pid == pid && result->stream == fio->stream && record->job &&
            !strcmp(record->job, job) && record->group && !strcmp(record->group, group))
            result->is_superseded = true;
    }
}
