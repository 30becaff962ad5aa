/* Checksums, and blocks that say what they are. */
#include <stdio.h>
#include <string.h>

#include "collect/checksum.h"
#include "collect/job_option.h"
#include "collect/verify.h"
#include "tests/t_main.h"

enum { BLOCK = 4096, WRITE = 3 * BLOCK, RUN = 77, SEED = 5, NUMBER = 12 };

static struct job job;
static struct engine_file file = {-1, false};
static unsigned char buffer[WRITE];
static const struct io io = {.op = IO_WRITE, .bytes = WRITE, .offset_bytes = 10 * BLOCK};
static struct diag why;

static void set_up(void)
{
    job_option_defaults(&job);
    job.name = "test";
    job.verify = JOB_VERIFY_CRC32C;
    job.does[IO_READ] = false;
    job.does[IO_WRITE] = true;
    job.bs_bytes[IO_WRITE] = job.bs_bytes[IO_READ] = (struct job_range){WRITE, WRITE};
    for (size_t i = 0; i < sizeof buffer; i++)
        buffer[i] = (unsigned char)(i * 7 + i / 256);
    why = (struct diag){.level = DIAG_NOTE};
}

static struct verify *new_verify(uint64_t run, uint64_t seed)
{
    struct verify *verify = verify_new(&job, &file, run, seed);
    ck_assert_ptr_nonnull(verify);
    return verify;
}

static void sign(struct verify *verify, uint64_t number)
{
    const struct worker_verify *hooks = verify_hooks(verify);
    hooks->sign(hooks->context, &io, number, buffer);
}

static bool is_sound(struct verify *verify, const struct io *of, uint64_t number,
                     const unsigned char *at)
{
    const struct worker_verify *hooks = verify_hooks(verify);
    return hooks->check(hooks->context, of, number, at, &why);
}

START_TEST(checksums_are_the_known_ones)
{
    static const struct {
        const char *text;
        uint32_t sums[CHECKSUMS_NR];
    } rows[] = {
        {"", {0, 0}},
        {"a", {0xc1d04330, 0xe8b7be43}},
        {"123456789", {0xe3069283, 0xcbf43926}},
        {"The quick brown fox jumps over the lazy dog", {0x22620404, 0x414fa339}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int kind = 0; kind < CHECKSUMS_NR; kind++) {
            size_t bytes = strlen(rows[i].text);
            /* In one piece, and in two of any lengths. */
            for (size_t cut = 0; cut <= bytes; cut++) {
                uint32_t sum = checksum_add((enum checksum)kind, 0, rows[i].text, cut);
                sum = checksum_add((enum checksum)kind, sum, rows[i].text + cut, bytes - cut);
                ck_assert_msg(sum == rows[i].sums[kind], "%s of '%s': %08x",
                              checksum_name((enum checksum)kind), rows[i].text, sum);
            }
        }
}
END_TEST

START_TEST(any_byte_that_changes_is_found)
{
    job.verify = _i ? JOB_VERIFY_CRC32 : JOB_VERIFY_CRC32C;
    struct verify *verify = new_verify(RUN, SEED);
    sign(verify, NUMBER);
    ck_assert(is_sound(verify, &io, NUMBER, buffer));
    ck_assert(is_sound(verify, &io, WORKER_NUMBER_ANY, buffer));
    for (size_t i = 0; i < sizeof buffer; i++) {
        buffer[i] ^= (unsigned char)(1 << i % 8);
        ck_assert_msg(!is_sound(verify, &io, WORKER_NUMBER_ANY, buffer), "byte %zu", i);
        /* The block that it is in is named. */
        char place[32];
        snprintf(place, sizeof place, "at %zu are not", 10 * BLOCK + i / BLOCK * BLOCK);
        ck_assert_msg(strstr(why.text, place) != NULL, "byte %zu: %s", i, why.text);
        buffer[i] ^= (unsigned char)(1 << i % 8);
    }
    ck_assert(is_sound(verify, &io, NUMBER, buffer));
    verify_free(verify);
}
END_TEST

START_TEST(blocks_are_read_in_other_lengths)
{
    struct verify *verify = new_verify(RUN, SEED);
    sign(verify, NUMBER);
    for (unsigned i = 0; i < 3; i++) {
        struct io one = {.op = IO_READ, .bytes = BLOCK, .offset_bytes = (10 + i) * BLOCK};
        ck_assert(is_sound(verify, &one, WORKER_NUMBER_ANY, buffer + i * BLOCK));
        one.bytes = BLOCK / 2;
        ck_assert(!is_sound(verify, &one, WORKER_NUMBER_ANY, buffer + i * BLOCK));
        ck_assert_ptr_nonnull(strstr(why.text, "part of a block of 4096 bytes"));
    }
    /* One block at the place of another. */
    struct io moved = {.op = IO_READ, .bytes = BLOCK, .offset_bytes = 10 * BLOCK};
    ck_assert(!is_sound(verify, &moved, WORKER_NUMBER_ANY, buffer + BLOCK));
    ck_assert_ptr_nonnull(strstr(why.text, "they were written at 45056"));
    verify_free(verify);
}
END_TEST

START_TEST(blocks_have_the_size_that_all_writes_are_multiples_of)
{
    ck_assert_uint_eq(verify_block_bytes(&job), 4096);
    job.bs_bytes[IO_WRITE] = (struct job_range){4096, 6144};
    ck_assert_uint_eq(verify_block_bytes(&job), 512);
    job.bs_bytes[IO_WRITE] = (struct job_range){1000, 1000};
    ck_assert_uint_eq(verify_block_bytes(&job), 0);
    job.splits[IO_WRITE][0] = (struct job_split){8192, 60};
    job.splits[IO_WRITE][1] = (struct job_split){1024, 40};
    job.splits_nr[IO_WRITE] = 2;
    ck_assert_uint_eq(verify_block_bytes(&job), 512);
    /* The end of a file may be shorter: it is a block of its own. */
    struct io end = {.op = IO_WRITE, .bytes = 700, .offset_bytes = 8192};
    struct verify *verify = new_verify(RUN, SEED);
    const struct worker_verify *hooks = verify_hooks(verify);
    unsigned char behind = buffer[700];
    hooks->sign(hooks->context, &end, 0, buffer);
    ck_assert_uint_eq(buffer[700], behind);
    ck_assert(is_sound(verify, &end, 0, buffer));
    verify_free(verify);
}
END_TEST

/* What an earlier write left looks well by itself. */
START_TEST(a_write_that_was_lost_is_found)
{
    struct verify *verify = new_verify(RUN, SEED), *other_run = new_verify(RUN + 1, SEED);
    struct verify *other_clone = new_verify(RUN, SEED + 1);
    struct io other_file = io;
    sign(verify, NUMBER);
    ck_assert(!is_sound(other_run, &io, NUMBER, buffer));
    ck_assert_ptr_nonnull(strstr(why.text, "of an earlier run"));
    ck_assert(is_sound(other_run, &io, WORKER_NUMBER_ANY, buffer));
    ck_assert(is_sound(other_clone, &io, NUMBER + 1, buffer));
    ck_assert(!is_sound(verify, &io, NUMBER + 1, buffer));
    ck_assert_ptr_nonnull(strstr(why.text, "of another write"));
    verify_free(verify);
    verify_free(other_run);
    verify_free(other_clone);
    /* Of two writes to a place either may be the last. */
    job.may_repeat = true;
    verify = new_verify(RUN, SEED);
    ck_assert(is_sound(verify, &io, NUMBER + 1, buffer));
    static struct engine_file files[2] = {{-1, false}, {-1, false}};
    other_file.file = 1;
    verify_free(verify);
    verify = verify_new(&job, files, RUN, SEED);
    ck_assert(!is_sound(verify, &other_file, NUMBER, buffer));
    ck_assert_ptr_nonnull(strstr(why.text, "of another file"));
    verify_free(verify);
}
END_TEST

START_TEST(what_has_no_header_is_said)
{
    struct verify *verify = new_verify(RUN, SEED);
    memset(buffer, 0, sizeof buffer);
    ck_assert(!is_sound(verify, &io, WORKER_NUMBER_ANY, buffer));
    ck_assert_ptr_nonnull(strstr(why.text, "4096 bytes at 40960 are not as they were written: "
                                           "their header is not there"));
    struct io tiny = {.op = IO_READ, .bytes = 20};
    ck_assert(!is_sound(verify, &tiny, WORKER_NUMBER_ANY, buffer));
    /* A length that no block can have leads nowhere. */
    sign(verify, NUMBER);
    memset(buffer + 8, 0, 4);
    ck_assert(!is_sound(verify, &io, WORKER_NUMBER_ANY, buffer));
    memset(buffer + 8, 0xff, 4);
    ck_assert(!is_sound(verify, &io, WORKER_NUMBER_ANY, buffer));
    verify_free(verify);
}
END_TEST

START_TEST(patterns_are_compared)
{
    job.verify = JOB_VERIFY_PATTERN;
    memcpy(job.pattern, "abc", 3);
    job.pattern_bytes = 3;
    struct verify *verify = new_verify(RUN, SEED);
    sign(verify, 0);
    ck_assert_mem_eq(buffer, "abcabc", 6);
    ck_assert_uint_eq(buffer[WRITE - 1], "abc"[(WRITE - 1) % 3]);
    ck_assert(is_sound(verify, &io, 0, buffer));
    buffer[5000] ^= 1;
    ck_assert(!is_sound(verify, &io, 0, buffer));
    ck_assert_ptr_nonnull(strstr(why.text, "byte 5000 of them is 0x62, and was 0x63"));
    verify_free(verify);
    job.verify = JOB_VERIFY_NONE;
    ck_assert_ptr_null(verify_new(&job, &file, RUN, SEED));
    ck_assert_ptr_null(verify_hooks(NULL));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("verify");
    TCase *all = tcase_create("verify");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, checksums_are_the_known_ones);
    tcase_add_loop_test(all, any_byte_that_changes_is_found, 0, 2);
    tcase_add_test(all, blocks_are_read_in_other_lengths);
    tcase_add_test(all, blocks_have_the_size_that_all_writes_are_multiples_of);
    tcase_add_test(all, a_write_that_was_lost_is_found);
    tcase_add_test(all, what_has_no_header_is_said);
    tcase_add_test(all, patterns_are_compared);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
