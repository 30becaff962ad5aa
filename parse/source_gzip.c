/* Files that gzip wrote.  libarchive reads them too, but does not compare their checksums
 * (RFC 1952): a flipped bit would be a wrong figure. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "parse/source_parts.h"
#include "record/memory.h"

enum { ROOM = 1 << 17, GZIP_WINDOW = 15 + 16 };

struct gunzip {
    struct source_pull pull; /* first */
    const struct source_content *content;
    struct source_budget budget;
    z_stream stream;
    char *buffer;      /* what comes behind the head */
    size_t members;    /* that are whole */
    bool is_between;   /* members */
    bool has_input;    /* more of it may come */
    bool is_damaged_in; /* the packed bytes could not all be had, which was said */
    ssize_t ended;     /* 1 before the end, then what is to be returned */
};

/* Makes sure that there are packed bytes.  Returns whether there are. */
static bool refill(struct gunzip *gunzip)
{
    const struct source_content *content = gunzip->content;
    if (gunzip->stream.avail_in)
        return true;
    if (content->is_whole || !gunzip->has_input)
        return false;
    ssize_t got = content->pull->read(content->pull, gunzip->buffer, ROOM);
    if (got <= 0) {
        gunzip->has_input = false;
        gunzip->is_damaged_in = got < 0;
        return false;
    }
    gunzip->budget.taken += (uint64_t)got;
    gunzip->stream.next_in = (Bytef *)gunzip->buffer;
    gunzip->stream.avail_in = (uInt)got;
    return true;
}

static ssize_t fail(struct gunzip *gunzip, const char *what)
{
    struct source_opening *opening = gunzip->budget.opening;
    if (!gunzip->is_damaged_in) {
        opening->count->damaged++;
        source_say(opening, DIAG_SKIP, gunzip->content->path,
                   "get the file again; what stands before the damage was read", "%s", what);
    }
    return -1;
}

/* Goes on to the next member.  Returns 1, or 0 where there is none. */
static ssize_t next_member(struct gunzip *gunzip)
{
    for (;;) {
        if (!refill(gunzip))
            return gunzip->is_damaged_in ? -1 : 0;
        if (*gunzip->stream.next_in)
            break;
        gunzip->stream.next_in++; /* tapes are filled up with NUL bytes */
        gunzip->stream.avail_in--;
    }
    inflateReset(&gunzip->stream);
    gunzip->is_between = false;
    return 1;
}

/* What zlib's error means.  Behind a whole member there may be anything. */
static ssize_t judge(struct gunzip *gunzip, int error)
{
    const char *why = gunzip->stream.msg;
    if (gunzip->members && !gunzip->stream.total_out) {
        source_say(gunzip->budget.opening, DIAG_WARN, gunzip->content->path, NULL,
                   "is followed by bytes that gzip did not write: not read");
        return 0;
    }
    if (error == Z_DATA_ERROR && why && !strncmp(why, "incorrect data check", 20))
        return fail(gunzip, "is damaged: its checksum is not that of its content");
    return fail(gunzip, error == Z_NEED_DICT || error == Z_DATA_ERROR || error == Z_STREAM_ERROR
                            ? "is damaged (gzip): the rest of it cannot be read"
                            : "cannot be unpacked (gzip)");
}

/* Unpacks until there is something; sets ended where it does. */
static size_t inflate_some(struct gunzip *gunzip, char *bytes, size_t room)
{
    z_stream *stream = &gunzip->stream;
    stream->next_out = (Bytef *)bytes;
    stream->avail_out = room > UINT_MAX / 2 ? UINT_MAX / 2 : (uInt)room;
    uInt before = stream->avail_out;
    while (gunzip->ended > 0 && stream->avail_out == before) {
        if (gunzip->is_between) {
            gunzip->ended = next_member(gunzip);
            continue;
        }
        if (!refill(gunzip)) {
            gunzip->ended = fail(gunzip, "is cut: the rest of it is missing");
            break;
        }
        int result = inflate(stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END) {
            gunzip->members++;
            gunzip->is_between = true;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            gunzip->ended = judge(gunzip, result);
        }
    }
    return before - stream->avail_out;
}

static ssize_t read_gunzip(struct source_pull *pull, char *bytes, size_t room)
{
    struct gunzip *gunzip = (struct gunzip *)pull;
    if (gunzip->ended <= 0)
        return gunzip->ended;
    size_t got = inflate_some(gunzip, bytes, room);
    if (!got)
        return gunzip->ended;
    if (!source_budget_take(&gunzip->budget, got)) {
        source_budget_cut(&gunzip->budget, gunzip->content->path, gunzip->budget.given);
        gunzip->ended = -1;
        return -1;
    }
    return (ssize_t)got;
}

void source_take_gzip(struct source_opening *opening, const struct source_content *content)
{
    struct gunzip gunzip = {
        .pull = {read_gunzip},
        .content = content,
        .budget = {opening, content->is_whole ? content->head_length : content->size,
                   content->head_length, 0},
        .has_input = true,
        .ended = 1,
    };
    struct source_content inside = {
        .path = content->path,
        .is_named = content->is_named,
        .depth = content->depth + 1,
    };
    gunzip.stream.next_in = (Bytef *)(uintptr_t)content->head;
    gunzip.stream.avail_in = (uInt)content->head_length;
    if (inflateInit2(&gunzip.stream, GZIP_WINDOW) != Z_OK) {
        fail(&gunzip, "cannot be unpacked: zlib refuses");
        return;
    }
    gunzip.buffer = content->is_whole ? NULL : memory_resize(NULL, ROOM, 1);
    source_take_pull(opening, &inside, &gunzip.pull);
    inflateEnd(&gunzip.stream);
    free(gunzip.buffer);
}
