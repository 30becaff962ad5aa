/* Small files of /proc and /sys, read below a root folder and within bounds. */
#ifndef IOD_COLLECT_SYSFILE_H
#define IOD_COLLECT_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>

/* In all functions root is put before path, which starts with "/"; "" is the
 * running system.  What is no regular file is never read.  None of them
 * follows what the contents say. */

/* Reads the file, at most limit bytes of it, as a string that the caller frees;
 * it ends at the first NUL.  Returns NULL, with errno set, where that fails. */
char *sysfile_read(const char *root, const char *path, size_t limit);

/* Reads the first line, without blanks around it, runs of blanks made one, and
 * cut to fit, into value of size bytes.  Returns 0, or -1 with errno set and value ""; an empty file is
 * read as "". */
int sysfile_line(const char *root, const char *path, char *value, size_t size);

/* Reads all lines in that way as one, joined by "; ".  Returns as sysfile_line().
 * Neither reads more than four times size. */
int sysfile_lines(const char *root, const char *path, char *value, size_t size);

/* Reads the text of a symbolic link into target, of size bytes.  Returns false
 * where there is none or it does not fit. */
bool sysfile_link(const char *root, const char *path, char *target, size_t size);

/* Returns whether something is there, whatever it is. */
bool sysfile_exists(const char *root, const char *path);

/* The names in a folder, without "." and "..", sorted by their bytes, except
 * that numbers within them count as numbers (cpu2 before cpu10). */
struct sysfile_names {
    char **at;
    size_t nr;
    size_t room;
};

/* Lists the folder into *names, at most limit of them (which then are any), and
 * frees with sysfile_names_free(); a folder that cannot be read gives none. */
void sysfile_list(const char *root, const char *path, size_t limit, struct sysfile_names *names);
void sysfile_names_free(struct sysfile_names *names);

#endif
