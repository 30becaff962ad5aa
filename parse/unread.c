#include "parse/unread.h"

#include <string.h>

#include "record/record_io.h"

enum { LOOK = 1 << 16 };

static const struct {
    const char *mark;
    struct unread_form form;
} rows[] = {
    {"<html", {"looks like a page, which is not read yet", "save it as text"}},
    {"<HTML", {"looks like a page, which is not read yet", "save it as text"}},
};

static const struct unread_form records = {"is a file of records already",
                                           "give it to iodelta-report"};

const struct unread_form *unread_find(const char *bytes, size_t length)
{
    if (length > LOOK)
        length = LOOK;
    if (record_looks_like(bytes, length))
        return &records;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (memmem(bytes, length, rows[i].mark, strlen(rows[i].mark)))
            return &rows[i].form;
    return NULL;
}
