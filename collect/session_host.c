/* What a session does to this host before runs, and puts back. */
#include <stdio.h>
#include <stdlib.h>

#include "collect/between.h"
#include "collect/collect_options.h"
#include "collect/session_parts.h"
#include "collect/setting.h"
#include "collect/settings.h"
#include "record/exit_code.h"
#include "record/memory.h"

struct session_host {
    const struct vary *vary;   /* NULL: nothing varies */
    struct between *between;   /* NULL: nothing is done between runs */
    struct settings *settings; /* NULL: none varies */
};

static int open_settings(struct session_host *host, const struct job_list *lists, size_t lists_nr,
                         struct diag *diag)
{
    const char **paths;
    size_t paths_nr = session_paths(lists, lists_nr, &paths);
    const struct settings_request request = {
        .root = "",
        .paths = paths,
        .paths_nr = paths_nr,
        .allows = collect_options.allows_host_changes,
        .sink = &session_sink,
    };
    host->settings = settings_open(&request, diag);
    free(paths);
    int status = host->settings ? 0 : -1;
    for (size_t i = 0; i < host->vary->nr && !status; i++)
        if (host->vary->factors[i].kind == VARY_SETTING)
            status = settings_probe(host->settings, host->vary->factors[i].name, diag);
    return status;
}

struct session_host *session_host_open(const struct vary *vary, const struct job_list *lists,
                                       size_t lists_nr, struct diag *diag)
{
    struct session_host *host = memory_alloc(sizeof *host);
    const struct between_request request = {
        .root = "",
        .drops_caches = collect_options.drops_caches,
        .cool_down_s = collect_options.cool_down_s,
        .stop = &session_stop,
        .sink = &session_sink,
    };
    *host = (struct session_host){.vary = vary};
    /* Between the runs of a comparison nothing is left in memory, whoever asks for it. */
    if (vary || request.drops_caches)
        host->between = between_new(&request);
    if (vary && vary_has(vary, VARY_SETTING) && open_settings(host, lists, lists_nr, diag) != 0) {
        session_host_close(host);
        return NULL;
    }
    return host;
}

int session_host_prepare(struct session_host *host, const struct record_pairs *config,
                         const struct job_list *jobs, struct diag *diag)
{
    struct between_result result;
    int status = 0;
    for (size_t i = 0; host->settings && i < host->vary->nr && !status; i++) {
        const struct vary_factor *factor = &host->vary->factors[i];
        if (factor->kind == VARY_SETTING)
            status = settings_apply(host->settings, factor->name,
                                    record_pair(config, factor->name), diag);
    }
    if (host->between && !status)
        between_do(host->between, jobs, &result);
    return status;
}

int session_host_close(struct session_host *host)
{
    struct settings_restored restored;
    int status = 0;
    if (host->settings)
        status = settings_restore(host->settings, &restored);
    settings_close(host->settings);
    if (host->between)
        between_free(host->between);
    free(host);
    return status;
}

int session_restore(void)
{
    struct diag diag;
    struct settings_restored restored;
    int status = settings_restore_journal(NULL, "", NULL, &session_sink, &restored, &diag);
    if (status)
        session_fail(&diag);
    if (!collect_options.is_quiet && restored.put_back + restored.gone + restored.failed)
        fprintf(stderr,
                "%s: %u settings are as they were, %u went with their device or boot, %u are not "
                "put back\n",
                session_program, restored.put_back, restored.gone, restored.failed);
    else if (!collect_options.is_quiet && !status)
        fprintf(stderr, "%s: no settings of this host wait to be put back\n", session_program);
    return status ? EXIT_SYSTEM : 0;
}
