/* A table that numbers distinct keys in the order in which they come, so that
 * no order of hashing reaches the output. */
#ifndef IOD_REPORT_TABLE_H
#define IOD_REPORT_TABLE_H

#include <stddef.h>

struct table;

#define TABLE_NONE ((size_t)-1)

/* Returns an empty table, which the caller frees with table_free(). */
struct table *table_new(void);
void table_free(struct table *table);

/* Returns the number of the key of length bytes, 0 for the first; a new key is
 * copied and gets the next number. */
size_t table_add(struct table *table, const void *key, size_t length);

/* Returns the number of the key, or TABLE_NONE. */
size_t table_find(const struct table *table, const void *key, size_t length);

/* Returns how many keys there are. */
size_t table_nr(const struct table *table);

/* Returns the key of that number, ended by a NUL, which its length leaves out;
 * borrowed until the table is freed. */
const char *table_key(const struct table *table, size_t number);

#endif
