/* Labels in front of rates: which of them are about storage. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/prose.h"

/* Says whether a word of the text starts so. */
static bool has_start(const char *text, const char *start)
{
    for (const char *at = text; (at = strcasestr(at, start)); at++)
        if (at == text || !isalpha((unsigned char)at[-1]))
            return true;
    return false;
}

static size_t count_words(const char *text)
{
    size_t words = 0;
    for (const char *at = text + strspn(text, " \t"); *at; words++) {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    return words;
}

/* Says whether a label speaks of what no test of a disk measured: other programs and
 * parts, what somebody wishes or promises, what a kernel measures of itself at its
 * start, and whole sentences. */
static bool is_other(const char *label)
{
    static const char *const starts[] = {
        "net",     "eth",      "nic",     "link",    "lan",      "wan",     "wire",   "mem",
        "ram ",    "cpu",      "bus",     "pci",     "sata ",    "sas ",    "usb",    "interface",
        "copy",    "restor",   "backup",  "samba",   "nfs copy", "scp",     "rsync",    "ftp",     "iperf",   "ping",     "curl",    "wget",   "upload",
        "download", "internet", "limit",  "expected", "theor",   "spec",    "advertis", "guarant",
        "promis",  "goal",     "need",    "require", "should",   "would",   "could",  "must",
        "burst",   "cap",      "throttl", "load",    "rate",     "max",     "peak",   "average",
        "avg",     "mean",     "total",   "sum",     "diff",     "bps",     "iops",   "lat",
        "resync",  "rebuild",  "reshape", "recovery", "scrub",   "raid5:",  "raid6:", "xor",
        "regs",    "mmx",      "sse",     "avx",     "ssse",     "neon",    "altivec", "int32x",
        "checksum", "hash",    "aes",     "gzip",    "lz4",      "zstd",    "timing", "cached"};
    enum { MOST_WORDS = 8 };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (has_start(label, starts[i]))
            return true;
    return strstr(label, "B/s") || strstr(label, "_mmx") || strstr(label, "regs") ||
           count_words(label) > MOST_WORDS;
}

static bool is_of_storage(const char *label)
{
    static const char *const starts[] = {"read", "write", "disk", "i/o", "io ", "raid", "drive"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (has_start(label, starts[i]))
            return true;
    return vocabulary_op(label) != NULL;
}

/* Says whether the line has the form "label: rate" with a label that may be of storage. */
static bool is_item(const struct prose *prose, size_t at)
{
    struct pattern_match match;
    if (at >= prose->lines->nr)
        return false;
    const struct text_line *line = &prose->lines->lines[at];
    return pattern_match_row(prose->rows, PROSE_RATE, line->at, line->length, &match) &&
           !is_other(pattern_group_text(&match, "label", prose->output->arena));
}

bool prose_may_label(const struct prose *prose, size_t at, const char *label)
{
    if (is_other(label))
        return false;
    if (is_of_storage(label))
        return true;
    return prose->names_tool && (vocabulary_factor_of_all(prose->words, label) ||
                                 (at && is_item(prose, at - 1)) || is_item(prose, at + 1));
}

bool prose_may_count(const struct prose *prose, size_t at, const char *label)
{
    static const int steps[] = {-1, 1};
    if (!vocabulary_op(label) || is_other(label))
        return false;
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        struct pattern_match match;
        size_t i = at;
        do
            i += (size_t)steps[s];
        while (i < prose->lines->nr &&
               pattern_match_row(prose->rows, PROSE_IOPS, prose->lines->lines[i].at,
                                 prose->lines->lines[i].length, &match));
        if (is_item(prose, i))
            return true;
    }
    return false;
}

/* Counts the rates of a line. */
static size_t count_rates(const char *line)
{
    size_t nr = 0;
    for (const char *at = line; (at = strstr(at, "B/s")); at++)
        nr++;
    return nr;
}

bool prose_may_tell(const struct prose *prose, size_t at, const char *label)
{
    const char *line = prose->lines->lines[at].at;
    return prose->names_tool && (*prose->text_op || prose->output->nr) && !is_other(label) &&
           count_rates(line) == 1;
}
