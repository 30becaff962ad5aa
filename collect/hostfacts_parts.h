/* The parts of the host facts, one for each subject. */
#ifndef IOD_COLLECT_HOSTFACTS_PARTS_H
#define IOD_COLLECT_HOSTFACTS_PARTS_H

#include "collect/facts.h"
#include "record/diag.h"

/* "kernel.*", "arch", "distro.*", "host.*", "clocksource", "io_uring.*",
 * "load.*", "pressure.*". */
void hostfacts_add_system(struct facts *facts);

/* "cpu.*" and "virt.*". */
void hostfacts_add_cpu(struct facts *facts);

/* "memory.*", "swap.*", "vm.*". */
void hostfacts_add_memory(struct facts *facts);

/* "cgroup.*": the limits that hold for this process, of version 2 and 1. */
void hostfacts_add_cgroup(struct facts *facts);

enum { HOSTFACTS_DEVICE_LIMIT = 256, HOSTFACTS_DEVICE_NAME = 64 };

/* The block devices whose facts were set so far. */
struct hostfacts_devices {
    char names[HOSTFACTS_DEVICE_LIMIT][HOSTFACTS_DEVICE_NAME];
    size_t nr;
    size_t left_out; /* beyond the limit */
};

/* "block.NAME.*" of the device and of every device below it (the disk of a
 * partition, the members of md and dm), each once.  name is a kernel name such
 * as "vda1".  Returns false where there is no such device. */
bool hostfacts_add_device(struct facts *facts, struct hostfacts_devices *devices,
                          const char *name);

/* The above for every device of /sys/block whose size is not 0. */
void hostfacts_add_all_devices(struct facts *facts, struct hostfacts_devices *devices);

/* "path.NUMBER.*": the mount, file system, options and device of path, then the
 * facts of the device.  A path that is to be made stands for its folder.
 * Returns 0, or -1 with *diag set where neither is there. */
int hostfacts_add_path(struct facts *facts, struct hostfacts_devices *devices, unsigned number,
                       const char *path, struct diag *diag);

#endif
