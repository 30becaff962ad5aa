#include "parse/input.h"

#include <stdlib.h>
#include <string.h>

#include "parse/source.h"
#include "record/memory.h"

struct reading {
    void (*take)(void *context, const struct input_file *file);
    void *context;
    struct input_count *count;
    const struct diag_sink *sink;
};

/* Reads a document that is not held whole, up to one byte more than is allowed. */
static char *read_all(struct source_document *document, size_t *length)
{
    size_t room = SOURCE_WHOLE;
    char *bytes = memory_resize(NULL, room, 1);
    *length = 0;
    while (*length <= INPUT_LARGEST) {
        if (*length == room) {
            room *= 2;
            bytes = memory_resize(bytes, room, 1);
        }
        ssize_t got = document->read(document, bytes + *length, room - *length);
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    return bytes;
}

static int take_document(void *context, struct source_document *document)
{
    struct reading *reading = context;
    struct input_file file = {document->path, document->bytes, document->length,
                              document->is_named};
    char *bytes = document->bytes ? NULL : read_all(document, &file.length);
    struct diag diag;
    if (bytes)
        file.bytes = bytes;
    if (file.length > INPUT_LARGEST) {
        reading->count->skipped++;
        diag_set(&diag, DIAG_SKIP, document->path, 0, "split it, one mail or log a file",
                 "larger than 64 MiB: not read");
        diag_report(reading->sink, &diag);
    } else {
        reading->count->files++;
        reading->take(reading->context, &file);
    }
    free(bytes);
    return 0;
}

static void add_count(struct input_count *sum, const struct source_count *count)
{
    sum->unreadable += count->unreadable;
    sum->skipped += count->skipped + count->damaged;
}

static int take_place(void *context, const struct source_place *place)
{
    struct reading *reading = context;
    struct source_count count = {0};
    source_open(place, take_document, reading, &count, reading->sink);
    add_count(reading->count, &count);
    return 0;
}

void input_each(const char *path, void (*take)(void *context, const struct input_file *file),
                void *context, struct input_count *count, const struct diag_sink *sink)
{
    struct reading reading = {take, context, count, sink};
    struct source_count walked = {0};
    source_walk(path, take_place, &reading, &walked, sink);
    add_count(count, &walked);
}
