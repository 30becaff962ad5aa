/* Whether a device is still the same: a keyed hash of what tells it from others. */
#ifndef IOD_COLLECT_IDENTITY_H
#define IOD_COLLECT_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>

#include "collect/siphash.h"
#include "record/diag.h"

enum { IDENTITY_TEXT = 17, IDENTITY_KEY_TEXT = 2 * SIPHASH_KEY_BYTES + 1, IDENTITY_NAME = 256 };

/* A random key, so that hashes of two campaigns do not tell that they saw one device. */
struct identity_key {
    unsigned char bytes[SIPHASH_KEY_BYTES];
};

/* For how long an identity must hold. */
enum identity_span {
    IDENTITY_THIS_BOOT, /* the number that the kernel gives each disk it meets counts as well */
    IDENTITY_LASTING,   /* what the device says of itself */
};

struct identity {
    char text[IDENTITY_TEXT];   /* 16 hexadecimal digits */
    char device[IDENTITY_NAME]; /* the kernel's name */
    dev_t dev;
    bool is_weak;               /* only size and place tell the device from others */
    const char *by;             /* what tells it: "its wwid"; constant */
};

/* Makes a key of random bytes of the kernel.  Returns 0, or -1 with errno set. */
int identity_key_make(struct identity_key *key);

/* Writes the key as hexadecimal digits, and reads it; false where text is no key. */
void identity_key_write(const struct identity_key *key, char text[IDENTITY_KEY_TEXT]);
bool identity_key_read(const char *text, struct identity_key *key);

/* Hashes the wwid, serial number or uuid of the block device, or those of what it is made of, with
 * its size, and of a partition where it begins.  Of a loop device the backing file stands for
 * that.  A device that has none of them is weakly known, by number and model.  root is put before
 * /sys.  Returns 0, or -1 with *diag set where there is no such device. */
int identity_of_device(const char *root, dev_t dev, enum identity_span span,
                       const struct identity_key *key, struct identity *identity,
                       struct diag *diag);

/* The identity of the device beneath a path, as beneath_find() finds it.  A file system on no
 * device is weakly known, by its kind and source; its device is "". */
int identity_of_path(const char *root, const char *path, enum identity_span span,
                     const struct identity_key *key, struct identity *identity, struct diag *diag);

#endif
