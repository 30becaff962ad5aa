/* The lines of fio's text output, as pattern rows. */
#ifndef IOD_PARSE_FIO_ROWS_H
#define IOD_PARSE_FIO_ROWS_H

#include "parse/pattern.h"

enum fio_row {
    FIO_HEADER,    /* NAME: (groupid=0, jobs=1): err= 0: pid=1: DATE */
    FIO_OLD,       /* read : io=…, bw=…, iops=…, runt=…msec (1.x to 2.16) */
    FIO_NEW,       /* read: IOPS=…, BW=… (…)(…/…msec) (from 2.17) */
    FIO_LATENCY,   /* clat (usec): min=…, max=…, avg=…, stdev=… */
    FIO_PCT_HEAD,  /* clat percentiles (usec): */
    FIO_PCT,       /* |  1.00th=[   99],  5.00th=[…] */
    FIO_CPU,       /* cpu          : usr=…%, sys=…% */
    FIO_ISSUED,    /* issued rwts: total=…,…,…,… */
    FIO_STATUS,    /* Run status group 0 (all jobs): */
    FIO_SUM_OLD,   /* READ: io=…, aggrb=…, … maxt=…msec */
    FIO_SUM_NEW,   /* READ: bw=… (…), …, io=…, run=…-…msec */
    FIO_PREAMBLE,  /* NAME: (g=0): rw=…, bs=…, ioengine=…, iodepth=… */
    FIO_VERSION,   /* fio-2.0.9 */
    FIO_STARTING,  /* Starting 5 processes */
    FIO_TAIL,      /* what mail pushed off the end of a line: "resets", "2019" */
    FIO_DETAIL,    /* what else belongs to a block */
};

extern const struct pattern_row fio_rows[];
extern const size_t fio_rows_nr;

#endif
