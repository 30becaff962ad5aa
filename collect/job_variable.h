/* Variables in the values of a job file. */
#ifndef IOD_COLLECT_JOB_VARIABLE_H
#define IOD_COLLECT_JOB_VARIABLE_H

#include <stddef.h>

/* Returns value with ${NAME} replaced by the environment's NAME, or by nothing where there is
 * none, and with $pagesize, $mb_memory and $ncpus replaced by the numbers of this host; a
 * '$' before anything else stays.  What is put in is not looked at again.  The caller frees it.
 * Returns NULL, with what to do in mend, where a brace is left open or the whole is
 * longer than 4096 bytes. */
char *job_variable_expand(const char *value, char *mend, size_t mend_size);

#endif
