/* Pieces of JSON: where a document of fio that is too long to be read at once can be cut. */
#ifndef IOD_PARSE_JSON_PIECE_H
#define IOD_PARSE_JSON_PIECE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/strbuf.h"

/* Looks at a log of which *cut bytes are to be a piece.  Where they end inside of a
 * document of fio's JSON, *cut becomes the start of one of its last jobs, and head gets
 * what of the document stands before its first job (version, global options): put before
 * the rest, it makes that a document again.  Where that is not so both stay as they are,
 * head empty.  Returns whether *cut was changed. */
bool json_piece_cut(const char *bytes, size_t *cut, struct strbuf *head);

#endif
