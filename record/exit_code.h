/* Exit codes, the same in all programs. */
#ifndef IOD_RECORD_EXIT_CODE_H
#define IOD_RECORD_EXIT_CODE_H

enum exit_code {
    EXIT_DONE = 0,      /* warnings included */
    EXIT_INPUT = 1,     /* no result at all, or input that is damaged, cut or not understood */
    EXIT_USAGE = 2,
    EXIT_SYSTEM = 3,    /* I/O or system failure, or refused for safety */
    EXIT_THRESHOLD = 4, /* a threshold that was asked for is crossed */
    EXIT_UNDECIDED = 5, /* nothing could be decided, where that was asked for */
};

#endif
