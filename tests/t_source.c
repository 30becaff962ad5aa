#include "tests/t_source.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "record/memory.h"

struct seen seen;

void source_clear(struct seen *all)
{
    strbuf_free(&all->documents);
    strbuf_free(&all->said);
    strbuf_free(&all->places);
    *all = (struct seen){STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, {0}, 0, 0};
}

void source_set_up(void)
{
    seen = (struct seen){STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, {0}, 0, 0};
}

void source_tear_down(void)
{
    source_clear(&seen);
}

void source_hear(void *context, const struct diag *diag)
{
    struct seen *all = context;
    strbuf_printf(&all->said, "%s%s: %s|", diag->level == DIAG_NOTE ? "(note) " : "", diag->path,
                  diag->text);
}

/* Notes path, marks and the first bytes; of what is long its length and sum. */
int source_take(void *context, struct source_document *document)
{
    struct seen *all = context;
    struct strbuf text = STRBUF_INIT;
    char bytes[1000];
    ssize_t got = 0;
    if (document->bytes)
        strbuf_add(&text, document->bytes, document->length);
    else
        while ((got = document->read(document, bytes, sizeof bytes)) > 0)
            strbuf_add(&text, bytes, (size_t)got);
    strbuf_printf(&all->documents, "%s%s%s:", document->path, document->is_named ? "!" : "",
                  document->bytes ? "" : "~");
    if (text.length < 30)
        strbuf_add(&all->documents, text.text, text.length);
    else
        strbuf_printf(&all->documents, "%zu/%08lx", text.length,
                      crc32(0, (const Bytef *)text.text, (uInt)text.length));
    strbuf_string(&all->documents, got < 0 ? "# " : " ");
    all->longest = text.length > all->longest ? text.length : all->longest;
    strbuf_free(&text);
    return all->count.documents == all->stop_after ? -1 : 0;
}

static int open_place(void *context, const struct source_place *place)
{
    struct seen *all = context;
    struct diag_sink sink = {source_hear, all};
    strbuf_printf(&all->places, "%s%s%s ", place->path, place->is_named ? "!" : "",
                  place->kind == SOURCE_GIT      ? "(git)"
                  : place->kind == SOURCE_STREAM ? "(stream)"
                                                 : "");
    return place->kind == SOURCE_GIT ? 0 : source_open(place, source_take, all, &all->count, &sink);
}

int source_look(struct seen *all, const char *operand)
{
    struct diag_sink sink = {source_hear, all};
    return source_walk(operand, open_place, all, &all->count, &sink);
}

void source_look_anew(const char *operand)
{
    source_clear(&seen);
    source_look(&seen, operand);
}

void source_plant(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

void source_plant_text(const char *path, const char *text)
{
    source_plant(path, text, strlen(text));
}

char *source_long_text(size_t length)
{
    char *text = memory_resize(NULL, length + 1, 1);
    unsigned long random = 1;
    for (size_t i = 0; i < length; i++) {
        random = random * 1103515245 + 12345;
        text[i] = i % 61 == 60 ? '\n' : (char)('a' + (random >> 16) % 26);
    }
    text[length] = '\0';
    return text;
}

struct strbuf source_packed = STRBUF_INIT;

void source_gzip(const char *text, size_t length)
{
    z_stream stream = {0};
    char bytes[4096];
    ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (Bytef *)(uintptr_t)text;
    stream.avail_in = (uInt)length;
    int result;
    do {
        stream.next_out = (Bytef *)bytes;
        stream.avail_out = sizeof bytes;
        result = deflate(&stream, Z_FINISH);
        strbuf_add(&source_packed, bytes, sizeof bytes - stream.avail_out);
    } while (result == Z_OK);
    ck_assert_int_eq(result, Z_STREAM_END);
    deflateEnd(&stream);
}

static la_ssize_t keep(struct archive *archive, void *context, const void *bytes, size_t length)
{
    (void)archive;
    strbuf_add(context, bytes, length);
    return (la_ssize_t)length;
}

void source_pack(int (*format)(struct archive *), const char *options,
                 const struct source_planned *planned, size_t nr)
{
    struct archive *archive = archive_write_new();
    struct strbuf into = STRBUF_INIT;
    ck_assert_int_eq(format(archive), ARCHIVE_OK);
    archive_write_set_bytes_in_last_block(archive, 1);
    if (options) {
        ck_assert_int_eq(archive_write_set_options(archive, options), ARCHIVE_OK);
        ck_assert_int_eq(archive_write_set_passphrase(archive, "secret"), ARCHIVE_OK);
    }
    ck_assert_int_eq(archive_write_open(archive, &into, NULL, keep, NULL), ARCHIVE_OK);
    for (size_t i = 0; i < nr; i++) {
        struct archive_entry *entry = archive_entry_new();
        size_t length = planned[i].length ? planned[i].length
                        : planned[i].text ? strlen(planned[i].text)
                                          : 0;
        mode_t type = planned[i].type ? planned[i].type : AE_IFREG;
        archive_entry_set_pathname(entry, planned[i].name);
        archive_entry_set_filetype(entry, type);
        archive_entry_set_perm(entry, 0644);
        if (type == AE_IFLNK)
            archive_entry_set_symlink(entry, "/etc/passwd");
        archive_entry_set_size(entry, (la_int64_t)length);
        ck_assert_int_ge(archive_write_header(archive, entry), ARCHIVE_WARN);
        if (planned[i].text)
            ck_assert_int_ge(archive_write_data(archive, planned[i].text, length), 0);
        archive_entry_free(entry);
    }
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
    strbuf_free(&source_packed);
    source_packed = into;
}

/* Writes what was source_packed. */
void source_plant_packed(const char *path)
{
    source_plant(path, source_packed.text, source_packed.length);
    strbuf_free(&source_packed);
}
