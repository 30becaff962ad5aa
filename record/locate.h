/* Where the other programs of the toolkit are. */
#ifndef IOD_RECORD_LOCATE_H
#define IOD_RECORD_LOCATE_H

/* Finds the program of that name, such as "iodelta-parse": beside the running
 * executable, then in bindir, then in the folders of PATH.  Returns a path that
 * the caller frees, or NULL where it is in none of them. */
char *locate_program(const char *name, const char *bindir);

#endif
