/* Which mails the commits of a public-inbox archive added. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/source_git.h"

/* One entry of a tree. */
struct git_entry {
    const char *name; /* ended by a NUL */
    git_oid id;
    bool is_tree;
};

/* Gets the entry at *at in length bytes of a tree and goes on behind it.  Returns 1, or 0 at
 * the end and where it is damaged. */
static int next_entry(const char *bytes, size_t length, size_t *at, struct git_entry *entry)
{
    const char *start = bytes + *at, *end = bytes + length;
    const char *blank = memchr(start, ' ', length - *at);
    const char *nul = blank ? memchr(blank, '\0', (size_t)(end - blank)) : NULL;
    if (!nul || end - nul <= GIT_OID_RAWSZ)
        return 0;
    entry->name = blank + 1;
    entry->is_tree = start[0] == '4';
    libgit2.oid_fromraw(&entry->id, (const unsigned char *)nul + 1);
    *at = (size_t)(nul + 1 + GIT_OID_RAWSZ - bytes);
    return 1;
}

static bool is_hex_folder(const struct git_entry *entry)
{
    return entry->is_tree && isxdigit((unsigned char)entry->name[0]) &&
           isxdigit((unsigned char)entry->name[1]) && !entry->name[2];
}

static bool is_added(const struct git_entry *entry)
{
    return !strcmp(entry->name, "m");
}

static bool is_removed(const struct git_entry *entry)
{
    return !strcmp(entry->name, "d");
}

enum git_shape git_shape_find(const struct git_store *store, const struct git_history *history)
{
    git_odb_object *tree;
    struct git_entry entry;
    size_t at = 0, nr = 0, folders = 0, mails = 0;
    if (!history->nr ||
        git_store_read(store, &history->at[history->nr - 1].tree, GIT_OBJECT_TREE, &tree))
        return GIT_SHAPE_INBOX_2;
    while (next_entry(libgit2.odb_object_data(tree), libgit2.odb_object_size(tree), &at, &entry)) {
        nr++;
        folders += is_hex_folder(&entry);
        mails += !entry.is_tree && (is_added(&entry) || is_removed(&entry));
    }
    libgit2.odb_object_free(tree);
    return mails == nr     ? GIT_SHAPE_INBOX_2
           : folders == nr ? GIT_SHAPE_INBOX_1
                           : GIT_SHAPE_COMMITS;
}

/* Looks at the tree of one commit, newer ones first: what a later one removed is marked in
 * removed. */
static void plan_commit(const struct git_store *store, const struct git_commit *commit,
                        struct git_id_set *removed, struct git_plan *plan)
{
    git_odb_object *tree;
    struct git_entry entry;
    size_t at = 0;
    bool is_new;
    if (git_store_read(store, &commit->tree, GIT_OBJECT_TREE, &tree))
        return;
    while (next_entry(libgit2.odb_object_data(tree), libgit2.odb_object_size(tree), &at, &entry)) {
        if (entry.is_tree)
            continue;
        if (is_removed(&entry)) {
            git_id_set_get(removed, &entry.id, &is_new)->is_marked = true;
        } else if (is_added(&entry)) {
            struct git_id_slot *slot = git_id_set_find(removed, &entry.id);
            if (slot && slot->is_marked)
                slot->is_marked = false;
            else
                git_plan_add(plan, &commit->id, &entry.id);
        }
    }
    libgit2.odb_object_free(tree);
}

void git_plan_inbox_2(const struct git_store *store, const struct git_history *history,
                      struct git_plan *plan)
{
    struct git_id_set removed = {0};
    for (size_t i = history->nr; i--;)
        plan_commit(store, &history->at[i], &removed, plan);
    for (size_t i = 0, k = plan->nr; i + 1 < k; i++, k--) {
        struct git_mail other = plan->at[i];
        plan->at[i] = plan->at[k - 1];
        plan->at[k - 1] = other;
    }
    free(removed.slots);
}

/* A tree, or what an empty one is. */
struct listing {
    git_odb_object *object;
    const char *bytes;
    size_t length;
};

static void listing_open(const struct git_store *store, const git_oid *id,
                         struct listing *listing)
{
    *listing = (struct listing){NULL, "", 0};
    if (!id || git_store_read(store, id, GIT_OBJECT_TREE, &listing->object))
        return;
    listing->bytes = libgit2.odb_object_data(listing->object);
    listing->length = libgit2.odb_object_size(listing->object);
}

static void listing_close(struct listing *listing)
{
    if (listing->object)
        libgit2.odb_object_free(listing->object);
}

/* What differs between two trees. */
struct comparison {
    const struct git_store *store;
    const git_oid *commit;
    struct git_id_set *kept; /* mails that the last commit has; marked once they are planned */
    struct git_plan *plan;
};

static void plan_mail(struct comparison *comparison, const git_oid *blob)
{
    struct git_id_slot *slot = git_id_set_find(comparison->kept, blob);
    if (!slot || slot->is_marked)
        return;
    slot->is_marked = true;
    git_plan_add(comparison->plan, comparison->commit, blob);
}

static void compare_trees(struct comparison *comparison, const git_oid *before,
                          const git_oid *after, unsigned depth);

/* Goes into what after has and before has not; both are in the order of names. */
static void compare_listings(struct comparison *comparison, const struct listing *before,
                             const struct listing *after, unsigned depth)
{
    struct git_entry old, new;
    size_t old_at = 0, new_at = 0;
    int has_old = next_entry(before->bytes, before->length, &old_at, &old);
    while (next_entry(after->bytes, after->length, &new_at, &new)) {
        while (has_old && strcmp(old.name, new.name) < 0)
            has_old = next_entry(before->bytes, before->length, &old_at, &old);
        bool is_same_name = has_old && !strcmp(old.name, new.name);
        if (is_same_name && libgit2.oid_equal(&old.id, &new.id))
            continue;
        if (!new.is_tree)
            plan_mail(comparison, &new.id);
        else if (!depth)
            compare_trees(comparison, is_same_name && old.is_tree ? &old.id : NULL, &new.id,
                          depth + 1);
    }
}

static void compare_trees(struct comparison *comparison, const git_oid *before,
                          const git_oid *after, unsigned depth)
{
    struct listing old, new;
    listing_open(comparison->store, before, &old);
    listing_open(comparison->store, after, &new);
    compare_listings(comparison, &old, &new, depth);
    listing_close(&old);
    listing_close(&new);
}

/* Adds the mails of a tree and the trees in it. */
static void keep_mails(const struct git_store *store, const git_oid *tree, unsigned depth,
                       struct git_id_set *kept)
{
    struct listing listing;
    struct git_entry entry;
    size_t at = 0;
    bool is_new;
    listing_open(store, tree, &listing);
    while (next_entry(listing.bytes, listing.length, &at, &entry)) {
        if (!entry.is_tree)
            git_id_set_get(kept, &entry.id, &is_new);
        else if (!depth)
            keep_mails(store, &entry.id, depth + 1, kept);
    }
    listing_close(&listing);
}

/* Returns the tree of the first parent of commit i, or NULL: then all of its mails are
 * looked at, which finds the same ones. */
static const git_oid *parent_tree(const struct git_history *history, size_t i)
{
    enum { NEAR = 1000 };
    const struct git_commit *commit = &history->at[i];
    for (size_t k = i; commit->has_parent && k-- && i - k < NEAR;)
        if (libgit2.oid_equal(&history->at[k].id, &commit->parent))
            return &history->at[k].tree;
    return NULL;
}

void git_plan_inbox_1(const struct git_store *store, const struct git_history *history,
                      struct git_plan *plan)
{
    struct git_id_set kept = {0};
    struct comparison comparison = {store, NULL, &kept, plan};
    if (!history->nr)
        return;
    keep_mails(store, &history->at[history->nr - 1].tree, 0, &kept);
    for (size_t i = 0; i < history->nr; i++) {
        comparison.commit = &history->at[i].id;
        compare_trees(&comparison, parent_tree(history, i), &history->at[i].tree, 0);
    }
    free(kept.slots);
}
