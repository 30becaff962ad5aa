#include "record/record_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/record_json.h"
#include "record/record_read.h"
#include "record/strbuf.h"

/* A line of one record: a series of some 100,000 samples fits. */
enum { LONGEST_LINE = 64 << 20, READ_SIZE = 256 << 10 };

struct record_reader {
    FILE *in;
    char *path;
    char *buffer; /* room bytes, and JSON_LINE_SLACK more */
    size_t room;
    size_t first, end; /* what of the buffer is still to be read */
    unsigned long line_nr;
    bool leaves_lines;
    struct reading *reading; /* into the arena last given */
};

static int add_bytes(const char *bytes, size_t length, void *line)
{
    strbuf_add(line, bytes, length);
    return 0;
}

int record_write_json(const struct record *record, FILE *out)
{
    json_t *object = record_to_json(record);
    struct strbuf line = STRBUF_INIT;
    /* A line is written at once: jansson gives it in pieces of a few bytes. */
    int result = json_dump_callback(object, add_bytes, &line,
                                    JSON_COMPACT | JSON_REAL_PRECISION(RECORD_JSON_DIGITS));
    json_decref(object);
    strbuf_byte(&line, '\n');
    bool is_written = !result && fwrite(line.text, 1, line.length, out) == line.length;
    strbuf_free(&line);
    return is_written ? 0 : -1;
}

struct record_reader *record_reader_new(FILE *in, const char *path)
{
    struct record_reader *reader = memory_alloc(sizeof *reader);
    reader->in = in;
    reader->path = memory_string(path);
    reader->room = READ_SIZE;
    reader->buffer = memory_alloc(READ_SIZE + JSON_LINE_SLACK);
    return reader;
}

void record_reader_free(struct record_reader *reader)
{
    if (!reader)
        return;
    free(reader->path);
    free(reader->buffer);
    reading_free(reader->reading);
    free(reader);
}

void record_reader_leave_lines(struct record_reader *reader)
{
    reader->leaves_lines = true;
}

unsigned long record_reader_line(const struct record_reader *reader)
{
    return reader->line_nr;
}

/* Reads more behind what is still to be read; returns whether there was more. */
static bool fill(struct record_reader *reader)
{
    size_t left = reader->end - reader->first;
    if (reader->first)
        memmove(reader->buffer, reader->buffer + reader->first, left);
    reader->first = 0;
    reader->end = left;
    if (left + READ_SIZE > reader->room) {
        reader->room = left + READ_SIZE > reader->room * 2 ? left + READ_SIZE : reader->room * 2;
        reader->buffer = memory_resize(reader->buffer, reader->room + JSON_LINE_SLACK, 1);
        memset(reader->buffer + reader->room, 0, JSON_LINE_SLACK);
    }
    reader->end += fread(reader->buffer + left, 1, READ_SIZE, reader->in);
    return reader->end > left;
}

/* Finds the end of the next line, of which at most LONGEST_LINE bytes are kept: the rest
 * of a longer one is read over.  Returns whether there is a line; at the end of the file,
 * or with ferror() on an error, there is none: half a line is no line then. */
static bool read_line(struct record_reader *reader, char **text, size_t *length, bool *is_long)
{
    size_t looked = 0;
    char *end;
    *is_long = false;
    while (!(end = memchr(reader->buffer + reader->first + looked, '\n',
                          reader->end - reader->first - looked))) {
        looked = reader->end - reader->first;
        if (looked > LONGEST_LINE) {
            *is_long = true;
            reader->first = reader->end;
            looked = 0;
        }
        if (!fill(reader))
            break;
    }
    if (!end && (ferror(reader->in) || (reader->first == reader->end && !*is_long)))
        return false;
    *text = reader->buffer + reader->first;
    *length = end ? (size_t)(end - *text) : reader->end - reader->first;
    reader->first += *length + (end != NULL);
    (*text)[*length] = '\0';
    *is_long = *is_long || *length > LONGEST_LINE;
    reader->line_nr++;
    /* Some editors put a byte order mark before the first line. */
    if (reader->line_nr == 1 && *length >= 3 && !memcmp(*text, "\xef\xbb\xbf", 3)) {
        *text += 3;
        *length -= 3;
    }
    return true;
}

static bool is_blank(const char *text, size_t length)
{
    /* No strchr() here: it finds a NUL in every string. */
    while (length && memchr(" \t\r", text[length - 1], 3))
        length--;
    return !length;
}

static int parse_line(struct record_reader *reader, const char *text, size_t length,
                      struct record **record, struct diag *diag)
{
    const char *why = NULL;
    switch (record_read_line(reader->reading, text, length, record, &why)) {
    case RECORD_READ_DONE:
        return 1;
    case RECORD_READ_NO_JSON:
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr,
                 "records are JSON Lines as iodelta-parse writes them", "no record: %s", why);
        return -1;
    case RECORD_READ_NO_RECORD:
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr,
                 "records are JSON Lines as iodelta-parse writes them",
                 "JSON, but no record: \"format\" is not \"%s\"", RECORD_FORMAT);
        return -1;
    case RECORD_READ_OTHER_VERSION:
        diag_set(diag, DIAG_FATAL, reader->path, reader->line_nr, "use a newer iodelta",
                 "format %.40s is not known to this version, which reads %s", why, RECORD_FORMAT);
        return -1;
    case RECORD_READ_WRONG_VALUE:
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr, "see iodelta-record(5)",
                 "no valid record: wrong value of \"%s\"", why);
        return -1;
    }
    return -1;
}

int record_reader_next(struct record_reader *reader, struct arena *arena, struct record **record,
                       struct diag *diag)
{
    bool is_long;
    char *text;
    size_t length;
    if (!reader->reading || reading_arena(reader->reading) != arena) {
        reading_free(reader->reading);
        reader->reading = reading_new(arena);
        if (reader->leaves_lines)
            reading_leave_lines(reader->reading);
    }
    do {
        if (!read_line(reader, &text, &length, &is_long)) {
            if (!ferror(reader->in))
                return 0;
            diag_set(diag, DIAG_FATAL, reader->path, 0, NULL, "cannot read: %s", strerror(errno));
            return -1;
        }
        if (is_long) {
            diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr,
                     "split it: a record is one line", "line longer than %d MiB",
                     LONGEST_LINE >> 20);
            return -1;
        }
    } while (is_blank(text, length));
    return parse_line(reader, text, length, record, diag);
}

static const char key[] = "\"format\"";

/* Whether the colon and the value of a record's "format" stand here. */
static bool has_format_value(const char *text, size_t length)
{
    static const char value[] = "\"iodelta/";
    bool has_colon = false;
    for (; length && memchr(" \t\r\n:", *text, 5); text++, length--) {
        if (*text == ':' && has_colon)
            return false;
        has_colon = has_colon || *text == ':';
    }
    return has_colon && length >= sizeof value - 1 && !memcmp(text, value, sizeof value - 1);
}

bool record_looks_like(const char *text, size_t length)
{
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
        text += 3;
        length -= 3;
    }
    while (length && memchr(" \t\r\n", *text, 4)) {
        text++;
        length--;
    }
    if (!length || *text != '{')
        return false;
    const char *end = text + (length < 4096 ? length : 4096);
    while ((text = memmem(text, (size_t)(end - text), key, sizeof key - 1))) {
        text += sizeof key - 1;
        if (has_format_value(text, (size_t)(end - text)))
            return true;
    }
    return false;
}
