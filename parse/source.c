#include "parse/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/message.h"
#include "parse/source_parts.h"
#include "record/memory.h"

enum {
    MOST_SAID = 20,     /* of one place; a damaged one may have very many */
    LOOK = 1 << 16,     /* tells what a large file is */
    SMALL_ROOM = 1 << 16,
    MOST_CUTS = 8,      /* entries that were too large: more is an attack */
};

/* Reading is cheaper than mapping up to here. */
#define SMALL_FILE ((off_t)1 << 20)

/* A compressed archive is two of them. */
#define MOST_DEPTH (2 * SOURCE_DEPTH)

void source_count_add(struct source_count *sum, const struct source_count *count)
{
    sum->places += count->places;
    sum->documents += count->documents;
    sum->unreadable += count->unreadable;
    sum->skipped += count->skipped;
    sum->damaged += count->damaged;
}

void source_say(struct source_opening *opening, enum diag_level level, const char *path,
                const char *mend, const char *format, ...)
{
    struct diag diag;
    char text[sizeof diag.text];
    va_list values;
    if (level > DIAG_NOTE && ++opening->said > MOST_SAID)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    diag_set(&diag, level, path, 0, mend, "%s", text);
    diag_report(opening->sink, &diag);
}

void source_say_rest(struct source_opening *opening)
{
    struct diag diag;
    if (opening->said <= MOST_SAID)
        return;
    diag_set(&diag, DIAG_SKIP, opening->place->path, 0, NULL, "%u more parts could not be read",
             opening->said - MOST_SAID);
    diag_report(opening->sink, &diag);
}

int source_give(struct source_opening *opening, struct source_document *document)
{
    document->place_at = opening->at;
    opening->count->documents++;
    if (opening->take(opening->context, document))
        opening->is_over = opening->is_stopped = true;
    return opening->is_over ? -1 : 0;
}

static uint64_t allowed(uint64_t size, uint64_t times)
{
    uint64_t most = size > UINT64_MAX / (SOURCE_RATIO * times) ? UINT64_MAX
                                                               : size * SOURCE_RATIO * times;
    return most > SOURCE_EXPANDED * times ? most : SOURCE_EXPANDED * times;
}

bool source_budget_take(struct source_budget *budget, uint64_t more)
{
    struct source_opening *opening = budget->opening;
    budget->given += more;
    opening->expanded += more;
    /* What is packed several times counts each time. */
    return budget->given <= allowed(budget->size ? budget->size : budget->taken, 1) &&
           opening->expanded <= allowed(opening->size ? opening->size : opening->at, SOURCE_DEPTH);
}

void source_budget_cut(struct source_budget *budget, const char *path, uint64_t took)
{
    struct source_opening *opening = budget->opening;
    budget->given -= took;
    opening->expanded -= took;
    opening->count->skipped++;
    source_say(opening, DIAG_SKIP, path, "where that is right, unpack it and name the files",
               "unpacks to more than %u times its size: the rest of it is not read", SOURCE_RATIO);
    if (++opening->cuts < MOST_CUTS || opening->is_over)
        return;
    opening->is_over = true;
    source_say(opening, DIAG_SKIP, opening->place->path, NULL,
               "holds too many files that unpack to too much: the rest of it is not read");
}

/* A document that is not held whole. */
struct streamed {
    struct source_document document; /* first */
    struct source_opening *opening;
    const struct source_content *content;
    size_t at;     /* in the head */
    ssize_t ended; /* 1 before the end, then what read() keeps on returning */
};

static ssize_t read_streamed(struct source_document *document, char *bytes, size_t room)
{
    struct streamed *streamed = (struct streamed *)document;
    const struct source_content *content = streamed->content;
    size_t left = content->head_length - streamed->at;
    if (left) {
        size_t length = left < room ? left : room;
        memcpy(bytes, content->head + streamed->at, length);
        streamed->at += length;
        return (ssize_t)length;
    }
    if (streamed->ended > 0)
        streamed->ended = content->pull->read(content->pull, bytes, room);
    document->place_at = streamed->opening->at;
    return streamed->ended;
}

static void give_plain(struct source_opening *opening, const struct source_content *content)
{
    struct streamed streamed = {
        .document = {.path = content->path,
                     .is_named = content->is_named,
                     .fd = content->fd,
                     .size = content->size},
        .opening = opening,
        .content = content,
        .ended = 1,
    };
    if (content->depth && !content->is_named &&
        message_is_binary(content->head, content->head_length)) {
        source_say(opening, DIAG_NOTE, content->path, NULL, "is no text");
        return;
    }
    if (content->is_whole) {
        streamed.document.bytes = content->head;
        streamed.document.length = content->head_length;
    } else {
        streamed.document.read = read_streamed;
    }
    source_give(opening, &streamed.document);
}

void source_take_content(struct source_opening *opening, struct source_content *content)
{
    enum source_form form = source_form_find(content->head, content->head_length);
    if (opening->is_over)
        return;
    if (form == SOURCE_PLAIN) {
        give_plain(opening, content);
    } else if (content->depth >= MOST_DEPTH) {
        opening->count->skipped++;
        source_say(opening, DIAG_SKIP, content->path, "unpack it and name the files",
                   "is packed more than %u times over: not read", SOURCE_DEPTH);
    } else if (form == SOURCE_GZIP) {
        source_take_gzip(opening, content);
    } else {
        source_take_packed(opening, content, form);
    }
}

/* Where a text is cut, so may be the last figure in it. */
static size_t whole_lines(const char *bytes, size_t length)
{
    const char *end = memrchr(bytes, '\n', length);
    return end ? (size_t)(end - bytes) + 1 : 0;
}

void source_take_pull(struct source_opening *opening, struct source_content *content,
                      struct source_pull *pull)
{
    size_t room = content->size < SMALL_ROOM     ? SMALL_ROOM
                  : content->size < SOURCE_WHOLE ? (size_t)content->size + 1
                                                 : SOURCE_WHOLE + 1;
    char *head = memory_resize(NULL, room, 1);
    size_t length = 0;
    ssize_t got = 1;
    while (length <= SOURCE_WHOLE) {
        if (length == room) {
            room = room * 2 < SOURCE_WHOLE ? room * 2 : SOURCE_WHOLE + 1;
            head = memory_resize(head, room, 1);
        }
        got = pull->read(pull, head + length, room - length);
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    if (got < 0 && source_form_find(head, length) == SOURCE_PLAIN)
        length = whole_lines(head, length);
    content->head = head;
    content->head_length = length;
    content->is_whole = got <= 0;
    content->pull = pull;
    content->fd = -1;
    content->size = 0;
    if (got >= 0 || length)
        source_take_content(opening, content);
    free(head);
}

struct file_pull {
    struct source_pull pull; /* first */
    struct source_opening *opening;
    int fd;
    bool is_ended;
};

static ssize_t read_file(struct source_pull *pull, char *bytes, size_t room)
{
    struct file_pull *file = (struct file_pull *)pull;
    ssize_t got;
    if (file->is_ended)
        return 0;
    do
        got = read(file->fd, bytes, room);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        file->opening->count->unreadable++;
        source_say(file->opening, DIAG_SKIP, file->opening->place->path, NULL, "cannot read: %s",
                   strerror(errno));
        return -1;
    }
    file->opening->at += (uint64_t)got;
    /* A regular file gives less only at its end: no second look is needed. */
    file->is_ended = (size_t)got < room && file->opening->at == file->opening->size;
    return got;
}

/* Says so where the file has lost its end. */
static void look_whether_short(struct source_opening *opening, int fd, size_t length)
{
    struct stat now;
    if (fstat(fd, &now) || (uint64_t)now.st_size >= length)
        return;
    opening->count->damaged++;
    source_say(opening, DIAG_SKIP, opening->place->path,
               "run it again when nothing writes to the file",
               "became shorter while it was read: its end is missing");
}

/* Takes a regular file that is too large to be read at once. */
static void take_large(struct source_opening *opening, struct file_pull *file, size_t length)
{
    const struct source_place *place = opening->place;
    char *head = memory_resize(NULL, LOOK, 1);
    struct source_content content = {
        .path = place->path,
        .is_named = place->is_named,
        .head = head,
        .pull = &file->pull,
        .fd = file->fd,
        .size = length,
    };
    ssize_t got = read_file(&file->pull, head, LOOK);
    content.head_length = got > 0 ? (size_t)got : 0;
    if (got > 0)
        source_take_content(opening, &content);
    if (source_form_find(head, content.head_length) == SOURCE_PLAIN)
        look_whether_short(opening, file->fd, length);
    free(head);
}

static void take_fd(struct source_opening *opening, int fd)
{
    const struct source_place *place = opening->place;
    struct file_pull file = {{read_file}, opening, fd, false};
    struct source_content content = {.path = place->path, .is_named = place->is_named};
    struct stat info;
    bool is_regular = !fstat(fd, &info) && S_ISREG(info.st_mode) &&
                      (place->kind == SOURCE_FILE || lseek(fd, 0, SEEK_CUR) == 0);
    if (place->kind == SOURCE_FILE && !is_regular) {
        opening->count->unreadable++;
        source_say(opening, DIAG_SKIP, place->path, NULL, "is no regular file any more");
        return;
    }
    opening->size = is_regular ? (uint64_t)info.st_size : 0;
    if (is_regular && info.st_size > SMALL_FILE) {
        take_large(opening, &file, (size_t)info.st_size);
    } else {
        content.size = opening->size;
        source_take_pull(opening, &content, &file.pull);
    }
}

static void take_path(struct source_opening *opening)
{
    const struct source_place *place = opening->place;
    /* Something else may stand there by now: do not wait for a FIFO, or follow a link. */
    int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY |
                (place->kind == SOURCE_FILE ? O_NONBLOCK : 0) | (place->is_named ? 0 : O_NOFOLLOW);
    int fd = open(place->path, flags);
    if (fd < 0) {
        opening->count->unreadable++;
        source_say(opening, DIAG_SKIP, place->path,
                   errno == ENOENT && place->is_named ? "check the name" : NULL, "cannot open: %s",
                   strerror(errno));
        return;
    }
    take_fd(opening, fd);
    close(fd);
}

int source_open(const struct source_place *place,
                int (*take)(void *context, struct source_document *document), void *context,
                struct source_count *count, const struct diag_sink *sink)
{
    struct source_opening opening = {
        .place = place,
        .take = take,
        .context = context,
        .count = count,
        .sink = sink,
    };
    count->places++;
    if (place->kind == SOURCE_GIT)
        source_take_git(&opening);
    else if (place->kind == SOURCE_STREAM && !strcmp(place->path, "-"))
        take_fd(&opening, STDIN_FILENO);
    else
        take_path(&opening);
    source_say_rest(&opening);
    return opening.is_stopped ? -1 : 0;
}
