/* The main function of every unit test. */
#ifndef IOD_TESTS_T_MAIN_H
#define IOD_TESTS_T_MAIN_H

#include <check.h>
#include <stdlib.h>

/* Defines main(): runs the suite that make_suite (a Suite *(void)) returns and
 * prints TAP to standard output.  Tests run in one process, so that sanitizers
 * and debuggers see them; a crash is therefore a missing plan, which tests/run
 * counts as a failure.  Ends with 0 if every test passed, else 1. */
#define T_MAIN(make_suite)                                                                         \
    int main(void)                                                                                 \
    {                                                                                              \
        SRunner *runner = srunner_create(make_suite());                                            \
        srunner_set_fork_status(runner, CK_NOFORK);                                                \
        srunner_set_tap(runner, "-");                                                              \
        srunner_run_all(runner, CK_SILENT);                                                        \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;                                          \
    }

#endif
