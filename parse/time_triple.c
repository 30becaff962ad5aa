#include "parse/time_triple.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/row_table.h"

enum time_row {
    TIME_ONE_LINE,
    TIME_LABELLED,
    TIME_BSD,
    TIME_GNU,
    TIME_GNU_VERBOSE,
    TIME_ZSH,
    TIME_TCSH,
    TIME_FISH,
    TIME_FISH_PART,
};

/* Minutes and hours in letters or with colons; a decimal comma; a blank behind the
 * minutes (busybox). */
#define CLOCK "(?: \\d+ h \\s? )? (?: \\d+ m \\s? )? (?: \\d+ : ){0,2} \\d+ (?: [.,]\\d+ )?"

/* clang-format off: a table */
static const struct pattern_row time_rows[] = {
    {TIME_ONE_LINE, "real",
     "^ \\s* real [\\s:|]+ (?<wall> " CLOCK ") s? [\\s,;|]+ user [\\s:|]+ (?<user> " CLOCK ") s? [\\s,;|]+ sys(?:tem)? [\\s:|]+ (?<sys> " CLOCK ") s? \\s* $",
     {{"wall", "wall_s", PATTERN_NONE}, {"user", "cpu_user_s", PATTERN_NONE}, {"sys", "cpu_sys_s", PATTERN_NONE}}},
    {TIME_LABELLED, NULL,
     "^ \\s* (?<what> (?i) real | user | sys(?:tem)? ) [\\s:|]+ (?<clock> " CLOCK ") s? \\s* $",
     {{"what", "", PATTERN_NONE}, {"clock", "", PATTERN_NONE}}},
    {TIME_BSD, "real",
     "^ \\s* (?<wall> " CLOCK ") \\s real \\s+ (?<user> " CLOCK ") \\s user \\s+ (?<sys> " CLOCK ") \\s sys \\s* $",
     {{"wall", "wall_s", PATTERN_NONE}, {"user", "cpu_user_s", PATTERN_NONE}, {"sys", "cpu_sys_s", PATTERN_NONE}}},
    {TIME_GNU, "elapsed",
     "^ \\s* (?<user> " CLOCK ") user \\s+ (?<sys> " CLOCK ") system \\s+ (?<wall> " CLOCK ") elapsed \\b",
     {{"wall", "wall_s", PATTERN_NONE}, {"user", "cpu_user_s", PATTERN_NONE}, {"sys", "cpu_sys_s", PATTERN_NONE}}},
    {TIME_GNU_VERBOSE, " time (",
     "^ \\s* (?<what> User | System | Elapsed ) \\s (?: \\(wall \\s clock\\) \\s )? time \\s \\([a-z:\\s]+\\): \\s+ (?<clock> " CLOCK ") \\s* $",
     {{"what", "", PATTERN_NONE}, {"clock", "", PATTERN_NONE}}},
    {TIME_ZSH, "% cpu",
     "(?<! \\S) (?<user> " CLOCK ") s \\s+ user \\s+ (?<sys> " CLOCK ") s \\s+ system \\s+ \\d+% \\s cpu \\s+ (?<wall> " CLOCK ") \\s total \\s* $",
     {{"wall", "wall_s", PATTERN_NONE}, {"user", "cpu_user_s", PATTERN_NONE}, {"sys", "cpu_sys_s", PATTERN_NONE}}},
    {TIME_TCSH, "u",
     "^ \\s* (?<user> \\d+[.,]\\d+ ) u \\s+ (?<sys> \\d+[.,]\\d+ ) s \\s+ (?<wall> (?: \\d+ : ){1,2} \\d+ (?: [.,]\\d+ )? ) \\s+ \\d+(?:\\.\\d+)?%",
     {{"wall", "wall_s", PATTERN_NONE}, {"user", "cpu_user_s", PATTERN_NONE}, {"sys", "cpu_sys_s", PATTERN_NONE}}},
    {TIME_FISH, "Executed in",
     "^ \\s* Executed \\s in \\s+ (?<clock> \\d+ (?: [.,]\\d+ )? ) \\s (?<unit> secs | millis | mins ) \\b",
     {{"clock", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {TIME_FISH_PART, " time",
     "^ \\s* (?<what> usr | sys ) \\s time \\s+ (?<clock> \\d+ (?: [.,]\\d+ )? ) \\s (?<unit> secs | millis | mins | micros ) \\b",
     {{"what", "", PATTERN_NONE}, {"clock", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
};
/* clang-format on */

const struct row_table row_table_time = {"time", time_rows, sizeof time_rows / sizeof time_rows[0]};

struct pattern_set *time_triple_rows(void)
{
    return pattern_set_new(row_table_time.rows, row_table_time.nr);
}

bool time_triple_clock(const char *at, size_t length, double *seconds, double *digit)
{
    double sum = 0, part, unit = 1;
    char copy[24];
    size_t start = 0;
    if (length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = at[i] == ',' ? '.' : at[i];
    for (size_t i = 0; i < length; i++) {
        bool is_colon = copy[i] == ':';
        if (!is_colon && copy[i] != 'h' && copy[i] != 'm')
            continue;
        if (!units_number(copy + start, i - start, &part, NULL))
            return false;
        sum = is_colon ? (sum + part) * 60 : sum + part * (copy[i] == 'h' ? 3600 : 60);
        start = i + 1;
        start += start < length && copy[start] == ' ';
    }
    length -= length > start && copy[length - 1] == 's';
    if (!units_number(copy + start, length - start, &part, &unit) || part < 0)
        return false;
    *seconds = sum + part;
    if (digit)
        *digit = unit;
    return true;
}

static bool group_clock(const struct pattern_match *match, const char *name, double *seconds,
                        double *digit)
{
    const char *at;
    size_t length;
    return pattern_group(match, name, &at, &length) &&
           time_triple_clock(at, length, seconds, digit);
}

/* Puts a time where its word says; returns whether there was none of that word. */
static bool place(struct time_triple *triple, char what, bool *has_wall, double seconds,
                  double digit)
{
    switch (tolower((unsigned char)what)) {
    case 'u':
        if (triple->has_user)
            return false;
        triple->user = seconds;
        return triple->has_user = true;
    case 's':
        if (triple->has_sys)
            return false;
        triple->sys = seconds;
        return triple->has_sys = true;
    default:
        if (*has_wall)
            return false;
        triple->wall = seconds;
        triple->digit = digit;
        return *has_wall = true;
    }
}

/* Fish's own words for units; all other forms are in seconds. */
static double fish_unit(const struct pattern_match *match)
{
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"millis", 1e-3}, {"micros", 1e-6}, {"mins", 60}};
    const char *at;
    size_t length;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (pattern_group(match, "unit", &at, &length) && length == strlen(units[i].word) &&
            !strncmp(at, units[i].word, length))
            return units[i].seconds;
    return 1;
}

/* Reads the lines that hold one time each, from line at on. */
static bool read_lines(struct pattern_set *rows, const struct text_stream *stream, size_t at,
                       int id, struct time_triple *triple)
{
    enum { MOST_LINES = 12 };
    bool has_wall = false;
    for (size_t i = at; i < stream->nr && i - at < MOST_LINES; i++) {
        const struct text_line *line = &stream->lines[i];
        struct pattern_match match;
        const char *what;
        size_t length;
        double seconds, digit;
        int row = id == TIME_FISH && i > at ? TIME_FISH_PART : id;
        if (text_is_blank(line) || strstr(line->at, "Percent of CPU"))
            continue;
        if (!pattern_match_row(rows, row, line->at, line->length, &match) ||
            !group_clock(&match, "clock", &seconds, &digit))
            break;
        if (!pattern_group(&match, "what", &what, &length))
            what = "real";
        double unit = fish_unit(&match);
        if (!place(triple, *what, &has_wall, seconds * unit, digit * unit))
            break;
        triple->last = i;
    }
    return has_wall;
}

bool time_triple_read(struct pattern_set *rows, const struct text_stream *stream, size_t at,
                      struct time_triple *triple)
{
    const struct text_line *line = &stream->lines[at];
    struct pattern_match match;
    *triple = (struct time_triple){.first = at, .last = at};
    if (!strpbrk(line->at, "0123456789") || !pattern_match(rows, line->at, line->length, &match))
        return false;
    int id = match.row->id;
    if (id == TIME_LABELLED || id == TIME_GNU_VERBOSE || id == TIME_FISH)
        return read_lines(rows, stream, at, id, triple);
    if (!group_clock(&match, "wall", &triple->wall, &triple->digit))
        return false;
    triple->has_user = group_clock(&match, "user", &triple->user, NULL);
    triple->has_sys = group_clock(&match, "sys", &triple->sys, NULL);
    /* "0inputs+131072outputs (0major+123minor)pagefaults 0swaps" belongs to it. */
    if (id == TIME_GNU && at + 1 < stream->nr && strstr(stream->lines[at + 1].at, "pagefaults"))
        triple->last = at + 1;
    return true;
}

void time_triple_fill(const struct time_triple *triple, struct record *record)
{
    record_set_metric(record, "wall_s", triple->wall, triple->digit);
    if (triple->has_user)
        record_set_metric(record, "cpu_user_s", triple->user, triple->digit);
    if (triple->has_sys)
        record_set_metric(record, "cpu_sys_s", triple->sys, triple->digit);
}
