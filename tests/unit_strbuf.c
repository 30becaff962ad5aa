/* Strings that grow, and the memory under them. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/arena.h"
#include "record/memory.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

START_TEST(empty_strings)
{
    struct strbuf buf = STRBUF_INIT;
    ck_assert_str_eq(buf.text, "");
    strbuf_add(&buf, NULL, 0);
    strbuf_string(&buf, "");
    strbuf_printf(&buf, "%s", "");
    strbuf_cut(&buf, 0);
    ck_assert_str_eq(buf.text, "");
    ck_assert_uint_eq(buf.length, 0);
    char *text = strbuf_take(&buf);
    ck_assert_str_eq(text, "");
    free(text);
    strbuf_free(&buf);
    strbuf_free(&buf);
    ck_assert_str_eq(buf.text, "");
}
END_TEST

START_TEST(strings_grow)
{
    struct strbuf buf = STRBUF_INIT;
    char expected[5000];
    for (size_t i = 0; i < sizeof expected; i++) {
        expected[i] = (char)('a' + i % 26);
        strbuf_byte(&buf, expected[i]);
        ck_assert_uint_eq(buf.length, i + 1);
        ck_assert_int_eq(buf.text[buf.length], '\0');
    }
    ck_assert_mem_eq(buf.text, expected, sizeof expected);
    strbuf_add(&buf, "\0x", 2);
    ck_assert_uint_eq(buf.length, sizeof expected + 2);
    ck_assert_int_eq(buf.text[buf.length - 1], 'x');
    strbuf_cut(&buf, 6000);
    ck_assert_uint_eq(buf.length, sizeof expected + 2);
    strbuf_cut(&buf, 3);
    ck_assert_str_eq(buf.text, "abc");
    strbuf_printf(&buf, "%05d|%s", 42, "end");
    ck_assert_str_eq(buf.text, "abc00042|end");
    char *text = strbuf_take(&buf);
    ck_assert_str_eq(text, "abc00042|end");
    ck_assert_str_eq(buf.text, "");
    free(text);
}
END_TEST

START_TEST(formats_of_every_length)
{
    /* Lengths around each power of two, where the room is just enough or not. */
    for (int length = 1; length < 300; length++) {
        struct strbuf buf = STRBUF_INIT;
        strbuf_printf(&buf, "%*d", length, 7);
        ck_assert_uint_eq(buf.length, (size_t)length);
        ck_assert_uint_eq(strlen(buf.text), (size_t)length);
        strbuf_free(&buf);
    }
}
END_TEST

/* An assertion for each byte would write a mark for each. */
static bool is_filled(const unsigned char *block, size_t size, unsigned char byte)
{
    for (size_t i = 0; i < size; i++)
        if (block[i] != byte)
            return false;
    return true;
}

START_TEST(arena_blocks_are_zeroed_apart_and_aligned)
{
    struct arena *arena = arena_new();
    unsigned char *last = NULL;
    size_t last_size = 0;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *block = arena_alloc(arena, size);
        ck_assert_uint_eq((uintptr_t)block % _Alignof(max_align_t), 0);
        ck_assert(is_filled(block, size, 0));
        ck_assert(is_filled(last, last_size, 0xa5));
        if (size)
            memset(block, 0xa5, size);
        last = block;
        last_size = size;
    }
    unsigned char *large = arena_alloc(arena, 3 << 20);
    large[0] = large[(3 << 20) - 1] = 1;
    ck_assert_uint_eq(*(unsigned char *)arena_alloc(arena, 1), 0);
    arena_free(arena);
    arena_free(NULL);
}
END_TEST

START_TEST(arena_texts)
{
    struct arena *arena = arena_new();
    ck_assert_str_eq(arena_text(arena, "abcdef", 3), "abc");
    ck_assert_str_eq(arena_text(arena, NULL, 0), "");
    ck_assert_mem_eq(arena_text(arena, "a\0b", 3), "a\0b", 4);
    ck_assert_ptr_null(arena_string(arena, NULL));
    const char text[] = "text";
    char *copy = arena_string(arena, text);
    ck_assert_str_eq(copy, text);
    ck_assert_ptr_ne(copy, text);
    ck_assert_str_eq(arena_printf(arena, "%s-%d", "x", 7), "x-7");
    char *wide = arena_printf(arena, "%*d", 10000, 1);
    ck_assert_uint_eq(strlen(wide), 10000);
    arena_free(arena);
}
END_TEST

START_TEST(arrays_grow)
{
    struct arena *arena = arena_new();
    size_t in_arena = 0, on_heap = 0;
    unsigned *first = NULL, *second = NULL;
    for (unsigned i = 0; i < 10000; i++) {
        first = arena_grow(arena, first, i, &in_arena, sizeof *first);
        second = memory_grow(second, i, &on_heap, sizeof *second);
        ck_assert(in_arena > i && on_heap > i);
        first[i] = second[i] = i;
    }
    for (unsigned i = 0; i < 10000; i++)
        ck_assert(first[i] == i && second[i] == i);
    ck_assert_ptr_eq(arena_grow(arena, first, 3, &in_arena, sizeof *first), first);
    free(second);
    arena_free(arena);
}
END_TEST

START_TEST(memory_copies)
{
    char *text = memory_string("abc");
    ck_assert_str_eq(text, "abc");
    text = memory_resize(text, 100, 2);
    ck_assert_str_eq(text, "abc");
    free(text);
    unsigned char *block = memory_alloc(0);
    ck_assert_ptr_nonnull(block);
    free(block);
    block = memory_alloc(64);
    for (size_t i = 0; i < 64; i++)
        ck_assert_uint_eq(block[i], 0);
    free(block);
    block = memory_resize(NULL, 0, 8);
    ck_assert_ptr_nonnull(block);
    free(block);
}
END_TEST

static void overflow_array(void)
{
    free(memory_resize(NULL, SIZE_MAX / 2, 4));
}

/* Runs what cannot be allocated in a process of its own; returns its exit status
 * and writes the start of what it said. */
static int run_apart(void (*what)(void), char *said, size_t size)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        what();
        _exit(0);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], said, size - 1);
    said[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(exhausted_memory_ends_with_a_message)
{
    char said[200];
    fflush(stdout);
    ck_assert_int_eq(run_apart(overflow_array, said, sizeof said), 3);
    ck_assert_ptr_nonnull(strstr(said, "out of memory"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("strbuf");
    TCase *strings = tcase_create("strbuf");
    tcase_add_test(strings, empty_strings);
    tcase_add_test(strings, strings_grow);
    tcase_add_test(strings, formats_of_every_length);
    suite_add_tcase(suite, strings);
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory, arena_blocks_are_zeroed_apart_and_aligned);
    tcase_add_test(memory, arena_texts);
    tcase_add_test(memory, arrays_grow);
    tcase_add_test(memory, memory_copies);
    tcase_add_test(memory, exhausted_memory_ends_with_a_message);
    suite_add_tcase(suite, memory);
    return suite;
}

T_MAIN(make_suite)
