/* Text: a message as streams of logical lines, quotation marks peeled. */
#ifndef IOD_PARSE_TEXT_H
#define IOD_PARSE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/byte_pairs.h"
#include "record/arena.h"

/* What a line is to the rules that look for labels.  Tool parsers claim their
 * lines first; the rest is told by line_class.c. */
enum line_class {
    LINE_PROSE,   /* anything else */
    LINE_BLANK,
    LINE_RESULT,  /* gave a record */
    LINE_DETAIL,  /* belongs to a result or to a tool's own output */
    LINE_COMMAND, /* a shell command, with its prompt or without */
    LINE_SCRIPT,  /* part of a script's text */
    LINE_JOBFILE, /* part of a fio job file, or another INI file */
    LINE_RULE,    /* ===== or ----- */
    LINE_DIFF,    /* part of a patch */
    LINE_TABLE,   /* two numbers or more, or a row of pipes */
    LINE_FOOTER,  /* signature, list footer, note about a removed attachment */
};

struct text_line {
    const char *at;     /* the text without quotation marks and line end; NUL-ended */
    size_t length;
    unsigned long line; /* 1-based in the decoded part */
    uint64_t offset;    /* byte in the file; of the part where it is encoded */
    unsigned indent;    /* columns of white space in front, a tab is 8 */
    enum line_class class;
    bool is_written_over; /* a CR ends it: a terminal would have put the next one over it */
    bool is_resumed;    /* lines of another depth stood between this and the one above */
    uint64_t letters;   /* that stand in it, as pattern_letters() has them */
    const char *prefix; /* the name that stood before it, as logs of several hosts have it,
                         * in the arena; NULL for none */
};

/* The lines of one section that have the same depth of quotation.  A section is
 * a MIME part, or what stands between the separators of a flattened mail. */
struct text_stream {
    struct text_line *lines;
    size_t nr;
    size_t room;
    unsigned section;
    unsigned quote;
    const char *part; /* name of the MIME part, "" for the first text */
};

/* A line takes some hundred bytes of memory, however short it is.  Mails of 64 MiB and pieces
 * of logs with lines as tools write them have fewer. */
#define TEXT_MOST_LINES ((size_t)3 << 20)

struct text {
    struct arena *arena; /* borrowed; everything lives in it */
    struct text_stream *streams; /* in the order of their first lines */
    size_t nr;
    size_t room;
    unsigned sections;
    size_t lines;     /* of all parts */
    bool is_full;     /* there are more than TEXT_MOST_LINES: the rest was left out */
    const char *path; /* the name of the file, which tells what a log holds; "" if unknown */
    char *all;        /* all lines one after the other, for text_holds(); NUL-ended */
    size_t all_length;
    size_t all_room;
    struct byte_pairs pairs; /* of all */
};

/* Makes an empty text in the arena. */
struct text *text_new(struct arena *arena);

/* How the bytes of a part stand for its lines. */
struct text_form {
    bool is_exact;      /* offsets grow with the bytes; they do not where it was encoded */
    bool is_flowed;     /* format=flowed: a blank ends a line that goes on. RFC 3676 */
    bool deletes_space; /* DelSp=yes: that blank is none of the text */
    bool has_escapes;   /* from an mbox: a '>' stands before "From " */
    bool is_html;       /* has to become text first: text.c gets none that is */
};

/* Adds a decoded part: length bytes of UTF-8 that need not be valid, borrowed for the
 * call.  part names it; offset is the byte in the file where it starts.
 *
 * Line ends are LF, CRLF or CR; of a line that a terminal would have written
 * over (CR in it) every piece becomes a logical line under the same number.
 * Quotation marks are '>' (Source: the forms listed in RFC 3676 section 4.5 and
 * looser ones as mail programs write them).  What raw_line.h lists is undone; a line
 * that was joined of several stands under the number of the first.
 *
 * A separator of part_mark.h starts a section, which has the name that stands there. */
void text_add_formed(struct text *text, const char *bytes, size_t length, const char *part,
                     uint64_t offset, const struct text_form *form);

/* The same for a part whose form is only exact, or is not. */
void text_add_part(struct text *text, const char *bytes, size_t length, const char *part,
                   uint64_t offset, bool is_exact);

/* Returns whether the line has nothing but white space and the bars that an HTML
 * layout leaves behind. */
bool text_is_blank(const struct text_line *line);

/* Returns the index of the next line of the stream after at that is not blank,
 * or stream->nr. */
size_t text_next(const struct text_stream *stream, size_t at);

/* Returns the lines at to at + nr - 1 of the stream, joined by one blank each and
 * without the white space at the seams, in the arena. */
char *text_join(const struct text *text, const struct text_stream *stream, size_t at,
                size_t nr);

/* Returns whether needle stands in any line of the text. */
bool text_holds(const struct text *text, const char *needle);

#endif
