#include "collect/job_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/job_check.h"
#include "collect/job_option.h"
#include "collect/job_variable.h"
#include "record/memory.h"

enum { LINE_MAX_BYTES = 8192 };

/* One reading, with all files that are included. */
struct reading {
    struct arena *arena;
    const struct job_file_request *request;
    struct job defaults; /* of global sections so far */
    unsigned kb_base;    /* by those */
    struct job *jobs;
    size_t nr, room;
    bool is_global, is_inside; /* in what kind of section, and in any */
    unsigned section_kb_base;
    unsigned depth;
    bool has_failed;
};

/* Where a reading is. */
struct place {
    const char *path;
    unsigned long line;
};

static void fail(struct reading *reading, const struct place *place, const char *mend,
                 const char *text)
{
    struct diag diag;
    diag_set(&diag, DIAG_SKIP, place->path, place->line, mend, "%s", text);
    diag_report(reading->request->sink, &diag);
    reading->has_failed = true;
}

/* Copies the params of a job, which must not share theirs with those it was copied from. */
static void own_params(struct reading *reading, struct job *job)
{
    struct record_pairs from = job->params;
    struct record owner = {.arena = reading->arena};
    job->params = (struct record_pairs){NULL, 0, 0};
    for (size_t i = 0; i < from.nr; i++)
        record_set_pair(&owner, &job->params, from.at[i].name, from.at[i].value);
}

static struct job_setting setting_of(struct reading *reading, struct job *job,
                                     const struct place *place, unsigned kb_base)
{
    return (struct job_setting){
        .job = job,
        .arena = reading->arena,
        .kb_base = kb_base,
        .ignores_unknown = reading->request->ignores_unknown,
        .path = place->path,
        .line = place->line,
        .sink = reading->request->sink,
    };
}

/* Sets the options of the command line, and checks the whole. */
static void finish_job(struct reading *reading, struct job *job)
{
    const struct place place = {NULL, 0};
    struct job_setting setting = setting_of(reading, job, &place, 1024);
    for (size_t i = 0; i < reading->request->options_nr; i++) {
        char *name = arena_string(reading->arena, reading->request->options[i]);
        char *value = strchr(name, '=');
        if (value)
            *value++ = '\0';
        if (job_option_set(&setting, name, value) != 0)
            reading->has_failed = true;
    }
    if (job_check(job, reading->request->sink) != 0)
        reading->has_failed = true;
}

static void finish_section(struct reading *reading)
{
    if (reading->is_inside && !reading->is_global)
        finish_job(reading, &reading->jobs[reading->nr - 1]);
    reading->is_inside = false;
}

static void begin_section(struct reading *reading, const struct place *place, char *line)
{
    finish_section(reading);
    char *end = strchr(line, ']');
    size_t length = end ? (size_t)(end - line) - 1 : 0;
    if (!end || end[1] || !length || length > JOB_NAME_MAX) {
        fail(reading, place, "write [name], with a name of up to 255 bytes",
             "this is no head of a section");
        length = length > JOB_NAME_MAX ? JOB_NAME_MAX : length;
    }
    reading->is_inside = true;
    reading->is_global = strncmp(line + 1, "global", 6) == 0;
    reading->section_kb_base = reading->kb_base;
    if (reading->is_global)
        return;
    if (reading->nr == JOB_FILE_JOBS_MAX) {
        fail(reading, place, "use numjobs for equal ones", "these are more jobs than can be");
        reading->is_inside = false;
        return;
    }
    reading->jobs = arena_grow(reading->arena, reading->jobs, reading->nr, &reading->room,
                               sizeof *reading->jobs);
    struct job *job = &reading->jobs[reading->nr++];
    *job = reading->defaults;
    own_params(reading, job);
    job->name = arena_text(reading->arena, line + 1, length);
    job->path = arena_string(reading->arena, place->path);
    job->line = place->line;
}

static void set_option(struct reading *reading, const struct place *place, char *line)
{
    char *value = strchr(line, '=');
    if (value) {
        char *end = value;
        while (end > line && isblank((unsigned char)end[-1]))
            end--;
        *end = '\0';
        value++;
        value += strspn(value, " \t");
    }
    char *whole = NULL;
    if (value) {
        char mend[128];
        whole = job_variable_expand(value, mend, sizeof mend);
        if (!whole) {
            fail(reading, place, mend, "a variable cannot be put in");
            return;
        }
    }
    struct job *job = reading->is_global ? &reading->defaults : &reading->jobs[reading->nr - 1];
    struct job_setting setting = setting_of(reading, job, place, reading->section_kb_base);
    if (job_option_set(&setting, line, whole) != 0)
        reading->has_failed = true;
    reading->section_kb_base = setting.kb_base;
    if (reading->is_global)
        reading->kb_base = setting.kb_base;
    free(whole);
}

static void read_text(struct reading *reading, const char *path, const char *text,
                      size_t length);

/* Reads a whole file; the caller frees what is returned.  NULL with errno, EFBIG where it is
 * too large. */
static char *read_whole(const char *path, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (fd < 0)
        return NULL;
    char *text = memory_alloc(JOB_FILE_BYTES_MAX + 1);
    size_t nr = 0;
    ssize_t got = fstat(fd, &status);
    if (got == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        got = -1;
    }
    if (got == 0)
        while ((got = read(fd, text + nr, JOB_FILE_BYTES_MAX + 1 - nr)) > 0)
            nr += (size_t)got;
    int error = got < 0 ? errno : nr > JOB_FILE_BYTES_MAX ? EFBIG : 0;
    close(fd);
    if (error) {
        free(text);
        errno = error;
        return NULL;
    }
    *length = nr;
    return text;
}

static void include(struct reading *reading, const struct place *place, const char *name)
{
    if (reading->depth == JOB_FILE_DEPTH_MAX) {
        fail(reading, place, "let files include each other less deeply",
             "too many files include one another");
        return;
    }
    const char *slash = name[0] == '/' ? NULL : strrchr(place->path, '/');
    const char *path = slash ? arena_printf(reading->arena, "%.*s/%s",
                                            (int)(slash - place->path), place->path, name)
                             : arena_string(reading->arena, name);
    size_t length;
    char *text = read_whole(path, &length);
    if (!text) {
        char what[300];
        snprintf(what, sizeof what, "'%.200s' cannot be included: %s", name, strerror(errno));
        fail(reading, place, NULL, what);
        return;
    }
    reading->depth++;
    read_text(reading, path, text, length);
    reading->depth--;
    free(text);
}

/* Cuts comments and blanks at both ends off, and returns where the rest begins. */
static char *trim_line(char *line)
{
    line[strcspn(line, ";")] = '\0';
    line[strcspn(line, "#")] = '\0';
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t\r\f\v");
}

static void read_line(struct reading *reading, const struct place *place, char *line)
{
    line = trim_line(line);
    if (!*line)
        return;
    if (*line == '[') {
        if (reading->depth)
            fail(reading, place, "put sections into the job file itself",
                 "an included file begins a section");
        else
            begin_section(reading, place, line);
        return;
    }
    if (!reading->is_inside) {
        if (!reading->has_failed)
            fail(reading, place, "begin with [global] or the name of a job in brackets",
                 "this stands in no section");
        return;
    }
    if (strncmp(line, "include", 7) == 0 && isblank((unsigned char)line[7]))
        include(reading, place, line + 7 + strspn(line + 7, " \t"));
    else
        set_option(reading, place, line);
}

static void read_text(struct reading *reading, const char *path, const char *text, size_t length)
{
    struct place place = {path, 0};
    char line[LINE_MAX_BYTES];
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t bytes = end ? (size_t)(end - text) - at : length - at;
        place.line++;
        if (bytes >= sizeof line || memchr(text + at, '\0', bytes)) {
            fail(reading, &place, "is this a job file?",
                 bytes >= sizeof line ? "the line is too long" : "the line has a NUL byte");
        } else {
            memcpy(line, text + at, bytes);
            line[bytes] = '\0';
            read_line(reading, &place, line);
        }
        at += bytes + 1;
    }
}

static int end_reading(struct reading *reading, const char *path, struct job_list *jobs)
{
    const struct place place = {path, 0};
    finish_section(reading);
    if (!reading->nr && !reading->has_failed)
        fail(reading, &place, "begin a job with its name in brackets", "there is no job in it");
    *jobs = (struct job_list){reading->jobs, reading->nr};
    return reading->has_failed ? -1 : 0;
}

int job_file_parse(struct arena *arena, const char *path, const char *text, size_t length,
                   const struct job_file_request *request, struct job_list *jobs)
{
    struct reading reading = {.arena = arena, .request = request, .kb_base = 1024};
    job_option_defaults(&reading.defaults);
    read_text(&reading, path, text, length);
    return end_reading(&reading, path, jobs);
}

int job_file_read(struct arena *arena, const char *path, const struct job_file_request *request,
                  struct job_list *jobs)
{
    size_t length;
    char *text = read_whole(path, &length);
    if (!text) {
        struct diag diag;
        diag_set(&diag, DIAG_FATAL, path, 0, NULL, "cannot be read: %s", strerror(errno));
        diag_report(request->sink, &diag);
        *jobs = (struct job_list){NULL, 0};
        return -1;
    }
    int status = job_file_parse(arena, path, text, length, request, jobs);
    free(text);
    return status;
}

int job_file_of_options(struct arena *arena, const struct job_file_request *request,
                        struct job_list *jobs)
{
    struct reading reading = {.arena = arena, .request = request, .kb_base = 1024};
    struct job *job = arena_alloc(arena, sizeof *job);
    job_option_defaults(job);
    job->name = "job";
    job->is_direct = true;
    job->engine = JOB_ENGINE_URING;
    job->engine_asked = "io_uring";
    finish_job(&reading, job);
    *jobs = (struct job_list){job, 1};
    return reading.has_failed ? -1 : 0;
}
