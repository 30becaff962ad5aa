#include "parse/page_text.h"

#include <stdio.h>
#include <string.h>

#include "parse/page_writer.h"

enum { DEEPEST_QUOTE = 20 };

static const char quote_marks[] = "> > > > > > > > > > > > > > > > > > > > ";

/* Adds the marks of quotation; an empty line gets no blank at its end. */
static void put_quote(struct page_writer *writer, unsigned depth, bool is_empty)
{
    depth = depth < DEEPEST_QUOTE ? depth : DEEPEST_QUOTE;
    strbuf_add(writer->out, quote_marks, depth ? 2 * depth - is_empty : 0);
}

static void start_line(struct page_writer *writer)
{
    if (writer->needs_blank && !writer->was_blank) {
        put_quote(writer, writer->blank_quote, true);
        strbuf_byte(writer->out, '\n');
    }
    writer->needs_blank = writer->is_after_pre = false;
    put_quote(writer, writer->quote, false);
    if (writer->mark && !writer->pre) {
        for (unsigned i = 1; i < writer->lists; i++)
            strbuf_string(writer->out, "  ");
        strbuf_string(writer->out, writer->mark);
    }
    writer->mark = NULL;
    writer->has_content = true;
}

void page_writer_put(struct page_writer *writer, const char *at, size_t length)
{
    if (writer->table.is_in_row) {
        writer->has_content = true;
        strbuf_add(&writer->table.row, at, length);
        return;
    }
    if (!writer->has_content)
        start_line(writer);
    strbuf_add(writer->out, at, length);
}

void page_writer_end_line(struct page_writer *writer)
{
    if (!writer->has_content)
        put_quote(writer, writer->quote, true);
    strbuf_byte(writer->out, '\n');
    writer->was_blank = !writer->has_content;
    writer->needs_blank = writer->needs_blank && !writer->was_blank;
    writer->has_content = writer->has_space = false;
}

void page_writer_break(struct page_writer *writer, bool has_blank)
{
    if (writer->has_content)
        page_writer_end_line(writer);
    writer->has_space = false;
    if (!writer->needs_blank || writer->quote < writer->blank_quote)
        writer->blank_quote = writer->quote;
    writer->needs_blank = writer->needs_blank || has_blank;
}

static bool is_nbsp(const char *at, const char *end)
{
    return end - at > 1 && at[0] == '\xc2' && at[1] == '\xa0';
}

/* White space of the page becomes one blank, others stay. */
static void write_flow(struct page_writer *writer, const char *at, const char *end)
{
    while (at < end) {
        const char *word = at;
        if (*at && strchr(" \t\n\r\f", *at)) {
            writer->has_space = writer->has_content;
            at++;
            continue;
        }
        while (at < end && *at && !strchr(" \t\n\r\f", *at) && !is_nbsp(at, end))
            at++;
        if (at < end && !*at && at == word) {
            at++; /* NUL */
            continue;
        }
        if (writer->has_space)
            page_writer_put(writer, " ", 1);
        writer->has_space = false;
        if (at == word) {
            page_writer_put(writer, " ", 1);
            at += 2;
        } else {
            page_writer_put(writer, word, (size_t)(at - word));
        }
    }
}

static void write_pre(struct page_writer *writer, const char *at, const char *end)
{
    while (at < end) {
        const char *word = at;
        while (at < end && *at && *at != '\n' && *at != '\r' && !is_nbsp(at, end))
            at++;
        if (at > word)
            page_writer_put(writer, word, (size_t)(at - word));
        if (at < end && *at == '\n' && !(writer->drops_newline && at == word))
            page_writer_end_line(writer);
        else if (at < end && *at == '\xc2')
            page_writer_put(writer, " ", 1);
        writer->drops_newline = writer->drops_newline && at < end && *at == '\r';
        at += at == end ? 0 : is_nbsp(at, end) ? 2 : 1;
    }
}

static void write_text(struct page_writer *writer, const struct page_token *token)
{
    const char *at = token->at, *end = at + token->length;
    if (memchr(at, '&', token->length)) {
        strbuf_cut(&writer->scratch, 0);
        page_decode(&writer->scratch, at, token->length);
        at = writer->scratch.text;
        end = at + writer->scratch.length;
    }
    if (writer->pre && !writer->table.is_open)
        write_pre(writer, at, end);
    else
        write_flow(writer, at, end);
}

/* A <div> may be a quotation or keep its white space, by its style. */
static void take_div(struct page_writer *writer, const struct page_token *token)
{
    page_writer_break(writer, false);
    if (token->kind == PAGE_OPEN) {
        bool is_quote = page_attribute_holds(token, "style", "border-left:solid") ||
                        page_attribute_holds(token, "style", "border-left: solid");
        bool is_pre = page_attribute_holds(token, "style", "white-space: pre") ||
                      page_attribute_holds(token, "style", "white-space:pre");
        writer->divs++;
        if ((!is_quote && !is_pre) || writer->boxes_nr == PAGE_MOST_BOXES)
            return;
        writer->boxes[writer->boxes_nr].div = writer->divs;
        writer->boxes[writer->boxes_nr++].is_quote = is_quote;
        *(is_quote ? &writer->quote : &writer->pre) += 1;
        return;
    }
    if (writer->boxes_nr && writer->boxes[writer->boxes_nr - 1].div == writer->divs) {
        unsigned *depth =
            writer->boxes[--writer->boxes_nr].is_quote ? &writer->quote : &writer->pre;
        *depth -= *depth > 0;
    }
    writer->divs -= writer->divs > 0;
}

/* Word processors write a paragraph for every line, and take its margin away. */
static bool is_tight(const struct page_token *token)
{
    return page_attribute_holds(token, "class", "Mso") ||
           page_attribute_holds(token, "style", "margin:0") ||
           page_attribute_holds(token, "style", "margin: 0");
}

static void take_list(struct page_writer *writer, const struct page_token *token)
{
    page_writer_break(writer, !writer->lists || (writer->lists == 1 && token->kind == PAGE_CLOSE));
    if (token->kind == PAGE_CLOSE) {
        writer->lists -= writer->lists > 0;
        return;
    }
    writer->mark = NULL;
    if (writer->lists < PAGE_MOST_LISTS)
        writer->numbers[writer->lists++] = token->element->name[0] == 'o';
}

static void take_item(struct page_writer *writer, const struct page_token *token)
{
    page_writer_break(writer, false);
    unsigned *number = writer->lists ? &writer->numbers[writer->lists - 1] : NULL;
    writer->mark = token->kind == PAGE_OPEN ? "- " : NULL;
    if (!writer->mark || !number || !*number)
        return;
    snprintf(writer->number, sizeof writer->number, "%u. ", (*number)++);
    writer->mark = writer->number;
}

static void take_heading(struct page_writer *writer, const struct page_token *token)
{
    static const char marks[] = "###### ";
    page_writer_break(writer, true);
    writer->mark = token->kind == PAGE_OPEN ? marks + 6 - (token->element->name[1] - '0') : NULL;
}

static void take_pre(struct page_writer *writer, const struct page_token *token)
{
    bool is_open = token->kind == PAGE_OPEN, is_outer = writer->pre <= !is_open;
    if (is_open)
        writer->is_tight_pre = is_tight(token);
    page_writer_break(writer, is_outer && !writer->is_tight_pre);
    /* word processors make one of every line */
    writer->needs_blank = writer->needs_blank && !(is_open && writer->is_after_pre);
    writer->is_after_pre = !is_open;
    writer->drops_newline = is_open;
    if (is_open)
        writer->pre++;
    else
        writer->pre -= writer->pre > 0;
}

static void take_quote(struct page_writer *writer, const struct page_token *token)
{
    if (token->kind == PAGE_OPEN)
        writer->is_tight_quote = is_tight(token);
    page_writer_break(writer, !writer->is_tight_quote);
    if (token->kind == PAGE_OPEN)
        writer->quote++;
    else
        writer->quote -= writer->quote > 0;
    if (writer->blank_quote > writer->quote)
        writer->blank_quote = writer->quote;
}

static void take_rule(struct page_writer *writer)
{
    static const char rule[] = "--------------------";
    page_writer_break(writer, true);
    page_writer_put(writer, rule, sizeof rule - 1);
    page_writer_break(writer, true);
}

static bool is_hidden(const struct page_token *token)
{
    const char *value;
    size_t length;
    return page_attribute_holds(token, "style", "display:none") ||
           page_attribute_holds(token, "style", "display: none") ||
           page_attribute(token, "hidden", &value, &length);
}

static void take_paragraph(struct page_writer *writer, const struct page_token *token)
{
    if (token->kind == PAGE_OPEN)
        writer->is_tight = is_tight(token);
    bool is_first = token->kind == PAGE_OPEN && writer->mark; /* of an item */
    page_writer_break(writer, !writer->is_tight && !is_first);
}

static void take_table(struct page_writer *writer, const struct page_token *token)
{
    page_writer_break(writer, true);
    if (token->kind == PAGE_OPEN)
        page_table_open(writer);
}

static void take_tag(struct page_writer *writer, const struct page_token *token)
{
    enum page_role role = token->element->role;
    bool is_open = token->kind == PAGE_OPEN;
    bool is_left_out = is_open && (role == PAGE_SKIP ||
                                   (role != PAGE_VOID && token->length && is_hidden(token)));
    if (is_left_out && page_skip(writer->reader, token))
        return;
    if (writer->table.is_open && page_table_token(writer, token))
        return;
    switch (role) {
    case PAGE_BREAK:
        page_writer_end_line(writer);
        break;
    case PAGE_RULE:
        take_rule(writer);
        break;
    case PAGE_PRE:
        take_pre(writer, token);
        break;
    case PAGE_QUOTE:
        take_quote(writer, token);
        break;
    case PAGE_LIST:
        take_list(writer, token);
        break;
    case PAGE_ITEM:
        take_item(writer, token);
        break;
    case PAGE_HEADING:
        take_heading(writer, token);
        break;
    case PAGE_PARAGRAPH:
        take_paragraph(writer, token);
        break;
    case PAGE_TABLE:
        take_table(writer, token);
        break;
    case PAGE_BLOCK:
        if (page_is(token, token->kind, "div"))
            take_div(writer, token);
        else
            page_writer_break(writer, false);
        break;
    case PAGE_ROW:
    case PAGE_CELL:
        page_writer_break(writer, false);
        break;
    case PAGE_INLINE:
    case PAGE_VOID:
    case PAGE_SKIP:
    case PAGE_RAW:
        break;
    }
}

void page_write(struct strbuf *out, struct page_reader *reader, size_t until, bool is_in_pre)
{
    struct page_writer writer = {
        .out = out, .reader = reader, .was_blank = true, .pre = is_in_pre};
    struct page_token token;
    while (reader->at < until && page_next(reader, &token)) {
        if (token.kind == PAGE_TEXT)
            write_text(&writer, &token);
        else if (token.kind != PAGE_COMMENT)
            take_tag(&writer, &token);
        if (token.kind == PAGE_OPEN && token.element->role != PAGE_PRE)
            writer.drops_newline = false;
    }
    page_writer_break(&writer, false);
    strbuf_free(&writer.scratch);
    strbuf_free(&writer.table.row);
}
