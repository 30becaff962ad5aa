#include "report/xml.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "report/caption.h"
#include "report/json.h"

/* The elements of arrays; of objects whose keys are names, what holds the key and the
 * value. */
static const struct {
    const char *key;
    const char *item;
    const char *name, *value;
} lists[] = {
    {"inputs", "input", NULL, NULL},     {"sections", "section", NULL, NULL},
    {"levels", "level", NULL, NULL},     {"pairs", "pair", NULL, NULL},
    {"rows", "row", NULL, NULL},         {"cells", "cell", NULL, NULL},
    {"runs", "run", NULL, NULL},         {"records", "record", NULL, NULL},
    {"changes", "change", NULL, NULL},   {"jobs", "job", NULL, NULL},
    {"notes", "note", NULL, NULL},       {"claims", "claim", NULL, NULL},
    {"where", "factor", "name", "level"}, {"warnings", "warning", "code", "records"},
};

enum { LISTS_NR = sizeof lists / sizeof lists[0], DIGITS = 15 };

/* Returns the row of a key; LISTS_NR where it has none. */
static size_t find_list(const char *key)
{
    size_t i = 0;
    while (i < LISTS_NR && strcmp(lists[i].key, key) != 0)
        i++;
    return i;
}

/* Adds text of the input, in which what XML cannot hold is replaced.  Blanks that an
 * attribute would lose are written as references. */
static void put_text(FILE *out, const char *text)
{
    char *clean = caption_clean(text);
    for (const char *at = clean; *at; at++)
        switch (*at) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\t':
        case '\n':
            fprintf(out, "&#%d;", *at);
            break;
        default:
            putc(*at, out);
        }
    free(clean);
}

static void put_indent(FILE *out, int depth)
{
    putc('\n', out);
    for (int i = 0; i < depth; i++)
        putc(' ', out);
}

static bool is_scalar(const json_t *value)
{
    return !json_is_object(value) && !json_is_array(value);
}

static void put_scalar(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        put_text(out, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(out, "%.*g", DIGITS, json_real_value(value));
    else
        fputs(json_is_true(value) ? "true" : "false", out);
}

static void put_attribute(FILE *out, const char *name, const json_t *value)
{
    fprintf(out, " %s=\"", name);
    put_scalar(out, value);
    putc('"', out);
}

static void put_element(FILE *out, const char *name, const json_t *value, int depth);

/* The object of names in which a text stands behind each. */
static void put_names(FILE *out, size_t list, const json_t *object, int depth)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        put_indent(out, depth);
        fprintf(out, "<%s %s=\"", lists[list].item, lists[list].name);
        put_text(out, key);
        putc('"', out);
        put_attribute(out, lists[list].value, value);
        fputs("/>", out);
    }
}

/* The values of an array. */
static void put_items(FILE *out, size_t list, const json_t *array, int depth)
{
    size_t index;
    json_t *item;
    json_array_foreach((json_t *)array, index, item)
        put_element(out, list < LISTS_NR ? lists[list].item : "item", item, depth);
}

/* The members of an object that are elements. */
static void put_members(FILE *out, const json_t *object, int depth)
{
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)object, key, member)
        if (!is_scalar(member))
            put_element(out, key, member, depth);
}

static bool has_content(const json_t *value, bool has_names)
{
    const char *key;
    json_t *member;
    if (json_is_array(value))
        return json_array_size(value) > 0;
    json_object_foreach((json_t *)value, key, member)
        if (has_names || !is_scalar(member))
            return true;
    return false;
}

static void put_element(FILE *out, const char *name, const json_t *value, int depth)
{
    size_t list = find_list(name);
    bool has_names = list < LISTS_NR && lists[list].name;
    const char *key;
    json_t *member;
    put_indent(out, depth);
    fprintf(out, "<%s", name);
    if (is_scalar(value) && !json_is_null(value)) {
        putc('>', out);
        put_scalar(out, value);
        fprintf(out, "</%s>", name);
        return;
    }
    json_object_foreach((json_t *)value, key, member)
        if (!has_names && is_scalar(member) && !json_is_null(member))
            put_attribute(out, key, member);
    if (!has_content(value, has_names)) {
        fputs("/>", out);
        return;
    }
    putc('>', out);
    if (json_is_array(value))
        put_items(out, list, value, depth + 1);
    else if (has_names)
        put_names(out, list, value, depth + 1);
    else
        put_members(out, value, depth + 1);
    put_indent(out, depth);
    fprintf(out, "</%s>", name);
}

int xml_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag)
{
    json_t *root = json_comparison(comparison);
    (void)options;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", out);
    put_element(out, "report", root, 0);
    putc('\n', out);
    json_decref(root);
    return outputs_check(out, diag);
}
