/* A file that must survive a crash of the program: written whole, on the disk before a call
 * returns, and held by one process at a time. */
#ifndef IOD_COLLECT_STATE_FILE_H
#define IOD_COLLECT_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/diag.h"

struct state_file;

/* Returns the path of the file called name where this user's state is kept, for the caller to free:
 * below $IODELTA_STATE where that is set, else /run/iodelta of root, and $XDG_STATE_HOME/iodelta
 * or ~/.local/state/iodelta of others.  NULL with *diag set where there is no such place. */
char *state_file_path(const char *name, struct diag *diag);

/* Takes hold of the file at path, which need not be there.  Its folder is made where makes_folder;
 * it must belong to this user, and nobody else may write to it.  Returns 0 and *file, which
 * is NULL where the folder is not there, or -1 with *diag set: also where another process holds
 * it.  The caller lets go with state_file_close(). */
int state_file_open(const char *path, bool makes_folder, struct state_file **file,
                    struct diag *diag);

/* Returns the path, borrowed. */
const char *state_file_name(const struct state_file *file);

/* Reads the file into *text, which the caller frees; NULL where there is none.  Returns 0, or -1
 * with *diag set: also where it has more than limit bytes, or could have been written by others. */
int state_file_read(const struct state_file *file, size_t limit, char **text, struct diag *diag);

/* Puts length bytes of text in its place: beside it, synced, renamed, and the folder synced.
 * Returns 0, or -1 with *diag set; then what stood there before is untouched. */
int state_file_write(struct state_file *file, const char *text, size_t length, struct diag *diag);

/* Removes the file, and syncs the folder.  Returns 0, or -1 with *diag set. */
int state_file_remove(struct state_file *file, struct diag *diag);

/* Lets go and frees; NULL is allowed. */
void state_file_close(struct state_file *file);

#endif
