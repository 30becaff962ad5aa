#include "report/html_writer.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/memory.h"

/* No page needs to be deeper, and the walk over nodes is recursive. */
#define DEPTH_MAX 256
#define NAME_MAX_LENGTH 63

enum element_kind {
    ELEMENT_PLAIN,
    ELEMENT_VOID,    /* has neither content nor end tag */
    ELEMENT_RAW,     /* content is not escaped */
    ELEMENT_PRE,     /* a line feed that comes first is not content */
    ELEMENT_REFUSED, /* its content would be read by rules of its own */
};

static const struct {
    const char *name;
    enum element_kind kind;
} elements[] = {
    {"area", ELEMENT_VOID},
    {"base", ELEMENT_VOID},
    {"br", ELEMENT_VOID},
    {"col", ELEMENT_VOID},
    {"embed", ELEMENT_VOID},
    {"hr", ELEMENT_VOID},
    {"img", ELEMENT_VOID},
    {"input", ELEMENT_VOID},
    {"link", ELEMENT_VOID},
    {"meta", ELEMENT_VOID},
    {"source", ELEMENT_VOID},
    {"track", ELEMENT_VOID},
    {"wbr", ELEMENT_VOID},
    {"style", ELEMENT_RAW},
    {"script", ELEMENT_RAW},
    {"pre", ELEMENT_PRE},
    {"textarea", ELEMENT_PRE},
    {"listing", ELEMENT_REFUSED},
    {"plaintext", ELEMENT_REFUSED},
    {"xmp", ELEMENT_REFUSED},
    {"noembed", ELEMENT_REFUSED},
    {"noframes", ELEMENT_REFUSED},
    {"iframe", ELEMENT_REFUSED},
    {"noscript", ELEMENT_REFUSED},
    {"frameset", ELEMENT_REFUSED},
    {"template", ELEMENT_REFUSED},
    {"foreignObject", ELEMENT_REFUSED},
};

struct level {
    char name[NAME_MAX_LENGTH + 1];
    enum element_kind kind;
    bool is_foreign; /* svg or math, or within */
    bool is_empty;
};

struct html_writer {
    FILE *out;
    struct level levels[DEPTH_MAX];
    size_t depth;
    bool is_open; /* the start tag of the last level still takes attributes */
    char error[200];
};

struct html_writer *html_writer_new(FILE *out)
{
    struct html_writer *writer = memory_alloc(sizeof *writer);

    writer->out = out;
    return writer;
}

void html_writer_free(struct html_writer *writer)
{
    free(writer);
}

const char *html_writer_error(const struct html_writer *writer)
{
    return *writer->error ? writer->error : NULL;
}

static void refuse(struct html_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void refuse(struct html_writer *writer, const char *format, ...)
{
    va_list values;

    if (*writer->error)
        return;
    va_start(values, format);
    vsnprintf(writer->error, sizeof writer->error, format, values);
    va_end(values);
}

static enum element_kind find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (!strcasecmp(elements[i].name, name)) /* HTML does not tell cases apart */
            return elements[i].kind;
    return ELEMENT_PLAIN;
}

/* Letters, digits and - . : _, with a letter first. */
static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    return *name && strchr(letters, *name) &&
           name[strspn(
               name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:_")] == '\0';
}

static void escape(FILE *out, const char *text, bool is_attribute)
{
    for (const char *at = text; *at;) {
        size_t plain = strcspn(at, is_attribute ? "&<>\"" : "&<>");

        fwrite(at, 1, plain, out);
        at += plain;
        if (!*at)
            return;
        fputs(*at == '&' ? "&amp;" : *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : "&quot;", out);
        at++;
    }
}

static void end_start_tag(struct html_writer *writer)
{
    if (writer->is_open)
        putc('>', writer->out);
    writer->is_open = false;
}

void html_writer_doctype(struct html_writer *writer)
{
    fputs("<!DOCTYPE html>\n", writer->out);
}

void html_writer_open(struct html_writer *writer, const char *name)
{
    struct level *outer = writer->depth ? &writer->levels[writer->depth - 1] : NULL;
    struct level *level = &writer->levels[writer->depth];

    if (*writer->error)
        return;
    if (!is_name(name) || strlen(name) > NAME_MAX_LENGTH) {
        refuse(writer, "\"%.40s\" is no name of an element", name);
        return;
    }
    if (writer->depth == DEPTH_MAX || (outer && outer->kind == ELEMENT_RAW)) {
        refuse(writer, "an element \"%s\" cannot stand here", name);
        return;
    }
    memset(level, 0, sizeof *level);
    strcpy(level->name, name);
    level->is_empty = true;
    level->is_foreign =
        !strcasecmp(name, "svg") || !strcasecmp(name, "math") || (outer && outer->is_foreign);
    level->kind = find_kind(name);
    /* Within a picture the names mean something else, and style is read as markup. */
    if (level->kind == ELEMENT_REFUSED || (level->is_foreign && level->kind != ELEMENT_PLAIN)) {
        refuse(writer, "an element \"%s\" is not written", name);
        return;
    }
    end_start_tag(writer);
    if (outer)
        outer->is_empty = false;
    fprintf(writer->out, "<%s", name);
    writer->is_open = true;
    writer->depth++;
}

void html_writer_attribute(struct html_writer *writer, const char *name, const char *value)
{
    if (*writer->error)
        return;
    if (!writer->is_open || !is_name(name)) {
        refuse(writer, "an attribute \"%.40s\" cannot stand here", name);
        return;
    }
    fprintf(writer->out, " %s=\"", name);
    escape(writer->out, value, true);
    putc('"', writer->out);
}

void html_writer_text(struct html_writer *writer, const char *text)
{
    struct level *level = writer->depth ? &writer->levels[writer->depth - 1] : NULL;

    if (*writer->error || !*text)
        return;
    if (!level || level->kind == ELEMENT_VOID) {
        refuse(writer, "text cannot stand %s%s", level ? "in an element " : "outside elements",
               level ? level->name : "");
        return;
    }
    if (level->kind == ELEMENT_RAW && (strstr(text, "</") || strstr(text, "<!--"))) {
        refuse(writer, "\"</\" and \"<!--\" cannot stand in an element %s", level->name);
        return;
    }
    end_start_tag(writer);
    if (level->kind == ELEMENT_PRE && level->is_empty && *text == '\n')
        putc('\n', writer->out);
    level->is_empty = false;
    if (level->kind == ELEMENT_RAW)
        fputs(text, writer->out);
    else
        escape(writer->out, text, false);
}

void html_writer_close(struct html_writer *writer)
{
    const struct level *level;

    if (*writer->error)
        return;
    if (!writer->depth) {
        refuse(writer, "no element is open");
        return;
    }
    level = &writer->levels[--writer->depth];
    if (level->kind == ELEMENT_VOID && !level->is_empty) {
        refuse(writer, "an element \"%s\" cannot have content", level->name);
        return;
    }
    if (level->is_foreign && level->is_empty && writer->is_open) {
        fputs("/>", writer->out);
        writer->is_open = false;
        return;
    }
    end_start_tag(writer);
    if (level->kind != ELEMENT_VOID)
        fprintf(writer->out, "</%s>", level->name);
}

static void write_attributes(struct html_writer *writer, const xmlNode *node)
{
    for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
        xmlChar *value;

        if (attr->ns) /* xml:lang and xml:space mean nothing in HTML */
            continue;
        value = xmlNodeListGetString(node->doc, attr->children, 1);
        html_writer_attribute(writer, (const char *)attr->name, value ? (const char *)value : "");
        xmlFree(value);
    }
}

void html_writer_node(struct html_writer *writer, const xmlNode *node)
{
    switch (node->type) {
    case XML_ELEMENT_NODE:
        html_writer_open(writer, (const char *)node->name);
        write_attributes(writer, node);
        if (*writer->error)
            return;
        for (const xmlNode *child = node->children; child; child = child->next)
            html_writer_node(writer, child);
        html_writer_close(writer);
        break;
    case XML_TEXT_NODE:
    case XML_CDATA_SECTION_NODE:
        html_writer_text(writer, node->content ? (const char *)node->content : "");
        break;
    case XML_COMMENT_NODE:
    case XML_PI_NODE:
        break;
    default:
        refuse(writer, "references to entities are not written");
    }
}
