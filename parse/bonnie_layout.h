/* Forms of the CSV line of bonnie++: where in it things stand. */
#ifndef IOD_PARSE_BONNIE_LAYOUT_H
#define IOD_PARSE_BONNIE_LAYOUT_H

#include "parse/bonnie.h"

enum { BONNIE_FIELDS = 80, BONNIE_OLD_FIELDS = 27 };

/* The fields of a line. */
struct bonnie_fields {
    struct bonnie_cell at[BONNIE_FIELDS];
    size_t nr;
    bool is_cut; /* the last field may be half of one */
};

/* Where things stand in a line; 0 for what it does not have, except name. */
struct bonnie_layout {
    size_t fields;  /* of a whole line */
    size_t version;
    size_t name;    /* the machine; commas in it move what follows */
    size_t concurrency;
    size_t seed;
    size_t size;
    size_t chunk;
    size_t seeks;
    size_t io;      /* first of 12 values */
    size_t files;
    size_t create;  /* first of 12 values */
    size_t latency; /* first of 12 */
};

/* Splits a line at its commas; blanks around a field are not its own. */
void bonnie_split_fields(const char *line, struct bonnie_fields *fields);

/* Recognises the form of a line (27 fields of 1.0x, odd counts of 1.90 to 1.92, 48 of 1.93c
 * to 1.97, 50 from 1.98) and takes commas of the machine's name out of the count; of a line
 * that was cut the last field is left out.  Returns whether it is one, and then sets
 * *layout. */
bool bonnie_find_layout(struct bonnie_fields *fields, struct bonnie_layout *layout);

/* Says whether the cell is a time with its unit. */
bool bonnie_is_latency(struct bonnie_cell cell);

#endif
