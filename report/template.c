#include "report/template.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/parser.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/template_tree.h"

/* Templates are small; a larger file is something else. */
#define SIZE_MAX_FILE (4u << 20)
#define OWN_NAME "report.xhtml"
#define OWN_SHEET "report.css"

#define XML(text) ((const xmlChar *)(text))

static int read_stream(FILE *in, const char *path, struct strbuf *text, struct diag *diag)
{
    char block[8192];
    size_t got;

    while ((got = fread(block, 1, sizeof block, in)) > 0) {
        strbuf_add(text, block, got);
        if (text->length > SIZE_MAX_FILE) {
            diag_set(diag, DIAG_FATAL, path, 0, "name a template of this program",
                     "the file is too large for a template");
            return -1;
        }
    }
    if (ferror(in)) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot read: %s", strerror(errno));
        return -1;
    }
    return 0;
}

static int read_file(const char *path, struct strbuf *text, struct diag *diag)
{
    FILE *in = fopen(path, "rb");
    int status;

    if (!in) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot open: %s", strerror(errno));
        return -1;
    }
    status = read_stream(in, path, text, diag);
    fclose(in);
    return status;
}

/* Reads a file of the program itself. */
static int read_own(const char *name, struct strbuf *text, struct diag *diag)
{
    for (const struct template_file *file = template_files; file->name; file++) {
        if (strcmp(file->name, name) != 0)
            continue;
        strbuf_add(text, (const char *)file->bytes, file->length);
        return 0;
    }
    diag_set(diag, DIAG_FATAL, name, 0, NULL, "the program has no such file");
    return -1;
}

/* Entities can grow without bounds and name other files, so there are none. */
static int check_text(const char *path, const struct strbuf *text, struct diag *diag)
{
    const char *at = strstr(text->text, "<!DOCTYPE");
    unsigned long line = 1;

    if (strlen(text->text) != text->length) {
        diag_set(diag, DIAG_FATAL, path, 0, "write it as UTF-8", "the file is no text");
        return -1;
    }
    if (!at)
        at = strstr(text->text, "<!ENTITY");
    if (!at)
        return 0;
    for (const char *from = text->text; from < at; from++)
        line += *from == '\n';
    diag_set(diag, DIAG_FATAL, path, line, "take the line out; the page gets one by itself",
             "a template has neither DOCTYPE nor entities");
    return -1;
}

static xmlDocPtr parse(const char *path, const struct strbuf *text, struct diag *diag)
{
    const int options = XML_PARSE_NONET | XML_PARSE_NODICT | XML_PARSE_BIG_LINES |
                        XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    const xmlError *error;
    xmlDocPtr doc;

    if (!parser) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "no memory for the template");
        return NULL;
    }
    doc = xmlCtxtReadMemory(parser, text->text, (int)text->length, NULL, "UTF-8", options);
    if (!doc) {
        error = xmlCtxtGetLastError(parser);
        diag_set(diag, DIAG_FATAL, path, error && error->line > 0 ? (unsigned long)error->line : 0,
                 "a template is well-formed XHTML: every element is closed, and characters such as "
                 "a hard space stand as themselves or as &#160;",
                 "no XML: %.*s", error && error->message ? (int)strcspn(error->message, "\n") : 7,
                 error && error->message ? error->message : "damaged");
    } else if (doc->intSubset) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "a template has neither DOCTYPE nor entities");
        xmlFreeDoc(doc);
        doc = NULL;
    }
    xmlFreeParserCtxt(parser);
    return doc;
}

/* Reads a style sheet that stands beside the template. */
static int read_sheet(const struct template *template, const char *name, bool is_own,
                      struct strbuf *text, struct diag *diag)
{
    struct strbuf path = STRBUF_INIT;
    const char *slash = strrchr(template->path, '/');
    int status;

    if (is_own)
        return read_own(name, text, diag);
    if (slash)
        strbuf_add(&path, template->path, (size_t)(slash - template->path) + 1);
    strbuf_string(&path, name);
    status = read_file(path.text, text, diag);
    strbuf_free(&path);
    return status;
}

/* Puts style sheets in the place of links to them. */
static int inline_sheets(const struct template *template, xmlNodePtr node, bool is_own,
                         struct diag *diag)
{
    for (xmlNodePtr next; node; node = next) {
        const char *rel, *name;
        struct strbuf text = STRBUF_INIT;

        next = node->next;
        if (node->type != XML_ELEMENT_NODE)
            continue;
        rel = strcmp((const char *)node->name, "link") ? NULL : template_attribute(node, "rel");
        if (!rel || strcmp(rel, "stylesheet") != 0) {
            if (inline_sheets(template, node->children, is_own, diag))
                return -1;
            continue;
        }
        name = template_attribute(node, "href");
        if (!name || !*name || strchr(name, '/') || strchr(name, ':')) {
            diag_set(diag, DIAG_FATAL, template->path, (unsigned long)xmlGetLineNo(node),
                     "keep the style sheet beside the template and give its bare name",
                     "a style sheet cannot be loaded from elsewhere");
            return -1;
        }
        if (read_sheet(template, name, is_own, &text, diag)) {
            strbuf_free(&text);
            return -1;
        }
        while (node->properties)
            xmlRemoveProp(node->properties);
        xmlNodeSetName(node, XML("style"));
        xmlAddChild(node, xmlNewDocText(template->doc, XML(text.text)));
        strbuf_free(&text);
    }
    return 0;
}

struct template *template_load(const char *path, const struct template_name *names, size_t nr,
                               struct diag *diag)
{
    struct template *template = memory_alloc(sizeof *template);
    struct strbuf text = STRBUF_INIT;
    bool is_own = !path;
    int status;

    template->path = memory_string(is_own ? OWN_NAME : path);
    status = is_own ? read_own(OWN_NAME, &text, diag) : read_file(path, &text, diag);
    if (!status)
        status = check_text(template->path, &text, diag);
    if (!status)
        template->doc = parse(template->path, &text, diag);
    strbuf_free(&text);
    if (!template->doc || inline_sheets(template, template->doc->children, is_own, diag) ||
        template_check(template, names, nr, diag)) {
        template_free(template);
        return NULL;
    }
    return template;
}

/* Writes text as XML, in which a style sheet is no exception. */
static void write_escaped(const struct strbuf *text, FILE *out)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->text[i] == '&')
            fputs("&amp;", out);
        else if (text->text[i] == '<')
            fputs("&lt;", out);
        else
            putc(text->text[i], out);
}

void template_dump(FILE *out)
{
    static const char link[] = "<link rel=\"stylesheet\" href=\"" OWN_SHEET "\"/>";
    struct strbuf page = STRBUF_INIT, sheet = STRBUF_INIT;
    const char *at;
    struct diag ignored;

    if (!read_own(OWN_NAME, &page, &ignored) && !read_own(OWN_SHEET, &sheet, &ignored)) {
        at = strstr(page.text, link);
        fwrite(page.text, 1, at ? (size_t)(at - page.text) : page.length, out);
        if (at) {
            fputs("<style>\n", out);
            write_escaped(&sheet, out);
            fputs("</style>", out);
            fputs(at + strlen(link), out);
        }
    }
    strbuf_free(&page);
    strbuf_free(&sheet);
}

void template_free(struct template *template)
{
    if (!template)
        return;
    xmlFreeDoc(template->doc);
    free(template->path);
    free(template);
}
