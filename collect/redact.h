/* Redaction: what of a host's texts may leave it without being asked for. */
#ifndef IOD_COLLECT_REDACT_H
#define IOD_COLLECT_REDACT_H

#include <stdbool.h>
#include <stddef.h>

#include "record/strbuf.h"

/* What stands in place of a value that is left out. */
#define REDACT_WORD "redacted"

/* Adds to out the words of a kernel command line whose keys are known to be
 * settings of the kernel; values that could name something (UUIDs, labels,
 * paths other than a plain device) are replaced.  Where is_identified the values
 * of these words are kept, but unknown words are not: they may hold secrets.
 * *left_out gets how many words were left out.  Words are separated by blanks;
 * a blank within double quotes belongs to its word (kernel,
 * Documentation/admin-guide/kernel-parameters). */
void redact_cmdline(const char *cmdline, bool is_identified, struct strbuf *out,
                    size_t *left_out);

/* Adds to out mount options, comma-separated, with the values replaced that can
 * name a host, user, path or secret.  Where is_identified only secrets are. */
void redact_mount_options(const char *options, bool is_identified, struct strbuf *out);

/* Says whether text is a plain device such as "/dev/vda1" or "/dev/md/0", which
 * tells nothing of who runs it: mapper, by-id and network names are none. */
bool redact_is_plain_device(const char *text);

#endif
