/* The words that the prefilter looks for: see prefilter_words.h. */
#include "parse/prefilter_words.h"

/* clang-format off: a table */
const struct prefilter_word prefilter_words[] = {
    {"\nFrom ", PREFILTER_BOUNDARY, false},

    /* fio's text: directions, sums and lines of samples.  Figures of directions stand in
     * one line, so that one damaged word of it leaves the others. */
    {"runt=", PREFILTER_WORD, false},
    {"iops=", PREFILTER_WORD, true},
    {"bw=", PREFILTER_WORD, true},
    {"aggrb=", PREFILTER_WORD, false},
    {"avg=", PREFILTER_WORD, false},
    {"ios/call=", PREFILTER_WORD, true}, /* t/io_uring */

    /* fio's JSON: a job, or a direction whose job is lost */
    {"jobname", PREFILTER_WORD, false},
    {"io_bytes", PREFILTER_WORD, false},

    /* fio's terse lines: percentiles, the version, a group or error of 0; shares of the
     * versions that have none of them */
    {"\\d%=\\d", PREFILTER_WORD, false},
    {";fio-", PREFILTER_WORD, false},
    {";0;", PREFILTER_WORD, false},
    {"\\d%;\\d", PREFILTER_WORD, false},
    {"\\d%,\\d", PREFILTER_WORD, false},
    {"\\d%,\\s\\d", PREFILTER_WORD, false},

    /* Logs of samples in a mail count where a name tells what they hold. */
    {"_bw.", PREFILTER_WORD, false},
    {"_iops.", PREFILTER_WORD, false},
    {"lat.", PREFILTER_WORD, false},

    /* bonnie++'s tables, those of the original bonnie, in text and in HTML */
    {"Sequential", PREFILTER_WORD, false},
    {"-Per", PREFILTER_WORD, false},
    {"%CP", PREFILTER_WORD, false},
    /* CSV: a size, with its chunk or without; of runs without one the versions or pluses */
    {"\\dM,", PREFILTER_WORD, false},
    {"\\dG,", PREFILTER_WORD, false},
    {"\\dM:", PREFILTER_WORD, false},
    {"\\dG:", PREFILTER_WORD, false},
    {"\\w,1.\\d\\d", PREFILTER_WORD, false},
    {"\\w,2.\\d\\d", PREFILTER_WORD, false},
    {",+++", PREFILTER_WORD, false},
    /* zcav and getc_putc */
    {"#block", PREFILTER_WORD, false},
    {"megs", PREFILTER_WORD, false},
    {"putcNT", PREFILTER_WORD, false},

    /* dd of all languages, ddrescue and pv: a rate, with whatever stands for the second;
     * counts of records where only a time was printed */
    {"\\sB/\\D", PREFILTER_WORD, false},
    {"kB/\\D", PREFILTER_WORD, true},
    {"MB/\\D", PREFILTER_WORD, true},
    {"GB/\\D", PREFILTER_WORD, true},
    {"iB/\\D", PREFILTER_WORD, true},
    {"\\dB/\\D", PREFILTER_WORD, false},
    {"copied,", PREFILTER_WORD, false},
    {"bytes/s", PREFILTER_WORD, true},
    {"\\d+0\\D", PREFILTER_WORD, false},
    {"\\Wpv\\W", PREFILTER_WORD, false},

    /* Sentences and tables: a tool, or a dd that says how much it moves. */
    {"\\Wfio\\W", PREFILTER_WORD, false},
    {"bonnie", PREFILTER_WORD, true},
    {"iops", PREFILTER_WORD, true},
    {"\\Wif=", PREFILTER_WORD, false},
    {"\\Wof=", PREFILTER_WORD, false},

    /* What hides words: transfer encodings, character sets that are no superset of ASCII,
     * lines whose ends join words, tags and entities. */
    {"base64", PREFILTER_DECODE, true},
    {"quoted-printable", PREFILTER_DECODE, true},
    {"uuencode", PREFILTER_DECODE, true},
    {"x-uue", PREFILTER_DECODE, true},
    {"utf-16", PREFILTER_DECODE, true},
    {"utf-32", PREFILTER_DECODE, true},
    {"utf-7", PREFILTER_DECODE, true},
    {"delsp", PREFILTER_DECODE, true},
    {"<html", PREFILTER_DECODE, true},
    {"text/html", PREFILTER_DECODE, true},
    {"\\w\\z\\w\\z", PREFILTER_DECODE, false},
};
/* clang-format on */

const size_t prefilter_words_nr = sizeof prefilter_words / sizeof prefilter_words[0];
