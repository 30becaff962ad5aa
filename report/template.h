/* Templates: pages with marked places, an XHTML file that opens in a browser as
 * it is.
 *
 *   data-slot="NAME"    the value takes the place of the element's content
 *   data-each="NAME"    the element is repeated for each item of the list
 *   data-if="NAME"      the element stays only where the value is true;
 *                       "!NAME": only where it is not
 *   data-attr-X="NAME"  sets the attribute X; an empty value takes it out
 *
 * On one element data-each comes before data-if, data-if before the others.
 * X is one of class, id, href, title, datetime, aria-label, value, colspan and
 * data-label; an href leads to "#...", http: or https:.  No mark may stand on or
 * in style, and a template holds no script, no handler of events and no
 * DOCTYPE.  A <link rel="stylesheet" href="FILE"/> to a file beside the template
 * is replaced by its text, so that a page is one file.  Every page forbids by a
 * Content-Security-Policy that anything is loaded or run. */
#ifndef IOD_REPORT_TEMPLATE_H
#define IOD_REPORT_TEMPLATE_H

#include <stdio.h>

#include "record/diag.h"
#include "report/slots.h"

/* A name that a template may use. */
struct template_name {
    const char *name;
    enum slot_kind kind;
    const char *list; /* the list in whose items it stands, NULL for everywhere */
    const char *meaning;
};

/* A file that is part of the program. */
struct template_file {
    const char *name;
    const unsigned char *bytes;
    size_t length;
};

/* The files of templates/, ended by one without a name; made from them when the
 * program is built. */
extern const struct template_file template_files[];

struct template;

/* Reads the template at path, or the program's own where path is NULL, and
 * checks every mark against the nr names, which outlive it.  The caller frees
 * it with template_free().  Returns NULL with *diag set (file and line) where a
 * file cannot be read or breaks a rule above. */
struct template *template_load(const char *path, const struct template_name *names, size_t nr,
                               struct diag *diag);
void template_free(struct template *template);

/* Writes the program's own template to out as one file, its style sheet within. */
void template_dump(FILE *out);

/* Writes the page with these values to out, whose write errors the caller
 * checks.  Returns 0, or -1 with *diag set; then the page is not whole. */
int template_write(const struct template *template, const struct slots *slots, FILE *out,
                   struct diag *diag);

#endif
