/* Figures of a sentence: its numbers, ranges, and pairs of an old and a new value. */
#include <string.h>

#include "parse/claim_parts.h"

static bool is_any(const struct claim_tokens *tokens, size_t index, const char *const *words)
{
    for (; *words; words++)
        if (claim_token_is(tokens, index, *words))
            return true;
    return false;
}

static const struct claim_number *number_at(const struct claim_tokens *tokens, size_t index)
{
    return index < tokens->nr && tokens->at[index].is_number ? &tokens->at[index].number : NULL;
}

static bool is_mark(const struct claim_tokens *tokens, size_t index, const char *marks)
{
    return index < tokens->nr && tokens->at[index].mark && strchr(marks, tokens->at[index].mark);
}

/* Returns how many tokens stand between the numbers of a range: "-", "to", "~"; "and" where
 * "between" leads.  0 where it is none. */
static size_t range_gap(const struct claim_tokens *tokens, size_t at)
{
    static const char *const to[] = {"to", "or", "till", NULL};
    if (is_mark(tokens, at + 1, "-~") || is_any(tokens, at + 1, to))
        return 1;
    if (is_mark(tokens, at + 1, ".") && is_mark(tokens, at + 2, "."))
        return is_mark(tokens, at + 3, ".") ? 3 : 2;
    return claim_token_is(tokens, at + 1, "and") && at && claim_token_is(tokens, at - 1, "between")
               ? 1
               : 0;
}

/* What stands in front of and between an old and a new value. */
static const struct {
    const char *before, *between; /* NULL for anything, "A" for an arrow */
    bool is_reversed;             /* the new one stands first */
} pair_forms[] = {
    {"from", "to", false},      {NULL, "A", false},      {"to", "from", true},
    {NULL, "vs", true},         {NULL, "versus", true},  {NULL, "vs.", true},
    {"was", "now", false},      {NULL, "old", true},     {"before", "after", false},
    {NULL, "compared", true},   {"from", "up", false},   {"from", "down", false},
    {NULL, "instead", true},    {"was", "is", false},    {NULL, "against", true},
};

/* Says whether the word stands between two tokens, in the same part of the sentence. */
static bool stands_between(const struct claim_tokens *tokens, size_t from, size_t to,
                           const char *word)
{
    enum { FARTHEST = 7 };
    if (to - from > FARTHEST)
        return false;
    for (size_t i = from + 1; i < to; i++)
        if (*word == 'A' ? tokens->at[i].mark == 'A' : claim_token_is(tokens, i, word))
            return true;
    return false;
}

static bool has_before(const struct claim_tokens *tokens, size_t at, const char *word)
{
    enum { FARTHEST = 4 };
    for (size_t i = at; i-- > 0 && at - i <= FARTHEST && !tokens->at[i].is_number;)
        if (claim_token_is(tokens, i, word))
            return true;
    return false;
}

/* Which of two values is the old one, where the sentence says so beside them: "512 vs 540
 * MB/s (old vs new)".  1: the first; -1: the second; 0: it does not say. */
static int order_of(const struct claim_tokens *tokens, size_t behind)
{
    enum { FARTHEST = 6 };
    static const char *const olds[] = {"old", "before", "without", "baseline", "base", "vanilla",
                                       "stock", "unpatched", NULL};
    static const char *const news[] = {"new", "after", "with", "patched", NULL};
    if (!is_mark(tokens, behind + 1, "(["))
        return 0;
    for (size_t i = behind + 2; i + 2 < tokens->nr && i <= behind + FARTHEST; i++) {
        if (is_any(tokens, i, olds) && is_any(tokens, i + 2, news))
            return 1;
        if (is_any(tokens, i, news) && is_any(tokens, i + 2, olds))
            return -1;
    }
    return 0;
}

/* "240 MB/s on sequential reads with dd, compared to 202 MB/s": the word right in front of the
 * second value parts the two, however much stands between them. */
static bool leads_other(const struct claim_tokens *tokens, size_t last)
{
    static const char *const words[] = {"compared", "versus", "vs", "against", "instead", NULL};
    static const char *const links[] = {"to", "with", "of", "the", "about", "only", NULL};
    size_t at = last;
    while (at && (is_any(tokens, at - 1, links) || is_mark(tokens, at - 1, "~")))
        at--;
    return at && is_any(tokens, at - 1, words);
}

/* Says whether two numbers are an old and a new value; *is_rise gets which way. */
static bool is_pair(const struct claim_tokens *tokens, size_t first, size_t last, bool *is_rise)
{
    const struct claim_number *old = number_at(tokens, first), *new = number_at(tokens, last);
    int order = order_of(tokens, last);
    if (old->value == new->value)
        return false;
    if (leads_other(tokens, last)) {
        *is_rise = (new->value > old->value) == (order > 0);
        return true;
    }
    for (size_t i = 0; i < sizeof pair_forms / sizeof pair_forms[0]; i++) {
        if (!stands_between(tokens, first, last, pair_forms[i].between) ||
            (pair_forms[i].before && !has_before(tokens, first, pair_forms[i].before)))
            continue;
        *is_rise = (new->value > old->value) != pair_forms[i].is_reversed;
        return true;
    }
    /* "300 MB/s before and 420 MB/s after" */
    if (claim_token_is(tokens, first + 1, "before") && claim_token_is(tokens, last + 1, "after")) {
        *is_rise = new->value > old->value;
        return true;
    }
    return false;
}

static void add(struct claim_sentence *sentence, size_t first, size_t last)
{
    const struct claim_number *a = &sentence->tokens.at[first].number,
                              *b = &sentence->tokens.at[last].number;
    double left = a->value * (a->sign < 0 ? -1 : 1), right = b->value * (b->sign < 0 ? -1 : 1);
    bool is_mixed = a->sign * b->sign < 0;
    struct claim_figure *figure = &sentence->figures[sentence->nr++];
    if (!is_mixed) {
        left = a->value;
        right = b->value;
    }
    *figure = (struct claim_figure){.first = first,
                                    .last = last,
                                    .low = left < right ? left : right,
                                    .high = left < right ? right : left,
                                    .sign = is_mixed ? (left + right < 0 ? -1 : 1) : b->sign,
                                    .unit = b->unit,
                                    .is_word_times = b->is_word_times,
                                    .direction = CLAIM_UNTOLD,
                                    .name = b->name};
}

/* Finds the other value of a pair that begins at a rate.  Returns its token, or 0. */
static size_t find_partner(const struct claim_tokens *tokens, size_t first, bool *is_rise)
{
    enum { FARTHEST = 16 };
    const struct claim_number *old = number_at(tokens, first);
    for (size_t i = first + 1; i < tokens->nr && i - first < FARTHEST; i++) {
        const struct claim_number *new = number_at(tokens, i);
        if (!new)
            continue;
        bool is_alike = (new->unit == CLAIM_RATE || new->unit == CLAIM_TIME) &&
                        (!strcmp(new->name, old->name) || old->unit == CLAIM_NO_UNIT);
        return is_alike && is_pair(tokens, first, i, is_rise) ? i : 0;
    }
    return 0;
}

/* "by a factor of 4" */
static bool is_factor(const struct claim_tokens *tokens, size_t at)
{
    return at > 1 && tokens->at[at].number.unit == CLAIM_NO_UNIT &&
           claim_token_is(tokens, at - 1, "of") && claim_token_is(tokens, at - 2, "factor");
}

static void add_factor(struct claim_sentence *sentence, size_t at)
{
    add(sentence, at, at);
    sentence->figures[sentence->nr - 1].unit = CLAIM_TIMES;
    sentence->figures[sentence->nr - 1].name = "x";
}

void claim_figures_find(struct claim_sentence *sentence)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t at = 0; at < tokens->nr && sentence->nr < CLAIM_MOST_FOUND; at++) {
        const struct claim_number *number = number_at(tokens, at);
        bool is_rise;
        if (!number)
            continue;
        size_t partner = number->unit == CLAIM_RATE || number->unit == CLAIM_TIME ||
                                 number->unit == CLAIM_NO_UNIT
                             ? find_partner(tokens, at, &is_rise)
                             : 0;
        if (partner) {
            add(sentence, at, partner);
            sentence->figures[sentence->nr - 1].is_pair = true;
            sentence->figures[sentence->nr - 1].direction = is_rise ? 1 : -1;
            at = partner;
            continue;
        }
        size_t gap = range_gap(tokens, at), end = at + gap + 1;
        const struct claim_number *other = gap ? number_at(tokens, end) : NULL;
        bool is_range = other && other->unit != CLAIM_NO_UNIT &&
                        (number->unit == CLAIM_NO_UNIT ||
                         (number->unit == other->unit && !strcmp(number->name, other->name)));
        if (is_range) {
            add(sentence, at, end);
            at = end;
        } else if (is_factor(tokens, at)) {
            add_factor(sentence, at);
        } else if (number->unit != CLAIM_NO_UNIT) {
            add(sentence, at, at);
        }
    }
}
