/* Throws damaged input at the targets of a program: what comes out must be sound, nothing
 * may crash, and no input may take long.  fuzz_parse has the targets of fuzz_targets.c,
 * fuzz_record those of fuzz_record.c, fuzz_report those of fuzz_report.c.
 *
 *     fuzz_parse                  a little of each target, and TAP
 *     fuzz_parse TARGET           the same of one
 *     fuzz_parse TARGET FILE...   tries the files as they are
 *
 * A target's seeds are the files of tests/fuzz/TARGET/, and those of one more folder.  They are tried as they are, then mutated, the same way each time.
 *
 * FUZZ_SECONDS   CPU time for each target, in place of a fixed number of inputs
 * FUZZ_SEED      a number: other mutations
 * FUZZ_KEEP      a file that gets each input before it is tried: the last one is
 *                there after a crash; a slow one goes to the file with ".slow"
 * FUZZ_TARGET    the target of LLVMFuzzerTestOneInput(), the entry point of
 *                libFuzzer; build with -DFUZZ_NO_MAIN for that */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/memory.h"
#include "tests/fuzz_mutate.h"
#include "tests/fuzz_targets.h"
#include "tests/t_files.h"

const struct fuzz_target *fuzz_target_find(const char *name)
{
    for (size_t i = 0; fuzz_targets[i].name; i++)
        if (!strcmp(fuzz_targets[i].name, name))
            return &fuzz_targets[i];
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct fuzz_target *target;
    const char *name = getenv("FUZZ_TARGET");
    if (!target)
        target = fuzz_target_find(name ? name : fuzz_targets[0].name);
    if (!target)
        abort();
    target->try(target, (const char *)data, size);
    return 0;
}

#ifndef FUZZ_NO_MAIN

/* Enough for a look at each; the long run is for finding. */
enum { MOST_SEEDS = 400, INPUTS = 60, LINES = 3, BOMB = 100000 };

/* What an input may take, and as much again for each 100 kB of it.  Sanitizers and a busy
 * machine are in the time that fails. */
#define SLOW_S 1.0
#define TOO_LONG_S 5.0

static double allowed_s(double seconds, size_t length)
{
    return seconds * (1 + (double)length / 1e5);
}

static struct fuzz_seed seeds[MOST_SEEDS];
static size_t seeds_nr;
static struct fuzz_input input;

/* How one target fared. */
struct outcome {
    unsigned long inputs, slow, too_long;
    double longest;
};

static void take_seed(void *context, const char *path, const char *bytes, size_t length)
{
    (void)context;
    (void)path;
    if (seeds_nr == MOST_SEEDS || length > FUZZ_LARGEST / 4)
        return;
    char *copy = memory_resize(NULL, length + 1, 1);
    memcpy(copy, bytes, length);
    seeds[seeds_nr++] = (struct fuzz_seed){copy, length};
}

static void load_seeds(const struct fuzz_target *target)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/fuzz/%s", srcdir ? srcdir : ".", target->name);
    t_files_each(path, take_seed, NULL);
    snprintf(path, sizeof path, "%s/%s", srcdir ? srcdir : ".", target->more ? target->more : "");
    if (target->more)
        t_files_each(path, take_seed, NULL);
}

static void free_seeds(void)
{
    for (size_t i = 0; i < seeds_nr; i++)
        free((char *)seeds[i].bytes);
    seeds_nr = 0;
}

static void keep_input(const char *ending)
{
    const char *path = getenv("FUZZ_KEEP");
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path ? path : "", ending);
    FILE *file = path ? fopen(name, "w") : NULL;
    if (!file)
        return;
    fwrite(input.bytes, 1, input.length, file);
    fclose(file);
}

static double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void try_input(const struct fuzz_target *target, struct outcome *outcome)
{
    /* A copy of just its size, so that a look behind it is seen. */
    char *exact = memory_resize(NULL, input.length + (input.length == 0), 1);
    memcpy(exact, input.bytes, input.length);
    keep_input("");
    clock_t before = clock();
    target->try(target, exact, input.length);
    double took = seconds_since(before);
    free(exact);
    outcome->inputs++;
    outcome->longest = took > outcome->longest ? took : outcome->longest;
    outcome->too_long += took > allowed_s(TOO_LONG_S, input.length);
    if (took > allowed_s(SLOW_S, input.length)) {
        outcome->slow++;
        keep_input(".slow");
        printf("# %s: %zu bytes took %.2f s\n", target->name, input.length, took);
    }
}

/* Lines that start what never ends: a look for the end from each of them takes for
 * ever.  Tries one line in step, repeated. */
static void try_lines(const struct fuzz_target *target, size_t step, struct outcome *outcome)
{
    size_t nr = 0;
    for (size_t s = 0; s < seeds_nr; s++)
        for (size_t at = 0; at < seeds[s].length;) {
            const char *line = seeds[s].bytes + at;
            const char *end = memchr(line, '\n', seeds[s].length - at);
            size_t length = end ? (size_t)(end - line) + 1 : seeds[s].length - at;
            at += length;
            if (nr++ % step)
                continue;
            for (input.length = 0; input.length + length <= BOMB; input.length += length)
                memcpy(input.bytes + input.length, line, length);
            try_input(target, outcome);
        }
}

static size_t count_lines(void)
{
    size_t nr = 0;
    for (size_t s = 0; s < seeds_nr; s++)
        for (size_t i = 0; i < seeds[s].length; i++)
            nr += seeds[s].bytes[i] == '\n';
    return nr;
}

static struct outcome run_target(const struct fuzz_target *target)
{
    struct outcome outcome = {0};
    const char *seconds = getenv("FUZZ_SECONDS"), *seed = getenv("FUZZ_SEED");
    double limit = seconds ? strtod(seconds, NULL) : 0;
    clock_t start = clock();
    load_seeds(target);
    fuzz_random_start(seed ? strtoull(seed, NULL, 10) : 0);
    for (size_t i = 0; i < seeds_nr; i++) {
        fuzz_set(&input, seeds[i].bytes, seeds[i].length);
        try_input(target, &outcome);
    }
    if (seeds_nr)
        try_lines(target, seconds ? 1 : count_lines() / LINES + 1, &outcome);
    for (size_t i = 0; seeds_nr && (seconds ? seconds_since(start) < limit : i < INPUTS); i++) {
        const struct fuzz_seed *from = &seeds[fuzz_random(seeds_nr)];
        fuzz_set(&input, from->bytes, from->length);
        fuzz_mutate(&input, &seeds[fuzz_random(seeds_nr)]);
        try_input(target, &outcome);
    }
    outcome.inputs = seeds_nr ? outcome.inputs : 0;
    free_seeds();
    return outcome;
}

/* Runs one target as a test; returns whether it passes. */
static bool test_target(const struct fuzz_target *target, int nr)
{
    printf("# %s\n", target->name);
    fflush(stdout);
    struct outcome outcome = run_target(target);
    bool is_good = outcome.inputs && !outcome.too_long;
    printf("%s %d - %s: what comes out is sound and no input takes long\n", is_good ? "ok" : "not ok", nr,
           target->name);
    printf("# %lu inputs, %lu of them slow, the longest took %.3f s\n", outcome.inputs,
           outcome.slow, outcome.longest);
    return is_good;
}

static void try_file(void *context, const char *path, const char *bytes, size_t length)
{
    const struct fuzz_target *target = context;
    (void)path;
    target->try(target, bytes, length);
}

static int try_files(const struct fuzz_target *target, char **paths, int nr)
{
    size_t unreadable = 0;
    for (int i = 0; i < nr; i++)
        unreadable += t_files_each(paths[i], try_file, (void *)target);
    return unreadable ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const struct fuzz_target *only = argc > 1 ? fuzz_target_find(argv[1]) : NULL;
    if (argc > 1 && !only) {
        fprintf(stderr, "%s: no target %s\n", argv[0], argv[1]);
        return EXIT_FAILURE;
    }
    if (argc > 2)
        return try_files(only, argv + 2, argc - 2);
    size_t nr = 0;
    while (fuzz_targets[nr].name)
        nr++;
    const char *missing = fuzz_without_target();
    bool is_good = !missing;
    input.bytes = memory_resize(NULL, FUZZ_LARGEST, 1);
    printf("1..%zu\n%s 1 - nothing is without a target\n", only ? 2 : nr + 1,
           missing ? "not ok" : "ok");
    if (missing)
        printf("# %s has none\n", missing);
    for (size_t i = 0; i < nr; i++)
        if (!only || only == &fuzz_targets[i])
            is_good &= test_target(&fuzz_targets[i], only ? 2 : (int)i + 2);
    free(input.bytes);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
