/* The words that the prefilter looks for: see prefilter_words.h. */
#include "parse/prefilter_words.h"

/* clang-format off: a table */
const struct prefilter_word prefilter_words[] = {
    {"\nFrom ", PREFILTER_BOUNDARY, false, 0, 4},

    /* fio's text: directions, sums and lines of samples.  Figures of directions stand in
     * one line, so that one damaged word of it leaves the others. */
    {"runt=", PREFILTER_WORD, false, 1, 7},
    {"bw=", PREFILTER_WORD, true, 0, 6},
    {"aggrb=", PREFILTER_WORD, false, 1, 4},
    {"avg=", PREFILTER_WORD, false, 0, 7},
    {"ios/call=", PREFILTER_WORD, true, 5, 7}, /* t/io_uring */

    /* fio's JSON: a job, or a direction whose job is lost */
    {"jobname", PREFILTER_WORD, false, 0, 4},
    {"io_bytes", PREFILTER_WORD, false, 3, 0},

    /* fio's terse lines: percentiles, the version, a group or error of 0; shares of the
     * versions that have none of them */
    {"\\d%=\\d", PREFILTER_WORD, false, 0, 6},
    {";fio-", PREFILTER_WORD, false, 0, 1},
    {";0;\\d", PREFILTER_WORD, false, 0, 3},
    {"\\d%;\\d", PREFILTER_WORD, false, 0, 5},
    {"\\d%,\\d", PREFILTER_WORD, false, 0, 5},
    {"\\d%,\\s\\d", PREFILTER_WORD, false, 0, 5},

    /* Logs of samples in a mail count where a name tells what they hold. */
    {"_bw.", PREFILTER_WORD, false, 0, 4},
    {"_lat.", PREFILTER_WORD, false, 1, 4},
    {"_clat.", PREFILTER_WORD, false, 2, 4},
    {"_slat.", PREFILTER_WORD, false, 2, 4},

    /* bonnie++'s tables, those of the original bonnie, in text and in HTML */
    {"-Sequential", PREFILTER_WORD, false, 0, 3},
    {">Sequential", PREFILTER_WORD, false, 0, 3},
    {"-Per", PREFILTER_WORD, false, 0, 3},
    {"%CP", PREFILTER_WORD, false, 0, 6},
    /* CSV: a size, with its chunk or without; of runs without one the versions or pluses */
    {"\\dM,", PREFILTER_WORD, false, 0, 5},
    {"\\dG,", PREFILTER_WORD, false, 0, 5},
    {"\\dM:", PREFILTER_WORD, false, 0, 5},
    {"\\dG:", PREFILTER_WORD, false, 0, 5},
    {"\\w,1.\\d\\d", PREFILTER_WORD, false, 1, 2},
    {"\\w,2.\\d\\d", PREFILTER_WORD, false, 1, 2},
    {",+++", PREFILTER_WORD, false, 0, 4},
    /* zcav and getc_putc */
    {"#block", PREFILTER_WORD, false, 0, 4},
    {"megs", PREFILTER_WORD, false, 0, 7},
    {"putcNT", PREFILTER_WORD, false, 0, 7},

    /* dd of all languages, ddrescue and pv: a rate, with whatever stands for the second;
     * counts of records where only a time was printed */
    {"\\sB/\\e", PREFILTER_WORD, false, 0, 5},
    {"\\dB/\\e", PREFILTER_WORD, false, 0, 5},
    {"\\s\\uB/\\e", PREFILTER_WORD, false, 0, 1},
    {"\\d\\uB/\\e", PREFILTER_WORD, false, 0, 1},
    {"\\uiB/\\e", PREFILTER_WORD, false, 0, 1},
    {"copied,", PREFILTER_WORD, false, 2, 3},
    {"bytes/s", PREFILTER_WORD, false, 0, 0},
    {"\\d+0\\D", PREFILTER_WORD, false, 0, 6},
    {"\\spv\\s", PREFILTER_WORD, false, 0, 2},

    /* Sentences and tables: a tool, or a dd that says how much it moves. */
    {"\\Wfio\\W", PREFILTER_WORD, false, 0, 1},
    {"bonnie", PREFILTER_WORD, true, 0, 4},
    {"iops", PREFILTER_WORD, true, 0, 7},
    {"\\sif=", PREFILTER_WORD, false, 0, 1},
    {"\\sof=", PREFILTER_WORD, false, 0, 1},
    {"\\sbs=", PREFILTER_WORD, false, 0, 2},

    /* What hides words: transfer encodings, character sets that are no superset of ASCII,
     * lines whose ends join words, tags and entities. */
    {"base64", PREFILTER_DECODE, true, 2, 3},
    {"quoted-printable", PREFILTER_DECODE, true, 3, 1},
    {"\\Wuue", PREFILTER_DECODE, true, 0, 0},
    {"utf-\\o", PREFILTER_DECODE, true, 1, 2},
    {"delsp", PREFILTER_DECODE, true, 0, 7},
    {"<html", PREFILTER_DECODE, true, 1, 0},
    {"text/html", PREFILTER_DECODE, true, 5, 0},
    {"\\z\n\\z", PREFILTER_DECODE, false, 0, 6},
};
/* clang-format on */

const size_t prefilter_words_nr = sizeof prefilter_words / sizeof prefilter_words[0];
