/* Quoted-printable that nobody decoded, line by line; see raw_line.h.  Source of the
 * encoding: RFC 2045 section 6.7. */
#include <string.h>

#include "parse/raw_line.h"
#include "parse/shape.h"

/* A soft break stands at the 76th byte, less where marks were peeled. */
enum { SHORTEST_SOFT = 50, LONGEST_SOFT = 80 };

struct evidence {
    size_t codes;  /* "=3D" and others */
    size_t signs;  /* of equality, encoded or not */
    size_t blanks; /* lines that end in "=20" */
    size_t soft;   /* lines that end in '=' where they are full */
    size_t filled; /* lines that are not blank */
};

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool ends_in_blank(const struct raw_line *line)
{
    return line->length >= 3 && !memcmp(line->at + line->length - 3, "=20", 3);
}

/* Says whether a line ends in a soft break where one would stand; of a line that was
 * wrapped after that, the end does.  A list of fio's percentiles ("99.000000%=4014;")
 * may be cut behind the sign: encoded, that were "%=3D". */
static bool ends_in_soft_break(const struct raw_lines *lines, size_t at, bool has_codes)
{
    size_t length = lines->at[at].length;
    const char *end = lines->at[at].at + length;
    /* "== title ==": a sign that stands for itself were encoded */
    if (!length || end[-1] != '=' || (length > 1 && end[-2] == '=') || (!has_codes && length > 1 && end[-2] == '%'))
        return false;
    size_t width = lines->at[at].width; /* with what markup was in it */
    if (width >= SHORTEST_SOFT && width <= LONGEST_SOFT && has_codes)
        return true;
    if (length < SHORTEST_SOFT && at)
        length += 1 + lines->at[at - 1].length;
    return length >= SHORTEST_SOFT && length <= LONGEST_SOFT;
}

/* Returns how many bytes of UTF-8 above ASCII are encoded at `at`, with *bytes set; 0
 * where they are none. */
static size_t read_utf8(const char *at, char *bytes)
{
    size_t nr = 0, wanted = 1;
    for (; nr < wanted && nr < 4 && at[0] == '='; at += 3) {
        int high = hex_digit(at[1]), low = high < 0 ? -1 : hex_digit(at[2]);
        if (low < 0)
            return 0;
        unsigned byte = (unsigned)(16 * high + low);
        if (!nr)
            wanted = byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : 0;
        else if ((byte & 0xc0) != 0x80)
            return 0;
        if (!wanted)
            return 0;
        bytes[nr++] = (char)byte;
    }
    return nr == wanted ? nr : 0;
}

static size_t count_signs(const struct raw_line *line)
{
    size_t nr = 0;
    for (const char *at = line->at; (at = strchr(at, '=')); at++)
        nr++;
    return nr;
}

/* Counts the codes that no text has by itself: of the sign of equality, of characters
 * above ASCII, and of tabs that stand in front or side by side. */
static size_t count_codes(const struct raw_line *line)
{
    size_t nr = 0;
    char bytes[4];
    for (const char *at = line->at; (at = strchr(at, '=')); at++) {
        bool is_tab = !strncmp(at, "=09", 3) &&
                      (at == line->at || !strncmp(at + 3, "=09", 3));
        bool is_sign = !strncmp(at, "=3D", 3) && at[3]; /* with something that it equals */
        nr += is_sign || is_tab || read_utf8(at, bytes);
    }
    return nr;
}

static struct evidence look(const struct raw_lines *lines)
{
    struct evidence evidence = {0};
    for (size_t i = 0; i < lines->nr; i++) {
        const struct raw_line *line = &lines->at[i];
        evidence.filled += line->length > 0;
        if (!memchr(line->at, '=', line->length))
            continue;
        evidence.blanks += ends_in_blank(line);
        evidence.soft += ends_in_soft_break(lines, i, false);
        evidence.codes += count_codes(line);
        evidence.signs += count_signs(line);
    }
    return evidence;
}

/* Decodes a line in place. */
static void decode(struct raw_lines *lines, struct raw_line *line)
{
    size_t used = 0;
    char *text = line->at;
    for (size_t i = 0; i < line->length;) {
        char bytes[4];
        size_t nr = text[i] == '=' ? read_utf8(text + i, bytes) : 0;
        if (nr) {
            memcpy(text + used, bytes, nr);
            used += nr;
            i += 3 * nr;
        } else if (!strncmp(text + i, "=3D", 3)) {
            text[used++] = '=';
            i += 3;
        } else if (!strncmp(text + i, "=09", 3)) {
            text[used++] = '\t';
            i += 3;
        } else if (!strncmp(text + i, "=20", 3) && i + 3 == line->length) {
            text[used++] = ' ';
            i += 3;
        } else {
            text[used++] = text[i++];
        }
    }
    line->length = used;
    line->at = clean_bytes(lines->arena, text, &line->length);
}

/* Appends the line behind a soft break. */
static void join_soft(struct raw_lines *lines, struct raw_line *line, const struct raw_line *next)
{
    size_t length = line->length - 1;
    char *joined = arena_alloc(lines->arena, length + next->length + 1);
    memcpy(joined, line->at, length);
    memcpy(joined + length, next->at, next->length);
    line->at = joined;
    line->length = length + next->length;
}

/* Decodes once; returns whether there was something. */
static bool decode_all(struct raw_lines *lines)
{
    enum { MOST_JOINED = 60 };
    struct evidence evidence = look(lines);
    /* one is enough where no sign of equality stands for itself */
    bool has_codes = evidence.codes >= 2 || (evidence.codes && evidence.soft) ||
                     (evidence.codes && evidence.codes == evidence.signs);
    bool has_soft = evidence.soft >= (has_codes ? 1 : 2);
    bool has_blanks = evidence.blanks >= 3 && 4 * evidence.blanks >= evidence.filled;
    size_t kept = 0;
    if (!has_codes && !has_soft && !has_blanks)
        return false;
    for (size_t i = 0; i < lines->nr;) {
        struct raw_line line = lines->at[i++];
        for (size_t n = 0; has_soft && n < MOST_JOINED && i < lines->nr &&
                           ends_in_soft_break(lines, i - 1, has_codes) &&
                           (lines->at[i].quote <= line.quote || line.length < SHORTEST_SOFT);
             n++)
            join_soft(lines, &line, &lines->at[i++]);
        if (has_codes || has_soft || ends_in_blank(&line))
            decode(lines, &line);
        lines->at[kept++] = line;
    }
    lines->nr = kept;
    return true;
}

void leftover_decode(struct raw_lines *lines)
{
    enum { MOST_TIMES = 2 }; /* pasted, and pasted once more from an archive */
    for (int times = 0; times < MOST_TIMES && decode_all(lines); times++)
        continue;
}

/* Returns the line without the marks of bold type around it, or NULL where it has
 * none. */
static char *without_bold(struct arena *arena, const char *at)
{
    size_t indent = strspn(at, " \t"), used = 0;
    if (at[indent] != '*' || at[indent + 1] != '*')
        return NULL;
    char *copy = arena_alloc(arena, strlen(at) + 1);
    while (*at) {
        at += 2 * (at[0] == '*' && at[1] == '*');
        if (*at)
            copy[used++] = *at++;
    }
    return copy;
}

/* Returns the line without the backslashes that keep markdown from reading signs, as in
 * "\\| 99.00th=\\[ 2278\\]"; NULL where it has none. */
static char *without_escapes(struct arena *arena, const char *line)
{
    char *copy = NULL;
    size_t used = 0;
    const char *at = line;
    while ((at = strchr(at, '\\')) && !(at[1] && strchr("|[]_<>", at[1])))
        at++;
    if (!at)
        return NULL;
    copy = arena_alloc(arena, strlen(line) + 1);
    for (at = line; *at;) {
        at += at[0] == '\\' && at[1] && strchr("|[]_<>", at[1]);
        copy[used++] = *at++;
    }
    return copy;
}

/* Says whether what is marked begins as figures of a tool do: "5.1 GB/s", "bw=5753KB/s". */
static bool is_figure(const char *at)
{
    size_t word = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    at += word && at[word] == '=' ? word + 1 + strspn(at + word + 1, " ") : 0;
    return *at >= '0' && *at <= '9';
}

/* Returns where the emphasis that starts in front of `from` ends, in length marks; NULL
 * where it does not. */
static const char *end_of_marks(const char *from, char mark, size_t length)
{
    enum { LONGEST = 200 };
    const char marks[] = {mark, 0}, stop[] = {mark, '\n', 0};
    for (const char *at = from; (at += strcspn(at, stop)) < from + LONGEST && *at == mark;
         at += strspn(at, marks))
        if (strspn(at, marks) == length && at > from && !strchr(" \t", at[-1]) &&
            (!at[length] || strchr(" \t,.;:)/(", at[length])))
            return at;
    return NULL;
}

/* Returns the line without the marks that stress figures in the middle of it, as in
 * "0.2 s, **5.1 GB/s**"; NULL where it has none. */
static char *without_stress(struct arena *arena, const char *line)
{
    char *copy = NULL;
    size_t used = 0;
    const char *taken = line; /* what is in front of it stands in the copy */
    /* Rows of bonnie, which have none of these, keep theirs: its parser knows them. */
    if (!strpbrk(line, "/="))
        return NULL;
    for (const char *at = line; (at = strpbrk(at, "*_`"));) {
        const char *end = NULL;
        size_t length = strspn(at, (char[]){*at, 0});
        if (length <= 2 && (at == line || strchr(" \t(=,", at[-1])) && is_figure(at + length))
            end = end_of_marks(at + length, *at, length);
        if (!end) {
            at += length;
            continue;
        }
        copy = copy ? copy : arena_alloc(arena, strlen(line) + 1);
        memcpy(copy + used, taken, (size_t)(at - taken));
        used += (size_t)(at - taken);
        taken = at + length;
        memcpy(copy + used, taken, (size_t)(end - taken));
        used += (size_t)(end - taken);
        taken = at = end + length;
    }
    if (copy)
        strcpy(copy + used, taken);
    return copy;
}

/* Says whether it begins with a string in quotation marks; *behind gets what follows it. */
static bool is_string(const char *at, const char **behind)
{
    at += strspn(at, " \t{,");
    const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
    *behind = end ? end + 1 + strspn(end + 1, " \t") : at;
    return end != NULL;
}

/* Says whether the line is of JSON: a name and its value. */
static bool is_member(const char *at)
{
    const char *behind;
    return is_string(at, &behind) && *behind == ':';
}

/* Says whether the line is a string alone, as scripts go on with a long one. */
static bool is_piece(const char *at)
{
    const char *behind;
    return is_string(at, &behind) && strspn(behind, "\\+,;)") == strlen(behind);
}

void leftover_plain(struct raw_lines *lines)
{
    bool was_plain = false; /* the line above was one of those */
    for (size_t i = 0; i < lines->nr; i++) {
        struct raw_line *line = &lines->at[i];
        char *plain = clean_typography(lines->arena, line->at);
        char *thin = without_bold(lines->arena, plain ? plain : line->at);
        plain = thin ? thin : plain;
        thin = without_stress(lines->arena, plain ? plain : line->at);
        plain = thin ? thin : plain;
        thin = without_escapes(lines->arena, plain ? plain : line->at);
        plain = thin ? thin : plain;
        was_plain = plain && (is_member(plain) || (was_plain && is_piece(plain)) ||
                              shape_is_line(lines->shapes, plain, strlen(plain)));
        if (!was_plain)
            continue;
        line->at = plain;
        line->length = strlen(plain);
    }
}
