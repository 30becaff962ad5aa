/* Which command made a result, where only its place tells. */
#include <string.h>

#include "parse/label.h"

void label_set_commands(struct tool_output *output, const struct commands *commands)
{
    static const struct {
        const char *tool, *program;
    } rows[] = {{"fio", "fio"}, {"bonnie++", "bonnie++"}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    const struct command *last[ROWS] = {NULL};
    size_t next = 0;
    for (size_t r = 0; r < output->nr; r++) {
        struct result *result = &output->at[r];
        for (; next < commands->nr &&
               (commands->at[next].stream < result->stream ||
                (commands->at[next].stream == result->stream &&
                 commands->at[next].last < result->first));
             next++)
            for (size_t i = 0; i < ROWS; i++)
                if (!commands->at[next].is_script &&
                    !strcmp(commands->at[next].program, rows[i].program))
                    last[i] = &commands->at[next];
        for (size_t i = 0; i < ROWS; i++)
            if (!result->command && !strcmp(result->record->tool, rows[i].tool) && last[i] &&
                last[i]->stream == result->stream)
                result->command = last[i];
    }
}
