/* Texts and counts of JSON, which all parts of reading a record take. */
#include <math.h>

#include "tests/t_tree_parts.h"

const char *record_read_text(struct arena *arena, const json_t *value)
{
    return arena_string(arena, json_string_value(value));
}

bool record_read_count(const json_t *value, uint64_t most, uint64_t *count)
{
    double real = json_real_value(value);
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        *count = (uint64_t)json_integer_value(value);
    else if (json_is_real(value) && real >= 0 && real == floor(real) && real <= 9007199254740992.0)
        *count = (uint64_t)real;
    else
        return false;
    return *count <= most;
}
