#include "record/diag.h"

#include <stdarg.h>
#include <string.h>

static void copy_cut(char *to, size_t size, const char *from)
{
    size_t length = from ? strlen(from) : 0;
    if (length >= size)
        length = size - 1;
    memcpy(to, from ? from : "", length);
    to[length] = '\0';
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
    vsnprintf(diag->text, sizeof diag->text, format, values);
    va_end(values);
}

void diag_report(const struct diag_sink *sink, const struct diag *diag)
{
    if (sink && sink->take)
        sink->take(sink->context, diag);
}

static void print_harmless(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        fputc(byte < 0x20 || byte == 0x7f ? '?' : byte, out);
    }
}

void diag_print(FILE *out, const char *program, const struct diag *diag)
{
    fprintf(out, "%s: ", program);
    if (diag->path[0]) {
        print_harmless(out, diag->path);
        if (diag->line)
            fprintf(out, ":%lu", diag->line);
        fputs(": ", out);
    }
    print_harmless(out, diag->text);
    if (diag->mend[0]) {
        fputs("; ", out);
        print_harmless(out, diag->mend);
    }
    fputc('\n', out);
}
