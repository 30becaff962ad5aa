#include "parse/page_token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* In the order of their names.  Elements that are in none of HTML's versions are left out
 * on purpose: "<user@host>" and "<stdin>" are text that somebody did not escape. */
static const struct page_element elements[] = {
    {"a", PAGE_INLINE},          {"abbr", PAGE_INLINE},      {"acronym", PAGE_INLINE},
    {"address", PAGE_BLOCK},     {"applet", PAGE_SKIP},      {"area", PAGE_VOID},
    {"article", PAGE_BLOCK},     {"aside", PAGE_BLOCK},      {"audio", PAGE_SKIP},
    {"author", PAGE_INLINE},     {"b", PAGE_INLINE},         {"base", PAGE_VOID},
    {"basefont", PAGE_VOID},     {"bdi", PAGE_INLINE},       {"bdo", PAGE_INLINE},
    {"bgsound", PAGE_VOID},      {"big", PAGE_INLINE},       {"blink", PAGE_INLINE},
    {"blockquote", PAGE_QUOTE},  {"body", PAGE_BLOCK},       {"br", PAGE_BREAK},
    {"button", PAGE_SKIP},       {"canvas", PAGE_SKIP},      {"caption", PAGE_BLOCK},
    {"center", PAGE_BLOCK},      {"cite", PAGE_INLINE},      {"code", PAGE_INLINE},
    {"col", PAGE_VOID},          {"colgroup", PAGE_INLINE},  {"content", PAGE_BLOCK},
    {"data", PAGE_INLINE},       {"datalist", PAGE_SKIP},    {"dd", PAGE_BLOCK},
    {"del", PAGE_INLINE},        {"details", PAGE_BLOCK},    {"dfn", PAGE_INLINE},
    {"dialog", PAGE_BLOCK},      {"dir", PAGE_LIST},         {"div", PAGE_BLOCK},
    {"dl", PAGE_PARAGRAPH},      {"dt", PAGE_BLOCK},         {"em", PAGE_INLINE},
    {"email", PAGE_INLINE},      {"embed", PAGE_VOID},       {"entry", PAGE_BLOCK},
    {"feed", PAGE_BLOCK},        {"fieldset", PAGE_BLOCK},   {"figcaption", PAGE_BLOCK},
    {"figure", PAGE_BLOCK},      {"font", PAGE_INLINE},      {"footer", PAGE_BLOCK},
    {"form", PAGE_BLOCK},        {"frame", PAGE_VOID},       {"frameset", PAGE_INLINE},
    {"h1", PAGE_HEADING},        {"h2", PAGE_HEADING},       {"h3", PAGE_HEADING},
    {"h4", PAGE_HEADING},        {"h5", PAGE_HEADING},       {"h6", PAGE_HEADING},
    {"head", PAGE_BLOCK},        {"header", PAGE_BLOCK},     {"hgroup", PAGE_BLOCK},
    {"hr", PAGE_RULE},           {"html", PAGE_INLINE},      {"i", PAGE_INLINE},
    {"id", PAGE_SKIP},           {"iframe", PAGE_RAW},       {"image", PAGE_VOID},
    {"img", PAGE_VOID},          {"input", PAGE_VOID},       {"ins", PAGE_INLINE},
    {"isindex", PAGE_VOID},      {"kbd", PAGE_INLINE},       {"label", PAGE_INLINE},
    {"legend", PAGE_BLOCK},      {"li", PAGE_ITEM},          {"link", PAGE_VOID},
    {"listing", PAGE_PRE},       {"main", PAGE_BLOCK},       {"map", PAGE_INLINE},
    {"mark", PAGE_INLINE},       {"marquee", PAGE_INLINE},   {"menu", PAGE_LIST},
    {"meta", PAGE_VOID},         {"meter", PAGE_INLINE},     {"name", PAGE_INLINE},
    {"nav", PAGE_SKIP},          {"nobr", PAGE_INLINE},      {"noembed", PAGE_SKIP},
    {"noframes", PAGE_SKIP},     {"noscript", PAGE_SKIP},    {"object", PAGE_INLINE},
    {"ol", PAGE_LIST},           {"optgroup", PAGE_INLINE},  {"option", PAGE_BLOCK},
    {"output", PAGE_INLINE},     {"p", PAGE_PARAGRAPH},      {"param", PAGE_VOID},
    {"picture", PAGE_INLINE},    {"plaintext", PAGE_PRE},    {"pre", PAGE_PRE},
    {"progress", PAGE_INLINE},   {"q", PAGE_INLINE},         {"rp", PAGE_INLINE},
    {"rt", PAGE_INLINE},         {"ruby", PAGE_INLINE},      {"s", PAGE_INLINE},
    {"samp", PAGE_INLINE},       {"script", PAGE_RAW},       {"search", PAGE_BLOCK},
    {"section", PAGE_BLOCK},     {"select", PAGE_SKIP},      {"slot", PAGE_INLINE},
    {"small", PAGE_INLINE},      {"source", PAGE_VOID},      {"spacer", PAGE_VOID},
    {"span", PAGE_INLINE},       {"strike", PAGE_INLINE},    {"strong", PAGE_INLINE},
    {"style", PAGE_RAW},         {"sub", PAGE_INLINE},       {"summary", PAGE_PARAGRAPH},
    {"sup", PAGE_INLINE},        {"svg", PAGE_SKIP},         {"table", PAGE_TABLE},
    {"tbody", PAGE_INLINE},      {"td", PAGE_CELL},          {"template", PAGE_SKIP},
    {"textarea", PAGE_SKIP},     {"tfoot", PAGE_INLINE},     {"th", PAGE_CELL},
    {"thead", PAGE_INLINE},      {"time", PAGE_INLINE},      {"title", PAGE_SKIP},
    {"tr", PAGE_ROW},            {"track", PAGE_VOID},       {"tt", PAGE_INLINE},
    {"u", PAGE_INLINE},          {"ul", PAGE_LIST},          {"updated", PAGE_INLINE},
    {"var", PAGE_INLINE},        {"video", PAGE_SKIP},       {"wbr", PAGE_VOID},
    {"xml", PAGE_SKIP},          {"xmp", PAGE_PRE},
};

/* Elements of other makers have a dash or a colon in their names. */
static const struct page_element foreign = {"", PAGE_INLINE};

struct name {
    const char *at;
    size_t length;
};

static int compare_name(const void *key, const void *element)
{
    const struct name *name = key;
    const char *other = ((const struct page_element *)element)->name;
    int order = strncasecmp(name->at, other, name->length);
    return order ? order : -(other[name->length] != '\0');
}

static const struct page_element *find_element(const char *at, size_t length)
{
    struct name name = {at, length};
    const struct page_element *found =
        bsearch(&name, elements, sizeof elements / sizeof elements[0], sizeof elements[0],
                compare_name);
    return found || (!memchr(at, '-', length) && !memchr(at, ':', length)) ? found : &foreign;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
}

void page_reader_init(struct page_reader *reader, const char *bytes, size_t length, size_t at)
{
    *reader = (struct page_reader){.bytes = bytes, .length = length, .at = at};
}

/* Returns the place behind the quoted value that starts at `at`; where its end is missing
 * that is the place behind the mark. */
static size_t skip_value(struct page_reader *reader, size_t at)
{
    bool *has_no_end = &reader->has_no_end[reader->bytes[at] == '"' ? 1 : 2];
    const char *end = *has_no_end ? NULL
                                  : memchr(reader->bytes + at + 1, reader->bytes[at],
                                           reader->length - at - 1);
    *has_no_end = !end;
    return end ? (size_t)(end - reader->bytes) + 1 : at + 1;
}

/* Returns the place of the '>' that ends a tag whose name ends at `at`, or the length. */
static size_t find_tag_end(struct page_reader *reader, size_t at)
{
    while (at < reader->length && reader->bytes[at] != '>') {
        char byte = reader->bytes[at];
        bool is_value = (byte == '"' || byte == '\'') && reader->bytes[at - 1] == '=';
        if (is_blank(byte) && at + 1 < reader->length &&
            (reader->bytes[at + 1] == '"' || reader->bytes[at + 1] == '\'')) {
            size_t before = at;
            while (is_blank(reader->bytes[before]))
                before--;
            is_value = reader->bytes[before] == '=';
            at += is_value;
        }
        at = is_value ? skip_value(reader, at) : at + 1;
    }
    return at;
}

/* The same; where quotation marks are out of step to the end of the page, they do not
 * count any more. */
static size_t find_any_tag_end(struct page_reader *reader, size_t at)
{
    size_t end = reader->has_no_end[3] ? reader->length : find_tag_end(reader, at);
    if (end < reader->length || reader->has_no_end[3])
        return end;
    const char *found = memchr(reader->bytes + at, '>', reader->length - at);
    reader->has_no_end[1] = reader->has_no_end[2] = true;
    reader->has_no_end[3] = !found;
    return found ? (size_t)(found - reader->bytes) : reader->length;
}

/* Reads a tag at the '<' where the reader stands. */
static bool read_tag(struct page_reader *reader, struct page_token *token)
{
    const char *bytes = reader->bytes;
    size_t first = reader->at + 1, end;
    bool is_close = first < reader->length && bytes[first] == '/';
    first += is_close;
    for (end = first; end < reader->length && (isalnum((unsigned char)bytes[end]) ||
                                               bytes[end] == '-' || bytes[end] == ':');)
        end++;
    if (end == first || end == reader->length || !isalpha((unsigned char)bytes[first]) ||
        (!is_blank(bytes[end]) && bytes[end] != '>' && bytes[end] != '/'))
        return false;
    const struct page_element *element = find_element(bytes + first, end - first);
    size_t close = element ? find_any_tag_end(reader, end) : reader->length;
    if (close == reader->length)
        return false;
    *token = (struct page_token){is_close ? PAGE_CLOSE : PAGE_OPEN, element, bytes + end,
                                 close - end, reader->at};
    if (!is_close && element->role == PAGE_RAW)
        reader->raw = element;
    reader->at = close + 1;
    return true;
}

/* Reads what starts with "<!" or "<?". */
static bool read_comment(struct page_reader *reader, struct page_token *token)
{
    const char *bytes = reader->bytes + reader->at, *end = NULL;
    size_t left = reader->length - reader->at;
    bool is_long = left >= 7 && !memcmp(bytes, "<!--", 4);
    if (is_long && !reader->has_no_end[0]) {
        end = memmem(bytes + 4, left - 4, "-->", 3);
        reader->has_no_end[0] = !end;
    }
    bool is_whole = end;
    if (!end && !reader->has_no_end[3]) {
        end = memchr(bytes, '>', left);
        reader->has_no_end[3] = !end;
    }
    if (!end)
        return false;
    size_t skip = is_whole ? 4 : 2;
    *token = (struct page_token){PAGE_COMMENT, NULL, bytes + skip, (size_t)(end - bytes) - skip,
                                 reader->at};
    reader->at += (size_t)(end - bytes) + (is_whole ? 3 : 1);
    return true;
}

/* Takes everything up to the end tag of a script or its like as a comment. */
static void read_raw(struct page_reader *reader, struct page_token *token)
{
    const struct page_element *raw = reader->raw;
    size_t start = reader->at, name = strlen(raw->name), end = start;
    for (reader->raw = NULL; end < reader->length; end++) {
        const char *found = memmem(reader->bytes + end, reader->length - end, "</", 2);
        end = found ? (size_t)(found - reader->bytes) : reader->length;
        if (!found || (reader->length - end > name + 2 &&
                       !strncasecmp(found + 2, raw->name, name)))
            break;
    }
    reader->at = end;
    *token = (struct page_token){PAGE_COMMENT, NULL, reader->bytes + start, 0, start};
}

bool page_next(struct page_reader *reader, struct page_token *token)
{
    size_t start = reader->at;
    if (start >= reader->length)
        return false;
    if (reader->raw) {
        read_raw(reader, token);
        return true;
    }
    for (size_t at = start; at < reader->length;) {
        const char *found = memchr(reader->bytes + at, '<', reader->length - at);
        reader->at = found ? (size_t)(found - reader->bytes) : reader->length;
        bool is_mark = found && reader->at + 1 < reader->length &&
                       (found[1] == '!' || found[1] == '?');
        size_t mark = reader->at;
        if (found && (is_mark ? read_comment(reader, token) : read_tag(reader, token))) {
            if (mark == start)
                return true;
            reader->at = mark;
            reader->raw = NULL;
            break;
        }
        at = found ? mark + 1 : reader->length;
        reader->at = at;
    }
    *token = (struct page_token){PAGE_TEXT, NULL, reader->bytes + start, reader->at - start,
                                 start};
    return true;
}

bool page_skip(struct page_reader *reader, const struct page_token *token)
{
    struct page_reader ahead = *reader;
    struct page_token next;
    unsigned long depth = 1;
    bool may_search = reader->unclosed_nr < 8;
    for (unsigned i = 0; may_search && i < reader->unclosed_nr; i++)
        may_search = reader->unclosed[i] != token->element;
    while (may_search && page_next(&ahead, &next)) {
        if (next.element != token->element || next.kind == PAGE_TEXT)
            continue;
        depth += next.kind == PAGE_OPEN ? 1 : (unsigned long)-1;
        if (!depth) {
            *reader = ahead;
            return true;
        }
    }
    if (may_search)
        reader->unclosed[reader->unclosed_nr++] = token->element;
    return false;
}

bool page_is(const struct page_token *token, enum page_token_kind kind, const char *name)
{
    return token->kind == kind && token->element && !strcmp(token->element->name, name);
}

bool page_attribute(const struct page_token *token, const char *name, const char **value,
                    size_t *length)
{
    const char *at = token->at, *end = at + token->length;
    while (at < end) {
        while (at < end && (is_blank(*at) || *at == '/'))
            at++;
        const char *first = at;
        while (at < end && *at != '=' && !is_blank(*at))
            at++;
        size_t size = (size_t)(at - first);
        const char *mark = at;
        while (mark < end && is_blank(*mark))
            mark++;
        bool has_value = mark < end && *mark == '=';
        if (has_value)
            for (at = mark + 1; at < end && is_blank(*at);)
                at++;
        char quote = has_value && at < end && (*at == '"' || *at == '\'') ? *at : '\0';
        const char *from = at += quote != '\0';
        while (has_value && at < end && (quote ? *at != quote : !is_blank(*at)))
            at++;
        if (size == strlen(name) && !strncasecmp(first, name, size)) {
            *value = from;
            *length = (size_t)(at - from);
            return true;
        }
        at += quote && at < end;
    }
    return false;
}

bool page_attribute_holds(const struct page_token *token, const char *name, const char *word)
{
    const char *value;
    size_t length, size = strlen(word);
    if (!token->length || !page_attribute(token, name, &value, &length))
        return false;
    for (size_t i = 0; i + size <= length; i++)
        if (!strncasecmp(value + i, word, size))
            return true;
    return false;
}
