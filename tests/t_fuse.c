/* A file system with one file, "data", whose reads and writes fail where they are told to.
 * It speaks to the kernel itself: no library is needed, but root and /dev/fuse are.
 *
 *   t_fuse FOLDER BYTES [name=value]...   mounts it on FOLDER and serves it until it is
 *                                         unmounted or the process ends
 *       every=BYTES   what begins half-way between multiples of BYTES is hit; all else
 *                     goes well
 *       errno=N       it fails with that error
 *       short=BYTES   it moves no more than that
 *       stall=1       it is never answered: it ends with this process
 *       on=read       reads alone are hit, or, with on=write, writes
 *
 * Which I/O is hit depends on where it begins and on nothing else, so that counts can be
 * told beforehand.  The data is zeros and what was written, in memory. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DATA_INODE = FUSE_ROOT_ID + 1, MOVE_MAX = 128 * 1024, REQUEST_MAX = MOVE_MAX + 4096 };

static struct {
    int device;
    unsigned char *data;
    uint64_t bytes, every, shorter;
    int error;
    bool stalls, hits_reads, hits_writes;
} fs = {.hits_reads = true, .hits_writes = true};

/* What the kernel asks for: the header and, behind it, what belongs to its kind. */
struct request {
    const struct fuse_in_header *header;
    const void *body;
};

static void answer(const struct request *request, int error, const void *body, size_t bytes)
{
    struct fuse_out_header header = {
        .len = (uint32_t)(sizeof header + (error ? 0 : bytes)),
        .error = -error,
        .unique = request->header->unique,
    };
    struct iovec parts[] = {{&header, sizeof header}, {(void *)(uintptr_t)body, bytes}};
    /* A request that was given up meanwhile is answered with ENOENT; no matter. */
    if (writev(fs.device, parts, error || !bytes ? 1 : 2) < 0 && errno != ENOENT)
        perror("t_fuse: answer");
}

static struct fuse_attr attributes(uint64_t inode)
{
    bool is_data = inode == DATA_INODE;
    return (struct fuse_attr){
        .ino = inode,
        .size = is_data ? fs.bytes : 0,
        .blocks = is_data ? (fs.bytes + 511) / 512 : 0,
        .mode = is_data ? S_IFREG | 0600 : S_IFDIR | 0700,
        .nlink = 1,
        .blksize = 4096,
    };
}

static void begin(const struct request *request)
{
    const struct fuse_init_in *asked = request->body;
    /* The kernel makes an error of a write that is asynchronous and short. */
    const uint32_t wanted = FUSE_ASYNC_READ | FUSE_BIG_WRITES | (fs.shorter ? 0 : FUSE_ASYNC_DIO);
    struct fuse_init_out out = {
        .major = FUSE_KERNEL_VERSION,
        .minor = FUSE_KERNEL_MINOR_VERSION,
        .max_readahead = asked->max_readahead,
        .flags = asked->flags & wanted,
        .max_background = 64,
        .congestion_threshold = 64,
        .max_write = MOVE_MAX,
        .time_gran = 1,
    };
    answer(request, 0, &out, sizeof out);
}

static void look_up(const struct request *request)
{
    if (strcmp(request->body, "data") != 0) {
        answer(request, ENOENT, NULL, 0);
        return;
    }
    struct fuse_entry_out out = {.nodeid = DATA_INODE, .attr = attributes(DATA_INODE)};
    answer(request, 0, &out, sizeof out);
}

static void tell_attributes(const struct request *request)
{
    struct fuse_attr_out out = {.attr = attributes(request->header->nodeid)};
    answer(request, 0, &out, sizeof out);
}

static void open_one(const struct request *request)
{
    /* Each I/O comes as it is asked for, past the page cache. */
    struct fuse_open_out out = {.open_flags = FOPEN_DIRECT_IO};
    answer(request, 0, &out, sizeof out);
}

/* Returns how many bytes to move of those asked for, or -1 where it was answered, or is never
 * to be, here. */
static int64_t hit(const struct request *request, uint64_t offset, uint64_t bytes, bool is_hit)
{
    bytes = offset >= fs.bytes ? 0 : bytes < fs.bytes - offset ? bytes : fs.bytes - offset;
    if (!is_hit || !fs.every || offset % fs.every != fs.every / 2)
        return (int64_t)bytes;
    if (fs.stalls)
        return -1;
    if (fs.error) {
        answer(request, fs.error, NULL, 0);
        return -1;
    }
    return (int64_t)(fs.shorter && fs.shorter < bytes ? fs.shorter : bytes);
}

static void read_data(const struct request *request)
{
    const struct fuse_read_in *asked = request->body;
    int64_t bytes = hit(request, asked->offset, asked->size, fs.hits_reads);
    if (bytes >= 0)
        answer(request, 0, fs.data + asked->offset, (size_t)bytes);
}

static void write_data(const struct request *request)
{
    const struct fuse_write_in *asked = request->body;
    int64_t bytes = hit(request, asked->offset, asked->size, fs.hits_writes);
    if (bytes < 0)
        return;
    memcpy(fs.data + asked->offset, asked + 1, (size_t)bytes);
    struct fuse_write_out out = {.size = (uint32_t)bytes};
    answer(request, 0, &out, sizeof out);
}

static void tell_room(const struct request *request)
{
    struct fuse_statfs_out out = {.st = {.bsize = 4096, .frsize = 4096, .namelen = 255,
                                         .blocks = 1 << 20, .bfree = 1 << 20, .bavail = 1 << 20}};
    answer(request, 0, &out, sizeof out);
}

static void agree(const struct request *request)
{
    answer(request, 0, NULL, 0);
}

static void keep_silent(const struct request *request)
{
    (void)request;
}

static const struct {
    uint32_t opcode;
    void (*serve)(const struct request *request);
} kinds[] = {
    {FUSE_INIT, begin},
    {FUSE_LOOKUP, look_up},
    {FUSE_GETATTR, tell_attributes},
    {FUSE_SETATTR, tell_attributes},
    {FUSE_OPEN, open_one},
    {FUSE_OPENDIR, open_one},
    {FUSE_READ, read_data},
    {FUSE_WRITE, write_data},
    {FUSE_STATFS, tell_room},
    {FUSE_FSYNC, agree},
    {FUSE_FLUSH, agree},
    {FUSE_RELEASE, agree},
    {FUSE_RELEASEDIR, agree},
    {FUSE_FORGET, keep_silent},
    {FUSE_BATCH_FORGET, keep_silent},
    {FUSE_INTERRUPT, keep_silent}, /* a device that hangs does not listen either */
};

static void serve(const struct request *request)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].opcode == request->header->opcode) {
            kinds[i].serve(request);
            return;
        }
    answer(request, ENOSYS, NULL, 0);
}

static int set(const char *name, const char *value)
{
    uint64_t number = strtoull(value, NULL, 10);
    if (strcmp(name, "every") == 0)
        fs.every = number;
    else if (strcmp(name, "errno") == 0)
        fs.error = (int)number;
    else if (strcmp(name, "short") == 0)
        fs.shorter = number;
    else if (strcmp(name, "stall") == 0)
        fs.stalls = number > 0;
    else if (strcmp(name, "on") == 0) {
        fs.hits_reads = strcmp(value, "read") == 0;
        fs.hits_writes = strcmp(value, "write") == 0;
    } else
        return -1;
    return 0;
}

static int read_arguments(int argc, char **argv)
{
    if (argc < 3 || (fs.bytes = strtoull(argv[2], NULL, 10)) == 0)
        return -1;
    for (int i = 3; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value)
            return -1;
        *value++ = '\0';
        if (set(argv[i], value) != 0)
            return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static _Alignas(8) unsigned char buffer[REQUEST_MAX];
    char options[100];
    if (read_arguments(argc, argv) != 0) {
        fputs("usage: t_fuse FOLDER BYTES [name=value]...\n", stderr);
        return 2;
    }
    fs.data = calloc(1, fs.bytes);
    fs.device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    snprintf(options, sizeof options, "fd=%d,rootmode=40700,user_id=0,group_id=0", fs.device);
    if (!fs.data || fs.device < 0 ||
        mount("t_fuse", argv[1], "fuse", MS_NOSUID | MS_NODEV, options) != 0) {
        perror("t_fuse: mount");
        return 3;
    }
    for (;;) {
        ssize_t got = read(fs.device, buffer, sizeof buffer);
        if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT))
            continue;
        if (got < (ssize_t)sizeof(struct fuse_in_header))
            break; /* ENODEV: it was unmounted */
        const struct fuse_in_header *header = (const void *)buffer;
        serve(&(struct request){header, header + 1});
    }
    free(fs.data);
    return 0;
}
