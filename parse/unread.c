#include "parse/unread.h"

#include <stdbool.h>
#include <string.h>

#include "record/record_io.h"

enum { LOOK = 1 << 16 };

static const struct form {
    const char *mark;
    size_t length;
    bool is_at_start; /* counts only at the very beginning */
    const char *what, *mend;
} forms[] = {
    {"\x1f\x8b", 2, true, "is compressed (gzip)", "decompress it with gunzip first"},
    {"\xfd" "7zXZ", 5, true, "is compressed (xz)", "decompress it with unxz first"},
    {"(\xb5/\xfd", 4, true, "is compressed (zstd)", "decompress it with unzstd first"},
    {"BZh", 3, true, "is compressed (bzip2)", "decompress it with bunzip2 first"},
    {"PK\x03\x04", 4, true, "is a zip archive", "unpack it first"},
    {"<html", 5, false, "looks like a page, which is not read yet", "save it as text"},
    {"<HTML", 5, false, "looks like a page, which is not read yet", "save it as text"},
};

const char *unread_form(const char *bytes, size_t length, const char **mend)
{
    if (length > LOOK)
        length = LOOK;
    if (record_looks_like(bytes, length)) {
        *mend = "give it to iodelta-report";
        return "is a file of records already";
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const struct form *form = &forms[i];
        if (form->is_at_start ? length >= form->length && !memcmp(bytes, form->mark, form->length)
                           : memmem(bytes, length, form->mark, form->length) != NULL) {
            *mend = form->mend;
            return form->what;
        }
    }
    return NULL;
}
