/* Directions: which of the words about a number says that something rose or fell. */
#include <stdlib.h>
#include <string.h>

#include "parse/claim_parts.h"

enum { WAYS = CLAIM_UP | CLAIM_DOWN | CLAIM_CHANGE, NOWHERE = -1 };

static int way_of(unsigned is)
{
    return is & CLAIM_UP ? 1 : is & CLAIM_DOWN ? -1 : 0;
}

static bool is_in_figure(const struct claim_sentence *sentence, size_t token)
{
    for (size_t i = 0; i < sentence->nr; i++)
        if (sentence->figures[i].first <= token && token <= sentence->figures[i].last)
            return true;
    return false;
}

/* "better than the 5 MB/s of last week": a value, no difference. */
static bool stands_above_rate(const struct claim_tokens *tokens, size_t at)
{
    enum { FARTHEST = 4 };
    if (!claim_token_is(tokens, at + 1, "than"))
        return false;
    for (size_t i = at + 2; i < tokens->nr && i <= at + FARTHEST; i++)
        if (tokens->at[i].is_number)
            return tokens->at[i].number.unit == CLAIM_RATE || i == at + 2;
    return false;
}

/* "up to 5 %", "more than 5 %": a hedge, no direction. */
static bool is_hedge(const struct claim_tokens *tokens, size_t at)
{
    bool is_up = claim_token_is(tokens, at, "up"), is_more = claim_token_is(tokens, at, "more") ||
                                                             claim_token_is(tokens, at, "less");
    return (is_up && claim_token_is(tokens, at + 1, "to")) ||
           (is_more && (claim_token_is(tokens, at + 1, "than") ||
                        claim_token_is(tokens, at + 1, "or"))) ||
           stands_above_rate(tokens, at);
}

static bool is_way(const struct claim_tokens *tokens, size_t at)
{
    return (tokens->at[at].is & WAYS) && !is_hedge(tokens, at);
}

/* Looks behind the figure: "11 % slower", "5 % better random reads".  Returns the token, or
 * NOWHERE. */
static int look_behind(const struct claim_sentence *sentence, const struct claim_figure *figure)
{
    enum { FARTHEST = 5 };
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t i = figure->last + 1; i < tokens->nr && i <= figure->last + FARTHEST; i++) {
        const struct claim_token *token = &tokens->at[i];
        if (token->mark == '(' && i == figure->last + 1)
            continue;
        if (token->mark || is_in_figure(sentence, i))
            return NOWHERE;
        if (is_way(tokens, i) && (!(token->is & CLAIM_NEAR) || i == figure->last + 1))
            return (int)i;
        if ((token->is & CLAIM_STOP) && !(token->is & CLAIM_NOT))
            return NOWHERE;
    }
    return NOWHERE;
}

/* Looks in front: "improved by about 5 %", "a drop of 5 %", "better than B: 5 %". */
static int look_before(const struct claim_sentence *sentence, const struct claim_figure *figure)
{
    enum { FARTHEST = 9 };
    const struct claim_tokens *tokens = &sentence->tokens;
    size_t steps = 0;
    for (size_t i = figure->first; i-- > 0 && ++steps <= FARTHEST;) {
        const struct claim_token *token = &tokens->at[i];
        if (token->mark == ';' || (token->is_number && is_in_figure(sentence, i)))
            return NOWHERE;
        if (token->mark == ',')
            steps += 2;
        if (is_way(tokens, i) &&
            (!(token->is & CLAIM_NEAR) || steps <= 2 || claim_token_is(tokens, i + 1, "by")))
            return (int)i;
    }
    return NOWHERE;
}

/* Says whether a word shortly before denies what token at says: "did not improve by 5 %".
 * What the sentence says without a number is phrase's. */
static bool is_denied(const struct claim_sentence *sentence, size_t at)
{
    enum { FARTHEST = 4 };
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t i = at; i-- > 0 && at - i <= FARTHEST && !tokens->at[i].mark;)
        if (tokens->at[i].is & CLAIM_NOT)
            return true;
    return false;
}

/* Says whether a word of the sentence before the token wishes or supposes it. */
static bool is_supposed(const struct claim_tokens *tokens, size_t at)
{
    enum { FARTHEST = 12 };
    for (size_t i = at; i < tokens->nr; i++) /* "10% slower in theory" */
        if (claim_token_is(tokens, i, "theory") || claim_token_is(tokens, i, "paper"))
            return true;
    for (size_t i = at; i-- > 0 && at - i <= FARTHEST && tokens->at[i].mark != ';';)
        if (tokens->at[i].is & CLAIM_MAYBE)
            return true;
    return false;
}

/* How far the nearest word of those kinds is from a token, on either side. */
static size_t distance_to(const struct claim_tokens *tokens, size_t at, unsigned kinds)
{
    size_t nearest = tokens->nr;
    for (size_t i = 0; i < tokens->nr; i++) {
        size_t distance = i > at ? i - at : at - i;
        /* "with 8 threads" says how, and not what rose */
        if (i && kinds == CLAIM_OTHER && tokens->at[i - 1].is_number)
            continue;
        if (i != at && (tokens->at[i].is & kinds) && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

static bool names_rate(const struct claim_tokens *tokens)
{
    for (size_t i = 0; i < tokens->nr; i++)
        if (tokens->at[i].is_number && tokens->at[i].number.unit == CLAIM_RATE)
            return true;
    return false;
}

/* "The cache hit rate improved from 80 % to 95 %": shares of what happens. */
static bool is_of_chance(const struct claim_tokens *tokens)
{
    static const char *const words[] = {"hit", "miss", "error", "failure", "success", "sample",
                                        "dedup", "merge", "drop"};
    for (size_t i = 1; i < tokens->nr; i++)
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            if ((claim_token_is(tokens, i, "rate") || claim_token_is(tokens, i, "rates") ||
                 claim_token_is(tokens, i, "ratio")) &&
                claim_token_is(tokens, i - 1, words[k]))
                return true;
    return false;
}

/* Says whether the change that token `at` tells may be one of a benchmark: by the words
 * about it that name what is measured, or something else. */
static bool claim_direction_is_measured(const struct claim_sentence *sentence, size_t at)
{
    enum { NEAR = 4 };
    const struct claim_tokens *tokens = &sentence->tokens;
    size_t subject = distance_to(tokens, at, CLAIM_SUBJECT),
           other = distance_to(tokens, at, CLAIM_OTHER);
    if ((other <= NEAR && other <= subject) || is_of_chance(tokens))
        return false;
    return (tokens->at[at].is & CLAIM_PLAIN) || (tokens->is & CLAIM_SUBJECT) || names_rate(tokens);
}

/* "2x 300 GB disks" */
static bool counts_things(const struct claim_sentence *sentence, const struct claim_figure *figure)
{
    enum { FARTHEST = 3 };
    const struct claim_tokens *tokens = &sentence->tokens;
    if (figure->unit != CLAIM_TIMES)
        return false;
    for (size_t i = figure->last + 1; i < tokens->nr && i <= figure->last + FARTHEST; i++) {
        if (is_way(tokens, i) || (tokens->at[i].is & CLAIM_STOP) || tokens->at[i].mark)
            return false;
        if (tokens->at[i].is & CLAIM_HARDWARE)
            return true;
    }
    return false;
}

/* "10 times" counts repetitions unless the word stands right there. */
static bool is_right_beside(const struct claim_figure *figure, int at)
{
    if (!figure->is_word_times && figure->unit != CLAIM_RATE && figure->unit != CLAIM_TIME)
        return true;
    return at > (int)figure->last ? at - (int)figure->last <= 3 : (int)figure->first - at <= 4;
}

/* "only reaches 93 % of the reference" */
static bool is_share(const struct claim_sentence *sentence, const struct claim_figure *figure)
{
    enum { BEFORE = 5, BEHIND = 5 };
    const struct claim_tokens *tokens = &sentence->tokens;
    bool has_verb = false, has_whole = false;
    if (figure->unit != CLAIM_PERCENT || !claim_token_is(tokens, figure->last + 1, "of"))
        return false;
    for (size_t i = figure->first; i-- > 0 && figure->first - i <= BEFORE;)
        has_verb = has_verb || (tokens->at[i].is & CLAIM_REACH);
    for (size_t i = figure->last + 2; i < tokens->nr && i <= figure->last + 1 + BEHIND; i++)
        has_whole = has_whole || (tokens->at[i].is & (CLAIM_WHOLE | CLAIM_SUBJECT)) ||
                    claim_token_is(tokens, i, "speed");
    return has_verb && has_whole;
}

/* "limited to 80 MB/s", "never exceeds 80 MB/s" */
static bool is_limit(const struct claim_sentence *sentence, const struct claim_figure *figure)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    size_t length = strlen(figure->name);
    if (length > 2 && !strcmp(figure->name + length - 3, "b/s"))
        return false; /* that of a network */
    for (size_t i = figure->first; figure->unit == CLAIM_RATE && i-- > 0 && figure->first - i <= 2;)
        if (tokens->at[i].is & CLAIM_LIMIT)
            return true;
    return false;
}

/* A figure of the same kind in front, with what it says: "35 % for A and 37 % for B". */
static int inherit(const struct claim_sentence *sentence, size_t at)
{
    enum { FARTHEST = 14 };
    const struct claim_figure *figure = &sentence->figures[at];
    if (!at)
        return CLAIM_UNTOLD;
    const struct claim_figure *before = &sentence->figures[at - 1];
    bool is_alike = before->unit == figure->unit ||
                    (before->unit == CLAIM_TIMES && figure->unit == CLAIM_PERCENT);
    if (!is_alike || before->is_share || before->is_pair ||
        figure->first - before->last > FARTHEST || before->direction == CLAIM_UNTOLD)
        return CLAIM_UNTOLD;
    for (size_t i = before->last; i < figure->first; i++)
        if (sentence->tokens.at[i].mark == ';' ||
            claim_token_is(&sentence->tokens, i, "rather") ||
            (sentence->tokens.at[i].is & CLAIM_OTHER))
            return CLAIM_UNTOLD;
    return before->direction;
}

/* The nearer of two words; what follows right behind counts first. */
static int choose(const struct claim_figure *figure, int behind, int before)
{
    if (behind == NOWHERE || before == NOWHERE)
        return behind == NOWHERE ? before : behind;
    return behind - (int)figure->last <= (int)figure->first - before ? behind : before;
}

static int tell(const struct claim_sentence *sentence, size_t at)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    const struct claim_figure *figure = &sentence->figures[at];
    int behind = look_behind(sentence, figure), before = look_before(sentence, figure);
    int word = choose(figure, behind, before);
    /* "-32 % rather than -47 %": the latter corrects somebody. */
    for (size_t i = figure->first; i-- > 0 && figure->first - i <= 3;)
        if (claim_token_is(tokens, i, "rather"))
            return CLAIM_UNTOLD;
    if (word == NOWHERE) {
        int inherited = inherit(sentence, at);
        bool is_about = (tokens->is & (CLAIM_SUBJECT | CLAIM_PLAIN)) && !(tokens->is & CLAIM_OTHER);
        return inherited != CLAIM_UNTOLD && !figure->sign ? inherited
               : figure->sign && is_about && figure->unit != CLAIM_TIMES ? figure->sign
                                                                         : CLAIM_UNTOLD;
    }
    bool is_change_of_any = figure->unit == CLAIM_TIMES && sentence->has_results &&
                            !figure->is_word_times;
    if (!is_right_beside(figure, word) || is_denied(sentence, (size_t)word) ||
        is_denied(sentence, figure->first) ||
        (!claim_direction_is_measured(sentence, (size_t)word) &&
         !(is_change_of_any && distance_to(tokens, (size_t)word, CLAIM_OTHER) > 4)))
        return CLAIM_UNTOLD;
    int way = way_of(tokens->at[word].is);
    return way ? way : figure->sign ? figure->sign : 1;
}

/* "5 ms" is claimed of a latency alone. */
static bool is_of_latency(const struct claim_tokens *tokens)
{
    static const char *const words[] = {"latency", "latencies", "lat", "clat", "slat"};
    for (size_t i = 0; i < tokens->nr; i++)
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            if (claim_token_is(tokens, i, words[k]))
                return true;
    return false;
}

void claim_direction_tell(struct claim_sentence *sentence)
{
    for (size_t i = 0; i < sentence->nr; i++) {
        struct claim_figure *figure = &sentence->figures[i];
        bool is_measured = (sentence->tokens.is & (CLAIM_SUBJECT | CLAIM_PLAIN | CLAIM_UP | CLAIM_DOWN));
        if (is_supposed(&sentence->tokens, figure->first) || counts_things(sentence, figure) ||
            (figure->unit == CLAIM_TIME && !is_of_latency(&sentence->tokens))) {
            figure->direction = CLAIM_UNTOLD;
        } else if (figure->is_pair) {
            figure->direction = is_measured ? figure->direction : CLAIM_UNTOLD;
        } else if (is_share(sentence, figure)) {
            figure->is_share = true;
            figure->direction = -1;
        } else if (is_limit(sentence, figure)) {
            figure->direction = 0;
        } else {
            figure->direction = tell(sentence, i);
        }
    }
}
