#include "collect/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/checksum.h"
#include "record/memory.h"

enum {
    AT_BYTES = 8,
    AT_KIND = 12,
    AT_OFFSET = 16,
    AT_RUN = 24,
    AT_SEED = 32,
    AT_NUMBER = 40,
    AT_FILE = 48,
    AT_CHECKSUM = 52,
};

static const char magic[8] = {'i', 'o', 'd', 'v', 'r', 'f', 'y', '1'};

struct verify {
    const struct job *job;
    const struct engine_file *files;
    uint64_t run, seed;
    uint64_t block_bytes; /* 0: each write is one */
    bool writes_once;     /* no place twice */
    enum checksum kind;
    struct worker_verify hooks;
};

static void put(unsigned char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static uint32_t sum_of(enum checksum kind, const unsigned char *block, uint64_t bytes)
{
    uint32_t sum = checksum_add(kind, 0, block, AT_CHECKSUM);
    return checksum_add(kind, sum, block + VERIFY_HEADER_BYTES, bytes - VERIFY_HEADER_BYTES);
}

static void sign_block(const struct verify *v, const struct io *io, uint64_t number,
                       uint64_t done, uint64_t bytes, unsigned char *block)
{
    memcpy(block, magic, sizeof magic);
    put(block + AT_BYTES, bytes, 4);
    put(block + AT_KIND, v->kind, 4);
    put(block + AT_OFFSET, io->offset_bytes + done, 8);
    put(block + AT_RUN, v->run, 8);
    put(block + AT_SEED, v->seed, 8);
    put(block + AT_NUMBER, number, 8);
    put(block + AT_FILE, io->file, 4);
    put(block + AT_CHECKSUM, sum_of(v->kind, block, bytes), 4);
}

static void sign(void *context, const struct io *io, uint64_t number, unsigned char *buffer)
{
    const struct verify *v = context;
    /* What is shorter is the end of a file. */
    bool is_whole = !v->block_bytes || io->bytes % v->block_bytes;
    uint64_t block = is_whole ? io->bytes : v->block_bytes;
    if (block < VERIFY_HEADER_BYTES)
        return;
    for (uint64_t done = 0; done < io->bytes; done += block)
        sign_block(v, io, number, done, block, buffer + done);
}

/* Fills *why with what is wrong of a block, and returns false. */
static bool report(const struct verify *v, const struct io *io, uint64_t done, uint64_t bytes,
                   const char *what, struct diag *why)
{
    char link[32], path[256];
    snprintf(link, sizeof link, "/proc/self/fd/%d", v->files[io->file].fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    diag_set(why, DIAG_SKIP, path, 0, NULL,
             "job %s: %llu bytes at %llu are not as they were written: %s", v->job->name,
             (unsigned long long)bytes, (unsigned long long)(io->offset_bytes + done), what);
    return false;
}

/* What of a sound block is not what this run wrote there; NULL where all is. */
static const char *find_foreign(const struct verify *v, const struct io *io, uint64_t number,
                                const unsigned char *block)
{
    if (get(block + AT_RUN, 8) != v->run)
        return "they are of an earlier run";
    /* Another clone of this run may write to the same file. */
    if (get(block + AT_SEED, 8) != v->seed)
        return NULL;
    if (get(block + AT_FILE, 4) != io->file)
        return "they are of another file";
    if (v->writes_once && get(block + AT_NUMBER, 8) != number)
        return "they are of another write";
    return NULL;
}

static bool check_block(const struct verify *v, const struct io *io, uint64_t number,
                        uint64_t *done, const unsigned char *block, struct diag *why)
{
    char text[96];
    uint64_t left = io->bytes - *done, at = io->offset_bytes + *done;
    uint64_t shown = v->block_bytes && v->block_bytes < left ? v->block_bytes : left;
    if (left < VERIFY_HEADER_BYTES || memcmp(block, magic, sizeof magic) != 0)
        return report(v, io, *done, shown, "their header is not there", why);
    uint64_t bytes = get(block + AT_BYTES, 4), found = get(block + AT_OFFSET, 8);
    if (bytes < VERIFY_HEADER_BYTES || get(block + AT_KIND, 4) >= CHECKSUMS_NR)
        return report(v, io, *done, shown, "their header is damaged", why);
    if (bytes > left) {
        snprintf(text, sizeof text, "they are part of a block of %llu bytes",
                 (unsigned long long)bytes);
        return report(v, io, *done, left, text, why);
    }
    enum checksum kind = (enum checksum)get(block + AT_KIND, 4);
    uint32_t is = sum_of(kind, block, bytes), said = (uint32_t)get(block + AT_CHECKSUM, 4);
    if (is != said) {
        snprintf(text, sizeof text, "their %s is %08x, and was %08x", checksum_name(kind), is,
                 said);
        return report(v, io, *done, bytes, text, why);
    }
    if (found != at) {
        snprintf(text, sizeof text, "they were written at %llu", (unsigned long long)found);
        return report(v, io, *done, bytes, text, why);
    }
    const char *foreign =
        number != WORKER_NUMBER_ANY ? find_foreign(v, io, number, block) : NULL;
    if (foreign)
        return report(v, io, *done, bytes, foreign, why);
    *done += bytes;
    return true;
}

static bool check(void *context, const struct io *io, uint64_t number,
                  const unsigned char *buffer, struct diag *why)
{
    const struct verify *v = context;
    uint64_t done = 0;
    while (done < io->bytes)
        if (!check_block(v, io, number, &done, buffer + done, why))
            return false;
    return true;
}

static void sign_pattern(void *context, const struct io *io, uint64_t number,
                         unsigned char *buffer)
{
    const struct job *job = ((const struct verify *)context)->job;
    (void)number;
    for (uint64_t done = 0; done < io->bytes; done += job->pattern_bytes) {
        uint64_t left = io->bytes - done;
        memcpy(buffer + done, job->pattern, left < job->pattern_bytes ? left : job->pattern_bytes);
    }
}

static bool check_pattern(void *context, const struct io *io, uint64_t number,
                          const unsigned char *buffer, struct diag *why)
{
    const struct verify *v = context;
    (void)number;
    for (uint64_t i = 0; i < io->bytes; i++) {
        unsigned char expected = v->job->pattern[i % v->job->pattern_bytes];
        if (buffer[i] == expected)
            continue;
        char text[64];
        snprintf(text, sizeof text, "byte %llu of them is 0x%02x, and was 0x%02x",
                 (unsigned long long)i, buffer[i], expected);
        return report(v, io, 0, io->bytes, text, why);
    }
    return true;
}

/* Whether all writes of the job are multiples of so many bytes. */
static bool all_are_multiples(const struct job *job, uint64_t bytes)
{
    for (unsigned i = 0; i < job->splits_nr[IO_WRITE]; i++)
        if (job->splits[IO_WRITE][i].bs_bytes % bytes)
            return false;
    return job->splits_nr[IO_WRITE] || (job->bs_bytes[IO_WRITE].least % bytes == 0 &&
                                        job->bs_bytes[IO_WRITE].most % bytes == 0);
}

uint64_t verify_block_bytes(const struct job *job)
{
    static const uint64_t sizes[] = {4096, VERIFY_BLOCK_BYTES_MIN};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (all_are_multiples(job, sizes[i]))
            return sizes[i];
    return 0;
}

/* Of jobs that may write a place twice, two writes to it may be in flight together, and
 * either can be the last. */
static bool writes_once(const struct job *job)
{
    const struct job_range *bs = &job->bs_bytes[IO_WRITE], *reads = &job->bs_bytes[IO_READ];
    if (job->does[IO_READ] &&
        (reads->least != bs->least || reads->most != bs->most || job->splits_nr[IO_READ]))
        return false;
    return !job->may_repeat && job->distribution == JOB_UNIFORM && job->run_length <= 1 &&
           !job->stride_bytes &&
           job->loops <= 1 && !job->is_time_based && !job->io_size.bytes &&
           job->io_size.percent == 0 && !job->splits_nr[IO_WRITE] && bs->least == bs->most &&
           (!job->align_bytes[IO_WRITE] || job->align_bytes[IO_WRITE] == bs->least);
}

struct verify *verify_new(const struct job *job, const struct engine_file *files, uint64_t run,
                          uint64_t seed)
{
    if (job->verify == JOB_VERIFY_NONE)
        return NULL;
    bool is_pattern = job->verify == JOB_VERIFY_PATTERN;
    struct verify *v = memory_alloc(sizeof *v);
    *v = (struct verify){
        .job = job,
        .files = files,
        .run = run,
        .seed = seed,
        .block_bytes = verify_block_bytes(job),
        .writes_once = writes_once(job),
        .kind = job->verify == JOB_VERIFY_CRC32 ? CHECKSUM_CRC32 : CHECKSUM_CRC32C,
        .hooks = {v, is_pattern ? sign_pattern : sign, is_pattern ? check_pattern : check},
    };
    return v;
}

const struct worker_verify *verify_hooks(const struct verify *verify)
{
    return verify ? &verify->hooks : NULL;
}

void verify_free(struct verify *verify)
{
    free(verify);
}
