/* Operations and settings that headers and labels name. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "parse/vocabulary.h"

/* Says whether "read" at `at` is a word, or the end of "randread"; *size gets how far it
 * goes. */
static bool is_operation(const char *text, const char *at, const char *word, size_t *size)
{
    static const char *const fronts[] = {"rand", "random", "seq", "sequential", "s", "r"};
    const char *start = at;
    while (start > text && isalpha((unsigned char)start[-1]))
        start--;
    size_t front = (size_t)(at - start);
    bool is_front = !front;
    for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++)
        is_front = is_front || (strlen(fronts[i]) == front && !strncasecmp(start, fronts[i], front));
    const char *end = at + strlen(word);
    if (!strncasecmp(end, "ers", 3) || !strncasecmp(end, "ing", 3))
        end += 3;
    else if (!strncasecmp(end, "er", 2))
        end += 2;
    else if (tolower((unsigned char)*end) == 's' || tolower((unsigned char)*end) == 'r')
        end++;
    *size = (size_t)(end - at);
    if (!is_front || isalpha((unsigned char)*end))
        return false;
    return !vocabulary_is_setting(end);
}

/* "seqrd", "rnd wr": as whole words alone. */
static const char *short_op(const char *text)
{
    static const struct {
        const char *word, *op;
    } ops[] = {{"seqrd", "read"},  {"seqwr", "write"},  {"rndrd", "read"}, {"rndwr", "write"},
               {"randrd", "read"}, {"randwr", "write"}, {"rd", "read"},    {"wr", "write"},
               {"seq-rd", "read"}, {"seq-wr", "write"}, {"rnd-rd", "read"}, {"rnd-wr", "write"}};
    const char *op = NULL;
    for (const char *at = text; *at; at += strspn(at, " \t(),:")) {
        size_t length = strcspn(at, " \t(),:");
        for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
            if (strlen(ops[i].word) != length || strncasecmp(ops[i].word, at, length))
                continue;
            if (op && strcmp(op, ops[i].op))
                return NULL;
            op = ops[i].op;
        }
        at += length;
    }
    return op;
}

const char *table_op(const char *text)
{
    static const struct {
        const char *word, *op;
    } ops[] = {{"read", "read"}, {"write", "write"}, {"writ", "write"}, {"trim", "trim"}};
    const char *op = NULL;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (const char *at = text; (at = strcasestr(at, ops[i].word)); at++) {
            size_t size;
            if (!is_operation(text, at, ops[i].word, &size))
                continue;
            if (op && strcmp(op, ops[i].op))
                return NULL;
            op = ops[i].op;
        }
    return op ? op : short_op(text);
}

bool table_is_setting(const char *text)
{
    static const char *const words[] = {
        "iodepth", "io depth", "qd", "queue depth", "queue size", "queuedepth", "depth", "bs",
        "block size", "blocksize", "block", "size", "io size", "iosize", "record size",
        "recv size", "request size", "req size", "buffer size", "file size", "filesize", "chunk",
        "chunk size", "chunksize", "stripe size", "threads", "thread", "jobs", "job", "numjobs",
        "num jobs", "procs", "processes", "process", "clients", "client", "cpus", "cores",
        "queues", "disks", "devices", "drives", "readahead", "read ahead", "ra", "batch",
        "batch size", "requests", "streams", "concurrency", "page size", "files", "nodes",
        "rwmix", "rwmixread", "op", "rw", "workload", "pattern", "mode", "engine", "ioengine",
        "device", "kernel", "config", "configuration", "fs", "filesystem", "test", "case",
        "scheduler", "elevator", "io scheduler", "cache", "controller", "hw queues", "readers",
        "writers", "slots", "tasks", "dirs", "segments", "sectors",
    };
    char copy[40];
    size_t used = 0;
    text += strspn(text, " \t*`#(");
    if (!strncasecmp(text, "nr_", 3) || !strncasecmp(text, "nr ", 3))
        text += 3;
    for (; *text && !strchr("([:/\\|", *text) && used + 1 < sizeof copy; text++)
        if (*text != '*' && *text != '`')
            copy[used++] = *text == '_' || *text == '-' ? ' ' : *text;
    while (used && copy[used - 1] == ' ')
        used--;
    copy[used] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(copy, words[i]))
            return true;
    return vocabulary_name(copy, used) != NULL;
}
