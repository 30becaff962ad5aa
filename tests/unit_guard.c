#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/guard.h"
#include "collect/guard_parts.h"
#include "tests/t_host.h"
#include "tests/t_main.h"

/* A host of two disks, a volume on each of two, and whatever a test adds to it. */
static char root[4096];

static void plant(const char *name, const char *text)
{
    t_host_plant(root, name, text);
}

static void plant_link(const char *name, const char *target)
{
    t_host_link(root, name, target);
}

static void plant_device(const char *folder, unsigned first, unsigned second)
{
    t_host_device(root, folder, first, second);
}

/* That lower carries upper, a disk. */
static void plant_stack(const char *lower, const char *upper)
{
    char name[300], text[300];
    const char *last = strrchr(lower, '/') ? strrchr(lower, '/') + 1 : lower;
    snprintf(name, sizeof name, "/sys/devices/%s/holders/%s", lower, upper);
    snprintf(text, sizeof text, "%s../../%s", strchr(lower, '/') ? "../" : "", upper);
    plant_link(name, text);
    snprintf(name, sizeof name, "/sys/devices/%s/slaves/%s", upper, last);
    snprintf(text, sizeof text, "../../%s", lower);
    plant_link(name, text);
}

static void plant_loop(const char *name, unsigned second, const char *backing)
{
    char path[300], text[300];
    plant_device(name, 7, second);
    snprintf(path, sizeof path, "/sys/devices/%s/loop/backing_file", name);
    snprintf(text, sizeof text, "%s\n", backing);
    plant(path, text);
}

static void plant_open(const char *process, const char *target, const char *flags)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/fd/4", process);
    plant_link(path, target);
    snprintf(path, sizeof path, "/proc/%s/fdinfo/4", process);
    plant(path, flags);
    snprintf(path, sizeof path, "/proc/%s/comm", process);
    plant(path, "writer of disks\n");
}

static const char mounts[] = "22 1 0:20 / /proc rw - proc proc rw\n"
                             "damaged\n"
                             "23 1 8:1 / / rw,relatime - ext4 /dev/tsta1 rw\n";
static const char swaps[] = "Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n";

static void set_up(void)
{
    static unsigned nr;
    char here[4000];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(root, sizeof root, "%s/host%u", here, nr++);
    plant("/proc/self/mountinfo", mounts);
    plant("/proc/swaps", swaps);
    plant_device("tsta", 8, 0);
    plant_device("tsta/tsta1", 8, 1);
    plant_device("tsta/tsta2", 8, 2);
    plant_device("tsta/tsta3", 8, 3);
    plant_device("tstb", 8, 16);
    plant_device("tstb/tstb1", 8, 17);
    plant_device("dm-0", 253, 0);
    plant_device("dm-1", 253, 1);
    plant_stack("tsta/tsta3", "dm-0");
    plant_stack("tsta/tsta3", "dm-1");
}

static struct guard_thing device(unsigned first, unsigned second)
{
    return (struct guard_thing){false, makedev(first, second), 0};
}

/* What the thing is in use for must hold the words, or be nothing where they are NULL. */
static void expect_thing(struct guard_thing thing, const char *words)
{
    struct strbuf use = STRBUF_INIT;
    const char *mend = NULL;
    bool is_used = guard_is_used(root, &thing, &use, &mend);
    ck_assert_msg(is_used == (words != NULL) && strstr(use.text, words ? words : ""),
                  "expected '%s', got '%s'", words ? words : "free", use.text);
    ck_assert(!is_used || mend);
    strbuf_free(&use);
}

static void expect(unsigned first, unsigned second, const char *words)
{
    expect_thing(device(first, second), words);
}

START_TEST(what_nothing_uses_is_free)
{
    expect(8, 16, NULL);
    expect(8, 17, NULL);
    /* Beside it a partition is mounted, and another has volumes. */
    expect(8, 2, NULL);
    /* A volume shares its disk with another and with what is mounted. */
    expect(253, 0, NULL);
    expect(253, 1, NULL);
}
END_TEST

START_TEST(mounts_are_seen)
{
    expect(8, 1, "it is mounted on /");
    expect(8, 0, "its partition tsta1 is mounted on /");
    plant("/proc/self/mountinfo", "23 1 8:16 / /mnt/with\\040blank rw - ext4 /dev/tstb rw\n");
    expect(8, 16, "it is mounted on /mnt/with blank");
    expect(8, 17, "tstb, which it is a partition of, is mounted on /mnt/with blank");
    plant("/proc/self/mountinfo", "23 1 8:3 / /a rw - ext4 /dev/tsta3 rw\n");
    expect(253, 0, "tsta3, which lies below it, is mounted on /a");
    plant("/proc/self/mountinfo", "23 1 8:0 / /a rw - ext4 /dev/tsta rw\n");
    expect(253, 0, "tsta, which lies below it, is mounted on /a");
    /* A file system over several devices has no number of theirs. */
    plant("/proc/self/mountinfo", "23 1 0:40 / /pool rw - btrfs /dev/tstb1 rw\n");
    expect(8, 17, "it is mounted on /pool");
    expect(8, 16, "its partition tstb1 is mounted on /pool");
}
END_TEST

START_TEST(swap_is_seen)
{
    char text[6000];
    snprintf(text, sizeof text, "%s/dev/tstb1 partition\t8388604\t0\t-2\n", swaps);
    plant("/proc/swaps", text);
    expect(8, 17, "it is in use as swap");
    expect(8, 16, "its partition tstb1 is in use as swap");
    expect(8, 2, NULL);
    plant("/my file", "x");
    snprintf(text, sizeof text, "%s/my\\040file file\t4\t0\t-2\n", swaps);
    plant("/proc/swaps", text);
    expect(8, 17, NULL);
    struct guard_thing file;
    ck_assert(guard_thing_of_path(root, "/my file", &file));
    expect_thing(file, "it is in use as swap");
}
END_TEST

START_TEST(holders_are_seen)
{
    expect(8, 3, "it is held by dm-0");
    plant_device("md127", 9, 127);
    plant_stack("tstb", "md127");
    expect(8, 16, "it is held by md127");
    expect(8, 17, "tstb, which it is a partition of, is held by md127");
    expect(9, 127, NULL);
    plant_device("dm-2", 253, 2);
    plant_stack("md127", "dm-2");
    expect(9, 127, "it is held by dm-2");
    expect(253, 2, NULL);
    plant("/proc/self/mountinfo", "23 1 8:16 / /a rw - ext4 /dev/tstb rw\n");
    expect(253, 2, "tstb, which lies below it, is mounted on /a");
}
END_TEST

START_TEST(a_disk_with_volumes_is_held)
{
    plant("/proc/self/mountinfo", "22 1 0:20 / /proc rw - proc proc rw\n");
    expect(8, 0, "its partition tsta3 is held by dm-0");
}
END_TEST

START_TEST(loops_are_followed_down)
{
    plant_loop("loop3", 3, "/dev/tsta1");
    expect(7, 3, "tsta1, which it loops over, is mounted on /");
    plant_loop("loop4", 4, "/dev/tsta");
    expect(7, 4, "tsta1 is mounted on /");
    plant_loop("loop5", 5, "/dev/tstb");
    expect(7, 5, NULL);
    plant_loop("loop6", 6, "/dev/loop5");
    expect(7, 6, NULL);
    plant_device("loop6/loop6p1", 259, 0);
    expect(259, 0, NULL);
    plant("/proc/self/mountinfo", "23 1 8:16 / /a rw - ext4 /dev/tstb rw\n");
    expect(7, 6, "tstb, which it loops over, is mounted on /a");
    expect(259, 0, "tstb, which it loops over, is mounted on /a");
    plant_loop("loop7", 7, "/gone (deleted)");
    expect(7, 7, "/sys does not tell all that belongs to it");
}
END_TEST

START_TEST(loops_are_seen_from_below)
{
    plant("/image", "x");
    plant_loop("loop3", 3, "/dev/tstb1");
    expect(8, 17, "it is what a loop device stands on: loop3");
    expect(8, 16, "its partition tstb1 is what a loop device stands on: loop3");
    expect(7, 3, NULL);
    plant_loop("loop4", 4, "/image");
    struct guard_thing file;
    ck_assert(guard_thing_of_path(root, "/image", &file));
    expect_thing(file, "it is what a loop device stands on: loop4");
    expect(7, 4, NULL);
    plant_loop("loop5", 5, "/image");
    expect(7, 4, "/image, which it loops over, is what a loop device stands on: loop5");
    plant_stack("loop3", "dm-1");
    expect(7, 3, "it is held by dm-1");
}
END_TEST

START_TEST(writers_are_seen)
{
    plant_open("123", "/dev/tstb1", "pos:\t0\nflags:\t0100000\n");
    expect(8, 17, NULL);
    plant_open("124", "/dev/tstb1", "pos:\t0\nflags:\t0100002\n");
    expect(8, 17, "it is open for writing in process 124 (writer of disks)");
    expect(8, 16, "its partition tstb1 is open for writing in process 124");
    plant_open("125", "/dev/tsta", "pos:\t0\nflags:\t02100001\n");
    expect(8, 2, "tsta, which it is a partition of, is open for writing in process 125");
    expect(253, 1, "tsta, which lies below it, is open for writing in process 125");
    plant("/image", "x");
    plant_loop("loop3", 3, "/image");
    expect(7, 3, NULL);
    plant_open("126", "../../../image", "pos:\t0\nflags:\t0100001\n");
    expect(7, 3, "/image, which it loops over, is open for writing in process 126");
}
END_TEST

START_TEST(what_other_hosts_are_given_is_seen)
{
    static const char folder[] = "/sys/kernel/config/nvmet/subsystems/nqn.example/namespaces/1";
    char path[300];
    snprintf(path, sizeof path, "%s/device_path", folder);
    plant(path, "/dev/tstb1\n");
    expect(8, 17, NULL);
    snprintf(path, sizeof path, "%s/enable", folder);
    plant(path, "0\n");
    expect(8, 17, NULL);
    plant(path, "1\n");
    expect(8, 17, "it is given to other hosts by the NVMe target");
    expect(8, 16, "its partition tstb1 is given to other hosts");
    expect(8, 2, NULL);
}
END_TEST

START_TEST(what_cannot_be_judged_is_used)
{
    expect(8, 99, "/sys does not tell all that belongs to it");
    char path[5000];
    snprintf(path, sizeof path, "%s/proc/self/mountinfo", root);
    ck_assert_int_eq(unlink(path), 0);
    expect(8, 16, "no list of mounts");
}
END_TEST

START_TEST(devices_are_described)
{
    struct strbuf words = STRBUF_INIT;
    struct guard_thing disk = device(8, 16), part = device(8, 17), file = {true, 1, 2};
    plant("/sys/devices/tstb/device/vendor", "EXAMPLE \n");
    plant("/sys/devices/tstb/device/model", "Disk 9        \n");
    guard_describe(root, &disk, 480000000000, &words);
    ck_assert_str_eq(words.text, "tstb, EXAMPLE Disk 9, 480 GB");
    strbuf_cut(&words, 0);
    guard_describe(root, &part, 999, &words);
    ck_assert_str_eq(words.text, "tstb1, EXAMPLE Disk 9, 999 B");
    strbuf_cut(&words, 0);
    guard_describe(root, &file, 999999, &words);
    ck_assert_str_eq(words.text, "a file, 1 MB");
    strbuf_free(&words);
}
END_TEST

static void expect_ways(unsigned first, unsigned second, const char *expected)
{
    struct strbuf words = STRBUF_INIT;
    struct guard_thing thing = device(first, second);
    guard_transports(root, &thing, &words);
    ck_assert_str_eq(words.text, expected);
    strbuf_free(&words);
}

START_TEST(shared_transports_are_named)
{
    expect_ways(8, 16, "");
    plant("/sys/devices/dm-0/dm/uuid", "LVM-abc\n");
    expect_ways(253, 0, "");
    plant("/sys/devices/dm-1/dm/uuid", "mpath-360000\n");
    expect_ways(253, 1, "multipath");
    plant("/sys/devices/sess/host3/session12/target/block/tstc/dev", "8:32\n");
    plant_link("/sys/dev/block/8:32", "../../devices/sess/host3/session12/target/block/tstc");
    expect_ways(8, 32, "iSCSI");
    plant("/sys/devices/fc/host4/rport-4:0-1/target/block/tstd/dev", "8:48\n");
    plant_link("/sys/dev/block/8:48", "../../devices/fc/host4/rport-4:0-1/target/block/tstd");
    expect_ways(8, 48, "Fibre Channel");
    plant_device("nvme1n1", 259, 5);
    plant("/sys/devices/nvme1n1/device/transport", "pcie\n");
    expect_ways(259, 5, "");
    plant("/sys/devices/nvme1n1/device/transport", "tcp\n");
    expect_ways(259, 5, "NVMe-oF");
    plant_device("nvme2n1", 259, 6);
    plant("/sys/devices/nvme2n1/device/nvme2/transport", "rdma\n");
    expect_ways(259, 6, "NVMe-oF");
    /* What lies below counts too. */
    plant_device("dm-3", 253, 3);
    plant_stack("nvme2n1", "dm-3");
    expect_ways(253, 3, "NVMe-oF");
}
END_TEST

static char said[1000];

static void take(void *context, const struct diag *diag)
{
    (void)context;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", diag->text);
}

static const struct diag_sink sink = {take, NULL};

/* Asks to hold the file by permits; returns whether it may be written, and leaves *diag. */
static bool holds(const char *path, const char *const *permits, size_t nr, struct diag *diag)
{
    struct guard *guard = guard_new("", permits, nr, &sink);
    struct stat status;
    int fd = open(path, O_PATH);
    ck_assert_int_eq(fstat(fd, &status), 0);
    int held = guard_hold(guard, "j", path, fd, &status, diag);
    if (held >= 0) {
        ck_assert_int_eq(guard_hold(guard, "j", path, fd, &status, diag), held);
        ck_assert_int_eq(pwrite(held, "w", 1, 0), 1);
    }
    close(fd);
    guard_free(guard);
    return held >= 0;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(files_need_a_permit)
{
    struct diag diag;
    write_file("mine", "precious");
    write_file("other", "precious");
    ck_assert_int_eq(symlink("mine", "link"), 0);
    bool knows = true;
#ifndef HAVE_BLKID
    knows = false;
#endif
    const char *free_of = knows ? "link" : "link:unknown";
    ck_assert(!holds("mine", NULL, 0, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "is not a file that this run made"));
    ck_assert_ptr_nonnull(strstr(diag.mend, "--destructive=PATH"));
    const char *const others[] = {"other", "nothing", "mine/"};
    ck_assert(!holds("mine", others, 3, &diag));
    said[0] = '\0';
    ck_assert(holds("mine", &free_of, 1, &diag));
    ck_assert_ptr_nonnull(strstr(said, "will be written over: a file, 8 B, "));
    said[0] = '\0';
    ck_assert(!holds("other", &free_of, 1, &diag));
    ck_assert_ptr_nonnull(strstr(said, "no job that was prepared writes it"));
}
END_TEST

START_TEST(what_stands_there_later_is_not_meant)
{
    struct diag diag;
    struct stat status;
    write_file("first", "1");
    write_file("second", "2");
    ck_assert_int_eq(symlink("first", "moving"), 0);
    const char *const permits[] = {"moving:unknown"};
    struct guard *guard = guard_new("", permits, 1, &sink);
    ck_assert_int_eq(unlink("moving"), 0);
    ck_assert_int_eq(symlink("second", "moving"), 0);
    int fd = open("moving", O_PATH);
    ck_assert_int_eq(fstat(fd, &status), 0);
    ck_assert_int_lt(guard_hold(guard, "j", "moving", fd, &status, &diag), 0);
    ck_assert_ptr_nonnull(strstr(diag.text, "is not a file that this run made"));
    close(fd);
    guard_free(guard);
}
END_TEST

START_TEST(a_writer_elsewhere_is_refused)
{
    struct diag diag;
    write_file("shared", "x");
    const char *const permits[] = {"shared:unknown"};
    int ready[2];
    ck_assert_int_eq(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        int fd = open("shared", O_WRONLY);
        if (fd < 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        pause();
        _exit(0);
    }
    char byte;
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    ck_assert(!holds("shared", permits, 1, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "is never written: "));
    ck_assert_ptr_nonnull(strstr(diag.text, "open for writing"));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ck_assert(holds("shared", permits, 1, &diag));
    close(ready[0]);
    close(ready[1]);
}
END_TEST

#ifdef HAVE_BLKID
/* A superblock of swap space is a page with a word at its end. */
START_TEST(signatures_are_named_too)
{
    struct diag diag;
    static char page[64 * 4096];
    memset(page, 0, sizeof page);
    page[1024] = 1;                /* version */
    page[1028] = 15;               /* last page */
    memcpy(page + 4086, "SWAPSPACE2", 10);
    FILE *file = fopen("swapspace", "w");
    ck_assert_uint_eq(fwrite(page, sizeof page, 1, file), 1);
    fclose(file);
    const char *const bare[] = {"swapspace"}, *const wrong[] = {"swapspace:ext4"},
                      *const right[] = {"swapspace:ext4,SWAP"};
    ck_assert(!holds("swapspace", bare, 1, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "its signature was not named"));
    ck_assert_ptr_nonnull(strstr(diag.text, "262 kB, signature swap"));
    ck_assert_ptr_nonnull(strstr(diag.mend, "--destructive=PATH:swap"));
    ck_assert(!holds("swapspace", wrong, 1, &diag));
    ck_assert(holds("swapspace", right, 1, &diag));
}
END_TEST
#endif

START_TEST(levers_of_the_kernel_are_no_targets)
{
    struct diag diag;
    const char *const permits[] = {"/proc/self/oom_score_adj:unknown"};
    ck_assert(!holds("/proc/self/oom_score_adj", permits, 1, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "it is no data"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("guard");
    TCase *tcase = tcase_create("use");
    tcase_add_checked_fixture(tcase, set_up, NULL);
    tcase_add_test(tcase, what_nothing_uses_is_free);
    tcase_add_test(tcase, mounts_are_seen);
    tcase_add_test(tcase, swap_is_seen);
    tcase_add_test(tcase, holders_are_seen);
    tcase_add_test(tcase, a_disk_with_volumes_is_held);
    tcase_add_test(tcase, loops_are_followed_down);
    tcase_add_test(tcase, loops_are_seen_from_below);
    tcase_add_test(tcase, writers_are_seen);
    tcase_add_test(tcase, what_other_hosts_are_given_is_seen);
    tcase_add_test(tcase, what_cannot_be_judged_is_used);
    tcase_add_test(tcase, devices_are_described);
    tcase_add_test(tcase, shared_transports_are_named);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("permits");
    tcase_add_test(tcase, files_need_a_permit);
    tcase_add_test(tcase, what_stands_there_later_is_not_meant);
    tcase_add_test(tcase, a_writer_elsewhere_is_refused);
#ifdef HAVE_BLKID
    tcase_add_test(tcase, signatures_are_named_too);
#endif
    tcase_add_test(tcase, levers_of_the_kernel_are_no_targets);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
