/* Sources: what the operands of a program stand for, as places that can be opened
 * one by one and at the same time, and what is in them as documents. */
#ifndef IOD_PARSE_SOURCE_H
#define IOD_PARSE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/arena.h"
#include "record/diag.h"

/* Documents up to this many bytes are always handed over whole. */
#define SOURCE_WHOLE ((size_t)4 << 20)

/* How deep packed files may be packed into each other. */
#define SOURCE_DEPTH 4

/* What a packed file may unpack to: so many bytes, and beyond them so many times
 * its own size.  Text that people post shrinks to a fifth or a twentieth. */
#define SOURCE_EXPANDED ((uint64_t)64 << 20)
#define SOURCE_RATIO 200

/* How many entries of one packed place are looked at. */
#define SOURCE_ENTRIES 1000000

enum source_kind {
    SOURCE_FILE,   /* a regular file */
    SOURCE_STREAM, /* standard input, or a FIFO or device that was named */
    SOURCE_GIT,    /* a git repository */
};

/* What can be opened by itself. */
struct source_place {
    const char *path; /* as given, or below the folder given; "-" for standard input */
    enum source_kind kind;
    bool is_named;    /* the operand itself, not found in a folder */
    uint64_t size;    /* bytes, of a repository its packs; 0 where it is not known */
};

/* One text: a file, an entry of a packed file, a mail of a repository. */
struct source_document {
    /* Of the place; behind it the names inside packed files ("logs.tar.zst/dir/a.log",
     * "all.zip/mbox.gz"), or the commit ("list.git/" and 40 digits).  A file that is
     * compressed and nothing else has no name inside.  UTF-8 without control
     * characters as far as it was made here; the path of the place stands as it is. */
    const char *path;
    bool is_named;       /* the place is, and this is all there is in it */
    bool is_message;     /* one mail, whatever it looks like: not to be cut into messages */
    const char *bytes;   /* all of it, valid during the call; or NULL: read() gives it */
    size_t length;       /* of bytes */
    uint64_t size;       /* where read() gives a file as it is, its bytes; else 0 */
    int fd;              /* that file, for pread(); only where size is not 0 */
    uint64_t place_at;   /* how many bytes of the place have been read, for progress: of
                          * what it was when it was opened; kept up to date by read() */
    /* Gets the next bytes, at most room, into bytes; only where the other bytes are
     * NULL, only during the call, by one thread.  Returns how many, 0 at the end, or -1
     * where the rest is damaged or too large, which was said to the sink: what was
     * got before it is sound. */
    ssize_t (*read)(struct source_document *document, char *bytes, size_t room);
};

/* What the functions below count; add up with source_count_add(). */
struct source_count {
    size_t places;     /* were opened */
    size_t documents;  /* were handed over */
    size_t unreadable; /* could not be opened or read: said to the sink */
    size_t skipped;    /* left out although they may hold results (too large, too deep,
                        * encrypted, a form that is not read): said to the sink */
    size_t damaged;    /* packed files and repositories that are damaged or cut: said to
                        * the sink; what stands before the damage was handed over */
};

void source_count_add(struct source_count *sum, const struct source_count *count);

/* Calls found for each place that operand stands for: the file; each regular file
 * below the folder, in the byte order of names; standard input where it is "-"; each
 * git repository.  Links are followed for the operand only; hidden entries are left out
 * below it.  A bare repository is a place, and so is a folder with a .git in which
 * nothing else is visible than a public-inbox archive checks out; other
 * working trees are walked as folders.  Epochs of a public-inbox archive (0.git, 1.git,
 * …) come in numeric order; all.git beside them, which borrows from them, is left out.
 * What cannot be read is said to the sink and counted.  The place and its path are
 * valid during the call.  Returns 0, or -1 when found did not return 0. */
int source_walk(const char *operand,
                int (*found)(void *context, const struct source_place *place), void *context,
                struct source_count *count, const struct diag_sink *sink);

/* Opens a place and calls take for each document in it, in the order of the packed
 * file, or of the commits, the oldest first.  What is packed shows from the bytes.
 * Where a file becomes shorter meanwhile it is said to the sink.
 * Entries that are hidden, resource forks, links and devices are passed over; binary
 * ones are noted (DIAG_NOTE).  May run in several threads, on a place each; take and
 * the sink are called in the thread that calls this.  Returns 0, or -1 when take did
 * not return 0. */
int source_open(const struct source_place *place,
                int (*take)(void *context, struct source_document *document), void *context,
                struct source_count *count, const struct diag_sink *sink);

/* Attachments of one message that are packed. */
struct source_unpacking {
    const char *path;             /* of the message, for what is said; borrowed */
    const struct diag_sink *sink; /* borrowed */
    size_t most;                  /* how many bytes they may all unpack to; counted down */
    bool is_damaged;              /* one could not be unpacked, or not to its end */
};

/* Unpacks an attachment of that name, length bytes, and calls take with context for each text
 * in it: "" for the only one, else "/" and its name inside, and the text, valid during the call;
 * of one that is damaged for what could be read.  What is packed shows from the bytes; a text is
 * taken as it is.  Returns 0, or -1 where nothing was read for damage, or too much is in it.
 * May run in several threads. */
int source_unpack(struct source_unpacking *unpacking, const char *name, const char *bytes,
                  size_t length,
                  void (*take)(void *context, const char *inside, const char *bytes, size_t length),
                  void *context);

#endif
