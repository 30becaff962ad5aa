/* Executions of fio: nothing in its text says where one ends and the next begins. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"

enum {
    PID_GAP = 64,     /* pids of one fio's jobs lie closer than this */
    CLONE_GAP = 4096, /* those of copies of one job too, however busy the host */
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
    if (!fio->invocation || fio->is_boundary)
        return true;
    /* A client prints the blocks of one host after the other's, with their statuses. */
    if (fio->is_client)
        return false;
    if (strtol(group, NULL, 10) <= fio->last_status)
        return true;
    bool is_next_pid = pid > fio->block.pid && pid - fio->block.pid < PID_GAP;
    if (fio->has_foreign && !is_next_pid)
        return true;
    if (fio->block.group && strtol(group, NULL, 10) < strtol(fio->block.group, NULL, 10))
        return true;
    const struct result *same = find_job(fio, job, group);
    bool is_clone = fio->block.job && !strcmp(fio->block.job, job) &&
                    (!pid || !fio->block.pid || labs((long)(pid - fio->block.pid)) <= CLONE_GAP);
    /* A block that sums several jobs is the only one of its group. */
    return same && (!is_clone || fio->has_foreign || same->record->jobs > 1);
}

void fio_start_invocation(struct fio *fio)
{
    fio->invocation = ++fio->output->invocations;
    fio->first_of_invocation = fio->output->nr;
    fio->is_boundary = false;
    fio->is_interrupted = fio->was_signalled;
    fio->was_signalled = false;
    fio->last_status = -1;
    fio->status_group = NULL;
    g_hash_table_remove_all(fio->ops);
}

void fio_end_invocation(struct fio *fio)
{
    fio_close_block(fio);
    if (!fio->is_boundary) {
        fio->first_preamble = fio->preambles_nr;
        fio->is_client = false;
        fio->host = NULL;
    }
    fio->is_boundary = true;
}

/* Says whether a line starts with "<host> "; *length gets the name's. */
static bool has_host(const char *line, size_t *length)
{
    *length = *line == '<' ? strcspn(line + 1, "<>@ \t/=") : 0;
    return *length && line[*length + 1] == '>' && strchr(" \t", line[*length + 2]);
}

const char *fio_without_host(struct fio *fio, const char *line)
{
    const char *at = line + strspn(line, " \t");
    size_t length;
    if (!has_host(at, &length))
        return line;
    const char *rest = at + length + 2;
    rest += strspn(rest, " \t");
    /* A mark of HTML looks the same. */
    if (!fio->is_client && !strstr(rest, ": (g=") && strncmp(rest, "Starting ", 9))
        return line;
    fio->is_client = true;
    fio->host = arena_text(fio->output->arena, at + 1, length);
    return rest;
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

bool fio_supersede(struct fio *fio, const char *job, const char *group, unsigned long pid)
{
    bool is_repeated = false;
    size_t first = fio->output->nr > LOOK_BACK ? fio->output->nr - LOOK_BACK : 0;
    for (size_t i = fio->output->nr; pid && !fio->has_foreign && i-- > first;) {
        struct result *result = &fio->output->at[i];
        const struct record *record = result->record;
        if (result->pid == pid && result->stream == fio->stream && record->job &&
            !strcmp(record->job, job) && record->group && !strcmp(record->group, group))
            is_repeated = result->is_superseded = true;
    }
    if (is_repeated)
        fio->last_status = -1;
    return is_repeated;
}
