/* The look of the start of a line: what log lines have in common whose times, numbers
 * and levels differ. */
#ifndef IOD_PARSE_LOOK_H
#define IOD_PARSE_LOOK_H

#include <stddef.h>

enum { LOOK_LONGEST = 100 };

struct look {
    char text[LOOK_LONGEST + 1];
    unsigned char end[LOOK_LONGEST]; /* where in the line each byte of text ends */
    size_t length;
};

/* Sets what the first of length bytes look like: figures are all '0' but in names,
 * names of months 'M', of days 'D', levels 'L'; blanks are one, none at the start or
 * behind '['. */
void look_take(struct look *look, const char *at, size_t length);

#endif
