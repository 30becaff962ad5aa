/* Job files: their options, their grammar, and what is made of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/job_file.h"
#include "collect/job_option.h"
#include "collect/job_print.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct strbuf said; /* "line: text; mend" of each message */
static struct job_list jobs;

static void take(void *context, const struct diag *diag)
{
    (void)context;
    strbuf_printf(&said, "%lu: %s; %s\n", diag->line, diag->text, diag->mend);
}

static const struct diag_sink sink = {take, NULL};
static struct job_file_request request = {.sink = &sink};

static void set_up(void)
{
    arena = arena_new();
    said = (struct strbuf)STRBUF_INIT;
    request = (struct job_file_request){.sink = &sink};
}

static void tear_down(void)
{
    strbuf_free(&said);
    arena_free(arena);
}

static int parse(const char *text)
{
    strbuf_cut(&said, 0);
    return job_file_parse(arena, "jobs.fio", text, strlen(text), &request, &jobs);
}

static const struct job *parse_one(const char *options)
{
    char text[2000];
    snprintf(text, sizeof text, "[one]\nsize=1m\n%s\n", options);
    ck_assert_msg(parse(text) == 0, "%s: %s", options, said.text);
    ck_assert_uint_eq(jobs.nr, 1);
    return &jobs.at[0];
}

START_TEST(the_table_is_in_order_and_names_are_single)
{
    size_t nr;
    const struct job_option *options = job_option_list(&nr);
    ck_assert_uint_ge(nr, 100);
    for (size_t i = 0; i < nr; i++) {
        ck_assert_msg(i == 0 || strcmp(options[i - 1].name, options[i].name) < 0, "%s",
                      options[i].name);
        ck_assert_ptr_eq(job_option_find(options[i].name), &options[i]);
        ck_assert_str_ne(options[i].meaning, "");
        if (options[i].alias)
            ck_assert_msg(job_option_find(options[i].alias) == &options[i], "%s",
                          options[i].alias);
    }
    ck_assert_ptr_null(job_option_find("nothing"));
}
END_TEST

START_TEST(globals_hold_for_what_stands_below)
{
    ck_assert_int_eq(parse("[first]\nsize=1m\n[global]\nbs=8k\nsize=2m\n[second]\nbs=16k\n"
                           "[globalagain]\niodepth=4\nioengine=io_uring\n[third]\n"),
                     0);
    ck_assert_uint_eq(jobs.nr, 3);
    ck_assert_uint_eq(jobs.at[0].bs_bytes[IO_READ].least, 4096);
    ck_assert_uint_eq(jobs.at[1].bs_bytes[IO_READ].least, 16384);
    ck_assert_uint_eq(jobs.at[1].iodepth, 1);
    ck_assert_uint_eq(jobs.at[2].bs_bytes[IO_WRITE].least, 8192);
    ck_assert_uint_eq(jobs.at[2].iodepth, 4);
    ck_assert_uint_eq(jobs.at[2].size.bytes, 2097152);
    ck_assert_str_eq(jobs.at[2].name, "third");
    ck_assert_uint_eq(jobs.at[2].line, 11);
    ck_assert_str_eq(record_pair(&jobs.at[1].params, "bs"), "16k");
    ck_assert_str_eq(record_pair(&jobs.at[2].params, "bs"), "8k");
}
END_TEST

START_TEST(comments_end_lines_and_the_last_counts)
{
    const struct job *job = parse_one("# a line\n ; another\nbs=4k ; behind\nrwmixread=75 # 3:1\n"
                                      "#buffered=1\nrw = randrw:2\nbs =8k\ndescription=a b");
    ck_assert_uint_eq(job->bs_bytes[IO_READ].least, 8192);
    ck_assert_uint_eq(job->rwmix_read_pct, 75);
    ck_assert(job->does[IO_READ] && job->does[IO_WRITE] && job->is_random);
    ck_assert_uint_eq(job->run_length, 2);
    ck_assert_str_eq(job->description, "a b");
    ck_assert(!job->is_direct);
}
END_TEST

START_TEST(options_mean_what_they_mean_in_fio)
{
    ck_assert(parse_one("direct=1")->is_direct);
    ck_assert(!parse_one("direct=1\nbuffered")->is_direct);
    ck_assert(parse_one("rw=trim")->does[IO_TRIM]);
    ck_assert_uint_eq(parse_one("rw=write:4k")->stride_bytes, 4096);
    ck_assert_uint_eq(parse_one("rw=randread:8")->run_length, 8);
    ck_assert_uint_eq(parse_one("bs=4k,8k")->bs_bytes[IO_TRIM].least, 8192);
    /* No range: a block for reads and one for writes. */
    ck_assert_uint_eq(parse_one("bs=4KiB")->bs_bytes[IO_READ].least, 4000);
    ck_assert_uint_eq(parse_one("bsrange=4k-16k")->bs_bytes[IO_WRITE].most, 16384);
    ck_assert_uint_eq(parse_one("bssplit=4k/60:64k/40")->splits_nr[IO_READ], 2);
    ck_assert_uint_eq(parse_one("rwmixread=70\nrwmixwrite=40")->rwmix_read_pct, 60);
    ck_assert_uint_eq(parse_one("runtime=5")->runtime_ns, UINT64_C(5000000000));
    ck_assert_uint_eq(parse_one("thinktime=7")->thinktime_ns, 7000);
    ck_assert_uint_eq(parse_one("startdelay=1-3")->startdelay_ns.most, UINT64_C(3000000000));
    ck_assert_uint_eq(parse_one("rate=1m,2m")->rate_bytes_per_s[IO_WRITE], 2097152);
    ck_assert_uint_eq(parse_one("rate_iops=100")->rate_iops[IO_READ], 100);
    ck_assert_int_eq(parse_one("rate_process=poisson")->arrivals, JOB_ARRIVE_POISSON);
    ck_assert_int_eq(parse_one("random_distribution=zipf:1.2")->distribution, JOB_ZIPF);
    ck_assert_double_eq(parse_one("random_distribution=pareto:0.3")->theta, 0.3);
    ck_assert(parse_one("norandommap")->may_repeat);
    ck_assert(parse_one("stonewall")->waits);
    ck_assert(parse_one("wait_for_previous")->waits);
    ck_assert(parse_one("sync=dsync")->opens_dsync);
    ck_assert(parse_one("end_fsync=1\nfsync=8")->fsyncs_at_end);
    ck_assert_uint_eq(parse_one("fsync=8")->fsync_every, 8);
    ck_assert_double_eq(parse_one("size=30%")->size.percent, 30);
    ck_assert_int_eq(parse_one("zero_buffers")->data, JOB_DATA_ZERO);
    ck_assert_uint_eq(parse_one("percentile_list=50:99.9")->percentiles_nr, 2);
    ck_assert_uint_eq(parse_one("buffer_pattern=0xab")->pattern[0], 0xab);
    ck_assert_int_eq(parse_one("verify=crc32c-intel\ndo_verify=0")->verify, JOB_VERIFY_CRC32C);
    ck_assert(jobs.at[0].skips_verify && !parse_one("verify=crc32")->skips_verify);
    ck_assert_int_eq(parse_one("verify_pattern=0xab")->verify, JOB_VERIFY_PATTERN);
    ck_assert_int_eq(parse_one("verify=crc32\nverify_pattern=0xab")->verify, JOB_VERIFY_CRC32);
    ck_assert_int_eq(jobs.at[0].data, JOB_DATA_PATTERN);
    ck_assert_int_eq(parse_one("nice=-5")->nice, -5);
    ck_assert(parse_one("rw=randtrimwrite")->does[IO_TRIM] && jobs.at[0].does[IO_WRITE]);
    ck_assert(!jobs.at[0].does[IO_READ] && jobs.at[0].is_random);
    ck_assert(!parse_one("rw=trimwrite")->is_random && jobs.at[0].does[IO_TRIM]);
    ck_assert_uint_eq(parse_one("kb_base=1000\nbs=4k")->bs_bytes[IO_READ].least, 4000);
    ck_assert_str_eq(record_pair(&jobs.at[0].params, "bs"), "4000");
}
END_TEST

START_TEST(engines_of_fio_are_replaced)
{
    ck_assert_int_eq(parse_one("ioengine=libaio\ndirect=1\niodepth=16")->engine,
                     JOB_ENGINE_URING);
    ck_assert_uint_eq(jobs.at[0].iodepth, 16);
    ck_assert_ptr_nonnull(strstr(said.text, "nearest of ours"));
    ck_assert_uint_eq(parse_one("ioengine=libaio\niodepth=16")->iodepth, 1);
    ck_assert_ptr_nonnull(strstr(said.text, "runs at iodepth 1"));
    ck_assert_int_eq(parse_one("ioengine=mmap")->engine, JOB_ENGINE_PSYNC);
    ck_assert_int_eq(parse("[a]\nsize=1m\nioengine=rbd\n"), -1);
}
END_TEST

START_TEST(all_that_is_wrong_is_said)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"bs=4k\n[a]\nsize=1m\n", "1: this stands in no section"},
        {"[a]\nsize=1m\niodeth=4\n", "3: 'iodeth' is no option of a job; did you mean 'iodepth'?"},
        {"[a]\nsize=1m\nbs=4q\n", "3: bs: '4q' is no value"},
        {"[a]\nsize=1m\nrw=reed\n", "3: rw: 'reed' is no value"},
        {"[a]\nsize=1m\ncpus_allowed=0-\n", "3: cpus_allowed: '0-' is no value of it; give numbers of CPUs"},
        {"[a]\nsize=1m\ncpus_allowed=0,3-2\n", "3: cpus_allowed: '0,3-2' is no value"},
        {"[a]\nsize=1m\niodepth=0\n", "from 1 to 65536"},
        {"[a]\nsize=1m\nexec_prerun=rm x\n", "exec_prerun is an option of fio that is not built"},
        {"[a]\nsize=1m\nverify_dump=1\n", "verify_dump is an option of fio that is not built"},
        {"[a]\nsize=1m\nverify=sha512\n", "'sha512' is no value of it; give crc32c, crc32 or pattern"},
        {"[a]\nsize=1m\nverify=pattern\n", "verify=pattern has no pattern"},
        {"[a]\nsize=1m\nrw=trim\nverify=crc32\n", "what is trimmed cannot be verified"},
        {"[a]\nsize=1m\nrw=write\nbs=256\nverify=crc32\n", "blocks of 512 bytes or more"},
        {"[a]\nsize=1m\nrw=randwrite\nbs=4k\nba=512\nverify=crc32\n", "would overlap in parts"},
        {"[a]\nsize=1m\nrw=randwrite\nbsrange=1000-3000\nverify=crc32\n", "would overlap in parts"},
        {"[a]\nsize=1m\nsize\n", "size: '' is no value"},
        {"[a]\nsize=1m\ntime_based\n", "1: job a: time_based says to run"},
        {"[a]\nbs=4k\n", "neither a file nor a size"},
        {"[a]\nsize=1k\n", "a block is larger than size"},
        {"[a]\nsize=1m\ndirect=1\nbs=1000\n", "multiples of 512"},
        {"[a]\nsize=1m\nrate=1m\nrate_iops=5\n", "both rate and rate_iops"},
        {"[a\nsize=1m\n", "1: this is no head of a section"},
        {"[]\nsize=1m\n", "1: this is no head of a section"},
        {"[a]\nsize=${OPEN\n", "2: a variable cannot be put in; write ${NAME}"},
        {"[a]\nsize=1m\ninclude nowhere.inc\n", "'nowhere.inc' cannot be included"},
        {"# nothing\n", "there is no job in it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(parse(rows[i].text) == -1, "%s", rows[i].text);
        ck_assert_msg(strstr(said.text, rows[i].said) != NULL, "%s gives %s", rows[i].text,
                      said.text);
    }
    /* One does not hide another. */
    ck_assert_int_eq(parse("[a]\nsize=1m\nbs=q\n[b]\nsize=1m\niodepth=x\n"), -1);
    ck_assert(strstr(said.text, "3: bs") && strstr(said.text, "6: iodepth"));
}
END_TEST

START_TEST(unknown_options_can_be_passed_over)
{
    request.ignores_unknown = true;
    ck_assert_int_eq(parse("[a]\nsize=1m\nnonsense=4\nzonemode=zbd\nbs=8k\n"), 0);
    ck_assert(strstr(said.text, "nonsense") && strstr(said.text, "zonemode"));
    ck_assert_uint_eq(jobs.at[0].bs_bytes[IO_READ].least, 8192);
    ck_assert_ptr_null(record_pair(&jobs.at[0].params, "zonemode"));
    /* A wrong value is wrong all the same. */
    ck_assert_int_eq(parse("[a]\nsize=1m\nbs=q\n"), -1);
}
END_TEST

START_TEST(variables_are_put_in_once)
{
    setenv("UNIT_JOB_SIZE", "3m", 1);
    setenv("UNIT_JOB_ODD", "$ncpus", 1);
    unsetenv("UNIT_JOB_NONE");
    ck_assert_uint_eq(parse_one("size=${UNIT_JOB_SIZE}")->size.bytes, 3145728);
    ck_assert_str_eq(parse_one("description=x${UNIT_JOB_ODD}y${UNIT_JOB_NONE}$z")->description,
                     "x$ncpusy$z");
    ck_assert_uint_eq(parse_one("bs=$pagesize")->bs_bytes[IO_READ].least,
                      (uint64_t)sysconf(_SC_PAGESIZE));
    ck_assert_uint_ge(parse_one("numjobs=$ncpus")->numjobs, 1);
}
END_TEST

START_TEST(included_files_stand_beside)
{
    char folder[] = "/tmp/unit_job_file.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char path[200];
    snprintf(path, sizeof path, "%s/more.inc", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("bs=32k\n", file);
    fclose(file);
    char main_path[200];
    snprintf(main_path, sizeof main_path, "%s/main.fio", folder);
    file = fopen(main_path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[a]\ninclude more.inc\nsize=1m\n[b]\nsize=1m\n", file);
    fclose(file);
    ck_assert_msg(job_file_read(arena, main_path, &request, &jobs) == 0, "%s", said.text);
    ck_assert_uint_eq(jobs.at[0].bs_bytes[IO_READ].least, 32768);
    ck_assert_uint_eq(jobs.at[1].bs_bytes[IO_READ].least, 4096);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("include more.inc\n", file); /* itself, without end */
    fclose(file);
    ck_assert_int_eq(job_file_read(arena, main_path, &request, &jobs), -1);
    ck_assert_ptr_nonnull(strstr(said.text, "too many files include one another"));
    unlink(path);
    unlink(main_path);
    rmdir(folder);
    ck_assert_int_eq(job_file_read(arena, main_path, &request, &jobs), -1);
}
END_TEST

START_TEST(the_command_line_has_the_last_word)
{
    static const char *const options[] = {"bs=64k", "iodepth=8", "norandommap"};
    request.options = options;
    request.options_nr = 3;
    ck_assert_int_eq(parse("[a]\nsize=1m\nbs=4k\nioengine=io_uring\n[b]\nsize=1m\n"), 0);
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(jobs.at[i].bs_bytes[IO_READ].least, 65536);
        ck_assert_uint_eq(jobs.at[i].iodepth, 8);
        ck_assert(jobs.at[i].may_repeat);
    }
    static const char *const alone[] = {"size=1m", "rw=randwrite"};
    request.options = alone;
    request.options_nr = 2;
    ck_assert_int_eq(job_file_of_options(arena, &request, &jobs), 0);
    ck_assert_uint_eq(jobs.nr, 1);
    ck_assert(jobs.at[0].is_direct && jobs.at[0].does[IO_WRITE] && !jobs.at[0].does[IO_READ]);
    ck_assert_int_eq(jobs.at[0].engine, JOB_ENGINE_URING);
}
END_TEST

/* What is printed, which the caller frees. */
static char *printed(void)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    job_print(&jobs, out);
    fclose(out);
    return text;
}

START_TEST(what_is_printed_reads_back)
{
    ck_assert_int_eq(parse("[global]\nkb_base=1000\nsize=10m\nioengine=libaio\niodepth=16\n"
                           "[first job]\nrw=randrw:2\nrwmixread=75 # 3:1\n[second]\nkb_base=1024\n"
                           "bssplit=4k/60:64k/40\nstonewall\nruntime=1m\ntime_based\n"),
                     0);
    struct job_list before = jobs;
    char *text = printed();
    ck_assert_ptr_nonnull(strstr(text, "[first job]\n"));
    ck_assert_ptr_nonnull(strstr(text, "# runs at iodepth 1\n"));
    ck_assert_msg(parse(text) == 0, "%s: %s", text, said.text);
    ck_assert_uint_eq(jobs.nr, before.nr);
    for (size_t i = 0; i < jobs.nr; i++) {
        const struct job *a = &before.at[i], *b = &jobs.at[i];
        ck_assert_str_eq(a->name, b->name);
        ck_assert_uint_eq(a->size.bytes, b->size.bytes);
        ck_assert_mem_eq(a->bs_bytes, b->bs_bytes, sizeof a->bs_bytes);
        ck_assert_mem_eq(a->does, b->does, sizeof a->does);
        ck_assert_uint_eq(a->run_length, b->run_length);
        ck_assert_uint_eq(a->rwmix_read_pct, b->rwmix_read_pct);
        ck_assert_uint_eq(a->splits_nr[IO_READ], b->splits_nr[IO_READ]);
        ck_assert_uint_eq(a->runtime_ns, b->runtime_ns);
        ck_assert_uint_eq(a->iodepth, b->iodepth);
        ck_assert_int_eq(a->waits, b->waits);
        ck_assert_int_eq(a->engine, b->engine);
    }
    char *again = printed();
    ck_assert_str_eq(again, text);
    free(again);
    free(text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("job_file");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_add_test(files, the_table_is_in_order_and_names_are_single);
    tcase_add_test(files, globals_hold_for_what_stands_below);
    tcase_add_test(files, comments_end_lines_and_the_last_counts);
    tcase_add_test(files, options_mean_what_they_mean_in_fio);
    tcase_add_test(files, engines_of_fio_are_replaced);
    tcase_add_test(files, all_that_is_wrong_is_said);
    tcase_add_test(files, unknown_options_can_be_passed_over);
    tcase_add_test(files, variables_are_put_in_once);
    tcase_add_test(files, included_files_stand_beside);
    tcase_add_test(files, the_command_line_has_the_last_word);
    tcase_add_test(files, what_is_printed_reads_back);
    suite_add_tcase(suite, files);
    return suite;
}

T_MAIN(make_suite)
