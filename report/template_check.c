/* Checks of a template: its marks, and what a page must not hold. */
#include "report/template_tree.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/opt.h"

/* Lists stand in one another at most this deep, elements as deep as a page may. */
#define LISTS_MAX 8
#define DEPTH_MAX 200

static const char *const attributes[] = {"class",      "id",    "href",    "title",     "datetime",
                                         "aria-label", "value", "colspan", "data-label"};

struct check {
    const struct template *template;
    const struct template_name *names;
    size_t nr;
    const char *lists[LISTS_MAX]; /* the lists around the node */
    size_t lists_nr;
    unsigned depth;
    struct diag *diag;
};

static int fail(struct check *check, const xmlNode *node, const char *mend, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static int fail(struct check *check, const xmlNode *node, const char *mend, const char *format, ...)
{
    char text[300];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    diag_set(check->diag, DIAG_FATAL, check->template->path,
             (unsigned long)xmlGetLineNo((xmlNodePtr)node), mend, "%s", text);
    return -1;
}

static bool is_around(const struct check *check, const char *list)
{
    for (size_t i = 0; i < check->lists_nr; i++)
        if (!strcmp(check->lists[i], list))
            return true;
    return false;
}

static int fail_unknown(struct check *check, const xmlNode *node, const char *name)
{
    const char **all = memory_resize(NULL, check->nr + 1, sizeof *all), *nearest = NULL;
    char mend[200];

    for (size_t i = 0; i < check->nr; i++)
        all[i] = check->names[i].name;
    if (opt_nearest(name, all, check->nr, &nearest))
        snprintf(mend, sizeof mend, "did you mean \"%s\"?", nearest);
    else
        snprintf(mend, sizeof mend, "the template report.xhtml has all names in use");
    free(all);
    return fail(check, node, mend, "there is no slot \"%s\"", name);
}

/* Checks that name is known here; *found gets it. */
static int check_name(struct check *check, const xmlNode *node, const char *name,
                      const struct template_name **found)
{
    *found = NULL;
    for (size_t i = 0; i < check->nr && !*found; i++)
        if (!strcmp(check->names[i].name, name))
            *found = &check->names[i];
    if (!*found)
        return fail_unknown(check, node, name);
    if ((*found)->list && !is_around(check, (*found)->list))
        return fail(check, node, NULL, "the slot \"%s\" stands only within data-each=\"%s\"", name,
                    (*found)->list);
    return 0;
}

static int check_mark(struct check *check, const xmlNode *node, const char *mark, const char *value)
{
    const struct template_name *found;
    bool is_if = !strcmp(mark, "data-if");
    bool is_list;

    if (check_name(check, node, is_if && *value == '!' ? value + 1 : value, &found))
        return -1;
    is_list = !strcmp(mark, "data-each");
    if (!is_if && is_list != (found->kind == SLOT_LIST))
        return fail(check, node, NULL, "\"%s\" is %s list, so %s cannot show it", value,
                    is_list ? "no" : "a", mark);
    if (!strncmp(mark, TEMPLATE_ATTRIBUTE, strlen(TEMPLATE_ATTRIBUTE)) && found->kind != SLOT_TEXT)
        return fail(check, node, NULL, "\"%s\" is no text for an attribute", value);
    return 0;
}

/* Checks one attribute that is no list mark. */
static int check_attribute(struct check *check, const xmlNode *node, const xmlAttr *attr)
{
    static const char *const marks[] = {"data-slot", "data-if"};
    const char *name = (const char *)attr->name, *value = template_attribute(node, name);

    if (attr->ns)
        return 0;
    if (!strncmp(name, "on", 2))
        return fail(check, node, "take it out", "a page has no script, so \"%s\" cannot stand",
                    name);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (!strcmp(name, marks[i]))
            return check_mark(check, node, name, value);
    if (strncmp(name, TEMPLATE_ATTRIBUTE, strlen(TEMPLATE_ATTRIBUTE)) != 0)
        return 0;
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        if (!strcmp(name + strlen(TEMPLATE_ATTRIBUTE), attributes[i]))
            return check_mark(check, node, name, value);
    return fail(check, node, NULL, "the attribute \"%s\" cannot be set by a slot",
                name + strlen(TEMPLATE_ATTRIBUTE));
}

static bool has_marks(const xmlNode *node)
{
    for (const xmlAttr *attr = node->properties; attr; attr = attr->next)
        if (!strcmp((const char *)attr->name, "data-slot") ||
            !strcmp((const char *)attr->name, "data-each") ||
            !strcmp((const char *)attr->name, "data-if") ||
            !strncmp((const char *)attr->name, TEMPLATE_ATTRIBUTE, strlen(TEMPLATE_ATTRIBUTE)))
            return true;
    return false;
}

static int check_element(struct check *check, const xmlNode *node);

static int check_children(struct check *check, const xmlNode *node)
{
    int status = 0;

    if (++check->depth > DEPTH_MAX)
        return fail(check, node, NULL, "the elements stand too deep in one another");
    for (const xmlNode *child = node->children; child && !status; child = child->next)
        if (child->type == XML_ELEMENT_NODE)
            status = check_element(check, child);
        else if (child->type == XML_ENTITY_REF_NODE)
            status = fail(check, node, NULL, "a template has no entities");
    check->depth--;
    return status;
}

static int check_element(struct check *check, const xmlNode *node)
{
    const char *each = template_attribute(node, "data-each");
    int status = 0;

    if (!xmlStrcasecmp(node->name, (const xmlChar *)"script"))
        return fail(check, node, "take it out", "a page has no script");
    if (!strcmp((const char *)node->name, "style") && has_marks(node))
        return fail(check, node, NULL, "no slot can stand in a style sheet");
    if (each) {
        if (check_mark(check, node, "data-each", each))
            return -1;
        if (check->lists_nr == LISTS_MAX)
            return fail(check, node, NULL, "lists stand too deep in one another");
        check->lists[check->lists_nr++] = each;
    }
    for (const xmlAttr *attr = node->properties; attr && !status; attr = attr->next)
        if (strcmp((const char *)attr->name, "data-each") != 0)
            status = check_attribute(check, node, attr);
    if (!status)
        status = check_children(check, node);
    if (each)
        check->lists_nr--;
    return status;
}

int template_check(const struct template *template, const struct template_name *names, size_t nr,
                   struct diag *diag)
{
    struct check check = {.template = template, .names = names, .nr = nr, .diag = diag};
    const xmlNode *root = xmlDocGetRootElement(template->doc);

    const xmlNode *head = root ? root->children : NULL;

    if (!root || strcmp((const char *)root->name, "html") != 0)
        return fail(&check, root, NULL, "the outermost element of a template is html");
    /* The policy of the page stands in its head, which nothing may take away. */
    while (head && head->type != XML_ELEMENT_NODE)
        head = head->next;
    if (!head || strcmp((const char *)head->name, "head") != 0 || has_marks(head) ||
        has_marks(root))
        return fail(&check, head ? head : root, NULL,
                    "html begins with a head, and neither has marks");
    return check_element(&check, root);
}
