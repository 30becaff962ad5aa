#include "tests/t_files.h"

#include <stdlib.h>

#include "parse/source.h"
#include "record/memory.h"

enum { LARGEST = 64 << 20 };

struct taking {
    void (*take)(void *context, const char *path, const char *bytes, size_t length);
    void *context;
    struct source_count count;
};

static int take_document(void *context, struct source_document *document)
{
    const struct taking *taking = context;
    if (document->bytes) {
        taking->take(taking->context, document->path, document->bytes, document->length);
        return 0;
    }
    char *bytes = memory_resize(NULL, LARGEST, 1);
    size_t length = 0;
    ssize_t got;
    while ((got = document->read(document, bytes + length, LARGEST - length)) > 0)
        length += (size_t)got;
    taking->take(taking->context, document->path, bytes, length);
    free(bytes);
    return 0;
}

static int take_place(void *context, const struct source_place *place)
{
    struct taking *taking = context;
    return source_open(place, take_document, context, &taking->count, NULL);
}

size_t t_files_each(const char *path,
                  void (*take)(void *context, const char *path, const char *bytes, size_t length),
                  void *context)
{
    struct taking taking = {.take = take, .context = context};
    source_walk(path, take_place, &taking, &taking.count, NULL);
    return taking.count.unreadable;
}
