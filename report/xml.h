/* The comparison as XML, for anybody's XSLT: the tree of report/json.h, told in elements.
 *
 * An object is an element; its members that are texts, numbers or truth values are
 * attributes, a null is no attribute, and the others are elements of their names.  A member
 * that is an array holds an element for each of its values, named in the table of xml.c
 * ("rows" holds "row"); a null among them is an empty element.  "where" and "warnings", whose
 * keys are names of the input, hold <factor name="…" level="…"/> and
 * <warning code="…" records="…"/>.  doc/report-format.md lists all. */
#ifndef IOD_REPORT_XML_H
#define IOD_REPORT_XML_H

#include <stdio.h>

#include "report/outputs.h"

/* Writes the document, in UTF-8.  Returns 0, or -1 with *diag set. */
int xml_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag);

#endif
