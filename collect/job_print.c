#include "collect/job_print.h"

#include <string.h>

#include "collect/job_option.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether a job file can say it: what would be a comment or a line of its own it cannot, nor
 * blanks around a value, which a variable may leave there. */
static bool can_stand(const char *value)
{
    size_t length = strlen(value);
    return !strpbrk(value, ";#\n\r") && !is_blank(*value) &&
           !(length && is_blank(value[length - 1]));
}

/* What cannot stand in a job file stands as a comment. */
static void print_pair(const char *name, const char *value, FILE *out)
{
    bool is_plain = can_stand(value);
    fprintf(out, "%s%s=", is_plain ? "" : "# cannot stand in a job file: ", name);
    for (const char *at = value; *at; at++)
        fputc((unsigned char)*at < ' ' ? '?' : *at, out);
    fputc('\n', out);
}

/* What a reader looks for first, where nothing set it. */
static void print_absent(const struct job *job, FILE *out)
{
    enum { WAYS = 3 };
    const struct {
        const char *names[WAYS]; /* any of which says it; the first is printed */
        const char *text;
        unsigned number;
    } rows[] = {
        {{"rw"}, "read", 0},
        {{"bs", "bsrange", "bssplit"}, NULL, (unsigned)job->bs_bytes[IO_READ].least},
        {{"ioengine"}, job->engine_asked, 0},
        {{"iodepth"}, NULL, job->iodepth},
        {{"direct", "buffered"}, NULL, job->is_direct},
        {{"numjobs"}, NULL, job->numjobs},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_there = false;
        for (size_t k = 0; k < WAYS && rows[i].names[k]; k++)
            is_there |= record_pair(&job->params, rows[i].names[k]) != NULL;
        if (is_there)
            continue;
        if (rows[i].text)
            fprintf(out, "%s=%s\n", rows[i].names[0], rows[i].text);
        else
            fprintf(out, "%s=%u\n", rows[i].names[0], rows[i].number);
    }
}

static void print_replaced(const struct job *job, FILE *out)
{
    const char *engine = job->engine == JOB_ENGINE_URING ? "io_uring" : "psync";
    const char *depth = record_pair(&job->params, "iodepth");
    if (strcmp(engine, job->engine_asked) != 0)
        fprintf(out, "# runs by %s\n", engine);
    if (depth && job->iodepth == 1 && strcmp(depth, "1") != 0)
        fputs("# runs at iodepth 1\n", out);
}

void job_print(const struct job_list *jobs, FILE *out)
{
    for (size_t i = 0; i < jobs->nr; i++) {
        const struct job *job = &jobs->at[i];
        fprintf(out, "%s[", i ? "\n" : "");
        for (const char *at = job->name; *at; at++)
            fputc((unsigned char)*at < ' ' || *at == ']' ? '?' : *at, out);
        fputs("]\n", out);
        for (size_t k = 0; k < job->params.nr; k++)
            print_pair(job->params.at[k].name, job->params.at[k].value, out);
        print_absent(job, out);
        print_replaced(job, out);
    }
}
