#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/beneath.h"
#include "collect/identity.h"
#include "tests/t_host.h"
#include "tests/t_main.h"

static char root[4096];
static const struct identity_key key = {{1, 2, 3}};

static void set_up(void)
{
    t_host_make(root, sizeof root);
    t_host_device(root, "sda", 8, 0);
    t_host_device(root, "sda/sda1", 8, 1);
    t_host_device(root, "sdb", 8, 16);
    t_host_device(root, "dm-0", 253, 0);
    t_host_plant(root, "/sys/devices/sda/wwid", "naa.5000\n");
    t_host_plant(root, "/sys/devices/sda/diskseq", "7\n");
    t_host_plant(root, "/sys/devices/sda/sda1/start", "2048\n");
    t_host_link(root, "/sys/devices/dm-0/slaves/sda1", "../../sda/sda1");
    t_host_plant(root, "/proc/self/mountinfo", "30 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                               "31 30 0:40 / /mem rw - tmpfs tmp rw\n"
                                               "32 30 0:41 / /b rw - btrfs /dev/sdb rw\n");
}

static struct identity of(dev_t dev, enum identity_span span)
{
    struct identity identity;
    struct diag diag;
    ck_assert_int_eq(identity_of_device(root, dev, span, &key, &identity, &diag), 0);
    ck_assert_uint_eq(strlen(identity.text), 16);
    return identity;
}

/* The example of the paper's appendix: key 00 … 0f, fifteen bytes 00 … 0e. */
START_TEST(hashes_are_those_of_the_paper)
{
    unsigned char bytes[15], paper_key[SIPHASH_KEY_BYTES];
    for (unsigned i = 0; i < sizeof paper_key; i++)
        paper_key[i] = (unsigned char)i;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    ck_assert(siphash(paper_key, bytes, sizeof bytes) == UINT64_C(0xa129ca6149be45e5));
}
END_TEST

START_TEST(keys_are_written_and_read)
{
    struct identity_key made, again;
    char text[IDENTITY_KEY_TEXT];
    ck_assert_int_eq(identity_key_make(&made), 0);
    identity_key_write(&made, text);
    ck_assert(identity_key_read(text, &again));
    ck_assert_mem_eq(made.bytes, again.bytes, sizeof made.bytes);
    text[3] = 'x';
    ck_assert(!identity_key_read(text, &again));
    ck_assert(!identity_key_read("", &again));
    ck_assert(!identity_key_read("00112233445566778899aabbccddeeff0", &again));
}
END_TEST

START_TEST(a_device_is_known_by_what_it_says)
{
    struct identity first = of(makedev(8, 0), IDENTITY_LASTING);
    ck_assert_str_eq(first.by, "its wwid");
    ck_assert_str_eq(first.device, "sda");
    ck_assert(!first.is_weak);
    ck_assert_str_eq(of(makedev(8, 0), IDENTITY_LASTING).text, first.text);
    struct identity_key other = {{1, 2, 4}};
    struct identity identity;
    struct diag diag;
    ck_assert_int_eq(identity_of_device(root, makedev(8, 0), IDENTITY_LASTING, &other, &identity,
                                        &diag), 0);
    ck_assert_str_ne(identity.text, first.text);
    t_host_plant(root, "/sys/devices/sda/size", "4096\n");
    struct identity larger = of(makedev(8, 0), IDENTITY_LASTING);
    ck_assert_str_ne(larger.text, first.text);
    t_host_plant(root, "/sys/devices/sda/wwid", "naa.6000\n");
    ck_assert_str_ne(of(makedev(8, 0), IDENTITY_LASTING).text, larger.text);
}
END_TEST

START_TEST(the_number_of_a_boot_counts_for_that_boot)
{
    struct identity lasting = of(makedev(8, 0), IDENTITY_LASTING);
    struct identity now = of(makedev(8, 0), IDENTITY_THIS_BOOT);
    struct identity part = of(makedev(8, 1), IDENTITY_THIS_BOOT);
    ck_assert_str_eq(now.by, "its number in this boot");
    t_host_plant(root, "/sys/devices/sda/diskseq", "8\n");
    ck_assert_str_eq(of(makedev(8, 0), IDENTITY_LASTING).text, lasting.text);
    ck_assert_str_ne(of(makedev(8, 0), IDENTITY_THIS_BOOT).text, now.text);
    ck_assert_str_ne(of(makedev(8, 1), IDENTITY_THIS_BOOT).text, part.text);
}
END_TEST

START_TEST(partitions_and_stacks_are_known_by_their_disks)
{
    struct identity disk = of(makedev(8, 0), IDENTITY_LASTING);
    struct identity part = of(makedev(8, 1), IDENTITY_LASTING);
    struct identity stack = of(makedev(253, 0), IDENTITY_LASTING);
    ck_assert_str_eq(part.by, "its wwid");
    ck_assert_str_eq(stack.by, "what it is made of");
    ck_assert_str_ne(part.text, disk.text);
    ck_assert_str_ne(stack.text, part.text);
    t_host_plant(root, "/sys/devices/sda/wwid", "naa.6000\n");
    ck_assert_str_ne(of(makedev(8, 1), IDENTITY_LASTING).text, part.text);
    ck_assert_str_ne(of(makedev(253, 0), IDENTITY_LASTING).text, stack.text);
    t_host_plant(root, "/sys/devices/sda/wwid", "naa.5000\n");
    t_host_plant(root, "/sys/devices/sda/sda1/start", "4096\n");
    ck_assert_str_ne(of(makedev(8, 1), IDENTITY_LASTING).text, part.text);
}
END_TEST

START_TEST(weak_identities_say_so)
{
    struct identity identity = of(makedev(8, 16), IDENTITY_LASTING);
    ck_assert(identity.is_weak);
    ck_assert_str_eq(identity.by, "its number and size alone");
    struct diag diag;
    ck_assert_int_eq(identity_of_device(root, makedev(9, 9), IDENTITY_LASTING, &key, &identity,
                                        &diag), -1);
    ck_assert_str_eq(diag.text, "no block device has the number 9:9");
}
END_TEST

START_TEST(paths_stand_on_devices)
{
    static const struct {
        const char *path, *device;
        bool is_weak;
    } rows[] = {
        {"/home/file", "sda1", false},
        {"/mem/file", "", true},
        {"/b/file", "sdb", true},
        {"/dev/sda", "sda", false},
    };
    struct identity identity;
    struct diag diag;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_int_eq(identity_of_path(root, rows[i].path, IDENTITY_LASTING, &key, &identity,
                                          &diag), 0);
        ck_assert_str_eq(identity.device, rows[i].device);
        ck_assert_int_eq(identity.is_weak, rows[i].is_weak);
    }
    dev_t dev;
    ck_assert(beneath_number(root, "sda1", true, &dev));
    ck_assert(dev == makedev(8, 0));
    ck_assert(beneath_number(root, "sda1", false, &dev));
    ck_assert(dev == makedev(8, 1));
    ck_assert(!beneath_number(root, "sdz", false, &dev));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("identity");
    TCase *all = tcase_create("identity");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, hashes_are_those_of_the_paper);
    tcase_add_test(all, keys_are_written_and_read);
    tcase_add_test(all, a_device_is_known_by_what_it_says);
    tcase_add_test(all, the_number_of_a_boot_counts_for_that_boot);
    tcase_add_test(all, partitions_and_stacks_are_known_by_their_disks);
    tcase_add_test(all, weak_identities_say_so);
    tcase_add_test(all, paths_stand_on_devices);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
