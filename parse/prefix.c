/* What stands before each line of a tool's output; see raw_line.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/look.h"
#include "parse/raw_line.h"
#include "parse/shape.h"

enum { MOST_PREFIXES = 48, MOST_ROUNDS = 3 };

/* One way to begin lines. */
struct prefix {
    struct look look;
    bool is_time, is_number;
    uint64_t kinds; /* a bit for each kind of line that was met behind it */
    size_t count;
    size_t first, last; /* lines */
    size_t in_order;    /* lines whose number grew as the lines do */
    unsigned long number, line;
    size_t suffixed;
    const char *suffix;
};

/* Says whether the look ends in a mark of quotation: in a '>' that no '<' opens. */
static bool ends_in_mark(const struct look *look)
{
    int open = 0;
    for (size_t i = 0; i + 1 < look->length; i++)
        open += look->text[i] == '<' ? 1 : look->text[i] == '>' && open ? -1 : 0;
    return look->length && look->text[look->length - 1] == '>' && !open;
}

/* Says whether a mark of quotation ends what is a prefix without it: lines that lost the
 * mark have the prefix still. */
static bool ends_in_quotation(const struct look *look)
{
    return look->length > 1 && !isalnum((unsigned char)look->text[look->length - 2]) &&
           ends_in_mark(look);
}

/* The look of what stands before the shape, as a prefix; returns whether there is
 * something.  Without a time in it figures count. */
static bool make_prefix(struct prefix *prefix, const char *at, size_t length)
{
    *prefix = (struct prefix){.kinds = 0};
    if (length >= LOOK_LONGEST)
        return false;
    look_take(&prefix->look, at, length);
    struct look *look = &prefix->look;
    while (look->length &&
           (look->text[look->length - 1] == ' ' || ends_in_quotation(look)))
        look->text[--look->length] = '\0';
    prefix->is_time = strstr(look->text, "0:0") || strstr(look->text, "0-0-0") ||
                      strstr(look->text, "[0.0");
    const char *figure = strchr(look->text, '0');
    prefix->is_number = figure && !strchr(figure + 1, '0') &&
                        strspn(look->text, " 0:.|)]#-") == look->length;
    /* "=" is what quoted-printable left of a character, or a name's value */
    return look->length > 0 && look->text[look->length - 1] != '=';
}

/* Returns how many bytes of the line the prefix spans; 0 where the line does not begin
 * with it. */
static size_t prefix_length(const struct prefix *prefix, const struct raw_line *line,
                            const struct raw_line *model)
{
    struct look look;
    look_take(&look, line->at, line->length);
    if (look.length < prefix->look.length ||
        memcmp(look.text, prefix->look.text, prefix->look.length))
        return 0;
    size_t length = look.end[prefix->look.length - 1];
    size_t wanted = prefix->look.end[prefix->look.length - 1];
    /* names with figures in them are names */
    if (!prefix->is_time && !prefix->is_number) {
        size_t skip = strspn(line->at, " \t"), other = strspn(model->at, " \t");
        if (length - skip != wanted - other ||
            memcmp(line->at + skip, model->at + other, length - skip))
            return 0;
    }
    return length;
}

static const char *suffix_of(const struct raw_line *line, const struct look *look)
{
    static const char *const suffixes[] = {" |", "|", "\",", "\"", "`", "',", "'"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t size = strlen(suffixes[i]);
        char mark = suffixes[i][0] == ' ' ? '|' : suffixes[i][0];
        if (line->length > size && strchr(look->text, mark) &&
            !memcmp(line->at + line->length - size, suffixes[i], size))
            return suffixes[i];
    }
    return NULL;
}

/* The prefixes of a part. */
struct prefixes {
    struct prefix at[MOST_PREFIXES];
    size_t nr;
};

static struct prefix *find_prefix(struct prefixes *prefixes, const struct prefix *new,
                                  const struct raw_lines *lines, size_t line)
{
    for (size_t i = 0; i < prefixes->nr; i++) {
        struct prefix *old = &prefixes->at[i];
        if (!strcmp(old->look.text, new->look.text) &&
            prefix_length(old, &lines->at[line], &lines->at[old->first]))
            return old;
    }
    if (prefixes->nr == MOST_PREFIXES)
        return NULL;
    prefixes->at[prefixes->nr] = *new;
    prefixes->at[prefixes->nr].first = line;
    return &prefixes->at[prefixes->nr++];
}

static void learn(struct prefixes *prefixes, const struct raw_lines *lines)
{
    prefixes->nr = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        const struct raw_line *line = &lines->at[i];
        struct prefix new, *prefix;
        size_t at = 0;
        int kind = shape_find(lines->shapes, line->at, line->length, &at);
        if (!kind || !at || !make_prefix(&new, line->at, at) ||
            !(prefix = find_prefix(prefixes, &new, lines, i)))
            continue;
        unsigned long number = strtoul(line->at + strcspn(line->at, "0123456789"), NULL, 10);
        if (prefix->count && prefix->is_number)
            prefix->in_order += number - prefix->number == line->line - prefix->line;
        prefix->number = number;
        prefix->line = line->line;
        prefix->kinds |= (uint64_t)1 << kind;
        prefix->count++;
        prefix->last = i;
        const char *suffix = suffix_of(line, &new.look);
        prefix->suffixed += suffix != NULL;
        prefix->suffix = suffix ? suffix : prefix->suffix;
    }
}

/* Says whether most lines from the first to the last have it, and not only those of a
 * tool: the names of files that grep prints stand before one kind of line alone. */
static bool covers_block(const struct raw_lines *lines, const struct prefix *prefix)
{
    size_t filled = 0, covered = 0;
    for (size_t i = prefix->first; i <= prefix->last; i++) {
        filled += lines->at[i].length > 0;
        covered += prefix_length(prefix, &lines->at[i], &lines->at[prefix->first]) > 0;
    }
    return covered > prefix->count && 10 * covered >= 6 * filled;
}

/* Says whether all lines have it: then one line of a tool is enough.  Signs of lists and
 * patches stand before no blank line but where they were put before all. */
static bool covers_part(const struct raw_lines *lines, const struct prefix *prefix, bool is_sign)
{
    size_t filled = 0, bare = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        if (!lines->at[i].length)
            continue;
        size_t length = prefix_length(prefix, &lines->at[i], &lines->at[prefix->first]);
        if (!length)
            return false;
        bare += length == lines->at[i].length;
        filled++;
    }
    return filled >= 2 && (bare || !is_sign);
}

/* Kinds of lines that people keep alone of a whole block: directions, sums, latencies and
 * samples.  See shape.c. */
static const uint64_t alone = 1U << 1 | 1U << 2 | 1U << 3 | 1U << 13;

/* Says whether it is a word that names what was measured ("before:", as grep prints
 * "a.log:"): it stands before nothing but lines that were picked out. */
static bool is_name(const struct prefix *prefix)
{
    const struct look *look = &prefix->look;
    return !prefix->is_time && !(prefix->kinds & ~alone) && look->length > 1 &&
           isalpha((unsigned char)look->text[0]) && look->text[look->length - 1] == ':';
}

/* Says whether names differ, so that they are what tells the lines apart. */
static bool has_rival(const struct prefixes *prefixes, const struct prefix *prefix)
{
    for (size_t i = 0; i < prefixes->nr && is_name(prefix); i++)
        if (&prefixes->at[i] != prefix && is_name(&prefixes->at[i]))
            return true;
    return false;
}

/* Says whether it looks like a mark of quotation or the name of a host: no sign of a
 * patch, no start of JSON, no name of a file. */
static bool is_mark(const struct look *look)
{
    char last = look->text[look->length - 1];
    return (strchr(">|:]", last) || isalnum((unsigned char)last)) &&
           !strpbrk(look->text, ".{\"");
}

/* Says whether it stands before lines as a log or a reader puts it there: before more
 * than one kind of line. */
static bool is_prefix(const struct prefixes *prefixes, const struct prefix *prefix,
                      const struct raw_lines *lines)
{
    bool is_sign = !strcmp(prefix->look.text, "+") || !strcmp(prefix->look.text, "-");
    bool has_kinds = (prefix->kinds & (prefix->kinds - 1)) != 0;
    if (has_rival(prefixes, prefix))
        return false;
    if (prefix->count < 2)
        return covers_part(lines, prefix, is_sign);
    if (!has_kinds && !prefix->is_time && !covers_block(lines, prefix) &&
        (!is_mark(&prefix->look) || !covers_part(lines, prefix, false)))
        return false;
    if (prefix->is_number)
        return 3 * prefix->in_order >= 2 * (prefix->count - 1);
    /* both signs of a patch tell what was before and after */
    for (size_t i = 0; is_sign && i < prefixes->nr; i++)
        if (prefixes->at[i].look.length == 1 && &prefixes->at[i] != prefix &&
            strchr("+-", prefixes->at[i].look.text[0]))
            return false;
    return true;
}

static void cut_suffix(struct raw_line *line, const char *suffix)
{
    size_t size = strlen(suffix);
    if (line->length < size || memcmp(line->at + line->length - size, suffix, size))
        return;
    line->length -= size;
    while (line->length && strchr(" \t", line->at[line->length - 1]))
        line->length--;
    line->at[line->length] = '\0';
}

/* Widens the block of a prefix by lines next to it that have it. */
static void widen(const struct raw_lines *lines, const struct prefix *prefix,
                  const struct raw_line *model, size_t *first, size_t *last)
{
    while (*first && (!lines->at[*first - 1].length ||
                      prefix_length(prefix, &lines->at[*first - 1], model)))
        --*first;
    while (*last + 1 < lines->nr && (!lines->at[*last + 1].length ||
                                     prefix_length(prefix, &lines->at[*last + 1], model)))
        ++*last;
}

/* Keeps what names something in what is peeled: length bytes of the line. */
static void keep_name(struct raw_lines *lines, struct raw_line *line, const struct prefix *prefix,
                      size_t length)
{
    size_t skip = strspn(line->at, " \t<[(");
    while (length > skip && strchr(" \t:|>])-", line->at[length - 1]))
        length--;
    if (!line->prefix && !prefix->is_time && length > skip && isalpha((unsigned char)line->at[skip]))
        line->prefix = arena_text(lines->arena, line->at + skip, length - skip);
}

/* Peels it from its lines, from those between them, and from those next to them, with
 * the blanks that all have behind it. */
static void peel(struct raw_lines *lines, const struct prefix *prefix)
{
    struct raw_line model = lines->at[prefix->first];
    size_t first = prefix->first, last = prefix->last, padding = LOOK_LONGEST;
    widen(lines, prefix, &model, &first, &last);
    for (size_t i = first; i <= last; i++) {
        size_t length = prefix_length(prefix, &lines->at[i], &model);
        size_t blanks = length ? strspn(lines->at[i].at + length, " \t") : 0;
        if (length && lines->at[i].at[length + blanks] && blanks < padding)
            padding = blanks;
    }
    for (size_t i = first; i <= last; i++) {
        struct raw_line *line = &lines->at[i];
        size_t length = prefix_length(prefix, line, &model);
        if (!length)
            continue;
        keep_name(lines, line, prefix, length);
        raw_line_skip(line, length + padding);
        if (prefix->suffix && 4 * prefix->suffixed >= 3 * prefix->count)
            cut_suffix(line, prefix->suffix);
        line->quote += ends_in_mark(&prefix->look);
        raw_line_peel(line);
    }
}

/* Says whether another one of them is the start of it: that one comes first, and all of
 * its block at once. */
static bool goes_on(const struct prefixes *prefixes, const struct prefix *prefix,
                    const struct raw_lines *lines)
{
    for (size_t i = 0; i < prefixes->nr; i++) {
        const struct look *look = &prefixes->at[i].look;
        if (look->length < prefix->look.length &&
            !memcmp(look->text, prefix->look.text, look->length) &&
            is_prefix(prefixes, &prefixes->at[i], lines))
            return true;
    }
    return false;
}

/* Makes a prefix of what all lines begin with; returns whether they are enough, and
 * there is something. */
static bool make_common(struct prefix *common, const struct raw_lines *lines)
{
    enum { FEWEST = 4 };
    struct look look, other;
    size_t filled = 0;
    *common = (struct prefix){.number = 0};
    for (size_t i = 0; i < lines->nr; i++) {
        if (!lines->at[i].length)
            continue;
        look_take(filled ? &other : &look, lines->at[i].at, lines->at[i].length);
        size_t same = 0;
        while (filled && same < look.length && same < other.length &&
               look.text[same] == other.text[same])
            same++;
        look.length = filled ? same : look.length;
        if (!look.length)
            return false;
        common->first = filled++ ? common->first : i;
        common->last = i;
    }
    if (filled < FEWEST)
        return false;
    size_t length = look.length ? look.end[look.length - 1] : 0;
    const struct raw_line *first = &lines->at[common->first];
    struct prefix made;
    while (length && first->at[length - 1] == ' ')
        length--;
    /* the bar that begins the rows of a table behind a sign is theirs */
    while (length > 1 && first->at[length - 1] == '|') {
        size_t rest = length - 1;
        while (rest && first->at[rest - 1] == ' ')
            rest--;
        if (!rest || !strchr(":>]#/*-|+", first->at[rest - 1]))
            break;
        length = rest;
    }
    if (!length || !make_prefix(&made, first->at, length))
        return false;
    made.first = common->first;
    made.last = common->last;
    *common = made;
    return true;
}

/* Says whether it ends in a sign that nothing but a blank follows in any line, or is a time:
 * what begins all rows of a table does not. */
static bool is_set_off(const struct prefix *prefix, const struct raw_lines *lines)
{
    const struct look *look = &prefix->look;
    char last = look->text[look->length - 1];
    if (!prefix->is_time && (!strchr(":>]#/*-|", last) || look->text[0] == '|'))
        return look->length == 1 &&
               (last == '+' || (last == '"' && prefix->suffixed == prefix->count));
    for (size_t i = prefix->first; i <= prefix->last; i++) {
        size_t length = prefix_length(prefix, &lines->at[i], &lines->at[prefix->first]);
        if (length && lines->at[i].at[length] && lines->at[i].at[length] != ' ')
            return false;
    }
    return true;
}

/* Peels what stands before all lines of a part, output of a tool or not: a line with
 * nothing else on it was blank, so that it belongs to none of them, or numbers count
 * the lines, or it is set off. */
static void peel_common(struct raw_lines *lines)
{
    struct prefix common;
    if (!make_common(&common, lines))
        return;
    const struct raw_line first = lines->at[common.first];
    size_t bare = 0, covered = 0, filled = 0;
    for (size_t i = common.first; i <= common.last; i++) {
        const struct raw_line *line = &lines->at[i];
        size_t length = prefix_length(&common, line, &first);
        const char *suffix = suffix_of(line, &common.look);
        filled += line->length > 0;
        covered += length > 0;
        common.in_order += common.is_number && length &&
                           strtoul(line->at + strspn(line->at, " "), NULL, 10) == line->line;
        common.suffixed += suffix != NULL;
        common.suffix = suffix ? suffix : common.suffix;
        bare += length && (!line->at[length] ||
                           (suffix && !strcmp(line->at + length + strspn(line->at + length, " "),
                                              suffix + (*suffix == ' '))));
    }
    common.count = covered;
    if (covered == filled && bare < covered &&
        (common.is_number ? common.in_order == covered
                          : bare > 0 || is_set_off(&common, lines)))
        peel(lines, &common);
}

void prefix_peel(struct raw_lines *lines)
{
    struct prefixes *prefixes = arena_alloc(lines->arena, sizeof *prefixes);
    bool has_peeled = true;
    for (int round = 0; has_peeled && round < MOST_ROUNDS; round++) {
        has_peeled = false;
        learn(prefixes, lines);
        for (size_t i = 0; i < prefixes->nr; i++)
            if (is_prefix(prefixes, &prefixes->at[i], lines) &&
                !goes_on(prefixes, &prefixes->at[i], lines)) {
                peel(lines, &prefixes->at[i]);
                has_peeled = true;
            }
        if (!round && !has_peeled)
            peel_common(lines);
    }
}

void prefix_unmark(struct raw_lines *lines)
{
    for (size_t i = 0; i + 1 < lines->nr; i++) {
        struct raw_line *line = &lines->at[i], *next = line + 1;
        size_t start;
        bool is_alone = line->quote > next->quote && next->length &&
                        (!i || line[-1].quote <= next->quote || !line[-1].length);
        if (is_alone && shape_is_command(lines->shapes, line->at, line->length) &&
            shape_find(lines->shapes, next->at, next->length, &start) && !start)
            line->quote = next->quote;
    }
}
