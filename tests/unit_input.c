#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/input.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

static struct strbuf seen = STRBUF_INIT, said = STRBUF_INIT;
static struct input_count count;

static void set_up(void)
{
    count = (struct input_count){0};
    strbuf_free(&seen);
    strbuf_free(&said);
    strbuf_string(&seen, "");
    strbuf_string(&said, "");
}

static void tear_down(void)
{
    strbuf_free(&seen);
    strbuf_free(&said);
}

static void take(void *context, const struct input_file *file)
{
    ck_assert_ptr_eq(context, &count);
    strbuf_printf(&seen, "%s%s:", file->path, file->is_named ? "!" : "");
    for (size_t i = 0; i < file->length && i < 20; i++)
        strbuf_byte(&seen, file->bytes[i]);
    strbuf_string(&seen, " ");
}

static void hear(void *context, const struct diag *diag)
{
    (void)context;
    strbuf_printf(&said, "%s: %s|", diag->path, diag->text);
}

static const struct diag_sink sink = {hear, NULL};

static void plant(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void each(const char *path)
{
    input_each(path, take, &count, &count, &sink);
}

START_TEST(folders_are_read_in_order)
{
    ck_assert_int_eq(mkdir("order", 0700), 0);
    ck_assert_int_eq(mkdir("order/b", 0700), 0);
    ck_assert_int_eq(mkdir("order/.git", 0700), 0);
    plant("order/c", "3");
    plant("order/a10", "1");
    plant("order/a9", "2");
    plant("order/B", "0");
    plant("order/b/x", "x");
    plant("order/.hidden", "no");
    plant("order/.git/y", "no");
    ck_assert_int_eq(symlink("c", "order/link"), 0);
    ck_assert_int_eq(symlink("..", "order/loop"), 0);
    ck_assert_int_eq(mkfifo("order/fifo", 0600), 0);
    each("order");
    ck_assert_str_eq(seen.text, "order/B:0 order/a10:1 order/a9:2 order/b/x:x order/c:3 ");
    ck_assert_uint_eq(count.files, 5);
    ck_assert_uint_eq(count.unreadable + count.skipped, 0);
    ck_assert_str_eq(said.text, "");
}
END_TEST

START_TEST(what_is_named_is_read)
{
    ck_assert_int_eq(mkdir("named", 0700), 0);
    plant("named/.hidden", "h");
    plant("named/bytes", "a");
    ck_assert_int_eq(symlink("named/bytes", "link"), 0);
    ck_assert_int_eq(symlink("named", "folder"), 0);
    each("named/.hidden");
    each("link");
    each("folder");
    ck_assert_str_eq(seen.text, "named/.hidden!:h link!:a folder/bytes:a ");
}
END_TEST

START_TEST(bytes_are_as_they_are)
{
    static const char bytes[] = "a\0\xff\n";
    FILE *file = fopen("binary", "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    ck_assert_int_eq(fclose(file), 0);
    plant("empty", "");
    each("binary");
    each("empty");
    ck_assert_uint_eq(count.files, 2);
    ck_assert_uint_eq(seen.length, strlen("binary!:") + sizeof bytes + 1 + strlen("empty!: "));
    ck_assert_int_eq(memcmp(seen.text + strlen("binary!:"), bytes, sizeof bytes), 0);
}
END_TEST

START_TEST(large_files_are_left_out)
{
    int fd = open("large", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(ftruncate(fd, (off_t)INPUT_LARGEST), 0);
    each("large");
    ck_assert_uint_eq(count.files, 1);
    ck_assert_int_eq(ftruncate(fd, (off_t)INPUT_LARGEST + 1), 0);
    close(fd);
    each("large");
    ck_assert_uint_eq(count.files, 1);
    ck_assert_uint_eq(count.skipped, 1);
    ck_assert_ptr_nonnull(strstr(said.text, "large: larger than 64 MiB"));
    ck_assert_int_eq(unlink("large"), 0);
}
END_TEST

START_TEST(missing_files_are_said)
{
    each("nothing");
    ck_assert_uint_eq(count.unreadable, 1);
    ck_assert_ptr_nonnull(strstr(said.text, "nothing: cannot open: No such file"));
    ck_assert_str_eq(seen.text, "");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("input");
    TCase *tests = tcase_create("input");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, folders_are_read_in_order);
    tcase_add_test(tests, what_is_named_is_read);
    tcase_add_test(tests, bytes_are_as_they_are);
    tcase_add_test(tests, large_files_are_left_out);
    tcase_add_test(tests, missing_files_are_said);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
