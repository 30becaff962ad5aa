/* Prints what an HTML parser finds in a page, one find a line:
 *   element NAME      each element
 *   attribute NAME    each attribute
 *   link VALUE        each href or src that does not lead into the page
 * With --text before the file name: the text of the page instead.  The end status
 * is 1 where the page holds a script, a handler of events or a repeated id. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/HTMLparser.h>
#include <libxml/hash.h>

static bool is_bad;

static void look_at_attribute(const xmlAttr *attr, xmlHashTablePtr ids)
{
    const char *name = (const char *)attr->name;
    const char *value =
        attr->children && attr->children->content ? (const char *)attr->children->content : "";

    printf("attribute %s\n", name);
    if (!strncmp(name, "on", 2)) {
        fprintf(stderr, "a handler of events: %s\n", name);
        is_bad = true;
    }
    if ((!strcmp(name, "href") || !strcmp(name, "src")) && *value != '#')
        printf("link %s\n", value);
    if (!strcmp(name, "id") && xmlHashAddEntry(ids, (const xmlChar *)value, ids)) {
        fprintf(stderr, "an id twice: %s\n", value);
        is_bad = true;
    }
}

static void look_at(const xmlNode *node, bool is_text, xmlHashTablePtr ids)
{
    for (; node; node = node->next) {
        if (is_text && node->type == XML_TEXT_NODE)
            puts((const char *)node->content);
        if (node->type != XML_ELEMENT_NODE)
            continue;
        if (!is_text)
            printf("element %s\n", (const char *)node->name);
        if (!strcmp((const char *)node->name, "script")) {
            fprintf(stderr, "a script\n");
            is_bad = true;
        }
        for (const xmlAttr *attr = node->properties; attr && !is_text; attr = attr->next)
            look_at_attribute(attr, ids);
        look_at(node->children, is_text, ids);
    }
}

int main(int argc, char **argv)
{
    bool is_text = argc == 3 && !strcmp(argv[1], "--text");
    const int options = HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
    xmlHashTablePtr ids;
    htmlDocPtr doc;

    if (argc != 2 && !is_text) {
        fprintf(stderr, "usage: t_page_elements [--text] FILE\n");
        return 2;
    }
    doc = htmlReadFile(argv[argc - 1], "UTF-8", options);
    if (!doc) {
        fprintf(stderr, "%s: cannot be read\n", argv[argc - 1]);
        return 2;
    }
    ids = xmlHashCreate(100);
    look_at(xmlDocGetRootElement(doc), is_text, ids);
    xmlHashFree(ids, NULL);
    xmlFreeDoc(doc);
    return is_bad ? 1 : 0;
}
