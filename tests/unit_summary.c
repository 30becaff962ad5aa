/* The sentences above everything else. */
#include "tests/t_main.h"
#include "tests/t_records.h"

static const char *lead(const struct comparison *comparison, enum compare_lead_kind kind)
{
    for (size_t i = 0; i < comparison->leads_nr; i++)
        if (comparison->leads[i].kind == kind)
            return comparison->leads[i].text;
    return "";
}

static void has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "'%s' lacks '%s'", text, part);
}

/* A grid whose changes turn round, of single runs whose jobs go different ways. */
START_TEST(test_grid)
{
    static const char *const caches[] = {"none", "through"}, *const jobs[] = {"j0", "j1"};
    static const double base[2][2] = {{6e6, 4e6}, {5e6, 5e6}},
                        level[2][2] = {{6e6, 2e6}, {4e6, 11e6}};
    for (size_t c = 0; c < 2; c++)
        for (size_t b = 0; b < 2; b++)
            for (size_t j = 0; j < 2; j++) {
                char number[8];
                struct record *record = add("bus", b ? "scsi" : "blk", "read", 0, "bw_bytes_per_s",
                                            b ? level[c][j] : base[c][j]);
                snprintf(number, sizeof number, "%zu", c * 2 + b);
                in_group(record, record_text(record, number, strlen(number)), jobs[j]);
                record_set_pair(record, &record->config, "cache", caches[c]);
                record->tool = "dd";
            }
    const struct comparison *c = compare();
    const char *effect = lead(c, LEAD_EFFECT), *hidden = lead(c, LEAD_HIDDEN);
    has(effect, "scsi against blk: the sign changes with cache");
    has(effect, "at none 10.00 \xe2\x86\x92 8.000 MB/s (\xe2\x88\x92"
                "20.00 %)");
    has(effect, "at through 10.00 \xe2\x86\x92 15.00 MB/s (+50.00 %)");
    has(hidden, "The jobs disagree: read at through changes by +50.00 %, its single jobs by "
                "\xe2\x88\x92"
                "20 (j0) to +120 % (j1)");
    has(lead(c, LEAD_LIMIT), "single run");
}
END_TEST

/* A sweep: the best level, how it stands to what has no level, and where it collapses. */
START_TEST(test_sweep)
{
    static const char *const levels[] = {"4096 sectors", "256 sectors", "512 sectors",
                                         "1024 sectors (default)"};
    static const double values[] = {2e6, 50e6, 97e6, 90e6};
    for (size_t i = 0; i < 4; i++) {
        struct record *record = add("readahead", levels[i], "read", 0, "bw_bytes_per_s", values[i]);
        record_set_pair(record, &record->config, "host", "inner");
        record->tool = "dd";
    }
    struct record *outer = add("host", "outer", "read", 0, "bw_bytes_per_s", 100e6);
    outer->tool = "dd";
    const struct comparison *c = compare();
    const struct compare_section *section = &c->sections[0];
    ck_assert(section->is_numeric);
    ck_assert_str_eq(section->levels[0].name, "256 sectors");
    ck_assert_str_eq(section->rows[0].reference.name, "outer");
    ck_assert_double_eq_tol(section->rows[0].reference.value, 100e6, 1e-6);
    const char *effect = lead(c, LEAD_EFFECT);
    has(effect, "best 97.00 MB/s at 512 sectors, \xe2\x88\x92"
                "3.0 % against 100.0 MB/s of outer");
    has(effect, "worst 2.000 MB/s at 4096 sectors");
    has(effect, "Above 1024 sectors (default) it collapses: \xc3\xb7"
                "45 by 4096 sectors");
    record_set_pair(records[0], &records[0]->config, "readahead", "4096 KiB");
    ck_assert(!compare()->sections[0].is_numeric);
}
END_TEST

/* Changes that are undecided may go either way, so that they turn no sign. */
START_TEST(test_undecided)
{
    static const double wide[2][2][3] = {{{100e6, 150e6, 50e6}, {80e6, 130e6, 30e6}},
                                         {{100e6, 150e6, 50e6}, {120e6, 170e6, 70e6}}};
    for (size_t c = 0; c < 2; c++)
        for (size_t b = 0; b < 2; b++)
            for (unsigned i = 0; i < 3; i++) {
                struct record *record =
                    add("bus", b ? "scsi" : "blk", "read", i + 1, "bw_bytes_per_s", wide[c][b][i]);
                record_set_pair(record, &record->config, "cache", c ? "through" : "none");
                record->tool = "dd";
            }
    const char *effect = lead(compare(), LEAD_EFFECT);
    has(effect, "undecided");
    ck_assert_msg(!strstr(effect, "sign changes"), "%s", effect);
}
END_TEST

/* The author's own comparison goes first, with what he says that both sides share. */
START_TEST(test_claimed_pair)
{
    static const char *const targets[] = {"card", "aoe", "iscsi"};
    static const double values[3][3] = {{40e6, 41e6, 42e6}, {50e6, 51e6, 52e6}, {45e6, 46e6, 47e6}};
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < 3; i++)
            add("target", targets[t], "read", (unsigned)i + 1, "bw_bytes_per_s", values[t][i])
                ->tool = "dd";
    ck_assert_ptr_nonnull(strstr(lead(compare(), LEAD_EFFECT), "aoe against card"));
    struct record *claim = record_new(arena, RECORD_CLAIM);
    static const char *words[] = {"aoe", "iscsi"};
    static struct record_claim said = {.low = 5,
                                       .high = 5,
                                       .unit = "MB/s",
                                       .direction = "increase",
                                       .op = "",
                                       .words = words,
                                       .words_nr = 2,
                                       .hedge = "",
                                       .text = "a 5MB/s gain aoe has over iscsi on the same disk"};
    claim->claim = &said;
    claim->source.path = "in.txt";
    records[records_nr++] = claim;
    const struct comparison *c = compare();
    has(lead(c, LEAD_EFFECT), "iscsi against aoe (on the same disk, by the author): read 51.00 "
                              "\xe2\x86\x92 46.00 MB/s");
    has(lead(c, LEAD_LIMIT), "one after another");
}
END_TEST

/* Decided changes go before others; what the work cost and doubtful reads are said. */
START_TEST(test_decided)
{
    static const double base[] = {200e6, 201e6, 202e6}, level[] = {150e6, 151e6, 152e6};
    static const double wide[] = {100e6, 200e6, 300e6};
    for (size_t i = 0; i < 3; i++) {
        struct record *one =
            add("bus", "virtio", "put_block", (unsigned)i + 1, "bw_bytes_per_s", base[i]);
        struct record *other =
            add("bus", "sata", "put_block", (unsigned)i + 1, "bw_bytes_per_s", level[i]);
        record_set_metric(one, "cpu_pct", 20 + (double)i / 2, 0);
        record_set_metric(other, "cpu_pct", 30, 0);
        record_warn(add("bus", "virtio", "get_block", (unsigned)i + 1, "bw_bytes_per_s", wide[i]),
                    "reads-cached", 1);
        add("bus", "sata", "get_block", (unsigned)i + 1, "bw_bytes_per_s", wide[2 - i]);
    }
    const struct comparison *c = compare();
    const char *effect = lead(c, LEAD_EFFECT);
    has(effect, "sata against virtio: block write");
    ck_assert_ptr_null(strstr(effect, "block read"));
    has(effect, "1 more below");
    has(effect, "CPU time of block write");
    has(effect, "in the guest, without the hypervisor");
    has(lead(c, LEAD_LIMIT), "1 of 2 changes are undecided");
    has(lead(c, LEAD_LIMIT), "(block read; 3 records)");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("summary");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, test_undecided);
    tcase_add_test(all, test_grid);
    tcase_add_test(all, test_sweep);
    tcase_add_test(all, test_claimed_pair);
    tcase_add_test(all, test_decided);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
