/* One I/O by one system call: the whole of psync, and a help for io_uring where that
 * has no operation of its own. */
#ifndef IOD_COLLECT_ENGINE_CALL_H
#define IOD_COLLECT_ENGINE_CALL_H

#include <stdint.h>

#include "collect/engine.h"

/* Does the I/O on the file and returns bytes moved, 0 for sync and trim, or -errno.  A
 * call that a signal broke off before it moved anything is made again. */
int32_t engine_call(const struct engine_file *file, const struct io *io,
                    unsigned char *buffer);

#endif
