/* What the fuzzing program can throw input at. */
#ifndef IOD_TESTS_FUZZ_TARGETS_H
#define IOD_TESTS_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/tool.h"

struct fuzz_target {
    const char *name;  /* also of its folder in tests/fuzz/ */
    void (*try)(const struct fuzz_target *target, const char *bytes, size_t length);
    const struct tool_parser *parser; /* that try runs alone, NULL for none */
};

/* The targets, ended by one without a name. */
extern const struct fuzz_target fuzz_targets[];

/* Returns the target of that name, or NULL. */
const struct fuzz_target *fuzz_target_find(const char *name);

/* Returns the name of the first parser of parse/tools.c that no target runs alone,
 * or NULL. */
const char *fuzz_parser_without_target(void);

#endif
