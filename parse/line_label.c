#include "parse/line_label.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/vocabulary.h"

enum { LONGEST = 80 };

/* A result whose line has a prefix, ready to be sorted. */
struct prefixed {
    size_t index; /* of the result */
    size_t stream;
    const char *stem;   /* the prefix, of a file's name without folder and ending */
    size_t base_length; /* of the stem without the number at its end */
    unsigned number;    /* the number at its end, 0 for none */
    bool is_taken_off;  /* it stood before the line; see struct text_line */
};

static const char *trimmed(struct arena *arena, const char *at, size_t length)
{
    while (length && strchr(" \t*`\"'", *at)) {
        at++;
        length--;
    }
    while (length && strchr(" \t*`\"'", at[length - 1]))
        length--;
    return arena_text(arena, at, length);
}

/* Where the first and the last figure of the line stand. */
static void find_figures(const struct record *record, size_t *first, size_t *end)
{
    *first = strlen(record->source.text);
    *end = 0;
    for (size_t i = 0; i < record->source.cols_nr; i++) {
        const struct record_column *col = &record->source.cols[i];
        if (col->first < *first)
            *first = col->first;
        if (col->first + col->length > *end)
            *end = col->first + col->length;
    }
}

/* "4.19": a version, where the seconds of a log have more behind the point. */
static bool is_version(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits && digits <= 2 && text[digits] == '.' && strlen(text + digits + 1) <= 2;
}

/* "12:30:01", the seconds of a kernel log, or a line's number: no configuration. */
static bool has_clock(const char *text)
{
    if (is_version(text))
        return false;
    for (const char *at = text; *at; at++)
        if (isdigit((unsigned char)at[0]) && at[1] == ':' && isdigit((unsigned char)at[2]))
            return true;
    /* "2.6.24" has no bracket, and more than one point. */
    return text[strspn(text, "[ ")] && strspn(text, "[] .0123456789") == strlen(text) &&
           (*text == '[' || strchr(text, '.') == strrchr(text, '.'));
}

/* The operation itself in front of its figures says nothing more. */
static bool is_own_word(const struct record *record, const char *text)
{
    static const char *const words[] = {"iops", "bw", "read", "write", "trim", "mixed", "aggrb"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(text, words[i]))
            return true;
    return !strcasecmp(text, record->op);
}

/* "before read" says no more than "before" of a read, and "+ read" than "+". */
static const char *without_op(struct arena *arena, const char *text, const char *op)
{
    size_t length = strlen(text), size = strlen(op);
    if (!size || length < size + 2 || strcasecmp(text + length - size, op) ||
        !isspace((unsigned char)text[length - size - 1]))
        return text;
    return trimmed(arena, text, length - size);
}

/* Returns what stands before a colon ahead of the figures, or NULL. */
static const char *find_prefix(struct arena *arena, const struct record *record, size_t first)
{
    const char *text = record->source.text, *colon = text;
    do {
        colon = strchr(colon + 1, ':');
    } while (colon && colon[1] && !isspace((unsigned char)colon[1]));
    if (!colon || !colon[1] || (size_t)(colon - text) >= first || colon - text > LONGEST)
        return NULL;
    const char *prefix = trimmed(arena, text, (size_t)(colon - text));
    if (!*prefix || has_clock(prefix) || is_own_word(record, prefix))
        return NULL;
    prefix = without_op(arena, prefix, record->op);
    return has_clock(prefix) ? NULL : prefix;
}

/* Returns the remark behind the figures, or NULL. */
static const char *find_comment(struct arena *arena, const struct record *record, size_t end)
{
    static const char *const marks[] = {"#", "//", "<--", "<-", "\xe2\x86\x90"};
    const char *text = record->source.text;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *mark = strstr(text + end, marks[i]);
        if (!mark || mark == text || !isspace((unsigned char)mark[-1]))
            continue;
        mark += strlen(marks[i]);
        const char *comment = trimmed(arena, mark, strlen(mark));
        if (*comment && strlen(comment) <= LONGEST)
            return comment;
    }
    return NULL;
}

/* "logs/nvme-3.fio" gives "nvme-3"; what is no file's name stays as it is. */
static const char *stem_of(struct arena *arena, const char *prefix)
{
    if (strpbrk(prefix, " \t"))
        return prefix;
    const char *colon = strrchr(prefix, ':');
    if (colon && colon > prefix && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")])
        prefix = arena_text(arena, prefix, (size_t)(colon - prefix)); /* grep -n */
    const char *slash = strrchr(prefix, '/'), *name = slash && slash[1] ? slash + 1 : prefix;
    const char *dot = strrchr(name, '.');
    size_t ending = dot ? strlen(dot + 1) : 0;
    bool is_file = dot && dot > name && ending && ending <= 4 && isalpha((unsigned char)dot[1]);
    return is_file ? arena_text(arena, name, (size_t)(dot - name)) : name;
}

/* "Speed (2nd run)" */
static bool split_run(struct prefixed *prefixed)
{
    enum { LONGEST_RUN = 20 };
    const char *open = strrchr(prefixed->stem, '(');
    char inner[LONGEST_RUN + 1] = "";
    size_t length = open ? strcspn(open + 1, ")") : 0;
    if (!length || length > LONGEST_RUN || strcmp(open + 1 + length, ")"))
        return false;
    memcpy(inner, open + 1, length);
    size_t base = (size_t)(open - prefixed->stem);
    while (base && prefixed->stem[base - 1] == ' ')
        base--;
    if (!base || !vocabulary_run(inner, &prefixed->number))
        return false;
    prefixed->base_length = base;
    return true;
}

static void split_number(struct prefixed *prefixed)
{
    if (split_run(prefixed))
        return;
    size_t length = strlen(prefixed->stem), base = length;
    while (base && isdigit((unsigned char)prefixed->stem[base - 1]))
        base--;
    prefixed->base_length = length;
    if (base == length || length - base > 5)
        return;
    unsigned long number = strtoul(prefixed->stem + base, NULL, 10);
    while (base && strchr("-_.# ", prefixed->stem[base - 1]))
        base--;
    if (!base || !number)
        return;
    prefixed->base_length = base;
    prefixed->number = (unsigned)number;
}

static int compare_bases(const void *left, const void *right)
{
    const struct prefixed *a = left, *b = right;
    if (a->stream != b->stream)
        return a->stream < b->stream ? -1 : 1;
    size_t least = a->base_length < b->base_length ? a->base_length : b->base_length;
    int order = memcmp(a->stem, b->stem, least);
    if (order || a->base_length != b->base_length)
        return order ? order : a->base_length < b->base_length ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static bool is_same_base(const struct prefixed *a, const struct prefixed *b)
{
    return a->stream == b->stream && a->base_length == b->base_length &&
           !memcmp(a->stem, b->stem, a->base_length);
}

/* Of equal bases with numbers from 1 up, without a gap that lets them be sizes, the
 * numbers are those of runs. */
static bool are_runs(const struct prefixed *at, size_t nr)
{
    unsigned distinct = 1;
    if (nr < 2 || !at[0].number || at[0].number > 2 ||
        vocabulary_is_thing(at[0].stem, at[0].base_length))
        return false;
    for (size_t i = 1; i < nr; i++)
        distinct += at[i].number != at[i - 1].number;
    return distinct > 1 && at[nr - 1].number - at[0].number < 2 * distinct;
}

/* Drops the names that were taken off the lines where they are all the same, whatever
 * the lines themselves begin with; returns how many are left. */
static size_t drop_shared(const struct tool_output *output, struct prefixed *at, size_t nr)
{
    const char *shared = output->at[at[0].index].prefix;
    size_t kept = 0;
    for (size_t i = 0; i < nr; i++) {
        const char *name = output->at[at[i].index].prefix;
        if (!name || !shared || strcmp(name, shared))
            return nr;
    }
    for (size_t i = 0; i < nr; i++)
        if (!at[i].is_taken_off)
            at[kept++] = at[i];
    return kept;
}

static void settle_stream(const struct tool_output *output, struct prefixed *at, size_t nr,
                          struct line_label *labels)
{
    bool differ = false;
    nr = drop_shared(output, at, nr);
    for (size_t i = 1; i < nr; i++)
        differ = differ || strcmp(at[i].stem, at[0].stem);
    for (size_t first = 0, end; differ && first < nr; first = end) {
        for (end = first + 1; end < nr && is_same_base(&at[end], &at[first]);)
            end++;
        bool has_runs = are_runs(at + first, end - first);
        for (size_t i = first; i < end; i++) {
            struct line_label *label = &labels[at[i].index];
            label->prefix = has_runs ? arena_text(output->arena, at[i].stem, at[i].base_length)
                                     : at[i].stem;
            label->run = has_runs ? at[i].number : 0;
        }
    }
}

void line_label_find(const struct tool_output *output, struct line_label *labels)
{
    struct prefixed *prefixed = arena_alloc(output->arena, output->nr * sizeof *prefixed);
    size_t nr = 0;
    for (size_t i = 0; i < output->nr; i++) {
        const struct record *record = output->at[i].record;
        size_t first, end;
        labels[i] = (struct line_label){0};
        if (output->at[i].labels_nr)
            continue; /* its parser knows what stands around its figures */
        if (!strncmp(record->tool, "bonnie", 6) || !record->source.cols_nr)
            continue; /* bonnie's rows begin with the machine's name */
        find_figures(record, &first, &end);
        labels[i].comment = find_comment(output->arena, record, end);
        const char *prefix = find_prefix(output->arena, record, first);
        if (!prefix)
            prefix = output->at[i].prefix;
        if (!prefix)
            continue;
        struct prefixed *one = &prefixed[nr++];
        *one = (struct prefixed){.index = i, .stream = output->at[i].stream};
        one->stem = stem_of(output->arena, prefix);
        one->base_length = strlen(one->stem);
        one->is_taken_off = prefix == output->at[i].prefix;
        if (!one->is_taken_off) /* hosts are no runs */
            split_number(one);
    }
    qsort(prefixed, nr, sizeof *prefixed, compare_bases);
    for (size_t first = 0, end; first < nr; first = end) {
        for (end = first + 1; end < nr && prefixed[end].stream == prefixed[first].stream;)
            end++;
        settle_stream(output, prefixed + first, end - first, labels);
    }
}
