/* Listing: what was found, one line a message, to look before parsing. */
#ifndef IOD_PARSE_LISTING_H
#define IOD_PARSE_LISTING_H

#include <stdio.h>

#include "parse/findings.h"

/* Writes the line of a message: how many results, of which tools and operations, date,
 * place, and subject.  Returns 0, or -1 with errno set. */
int listing_write(const struct findings *findings, FILE *out);

#endif
