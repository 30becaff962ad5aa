/* Shapes: how a line of a known tool's output begins, and when it is whole.  They
 * serve to undo damage; the tools' own parsers read the lines. */
#ifndef IOD_PARSE_SHAPE_H
#define IOD_PARSE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/* Compiled on first use; one for a run over a part, freed with shapes_free(), which
 * takes NULL. */
struct shapes;

struct shapes *shapes_new(void);
void shapes_free(struct shapes *shapes);

/* Finds where output of a tool begins in the line, behind whatever stands before it;
 * *at gets the byte.  Returns the kind, a number from 1 to SHAPE_KINDS - 1, or 0 where
 * there is none. */
int shape_find(struct shapes *shapes, const char *line, size_t length, size_t *at);

enum { SHAPE_KINDS = 48 };

/* Says whether the line is the start of a line of a tool that is not whole, where head
 * is what shape_head() says of a line close above, or 0; *row gets what it is, for
 * shape_is_whole(). */
bool shape_is_cut(struct shapes *shapes, const char *line, size_t length, int head, int *row);

/* Says whether the line is a whole one of that row. */
bool shape_is_whole(struct shapes *shapes, int row, const char *line, size_t length);

/* Returns what lines stand below the line, where it is the last one of a head without
 * which they look like no tool's; 0 where it is none. */
int shape_head(struct shapes *shapes, const char *line, size_t length);

/* Says whether lines of that row go on as long as what follows can be their rest. */
bool shape_is_greedy(int row);

/* Says whether the line is a row of figures as long as the one that was cut, as below each
 * other in tables: then neither is the end of the other. */
bool shape_is_row_of(struct shapes *shapes, int row, const char *line, size_t length);

/* Says whether the line can be the rest of a line of that row. */
bool shape_is_tail(struct shapes *shapes, int row, const char *line, size_t length);

/* Says whether the line is a command that runs a tool. */
bool shape_is_command(struct shapes *shapes, const char *line, size_t length);

/* Says whether the line is output of a tool, or has a command that runs one. */
bool shape_is_line(struct shapes *shapes, const char *line, size_t length);

#endif
