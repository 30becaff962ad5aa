/* Records in files: JSON Lines in and out, CSV out. */
#ifndef IOD_RECORD_RECORD_IO_H
#define IOD_RECORD_RECORD_IO_H

#include <stdbool.h>
#include <stdio.h>

#include "record/diag.h"
#include "record/record.h"

/* Writes the record as one line of JSON.  Keys come in a fixed order, numbers
 * with up to 15 significant digits, control characters escaped, so that equal
 * records give equal bytes.  Returns 0, or -1 when the line could not be
 * written (the cause is in errno). */
int record_write_json(const struct record *record, FILE *out);

/* Writes the header of the CSV form, then record_write_csv() writes one row per
 * metric and bound of a result, tidy: RFC 4180 quoting, LF line ends.  Other
 * kinds give no row.  A cell that a spreadsheet would take for a formula is
 * preceded by an apostrophe.  Both return 0, or -1 as above. */
int record_write_csv_header(FILE *out);
int record_write_csv(const struct record *record, FILE *out);

/* A stream of records being read. */
struct record_reader;

/* Reads from in, which the caller keeps and closes; path is for messages and is
 * copied.  The caller frees the reader with record_reader_free(). */
struct record_reader *record_reader_new(FILE *in, const char *path);
void record_reader_free(struct record_reader *reader);

/* Leaves out of the records that follow what only shows where a figure stands: the text of
 * the line, the columns in it, and the lines of labels.  They are checked all the same. */
void record_reader_leave_lines(struct record_reader *reader);

/* Reads the next record into the arena.  Texts and lists that come again are there once, so
 * a record that was read must not be changed, and a reader must not outlive the arena.
 * Returns 1 with *record set; 0 at the end; -1 where a line is no record, with
 * *diag set: level DIAG_SKIP, and reading may go on with the next line; or
 * DIAG_FATAL (an unknown major version, a read error), and it may not.
 * Blank lines are passed over, unknown keys accepted. */
int record_reader_next(struct record_reader *reader, struct arena *arena,
                       struct record **record, struct diag *diag);

/* Returns the number of the line last read, 1-based. */
unsigned long record_reader_line(const struct record_reader *reader);

/* Says whether the first bytes of a file (length of them) look like records:
 * an object with a key "format" of value "iodelta/…". */
bool record_looks_like(const char *text, size_t length);

#endif
