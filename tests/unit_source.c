#include <archive.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/source.h"
#include "record/memory.h"
#include "tests/t_main.h"
#include "tests/t_source.h"

static void make_repository(const char *path)
{
    char name[100];
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(name, sizeof name, "%s/objects", path);
    ck_assert_int_eq(mkdir(name, 0700), 0);
    snprintf(name, sizeof name, "%s/refs", path);
    ck_assert_int_eq(mkdir(name, 0700), 0);
    snprintf(name, sizeof name, "%s/HEAD", path);
    source_plant_text(name, "ref: refs/heads/none\n");
}

START_TEST(folders_are_walked_in_order)
{
    ck_assert_int_eq(mkdir("order", 0700), 0);
    ck_assert_int_eq(mkdir("order/b", 0700), 0);
    source_plant_text("order/c", "3");
    source_plant_text("order/a10", "1");
    source_plant_text("order/a9", "2");
    source_plant_text("order/b/x", "x");
    source_plant_text("order/.hidden", "no");
    ck_assert_int_eq(symlink("..", "order/loop"), 0);
    ck_assert_int_eq(mkfifo("order/fifo", 0600), 0);
    source_look_anew("order");
    ck_assert_str_eq(seen.documents.text, "order/a10:1 order/a9:2 order/b/x:x order/c:3 ");
    ck_assert_uint_eq(seen.count.places, 4);
    source_look_anew("order/.hidden");
    ck_assert_str_eq(seen.documents.text, "order/.hidden!:no ");
    source_look_anew("order/none");
    ck_assert_str_eq(seen.said.text, "order/none: cannot open: No such file or directory|");
    ck_assert_uint_eq(seen.count.unreadable, 1);
}
END_TEST

START_TEST(repositories_are_places)
{
    ck_assert_int_eq(mkdir("list", 0700), 0);
    ck_assert_int_eq(mkdir("list/git", 0700), 0);
    make_repository("list/git/10.git");
    make_repository("list/git/9.git");
    make_repository("list/git/0.git");
    make_repository("list/all.git");
    make_repository("list/plain.git");
    source_plant_text("list/readme", "r");
    source_look_anew("list");
    ck_assert_str_eq(seen.places.text, "list/git/0.git(git) list/git/9.git(git) "
                                       "list/git/10.git(git) list/plain.git(git) list/readme ");
    source_look_anew("list/all.git");
    ck_assert_str_eq(seen.places.text, "list/all.git!(git) ");
}
END_TEST

START_TEST(working_trees_are_folders)
{
    ck_assert_int_eq(mkdir("work", 0700), 0);
    make_repository("work/.git");
    source_look_anew("work");
    ck_assert_str_eq(seen.places.text, "work!(git) ");
    source_plant_text("work/m", "the last mail");
    source_look_anew("work");
    ck_assert_str_eq(seen.places.text, "work!(git) ");
    source_plant_text("work/result.txt", "a result");
    source_look_anew("work");
    ck_assert_str_eq(seen.places.text, "work/m work/result.txt ");
}
END_TEST

START_TEST(streams_are_read)
{
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    int fd = open("pipe", O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    source_gzip("through a pipe", 14);
    ck_assert_int_eq(write(fd, source_packed.text, source_packed.length), (ssize_t)source_packed.length);
    strbuf_free(&source_packed);
    struct source_place place = {"pipe", SOURCE_STREAM, true, 0};
    struct diag_sink sink = {source_hear, &seen};
    /* The writer goes away once the reader has opened it. */
    int reader = open("pipe", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int input = dup(STDIN_FILENO);
    ck_assert_int_eq(dup2(reader, STDIN_FILENO), STDIN_FILENO);
    close(fd);
    place.path = "-";
    ck_assert_int_eq(source_open(&place, source_take, &seen, &seen.count, &sink), 0);
    dup2(input, STDIN_FILENO);
    close(input);
    close(reader);
    ck_assert_str_eq(seen.documents.text, "-!:through a pipe ");
    /* A FIFO in the place of a file does not hold anybody up. */
    source_clear(&seen);
    place = (struct source_place){"pipe", SOURCE_FILE, false, 0};
    source_open(&place, source_take, &seen, &seen.count, &sink);
    ck_assert_str_eq(seen.said.text, "pipe: is no regular file any more|");
}
END_TEST

static int shrink_and_take(void *context, struct source_document *document)
{
    char first[100], later[100];
    ck_assert_uint_eq(document->size, (uint64_t)2 << 20);
    ck_assert_int_eq(document->read(document, first, sizeof first), sizeof first);
    ck_assert_int_eq(first[99], 'x');
    ck_assert_int_eq(pread(document->fd, later, sizeof later, 1 << 20), sizeof later);
    ck_assert_int_eq(truncate("shrinks", 10), 0);
    return source_take(context, document);
}

START_TEST(a_file_may_shrink)
{
    size_t length = (size_t)2 << 20;
    char *text = memory_resize(NULL, length, 1);
    struct source_place place = {"shrinks", SOURCE_FILE, true, 0};
    struct diag_sink sink = {source_hear, &seen};
    memset(text, 'x', length);
    source_plant("shrinks", text, length);
    ck_assert_int_eq(source_open(&place, shrink_and_take, &seen, &seen.count, &sink), 0);
    ck_assert_ptr_nonnull(strstr(seen.said.text, "shrinks: became shorter while it was read"));
    ck_assert_uint_eq(seen.count.damaged, 1);
    free(text);
}
END_TEST

static void *look_in_thread(void *context)
{
    struct seen *all = context;
    for (int i = 0; i < 20; i++)
        source_look(all, "threads");
    return NULL;
}

START_TEST(threads_do_not_meet)
{
    enum { THREADS = 8 };
    static struct seen all[THREADS + 1];
    static const struct source_planned planned[] = {{"a", "1", 0, 0}, {"b", "2", 0, 0}};
    pthread_t threads[THREADS];
    char *text = source_long_text((size_t)2 << 20);
    ck_assert_int_eq(mkdir("threads", 0700), 0);
    source_plant("threads/long", text, (size_t)2 << 20);
    source_gzip(text, 100000);
    source_plant_packed("threads/packed.gz");
    free(text);
    source_pack(archive_write_set_format_zip, NULL, planned, 2);
    source_plant_packed("threads/two.zip");
    for (int i = 0; i <= THREADS; i++)
        all[i] = (struct seen){STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, {0}, 0, 0};
    look_in_thread(&all[THREADS]);
    ck_assert_uint_eq(all[THREADS].count.documents, 20 * 4);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, look_in_thread, &all[i]), 0);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_str_eq(all[i].documents.text, all[THREADS].documents.text);
        ck_assert_str_eq(all[i].said.text, all[THREADS].said.text);
        source_clear(&all[i]);
    }
    source_clear(&all[THREADS]);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("source");
    TCase *tests = tcase_create("source");
    tcase_add_checked_fixture(tests, source_set_up, source_tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, folders_are_walked_in_order);
    tcase_add_test(tests, repositories_are_places);
    tcase_add_test(tests, working_trees_are_folders);
    tcase_add_test(tests, streams_are_read);
    tcase_add_test(tests, a_file_may_shrink);
    tcase_add_test(tests, threads_do_not_meet);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
