/* Words of headers and labels: "IOPS (IRQ mode)", "Lat(usec)", "seq-write BW", "verity
 * wait time (us)", "fio (B.W MiB/sec)", "hipri=0", "avg", "Write IOPS:". */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "parse/vocabulary.h"
#include "record/metric.h"

enum { LONGEST = 160, MOST_WORDS = 24 };

enum kind { WORD_METRIC, WORD_CPU, WORD_SHARE, WORD_AVERAGE, WORD_LEAST, WORD_MOST, WORD_SPREAD,
            WORD_CHANGE, WORD_FILLER, WORD_NONE };

/* What a word says; metric is what it stands for, or its part of one. */
/* clang-format off: a table */
static const struct {
    const char *word;
    enum kind kind;
    const char *metric;
} known[] = {
    {"iops", WORD_METRIC, "iops"},          {"iop", WORD_METRIC, "iops"},
    {"bw", WORD_METRIC, "bw_bytes_per_s"},  {"b.w", WORD_METRIC, "bw_bytes_per_s"},
    {"b.w.", WORD_METRIC, "bw_bytes_per_s"}, {"bandwidth", WORD_METRIC, "bw_bytes_per_s"},
    {"throughput", WORD_METRIC, "bw_bytes_per_s"}, {"thruput", WORD_METRIC, "bw_bytes_per_s"},
    {"tput", WORD_METRIC, "bw_bytes_per_s"}, {"xput", WORD_METRIC, "bw_bytes_per_s"},
    {"speed", WORD_METRIC, "bw_bytes_per_s"}, {"speeds", WORD_METRIC, "bw_bytes_per_s"},
    {"rate", WORD_METRIC, "bw_bytes_per_s"},
    {"lat", WORD_METRIC, "lat"},            {"latency", WORD_METRIC, "lat"},
    {"latencies", WORD_METRIC, "lat"},      {"clat", WORD_METRIC, "clat"},
    {"slat", WORD_METRIC, "slat"},          {"response", WORD_METRIC, "lat"},
    {"delay", WORD_METRIC, "lat"},          {"wait", WORD_METRIC, "lat"},
    {"time", WORD_METRIC, "wall_s"},        {"duration", WORD_METRIC, "wall_s"},
    {"elapsed", WORD_METRIC, "wall_s"},     {"runtime", WORD_METRIC, "wall_s"},
    {"real", WORD_METRIC, "wall_s"},        {"wall", WORD_METRIC, "wall_s"},
    {"cpu", WORD_CPU, "cpu_pct"},           {"cpu%", WORD_CPU, "cpu_pct"},
    {"%cpu", WORD_CPU, "cpu_pct"},          {"cpuload", WORD_CPU, "cpu_pct"},
    {"usr", WORD_SHARE, "cpu_user_pct"},    {"user", WORD_SHARE, "cpu_user_pct"},
    {"sys", WORD_SHARE, "cpu_sys_pct"},     {"system", WORD_SHARE, "cpu_sys_pct"},
    {"usage", WORD_FILLER, NULL},           {"utilization", WORD_FILLER, NULL},
    {"utilisation", WORD_FILLER, NULL},     {"util", WORD_FILLER, NULL},
    {"load", WORD_FILLER, NULL},            {"in", WORD_FILLER, NULL},
    {"per", WORD_FILLER, NULL},             {"second", WORD_FILLER, NULL},
    {"avg", WORD_AVERAGE, NULL},            {"avg.", WORD_AVERAGE, NULL},
    {"mean", WORD_AVERAGE, NULL},           {"average", WORD_AVERAGE, NULL},
    {"median", WORD_AVERAGE, NULL},
    {"min", WORD_LEAST, NULL},              {"max", WORD_MOST, NULL},
    {"stddev", WORD_SPREAD, NULL},          {"stdev", WORD_SPREAD, NULL},
    {"sd", WORD_SPREAD, NULL},              {"std", WORD_SPREAD, NULL},
    {"std.dev", WORD_SPREAD, NULL},         {"std.dev.", WORD_SPREAD, NULL},
    {"deviation", WORD_SPREAD, NULL},       {"\xcf\x83", WORD_SPREAD, NULL},
    {"variance", WORD_SPREAD, NULL},        {"cv", WORD_SPREAD, NULL},
    {"%stddev", WORD_NONE, NULL},
    {"diff", WORD_CHANGE, NULL},            {"change", WORD_CHANGE, NULL},
    {"gain", WORD_CHANGE, NULL},            {"delta", WORD_CHANGE, NULL},
    {"improvement", WORD_CHANGE, NULL},     {"improvment", WORD_CHANGE, NULL},
    {"speedup", WORD_CHANGE, NULL},         {"speed-up", WORD_CHANGE, NULL},
    {"ratio", WORD_CHANGE, NULL},           {"difference", WORD_CHANGE, NULL},
    {"%change", WORD_CHANGE, NULL},         {"%diff", WORD_CHANGE, NULL},
    {"diff%", WORD_CHANGE, NULL},           {"change%", WORD_CHANGE, NULL},
    {"%delta", WORD_CHANGE, NULL},          {"vs", WORD_CHANGE, NULL},
    {"vs.", WORD_CHANGE, NULL},             {"increase", WORD_CHANGE, NULL},
    {"regression", WORD_CHANGE, NULL},      {"impact", WORD_CHANGE, NULL},
    {"degradation", WORD_CHANGE, NULL},     {"overhead", WORD_CHANGE, NULL},
};
/* clang-format on */

enum { KNOWN = sizeof known / sizeof known[0] };

struct word {
    const char *at;
    size_t length;
    bool is_bracketed;
    bool is_taken;
};

static size_t find_known(const char *at, size_t length)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (strlen(known[i].word) == length && !strncasecmp(known[i].word, at, length))
            return i;
    return KNOWN;
}

/* Cuts at blanks, brackets, commas and colons; brackets cut units off as well:
 * "Lat(usec)". */
static size_t cut_words(const char *text, struct word *words)
{
    size_t nr = 0, depth = 0;
    for (const char *at = text; *at && nr < MOST_WORDS;) {
        if (strchr(" \t,:;()[]|*`", *at)) {
            depth += *at == '(' || *at == '[';
            depth -= (*at == ')' || *at == ']') && depth;
            at++;
            continue;
        }
        size_t length = strcspn(at, " \t,:;()[]|*`");
        words[nr++] = (struct word){at, length, depth > 0, false};
        at += length;
    }
    return nr;
}

/* "fio.read_bw_MBps": what is joined by dots and underscores, where a part is known. */
static size_t cut_joined(const char *text, struct word *words)
{
    size_t nr = 0;
    bool has_known = false;
    for (const char *at = text; *at && nr < MOST_WORDS;) {
        size_t length = strcspn(at, "._ \t:()[]");
        struct table_scale scale;
        if (length) {
            has_known = has_known || (find_known(at, length) < KNOWN && length > 1) ||
                        (table_unit_read(at, length, &scale) && scale.unit != TABLE_NO_UNIT &&
                         scale.unit != TABLE_COUNT);
            words[nr++] = (struct word){at, length, false, false};
        }
        at += length;
        at += *at != '\0';
    }
    return has_known ? nr : 0;
}

static bool is_rate(const struct table_scale *scale)
{
    return scale->unit == TABLE_RATE || scale->unit == TABLE_IOPS || scale->unit == TABLE_OPS;
}

/* Takes the words that are units: rates anywhere, what may be another word in brackets,
 * behind "in", or at the end behind a metric. */
static void take_units(struct word *words, size_t nr, struct table_words *said)
{
    for (size_t i = 0; i < nr; i++) {
        struct table_scale scale;
        if (words[i].is_taken || !table_unit_read(words[i].at, words[i].length, &scale) ||
            scale.unit == TABLE_NO_UNIT || scale.unit == TABLE_COUNT)
            continue;
        bool is_behind = i > 0 && (words[i].is_bracketed || i + 1 == nr) &&
                         (words[i - 1].is_taken || (words[i - 1].length == 2 &&
                                                    !strncasecmp(words[i - 1].at, "in", 2)));
        bool may_be = is_rate(&scale) || words[i].is_bracketed || is_behind ||
                      (nr == 1 && (scale.unit == TABLE_PERCENT || words[i].length > 2));
        if (!may_be || (said->scale.unit != TABLE_NO_UNIT && !is_rate(&scale)))
            continue;
        if (scale.unit == TABLE_IOPS && !scale.has_prefix && !said->metric)
            said->metric = "iops";
        said->scale = scale;
        words[i].is_taken = true;
    }
}

/* "IOPS (M)", "IOPS (k)": a prefix alone, in brackets. */
static void take_prefix(struct word *words, size_t nr, struct table_words *said)
{
    for (size_t i = 0; i < nr; i++) {
        struct table_scale scale;
        if (words[i].is_taken || !words[i].is_bracketed || words[i].length != 1 ||
            said->scale.unit != TABLE_IOPS || said->scale.has_prefix ||
            !table_unit_read(words[i].at, 1, &scale) || scale.unit != TABLE_NO_UNIT)
            continue;
        said->scale = (struct table_scale){TABLE_IOPS, scale.factor, true, false};
        words[i].is_taken = true;
    }
}

/* "p99", "99%", "99.9th" beside a latency. */
static bool take_percentile(const struct word *word, double *percent)
{
    const char *at = word->at + (tolower((unsigned char)*word->at) == 'p');
    size_t length = word->length - (size_t)(at - word->at);
    size_t digits = strspn(at, "0123456789.");
    if (!digits || digits > length || sscanf(at, "%lf", percent) != 1 || *percent > 100 ||
        *percent < 1)
        return false;
    size_t rest = length - digits;
    return (!rest && at > word->at) || (rest == 1 && at[digits] == '%') ||
           (rest == 2 && !strncmp(at + digits, "th", 2));
}

struct found {
    const char *metric, *share;
    bool is_least, is_most, has_percent;
    double percent;
};

static void take_known(struct word *words, size_t nr, struct table_words *said,
                       struct found *found)
{
    for (size_t i = 0; i < nr; i++) {
        size_t k = find_known(words[i].at, words[i].length);
        if (k == KNOWN || known[k].kind == WORD_SHARE || known[k].kind == WORD_FILLER)
            continue;
        words[i].is_taken = true;
        if (known[k].kind == WORD_METRIC && (!found->metric || !strcmp(known[k].metric, "lat")))
            found->metric = known[k].metric;
        if (known[k].kind == WORD_METRIC && !strcmp(known[k].metric, "iops"))
            said->scale = (struct table_scale){TABLE_IOPS, 1, false, false};
        said->is_cpu = said->is_cpu || known[k].kind == WORD_CPU;
        said->is_average = said->is_average || known[k].kind == WORD_AVERAGE;
        said->is_spread = said->is_spread || known[k].kind == WORD_SPREAD;
        said->is_change = said->is_change || known[k].kind == WORD_CHANGE;
        found->is_least = found->is_least || known[k].kind == WORD_LEAST;
        found->is_most = found->is_most || known[k].kind == WORD_MOST;
    }
    for (size_t i = 0; i < nr; i++) {
        size_t k = find_known(words[i].at, words[i].length);
        bool is_share = k < KNOWN && known[k].kind == WORD_SHARE;
        if (is_share && (said->is_cpu || nr == 1)) {
            found->share = known[k].metric;
            words[i].is_taken = said->is_cpu;
        }
        if (k < KNOWN && known[k].kind == WORD_FILLER && (found->metric || said->is_cpu))
            words[i].is_taken = true;
        bool may_be = (found->metric && strstr(found->metric, "lat")) || nr == 1;
        if (may_be && !words[i].is_taken && take_percentile(&words[i], &found->percent))
            words[i].is_taken = found->has_percent = true;
    }
}

static void name_latency(struct arena *arena, struct table_words *said, const char *metric)
{
    char name[48];
    if (said->percent > 0)
        metric_percentile_name(name, sizeof name, metric, said->percent);
    else
        snprintf(name, sizeof name, "%s_%s_ns", metric,
                 said->is_least ? "min" : said->is_most ? "max"
                                      : said->is_spread  ? "stddev"
                                                         : "mean");
    said->metric = arena_string(arena, name);
    said->is_spread = false;
    said->is_average = false; /* the mean of a latency is no mean of runs */
}

void table_words_settle_latency(struct arena *arena, struct table_words *said, const char *metric)
{
    size_t length = strlen(metric);
    bool is_mean = length > 8 && !strcmp(metric + length - 8, "_mean_ns");
    said->is_average = said->is_average && !is_mean;
    if (is_mean && (said->percent > 0 || said->is_least || said->is_most || said->is_spread))
        name_latency(arena, said, arena_text(arena, metric, length - 8));
}

static void settle_metric(struct arena *arena, struct table_words *said, const struct found *found)
{
    const char *metric = said->metric ? said->metric : found->metric;
    if (said->is_cpu) {
        said->metric = found->share ? found->share : "cpu_pct";
        return;
    }
    if (said->scale.unit == TABLE_IOPS)
        metric = "iops";
    else if (said->scale.unit == TABLE_OPS)
        metric = "ops_per_s";
    else if (said->scale.unit == TABLE_RATE)
        metric = "bw_bytes_per_s";
    else if (said->scale.unit == TABLE_TIME && metric && !strcmp(metric, "bw_bytes_per_s"))
        metric = NULL;
    else if (said->scale.unit == TABLE_TIME && !metric)
        metric = said->scale.factor < 1e-4 ? "lat" : "wall_s"; /* nothing else is that short */
    if (metric && strstr(metric, "lat") == metric + strlen(metric) - 3)
        name_latency(arena, said, metric);
    else
        said->metric = metric;
}

/* What is left, in the words of the text. */
static const char *leave(struct arena *arena, const char *text, const struct word *words,
                         size_t nr)
{
    size_t taken = 0, used = 0, left = 0;
    char rest[LONGEST + 1];
    for (size_t i = 0; i < nr; i++)
        taken += words[i].is_taken;
    if (!taken) {
        text += strspn(text, " \t*`");
        size_t length = strlen(text);
        while (length && strchr(" \t:*`", text[length - 1]))
            length--;
        return arena_text(arena, text, length);
    }
    for (size_t i = 0; i < nr && used + words[i].length + 1 < sizeof rest; i++) {
        if (words[i].is_taken)
            continue;
        if (used)
            rest[used++] = ' ';
        memcpy(rest + used, words[i].at, words[i].length);
        used += words[i].length;
        left += isalnum((unsigned char)*words[i].at) || words[i].length > 2;
    }
    return left ? arena_text(arena, rest, used) : "";
}

/* "hipri=0" has a name of its own. */
static void part_setting(struct arena *arena, struct table_words *said)
{
    const char *sign = strchr(said->rest, '=');
    if (!sign || sign == said->rest || !sign[1] || strchr(sign + 1, '=') ||
        strpbrk(said->rest, " \t,"))
        return;
    said->name = arena_text(arena, said->rest, (size_t)(sign - said->rest));
    said->rest = arena_string(arena, sign + 1);
}

static bool has_letters(const char *text)
{
    while (*text && !isalnum((unsigned char)*text) && !((unsigned char)*text & 0x80))
        text++;
    return *text;
}

static bool read_run(const char *text, unsigned *run)
{
    if ((*text == 'r' || *text == 'R') && isdigit((unsigned char)text[1]) && strlen(text) <= 3 &&
        !text[1 + strspn(text + 1, "0123456789")])
        return sscanf(text + 1, "%u", run) == 1 && *run > 0;
    return vocabulary_run(text, run);
}

void table_words_read(struct arena *arena, const char *text, struct table_words *said)
{
    struct word words[MOST_WORDS];
    struct found found = {0};
    *said = (struct table_words){.scale = {TABLE_NO_UNIT, 1, false, false}, .rest = ""};
    size_t nr = strlen(text) <= LONGEST ? cut_words(text, words) : 0;
    if (!nr)
        return;
    if (read_run(text, &said->run))
        return;
    said->run = 0;
    /* "%" alone heads what changed */
    if (nr == 1 && words[0].length == 1 && *words[0].at == '%') {
        said->is_change = true;
        return;
    }
    bool is_joined = false;
    if (nr == 1 && find_known(words[0].at, words[0].length) == KNOWN && strpbrk(text, "._")) {
        size_t parts = cut_joined(text, words);
        is_joined = parts > 0;
        nr = parts ? parts : cut_words(text, words);
    }
    take_known(words, nr, said, &found);
    take_units(words, nr, said);
    take_prefix(words, nr, said);
    said->is_least = found.is_least;
    said->is_most = found.is_most;
    said->percent = found.has_percent ? found.percent : 0;
    settle_metric(arena, said, &found);
    said->op = table_op(text);
    /* "fio.read_iops" tells more than its parts, "bw_mb" does not */
    const char *left = leave(arena, text, words, nr);
    said->rest = is_joined && *left ? text : left;
    if (!has_letters(said->rest))
        said->rest = "";
    if (vocabulary_is_tool_only(said->rest))
        said->rest = "";
    part_setting(arena, said);
}
