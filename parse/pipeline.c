#include "parse/pipeline.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/archive.h"
#include "parse/document.h"
#include "parse/findings.h"
#include "parse/task.h"
#include "record/memory.h"

/* What a task may have found before its turn comes: bounds memory. */
enum { MOST_HELD = 4 << 20, SLICE = 4 << 20 };

struct pipeline {
    struct pipeline_options options;
    struct order *order;
    struct task_queue *tasks;
    atomic_uint_fast64_t bytes;
    atomic_bool is_stopped;
    pthread_mutex_t lock; /* of count and slices */
    pthread_cond_t slice_has_ended;
    struct source_count count;
    size_t slices; /* under way, of the archive that is shared */
};

/* One place, or a slice of an archive; runs in one thread. */
struct place_task {
    struct task task; /* first: a task is one of these */
    struct pipeline *pipeline;
    struct order_turn *turn;
    struct source_place place;
    char *path;                       /* owned, that of the place */
    struct source_count count;
    int (*take_document)(void *context, struct source_document *document);
    struct document_reading reading;
    struct source_document *document; /* that is being read; borrowed */
    uint64_t place_at;                /* bytes of the place that have been told */
    size_t messages;                  /* not yet told */
    struct given_carry *carry;        /* what --label found in the document, owned; or NULL */
    enum archive_form form;           /* of an archive that is shared */
    /* of a slice, length bytes from offset on of the file fd: */
    int fd;
    uint64_t length, offset;
    bool is_slice, is_last;
};

static int put(struct place_task *task, struct find *find)
{
    if (!order_put(task->turn, find))
        return 0;
    task->pipeline->is_stopped = true;
    return -1;
}

static void put_diag(void *context, const struct diag *diag)
{
    struct find *find = find_new(FIND_DIAG);
    find->diag = *diag;
    put(context, find);
}

static int put_messages(struct place_task *task)
{
    struct find *find = find_new(FIND_MESSAGES);
    find->messages = task->messages;
    task->messages = 0;
    return put(task, find);
}

static int put_end(struct place_task *task, const char *path, bool is_named,
                   enum document_verdict verdict)
{
    struct find *find = find_new(FIND_END);
    find->path = memory_string(path);
    find->is_named = is_named;
    find->verdict = verdict;
    return put(task, find);
}

/* Tells how far the place has been read. */
static void tell_bytes(struct place_task *task, uint64_t place_at)
{
    if (place_at > task->place_at) {
        atomic_fetch_add(&task->pipeline->bytes, place_at - task->place_at);
        task->place_at = place_at;
    }
}

static int take_findings(void *context, struct findings *findings)
{
    struct place_task *task = context;
    if (task->pipeline->is_stopped || findings_are_empty(findings)) {
        findings_free(findings);
        return task->pipeline->is_stopped ? -1 : 0;
    }
    struct find *find = find_new(FIND_FINDINGS);
    find->findings = findings;
    return put(task, find);
}

static int take_message(void *context, const struct document_message *message)
{
    struct place_task *task = context;
    const struct source_document *document = task->document;
    struct given *given = task->pipeline->options.given;
    int result = 0;
    if (message->piece && !task->carry)
        task->carry = given_carry_new(given);
    /* of a piece without a result the lines may label the next one */
    if (message->may_hold || (message->piece && given))
        result = findings_read(document->path, message, given, task->carry, take_findings, task,
                               &task->messages);
    else
        task->messages++;
    tell_bytes(task, task->is_slice    ? message->offset - task->offset + message->length
                     : document->bytes ? message->offset + message->length
                                       : document->place_at);
    return result;
}

static int take_document(void *context, struct source_document *document)
{
    struct place_task *task = context;
    enum document_verdict verdict;
    task->document = document;
    if (document_read(document, &task->reading, &verdict))
        return -1;
    return put_messages(task) || put_end(task, document->path, document->is_named, verdict) ? -1
                                                                                           : 0;
}

static struct place_task *task_new(struct pipeline *pipeline, const char *path)
{
    struct place_task *task = memory_alloc(sizeof *task);
    task->pipeline = pipeline;
    task->turn = order_next(pipeline->order);
    task->path = memory_string(path);
    task->take_document = take_document;
    task->reading = (struct document_reading){
        .largest_message = pipeline->options.largest_message,
        .piece = pipeline->options.piece,
        .is_filtered = !pipeline->options.decodes_all,
        .take = take_message,
        .context = task,
    };
    return task;
}

static void task_end(struct place_task *task)
{
    struct pipeline *pipeline = task->pipeline;
    order_end(task->turn);
    pthread_mutex_lock(&pipeline->lock);
    task->count.skipped += task->reading.left_out;
    source_count_add(&pipeline->count, &task->count);
    if (task->is_slice && !--pipeline->slices)
        pthread_cond_signal(&pipeline->slice_has_ended);
    pthread_mutex_unlock(&pipeline->lock);
    given_carry_free(task->carry);
    free(task->path);
    free(task);
}

static void run_place(struct task *base)
{
    struct place_task *task = (struct place_task *)base;
    struct diag_sink sink = {put_diag, task};
    task->reading.sink = &sink;
    if (!task->pipeline->is_stopped)
        source_open(&task->place, task->take_document, task, &task->count, &sink);
    tell_bytes(task, task->place.size);
    task_end(task);
}

/* The bytes of a slice. */
struct slice_document {
    struct source_document document; /* first */
    struct place_task *task;
    uint64_t at; /* in the file */
};

static ssize_t read_slice(struct source_document *document, char *bytes, size_t room)
{
    struct slice_document *slice = (struct slice_document *)document;
    struct place_task *task = slice->task;
    uint64_t left = task->offset + task->length - slice->at;
    ssize_t got;
    do
        got = pread(task->fd, bytes, left < room ? (size_t)left : room, (off_t)slice->at);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        struct diag diag;
        diag_set(&diag, DIAG_SKIP, task->path, 0, NULL, "cannot read: %s", strerror(errno));
        put_diag(task, &diag);
        task->count.unreadable++;
    }
    slice->at += got > 0 ? (uint64_t)got : 0;
    return got;
}

static void run_slice(struct task *base)
{
    struct place_task *task = (struct place_task *)base;
    struct diag_sink sink = {put_diag, task};
    struct slice_document slice = {{.path = task->path, .read = read_slice}, task, task->offset};
    task->reading.sink = &sink;
    task->document = &slice.document;
    if (!task->pipeline->is_stopped &&
        !document_read_messages(&slice.document, task->form, task->offset, &task->reading) &&
        !put_messages(task) && task->is_last)
        put_end(task, task->path, task->place.is_named, DOCUMENT_READ);
    tell_bytes(task, task->length); /* also of mails that were left out */
    task_end(task);
}

static void add_slice(struct place_task *whole, const struct source_document *document,
                      uint64_t from, uint64_t to)
{
    struct pipeline *pipeline = whole->pipeline;
    struct place_task *task = task_new(pipeline, document->path);
    task->task.run = run_slice;
    task->place = whole->place;
    task->form = whole->form;
    task->fd = document->fd;
    task->length = to - from;
    task->offset = from;
    task->is_slice = true;
    task->is_last = to == document->size;
    pthread_mutex_lock(&pipeline->lock);
    pipeline->slices++;
    pthread_mutex_unlock(&pipeline->lock);
    task_queue_add(pipeline->tasks, &task->task);
}

/* Returns where the first message starts at or behind from, or the size of the archive. */
static uint64_t find_cut(const struct source_document *document, enum archive_form form,
                         uint64_t from)
{
    enum { ROOM = 1 << 18 };
    char *bytes = memory_resize(NULL, ROOM, 1);
    uint64_t at = from - 1, cut = document->size;
    for (ssize_t got; at < document->size;) {
        got = pread(document->fd, bytes, ROOM, (off_t)at);
        if (got <= 0)
            break;
        size_t found = archive_first_cut(form, bytes, (size_t)got, 1);
        if (found < (size_t)got) {
            cut = at + found;
            break;
        }
        /* Its line, and what it shows of the next, may have been cut: these are read again. */
        const char *end = memrchr(bytes, '\n', (size_t)got);
        const char *before = end ? memrchr(bytes, '\n', (size_t)(end - bytes)) : NULL;
        at += before && before > bytes ? (uint64_t)(before - bytes) : (uint64_t)got;
    }
    free(bytes);
    return cut;
}

/* Shares an archive among the threads, and waits: the file is closed when this returns. */
static int share(void *context, struct source_document *document)
{
    struct place_task *task = context;
    struct pipeline *pipeline = task->pipeline;
    if (!document->size)
        return take_document(task, document);
    uint64_t from = 0;
    /* The turn of this task would hold up those of the slices. */
    order_end(task->turn);
    while (from < document->size) {
        uint64_t to = from + pipeline->options.slice;
        to = to >= document->size ? document->size : find_cut(document, task->form, to);
        add_slice(task, document, from, to);
        from = to;
    }
    pthread_mutex_lock(&pipeline->lock);
    while (pipeline->slices)
        pthread_cond_wait(&pipeline->slice_has_ended, &pipeline->lock);
    pthread_mutex_unlock(&pipeline->lock);
    task->turn = order_next(pipeline->order);
    task->place_at = task->place.size; /* the slices have told it */
    return 0;
}

/* Tells the form of a file that can be shared: a large archive that is not packed; of others
 * ARCHIVE_ONE. */
static enum archive_form form_to_be_shared(const struct pipeline *pipeline,
                                           const struct source_place *place)
{
    char start[4096];
    if (pipeline->options.threads < 2 || place->kind != SOURCE_FILE ||
        place->size < 2 * pipeline->options.slice)
        return ARCHIVE_ONE;
    int fd = open(place->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    ssize_t got = fd < 0 ? -1 : pread(fd, start, sizeof start, 0);
    if (fd >= 0)
        close(fd);
    return got > 0 ? archive_tell_form(start, (size_t)got) : ARCHIVE_ONE;
}

static int take_place(void *context, const struct source_place *place)
{
    struct pipeline *pipeline = context;
    if (pipeline->is_stopped)
        return -1;
    struct place_task *task = task_new(pipeline, place->path);
    task->place = *place;
    task->place.path = task->path;
    task->task.run = run_place;
    task->form = form_to_be_shared(pipeline, place);
    if (task->form == ARCHIVE_ONE) {
        task_queue_hold(pipeline->tasks, &task->task);
        return 0;
    }
    task->take_document = share;
    task_queue_release(pipeline->tasks);
    run_place(&task->task);
    return 0;
}

struct pipeline *pipeline_new(const struct pipeline_options *options,
                              int (*take)(void *context, struct find *find), void *context)
{
    struct pipeline *pipeline = memory_alloc(sizeof *pipeline);
    pipeline->options = *options;
    if (!pipeline->options.slice)
        pipeline->options.slice = SLICE;
    pipeline->order = order_new(take, context, MOST_HELD);
    pipeline->tasks = task_queue_new(options->threads);
    pthread_mutex_init(&pipeline->lock, NULL);
    pthread_cond_init(&pipeline->slice_has_ended, NULL);
    return pipeline;
}

void pipeline_free(struct pipeline *pipeline)
{
    if (!pipeline)
        return;
    pipeline_finish(pipeline);
    order_free(pipeline->order);
    pthread_cond_destroy(&pipeline->slice_has_ended);
    pthread_mutex_destroy(&pipeline->lock);
    free(pipeline);
}

/* What the walk has to say stands between the places. */
static void put_walk_diag(void *context, const struct diag *diag)
{
    struct pipeline *pipeline = context;
    struct order_turn *turn = order_next(pipeline->order);
    struct find *find = find_new(FIND_DIAG);
    find->diag = *diag;
    if (order_put(turn, find))
        pipeline->is_stopped = true;
    order_end(turn);
}

void pipeline_read(struct pipeline *pipeline, const char *operand)
{
    struct diag_sink sink = {put_walk_diag, pipeline};
    struct source_count count = {0};
    source_walk(operand, take_place, pipeline, &count, &sink);
    pthread_mutex_lock(&pipeline->lock);
    source_count_add(&pipeline->count, &count);
    pthread_mutex_unlock(&pipeline->lock);
}

void pipeline_finish(struct pipeline *pipeline)
{
    task_queue_free(pipeline->tasks);
    pipeline->tasks = NULL;
}

const struct source_count *pipeline_counted(const struct pipeline *pipeline)
{
    return &pipeline->count;
}

uint64_t pipeline_bytes(struct pipeline *pipeline)
{
    return atomic_load(&pipeline->bytes);
}
