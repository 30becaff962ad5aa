/* Texts of the input in Markdown: see markdown.h. */
#include <ctype.h>
#include <string.h>

#include "report/flow.h"
#include "report/markdown.h"

/* Shows nothing, and parts what stands on both sides of it. */
static const char nothing[] = "<!-- -->";

/* Characters that mean something anywhere in a line. */
static const char marks[] = "\\`*_{}[]<>&~$^";

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '+';
}

/* Whether ":name:", a picture, begins here. */
static bool is_picture(const char *text)
{
    size_t length = 1;
    while (is_word(text[length]))
        length++;
    return length > 1 && text[length] == ':';
}

/* Whether what follows makes a link of this character and what stands before it. */
static bool makes_link(const char *text, const char *start)
{
    switch (*text) {
    case ':': /* a scheme, or a picture */
        return (text[1] == '/' && text[2] == '/') || !strncmp(text, ":mailto", 7) ||
               (text > start && !strncmp(text - 1, "o:", 2) && isalnum((unsigned char)text[1])) ||
               is_picture(text);
    case '@': /* an address, or somebody who is told of it */
        return isalnum((unsigned char)text[1]);
    case '#': /* an issue */
        return isdigit((unsigned char)text[1]);
    case 'w': /* "www." */
    case 'W':
        return text - start >= 2 && !strncasecmp(text - 2, "www.", 4);
    case '-': /* "GH-1" */
        return text - start >= 2 && !strncasecmp(text - 2, "gh", 2) &&
               isdigit((unsigned char)text[1]);
    default:
        return false;
    }
}

/* Whether the character means something where a line begins: a heading, a list, a rule, a
 * quotation; of a number the character behind it does. */
static bool starts_block(const char *text, const char *start)
{
    const char *at = start;
    if (text == start)
        return *text && strchr("#+-=|:", *text);
    while (isdigit((unsigned char)*at))
        at++;
    return at == text && at > start && (*text == '.' || *text == ')') &&
           (text[1] == ' ' || !text[1]);
}

static void add_clean(struct strbuf *out, const char *clean)
{
    for (const char *at = clean; *at; at++) {
        if (*at == '|') {
            strbuf_string(out, "&#124;");
            continue;
        }
        if (strchr(marks, *at) || starts_block(at, clean))
            strbuf_byte(out, '\\');
        strbuf_byte(out, *at);
        if (makes_link(at, clean))
            strbuf_string(out, nothing);
    }
}

void markdown_add_text(struct strbuf *out, const char *text)
{
    struct strbuf clean = STRBUF_INIT;
    /* Blanks at an end or in a row have a meaning, and are none of the text's. */
    flow_clean(&clean, text + strspn(text, " "));
    while (clean.length && clean.text[clean.length - 1] == ' ')
        strbuf_cut(&clean, clean.length - 1);
    if (!clean.length)
        strbuf_string(out, *text ? nothing : "");
    add_clean(out, clean.text);
    strbuf_free(&clean);
}
