/* Tones: the colour in which every picture shows a change. */
#ifndef IOD_REPORT_TONE_H
#define IOD_REPORT_TONE_H

#include "report/chart.h"
#include "report/comparison.h"

/* Returns better, worse or the same where there is a verdict.  Without one, of a single run or
 * a bound, it is the way that the figures go, for a hollow mark; open where that is not
 * known, as of a bound that leaves both ways. */
enum chart_tone tone_of_change(const struct compare_row *row, const struct compare_change *change);

/* Returns the way that a change in percent goes for the metric of the row. */
enum chart_tone tone_of_delta(const struct compare_row *row, double delta_pct);

#endif
