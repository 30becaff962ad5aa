/* Throws damaged input at the parser: every record must be sound, nothing may
 * crash, and no input may take long.
 *
 *     fuzz_parse FILE...    tries the files as they are
 *     fuzz_parse            tries mutations of the samples, the same ones in the
 *                           same order each time, and prints TAP
 *
 * FUZZ_SECONDS is the CPU time for mutations (2); with FUZZ_KEEP each one is
 * written to that file before it is tried, so that the last one is at hand after
 * a crash.  LLVMFuzzerTestOneInput() is the entry point of libFuzzer; build with
 * -DFUZZ_NO_MAIN for that. */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parse/input.h"
#include "parse/parse.h"
#include "record/memory.h"
#include "record/metric.h"
#include "record/record_io.h"
#include "record/warning.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere; /* records are written here, so that writing is tried too */

static void require(bool is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_parse: a record without %s\n", what);
    abort();
}

static int check_record(void *context, const struct record *record)
{
    (void)context;
    require(record->id && strlen(record->id) == 16 && strspn(record->id, "0123456789abcdef") == 16,
            "a whole id");
    /* Lines of t/io_uring name no operation. */
    require(record->tool && record->op && (*record->op || !strcmp(record->tool, "fio")),
            "tool and operation");
    for (size_t i = 0; i < record->series_nr; i++)
        for (size_t k = 0; k < record->series[i].nr; k++)
            require(isfinite(record->series[i].at[k]) && record->series[i].at[k] >= 0 &&
                        record->series[i].nr == record->series[0].nr,
                    "sound samples");
    require(record->source.path && record->source.text && record->source.fingerprint, "its source");
    require(record->source.line > 0, "a line");
    for (size_t i = 0; i < record->metrics_nr; i++) {
        const struct record_metric *metric = &record->metrics[i];
        require(metric_find(metric->name) != NULL, "a known metric");
        require(isfinite(metric->value) && metric->value >= 0, "a sound value");
        require(isfinite(metric->precision) && metric->precision >= 0, "a sound precision");
    }
    for (size_t i = 0; i < record->bounds_nr; i++)
        require(isfinite(record->bounds[i].value), "a sound bound");
    for (size_t i = 0; i < record->warnings_nr; i++)
        require(warning_find(record->warnings[i].code) != NULL, "a known warning");
    for (size_t i = 0; i < record->source.cols_nr; i++)
        require(record->source.cols[i].first + record->source.cols[i].length <=
                    strlen(record->source.text),
                "columns inside its line");
    require(!record_write_json(record, nowhere), "a line of JSON");
    return 0;
}

static void drop_diag(void *context, const struct diag *diag)
{
    (void)context;
    require(memchr(diag->text, '\0', sizeof diag->text) != NULL, "a whole message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct parse_sink records = {check_record, NULL};
    static const struct diag_sink diags = {drop_diag, NULL};
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    struct parse *parse = parse_new(&records, &diags);
    parse_file(parse, "input", (const char *)data, size);
    parse_free(parse);
    return 0;
}

#ifndef FUZZ_NO_MAIN

enum { MOST_SAMPLES = 200, LARGEST = 1 << 17, MOST_CHANGES = 6 };

static struct {
    char *bytes;
    size_t length;
} samples[MOST_SAMPLES];
static size_t samples_nr;

/* An input that is being changed. */
static char input[LARGEST];
static size_t input_length;

static uint64_t state = 0x9e3779b97f4a7c15;

/* Marsaglia's xorshift64; returns a number below limit, which is not 0. */
static size_t next(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

/* Replaces removed bytes at place by length bytes, as far as there is room. */
static void splice(size_t place, size_t removed, const char *bytes, size_t length)
{
    char copy[LARGEST];
    if (input_length - removed + length > LARGEST)
        return;
    memcpy(copy, bytes, length);
    memmove(input + place + length, input + place + removed, input_length - place - removed);
    memcpy(input + place, copy, length);
    input_length = input_length - removed + length;
}

static size_t line_start(size_t place)
{
    while (place && input[place - 1] != '\n')
        place--;
    return place;
}

static size_t line_end(size_t place)
{
    while (place < input_length && input[place] != '\n')
        place++;
    return place < input_length ? place + 1 : place;
}

static void flip_byte(size_t place)
{
    input[place] = (char)next(256);
}

static void cut_end(size_t place)
{
    input_length = place + 1;
}

static void cut_range(size_t place)
{
    size_t most = input_length - place < 200 ? input_length - place : 200;
    splice(place, next(most) + 1, "", 0);
}

static void repeat_lines(size_t place)
{
    size_t first = line_start(place), end = line_end(place + next(input_length - place));
    splice(first, 0, input + first, end - first < 4000 ? end - first : 4000);
}

static void move_line(size_t place)
{
    char line[500];
    size_t first = line_start(place), length = line_end(place) - first;
    if (length > sizeof line)
        return;
    memcpy(line, input + first, length);
    splice(first, length, "", 0);
    splice(input_length ? line_start(next(input_length)) : 0, 0, line, length);
}

static void quote_lines(size_t place)
{
    size_t lines = next(20) + 1;
    for (place = line_start(place); lines-- && place < input_length; place = line_end(place))
        splice(place, 0, "> ", 2);
}

static void change_number(size_t place)
{
    static const char *const numbers[] = {
        "0",           "-1",         "99999999999999999999999", "1e308", "1e-308",
        "0.000000001", "4294967296", "18446744073709551616",    "1,5",   "1.2.3",
        "00000",       "",
    };
    while (place < input_length && !isdigit((unsigned char)input[place]))
        place++;
    size_t length = 0;
    while (place + length < input_length && isdigit((unsigned char)input[place + length]))
        length++;
    const char *number = numbers[next(sizeof numbers / sizeof numbers[0])];
    splice(place, length, number, strlen(number));
}

static void add_word(size_t place)
{
    static const char *const words[] = {
        "\r",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        "\xc2\xa0",
        "\xff",
        "\xff\xfe",
        "=",
        "=3D",
        "> ",
        "+++++ +++ ",
        "x: (groupid=0, jobs=1): err= 0: pid=1\n",
        "read : io=1KB, bw=1KB/s, iops=1 , runt=1msec\n",
        "Run status group 0 (all jobs):\n",
        "th=[",
        "\n-- \n",
        "[global]\n",
        "#!/bin/sh\n",
        "for a in b; do\n",
        "echo \"$a on $b\"\n",
        "\\\n",
        "$ dd if=/dev/sda of=/dev/null \\\n",
        "=====\n",
        "Run 1\n",
        "12 s, 1 MB/s",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
        "Content-Transfer-Encoding: base64\n",
        "-------------- next part --------------\n",
        "\nFrom a@example.org Tue Oct  1 01:30:23 2013\nFrom: a\nDate: b\n",
        "Version  1.97       ------Sequential Output------\n",
        ",,,,,,,,,,,,,",
        "(((((((",
        "::::",
        "%CP /sec K/sec ",
    };
    const char *word = words[next(sizeof words / sizeof words[0])];
    splice(place, 0, word, strlen(word));
}

static void add_nul(size_t place)
{
    splice(place, 0, "", 1);
}

static void mutate(void)
{
    static void (*const changes[])(size_t place) = {
        flip_byte,     cut_end,       cut_range, repeat_lines, move_line, quote_lines,
        change_number, change_number, add_word,  add_word,     add_nul,
    };
    for (size_t nr = next(MOST_CHANGES) + 1; nr-- && input_length;)
        changes[next(sizeof changes / sizeof changes[0])](next(input_length));
}

static void keep_input(void)
{
    const char *path = getenv("FUZZ_KEEP");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fwrite(input, 1, input_length, file);
    fclose(file);
}

static void take_sample(void *context, const struct input_file *file)
{
    (void)context;
    if (samples_nr == MOST_SAMPLES || !file->length || file->length > LARGEST / 2)
        return;
    samples[samples_nr].bytes = memory_resize(NULL, file->length, 1);
    samples[samples_nr].length = file->length;
    memcpy(samples[samples_nr++].bytes, file->bytes, file->length);
}

static void try_file(void *context, const struct input_file *file)
{
    (void)context;
    LLVMFuzzerTestOneInput((const uint8_t *)file->bytes, file->length);
}

static double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Tries each sample, then mutations of them for so many seconds; returns the
 * longest time that one took. */
static double try_mutations(double seconds, unsigned long *tried)
{
    double longest = 0;
    clock_t start = clock();
    for (*tried = 0; *tried < 2 * samples_nr || seconds_since(start) < seconds; ++*tried) {
        size_t sample = *tried % samples_nr;
        input_length = samples[sample].length;
        memcpy(input, samples[sample].bytes, input_length);
        if (*tried >= samples_nr)
            mutate();
        keep_input();
        clock_t before = clock();
        LLVMFuzzerTestOneInput((const uint8_t *)input, input_length);
        double took = seconds_since(before);
        longest = took > longest ? took : longest;
    }
    return longest;
}

/* Lines that start what never ends: a look for the end from each of them takes
 * for ever.  Returns the longest time that one kind took. */
static double try_repetitions(void)
{
    static const char *const pieces[] = {
        "[a]\n",
        "[a]\nrw=read\n\n",
        "for i in a b; do\n",
        "#!/bin/sh\nfor i in a; do\n",
        "Title\n",
        ">\n",
        "  read : io=10240KB, bw=1024.0KB/s,\n",
        "From Tue Oct  1 01:3\n",
        "$ dd if=a \\\n",
        "\r",
        "1048576 bytes (1.0 MB) copied, 1 s, 1.0 MB/s\n",
        "-------------- next part --------------\n",
        "a: (groupid=0, jobs=1): err= 0: pid=1\n",
    };
    double longest = 0;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t length = strlen(pieces[i]);
        for (input_length = 0; input_length + length <= LARGEST; input_length += length)
            memcpy(input + input_length, pieces[i], length);
        keep_input();
        clock_t before = clock();
        LLVMFuzzerTestOneInput((const uint8_t *)input, input_length);
        double took = seconds_since(before);
        longest = took > longest ? took : longest;
    }
    return longest;
}

int main(int argc, char **argv)
{
    /* Sanitizers and a busy machine included. */
    const double too_long_s = 5;
    static const struct diag_sink silent = {drop_diag, NULL};
    struct input_count count = {0};
    char path[4096];
    if (argc > 1) {
        for (int i = 1; i < argc; i++)
            input_each(argv[i], try_file, NULL, &count, &silent);
        return count.unreadable ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    const char *srcdir = getenv("srcdir"), *seconds = getenv("FUZZ_SECONDS");
    snprintf(path, sizeof path, "%s/samples", srcdir ? srcdir : ".");
    puts("1..4");
    input_each(path, take_sample, NULL, &count, &silent);
    printf("%s 1 - there are samples\n", samples_nr ? "ok" : "not ok");
    if (!samples_nr)
        return EXIT_FAILURE;
    unsigned long tried;
    double longest = try_mutations(seconds ? strtod(seconds, NULL) : 2, &tried);
    puts("ok 2 - all records are sound");
    printf("# %lu inputs, the longest took %.3f s\n", tried, longest);
    printf("%s 3 - no input takes long\n", longest < too_long_s ? "ok" : "not ok");
    double repeated = try_repetitions();
    printf("# the longest repetition took %.3f s\n", repeated);
    printf("%s 4 - no repetition takes long\n", repeated < too_long_s ? "ok" : "not ok");
    for (size_t i = 0; i < samples_nr; i++)
        free(samples[i].bytes);
    fclose(nowhere);
    longest = repeated > longest ? repeated : longest;
    return longest < too_long_s ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
