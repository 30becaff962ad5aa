#include "parse/fio_rows.h"

/* Printed sizes and rates.  2.x puts a blank between number and unit ("979040
 * B/s"); the sums of a client/server run lack "B/s". */
#define SIZE "[\\d.]+ \\s? [KMGTPE]? i? B?"
#define RATE "[\\d.]+ \\s? [kKMGTPE]? i? (?:B|bit)? (?:/s)?"
#define LAT "[\\d.]+ [kKMG]?"

/* clang-format off: a table, a pattern a paragraph */
const struct pattern_row fio_rows[] = {
    /* A job's name may hold anything: the last "(groupid=" counts.
     * Source: fio stat.c, show_thread_status_normal(). */
    {FIO_HEADER, "(groupid=",
     "^ \\s* (?<job> .*) : \\s* \\(groupid=(?<group>\\d+) (?:, \\s* jobs=\\s*(?<jobs>\\d+))? \\) \\s* :"
     " \\s* err= \\s* (?<err>\\d+) (?: .*? pid=(?<pid>\\d+) )?",
     {{"job", "", PATTERN_NONE}, {"group", "", PATTERN_NONE}, {"jobs", "", PATTERN_NONE},
      {"err", "", PATTERN_NONE}, {"pid", "", PATTERN_NONE}}},
    /* Source: fio stat.c, show_ddir_status(), 1.x to 2.16. */
    {FIO_OLD, "runt=",
     "(?: ^|[\\s:>`]) (?<op>read|write|trim|mixed) \\s* : \\s* io=\\s*(?<io>" SIZE ") \\s* ,"
     " \\s* bw=\\s*(?<bw>" RATE ") \\s* , (?: \\s* iops=\\s*(?<iops>[\\d.]+ [KMG]?) \\s* ,)?"
     " \\s* runt=\\s*(?<runt>\\d+) \\s* msec",
     {{"op", "", PATTERN_NONE}, {"bw", "bw_bytes_per_s", PATTERN_BINARY},
      {"iops", "iops", PATTERN_COUNT}, {"io", "io_bytes", PATTERN_BINARY},
      {"runt", "runtime_s", PATTERN_MSEC}}},
    /* Source: fio stat.c, show_ddir_status(), from 2.17. */
    {FIO_NEW, "IOPS=",
     "(?: ^|[\\s:>`]) (?<op>read|write|trim|mixed) \\s* : \\s* IOPS=\\s*(?<iops>[\\d.]+ [kKMG]?) \\s* ,"
     " \\s* BW=\\s*(?<bw>" RATE ") \\s* \\((?<bw2>" RATE ")\\) \\s*"
     " \\((?<io>" SIZE ")/(?<runt>\\d+) \\s* msec\\)",
     {{"op", "", PATTERN_NONE}, {"bw", "bw_bytes_per_s", PATTERN_DECIMAL}, {"bw2", "", PATTERN_NONE},
      {"iops", "iops", PATTERN_COUNT}, {"io", "io_bytes", PATTERN_DECIMAL},
      {"runt", "runtime_s", PATTERN_MSEC}}},
    {FIO_LATENCY, "min=",
     "^ \\s* (?<kind>slat|clat|lat) \\s* \\((?<unit>[num]?sec)\\) \\s* : \\s* min=\\s*(?<min>" LAT ") \\s* ,"
     " \\s* max=\\s*(?<max>" LAT ") \\s* , \\s* avg=\\s*(?<avg>" LAT ")"
     " (?: \\s* , \\s* (?:st)?dev=\\s*(?<dev>" LAT "))?",
     {{"kind", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}, {"min", "", PATTERN_NONE},
      {"max", "", PATTERN_NONE}, {"avg", "", PATTERN_NONE}, {"dev", "", PATTERN_NONE}}},
    {FIO_PCT_HEAD, "percentiles (",
     "^ \\s* (?<kind>slat|clat|lat) \\s percentiles \\s \\((?<unit>[num]?sec)\\) \\s* :",
     {{"kind", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {FIO_PCT, "th=[", "^ \\s*+ (?: \\| \\s*+ )? \\d+\\.\\d+th=\\[", {{0}}},
    {FIO_CPU, "usr=",
     "^ \\s* cpu \\s* : \\s* usr=(?<usr>[\\d.]+)% , \\s* sys=(?<sys>[\\d.]+)%",
     {{"usr", "cpu_user_pct", PATTERN_NUMBER}, {"sys", "cpu_sys_pct", PATTERN_NUMBER}}},
    {FIO_ISSUED, "issued",
     "^ \\s* issued \\s+ [a-z/]* \\s* : \\s* total="
     " (?: r=(?<r>\\d+)/w=(?<w>\\d+)(?:/d=(?<t>\\d+))? | (?<r2>\\d+)[/,](?<w2>\\d+)(?:[/,](?<t2>\\d+))? )",
     {{"r", "", PATTERN_NONE}, {"w", "", PATTERN_NONE}, {"t", "", PATTERN_NONE},
      {"r2", "", PATTERN_NONE}, {"w2", "", PATTERN_NONE}, {"t2", "", PATTERN_NONE}}},
    {FIO_STATUS, "Run status group",
     "^ \\s* Run \\s status \\s group \\s (?<group>\\d+) \\s* \\(all \\s jobs\\)",
     {{"group", "", PATTERN_NONE}}},
    {FIO_SUM_OLD, "aggrb=",
     "^ \\s* (?<op>READ|WRITE|TRIM|MIXED) \\s* : \\s* io=\\s*(?<io>" SIZE ") \\s* , \\s* aggrb=\\s*(?<bw>" RATE ") \\s* ,"
     " .*? maxt=\\s*(?<runt>\\d+) \\s* msec",
     {{"op", "", PATTERN_NONE}, {"bw", "bw_bytes_per_s", PATTERN_BINARY},
      {"io", "io_bytes", PATTERN_BINARY}, {"runt", "runtime_s", PATTERN_MSEC}}},
    {FIO_SUM_NEW, "run=",
     "^ \\s* (?<op>READ|WRITE|TRIM|MIXED) \\s* : \\s* bw=\\s*(?<bw>" RATE ") \\s* \\((?<bw2>" RATE ")\\) \\s* ,"
     " .*? \\b io=\\s*(?<io>" SIZE ") \\s* \\([^()]*\\) \\s* , \\s* run=(?:\\d+-)?(?<runt>\\d+) \\s* msec",
     {{"op", "", PATTERN_NONE}, {"bw", "bw_bytes_per_s", PATTERN_DECIMAL}, {"bw2", "", PATTERN_NONE},
      {"io", "io_bytes", PATTERN_DECIMAL}, {"runt", "runtime_s", PATTERN_MSEC}}},
    /* Source: fio init.c, add_job(). */
    {FIO_PREAMBLE, "(g=",
     "^ \\s* (?<job> .*) : \\s* \\(g=(?<group>\\d+)\\) : \\s* rw=(?<rw>\\w+) , \\s* (?<bs>\\S.*?) , \\s*"
     " ioengine=(?<ioengine>[\\w-]+) , \\s* iodepth=(?<iodepth>\\d+)",
     {{"job", "", PATTERN_NONE}, {"group", "", PATTERN_NONE}, {"rw", "rw", PATTERN_TEXT},
      {"bs", "", PATTERN_NONE}, {"ioengine", "ioengine", PATTERN_TEXT},
      {"iodepth", "iodepth", PATTERN_TEXT}}},
    {FIO_VERSION, "fio",
     "^ \\s* fio[- ](?<version> \\d+\\.\\d [\\w.-]*) \\s* $",
     {{"version", "", PATTERN_NONE}}},
    {FIO_STARTING, "Starting ", "^ \\s* Starting \\s \\d+ \\s (?:process|thread)", {{0}}},
    {FIO_TAIL, NULL,
     "^ \\s* (?: ;? \\s* \\d* \\s* (?:zone \\s)? resets | (?: err=\\s*\\d+ : \\s )? (?: pid=\\d+ : \\s )? (?: [A-Z][a-z]{2} \\s )?"
     " (?: [A-Z][a-z]{2} \\s+ \\d{1,2} \\s )? (?: \\d{1,2} \\s)? (?: \\d\\d:\\d\\d:\\d\\d \\s )? \\d{4} | pid=\\d+ .* ) \\s* $",
     {{0}}},
    {FIO_DETAIL, NULL,
     "^ \\s* (?: (?:bw|iops|lat|clat|slat) \\s* (?:\\([^()]{1,12}\\))? \\s* : \\s* (?:min=|[\\d.>=]+=|[\\d.]+%)"
     " | (?:IO \\s depths|submit|complete|latency|errors|cpu|issued|steadystate) \\s* : | lat \\s \\([a-z]+\\) \\s* :"
     " | Jobs: \\s \\d+ \\s \\(f= | Disk \\s stats | \\S+ : \\s ios=\\d | \\.\\.\\. $ | (?: \\| \\s*+ )? \\d+\\.\\d+th=\\["
     " | Description \\s* : )",
     {{0}}},
};
/* clang-format on */

const size_t fio_rows_nr = sizeof fio_rows / sizeof fio_rows[0];
