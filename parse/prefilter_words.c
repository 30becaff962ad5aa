/* The words that the prefilter looks for: see prefilter_words.h. */
#include "parse/prefilter_words.h"

/* clang-format off: a table */
const struct prefilter_word prefilter_words[] = {
    {"\nFrom ", PREFILTER_BOUNDARY, false, 0, 4, 0},

    /* fio's text: directions, sums and lines of samples.  Figures of directions stand in
     * one line, so that one damaged word of it leaves the others. */
    {"runt=\\v", PREFILTER_WORD, false, 1, 2, 0},
    {"bw=\\v", PREFILTER_WORD, true, 0, 6, 0},
    {"aggrb=\\v", PREFILTER_WORD, false, 0, 7, 0},
    {"avg=\\v", PREFILTER_WORD, false, 0, 7, 0},
    {"ios/call=", PREFILTER_WORD, true, 5, 7, 0}, /* t/io_uring */

    /* fio's JSON: a job, or a direction whose job is lost */
    {"jobname", PREFILTER_WORD, false, 0, 4, 0},
    {"io_bytes", PREFILTER_WORD, false, 3, 0, 0},

    /* fio's terse lines: percentiles, the version, a group or error of 0; shares of the
     * versions that have none of them */
    {"\\d%=\\d", PREFILTER_WORD, false, 0, 6, 0},
    {";fio-", PREFILTER_WORD, false, 0, 1, 0},
    {";0;\\d", PREFILTER_WORD, false, 0, 3, 0},
    {"\\d%;\\d", PREFILTER_WORD, false, 0, 6, 0},
    {"\\d%,\\d", PREFILTER_WORD, false, 0, 5, 0},
    {"\\d%,\\s\\d", PREFILTER_WORD, false, 0, 5, 0},

    /* Logs of samples in a mail count where a name tells what they hold. */
    {"_bw.", PREFILTER_WORD, false, 0, 4, 0},
    {"_lat.", PREFILTER_WORD, false, 1, 4, 0},
    {"_clat.", PREFILTER_WORD, false, 2, 4, 0},
    {"_slat.", PREFILTER_WORD, false, 2, 4, 0},

    /* bonnie++'s tables, those of the original bonnie, in text and in HTML */
    {"-Sequential", PREFILTER_WORD, false, 0, 3, 0},
    {">Sequential", PREFILTER_WORD, false, 0, 3, 0},
    {"-Per", PREFILTER_WORD, false, 0, 3, 0},
    {"%CP", PREFILTER_WORD, false, 0, 6, 0},
    /* CSV: a size, with its chunk or without; of runs without one the versions or pluses */
    {"\\dM,", PREFILTER_WORD, false, 0, 5, 0},
    {"\\dG,", PREFILTER_WORD, false, 0, 5, 0},
    {"\\dM:", PREFILTER_WORD, false, 0, 5, 0},
    {"\\dG:", PREFILTER_WORD, false, 0, 5, 0},
    {"\\w,1.\\d\\d", PREFILTER_WORD, false, 1, 3, 0},
    {"\\w,2.\\d\\d", PREFILTER_WORD, false, 1, 2, 0},
    {",+++", PREFILTER_WORD, false, 0, 4, 0},
    /* zcav and getc_putc */
    {"#block", PREFILTER_WORD, false, 0, 4, 0},
    {"megs", PREFILTER_WORD, false, 0, 7, 0},
    {"putcNT", PREFILTER_WORD, false, 2, 3, 0},

    /* dd of all languages, ddrescue and pv: a rate, with whatever stands for the second;
     * counts of records where only a time was printed */
    {"\\sB/\\e", PREFILTER_WORD, false, 0, 5, 0},
    {"\\dB/\\e", PREFILTER_WORD, false, 0, 5, 0},
    {"\\s\\uB/\\e", PREFILTER_WORD, false, 0, 1, 0},
    {"\\d\\uB/\\e", PREFILTER_WORD, false, 0, 1, 0},
    {"\\uiB/\\e", PREFILTER_WORD, false, 0, 1, 0},
    {"copied,", PREFILTER_WORD, false, 3, 7, 0},
    {"bytes/s", PREFILTER_WORD, false, 0, 0, 0},
    {"\\d+0\\s", PREFILTER_WORD, false, 0, 6, 0},
    {"\\spv\\s", PREFILTER_WORD, false, 0, 5, 0},

    /* Sentences and tables: a tool, or a dd that says how much it moves. */
    {"\\Wfio\\W", PREFILTER_WORD, false, 0, 1, 0},
    {"bonnie", PREFILTER_WORD, true, 0, 4, 0},
    {"iops\\n", PREFILTER_WORD, true, 0, 7, 0}, /* "iops=%d" is a line of a program */
    {"iops=\\p", PREFILTER_WORD, true, 0, 7, 0},
    {"\\sif=", PREFILTER_WORD, false, 0, 2, 0},
    {"\\sof=", PREFILTER_WORD, false, 0, 2, 0},
    {"\\sbs=", PREFILTER_WORD, false, 0, 2, 0},

    /* What hides words so that only a whole reading finds them: character sets that are no
     * superset of ASCII, a seldom encoding, lines whose ends join words. */
    {"\\buue", PREFILTER_WORD, true, 0, 0, 0},
    {"utf-\\o", PREFILTER_WORD, true, 1, 3, 0},
    {"\\z\n\\z", PREFILTER_WORD, false, 0, 6, 0},
    {"delsp", PREFILTER_WORD, true, 0, 7, 0},
    /* Packed attachments: how gzip, xz, bzip2, zstd and zip begin, in base64 and as it is. */
    {"\nH4sI", PREFILTER_WORD, false, 0, 7, 0},
    {"\n/Td6WF", PREFILTER_WORD, false, 1, 2, 0},
    {"\nQlpo", PREFILTER_WORD, false, 0, 3, 0},
    {"\nKLUv", PREFILTER_WORD, false, 0, 3, 0},
    {"\nUEsDB", PREFILTER_WORD, false, 1, 2, 0},
    {"\x1f\x8b\b", PREFILTER_WORD, false, 0, 6, 0},
    {"\xfd" "7zXZ", PREFILTER_WORD, false, 0, 7, 0},
    {"BZh\\d1AY&SY", PREFILTER_WORD, false, 0, 2, 0},
    {"(\xb5/\xfd", PREFILTER_WORD, false, 0, 5, 0},
    {"PK\x03\x04", PREFILTER_WORD, false, 0, 7, 0},
    /* What prefilter_may_hold() sees through. */
    {"base64", PREFILTER_DECODE, true, 2, 1, PREFILTER_BASE64},
    {"quoted-printable", PREFILTER_DECODE, true, 5, 7, PREFILTER_QUOTED},
    {"<html", PREFILTER_DECODE, true, 1, 0, PREFILTER_HTML},
    {"text/html", PREFILTER_DECODE, true, 5, 0, PREFILTER_HTML},
};
/* clang-format on */

const size_t prefilter_words_nr = sizeof prefilter_words / sizeof prefilter_words[0];
