#include "collect/target_names.h"

#include "record/strbuf.h"

uint64_t target_names_bytes(const struct job *job, unsigned names_nr)
{
    if (job->filesize.most) /* the offset is within it */
        return job->filesize.most <= INT64_MAX ? job->filesize.most : UINT64_MAX;
    uint64_t bytes = job->size.bytes / names_nr;
    unsigned others = job->numjobs ? job->numjobs - 1 : 0;
    uint64_t more;
    if (__builtin_mul_overflow(job->offset_increment_bytes, (uint64_t)others, &more) ||
        __builtin_add_overflow(more, job->offset.bytes, &more) ||
        __builtin_add_overflow(bytes, more, &bytes) || bytes > INT64_MAX)
        return UINT64_MAX;
    return bytes;
}

/* Puts the name that begins at *at into path, and moves *at to its end. */
static void take_name(const struct job *job, const char **at, struct strbuf *path)
{
    strbuf_cut(path, 0);
    if (**at != '/' && job->directory)
        strbuf_printf(path, "%s/", job->directory);
    for (; **at && **at != ':'; ++*at) {
        *at += **at == '\\' && (*at)[1] == ':';
        strbuf_byte(path, **at);
    }
}

static unsigned count_names(const char *names)
{
    unsigned nr = 1;
    for (const char *at = names; *at; at++) {
        nr += *at == ':';
        at += *at == '\\' && at[1] == ':';
    }
    return nr;
}

/* Files that are named by job, clone and number, as those of fio are. */
static void number_name(const struct job *job, unsigned clone, unsigned file, struct strbuf *path)
{
    strbuf_cut(path, 0);
    if (job->directory)
        strbuf_printf(path, "%s/", job->directory);
    for (const char *at = job->name; *at; at++)
        strbuf_byte(path, *at == '/' ? '_' : *at);
    strbuf_printf(path, ".%u.%u", clone, file);
}

int target_names_each(const struct job *job, unsigned clone,
                      int (*each)(void *context, const char *path, unsigned names_nr),
                      void *context)
{
    struct strbuf path = STRBUF_INIT;
    const char *at = job->filename;
    unsigned nr = at ? count_names(at) : job->nrfiles;
    int status = 0;
    for (unsigned i = 0; i < nr && !status; i++) {
        if (at)
            take_name(job, &at, &path);
        else
            number_name(job, clone, i, &path);
        status = each(context, path.text, nr);
        at += at && *at;
    }
    strbuf_free(&path);
    return status;
}
