#include "config.h"

#include "collect/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "collect/guard_parts.h"
#include "record/memory.h"

/* What the user named. */
struct permit {
    char *path, *signatures; /* "" where none was named */
    bool is_there, is_used;
    struct guard_thing thing;
};

struct held {
    struct guard_thing thing;
    int fd;
};

struct guard {
    char *root;
    struct permit *permits;
    size_t permits_nr;
    struct held *held;
    size_t held_nr, held_room;
    const struct diag_sink *sink;
};

/* One judgement. */
struct judgement {
    struct guard *guard;
    const char *job, *path;
    struct guard_thing thing;
    struct diag *diag;
};

static bool find_permitted(struct permit *permit)
{
    struct stat status;
    permit->is_there =
        stat(permit->path, &status) == 0 && guard_thing_of_stat(&status, &permit->thing);
    return permit->is_there;
}

static void read_permit(struct permit *permit, const char *text)
{
    permit->path = memory_string(text);
    char *colon = find_permitted(permit) ? NULL : strrchr(permit->path, ':');
    permit->signatures = memory_string(colon ? colon + 1 : "");
    if (!colon)
        return;
    *colon = '\0';
    find_permitted(permit);
}

struct guard *guard_new(const char *root, const char *const *permits, size_t nr,
                        const struct diag_sink *sink)
{
    struct guard *guard = memory_alloc(sizeof *guard);
    guard->root = memory_string(root);
    guard->permits = memory_resize(NULL, nr + 1, sizeof *guard->permits);
    guard->sink = sink;
    for (size_t i = 0; i < nr; i++) {
        struct permit *permit = &guard->permits[guard->permits_nr++];
        *permit = (struct permit){.path = NULL};
        read_permit(permit, permits[i]);
    }
    return guard;
}

static int refuse(const struct judgement *j, const char *mend, const char *what)
{
    diag_set(j->diag, DIAG_FATAL, j->path, 0, mend, "job %s: %s", j->job, what);
    return -1;
}

/* Whether a permit for the thing is there, with that signature where it is not NULL. */
static bool is_permitted(const struct judgement *j, const char *signature)
{
    bool is_found = false;
    for (size_t i = 0; i < j->guard->permits_nr && !is_found; i++) {
        struct permit *permit = &j->guard->permits[i];
        if (!permit->is_there || !guard_thing_equal(&permit->thing, &j->thing))
            continue;
        permit->is_used = true;
        size_t length = signature ? strlen(signature) : 0;
        is_found = !signature;
        for (const char *at = permit->signatures; *at && !is_found; at += *at == ',') {
            size_t part = strcspn(at, ",");
            is_found = part == length && strncasecmp(at, signature, length) == 0;
            at += part;
        }
    }
    return is_found;
}

/* Opens again what fd has open.  A device that is claimed with O_EXCL cannot be mounted, made swap
 * or taken into an array by anybody from then on. */
static int open_again(const struct judgement *j, int fd, bool claims)
{
    char name[64];
    int flags = claims ? O_RDWR | (j->thing.is_file ? 0 : O_EXCL) : O_RDONLY;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    return open(name, flags | O_CLOEXEC | O_NONBLOCK);
}

/* Files that are no data on a disk but levers of the kernel or of the firmware. */
static bool is_lever(int fd)
{
    static const long types[] = {PROC_SUPER_MAGIC, SYSFS_MAGIC,      DEBUGFS_MAGIC,
                                 TRACEFS_MAGIC,    SECURITYFS_MAGIC, EFIVARFS_MAGIC,
                                 CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC,
                                 0x62656570 /* configfs */};
    struct statfs fs;
    if (fstatfs(fd, &fs) != 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if ((unsigned long)fs.f_type == (unsigned long)types[i])
            return true;
    return false;
}

bool guard_has_writer(int fd)
{
    /* The kernel lets go of what a ring had registered a while after its process has ended. */
    enum { TRIES = 100, PAUSE_NS = 20 * 1000 * 1000 };
    const struct timespec pause = {0, PAUSE_NS};
    bool is_refused = true;
    for (unsigned i = 0; i < TRIES && is_refused; i++) {
        if (i)
            nanosleep(&pause, NULL);
        /* A lease for reading is given only where nobody has the file open for writing. */
        is_refused = fcntl(fd, F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN;
    }
    if (!is_refused)
        fcntl(fd, F_SETLEASE, F_UNLCK);
    return is_refused;
}

static bool has_writer(const struct judgement *j, int fd)
{
    int reader = j->thing.is_file ? open_again(j, fd, false) : -1;
    bool is_written = reader >= 0 && guard_has_writer(reader);
    if (reader >= 0)
        close(reader);
    return is_written;
}

static uint64_t bytes_of(int fd, const struct stat *status)
{
    uint64_t bytes = 0;
    if (S_ISREG(status->st_mode))
        return (uint64_t)status->st_size;
    return ioctl(fd, BLKGETSIZE64, &bytes) == 0 ? bytes : 0;
}

/* Says what will be lost, and that other hosts are not seen. */
static void announce(const struct judgement *j, const char *words)
{
    struct diag note;
    struct strbuf ways = STRBUF_INIT;
    diag_set(&note, DIAG_WARN, j->path, 0, NULL, "will be written over: %s", words);
    diag_report(j->guard->sink, &note);
    if (!j->thing.is_file)
        guard_transports(j->guard->root, &j->thing, &ways);
    if (ways.length) {
        diag_set(&note, DIAG_WARN, j->path, 0, "make sure that no other host uses it",
                 "cannot see other hosts, which may reach it by %s", ways.text);
        diag_report(j->guard->sink, &note);
    }
    strbuf_free(&ways);
}

/* Judges whether the user named it, and what stands on it. */
static int judge_permit(const struct judgement *j, int fd, const struct stat *status)
{
    struct guard_signatures signatures;
    struct strbuf words = STRBUF_INIT, named = STRBUF_INIT;
    bool is_named = is_permitted(j, NULL), is_signed = true;
    guard_signatures_read(fd, &signatures);
    guard_describe(j->guard->root, &j->thing, bytes_of(fd, status), &words);
    strbuf_string(&words, signatures.nr ? ", signature " : ", no signature");
    strbuf_string(&named, "name it with --destructive=PATH");
    for (size_t i = 0; i < signatures.nr; i++) {
        strbuf_printf(&words, "%s%s", i ? ", " : "", signatures.at[i]);
        strbuf_printf(&named, "%s%s", i ? "," : ":", signatures.at[i]);
        is_signed &= is_permitted(j, signatures.at[i]);
    }
    strbuf_string(&named, " if all on it may be lost");
    char text[320];
    snprintf(text, sizeof text, "%s (%s)",
             is_named ? "its signature was not named, and it is not written"
                      : "is not a file that this run made, and is not written",
             words.text);
    if (!is_named || !is_signed)
        refuse(j, named.text, text);
    else
        announce(j, words.text);
    strbuf_free(&words);
    strbuf_free(&named);
    return is_named && is_signed ? 0 : -1;
}

/* Judges what is open, and claimed where the user named it. */
static int judge(const struct judgement *j, int fd, bool is_claimed, const struct stat *status)
{
    struct strbuf use = STRBUF_INIT;
    const char *mend = NULL;
    int read_only = 0, result = 0;
    if (guard_is_used(j->guard->root, &j->thing, &use, &mend)) {
        char text[320];
        snprintf(text, sizeof text, "is never written: %s", use.text);
        result = refuse(j, mend, text);
    } else if (!is_claimed) {
        result = refuse(j, "take it out of use first",
                        j->thing.is_file ? "is never written: something has it open for writing"
                                         : "is never written: the kernel holds it for another use");
    } else if (j->thing.is_file && is_lever(fd)) {
        result = refuse(j, "name a file on a disk", "is never written: it is no data");
    } else if (!j->thing.is_file && ioctl(fd, BLKROGET, &read_only) == 0 && read_only) {
        result = refuse(j, NULL, "cannot be written: it is read-only");
    } else {
        result = judge_permit(j, fd, status);
    }
    strbuf_free(&use);
    return result;
}

static int keep(struct guard *guard, const struct guard_thing *thing, int fd)
{
    guard->held =
        memory_grow(guard->held, guard->held_nr, &guard->held_room, sizeof *guard->held);
    guard->held[guard->held_nr++] = (struct held){*thing, fd};
    return fd;
}

int guard_hold(struct guard *guard, const char *job, const char *path, int fd,
               const struct stat *status, struct diag *diag)
{
    struct judgement j = {guard, job, path, {false, 0, 0}, diag};
    if (!guard_thing_of_stat(status, &j.thing))
        return refuse(&j, "name a file or a block device", "is neither a file nor a block device");
    for (size_t i = 0; i < guard->held_nr; i++)
        if (guard_thing_equal(&guard->held[i].thing, &j.thing))
            return guard->held[i].fd;
    bool claims = is_permitted(&j, NULL), is_busy = false;
    if (claims && has_writer(&j, fd))
        is_busy = true;
    int held = open_again(&j, fd, claims && !is_busy);
    if (held < 0 && (errno == EBUSY || errno == ETXTBSY)) {
        is_busy = true;
        held = open_again(&j, fd, false);
    }
    struct stat again;
    struct guard_thing opened;
    if (held < 0 || fstat(held, &again) != 0 || !guard_thing_of_stat(&again, &opened) ||
        !guard_thing_equal(&opened, &j.thing)) {
        char text[200];
        snprintf(text, sizeof text, "cannot be opened for writing: %s",
                 held < 0 ? strerror(errno) : "it changed meanwhile");
        if (held >= 0)
            close(held);
        return refuse(&j, NULL, text);
    }
    if (judge(&j, held, !is_busy, &again) == 0 && claims)
        return keep(guard, &j.thing, held);
    close(held);
    return -1;
}

void guard_free(struct guard *guard)
{
    if (!guard)
        return;
    for (size_t i = 0; i < guard->permits_nr; i++) {
        struct permit *permit = &guard->permits[i];
        if (!permit->is_used) {
            struct diag note;
            diag_set(&note, DIAG_WARN, permit->path, 0, "see what filename of the jobs says",
                     "--destructive names it, and no job that was prepared writes it");
            diag_report(guard->sink, &note);
        }
        free(permit->path);
        free(permit->signatures);
    }
    for (size_t i = 0; i < guard->held_nr; i++)
        close(guard->held[i].fd);
    free(guard->held);
    free(guard->permits);
    free(guard->root);
    free(guard);
}
