#include "record/warning.h"

#include <string.h>

/* clang-format off: a table */
static const struct warning warnings[] = {
    {"io-wrapped", WARNING_UNSOUND, "bytes wrapped at 4 GiB",
     "The printed bytes are too small by a multiple of 2^32, as old fio does on 32-bit builds; "
     "bytes were derived from bandwidth and run time, which are sound."},
    {"rate-mismatch", WARNING_DOUBT, "figures disagree",
     "The printed rate, bytes and time do not fit each other within their precision."},
    {"partial", WARNING_DOUBT, "partial result",
     "The run was interrupted or moved less than it was told to, or its output is cut."},
    {"cached-write", WARNING_DOUBT, "write may be cached",
     "A file was written without fsync, fdatasync, direct or sync: the rate may be that of memory."},
    {"reads-cached", WARNING_DOUBT, "reads look cached",
     "Reads are faster than the device is likely to be: the page cache may have served them."},
    {"page-cache", WARNING_DOUBT, "reads came from memory",
     "A tenth or more of what was read came from the page cache, as the counters of the device or "
     "the pages in memory show; or it was holes, or compressed."},
    {"unit-guessed", WARNING_DOUBT, "unit guessed",
     "The text does not say whether K, M and G are multiples of 1000 or of 1024."},
    {"create-rate-bogus", WARNING_UNSOUND, "file rates unusable",
     "bonnie++ 1.98 to 2.00a prints the number of files in place of the rate; it was left out."},
    {"too-short", WARNING_DOUBT, "run too short",
     "The run lasted less than the tool itself takes for meaningful."},
    {"rounded", WARNING_NOTE, "coarsely rounded",
     "The printed value can be off by more than one percent."},
    {"labels-equal", WARNING_DOUBT, "same labels twice",
     "Two results stand under the same labels and nothing says that they are repetitions."},
    {"labels-conflict", WARNING_DOUBT, "labels disagree",
     "Two places of the text give different labels for this result; both are kept."},
    {"aggregate", WARNING_NOTE, "printed average",
     "The text gives this as an average of runs beside it; it does not count as a run."},
    {"reduced", WARNING_NOTE, "samples averaged",
     "The log has very many samples; each of the series is the mean of those of one second."},
    {"no-device", WARNING_NOTE, "no device involved",
     "Data went from a pseudo device to a pseudo device: memory was measured."},
    {"compressible-zeros", WARNING_NOTE, "compressible data",
     "Zeros were written or read where the text names compression or deduplication."},
    {"file-smaller-than-ram", WARNING_DOUBT, "file smaller than memory",
     "The test file is smaller than twice the memory that the text names."},
    {"runtime-overrun", WARNING_NOTE, "ran over its time",
     "The run lasted longer than its time limit."},
    {"mixed-units", WARNING_NOTE, "units of two kinds",
     "The text has figures in multiples of 1000 beside figures in multiples of 1024; they were "
     "brought to one unit, and as printed they do not compare."},
    {"tiny-blocks", WARNING_DOUBT, "very small blocks",
     "The blocks are so small that system calls were measured rather than the device."},
    {"time-mismatch", WARNING_DOUBT, "time left out",
     "The command took longer than the time that the tool divided by, so flushing was left out "
     "of the rate."},
    {"generations-mixed", WARNING_DOUBT, "versions do not compare",
     "The text has results of versions of one tool that measure the same thing differently."},
    {"edited-by-hand", WARNING_DOUBT, "looks edited",
     "Figures of one block contradict each other beyond rounding, as no version of the tool "
     "prints them."},
    {"fabricated", WARNING_DOUBT, "no version prints this",
     "One line has keys of two generations of the tool, or fields that its version does not "
     "print, so no program wrote it as it stands."},
    {"job-error", WARNING_DOUBT, "job had errors",
     "The tool reported an error for this job."},
    {"encoding-lie", WARNING_NOTE, "false encoding label",
     "The mail declares an encoding that its text does not have; the text was taken as it is."},
    {"column-uncertain", WARNING_DOUBT, "columns uncertain",
     "Cells are missing and the spacing is lost, so a figure may belong to a neighbour column."},
    {"runs-miscounted", WARNING_NOTE, "runs not as announced",
     "The text announces another number of runs than it holds."},
    {"runtimes-differ", WARNING_NOTE, "run times differ",
     "Parallel jobs ran for different times; bytes over the longest time were used."},
    {"engine-fallback", WARNING_NOTE, "other engine used",
     "The system refused io_uring; the I/O was done by calls that wait, one at a time in "
     "each job."},
    {"client-bound", WARNING_DOUBT, "client may be the limit",
     "The thread that issued the I/O was busy all of the time: the program or its "
     "processor, not the device, may have been the limit."},
    {"short-io", WARNING_NOTE, "short I/O",
     "Some I/Os moved fewer bytes than were asked for."},
    {"files-in-memory", WARNING_DOUBT, "files in memory",
     "The files stand on a file system or a disk that is memory: no device was measured."},
    {"reads-holes", WARNING_DOUBT, "reads holes",
     "Part of what was read had never been written, and such reads are answered without the "
     "device."},
    {"interference", WARNING_DOUBT, "others were at work",
     "Other programs of the host, or other guests of its hypervisor, took a good part of a "
     "processor while this was measured."},
};
/* clang-format on */

const struct warning *warning_list(size_t *nr)
{
    *nr = sizeof warnings / sizeof warnings[0];
    return warnings;
}

const struct warning *warning_find(const char *code)
{
    for (size_t i = 0; i < sizeof warnings / sizeof warnings[0]; i++)
        if (!strcmp(warnings[i].code, code))
            return &warnings[i];
    return NULL;
}
