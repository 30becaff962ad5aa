/* Repositories as mails: what the files parse/source_git*.c share.  Only objects are read:
 * no configuration, hook or index of a repository, so that it need not be trusted and
 * may belong to somebody else. */
#ifndef IOD_PARSE_SOURCE_GIT_H
#define IOD_PARSE_SOURCE_GIT_H

#include <git2.h>

#include "parse/source_parts.h"

/* What is used of libgit2, which is loaded for the first repository. */
#define LIBGIT2_CALLS(CALL) \
    CALL(error_clear) CALL(error_last) CALL(libgit2_init) CALL(libgit2_opts) \
    CALL(odb_exists) CALL(odb_free) CALL(odb_object_data) CALL(odb_object_free) \
    CALL(odb_object_size) CALL(odb_open) CALL(odb_read) CALL(odb_read_header) \
    CALL(oid_equal) CALL(oid_fromraw) CALL(oid_fromstr) CALL(oid_fromstrn) \
    CALL(oid_tostr)
struct libgit2 {
#define LIBGIT2_POINTER(name) __typeof__(git_##name) *name;
    LIBGIT2_CALLS(LIBGIT2_POINTER)
#undef LIBGIT2_POINTER
};
extern struct libgit2 libgit2; /* set before the first call, then only read */

struct git_store {
    struct source_opening *opening;
    const char *folder; /* that has HEAD and objects */
    git_odb *odb;
};

struct git_commit {
    git_oid id, tree, parent; /* the first parent */
    bool has_parent;
};

/* Commits of a history, parents before children: the oldest first. */
struct git_history {
    struct git_commit *at;
    size_t nr, room;
};

/* Ids, each with a mark. */
struct git_id_set {
    struct git_id_slot {
        git_oid id;
        bool is_used, is_marked;
    } *slots;
    size_t nr, room;
};

/* Returns the slot of id, which is added where it is not there; *is_new says whether.  The
 * slot is valid until the next call. */
struct git_id_slot *git_id_set_get(struct git_id_set *set, const git_oid *id, bool *is_new);

/* Returns the slot of id, or NULL. */
struct git_id_slot *git_id_set_find(const struct git_id_set *set, const git_oid *id);

/* A mail, or the message of a commit. */
struct git_mail {
    git_oid commit, blob;
};

struct git_plan {
    struct git_mail *at;
    size_t nr, room;
};

void git_plan_add(struct git_plan *plan, const git_oid *commit, const git_oid *blob);

/* Reads an object of that type.  Returns 0, and the caller frees it with
 * git_odb_object_free(); or -1, which was said where it is damage. */
int git_store_read(const struct git_store *store, const git_oid *id, git_object_t type,
                   git_odb_object **object);

/* Finds the commit that HEAD names, or the first branch where HEAD names none.  Returns 0, or
 * -1 where there is none. */
int git_head_find(const char *folder, git_oid *id);

/* Reads the history of the commit; what is damaged is said, and ends it there.  The caller
 * frees history->at. */
void git_history_read(const struct git_store *store, const git_oid *head,
                      struct git_history *history);

/* What a repository holds. */
enum git_shape {
    GIT_SHAPE_COMMITS, /* something else: the messages of its commits are mails */
    GIT_SHAPE_INBOX_1, /* public-inbox, version 1: a tree of all mails */
    GIT_SHAPE_INBOX_2, /* version 2: a mail for each commit */
};

enum git_shape git_shape_find(const struct git_store *store, const struct git_history *history);

/* Say which mails there are, in the order of the commits that added them; mails that were
 * removed again are left out.  The caller frees plan->at. */
void git_plan_inbox_1(const struct git_store *store, const struct git_history *history,
                      struct git_plan *plan);
void git_plan_inbox_2(const struct git_store *store, const struct git_history *history,
                      struct git_plan *plan);

/* Adds the message of a commit to mail, as a mail. */
void git_commit_as_mail(const char *bytes, size_t length, struct strbuf *mail);

#endif
