/* Values of job options, as fio writes them. */
#ifndef IOD_COLLECT_JOB_VALUE_H
#define IOD_COLLECT_JOB_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/job.h"

/* In all functions text is the whole value without blanks around it; false is returned, and
 * nothing set, where it is no such value or does not fit into 64 bits.
 * Grammar: fio's HOWTO, "Parameter types", as its version 3 really reads them. */

/* Reads a number: decimal, or hexadecimal after 0x; k, m, g, t or p after it multiply, in
 * either case and with b behind or not.  k is kb_base, 1024 or 1000; the suffix kib is the
 * OTHER of the two: with fio's default of 1024, 4kib is 4000 bytes, and 4k, 4kb and 4ki are
 * 4096. */
bool job_value_number(const char *text, unsigned kb_base, uint64_t *value);

/* Reads a number as above, or a percentage, 1 to 100, as "30%". */
bool job_value_size(const char *text, unsigned kb_base, struct job_size *value);

/* Reads a time into ns: a number with d, h, m, s, ms or us (also sec, msec, usec), of
 * unit_ns each where nothing stands behind it. */
bool job_value_time(const char *text, uint64_t unit_ns, uint64_t *ns);

/* Reads a range of numbers, "4k-16k" or "4k:16k", or one number for both. */
bool job_value_range(const char *text, unsigned kb_base, struct job_range *value);

/* Reads a list for reads, writes and trims, "4k,8k,16k", by read_one, which gets each
 * element and its place in values, size bytes further each time: of one
 * element all get it, of two trims get that of writes; an empty one leaves its place
 * as it was. */
bool job_value_directions(const char *text, unsigned kb_base, void *values, size_t size,
                          bool (*read_one)(const char *text, unsigned kb_base, void *value));

/* Reads block sizes with their shares, "4k/60:64k/40"; shares that are left out get what
 * the others leave of 100, in equal parts.  Returns false also where they do not make
 * 100, or are more than JOB_SPLITS_MAX. */
bool job_value_split(const char *text, unsigned kb_base, struct job_split *splits,
                     unsigned *splits_nr);

/* Reads a pattern of bytes: pieces of "text" in quotes, numbers 0x… of any length with the
 * first digits in the first byte, and decimal numbers of 32 bits, least byte first. */
bool job_value_pattern(const char *text, unsigned char *pattern, size_t *bytes);

#endif
