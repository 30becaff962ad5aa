/* What a fuzzing program can throw input at. */
#ifndef IOD_TESTS_FUZZ_TARGETS_H
#define IOD_TESTS_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

struct tool_parser;

struct fuzz_target {
    const char *name;  /* also of its folder in tests/fuzz/ */
    void (*try)(const struct fuzz_target *target, const char *bytes, size_t length);
    const struct tool_parser *parser; /* that try runs alone, NULL for none */
    const char *more; /* a folder of more seeds, in the sources; NULL: none */
};

/* The targets, ended by one without a name. */
extern const struct fuzz_target fuzz_targets[];

/* Returns the target of that name, or NULL. */
const struct fuzz_target *fuzz_target_find(const char *name);

/* Returns the name of the first thing that should have a target and has none (a parser of
 * parse/tools.c), or NULL. */
const char *fuzz_without_target(void);

#endif
