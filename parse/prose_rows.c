/* Patterns of results in sentences and short lists. */
#include "parse/prose.h"

#include "parse/row_table.h"

#define NUMBER "\\d+ (?:[.,]\\d+)?"
#define RATE NUMBER " \\s? [kKMG]i?B/s(?:ec(?:ond)?)?"
#define SECONDS "(?: s | secs? | seconds? )"
#define ABOUT "(?: about | around | roughly | approx\\.? | ca\\.? | only | ~ | \xe2\x89\x88 | \\s )*"

/* clang-format off: a table */
static const struct pattern_row prose_rows[] = {
    /* What stands in a line behind the operands of a dd. */
    {PROSE_BEHIND_TIME, NULL,
     "^ [^=\\d]{0,30}? (?: [;,:=>\\#-] | duration | took | takes | time | elapsed ) [\\s:=~>]* (?<sec> " NUMBER " ) \\s? " SECONDS " [\\s.,;)]* (?: (?<rate> " RATE " ) [\\s.)]* )? $",
     {{"sec", "runtime_s", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    {PROSE_BEHIND_RATE, "B/s",
     "^ [^=\\d]{0,30}? (?: [;,:=>(\\#-] | gives | gave | speed | rate ) [\\s:=~>]* (?<rate> " RATE " ) [\\s.)]* $",
     {{"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    /* The end of a total that was cut: the unit may be cut as well. */
    {PROSE_TIME_RATE, "B/",
     "^ \\s* (?<label> [A-Za-z][\\w\\s./-]{0,40}? ) \\s* : \\s* (?<sec> " NUMBER " ) \\s? " SECONDS " , \\s* (?: (?<rate> " RATE " ) | [\\d.]+ \\s? [kKMG]B/ ) \\s* $",
     {{"label", "", PATTERN_NONE}, {"sec", "runtime_s", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    {PROSE_RATE, "B/s",
     "^ [\\s*_\"'-]* (?<label> (?: [A-Za-z] | /(?!/) ) [^:|=]{0,60}? ) [\\s*_\"']* (?: : | = | -> ) [\\s*_]* " ABOUT " (?<rate> " RATE " ) [\\s.,;*_]* $",
     {{"label", "", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    {PROSE_IOPS, NULL,
     "^ [\\s*_\"'-]* (?<label> [A-Za-z] [^:|=]{0,60}? ) [\\s*_\"']* (?: : | = | -> ) [\\s*_]* " ABOUT " (?<iops> \\d [\\d,.]{0,12} \\s? [kKM]? \\s? IOPS ) [\\s.;*_]* $",
     {{"label", "", PATTERN_NONE}, {"iops", "iops", PATTERN_NONE}}},
    {PROSE_WAS, "B/s",
     "^ \\s* (?<label> (?: With | Without | On | Using | Under | Before | After ) \\s (?: [^,.;:\\d\\s] | \\d | \\.(?=\\d) | \\s ){1,50}? ) ,? \\s (?: it | this | that | dd ) \\s"
     " (?: was | is | gives | gave ) \\s " ABOUT " (?<rate> " RATE " ) \\s* (?: [.,;)] (?: \\s | $ ) | $ )",
     {{"label", "", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    {PROSE_TAKES, NULL,
     "^ \\s* (?<label> [A-Za-z][\\w.-]* (?: \\s [\\w.-]+ ){0,2}? ) \\s (?: takes | took | needs | needed ) \\s " ABOUT " (?<sec> " NUMBER " ) \\s " SECONDS " \\b (?! \\s* (?: longer | more | less | faster | slower | to \\s ) )",
     {{"label", "", PATTERN_NONE}, {"sec", "runtime_s", PATTERN_NONE}}},
    {PROSE_CELL, "|",
     "^ \\s* \\|? \\s* (?<label> [^|]{1,40}? ) \\s* \\| \\s* (?<cell> (?<sec> " NUMBER " ) \\s* " SECONDS " ) \\s* \\|? \\s* $",
     {{"label", "", PATTERN_NONE}, {"cell", "", PATTERN_NONE}, {"sec", "runtime_s", PATTERN_NONE}}},
    {PROSE_TOOK, "on ",
     "(?<! [\\d.,] ) (?<sec> " NUMBER " ) \\s (?: seconds | secs? ) \\s on \\s (?<label> [\\w/-]+ )",
     {{"sec", "runtime_s", PATTERN_NONE}, {"label", "", PATTERN_NONE}}},
    {PROSE_HOST, NULL, "(?: ^ | \\b running \\s | \\b run \\s ) \\s* \\b (?: [Ii]n | [Oo]n | [Uu]nder | [Ii]nside ) \\s (?: the \\s )? (?<label> [\\w-]+ ) (?: [.,:\\s] | $ )",
     {{"label", "", PATTERN_NONE}}},
    /* "69.2 MB/sec (Native) 52 MB/sec (NFS)": the unit may be cut as well */
    {PROSE_PAIR, "B/s",
     "^ [\\s,;:]* (?<cell> (?<rate> " NUMBER " \\s? [kKMG]i?B/s ) (?: e | ec | econd )? ) \\s* \\( (?<label> [A-Za-z] [^()]{0,30} ) \\)",
     {{"cell", "", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_NONE}, {"label", "", PATTERN_NONE}}},
};
/* clang-format on */

const struct row_table row_table_prose = {"prose", prose_rows,
                                          sizeof prose_rows / sizeof prose_rows[0]};
