#include "parse/unread.h"

#include <string.h>

#include "record/record_io.h"

enum { LOOK = 1 << 16 };

#define ANYWHERE ((size_t)-1)

static const struct {
    const char *mark;
    size_t place; /* of the mark */
    struct unread_form form;
} rows[] = {
    {"\x1f\x8b", 0, {"is compressed (gzip)", "decompress it with gunzip first", true}},
    {"\xfd" "7zXZ", 0, {"is compressed (xz)", "decompress it with unxz first", true}},
    {"(\xb5/\xfd", 0, {"is compressed (zstd)", "decompress it with unzstd first", true}},
    {"BZh", 0, {"is compressed (bzip2)", "decompress it with bunzip2 first", true}},
    {"PK\x03\x04", 0, {"is a zip archive", "unpack it first", true}},
    {"ustar", 257, {"is a tar archive", "unpack it first", true}},
    {"<html", ANYWHERE, {"looks like a page, which is not read yet", "save it as text", false}},
    {"<HTML", ANYWHERE, {"looks like a page, which is not read yet", "save it as text", false}},
};

static const struct unread_form records = {"is a file of records already",
                                           "give it to iodelta-report", false};

const struct unread_form *unread_find(const char *bytes, size_t length)
{
    if (length > LOOK)
        length = LOOK;
    if (record_looks_like(bytes, length))
        return &records;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size = strlen(rows[i].mark), place = rows[i].place;
        bool is_found = place == ANYWHERE
                            ? memmem(bytes, length, rows[i].mark, size) != NULL
                            : length >= place + size && !memcmp(bytes + place, rows[i].mark, size);
        if (is_found)
            return &rows[i].form;
    }
    return NULL;
}
