/* Senses: which operation, metric and levels the words of a claim name. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "record/metric.h"
#include "report/claim_candidates.h"

/* Metrics by the words for them; a claim without any is about rates. */
static const struct {
    const char *word, *metric; /* metric: the start of its name */
} metric_words[] = {
    {"bandwidth", "bw_"}, {"throughput", "bw_"}, {"thruput", "bw_"}, {"bw", "bw_"},
    {"iops", "iops"}, {"kiops", "iops"}, {"iops", "ops_"}, {"latenc", "lat_"}, {"latenc", "clat_"},
    {"lat", "lat_"}, {"clat", "clat_"}, {"cpu", "cpu_"}, {"cpu", "host_cpu_"},
    {"runtime", "runtime_"}, {"runtime", "wall_"}, {"seek", "ops_"},
};

/* Operations by those that claims have. */
static const struct {
    const char *claimed, *op;
} op_words[] = {
    {"read", "read"}, {"read", "get_block"}, {"read", "getc"}, {"read", "total"},
    {"write", "write"}, {"write", "put_block"}, {"write", "putc"}, {"write", "total"},
    {"rewrite", "rewrite"}, {"seeks", "seeks"}, {"trim", "trim"},
};

/* Words in front of a level that make it the baseline, or a setting. */
static const char *const base_leads[] = {"than", "over", "against", "versus", "vs", "vs.", "of",
                                         "to", "original", "old"};
static const char *const setting_leads[] = {"for", "on", "in", "with", "using", "at", "under",
                                            "when"};

static bool is_level_byte(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Says whether a level has the word as a part: "SCST" of "SCST (fullperf)", "md" of "md0",
 * "iscsi" of a long "by-path/ip-…-iscsi-…"; "virtio" does not name "virtio-scsi". */
static bool names_level(const char *level, const char *word)
{
    enum { LONG_PART = 24 };
    size_t length = strlen(word);
    for (const char *at = level; (at = strcasestr(at, word)); at++) {
        const char *from = at, *to = at + length;
        if ((from > level && is_level_byte(from[-1])) || (is_level_byte(*to) && !isdigit((unsigned char)*to)))
            continue;
        if (isdigit((unsigned char)*to) && is_level_byte(to[1]))
            continue;
        while (from > level && (is_level_byte(from[-1]) || strchr("-_.", from[-1])))
            from--;
        while (*to && (is_level_byte(*to) || strchr("-_.", *to)))
            to++;
        size_t part = (size_t)(to - from);
        if (part <= length + 1 || part >= LONG_PART)
            return true;
    }
    return false;
}

static bool is_lead(const char *const *leads, size_t nr, const char *word, size_t length)
{
    for (size_t i = 0; i < nr; i++)
        if (strlen(leads[i]) == length && !strncasecmp(leads[i], word, length))
            return true;
    return false;
}

/* Finds what the three words before a place make of what stands there; other levels end
 * the look, as "the" and "both" do not. */
static unsigned lead_of(const char *text, const char *at)
{
    enum { FARTHEST = 2 };
    for (size_t step = 0; step < FARTHEST; step++) {
        while (at > text && strchr(" \t(\"'", at[-1]))
            at--;
        const char *end = at;
        while (at > text && !strchr(" \t(", at[-1]))
            at--;
        size_t length = (size_t)(end - at);
        if (!length || strchr(".,;:", end[-1]))
            return 0;
        bool is_instead = length == 2 && !strncasecmp(at, "of", 2) && at - text >= 8 &&
                          !strncasecmp(at - 8, "instead ", 8);
        bool is_compared = length == 2 && (at - text >= 9) && !strncasecmp(at - 9, "compared ", 9);
        bool is_weak = (length == 2 && (!strncasecmp(at, "of", 2) || !strncasecmp(at, "to", 2))) &&
                       !is_instead && !is_compared;
        if (is_instead || is_compared ||
            (!is_weak && is_lead(base_leads, sizeof base_leads / sizeof base_leads[0], at, length)))
            return CLAIM_ROLE_BASE;
        if (is_lead(setting_leads, sizeof setting_leads / sizeof setting_leads[0], at, length))
            return CLAIM_ROLE_SETTING;
        bool is_article = is_lead((const char *const[]){"the", "a", "that", "this"}, 4, at, length);
        if (!is_article && !is_weak)
            return 0;
    }
    return 0;
}

/* The role of a word by all places at which it stands. */
static unsigned role_of(const char *text, const char *word)
{
    unsigned all = 0;
    size_t length = strlen(word);
    for (const char *at = text; (at = strcasestr(at, word)); at++) {
        if ((at > text && is_level_byte(at[-1])) || is_level_byte(at[length]))
            continue;
        unsigned lead = lead_of(text, at);
        all |= lead ? lead : CLAIM_ROLE_LEVEL;
    }
    return all & CLAIM_ROLE_BASE      ? CLAIM_ROLE_BASE
           : all & CLAIM_ROLE_SETTING ? CLAIM_ROLE_SETTING
                                      : CLAIM_ROLE_LEVEL;
}

/* A setting is a side where nothing else can be. */
static void find_sides(struct claim_sense *sense, const struct claim_data *data, size_t attribute)
{
    const struct attribute *at = &data->attributes.at[attribute];
    for (size_t i = 0; i < at->nr; i++) {
        unsigned role = sense->roles[attribute][i];
        sense->has_side[attribute] |= (role & (CLAIM_ROLE_BASE | CLAIM_ROLE_LEVEL)) != 0;
        sense->has_setting[attribute] |= (role & CLAIM_ROLE_SETTING) != 0;
    }
    sense->has_any_side |= sense->has_side[attribute] && at->nr > 1;
}

void claim_sense_find(struct claim_sense *sense, const struct claim_data *data,
                      const struct record_claim *claim, struct arena *arena)
{
    size_t nr = data->attributes.nr;
    *sense = (struct claim_sense){.arena = arena,
                                  .roles = arena_alloc(arena, (nr + 1) * sizeof *sense->roles),
                                  .has_side = arena_alloc(arena, (nr + 1) * sizeof(bool)),
                                  .has_setting = arena_alloc(arena, (nr + 1) * sizeof(bool))};
    for (size_t f = 0; f < nr; f++) {
        const struct attribute *attribute = &data->attributes.at[f];
        sense->roles[f] = arena_alloc(arena, attribute->nr + 1);
        memset(sense->roles[f], 0, attribute->nr + 1);
        sense->has_side[f] = sense->has_setting[f] = false;
        for (size_t w = 0; w < claim->words_nr; w++) {
            unsigned role = role_of(claim->text ? claim->text : "", claim->words[w]);
            for (size_t i = 0; i < attribute->nr; i++)
                if (names_level(attribute->levels[i], claim->words[w]))
                    sense->roles[f][i] |= (unsigned char)role;
        }
        if (attribute->is_varying && !attribute->is_joined && attribute->kind != ATTRIBUTE_FILE &&
            attribute->kind != ATTRIBUTE_MESSAGE)
            find_sides(sense, data, f);
    }
}

static bool takes_metric(const struct claim_data *data, const struct record_claim *claim,
                         const char *metric)
{
    bool has_word = false;
    for (size_t w = 0; w < claim->words_nr; w++)
        for (size_t i = 0; i < sizeof metric_words / sizeof metric_words[0]; i++) {
            size_t length = strlen(metric_words[i].word);
            if (strncasecmp(claim->words[w], metric_words[i].word, length) ||
                (length <= 3 && claim->words[w][length]))
                continue;
            has_word = true;
            if (!strncmp(metric, metric_words[i].metric, strlen(metric_words[i].metric)))
                return true;
        }
    if (has_word)
        return false;
    /* IOPS say what bandwidth says where both are there. */
    bool is_iops = !strncmp(metric, "iops", 4), has_rate = false;
    for (size_t i = 0; is_iops && i < data->nr; i++)
        has_rate = has_rate || !strncmp(data->cells[i].metric, "bw_", 3);
    return !strncmp(metric, "bw_", 3) || !strncmp(metric, "ops_", 4) || (is_iops && !has_rate);
}

/* Words that name no level: metrics, figures, and marks of the form of a claim. */
static bool is_no_name(const char *word)
{
    static const char *const starts[] = {"max", "min", "average", "avg", "mean", "median", "total",
                                         "sum", "overall", "aggregate", "peak", "best", "worst",
                                         "rand", "seq", "per", "of", "runtime", "cpu", "clat"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncasecmp(word, starts[i], strlen(starts[i])))
            return true;
    for (size_t i = 0; i < sizeof metric_words / sizeof metric_words[0]; i++)
        if (!strncasecmp(word, metric_words[i].word, strlen(metric_words[i].word)))
            return true;
    return false;
}

const char *claim_sense_unknown(const struct claim_data *data, const struct record_claim *claim)
{
    const char *unknown = NULL;
    for (size_t w = 0; w < claim->words_nr; w++) {
        bool is_known = false;
        if (is_no_name(claim->words[w]))
            continue;
        for (size_t f = 0; f < data->attributes.nr; f++)
            for (size_t i = 0; i < data->attributes.at[f].nr; i++)
                is_known = is_known || names_level(data->attributes.at[f].levels[i], claim->words[w]);
        for (size_t i = 0; i < data->nr; i++)
            is_known = is_known || (data->cells[i].job && names_level(data->cells[i].job, claim->words[w]));
        if (is_known)
            return NULL;
        unknown = claim->words[w];
    }
    return unknown;
}

static bool takes_op(const char *claimed, const char *op)
{
    if (!claimed || !*claimed || !*op)
        return true;
    for (size_t i = 0; i < sizeof op_words / sizeof op_words[0]; i++)
        if (!strcmp(op_words[i].claimed, claimed) && !strcmp(op_words[i].op, op))
            return true;
    return !strcmp(claimed, op);
}

bool claim_sense_takes(const struct claim_sense *sense, const struct claim_data *data,
                       const struct record_claim *claim, const struct claim_cell *cell)
{
    bool is_rate = claim->unit && strlen(claim->unit) > 2 && !strcmp(claim->unit + strlen(claim->unit) - 2, "/s");
    bool is_iops = claim->unit && !strcmp(claim->unit, "IOPS");
    bool is_time = claim->unit && strlen(claim->unit) == 2 && claim->unit[1] == 's';
    if ((is_rate && strncmp(cell->metric, "bw_", 3)) ||
        (is_time && !strstr(cell->metric, "lat_")) ||
        (is_iops && strcmp(cell->metric, "iops") && strcmp(cell->metric, "ops_per_s")) ||
        (!is_rate && !is_iops && !is_time && !takes_metric(data, claim, cell->metric)) ||
        !takes_op(claim->op, cell->op))
        return false;
    for (size_t f = 0; f < data->attributes.nr; f++) {
        bool is_named = sense->has_setting[f] || (sense->has_side[f] && data->attributes.at[f].nr == 1);
        bool is_filter = is_named && !sense->has_side[f];
        /* A setting that alone varies is a side. */
        bool has_other = false;
        for (size_t i = 0; i < data->attributes.nr; i++)
            has_other = has_other || (i != f && data->attributes.at[i].is_varying &&
                                      !data->attributes.at[i].is_joined &&
                                      data->attributes.at[i].kind != ATTRIBUTE_FILE &&
                                      data->attributes.at[i].nr > 1 && !sense->has_setting[i]);
        if (is_filter && has_other && cell->levels[f] &&
            !(sense->roles[f][cell->levels[f] - 1] & CLAIM_ROLE_SETTING))
            return false;
    }
    return true;
}

static bool has_word(const struct record_claim *claim, const char *start)
{
    for (size_t i = 0; i < claim->words_nr; i++)
        if (!strncasecmp(claim->words[i], start, strlen(start)))
            return true;
    return false;
}

enum claim_rule claim_candidates_rule(const struct claim_candidates *candidates,
                                      const struct record_claim *claim)
{
    static const struct {
        const char *word;
        enum claim_rule rule, narrow;
    } named[] = {{"max", CLAIM_RULE_ALL_MAX, CLAIM_RULE_MAX},
                 {"peak", CLAIM_RULE_ALL_MAX, CLAIM_RULE_MAX},
                 {"min", CLAIM_RULE_ALL_MIN, CLAIM_RULE_MIN},
                 {"median", CLAIM_RULE_MEDIAN, CLAIM_RULE_MEDIAN}};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (!has_word(claim, named[i].word))
            continue;
        bool has_wide = false, has_narrow = false;
        for (size_t k = 0; k < candidates->nr; k++) {
            has_wide = has_wide || candidates->at[k].rule == named[i].rule;
            has_narrow = has_narrow || candidates->at[k].rule == named[i].narrow;
        }
        if (has_wide || has_narrow)
            return has_wide ? named[i].rule : named[i].narrow;
    }
    return CLAIM_RULE_MEAN;
}
