/* The template as a checked tree; shared by the halves of report/template.h. */
#ifndef IOD_REPORT_TEMPLATE_TREE_H
#define IOD_REPORT_TEMPLATE_TREE_H

#include <libxml/tree.h>

#include "report/template.h"

struct template
{
    char *path; /* for messages */
    xmlDocPtr doc;
};

#define TEMPLATE_ATTRIBUTE "data-attr-"

/* Checks the marks of all elements.  Returns 0, or -1 with *diag set. */
int template_check(const struct template *template, const struct template_name *names, size_t nr,
                   struct diag *diag);

/* Returns the value of an attribute without name space, or NULL; borrowed from
 * the tree.  "" where it is empty. */
const char *template_attribute(const xmlNode *node, const char *name);

#endif
