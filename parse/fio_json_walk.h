/* The walk over fio's JSON: what its files share. */
#ifndef IOD_PARSE_FIO_JSON_WALK_H
#define IOD_PARSE_FIO_JSON_WALK_H

#include "parse/fio_json.h"
#include "parse/json_scan.h"
#include "record/strbuf.h"

/* Keys whose places objects get. */
enum fio_json_key {
    FIO_JSON_JOBNAME,
    FIO_JSON_VERSION,
    FIO_JSON_JOBS,
    FIO_JSON_CLIENTS,
    FIO_JSON_IO_BYTES,
    FIO_JSON_UTIL,
    FIO_JSON_TIMESTAMP,
    FIO_JSON_GROUPID
};

/* Steps over objects of one text: far above any real one. */
enum { FIO_JSON_MOST_STEPS = 50000000 };

/* A job that did no I/O. */
struct fio_json_idle {
    unsigned long line;
    int error;
};

/* A document under way, or done. */
struct fio_json_state {
    struct fio_document document;
    size_t place;        /* its object, JSON_SCAN_NONE for jobs without one */
    size_t first_result; /* in output->at */
    double start_s;      /* when its run began, since 1970; 0 if unknown */
    struct fio_json_idle *idle;
    size_t idle_nr, idle_room;
    unsigned ops; /* a bit for each direction that stands without its job */
};

struct fio_json_walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    struct text_stream *lines;
    struct strbuf buf; /* the stream as one text */
    size_t *starts;    /* of each line in it */
    struct json_scan scan;
    size_t steps; /* over objects, beyond the one over each */
    bool has_names; /* documents have different keys in front, which tell them apart */
    struct fio_json_state now;
    bool has_state;
    size_t before_first, before_end; /* results of the document before */
    double before_start_s;
    unsigned before_invocation;
    struct fio_json_idle *before_idle;
    size_t before_idle_nr;
};

/* --- fio_json_walk.c: places and lines --- */

/* Joins the lines of the stream in buf. */
void fio_json_join(struct fio_json_walk *walk);

/* Returns the line in which a place of the joined text stands. */
size_t fio_json_line_of(const struct fio_json_walk *walk, size_t place);

/* Returns the text behind the key at a place, in the arena: of a string what is between
 * its marks, else up to the next comma or line end; NULL where there is none. */
const char *fio_json_value_of(const struct fio_json_walk *walk, size_t key);

/* The same as a number, 0 for none. */
double fio_json_number_of(const struct fio_json_walk *walk, size_t key);

/* Returns the end of an object, that of the text where it has none. */
size_t fio_json_end_of(const struct fio_json_walk *walk, const struct json_place *place);

/* Returns what stands for the result in source.text: the line, or of a long one what
 * begins at the key; in the arena. */
const char *fio_json_excerpt(struct fio_json_walk *walk, size_t line, size_t key);

/* Claims the lines from first to last. */
void fio_json_mark_lines(struct fio_json_walk *walk, size_t first, size_t last);

/* Says whether the object is a job. */
bool fio_json_is_job(const struct json_place *place);

/* --- fio_json_state.c: documents --- */

/* Goes on to the document that an object at the place of a job is of. */
void fio_json_enter_document(struct fio_json_walk *walk, const struct json_place *job);

/* Ends the document under way, if there is one. */
void fio_json_close_document(struct fio_json_walk *walk);

/* Says which jobs did no I/O. */
void fio_json_say_idle(struct fio_json_walk *walk, const struct fio_json_idle *idle, size_t nr);

/* --- fio_json_orphan.c: what stands without its job or its document --- */

/* Says whether the object holds figures of a job whose name is not above it. */
bool fio_json_is_orphan(const struct fio_json_walk *walk, const struct json_place *place);

/* Takes a direction that is whole, without its job.  Returns whether the object is one. */
bool fio_json_take_orphan(struct fio_json_walk *walk, const struct json_place *place);

/* Says which figures have lost their job, where the text is of fio. */
void fio_json_fail_orphans(struct fio_json_walk *walk);

/* Claims the lines of whole documents, and says which have no job. */
void fio_json_settle_documents(struct fio_json_walk *walk);

#endif
