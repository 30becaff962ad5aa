#include "config.h"

#include "collect/hostfacts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/hostfacts_parts.h"
#include "record/memory.h"
#include "record/strbuf.h"

/* The id of a host record comes from its facts: the same facts, the same id. */
static void set_id(struct record *record)
{
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = 0; i < record->facts.nr; i++)
        strbuf_printf(&buf, "%s=%s\n", record->facts.at[i].name, record->facts.at[i].value);
    record->source.fingerprint = record_hash(record->arena, buf.text, buf.length);
    strbuf_free(&buf);
    record_set_id(record);
}

static int add_paths(struct facts *facts, const struct hostfacts_request *request,
                     struct hostfacts_devices *devices, struct diag *diag)
{
    if (request->paths_nr == 0) {
        hostfacts_add_all_devices(facts, devices);
        return hostfacts_add_path(facts, devices, 1, request->root[0] ? "/" : ".", diag);
    }
    for (size_t i = 0; i < request->paths_nr; i++) {
        if (hostfacts_add_path(facts, devices, (unsigned)i + 1, request->paths[i], diag) != 0)
            return -1;
    }
    return 0;
}

struct record *hostfacts_read(struct arena *arena, const struct hostfacts_request *request,
                              struct diag *diag)
{
    struct stat status;
    /* Without the folder every fact would be absent. */
    bool is_there = !request->root[0] || stat(request->root, &status) == 0;
    if (!is_there || (request->root[0] && !S_ISDIR(status.st_mode))) {
        diag_set(diag, DIAG_FATAL, request->root, 0, "--root takes the root folder of a host", "%s",
                 is_there ? "is no folder" : strerror(errno));
        return NULL;
    }
    struct record *record = record_new(arena, RECORD_HOST);
    struct facts facts = {record, request->root, request->is_identified};
    struct hostfacts_devices *devices = memory_alloc(sizeof *devices);
    record->of = request->of ? record_text(record, request->of, strlen(request->of)) : NULL;
    record->tool = "iodelta";
    record->tool_version = PACKAGE_VERSION;
    hostfacts_add_system(&facts);
    hostfacts_add_cpu(&facts);
    hostfacts_add_memory(&facts);
    hostfacts_add_cgroup(&facts);
    int result = add_paths(&facts, request, devices, diag);
    if (devices->left_out)
        facts_printf(&facts, NULL, "block_left_out", "%zu", devices->left_out);
    free(devices);
    if (result != 0)
        return NULL;
    set_id(record);
    return record;
}
