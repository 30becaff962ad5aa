/* The way from a checked template and slots to the page. */
#include "report/template.h"

#include <string.h>

#include "report/canvas.h"
#include "report/html_writer.h"
#include "report/template_tree.h"

/* Nothing is loaded and nothing runs, whatever a page should come to hold. */
#define POLICY                                                                                     \
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "              \
    "form-action 'none'"

struct page {
    const struct template *template;
    struct html_writer *writer;
    struct diag *diag;
};

static int write_children(struct page *page, const xmlNode *node, const struct slots *slots);

static int fail(const struct page *page, const xmlNode *node, const char *what, const char *value)
{
    diag_set(page->diag, DIAG_FATAL, page->template->path,
             (unsigned long)xmlGetLineNo((xmlNodePtr)node), NULL, "%s%s", what, value);
    return -1;
}

/* What the writer refused is told with the line of the element. */
static int check_writer(const struct page *page, const xmlNode *node)
{
    const char *error = html_writer_error(page->writer);

    return error ? fail(page, node, error, "") : 0;
}

/* Links that hold data are of types that no browser opens as a page. */
static bool is_safe_href(const char *value)
{
    static const char *const begins[] = {"#", "http://", "https://", "data:text/csv;base64,",
                                         "data:application/jsonl;base64,"};

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (!strncmp(value, begins[i], strlen(begins[i])))
            return true;
    return false;
}

/* Words of letters, digits, "-" and "_". */
static bool is_safe_words(const char *value)
{
    return value[strspn(
               value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ")] == '\0';
}

static int write_slot_attribute(struct page *page, const xmlNode *node, const char *name,
                                const char *slot_name, const struct slots *slots)
{
    const struct slot *slot = slots_find(slots, slot_name);
    const char *value = slot ? slot->text : "";

    if (!*value)
        return 0;
    if (!strcmp(name, "href") && !is_safe_href(value))
        return fail(page, node, "this is no safe link: ", value);
    if ((!strcmp(name, "id") || !strcmp(name, "class")) && !is_safe_words(value))
        return fail(page, node, "this cannot be an id or class: ", value);
    html_writer_attribute(page->writer, name, value);
    return 0;
}

/* Writes the attributes of the template, those that slots set in their place. */
static int write_attributes(struct page *page, const xmlNode *node, const struct slots *slots)
{
    for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
        const char *name = (const char *)attr->name;
        const char *value = template_attribute(node, name);
        char mark[80];

        if (attr->ns || !strcmp(name, "data-slot") || !strcmp(name, "data-each") ||
            !strcmp(name, "data-if"))
            continue;
        if (!strncmp(name, TEMPLATE_ATTRIBUTE, strlen(TEMPLATE_ATTRIBUTE))) {
            if (write_slot_attribute(page, node, name + strlen(TEMPLATE_ATTRIBUTE), value, slots))
                return -1;
            continue;
        }
        snprintf(mark, sizeof mark, TEMPLATE_ATTRIBUTE "%.60s", name);
        if (!template_attribute(node, mark))
            html_writer_attribute(page->writer, name, value);
    }
    return 0;
}

static int write_slot(struct page *page, const xmlNode *node, const struct slot *slot)
{
    xmlNodePtr picture;

    if (!slot)
        return 0;
    if (slot->kind != SLOT_PICTURE) {
        html_writer_text(page->writer, slot->text);
        return check_writer(page, node);
    }
    picture = slot->draw(slot->context, page->diag);
    if (!picture)
        return -1;
    html_writer_node(page->writer, picture);
    canvas_node_free(picture);
    return check_writer(page, node);
}

/* What every page begins with, whatever the template has. */
static void write_head(struct page *page)
{
    struct html_writer *writer = page->writer;

    html_writer_open(writer, "meta");
    html_writer_attribute(writer, "charset", "utf-8");
    html_writer_close(writer);
    html_writer_open(writer, "meta");
    html_writer_attribute(writer, "http-equiv", "Content-Security-Policy");
    html_writer_attribute(writer, "content", POLICY);
    html_writer_close(writer);
}

/* Writes the element once. */
static int write_once(struct page *page, const xmlNode *node, const struct slots *slots)
{
    const char *condition = template_attribute(node, "data-if");
    const char *slot = template_attribute(node, "data-slot");
    bool is_not = condition && *condition == '!';

    if (condition && slot_is_true(slots_find(slots, condition + is_not)) == is_not)
        return 0;
    html_writer_open(page->writer, (const char *)node->name);
    if (write_attributes(page, node, slots) || check_writer(page, node))
        return -1;
    if (!strcmp((const char *)node->name, "head"))
        write_head(page);
    if (slot ? write_slot(page, node, slots_find(slots, slot)) : write_children(page, node, slots))
        return -1;
    html_writer_close(page->writer);
    return check_writer(page, node);
}

static int write_element(struct page *page, const xmlNode *node, const struct slots *slots)
{
    const char *each = template_attribute(node, "data-each");
    const struct slot *list;

    if (!each)
        return write_once(page, node, slots);
    list = slots_find(slots, each);
    for (size_t i = 0; list && i < list->items_nr; i++) {
        /* Each item on a line of its own, as the template has it. */
        if (i && node->prev && node->prev->type == XML_TEXT_NODE && xmlIsBlankNode(node->prev))
            html_writer_text(page->writer, "\n");
        if (write_once(page, node, list->items[i]))
            return -1;
    }
    return 0;
}

/* Says whether a text only separates elements: then one line feed will do. */
static const char *shrink(const xmlNode *text)
{
    return xmlIsBlankNode((xmlNodePtr)text) && strchr((const char *)text->content, '\n')
               ? "\n"
               : (const char *)text->content;
}

static int write_children(struct page *page, const xmlNode *node, const struct slots *slots)
{
    bool is_pre = !strcmp((const char *)node->name, "pre");

    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE) {
            if (write_element(page, child, slots))
                return -1;
        } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
            html_writer_text(page->writer, is_pre ? (const char *)child->content : shrink(child));
            if (check_writer(page, node))
                return -1;
        }
    }
    return 0;
}

int template_write(const struct template *template, const struct slots *slots, FILE *out,
                   struct diag *diag)
{
    struct page page = {template, html_writer_new(out), diag};
    int status;

    html_writer_doctype(page.writer);
    status = write_element(&page, xmlDocGetRootElement(template->doc), slots);
    html_writer_free(page.writer);
    if (!status)
        putc('\n', out);
    return status;
}
