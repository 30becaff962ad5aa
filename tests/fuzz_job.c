/* Target for job files: no crash, sound jobs, and what is printed reads back to the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/job_file.h"
#include "collect/job_print.h"
#include "tests/fuzz_targets.h"

static void require(bool is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_job: a job without %s\n", what);
    abort();
}

static void take(void *context, const struct diag *diag)
{
    (void)context;
    require(diag->text[0] != '\0', "a message");
}

static void check_job(const struct job *job)
{
    require(job->name && *job->name, "a name");
    require(job->numjobs >= 1 && job->loops >= 1 && job->iodepth >= 1, "clones, loops or depth");
    require(job->nrfiles >= 1 && job->thinktime_blocks >= 1 && job->run_length >= 1, "files");
    require(job->does[IO_READ] || job->does[IO_WRITE] || job->does[IO_TRIM], "anything to do");
    require(job->rwmix_read_pct <= 100 && job->percentiles_nr >= 1, "a mix");
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        require(job->bs_bytes[op].least >= 1 && job->bs_bytes[op].least <= job->bs_bytes[op].most,
                "a block size");
        unsigned sum = 0;
        for (unsigned i = 0; i < job->splits_nr[op]; i++)
            sum += job->splits[op][i].percent;
        require(!job->splits_nr[op] || sum == 100, "shares that make 100");
    }
}

static char *print(const struct job_list *jobs, size_t *length)
{
    char *text;
    FILE *out = open_memstream(&text, length);
    job_print(jobs, out);
    fclose(out);
    return text;
}

static void try_job_file(const struct fuzz_target *target, const char *bytes, size_t length)
{
    (void)target;
    static const struct diag_sink sink = {take, NULL};
    const struct job_file_request request = {.sink = &sink};
    struct arena *arena = arena_new();
    struct job_list jobs, again;
    if (job_file_parse(arena, "fuzz.fio", bytes, length, &request, &jobs) == 0) {
        require(jobs.nr > 0, "jobs in its list");
        for (size_t i = 0; i < jobs.nr; i++)
            check_job(&jobs.at[i]);
        size_t first_length, second_length;
        char *first = print(&jobs, &first_length);
        /* What stood in a variable may look like one, and some texts are comments there. */
        if (!memchr(first, '$', first_length) && !strstr(first, "cannot stand")) {
            require(job_file_parse(arena, "again.fio", first, first_length, &request, &again) == 0,
                    "a print that can be read");
            char *second = print(&again, &second_length);
            require(strcmp(first, second) == 0, "a print that reads back to the same");
            free(second);
        }
        free(first);
    }
    arena_free(arena);
}

const struct fuzz_target fuzz_targets[] = {
    {"job", try_job_file, NULL, "samples/jobs"},
    {NULL, NULL, NULL, NULL},
};

const char *fuzz_without_target(void)
{
    return NULL;
}
