/* What given.c and given_apply.c share. */
#ifndef IOD_PARSE_GIVEN_ROW_H
#define IOD_PARSE_GIVEN_ROW_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdatomic.h>

#include "parse/given.h"

struct given_row {
    enum given_kind kind;
    const char *input; /* NULL for all */
    const char *text;  /* as it was given */
    const char *said;  /* "--rename old=new", or with the place in a file */
    const char *path;  /* where; NULL for the command line */
    unsigned long line;
    const char *factor; /* of a new name for a factor, the old one */
    const char *old;    /* the level that gets another name, NULL where the factor does */
    const char *level;  /* the new name, or the level that is set */
    pcre2_code *code;   /* of a label */
    atomic_size_t hits; /* how often it gave a record something */
};

/* The level of a factor that is in force behind a piece. */
struct given_in_force {
    const char *level; /* NULL for none */
    const char *text;  /* the line that gave it */
    unsigned long line;
    const struct given_row *by;
};

struct given_carry {
    const struct given *given;
    struct arena *arena;       /* of the texts */
    struct given_in_force *at; /* for each row; that of the first one of a factor counts */
    unsigned long last_line;   /* that was tried */
};

struct given {
    struct arena *arena;
    struct given_row *rows; /* in the order in which they were given */
    size_t nr;
    size_t room;
    pcre2_match_context *limits;
};

#endif
