/* Packed files that libarchive reads.  Nothing is ever written: names are labels. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/library.h"
#include "parse/source_parts.h"
#include "record/memory.h"

/* What is used of libarchive, which is loaded for the first packed file. */
#define LIBARCHIVE_CALLS(CALL) \
    CALL(entry_filetype) CALL(entry_hardlink) \
    CALL(entry_is_encrypted) CALL(entry_pathname) \
    CALL(entry_pathname_utf8) CALL(error_string) \
    CALL(read_data_block) CALL(read_free) \
    CALL(read_new) CALL(read_next_header) \
    CALL(read_open1) CALL(read_open_memory) \
    CALL(read_set_callback_data) CALL(read_set_read_callback) \
    CALL(read_set_seek_callback) CALL(read_set_skip_callback) \
    CALL(read_support_filter_bzip2) CALL(read_support_filter_compress) \
    CALL(read_support_filter_lz4) CALL(read_support_filter_lzip) \
    CALL(read_support_filter_xz) CALL(read_support_filter_zstd) \
    CALL(read_support_format_7zip) CALL(read_support_format_cpio) \
    CALL(read_support_format_empty) CALL(read_support_format_raw) \
    CALL(read_support_format_tar) CALL(read_support_format_zip) \
    CALL(set_error)

static struct {
#define LIBARCHIVE_POINTER(name) __typeof__(archive_##name) *name;
    LIBARCHIVE_CALLS(LIBARCHIVE_POINTER)
#undef LIBARCHIVE_POINTER
} libarchive; /* set before the first call, then only read */
static bool is_loaded;

static void load(void)
{
#define LIBARCHIVE_SYMBOL(name) {"archive_" #name, &libarchive.name},
    static const struct library_symbol symbols[] = {LIBARCHIVE_CALLS(LIBARCHIVE_SYMBOL)};
#undef LIBARCHIVE_SYMBOL
    is_loaded = library_load("libarchive.so.13", symbols, sizeof symbols / sizeof symbols[0]);
}

enum {
    ROOM = 1 << 18,
    MOST_TRIES = 1000, /* of getting a block that is not empty */
};

struct packed {
    const struct source_content *content;
    struct source_budget budget;
    struct archive *archive;
    char *buffer;        /* of packed bytes */
    bool is_head_taken;
    bool is_damaged_in;  /* the packed bytes could not all be had, which was said */
    bool is_dead;        /* nothing more can be read */
    bool is_raw;         /* compressed only: has no names */
};

/* One entry. */
struct entry {
    struct source_pull pull; /* first */
    struct packed *packed;
    const char *path;
    const char *block;
    size_t left;       /* of the block */
    uint64_t place;    /* of the block in the entry: between blocks are holes */
    uint64_t at;       /* in the entry */
    uint64_t took;     /* of the budget */
    ssize_t ended;     /* 1 before the end, then what is to be returned */
};

static const char mend[] = "get the file again, or unpack it with its own program";

static void say_damage(struct packed *packed, const char *path)
{
    struct source_opening *opening = packed->budget.opening;
    const char *why = libarchive.error_string(packed->archive);
    if (packed->is_damaged_in || opening->is_over)
        return;
    opening->count->damaged++;
    source_say(opening, DIAG_SKIP, path, mend, "is damaged: not all of it can be read (%s)",
               why ? why : "no reason given");
}

static la_ssize_t read_packed(struct archive *archive, void *context, const void **block)
{
    struct packed *packed = context;
    const struct source_content *content = packed->content;
    struct source_opening *opening = packed->budget.opening;
    ssize_t got;
    *block = packed->buffer;
    if (content->fd >= 0) {
        do
            got = read(content->fd, packed->buffer, ROOM);
        while (got < 0 && errno == EINTR);
        off_t at = lseek(content->fd, 0, SEEK_CUR);
        opening->at = at > 0 ? (uint64_t)at : opening->at;
    } else if (!packed->is_head_taken) {
        packed->is_head_taken = true;
        *block = content->head;
        return (la_ssize_t)content->head_length;
    } else {
        got = content->pull->read(content->pull, packed->buffer, ROOM);
        packed->is_damaged_in = got < 0;
    }
    if (got < 0) {
        libarchive.set_error(archive, errno, "cannot read");
        return ARCHIVE_FATAL;
    }
    packed->budget.taken += (uint64_t)got;
    return got;
}

static la_int64_t seek_packed(struct archive *archive, void *context, la_int64_t offset,
                              int whence)
{
    const struct packed *packed = context;
    off_t at = lseek(packed->content->fd, offset, whence);
    if (at < 0)
        libarchive.set_error(archive, errno, "cannot seek");
    return at < 0 ? ARCHIVE_FATAL : at;
}

static la_int64_t skip_packed(struct archive *archive, void *context, la_int64_t length)
{
    const struct packed *packed = context;
    (void)archive;
    return lseek(packed->content->fd, length, SEEK_CUR) < 0 ? 0 : length;
}

static void support(struct packed *packed)
{
    int (*const filters[])(struct archive *) = {
        libarchive.read_support_filter_xz,   libarchive.read_support_filter_zstd,
        libarchive.read_support_filter_bzip2, libarchive.read_support_filter_lz4,
        libarchive.read_support_filter_lzip, libarchive.read_support_filter_compress,
        libarchive.read_support_format_raw,  NULL,
    };
    int (*const formats[])(struct archive *) = {
        libarchive.read_support_format_tar, libarchive.read_support_format_zip,
        libarchive.read_support_format_7zip, libarchive.read_support_format_cpio, NULL,
    };
    int (*const *functions)(struct archive *) = packed->is_raw ? filters : formats;
    for (size_t i = 0; functions[i]; i++)
        functions[i](packed->archive);
    libarchive.read_support_format_empty(packed->archive);
}

static int open_packed(struct packed *packed)
{
    const struct source_content *content = packed->content;
    struct archive *archive = packed->archive;
    support(packed);
    if (content->is_whole)
        return libarchive.read_open_memory(archive, content->head, content->head_length);
    packed->buffer = memory_resize(NULL, ROOM, 1);
    libarchive.read_set_read_callback(archive, read_packed);
    libarchive.read_set_callback_data(archive, packed);
    if (content->fd >= 0) {
        if (lseek(content->fd, 0, SEEK_SET))
            return ARCHIVE_FATAL;
        libarchive.read_set_seek_callback(archive, seek_packed);
        libarchive.read_set_skip_callback(archive, skip_packed);
    }
    return libarchive.read_open1(archive);
}

/* Gets the next block.  Returns 1, or sets ended and returns it. */
static ssize_t next_block(struct entry *entry)
{
    const void *block;
    size_t length;
    la_int64_t place;
    int result, tries = 0;
    do
        result = libarchive.read_data_block(entry->packed->archive, &block, &length, &place);
    while (tries++ < MOST_TRIES &&
           (result == ARCHIVE_RETRY || (result >= ARCHIVE_WARN && result <= ARCHIVE_OK && !length)));
    if (result == ARCHIVE_EOF)
        return entry->ended = 0;
    if (result < ARCHIVE_WARN || !length || place < 0 || (uint64_t)place < entry->at) {
        say_damage(entry->packed, entry->path);
        entry->packed->is_dead = result == ARCHIVE_FATAL;
        return entry->ended = -1;
    }
    entry->block = block;
    entry->left = length;
    entry->place = (uint64_t)place;
    return 1;
}

static ssize_t read_entry(struct source_pull *pull, char *bytes, size_t room)
{
    struct entry *entry = (struct entry *)pull;
    if (entry->ended <= 0 || (!entry->left && next_block(entry) <= 0))
        return entry->ended;
    uint64_t hole = entry->place - entry->at;
    size_t length = hole           ? (hole < room ? (size_t)hole : room)
                    : entry->left < room ? entry->left
                                         : room;
    if (hole) {
        memset(bytes, 0, length);
    } else {
        memcpy(bytes, entry->block, length);
        entry->block += length;
        entry->left -= length;
        entry->place += length;
    }
    entry->at += length;
    entry->took += length;
    if (source_budget_take(&entry->packed->budget, length))
        return (ssize_t)length;
    source_budget_cut(&entry->packed->budget, entry->path, entry->took);
    return entry->ended = -1;
}

static void take_entry(struct packed *packed, const char *path)
{
    struct entry entry = {{read_entry}, packed, path, NULL, 0, 0, 0, 0, 1};
    struct source_content inside = {
        .path = path,
        .is_named = packed->is_raw && packed->content->is_named,
        .depth = packed->content->depth + 1,
    };
    source_take_pull(packed->budget.opening, &inside, &entry.pull);
}

/* Takes the entry that stands there where it may be a text. */
static void take_named(struct packed *packed, struct archive_entry *found)
{
    struct source_opening *opening = packed->budget.opening;
    struct strbuf path = STRBUF_INIT;
    const char *name = libarchive.entry_pathname_utf8(found);
    if (!name)
        name = libarchive.entry_pathname(found);
    if ((libarchive.entry_filetype(found) && libarchive.entry_filetype(found) != AE_IFREG) ||
        libarchive.entry_hardlink(found) || (name && source_name_is_hidden(name)))
        return;
    strbuf_string(&path, packed->content->path);
    source_name_add(&path, name ? name : "?");
    if (libarchive.entry_is_encrypted(found)) {
        opening->count->skipped++;
        source_say(opening, DIAG_SKIP, path.text, "unpack it with its password",
                   "is encrypted: not read");
    } else {
        take_entry(packed, path.text);
    }
    strbuf_free(&path);
}

static bool is_too_many(struct source_opening *opening, const char *path)
{
    if (++opening->entries <= SOURCE_ENTRIES)
        return false;
    opening->is_over = true;
    opening->count->skipped++;
    source_say(opening, DIAG_SKIP, path, "unpack it and name the folder",
               "holds more than %u files: the rest of it is not read", SOURCE_ENTRIES);
    return true;
}

/* Takes each entry; returns how many there were. */
static size_t take_entries(struct packed *packed)
{
    struct source_opening *opening = packed->budget.opening;
    size_t nr = 0;
    while (!opening->is_over && !packed->is_dead) {
        struct archive_entry *found;
        int result = libarchive.read_next_header(packed->archive, &found);
        if (result == ARCHIVE_EOF || is_too_many(opening, packed->content->path))
            break;
        nr++;
        if (result == ARCHIVE_RETRY)
            continue;
        if (result < ARCHIVE_WARN) {
            say_damage(packed, packed->content->path);
            packed->is_dead = result == ARCHIVE_FATAL;
        } else if (packed->is_raw) {
            take_entry(packed, packed->content->path);
        } else {
            take_named(packed, found);
        }
    }
    return nr;
}

/* An archive without entries may be what somebody takes for results. */
static void say_empty(struct packed *packed)
{
    struct source_opening *opening = packed->budget.opening;
    const struct source_content *content = packed->content;
    if (opening->is_over || packed->is_dead)
        return;
    if (packed->is_raw) {
        struct source_content nothing = {
            .path = content->path,
            .is_named = content->is_named,
            .depth = content->depth + 1,
            .head = "",
            .is_whole = true,
            .fd = -1,
        };
        source_take_content(opening, &nothing);
        return;
    }
    opening->count->skipped += content->is_named;
    source_say(opening, content->is_named ? DIAG_SKIP : DIAG_NOTE, content->path, NULL,
               "holds no file");
}

void source_take_packed(struct source_opening *opening, const struct source_content *content,
                        enum source_form form)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) {
        opening->count->skipped++;
        source_say(opening, DIAG_SKIP, content->path, "install libarchive 3 (libarchive.so.13)",
                   "is packed, and the library that reads it is missing");
        return;
    }
    struct packed packed = {
        .content = content,
        .budget = {opening, content->is_whole ? content->head_length : content->size,
                   content->head_length, 0},
        .archive = libarchive.read_new(),
        .is_raw = form == SOURCE_COMPRESSED,
    };
    if (!packed.archive || open_packed(&packed) < ARCHIVE_WARN) {
        if (packed.archive)
            say_damage(&packed, content->path);
    } else if (!take_entries(&packed)) {
        say_empty(&packed);
    }
    libarchive.read_free(packed.archive);
    free(packed.buffer);
}
