/* The lines of fio's text output, as pattern rows. */
#ifndef IOD_PARSE_FIO_ROWS_H
#define IOD_PARSE_FIO_ROWS_H

#include "parse/pattern.h"

enum fio_row {
    FIO_DESCRIPTION, /* Description  : [text of the user] */
    FIO_HEADER,      /* NAME: (groupid=0, jobs=1): err= 0: pid=1: DATE */
    FIO_OLD,         /* read : io=…, bw=…, iops=…, runt=…msec (1.x to 2.16) */
    FIO_NEW,         /* read: IOPS=…, BW=… (…)(…/…msec) (from 2.17) */
    FIO_BLEND,       /* a direction with keys of both generations, which no fio printed */
    FIO_LATENCY,     /* clat (usec): min=…, max=…, avg=…, stdev=… */
    FIO_PRIORITY,    /* clat prio 1/0 (usec): min=…, and the head of its percentiles */
    FIO_PCT_HEAD,    /* clat percentiles (usec): */
    FIO_PCT,         /* |  1.00th=[   99],  5.00th=[…] */
    FIO_SAMPLES,     /* bw (  KiB/s): min=…, max=…, per=…, avg=… */
    FIO_HISTOGRAM,   /* lat (usec)   : 250=0.01%, 500=… */
    FIO_CPU,         /* cpu          : usr=…%, sys=…% */
    FIO_ISSUED,      /* issued rwts: total=…,…,…,… */
    FIO_ERRORS,      /* errors    : total=…, first_error=5/<Input/output error> */
    FIO_STATUS,      /* Run status group 0 (all jobs): */
    FIO_SUM_OLD,     /* READ: io=…, aggrb=…, … maxt=…msec */
    FIO_SUM_NEW,     /* READ: bw=… (…), …, io=…, run=…-…msec */
    FIO_DISK,        /* sda: ios=…/…, …, util=…% */
    FIO_PREAMBLE,    /* NAME: (g=0): rw=…, bs=…, ioengine=…, iodepth=… */
    FIO_DOTS,        /* ... (the job before is started several times) */
    FIO_VERSION,     /* fio-2.0.9 */
    FIO_BARE,        /* 2.0.8: the version of 2.0 to 2.0.8 */
    FIO_STARTING,    /* Starting 5 processes */
    FIO_CLIENT,      /* hostname=…, be=0, 64-bit, os=Linux, … fio=fio-3.33, flags=1 */
    FIO_MESSAGE,     /* fio: pid=…, err=…: what went wrong */
    FIO_TAIL,        /* what mail pushed off the end of a line: "resets", "2019" */
    FIO_DETAIL,      /* what else belongs to a block */
};

extern const struct pattern_row fio_rows[];
extern const size_t fio_rows_nr;

#endif
