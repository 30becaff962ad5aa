#include "report/template_tree.h"

#include <string.h>

const char *template_attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
        if (attr->ns || strcmp((const char *)attr->name, name) != 0)
            continue;
        /* Without entities a value is one text node. */
        return attr->children && attr->children->content ? (const char *)attr->children->content
                                                         : "";
    }
    return NULL;
}
