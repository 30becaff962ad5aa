/* The comparison as one JSON object, by jansson.
 *
 *   format       "iodelta-report/1"
 *   results      {"seen", "used", "quoted", "aggregate", "repeated"}: counts
 *   inputs       [path]
 *   options      {"noise_pct", "confidence_pct"}
 *   sections     [section]; a section:
 *     factor, numeric, baseline (level), levels [{"name", "records"}], family
 *     pairs      [{"baseline", "level", "ratio", "ratio_rows", "rows"}]; ratio is null
 *                where there is none
 *     rows       [row]; a row:
 *       id       16 hex digits over factor, metric, op and where: the same row of
 *                another report of the same comparison has the same id
 *       metric, op, kind ("plain", "total", "part"), where {factor: level}
 *       total    the id of the total of a part
 *       cells    [cell] in the order of levels; null where the level has no run:
 *         n, mean, sd (null for n < 2), median, min, max, bound (">=", "<="),
 *         jobs, runs [{"value", "bound", "run", "records": [id]}], drift {"tau", "p"}
 *       changes  [change] in the order of pairs:
 *         delta_pct, low_pct, high_pct, df, p, p_adjusted, p_rank (null where there
 *         is none), bound, decimals, verdict, reason, jobs [{"name", "baseline",
 *         "level", "delta_pct"}]
 *       warnings {code: count}
 *     notes      [{"code", "weight", "text", "row", "count"}]
 *     warnings   {code: count}
 *   values       a section without pairs, where nothing is compared
 *   notes, warnings   as in a section, about everything
 *
 * Members that do not apply are left out. */
#ifndef IOD_REPORT_JSON_H
#define IOD_REPORT_JSON_H

#include <stdio.h>

#include "report/outputs.h"

/* Writes the object and a newline, keys in a fixed order.  Returns 0, or -1 with
 * *diag set. */
int json_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
               struct diag *diag);

#endif
