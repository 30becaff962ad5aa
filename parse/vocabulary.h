/* Vocabulary: the words of the field that name factors, operations and runs. */
#ifndef IOD_PARSE_VOCABULARY_H
#define IOD_PARSE_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>

struct vocabulary;

/* Returns the vocabulary, which the caller frees with vocabulary_free(). */
struct vocabulary *vocabulary_new(void);
void vocabulary_free(struct vocabulary *vocabulary);

/* Returns the factor that all of the nr levels are plainly levels of ("cache"
 * for NoCache and WriteBack), or NULL. */
const char *vocabulary_factor(struct vocabulary *vocabulary, const char *const *levels, size_t nr);

/* Returns the factor that a text is a level of and says nothing else ("NoCache",
 * "with the patch"), or NULL. */
const char *vocabulary_factor_of_all(struct vocabulary *vocabulary, const char *text);

/* Returns the factor that a word names ("read-ahead" gives readahead), or NULL. */
const char *vocabulary_name(const char *word, size_t length);

/* Returns the operation that a text names by a word such as "reading" or
 * "writes" ("read", "write"), or NULL where it names none or several. */
const char *vocabulary_op(const char *text);

/* Says whether what stands behind "read" or "write" makes the name of a setting of it:
 * "read-ahead", "write back", "write intent". */
bool vocabulary_is_setting(const char *behind);

/* Says whether nothing but an operation is named: "Sequential write:". */
bool vocabulary_is_op_only(const char *text);

/* Says whether nothing but a tool is named: "dd:", "Bonnie++ results". */
bool vocabulary_is_tool_only(const char *text);

/* Says whether length bytes end in a word of things that people number, and that differ:
 * "node" of "node1", "disk"; their numbers are no repetitions. */
bool vocabulary_is_thing(const char *text, size_t length);

/* Reads the number of a repetition from "Run 2", "Bonnie 3", "#1", "2nd run";
 * returns whether the text is one. */
bool vocabulary_run(const char *text, unsigned *run);

#endif
