#include "report/tone.h"

enum chart_tone tone_of_delta(const struct compare_row *row, double delta_pct)
{
    enum metric_better better = row->known ? row->known->better : METRIC_NEITHER;
    if (better == METRIC_NEITHER || !(delta_pct > 0 || delta_pct < 0))
        return CHART_OPEN;
    return (delta_pct > 0) == (better == METRIC_HIGHER) ? CHART_BETTER : CHART_WORSE;
}

/* Whether a bound leaves only the way that the change goes at it. */
static bool is_one_way(const struct compare_change *change)
{
    return (change->bound == COMPARE_AT_LEAST && change->delta_pct > 0) ||
           (change->bound == COMPARE_AT_MOST && change->delta_pct < 0);
}

enum chart_tone tone_of_change(const struct compare_row *row, const struct compare_change *change)
{
    switch (change->verdict) {
    case VERDICT_BETTER:
        return CHART_BETTER;
    case VERDICT_WORSE:
        return CHART_WORSE;
    case VERDICT_SAME:
        return CHART_SAME;
    case VERDICT_SINGLE:
        return tone_of_delta(row, change->delta_pct);
    case VERDICT_NONE:
        return is_one_way(change) ? tone_of_delta(row, change->delta_pct) : CHART_OPEN;
    default:
        return CHART_OPEN;
    }
}
