/* One I/O: what it does, where, and what came of it. */
#ifndef IOD_COLLECT_IO_H
#define IOD_COLLECT_IO_H

#include <stdint.h>

enum io_op { IO_READ, IO_WRITE, IO_TRIM, IO_SYNC };
enum {
    IO_DIRECTIONS_NR = 3, /* those that move bytes, first in enum io_op */
    IO_OPS_NR = 4,
};

/* Returns the word of records: "read", "write", "trim", "sync". */
const char *io_op_name(enum io_op op);

#endif
