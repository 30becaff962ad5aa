#include "parse/bonnie_rows.h"

#include <ctype.h>
#include <string.h>

#include "parse/row_table.h"

/* A rate, or the pluses of a test that was too fast; and a CPU share. */
#define RATE "(?: \\d+ (?:\\.\\d+)? [kmgKMG]? | \\+{2,} )"
#define PAIR "(?: \\s+ " RATE " \\s+ (?: \\d{1,4} (?:\\.\\d{1,2})? | \\+{3} ) )"

/* clang-format off: a table */
const struct pattern_row bonnie_rows[BONNIE_ROWS] = {
    {BONNIE_IO_HEAD, "Sequential Output",
     "(?: Version \\s+ (?<version>\\d\\.\\d\\d\\w?) (?<form> \\s* ) )? "
     "(?<! -) -+ Sequential \\s Output (?: \\s \\( \\w+ \\) )? -+",
     {{"version", "", PATTERN_NONE}, {"form", "", PATTERN_NONE}}},
    {BONNIE_FILE_HEAD, "Sequential Create",
     "(?: Version \\s+ (?<version>\\d\\.\\d\\d\\w?) \\s* )? (?<! -) -+ Sequential \\s Create-",
     {{"version", "", PATTERN_NONE}}},
    {BONNIE_CONCURRENCY, "-Per Ch",
     "^ .*? (?: Concurrency \\s+ (?<concurrency>\\d+) )? \\s* -Per \\s Cha?r- \\s",
     {{"concurrency", "", PATTERN_NONE}}},
    {BONNIE_NAMES, "%CP", "(?: [KMG]/sec|/sec ) \\s+ %CP | %CPU? \\s+ [KMG]?/sec", {{0}}},
    {BONNIE_LATENCY, "Latency",
     "(?<! [[:alnum:]_]) Latency (?<cells> (?: \\s+ \\d+ (?:us|ms|s) )+ ) \\s* $",
     {{"cells", "", PATTERN_NONE}}},
    /* The machine's name may hold blanks, be empty, or touch the size. */
    {BONNIE_IO, NULL,
     "^ (?<machine> (?: .*? \\S )?? ) \\s* (?<size> \\d{1,12}[MGT] (?: :[\\w:]*)? ) (?<cells> " PAIR "{4,6} ) \\s* $",
     {{"machine", "", PATTERN_NONE}, {"size", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
    /* Its size is in MB, and a product where several files were made. */
    {BONNIE_ORIGINAL, NULL,
     "^ (?<machine> (?: .*? \\S )?? ) \\s* (?<! [\\w.*]) (?<size> (?: \\d{1,3} \\* \\s* )? \\d{1,9} )"
     " (?<cells> (?: \\s+ \\d+ (?:\\.\\d+)? \\s+ \\d{1,4}\\.\\d{1,2} ){6} ) \\s* $",
     {{"machine", "", PATTERN_NONE}, {"size", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
    {BONNIE_FILES, NULL,
     "^ (?: \\s*+ | (?<machine> .*?) \\s ) (?<files> \\d+ ) (?: : [\\w:/]+ | /\\d+ )? (?<cells> " PAIR "{6} ) \\s* $",
     {{"machine", "", PATTERN_NONE}, {"files", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
    {BONNIE_TAIL, NULL,
     "^ (?: \\s* (?: \\d+ (?:\\.\\d+)? (?:[kmg]|us|ms|s)? | \\++ ) (?= \\s | $ ) )+ $", {{0}}},
    {BONNIE_BROKEN, NULL,
     "^ .*? (?: \\d[MG] (?: :[\\w:]*)? | \\d ) (?: \\s+ (?: " RATE " | \\d+\\.\\d ) ){5,} (?= \\s | $ )", {{0}}},
};
/* clang-format on */

const struct row_table row_table_bonnie = {"bonnie++", bonnie_rows, BONNIE_ROWS};

static bool starts_any_case(const char *at, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)at[i]) != word[i])
            return false;
    return true;
}

/* Returns the length of a terminal's colour, ESC [ ... m, or 0. */
static size_t colour_length(const char *at)
{
    if (at[0] != '\033' || at[1] != '[')
        return 0;
    size_t length = 2 + strspn(at + 2, "0123456789;");
    return at[length] ? length + 1 : length;
}

/* Returns the length of a tag of BBCode or HTML that only changes how text looks, or 0. */
static size_t tag_length(const char *at)
{
    static const char *const words[] = {"b",    "i",    "u",     "tt",    "pre", "code",
                                        "size", "font", "color", "quote", "em",  "strong",
                                        "br",   "p",    "span",  "div"};
    char end = *at == '[' ? ']' : *at == '<' ? '>' : '\0';
    if (!end)
        return 0;
    const char *name = at + (at[1] == '/' ? 2 : 1);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (strnlen(name, length) < length || !starts_any_case(name, words[i], length) ||
            isalnum((unsigned char)name[length]))
            continue;
        const char *close = strchr(name + length, end);
        return close ? (size_t)(close + 1 - at) : 0;
    }
    return 0;
}

static bool is_gap(char byte)
{
    return byte == '\0' || byte == ' ';
}

/* The star of "1*1024" or "1* 512", a size of the original bonnie; one that ends bold type
 * has another in front of its number. */
static bool is_times(const char *line, size_t i)
{
    size_t first = i;
    while (first && isdigit((unsigned char)line[first - 1]))
        first--;
    return first < i && (!first || line[first - 1] != '*') &&
           isdigit((unsigned char)line[i + 1 + strspn(line + i + 1, " ")]);
}

/* A star, an underline, a dot or a sign of percent that is no part of a name or a number. */
static bool is_mark(const char *line, size_t i)
{
    char before = i ? line[i - 1] : '\0', after = line[i + 1];
    if (line[i] == '*')
        return !is_times(line, i);
    if (line[i] == '_')
        return (is_gap(before) && isdigit((unsigned char)after)) ||
               (isdigit((unsigned char)before) && is_gap(after));
    if (line[i] == '%')
        return isdigit((unsigned char)before);
    /* No figure of bonnie begins or ends with a point. */
    return line[i] == '.' &&
           (before == '.' || after == '.' || is_gap(before) || is_gap(after));
}

/* Says whether what bonnie_clean() removes may begin with that byte. */
static bool is_removable(char byte)
{
    switch (byte) {
    case '<': case '[': case '\x1b': case '&': case '\t': case '|': case '*': case '_': case '%':
    case '.':
        return true;
    default:
        return false;
    }
}

char *bonnie_clean(struct arena *arena, const char *line, size_t length)
{
    char *copy = arena_text(arena, line, length);
    for (size_t i = 0; i < length;) {
        if (!is_removable(line[i])) {
            i++;
            continue;
        }
        size_t nr = tag_length(line + i) + colour_length(line + i);
        if (!nr && !strncmp(line + i, "&nbsp;", 6))
            nr = 6;
        if (!nr && (line[i] == '\t' || line[i] == '|' || is_mark(line, i)))
            nr = 1;
        memset(copy + i, ' ', nr);
        i += nr ? nr : 1;
    }
    return copy;
}

size_t bonnie_split(const char *at, size_t length, struct bonnie_cell *cells, size_t most)
{
    size_t nr = 0;
    for (const char *end = at + length; at < end && nr < most;) {
        size_t size = 0;
        while (at < end && *at == ' ')
            at++;
        while (at + size < end && at[size] != ' ')
            size++;
        if (size)
            cells[nr++] = (struct bonnie_cell){at, size};
        at += size;
    }
    return nr;
}

void bonnie_read_columns(struct bonnie_columns *columns, const char *line)
{
    static const char *const names[] = {"Machine", "Name:Size", "files"};
    *columns = (struct bonnie_columns){.line = line};
    for (const char *at = line; (at = strstr(at, "/sec")); at += 4) {
        if (columns->nr < BONNIE_IO_OPS)
            columns->ends[columns->nr++] = (size_t)(at + 4 - line);
        char unit = at > line ? at[-1] : ' ';
        if (!columns->rate_unit && unit != ' ')
            columns->rate_unit = unit == 'M' ? 1048576 : unit == 'G' ? 1073741824 : 1024;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *found = strstr(line, names[i]);
        size_t before = found ? (size_t)(found - line) : 0;
        while (before && line[before - 1] == ' ')
            before--;
        columns->prefix = before ? before : columns->prefix;
    }
}

/* Returns the operation whose name ends nearest to where a cell of it would. */
static unsigned nearest(const struct bonnie_columns *columns, size_t end)
{
    unsigned best = 0;
    size_t least = (size_t)-1;
    for (unsigned i = 0; i < columns->nr; i++) {
        size_t at = columns->ends[i], distance = at > end ? at - end : end - at;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static size_t more_than(size_t length, size_t width)
{
    return length > width ? length - width : 0;
}

/* Returns how far the cell ends right of its column, but for what wide numbers in front of it
 * and the cell itself push it; and in *op the column. */
static long offset_of(const struct bonnie_columns *columns, const char *line,
                      const struct bonnie_cell *cell, size_t pushed, unsigned *op)
{
    size_t end = (size_t)(cell->at + cell->length - line);
    end = end > pushed ? end - pushed : 0;
    *op = nearest(columns, end);
    return (long)end - (long)columns->ends[*op];
}

/* All cells must stand off their columns by the same, else the spacing is lost. */
static bool place_by_columns(const struct bonnie_columns *columns, const char *line,
                             const struct bonnie_cell *cells, const struct bonnie_form *form,
                             size_t nr, unsigned *ops)
{
    const long most_off = 4, slack = 1;
    long first = 0;
    size_t pushed = form->right;
    if (columns->nr != BONNIE_IO_OPS)
        return false;
    for (size_t i = 0; i < nr; i++) {
        const struct bonnie_cell *cell = &cells[form->step * i];
        pushed += more_than(cell->length, form->width);
        long offset = offset_of(columns, line, cell, pushed, &ops[i]);
        pushed += form->step > 1 ? more_than(cell[1].length, 3) : 0;
        first = i ? first : offset;
        if (first > most_off || first < -most_off || offset > first + slack ||
            offset < first - slack || (i && ops[i] <= ops[i - 1]))
            return false;
    }
    return true;
}

/* Blanks in front of the first and before the third pair, as wide as a pair. */
static bool has_gaps(const char *line, const struct bonnie_cell *cells, size_t step)
{
    const size_t least = 8;
    for (size_t i = 0; i < 3; i += 2) {
        size_t gap = 0;
        for (const char *at = cells[step * i].at; at > line && at[-1] == ' '; at--)
            gap++;
        if (gap < least)
            return false;
    }
    return true;
}

bool bonnie_place(const struct bonnie_columns *columns, const char *line,
                  const struct bonnie_cell *cells, const struct bonnie_form *form, size_t nr,
                  unsigned *ops, bool *is_certain)
{
    static const unsigned fast[] = {1, 2, 4, 5};
    enum { FAST = sizeof fast / sizeof fast[0] };
    size_t placed = 0; /* what stands in front of a seam */
    *is_certain = true;
    if (nr == BONNIE_IO_OPS) {
        for (unsigned i = 0; i < nr; i++)
            ops[i] = i;
        return true;
    }
    while (placed < nr && (size_t)(cells[form->step * placed].at - line) < form->seam)
        placed++;
    bool is_placed = placed && place_by_columns(columns, line, cells, form, placed, ops);
    if (is_placed && placed == nr)
        return true;
    if (nr != FAST)
        return false;
    *is_certain = has_gaps(line, cells, form->step) ||
                  (is_placed && !memcmp(ops, fast, placed * sizeof *ops));
    memcpy(ops, fast, sizeof fast);
    return true;
}
