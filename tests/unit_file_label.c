#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/file_label.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define READ "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"

enum { MOST = 8 };
static struct file_label labels[MOST];

/* Reads one result below each of the commands. */
static void show(const char *const *commands, size_t nr)
{
    char text[2000] = "";
    for (size_t i = 0; i < nr; i++) {
        strcat(text, commands[i]);
        strcat(text, "\n" READ);
    }
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, nr);
    file_label_find(parse.text, &parse.commands, &parse.output, labels);
}

START_TEST(names_without_what_they_share)
{
    static const struct {
        const char *commands[3], *levels[3];
        unsigned runs[3];
    } rows[] = {
        {{"$ cat out.cfq.4k", "$ cat out.noop.4k"}, {"cfq", "noop"}, {0}},
        {{"==> res/cfq.out <==", "==> res/noop.out <=="}, {"cfq", "noop"}, {0}},
        {{"$ grep READ a-run1.log", "$ grep READ a-run2.log", "$ grep READ b-run1.log"},
         {"a", "a", "b"},
         {1, 2, 1}},
        {{"$ tail -n 4 x-1.log", "$ tail -n 4 x-2.log"}, {"x", "x"}, {1, 2}},
        /* sizes are no runs, and a word that is all of a name stays */
        {{"$ cat bs-4.log", "$ cat bs-64.log"}, {"4", "64"}, {0}},
        {{"$ cat virtio.log", "$ cat virtio-scsi.log"}, {"virtio", "virtio-scsi"}, {0}},
        /* without the word that they share they are no controllers any more */
        {{"$ cat virtio-blk.log", "$ cat virtio-scsi.log"}, {"virtio-blk", "virtio-scsi"}, {0}},
        /* folders count where names are equal in them */
        {{"$ cat old/dd.log", "$ cat new/dd.log"}, {"old/dd", "new/dd"}, {0}},
        {{"$ cat res/a.log", "$ cat res/b.log", "$ cat res/a.txt"}, {"a", "b", "a"}, {0}},
        /* several files, the kernel's, and another command */
        {{"$ cat a.log b.log", "$ cat *.log", "$ cat /proc/mounts"}, {NULL}, {0}},
        {{"$ cat a.log", "$ uname -r", "$ cat b.log"}, {"a", NULL, "b"}, {0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t nr = rows[i].commands[2] ? 3 : 2;
        show(rows[i].commands, nr);
        for (size_t r = 0; r < nr; r++) {
            const char *level = labels[r].level ? labels[r].level : "";
            ck_assert_msg(!strcmp(level, rows[i].levels[r] ? rows[i].levels[r] : ""),
                          "%s: level \"%s\"", rows[i].commands[r], level);
            ck_assert_msg(labels[r].run == rows[i].runs[r], "%s: run %u", rows[i].commands[r],
                          labels[r].run);
        }
    }
}
END_TEST

START_TEST(marks_of_head_and_tail)
{
    ck_assert(file_label_is_mark("==> a <=="));
    ck_assert(!file_label_is_mark("==> <=="));
    ck_assert(!file_label_is_mark("==> a"));
    ck_assert(!file_label_is_mark("=== a ==="));
}
END_TEST

START_TEST(very_many_names_tell_nothing)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < 150; i++)
        fprintf(out, "$ cat %c%c.log\n" READ, 'a' + i % 26, 'a' + i / 26);
    fclose(out);
    read_text(text);
    free(text);
    ck_assert_uint_eq(parse.output.nr, 150);
    ck_assert_uint_eq(parse.output.at[3].record->config.nr, 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("file_label");
    TCase *tests = tcase_create("file_label");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, names_without_what_they_share);
    tcase_add_test(tests, marks_of_head_and_tail);
    tcase_add_test(tests, very_many_names_tell_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
