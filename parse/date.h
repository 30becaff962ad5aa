/* Dates of mails, in all forms in which they stand in headers and From_ lines. */
#ifndef IOD_PARSE_DATE_H
#define IOD_PARSE_DATE_H

#include <stddef.h>

#include "record/arena.h"

/* Reads the date in length bytes of text, and returns it in UTC as records have it,
 * "2013-07-28T12:22:50Z", in the arena; NULL where there is none, or none between 1971
 * and 2199 (a clock that was never set gives 1970).
 *
 * Read are the forms of RFC 5322, with the obsolete ones of its section 4.3 (years of
 * two and three digits, names of zones), of RFC 850 ("Monday, 02-Aug-99"), of
 * asctime() and of ISO 8601.  A time without a zone, or with one of unknown name or of
 * one letter, is taken for UTC. */
const char *date_read(struct arena *arena, const char *text, size_t length);

#endif
