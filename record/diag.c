#include "record/diag.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "record/utf8.h"

/* Marks and overrides of direction, and separators of lines, can make a terminal
 * show another text than what stands there. */
static bool is_direction(unsigned long code)
{
    return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f);
}

/* Returns the length of the UTF-8 character at text if it is a whole one and no
 * control character, else 0.  U+0080 to U+009F steer terminals as ESC does. */
static size_t harmless_length(const char *text)
{
    unsigned long code = 0;
    size_t length = utf8_decode(text, &code);
    bool is_control = length && (code < 0x20 || (code >= 0x7f && code < 0xa0));
    return is_control || is_direction(code) ? 0 : length;
}

/* Takes the rest of a character off the end of a text that was cut. */
static void drop_part(char *text, size_t length)
{
    size_t at = length;
    while (at && length - at < 3 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
        at--;
    if (at && (unsigned char)text[at - 1] >= 0xc0 && !harmless_length(text + at - 1))
        text[at - 1] = '\0';
}

static void copy_cut(char *to, size_t size, const char *from)
{
    int length = snprintf(to, size, "%s", from ? from : "");
    if (length >= (int)size)
        drop_part(to, size - 1);
}

void diag_set(struct diag *diag, enum diag_level level, const char *path, unsigned long line,
              const char *mend, const char *format, ...)
{
    va_list values;
    diag->level = level;
    diag->line = line;
    copy_cut(diag->path, sizeof diag->path, path);
    copy_cut(diag->mend, sizeof diag->mend, mend);
    va_start(values, format);
    int length = vsnprintf(diag->text, sizeof diag->text, format, values);
    va_end(values);
    if (length >= (int)sizeof diag->text)
        drop_part(diag->text, sizeof diag->text - 1);
}

void diag_report(const struct diag_sink *sink, const struct diag *diag)
{
    if (sink && sink->take)
        sink->take(sink->context, diag);
}

void diag_print_harmless(FILE *out, const char *text)
{
    while (*text) {
        size_t length = harmless_length(text);
        if (length)
            fwrite(text, 1, length, out);
        else
            fputc('?', out);
        text += length ? length : 1;
    }
}

void diag_print(FILE *out, const char *program, const struct diag *diag)
{
    fprintf(out, "%s: ", program);
    if (diag->path[0]) {
        diag_print_harmless(out, diag->path);
        if (diag->line)
            fprintf(out, ":%lu", diag->line);
        fputs(": ", out);
    }
    diag_print_harmless(out, diag->text);
    if (diag->mend[0]) {
        fputs("; ", out);
        diag_print_harmless(out, diag->mend);
    }
    fputc('\n', out);
}
