/* The parts of reading claims: numbers, words, sentences. */
#ifndef IOD_PARSE_CLAIM_PARTS_H
#define IOD_PARSE_CLAIM_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "record/record.h"

/* What a word is to a claim; a word may be several. */
enum claim_word {
    CLAIM_UP = 1 << 0,        /* says that something rose or got better */
    CLAIM_DOWN = 1 << 1,      /* fell or got worse */
    CLAIM_CHANGE = 1 << 2,    /* changed, whichever way */
    CLAIM_PLAIN = 1 << 3,     /* by itself about speed: "faster" */
    CLAIM_NEAR = 1 << 4,      /* counts only right beside the number: "up" */
    CLAIM_SUBJECT = 1 << 5,   /* what benchmarks measure */
    CLAIM_OTHER = 1 << 6,     /* what else may rise and fall: "memory", "depth" */
    CLAIM_NOT = 1 << 7,       /* denies */
    CLAIM_MAYBE = 1 << 8,     /* wishes, expects, supposes */
    CLAIM_STOP = 1 << 9,      /* ends what belongs to a number in front of it: "for" */
    CLAIM_SAME = 1 << 10,     /* "same", "identical" */
    CLAIM_DIFFERENCE = 1 << 11, /* what there is none of: "difference" */
    CLAIM_AGGREGATE = 1 << 12, /* "maximum", "average": belongs to the whole sentence */
    CLAIM_REACH = 1 << 13,    /* "reaches", before a share of something */
    CLAIM_WHOLE = 1 << 14,    /* what a share may be of: "reference" */
    CLAIM_LIMIT = 1 << 15,    /* "limited", before a rate */
    CLAIM_HARDWARE = 1 << 16, /* what is counted with "2x" */
    CLAIM_ASPECT = 1 << 17,   /* kept among the words: "random", "latency" */
};

/* Returns the bits of a word, without regard to case; 0 for a word that says nothing. */
unsigned claim_word_is(const char *word, size_t length);

/* Returns what the length bytes before a number say of it: "about", "up-to", "at-least" or
 * "" (constants). */
const char *claim_word_hedge(const char *before, size_t length);

/* Returns the operation that a word names, or NULL; a constant. */
const char *claim_word_op(const char *word, size_t length);

enum claim_unit { CLAIM_NO_UNIT, CLAIM_PERCENT, CLAIM_TIMES, CLAIM_RATE, CLAIM_TIME };

struct claim_number {
    double value;
    int sign;             /* -1, 1, or 0 where none is printed */
    enum claim_unit unit;
    bool is_word_times;   /* "10 times": may count repetitions as well */
    char name[12];        /* the unit as records have it: "%", "x", "MB/s", "ms" */
};

/* Reads a number with its unit at the start of length bytes; before is the byte in front, 0
 * for none.  Versions, dates, times of day and parts of names are no numbers.  Returns how
 * many bytes it spans, 0 where there is none. */
size_t claim_number_read(const char *at, size_t length, char before, struct claim_number *number);

/* A word, a number or a mark of a sentence. */
struct claim_token {
    size_t at, length; /* in the sentence */
    unsigned is;       /* bits of enum claim_word, of a word */
    char mark;         /* 0 for words and numbers; 'A' for an arrow */
    bool is_number;
    struct claim_number number;
};

enum { CLAIM_MOST_TOKENS = 200 };

struct claim_tokens {
    const char *text; /* the sentence with signs of typesetting as ASCII; same offsets */
    size_t length;
    struct claim_token at[CLAIM_MOST_TOKENS];
    size_t nr;
    unsigned is;      /* the bits of all words */
    bool is_question;
};

/* Cuts a sentence of length bytes into tokens; the text is a copy in the arena.  What is
 * beyond the most is left out. */
void claim_tokens_read(struct claim_tokens *tokens, const char *sentence, size_t length,
                       struct arena *arena);

/* Says whether the token at that place of the sentence is the whole word, without regard to
 * case; what claim_token_is() asks of tokens that begin alike. */
bool claim_token_is_all(const struct claim_token *token, const char *text, const char *word);

/* Says whether the token is that word, which stands here in lower case, without regard to
 * case.  Asked very often: the first letter tells of nearly all that they are not. */
static inline bool claim_token_is(const struct claim_tokens *tokens, size_t index,
                                  const char *word)
{
    if (index >= tokens->nr)
        return false;
    const struct claim_token *token = &tokens->at[index];
    const char *text = tokens->text + token->at;
    return (*text | 0x20) == *word && !token->mark && !token->is_number &&
           claim_token_is_all(token, text, word);
}

/* One claim of a sentence, before it is a record. */
struct claim_found {
    struct record_claim claim; /* text is not set */
    size_t at;                 /* the byte of the sentence where its number stands */
};

struct claim_names; /* the levels of the results, see claim_name.c */

/* Returns the names that results have, in the arena. */
struct claim_names *claim_names_new(struct arena *arena);
void claim_names_add(struct claim_names *names, const char *level);

enum { CLAIM_MOST_FOUND = 16 };

/* A number of a sentence, or a range of two, that may be one of a claim. */
struct claim_figure {
    size_t first, last; /* tokens */
    double low, high;
    int sign;
    enum claim_unit unit;
    bool is_word_times;
    bool is_pair;       /* two values, "from X to Y", rather than a range */
    int direction;      /* 1, -1, 0 for a claim without, or CLAIM_UNTOLD */
    bool is_share;      /* "93 % of the reference" */
    const char *name;
};

enum { CLAIM_UNTOLD = 2 };

struct claim_sentence {
    struct claim_tokens tokens;
    struct claim_figure figures[CLAIM_MOST_FOUND];
    size_t nr;
    const struct claim_names *names;
    bool has_results;
    struct arena *arena;
};

/* Finds the numbers of a sentence and what they form: ranges and pairs. */
void claim_figures_find(struct claim_sentence *sentence);

/* Tells the direction of each figure by the words about it. */
void claim_direction_tell(struct claim_sentence *sentence);

/* Finds what is said without a number: "no difference", "doubled", "half the speed".
 * Adds figures. */
void claim_phrase_find(struct claim_sentence *sentence);

/* Sets op and words of the claim of figure `at` from the words about it. */
void claim_words_set(const struct claim_sentence *sentence, size_t at, struct record_claim *claim);

/* Finds the claims in one sentence of length bytes.  Returns how many. */
size_t claim_sentence_read(const char *sentence, size_t length, const struct claim_names *names,
                           bool has_results, struct arena *arena,
                           struct claim_found found[CLAIM_MOST_FOUND]);

#endif
