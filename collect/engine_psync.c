/* The engine psync: pread and pwrite, one I/O at a time. */
#include <stdlib.h>

#include "collect/engine.h"
#include "collect/engine_call.h"
#include "record/memory.h"

struct psync {
    struct engine engine;
    const struct engine_file *files;
    const struct io_slot *slots;
    unsigned slot;
    bool is_queued;
    struct engine_done done;
    bool is_done;
};

static struct engine *psync_open(const struct engine_request *request, struct diag *diag)
{
    (void)diag;
    struct psync *psync = memory_alloc(sizeof *psync);
    psync->engine.kind = &engine_psync;
    psync->files = request->files;
    psync->slots = request->slots;
    engine_say(&psync->engine, "psync: one I/O at a time");
    return &psync->engine;
}

static void psync_queue(struct engine *engine, const unsigned *slots, unsigned nr)
{
    struct psync *psync = (struct psync *)engine;
    (void)nr; /* of one slot there is one */
    psync->slot = slots[0];
    psync->is_queued = true;
}

static int psync_submit(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns)
{
    (void)wait_nr;
    (void)timeout_ns;
    struct psync *psync = (struct psync *)engine;
    if (!psync->is_queued)
        return 0;
    engine->calls++;
    psync->is_queued = false;
    psync->done.slot = psync->slot;
    const struct io_slot *slot = &psync->slots[psync->slot];
    psync->done.result = engine_call(&psync->files[slot->io.file], &slot->io, slot->buffer);
    psync->is_done = true;
    return 0;
}

static unsigned psync_reap(struct engine *engine, struct engine_done *done, unsigned room)
{
    struct psync *psync = (struct psync *)engine;
    if (!psync->is_done || room == 0)
        return 0;
    *done = psync->done;
    psync->is_done = false;
    return 1;
}

static void psync_close(struct engine *engine)
{
    free(engine);
}

const struct engine_kind engine_psync = {
    "psync", true, psync_open, psync_queue, psync_submit, psync_reap, psync_close,
};
