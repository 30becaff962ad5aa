#include "collect/engine_call.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

static ssize_t trim(const struct engine_file *file, const struct io *io)
{
    if (file->is_block_device) {
        uint64_t range[2] = {io->offset_bytes, io->bytes};
        return ioctl(file->fd, BLKDISCARD, range);
    }
    return fallocate(file->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)io->offset_bytes,
                     (off_t)io->bytes);
}

static ssize_t call(const struct engine_file *file, const struct io *io, unsigned char *buffer)
{
    switch (io->op) {
    case IO_READ:
        return pread(file->fd, buffer, io->bytes, (off_t)io->offset_bytes);
    case IO_WRITE:
        return pwrite(file->fd, buffer, io->bytes, (off_t)io->offset_bytes);
    case IO_TRIM:
        return trim(file, io);
    case IO_SYNC:
        return io->is_datasync ? fdatasync(file->fd) : fsync(file->fd);
    }
    errno = EINVAL;
    return -1;
}

int32_t engine_call(const struct engine_file *file, const struct io *io, unsigned char *buffer)
{
    ssize_t moved;
    do
        moved = call(file, io, buffer);
    while (moved < 0 && errno == EINTR);
    return moved < 0 ? -errno : (int32_t)moved;
}
