/* The comparison: results paired by configuration, with what can be said about
 * each difference.  This is the model that every output format writes. */
#ifndef IOD_REPORT_COMPARISON_H
#define IOD_REPORT_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"
#include "record/diag.h"
#include "record/metric.h"
#include "record/record.h"
#include "record/warning.h"

/* How the interval of a change is made. */
enum compare_method {
    COMPARE_LOG,     /* delta method on the logarithm of the ratio of means; of pairs, where
                        the runs of both levels were interleaved */
    COMPARE_FIELLER, /* Fieller's theorem, of means */
};

/* What stands for the runs of a level. */
enum compare_stat { COMPARE_MEAN, COMPARE_MEDIAN };

/* The order of the rows of a section. */
enum compare_sort {
    COMPARE_SORT_INPUT,
    COMPARE_SORT_EFFECT, /* the largest change first */
    COMPARE_SORT_NAME,   /* by operation and setting */
};

struct compare_options {
    const char *const *by;      /* factors to compare by, each a section; "file" for the inputs,
                                   "A,B" for two as one; none: choose */
    size_t by_nr;
    const char *const *where; /* conditions of report/filter.h; none: all results */
    size_t where_nr;
    const char *baseline;       /* level to compare against; NULL: choose */
    const char *pair;           /* "A,B": only B against A; NULL: all pairs that make sense */
    const char *const *metrics; /* names to compare; none: the primary ones */
    size_t metrics_nr;
    const char *const *also; /* metrics to compare as well */
    size_t also_nr;
    enum compare_sort sort;
    size_t top;             /* rows to keep of a section; 0: all */
    const char *const *ops; /* operations to compare; none: all */
    size_t ops_nr;
    double noise_pct;      /* changes within plus or minus this do not matter; >= 0 */
    double confidence_pct; /* of the intervals, above 50 and below 100 */
    enum compare_method method;
    enum compare_stat stat;
};

#define COMPARE_NOISE_PCT 2.0
#define COMPARE_CONFIDENCE_PCT 95.0

/* The name of the factor that stands for the input file. */
#define COMPARE_BY_FILE "file"

/* The op of a row that adds up the reads and writes of a mixed workload. */
#define COMPARE_OP_TOTAL "total"

enum compare_bound {
    COMPARE_EXACT,
    COMPARE_AT_LEAST, /* the true value is this or more */
    COMPARE_AT_MOST,  /* the true value is this or less */
    COMPARE_UNKNOWN,  /* bounds to both sides meet: the value says nothing */
};

/* One run: what one record says, or the sum of the parallel jobs of one group.  There is
 * one for each record, row and section, so that it is packed. */
struct compare_sample {
    double value;     /* in the unit of the metric */
    double precision; /* one unit of the last printed digit, 0: not coarse */
    const struct record *const *records; /* those behind it, in input order; one at least */
    uint32_t order; /* place in the order of all records, for run-order plots */
    uint32_t records_nr : 28;
    enum compare_bound bound : 3;
    bool is_outlier : 1; /* beyond the Tukey fences of its cell (n >= 5); still counted */
};

/* Returns the run, 1-based, and the interleave block of a sample, 0 where the source gives
 * none. */
static inline unsigned compare_run_of(const struct compare_sample *sample)
{
    return sample->records[0]->run;
}
static inline unsigned long compare_round_of(const struct compare_sample *sample)
{
    return sample->records[0]->round;
}

/* How the samples of a cell run over time; all but the first run only where n >= 6. */
struct compare_drift {
    bool is_known;
    double tau;           /* Kendall's, of value against run order */
    double p;             /* two-sided */
    double halves_pct;    /* second half against first, % */
    bool is_first_off;    /* the first run lies beyond the fences */
    double without_first; /* the mean without the first run, where is_first_off */
    size_t step_after;    /* runs before the most marked shift of level, 0 where none is known */
    double step_from, step_to; /* the means before and after it */
    double step_p;             /* of the shift, after the number of places tried */
};

/* Two heaps of runs with a wide gap between them. */
struct compare_modes {
    bool are_two;
    size_t low_nr; /* runs in the lower heap */
    double low, high; /* means of the heaps */
};

/* All runs of one row at one level. */
struct compare_cell {
    struct compare_sample *samples;    /* in run order */
    size_t nr;                         /* n: the number of runs, 0 where the level has none */
    size_t bounds_nr;                  /* how many of them are bounds */
    enum compare_bound bound;          /* what the bounds make of the mean */
    double mean, sd, median, min, max; /* bounds take part at their value; sd is 0 for n < 2 */
    double centre; /* the mean, or the median where the options say so: what is shown */
    bool has_interval; /* of the centre at the confidence of the options; only of exact runs
                          that are repetitions */
    double low, high;
    double cv_pct;                     /* 100 sd / mean, 0 where the mean is 0 */
    double precision;                  /* of the mean */
    size_t jobs_nr; /* jobs behind a run, the most of all runs; 1 where nothing was summed */
    bool is_copied; /* its runs are the same block of figures over again */
    bool is_unsure; /* nothing says that its runs are repetitions (labels-equal) */
    struct compare_drift drift;
    struct compare_modes modes;
};

enum compare_verdict {
    VERDICT_BETTER, /* the whole interval beyond the noise, adjusted p below 0.05 */
    VERDICT_WORSE,
    VERDICT_RISE, /* the same for a metric of which no direction is better */
    VERDICT_FALL,
    VERDICT_SAME, /* the whole interval within the noise */
    VERDICT_UNDECIDED,
    VERDICT_SINGLE,       /* a side has one run: no interval, no verdict */
    VERDICT_NONE,         /* a bound takes part and decides nothing */
    VERDICT_INCOMPARABLE, /* both sides are bounds, or the baseline is zero */
    VERDICT_UNPAIRED,     /* a side has no run */
    VERDICT_NR
};

/* Why a verdict is no better than undecided. */
enum compare_reason {
    REASON_NONE,
    REASON_WIDE,      /* the interval reaches into or over the noise */
    REASON_FAMILY,    /* beyond the noise, but the adjusted p is 0.05 or more */
    REASON_UNSURE,    /* repetitions are not certain */
    REASON_NO_SPREAD, /* all runs print the same figure, so the spread is unknown */
    REASON_NEGATIVE,  /* a mean is zero or negative: there is no ratio */
    REASON_UNBOUNDED, /* Fieller's interval has no ends */
    REASON_FEW,       /* so few runs have no interval of medians */
};

enum compare_run_order {
    RUN_ORDER_UNKNOWN,
    RUN_ORDER_BLOCKED, /* all runs of one level stand before all of the other */
    RUN_ORDER_MIXED,
    RUN_ORDER_INTERLEAVED, /* one run of either level in each round, or in turn */
};

/* The change of one job of a sum. */
struct compare_job {
    const char *name;   /* "" where jobs have none */
    double base, level; /* mean over the runs; 0 with has_… false where a side lacks the job */
    bool has_base, has_level;
    double delta_pct; /* where both are there and base is not 0 */
};

/* One level against another in one row. */
struct compare_change {
    const struct compare_cell *base;
    const struct compare_cell *level;
    bool has_delta;
    enum compare_bound bound; /* of the delta */
    double delta_pct;         /* of the centres, true sign */
    int decimals;             /* of the delta and its interval that the sources bear, 0 to 2 */
    bool has_interval;
    bool is_unbounded; /* instead of an interval: Fieller's has no ends */
    bool is_paired;    /* the interval is that of interleaved pairs */
    double low_pct, high_pct;
    double df, p;        /* of the t behind the interval; p is 1 where there is none */
    double p_adjusted;   /* after Holm, in the family of the section */
    double p_rank;       /* exact Mann-Whitney, two-sided; 1 where there is none */
    double p_rank_least; /* the smallest that these n can reach */
    enum compare_verdict verdict;
    enum compare_reason reason;
    enum compare_run_order run_order;
    struct compare_job *jobs; /* where a side sums several jobs, else none */
    size_t jobs_nr;
    const struct compare_job *least, *most; /* smallest and largest change, NULL if none */
    size_t jobs_lacking_base, jobs_lacking_level;
};

enum compare_row_kind {
    ROW_PLAIN,
    ROW_TOTAL, /* reads and writes of a mixed workload added up */
    ROW_PART,  /* the reads or the writes beneath a total; counts nowhere by itself */
};

struct compare_warning {
    const char *code;
    const struct warning *known; /* NULL for a code that the table lacks */
    size_t nr;                   /* records that carry it */
};

/* A result beside a sweep: equal in all but one factor, and without a level of the swept
 * one, so that its value stands for all levels. */
struct compare_reference {
    const char *name; /* the level in which it differs, "dom0"; NULL where there is none */
    double value;     /* the mean over its runs */
    size_t nr;
    const struct record *record; /* the first */
};

/* One metric of one operation in one setting of the other factors. */
struct compare_row {
    const char *id; /* 16 hex digits over factor, metric, op and where: stable */
    enum compare_row_kind kind;
    const struct compare_row *total; /* of a ROW_PART */
    const char *metric;
    const struct metric *known;     /* NULL for a metric that the table lacks */
    const char *op;                 /* "" where the source names none */
    struct record_pairs where;      /* the other factors that vary, with their levels here */
    struct compare_cell *cells;     /* one per level of the section, in its order */
    struct compare_change *changes; /* one per pair of the section, in its order */
    bool is_in_mean;                /* its ratios enter the geometric mean */
    bool is_cost; /* what the work took of a CPU (report/cost.h): in tables of its own, behind
                     the others, in a family of its own and in no count of verdicts */
    struct compare_reference reference; /* of a row of a sweep */
    struct compare_warning *warnings;
    size_t warnings_nr;
    double mix_shift_pct; /* ROW_TOTAL: largest shift of the share of reads, in % points */
};

struct compare_level {
    const char *name;
    double number; /* where is_number: the level read as a size or number */
    bool is_number;
    size_t records_nr;
};

/* Two levels that are compared: indices into levels. */
struct compare_pair {
    size_t base, level;
    double ratio;                /* geometric mean of the ratios of means, 1 where there is none;
                                    above 1 is better */
    size_t ratio_nr;             /* ratios in it */
    size_t ratio_of;             /* rows that could have one */
    size_t verdicts[VERDICT_NR]; /* rows by verdict; parts of totals are left out */
};

enum compare_weight { NOTE_INFO, NOTE_LIMIT, NOTE_SERIOUS };

/* A sentence about the comparison. */
struct compare_note {
    const char *code; /* stable: "split", "unpaired", "rank-test", "drift", "first-run", … */
    enum compare_weight weight;
    const char *text;              /* UTF-8, a whole sentence; may hold labels of the input */
    const struct compare_row *row; /* NULL where it is about all */
    size_t nr;                     /* rows that it stands for, at least 1 */
    bool is_repeat;                /* an earlier section has the same text: not shown to people */
    const char *also;              /* the factors of later sections with it, or NULL */
};

enum compare_claim_verdict {
    CLAIM_REPRODUCED,     /* a computed value is the one claimed */
    CLAIM_DIRECTION_ONLY, /* the values go that way, but are others */
    CLAIM_NOT_SHOWN,      /* would need a verdict that the data cannot give */
    CLAIM_CONTRADICTED,   /* a decided verdict, or arithmetic on the figures, says otherwise */
    CLAIM_NOT_DERIVABLE,  /* the data has nothing to compute it from */
};

/* What the figures of its message say of a claim. */
struct compare_claim {
    const struct record *record; /* of kind claim */
    enum compare_claim_verdict verdict;
    bool has_nearest;
    double nearest;   /* in the unit of the claim, with sign */
    const char *rule; /* what gives it: which figures of which levels; "" where none */
    const char *factor, *base, *level; /* the factor and levels that it compares, or NULL */
    const char *why;  /* a sentence that says what the verdict rests on */
};

/* The comparison by one factor. */
struct compare_section {
    const char *factor;
    bool is_numeric; /* every level is a number: levels are in rising order, a sweep */
    struct compare_level *levels;
    size_t levels_nr;
    size_t baseline; /* index into levels */
    struct compare_pair *pairs;
    size_t pairs_nr;
    struct compare_row *rows; /* total, its parts, then the next */
    size_t rows_nr;
    const struct compare_row *all_rows; /* the rows, and those that were not to be shown */
    size_t all_rows_nr;
    size_t left_out_nr; /* rows that are there, but were not to be shown */
    size_t family;      /* comparisons that the Holm adjustment counts */
    size_t cost_family; /* the same of rows of cost */
    struct compare_note *notes;
    size_t notes_nr, notes_room;
    struct compare_warning *warnings; /* over the records of all rows, each record once */
    size_t warnings_nr;
};

enum compare_lead_kind { LEAD_EFFECT, LEAD_HIDDEN, LEAD_LIMIT };

/* A sentence or two of those that stand above everything else; UTF-8, may hold labels of
 * the input. */
struct compare_lead {
    enum compare_lead_kind kind;
    const char *text;
};

#define LEADS_MAX 6

struct comparison {
    struct arena *arena; /* borrowed; everything lives in it, records included */
    struct compare_options options;
    const char **inputs; /* source paths in the order seen */
    size_t inputs_nr;
    struct compare_section *sections;
    size_t sections_nr;
    struct compare_section *values;   /* where there is no section: all rows with their
                                         values at one level named "", and no pairs; else NULL */
    size_t results_nr;                /* records of kind result, all of them */
    size_t used_nr;                   /* of these, those that were free to be compared */
    size_t filtered_nr;               /* left out: the conditions of the options do not take it */
    size_t quoted_nr;                 /* left out: repeats marked as quoted */
    size_t aggregate_nr;              /* left out: printed averages */
    size_t repeated_nr;               /* left out: the same record, message or block was given again */
    size_t repeated_others_nr;        /* the same of records that are no results */
    struct compare_warning *warnings; /* over all results that were used */
    size_t warnings_nr;
    struct compare_note *notes; /* about everything, such as why nothing pairs */
    size_t notes_nr;
    struct compare_lead *leads; /* effect, what is hidden, what limits belief */
    size_t leads_nr;
    const struct record **claims; /* the records of the other kinds, as they came */
    size_t claims_nr;
    struct compare_claim *checks; /* of the claims that are no repeats, in their order */
    size_t checks_nr;
    const struct record **hosts;
    size_t hosts_nr;
    const struct record **campaigns, **runs;
    size_t campaigns_nr, runs_nr;
    const struct record **series;
    size_t series_nr;
};

#endif
