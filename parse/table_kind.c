/* Which tables are of storage: words that only those have, and words of all others that
 * people paste into mails. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"

/* A word of a list stands alone; with a star it may go on.  Only units stand behind
 * figures: there is no dd in "U+01dd". */
static bool has_word(const char *text, const char *word, bool is_exact, bool may_follow_digit)
{
    size_t length = strlen(word);
    bool may_go_on = word[length - 1] == '*';
    length -= may_go_on;
    for (const char *at = text; *at; at++) {
        if ((*at ^ *word) & 0x5f) /* not even the same letter */
            continue;
        if (is_exact ? strncmp(at, word, length) : strncasecmp(at, word, length))
            continue;
        bool is_start = at == text || !isalnum((unsigned char)*word) ||
                        !(may_follow_digit ? isalpha((unsigned char)at[-1])
                                           : isalnum((unsigned char)at[-1]));
        if (is_start && (may_go_on || !isalpha((unsigned char)at[length])))
            return true;
    }
    return false;
}

#define NR(words) (sizeof(words) / sizeof(words)[0])

static const char *const units[] = {
    "iops",  "kiops", "miops", "IO/s*",  "B/s*",  "kB/s*", "MB/s*", "GB/s*", "MiB/s*", "KiB/s*",
    "GiB/s*", "MBps", "MiBps", "GBps", "KBps", "bandwidth", "bw", "ios/s*", "I/Os",
};

static bool has_any(const char *text, const char *const *list, size_t nr, bool is_exact)
{
    bool may_follow_digit = is_exact || list == units; /* "500MB/s"; "3.2GHz" of others */
    for (size_t i = 0; i < nr; i++)
        if (has_word(text, list[i], is_exact, may_follow_digit))
            return true;
    return false;
}

/* In the table itself. */
static const char *const words[] = {
    "read*",   "write*",   "randread*", "randwrite*", "randrw", "rw",      "seq*",   "rand*",
    "fio*",    "bonnie*",  "dd",        "iodepth*",   "io depth", "qd",     "queue*", "numjobs",
    "disk*",   "ssd*",     "hdd*",      "nvme*",      "raid*",  "lat",     "latency", "latencies",
    "clat",    "fsync*",   "sync*",     "verity",     "blocksize", "block size", "bs",
    "ext2",    "ext3",     "ext4",      "xfs",        "btrfs",  "zfs",     "f2fs",   "erofs",
    "readahead", "read-ahead", "I/O",   "io",         "rewrite", "seeks",  "stripe*", "mirror*",
    "io_uring", "libaio",  "dbench",    "sqlite",     "zram",   "brd",     "nullb*", "null_blk",
    "throughput", "hipri*", "poll",     "virtio*",    "scsi",   "iscsi",
};

/* In the table itself, of those who measure: they do for figures without a unit. */
static const char *const plain[] = {
    "randread*", "randwrite*", "randrw", "seq", "sequential", "rand", "random", "fio*", "bonnie*",
    "iodepth*", "io depth", "qd*", "queue depth", "queue size", "numjobs", "hipri*", "dbench",
    "readahead", "read-ahead", "latency", "libaio", "io_uring", "nullb*", "null_blk", "rewrite",
};

/* In the lines above it; sentences read and write all kinds of things. */
static const char *const titles[] = {
    "fio*",      "iops",     "randread*", "randwrite*", "sequential read*", "sequential write*",
    "random read*", "random write*", "iodepth*", "bonnie*", "dd", "read performance",
    "write performance", "io_uring", "libaio", "null_blk", "nullb*", "seq read*",
    "seq write*", "io depth", "queue depth", "androbench", "iozone",
    "dbench", "tiobench", "postmark", "io_load*", "contest",
};

/* Tables of programs that watch, of the system, of processors, networks and memory. */
static const char *const others[] = {
    "rrqm/s", "wrqm/s", "r_await", "avgqu-sz", "aqu-sz", "%util", "rkB/s", "rsec/s", "rMB/s",
    "kB_read*", "Blk_read*", "kB_wrtn*", "avg-cpu", "%iowait", "%idle", "%usr", "%nice", "swpd",
    "procs -*", "total-cpu-usage", "hiq siq", "hiq", "PID", "USER", "%MEM", "VIRT", "TTY",
    "Tasks:", "Mem:", "Swap:", "Overhead", "Children", "Symbol", "Samples", "insn per cycle",
    "cycles", "instructions", "branch-misses", "cache-misses", "page-faults", "IPC",
    "dTLB*", "iTLB*", "LLC-*", "L1-*", "misses", "context-switches", "seconds time*",
    "time elapsed*", "elapsed time*", "Inodes", "1K-blocks", "Mounted on", "Use%", "Avail", "#blocks", "Blocks Id",
    "Start End", "Partition", "RAW_VALUE", "WHEN_FAILED", "ID#", "Pre-fail",
    "Old_age", "Interrupt*", "IO-APIC", "PCI-MSI", "reclen", "bkwd", "price", "Price", "weight", "Weight", "Qty", "pass", "PASS", "FAIL", "EUR", "USD", "$",
    "\xe2\x82\xac", "packets", "pps", "Mbit*", "Gbit*", "Gbps", "netperf", "iperf*", "ping",
    "TCP_*", "UDP_*", "RTT", "icmp_seq", "ttl", "hackbench", "lmbench", "memcpy", "gflops", "flops",
    "fps", "kernbench", "kbuild", "unixbench", "GHz", "MHz", "DIMM*", "watt*", "volt*",
    "temperature", "insertions*", "files changed", "Bogus", "vendor", "Rev", "ATAPI", "lspci",
    "Mem Node", "MemTotal", "MemFree", "nodes", "slabs", "objs", "allocstall*", "pgscan*",
    "pswpin", "pgpg*", "nr_dirty", "text data bss", "bytes dec", "add/remove", "bloat-o-meter",
    "Latency distribution", "th=[*", "percentiles", "Call Trace", "RIP", "RAX", "hex", "Filesystem",
    "capacity operations*", "alloc", "MOUNTPOINT*", "MAJ:MIN", "tps", "rtps", "DEV", "vsize", "Slab", "Nodes",
    "lock_stat", "waittime*", "con-bounces", "acq-bounces", "holdtime*", "SUnreclaim",
    "Event", "Events", "Counter", "perf-stat*", "interrupts*", "slabinfo*", "meminfo*",
    "population", "votes", "Year", "CVE*", "Reported-by", "Severity", "nsec/op", "ns/op", "allocs/op",
    "CKSUM", "passed", "failed", "skipped", "Commits", "commits", "Author", "Q2Q", "Q2C", "D2C",
    "Parameter", "Tunable", "Set to", "Usable", "Min disks", "Failures", "Talk", "Room",
    "Speaker",
};

/* "10:11:02": a time of day. */
static bool has_clock(const char *line)
{
    for (const char *at = line; (at = strchr(at, ':')); at++)
        if (at - line >= 2 && isdigit((unsigned char)at[-1]) && isdigit((unsigned char)at[-2]) &&
            strspn(at + 1, "0123456789") == 2 && at[3] == ':' && strspn(at + 4, "0123456789") == 2)
            return true;
    return false;
}

/* Lines that begin so are of a listing, whatever stands in them. */
static bool is_listing(const char *line)
{
    line += strspn(line, " \t|");
    /* "drwxr-xr-x", "-rw-r--r--" */
    if (strchr("-dlbcps", *line) && strlen(line) > 9 && strspn(line + 1, "rwxsStT-") >= 9)
        return true;
    /* "[  123.456789] …", "00:1f.2 SATA controller" */
    if (*line == '[' && strspn(line + 1, " 0123456789.") > 5)
        return true;
    /* code, and lines of a log */
    if (!strncmp(line, "#define ", 8))
        return true;
    size_t length = strlen(line);
    if ((length && strchr(";{}", line[length - 1])) || strstr(line, "/*") || has_clock(line))
        return true;
    size_t hex = strspn(line, "0123456789abcdefABCDEF");
    if (hex == 2 && line[2] == ':' && strspn(line + 3, "0123456789abcdef") == 2 && line[5] == '.')
        return true;
    /* addresses and dumps: "0000a0: 12 34", "ffffffff81234567 t name" */
    if (hex >= 6 && (line[hex] == ':' || (hex >= 8 && line[hex] == ' ' &&
                                          isalpha((unsigned char)line[hex + 1]) &&
                                          line[hex + 2] == ' ')))
        return true;
    /* " fs/foo.c | 12 ++--" */
    const char *bar = strchr(line, '|');
    if (bar) {
        bar += 1 + strspn(bar + 1, " ");
        size_t digits = strspn(bar, "0123456789");
        const char *signs = bar + digits + strspn(bar + digits, " ");
        if (digits && strspn(signs, "+-") == strlen(signs) && (*signs || strchr(line, '/')))
            return true;
        if (!strncmp(bar, "Bin ", 4))
            return true;
    }
    return false;
}

/* Says whether the line above a region heads its columns, though it has too many to be told
 * from a sentence. */
static bool is_wide_head(const struct text_stream *stream, const struct table_region *region)
{
    enum { FEWEST = 5 };
    struct table_span spans[TABLE_COLUMNS];
    const struct text_line *line = &stream->lines[region->first ? region->first - 1 : 0];
    return region->first > region->above && line->class == LINE_PROSE &&
           table_cut(line->at, line->length, 0, 2, spans, TABLE_COLUMNS) >= FEWEST;
}

/* Sentences say what they say of something else as well. */
static bool is_sentence(const struct text_line *line)
{
    return line->length && line->at[line->length - 1] == '.';
}

bool table_region_is_ours(const struct text_stream *stream, const struct table_region *region,
                          int *strength)
{
    enum { NEAR = 2 };
    *strength = 0;
    size_t near = region->first > NEAR ? region->first - NEAR : 0;
    if (near < region->above)
        near = region->above;
    for (size_t i = near; i <= region->last; i++) {
        const struct text_line *line = &stream->lines[i];
        bool is_inside = i >= region->first ||
                         (i + 1 == region->first && is_wide_head(stream, region));
        if (table_is_rule(line->at))
            continue;
        if (is_inside && is_listing(line->at))
            return false;
        /* What is said of others in the lines above may be said of others. */
        if (is_inside && has_any(line->at, others, NR(others), true))
            return false;
        if (is_inside && i - region->first >= 40)
            break; /* long tables are of one kind */
    }
    bool has_read = false, has_write = false, is_told = false;
    for (size_t i = region->above; i <= region->last; i++) {
        const char *line = stream->lines[i].at;
        bool is_inside = i >= region->first;
        int found = 0;
        has_read = has_read || (is_inside && has_word(line, "read*", false, false));
        has_write = has_write || (is_inside && has_word(line, "write*", false, false));
        bool is_test = is_inside ? (has_read && has_write) || has_any(line, plain, NR(plain), false)
                                 : !is_sentence(&stream->lines[i]) &&
                                       has_any(line, titles, NR(titles), false);
        if (has_any(line, units, NR(units), false))
            found = TABLE_BY_UNIT;
        else if (is_test)
            found = TABLE_BY_TEST;
        else if (is_inside && has_any(line, words, NR(words), false))
            found = TABLE_BY_WORD;
        *strength = found > *strength ? found : *strength;
        is_told = is_told || is_test || (found && !is_sentence(&stream->lines[i]));
        if (*strength == TABLE_BY_UNIT && is_told)
            break;
    }
    if (!is_told && *strength > TABLE_BY_WORD)
        *strength = TABLE_BY_WORD;
    return *strength > 0;
}
