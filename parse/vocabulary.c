#include "parse/vocabulary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/row_table.h"
#include "record/memory.h"

/* A pattern by factor; the first that fits every level names the factor.  Word
 * bounds are wide: levels are short texts. */
/* clang-format off: a table */
static const struct pattern_row factor_rows[] = {
    {0, NULL, "(?i) \\b (?: no | none | write \\W? (?:back|through) | directsync | unsafe ) \\W? cache? \\b"
              " | \\b (?: no \\W? cache | write \\W? (?:back|through) | directsync ) \\b | ^ none $", {{0}}},
    {1, NULL, "(?i) \\b (?: lsi\\w* | virtio | virtio[ _-]?(?:blk|scsi) | (?:v?scsi|blk)[ _-]virtio | ide | ahci | sata | nvme"
              " | megasas\\w* | pvscsi | vhost\\S* | xen-?blk\\w* ) \\b", {{0}}},
    {2, NULL, "(?i) ^ \\W* (?: and \\s+ )? (?: before | after | without | with | w/o (?= \\s | $ ) | w/ (?= \\s | $ ) | un-?patched | patched | baseline | base | vanilla"
              " | stock | orig(?:inal)? | old | new | mainline | pristine | reverted ) (?! \\w )", {{0}}},
    {3, NULL, "(?i) \\b (?: noop | none | deadline | cfq | anticipatory | bfq | kyber | mq-deadline ) \\b", {{0}}},
    {4, NULL, "(?i) \\b (?: dom0 | domu | host | guest | vm | native | bare \\W? metal | container | hypervisor ) \\b", {{0}}},
    {5, NULL, "(?i) \\b (?: ext[234] | xfs | btrfs | zfs | jfs | reiserfs\\d? | ocfs2 | gfs2? | f2fs | nilfs2? | ntfs | ufs | nfs(?:v\\d)? ) \\b", {{0}}},
    {6, NULL, "(?i) \\b raid \\W? \\d{1,2} \\b", {{0}}},
    /* "2.1" is a version of anything: two numbers are a kernel's where nothing else is named */
    {7, NULL, "(?: (?<! [\\w.-] ) v? (?: 2\\.[46]\\.\\d{1,2} (?:\\.\\d+)* | [3-7] \\. \\d{1,2} (?:\\.\\d+)* (?= -rc\\d | -\\d+- | -\\d*[a-z] ) )"
              " | (?: ^ \\W* | \\b (?i: kernel | linux | vanilla | stock | mainline | upstream | patched | base(?:line)? | plain | on | in | at | with(?:out)? | under | using | and | before | after | from | running ) [\\s(-]+ )"
              " v? [3-7] \\. \\d{1,2} (?:\\.\\d+)* )"
              " (?: -rc\\d+ )? (?! [\\d.]*\\s*(?:[kKMGT]i?B|%) )", {{0}}},
    {8, NULL, "(?i) ^ (?: /dev/\\S+ | [hsvx]v?d[a-z]\\d* | nvme\\d\\S* | md\\d* | dm-\\S+ | (?:dm-?)? (?:crypt|raid|cache)"
              " | luks | lvm | bcache\\d* | z?ram\\d+ | loop\\d+ | drbd\\d* | rbd\\d* | nbd\\d* | ssds? | hdds? ) $", {{0}}},
    {9, NULL, "(?i) \\b (?: stgt | tgtd? | i?scst | lio | iet | istgt | i?scsi[ _-]?target | k?vblade | qaoed | ggaoed ) \\b", {{0}}},
};
/* clang-format on */

const struct row_table row_table_vocabulary = {"vocabulary", factor_rows,
                                               sizeof factor_rows / sizeof factor_rows[0]};

/* By the ids of the rows. */
static const char *const factor_names[] = {"cache", "controller", "patch", "scheduler", "host",
                                           "fs",    "raid",       "kernel", "device",    "target"};

enum { FACTORS = sizeof factor_names / sizeof factor_names[0] };
_Static_assert(FACTORS == sizeof factor_rows / sizeof factor_rows[0], "a name for each row");

struct vocabulary {
    struct pattern_set *rows;
};

struct vocabulary *vocabulary_new(void)
{
    struct vocabulary *vocabulary = memory_alloc(sizeof *vocabulary);
    vocabulary->rows = pattern_set_new(factor_rows, FACTORS);
    return vocabulary;
}

void vocabulary_free(struct vocabulary *vocabulary)
{
    if (!vocabulary)
        return;
    pattern_set_free(vocabulary->rows);
    free(vocabulary);
}

/* Returns the index of the factor that all levels are of, or FACTORS. */
static int find_factor(struct vocabulary *vocabulary, const char *const *levels, size_t nr)
{
    /* "none" alone is a scheduler; a cache only beside "writeback" */
    for (int factor = nr == 1 && !strcasecmp(levels[0], "none"); nr && factor < FACTORS; factor++) {
        struct pattern_match match;
        size_t fitting = 0;
        while (fitting < nr && pattern_match_row(vocabulary->rows, factor, levels[fitting],
                                                 strlen(levels[fitting]), &match))
            fitting++;
        if (fitting == nr)
            return factor;
    }
    return FACTORS;
}

const char *vocabulary_factor(struct vocabulary *vocabulary, const char *const *levels, size_t nr)
{
    int factor = find_factor(vocabulary, levels, nr);
    return factor < FACTORS ? factor_names[factor] : NULL;
}

const char *vocabulary_factor_of_all(struct vocabulary *vocabulary, const char *text)
{
    enum { MOST_WORDS_OF_PATCH = 4 };
    int factor = find_factor(vocabulary, &text, 1);
    struct pattern_match match;
    size_t words = 1;
    if (factor == FACTORS)
        return NULL;
    for (const char *at = text; (at = strchr(at, ' ')); at++)
        words++;
    /* "before this patch" goes on freely, but not for long. */
    if (!strcmp(factor_names[factor], "patch"))
        return words <= MOST_WORDS_OF_PATCH ? factor_names[factor] : NULL;
    pattern_match_row(vocabulary->rows, factor, text, strlen(text), &match);
    return pattern_match_length(&match) == strlen(text) ? factor_names[factor] : NULL;
}

static const struct {
    const char *word, *factor;
} named[] = {
    {"cache", "cache"},         {"caching", "cache"},      {"controller", "controller"},
    {"bus", "controller"},      {"device", "device"},      {"disk", "device"},
    {"drive", "device"},        {"target", "target"},      {"host", "host"},
    {"fs", "fs"},               {"filesystem", "fs"},      {"scheduler", "scheduler"},
    {"elevator", "scheduler"},  {"readahead", "readahead"}, {"read-ahead", "readahead"},
    {"nr_requests", "nr_requests"}, {"kernel", "kernel"},  {"linux", "kernel"},
    {"patch", "patch"},         {"bs", "bs"},              {"blocksize", "bs"},
    {"iodepth", "iodepth"},     {"qd", "iodepth"},         {"numjobs", "numjobs"},
    {"jobs", "numjobs"},        {"threads", "numjobs"},     {"thread", "numjobs"},    {"mount", "mount"},
    {"raid", "raid"},           {"compression", "compression"},
};

const char *vocabulary_name(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strlen(named[i].word) == length && !strncasecmp(named[i].word, word, length))
            return named[i].factor;
    return NULL;
}

static const struct {
    const char *word, *op;
} ops[] = {
    {"read", "read"},     {"reads", "read"},       {"reading", "read"},   {"reader", "read"},
    {"write", "write"},   {"writes", "write"},     {"writing", "write"},  {"writer", "write"},
    {"lesen", "read"},    {"schreiben", "write"},  {"lecture", "read"},   {"ecriture", "write"},
    {"lesend", "read"},   {"schreibend", "write"}, {"lectura", "read"},   {"escritura", "write"},
    {"leitura", "read"},  {"escrita", "write"},    {"lettura", "read"},   {"scrittura", "write"},
    {"odczyt", "read"},   {"zapis", "write"},
};

/* Stems of languages that have other letters than ASCII. */
static const struct {
    const char *stem, *op;
} stems[] = {
    {"\xc3\xa9" "criture", "write"}, {"\xc3\x89" "criture", "write"}, /* French */
    {"grava\xc3\xa7\xc3\xa3o", "write"},                          /* Portuguese */
    /* Russian: chten-, zapis- */
    {"\xd1\x87\xd1\x82\xd0\xb5\xd0\xbd", "read"}, {"\xd0\xa7\xd1\x82\xd0\xb5\xd0\xbd", "read"},
    {"\xd0\xb7\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81", "write"},
    {"\xd0\x97\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81", "write"},
    {"\xe8\xaf\xbb", "read"}, {"\xe5\x86\x99", "write"}, /* Chinese */
    {"\xe8\xae\x80", "read"}, {"\xe5\xaf\xab", "write"}, /* of Taiwan */
    {"\xe8\xaa\xad", "read"}, {"\xe6\x9b\xb8\xe3\x81\x8d", "write"}, /* Japanese */
    {"\xec\x9d\xbd\xea\xb8\xb0", "read"}, {"\xec\x93\xb0\xea\xb8\xb0", "write"}, /* Korean */
};

bool vocabulary_is_setting(const char *behind)
{
    static const char *const words[] = {
        "ahead",  "back",   "through", "thru",      "cache",    "only",       "barrier", "barriers",
        "same",   "zeroes", "behind",  "workqueue", "intent",   "mostly",     "protect", "hint",
        "hints",  "lock",   "expire",  "policy",    "throttle", "throttling", "balance", "journal",
        "amplification"};
    behind += *behind && strchr("-_ ", *behind);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strncasecmp(behind, words[i], strlen(words[i])) &&
            !isalpha((unsigned char)behind[strlen(words[i])]))
            return true;
    return false;
}

/* Returns the length of a path, whose words say nothing, at the start of a word; or 0. */
static size_t path_length(const char *at)
{
    size_t length = strcspn(at, " \t,;");
    bool is_path = (strchr("/~", *at) || !strncmp(at, "./", 2) || !strncmp(at, "../", 3)) &&
                   memchr(at, '/', length);
    return is_path ? length : 0;
}

/* Merges an operation that was found with the one so far; returns whether they agree. */
static bool agree(const char **op, const char *found)
{
    if (*op && strcmp(*op, found))
        return false;
    *op = found;
    return true;
}

/* Words that may stand beside an operation without naming anything else. */
static const char *const op_company[] = {"seq",  "sequential", "random", "rand", "test",
                                         "tests", "speed",     "speeds", "throughput", "performance", "results", "result",
                                         "the",  "io",         "and",    "for", "in", "rate", "rates",
                                         "mb",   "kb",         "gb",     "mib", "kib", "gib", "s", "sec",
                                         "to",   "from",       "on",     "disk"};

/* The same beside stems; some of these languages have no blanks between words. */
static const char *const stem_company[] = {
    /* Russian: to disk, from disk, speed, test */
    "\xd0\xbd\xd0\xb0 \xd0\xb4\xd0\xb8\xd1\x81\xd0\xba",
    "\xd1\x81 \xd0\xb4\xd0\xb8\xd1\x81\xd0\xba\xd0\xb0",
    "\xd0\xba\xd0\xbe\xd1\x80\xd0\xbe\xd1\x81\xd1\x82\xd1\x8c", /* without its capital */
    "\xd0\xb5\xd1\x81\xd1\x82",
    /* Chinese and Japanese: into, out of, test, speed, performance, disk */
    "\xe5\x85\xa5", "\xe5\x8f\x96", "\xe6\xb5\x8b\xe8\xaf\x95", "\xe6\xb8\xac\xe8\xa9\xa6",
    "\xe9\x80\x9f\xe5\xba\xa6", "\xe6\x80\xa7\xe8\x83\xbd", "\xe7\xa3\x81\xe7\x9b\x98",
    "\xe7\xa1\xac\xe7\x9b\x98"};

/* Returns how many bytes of a text are not words that may stand beside a stem. */
static size_t length_beside_company(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof stem_company / sizeof stem_company[0]; i++)
        if (strstr(text, stem_company[i]))
            length -= strlen(stem_company[i]);
    return length;
}

/* Returns the one operation that the words of text name, or NULL; *others gets how
 * many of them are neither that nor its company. */
static const char *scan_ops(const char *text, size_t *others)
{
    const char *op = NULL;
    *others = 0;
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        enum { LONGEST_ENDING = 6 }; /* bytes */
        if (!strstr(text, stems[i].stem))
            continue;
        if (!agree(&op, stems[i].op))
            return NULL;
        *others = length_beside_company(text) > strlen(stems[i].stem) + LONGEST_ENDING;
    }
    for (const char *at = text; *at;) {
        size_t length = at == text || strchr(" \t=(\"'`", at[-1]) ? path_length(at) : 0;
        bool is_known = false;
        if (length) {
            ++*others;
            at += length;
            continue;
        }
        while (isalpha((unsigned char)at[length]))
            length++;
        for (size_t i = 0; length && i < sizeof ops / sizeof ops[0]; i++) {
            if (strlen(ops[i].word) != length || strncasecmp(ops[i].word, at, length) ||
                vocabulary_is_setting(at + length))
                continue;
            is_known = true;
            if (!agree(&op, ops[i].op))
                return NULL;
        }
        for (size_t i = 0; length && i < sizeof op_company / sizeof op_company[0]; i++)
            is_known = is_known || (strlen(op_company[i]) == length &&
                                    !strncasecmp(op_company[i], at, length));
        *others += (length && !is_known) || isdigit((unsigned char)*at);
        at += length ? length : 1;
    }
    return op;
}

const char *vocabulary_op(const char *text)
{
    size_t others;
    return scan_ops(text, &others);
}

bool vocabulary_is_op_only(const char *text)
{
    size_t others;
    return scan_ops(text, &others) && !others;
}

bool vocabulary_is_tool_only(const char *text)
{
    static const char *const tools[] = {"dd", "fio", "bonnie", "bonnie++"};
    static const char *const company[] = {"test", "tests", "result", "results", "output", "the",
                                          "benchmark", "benchmarks", "numbers"};
    bool has_tool = false;
    for (const char *at = text; *at; at += strspn(at, " \t:")) {
        size_t length = strcspn(at, " \t:");
        bool is_known = false;
        for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
            if (strlen(tools[i]) == length && !strncasecmp(at, tools[i], length))
                has_tool = is_known = true;
        for (size_t i = 0; i < sizeof company / sizeof company[0]; i++)
            is_known = is_known || (strlen(company[i]) == length &&
                                    !strncasecmp(at, company[i], length));
        if (!is_known)
            return false;
        at += length;
    }
    return has_tool;
}

static bool take_run_word(const char **at)
{
    static const char *const words[] = {"bonnie++", "bonnie", "run",  "test",  "iteration",
                                        "iter",     "try",    "pass", "round", "attempt"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (!strncasecmp(*at, words[i], length) && !isalpha((unsigned char)(*at)[length])) {
            *at += length;
            return true;
        }
    }
    return false;
}

static bool take_ordinal(const char **at, unsigned *run)
{
    static const char *const words[] = {"first", "second", "third", "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth", "tenth"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (!strncasecmp(*at, words[i], length) && (*at)[length] == ' ') {
            *at += length + 1;
            *run = i + 1;
            return true;
        }
    }
    char *end;
    unsigned long number = strtoul(*at, &end, 10);
    if (end == *at || number < 1 || number > 999 || !isalpha((unsigned char)end[0]) ||
        !end[1] || end[2] != ' ')
        return false;
    *run = (unsigned)number;
    *at = end + 3;
    return true;
}

bool vocabulary_run(const char *text, unsigned *run)
{
    const char *at = text + strspn(text, " \t*=#-");
    bool has_hash = at > text && at[-1] == '#';
    if (take_ordinal(&at, run))
        return take_run_word(&at) && !at[strspn(at, " \t:.*=-")];
    if (!take_run_word(&at) && !has_hash)
        return false;
    at += strspn(at, " \t#:.no");
    char *end;
    unsigned long number = strtoul(at, &end, 10);
    if (end == at || number < 1 || number > 999)
        return false;
    *run = (unsigned)number;
    /* "of 10" may follow */
    end += strspn(end, " \t");
    if (!strncasecmp(end, "of ", 3) || *end == '/')
        end += strspn(end, "of /0123456789");
    return !end[strspn(end, " \t:.*=#-")];
}

bool vocabulary_is_thing(const char *text, size_t length)
{
    static const char *const words[] = {
        "node", "host", "vm",      "guest",  "client", "server", "osd",    "disk", "drive",
        "numa", "cpu",  "machine", "blade",  "target", "lun",    "volume", "pool", "ssd",
        "hdd",  "nvme", "md",      "socket", "raid",   "config", "kernel", "port", "brick"};
    size_t start = length;
    while (start && isalpha((unsigned char)text[start - 1]))
        start--;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length - start && !strncasecmp(words[i], text + start, length - start))
            return true;
    return false;
}
