/* What tells of a run beside its own clocks: devices, and the page cache. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/disk_stats.h"
#include "collect/group.h"
#include "collect/page_cache.h"
#include "tests/t_main.h"

enum { MIB = 1 << 20, TMPFS = 0x01021994 };

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void make_folders(void)
{
    static const char *const folders[] = {
        "sys", "sys/dev", "sys/dev/block", "sys/dev/block/8:0", "sys/dev/block/8:0/queue",
        "sys/dev/block/8:0/8:1", "sys/dev/block/9:0",
    };
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        mkdir(folders[i], 0777);
    symlink("8:0/8:1", "sys/dev/block/8:1");
    put_file("sys/dev/block/8:0/queue/iostats", "1\n");
}

static const char before[] = "  100 5 2000 300 50 6 800 70 0 900 1000 0 0 0 0 0 0\n";
static const char after[] = "  110 5 2008 320 90 6 8800 170 2 950 1300 4 4 4 4 0 0\n";

static struct disk_counts counts_between(struct disk_set *set, const char *one, const char *two)
{
    static const char path[] = "sys/dev/block/8:0/stat";
    put_file(path, one);
    disk_set_begin(set, ".");
    if (two)
        put_file(path, two);
    else
        unlink(path);
    disk_set_end(set, ".");
    return disk_set_counts(set);
}

START_TEST(counts_of_a_device_are_differences)
{
    struct disk_set set = {.nr = 1};
    set.at[0].major = 8;
    struct disk_counts counts = counts_between(&set, before, after);
    ck_assert(counts.is_known);
    ck_assert_uint_eq(counts.read_ios, 10);
    ck_assert_uint_eq(counts.read_bytes, 8 * 512);
    ck_assert_uint_eq(counts.read_ms, 20);
    ck_assert_uint_eq(counts.write_ios, 40);
    ck_assert_uint_eq(counts.write_bytes, 8000 * 512);
    ck_assert_uint_eq(counts.write_ms, 100);
    ck_assert_uint_eq(counts.busy_ms, 50);
    ck_assert_uint_eq(counts.queue_ms, 300);
    ck_assert_uint_ge(set.after_ns, set.before_ns);
    /* Eleven numbers are what kernels before 4.18 had. */
    ck_assert(counts_between(&set, before, "110 5 2008 320 90 6 8800 170 2 950 1300\n").is_known);
    ck_assert(!counts_between(&set, after, before).is_known);
    ck_assert(!counts_between(&set, before, "110 5 2008 320\n").is_known);
    ck_assert(!counts_between(&set, before, "").is_known);
    ck_assert(!counts_between(&set, before, NULL).is_known);
}
END_TEST

START_TEST(counts_that_are_off_are_not_known)
{
    struct disk_set set = {.nr = 1};
    set.at[0].major = 8;
    put_file("sys/dev/block/8:0/queue/iostats", "0\n");
    ck_assert(!counts_between(&set, before, after).is_known);
    /* A partition has the queue of its disk. */
    set.at[0].minor = 1;
    put_file("sys/dev/block/8:0/8:1/stat", before);
    disk_set_begin(&set, ".");
    ck_assert(!set.at[0].before.is_known);
    put_file("sys/dev/block/8:0/queue/iostats", "1\n");
    disk_set_begin(&set, ".");
    ck_assert(set.at[0].before.is_known);
    set = (struct disk_set){.nr = 0};
    ck_assert(!disk_set_counts(&set).is_known);
}
END_TEST

START_TEST(files_have_devices)
{
    struct disk_set set = {.nr = 0};
    int zero = open("/dev/zero", O_RDONLY);
    disk_set_add(&set, "", zero);
    ck_assert(set.nr == 0 && !set.is_cut);
    close(zero);
    int pipes[2];
    ck_assert_int_eq(pipe(pipes), 0);
    disk_set_add(&set, "", pipes[0]);
    ck_assert(set.nr == 0 && set.is_cut);
    close(pipes[0]);
    close(pipes[1]);
    set = (struct disk_set){.nr = 0};
    int fd = open("here", O_RDWR | O_CREAT, 0600);
    disk_set_add(&set, "", fd);
    disk_set_add(&set, "", fd);
    ck_assert_uint_eq(set.nr + set.is_cut, 1);
    close(fd);
}
END_TEST

/* A file whose file system names no device, with what /proc would say of its mount. */
static struct disk_set add_mounted(int fd, const char *source)
{
    char text[256], path[64];
    struct disk_set set = {.nr = 0};
    snprintf(path, sizeof path, "proc/self/fdinfo/%d", fd);
    put_file(path, "pos:\t0\nmnt_id:\t77\n");
    snprintf(text, sizeof text, "77 1 0:50 / / rw - btrfs %s rw\n", source);
    put_file("proc/self/mountinfo", text);
    disk_set_add(&set, ".", fd);
    return set;
}

START_TEST(a_btrfs_of_several_devices_has_no_counts)
{
    static const char *const folders[] = {
        "proc", "proc/self", "proc/self/fdinfo", "sys/fs", "sys/fs/btrfs", "sys/fs/btrfs/a",
        "sys/fs/btrfs/a/devices", "sys/fs/btrfs/b", "sys/fs/btrfs/b/devices",
    };
    static const char *const names[] = {"/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/loop0"};
    struct stat device;
    size_t i = 0;
    while (i < 4 && (stat(names[i], &device) != 0 || !S_ISBLK(device.st_mode)))
        i++;
    int fd = memfd_create("file", MFD_CLOEXEC);
    if (i == 4 || fd < 0)
        return; /* no device to be found */
    char link[64];
    snprintf(link, sizeof link, "sys/dev/block/%u:%u", major(device.st_rdev),
             minor(device.st_rdev));
    for (size_t k = 0; k < sizeof folders / sizeof folders[0]; k++)
        mkdir(folders[k], 0777);
    ck_assert_int_eq(symlink("../../devices/some/xyz", link), 0);
    put_file("sys/fs/btrfs/b/devices/xyz", "");
    struct disk_set set = add_mounted(fd, names[i]);
    ck_assert(set.nr == 1 && !set.is_cut);
    ck_assert_uint_eq(set.at[0].major, major(device.st_rdev));
    set = add_mounted(fd, "/dev/null");
    ck_assert(set.nr == 0 && set.is_cut);
    put_file("sys/fs/btrfs/b/devices/other", "");
    set = add_mounted(fd, names[i]);
    ck_assert(set.nr == 0 && set.is_cut);
    close(fd);
}
END_TEST

/* Two jobs on one device: what they read together is compared with what it gave. */
static void read_together(struct group_member *members, const struct job *job,
                          uint64_t disk_sectors)
{
    static struct worker_live lives[2];
    char text[128];
    snprintf(text, sizeof text, "110 5 %llu 320 90 6 8800 170 2 950 1300\n",
             2000 + (unsigned long long)disk_sectors);
    for (int i = 0; i < 2; i++) {
        lives[i].bytes[IO_READ] = (uint64_t)(i + 1) * MIB;
        members[i] = (struct group_member){.worker = {.job = job, .live = &lives[i]}};
    }
    evidence_begin(members, 2, ".");
    put_file("sys/dev/block/8:0/stat", before);
    for (int i = 0; i < 2; i++) {
        members[i].evidence.disks.nr = 1;
        members[i].evidence.disks.at[0].major = 8;
        disk_set_begin(&members[i].evidence.disks, ".");
    }
    put_file("sys/dev/block/8:0/stat", text);
    evidence_end(members, 2, ".");
}

static unsigned warnings_nr, notes_nr;
static struct diag said;

static void take(void *context, const struct diag *diag)
{
    (void)context;
    warnings_nr += diag->level == DIAG_WARN;
    notes_nr += diag->level == DIAG_NOTE;
    if (diag->level == DIAG_WARN)
        said = *diag;
}

static bool warns(const struct group_member *member)
{
    static const struct diag_sink sink = {take, NULL};
    struct arena *arena = arena_new();
    struct record *record = record_new(arena, RECORD_RESULT);
    evidence_put(record, member, IO_READ);
    bool does_warn = record_has_warning(record, "page-cache");
    warnings_nr = notes_nr = 0;
    evidence_tell(member, &sink);
    ck_assert_uint_eq(warnings_nr, does_warn);
    ck_assert_uint_eq(notes_nr, 1);
    arena_free(arena);
    return does_warn;
}

START_TEST(reads_that_no_device_did_are_seen)
{
    struct job job = {.name = "reads", .is_direct = true};
    job.does[IO_READ] = true;
    struct group_member members[2];
    read_together(members, &job, 3 * MIB / 512);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq(members[i].evidence.unasked_pct, 0);
        ck_assert(!warns(&members[i]));
    }
    read_together(members, &job, 3 * MIB / 512 / 4);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq(members[i].evidence.unasked_pct, 75);
        ck_assert(warns(&members[i]));
    }
    ck_assert_str_eq(said.text, "job reads: 75 % of what was read did not come from the device");
    /* Others may have read on the device too. */
    read_together(members, &job, 100 * MIB / 512);
    ck_assert_double_eq(members[1].evidence.unasked_pct, 0);
    /* One file on no device leaves nothing to compare with; then pages tell, of buffered reads. */
    read_together(members, &job, 0);
    ck_assert(warns(&members[0]));
    members[0].evidence.unasked_pct = -1;
    members[0].evidence.held_before_pct = 50;
    ck_assert(!warns(&members[0]));
    job.is_direct = false;
    ck_assert(warns(&members[0]));
    ck_assert_ptr_nonnull(strstr(said.text, "50 % of its files was in memory before"));
    members[0].evidence.held_before_pct = 5;
    ck_assert(!warns(&members[0]));
    job.does[IO_READ] = false;
    members[0].evidence.unasked_pct = 100;
    ck_assert(!warns(&members[0]));
}
END_TEST

START_TEST(records_have_what_is_known)
{
    struct job job = {.name = "reads"};
    job.does[IO_READ] = true;
    struct group_member members[2];
    read_together(members, &job, 8);
    members[0].figures.switches_voluntary = 7;
    members[0].figures.switches_forced = 2;
    members[0].evidence.held_before_pct = 0;
    members[0].evidence.disks.after_ns = members[0].evidence.disks.before_ns + 100000000;
    static const struct {
        const char *name;
        double value;
        bool of_reads;
    } rows[] = {
        {"voluntary_switches", 7, false},
        {"forced_switches", 2, false},
        {"disk_read_ios", 10, false},
        {"disk_read_bytes", 4096, false},
        {"disk_read_mean_ns", 2e6, false},
        {"disk_write_ios", 40, false},
        {"disk_write_bytes", 4096000, false},
        {"disk_write_mean_ns", 2.5e6, false},
        {"disk_queue_ios", 3, false},
        {"disk_util_pct", 50, false},
        {"page_cache_before_pct", 0, true},
        {"cached_read_pct", 100 * (1 - 4096.0 / (3 * MIB)), true},
    };
    struct arena *arena = arena_new();
    for (int op = IO_READ; op <= IO_WRITE; op++) {
        struct record *record = record_new(arena, RECORD_RESULT);
        evidence_put(record, &members[0], (enum io_op)op);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            double value;
            bool is_there = record_metric(record, rows[i].name, &value);
            ck_assert_msg(is_there == (op == IO_READ || !rows[i].of_reads), "%s", rows[i].name);
            if (is_there)
                ck_assert_double_eq_tol(value, rows[i].value, 1e-6);
        }
        ck_assert(!record_metric(record, "page_cache_after_pct", NULL));
    }
    arena_free(arena);
}
END_TEST

START_TEST(pages_in_memory_are_counted)
{
    int zero = open("/dev/zero", O_RDONLY);
    ck_assert_double_lt(page_cache_pct(zero, 0, MIB), 0);
    close(zero);
    int fd = open("file", O_RDWR | O_CREAT, 0600);
    unsigned char *data = calloc(1, MIB);
    for (int i = 0; i < 16; i++)
        ck_assert_int_eq(write(fd, data, MIB), MIB);
    ck_assert_double_eq(page_cache_pct(fd, 0, 16 * MIB), 100);
    ck_assert_double_lt(page_cache_pct(fd, 0, 0), 0);
    /* Behind the end there is nothing; more is looked at in pieces. */
    ck_assert_double_eq(page_cache_pct(fd, 0, 32 * MIB), 50);
    ck_assert_int_eq(ftruncate(fd, UINT64_C(1) << 34), 0);
    ck_assert_double_lt(page_cache_pct(fd, 0, UINT64_C(1) << 34), 10);
    struct statfs fs;
    ck_assert_int_eq(fstatfs(fd, &fs), 0);
    if (fs.f_type != TMPFS && fsync(fd) == 0) {
        page_cache_drop(fd);
        ck_assert_double_eq(page_cache_pct(fd, 0, 16 * MIB), 0);
        posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
        for (int i = 4; i < 8; i++)
            ck_assert_int_eq(pread(fd, data, MIB, (off_t)i * MIB), MIB);
        double pct = page_cache_pct(fd, 0, 16 * MIB);
        ck_assert(pct >= 25 && pct < 40);
        ck_assert_double_eq(page_cache_pct(fd, 5 * MIB + 100, MIB), 100);
    }
    free(data);
    close(fd);
    unlink("file");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("evidence");
    TCase *all = tcase_create("evidence");
    tcase_add_unchecked_fixture(all, make_folders, NULL);
    tcase_add_test(all, counts_of_a_device_are_differences);
    tcase_add_test(all, counts_that_are_off_are_not_known);
    tcase_add_test(all, files_have_devices);
    tcase_add_test(all, a_btrfs_of_several_devices_has_no_counts);
    tcase_add_test(all, reads_that_no_device_did_are_seen);
    tcase_add_test(all, records_have_what_is_known);
    tcase_add_test(all, pages_in_memory_are_counted);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
