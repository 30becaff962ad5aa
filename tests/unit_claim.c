#include <stdio.h>
#include <string.h>

#include "parse/claim.h"
#include "parse/claim_parts.h"
#include "parse/claim_repeats.h"
#include "tests/t_main.h"
#include "tests/t_parse.h"

static struct t_parse parse;
static struct claim_list claims;

static void tear_down(void)
{
    t_parse_free(&parse);
    claims = (struct claim_list){0};
}

static void find(const char *plain, bool is_free)
{
    tear_down();
    t_parse_all(&parse, plain);
    if (claim_may_hold(parse.text))
        claim_find(parse.text, &parse.output, is_free, &claims);
}

/* "low high unit direction hedge op" of the claims of a sentence, each ended by ';'. */
static const char *said(const char *plain)
{
    static char text[1000];
    size_t used = 0;
    find(plain, true);
    text[0] = '\0';
    for (size_t i = 0; i < claims.nr; i++) {
        const struct record_claim *claim = claims.at[i]->claim;
        used += (size_t)snprintf(text + used, sizeof text - used, "%g %g %s %s %s %s;", claim->low,
                                 claim->high, claim->unit, claim->direction,
                                 *claim->hedge ? claim->hedge : "-", *claim->op ? claim->op : "-");
    }
    return text;
}

START_TEST(forms)
{
    static const struct {
        const char *sentence, *said;
    } rows[] = {
        {"Read throughput improved by 12%.\n", "12 12 % increase - read;"},
        {"Read latency went from 5ms to 2ms.\n", "2 5 ms decrease - read;"},
        {"Average write latency dropped from 850us to 310us.\n", "310 850 us decrease - write;"},
        {"Latency is reduced by 40 microseconds.\n", "40 40 us decrease - -;"},
        {"ext4 beats xfs by 15 % in writes.\n", "15 15 % increase - write;"},
        {"Write throughput is cut in half.\n", "2 2 x decrease - write;"},
        {"With 8 threads the gain is 60 %.\n", "60 60 % increase - -;"},
        {"Write performance is identical with both drivers.\n", "0 0 % none - write;"},
        {"Reads were 300 MB/s before and 420 MB/s after.\n", "300 420 MB/s increase - read;"},
        {"We saw a 9 % improvement in write IOPS.\n", "9 9 % increase - write;"},
        {"The patched kernel is 14.5% faster for reads.\n", "14.5 14.5 % increase - read;"},
        {"The new scheduler is 11% better than cfq.\n", "11 11 % increase - -;"},
        {"Write bandwidth drops by 23%.\n", "23 23 % decrease - write;"},
        {"There is a 17 percent regression of writes.\n", "17 17 % decrease - write;"},
        {"Performance increased between 21-32% here.\n", "21 32 % increase - -;"},
        {"I measured a 3 to 4 % gain for reads.\n", "3 4 % increase - read;"},
        {"Latency got better by 2%-10% on average.\n", "2 10 % increase - -;"},
        {"The gain was 5.5 %~13 % for all tests.\n", "5.5 13 % increase - -;"},
        {"The speedup is up to 44% for small blocks.\n", "44 44 % increase up-to -;"},
        {"Roughly 26% faster reads.\n", "26 26 % increase about read;"},
        {"Latency was at least 16% lower.\n", "16 16 % decrease at-least -;"},
        {"Throughput went up by more than 51%.\n", "51 51 % increase at-least -;"},
        {"The span of the gain is +13% to -4% for reads.\n", "-4 13 % increase - read;"},
        {"Read speed improved from 100 MB/s to 150 MB/s.\n", "100 150 MB/s increase - read;"},
        {"Read speed is 200 MB/s -> 250 MB/s now.\n", "200 250 MB/s increase - read;"},
        {"Read performance is 310 MB/s vs 280 MB/s.\n", "280 310 MB/s increase - read;"},
        {"It went 310 vs 350 MB/s (old vs new) for reads.\n", "310 350 MB/s increase - read;"},
        {"It went 310 vs 350 MB/s (with vs without) for reads.\n", "310 350 MB/s decrease - read;"},
        {"I get 240 MB/s on sequential reads with this patch here, compared to 202 MB/s.\n",
         "202 240 MB/s increase - read;"},
        {"Latency dropped by half.\n", "2 2 x decrease - -;"},
        {"We see a 2x improvement in write IOPS on NVMe, and up to 30% on SATA.\n",
         "2 2 x increase - write;30 30 % increase up-to -;"},
        {"Writes are all within noise. xfs gains 15% for reads.\n",
         "0 0 % none - write;15 15 % increase - read;"},
        {"Throughput was 90 MB/s, now it scales to 130 MB/s.\n", "90 130 MB/s increase - -;"},
        {"Performance drops to 61 MB/s from 84 MB/s.\n", "61 84 MB/s decrease - -;"},
        {"Writing is at 450 MB/s (+18%) with it.\n", "18 18 % increase - write;"},
        {"The new code is 3x faster.\n", "3 3 x increase - -;"},
        {"It is 6 times better for reads.\n", "6 6 x increase - read;"},
        {"Latency is three times lower with polling.\n", "3 3 x decrease - -;"},
        {"Throughput went up by a factor of 4 with it.\n", "4 4 x increase - -;"},
        {"The throughput has doubled since then.\n", "2 2 x increase - -;"},
        {"Reads run at half the speed of before.\n", "2 2 x decrease - read;"},
        {"It is an order of magnitude faster.\n", "10 10 x increase - -;"},
        {"There is a 29MB/s gain of A over B.\n", "29 29 MB/s increase - -;"},
        {"It is about 200 MB/sec faster than the old one.\n", "200 200 MB/s increase about -;"},
        {"There is no performance difference between both.\n", "0 0 % none - -;"},
        {"Throughput stays within the noise.\n", "0 0 % none - -;"},
        {"The bandwidth is about the same on both.\n", "0 0 % none - -;"},
        {"The guest only reaches around 93% of my reference throughput.\n",
         "93 93 % decrease about -;"},
        {"The write rate is limited to 77 MB/s.\n", "77 77 MB/s none up-to write;"},
        {"There is a change in throughput, but -32% rather than -47%.\n", "32 32 % decrease - -;"},
        {"It was 8% slower for writes and 3% slower for reads.\n",
         "8 8 % decrease - write;3 3 % decrease - read;"},
        {"A works better than B: 35% for md and 37% for dm.\n",
         "35 35 % increase - -;37 37 % increase - -;"},
        {"Performance is 12\xe2\x80\x93" "15% higher.\n", "12 15 % increase - -;"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(!strcmp(said(rows[i].sentence), rows[i].said), "%s gives %s",
                      rows[i].sentence, said(rows[i].sentence));
}
END_TEST

START_TEST(sentences_that_claim_nothing)
{
    static const char *const rows[] = {
        "The cache hit rate of reads improved from 80% to 95%.\n",
        "I am 100% sure that the disk is fine.\n",
        "The NIC is limited to 1 Gb/s.\n",
        "Nobody said it was twice as fast.\n",
        "I doubt that it gives 30% more IOPS.\n",
        "We need 20% more throughput for the migration.\n",
        "It is 10% slower in theory.\n",
        "The timeout went from 5 ms to 2 ms.\n",
        "Linux 5.10.12 was released on 2021-03-05 at 12:30.\n",
        "The file system is 95% full.\n",
        "Please increase the timeout by 50% and the queue depth 4x.\n",
        "I would expect a 20% improvement from this.\n",
        "Is it 10% faster for you?\n",
        "We have 2x 300 GB disks and 8x NVMe drives, which are faster.\n",
        "It did not get 10% faster.\n",
        "+\tif (gain > 10) /* 10% faster */\n",
        "resync = 12.0% (35211392/292836352) finish=21.4min\n",
        "9.18s user 29.80s system 34% cpu 1:52.81 total\n",
        "     | 99.00th=[  659], 99.50th=[  709] of 10.0% improvement\n",
        "I ran the benchmark 10 times on each kernel.\n",
        "The same problem occurs with fio.\n",
        "Packet loss of 10% was seen.\n",
        "It uses 30% less memory and 20% smaller text size.\n",
        "The diff reduces the number of lines by 40%.\n",
        "diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n Reads are 10% faster now.\n",
        "--\nReads are 10% faster, says my signature.\n",
        "That is better than the 5 MB/s of last week.\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(!*said(rows[i]), "%s gives %s", rows[i], said(rows[i]));
}
END_TEST

START_TEST(place_and_author)
{
    find("> My tests show that writes are\n> 7% slower with the patch.\n\nFor me reads are 4% faster.\n",
         true);
    ck_assert_uint_eq(claims.nr, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct record *record = claims.at[i];
        bool is_quoted = record->source.quote == 1;
        ck_assert_uint_eq(record->source.line, is_quoted ? 2 : 4);
        ck_assert_str_eq(record->claim->text,
                         is_quoted ? "My tests show that writes are 7% slower with the patch."
                                   : "For me reads are 4% faster.");
    }
}
END_TEST

START_TEST(a_mail_needs_a_benchmark)
{
    find("It is 7% faster now.\n", false);
    ck_assert_uint_eq(claims.nr, 0);
    find("It is 7% faster now, says fio.\n", false);
    ck_assert_uint_eq(claims.nr, 1);
}
END_TEST

START_TEST(numbers)
{
    static const struct {
        const char *text;
        size_t length;
        double value;
        const char *unit;
    } rows[] = {
        {"12%", 3, 12, "%"},          {"+4.5 %", 6, 4.5, "%"},     {"2.6.32%", 0, 0, ""},
        {"1,200 MB/s", 10, 1200, "MB/s"}, {"3,5%", 4, 3.5, "%"},   {"3x ", 2, 3, "x"},
        {"120k IOPS", 9, 120000, "IOPS"}, {"40 MiB/sec", 10, 40, "MiB/s"}, {"16k", 0, 0, ""},
        {"7", 1, 7, ""},              {"ten times", 9, 10, "x"},   {"12:30", 0, 0, ""},
        {"100 Mb/s", 8, 100, "Mb/s"}, {"4 x 2 TB", 1, 4, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct claim_number number = {0};
        size_t length = claim_number_read(rows[i].text, strlen(rows[i].text), 0, &number);
        ck_assert_msg(length == rows[i].length, "%s: %zu", rows[i].text, length);
        if (length) {
            ck_assert_double_eq_tol(number.value, rows[i].value, 1e-9);
            ck_assert_str_eq(number.name, rows[i].unit);
        }
    }
    struct claim_number number;
    ck_assert_uint_eq(claim_number_read("5%", 2, 'a', &number), 0);
}
END_TEST

static struct record *claim_of(struct arena *arena, const char *text, double value)
{
    struct record *record = record_new(arena, RECORD_CLAIM);
    record->claim = arena_alloc(arena, sizeof *record->claim);
    *record->claim = (struct record_claim){
        .low = value, .high = value, .unit = "%", .direction = "increase", .op = "", .hedge = "", .text = text};
    record->id = "0000000000000007";
    return record;
}

START_TEST(repeats)
{
    struct arena *arena = arena_new();
    struct claim_repeats *met = claim_repeats_new();
    ck_assert(!claim_repeats_meet(met, claim_of(arena, "It is 5% faster.", 5)));
    struct record *again = claim_of(arena, "> it is  5%\nfaster", 5);
    ck_assert(claim_repeats_meet(met, again));
    ck_assert_str_eq(again->source.first, "0000000000000007");
    ck_assert(!claim_repeats_meet(met, claim_of(arena, "It is 5% faster.", 6)));
    for (int i = 0; i < 500; i++)
        ck_assert(!claim_repeats_meet(met, claim_of(arena, arena_printf(arena, "word %d", i), 5)));
    ck_assert(claim_repeats_meet(met, claim_of(arena, "It is 5% faster.", 5)));
    claim_repeats_free(met);
    arena_free(arena);
}
END_TEST

/* What stands in one endless line must not be repeated whole by each claim of it. */
START_TEST(a_line_of_many_claims)
{
    static const char sentence[] = "The patched kernel is 14.5% faster for reads. ";
    enum { SENTENCES = 200 };
    static char line[SENTENCES * sizeof sentence + 2];
    line[0] = '\0';
    for (int i = 0; i < SENTENCES; i++)
        strcat(line, sentence);
    strcat(line, "\n");
    find(line, true);
    ck_assert_uint_eq(claims.nr, SENTENCES);
    for (size_t i = 0; i < claims.nr; i++) {
        ck_assert_str_eq(claims.at[i]->claim->text, "The patched kernel is 14.5% faster for reads.");
        ck_assert_str_eq(claims.at[i]->source.text, claims.at[i]->claim->text);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("claim");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, forms);
    tcase_add_test(tests, sentences_that_claim_nothing);
    tcase_add_test(tests, place_and_author);
    tcase_add_test(tests, a_mail_needs_a_benchmark);
    tcase_add_test(tests, numbers);
    tcase_add_test(tests, repeats);
    tcase_add_test(tests, a_line_of_many_claims);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
