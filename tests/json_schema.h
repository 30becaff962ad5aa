/* A JSON Schema checker for tests.
 *
 * Source: JSON Schema, draft 2020-12, the keywords of the table in json_schema.c.
 * $ref reaches "#/$defs/NAME" only, and patterns are POSIX extended expressions,
 * so a schema has to keep to what both dialects understand. */
#ifndef IOD_TESTS_JSON_SCHEMA_H
#define IOD_TESTS_JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

/* Looks a schema over.  Returns whether every keyword in it is implemented here
 * and well formed; says on stderr which one is not. */
bool json_schema_is_usable(const json_t *schema);

/* Checks value (borrowed) against a usable schema.  Prints "FILE:LINE: PATH: what
 * is wrong" on stdout for every fault; file and line (1-based) are for that
 * alone.  Returns whether the value is valid. */
bool json_schema_check(const json_t *schema, const json_t *value, const char *file,
                       unsigned long line);

#endif
