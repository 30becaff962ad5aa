/* Statistics against golden values computed with R 4.2.2 (t.test, wilcox.test,
 * cor.test, quantile type 7) and checked with scipy: they hold to 1e-9. */
#include "report/stats.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/t_main.h"

/* tau 9: no run order known; fences 0 and 0: not given. */
struct golden_group {
    size_t n;
    double values[10];
    double mean, sd, median, lower_quartile, upper_quartile, low, high, tau, tau_p;
};

/* Two groups by index; se 0: no interval; u -1: no rank test. */
struct golden_comparison {
    size_t base, level;
    double delta_pct, se_log, df, low_pct, high_pct, u, p_rank, p_rank_least;
};

/* clang-format off: tables */
static const struct golden_group groups[] = {
    {10, {43.213100017708, 43.616304558878, 43.017123810134, 43.462354898381, 43.407886611066,
     43.1944993825, 43.139486701487, 43.422105467486, 43.491049544733, 43.075971709051},
     43.303988270142, 0.2010947644883, 43.310493314387, 43.15323987174, 43.452292540658,
     42.704660868363, 43.900871544034, -0.1111111111111, 0.7274895282187},
    {10, {52.340883671957, 56.318872092901, 55.231360026336, 56.584500550699, 49.965184599205,
     51.778784111568, 51.356040520763, 51.789273280631, 51.524850834721, 52.480563055357},
     52.937031274414, 2.274328276527, 52.065078476294, 51.588334153933, 54.543660783592,
     47.155344209444, 58.97665072808, -0.2, 0.4843127204586},
    {10, {50.111158900836, 45.443234101624, 44.610800736214, 43.568520221222, 44.763862791202,
     44.77506271684, 45.549646799304, 45.024774780064, 45.211514613062, 45.128286099752},
     45.418686176012, 1.739677804587, 45.076530439908, 44.766662772611, 45.385304229484,
     43.838700587303, 46.313266414792, 0.06666666666667, 0.8618005952381},
    {10, {51.913216589149, 51.766801691263, 51.969499249794, 51.99567199016, 52.244363112644,
     52.192303624203, 52.172269359157, 51.97302096846, 52.034476234783, 52.035484908989},
     52.02971077286, 0.1428211559455, 52.015074112472, 51.970379679461, 52.138073246615,
     51.71883932873, 52.389613597346, 0.3777777777778, 0.1557418430335},
    {10, {18.274745751462, 18.752138484833, 18.78185635247, 18.709139259783, 18.737903363163,
     18.221342831979, 18.727706647318, 18.773909251608, 18.728392616379, 18.213770207049},
     18.592090476604, 0.2467351416328, 18.728049631848, 18.383344128542, 18.748579704416,
     17.835490764732, 19.296433068226, -0.1555555555556, 0.600653659612},
    {10, {61.780312082854, 62.633687059592, 62.21849063601, 61.17594443843, 60.797684376221,
     62.184979585218, 61.728812210756, 60.95195467808, 60.630153192883, 59.026965647281},
     61.312898390733, 1.044705021622, 61.452378324593, 60.836251951686, 62.083812709627,
     58.964910814774, 63.955153846539, -0.6444444444444, 0.009148478835979},
    {10, {24.8476, 24.6179, 24.9608, 24.7051, 24.7361, 24.8583, 24.89, 24.728, 24.6888, 24.9267},
     24.79593, 0.1151364412821, 24.79185, 24.710825, 24.882075, 24.45395, 25.13895,
     0.1111111111111, 0.7274895282187},
    {10, {20.5144, 19.0654, 19.4408, 18.9759, 21.4898, 20.7371, 20.9078, 20.7329, 20.8393,
     20.4598}, 20.31632, 0.8523751636196, 20.62365, 19.69555, 20.81375, 18.01825, 22.49105, 0.2,
     0.4843127204586},
    {10, {21.4272, 23.6282, 24.0691, 24.6449, 23.9868, 23.9808, 23.573, 23.8478, 23.7493,
     23.7931}, 23.67002, 0.8433420761075, 23.82045, 23.658475, 23.9853, 23.1682375, 24.4755375,
     -0.06666666666667, 0.8618005952381},
    {10, {20.6834, 20.7419, 20.661, 20.6506, 20.5523, 20.5728, 20.5807, 20.6596, 20.6352,
     20.6348}, 20.63723, 0.05666829507464, 20.6429, 20.594225, 20.66065, 20.4945875, 20.7602875,
     -0.3777777777778, 0.1557418430335},
    {10, {58.7555, 57.2597, 57.1691, 57.3913, 57.3032, 58.9277, 57.3344, 57.1933, 57.3323,
     58.9522}, 57.76187, 0.774964499617, 57.33335, 57.270575, 58.41445, 55.5547625, 60.1302625,
     0.1555555555556, 0.600653659612},
    {10, {17.38, 17.1432, 17.2576, 17.5517, 17.6609, 17.2669, 17.3945, 17.6162, 17.7097, 18.1907},
     17.51714, 0.3029662218063, 17.4731, 17.295175, 17.649725, 16.76335, 18.18155, 0.6444444444444,
     0.009148478835979},
    {10, {43.2, 43.6, 43, 43.5, 43.4, 43.2, 43.1, 43.4, 43.5, 43.1}, 43.3, 0.2054804667656, 43.3,
     43.125, 43.475, 42.6, 44, -0.1164050492949, 0.6494362837268},
    {10, {52.3, 56.3, 55.2, 56.6, 50, 51.8, 51.4, 51.8, 51.5, 52.5}, 52.94, 2.262839906941, 52.05,
     51.575, 54.525, 47.15, 58.95, -0.2247332874877, 0.3691714163327},
    {10, {50.1, 45.4, 44.6, 43.6, 44.8, 44.8, 45.5, 45, 45.2, 45.1}, 45.41, 1.731697946461, 45.05,
     44.8, 45.35, 43.975, 46.175, 0.04494665749755, 0.8574624419592},
    {10, {51.9, 51.8, 52, 52, 52.2, 52.2, 52.2, 52, 52, 52}, 52.03, 0.1337493509849, 52, 52,
     52.15, 51.775, 52.375, 0.3162277660168, 0.2408185109631},
    {10, {18.3, 18.8, 18.8, 18.7, 18.7, 18.2, 18.7, 18.8, 18.7, 18.2}, 18.59, 0.2514402955419,
     18.7, 18.4, 18.775, 17.8375, 19.3375, -0.2267786838055, 0.3943870594035},
    {10, {61.8, 62.6, 62.2, 61.2, 60.8, 62.2, 61.7, 61, 60.6, 59}, 61.31, 1.046103882668, 61.45,
     60.85, 62.1, 58.975, 63.975, -0.6292532049657, 0.01192100149691},
    {9, {45.443234101624, 44.610800736214, 43.568520221222, 44.763862791202, 44.77506271684,
     45.549646799304, 45.024774780064, 45.211514613062, 45.128286099752}, 44.897300317698,
     0.5886871602871, 45.024774780064, 44.763862791202, 45.211514613062, 44.092385058411,
     45.882992345853, 0.3333333333333, 0.25951829806},
    {3, {917, 917, 915}, 916.333333333333, 1.154700538379, 917, 916, 917, 0, 0, 9, 9},
    {3, {923, 918, 920}, 920.333333333333, 2.516611478424, 920, 919, 921.5, 0, 0, 9, 9},
    {3, {99, 99, 99}, 99, 0, 99, 99, 99, 0, 0, 9, 9},
    {3, {227598, 231821, 228310}, 229243, 2260.81821471785, 228310, 227954, 230065.5, 0, 0, 9, 9},
    {3, {200432, 196409, 203097}, 199979.333333333, 3366.9001074183, 200432, 198420.5, 201764.5,
     0, 0, 9, 9},
    {3, {24, 22, 22}, 22.666666666667, 1.154700538379, 22, 22, 23, 0, 0, 9, 9},
    {3, {27, 28, 28}, 27.666666666667, 0.5773502691896, 28, 27.5, 28, 0, 0, 9, 9},
    {3, {189488, 194734, 199567}, 194596.333333333, 5040.91006995099, 194734, 192111, 197150.5, 0,
     0, 9, 9},
    {3, {184818, 196646, 205820}, 195761.333333333, 10528.9114980293, 196646, 190732, 201233, 0,
     0, 9, 9},
    {3, {22, 20, 19}, 20.333333333333, 1.527525231652, 20, 19.5, 21, 0, 0, 9, 9},
    {3, {24, 26, 27}, 25.666666666667, 1.527525231652, 26, 25, 26.5, 0, 0, 9, 9},
    {3, {4102, 4114, 4063}, 4093, 26.664583251947, 4102, 4082.5, 4108, 0, 0, 9, 9},
    {3, {4011, 4061, 3981}, 4017.66666666667, 40.414518843274, 4011, 3996, 4036, 0, 0, 9, 9},
    {3, {99, 100, 99}, 99.333333333333, 0.5773502691896, 99, 99, 99.5, 0, 0, 9, 9},
    {3, {1429562, 1756669, 2017469}, 1734566.66666667, 294576.042841799, 1756669, 1593115.5,
     1887069, 0, 0, 9, 9},
    {3, {1308526, 1261905, 1289584}, 1286671.66666667, 23446.5493054593, 1289584, 1275744.5,
     1299055, 0, 0, 9, 9},
    {3, {84, 80, 77}, 80.333333333333, 3.511884584284, 80, 78.5, 82, 0, 0, 9, 9},
    {3, {81, 81, 82}, 81.333333333333, 0.5773502691896, 81, 81, 81.5, 0, 0, 9, 9},
    {3, {13324, 12997, 14048}, 13456.3333333333, 537.851590434883, 13324, 13160.5, 13686, 0, 0, 9,
     9},
    {1, {10212}, 10212, 0.0, 10212, 10212, 10212, 0, 0, 9, 9},
    {3, {149, 147, 159}, 151.666666666667, 6.429100507329, 149, 148, 154, 0, 0, 9, 9},
    {1, {123}, 123, 0.0, 123, 123, 123, 0, 0, 9, 9},
    {3, {10703, 9306, 13840}, 11283, 2321.97954340688, 10703, 10004.5, 12271.5, 0, 0, 9, 9},
    {3, {9052, 10665, 10882}, 10199.6666666667, 999.813149210058, 10665, 9858.5, 10773.5, 0, 0, 9,
     9},
    {3, {383000, 536000, 440000}, 453000, 77323.9936888932, 440000, 411500, 488000, 0, 0, 9, 9},
    {3, {269000, 698000, 694000}, 553666.666666667, 246536.677460643, 694000, 481500, 696000, 0,
     0, 9, 9},
    {3, {467000, 372000, 458000}, 432333.333333333, 52443.6205208349, 458000, 415000, 462500, 0,
     0, 9, 9},
    {3, {713000, 681000, 760000}, 718000, 39736.6329726111, 713000, 697000, 736500, 0, 0, 9, 9},
    {3, {2259, 2249, 3346}, 2618, 630.486320232247, 2259, 2254, 2802.5, 0, 0, 9, 9},
    {3, {3391, 3910, 2337}, 3212.66666666667, 801.520014306152, 3391, 2864, 3650.5, 0, 0, 9, 9},
    {3, {5672, 7030, 790}, 4497.33333333333, 3281.65832062592, 5672, 3231, 6351, 0, 0, 9, 9},
    {3, {6405, 8179, 7544}, 7376, 898.853158196599, 7544, 6974.5, 7861.5, 0, 0, 9, 9},
    {3, {2646, 10802, 2483}, 5310.33333333333, 4756.62110466383, 2646, 2564.5, 6724, 0, 0, 9, 9},
    {3, {5934, 2331, 4411}, 4225.33333333333, 1808.66147560381, 4411, 3371, 5172.5, 0, 0, 9, 9},
};

static const struct golden_comparison comparisons[] = {
    {0, 1, 22.245163526689, 0.01366519455345, 9.210267343346, 18.53674444241, 26.069600409241,
     100, 1.082508822447e-05, 1.082508822447e-05},
    {0, 2, 4.883379084341, 0.01220120699454, 9.264518413927, 2.040283551765, 7.80569031415, 99,
     2.165017644894e-05, 1.082508822447e-05},
    {1, 2, -14.20243054324, 0.01820148431657, 17.767857508053, -17.424342407128, -10.854807103311,
     1, 2.165017644894e-05, 1.082508822447e-05},
    {3, 4, -64.266396640624, 0.004285483901657, 9.768696635478, -64.607068397488,
     -63.922445775738, 0, 1.082508822447e-05, 1.082508822447e-05},
    {3, 5, 17.842089606069, 0.005457650340546, 9.466851393034, 16.406878827622, 19.294995472636,
     100, 1.082508822447e-05, 1.082508822447e-05},
    {4, 5, 229.779475136949, 0.006829664922601, 16.981957076328, 225.061265617989,
     234.566168672368, 100, 1.082508822447e-05, 1.082508822447e-05},
    {6, 7, -18.065908397064, 0.01334840503151, 9.220445210584, -20.494304160569, -15.563340513914,
     0, 1.082508822447e-05, 1.082508822447e-05},
    {6, 8, -4.540704865678, 0.0113621972735, 9.305634061378, -6.951118485852, -2.067849938034, 1,
     2.165017644894e-05, 1.082508822447e-05},
    {7, 8, 16.507418666373, 0.01740595543108, 17.539694084709, 12.31612986089, 20.855113340476,
     99, 2.165017644894e-05, 1.082508822447e-05},
    {9, 10, 179.891584287232, 0.004330631364534, 9.752675000542, 177.194606244242,
     182.614802705758, 100, 1.082508822447e-05, 1.082508822447e-05},
    {9, 11, -15.118744133782, 0.005537793044013, 9.453431948289, -16.167821067839,
     -14.05653903787, 0, 1.082508822447e-05, 1.082508822447e-05},
    {10, 11, -69.673523381428, 0.006921957707065, 16.952067235264, -70.113288614803,
     -69.227287263452, 0, 1.082508822447e-05, 1.082508822447e-05},
    {12, 13, 22.263279445727, 0.01359972442551, 9.221836005504, 18.572486816763, 26.068954966969,
     100, 1.082508822447e-05, 1.082508822447e-05},
    {12, 14, 4.872979214781, 0.01215227234696, 9.278671392949, 2.042040350644, 7.782456442369,
     99.5, 2.165017644894e-05, 1.082508822447e-05},
    {13, 14, -14.223649414431, 0.01811425570395, 17.770674607426, -17.429583535701,
     -10.893239554392, 1, 2.165017644894e-05, 1.082508822447e-05},
    {15, 16, -64.270613107822, 0.004353723192815, 9.649338215691, -64.617235787069,
     -63.920594784272, 0, 1.082508822447e-05, 1.082508822447e-05},
    {15, 17, 17.835863924659, 0.005456538372873, 9.408354675481, 16.399741218275, 19.289705299539,
     100, 1.082508822447e-05, 1.082508822447e-05},
    {16, 17, 229.800968262507, 0.006885281357207, 17.108947737515, 225.046976702116,
     234.624489575137, 100, 1.082508822447e-05, 1.082508822447e-05},
    {19, 20, 0.4365223717716, 0.001738311818595, 2.81281506082, -0.1389606502413, 1.015321809383,
     9, 0.1, 0.1},
    {21, 21, 0, 0, 0, 0, 0, -1, -1, -1},
    {22, 23, -12.765347978637, 0.01126528700883, 3.227922206404, -15.720313931414,
     -9.706776706602, 0, 0.1, 0.1},
    {24, 25, 22.058823529412, 0.03178381431111, 2.652832460734, 9.446497937835, 36.124560238065,
     9, 0.1, 0.1},
    {26, 27, 0.5986752062817, 0.0344664332791, 2.880506855756, -10.087957144782, 12.55548346905,
     5, 1, 0.1},
    {28, 29, 26.229508196721, 0.05533400646526, 3.80100509232, 7.90435993658, 47.666774066879, 9,
     0.1, 0.1},
    {30, 31, -1.840540760648, 0.006919262615113, 3.426726937052, -3.836874276807, 0.1972363699699,
     0, 0.1, 0.1},
    {32, 21, -0.3355704697987, 0.003355704697987, 2, -1.764229935937, 1.113866233276, 3, 1, 0.1},
    {33, 34, -25.821723004785, 0.09861242852253, 2.046048126429, -51.030528810295, 12.36422702346,
     0, 0.1, 0.1},
    {35, 36, 1.244813278008, 0.0255702548544, 2.105392786274, -8.838345737242, 12.443244899367, 6,
     0.6, 0.1},
    {37, 38, -24.110084470757, 0, 0, 0, 0, -1, -1, -1},
    {39, 40, -18.901098901099, 0, 0, 0, 0, -1, -1, -1},
    {41, 42, -9.601465331324, 0.1316056075028, 2.863096137477, -41.217777640362, 39.019838689441,
     3, 0.7, 0.1},
    {43, 44, 22.222222222222, 0.275324294768, 2.575370399709, -53.383422721045, 220.449772954095,
     6, 0.7, 0.1},
    {45, 46, 66.075558982267, 0.07697939905723, 2.798039512781, 28.656535506894, 114.377693154923,
     9, 0.1, 0.1},
    {47, 48, 22.714540361599, 0.2002014474629, 3.995018143132, -29.631969564714, 114.001419721524,
     8, 0.2, 0.1},
    {49, 50, 64.008301215535, 0.4271211925015, 2.11147600688, -71.437914448796, 841.76326232844,
     8, 0.2, 0.1},
    {51, 52, -20.431862406629, 0.5731664362858, 2.86820088492, -87.76629592204, 417.511988170743,
     4, 1, 0.1},
};
/* clang-format on */

enum {
    GROUPS = sizeof groups / sizeof groups[0],
    COMPARISONS = sizeof comparisons / sizeof comparisons[0],
};

static void expect_near(double got, double want, size_t row, const char *what)
{
    ck_assert_msg(fabs(got - want) <= 1e-9 * fmax(1, fabs(want)),
                  "row %zu, %s: got %.15g, expected %.15g", row, what, got, want);
}

START_TEST(test_summaries)
{
    for (size_t i = 0; i < GROUPS; i++) {
        const struct golden_group *group = &groups[i];
        struct stats_summary summary = stats_summarise(group->values, group->n);
        ck_assert_uint_eq(summary.n, group->n);
        expect_near(summary.mean, group->mean, i, "mean");
        expect_near(summary.sd, group->sd, i, "sd");
        expect_near(summary.median, group->median, i, "median");
        struct stats_fences fences = stats_fences(group->values, group->n);
        expect_near(fences.lower_quartile, group->lower_quartile, i, "lower quartile");
        expect_near(fences.upper_quartile, group->upper_quartile, i, "upper quartile");
        if (group->high > 0) {
            expect_near(fences.low, group->low, i, "lower fence");
            expect_near(fences.high, group->high, i, "upper fence");
        }
    }
}
END_TEST

START_TEST(test_trends)
{
    size_t checked = 0;
    for (size_t i = 0; i < GROUPS; i++) {
        if (groups[i].tau > 1)
            continue;
        struct stats_trend trend = stats_trend(groups[i].values, groups[i].n);
        expect_near(trend.tau, groups[i].tau, i, "tau");
        expect_near(trend.p, groups[i].tau_p, i, "p of tau");
        checked++;
    }
    ck_assert_uint_ge(checked, 19);
}
END_TEST

START_TEST(test_ratios)
{
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct golden_comparison *want = &comparisons[i];
        const struct golden_group *base = &groups[want->base], *level = &groups[want->level];
        struct stats_summary b = stats_summarise(base->values, base->n);
        struct stats_summary l = stats_summarise(level->values, level->n);
        struct stats_ratio got = stats_ratio(&b, &l, 0.95);
        expect_near(got.delta_pct, want->delta_pct, i, "delta");
        ck_assert_int_eq(got.has_interval, want->se_log > 0);
        if (!got.has_interval)
            continue;
        expect_near(got.se_log, want->se_log, i, "se");
        expect_near(got.df, want->df, i, "df");
        expect_near(got.low_pct, want->low_pct, i, "low");
        expect_near(got.high_pct, want->high_pct, i, "high");
    }
}
END_TEST

START_TEST(test_ranks)
{
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct golden_comparison *want = &comparisons[i];
        if (want->u < 0)
            continue;
        const struct golden_group *base = &groups[want->base], *level = &groups[want->level];
        struct stats_rank got = stats_rank(base->values, base->n, level->values, level->n);
        expect_near(got.u, want->u, i, "U");
        ck_assert(got.is_exact);
        expect_near(got.p, want->p_rank, i, "p");
        expect_near(got.p_least, want->p_rank_least, i, "least p");
    }
}
END_TEST

/* The interval and p are two sides of one t: the limit touches 0 where p is
 * 1 - confidence. */
START_TEST(test_p_agrees_with_interval)
{
    const struct golden_group *base = &groups[comparisons[1].base];
    const struct golden_group *level = &groups[comparisons[1].level];
    struct stats_summary b = stats_summarise(base->values, base->n);
    struct stats_summary l = stats_summarise(level->values, level->n);
    struct stats_ratio first = stats_ratio(&b, &l, 0.95);
    struct stats_ratio touching = stats_ratio(&b, &l, 1 - first.p);
    ck_assert_double_eq_tol(touching.low_pct, 0, 1e-6);
    struct stats_ratio swapped = stats_ratio(&l, &b, 0.95);
    ck_assert_double_eq_tol((1 + first.low_pct / 100) * (1 + swapped.high_pct / 100), 1, 1e-12);
    ck_assert_double_eq_tol(first.p, swapped.p, 1e-12);
}
END_TEST

START_TEST(test_holm)
{
    double p[] = {2.665670333404e-07, 0.003905192640732, 2.343271586334e-07};
    stats_holm(p, 3);
    ck_assert_double_eq_tol(p[0], 7.029814759002e-07, 1e-18);
    ck_assert_double_eq_tol(p[1], 0.003905192640732, 1e-15);
    ck_assert_double_eq_tol(p[2], 7.029814759002e-07, 1e-18);
    double five[] = {0.09335605400175, 0.0005005336528394, 0.8742254553285, 0.06344666496924,
                     0.1180899849175};
    const double want[] = {0.2800681620053, 0.002502668264197, 0.8742254553285, 0.253786659877,
                           0.2800681620053};
    stats_holm(five, 5);
    for (size_t i = 0; i < 5; i++)
        expect_near(five[i], want[i], i, "Holm");
    stats_holm(NULL, 0);
}
END_TEST

START_TEST(test_rank_least)
{
    static const double least[] = {0.3333333333333,     0.1,
                                   0.02857142857143,    0.007936507936508,
                                   0.002164502164502,   0.0005827505827506,
                                   0.0001554001554002,  4.113533525298e-05,
                                   1.082508822447e-05};
    double low[10], high[10];
    for (size_t i = 0; i < 10; i++) {
        low[i] = (double)i;
        high[i] = 100 + (double)i;
    }
    for (size_t n = 2; n <= 10; n++) {
        struct stats_rank rank = stats_rank(low, n, high, n);
        expect_near(rank.p, least[n - 2], n, "p of separated samples");
        expect_near(rank.p_least, least[n - 2], n, "least p");
    }
    struct stats_rank uneven = stats_rank(low, 3, high, 5);
    expect_near(uneven.p, 0.03571428571429, 0, "3 against 5");
    const double same[] = {7, 7, 7};
    expect_near(stats_rank(same, 3, same, 3).p, 1, 0, "all tied");
}
END_TEST

START_TEST(test_geometric_mean)
{
    double ratios[5];
    /* The five rates of the bonnie++ runs: R gives 0.915116470516. */
    static const double base[] = {916.3333333333333, 229243, 194596.33333333334, 4093,
                                  1734567};
    static const double level[] = {920.3333333333334, 199979.33333333334, 195761.33333333334,
                                   4017.6666666666665, 1286672};
    for (size_t i = 0; i < 5; i++)
        ratios[i] = level[i] / base[i];
    ck_assert_double_eq_tol(stats_geometric_mean(ratios, 5), 0.915116470516, 1e-6);
    ck_assert_double_eq(stats_geometric_mean(ratios, 0), 0);
    const double with_zero[] = {2, 0};
    ck_assert_double_eq(stats_geometric_mean(with_zero, 2), 0);
}
END_TEST

/* Whatever comes in, what comes out is finite and says what it does not know. */
START_TEST(test_edges)
{
    static const double samples[][3] = {
        {0, 0, 0},    {1, 1, 1},          {-1, -2, -3},           {-1, 0, 1},
        {1, 2, 3},    {1e308, 1e308, 1e308}, {1e-308, 2e-308, 3e-308}, {1e308, -1e308, 1},
        {5e-324, 0, 1},
    };
    const size_t nr = sizeof samples / sizeof samples[0];
    for (size_t i = 0; i < nr; i++)
        for (size_t k = 0; k < nr; k++)
            for (size_t n = 0; n <= 3; n++) {
                struct stats_summary b = stats_summarise(samples[i], n);
                struct stats_summary l = stats_summarise(samples[k], 3);
                struct stats_ratio r = stats_ratio(&b, &l, 0.95);
                const double all[] = {b.mean,  b.sd,      b.median,   b.cv_pct,  r.delta_pct,
                                      r.se_log, r.df,     r.low_pct, r.high_pct, r.p};
                for (size_t m = 0; m < sizeof all / sizeof all[0]; m++)
                    ck_assert_msg(isfinite(all[m]), "%zu %zu %zu: member %zu", i, k, n, m);
                ck_assert(!r.has_interval || n >= 2);
                struct stats_rank rank = stats_rank(samples[i], n, samples[k], 3);
                ck_assert(rank.p >= 0 && rank.p <= 1 && isfinite(rank.u));
                ck_assert(isfinite(stats_trend(samples[i], n).p));
                ck_assert(isfinite(stats_fences(samples[i], n).low));
            }
}
END_TEST

static double draw(gsl_rng *rng, int shape, double cv)
{
    if (shape == 0)
        return 1 + cv * gsl_ran_gaussian_ziggurat(rng, 1);
    double sigma = sqrt(log1p(cv * cv));
    return gsl_ran_lognormal(rng, -sigma * sigma / 2, sigma);
}

/* Share of intervals that hold the true change of +10 %. */
static double coverage(gsl_rng *rng, size_t n, int shape, double cv)
{
    const size_t rounds = 4000;
    size_t held = 0;
    for (size_t i = 0; i < rounds; i++) {
        double base[10], level[10];
        for (size_t k = 0; k < n; k++) {
            base[k] = draw(rng, shape, cv);
            level[k] = 1.1 * draw(rng, shape, cv);
        }
        struct stats_summary b = stats_summarise(base, n), l = stats_summarise(level, n);
        struct stats_ratio r = stats_ratio(&b, &l, 0.95);
        held += r.has_interval && r.low_pct <= 10 && r.high_pct >= 10;
    }
    return (double)held / (double)rounds;
}

START_TEST(test_coverage)
{
    static const size_t sizes[] = {3, 5, 10};
    static const double cvs[] = {0.02, 0.1, 0.3};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20170331);
    for (size_t s = 0; s < 3; s++)
        for (size_t c = 0; c < 3; c++)
            for (int shape = 0; shape < 2; shape++) {
                double share = coverage(rng, sizes[s], shape, cvs[c]);
                ck_assert_msg(share > 0.938 && share < 0.98, "n %zu, cv %g, shape %d: %g",
                              sizes[s], cvs[c], shape, share);
            }
    gsl_rng_free(rng);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("stats");
    TCase *golden = tcase_create("golden");
    tcase_add_test(golden, test_summaries);
    tcase_add_test(golden, test_trends);
    tcase_add_test(golden, test_ratios);
    tcase_add_test(golden, test_ranks);
    tcase_add_test(golden, test_holm);
    tcase_add_test(golden, test_rank_least);
    tcase_add_test(golden, test_geometric_mean);
    suite_add_tcase(suite, golden);
    TCase *properties = tcase_create("properties");
    tcase_set_timeout(properties, 60);
    tcase_add_test(properties, test_p_agrees_with_interval);
    tcase_add_test(properties, test_edges);
    tcase_add_test(properties, test_coverage);
    suite_add_tcase(suite, properties);
    return suite;
}

T_MAIN(make_suite)
