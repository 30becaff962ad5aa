/* One I/O: what it does, where, and what came of it. */
#ifndef IOD_COLLECT_IO_H
#define IOD_COLLECT_IO_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum io_op { IO_READ, IO_WRITE, IO_TRIM, IO_SYNC };
enum {
    IO_DIRECTIONS_NR = 3, /* those that move bytes, first in enum io_op */
    IO_OPS_NR = 4,
};

/* One I/O to do. */
struct io {
    enum io_op op;
    unsigned file;         /* index of the file, among those of its job */
    uint64_t bytes;        /* 0 for IO_SYNC */
    uint64_t offset_bytes; /* in the file */
    bool is_datasync;      /* of IO_SYNC: fdatasync */
};

/* Room for one I/O that is on its way: the generator of the workload fills in the I/O, the
 * engine reads it, and whoever measures keeps its times there, in ns of one clock. */
struct io_slot {
    struct io io;
    unsigned char *buffer;      /* where reads go and writes come from; borrowed */
    uint64_t start_ns;          /* when there was room for it, or it was drawn */
    uint64_t base_ns;           /* what lat counts from: start, or when it was due */
    uint64_t number;            /* of a write that is signed, or of its read; see worker.h */
    _Atomic uint64_t submit_ns; /* 0: the slot is free; other threads may read it */
};

/* Returns the word of records: "read", "write", "trim", "sync". */
const char *io_op_name(enum io_op op);

#endif
