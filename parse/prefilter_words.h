/* The words that the prefilter looks for. */
#ifndef IOD_PARSE_PREFILTER_WORDS_H
#define IOD_PARSE_PREFILTER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/prefilter.h"

enum { PREFILTER_LONGEST = 20, PREFILTER_BUCKETS = 8 }; /* bytes that a pattern stands for */

/* What prefilter_may_hold() undoes. */
enum prefilter_hiding { PREFILTER_PLAIN, PREFILTER_BASE64, PREFILTER_QUOTED, PREFILTER_HTML };

/* A word, and what must stand around it.  \d is a digit and \D none, \s white space or a
 * byte above ASCII, \w a letter or digit and \W none of these, \u the letter of a unit, \e what
 * stands for "second" behind a rate, or cut away, \o a digit but 8, \v what
 * a number may begin with, a blank included, \z NUL, \b what base64 has not, \n what is
 * no sign of equality and \p what is none of percent; other characters stand for
 * themselves, and their letters for both cases where any_case says so.  No blank stands
 * inside: mail wraps lines there, and encodes it. */
struct prefilter_word {
    const char *pattern;
    enum prefilter_kind kind;
    bool any_case;

    /* What the scan looks for first: the four places of the pattern from anchor on, together
     * with those of the other words of its bucket.  Any will do; these were chosen, word by
     * word, by how much of mail, code and encoded parts looks like a bucket and is looked at
     * in vain.  Where a pattern is shorter, any bytes stand behind it. */
    unsigned char anchor, bucket;

    enum prefilter_hiding hiding; /* what a PREFILTER_DECODE names */
};

extern const struct prefilter_word prefilter_words[];
extern const size_t prefilter_words_nr;

#endif
