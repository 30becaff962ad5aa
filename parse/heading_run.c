/* Numbers of runs that stand beside a configuration in its heading. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/heading.h"
#include "parse/vocabulary.h"

enum { MOST_SPLIT = 256, LONGEST_RUN = 24 };

/* A heading with a number, and its text without it. */
struct split {
    struct heading *heading;
    const char *rest;
    unsigned run;
};

/* Says whether length bytes at `at` are the number of a run. */
static bool is_run(const char *at, size_t length, unsigned *run)
{
    char text[LONGEST_RUN + 1];
    while (length && strchr(" (,;:", *at)) {
        at++;
        length--;
    }
    while (length && strchr(" ),;:-", at[length - 1]))
        length--;
    if (!length || length > LONGEST_RUN)
        return false;
    memcpy(text, at, length);
    text[length] = '\0';
    return vocabulary_run(text, run);
}

/* Reads "Run 2, NoCache", "NoCache (2nd run)", "NoCache run 2". */
static bool split_run(struct arena *arena, const char *text, const char **rest, unsigned *run)
{
    static const char marks[] = ",:;-(";
    size_t length = strlen(text);
    for (const char *at = text + strcspn(text, marks); *at; at += 1 + strcspn(at + 1, marks)) {
        if (!is_run(text, (size_t)(at - text), run))
            continue;
        *rest = at + strspn(at, " ,:;-(");
        return **rest != '\0';
    }
    for (size_t words = 0, at = length; at-- > 1 && words < 3;) {
        bool is_start = strchr(" (", text[at - 1]) && !strchr(" (", text[at]);
        words += is_start;
        if (!is_start || !is_run(text + at, length - at, run))
            continue;
        while (at && strchr(" (,;:-#", text[at - 1]))
            at--;
        *rest = arena_text(arena, text, at);
        return at > 0;
    }
    return false;
}

static int compare_splits(const void *left, const void *right)
{
    const struct split *a = left, *b = right;
    int order = strcasecmp(a->rest, b->rest);
    return order ? order : (a->run > b->run) - (a->run < b->run);
}

void heading_split_runs(struct headings *headings, struct arena *arena)
{
    struct split splits[MOST_SPLIT];
    size_t nr = 0;
    bool are_runs = false;
    for (size_t i = 0; i < headings->nr && nr < MOST_SPLIT; i++) {
        struct heading *heading = &headings->at[i];
        splits[nr] = (struct split){.heading = heading};
        if (!heading->run && split_run(arena, heading->text, &splits[nr].rest, &splits[nr].run))
            nr++;
    }
    qsort(splits, nr, sizeof splits[0], compare_splits);
    /* "Test 1: NoCache" and "Test 2: WriteBack" are items of a list */
    for (size_t i = 1; i < nr; i++)
        are_runs = are_runs || (!strcasecmp(splits[i - 1].rest, splits[i].rest) &&
                                splits[i - 1].run == 1 && splits[i].run == 2);
    for (size_t i = 0; i < nr; i++) {
        bool is_in_front = splits[i].rest > splits[i].heading->text &&
                           splits[i].rest <= splits[i].heading->text + strlen(splits[i].heading->text);
        if (are_runs)
            splits[i].heading->run_beside = splits[i].run;
        if (are_runs || is_in_front)
            splits[i].heading->text = splits[i].rest;
    }
}
