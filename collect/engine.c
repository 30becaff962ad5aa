#include "collect/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void engine_say(struct engine *engine, const char *format, ...)
{
    size_t used = strlen(engine->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine->text + used, sizeof engine->text - used, format, arguments);
    va_end(arguments);
}

struct engine *engine_open(enum job_engine asked, const struct engine_request *request,
                           const struct diag_sink *sink, struct diag *diag)
{
    struct diag why;
    if (asked == JOB_ENGINE_PSYNC)
        return engine_psync.open(request, diag);
    struct engine *engine = engine_uring.open(request, &why);
    if (engine)
        return engine;
    engine = engine_psync.open(request, diag);
    if (!engine)
        return NULL;
    engine_say(engine, ", in the place of io_uring: %s", why.text);
    struct diag note;
    diag_set(&note, DIAG_WARN, NULL, 0, why.mend, "%s; psync does the I/O, %s", why.text,
             request->depth > 1 ? "one at a time whatever iodepth says" : "one at a time");
    diag_report(sink, &note);
    return engine;
}
