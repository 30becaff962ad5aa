#include <string.h>

#include "record/progress.h"
#include "tests/t_main.h"

START_TEST(lines)
{
    static const struct {
        struct progress_state state;
        double seconds;
        unsigned width;
        const char *line;
    } rows[] = {
        {{500000000, 1000000000, 12}, 2, 79,
         "[##########          ]  50 %  500.0 of 1000.0 MB, 250 MB/s, 12 results, 0:02 left"},
        {{0, 1000000000, 0}, 1, 100,
         "[                    ]   0 %  0.0 of 1000.0 MB, 0 MB/s, 0 results"},
        /* a pipe has no end that is known */
        {{500000000, 0, 1}, 2, 79, "500.0 MB, 250 MB/s, 1 result"},
        /* a file that grew */
        {{500000000, 400000000, 1}, 2, 79, "500.0 MB, 250 MB/s, 1 result"},
        {{500000000, 1000000000, 12}, 2, 39, "500.0 of 1000.0 MB, 250 MB/s, 12 result"},
        {{5, 10, 2}, 0, 200, "[##########          ]  50 %  0.0 of 0.0 MB, 0 MB/s, 2 results"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[200];
        progress_line(line, sizeof line, &rows[i].state, rows[i].seconds, rows[i].width);
        ck_assert_uint_le(strlen(line), rows[i].width);
        ck_assert_int_eq(strncmp(line, rows[i].line, strlen(line)), 0);
        if (strlen(rows[i].line) <= rows[i].width)
            ck_assert_str_eq(line, rows[i].line);
    }
}
END_TEST

START_TEST(a_small_buffer_is_enough)
{
    struct progress_state state = {1, 2, 3};
    char line[5] = "xxxx";
    progress_line(line, sizeof line, &state, 1, 100);
    ck_assert_str_eq(line, "[###");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("progress");
    TCase *tests = tcase_create("progress");
    tcase_add_test(tests, lines);
    tcase_add_test(tests, a_small_buffer_is_enough);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
