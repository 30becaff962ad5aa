#include "record/record_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/record_json.h"

/* A line of one record: a series of some 100,000 samples fits. */
enum { LONGEST_LINE = 64 << 20 };

struct record_reader {
    FILE *in;
    char *path;
    char *line;
    size_t room;
    unsigned long line_nr;
};

int record_write_json(const struct record *record, FILE *out)
{
    json_t *object = record_to_json(record);
    int result = json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(RECORD_JSON_DIGITS));
    json_decref(object);
    if (result || fputc('\n', out) == EOF)
        return -1;
    return 0;
}

struct record_reader *record_reader_new(FILE *in, const char *path)
{
    struct record_reader *reader = memory_alloc(sizeof *reader);
    reader->in = in;
    reader->path = memory_string(path);
    return reader;
}

void record_reader_free(struct record_reader *reader)
{
    if (!reader)
        return;
    free(reader->path);
    free(reader->line);
    free(reader);
}

unsigned long record_reader_line(const struct record_reader *reader)
{
    return reader->line_nr;
}

/* Reads a line of at most LONGEST_LINE bytes; of a longer one the rest is read
 * but not kept.  Returns its length, -1 at the end of the file or, with
 * ferror(), on an error: half a line is no line then. */
static ssize_t read_line(struct record_reader *reader, bool *is_long)
{
    size_t length = 0;
    int byte;
    *is_long = false;
    while ((byte = getc_unlocked(reader->in)) != EOF && byte != '\n') {
        if (length == LONGEST_LINE) {
            *is_long = true;
            continue;
        }
        if (length + 1 >= reader->room) {
            reader->room = reader->room ? reader->room * 2 : 4096;
            reader->line = memory_resize(reader->line, reader->room, 1);
        }
        reader->line[length++] = (char)byte;
    }
    if (byte == EOF && (!length || ferror(reader->in)))
        return -1;
    if (length)
        reader->line[length] = '\0';
    reader->line_nr++;
    /* Some editors put a byte order mark before the first line. */
    if (reader->line_nr == 1 && length >= 3 && !memcmp(reader->line, "\xef\xbb\xbf", 3)) {
        length -= 3;
        memmove(reader->line, reader->line + 3, length + 1);
    }
    return (ssize_t)length;
}

static bool is_blank(const char *text, size_t length)
{
    /* No strchr() here: it finds a NUL in every string. */
    while (length && memchr(" \t\r", text[length - 1], 3))
        length--;
    return !length;
}

static int parse_line(struct record_reader *reader, size_t length, struct arena *arena,
                      struct record **record, struct diag *diag)
{
    json_error_t error;
    const char *wrong;
    json_t *object = json_loadb(reader->line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) {
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr,
                 "records are JSON Lines as iodelta-parse writes them", "no record: %s",
                 error.text);
        return -1;
    }
    const char *format = json_string_value(json_object_get(object, "format"));
    int result = -1;
    if (!format || strncmp(format, "iodelta/", 8)) {
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr,
                 "records are JSON Lines as iodelta-parse writes them",
                 "JSON, but no record: \"format\" is not \"%s\"", RECORD_FORMAT);
    } else if (strcmp(format, RECORD_FORMAT) && strncmp(format, RECORD_FORMAT ".", 10)) {
        diag_set(diag, DIAG_FATAL, reader->path, reader->line_nr, "use a newer iodelta",
                 "format %.40s is not known to this version, which reads %s", format,
                 RECORD_FORMAT);
    } else if (!(*record = record_from_json(arena, object, &wrong))) {
        diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr, "see iodelta-record(5)",
                 "no valid record: wrong value of \"%s\"", wrong);
    } else {
        result = 1;
    }
    json_decref(object);
    return result;
}

int record_reader_next(struct record_reader *reader, struct arena *arena, struct record **record,
                       struct diag *diag)
{
    bool is_long;
    ssize_t length;
    do {
        length = read_line(reader, &is_long);
        if (length < 0 && ferror(reader->in)) {
            diag_set(diag, DIAG_FATAL, reader->path, 0, NULL, "cannot read: %s", strerror(errno));
            return -1;
        }
        if (length < 0)
            return 0;
        if (is_long) {
            diag_set(diag, DIAG_SKIP, reader->path, reader->line_nr, NULL,
                     "line longer than %d MiB", LONGEST_LINE >> 20);
            return -1;
        }
    } while (is_blank(reader->line, (size_t)length));
    return parse_line(reader, (size_t)length, arena, record, diag);
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
