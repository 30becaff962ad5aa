/* Marks of parts: lines by which archives that hold text alone say where a part of a
 * mail, or the next mail, begins, and what was taken out. */
#ifndef IOD_PARSE_PART_MARK_H
#define IOD_PARSE_PART_MARK_H

#include <stdbool.h>
#include <stddef.h>

enum part_mark_kind {
    PART_MARK_NONE,
    PART_MARK_NEXT, /* the next part or mail begins below */
    PART_MARK_NOTE, /* says something about a part */
};

struct part_mark {
    enum part_mark_kind kind;
    bool starts_section; /* what is below belongs to another part */
    const char *name;    /* of the part, in the line, not NUL-ended; NULL for none */
    size_t name_length;
};

/* What the lines above said; zeroed at the start of a text. */
struct part_mark_state {
    unsigned note_lines; /* how many lines of a note may follow */
};

/* Says what the line is: a separator of pipermail ("-- next part --"), a line of its
 * notes ("A non-text attachment was scrubbed..." with Name, Type, Size, Desc and URL
 * below), a mark of public-inbox ("[-- Attachment #2: a.log --]" and what it says of its
 * type; "^ permalink raw reply" below each mail of a thread), or none. */
struct part_mark part_mark_find(const char *line, struct part_mark_state *state);

#endif
