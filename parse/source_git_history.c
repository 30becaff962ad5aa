/* The commits of a repository, in order. */
#include <stdlib.h>
#include <string.h>

#include "parse/source_git.h"
#include "record/memory.h"

static size_t slot_of(const struct git_id_set *set, const git_oid *id)
{
    size_t hash;
    memcpy(&hash, id->id, sizeof hash);
    size_t at = hash & (set->room - 1);
    while (set->slots[at].is_used && !libgit2.oid_equal(&set->slots[at].id, id))
        at = (at + 1) & (set->room - 1);
    return at;
}

static void grow(struct git_id_set *set)
{
    struct git_id_set larger = {NULL, set->nr, set->room ? set->room * 2 : 1024};
    larger.slots = memory_alloc(larger.room * sizeof *larger.slots);
    for (size_t i = 0; i < set->room; i++)
        if (set->slots[i].is_used)
            larger.slots[slot_of(&larger, &set->slots[i].id)] = set->slots[i];
    free(set->slots);
    *set = larger;
}

struct git_id_slot *git_id_set_get(struct git_id_set *set, const git_oid *id, bool *is_new)
{
    if (set->nr * 2 >= set->room)
        grow(set);
    struct git_id_slot *slot = &set->slots[slot_of(set, id)];
    *is_new = !slot->is_used;
    if (*is_new) {
        *slot = (struct git_id_slot){*id, true, false};
        set->nr++;
    }
    return slot;
}

struct git_id_slot *git_id_set_find(const struct git_id_set *set, const git_oid *id)
{
    if (!set->room)
        return NULL;
    struct git_id_slot *slot = &set->slots[slot_of(set, id)];
    return slot->is_used ? slot : NULL;
}

/* A commit on the way down to its parents, or up again. */
struct frame {
    struct git_commit commit;
    bool is_read;
};

struct walk {
    struct frame *stack;
    size_t nr, room;
    struct git_id_set seen;
};

static void push(struct walk *walk, const git_oid *id)
{
    walk->stack = memory_grow(walk->stack, walk->nr, &walk->room, sizeof *walk->stack);
    walk->stack[walk->nr++] = (struct frame){.commit = {.id = *id}};
}

/* Gets the id of the line "name id" at *at and goes on behind it. */
static bool get_line(const char *bytes, size_t length, size_t *at, const char *name, git_oid *id)
{
    size_t size = strlen(name);
    if (length - *at < size + GIT_OID_HEXSZ + 1 || memcmp(bytes + *at, name, size) ||
        bytes[*at + size + GIT_OID_HEXSZ] != '\n' || libgit2.oid_fromstrn(id, bytes + *at + size,
                                                                      GIT_OID_HEXSZ))
        return false;
    *at += size + GIT_OID_HEXSZ + 1;
    return true;
}

/* Reads the commit on top of the stack and puts its parents there.  Returns whether it
 * could be read. */
static bool open_commit(const struct git_store *store, struct walk *walk)
{
    size_t top = walk->nr - 1, at = 0;
    struct git_commit *commit = &walk->stack[top].commit;
    git_odb_object *object;
    git_oid parent;
    if (git_store_read(store, &commit->id, GIT_OBJECT_COMMIT, &object))
        return false;
    const char *bytes = libgit2.odb_object_data(object);
    size_t length = libgit2.odb_object_size(object);
    bool is_sound = get_line(bytes, length, &at, "tree ", &commit->tree);
    walk->stack[top].is_read = is_sound;
    while (is_sound && get_line(bytes, length, &at, "parent ", &parent)) {
        commit = &walk->stack[top].commit;
        if (!commit->has_parent)
            commit->parent = parent;
        commit->has_parent = true;
        push(walk, &parent);
    }
    /* The first parent comes first. */
    for (size_t i = top + 1, k = walk->nr; i + 1 < k; i++, k--) {
        struct frame other = walk->stack[i];
        walk->stack[i] = walk->stack[k - 1];
        walk->stack[k - 1] = other;
    }
    libgit2.odb_object_free(object);
    return is_sound;
}

/* A clone may have been made without what is older; then that is not damage. */
static bool is_shallow_end(const struct git_store *store, const git_oid *id)
{
    struct strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/shallow", store->folder);
    FILE *file = libgit2.odb_exists(store->odb, id) ? NULL : fopen(path.text, "re");
    strbuf_free(&path);
    if (!file)
        return false;
    fclose(file);
    return true;
}

void git_history_read(const struct git_store *store, const git_oid *head,
                      struct git_history *history)
{
    struct walk walk = {0};
    push(&walk, head);
    while (walk.nr) {
        struct frame *top = &walk.stack[walk.nr - 1];
        bool is_new = false;
        if (top->is_read) {
            history->at = memory_grow(history->at, history->nr, &history->room,
                                      sizeof *history->at);
            history->at[history->nr++] = top->commit;
            walk.nr--;
            continue;
        }
        git_id_set_get(&walk.seen, &top->commit.id, &is_new);
        if (!is_new) {
            walk.nr--;
        } else if (is_shallow_end(store, &top->commit.id)) {
            source_say(store->opening, DIAG_NOTE, store->opening->place->path, NULL,
                       "is a shallow clone: what is older is not in it");
            walk.nr--;
        } else if (!open_commit(store, &walk)) {
            walk.nr--;
        }
    }
    free(walk.stack);
    free(walk.seen.slots);
}
