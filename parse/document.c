#include "parse/document.h"

#include <stdlib.h>
#include <string.h>

#include "parse/json_piece.h"
#include "parse/message.h"
#include "parse/page.h"
#include "record/memory.h"
#include "record/record_io.h"
#include "record/strbuf.h"

enum {
    FIRST_ROOM = 4 << 20,
    ROOM = 1 << 18, /* for what comes behind: what was there stays in the processor's cache */
    LOOK = 1 << 20,
};

/* A long document of fio's JSON is read in pieces of so many bytes: what a piece takes of
 * memory is some twenty times as much. */
enum { JSON_PIECE = 1 << 20 };

/* What of a document is in memory. */
struct window {
    struct source_document *document;
    struct document_reading *reading;
    char *bytes;       /* owned, where the document has to be read */
    const char *at;    /* the bytes that are there */
    size_t length, room;
    uint64_t offset;   /* of at in the document */
    unsigned long lines; /* before at, of a log */
    bool is_whole;     /* nothing comes behind */
    enum archive_form form;
    bool is_mail;      /* mails or a page, which cannot be read in pieces */
};

static void say_too_large(struct document_reading *reading, const char *path, uint64_t offset)
{
    struct diag diag;
    diag_set(&diag, DIAG_SKIP, path, 0, "raise --max-message to read it",
             "the message at byte %llu is larger than %zu MiB: not read",
             (unsigned long long)offset, reading->largest_message >> 20);
    diag_report(reading->sink, &diag);
    reading->left_out++;
}

/* Reads on until the room is full or the document ends. */
static void fill(struct window *window)
{
    while (!window->is_whole && window->length < window->room) {
        ssize_t got = window->document->read(window->document, window->bytes + window->length,
                                             window->room - window->length);
        if (got <= 0)
            window->is_whole = true;
        else
            window->length += (size_t)got;
    }
}

static void grow(struct window *window, size_t most)
{
    size_t wanted = window->room ? window->room * 2 : FIRST_ROOM;
    window->room = wanted < most ? wanted : most;
    window->bytes = memory_resize(window->bytes, window->room, 1);
    window->at = window->bytes;
    fill(window);
}

/* Forgets the first bytes. */
static void drop(struct window *window, size_t length)
{
    window->offset += length;
    window->length -= length;
    if (window->is_whole || !window->bytes) {
        window->at += length;
        return;
    }
    memmove(window->bytes, window->at + length, window->length);
    window->at = window->bytes;
    if (window->form != ARCHIVE_ONE && window->length < ROOM)
        window->room = ROOM;
    fill(window);
}

/* A mail without an end in sight: what comes until the next one is passed over. */
static void pass_over(struct window *window)
{
    say_too_large(window->reading, window->document->path, window->offset);
    size_t start = 1;
    for (;;) {
        size_t cut = window->form == ARCHIVE_ONE
                         ? window->length
                         : archive_first_cut(window->form, window->at, window->length, start);
        if (cut < window->length || window->is_whole) {
            drop(window, cut);
            return;
        }
        /* a "From " line may have been cut by the end */
        enum { LONGEST_LINE = 1000 };
        drop(window, window->length - (window->length > 2 * LONGEST_LINE ? LONGEST_LINE : 0));
        start = 0;
    }
}

/* Hands over the first length bytes, which are whole messages. */
static int give_messages(struct window *window, size_t length)
{
    struct document_reading *reading = window->reading;
    struct archive archive;
    struct archive_message one;
    archive_open(&archive, window->form, reading->is_filtered, window->at, length);
    while (archive_next(&archive, &one)) {
        uint64_t offset = window->offset + one.offset;
        if (one.length > reading->largest_message) {
            say_too_large(reading, window->document->path, offset);
            continue;
        }
        /* what the archive looked through has its answer already */
        bool has_words =
            archive.is_filtered ? one.may_hold : archive_may_hold(one.bytes, one.length);
        struct document_message message = {
            .bytes = one.bytes,
            .length = one.length,
            .offset = offset,
            .is_page = window->form == ARCHIVE_ONE && page_is_html(one.bytes, one.length),
            .lacks_words = !has_words,
            .may_hold = has_words || !reading->is_filtered,
        };
        if (reading->take(reading->context, &message))
            return -1;
    }
    return 0;
}

static int read_messages(struct window *window)
{
    size_t most = window->reading->largest_message;
    while (window->length) {
        size_t cut = window->is_whole               ? window->length
                     : window->form == ARCHIVE_ONE ? 0
                                                   : archive_last_cut(window->form, window->at,
                                                                      window->length);
        if (!cut && window->room < most) {
            grow(window, most);
            continue;
        }
        if (!cut) {
            pass_over(window);
            continue;
        }
        if (give_messages(window, cut))
            return -1;
        drop(window, cut);
    }
    return 0;
}

/* Says whether a line begins as the output of a tool or a command does. */
static bool is_beginning(const char *line, size_t length)
{
    static const char *const starts[] = {"{",        "fio-",     "fio:",      "$ ",    "# ", "+ ",
                                         "Version ", "Writing ", "Using uid", "=====", "From "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (length >= strlen(starts[i]) && !memcmp(line, starts[i], strlen(starts[i])))
            return true;
    return false;
}

static bool is_blank_line(const char *line, size_t length)
{
    return length && (line[0] == '\n' || (length > 1 && line[0] == '\r' && line[1] == '\n'));
}

/* Returns how many bytes make a piece: up to where the output of a tool begins in the second
 * half of the most it may have, else to the last blank line there, else to the last
 * line. */
static size_t piece_length(const char *bytes, size_t length, size_t most)
{
    const char *second = bytes + most / 2;
    size_t blank = 0, line = 0;
    if (length <= most)
        return length;
    for (size_t end = most - most / 2; end;) {
        const char *newline = memrchr(second, '\n', end);
        if (!newline)
            break;
        size_t at = (size_t)(newline - bytes) + 1;
        if (is_beginning(bytes + at, length - at))
            return at;
        line = line ? line : at;
        if (!blank && is_blank_line(bytes + at, length - at))
            blank = at;
        end = (size_t)(newline - second);
    }
    return blank ? blank : line ? line : most;
}

static unsigned long count_lines(const char *bytes, size_t length)
{
    unsigned long nr = 0;
    const char *end = bytes + length;
    while ((bytes = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        bytes++;
        nr++;
    }
    return nr;
}

static void say_pieces(const struct window *window)
{
    struct diag diag;
    diag_set(&diag, DIAG_NOTE, window->document->path, 0,
             "split it where a run begins, or give --label, if headings matter",
             "a long log, read in pieces: headings above a piece do not label it, but --label does");
    diag_report(window->reading->sink, &diag);
}

/* No digit, no figure. */
static bool has_digit(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] >= '0' && bytes[i] <= '9')
            return true;
    return false;
}

/* A piece of a log. */
struct piece {
    struct strbuf head;   /* of the document of JSON that goes on in it, or empty */
    struct strbuf joined; /* the head and the piece */
    struct strbuf next;   /* the head for the piece that follows */
    unsigned nr;          /* from 1 on; 0 where there is only one */
};

static void free_piece(struct piece *piece)
{
    strbuf_free(&piece->head);
    strbuf_free(&piece->joined);
    strbuf_free(&piece->next);
}

/* Hands over the next length bytes at most; returns how many, or 0 when take stopped. */
static size_t give_piece(struct window *window, struct piece *piece, size_t length)
{
    const char *bytes = window->at;
    size_t above = piece->head.length;
    bool is_last = length == window->length;
    if (above) {
        strbuf_cut(&piece->joined, 0);
        strbuf_add(&piece->joined, piece->head.text, above);
        strbuf_add(&piece->joined, window->at, length);
        bytes = piece->joined.text;
    }
    size_t cut = above + length;
    strbuf_cut(&piece->next, 0);
    if (!is_last && (!json_piece_cut(bytes, &cut, &piece->next) || cut <= above))
        cut = above + length;
    struct document_message message = {
        .bytes = bytes,
        .length = cut,
        .offset = window->offset - above,
        .lines_before = window->lines - (above ? count_lines(bytes, above) : 0),
        .piece = piece->nr,
        .is_continued = above > 0,
        .may_hold = !window->reading->is_filtered || has_digit(window->at, length),
    };
    if (window->reading->take(window->reading->context, &message))
        return 0;
    struct strbuf head = piece->head;
    piece->head = piece->next;
    piece->next = head;
    return cut - above;
}

/* Says whether what comes next is of one document of fio's JSON that goes on for more than a
 * short piece: its jobs say all there is, and need no lines above. */
static bool is_long_json(const struct window *window, const struct piece *piece)
{
    enum { TOP = 4096 };
    static const char version[] = "\"fio version\"";
    const size_t size = sizeof version - 1;
    return window->length > JSON_PIECE &&
           (piece->head.length ||
            (*window->at == '{' && memmem(window->at, TOP, version, size))) &&
           !memmem(window->at + TOP, JSON_PIECE - TOP, version, size);
}

/* Returns how many bytes the next piece may have. */
static size_t most_of(const struct window *window, const struct piece *piece)
{
    size_t most = window->reading->piece ? window->reading->piece : DOCUMENT_PIECE;
    bool is_long = piece->nr || window->length > most;
    return is_long && most > JSON_PIECE && is_long_json(window, piece) ? JSON_PIECE : most;
}

static int read_log(struct window *window)
{
    size_t room = window->reading->piece ? window->reading->piece : DOCUMENT_PIECE;
    struct piece piece = {STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, 0};
    size_t length = 1;
    while (length && window->length) {
        while (!window->is_whole && window->room <= room)
            grow(window, room + 1);
        length = piece_length(window->at, window->length, most_of(window, &piece));
        if (!piece.nr && length < window->length)
            say_pieces(window);
        piece.nr += piece.nr || length < window->length;
        length = give_piece(window, &piece, length);
        window->lines += count_lines(window->at, length);
        drop(window, length);
    }
    free_piece(&piece);
    return length ? 0 : -1;
}

static enum document_verdict judge(const struct window *window)
{
    size_t length = window->length < LOOK ? window->length : LOOK;
    return !length                                       ? DOCUMENT_EMPTY
           : message_is_binary(window->at, length)       ? DOCUMENT_BINARY
           : record_looks_like(window->at, length)       ? DOCUMENT_RECORDS
                                                         : DOCUMENT_READ;
}

int document_read(struct source_document *document, struct document_reading *reading,
                  enum document_verdict *verdict)
{
    struct window window = {.document = document, .reading = reading};
    if (document->bytes) {
        window.at = document->bytes;
        window.length = document->length;
        window.is_whole = true;
    } else {
        grow(&window, FIRST_ROOM);
    }
    *verdict = judge(&window);
    int result = 0;
    if (*verdict == DOCUMENT_READ) {
        window.form = document->is_message ? ARCHIVE_ONE
                                           : archive_tell_form(window.at, window.length);
        window.is_mail = window.form != ARCHIVE_ONE || document->is_message ||
                         message_looks_like_mail(window.at, window.length) ||
                         page_is_html(window.at, window.length);
        result = window.is_mail ? read_messages(&window) : read_log(&window);
    }
    free(window.bytes);
    return result;
}

int document_read_messages(struct source_document *document, enum archive_form form,
                           uint64_t offset, struct document_reading *reading)
{
    struct window window = {.document = document, .reading = reading, .offset = offset,
                            .form = form, .room = ROOM};
    window.at = window.bytes = memory_resize(NULL, ROOM, 1);
    fill(&window);
    int result = read_messages(&window);
    free(window.bytes);
    return result;
}
