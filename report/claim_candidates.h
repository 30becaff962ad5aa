/* Candidates: the comparisons among the results of one message that a claim may mean. */
#ifndef IOD_REPORT_CLAIM_CANDIDATES_H
#define IOD_REPORT_CLAIM_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "record/record.h"
#include "report/attribute.h"
#include "report/measure.h"
#include "report/stats.h"

/* The runs of one metric and operation at one setting of everything else; of a job of a
 * sum, or of the sum (job NULL). */
struct claim_cell {
    const char *metric, *op, *job;
    const uint32_t *levels; /* per attribute: number of the level plus 1, 0 where absent */
    bool is_sum;            /* of several jobs */
    double *values;
    size_t nr, room;
    struct stats_summary runs;
};

/* The results of one message. */
struct claim_data {
    struct arena *arena;
    struct measure_list measures;
    struct attribute_list attributes;
    struct claim_cell *cells;
    size_t nr, room;
};

/* Gathers nr results of one message. */
void claim_data_gather(struct claim_data *data, const struct record *const *results, size_t nr,
                       struct arena *arena);

/* Which figures a candidate compares. */
enum claim_rule {
    CLAIM_RULE_MEAN, /* means over the runs, of sums over the jobs where there are several */
    CLAIM_RULE_MEDIAN,
    CLAIM_RULE_MIN,
    CLAIM_RULE_MAX,
    CLAIM_RULE_JOB,      /* one job of a sum */
    CLAIM_RULE_ALL_MAX,  /* the largest over all other settings */
    CLAIM_RULE_ALL_MIN,
    CLAIM_RULE_ALL_MEAN,
    CLAIM_RULES
};

struct claim_candidate {
    enum claim_rule rule;
    const struct claim_cell *from, *to; /* the baseline and what is compared with it */
    size_t attribute;                   /* in which they differ */
    double base, value;                 /* above 0 */
    double noise;                       /* relative standard error of value / base, 0 where unknown */
};

struct claim_candidates {
    struct claim_candidate *at;
    size_t nr, room;
};

/* What the words of a claim say of the levels of each attribute. */
struct claim_sense {
    struct arena *arena;
    unsigned char **roles; /* per attribute and level: bits of enum claim_role */
    bool *has_side;        /* per attribute: a level of it is one of the two sides */
    bool *has_setting;
    bool has_any_side;
};

enum claim_role { CLAIM_ROLE_BASE = 1, CLAIM_ROLE_LEVEL = 2, CLAIM_ROLE_SETTING = 4 };

/* Finds the roles of the words of a claim. */
void claim_sense_find(struct claim_sense *sense, const struct claim_data *data,
                      const struct record_claim *claim, struct arena *arena);

/* Says whether the cell is of an operation, a metric and settings that the claim may mean. */
bool claim_sense_takes(const struct claim_sense *sense, const struct claim_data *data,
                       const struct record_claim *claim, const struct claim_cell *cell);

/* Returns a word of the claim that names a configuration which none of the results has, where
 * no other of its words names one; else NULL. */
const char *claim_sense_unknown(const struct claim_data *data, const struct record_claim *claim);

/* Adds all candidates that the claim may mean to an empty list. */
void claim_candidates_find(struct claim_candidates *candidates, const struct claim_data *data,
                           const struct record_claim *claim, struct arena *arena);

/* Returns the rule of those of the candidates that the words of the claim mean: that of
 * "maximum" where there are such, else the mean. */
enum claim_rule claim_candidates_rule(const struct claim_candidates *candidates,
                                      const struct record_claim *claim);

/* Returns what a candidate compares, for people: "means, read bandwidth, B against A". */
const char *claim_candidate_text(const struct claim_data *data,
                                 const struct claim_candidate *candidate, struct arena *arena);

#endif
