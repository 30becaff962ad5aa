/* Repetitions: which results were made with the same configuration, one after
 * the other. */
#include <stdlib.h>
#include <string.h>

#include "parse/label.h"
#include "record/strbuf.h"

/* Everything that must be equal for two results to be repetitions. */
static const char *identity(struct arena *arena, const struct record *record)
{
    struct strbuf buf = STRBUF_INIT;
    strbuf_printf(&buf, "%s|%s|%s|%d|", record->tool, record->op, record->job ? record->job : "",
                  (int)record->scope);
    for (size_t i = 0; i < record->config.nr; i++)
        strbuf_printf(&buf, "%s=%s|", record->config.at[i].name, record->config.at[i].value);
    for (size_t i = 0; i < record->params.nr; i++)
        strbuf_printf(&buf, "%s=%s|", record->params.at[i].name, record->params.at[i].value);
    const char *text = arena_text(arena, buf.text, buf.length);
    strbuf_free(&buf);
    return text;
}

/* Outputs stand directly below each other where only the tool's own lines are
 * between them. */
static bool is_adjacent(const struct text *text, const struct result *upper,
                        const struct result *lower)
{
    if (upper->stream != lower->stream || upper->command != lower->command)
        return false;
    for (size_t i = upper->last + 1; i < lower->first; i++)
        if (text->streams[upper->stream].lines[i].class != LINE_DETAIL)
            return false;
    return true;
}

/* The same command given again is as good as a loop. */
static bool is_same_command(const struct result *a, const struct result *b)
{
    return a->command && b->command && !strcmp(a->command->text, b->command->text);
}

/* Numbers the chain of results from first on whose tool prints one result a run;
 * returns the first one behind it. */
static size_t number_chain(const struct text *text, struct tool_output *output,
                           const char *const *identities, size_t first)
{
    size_t end = first + 1;
    while (end < output->nr && !strcmp(identities[end], identities[first]) &&
           output->at[end].invocation != output->at[end - 1].invocation &&
           (is_adjacent(text, &output->at[end - 1], &output->at[end]) ||
            is_same_command(&output->at[end - 1], &output->at[end])))
        end++;
    for (size_t i = first; end - first > 1 && i < end; i++)
        output->at[i].record->run = (unsigned)(i - first + 1);
    return end;
}

/* "… 10 times" above the runs is checked against their number. */
static void check_announced(struct tool_output *output, size_t first, size_t end)
{
    const struct record_source *source = &output->at[first].record->source;
    for (size_t i = 0; i < source->labels_nr; i++) {
        const char *mark = source->labels[i].text ? strstr(source->labels[i].text, " times") : NULL;
        const char *number = mark;
        while (number && number > source->labels[i].text && strchr("0123456789", number[-1]))
            number--;
        unsigned long announced = number ? strtoul(number, NULL, 10) : 0;
        if (!announced || announced == end - first)
            continue;
        for (size_t r = first; r < end; r++)
            record_warn(output->at[r].record, "runs-miscounted", source->labels[i].line);
    }
}

struct keyed {
    const char *identity;
    size_t index;
};

static int compare_keyed(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    int order = strcmp(a->identity, b->identity);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Results under equal labels in several invocations, and no evidence of runs. */
static void warn_equal(struct tool_output *output, const char *const *identities)
{
    struct keyed *keyed = arena_alloc(output->arena, output->nr * sizeof *keyed);
    for (size_t i = 0; i < output->nr; i++)
        keyed[i] = (struct keyed){identities[i], i};
    qsort(keyed, output->nr, sizeof *keyed, compare_keyed);
    for (size_t first = 0, end; first < output->nr; first = end) {
        bool is_doubtful = false;
        for (end = first + 1;
             end < output->nr && !strcmp(keyed[end].identity, keyed[first].identity); end++) {
            const struct result *a = &output->at[keyed[end - 1].index];
            const struct result *b = &output->at[keyed[end].index];
            is_doubtful = is_doubtful ||
                          (a->invocation != b->invocation && (!a->record->run || !b->record->run ||
                                                              a->record->run == b->record->run));
        }
        for (size_t i = first; is_doubtful && i < end; i++) {
            struct record *record = output->at[keyed[i].index].record;
            record_warn(record, "labels-equal", record->source.line);
        }
    }
}

void label_number_runs(const struct text *text, struct tool_output *output, const unsigned *runs)
{
    const char **identities = arena_alloc(output->arena, output->nr * sizeof *identities);
    for (size_t i = 0; i < output->nr; i++) {
        identities[i] = identity(output->arena, output->at[i].record);
        output->at[i].record->run = runs[i];
    }
    for (size_t i = 0; i < output->nr;) {
        if (runs[i]) {
            i++;
            continue;
        }
        size_t end = number_chain(text, output, identities, i);
        if (output->at[i].record->run)
            check_announced(output, i, end);
        i = end;
    }
    warn_equal(output, identities);
}
