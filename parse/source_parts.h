/* Parts of sources: what the files parse/source*.c share, and nobody else needs. */
#ifndef IOD_PARSE_SOURCE_PARTS_H
#define IOD_PARSE_SOURCE_PARTS_H

#include "parse/source.h"
#include "record/strbuf.h"

/* One place while it is open. */
struct source_opening {
    const struct source_place *place;
    int (*take)(void *context, struct source_document *document);
    void *context;
    struct source_count *count;
    const struct diag_sink *sink;
    uint64_t size;      /* of the place; 0 where it is not known */
    uint64_t at;        /* bytes of it read so far */
    uint64_t expanded;  /* bytes that all packed files in it gave */
    size_t entries;     /* of packed files in it */
    unsigned cuts;      /* entries and packed files that were too large */
    unsigned said;      /* messages */
    bool is_over;       /* nothing more is to be read of it */
    bool is_stopped;    /* take did not return 0 */
};

/* Says text about path to the sink; says only how many more there are after a number of
 * them (source_say_rest()).  mend may be NULL. */
void source_say(struct source_opening *opening, enum diag_level level, const char *path,
                const char *mend, const char *format, ...) __attribute__((format(printf, 5, 6)));
void source_say_rest(struct source_opening *opening);

/* Hands a document over and counts it.  Returns 0, or -1 when there is no use in going on. */
int source_give(struct source_opening *opening, struct source_document *document);

/* Bytes that come one after the other: a file, an entry, what a compressed file holds. */
struct source_pull {
    /* Gets at most room bytes.  Returns how many, 0 at the end, -1 where the rest cannot be
     * had: that was said. */
    ssize_t (*read)(struct source_pull *pull, char *bytes, size_t room);
};

/* A stretch of bytes that may be a packed file: what is known of it. */
struct source_content {
    const char *path;         /* for documents and messages */
    bool is_named;
    unsigned depth;           /* of packed files around it */
    const char *head;         /* its first bytes, or all */
    size_t head_length;
    bool is_whole;            /* head is all of it */
    struct source_pull *pull; /* gives what follows head */
    int fd;                   /* can be sought in, and holds it from its start; or -1 */
    uint64_t size;            /* 0 where it is not known */
};

/* Finds out what comes from pull and hands over what is in it; buffers up to
 * SOURCE_WHOLE bytes.  path, is_named, depth and size of *content are given. */
void source_take_pull(struct source_opening *opening, struct source_content *content,
                      struct source_pull *pull);

/* The same where the head is known. */
void source_take_content(struct source_opening *opening, struct source_content *content);

/* What packed bytes are. */
enum source_form {
    SOURCE_PLAIN,
    SOURCE_GZIP,
    SOURCE_COMPRESSED, /* xz, zstd, bzip2, lz4, lzip, compress */
    SOURCE_ARCHIVE,    /* tar, zip, 7z, cpio: has entries */
};

/* Tells from the first bytes. */
enum source_form source_form_find(const char *bytes, size_t length);

/* Whether a name inside a packed file is one that nobody put there to be read: hidden,
 * or a resource fork. */
bool source_name_is_hidden(const char *name);

/* Adds name to buf as a part of a document's path: without what climbs, and with '?' for
 * what is no character of UTF-8 or steers terminals. */
void source_name_add(struct strbuf *buf, const char *name);

/* What a packed file may give. */
struct source_budget {
    struct source_opening *opening;
    uint64_t size;  /* of the packed bytes, where it is known */
    uint64_t taken; /* packed bytes read so far */
    uint64_t given; /* unpacked bytes so far */
};

/* Counts more unpacked bytes of the packed file; returns whether that is still allowed. */
bool source_budget_take(struct source_budget *budget, uint64_t more);

/* Says that path is too large, and gives back what it took of the budget, so that other
 * entries can be read: but not of many such ones. */
void source_budget_cut(struct source_budget *budget, const char *path, uint64_t took);

/* Hand over what is in a packed file. */
void source_take_gzip(struct source_opening *opening, const struct source_content *content);
void source_take_packed(struct source_opening *opening, const struct source_content *content,
                        enum source_form form);

/* Hands over the mails of the repository that the place is. */
void source_take_git(struct source_opening *opening);

#endif
