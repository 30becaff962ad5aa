#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "collect/mark.h"
#include "tests/t_main.h"

static int fd;

static void set_up(void)
{
    unlink("file");
    fd = open("file", O_RDWR | O_CREAT | O_EXCL, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, "data", 4, 0), 4);
}

static void tear_down(void)
{
    close(fd);
}

static const struct mark given = {4, UINT64_C(0xfedcba9876543210), true, ""};

/* Whether the folder of the test has attributes; else there is nothing to see. */
static bool marks(void)
{
    return mark_set(fd, &given) == 0;
}

START_TEST(marks_are_read_back)
{
    struct mark mark;
    ck_assert(!mark_read(fd, &mark));
    if (!marks())
        return;
    ck_assert(mark_read(fd, &mark));
    ck_assert_uint_eq(mark.bytes, 4);
    ck_assert_uint_eq(mark.seed, given.seed);
    ck_assert(mark.is_seeded);
    const struct mark other = {4, 0, false, ""};
    ck_assert_int_eq(mark_set(fd, &other), 0);
    ck_assert(mark_read(fd, &mark));
    ck_assert(!mark.is_seeded);
}
END_TEST

START_TEST(marks_end_with_a_write)
{
    struct mark mark;
    if (!marks())
        return;
    static const struct timespec times[2] = {{0, UTIME_OMIT}, {12345, 6789}};
    ck_assert_int_eq(futimens(fd, times), 0);
    ck_assert(!mark_read(fd, &mark));
    ck_assert(marks() && mark_read(fd, &mark));
    ck_assert_int_eq(ftruncate(fd, 5), 0);
    ck_assert_int_eq(futimens(fd, times), 0);
    ck_assert(!mark_read(fd, &mark));
}
END_TEST

START_TEST(what_is_unfinished_or_damaged_does_not_hold)
{
    struct mark mark;
    if (!marks())
        return;
    mark_begin(fd, "");
    ck_assert(!mark_read(fd, &mark));
    char text[400];
    ck_assert(marks());
    ssize_t length = fgetxattr(fd, "user.iodelta", text, sizeof text);
    ck_assert_int_gt(length, 20);
    for (ssize_t cut = 1; cut < length; cut++) {
        ck_assert_int_eq(fsetxattr(fd, "user.iodelta", text, (size_t)cut, 0), 0);
        ck_assert(!mark_read(fd, &mark));
    }
    text[0] = '2';
    ck_assert_int_eq(fsetxattr(fd, "user.iodelta", text, (size_t)length, 0), 0);
    ck_assert(!mark_read(fd, &mark));
    memset(text, 'x', sizeof text);
    ck_assert_int_eq(fsetxattr(fd, "user.iodelta", text, sizeof text, 0), 0);
    ck_assert(!mark_read(fd, &mark));
}
END_TEST

START_TEST(what_its_owner_left_is_known)
{
    struct mark mark;
    if (mark_begin(fd, "campaign") != 0)
        return;
    ck_assert(!mark_read(fd, &mark));
    ck_assert(mark_is_of(fd, "campaign"));
    ck_assert(!mark_is_of(fd, "campaigns") && !mark_is_of(fd, "camp") && !mark_is_of(fd, ""));
    char text[400];
    ssize_t length = fgetxattr(fd, "user.iodelta", text, sizeof text);
    int copy = open("copy", O_RDWR | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_eq(fsetxattr(copy, "user.iodelta", text, (size_t)length, 0), 0);
    ck_assert(!mark_is_of(copy, "campaign"));
    close(copy);
    mark_begin(fd, "");
    ck_assert(!mark_is_of(fd, ""));
    ck_assert(marks() && !mark_is_of(fd, "campaign"));
}
END_TEST

START_TEST(a_mark_is_of_one_file)
{
    struct mark mark;
    char text[400];
    if (!marks())
        return;
    ssize_t length = fgetxattr(fd, "user.iodelta", text, sizeof text);
    struct stat status;
    ck_assert_int_eq(fstat(fd, &status), 0);
    int copy = open("copy", O_RDWR | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_eq(pwrite(copy, "data", 4, 0), 4);
    const struct timespec times[2] = {status.st_atim, status.st_mtim};
    ck_assert_int_eq(futimens(copy, times), 0);
    ck_assert_int_eq(fsetxattr(copy, "user.iodelta", text, (size_t)length, 0), 0);
    ck_assert(!mark_read(copy, &mark));
    ck_assert(mark_read(fd, &mark));
    close(copy);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("mark");
    TCase *tcase = tcase_create("mark");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, marks_are_read_back);
    tcase_add_test(tcase, marks_end_with_a_write);
    tcase_add_test(tcase, what_is_unfinished_or_damaged_does_not_hold);
    tcase_add_test(tcase, what_its_owner_left_is_known);
    tcase_add_test(tcase, a_mark_is_of_one_file);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
