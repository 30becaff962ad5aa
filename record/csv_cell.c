#include "record/csv_cell.h"

#include <string.h>

#include "record/units.h"

static bool is_formula(const char *text)
{
    return *text && strchr("=+-@\t\r\n", *text) &&
           !units_number(text, strlen(text), &(double){0}, NULL);
}

/* Returns how many bytes a control character takes that a terminal would obey, 0 where none
 * is here; what may stand in a cell (RFC 4180) is none. */
static size_t obeyed(const char *text)
{
    unsigned char byte = (unsigned char)*text, next = (unsigned char)text[1];
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0)
        return 2;
    return byte == 0x7f || (byte < 0x20 && !strchr("\t\r\n", byte));
}

void csv_cell_add(struct strbuf *row, const char *text)
{
    text = text ? text : "";
    bool is_defused = is_formula(text);
    bool is_quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (is_quoted)
        strbuf_byte(row, '"');
    if (is_defused)
        strbuf_byte(row, '\'');
    while (*text) {
        size_t control = obeyed(text);
        if (*text == '"')
            strbuf_byte(row, '"');
        strbuf_byte(row, control ? '?' : *text);
        text += control ? control : 1;
    }
    if (is_quoted)
        strbuf_byte(row, '"');
}
