/* The comparison as CSV after RFC 4180, LF line ends, numbers as in the "C"
 * locale with an ASCII minus.  A cell of text that a spreadsheet would take for a
 * formula is preceded by an apostrophe. */
#ifndef IOD_REPORT_CSV_H
#define IOD_REPORT_CSV_H

#include <stdio.h>

#include "report/outputs.h"

/* Writes one line per row and pair of levels, in the order of the text report:
 *   metric, op, factor, baseline, level
 *   n          runs of the level
 *   mean, sd   of the level, in the unit of the metric; sd empty for n < 2
 *   delta_pct, low_pct, high_pct   empty where there is none
 *   verdict
 *   n_base, mean_base, sd_base     of the baseline
 *   bound      ">=" or "<=" where the delta is only a bound
 *   p, p_adjusted, p_rank          empty without interval
 *   kind       plain, total or part
 *   where      the other factors, "name=level; name=level"
 *   job_low_pct, job_high_pct      smallest and largest change of the jobs
 *   warnings   "code:count code:count"
 *   id         of the row
 * Where nothing is compared each row has its values with baseline and delta empty.
 * Returns 0, or -1 with *diag set. */
int csv_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag);

#endif
