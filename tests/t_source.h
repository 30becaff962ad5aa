/* What the tests of sources share: packed files to try, and what was found in them. */
#ifndef IOD_TESTS_T_SOURCE_H
#define IOD_TESTS_T_SOURCE_H

#include <sys/types.h>

#include "parse/source.h"
#include "record/strbuf.h"

struct archive;

/* What one look found. */
struct seen {
    /* "path!:text " of each document: '!' where it is named, '~' where it was not whole, its
     * length and CRC in place of a long text, '#' behind one that ended in damage. */
    struct strbuf documents;
    struct strbuf said;   /* "path: text|" of each message */
    struct strbuf places; /* "path!(git) " of each place */
    struct source_count count;
    size_t stop_after; /* documents; 0 for never */
    size_t longest;    /* document, in bytes */
};

extern struct seen seen;

/* Fixtures: begin with nothing seen. */
void source_set_up(void);
void source_tear_down(void);

/* Makes of all what nothing was seen in. */
void source_clear(struct seen *all);

/* For source_open(): keep what comes in the struct seen that context is. */
int source_take(void *context, struct source_document *document);
void source_hear(void *context, const struct diag *diag);

/* Walks over operand and opens what is found, but no repositories. */
int source_look(struct seen *all, const char *operand);

/* Looks at the operand alone, into seen. */
void source_look_anew(const char *operand);

/* Write a file. */
void source_plant(const char *path, const void *bytes, size_t length);
void source_plant_text(const char *path, const char *text);

/* Returns length bytes of text in lines of 60 that do not shrink much; the caller frees it. */
char *source_long_text(size_t length);

/* The packed bytes that the functions below make. */
extern struct strbuf source_packed;

/* Adds a member of gzip to the packed bytes. */
void source_gzip(const char *text, size_t length);

/* An entry to be packed. */
struct source_planned {
    const char *name;
    const char *text; /* NULL for a link or a device */
    mode_t type;      /* 0 for a regular file */
    size_t length;    /* of text; 0 where it is a string */
};

/* Makes the packed bytes an archive of nr entries; options (NULL for none) may encrypt. */
void source_pack(int (*format)(struct archive *), const char *options,
                 const struct source_planned *planned, size_t nr);

/* Writes the packed bytes to a file and forgets them. */
void source_plant_packed(const char *path);

#endif
