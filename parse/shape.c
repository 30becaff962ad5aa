#include "parse/shape.h"

#include <stdint.h>
#include <stdlib.h>

#include "parse/pattern.h"
#include "record/memory.h"

/* What stands before must be no part of a word. */
#define START "(?<! [\\w./] ) (?<at> "

/* clang-format off: tables, a pattern a line */
static const struct pattern_row kinds[] = {
    /* fio; sources: the rows of fio_rows.c */
    {1, "io=", START "(?:read|write|trim|mixed) \\s* : \\s* io=)", {{0}}},
    {1, "IOPS=", START "(?:read|write|trim|mixed) \\s* : \\s* IOPS=)", {{0}}},
    {2, "aggrb=", START "(?:READ|WRITE|TRIM|MIXED) \\s* : \\s* io=)", {{0}}},
    {2, "run=", START "(?:READ|WRITE|TRIM|MIXED) \\s* : \\s* bw=)", {{0}}},
    {3, "sec)", START "[sc]?lat \\s* \\([num]?sec\\) \\s* :)", {{0}}},
    {4, "percentiles" PATTERN_ALL "(", START "[sc]?lat \\s+ percentiles \\s \\()", {{0}}},
    {5, "th=[", "^ .{0,100}? " START "(?: \\| \\s* )? \\d{1,2}\\.\\d+th=\\[)", {{0}}},
    {6, "usr=", START "cpu \\s* : \\s* usr=)", {{0}}},
    {7, "IO depths", START "IO \\s depths \\s* :)", {{0}}},
    {8, "submit", START "submit \\s* : \\s* 0=)", {{0}}},
    {9, "complete", START "complete \\s* : \\s* 0=)", {{0}}},
    {10, "issued", START "issued \\s+ [a-z/]* \\s* : \\s* total=)", {{0}}},
    {11, "Run status group", START "Run \\s status \\s group)", {{0}}},
    {12, "Disk stats", START "Disk \\s stats)", {{0}}},
    {13, "min=", START "(?:bw|iops) \\s* (?: \\([^()]{1,12}\\) )? \\s* : \\s* min=)", {{0}}},
    {14, "Starting ", START "Starting \\s \\d+ \\s (?:process|thread))", {{0}}},
    {17, "hostname=", START "hostname=\\S+ , \\s be=\\d)", {{0}}},
    {16, "fio-", START "fio-\\d+\\.\\d[\\w.-]* \\s* $)", {{0}}},
    {18, ";fio-", START "[2-5] ; fio- [\\d.]+ [^;]* ; (?: [^;]* ; ){1,4}? \\d+ ; \\d+ ;)", {{0}}},
    {19, "fio version", START "\"fio \\s version\" \\s* :)", {{0}}},
    {28, "\"job", START "\"job(?:s|name)\" \\s* :)", {{0}}},
    {29, "_bytes\"", START "\"io_bytes\" \\s* :)", {{0}}},
    {35, "iops\"", START "\"iops\" \\s* :)", {{0}}},
    {36, "IOPS=", START "IOPS= [\\d.]+ [KM]? , \\s* (?: BW|IOS/call ) =)", {{0}}},
    {40, "submitter=", START "submitter=\\d)", {{0}}},
    {41, "polled=", START "polled=\\d)", {{0}}},
    {42, "Engine=", START "Engine=\\w)", {{0}}},
    {37, "," PATTERN_ALL "0.", START "[12]\\.\\d\\d\\w? , [12]\\.\\d\\d\\w? , [^,]* , \\d+ , \\d+ ,)", {{0}}},
    {38, "," PATTERN_ALL "0", "^ (?= .* , \\d+ [MG] [:,] ) .*? " START "[^\\s,]+ , \\d+ [MG] (?: :\\w+ )? , (?: [\\d.+kmg]* , ){4})", {{0}}},
    {15, "target=", START "latency \\s* : \\s* target=)", {{0}}},
    /* bonnie++, as bonnie prints most of it */
    {20, "Sequential Output", START "(?: Version \\s+ \\d\\.\\d\\d\\w? \\s+ )? -+ \\s? Sequential \\s Output)", {{0}}},
    {21, "Sequential Create", START "(?: Version \\s+ \\d\\.\\d\\d\\w? \\s+ )? -+ \\s? Sequential \\s Create)", {{0}}},
    {22, "-Per Ch", START "(?: Concurrency \\s+ \\d+ \\s+ )? -Per \\s Cha?r-)", {{0}}},
    {23, "-Delete-", START "-Create-- \\s)", {{0}}},
    {24, "K/sec", START "(?: \\w+ \\s+ )?+ (?: Size|MB ) \\s+ K/sec)", {{0}}},
    {25, "/sec %CP", START "(?: files ) \\s+ /sec \\s+ %CP)", {{0}}},
    {26, "Latency", START "Latency \\s+ \\d+ [mu]?s \\b)", {{0}}},
    {27, "...", START "(?: Writing|Rewriting|Reading|Create|Stat|Delete ) \\s (?:a \\s byte|with|intelligently|files) [^.]{0,40} \\.\\.\\.)", {{0}}},
    /* zcav and getc_putc, which come with it */
    {43, "#block", START "\\#block \\s)", {{0}}},
    {44, "megs in", START "\\# \\s Read \\s \\d+ \\s megs \\s in)", {{0}}},
    {45, "Finished loop", START "\\# \\s Finished \\s loop)", {{0}}},
    {46, "loops:", START "\\# \\s? loops:)", {{0}}},
    {47, "putcNT", START "(?: Version \\s+ \\d\\.\\d\\d\\w? \\s+ )? write \\s+ read \\s+ putcNT)", {{0}}},
    /* dd */
    {30, "records" PATTERN_ALL "+0", START "\\d+\\+\\d+ \\s records \\s in)", {{0}}},
    {31, "records" PATTERN_ALL "+0", START "\\d+\\+\\d+ \\s records \\s out)", {{0}}},
    {32, "+" PATTERN_ALL "0", START "\\d+\\+\\d+ \\s [^\\d\\n]{2,60} $)", {{0}}},
    {33, "B/" PATTERN_ALL "(0", START "\\d{3,} \\s+ \\D{1,40} \\( [\\d.,]+ \\s? [kMGT]?i?B \\b .* B/ )", {{0}}},
    {33, "bytes" PATTERN_ALL "0", START "\\d{3,} \\s+ bytes \\s .* (?: copied | transferred ))", {{0}}},
    {39, "pos:", START "[io]pos: \\s+ \\d+ \\s [kMGTPE]?i?B ,)", {{0}}},
    {39, "rescued:", START "(?: pct \\s )? rescued: \\s+ [\\d.]+ (?: % | \\s [kMGTPE]?i?B ) ,)", {{0}}},
    {39, "non-tried:", START "non-tried: \\s+ \\d+ \\s [kMGTPE]?i?B ,)", {{0}}},
    {34, "real" PATTERN_ALL "0", START "real \\s+ \\d+ m \\s? [\\d.]+ s)", {{0}}},
};

#define CELL "(?: \\s+ (?: \\*{0,2} \\d+ (?:\\.\\d+)? [kmg]? \\*{0,2} | \\++ ) )"
enum {
    BONNIE_CSV_OLD = 20, BONNIE_CSV_NEW, BONNIE_CELLS, BONNIE_LATENCIES,
    BONNIE_NAMED = 25, /* of a machine whose size has no unit: below a head alone */
    CALLS_HEAD, CALLS, /* of getc_putc */
};

/* Lines that are long enough to be broken: how they begin. */
static const struct pattern_row heads[] = {
    {1, "(groupid=", "^ .* \\(groupid=\\d", {{0}}},
    {2, "io=", "^ \\W* (?: read|write|trim|mixed ) \\s* : \\s* io=", {{0}}},
    {3, "IOPS=", "^ \\W* (?: read|write|trim|mixed ) \\s* : \\s* IOPS=", {{0}}},
    {4, "io=", "^ \\W* (?: READ|WRITE|TRIM|MIXED ) \\s* : \\s* io=", {{0}}},
    {5, "bw=", "^ \\W* (?: READ|WRITE|TRIM|MIXED ) \\s* : \\s* bw=", {{0}}},
    {6, "min=", "^ \\W* [sc]?lat \\s* \\([num]?sec\\) \\s* : \\s* min=", {{0}}},
    {7, "th=[", "^ \\W* \\d{1,2}\\.\\d+th=\\[", {{0}}},
    {8, "usr=", "^ \\W* cpu \\s* : \\s* usr=", {{0}}},
    {9, "total=", "^ \\W* issued \\s+ [a-z/]* \\s* : \\s* total=", {{0}}},
    {10, "(g=", "^ .* \\(g=\\d+\\) \\s* : \\s* rw=", {{0}}},
    {11, "min=", "^ \\W* (?: bw|iops ) \\s* (?: \\([^()]{1,12}\\) )? \\s* : \\s* min=", {{0}}},
    {12, "Sequential Output", "-+ Sequential \\s Output -+", {{0}}},
    {13, "-Per Ch", "-Per \\s Cha?r- \\s+ -", {{0}}},
    {14, "K/sec", "(?: Size|MB ) \\s+ K/sec \\s", {{0}}},
    {15, "Sequential Create", "-+ Sequential \\s Create -+", {{0}}},
    {16, "-Create-", "^ .{0,40}? -Create-- \\s -", {{0}}},
    {17, "/sec %CP", "files \\s+ /sec \\s", {{0}}},
    {18, " bytes" PATTERN_ALL "0", "^ \\s* \\d{3,} \\s bytes \\s", {{0}}},
    {19, "B" PATTERN_ALL "(0", "(?<! [\\d.,] ) \\d{3,} \\s [^\\d\\n(]{0,40} \\( [\\d.,]+ \\s [kMGT]i?B", {{0}}},
    {24, "ios=", "^ \\W* [\\w./-]+ : \\s* ios= \\d+/\\d", {{0}}},
    {36, ":", "^ \\s* (?: [io]pos | (?: pct \\s )? rescued | non-tried ) : \\s+ [\\d.]", {{0}}},
    {37, "time since last successful", "^ \\s* time \\s since \\s last \\s successful \\b", {{0}}},
    {38, "s user", "(?: ^ | \\s ) \\d+[.,]\\d+s \\s+ user (?: \\s | $ )", {{0}}},
    {38, "s" PATTERN_ALL "0", "^ (?= .*+ (?<= [.,]\\d\\ds | [.,]\\d\\d\\ds ) $ ) .* \\s \\d+[.,]\\d{2,3}s $", {{0}}},
    {39, "user" PATTERN_ALL "0.", "^ \\s* \\d+\\.\\d+ user (?: \\s+ \\d .* )? $", {{0}}},
    {40, "inputs+", "^ \\s* \\d+ inputs\\+ \\d+ outputs", {{0}}},
    {BONNIE_CELLS, PATTERN_ANY "0", "^ .* \\b \\d+ [MG] (?: : [\\w:]* )? " CELL "{6,11} $", {{0}}},
    {BONNIE_CELLS, PATTERN_ANY "0", "^ \\s* \\d+ (?: : [\\w:/]+ )? " CELL "{6,11} $", {{0}}},
    {BONNIE_NAMED, PATTERN_ANY "0", "^ \\s* \\S+ \\s+ \\d+ " CELL "{6,11} (?: \\s+ \\d+\\. )? $", {{0}}},
    {BONNIE_LATENCIES, "Latency", "^ \\W* Latency (?: \\s+ \\d+ (?:us|ms|s) ){1,5} (?: \\s+ \\d* (?:u|m)? )? $", {{0}}},
    {BONNIE_CSV_OLD, "," PATTERN_ALL "0", "^ [^,]* , \\d+ [MG]? (?: :\\w+ )? , (?: [\\d.+kmg]* , ){4}", {{0}}},
    {BONNIE_CSV_NEW, "," PATTERN_ALL "0.", "^ \\s* [12]\\.\\d\\d\\w? , [12]\\.\\d\\d\\w? ,", {{0}}},
    {CALLS_HEAD, "putcNT", "(?: ^ | \\s ) write \\s+ read \\s+ putcNT", {{0}}},
};

/* Lines of which so little is known that they count below their head alone. */
static const struct pattern_row belows[] = {
    {CALLS, NULL, "^ \\s* [^\\s\\#>] \\S* (?: \\s+ (?: \\d+ | \\+{5,} ) ){1,7} $", {{0}}},
};

/* The same rows when they are whole. */
static const struct pattern_row wholes[] = {
    {1, "err=", ": \\s* err= \\s* \\d+ (?: \\s* \\(.*\\) )? : \\s* pid=.* (?: \\d \\s* | \\d{4} ) $ | : \\s* err= \\s* \\d+ : \\s* $", {{0}}},
    {2, "runt=", "runt= \\s* \\d+ (?:\\.\\d+)? \\s* msec", {{0}}},
    {3, "msec)", "/ \\d+ (?:\\.\\d+)? \\s* msec\\)", {{0}}},
    {4, "maxt=", "maxt= \\s* \\d+ \\s* msec", {{0}}},
    {5, "run=", "run= [\\d-]+ \\s* msec", {{0}}},
    {6, "dev=", "dev= \\s* [\\d.]+ [kKMG]? \\s* $", {{0}}},
    {7, "]", "\\] ,? \\s* $", {{0}}},
    {8, "minf=", "minf= \\s* \\d+", {{0}}},
    {9, NULL, "(?: short | dropped ) = \\s* (?: r= )? [\\d,/=rwd]+ \\s* $", {{0}}},
    {10, "iodepth=", "iodepth= \\d+", {{0}}},
    {11, "dev=", "(?: st)? dev= \\s* [\\d.]+ [kKMG]? (?: , \\s* samples= \\s* \\d+ )? \\s* $", {{0}}},
    {12, "-Random-", "Output-+ \\s+ -+ Sequential \\s Input-+ \\s+ -+ Random-+", {{0}}},
    {13, "-Seeks-", "-Per \\s Cha?r- \\s .* -+ Seeks -+", {{0}}},
    {14, "/sec", "K/sec \\s .* K/sec \\s .* \\s /sec \\s+ %CP", {{0}}},
    {15, "Random Create", "Create-+ \\s+ -+ Random \\s Create -+ $", {{0}}},
    {16, "-Delete-", "-Create-- \\s .* -Delete-+ \\s .* -Delete-+ $", {{0}}},
    {17, "%CP", "(?: /sec \\s+ %CP \\s* ){6} $", {{0}}},
    {18, "/s", "\\d \\s? [kKMGTP]?i?B/s (?: ec )? | bytes/sec\\)", {{0}}},
    {19, "B/", "\\d \\s? [kKMGTP]?i?B/ (?: sec | s | c | \xd1\x81 | \xe7\xa7\x92 )", {{0}}},
    {24, "util=", "util= \\s* [\\d.]+ %", {{0}}},
    {36, ":", "(?: rate: \\s* \\d+ \\s [kMGTPE]?i?B/s | time: \\s* (?: n/a | [\\d.]+ \\s? s | .* \\d [dhm] [\\s:]+ \\d+ \\s? [hms] ) | read: \\s* (?: n/a | \\d .* \\s ago ) ) \\s* $", {{0}}},
    {37, "read:", "read: \\s+ (?: n/a | \\d .* [dhms] ) \\s* $", {{0}}},
    {38, "total", "\\d+% \\s cpu \\s+ [\\d:.,]+ \\s total \\s* $", {{0}}},
    {39, ")k", "\\)k \\s* $", {{0}}},
    {40, "swaps", "swaps \\s* $", {{0}}},
    {BONNIE_CELLS, NULL, "^ (?: .* \\b \\d+ [MG] (?: : [\\w:]* )? | \\s* \\d+ (?: : [\\w:/]+ )? ) (?: " CELL "{8} | " CELL "{12} ) $", {{0}}},
    {BONNIE_NAMED, NULL, "^ \\s* \\S+ \\s+ \\d+ " CELL "{12} $", {{0}}},
    /* of four without characters */
    {BONNIE_LATENCIES, "Latency", "Latency (?: \\s+ \\d+ (?:us|ms|s) ){4} (?: (?: \\s+ \\d+ (?:us|ms|s) ){2} )? $", {{0}}},
    {BONNIE_CSV_OLD, ",", "^ [^,]* , \\d+ [MG]? (?: :\\w+ )? (?: , [\\d.+kmgus/:]* ){25,} $", {{0}}},
    {BONNIE_CSV_NEW, ",", "(?: , [^,\\s]* ){33,} $", {{0}}},
    {CALLS_HEAD, "getcU", "\\s getcU $", {{0}}},
    {CALLS, NULL, "^ \\s* \\S+ (?: \\s+ (?: \\d+ | \\+{5,} ) ){8} $", {{0}}},
};

/* What the rest of such a line is made of, where that is known. */
static const struct pattern_row tails[] = {
    {36, NULL, "^ (?! \\s* (?: time \\s since | Finished ) )", {{0}}},
    {37, NULL, "^ \\s* (?: read: \\s+ )? (?: n/a | \\d .* [dhms] ) \\s* $", {{0}}},
    {38, NULL, "^ (?: \\s* (?: \\d+[.,]\\d+s | \\d+% | [\\d:.,]+ | user | system | cpu | total ) \\b \\%? )+ \\s* $", {{0}}},
    {39, NULL, "^ \\s* (?: [\\d.:]+ (?: system | elapsed | %CPU ) | \\(? \\d+ (?: avg | max ) )", {{0}}},
    {40, NULL, "^ \\s* (?: \\( \\d+ major | \\d+ swaps )", {{0}}},
    {BONNIE_CELLS, NULL, "^ (?: " CELL "+ | (?: \\d+ (?:\\.\\d+)? [kmg]? | \\++ ) " CELL "* ) $", {{0}}},
    {BONNIE_NAMED, NULL, "^ (?: " CELL "+ | (?: \\.? \\d+ (?:\\.\\d+)? | \\++ ) " CELL "* ) $", {{0}}},
    {BONNIE_LATENCIES, NULL, "^ \\s* (?: \\d* [um]? s \\s* )+ $", {{0}}},
    {BONNIE_CSV_OLD, NULL, "^ [\\d.,+kmgus/:]+ $", {{0}}},
    {BONNIE_CSV_NEW, NULL, "^ [\\d.,+kmgus/:]+ $", {{0}}},
    {CALLS_HEAD, NULL, "^ (?: \\s* (?: put | get ) c (?: NT | U )? )+ $", {{0}}},
    {CALLS, NULL, "^ (?: \\s* (?: \\d+ | \\+{5,} ) )+ $", {{0}}},
};

enum { AT_START = 1, IN_SENTENCE };

/* Operands tell dd from the word; fio and bonnie have none. */
static const struct pattern_row commands[] = {
    {IN_SENTENCE, "dd ", "(?: ^ | [\\s\"'`(] ) dd \\s+ (?: [a-z]+=\\S+ \\s+ )*? (?: if | of ) = (?: 3D )? [/\\w]", {{0}}},
    {AT_START, PATTERN_ANY "-=", "^ (?: .{0,60} [\\#$%>] )? \\s* (?: (?: for | while | until | if ) \\s [^;]{1,80} ; \\s* (?: do | then ) \\s+ )?"
     " (?: sudo \\s | time \\s )* (?: \\S*/ )? (?: fio | dd | bonnie\\+\\+ ) \\s+ .* [-=]",
     {{0}}},
};
/* clang-format on */

#define NR(rows) (sizeof(rows) / sizeof(rows)[0])

/* Several steps ask for the shape of a line one after the other: the answer is kept, by the
 * place of the line, whose bytes stay as they are. */
enum { KEPT = 1024 };
struct kept {
    const char *line;
    size_t length, at;
    int kind;
};

struct shapes {
    struct pattern_set *kinds, *heads, *belows, *wholes, *tails, *commands;
    struct kept kept[KEPT];
};

struct shapes *shapes_new(void)
{
    struct shapes *shapes = memory_alloc(sizeof *shapes);
    shapes->kinds = pattern_set_new(kinds, NR(kinds));
    shapes->heads = pattern_set_new(heads, NR(heads));
    shapes->belows = pattern_set_new(belows, NR(belows));
    shapes->wholes = pattern_set_new(wholes, NR(wholes));
    shapes->tails = pattern_set_new(tails, NR(tails));
    shapes->commands = pattern_set_new(commands, NR(commands));
    return shapes;
}

void shapes_free(struct shapes *shapes)
{
    if (!shapes)
        return;
    pattern_set_free(shapes->kinds);
    pattern_set_free(shapes->heads);
    pattern_set_free(shapes->belows);
    pattern_set_free(shapes->wholes);
    pattern_set_free(shapes->tails);
    pattern_set_free(shapes->commands);
    free(shapes);
}

static int find(struct shapes *shapes, const char *line, size_t length, size_t *at)
{
    struct pattern_match match;
    const char *start;
    size_t size;
    if (!pattern_match(shapes->kinds, line, length, &match) ||
        !pattern_group(&match, "at", &start, &size))
        return 0;
    *at = (size_t)(start - line);
    return match.row->id;
}

int shape_find(struct shapes *shapes, const char *line, size_t length, size_t *at)
{
    uintptr_t place = (uintptr_t)line;
    struct kept *kept = &shapes->kept[(place ^ place >> 10) % KEPT];
    if (kept->line != line || kept->length != length) {
        *kept = (struct kept){.line = line, .length = length};
        kept->kind = find(shapes, line, length, &kept->at);
    }
    if (kept->kind)
        *at = kept->at;
    return kept->kind;
}

bool shape_is_cut(struct shapes *shapes, const char *line, size_t length, int head, int *row)
{
    struct pattern_match match;
    if (!(head == CALLS && pattern_match_row(shapes->belows, CALLS, line, length, &match)) &&
        !pattern_match(shapes->heads, line, length, &match))
        return false;
    *row = match.row->id;
    if (*row == BONNIE_NAMED && head != BONNIE_NAMED)
        return false;
    return *row == BONNIE_LATENCIES || !shape_is_whole(shapes, *row, line, length);
}

bool shape_is_whole(struct shapes *shapes, int row, const char *line, size_t length)
{
    struct pattern_match match;
    return pattern_match_row(shapes->wholes, row, line, length, &match);
}

int shape_head(struct shapes *shapes, const char *line, size_t length)
{
    enum { BONNIE_COLUMNS = 24, BONNIE_FILES = 25, CALLS_COLUMNS = 47 };
    size_t at;
    int kind = shape_find(shapes, line, length, &at);
    return kind == BONNIE_COLUMNS || kind == BONNIE_FILES ? BONNIE_NAMED
           : kind == CALLS_COLUMNS                        ? CALLS
                                                          : 0;
}

bool shape_is_greedy(int row)
{
    return row == BONNIE_CSV_OLD || row == BONNIE_CSV_NEW;
}

bool shape_is_row_of(struct shapes *shapes, int row, const char *line, size_t length)
{
    int other;
    return row == BONNIE_CELLS && shape_is_cut(shapes, line, length, 0, &other) && other == row;
}

bool shape_is_tail(struct shapes *shapes, int row, const char *line, size_t length)
{
    struct pattern_match match;
    for (size_t i = 0; i < NR(tails); i++)
        if (tails[i].id == row)
            return pattern_match_row(shapes->tails, row, line, length, &match);
    return true;
}

bool shape_is_command(struct shapes *shapes, const char *line, size_t length)
{
    struct pattern_match match;
    return pattern_match_row(shapes->commands, AT_START, line, length, &match);
}

bool shape_is_line(struct shapes *shapes, const char *line, size_t length)
{
    struct pattern_match match;
    size_t at;
    return shape_find(shapes, line, length, &at) ||
           shape_is_whole(shapes, BONNIE_CELLS, line, length) ||
           pattern_match(shapes->heads, line, length, &match) ||
           pattern_match(shapes->commands, line, length, &match);
}
