#include "collect/job_variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/strbuf.h"

enum { VALUE_MAX = 4096, VARIABLE_NAME_MAX = 256 };

static long pagesize(void)
{
    return sysconf(_SC_PAGESIZE);
}

static long megabytes(void)
{
    return (long)((double)sysconf(_SC_PHYS_PAGES) * (double)pagesize() / (1 << 20));
}

static long processors(void)
{
    return sysconf(_SC_NPROCESSORS_ONLN);
}

static const struct {
    const char *name;
    long (*value)(void);
} keywords[] = {
    {"$pagesize", pagesize},
    {"$mb_memory", megabytes},
    {"$ncpus", processors},
};

/* Adds the variable whose name begins at text; returns what is behind its brace, or NULL. */
static const char *add_environment(struct strbuf *buf, const char *text)
{
    const char *end = strchr(text, '}');
    char name[VARIABLE_NAME_MAX];
    if (!end || (size_t)(end - text) >= sizeof name)
        return NULL;
    memcpy(name, text, (size_t)(end - text));
    name[end - text] = '\0';
    const char *value = getenv(name);
    if (value)
        strbuf_string(buf, value);
    return end + 1;
}

/* Adds the number of a keyword that text begins with; returns how many bytes it has, 0 for
 * none. */
static size_t add_keyword(struct strbuf *buf, const char *text)
{
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        size_t length = strlen(keywords[i].name);
        if (strncmp(text, keywords[i].name, length) == 0) {
            strbuf_printf(buf, "%ld", keywords[i].value());
            return length;
        }
    }
    return 0;
}

char *job_variable_expand(const char *value, char *mend, size_t mend_size)
{
    struct strbuf buf = STRBUF_INIT;
    const char *at = value;
    while (at && *at && buf.length <= VALUE_MAX) {
        size_t length;
        if (at[0] == '$' && at[1] == '{') {
            at = add_environment(&buf, at + 2);
        } else if (*at == '$' && (length = add_keyword(&buf, at)) > 0) {
            at += length;
        } else {
            strbuf_byte(&buf, *at++);
        }
    }
    if (at && buf.length <= VALUE_MAX) {
        strbuf_byte(&buf, '\0');
        return strbuf_take(&buf);
    }
    snprintf(mend, mend_size, "%s", at ? "make it shorter than 4096 bytes" : "write ${NAME}");
    strbuf_free(&buf);
    return NULL;
}
