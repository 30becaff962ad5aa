/* Diagnostics: what a library has to tell about its input or the system. */
#ifndef IOD_RECORD_DIAG_H
#define IOD_RECORD_DIAG_H

#include <stdio.h>

/* In order of weight, so that callers can compare. */
enum diag_level {
    DIAG_NOTE,  /* worth knowing, nothing is wrong */
    DIAG_WARN,  /* doubtful input; a result was still made */
    DIAG_SKIP,  /* one item could not be used; the rest goes on */
    DIAG_FATAL, /* the whole job could not be done */
};

/* One message.  All members are copies, cut where they are too long. */
struct diag {
    enum diag_level level;
    char path[256];     /* the file, "" if none */
    unsigned long line; /* 1-based, 0 if none */
    char text[400];     /* what is wrong, without a final full stop */
    char mend[300];     /* what the user can do about it, "" if nothing */
};

/* Where messages go.  Libraries call diag_report(); only a main program gives a
 * sink that prints. */
struct diag_sink {
    void (*take)(void *context, const struct diag *diag);
    void *context;
};

/* Fills *diag: format and what follows give the text; mend says what the user
 * can do about it.  path and mend may be NULL, line 0. */
void diag_set(struct diag *diag, enum diag_level level, const char *path, unsigned long line,
              const char *mend, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Hands diag to the sink; a NULL sink drops it. */
void diag_report(const struct diag_sink *sink, const struct diag *diag);

/* Writes the text with '?' in the place of control characters and of what is no
 * UTF-8: for whatever comes from the input. */
void diag_print_harmless(FILE *out, const char *text);

/* Writes one line, "program: path:line: text; mend", to out.  Control
 * characters of the parts are shown as '?', so that hostile file names cannot
 * steer a terminal. */
void diag_print(FILE *out, const char *program, const struct diag *diag);

#endif
