/* Raw lines: a part before it becomes streams, and the steps that undo what mail,
 * pages, terminals and logs did to it. */
#ifndef IOD_PARSE_RAW_LINE_H
#define IOD_PARSE_RAW_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"

struct raw_line {
    char *at;           /* NUL-ended, in the arena, without trailing white space */
    size_t length;
    unsigned long line; /* 1-based in the decoded part */
    uint64_t offset;    /* byte in the file */
    size_t width;       /* bytes without those blanks, before anything else was taken off */
    unsigned quote;     /* marks peeled so far */
    bool is_written_over; /* see struct text_line */
    bool is_soft;       /* ended in a blank where format=flowed has it that it goes on */
    const char *prefix; /* see struct text_line */
};

struct shapes;

struct raw_lines {
    struct arena *arena;   /* borrowed */
    struct shapes *shapes; /* borrowed; for those steps that look for output of tools */
    struct raw_line *at;
    size_t nr;
    size_t room;
    size_t most;           /* lines that are taken; 0 for any number */
    size_t blank;          /* lines at the end that hold nothing */
    bool is_full;          /* there were more */
    bool is_json;          /* and nothing else: there is nothing to be undone */
};

/* Adds a line: length bytes, copied and cleaned by clean_bytes().  Of very many blank lines
 * one below the other only the first are taken. */
void raw_line_add(struct raw_lines *lines, const char *at, size_t length, unsigned long line,
                  uint64_t offset);

/* Peels the marks of quotation ("> ", ">", " > ") in front of the line, which is
 * counted in its quote. */
void raw_line_peel(struct raw_line *line);

/* Moves the start of the line by length bytes, at most its own length. */
void raw_line_skip(struct raw_line *line, size_t length);

/* Takes off the indentation that all lines share, where it is that of a block of code. */
void raw_lines_unindent(struct raw_lines *lines);

/* Copies length bytes into the arena: blanks of any width (U+00A0, U+2007, U+202F,
 * also as they look when UTF-8 was taken for Latin-1 once more) become blanks;
 * marks without width, NUL bytes and the escape sequences of terminals vanish; so
 * does white space at the end.  *length gets the new length. */
char *clean_bytes(struct arena *arena, const char *at, size_t *length);

/* Writes dashes, quotation marks and dots as ASCII has them over what typography
 * made of them; returns a copy in the arena, or NULL where there is nothing to do. */
char *clean_typography(struct arena *arena, const char *at);

/* Adds length bytes of a line of the part as raw_line_add() does, without what HTML
 * and BBCode left in them: entities are resolved, tags dropped, and a tag that ends
 * a line of the page ends this one.  Rows of an HTML table stay as they are.
 * has_bbcode says that the part has a closing tag in brackets. */
void markup_add(struct raw_lines *lines, const char *at, size_t length, unsigned long line,
                uint64_t offset, bool has_bbcode);

/* Says whether the line is as wide as a terminal and ends within a tag, so that a '>' in
 * front of the next one is the end of that. */
bool markup_is_open(const struct raw_line *line);

/* Joins lines that rows of an HTML table were broken into, within a cell or a tag. */
void markup_rejoin(struct raw_lines *lines);

/* Joins the lines that the sender of format=flowed broke, and takes off the blank that it
 * put before lines.  Only what had no room in its line was broken: output of tools, rows
 * of tables and other lines that end in a blank by accident stay.  Source: RFC 3676
 * section 4. */
void flowed_join(struct raw_lines *lines, bool deletes_space);

/* Undoes quoted-printable where it was pasted undecoded, also where only some of the
 * lines have it.  Lines that a soft break cut are joined. */
void leftover_decode(struct raw_lines *lines);

/* Takes typography, marks of bold type and markdown's backslashes out of lines of a tool's
 * output, and of commands that run one. */
void leftover_plain(struct raw_lines *lines);

/* Where what stands before the lines names several hosts, puts those of each together,
 * below a heading of its name. */
void prefix_part_hosts(struct raw_lines *lines);

/* Takes off what logs and people put before every line of a tool's output (time
 * stamps, names of hosts, numbers, marks of quotation of other kinds, bullets), where
 * what follows is output of a tool and the same stands before lines of several kinds. */
void prefix_peel(struct raw_lines *lines);

/* Takes the mark of quotation for a prompt where it stands before a lone command whose
 * output is below without one. */
void prefix_unmark(struct raw_lines *lines);

/* Where each line end stands twice, in blocks that hold a tool's output or blank lines of
 * their own, drops the second. */
void wrap_undouble(struct raw_lines *lines);

/* Joins lines of a tool's output that were broken at the width of a mail, with the
 * mark of quotation repeated or lost; of other lines those that lost it, where there are
 * several. */
void wrap_rejoin(struct raw_lines *lines);

#endif
