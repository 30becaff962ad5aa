/* Names: words by which the results of a text are told apart. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/claim_parts.h"

enum { MOST_NAMES = 128, SHORTEST_PART = 2 };

struct claim_names {
    struct arena *arena;
    const char *at[MOST_NAMES];
    size_t nr;
};

struct claim_names *claim_names_new(struct arena *arena)
{
    struct claim_names *names = arena_alloc(arena, sizeof *names);
    *names = (struct claim_names){.arena = arena};
    return names;
}

void claim_names_add(struct claim_names *names, const char *level)
{
    for (size_t i = 0; i < names->nr; i++)
        if (!strcmp(names->at[i], level))
            return;
    if (names->nr < MOST_NAMES && *level)
        names->at[names->nr++] = level;
}

/* Words that stand in levels and name none. */
static bool is_common(const char *word, size_t length)
{
    static const char *const common[] = {"the", "via", "and", "with", "for", "disk", "of",  "on",
                                         "in",  "a",   "to",  "run",  "no",  "by",   "dev", "test",
                                         "is",  "an",  "at",  "or",   "as",  "using"};
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strlen(common[i]) == length && !strncasecmp(common[i], word, length))
            return true;
    return false;
}

/* Says whether a part of a level is the word, or the word with a number: "md" of "md0". */
static bool is_part(const char *part, size_t part_length, const char *word, size_t length)
{
    bool has_number = part_length == length + 1 && isdigit((unsigned char)part[length]);
    return (part_length == length || has_number) && !strncasecmp(part, word, length);
}

/* "virtio" does not name "virtio-scsi", but "iscsi" names a long "by-path/ip-…-iscsi-…". */
static bool is_piece(const char *part, size_t part_length, const char *word, size_t length)
{
    enum { LONG_PART = 24 };
    for (size_t at = 0, end; part_length >= LONG_PART && at < part_length; at = end + 1) {
        end = at;
        while (end < part_length && !strchr("-_.", part[end]))
            end++;
        if (end - at == length && !strncasecmp(part + at, word, length))
            return true;
    }
    return false;
}

/* Says whether a word names a level, or a part of one. */
static bool is_name_of(const struct claim_names *names, const char *word, size_t length)
{
    if (length < SHORTEST_PART || is_common(word, length) ||
        strspn(word, "0123456789.") >= length)
        return false;
    for (size_t i = 0; i < names->nr; i++) {
        for (const char *at = names->at[i]; *at;) {
            size_t part = 0;
            while (isalnum((unsigned char)at[part]) || (part && at[part] && strchr("-_.", at[part])) ||
                   (unsigned char)at[part] >= 0x80)
                part++;
            if (is_part(at, part, word, length) || is_piece(at, part, word, length))
                return true;
            at += part ? part : 1;
        }
    }
    return false;
}

/* The words gathered for one claim. */
struct gathered {
    struct arena *arena;
    struct record_claim *claim;
    size_t room;
};

static void gather(struct gathered *gathered, const char *word, size_t length)
{
    struct record_claim *claim = gathered->claim;
    for (size_t i = 0; i < claim->words_nr; i++)
        if (strlen(claim->words[i]) == length && !strncasecmp(claim->words[i], word, length))
            return;
    claim->words = arena_grow(gathered->arena, claim->words, claim->words_nr, &gathered->room,
                              sizeof *claim->words);
    claim->words[claim->words_nr++] = arena_text(gathered->arena, word, length);
}

/* "My reading of it" is no operation. */
static bool is_opinion(const struct claim_tokens *tokens, size_t at)
{
    static const char *const whose[] = {"my", "your", "his", "her", "their", "our"};
    for (size_t i = 0; at && i < sizeof whose / sizeof whose[0]; i++)
        if (claim_token_is(tokens, at - 1, whose[i]))
            return claim_token_is(tokens, at, "reading");
    return false;
}

/* Returns the one operation that the tokens from to to name, "" for none or several. */
static const char *find_op(const struct claim_tokens *tokens, size_t from, size_t to)
{
    const char *op = "";
    for (size_t i = from; i < to; i++) {
        const struct claim_token *token = &tokens->at[i];
        const char *named =
            token->mark || token->is_number || is_opinion(tokens, i)
                ? NULL
                : claim_word_op(tokens->text + token->at, token->length);
        if (named && *op && strcmp(op, named))
            return "";
        op = named ? named : op;
    }
    return op;
}

static void gather_tokens(const struct claim_sentence *sentence, struct gathered *gathered,
                          size_t from, size_t to, unsigned kinds, bool takes_names)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t i = from; i < to; i++) {
        const struct claim_token *token = &tokens->at[i];
        const char *word = tokens->text + token->at;
        if (token->mark || token->is_number)
            continue;
        if ((token->is & kinds) ||
            (takes_names && is_name_of(sentence->names, word, token->length)))
            gather(gathered, word, token->length);
    }
}

/* "better than STGT", "gain over lsi", "instead of ide": a name, whether results have it or
 * not, unless it is a word of every day. */
static void gather_baseline(const struct claim_sentence *sentence, struct gathered *gathered,
                            size_t from, size_t to)
{
    static const char *const leads[] = {"than", "over", "against", "versus", "vs", "instead"};
    static const char *const common[] = {
        "the",  "a",    "an",    "before", "previous", "previously", "old",  "both", "all",  "other",
        "that", "what", "it",    "with",   "without",  "in",         "any",  "last", "that", "ever",
        "of",   "my",   "on",    "we",     "i",        "when",       "base", "this", "time", "using",
        "baseline", "original", "stock", "mainline", "vanilla", "current", "expected", "for",
        "unpatched", "current", "now", "these", "those", "one", "existing", "default", "previous"};
    const struct claim_tokens *tokens = &sentence->tokens;
    for (size_t i = from; i + 1 < to; i++) {
        bool leads_one = false, is_common = false;
        for (size_t k = 0; k < sizeof leads / sizeof leads[0]; k++)
            leads_one = leads_one || claim_token_is(tokens, i, leads[k]);
        size_t at = claim_token_is(tokens, i + 1, "of") ? i + 2 : i + 1;
        if (!leads_one || at >= to || tokens->at[at].mark || tokens->at[at].is_number)
            continue;
        for (size_t k = 0; k < sizeof common / sizeof common[0]; k++)
            is_common = is_common || claim_token_is(tokens, at, common[k]);
        if (!is_common && !tokens->at[at].is)
            gather(gathered, tokens->text + tokens->at[at].at, tokens->at[at].length);
    }
}

/* "130x (pswpin)" */
static void gather_bracket(const struct claim_sentence *sentence, struct gathered *gathered,
                           const struct claim_figure *figure)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    size_t at = figure->last + 1;
    if (at + 2 < tokens->nr && tokens->at[at].mark == '(' && tokens->at[at + 2].mark == ')' &&
        !tokens->at[at + 1].mark && !tokens->at[at + 1].is_number && !tokens->at[at + 1].is)
        gather(gathered, tokens->text + tokens->at[at + 1].at, tokens->at[at + 1].length);
}

/* Says whether a token parts what belongs to two numbers. */
static bool parts(const struct claim_tokens *tokens, size_t at)
{
    return tokens->at[at].mark == ',' || tokens->at[at].mark == ';' ||
           claim_token_is(tokens, at, "and") || claim_token_is(tokens, at, "but") ||
           claim_token_is(tokens, at, "while");
}

/* Where what belongs to a number ends, of two that stand one after the other. */
static size_t border(const struct claim_tokens *tokens, size_t from, size_t to)
{
    for (size_t at = to; at-- > from;)
        if (parts(tokens, at))
            return at;
    return to;
}

void claim_words_set(const struct claim_sentence *sentence, size_t at, struct record_claim *claim)
{
    const struct claim_tokens *tokens = &sentence->tokens;
    const struct claim_figure *figure = &sentence->figures[at];
    size_t shared = figure->first, next = tokens->nr, own = 0;
    for (size_t i = 0; i < sentence->nr; i++) {
        const struct claim_figure *other = &sentence->figures[i];
        shared = other->first < shared ? other->first : shared;
        next = other->first > figure->last && other->first < next ? other->first : next;
        own = other->last < figure->first && other->last + 1 > own ? other->last + 1 : own;
    }
    own = own ? border(tokens, own, figure->first) : 0;
    next = next < tokens->nr ? border(tokens, figure->last + 1, next) : next;
    claim->op = find_op(tokens, figure->last + 1, next);
    if (!*claim->op)
        claim->op = find_op(tokens, own, figure->first);
    if (!*claim->op)
        claim->op = find_op(tokens, 0, shared);
    /* What stands between two values belongs to both. */
    if (!*claim->op && figure->is_pair)
        claim->op = find_op(tokens, 0, tokens->nr);
    struct gathered gathered = {.arena = sentence->arena, .claim = claim};
    gather_tokens(sentence, &gathered, own, next, CLAIM_ASPECT, true);
    /* What is measured is that of the number itself, where it names any. */
    gather_tokens(sentence, &gathered, 0, shared, claim->words_nr ? 0 : CLAIM_ASPECT, true);
    gather_baseline(sentence, &gathered, 0, shared);
    gather_baseline(sentence, &gathered, own, next);
    gather_bracket(sentence, &gathered, figure);
    gather_tokens(sentence, &gathered, 0, tokens->nr, CLAIM_AGGREGATE, false);
    if (figure->is_share)
        gather(&gathered, "of", 2);
    for (size_t i = figure->last + 1; i + 1 < next; i++)
        if (claim_token_is(tokens, i, "per"))
            gather(&gathered, "per", 3);
}
