#include "config.h"

#include "collect/facts.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/sysfile.h"

void facts_set(struct facts *facts, const char *prefix, const char *name, const char *value)
{
    char full[FACTS_NAME_SIZE];
    snprintf(full, sizeof full, "%s%s%s", prefix ? prefix : "", prefix ? "." : "", name);
    record_set_pair(facts->record, &facts->record->facts, full,
                    value && value[0] ? value : FACTS_ABSENT);
}

void facts_printf(struct facts *facts, const char *prefix, const char *name, const char *format,
                  ...)
{
    char value[FACTS_VALUE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(value, sizeof value, format, values);
    va_end(values);
    facts_set(facts, prefix, name, value);
}

/* Keeps the word in brackets; a text without brackets stays as it is. */
static void keep_choice(char *value)
{
    const char *open = strchr(value, '[');
    size_t length = open ? strcspn(open + 1, "]") : 0;
    if (!open || open[1 + length] != ']')
        return;
    memmove(value, open + 1, length);
    value[length] = '\0';
}

bool facts_read(const struct facts *facts, const char *path, enum facts_form form, char *value,
                size_t size)
{
    int result = form == FACTS_LINES ? sysfile_lines(facts->root, path, value, size)
                                     : sysfile_line(facts->root, path, value, size);
    if (result != 0) {
        bool is_forbidden = errno == EACCES || errno == EPERM;
        snprintf(value, size, "%s", is_forbidden ? FACTS_UNREADABLE : FACTS_ABSENT);
        return false;
    }
    if (form == FACTS_CHOICE)
        keep_choice(value);
    if (!value[0])
        snprintf(value, size, "%s", FACTS_NONE);
    return true;
}

void facts_table(struct facts *facts, const char *prefix, const char *folder,
                 const struct facts_row *rows, size_t nr, bool skips_absent)
{
    char path[PATH_MAX];
    char value[FACTS_VALUE_SIZE];
    for (size_t i = 0; i < nr; i++) {
        if (rows[i].form == FACTS_IDENTITY && !facts->is_identified)
            continue;
        snprintf(path, sizeof path, "%s%s", folder, rows[i].path);
        bool is_there = facts_read(facts, path, rows[i].form, value, sizeof value);
        if (is_there || !skips_absent)
            facts_set(facts, prefix, rows[i].name, value);
    }
}
