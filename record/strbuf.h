/* A string that grows. */
#ifndef IOD_RECORD_STRBUF_H
#define IOD_RECORD_STRBUF_H

#include <stddef.h>

/* text is always ended by a NUL, also when nothing was added (then it is a
 * constant); it is valid until the next call that adds.  Initialise with
 * STRBUF_INIT. */
struct strbuf {
    char *text;
    size_t length;
    size_t room;
};

extern char strbuf_empty[1];
#define STRBUF_INIT {strbuf_empty, 0, 0}

/* Adds length bytes of text. */
void strbuf_add(struct strbuf *buf, const char *text, size_t length);

/* Adds the string text. */
void strbuf_string(struct strbuf *buf, const char *text);

/* Adds one byte. */
void strbuf_byte(struct strbuf *buf, char byte);

/* Adds formatted text, as printf() does. */
void strbuf_printf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Shortens to length bytes; longer than it is has no effect. */
void strbuf_cut(struct strbuf *buf, size_t length);

/* Frees the bytes and makes buf empty again. */
void strbuf_free(struct strbuf *buf);

/* Hands the text to the caller, who frees it, and makes buf empty. */
char *strbuf_take(struct strbuf *buf);

#endif
