#include "parse/fio_rows.h"

#include "parse/row_table.h"

/* Printed sizes and rates.  2.x puts a blank between number and unit ("979040
 * B/s"); the sums of a client/server run lack "B/s"; a locale may group digits. */
#define NUMBER "(?: \\d{1,3}(?:,\\d{3})+(?!\\d) | [\\d.]+ )"
#define SIZE NUMBER " \\s? [kKMGTPE]? i? B?"
#define RATE NUMBER " \\s? [kKMGTPE]? i? (?:B|bit)? (?:/s(?:ec)?)?"
#define LAT "[\\d.]+ \\s? [kKMG]?"
/* Of several runs people print the mean. */
#define MSEC "\\d+ (?:\\.\\d+)?"
/* What stands in front of a direction: nothing, or what a grep or a user wrote. */
#define FRONT "(?: ^|[\\s:>`|*(\\]])"

/* clang-format off: a table, a pattern a paragraph */
const struct pattern_row fio_rows[] = {
    /* It may hold anything, figures of another run too. */
    {FIO_DESCRIPTION, "Description",
     "^ \\s* Description \\s* : \\s* \\[ (?<text> .*? ) \\]? \\s* $",
     {{"text", "", PATTERN_NONE}}},
    /* A job's name may hold anything: the last "(groupid=" counts; the earliest
     * versions print "NAME (g=0): err= 0:".
     * Source: fio stat.c, show_thread_status_normal(). */
    {FIO_HEADER, "err=",
     "^ \\s* (?<job> .* [^:\\s] | ) \\s* :? \\s* \\((?:groupid|g)=(?<group>\\d+) (?:, \\s* jobs=\\s*(?<jobs>\\d+))? \\) \\s* :"
     " \\s* err= \\s* (?<err>\\d+) (?: \\s* \\( (?<why> [^()]* (?: \\( [^()]* \\) [^()]* )* ) \\) )? (?: .*? pid=(?<pid>\\d+) )?",
     {{"job", "", PATTERN_NONE}, {"group", "", PATTERN_NONE}, {"jobs", "", PATTERN_NONE},
      {"err", "", PATTERN_NONE}, {"why", "", PATTERN_NONE}, {"pid", "", PATTERN_NONE}}},
    /* Source: fio stat.c, show_ddir_status(), 1.x to 2.16. */
    {FIO_OLD, "runt=",
     FRONT " (?i: (?<op>read|write|trim|mixed)) \\s* : \\s* io=\\s*(?<io>" SIZE ") \\s* ,"
     " \\s* bw=\\s*(?<bw>" RATE ") \\s* , (?: \\s* iops=\\s*(?<iops>" NUMBER " [kKMGPE]?) \\s* ,)?"
     " \\s* runt=\\s*(?<runt>" MSEC ") \\s* msec",
     {{"op", "", PATTERN_NONE}, {"bw", "", PATTERN_NONE}, {"iops", "", PATTERN_NONE},
      {"io", "", PATTERN_NONE}, {"runt", "", PATTERN_NONE}}},
    /* People cut the name of the direction off and write their own in its place.
     * Source: fio stat.c, show_ddir_status(), from 2.17. */
    {FIO_NEW, "IOPS=",
     FRONT " (?: (?i: (?<op>read|write|trim|mixed)) \\s* : \\s* )? IOPS=\\s*(?<iops>[\\d.]+ [kKMG]?) \\s* ,"
     " \\s* BW=\\s*(?<bw>" RATE ") \\s* \\((?<bw2>" RATE ")\\) \\s*"
     " \\((?<io>" SIZE ")/(?<runt>" MSEC ") \\s* msec\\)",
     {{"op", "", PATTERN_NONE}, {"bw", "", PATTERN_NONE}, {"bw2", "", PATTERN_NONE},
      {"iops", "", PATTERN_NONE}, {"io", "", PATTERN_NONE}, {"runt", "", PATTERN_NONE}}},
    /* "read: IOPS=…, BW=…, io=…, runt=…": read as what it says, and doubted elsewhere. */
    {FIO_BLEND, ": ",
     FRONT " (?<op>[Rr]ead|[Ww]rite|[Tt]rim) \\s* : \\s+ (?= (?:IOPS|BW|iops|bw|io)= )"
     " (?! IOPS= [^=]* BW= [^=]* \\) \\s* \\( | io= [^=]* bw= [^=]* (?: iops= [^=]* )? runt= )"
     " (?= .*? \\b (?:IOPS|BW)= ) (?= .*? \\b (?:iops|bw|io|runt?)= )"
     " (?= .*? \\b (?:bw|BW)=\\s*(?<bw>" RATE ") ) (?: (?= .*? \\b (?:iops|IOPS)=\\s*(?<iops>[\\d.]+ [kKMG]?) ) )?+"
     " (?: (?= .*? (?: \\b io= | \\) \\( ) \\s* (?<io>" SIZE ") ) )?+ (?: (?= .*? (?: \\b runt?= | / ) \\s* (?<runt>\\d+) \\s* msec ) )?+",
     {{"op", "", PATTERN_NONE}, {"bw", "", PATTERN_NONE}, {"iops", "", PATTERN_NONE},
      {"io", "", PATTERN_NONE}, {"runt", "", PATTERN_NONE}}},
    /* A mean that ends the line may be cut, unless it has the two digits that fio prints. */
    {FIO_LATENCY, "min=",
     "^ \\s* (?<kind>slat|clat|lat|sync) \\s* \\((?<unit>[num]?sec)\\) \\s* : \\s* min=\\s*(?<min>" LAT ") \\s* ,"
     " \\s* max=\\s*(?<max>" LAT ") \\s* , \\s* avg=\\s* (?: [\\d.]* \\s* $ (?<! \\.\\d\\d ) | (?<avg>" LAT ")"
     " (?: \\s* , \\s* (?:st)?dev=\\s*(?<dev>" LAT "))? )",
     {{"kind", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}, {"min", "", PATTERN_NONE},
      {"max", "", PATTERN_NONE}, {"avg", "", PATTERN_NONE}, {"dev", "", PATTERN_NONE}}},
    /* Part of the I/Os of a direction only: 3.19 to 3.29 "high prio_clat". */
    {FIO_PRIORITY, "prio",
     "^ \\s* (?: (?:high|low) \\s prio_[cs]?lat | [cs]?lat \\s prio \\s \\d+/\\d+ ) \\s"
     " (?: \\([\\d.]+% \\s of \\s IOs\\) \\s )? (?: percentiles \\s )? (?: \\([\\d.]+% \\s of \\s IOs\\) \\s )? \\([num]sec\\) \\s* :", {{0}}},
    {FIO_PCT_HEAD, "percentiles (",
     "^ \\s* (?<kind>slat|clat|lat|sync) \\s percentiles \\s \\((?<unit>[num]?sec)\\) \\s* :",
     {{"kind", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {FIO_PCT, "th=[", "^ \\s*+ (?: \\| \\s*+ )? \\d+\\.\\d+th=\\[", {{0}}},
    {FIO_SAMPLES, "min=",
     FRONT " \\s* (?: bw \\s* \\( \\s* (?<unit> [^()]{1,12} ) \\) | iops ) \\s* : \\s* min="
     " (?: [^=]* max= [^=]* (?: per= [^=]* )? avg= \\s* (?<avg> [\\d.]+ ) )?",
     {{"unit", "", PATTERN_NONE}, {"avg", "", PATTERN_NONE}}},
    {FIO_HISTOGRAM, "lat",
     "^ \\s* lat \\s* \\([num]?sec\\) \\s* (?: : (?! \\s* min=) | $ )", {{0}}},
    {FIO_CPU, "usr=",
     "^ \\s* cpu \\s* : \\s* usr=(?<usr>[\\d.]+)% , \\s* sys=(?<sys>[\\d.]+)%",
     {{"usr", "", PATTERN_NONE}, {"sys", "", PATTERN_NONE}}},
    {FIO_ISSUED, "issued",
     "^ \\s* issued \\s+ [a-z/]* \\s* : \\s* total="
     " (?: r=(?<r>\\d+)/w=(?<w>\\d+)(?:/d=(?<t>\\d+))? | (?<r2>\\d+)[/,](?<w2>\\d+)(?:[/,](?<t2>\\d+))?(?:,(?<s2>\\d+))? )",
     {{"r", "", PATTERN_NONE}, {"w", "", PATTERN_NONE}, {"t", "", PATTERN_NONE},
      {"r2", "", PATTERN_NONE}, {"w2", "", PATTERN_NONE}, {"t2", "", PATTERN_NONE},
      {"s2", "", PATTERN_NONE}}},
    {FIO_ERRORS, "first_error=",
     "^ \\s* errors \\s* : \\s* total=(?<total>\\d+) , \\s* first_error=(?<first>\\d+)",
     {{"total", "", PATTERN_NONE}, {"first", "", PATTERN_NONE}}},
    {FIO_STATUS, "Run status group",
     "^ \\s* Run \\s status \\s group \\s (?<group>\\d+) \\s* \\(all \\s jobs\\)",
     {{"group", "", PATTERN_NONE}}},
    /* What stands behind the rate may be cut off with its comma. */
    {FIO_SUM_OLD, "aggrb=",
     FRONT " (?<op>READ|WRITE|TRIM|MIXED) \\s* : \\s* io=\\s*(?<io>" SIZE ") \\s* , \\s* aggrb=\\s*(?<bw>" RATE ")"
     " (?: \\s* , .*? maxt=\\s*(?<runt>\\d+) \\s* msec | (?: \\s* , \\s* m\\w+b=[^,]* )* \\s* (?: \\# .* )? $ )",
     {{"op", "", PATTERN_NONE}, {"bw", "", PATTERN_NONE}, {"io", "", PATTERN_NONE},
      {"runt", "", PATTERN_NONE}}},
    {FIO_SUM_NEW, ": bw=",
     FRONT " (?<op>READ|WRITE|TRIM|MIXED) \\s* : \\s* bw=\\s*(?<bw>" RATE ") \\s* \\((?<bw2>" RATE ")\\)"
     " (?: \\s* , .*? \\b io=\\s*(?<io>" SIZE ") \\s* \\([^()]*\\) \\s* , \\s* run=(?:\\d+-)?(?<runt>\\d+) \\s* msec [^#]*"
     " | (?: \\s* , \\s* [\\d.]+[^,()]* \\( [^()]* \\) )? ) \\s* (?: \\# .* )? $",
     {{"op", "", PATTERN_NONE}, {"bw", "", PATTERN_NONE}, {"bw2", "", PATTERN_NONE},
      {"io", "", PATTERN_NONE}, {"runt", "", PATTERN_NONE}}},
    {FIO_DISK, ": ios=",
     "^ \\s* \\S+ : \\s ios=\\d+/\\d+ , (?: .*? \\s util=(?<util>[\\d.]+)% )?",
     {{"util", "", PATTERN_NONE}}},
    /* Source: fio init.c, add_job(). */
    {FIO_PREAMBLE, "(g=",
     "^ \\s* (?<job> .*) : \\s* \\(g=(?<group>\\d+)\\) : \\s* rw=(?<rw>\\w+) , \\s* (?: odir=\\d+ , \\s* )? (?<bs>bs=.*?) , \\s*"
     " (?: rate=\\d+ , \\s* )? ioengine=(?<ioengine>[\\w-]+) , \\s* iodepth=(?<iodepth>\\d+)",
     {{"job", "", PATTERN_NONE}, {"group", "", PATTERN_NONE}, {"rw", "rw", PATTERN_TEXT},
      {"bs", "", PATTERN_NONE}, {"ioengine", "ioengine", PATTERN_TEXT},
      {"iodepth", "iodepth", PATTERN_TEXT}}},
    {FIO_DOTS, "...", "^ \\s* \\.\\.\\. \\s* $", {{0}}},
    {FIO_VERSION, "fio",
     "^ \\s* (?: fio \\s version \\s* : \\s* )? fio[- ](?<version> \\d+\\.\\d [\\w.-]*) \\s* $",
     {{"version", "", PATTERN_NONE}}},
    {FIO_BARE, "2.0",
     "^ \\s* (?<version> 2\\.0 (?:\\.\\d)? ) \\s* $", {{"version", "", PATTERN_NONE}}},
    {FIO_STARTING, "Starting ", "^ \\s* Starting \\s \\d+ \\s (?:process|thread)", {{0}}},
    {FIO_CLIENT, "hostname=",
     "^ \\s* hostname=[^,]* , \\s be=\\d , .*? \\s fio=(?:fio-)?(?<version> [\\w.-]+ )",
     {{"version", "", PATTERN_NONE}}},
    /* On its way to the file, or caught with the rest. */
    {FIO_MESSAGE, "fio: ",
     "^ \\s* fio: \\s (?<text> (?: pid=\\d+ , \\s err= | failed \\s | terminating \\s on | job \\s \\S.*? \\s dropped | unrecognized \\s option"
     " | io_u \\s error | verification | engine \\s | looks \\s like | first \\s direct | file \\s hash | setting \\s | posix_fallocate \\s | unable \\s | status \\s interval | no \\s | bad \\s | must \\s ) .* )",
     {{"text", "", PATTERN_NONE}}},
    {FIO_TAIL, NULL,
     "^ \\s* (?: ;? \\s* \\d* \\s* (?:zone \\s)? resets | (?: err=\\s*\\d+ : \\s )? (?: pid=\\d+ : \\s )? (?: [A-Z][a-z]{2} \\s )?"
     " (?: [A-Z][a-z]{2} \\s+ \\d{1,2} \\s )? (?: \\d{1,2} \\s)? (?: \\d\\d:\\d\\d:\\d\\d \\s )? \\d{4} | pid=\\d+ .* ) \\s* $",
     {{0}}},
    {FIO_DETAIL, NULL,
     "^ \\s* (?: (?:IO \\s depths|submit|complete|latency|steadystate) \\s* : | Jobs: \\s \\d+ \\s \\(f= | Disk \\s stats \\s \\("
     " | fsync/fdatasync/ | \\S.* : \\s Laying \\s out \\s IO \\s file | CPU \\s idleness: | percpu: \\s [\\d.]+% | system: \\s [\\d.]+% $"
     " | unit \\s work: \\s mean= )",
     {{0}}},
};
/* clang-format on */

const size_t fio_rows_nr = sizeof fio_rows / sizeof fio_rows[0];

const struct row_table row_table_fio = {"fio", fio_rows, sizeof fio_rows / sizeof fio_rows[0]};
