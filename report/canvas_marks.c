#include "report/canvas_marks.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/parser.h>

#include "record/strbuf.h"
#include "report/caption.h"

#define XML(text) ((const xmlChar *)(text))

/* What of libplot's attributes is geometry; all others are left to the style
 * sheet. */
static const char *const geometry[] = {"x",  "y",  "width", "height", "cx", "cy",     "r", "rx",
                                       "ry", "x1", "y1",    "x2",     "y2", "points", "d"};
static const char *const shapes[] = {"rect",    "line",   "polyline", "polygon",
                                     "ellipse", "circle", "path"};

/* Groups stand in one another at most this deep. */
#define DEPTH_MAX 16

struct rewrite {
    const struct canvas_marks *marks;
    xmlDocPtr doc;
    xmlNsPtr ns;
    xmlNodePtr parents[DEPTH_MAX];
    size_t depth;
    const struct canvas_mark *pending; /* what the next shape gets */
};

static bool is_listed(const char *const *names, size_t nr, const xmlChar *name)
{
    for (size_t i = 0; i < nr; i++)
        if (!strcmp(names[i], (const char *)name))
            return true;
    return false;
}

/* Adds an element with text (none if NULL) to parent. */
static xmlNodePtr add_element(struct rewrite *rewrite, xmlNodePtr parent, const char *name,
                              const char *text)
{
    xmlNodePtr node = xmlNewDocNode(rewrite->doc, rewrite->ns, XML(name), NULL);

    if (text)
        xmlNodeAddContent(node, XML(text));
    return xmlAddChild(parent, node);
}

static void set_number(xmlNodePtr node, const char *name, double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.5g", value);
    xmlSetProp(node, XML(name), XML(text));
}

static void add_style_and_tip(struct rewrite *rewrite, xmlNodePtr node,
                              const struct canvas_mark *mark)
{
    if (*mark->style)
        xmlSetProp(node, XML("class"), XML(mark->style));
    if (mark->tip)
        add_element(rewrite, node, "title", mark->tip);
}

static void add_text(struct rewrite *rewrite, const struct canvas_mark *mark)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    xmlNodePtr node = add_element(rewrite, rewrite->parents[rewrite->depth], "text", NULL);

    set_number(node, "x", mark->at.x);
    set_number(node, "y", mark->at.y);
    if (anchors[mark->anchor])
        xmlSetProp(node, XML("text-anchor"), XML(anchors[mark->anchor]));
    add_style_and_tip(rewrite, node, mark);
    xmlAddChild(node, xmlNewDocText(rewrite->doc, XML(mark->text)));
}

/* Copies a shape's name and geometry. */
static int add_shape(struct rewrite *rewrite, const xmlNode *from)
{
    xmlNodePtr node;

    if (!rewrite->pending)
        return -1;
    node = add_element(rewrite, rewrite->parents[rewrite->depth], (const char *)from->name, NULL);
    for (const xmlAttr *attr = from->properties; attr; attr = attr->next) {
        xmlChar *value;

        if (!is_listed(geometry, sizeof geometry / sizeof geometry[0], attr->name))
            continue;
        value = xmlNodeListGetString(from->doc, attr->children, 1);
        xmlSetProp(node, attr->name, value ? value : XML(""));
        xmlFree(value);
    }
    add_style_and_tip(rewrite, node, rewrite->pending);
    rewrite->pending = NULL;
    return 0;
}

/* Does what the mark says. */
static int apply_mark(struct rewrite *rewrite, const char *text)
{
    const struct canvas_mark *mark;
    char *end;
    unsigned long number;

    if (!strcmp(text, "E")) {
        if (!rewrite->depth)
            return -1;
        rewrite->depth--;
        return 0;
    }
    number = strtoul(text + 1, &end, 10);
    if (*end || end == text + 1 || number >= rewrite->marks->nr)
        return -1;
    mark = &rewrite->marks->at[number];
    switch (text[0]) {
    case 'A':
        rewrite->pending = mark;
        return 0;
    case 'T':
        add_text(rewrite, mark);
        return 0;
    case 'G':
        if (rewrite->depth + 1 == DEPTH_MAX)
            return -1;
        rewrite->parents[rewrite->depth + 1] =
            add_element(rewrite, rewrite->parents[rewrite->depth], "g", NULL);
        rewrite->depth++;
        add_style_and_tip(rewrite, rewrite->parents[rewrite->depth], mark);
        return 0;
    default:
        return -1;
    }
}

/* Walks what stands in libplot's group "content". */
static int walk(struct rewrite *rewrite, const xmlNode *content)
{
    for (const xmlNode *node = content->children; node; node = node->next) {
        int status;

        if (node->type != XML_ELEMENT_NODE)
            continue;
        if (!strcmp((const char *)node->name, "text")) {
            xmlChar *text = xmlNodeGetContent(node);

            status = text && *text ? apply_mark(rewrite, (const char *)text) : -1;
            xmlFree(text);
        } else if (is_listed(shapes, sizeof shapes / sizeof shapes[0], node->name)) {
            status = add_shape(rewrite, node);
        } else {
            status = -1;
        }
        if (status)
            return -1;
    }
    return 0;
}

static const xmlNode *find_content(const xmlNode *root)
{
    for (const xmlNode *node = root ? root->children : NULL; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, "g"))
            return node;
    return NULL;
}

/* Adds a named element "title" or "desc" and notes its id in ids. */
static void add_caption(struct rewrite *rewrite, xmlNodePtr svg, const struct canvas_frame *frame,
                        const char *name, const char *text)
{
    xmlNodePtr node;
    struct strbuf id = STRBUF_INIT;
    char *clean = caption_clean(text);

    strbuf_printf(&id, "%s-%c", frame->id, name[0]);
    node = add_element(rewrite, svg, name, clean);
    xmlSetProp(node, XML("id"), XML(id.text));
    strbuf_free(&id);
    free(clean);
}

static xmlNodePtr make_root(struct rewrite *rewrite, double width, double height,
                            const struct canvas_frame *frame)
{
    xmlNodePtr svg;
    struct strbuf text = STRBUF_INIT;

    rewrite->doc = xmlNewDoc(XML("1.0"));
    svg = xmlNewDocNode(rewrite->doc, NULL, XML("svg"), NULL);
    xmlDocSetRootElement(rewrite->doc, svg);
    rewrite->ns = xmlNewNs(svg, XML("http://www.w3.org/2000/svg"), NULL);
    xmlSetNs(svg, rewrite->ns);
    strbuf_printf(&text, "0 0 %.5g %.5g", width, height);
    xmlSetProp(svg, XML("viewBox"), XML(text.text));
    set_number(svg, "width", width);
    set_number(svg, "height", height);
    if (frame->style)
        xmlSetProp(svg, XML("class"), XML(frame->style));
    if (frame->is_decoration) {
        xmlSetProp(svg, XML("aria-hidden"), XML("true"));
    } else {
        xmlSetProp(svg, XML("role"), XML("img"));
        strbuf_cut(&text, 0);
        strbuf_printf(&text, "%s-t %s-d", frame->id, frame->id);
        xmlSetProp(svg, XML("aria-labelledby"), XML(text.text));
        add_caption(rewrite, svg, frame, "title", frame->title);
        add_caption(rewrite, svg, frame, "desc", frame->description);
    }
    strbuf_free(&text);
    return svg;
}

xmlNodePtr canvas_marks_apply(const struct canvas_marks *marks, const char *svg, size_t length,
                              double width, double height, const struct canvas_frame *frame,
                              struct diag *diag)
{
    /* NODICT: names must not live in the dictionary of a document that is freed. */
    const int options = XML_PARSE_NONET | XML_PARSE_NODICT | XML_PARSE_NOBLANKS | XML_PARSE_HUGE |
                        XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    struct rewrite rewrite = {.marks = marks};
    xmlDocPtr drawn =
        length <= INT_MAX ? xmlReadMemory(svg, (int)length, NULL, NULL, options) : NULL;
    const xmlNode *content = drawn ? find_content(xmlDocGetRootElement(drawn)) : NULL;

    rewrite.parents[0] = make_root(&rewrite, width, height, frame);
    /* A drawing without any shape has no content. */
    if (!drawn || (content && walk(&rewrite, content)) || rewrite.depth) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "a plot of libplot could not be understood");
        xmlFreeDoc(rewrite.doc);
        rewrite.doc = NULL;
    }
    xmlFreeDoc(drawn);
    return rewrite.doc ? xmlDocGetRootElement(rewrite.doc) : NULL;
}

void canvas_node_free(xmlNodePtr svg)
{
    if (svg)
        xmlFreeDoc(svg->doc);
}
