#include "parse/evidence.h"

#include <string.h>

#include "parse/row_table.h"

enum evidence_row {
    EVIDENCE_OPTION, /* bonnie++ -r: what the user wants it to believe */
    EVIDENCE_BONNIE,
    EVIDENCE_GUEST,
    EVIDENCE_MEMTOTAL,
    EVIDENCE_LABEL,
    EVIDENCE_MEMORY,
    EVIDENCE_DENIAL,
    EVIDENCE_COMPRESSION,
    EVIDENCE_PACKING_FS,
    EVIDENCE_PLAIN_FS,
    EVIDENCE_DROP,
};

#define AMOUNT "(?<size> \\d{1,6} (?:\\.\\d{1,3})? \\s? [KMGT] i? B? )"

/* clang-format off: a table, a pattern a paragraph */
static const struct pattern_row memory_rows[] = {
    /* Source: bonnie++(8), option -r, in MiB. */
    {EVIDENCE_OPTION, "bonnie",
     "\\b bonnie (?:\\+\\+)? \\s (?: .* \\s )? -r \\s? (?<size>\\d{1,7}) (?= \\s|$)",
     {{"size", "", PATTERN_NONE}}},
    /* Source: bonnie++.cpp: "File size should be double RAM for good results". */
    {EVIDENCE_BONNIE, "RAM is",
     "\\b RAM \\s is \\s (?<size>\\d{1,7}) M \\b",
     {{"size", "", PATTERN_NONE}}},
    /* Source: qemu(1), -m: MiB without a suffix. */
    {EVIDENCE_GUEST, "-m",
     "\\b (?: qemu | kvm ) [\\w-]* \\s (?: .* \\s )? -m \\s (?: size= )? (?<size>\\d{1,7}) (?<unit> [MG]? ) (?= [\\s,]|$)",
     {{"size", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {EVIDENCE_MEMTOTAL, "MemTotal",
     "\\b MemTotal: \\s* (?<size>\\d{1,12}) \\s kB",
     {{"size", "", PATTERN_NONE}}},
    {EVIDENCE_LABEL, NULL,
     "(?i) (?<! [\\w-]) (?: (?: system | total | main | physical | guest | host ) \\s )? (?: RAM | memory | mem ) \\s* [:=] \\s* " AMOUNT
     " (?! [\\w/%] )",
     {{"size", "", PATTERN_NONE}}},
    {EVIDENCE_MEMORY, NULL,
     "(?i) (?<! [\\w.,-] ) " AMOUNT " \\s (?: of \\s )? (?: (?: system | main | physical | total | host | guest | ECC | S?DRAM | DDR\\d? ) \\s )*"
     " (?: RAM | memory ) \\b (?! [\\s-]* (?: dis[ck] | drive | cache | controller | card | buffer | limit | usage | bandwidth | block | page | bus ) )",
     {{"size", "", PATTERN_NONE}}},
};

/* The words are looked for in any case. */
static const struct pattern_row word_rows[] = {
    {EVIDENCE_DENIAL, NULL,
     "(?i) \\b (?: no | not | without | disabled? | disabling | turned? \\s off | switched \\s off ) \\s (?: any \\s )? (?: compress\\w* | dedup\\w* ) \\b"
     " | \\b (?: compress | compression | dedup\\w* ) [\\s:=\"'`|]* (?: is \\s | was \\s )? (?: off | no | none | disabled ) \\b",
     {{0}}},
    {EVIDENCE_COMPRESSION, NULL,
     "(?i) \\b (?: compression | compress(?:-force)?= | compressible | compressratio | dedup\\w* | lz4(?:hc)? | zstd | lzo | lzjb | sandforce ) \\b"
     " | \\b VDO \\b",
     {{0}}},
    {EVIDENCE_PACKING_FS, NULL, "(?i) (?: \\b | _ ) (?: zfs | zpool | btrfs | bcachefs ) (?: \\b | _ )", {{0}}},
    {EVIDENCE_PLAIN_FS, NULL, "(?i) (?: \\b | _ ) (?: ext[234] | xfs | jfs | reiserfs | ocfs2 | gfs2 | ufs | fat32 | vfat ) (?: \\b | _ )", {{0}}},
};

static const struct pattern_row drop_rows[] = {
    {EVIDENCE_DROP, NULL,
     "(?i) drop_caches | \\b (?: umount | unmount(?:ed|ing)? | remount(?:ed|ing)? | reboot(?:ed|ing)? | purge | vmtouch ) \\b"
     " | \\b mount \\s | \\b zpool \\s (?:export|import) \\b | \\b blockdev \\s .* --flushbufs | \\b hdparm \\s .* -f"
     " | ^ [+\\s\\d.]* echo \\s 3 \\b | (?: drop | flush | clear | empt ) \\w* \\s (?: \\w+ \\s ){0,3} caches? \\b",
     {{0}}},
};
/* clang-format on */

const struct row_table row_table_memory = {"memory", memory_rows,
                                           sizeof memory_rows / sizeof memory_rows[0]};
const struct row_table row_table_compression = {"compression", word_rows,
                                                sizeof word_rows / sizeof word_rows[0]};
const struct row_table row_table_drop = {"drop", drop_rows,
                                         sizeof drop_rows / sizeof drop_rows[0]};

/* The walk over a text. */
struct search {
    const struct text *text;
    struct evidence *evidence;
    struct evidence_size option; /* of bonnie++ -r */
    struct pattern_set *memory, *words, *drops;
};

static double amount(const struct pattern_match *match)
{
    enum { MIB = 1 << 20 };
    double bytes = 0;
    const char *unit;
    size_t length;
    switch (match->row->id) {
    case EVIDENCE_OPTION:
    case EVIDENCE_BONNIE:
        return pattern_group_value(match, "size", PATTERN_NUMBER, &bytes, NULL) ? bytes * MIB : 0;
    case EVIDENCE_GUEST:
        if (!pattern_group_value(match, "size", PATTERN_NUMBER, &bytes, NULL))
            return 0;
        return pattern_group(match, "unit", &unit, &length) && *unit == 'G' ? bytes * MIB * 1024
                                                                            : bytes * MIB;
    case EVIDENCE_MEMTOTAL:
        return pattern_group_value(match, "size", PATTERN_NUMBER, &bytes, NULL) ? bytes * 1024 : 0;
    default:
        return pattern_group_value(match, "size", PATTERN_BINARY, &bytes, NULL) ? bytes : 0;
    }
}

/* Words that tell that an amount is no machine's memory, before it. */
static bool is_use(const char *line)
{
    static const char *const words[] = {"uses ",  "using ",    "used ",     "needs ", "require",
                                        "consum", "at least ", "up to ",    "less ",  "more ",
                                        "free",   " per ",     "allocat",   "if ",    "cache"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(line, words[i]))
            return true;
    return false;
}

static void look_for_memory(struct search *search, const struct text_line *line)
{
    struct pattern_match match;
    if (!strpbrk(line->at, "0123456789") ||
        !pattern_match(search->memory, line->at, line->length, &match))
        return;
    double bytes = amount(&match);
    bool is_guess = match.row->id == EVIDENCE_LABEL || match.row->id == EVIDENCE_MEMORY;
    if (bytes <= 0 || (is_guess && is_use(line->at)))
        return;
    struct evidence_size *size =
        match.row->id == EVIDENCE_OPTION ? &search->option : &search->evidence->ram;
    if (!size->line || bytes < size->bytes)
        *size = (struct evidence_size){bytes, line->line};
}

static void look_for_compression(struct search *search, const struct text_line *line)
{
    struct evidence *evidence = search->evidence;
    struct pattern_match match;
    for (int row = EVIDENCE_DENIAL; row <= EVIDENCE_PLAIN_FS; row++) {
        unsigned long *where = row == EVIDENCE_COMPRESSION  ? &evidence->compression
                               : row == EVIDENCE_PACKING_FS ? &evidence->packing_fs
                                                            : &evidence->plain_fs;
        if (!pattern_match_row(search->words, row, line->at, line->length, &match))
            continue;
        if (row == EVIDENCE_DENIAL) {
            evidence->denies_compression = true;
            return;
        }
        if (!*where)
            *where = line->line;
    }
}

static void look_for_drop(struct search *search, size_t stream, size_t at)
{
    struct evidence *evidence = search->evidence;
    const struct text_line *line = &search->text->streams[stream].lines[at];
    struct pattern_match match;
    if (!pattern_match(search->drops, line->at, line->length, &match))
        return;
    evidence->drops = arena_grow(search->text->arena, evidence->drops, evidence->drops_nr,
                                 &evidence->drops_room, sizeof *evidence->drops);
    evidence->drops[evidence->drops_nr++] = (struct evidence_place){stream, at};
}

/* Says whether the line is a figure of JSON, of which a document may have very many: it has
 * no word that tells anything but the name of the figure. */
static bool is_figure(const struct text_line *line)
{
    size_t end = line->length;
    if (line->class != LINE_DETAIL || line->at[strspn(line->at, " \t")] != '"')
        return false;
    end -= end && line->at[end - 1] == ',';
    return end && line->at[end - 1] >= '0' && line->at[end - 1] <= '9';
}

void evidence_find(const struct text *text, struct evidence *evidence)
{
    struct search search = {
        .text = text,
        .evidence = evidence,
        .memory = pattern_set_new(row_table_memory.rows, row_table_memory.nr),
        .words = pattern_set_new(row_table_compression.rows, row_table_compression.nr),
        .drops = pattern_set_new(row_table_drop.rows, row_table_drop.nr),
    };
    *evidence = (struct evidence){0};
    for (size_t s = 0; s < text->nr; s++) {
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            const struct text_line *line = &text->streams[s].lines[i];
            if (line->class == LINE_BLANK || line->class == LINE_RESULT ||
                line->class == LINE_FOOTER || line->class == LINE_DIFF || !line->length ||
                is_figure(line))
                continue;
            look_for_memory(&search, line);
            look_for_compression(&search, line);
            look_for_drop(&search, s, i);
        }
    }
    if (!evidence->ram.line)
        evidence->ram = search.option;
    pattern_set_free(search.memory);
    pattern_set_free(search.words);
    pattern_set_free(search.drops);
}
