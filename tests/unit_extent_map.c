#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/extent_map.h"
#include "tests/t_main.h"

/* Blocks are larger than those of any file system, so that each kind fills whole ones. */
enum { BLOCK = 256 * 1024 };

static int make_file(const char *name)
{
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(fd, 0);
    return fd;
}

static void write_block(int fd, unsigned nr)
{
    char *block = malloc(BLOCK);
    memset(block, 'd', BLOCK);
    ck_assert_int_eq(pwrite(fd, block, BLOCK, (off_t)nr * BLOCK), BLOCK);
    free(block);
}

static uint64_t holes(int fd, unsigned first, unsigned nr)
{
    uint64_t bytes = 12345;
    ck_assert_int_eq(
        extent_map_holes(fd, (uint64_t)first * BLOCK, (uint64_t)nr * BLOCK, &bytes), 0);
    ck_assert_uint_eq(bytes % BLOCK, 0);
    return bytes / BLOCK;
}

START_TEST(data_has_no_holes)
{
    int fd = make_file("data");
    for (unsigned i = 0; i < 4; i++)
        write_block(fd, i);
    ck_assert_uint_eq(holes(fd, 0, 4), 0);
    ck_assert_uint_eq(holes(fd, 0, 400), 0);
    ck_assert_uint_eq(holes(fd, 100, 4), 0);
    close(fd);
}
END_TEST

START_TEST(holes_are_counted_within_the_range)
{
    int fd = make_file("sparse");
    ck_assert_int_eq(ftruncate(fd, 8 * BLOCK), 0);
    ck_assert_uint_eq(holes(fd, 0, 8), 8);
    write_block(fd, 2);
    write_block(fd, 5);
    ck_assert_uint_eq(holes(fd, 0, 8), 6);
    ck_assert_uint_eq(holes(fd, 2, 1), 0);
    ck_assert_uint_eq(holes(fd, 2, 4), 2);
    ck_assert_uint_eq(holes(fd, 6, 2), 2);
    ck_assert_uint_eq(holes(fd, 6, 20), 2);
    close(fd);
}
END_TEST

START_TEST(what_is_allocated_alone_is_a_hole)
{
    int fd = make_file("allocated");
    if (fallocate(fd, 0, 0, 4 * BLOCK) == 0) {
        write_block(fd, 1);
        ck_assert_uint_eq(holes(fd, 0, 4), 3);
        ck_assert_uint_eq(holes(fd, 1, 1), 0);
    }
    close(fd);
}
END_TEST

/* More extents than are asked for in one call. */
START_TEST(long_maps_are_walked)
{
    int fd = make_file("comb");
    ck_assert_int_eq(ftruncate(fd, (off_t)1200 * BLOCK), 0);
    for (unsigned i = 0; i < 600; i++)
        ck_assert_int_eq(pwrite(fd, "d", 1, (off_t)2 * i * BLOCK), 1);
    uint64_t bytes = 0;
    ck_assert_int_eq(extent_map_holes(fd, 0, (uint64_t)1200 * BLOCK, &bytes), 0);
    ck_assert_uint_ge(bytes, (uint64_t)600 * BLOCK);
    ck_assert_uint_lt(bytes, (uint64_t)1200 * BLOCK);
    close(fd);
}
END_TEST

START_TEST(other_things_have_no_map)
{
    uint64_t bytes;
    int fd = open("/dev/null", O_RDONLY);
    ck_assert_int_eq(extent_map_holes(fd, 0, 10, &bytes), -1);
    close(fd);
    ck_assert_int_eq(extent_map_holes(-1, 0, 10, &bytes), -1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("extent_map");
    TCase *tcase = tcase_create("extent_map");
    tcase_add_test(tcase, data_has_no_holes);
    tcase_add_test(tcase, holes_are_counted_within_the_range);
    tcase_add_test(tcase, what_is_allocated_alone_is_a_hole);
    tcase_add_test(tcase, long_maps_are_walked);
    tcase_add_test(tcase, other_things_have_no_map);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
