/* Settings that commands ask for: the line below says what is in force. */
#include <ctype.h>
#include <string.h>

#include "parse/knob.h"

enum { LONGEST_ANSWER = 200, LONGEST_VALUE = 40 };

/* "6.1.0-13-amd64" */
static size_t version_length(const char *at)
{
    size_t length = strcspn(at, " \t");
    size_t digits = strspn(at, "0123456789");
    return digits && at[digits] == '.' && isdigit((unsigned char)at[digits + 1]) &&
                   length <= LONGEST_VALUE
               ? length
               : 0;
}

/* "Linux box 6.1.0-13-amd64 #1 SMP …", or the version alone */
static bool read_uname(struct arena *arena, const char *answer, struct knob *knob)
{
    const char *at = answer;
    if (!strncmp(answer, "Linux ", 6)) {
        at += 6;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    size_t length = version_length(at);
    if (!length || (at == answer && at[length]))
        return false;
    *knob = (struct knob){"kernel", arena_text(arena, at, length), false};
    return true;
}

/* "noop deadline [cfq]" has cfq in force; else the line is one word. */
static bool read_value(struct arena *arena, const char *answer, const char *name, struct knob *knob)
{
    const char *open = strchr(answer, '['), *close = open ? strchr(open, ']') : NULL;
    size_t length = close ? (size_t)(close - open - 1) : strcspn(answer, " \t");
    if (!length || length > LONGEST_VALUE || (!close && answer[length]) ||
        (open && !close))
        return false;
    const char *at = close ? open + 1 : answer;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)at[i]) && !strchr("-_.", at[i]))
            return false;
    *knob = (struct knob){name, arena_text(arena, at, length), false};
    return true;
}

/* What is looked at because the results below depend on it; counters are looked at as well. */
static bool is_of_queue(const char *name)
{
    static const char *const names[] = {"scheduler", "read_ahead_kb", "nr_requests", "write_cache",
                                        "wbt_lat_usec", "rq_affinity", "nomerges", "rotational",
                                        "max_sectors_kb", "io_poll", "queue_depth"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool knob_answer_read(struct arena *arena, const struct command *command, const char *answer,
                      struct knob *knob)
{
    const char *first = command->nr ? command->words[0] : "";
    answer += strspn(answer, " \t");
    if (!*answer || strlen(answer) > LONGEST_ANSWER)
        return false;
    if (!strcmp(command->program, "uname"))
        return read_uname(arena, answer, knob);
    if (!strcmp(command->program, "blockdev") && !strcmp(first, "--getra"))
        return isdigit((unsigned char)*answer) && read_value(arena, answer, "readahead", knob);
    const char *name = !strcmp(command->program, "cat") && command->nr == 1 ? knob_of_path(first)
                                                                            : NULL;
    return name && is_of_queue(name) && read_value(arena, answer, name, knob);
}
