#include "record/strbuf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

char strbuf_empty[1];

static void strbuf_reserve(struct strbuf *buf, size_t more)
{
    if (more > SIZE_MAX / 2 - 1 - buf->length)
        more = SIZE_MAX / 2 - 1 - buf->length; /* memory_resize() refuses it */
    size_t needed = buf->length + more + 1;
    if (needed <= buf->room)
        return;
    size_t room = buf->room ? buf->room : 64;
    while (room < needed)
        room *= 2;
    buf->text = memory_resize(buf->room ? buf->text : NULL, room, 1);
    buf->room = room;
}

void strbuf_add(struct strbuf *buf, const char *text, size_t length)
{
    if (!length)
        return;
    strbuf_reserve(buf, length);
    memcpy(buf->text + buf->length, text, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void strbuf_string(struct strbuf *buf, const char *text)
{
    strbuf_add(buf, text, strlen(text));
}

void strbuf_byte(struct strbuf *buf, char byte)
{
    strbuf_add(buf, &byte, 1);
}

void strbuf_printf(struct strbuf *buf, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length <= 0)
        return;
    strbuf_reserve(buf, (size_t)length);
    va_start(values, format);
    vsnprintf(buf->text + buf->length, (size_t)length + 1, format, values);
    va_end(values);
    buf->length += (size_t)length;
}

void strbuf_cut(struct strbuf *buf, size_t length)
{
    if (length >= buf->length)
        return;
    buf->length = length;
    buf->text[length] = '\0';
}

void strbuf_free(struct strbuf *buf)
{
    if (buf->room)
        free(buf->text);
    *buf = (struct strbuf)STRBUF_INIT;
}

char *strbuf_take(struct strbuf *buf)
{
    char *text = buf->room ? buf->text : memory_string("");
    *buf = (struct strbuf)STRBUF_INIT;
    return text;
}
