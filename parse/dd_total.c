/* dd's totals in any language, its counts of records, and their figures. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "parse/consistency.h"
#include "parse/dd.h"
#include "parse/row_table.h"

enum dd_row { DD_TOTAL, DD_NO_TIME, DD_BSD, DD_RATE_ONLY };

/* Commas of East Asian catalogues, as bytes: U+FF0C and U+3001. */
#define COMMA "(?: , | \xef\xbc\x8c | \xe3\x80\x81 )"
/* A number, which may have a decimal comma: then no blank follows that. */
#define NUMBER "\\d+ (?:[.,]\\d+)? (?:e[-+]\\d+)?"
/* The second, in the words of any catalogue. */
#define SECOND "[^\\s\\d,()\"]{1,16}?"
/* What may stand in parentheses: "1.1 GB", "1,1 GB, 1,0 GiB". */
#define HUMAN "(?<human> (?: \\( | \xef\xbc\x88 ) [^()\\n]{1,60}? (?: \\) | \xef\xbc\x89 ) )?"

/* clang-format off: a table */
static const struct pattern_row dd_rows[] = {
    /* The words differ from language to language; what stays is a count, its
     * translation in parentheses, seconds, and a rate.  Source: coreutils
     * dd.c, print_xfer_stats(), and its catalogues; busybox has no blank before
     * the unit. */
    {DD_TOTAL, "B/",
     "(?<! [\\d.,+-] | [A-Za-z] ) (?<bytes>\\d+) (?! \\s* [kKMGTP]i?B? \\b ) (?= \\s* [^\\d\\s] ) [^\\d\\n(]{0,80}? " HUMAN
     " [^\\d\\n]{0,60} " COMMA " \\s* (?<sec> " NUMBER " ) (?<gap> \\s* )"
     " (?<second> " SECOND " ) \\s* " COMMA " \\s* (?<rate> \\d+ (?:[.,]\\d+)? ) (?<space> \\s* )"
     " (?<unit> [kKMGTPE]? i? B ) / [^\\s\\d,()/]{1,12}",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"sec", "", PATTERN_NONE}, {"gap", "", PATTERN_NONE},
      {"second", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}, {"space", "", PATTERN_NONE},
      {"unit", "", PATTERN_NONE}, {"human", "", PATTERN_NONE}}},
    /* The clock stood still: "0 s, Infinity B/s", a word in other languages. */
    {DD_NO_TIME, "B/",
     "(?<! [\\d.,+-] | [A-Za-z] ) (?<bytes>\\d+) (?! \\s* [kKMGTP]i?B? \\b ) (?= \\s* [^\\d\\s] ) [^\\d\\n(]{0,80}? " HUMAN
     " [^\\d\\n]{0,60} " COMMA " \\s* 0 \\s* " SECOND " \\s* " COMMA " \\s* [^\\d\\s,]{2,40} \\s? [^\\d\\s,]{0,20} B / [^\\s\\d,()/]{1,12}",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"human", "", PATTERN_NONE}}},
    {DD_BSD, "bytes transferred in",
     "(?<! [\\d.,] ) (?<bytes>\\d+) \\s+ bytes \\s+ transferred \\s+ in \\s+ (?<sec>\\d+(?:[.,]\\d+)?) \\s+ (?:secs?|seconds)"
     " \\s+ \\((?<rate>\\d+(?:[.,]\\d+)?) \\s+ bytes/sec\\)",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"sec", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}}},
    /* Fuchsia and others of its kind: the rate is exact. */
    {DD_RATE_ONLY, "bytes copied, ",
     "(?<! [\\d.,] ) (?<bytes>\\d+) \\s bytes \\s copied, \\s (?<exact>\\d+) \\s bytes/s \\b",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"exact", "bw_bytes_per_s", PATTERN_NUMBER}}},
};
/* clang-format on */

const struct row_table row_table_dd = {"dd", dd_rows, sizeof dd_rows / sizeof dd_rows[0]};

struct pattern_set *dd_total_rows(void)
{
    return pattern_set_new(row_table_dd.rows, row_table_dd.nr);
}

/* Reads a number whose decimal sign may be a comma. */
static bool group_decimal(const struct pattern_match *match, const char *name, double *value,
                          double *digit_value)
{
    const char *at;
    size_t length;
    char copy[40];
    if (!pattern_group(match, name, &at, &length) || length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = at[i] == ',' ? '.' : at[i];
    return units_number(copy, length, value, digit_value);
}

/* busybox prints "seconds" and no blank before the unit, and means 1024s. */
static enum units_base base_of(const struct pattern_match *match)
{
    const char *at;
    size_t length;
    bool has_word = pattern_group(match, "second", &at, &length) && length == 7 &&
                    !strncmp(at, "seconds", 7);
    return has_word && !pattern_group(match, "space", &at, &length) ? UNITS_BINARY
                                                                    : UNITS_DECIMAL;
}

/* Says whether the printed rate fits the rate; true where there is none to compare. */
static bool fits_printed(const struct pattern_match *match, double rate)
{
    double printed, digit, factor = 1;
    const char *unit;
    size_t length;
    if (!group_decimal(match, "rate", &printed, &digit))
        return true;
    if (match->row->id == DD_TOTAL && (!pattern_group(match, "unit", &unit, &length) ||
                                       !units_prefix(unit, length, base_of(match), &factor)))
        return true;
    return consistency_agrees(rate, printed * factor, digit * factor);
}

/* Says whether the words between the count and the seconds tell that dd copied: in most
 * languages the verb has that stem, and those that have none are not written in ASCII.
 * Other programs read, send and receive bytes in the same form. */
static bool is_copied(const struct pattern_match *match)
{
    static const char *const stems[] = {"cop", "kop", "disalin"};
    const char *from, *to, *found;
    size_t length;
    if (!pattern_group(match, "bytes", &from, &length) ||
        !pattern_group(match, "sec", &to, &length))
        return match->row->id != DD_TOTAL;
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++)
        if ((found = strcasestr(from, stems[i])) && found < to)
            return true;
    while (from < to && (unsigned char)*from < 0x80)
        from++;
    return from < to;
}

/* "1073741824 bytes (1.1 GB), 9.5 s, 113 MB/s": somebody left the verb away. */
static bool has_no_verb(const char *at, const char *end)
{
    static const char *const words[] = {"bytes", "byte", "octets", "B"};
    at += strspn(at, "0123456789 ");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (strncasecmp(at, words[i], length) || isalpha((unsigned char)at[length]))
            continue;
        at += length + strspn(at + length, " ");
        if (*at == '(')
            at += strcspn(at, ")") + 1;
        return at < end && at + strspn(at, ", ") >= end;
    }
    return false;
}

/* "4000 files, 5 times, 3 MB/s" has the form of a total without parentheses, which dd
 * leaves out below 1000 bytes. */
static bool is_total(const struct pattern_match *match)
{
    const double least_in_parentheses = 1000;
    const char *human, *from, *to;
    size_t length;
    double bytes, seconds;
    if (match->row->id != DD_TOTAL || is_copied(match))
        return true;
    if (!pattern_group(match, "bytes", &from, &length) ||
        !pattern_group(match, "sec", &to, &length) || !has_no_verb(from, to) ||
        !dd_total_figures(match, &bytes, &seconds))
        return false;
    if (pattern_group(match, "human", &human, &length))
        return true;
    return bytes < least_in_parentheses &&
           (seconds <= 0 || fits_printed(match, bytes / seconds));
}

bool dd_total_match(struct pattern_set *rows, const char *line, size_t length,
                    struct pattern_match *match)
{
    return pattern_match(rows, line, length, match) && is_total(match);
}

bool dd_total_figures(const struct pattern_match *match, double *bytes, double *seconds)
{
    if (!pattern_group_value(match, "bytes", PATTERN_NUMBER, bytes, NULL))
        return false;
    if (!group_decimal(match, "sec", seconds, NULL))
        *seconds = 0;
    return true;
}

bool dd_total_is_progress(const struct pattern_match *match)
{
    double seconds;
    return match->row->id == DD_TOTAL && group_decimal(match, "sec", &seconds, NULL) &&
           seconds > 0.5 && fabs(seconds - round(seconds)) < 1e-3;
}

void dd_total_fill(const struct pattern_match *match, struct record *record)
{
    double bytes, seconds, digit;
    const char *at;
    size_t length;
    pattern_fill(match, record);
    if (!record_metric(record, "io_bytes", &bytes) ||
        !group_decimal(match, "sec", &seconds, &digit))
        return;
    record_set_metric(record, "runtime_s", seconds, digit);
    if (pattern_group(match, "sec", &at, &length))
        record_set_column(record, "runtime_s", (size_t)(at - match->subject), length);
    if (seconds <= 0)
        return;
    double rate = bytes / seconds;
    record_set_metric(record, "bw_bytes_per_s", rate, rate * digit / seconds);
    if (pattern_group(match, "rate", &at, &length))
        record_set_column(record, "bw_bytes_per_s", (size_t)(at - match->subject), length);
    if (!fits_printed(match, rate))
        record_warn(record, "rate-mismatch", record->source.line);
}

/* Reads the digits at *at, which moves behind them. */
static double take_count(const char **at)
{
    double value = 0;
    for (; isdigit((unsigned char)**at); ++*at)
        value = value * 10 + (**at - '0');
    return value;
}

/* Before the counts stand blanks, what a terminal shows of control-C, or letters that are
 * not Latin (Chinese catalogues). */
static const char *skip_lead(const char *at)
{
    at += strspn(at, " \t");
    at += strncmp(at, "^C", 2) ? 0 : 2;
    while ((unsigned char)*at >= 0x80 || *at == ' ')
        at++;
    return at;
}

unsigned dd_records_read(const char *line, double whole[2], double part[2])
{
    unsigned nr = 0;
    size_t words = 0;
    const char *at = skip_lead(line);
    bool has_lead = (unsigned char)line[strspn(line, " \t")] >= 0x80;
    while (*at && nr < 2) {
        if (!isdigit((unsigned char)*at)) {
            words += *at != ' ' && *at != '\t';
            at++;
            if (!nr)
                return 0;
            continue;
        }
        double first = take_count(&at);
        if (*at != '+' || !isdigit((unsigned char)at[1]))
            return 0;
        at++;
        double second = take_count(&at);
        whole[nr] = first;
        part[nr++] = second;
    }
    enum { LONGEST = 60 };
    size_t rest = strlen(at);
    if (nr == 1)
        return (words >= 2 && words <= LONGEST) || has_lead ? 1 : 0;
    return nr == 2 && rest >= 2 ? 2 : 0;
}
