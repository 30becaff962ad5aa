/* A sentence to its claims. */
#include <string.h>

#include "parse/claim_parts.h"

/* Sentences of code and of output have more signs than words. */
static bool is_prose(const struct claim_tokens *tokens)
{
    enum { FEWEST_WORDS = 2 };
    size_t words = 0, marks = 0, letters = 0, numbers = 0;
    for (size_t i = 0; i < tokens->nr; i++) {
        const struct claim_token *token = &tokens->at[i];
        bool is_sign = token->mark && !strchr(".,;:()!?-'/~A", token->mark);
        marks += is_sign;
        numbers += token->is_number;
        if (!token->mark && !token->is_number) {
            words++;
            letters += token->length;
        }
    }
    return words >= FEWEST_WORDS && words >= numbers && marks * 4 <= words && letters >= words * 2;
}

static const char *direction_name(int direction)
{
    return direction > 0 ? "increase" : direction < 0 ? "decrease" : "none";
}

static bool is_alike(const struct record_claim *left, const struct record_claim *right)
{
    return left->low == right->low && left->high == right->high &&
           !strcmp(left->unit, right->unit) && !strcmp(left->direction, right->direction) &&
           !strcmp(left->op, right->op) && left->words_nr == right->words_nr;
}

static struct record_claim make(const struct claim_sentence *sentence, size_t at)
{
    const struct claim_figure *figure = &sentence->figures[at];
    const struct claim_tokens *tokens = &sentence->tokens;
    struct record_claim claim = {.low = figure->low,
                                 .high = figure->high,
                                 .unit = arena_string(sentence->arena, figure->name),
                                 .direction = direction_name(figure->direction)};
    bool is_none = figure->direction == 0 && figure->high == 0;
    claim.hedge = is_none ? ""
                          : claim_word_hedge(tokens->text, tokens->at[figure->first].at);
    claim_words_set(sentence, at, &claim);
    return claim;
}

size_t claim_sentence_read(const char *text, size_t length, const struct claim_names *names,
                           bool has_results, struct arena *arena,
                           struct claim_found found[CLAIM_MOST_FOUND])
{
    struct claim_sentence sentence; /* not zeroed: it has room for very many tokens */
    size_t nr = 0;
    sentence.nr = 0;
    sentence.names = names;
    sentence.has_results = has_results;
    sentence.arena = arena;
    claim_tokens_read(&sentence.tokens, text, length, arena);
    if (sentence.tokens.is_question || !is_prose(&sentence.tokens))
        return 0;
    claim_figures_find(&sentence);
    claim_direction_tell(&sentence);
    claim_phrase_find(&sentence);
    for (size_t i = 0; i < sentence.nr; i++) {
        const struct claim_figure *figure = &sentence.figures[i];
        if (figure->direction == CLAIM_UNTOLD)
            continue;
        struct claim_found one = {make(&sentence, i), sentence.tokens.at[figure->first].at};
        bool is_again = false;
        for (size_t k = 0; k < nr; k++)
            is_again = is_again || is_alike(&found[k].claim, &one.claim);
        if (!is_again)
            found[nr++] = one;
    }
    return nr;
}
