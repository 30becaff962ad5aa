/* The words that the prefilter looks for. */
#ifndef IOD_PARSE_PREFILTER_WORDS_H
#define IOD_PARSE_PREFILTER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/prefilter.h"

enum { PREFILTER_SHORTEST = 3, PREFILTER_LONGEST = 20 }; /* bytes that a pattern stands for */

/* A word, and what must stand around it.  \d is a digit and \D none, \s white space or a
 * byte above ASCII, \w a letter or digit and \W none of these, \z NUL; other characters
 * stand for themselves, and their letters for both cases where any_case says so.  No blank
 * stands inside: mail wraps lines there, and encodes it. */
struct prefilter_word {
    const char *pattern;
    enum prefilter_kind kind;
    bool any_case;
};

extern const struct prefilter_word prefilter_words[];
extern const size_t prefilter_words_nr;

#endif
