#include "parse/source_git.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "parse/library.h"
#include "record/memory.h"

enum {
    CACHE = 16 << 20,           /* bytes of objects that libgit2 keeps, for all threads */
    WINDOW = 16 << 20,          /* bytes of a pack that are mapped at once */
    WINDOWS = 256 << 20,        /* of all packs */
    LARGEST = 64 << 20,         /* of a mail */
};

struct libgit2 libgit2;
static bool is_loaded;

static void set_up(void)
{
#define LIBGIT2_SYMBOL(name) {"git_" #name, &libgit2.name},
    static const struct library_symbol symbols[] = {LIBGIT2_CALLS(LIBGIT2_SYMBOL)};
#undef LIBGIT2_SYMBOL
    is_loaded = library_load("libgit2.so." LIBGIT2_SOVERSION, symbols,
                             sizeof symbols / sizeof symbols[0]);
    if (!is_loaded)
        return;
    libgit2.libgit2_init();
    libgit2.libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, (ssize_t)CACHE);
    libgit2.libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, (size_t)WINDOW);
    libgit2.libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, (size_t)WINDOWS);
}

static void say_damage(const struct git_store *store, const git_oid *id)
{
    const git_error *error = libgit2.error_last();
    char digits[GIT_OID_HEXSZ + 1];
    store->opening->count->damaged++;
    source_say(store->opening, DIAG_SKIP, store->opening->place->path,
               "look with 'git fsck', or fetch it again", "object %s cannot be read: %s",
               libgit2.oid_tostr(digits, sizeof digits, id),
               error && error->message ? error->message : "no reason given");
}

int git_store_read(const struct git_store *store, const git_oid *id, git_object_t type,
                   git_odb_object **object)
{
    size_t size;
    git_object_t found;
    libgit2.error_clear();
    if (libgit2.odb_read_header(&size, &found, store->odb, id) || found != type) {
        say_damage(store, id);
        return -1;
    }
    if (size > LARGEST) {
        char digits[GIT_OID_HEXSZ + 1];
        store->opening->count->skipped++;
        source_say(store->opening, DIAG_SKIP, store->opening->place->path,
                   "write it to a file and name that", "object %s is larger than 64 MiB: not read",
                   libgit2.oid_tostr(digits, sizeof digits, id));
        return -1;
    }
    if (libgit2.odb_read(object, store->odb, id)) {
        say_damage(store, id);
        return -1;
    }
    return 0;
}

void git_plan_add(struct git_plan *plan, const git_oid *commit, const git_oid *blob)
{
    plan->at = memory_grow(plan->at, plan->nr, &plan->room, sizeof *plan->at);
    plan->at[plan->nr++] = (struct git_mail){*commit, *blob};
}

static void give(const struct git_store *store, const git_oid *commit, const char *bytes,
                 size_t length)
{
    struct source_opening *opening = store->opening;
    char digits[GIT_OID_HEXSZ + 1];
    struct strbuf path = STRBUF_INIT;
    size_t size = strlen(opening->place->path);
    while (size > 1 && opening->place->path[size - 1] == '/')
        size--;
    strbuf_add(&path, opening->place->path, size);
    strbuf_byte(&path, '/');
    strbuf_string(&path, libgit2.oid_tostr(digits, sizeof digits, commit));
    struct source_document document = {
        .path = path.text, .is_message = true, .bytes = bytes, .length = length};
    source_give(opening, &document);
    strbuf_free(&path);
}

/* Keeps count of how far it is, in bytes of the packs, as far as that can be told. */
static void count_progress(struct source_opening *opening, size_t at, size_t nr)
{
    opening->at = (uint64_t)((double)opening->place->size * (double)at / (double)nr);
}

static void give_mails(const struct git_store *store, const struct git_plan *plan)
{
    for (size_t i = 0; i < plan->nr && !store->opening->is_over; i++) {
        git_odb_object *blob;
        if (git_store_read(store, &plan->at[i].blob, GIT_OBJECT_BLOB, &blob))
            continue;
        count_progress(store->opening, i, plan->nr);
        give(store, &plan->at[i].commit, libgit2.odb_object_data(blob),
             libgit2.odb_object_size(blob));
        libgit2.odb_object_free(blob);
    }
}

static void give_messages(const struct git_store *store, const struct git_history *history)
{
    struct strbuf mail = STRBUF_INIT;
    for (size_t i = 0; i < history->nr && !store->opening->is_over; i++) {
        git_odb_object *commit;
        if (git_store_read(store, &history->at[i].id, GIT_OBJECT_COMMIT, &commit))
            continue;
        strbuf_cut(&mail, 0);
        git_commit_as_mail(libgit2.odb_object_data(commit), libgit2.odb_object_size(commit), &mail);
        count_progress(store->opening, i, history->nr);
        give(store, &history->at[i].id, mail.text, mail.length);
        libgit2.odb_object_free(commit);
    }
    strbuf_free(&mail);
}

static void take_history(const struct git_store *store, const git_oid *head)
{
    struct git_history history = {0};
    struct git_plan plan = {0};
    git_history_read(store, head, &history);
    switch (git_shape_find(store, &history)) {
    case GIT_SHAPE_INBOX_1:
        git_plan_inbox_1(store, &history, &plan);
        break;
    case GIT_SHAPE_INBOX_2:
        git_plan_inbox_2(store, &history, &plan);
        break;
    case GIT_SHAPE_COMMITS:
        give_messages(store, &history);
        break;
    }
    free(history.at);
    give_mails(store, &plan);
    free(plan.at);
}

static void take_folder(struct source_opening *opening, const char *folder)
{
    struct strbuf objects = STRBUF_INIT;
    struct git_store store = {opening, folder, NULL};
    git_oid head;
    strbuf_printf(&objects, "%s/objects", folder);
    if (git_head_find(folder, &head)) {
        opening->count->skipped += opening->place->is_named;
        source_say(opening, opening->place->is_named ? DIAG_SKIP : DIAG_NOTE, opening->place->path,
                   "if it borrows from epochs, name the folder around them",
                   "is a git repository whose HEAD names no commit");
    } else if (libgit2.odb_open(&store.odb, objects.text)) {
        opening->count->unreadable++;
        source_say(opening, DIAG_SKIP, opening->place->path, NULL, "cannot read its objects");
    } else {
        take_history(&store, &head);
        libgit2.odb_free(store.odb);
    }
    strbuf_free(&objects);
}

void source_take_git(struct source_opening *opening)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct strbuf inside = STRBUF_INIT;
    struct stat info;
    pthread_once(&once, set_up);
    if (!is_loaded) {
        opening->count->skipped++;
        source_say(opening, DIAG_SKIP, opening->place->path, "install libgit2 " LIBGIT2_SOVERSION,
                   "is a git repository, and the library that reads these is missing");
        return;
    }
    strbuf_printf(&inside, "%s/.git", opening->place->path);
    bool is_inside = !stat(inside.text, &info) && S_ISDIR(info.st_mode);
    take_folder(opening, is_inside ? inside.text : opening->place->path);
    strbuf_free(&inside);
}
