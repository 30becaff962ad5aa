#include "collect/io.h"

static const char *const names[IO_OPS_NR] = {
    [IO_READ] = "read",
    [IO_WRITE] = "write",
    [IO_TRIM] = "trim",
    [IO_SYNC] = "sync",
};

const char *io_op_name(enum io_op op)
{
    return names[op];
}
