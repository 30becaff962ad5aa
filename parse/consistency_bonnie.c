/* Checks of results of bonnie++ and of the original bonnie. */
#include <string.h>

#include "parse/doubt.h"
#include "record/units.h"

/* Says whether the operation works on the test file. */
static bool is_of_file(const char *op)
{
    static const char *const ops[] = {"putc", "put_block", "rewrite", "getc", "get_block", "seeks"};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (!strcmp(op, ops[i]))
            return true;
    return false;
}

/* Reads "4G", "256M:16k" or, in MiB, "400"; 0 for anything else. */
static double file_size(const struct record *record)
{
    const char *size = record_pair(&record->params, "size");
    char copy[24];
    double bytes;
    size_t length = size ? strcspn(size, ":") : 0;
    if (!length || length >= sizeof copy)
        return 0;
    memcpy(copy, size, length);
    copy[length] = '\0';
    if (!units_size(copy, &bytes))
        return 0;
    return strspn(copy, "0123456789") == length ? bytes * 1048576 : bytes;
}

/* Results of one run stand side by side. */
static const struct result *first_of_run(const struct doubt *doubt, const struct result *result)
{
    enum { MOST = 32 };
    const struct result *first = result;
    while (first > doubt->output->at && result - first < MOST &&
           first[-1].invocation == result->invocation)
        first--;
    return first;
}

/* bonnie++ reads back what it has just written: a rate far above that of writing,
 * and above what one device of its time gives, is the page cache's. */
static void check_cached_read(const struct doubt *doubt, struct result *result)
{
    const double times = 5, least_bytes_per_s = 500e6;
    struct record *record = result->record;
    double read, written;
    if (strcmp(record->op, "get_block") || !record_metric(record, "bw_bytes_per_s", &read) ||
        read < least_bytes_per_s)
        return;
    const struct result *end = doubt->output->at + doubt->output->nr;
    for (const struct result *at = first_of_run(doubt, result); at < result + 32 && at < end; at++)
        if (at->invocation == result->invocation && !strcmp(at->record->op, "put_block") &&
            record_metric(at->record, "bw_bytes_per_s", &written) && read >= times * written)
            record_warn(record, "reads-cached", doubt_line(at));
}

/* With -D the page cache takes no part. */
static bool is_direct(const struct result *result)
{
    for (size_t i = 0; result->command && i < result->command->nr; i++)
        if (!strcmp(result->command->words[i], "-D"))
            return true;
    return false;
}

static void check_size(const struct doubt *doubt, struct result *result)
{
    if (is_of_file(result->record->op) && !is_direct(result))
        doubt_size(doubt, result, file_size(result->record));
}

/* bonnie++ itself prints no rate for less than half a second; the original does. */
static void check_length(struct result *result)
{
    const double least_s = 0.5;
    struct record *record = result->record;
    double rate, bytes = file_size(record);
    if (strcmp(record->tool, "bonnie") || !is_of_file(record->op) || bytes <= 0 ||
        !record_metric(record, "bw_bytes_per_s", &rate) || rate <= 0)
        return;
    if (bytes / rate < least_s)
        record_warn(record, "too-short", doubt_line(result));
}

/* A line of CSV tells its version since 1.90. */
static bool is_csv(const struct record *record)
{
    enum { LEAST = 13 }; /* commas: what stands in a mail may be cut */
    size_t nr = 0;
    for (const char *at = record->source.text; (at = strchr(at, ',')); at++)
        nr++;
    return nr >= LEAST;
}

/* Up to 1.03 characters went through stdio; 1.90 takes a system call for each and
 * syncs the file at its close; 1.92 has 5 seekers in place of 3.  Source: bonnie++'s
 * README-2.00 and its changelog.  Returns 1 to 3, 0 for no version and for the programs
 * that come with it. */
static size_t generation(const struct record *record)
{
    const char *version = record->tool_version;
    double number;
    if (strcmp(record->tool, "bonnie++") || record->quoted ||
        record_pair(&record->params, "program"))
        return 0;
    if (!version)
        return is_csv(record) ? 1 : 0;
    if (!units_number(version, strspn(version, "0123456789."), &number, NULL))
        return 0;
    return number < 1.895 ? 1 : number < 1.915 ? 2 : 3;
}

void doubt_note_generation(struct doubt *doubt, const struct result *result)
{
    size_t of = generation(result->record);
    if (of && !doubt->generations[of - 1])
        doubt->generations[of - 1] = doubt_line(result);
}

static void check_generations(const struct doubt *doubt, struct result *result)
{
    static const char *const changed[] = {"putc", "put_block", "getc", "seeks"};
    size_t of = generation(result->record);
    for (size_t i = 0; of && i < sizeof changed / sizeof changed[0]; i++)
        for (size_t g = 0; g < 3 && !strcmp(result->record->op, changed[i]); g++)
            if (g != of - 1 && doubt->generations[g])
                record_warn(result->record, "generations-mixed", doubt->generations[g]);
}

void doubt_bonnie(struct doubt *doubt, struct result *result)
{
    check_cached_read(doubt, result);
    check_size(doubt, result);
    check_length(result);
    check_generations(doubt, result);
}
