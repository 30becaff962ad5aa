/* Lines of text, written by elements; shared by page_text.c and page_table.c. */
#ifndef IOD_PARSE_PAGE_WRITER_H
#define IOD_PARSE_PAGE_WRITER_H

#include "parse/page_token.h"

enum { PAGE_MOST_LISTS = 12, PAGE_MOST_BOXES = 16, PAGE_MOST_CELLS = 64 };

/* What stands in a table of data, as opposed to one that lays a page out. */
struct page_table {
    bool is_open;   /* rows are read */
    bool is_in_row;
    bool is_in_cell;
    bool is_markup; /* of bonnie++ */
    bool is_head;   /* all cells of this row are <th> */
    bool has_row;   /* one was written */
    unsigned nr;    /* cells of this row */
    unsigned last_span; /* columns of the last cell */
    size_t cells[PAGE_MOST_CELLS];     /* where each starts in row */
    unsigned below[PAGE_MOST_CELLS];   /* rows into which the cell above still reaches */
    struct strbuf row;
};

struct page_writer {
    struct strbuf *out;
    struct page_reader *reader;
    struct strbuf scratch;
    bool has_content;  /* in this line */
    bool has_space;    /* white space before the next word */
    bool needs_blank;  /* a blank line before what comes next */
    bool was_blank;    /* the last line was, or there is none */
    bool drops_newline; /* the one behind <pre> */
    bool is_tight, is_tight_pre, is_tight_quote; /* the last <p>, <pre> and <blockquote> have
                                                  * no margin */
    bool is_after_pre; /* nothing came since it ended */
    unsigned blank_quote; /* of the blank line */
    const char *mark;  /* of a heading or an item, to be put before what comes next */
    unsigned pre, quote, lists, divs;
    unsigned numbers[PAGE_MOST_LISTS]; /* of the next item, 0 for lists without */
    struct {
        unsigned div;  /* how deep it stands */
        bool is_quote; /* else its white space counts */
    } boxes[PAGE_MOST_BOXES]; /* <div> that are more than that, by their style */
    unsigned boxes_nr;
    char number[16];
    struct page_table table;
};

/* Adds bytes without line ends to the line; the first of a line brings its marks. */
void page_writer_put(struct page_writer *writer, const char *at, size_t length);

/* Ends the line, also an empty one. */
void page_writer_end_line(struct page_writer *writer);

/* Ends the line where something is in it; with has_blank, a blank one follows. */
void page_writer_break(struct page_writer *writer, bool has_blank);

/* Says whether the table that the token opened holds data; the writer's reader stands
 * behind it.  If so, its rows go through page_table_token(). */
bool page_table_open(struct page_writer *writer);

/* Takes a token of a table that is open.  Returns false where it is for the caller. */
bool page_table_token(struct page_writer *writer, const struct page_token *token);

#endif
