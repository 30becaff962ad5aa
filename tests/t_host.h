/* A made-up host: folders like /proc and /sys in the temporary folder. */
#ifndef IOD_TESTS_T_HOST_H
#define IOD_TESTS_T_HOST_H

#include <stddef.h>

/* Makes an empty folder below $TMPDIR, and writes its path to root. */
void t_host_make(char *root, size_t size);

/* Writes text to the file name of the host, with the folders that it needs. */
void t_host_plant(const char *root, const char *name, const char *text);

/* Makes name a link to target. */
void t_host_link(const char *root, const char *name, const char *target);

/* Plants a device of 1 MiB in /sys; folder is its place below /sys/devices, "sda" or that of a
 * partition, "sda/sda1". */
void t_host_device(const char *root, const char *folder, unsigned first, unsigned second);

#endif
