#include "record/csv_cell.h"

#include <string.h>

#include "record/units.h"

static bool is_formula(const char *text)
{
    return *text && strchr("=+-@\t\r\n", *text) &&
           !units_number(text, strlen(text), &(double){0}, NULL);
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
    for (; *text; text++) {
        if (*text == '"')
            strbuf_byte(row, '"');
        strbuf_byte(row, *text);
    }
    if (is_quoted)
        strbuf_byte(row, '"');
}
