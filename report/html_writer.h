/* A writer of HTML 5: elements, attributes and text in, bytes out.
 *
 * The serialisers of libxml2 write XML or HTML 4; what they make of empty
 * elements and style sheets is read differently by browsers, so this is one of
 * our own.  All text and attribute values are escaped here and nowhere else. */
#ifndef IOD_REPORT_HTML_WRITER_H
#define IOD_REPORT_HTML_WRITER_H

#include <stdio.h>
#include <libxml/tree.h>

#include "record/diag.h"

struct html_writer;

/* Returns a writer to out, which the caller keeps and checks for write errors;
 * html_writer_free() frees it. */
struct html_writer *html_writer_new(FILE *out);
void html_writer_free(struct html_writer *writer);

/* Writes "<!DOCTYPE html>". */
void html_writer_doctype(struct html_writer *writer);

/* Opens an element; attributes may follow until text, a child or its end. */
void html_writer_open(struct html_writer *writer, const char *name);

/* Adds an attribute to the element just opened.  The caller sees to it that no
 * name comes twice. */
void html_writer_attribute(struct html_writer *writer, const char *name, const char *value);

/* Writes text, valid UTF-8.  Within style and script it is written as it is and
 * refused where it holds "</" or "<!--". */
void html_writer_text(struct html_writer *writer, const char *text);

/* Closes the element last opened; one that has no end tag in HTML must be empty. */
void html_writer_close(struct html_writer *writer);

/* Writes an element with all that is in it.  Comments and processing
 * instructions are dropped, as are declarations of name spaces; references to
 * entities are refused. */
void html_writer_node(struct html_writer *writer, const xmlNode *node);

/* Returns what was refused first, or NULL; nothing is written after a refusal.
 * The text lives as long as the writer. */
const char *html_writer_error(const struct html_writer *writer);

#endif
