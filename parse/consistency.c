#include "parse/consistency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/doubt.h"
#include "record/metric.h"

bool consistency_agrees(double computed, double printed, double digit_value)
{
    double tolerance = digit_value > fabs(printed) * 0.001 ? digit_value : fabs(printed) * 0.001;
    return fabs(computed - printed) <= tolerance * (1 + 1e-9);
}

unsigned long doubt_line(const struct result *result)
{
    return result->record->source.line;
}

unsigned long doubt_command_line(const struct doubt *doubt, const struct result *result)
{
    const struct command *command = result->command;
    return command ? doubt->text->streams[command->stream].lines[command->first].line
                   : doubt_line(result);
}

/* Reads word i of a command, and the next, as the option name; NULL for another. */
static const char *option_value(const struct command *command, size_t i, const char *name)
{
    const char *word = command->words[i] + strspn(command->words[i], "-");
    size_t length = strlen(name);
    if (strncmp(word, name, length))
        return NULL;
    if (word[length] == '=')
        return word + length + 1;
    return !word[length] && word != command->words[i] && i + 1 < command->nr
               ? command->words[i + 1]
               : NULL;
}

const char *doubt_setting(const struct result *result, const char *name)
{
    const char *stated = record_pair(&result->record->params, name), *found = NULL;
    const struct command *command = result->command;
    if (stated || !command)
        return stated;
    for (size_t i = 0; i < command->nr; i++) {
        const char *value = option_value(command, i, name);
        if (value && found)
            return NULL;
        if (value)
            found = value;
    }
    return found;
}

bool doubt_lists(const char *value, const char *word)
{
    size_t wanted = strlen(word);
    while (value && *value) {
        size_t length = strcspn(value, ",");
        if (length == wanted && !strncmp(value, word, length))
            return true;
        value += length + (value[length] == ',');
    }
    return false;
}

bool doubt_is_device(const char *path)
{
    return (!strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9)) ||
           !strncmp(path, "\\\\.\\", 4);
}

void doubt_size(const struct doubt *doubt, struct result *result, double bytes)
{
    const struct evidence_size *ram = &doubt->evidence.ram;
    if (ram->line && bytes > 0 && bytes < 2 * ram->bytes)
        record_warn(result->record, "file-smaller-than-ram", ram->line);
}

/* A dd whose direction nothing tells is a copy. */
static void settle_op(struct doubt *doubt, struct result *result)
{
    (void)doubt;
    if (!*result->record->op)
        result->record->op = "copy";
}

/* A figure that nothing can have measured was damaged on its way, or a counter ran over. */
static void drop_impossible(struct doubt *doubt, struct result *result)
{
    struct record *record = result->record;
    (void)doubt;
    for (size_t i = record->metrics_nr; i-- > 0;) {
        struct record_metric metric = record_metric_at(record, i);
        if (!metric_is_possible(metric.name, metric.value))
            record_unset_metric(record, metric.name);
    }
}

/* Says in multiples of what a result's rates are printed: 1000 (GNU dd), 1024
 * (bonnie++, busybox, fio to 2.16), or 0 for both and for plain bytes. */
static int printed_base(const struct record *record)
{
    const char *line = record->source.text, *seconds;
    if (!record_metric(record, "bw_bytes_per_s", NULL) || record->quoted || !line)
        return 0;
    if (!strncmp(record->tool, "bonnie", 6))
        return 1024;
    if (!strcmp(record->tool, "fio"))
        return strstr(line, "runt=") && !strstr(line, "BW=") ? 1024 : 0;
    if (strcmp(record->tool, "dd") || !strstr(line, "B/s"))
        return 0;
    /* busybox: "6.061107 seconds, 16.5MB/s" */
    seconds = strstr(line, " seconds, ");
    if (!seconds)
        return 1000;
    seconds += strlen(" seconds, ");
    return seconds[strspn(seconds, "0123456789.")] == ' ' ? 1000 : 1024;
}

/* Notes where results of either kind of unit, and of each generation, stand. */
static void find_kinds(struct doubt *doubt)
{
    for (size_t i = 0; i < doubt->output->nr; i++) {
        const struct result *result = &doubt->output->at[i];
        int base = printed_base(result->record);
        unsigned long *line = base == 1024 ? &doubt->binary_line : &doubt->decimal_line;
        if (base && !*line)
            *line = doubt_line(result);
        doubt_note_generation(doubt, result);
    }
}

/* Readers compare what stands side by side: the evidence is the other kind. */
static void check_units(struct doubt *doubt, struct result *result)
{
    int base = doubt->binary_line && doubt->decimal_line ? printed_base(result->record) : 0;
    if (base)
        record_warn(result->record, "mixed-units",
                    base == 1024 ? doubt->decimal_line : doubt->binary_line);
}

/* One row for each check, in the order in which they are made; NULL is every tool. */
static const struct {
    const char *tool;
    void (*check)(struct doubt *doubt, struct result *result);
} checks[] = {
    {"dd", settle_op},
    {NULL, drop_impossible},
    {NULL, check_units},
    {"fio", doubt_fio},
    {"dd", doubt_dd},
    {"bonnie", doubt_bonnie},
    {"bonnie++", doubt_bonnie},
};

/* Passes what empties caches above the result: results come in the order of the
 * text, and so do those lines. */
static void pass_drops(struct doubt *doubt, const struct result *result)
{
    const struct evidence *evidence = &doubt->evidence;
    for (; doubt->drop < evidence->drops_nr; doubt->drop++, doubt->drops++) {
        const struct evidence_place *place = &evidence->drops[doubt->drop];
        if (place->stream > result->stream ||
            (place->stream == result->stream && place->line >= result->line))
            break;
    }
}

void consistency_check(const struct text *text, struct tool_output *output)
{
    struct doubt doubt = {.text = text, .output = output};
    if (!output->nr)
        return;
    evidence_find(text, &doubt.evidence);
    doubt.touched = g_hash_table_new(g_str_hash, g_str_equal);
    find_kinds(&doubt);
    for (size_t i = 0; i < output->nr; i++) {
        struct result *result = &output->at[i];
        pass_drops(&doubt, result);
        for (size_t c = 0; c < sizeof checks / sizeof checks[0]; c++)
            if (!checks[c].tool || !strcmp(checks[c].tool, result->record->tool))
                checks[c].check(&doubt, result);
    }
    doubt_fio_sums(&doubt);
    g_hash_table_destroy(doubt.touched);
}
