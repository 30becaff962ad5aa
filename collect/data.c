#include "collect/data.h"

#include <string.h>

enum { GRAIN = 512 }; /* bytes that are compressed, marked and filled as one */

static void fill_random(struct random *random, unsigned char *at, size_t bytes)
{
    while (bytes >= sizeof(uint64_t)) {
        uint64_t word = random_next(random);
        memcpy(at, &word, sizeof word);
        at += sizeof word;
        bytes -= sizeof word;
    }
    uint64_t word = random_next(random);
    memcpy(at, &word, bytes);
}

static void fill_grain(const struct job *job, struct random *random, unsigned char *at,
                       size_t bytes)
{
    size_t zeros = bytes * (job->compress_pct > 100 ? 100 : job->compress_pct) / 100;
    fill_random(random, at, bytes - zeros);
    memset(at + bytes - zeros, 0, zeros);
}

static void fill_pattern(const struct job *job, unsigned char *at, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        size_t part = bytes - done < job->pattern_bytes ? bytes - done : job->pattern_bytes;
        memcpy(at + done, job->pattern, part);
        done += part;
    }
}

void data_fill(const struct job *job, struct random *random, void *buffer, size_t bytes)
{
    unsigned char *at = buffer;
    if (job->data == JOB_DATA_PATTERN && job->pattern_bytes > 0) {
        fill_pattern(job, at, bytes);
        return;
    }
    if (job->data != JOB_DATA_RANDOM) {
        memset(at, 0, bytes);
        return;
    }
    for (size_t done = 0; done < bytes; done += GRAIN)
        fill_grain(job, random, at + done, bytes - done < GRAIN ? bytes - done : GRAIN);
}

void data_mark(void *buffer, size_t bytes, uint64_t number)
{
    unsigned char *at = buffer;
    for (size_t done = 0; done + sizeof number <= bytes; done += GRAIN) {
        /* Grains of one buffer differ anyway; the next write's must from these. */
        uint64_t mark = (number << 16) ^ (done / GRAIN);
        memcpy(at + done, &mark, sizeof mark);
    }
}
