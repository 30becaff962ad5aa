/* Words that the levels of a factor share: they name it, and are stripped. */
#ifndef IOD_PARSE_LABEL_WORDS_H
#define IOD_PARSE_LABEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"

/* Says whether one of nr levels, of several words, begins all others: then what they share
 * is a phrase, of which no part names a factor. */
bool label_words_are_phrase(const char *const *levels, size_t nr);

/* Returns how many leading words all nr levels share, or from_end how many trailing ones;
 * taken words of each are spoken for, and one at least is left. */
size_t label_words_shared(const char *const *levels, size_t nr, bool from_end, size_t taken);

/* Returns how many of the leading words can go: "100% random" and "100% sequential" share
 * a figure, which is part of what they say. */
size_t label_words_named(const char *level, size_t leading);

/* Says whether a level without so many leading and trailing words has one parenthesis of a
 * pair: "Speed (1st run)" without its last word. */
bool label_words_split_parentheses(const char *const *levels, size_t nr, size_t leading,
                                   size_t trailing);

/* Says whether the last of the leading words is the name: that of a thing whose versions or
 * sizes the levels are. */
bool label_words_end_in(const char *level, size_t leading, const char *name);

/* Takes the parentheses off levels that all stand in them. */
void label_words_unwrap(struct arena *arena, const char **levels, size_t nr);

/* Returns the level without so many leading and trailing words, in the arena. */
const char *label_words_without(struct arena *arena, const char *level, size_t leading,
                                size_t trailing);

/* Returns the name that the leading words of a level give: one of the vocabulary, else the
 * last word of letters; NULL for none. */
const char *label_words_name(struct arena *arena, const char *level, size_t leading);

/* Returns the noun in the trailing words of a level that is with or without it, NULL where
 * that is a patch or no noun. */
const char *label_words_noun(struct arena *arena, const char *level, size_t trailing);

#endif
