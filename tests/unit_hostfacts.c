#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/facts.h"
#include "collect/mountinfo.h"
#include "collect/redact.h"
#include "collect/sysfile.h"
#include "record/arena.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

/* The folder of the test stands for the root: paths are "/name". */
static char root[4096];

static void plant(const char *name, const char *text)
{
    char path[5000];
    snprintf(path, sizeof path, "%s%s", root, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void set_up(void)
{
    ck_assert_ptr_nonnull(getcwd(root, sizeof root));
}

START_TEST(lines_are_tidy)
{
    static const struct {
        const char *text, *line, *lines;
    } rows[] = {
        {"", "", ""},
        {"\n", "", ""},
        {"  8.0   GT/s \t PCIe  \nrest\n", "8.0 GT/s PCIe", "8.0 GT/s PCIe"},
        {"one\n\n two \n", "one", "one; two"},
        {"0123456789abcdefghij", "0123456789abcd", "0123456789abcd"},
        {"abcdefghij\nklmnop", "abcdefghij", "abcdefghij; kl"},
    };
    char value[16];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        plant("/tidy", rows[i].text);
        ck_assert_int_eq(sysfile_line(root, "/tidy", value, sizeof value), 0);
        ck_assert_str_eq(value, rows[i].line);
        ck_assert_int_eq(sysfile_lines(root, "/tidy", value, sizeof value), 0);
        ck_assert_str_eq(value, rows[i].lines);
    }
}
END_TEST

START_TEST(reading_is_bounded)
{
    plant("/ten", "0123456789");
    static const size_t limits[] = {0, 1, 9, 10, 11, 1 << 20};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char *text = sysfile_read(root, "/ten", limits[i]);
        ck_assert_ptr_nonnull(text);
        ck_assert_uint_eq(strlen(text), limits[i] < 10 ? limits[i] : 10);
        free(text);
    }
}
END_TEST

START_TEST(only_files_are_read)
{
    char path[5000];
    snprintf(path, sizeof path, "%s/fifo", root);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_ptr_null(sysfile_read(root, "/fifo", 10));
    ck_assert_ptr_null(sysfile_read(root, "/", 10));
    ck_assert_ptr_null(sysfile_read(root, "/nothing", 10));
    ck_assert_int_eq(errno, ENOENT);
}
END_TEST

START_TEST(names_are_sorted_by_number)
{
    struct sysfile_names names;
    char path[5000];
    snprintf(path, sizeof path, "%s/cpus", root);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    plant("/cpus/cpu10", "");
    plant("/cpus/cpu2", "");
    plant("/cpus/cpu1", "");
    sysfile_list(root, "/cpus", 10, &names);
    ck_assert_uint_eq(names.nr, 3);
    ck_assert_str_eq(names.at[0], "cpu1");
    ck_assert_str_eq(names.at[1], "cpu2");
    ck_assert_str_eq(names.at[2], "cpu10");
    sysfile_names_free(&names);
    sysfile_list(root, "/cpus", 2, &names);
    ck_assert_uint_eq(names.nr, 2);
    sysfile_names_free(&names);
    sysfile_list(root, "/nothing", 2, &names);
    ck_assert_uint_eq(names.nr, 0);
}
END_TEST

START_TEST(choices_are_the_word_in_brackets)
{
    static const struct {
        const char *text, *value;
    } rows[] = {
        {"none [mq-deadline] kyber\n", "mq-deadline"},
        {"[none]\n", "none"},
        {"none\n", "none"},
        {"none [cut", "none [cut"},
        {"\n", FACTS_NONE},
        {"a [] b", FACTS_NONE},
    };
    struct arena *arena = arena_new();
    struct facts facts = {record_new(arena, RECORD_HOST), root, false};
    char value[32];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        plant("/choice", rows[i].text);
        ck_assert(facts_read(&facts, "/choice", FACTS_CHOICE, value, sizeof value));
        ck_assert_str_eq(value, rows[i].value);
    }
    ck_assert(!facts_read(&facts, "/nothing", FACTS_CHOICE, value, sizeof value));
    ck_assert_str_eq(value, FACTS_ABSENT);
    facts_set(&facts, "block.sda", "model", "");
    ck_assert_str_eq(record_pair(&facts.record->facts, "block.sda.model"), FACTS_ABSENT);
    arena_free(arena);
}
END_TEST

START_TEST(identity_is_only_read_on_request)
{
    static const struct facts_row rows[] = {{"serial", "/serial", FACTS_IDENTITY}};
    struct arena *arena = arena_new();
    struct facts facts = {record_new(arena, RECORD_HOST), root, false};
    plant("/serial", "S-1\n");
    facts_table(&facts, NULL, "", rows, 1, false);
    ck_assert_ptr_null(record_pair(&facts.record->facts, "serial"));
    facts.is_identified = true;
    facts_table(&facts, NULL, "", rows, 1, false);
    ck_assert_str_eq(record_pair(&facts.record->facts, "serial"), "S-1");
    arena_free(arena);
}
END_TEST

static const char mounts[] = "21 1 254:1 / / rw,relatime shared:1 master:2 - ext4 /dev/vda1 rw\n"
                             "22 21 8:1 / /mnt rw - xfs /dev/sda1 rw,noquota\n"
                             "23 22 8:2 / /mnt/a\\040b rw - ext4 /dev/sdb\\1341 rw\n"
                             "24 21 0:40 / /mnt rw - tmpfs tmpfs\n"
                             "not a mount\n"
                             "25 21 x:1 / /mnt rw - bad bad rw\n"
                             "26 21 8:9 / /mnt rw shared:1\n";

START_TEST(mounts_are_found_by_path)
{
    static const struct {
        const char *path, *point, *fs;
    } rows[] = {
        {"/", "/", "ext4"},           {"/home/x", "/", "ext4"},
        {"/mnt", "/mnt", "tmpfs"},    {"/mnt/file", "/mnt", "tmpfs"},
        {"/mntx/file", "/", "ext4"},  {"/mnt/a b/file", "/mnt/a b", "ext4"},
        {"/mnt/a bc", "/mnt", "tmpfs"},
    };
    struct mount mount;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert(mountinfo_find(mounts, 0, rows[i].path, &mount));
        ck_assert_str_eq(mount.point, rows[i].point);
        ck_assert_str_eq(mount.fs, rows[i].fs);
        mount_free(&mount);
    }
}
END_TEST

START_TEST(mounts_are_found_by_number)
{
    struct mount mount;
    ck_assert(mountinfo_find(mounts, 22, "/mnt/file", &mount));
    ck_assert_str_eq(mount.fs, "xfs");
    ck_assert_str_eq(mount.super_options, "rw,noquota");
    ck_assert_uint_eq(mount.major, 8);
    ck_assert_uint_eq(mount.minor, 1);
    mount_free(&mount);
    ck_assert(mountinfo_find(mounts, 23, "/", &mount));
    ck_assert_str_eq(mount.source, "/dev/sdb\\1");
    mount_free(&mount);
    ck_assert(mountinfo_find(mounts, 99, "/mnt/file", &mount));
    ck_assert_str_eq(mount.fs, "tmpfs");
    mount_free(&mount);
    ck_assert(!mountinfo_find("", 0, "/", &mount));
    ck_assert_ptr_null(mount.point);
    mount_free(&mount);
}
END_TEST

START_TEST(command_lines_are_redacted)
{
    static const struct {
        const char *text, *kept;
        size_t left_out;
        bool is_identified;
    } rows[] = {
        {"", "", 0, false},
        {"ro quiet\n", "ro quiet", 0, false},
        {"root=UUID=0f1e2d3c-1111-2222-3333-444455556666 ro", "root=redacted ro", 0, false},
        {"root=/dev/vda1", "root=/dev/vda1", 0, false},
        {"root=/dev/mapper/vg_alpha-root", "root=redacted", 0, false},
        {"root=LABEL=alpha", "root=redacted", 0, false},
        {"root=LABEL=alpha", "root=LABEL=alpha", 0, true},
        {"hostname=alpha token=\"a quiet b\" rw", "rw", 2, false},
        {"hostname=alpha rw", "rw", 1, true},
        {"isolcpus=2-7,10 mitigations=off", "isolcpus=2-7,10 mitigations=off", 0, false},
        {"rootx=1 xroot=1 roo=1", "", 3, false},
        {"mem=00112233445566778899", "mem=redacted", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strbuf out = STRBUF_INIT;
        size_t left_out = 0;
        redact_cmdline(rows[i].text, rows[i].is_identified, &out, &left_out);
        ck_assert_str_eq(out.text, rows[i].kept);
        ck_assert_uint_eq(left_out, rows[i].left_out);
        strbuf_free(&out);
    }
}
END_TEST

START_TEST(mount_options_are_redacted)
{
    static const struct {
        const char *text, *plain, *identified;
    } rows[] = {
        {"rw,noatime", "rw,noatime", "rw,noatime"},
        {"data=ordered,commit=30", "data=ordered,commit=30", "data=ordered,commit=30"},
        {"rw,addr=192.0.2.9", "rw,addr=redacted", "rw,addr=192.0.2.9"},
        {"x=192.0.2.9,y=2001:db8::1", "x=redacted,y=redacted", "x=192.0.2.9,y=2001:db8::1"},
        {"upperdir=/home/alice", "upperdir=redacted", "upperdir=/home/alice"},
        {"user=alice,password=x,rw", "user=redacted,password=redacted,rw",
         "user=alice,password=redacted,rw"},
        {"compress=zstd:3,vers=4.2", "compress=zstd:3,vers=4.2", "compress=zstd:3,vers=4.2"},
        {"fs=0f1e2d3c-1111-2222", "fs=redacted", "fs=0f1e2d3c-1111-2222"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strbuf plain = STRBUF_INIT, identified = STRBUF_INIT;
        redact_mount_options(rows[i].text, false, &plain);
        redact_mount_options(rows[i].text, true, &identified);
        ck_assert_str_eq(plain.text, rows[i].plain);
        ck_assert_str_eq(identified.text, rows[i].identified);
        strbuf_free(&plain);
        strbuf_free(&identified);
    }
}
END_TEST

START_TEST(plain_devices)
{
    ck_assert(redact_is_plain_device("/dev/vda1"));
    ck_assert(redact_is_plain_device("/dev/md/0"));
    ck_assert(redact_is_plain_device("/dev/dm-0"));
    ck_assert(!redact_is_plain_device("/dev/"));
    ck_assert(!redact_is_plain_device("/dev/mapper/x"));
    ck_assert(!redact_is_plain_device("/dev/disk/by-id/x"));
    ck_assert(!redact_is_plain_device("files:/export"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("hostfacts");
    TCase *files = tcase_create("sysfile");
    tcase_add_checked_fixture(files, set_up, NULL);
    tcase_add_test(files, lines_are_tidy);
    tcase_add_test(files, reading_is_bounded);
    tcase_add_test(files, only_files_are_read);
    tcase_add_test(files, names_are_sorted_by_number);
    tcase_add_test(files, choices_are_the_word_in_brackets);
    tcase_add_test(files, identity_is_only_read_on_request);
    suite_add_tcase(suite, files);
    TCase *texts = tcase_create("texts");
    tcase_add_test(texts, mounts_are_found_by_path);
    tcase_add_test(texts, mounts_are_found_by_number);
    tcase_add_test(texts, command_lines_are_redacted);
    tcase_add_test(texts, mount_options_are_redacted);
    tcase_add_test(texts, plain_devices);
    suite_add_tcase(suite, texts);
    return suite;
}

T_MAIN(make_suite)
