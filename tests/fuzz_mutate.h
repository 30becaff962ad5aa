/* Inputs for fuzzing: an input that is changed at random, the same way each time. */
#ifndef IOD_TESTS_FUZZ_MUTATE_H
#define IOD_TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_LARGEST = 3 << 20 };

struct fuzz_input {
    char *bytes; /* owned; FUZZ_LARGEST of them */
    size_t length;
};

/* What an input is spliced with. */
struct fuzz_seed {
    const char *bytes; /* borrowed */
    size_t length;
};

/* Starts the sequence of random numbers again. */
void fuzz_random_start(uint64_t seed);

/* Returns a number below limit, which is not 0. */
size_t fuzz_random(size_t limit);

/* Puts length bytes in place of the input's, as far as there is room. */
void fuzz_set(struct fuzz_input *input, const char *bytes, size_t length);

/* Changes the input in a few places: bytes, numbers, separators, lines, quotation
 * marks, pieces of other formats and of another seed, line ends, NUL bytes; rarely
 * a line of a mebibyte or brackets nested very deep. */
void fuzz_mutate(struct fuzz_input *input, const struct fuzz_seed *other);

#endif
