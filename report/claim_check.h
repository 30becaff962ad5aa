/* Checks of single claims: what their figures say, and the verdict. */
#ifndef IOD_REPORT_CLAIM_CHECK_H
#define IOD_REPORT_CLAIM_CHECK_H

#include "report/claim_candidates.h"
#include "report/comparison.h"

/* What one claim is held against. */
struct claim_check {
    const struct claim_data *data;
    const struct record_claim *claim;
    struct compare_claim *out;
    double noise_pct;
    struct arena *arena;

    /* Filled by claim_check_run(). */
    struct claim_candidates candidates;
    bool is_of_quality; /* "faster", "better": not simply "higher" */
    int direction;
    enum claim_rule main; /* the rule that the sentence means */
};

/* Sets verdict, nearest value, rule and reason of check->out. */
void claim_check_run(struct claim_check *check);

/* Sets the verdict and why; why is a constant or in the arena. */
void claim_check_judge(const struct claim_check *check, enum compare_claim_verdict verdict,
                       const char *why);

#endif
