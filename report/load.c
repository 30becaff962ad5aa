#include "report/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

#include "record/memory.h"
#include "record/record_io.h"

enum { SNIFF_SIZE = 65536, MESSAGES_MAX = 10 };

/* What the text of a known tool has in it; earlier rows win. */
static const struct {
    const char *literal;
    const char *what;
} signs[] = {
    {"\"fio version\"", "fio's JSON output"},
    {"groupid=", "fio output"},
    {"fio-", "fio output"},
    {"-Per Chr-", "bonnie++ output"},
    {"Sequential Output", "bonnie++ output"},
    {"bytes transferred", "dd output"},
    {"records in", "dd output"},
    {" copied, ", "dd output"},
    {"Message-Id:", "mail"},
    {"Message-ID:", "mail"},
    {"Subject: ", "mail"},
    {"<html", "a web page"},
};

static bool has_literal(const char *text, size_t length, const char *literal)
{
    return memmem(text, length, literal, strlen(literal)) != NULL;
}

static bool is_packed(const char *text, size_t length)
{
    static const struct {
        const char *magic;
        size_t length;
    } magics[] = {{"\x1f\x8b", 2},
                  {"\xfd"
                   "7zXZ",
                   5},
                  {"\x28\xb5\x2f\xfd", 4},
                  {"PK\x03\x04", 4},
                  {"BZh", 3}};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (length >= magics[i].length && !memcmp(text, magics[i].magic, magics[i].length))
            return true;
    return false;
}

static const char *looks_like(const char *text, size_t length)
{
    if (is_packed(text, length))
        return "a packed file";
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (has_literal(text, length, signs[i].literal))
            return signs[i].what;
    return NULL;
}

/* Says what a file that holds no record looks like. */
static void refuse(struct load *load, const char *path, const char *text, size_t length)
{
    struct diag diag;
    char mend[300];
    const char *what = looks_like(text, length);
    load->is_damaged = true;
    if (strcmp(path, "-"))
        snprintf(mend, sizeof mend, "run: iodelta-parse %s | iodelta-report", path);
    else
        snprintf(mend, sizeof mend,
                 "pipe it through iodelta-parse first: ... | iodelta-parse | "
                 "iodelta-report");
    if (!length)
        diag_set(&diag, DIAG_FATAL, path, 0, "records come from iodelta-parse or iodelta-collect",
                 "the file is empty");
    else if (what)
        diag_set(&diag, DIAG_FATAL, path, 0, mend, "this is no record file; it looks like %s",
                 what);
    else
        diag_set(&diag, DIAG_FATAL, path, 0, mend, "this is no record file");
    diag_report(load->sink, &diag);
}

/* Refuses a file that was opened for nothing: its start is read again. */
static void refuse_file(struct load *load, const char *path)
{
    char *text = memory_alloc(SNIFF_SIZE);
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    size_t length = in ? fread(text, 1, SNIFF_SIZE, in) : 1;
    refuse(load, path, text, length);
    if (in)
        fclose(in);
    free(text);
}

static void tell(struct load *load, struct diag *diag, size_t *messages)
{
    load->is_damaged = true;
    if (++*messages <= MESSAGES_MAX)
        diag_report(load->sink, diag);
}

static void read_records(struct load *load, FILE *in, const char *path)
{
    struct record_reader *reader = record_reader_new(in, path);
    if (load->leaves_lines)
        record_reader_leave_lines(reader);
    size_t first = load->nr, messages = 0;
    struct diag diag, start = {0};
    int got;
    for (;;) {
        struct record *record;
        got = record_reader_next(reader, load->arena, &record, &diag);
        if (!got)
            break;
        if (got > 0) {
            load->records =
                memory_grow(load->records, load->nr, &load->room, sizeof *load->records);
            load->records[load->nr++] = record;
            continue;
        }
        /* Before the first record it may be no record file at all. */
        if (load->nr == first && !messages && diag.level < DIAG_FATAL) {
            start = diag;
            messages++;
            continue;
        }
        if (start.text[0])
            diag_report(load->sink, &start);
        start.text[0] = '\0';
        tell(load, &diag, &messages);
        if (diag.level == DIAG_FATAL || (load->nr == first && messages >= MESSAGES_MAX))
            break;
    }
    if (load->nr == first && (got >= 0 || diag.level < DIAG_FATAL)) {
        refuse_file(load, path);
    } else if (start.text[0]) {
        load->is_damaged = true;
        diag_report(load->sink, &start);
    }
    if (messages > MESSAGES_MAX) {
        diag_set(&diag, DIAG_SKIP, path, 0, NULL, "%zu more lines are no records",
                 messages - MESSAGES_MAX);
        diag_report(load->sink, &diag);
    }
    if (ferror(in))
        load->is_failed = true;
    record_reader_free(reader);
}

/* Whether the stream starts as JSON does; what does not is refused at once, so
 * that it can be named also when it comes through a pipe. */
static bool starts_like_json(FILE *in)
{
    int c = getc(in);
    if (c != EOF)
        ungetc(c, in);
    /* The first byte of a byte order mark in UTF-8, too. */
    return c == '{' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0xef;
}

static void refuse_stream(struct load *load, FILE *in, const char *path)
{
    char *text = memory_alloc(SNIFF_SIZE);
    size_t length = fread(text, 1, SNIFF_SIZE, in);
    if (ferror(in)) {
        struct diag diag;
        diag_set(&diag, DIAG_FATAL, path, 0, NULL, "cannot be read: %s", strerror(errno));
        diag_report(load->sink, &diag);
        load->is_failed = true;
    } else {
        refuse(load, path, text, length);
    }
    free(text);
}

void load_file(struct load *load, const char *path)
{
    struct diag diag;
    struct stat status;
    bool is_stdin = !strcmp(path, "-");
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    if (!in) {
        diag_set(&diag, DIAG_FATAL, path, 0, NULL, "cannot be opened: %s", strerror(errno));
        diag_report(load->sink, &diag);
        load->is_failed = true;
        return;
    }
    if (!fstat(fileno(in), &status) && S_ISDIR(status.st_mode)) {
        char mend[300];
        snprintf(mend, sizeof mend,
                 "name its record files, or run: iodelta-parse %s | iodelta-report", path);
        diag_set(&diag, DIAG_FATAL, path, 0, mend, "this is a directory");
        diag_report(load->sink, &diag);
        load->is_damaged = true;
    } else if (starts_like_json(in)) {
        read_records(load, in, path);
    } else {
        refuse_stream(load, in, path);
    }
    if (!is_stdin)
        fclose(in);
}

void load_free(struct load *load)
{
    free(load->records);
    *load = (struct load){0};
}
