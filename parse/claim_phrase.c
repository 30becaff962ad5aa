/* Phrases: what is claimed without a number. */
#include <string.h>

#include "parse/claim_parts.h"

static struct claim_figure *add(struct claim_sentence *sentence, size_t first, size_t last)
{
    if (sentence->nr == CLAIM_MOST_FOUND)
        return NULL;
    struct claim_figure *figure = &sentence->figures[sentence->nr++];
    *figure = (struct claim_figure){.first = first, .last = last};
    return figure;
}

/* "no (…) difference", "does not make any difference" */
static bool is_none_of(const struct claim_tokens *tokens, size_t at)
{
    enum { FARTHEST = 5, OF_WAYS = CLAIM_UP | CLAIM_DOWN };
    const struct claim_token *token = &tokens->at[at];
    bool is_noun = (token->is & CLAIM_DIFFERENCE) ||
                   ((token->is & OF_WAYS) && (token->is & CLAIM_PLAIN)) ||
                   claim_token_is(tokens, at, "loss") || claim_token_is(tokens, at, "overhead") ||
                   claim_token_is(tokens, at, "drop");
    if (!is_noun)
        return false;
    /* "no difference", "not make any difference", but not "do not change". */
    bool has_article = false;
    for (size_t i = at; i-- > 0 && at - i <= FARTHEST;) {
        if (tokens->at[i].mark || tokens->at[i].is_number)
            return false;
        has_article = has_article || claim_token_is(tokens, i, "any") ||
                      claim_token_is(tokens, i, "a") || claim_token_is(tokens, i, "much");
        if (tokens->at[i].is & CLAIM_NOT)
            return has_article || claim_token_is(tokens, i, "no") ||
                   claim_token_is(tokens, i, "without") || claim_token_is(tokens, i, "hardly");
    }
    return false;
}

/* "within (the) noise", "in the noise", "within error" */
static bool is_noise(const struct claim_tokens *tokens, size_t at)
{
    static const char *const leads[] = {"within", "in", "below", "under"};
    bool is_noun = claim_token_is(tokens, at, "noise") || claim_token_is(tokens, at, "error") ||
                   claim_token_is(tokens, at, "run-to-run");
    for (size_t back = 1; is_noun && back <= 3 && back <= at; back++)
        for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
            if (claim_token_is(tokens, at - back, leads[i]) &&
                (i == 0 || claim_token_is(tokens, at, "noise")))
                return true;
    return false;
}

/* "more or less the same", "the same performance" */
static bool is_same(const struct claim_tokens *tokens, size_t at)
{
    static const char *const qualifiers[] = {"less", "about", "roughly", "exactly", "nearly",
                                             "almost", "basically", "essentially", "much",
                                             "virtually", "practically", "approximately", "stays",
                                             "stayed", "remains", "remained", "performs"};
    static const char *const problems[] = {"problem", "problems", "issue", "issues", "test",
                                           "tests", "regression", "bug", "trouble", "request",
                                           "requests", "error", "errors", "path", "command"};
    if (!(tokens->at[at].is & CLAIM_SAME))
        return false;
    for (size_t i = at + 1; i < tokens->nr && i <= at + 3; i++)
        for (size_t k = 0; k < sizeof problems / sizeof problems[0]; k++)
            if (claim_token_is(tokens, i, problems[k]))
                return false;
    static const char *const sides[] = {"with", "for", "on", "in", "between", "across", "to"};
    for (size_t i = 0; claim_token_is(tokens, at, "identical") && i < sizeof sides / sizeof sides[0]; i++)
        if (claim_token_is(tokens, at + 1, sides[i]))
            return true;
    if (tokens->at[at].is & CLAIM_PLAIN)
        return true;
    if (at + 1 < tokens->nr && (tokens->at[at + 1].is & CLAIM_SUBJECT) &&
        !claim_token_is(tokens, at + 1, "read") && !claim_token_is(tokens, at + 1, "write") &&
        !claim_token_is(tokens, at + 1, "io") && !claim_token_is(tokens, at + 1, "i/o") &&
        !claim_token_is(tokens, at + 1, "workload") && !claim_token_is(tokens, at + 1, "benchmark") &&
        !claim_token_is(tokens, at + 1, "fio") && !claim_token_is(tokens, at + 1, "dd"))
        return true;
    for (size_t back = 1; back <= 2 && back <= at; back++)
        for (size_t i = 0; i < sizeof qualifiers / sizeof qualifiers[0]; i++)
            if (claim_token_is(tokens, at - back, qualifiers[i]))
                return true;
    return false;
}

/* What is measured, of which there may be no difference: more narrow than what a number may
 * stand beside. */
static bool is_about_speed(const struct claim_tokens *tokens)
{
    static const char *const nouns[] = {"performance", "perf",   "throughput", "bandwidth", "iops",
                                        "latency",     "speed",  "speeds",     "latencies", "bw",
                                        "benchmark",   "benchmarks", "reads",  "writes", "fio"};
    for (size_t i = 0; i < tokens->nr; i++)
        for (size_t k = 0; k < sizeof nouns / sizeof nouns[0]; k++)
            if (claim_token_is(tokens, i, nouns[k]))
                return true;
    return false;
}

static bool is_supposed(const struct claim_tokens *tokens, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (tokens->at[i].is & CLAIM_MAYBE)
            return true;
    return false;
}

static bool has_figure_near(const struct claim_sentence *sentence, size_t at)
{
    enum { NEAR = 4 };
    for (size_t i = 0; i < sentence->nr; i++) {
        const struct claim_figure *figure = &sentence->figures[i];
        if (figure->direction != CLAIM_UNTOLD && figure->first <= at + NEAR &&
            at <= figure->last + NEAR)
            return true;
    }
    return false;
}

static bool is_denied(const struct claim_tokens *tokens, size_t at)
{
    for (size_t i = at; i-- > 0 && at - i <= 3;)
        if (tokens->at[i].is & CLAIM_NOT)
            return true;
    return false;
}

/* Phrases that say a ratio. */
static const struct {
    const char *first, *second; /* second NULL: any word that names what is measured, near */
    double ratio;
    int direction;
} ratios[] = {
    {"twice", "as", 2, 1},      {"twice", "the", 2, 1},    {"doubled", NULL, 2, 1},
    {"doubles", NULL, 2, 1},    {"doubling", NULL, 2, 1},  {"double", "the", 2, 1},
    {"halved", NULL, 2, -1},    {"halves", NULL, 2, -1},   {"half", "the", 2, -1},
    {"half", "as", 2, -1},      {"half", "of", 2, -1},     {"order", "of", 10, 1},
    {"tripled", NULL, 3, 1},    {"triples", NULL, 3, 1},   {"in", "half", 2, -1},
    {"by", "half", 2, -1},
};

/* Says whether one of what benchmarks measure stands near, and nothing else nearer. */
static bool is_of_speed(const struct claim_sentence *sentence, size_t at)
{
    enum { FARTHEST = 4 };
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t step = 1; step <= FARTHEST; step++) {
        unsigned is = (at + step < tokens->nr ? tokens->at[at + step].is : 0) |
                      (step <= at ? tokens->at[at - step].is : 0);
        bool is_fast = claim_token_is(tokens, at + step, "fast") ||
                       claim_token_is(tokens, at + step, "slow");
        if (is & CLAIM_OTHER)
            return false;
        if ((is & CLAIM_SUBJECT) || is_fast || (is & CLAIM_PLAIN))
            return true;
    }
    return false;
}

/* Returns the way of "an order of magnitude faster", 0 for none. */
static int way_near(const struct claim_tokens *tokens, size_t at)
{
    for (size_t i = at + 1; i < tokens->nr && i <= at + 5; i++) {
        if (tokens->at[i].is & CLAIM_UP || claim_token_is(tokens, i, "fast"))
            return 1;
        if (tokens->at[i].is & CLAIM_DOWN || claim_token_is(tokens, i, "slow"))
            return -1;
    }
    return 0;
}

static void find_ratio(struct claim_sentence *sentence, size_t at)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        if (!claim_token_is(tokens, at, ratios[i].first) ||
            (ratios[i].second && !claim_token_is(tokens, at + 1, ratios[i].second)))
            continue;
        int way = ratios[i].direction;
        if (!strcmp(ratios[i].first, "in") && !(at && claim_token_is(tokens, at - 1, "cut")))
            continue;
        if (!strcmp(ratios[i].first, "by") && !(at && (tokens->at[at - 1].is & CLAIM_DOWN)))
            continue;
        if (ratios[i].ratio == 10 && (!claim_token_is(tokens, at + 2, "magnitude") ||
                                      !(way = way_near(tokens, at))))
            continue;
        /* "half as slow" */
        if (claim_token_is(tokens, at + 1, "as") && claim_token_is(tokens, at + 2, "slow"))
            way = -way;
        struct claim_figure *figure =
            is_of_speed(sentence, at) && !is_supposed(tokens, at) && !is_denied(tokens, at)
                ? add(sentence, at, at + (ratios[i].second ? 1 : 0))
                : NULL;
        if (figure) {
            figure->low = figure->high = ratios[i].ratio;
            figure->unit = CLAIM_TIMES;
            figure->name = "x";
            figure->direction = way;
        }
        return;
    }
}

void claim_phrase_find(struct claim_sentence *sentence)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    bool is_speed = is_about_speed(tokens), has_none = false;
    for (size_t at = 0; at < tokens->nr; at++) {
        find_ratio(sentence, at);
        bool is_none = is_none_of(tokens, at) || is_noise(tokens, at) ||
                       (is_same(tokens, at) && !is_denied(tokens, at));
        if (!is_none || has_none || !is_speed || has_figure_near(sentence, at) ||
            is_supposed(tokens, at))
            continue;
        struct claim_figure *figure = add(sentence, at, at);
        if (figure) {
            figure->name = "%";
            figure->unit = CLAIM_PERCENT;
            has_none = true;
        }
    }
}
