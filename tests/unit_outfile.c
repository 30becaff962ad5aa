#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/outfile.h"
#include "tests/t_main.h"

/* Each test has an empty folder of its own as working folder. */
static char top[4096], folder[] = "outfile.XXXXXX";
static struct diag diag;

static void empty(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (entry->d_type == DT_DIR)
            empty(name);
        if (remove(name))
            fprintf(stderr, "cannot remove %s\n", name);
    }
    if (dir)
        closedir(dir);
}

static void set_up(void)
{
    umask(022);
    memset(&diag, 0, sizeof diag);
    strcpy(folder, "outfile.XXXXXX");
    ck_assert_ptr_nonnull(getcwd(top, sizeof top));
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    empty(".");
    if (chdir(top) == 0)
        rmdir(folder);
}

static void plant(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void holds(const char *path, const char *text)
{
    char found[200];
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(found, text);
}

/* Counts what stands in a folder, hidden names too. */
static int entries(const char *path)
{
    DIR *dir = opendir(path);
    int nr = 0;
    while (dir && readdir(dir))
        nr++;
    if (dir)
        closedir(dir);
    return nr - 2;
}

static mode_t mode_of(const char *path)
{
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    return info.st_mode & 07777;
}

static void write_all(const char *path, const char *text)
{
    struct outfile *file = outfile_open(path, &diag);
    ck_assert_msg(file != NULL, "%s: %s", path, diag.text);
    fputs(text, outfile_stream(file));
    ck_assert_msg(outfile_commit(file, &diag) == 0, "%s: %s", path, diag.text);
}

START_TEST(new_files)
{
    write_all("new", "one\n");
    holds("new", "one\n");
    ck_assert_uint_eq(mode_of("new"), 0644);
    umask(077);
    write_all("private", "");
    holds("private", "");
    ck_assert_uint_eq(mode_of("private"), 0600);
    ck_assert_int_eq(mkdir("sub", 0755), 0);
    write_all("sub/new", "two\n");
    holds("sub/new", "two\n");
    ck_assert_int_eq(entries("."), 3);
    ck_assert_int_eq(entries("sub"), 1);
}
END_TEST

START_TEST(old_files_are_replaced_at_the_end)
{
    static const mode_t modes[] = {0600, 0644, 0640, 0755, 0444};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        plant("old", "old, and longer than the new one\n");
        ck_assert_int_eq(chmod("old", modes[i]), 0);
        struct outfile *file = outfile_open("old", &diag);
        ck_assert_ptr_nonnull(file);
        fputs("new\n", outfile_stream(file));
        fflush(outfile_stream(file));
        holds("old", "old, and longer than the new one\n");
        ck_assert_int_eq(outfile_commit(file, &diag), 0);
        holds("old", "new\n");
        ck_assert_uint_eq(mode_of("old"), modes[i]);
        ck_assert_int_eq(entries("."), 1);
        ck_assert_int_eq(unlink("old"), 0);
    }
}
END_TEST

START_TEST(aborting_leaves_things_as_they_were)
{
    plant("old", "old\n");
    static const char *const names[] = {"old", "new"};
    for (size_t i = 0; i < 2; i++) {
        struct outfile *file = outfile_open(names[i], &diag);
        ck_assert_ptr_nonnull(file);
        fputs("half", outfile_stream(file));
        outfile_abort(file);
    }
    outfile_abort(NULL);
    holds("old", "old\n");
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

static void is_link(const char *path)
{
    struct stat info;
    ck_assert_int_eq(lstat(path, &info), 0);
    ck_assert_msg(S_ISLNK(info.st_mode), "%s", path);
}

START_TEST(links_stay)
{
    char absolute[5000];
    ck_assert_int_eq(mkdir("sub", 0755), 0);
    plant("sub/target", "old\n");
    ck_assert_int_eq(chmod("sub/target", 0640), 0);
    ck_assert_int_eq(symlink("target", "sub/link"), 0);
    ck_assert_int_eq(symlink("sub/link", "chain"), 0);
    write_all("chain", "new\n");
    is_link("chain");
    is_link("sub/link");
    holds("sub/target", "new\n");
    ck_assert_uint_eq(mode_of("sub/target"), 0640);
    /* Links to nothing: relative, through another, and absolute. */
    ck_assert_int_eq(symlink("fresh1", "sub/dangling"), 0);
    write_all("sub/dangling", "1\n");
    ck_assert_int_eq(symlink("fresh2", "sub/second"), 0);
    ck_assert_int_eq(symlink("sub/second", "first"), 0);
    write_all("first", "2\n");
    snprintf(absolute, sizeof absolute, "%s/%s/fresh3", top, folder);
    ck_assert_int_eq(symlink(absolute, "absolute"), 0);
    write_all("absolute", "3\n");
    is_link("sub/dangling");
    is_link("sub/second");
    is_link("first");
    is_link("absolute");
    holds("sub/fresh1", "1\n");
    holds("sub/fresh2", "2\n");
    holds("fresh3", "3\n");
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    ck_assert_ptr_null(outfile_open("loop", &diag));
    ck_assert_int_eq(diag.level, DIAG_FATAL);
    is_link("loop");
    ck_assert_int_eq(entries("."), 6);
    ck_assert_int_eq(entries("sub"), 6);
}
END_TEST

START_TEST(names_of_full_length)
{
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    write_all(name, "1\n");
    write_all(name, "2\n");
    holds(name, "2\n");
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(what_cannot_be_opened)
{
    static const char *const names[] = {"", "none/new", "sub", "sub/", "new/", "old/new"};
    ck_assert_int_eq(mkdir("sub", 0755), 0);
    plant("old", "old\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        memset(&diag, 0, sizeof diag);
        ck_assert_msg(!outfile_open(names[i], &diag), "%s", names[i]);
        ck_assert_int_eq(diag.level, DIAG_FATAL);
        ck_assert_str_eq(diag.path, names[i]);
        ck_assert_ptr_nonnull(strstr(diag.text, "cannot write: "));
    }
    ck_assert_int_eq(entries("."), 2);
    ck_assert_int_eq(entries("sub"), 0);
    if (geteuid() == 0)
        return; /* root may write anywhere */
    ck_assert_int_eq(chmod("sub", 0555), 0);
    ck_assert_ptr_null(outfile_open("sub/new", &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, strerror(EACCES)));
    ck_assert_int_eq(chmod("sub", 0755), 0);
}
END_TEST

START_TEST(devices_are_written_in_place)
{
    struct stat before, after;
    ck_assert_int_eq(stat("/dev/null", &before), 0);
    write_all("/dev/null", "gone\n");
    ck_assert_int_eq(symlink("/dev/null", "null"), 0);
    write_all("null", "gone\n");
    ck_assert_int_eq(stat("/dev/null", &after), 0);
    ck_assert_uint_eq(before.st_ino, after.st_ino);
    ck_assert_uint_eq(before.st_mode, after.st_mode);
    is_link("null");
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(full_devices)
{
    static const size_t sizes[] = {1, 3000, 1 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(&diag, 0, sizeof diag);
        struct outfile *file = outfile_open("/dev/full", &diag);
        ck_assert_ptr_nonnull(file);
        for (size_t byte = 0; byte < sizes[i]; byte++)
            putc('x', outfile_stream(file));
        ck_assert_int_eq(outfile_commit(file, &diag), -1);
        ck_assert_int_eq(diag.level, DIAG_FATAL);
        ck_assert_str_eq(diag.path, "/dev/full");
        ck_assert_msg(strstr(diag.text, strerror(ENOSPC)) != NULL, "%zu: %s", sizes[i], diag.text);
        ck_assert(*diag.mend);
    }
}
END_TEST

START_TEST(fifos_are_written_in_place)
{
    char found[40];
    ck_assert_int_eq(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    ck_assert_int_ge(reader, 0);
    write_all("fifo", "through\n");
    ck_assert_int_eq(read(reader, found, sizeof found), 8);
    ck_assert_mem_eq(found, "through\n", 8);
    close(reader);
    struct stat info;
    ck_assert_int_eq(lstat("fifo", &info), 0);
    ck_assert(S_ISFIFO(info.st_mode));
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(standard_output)
{
    static const char *const names[] = {NULL, "-"};
    for (size_t i = 0; i < 2; i++) {
        fflush(stdout);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (!child) {
            int fd = open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(fd, STDOUT_FILENO);
            struct outfile *file = outfile_open(names[i], &diag);
            fputs("text\n", outfile_stream(file));
            _exit(outfile_commit(file, &diag) ? 1 : 0);
        }
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_int_eq(status, 0);
        holds("stdout", "text\n");
        ck_assert_int_eq(entries("."), 1);
    }
}
END_TEST

START_TEST(failed_writes_leave_the_old_file)
{
    plant("old", "old\n");
    struct outfile *file = outfile_open("old", &diag);
    ck_assert_ptr_nonnull(file);
    fputs("new\n", outfile_stream(file));
    int full = open("/dev/full", O_WRONLY);
    ck_assert_int_ge(full, 0);
    ck_assert_int_ge(dup2(full, fileno(outfile_stream(file))), 0);
    close(full);
    ck_assert_int_eq(outfile_commit(file, &diag), -1);
    ck_assert_ptr_nonnull(strstr(diag.text, strerror(ENOSPC)));
    holds("old", "old\n");
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(targets_that_become_folders)
{
    struct outfile *file = outfile_open("new", &diag);
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(mkdir("new", 0755), 0);
    ck_assert_int_eq(outfile_commit(file, &diag), -1);
    ck_assert_ptr_nonnull(strstr(diag.text, "cannot put the new file in place"));
    ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(several_at_a_time)
{
    struct outfile *files[3];
    static const char *const names[] = {"a", "a", "b"};
    for (size_t i = 0; i < 3; i++) {
        files[i] = outfile_open(names[i], &diag);
        ck_assert_ptr_nonnull(files[i]);
        fprintf(outfile_stream(files[i]), "%zu\n", i);
    }
    /* What another run left under the next name is no obstacle. */
    char taken[60];
    snprintf(taken, sizeof taken, ".iodelta.%ld.0", (long)getpid());
    plant(taken, "theirs\n");
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(outfile_commit(files[i], &diag), 0);
    holds("a", "1\n");
    holds("b", "2\n");
    holds(taken, "theirs\n");
    ck_assert_int_eq(entries("."), 3);
}
END_TEST

START_TEST(killed_programs_leave_nothing)
{
    int probe = open(".", O_TMPFILE | O_WRONLY, 0600);
    if (probe < 0)
        return; /* a file system where every file has a name */
    close(probe);
    static const int signals[] = {SIGTERM, SIGKILL};
    plant("old", "old\n");
    for (size_t i = 0; i < 2; i++) {
        fflush(stdout);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (!child) {
            struct outfile *file = outfile_open("old", &diag);
            fputs("half", outfile_stream(file));
            fflush(outfile_stream(file));
            signal(SIGTERM, SIG_DFL);
            raise(signals[i]);
            _exit(0);
        }
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        holds("old", "old\n");
        ck_assert_int_eq(entries("."), 1);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("outfile");
    TCase *cases = tcase_create("outfile");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, new_files);
    tcase_add_test(cases, old_files_are_replaced_at_the_end);
    tcase_add_test(cases, aborting_leaves_things_as_they_were);
    tcase_add_test(cases, links_stay);
    tcase_add_test(cases, names_of_full_length);
    tcase_add_test(cases, what_cannot_be_opened);
    tcase_add_test(cases, devices_are_written_in_place);
    tcase_add_test(cases, full_devices);
    tcase_add_test(cases, fifos_are_written_in_place);
    tcase_add_test(cases, standard_output);
    tcase_add_test(cases, failed_writes_leave_the_old_file);
    tcase_add_test(cases, targets_that_become_folders);
    tcase_add_test(cases, several_at_a_time);
    tcase_add_test(cases, killed_programs_leave_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
