/* The doubts that a text itself gives rise to: each check on a text that must raise
 * it, and on near misses that must not. */
#include <stdio.h>
#include <string.h>

#include "parse/consistency.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

/* A text, and the line of the evidence for one warning of its last result that has a
 * rate; 0 where there must be none. */
struct row {
    const char *text;
    unsigned long line;
};

static void check_rows(const char *code, const struct row *rows, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        struct t_parse parse;
        unsigned long line = 0;
        t_parse_all(&parse, rows[i].text);
        const struct record *record = NULL;
        for (size_t r = 0; r < parse.output.nr; r++)
            if (record_metric(parse.output.at[r].record, "bw_bytes_per_s", NULL))
                record = parse.output.at[r].record;
        ck_assert_msg(record != NULL, "no result in: %s", rows[i].text);
        for (size_t w = 0; w < record->warnings_nr; w++)
            if (!strcmp(record->warnings[w].code, code))
                line = record->warnings[w].line;
        ck_assert_msg(line == rows[i].line, "%s at line %lu instead of %lu in: %s", code, line,
                      rows[i].line, rows[i].text);
        t_parse_free(&parse);
    }
}

#define CHECK(code, rows) check_rows(code, rows, sizeof rows / sizeof rows[0])

#define DD_1G "1024+0 records in\n1024+0 records out\n" \
              "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n"
#define BONNIE(size) \
    "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n" \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n" \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n" \
    "alpha       " size " 30641  71 28554   8 16580   3 29447  61 50313   5 185.9   0\n"
#define FIO_HEAD "alpha: (groupid=0, jobs=1): err= 0: pid=4242\n"
#define FIO_OLD_LINE "  read : io=1024.0MB, bw=17476KB/s, iops=4369, runt= 60001msec\n"

START_TEST(cached_writes)
{
    static const struct row rows[] = {
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024\n" DD_1G, 1},
        /* conv=sync fills blocks and flushes nothing */
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024 conv=sync\n" DD_1G, 1},
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024 conv=notrunc,fsync\n" DD_1G, 0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024 conv=fdatasync\n" DD_1G, 0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024 oflag=direct\n" DD_1G, 0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M count=1024 oflag=dsync\n" DD_1G, 0},
        {"$ dd if=/dev/zero of=/dev/vdb bs=1M count=1024\n" DD_1G, 0},
        {"$ dd if=/srv/t of=/dev/null bs=1M count=1024\n" DD_1G, 0},
        /* twice the memory does not fit into it */
        {"The host has 512 MB of RAM.\n$ dd if=/dev/zero of=/srv/t bs=1M count=1024\n" DD_1G, 0},
        {"The host has 513 MB of RAM.\n$ dd if=/dev/zero of=/srv/t bs=1M count=1024\n" DD_1G, 2},
    };
    CHECK("cached-write", rows);
}
END_TEST

START_TEST(files_smaller_than_memory)
{
    static const struct row rows[] = {
        {"A host with 1GB RAM and two disks.\n" BONNIE("    1G"), 1},
        {"A host with 1GB RAM and two disks.\n" BONNIE("    2G"), 0},
        {"A host with 1GB RAM disk and two others.\n" BONNIE("    1G"), 0},
        {"RAID controller with 1GB cache memory.\n" BONNIE("    1G"), 0},
        {"The daemon uses 4 GB of memory.\n" BONNIE("    1G"), 0},
        {"Memory: 16 GB\n" BONNIE("    8G"), 1},
        {"Memory bandwidth: 16 GB/s\n" BONNIE("    8G"), 0},
        {"MemTotal:  8056432 kB\n" BONNIE("    8G"), 1},
        {"Booted with mem=512M on the command line.\n" BONNIE("    1G"), 0},
        {"Booted with mem=512M on the command line.\n" BONNIE("  800M"), 1},
        {"$ qemu-system-x86_64 -m 2048 -drive file=a\n" BONNIE("    3G"), 1},
        {"$ qemu-system-x86_64 -m 2G -drive file=a\n" BONNIE("    4G"), 0},
        {"File size should be double RAM for good results, RAM is 24104M.\n" BONNIE("   31G"), 1},
        {"$ bonnie++ -d /srv -s 800 -r 401 -u root\n" BONNIE("  800M"), 1},
        {"$ bonnie++ -d /srv -s 800 -r 400 -u root\n" BONNIE("  800M"), 0},
        /* the least of several amounts counts, and -r only where it stands alone */
        {"Host: 64 GB of RAM.\nGuest: 1 GB of RAM.\n" BONNIE("    2G"), 0},
        {"1 GB of RAM\n$ bonnie++ -d /srv -s 800 -r 400 -u root\n" BONNIE("  800M"), 1},
        {"16 GB of RAM\n$ bonnie++ -D -d /srv -s 8g -u root\n" BONNIE("    8G"), 0},
        {"4 GB of memory\n$ dd if=/srv/t of=/dev/null bs=1M\n" DD_1G, 1},
        {"4 GB of memory\n# echo 3 > /proc/sys/vm/drop_caches\n"
         "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_1G, 0},
        {"4 GB of memory\n$ dd if=/dev/vdb of=/dev/null bs=1M\n" DD_1G, 0},
        {"4 GB of memory\n$ dd if=/dev/zero of=/srv/t bs=1M conv=fsync\n" DD_1G, 0},
        {"4 GB of memory\n$ fio --name=alpha --rw=read --size=1G --ioengine=psync\n" FIO_HEAD
             FIO_OLD_LINE, 1},
        {"4 GB of memory\n$ fio --name=alpha --rw=read --size=8G --ioengine=psync\n" FIO_HEAD
             FIO_OLD_LINE, 0},
        {"4 GB of memory\n$ fio --name=alpha --rw=read --size=1G --direct=1\n" FIO_HEAD
             FIO_OLD_LINE, 0},
        {"4 GB of memory\n$ fio --name=alpha --rw=read --size=1G --ioengine=rbd\n" FIO_HEAD
             FIO_OLD_LINE, 0},
        {"4 GB of memory\n[alpha]\nrw=read\nsize=1G\n\n" FIO_HEAD FIO_OLD_LINE, 1},
        {"4 GB of memory\n[alpha]\nrw=read\nsize=1G\nfilename=/dev/vdb\n\n" FIO_HEAD FIO_OLD_LINE,
         0},
    };
    CHECK("file-smaller-than-ram", rows);
}
END_TEST

START_TEST(mixed_units)
{
    static const struct row rows[] = {
        {"$ dd if=/dev/vdb of=/dev/null bs=1M\n" DD_1G "\n" BONNIE("    2G"), 4},
        {BONNIE("    2G") "\n$ dd if=/dev/vdb of=/dev/null bs=1M\n" DD_1G, 4},
        {"$ dd if=/dev/vdb of=/dev/null bs=1M\n" DD_1G "\n" FIO_HEAD FIO_OLD_LINE, 4},
        /* busybox counts in 1024s, as bonnie++ does */
        {BONNIE("    2G") "\n104857600 bytes (100.0MB) copied, 6.061107 seconds, 16.5MB/s\n", 0},
        {DD_1G "\n104857600 bytes (100.0MB) copied, 6.061107 seconds, 16.5MB/s\n", 3},
        /* plain bytes and both units leave nothing to mistake */
        {BONNIE("    2G") "\n1073741824 bytes transferred in 9.5 secs (113025455 bytes/sec)\n", 0},
        {DD_1G FIO_HEAD "  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s)(1024MiB/60001msec)\n", 0},
        {DD_1G, 0},
    };
    CHECK("mixed-units", rows);
}
END_TEST

START_TEST(compressible_zeros)
{
    static const struct row rows[] = {
        {"The pool has compression=lz4.\n$ dd if=/dev/zero of=/tank/t bs=1M\n" DD_1G, 1},
        {"The pool has compression=lz4.\n$ dd if=/dev/urandom of=/tank/t bs=1M\n" DD_1G, 0},
        {"The pool has compression=off.\n$ dd if=/dev/zero of=/tank/t bs=1M\n" DD_1G, 0},
        {"A zfs pool, without compression.\n$ dd if=/dev/zero of=/tank/t bs=1M\n" DD_1G, 0},
        {"A zfs pool.\n$ dd if=/dev/zero of=/tank/t bs=1M\n" DD_1G, 1},
        /* another file system may be the one that was written to */
        {"btrfs is slow, ext4 is fast.\n$ dd if=/dev/zero of=/mnt/t bs=1M\n" DD_1G, 0},
        {"btrfs is slow, ext4 is fast.\n$ dd if=/dev/zero of=/mnt/btrfs/t bs=1M\n" DD_1G, 1},
        {"An SSD with a SandForce controller\n$ dd if=/dev/zero of=/dev/sdb bs=1M\n" DD_1G, 1},
        {"The data was deduplicated by VDO\n$ dd if=/dev/zero of=/dev/sdb bs=1M\n" DD_1G, 1},
        {"I attach my config, bzip2 compressed.\n$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G, 0},
        {"with dedup on\n[alpha]\nrw=read\nzero_buffers\n\n" FIO_HEAD FIO_OLD_LINE, 1},
        {"with dedup on\n[alpha]\nrw=read\nzero_buffers=0\n\n" FIO_HEAD FIO_OLD_LINE, 0},
    };
    CHECK("compressible-zeros", rows);
}
END_TEST

#define DD_FAST "1073741824 bytes (1.1 GB) copied, 0.6 s, 1.8 GB/s\n"
#define DD_FASTEST "1073741824 bytes (1.1 GB) copied, 0.5 s, 2.1 GB/s\n"

START_TEST(cached_reads)
{
    static const struct row rows[] = {
        {"$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST,
         4},
        {"$ dd if=/srv/t of=/dev/null bs=1M\n" DD_1G "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST,
         4},
        /* the same speed twice is no sign, twice faster than a file's device is */
        {"$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST,
         0},
        {"$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST
         "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FASTEST, 2},
        {"$ dd if=/dev/zero of=/srv/a bs=1M\n" DD_1G "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST,
         0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G "# umount /srv; mount /srv\n"
         "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST, 0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G "# echo 3 > /proc/sys/vm/drop_caches\n"
         "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST, 0},
        {"$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G
         "$ dd if=/srv/t of=/dev/null bs=1M iflag=direct\n" DD_FAST, 0},
        {"# echo 3 > /proc/sys/vm/drop_caches\n$ dd if=/dev/zero of=/srv/t bs=1M\n" DD_1G
         "$ dd if=/srv/t of=/dev/null bs=1M\n" DD_FAST, 5},
    };
    CHECK("reads-cached", rows);
}
END_TEST

START_TEST(tiny_blocks)
{
    static const struct row rows[] = {
        {"$ dd if=/dev/vdb of=/dev/null\n1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 1},
        {"$ dd if=/dev/vdb of=/dev/null bs=512\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 1},
        {"$ dd if=/dev/vdb of=/dev/null bs=4k\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
        {"$ dd if=/dev/vdb of=/dev/null bs=$size\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
        {"$ dd if=/dev/vdb of=/dev/null bs=2x256\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 1},
        {"$ dd if=/dev/vdb of=/dev/null bs=512 iflag=direct\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
        {"$ dd if=/dev/zero of=/srv/t bs=512 oflag=dsync\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
        {"262144+0 records in\n262144+0 records out\n"
         "1073741824 bytes (1.1 GB) copied, 2 s, 537 MB/s\n", 1},
        {"262144+0 records in\n262144+0 records out\n"
         "1073741824 bytes (1.1 GB) copied, 3 s, 358 MB/s\n", 0},
        {"1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
    };
    CHECK("tiny-blocks", rows);
}
END_TEST

START_TEST(too_short)
{
    static const struct row rows[] = {
        {"1073741824 bytes (1.1 GB) copied, 0.4 s, 2.7 GB/s\n", 1},
        {"1073741824 bytes (1.1 GB) copied, 0.5 s, 2.1 GB/s\n", 0},
        {"16777215 bytes (17 MB) copied, 2 s, 8.4 MB/s\n", 1},
        {"16777216 bytes (17 MB) copied, 2 s, 8.4 MB/s\n", 0},
        {FIO_HEAD "  read : io=16384KB, bw=16384KB/s, iops=4096, runt=  1000msec\n", 0},
        {FIO_HEAD "  read : io=16384KB, bw=16400KB/s, iops=4100, runt=   999msec\n", 2},
    };
    CHECK("too-short", rows);
}
END_TEST

START_TEST(partial)
{
    static const struct row rows[] = {
        {"$ dd if=/dev/md0 of=/dev/null bs=1M count=4096\n" DD_1G, 2},
        {"$ dd if=/dev/md0 of=/dev/null bs=1M count=1024\n" DD_1G, 0},
        {"$ dd if=/dev/md0 of=/dev/null bs=1M\n" DD_1G, 0},
        {"$ dd if=/dev/md0 of=/dev/null bs=1M count=$((1024*4))\n" DD_1G, 2},
        {"$ dd if=/dev/md0 of=/dev/null bs=1M count=$((1024*1))\n" DD_1G, 0},
        /* the records are not those of the command above */
        {"$ dd if=/dev/md0 of=/dev/null bs=4M count=4096\n" DD_1G, 0},
        {"$ dd if=/dev/md0 of=/dev/null bs=1M count=4096MB iflag=count_bytes\n" DD_1G, 0},
        /* the end of a file is one cut block; a pipe gives many */
        {"1023+1 records in\n1023+1 records out\n"
         "1073741000 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
        {"0+32768 records in\n0+32768 records out\n"
         "1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 1},
    };
    CHECK("partial", rows);
}
END_TEST

/* The results of a text whose last one gets a wall time. */
static bool has_time_mismatch(double seconds, double wall, unsigned long *line)
{
    struct t_parse parse;
    t_parse_tools(&parse, "\n" DD_1G "\nreal    0m31.860s\nuser    0m0.004s\n");
    struct record *record = parse.output.at[0].record;
    record_set_metric(record, "runtime_s", seconds, 0);
    record_set_metric(record, "wall_s", wall, 0);
    consistency_check(parse.text, &parse.output);
    bool has = record_has_warning(record, "time-mismatch");
    for (size_t i = 0; i < record->warnings_nr; i++)
        if (!strcmp(record->warnings[i].code, "time-mismatch"))
            *line = record->warnings[i].line;
    t_parse_free(&parse);
    return has;
}

START_TEST(wall_time)
{
    unsigned long line = 0;
    ck_assert(has_time_mismatch(8.3, 31.86, &line));
    ck_assert_uint_eq(line, 6);
    ck_assert(!has_time_mismatch(29, 31.86, &line));
    ck_assert(!has_time_mismatch(0.05, 0.14, &line));
}
END_TEST

START_TEST(overrun)
{
    static const struct row rows[] = {
        {"[alpha]\nrw=read\nruntime=60\n\n" FIO_HEAD
         "  read : io=1024.0MB, bw=17104KB/s, iops=4276, runt= 61304msec\n", 3},
        {"[alpha]\nrw=read\nruntime=1m\n\n" FIO_HEAD
         "  read : io=1024.0MB, bw=17104KB/s, iops=4276, runt= 61304msec\n", 3},
        {"[alpha]\nrw=read\nruntime=60\n\n" FIO_HEAD FIO_OLD_LINE, 0},
        {"[alpha]\nrw=read\nruntime=600\n\n" FIO_HEAD
         "  read : io=1024.0MB, bw=1744KB/s, iops=436, runt=601200msec\n", 0},
        {"[alpha]\nrw=read\nruntime=600\n\n" FIO_HEAD
         "  read : io=1024.0MB, bw=1730KB/s, iops=432, runt=605777msec\n", 3},
        {"$ fio --name=alpha --rw=read --runtime=30 --bs=4k\n" FIO_HEAD FIO_OLD_LINE, 1},
        {"$ fio --name=alpha --runtime=30 --name=beta --runtime=60\n" FIO_HEAD FIO_OLD_LINE, 1},
        {"$ fio --name=alpha --runtime=60 --name=beta --runtime=30\n" FIO_HEAD FIO_OLD_LINE, 0},
        {"[beta]\nrw=read\nruntime=30\n\n" FIO_HEAD FIO_OLD_LINE, 0},
    };
    CHECK("runtime-overrun", rows);
}
END_TEST

START_TEST(edited)
{
    static const struct row rows[] = {
        {FIO_HEAD FIO_OLD_LINE "    clat (usec): min=90, max=4000, avg=250.25, stdev=33.10\n", 0},
        {FIO_HEAD FIO_OLD_LINE "    clat (usec): min=290, max=4000, avg=250.25, stdev=33.10\n", 2},
        {FIO_HEAD FIO_OLD_LINE "    clat (usec): min=90, max=240, avg=250.25, stdev=33.10\n", 2},
        /* the greatest is cut to whole milliseconds */
        {FIO_HEAD FIO_OLD_LINE "    clat (msec): min=1, max=1, avg= 1.48, stdev= 0.10\n", 0},
        {FIO_HEAD FIO_OLD_LINE "    clat percentiles (usec):\n"
                               "     |  1.00th=[  100], 50.00th=[  200], 99.00th=[  200]\n", 0},
        {FIO_HEAD FIO_OLD_LINE "    clat percentiles (usec):\n"
                               "     |  1.00th=[  100], 50.00th=[  200], 99.00th=[  150]\n", 2},
        {FIO_HEAD "  read : io=1024.0MB, bw=34952KB/s, iops=8738, runt= 60001msec\n", 2},
        {FIO_HEAD FIO_OLD_LINE "     issued    : total=r=262144/w=0/d=0, short=r=0/w=0/d=0\n", 0},
        {FIO_HEAD FIO_OLD_LINE "     issued    : total=r=362144/w=0/d=0, short=r=0/w=0/d=0\n", 2},
        {"1073741824 bytes (1.1 GB) copied, 10 s, 207 MB/s\n", 1},
        {"1073741824 bytes (1.1 GB) copied, 10 s, 107 MB/s\n", 0},
    };
    CHECK("edited-by-hand", rows);
}
END_TEST

#define SUM(io) "\nRun status group 0 (all jobs):\n" \
                "   READ: io=" io ", aggrb=17476KB/s, minb=17476KB/s, maxb=17476KB/s, " \
                "mint=60001msec, maxt=60001msec\n"

START_TEST(sums_of_jobs)
{
    static const struct row rows[] = {
        {FIO_HEAD FIO_OLD_LINE SUM("1024.0MB"), 0},
        {FIO_HEAD FIO_OLD_LINE SUM("900.0MB"), 5},
        /* another job was cut out */
        {FIO_HEAD FIO_OLD_LINE SUM("2048.0MB"), 0},
        /* another group, another execution */
        {FIO_HEAD FIO_OLD_LINE "\nRun status group 1 (all jobs):\n"
                               "   READ: io=900.0MB, aggrb=17476KB/s, minb=17476KB/s, "
                               "maxb=17476KB/s, mint=60001msec, maxt=60001msec\n", 0},
        {FIO_HEAD FIO_OLD_LINE SUM("1024.0MB") FIO_HEAD FIO_OLD_LINE SUM("1024.0MB"), 0},
        {FIO_HEAD "  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s)(1024MiB/60001msec)\n"
                  "\nRun status group 0 (all jobs):\n"
                  "   READ: bw=17.1MiB/s (17.9MB/s), 17.1MiB/s-17.1MiB/s (17.9MB/s-17.9MB/s), "
                  "io=512MiB (537MB), run=60001-60001msec\n", 5},
    };
    CHECK("edited-by-hand", rows);
}
END_TEST

/* Results of bonnie++ of two versions; says whether the first is flagged. */
static bool is_mixed(const char *op, const char *first, const char *second)
{
    struct t_parse parse;
    t_parse_text(&parse, "x\ny");
    const char *const versions[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        struct result *result = tool_add_result(&parse.output, parse.text, 0, i, "bonnie++", op);
        result->record->tool_version = versions[i];
        record_set_metric(result->record, "bw_bytes_per_s", 1e6, 0);
    }
    consistency_check(parse.text, &parse.output);
    const struct record *record = parse.output.at[0].record;
    bool is = record_has_warning(record, "generations-mixed");
    ck_assert(!is || record->warnings[0].line == 2);
    t_parse_free(&parse);
    return is;
}

START_TEST(generations_of_bonnie)
{
    ck_assert(is_mixed("putc", "1.03e", "1.97"));
    ck_assert(is_mixed("put_block", "2.00a", "1.03"));
    ck_assert(is_mixed("getc", "1.90", "1.93c"));
    ck_assert(!is_mixed("putc", "1.93c", "2.00a"));
    ck_assert(!is_mixed("putc", "1.02", "1.03e"));
    ck_assert(!is_mixed("get_block", "1.03e", "1.97"));
    ck_assert(!is_mixed("putc", NULL, "1.97"));
    /* CSV without a version is that of 1.0x; the programs beside bonnie++ stay out */
    struct t_parse parse;
    t_parse_all(&parse, "a,4G,1000,1,52345,20,25678,9,2000,75,61234,8,210.5,0,16,3456,20,+++++,+++,"
                        "4567,15,3567,22,+++++,+++,3210,12\n\n"
                        "1.97,1.97,b,1,1490000000,4G,,525,98,212345,15,101234,9,2345,97,456789,18,"
                        "900.1,4,,,,,,,,,,,,,,,,,,15123us,132s,1234ms,12345us,123ms,1234us,,,,,,\n\n"
                        "Version  1.93          write   read putcNT getcNT   putc   getc  putcU  getcU\n"
                        "hosta                    142    151   8189   9348   1763   1813  22174 33000\n");
    ck_assert(record_has_warning(t_record(&parse, "putc", 0), "generations-mixed"));
    ck_assert(record_has_warning(t_record(&parse, "putc", 1), "generations-mixed"));
    ck_assert(!record_has_warning(t_record(&parse, "get_block", 0), "generations-mixed"));
    ck_assert(!record_has_warning(t_record(&parse, "putc", 2), "generations-mixed"));
    t_parse_free(&parse);
}
END_TEST

START_TEST(contradicting_latencies_are_left_out)
{
    struct t_parse parse;
    t_parse_all(&parse, FIO_HEAD FIO_OLD_LINE
                "    clat (usec): min=290, max=4000, avg=250.25, stdev=33.10\n"
                "     lat (usec): min=91, max=4001, avg=251.25, stdev=33.10\n"
                "    clat percentiles (usec):\n"
                "     |  1.00th=[  100], 50.00th=[  200], 99.00th=[  150]\n");
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert(!record_metric(record, "clat_mean_ns", NULL));
    ck_assert(!record_metric(record, "clat_min_ns", NULL));
    ck_assert(!record_metric(record, "clat_max_ns", NULL));
    ck_assert(!record_metric(record, "clat_p50_ns", NULL));
    ck_assert(!record_metric(record, "clat_p99_ns", NULL));
    ck_assert_double_eq_tol(t_metric(record, "lat_mean_ns"), 251250, 1e-6);
    ck_assert_double_eq_tol(t_metric(record, "iops"), 4369, 1e-6);
    t_parse_free(&parse);
}
END_TEST

/* fio's reader may take such a line or not: what matters is that of two keys. */
START_TEST(keys_of_two_generations)
{
    static const struct {
        const char *line;
        bool is_fabricated;
    } rows[] = {
        {"  read : io=1024.0MB, BW=17476KB/s, IOPS=4369, runt= 60001msec", true},
        {"  read: IOPS=4369, bw=17.1MiB/s (17.9MB/s)(1024MiB/60001msec)", true},
        {"  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s), runt=60001msec", true},
        {"  read : io=1024.0MB, bw=17476KB/s, iops=4369, runt= 60001msec", false},
        {"  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s)(1024MiB/60001msec)", false},
        /* lines that were joined */
        {"  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s)(1024MiB/60001msec) READ: bw=17.1MiB/s", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse;
        t_parse_text(&parse, rows[i].line);
        struct record *record =
            tool_add_result(&parse.output, parse.text, 0, 0, "fio", "read")->record;
        record_set_metric(record, "iops", 4369, 0);
        consistency_check(parse.text, &parse.output);
        ck_assert_msg(record_has_warning(record, "fabricated") == rows[i].is_fabricated,
                      "wrong about: %s", rows[i].line);
        t_parse_free(&parse);
    }
}
END_TEST

START_TEST(short_run_of_the_original_bonnie)
{
    static const struct {
        const char *tool, *op;
        double rate;
        bool is_short;
    } rows[] = {
        {"bonnie", "get_block", 314793 * 1024.0, true},
        {"bonnie", "get_block", 204000 * 1024.0, false},
        /* bonnie++ prints no rate then, and what it writes by characters is less */
        {"bonnie++", "putc", 314793 * 1024.0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct t_parse parse;
        t_parse_text(&parse, "x");
        struct record *record =
            tool_add_result(&parse.output, parse.text, 0, 0, rows[i].tool, rows[i].op)->record;
        record_set_pair(record, &record->params, "size", "100");
        record_set_metric(record, "bw_bytes_per_s", rows[i].rate, 0);
        consistency_check(parse.text, &parse.output);
        ck_assert_int_eq(record_has_warning(record, "too-short"), rows[i].is_short);
        t_parse_free(&parse);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("doubt");
    TCase *tests = tcase_create("doubt");
    tcase_add_test(tests, cached_writes);
    tcase_add_test(tests, files_smaller_than_memory);
    tcase_add_test(tests, mixed_units);
    tcase_add_test(tests, compressible_zeros);
    tcase_add_test(tests, cached_reads);
    tcase_add_test(tests, tiny_blocks);
    tcase_add_test(tests, too_short);
    tcase_add_test(tests, partial);
    tcase_add_test(tests, wall_time);
    tcase_add_test(tests, overrun);
    tcase_add_test(tests, edited);
    tcase_add_test(tests, sums_of_jobs);
    tcase_add_test(tests, generations_of_bonnie);
    tcase_add_test(tests, contradicting_latencies_are_left_out);
    tcase_add_test(tests, keys_of_two_generations);
    tcase_add_test(tests, short_run_of_the_original_bonnie);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
