/* dd: what the files that read it and its relatives share. */
#ifndef IOD_PARSE_DD_H
#define IOD_PARSE_DD_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/command.h"
#include "parse/pattern.h"
#include "parse/text.h"
#include "parse/tool.h"
#include "record/record.h"

/* Counts of "1024+0 records in": whole and partial blocks. */
struct dd_records {
    double whole[2], part[2]; /* of in, then of out */
    unsigned nr;              /* how many of the two are known */
    size_t first, last;       /* their lines in the stream */
};

/* Returns a set over the rows of totals; the caller frees it with pattern_set_free(). */
struct pattern_set *dd_total_rows(void);

/* Matches a total, in any language, of GNU, BSD, busybox and others, in length bytes of
 * line.  Returns whether there is one. */
bool dd_total_match(struct pattern_set *rows, const char *line, size_t length,
                    struct pattern_match *match);

/* Reads bytes and seconds of a match; seconds is 0 where none are printed. */
bool dd_total_figures(const struct pattern_match *match, double *bytes, double *seconds);

/* Says whether dd printed the total on its way (status=progress): its seconds are a
 * whole number. */
bool dd_total_is_progress(const struct pattern_match *match);

/* Sets io_bytes, runtime_s and bw_bytes_per_s: bytes by seconds, which is far more exact
 * than the printed rate of three digits.  Warns rate-mismatch where the two disagree. */
void dd_total_fill(const struct pattern_match *match, struct record *record);

/* Reads "1024+0 records in" in any language, or the counts of both directions in one
 * line; what stands behind a total in the line does not matter.  Returns how many
 * counts the line has; 0 where it is no such line. */
unsigned dd_records_read(const char *line, double whole[2], double part[2]);

/* How the command says that dd ran. */
struct dd_setting {
    bool is_timed;     /* time stands in front of it */
    bool times_others; /* and measures other commands as well */
    bool times_other;  /* only another command behind it is timed ("dd …; time sync") */
    bool is_background; /* the shell does not wait for it */
    bool is_parallel;  /* several at the same time */
    bool is_loop;      /* several, one after the other */
};

/* Tells the setting of a command from what stands around it in its lines. */
struct dd_setting dd_command_setting(const struct command *command);

/* Returns the value of an operand with variables of the text and sums put in; NULL
 * where there is none or it cannot be known. */
const char *dd_operand(const struct commands *commands, const struct command *command,
                       const char *name);

/* Puts variables of the text and sums into a value of the command; NULL where it cannot
 * be known. */
const char *dd_resolve(const struct commands *commands, const struct command *command,
                       const char *value);

/* Reads a size as dd understands it: "64k", "1M", "2x512", "1kB", "8b".  Source:
 * POSIX dd, and GNU coreutils xstrtol() with its suffixes. */
bool dd_size(const char *text, double *bytes);

/* Returns the block size of input (or output) in bytes; 512 where none is stated, 0
 * where it cannot be known. */
double dd_block(const struct commands *commands, const struct command *command, bool is_output);

/* Returns how many bytes the command asks for, 0 where it does not say. */
double dd_asked(const struct commands *commands, const struct command *command);

/* Sets the params of the operands. */
void dd_set_params(struct record *record, const struct commands *commands,
                   const struct command *command);

/* Gives a direction to results of dd that have none, no command, and none in their depth
 * of quotation either: that of all commands of the text, where they agree. */
void dd_settle_ops(const struct commands *commands, struct tool_output *output);

/* Says whether an end of a script's dd is a variable that leaves the direction open: the
 * other end is no pseudo device. */
bool dd_has_open_end(const struct command *command);

/* Sets op and the param target, from which ends the command has. */
void dd_set_direction(struct record *record, const struct commands *commands,
                      const struct command *command);

enum { DD_SOURCE_MOST = 16 };

/* Which commands stand above a total; see dd_source.c. */
struct dd_source {
    const struct text *text; /* borrowed, as is commands */
    const struct commands *commands;
    size_t stream;
    size_t next; /* the first command that was not met so far */
    const struct command *queue[DD_SOURCE_MOST]; /* those of one line, in their order */
    struct dd_setting settings[DD_SOURCE_MOST]; /* of each; a line may be very long */
    size_t queue_nr, queue_used;
    const struct command *parallel[DD_SOURCE_MOST]; /* those that run at the same time */
    size_t parallel_nr;
    const struct command *scripted[DD_SOURCE_MOST]; /* those that stand in scripts */
    size_t scripted_nr; /* may be larger: then the rest is not kept */
    const struct command *listed[DD_SOURCE_MOST]; /* those one below the other, no total between */
    size_t listed_nr; /* may be larger */
    bool is_listing;  /* no total was met since the last of them */
    const struct command *kin;  /* the last ddrescue or pv */
    const struct command *last; /* the last of any program */
    bool has_result; /* since the last command was met */
};

/* Meets the commands that stand up to the line of the stream.  first is the first line of
 * the block that a total belongs to. */
void dd_source_meet(struct dd_source *source, size_t line, size_t first);

/* Returns the command of the next total, in the order in which a shell runs those of a
 * line; NULL for none. */
const struct command *dd_source_take(struct dd_source *source);

/* Returns the command of the total before, NULL for none. */
const struct command *dd_source_current(const struct dd_source *source);

/* Returns the setting of a command that dd_source_take() returned. */
struct dd_setting dd_source_setting(const struct dd_source *source, const struct command *command);

/* Says whether the next total is the first below several dds that stand one below the
 * other, as in a script that the text shows above all that it printed. */
bool dd_source_has_list(const struct dd_source *source);

/* Gives the totals to come to the dds of such a list, in their order, where that is how
 * many follow. */
void dd_source_share(struct dd_source *source, size_t totals);

/* Says whether a time is that of another command, which was met behind the one of the
 * total above: of a script that ran it. */
bool dd_source_times_script(const struct dd_source *source, const struct command *command);

/* Says whether the next total is one of several that ran at the same time. */
bool dd_source_is_parallel(const struct dd_source *source);

/* Sets what the commands tell of a total that the command made (NULL: none does, and a
 * script may): params and op; of several that may have made it, what they have in
 * common. */
void dd_source_describe(const struct dd_source *source, const struct command *command,
                        struct record *record);

/* Sets params and op of what a relative of dd measured. */
void dd_source_describe_kin(const struct dd_source *source, struct result *result);

/* Reads what relatives of dd print (ddrescue, pv) from line at of the stream, and adds
 * their results with the param program.  Returns the line behind what was read, or at for
 * nothing. */
size_t dd_kin_read(struct text *text, size_t stream, size_t at, struct pattern_set *rows,
                   struct tool_output *output);

/* Returns a set over the rows of relatives; freed with pattern_set_free(). */
struct pattern_set *dd_kin_rows(void);

#endif
