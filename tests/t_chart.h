/* What tests of charts share. */
#ifndef IOD_TESTS_T_CHART_H
#define IOD_TESTS_T_CHART_H

#include <check.h>
#include <stdbool.h>
#include <string.h>
#include <libxml/tree.h>

#include "report/canvas.h"

#define EVIL                                                                                       \
    "</title><script>alert(1)</script>\"&<' \\sp x ]]> <!-- \xc2\xb5\xc2\xb1\xe2\x80\x94 "         \
    "\xe6\x97\xa5\xe6\x9c\xac \xd0\x9a\xd0\xb8\xd1\x80 \x01\xff"
#define EVIL_SHOWN                                                                                 \
    "</title><script>alert(1)</script>\"&<' \\sp x ]]> <!-- \xc2\xb5\xc2\xb1\xe2\x80\x94 "         \
    "\xe6\x97\xa5\xe6\x9c\xac \xd0\x9a\xd0\xb8\xd1\x80 \xe2\x90\x81\xef\xbf\xbd"

/* Returns the element as XML text, which the caller frees with xmlFree(), and
 * frees the element. */
static inline char *take_text(xmlNodePtr svg)
{
    xmlChar *text = NULL;
    int size = 0;

    ck_assert_ptr_nonnull(svg);
    xmlDocDumpMemory(svg->doc, &text, &size);
    canvas_node_free(svg);
    ck_assert_ptr_nonnull(text);
    return (char *)text;
}

/* Checks what holds for every chart, element by element. */
static inline void check_node(const xmlNode *node, const char *id)
{
    static const char *const known[] = {"svg",  "g",      "rect", "line",  "polyline", "polygon",
                                        "path", "circle", "text", "title", "desc"};
    bool is_known = false;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        is_known = is_known || !strcmp(known[i], (const char *)node->name);
    ck_assert_msg(is_known, "element %s", node->name);
    for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
        const char *name = (const char *)attr->name, *value = (const char *)attr->children->content;

        ck_assert(strcmp(name, "style") != 0 && strncmp(name, "on", 2) != 0);
        ck_assert(strcmp(name, "stroke") != 0 && strcmp(name, "fill") != 0);
        ck_assert(strcmp(name, "transform") != 0 && strncmp(name, "font", 4) != 0);
        if (!strcmp(name, "id"))
            ck_assert_msg(!strncmp(value, id, strlen(id)), "id %s", value);
        if (strcmp(name, "class") != 0 && strncmp(name, "aria", 4) != 0 &&
            strcmp(name, "role") != 0)
            ck_assert_msg(!strstr(value, "nan") && !strstr(value, "inf"), "%s=%s", name, value);
    }
    for (const xmlNode *child = node->children; child; child = child->next)
        if (child->type == XML_ELEMENT_NODE)
            check_node(child, id);
}

/* Says whether a text stands for itself in some text element or title. */
static inline bool has_text(const xmlNode *node, const char *text)
{
    if (node->type == XML_TEXT_NODE && !strcmp((const char *)node->content, text))
        return true;
    for (const xmlNode *child = node->type == XML_ELEMENT_NODE ? node->children : NULL; child;
         child = child->next)
        if (has_text(child, text))
            return true;
    return false;
}

/* Says whether a mark of the first half of the work is still there. */
static inline bool has_mark(const xmlNode *node)
{
    if (node->type == XML_TEXT_NODE) {
        const char *text = (const char *)node->content;

        return !strcmp(text, "E") || (*text && strchr("ATG", *text) && text[1] &&
                                      strspn(text + 1, "0123456789") == strlen(text + 1));
    }
    for (const xmlNode *child = node->type == XML_ELEMENT_NODE ? node->children : NULL; child;
         child = child->next)
        if (has_mark(child))
            return true;
    return false;
}

static inline size_t count(const xmlNode *node, const char *name)
{
    size_t nr = !strcmp((const char *)node->name, name);

    for (const xmlNode *child = node->type == XML_ELEMENT_NODE ? node->children : NULL; child;
         child = child->next)
        nr += count(child, name);
    return nr;
}

#endif
