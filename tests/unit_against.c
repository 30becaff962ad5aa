/* An earlier report beside one of now, and the list of what there is. */
#include "report/against.h"
#include "report/json.h"
#include "report/listing.h"
#include "report/outputs.h"

#include <unistd.h>

#include "tests/t_main.h"
#include "tests/t_records.h"

static const char path[] = "old-report.json";

/* Three runs of two caches on two buses. */
static void add_grid(double factor)
{
    static const char *const buses[] = {"blk", "scsi"}, *const caches[] = {"none", "back"};
    for (size_t i = 0; i < 4; i++)
        for (unsigned run = 1; run <= 3; run++) {
            struct record *record = add("bus", buses[i / 2], "read", run, "bw_bytes_per_s",
                                        (100 + 10 * (double)i + run) * (i == 3 ? factor : 1));
            record_set_pair(record, &record->config, "cache", caches[i % 2]);
        }
}

static void write_report(const struct comparison *comparison)
{
    struct output_options output = {0};
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert(!json_write(comparison, &output, out, &diag));
    fclose(out);
}

/* Only the cell that changed has a changed row; those of two sections count once. */
START_TEST(test_against)
{
    add_grid(1);
    const struct comparison *old = compare();
    ck_assert_uint_eq(old->sections_nr, 2);
    write_report(old);
    records_nr = 0;
    add_grid(0.5);
    size_t missing;
    struct comparison *both = against_compare(compare(), path, &options, &missing, &diag);
    ck_assert_msg(both != NULL, "%s", diag.text);
    ck_assert_uint_eq(missing, 0);
    ck_assert_uint_eq(both->sections_nr, 1);
    const struct compare_section *section = &both->sections[0];
    ck_assert_str_eq(section->factor, AGAINST_FACTOR);
    ck_assert_str_eq(section->levels[section->baseline].name, AGAINST_OLD);
    ck_assert_uint_eq(section->rows_nr, 4);
    size_t slower = 0;
    for (size_t r = 0; r < 4; r++) {
        const struct compare_change *change = &section->rows[r].changes[0];
        ck_assert_uint_eq(change->base->nr, 3);
        ck_assert_uint_eq(change->level->nr, 3);
        slower += change->verdict == VERDICT_WORSE;
    }
    ck_assert_uint_eq(slower, 1);
    unlink(path);
}
END_TEST

/* Rows that only the earlier report has are counted; what is no report is refused. */
START_TEST(test_strangers)
{
    size_t missing;
    add_grid(1);
    add("bus", "blk", "write", 1, "bw_bytes_per_s", 1);
    add("bus", "scsi", "write", 1, "bw_bytes_per_s", 2);
    write_report(compare());
    records_nr -= 2;
    ck_assert_ptr_nonnull(against_compare(compare(), path, &options, &missing, &diag));
    ck_assert_uint_ge(missing, 1);
    records_nr = 0;
    add("disk", "a", "trim", 1, "bw_bytes_per_s", 1);
    add("disk", "b", "trim", 1, "bw_bytes_per_s", 1);
    ck_assert_ptr_null(against_compare(compare(), path, &options, &missing, &diag));
    FILE *out = fopen(path, "w");
    fputs("{\"format\":\"iodelta/1\"}", out);
    fclose(out);
    ck_assert_ptr_null(against_compare(compare(), path, &options, &missing, &diag));
    ck_assert(strstr(diag.text, "no JSON report") != NULL);
    unlink(path);
    ck_assert_ptr_null(against_compare(compare(), path, &options, &missing, &diag));
}
END_TEST

START_TEST(test_listing)
{
    add_grid(1);
    for (size_t i = 0; i < records_nr; i++) {
        record_set_pair(records[i], &records[i]->params, "bs", i < 3 ? "4k" : "8k");
        record_set_metric(records[i], "cpu_pct", 10, 0);
    }
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ck_assert(!listing_write((const struct record *const *)records, records_nr, &options, arena,
                             out, &diag));
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "12 results of 12, 12 measurements\n"));
    ck_assert_ptr_nonnull(strstr(text, "  bus: blk (6), scsi (6)\n"));
    ck_assert_ptr_nonnull(strstr(text, "  bs: 4k (3), 8k (9); numbers\n"));
    ck_assert_ptr_nonnull(strstr(text, "  tool: fio (12)\n"));
    ck_assert_ptr_nonnull(strstr(text, "  read (12)\n"));
    ck_assert_ptr_nonnull(strstr(text, "  bw_bytes_per_s (12): "));
    ck_assert_ptr_nonnull(strstr(text, "  cpu_s_per_gib (12): "));
    ck_assert_ptr_null(strstr(text, "host_busy"));
    free(text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("against");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, test_against);
    tcase_add_test(all, test_strangers);
    tcase_add_test(all, test_listing);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
