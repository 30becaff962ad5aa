#include "record/record_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/record_json.h"

/* A line of one record: a series of some 100,000 samples fits. */
enum { LONGEST_LINE = 64 << 20, REAL_DIGITS = 15 };

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
    int result = json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(REAL_DIGITS));
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

/* Reads a line of at most LONGEST_LINE bytes; a longer one is read to its end
 * but not kept.  Returns its length, 0 for an empty or over-long one, -1 at the
 * end of the file. */
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
    if (byte == EOF && !length)
        return -1;
    if (length)
        reader->line[length] = '\0';
    reader->line_nr++;
    return (ssize_t)length;
}

static bool is_blank(const char *text, size_t length)
{
    while (length && strchr(" \t\r", text[length - 1]))
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

bool record_looks_like(const char *text, size_t length)
{
    static const char key[] = "\"format\"";
    while (length && strchr(" \t\r\n", *text)) {
        text++;
        length--;
    }
    if (!length || *text != '{')
        return false;
    const char *at = memmem(text, length < 4096 ? length : 4096, key, sizeof key - 1);
    return at && memmem(at, (size_t)(text + length - at), "iodelta/", 8);
}
