/* Times: what time(1), the shells' own time, and timex say about a command. */
#ifndef IOD_PARSE_TIME_TRIPLE_H
#define IOD_PARSE_TIME_TRIPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/pattern.h"
#include "parse/text.h"
#include "record/record.h"

/* Seconds of one command; digit is one unit of the last printed digit of wall. */
struct time_triple {
    double wall, user, sys, digit;
    bool has_user, has_sys;
    size_t first, last; /* its lines in the stream */
};

/* Returns a set over the rows of the forms, which the caller frees with
 * pattern_set_free(). */
struct pattern_set *time_triple_rows(void);

/* Reads the times that start in line at of the stream, in any of these forms:
 * "real 0m0.270s", "user …", "sys …" in lines of their own (bash, ksh, -p, busybox,
 * Solaris, AIX's timex, also "Real", with decimal commas, blank lines between, or all in one
 * line); "8.64 real 0.00 user 0.07 sys" (BSD); "0.00user 0.04system 0:00.27elapsed"
 * and "User time (seconds): …" (GNU time); "0.05s user 0.05s system 80% cpu 0.124
 * total" (zsh); "0.000u 0.049s 0:00.27 14.8%" (tcsh); "Executed in 1.23 secs" (fish).
 * Returns whether there are any, with a wall time. */
bool time_triple_read(struct pattern_set *rows, const struct text_stream *stream, size_t at,
                      struct time_triple *triple);

/* Reads a time, such as "12.3", "0m0.270s", "0m 36.77s", "1:02:03.4", "0m0,27s", from
 * exactly length bytes into seconds; *digit gets one unit of its last digit unless
 * NULL.  Returns whether it is one. */
bool time_triple_clock(const char *at, size_t length, double *seconds, double *digit);

/* Sets wall_s, cpu_user_s and cpu_sys_s. */
void time_triple_fill(const struct time_triple *triple, struct record *record);

#endif
