/* The files of a folder, for tests that try them all. */
#ifndef IOD_TESTS_T_FILES_H
#define IOD_TESTS_T_FILES_H

#include <stddef.h>

/* Calls take for the file at path, or for each below it in the order of names; the bytes,
 * at most 64 MiB, are valid during the call.  What cannot be read is passed over;
 * returns how often that was so. */
size_t t_files_each(const char *path,
                  void (*take)(void *context, const char *path, const char *bytes, size_t length),
                  void *context);

#endif
