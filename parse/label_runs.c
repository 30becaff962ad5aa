/* Repetitions: which results were made with the same configuration, one after
 * the other. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "parse/label.h"
#include "record/strbuf.h"

/* Everything that must be equal for two results to be repetitions. */
static const char *identity(struct arena *arena, const struct record *record)
{
    struct strbuf buf = STRBUF_INIT;
    /* an average stands beside the runs, and is none */
    strbuf_printf(&buf, "%s|%s|%s|%d|%d|", record->tool, record->op,
                  record->job ? record->job : "", (int)record->scope,
                  record_has_warning(record, "aggregate"));
    for (size_t i = 0; i < record->config.nr; i++)
        strbuf_printf(&buf, "%s=%s|", record->config.at[i].name, record->config.at[i].value);
    for (size_t i = 0; i < record->params.nr; i++)
        strbuf_printf(&buf, "%s=%s|", record->params.at[i].name, record->params.at[i].value);
    /* cells of a table are of one result each */
    for (size_t i = 0; !strcmp(record->tool, "table") && i < record->metrics_nr; i++)
        strbuf_printf(&buf, "%s|", record_metric_at(record, i).name);
    const char *text = arena_text(arena, buf.text, buf.length);
    strbuf_free(&buf);
    return text;
}

/* The results of one execution of a tool: output->at[first] to [end - 1]. */
struct execution {
    size_t first, end;
};

static struct execution next_execution(const struct tool_output *output, size_t first)
{
    size_t end = first + 1;
    while (end < output->nr && output->at[end].invocation == output->at[first].invocation &&
           output->at[end].stream == output->at[first].stream)
        end++;
    return (struct execution){first, end};
}

/* Outputs stand directly below each other where only the tool's own lines are
 * between them; blocks of several lines may have blank ones between. */
static bool is_adjacent(const struct text *text, const struct result *upper,
                        const struct result *lower)
{
    bool is_block = upper->last > upper->first;
    if (upper->stream != lower->stream || upper->command != lower->command)
        return false;
    for (size_t i = upper->last + 1; i < lower->first; i++) {
        enum line_class class = text->streams[upper->stream].lines[i].class;
        if (class != LINE_DETAIL && !(is_block && class == LINE_BLANK))
            return false;
    }
    return true;
}

/* What stands behind a dd, such as the removal of its file, is no part of what it did. */
static bool has_same_operands(const struct command *a, const struct command *b)
{
    size_t i = 0, j = 0;
    if (strcmp(a->program, "dd") || strcmp(b->program, "dd") || a->is_script != b->is_script)
        return false;
    for (;; i++, j++) {
        while (i < a->nr && !strchr(a->words[i], '='))
            i++;
        while (j < b->nr && !strchr(b->words[j], '='))
            j++;
        if (i == a->nr || j == b->nr)
            return i == a->nr && j == b->nr && a->nr > 1;
        if (strcmp(a->words[i], b->words[j]))
            return false;
    }
}

/* The same command given again is as good as a loop. */
static bool is_same_command(const struct result *a, const struct result *b)
{
    return a->command && b->command && (!strcmp(a->command->text, b->command->text) ||
                                        has_same_operands(a->command, b->command));
}

/* A dd that moved another number of bytes did something else. */
static bool is_same_amount(const struct record *a, const struct record *b)
{
    double first, second;
    return strcmp(a->tool, "dd") || !record_metric(a, "io_bytes", &first) ||
           !record_metric(b, "io_bytes", &second) || first == second;
}

/* Says whether two executions did the same under the same labels, one directly
 * after the other. */
static bool is_repetition(const struct text *text, const struct tool_output *output,
                          const char *const *identities, struct execution a, struct execution b)
{
    if (a.end - a.first != b.end - b.first)
        return false;
    for (size_t i = 0; i < a.end - a.first; i++)
        if (strcmp(identities[a.first + i], identities[b.first + i]))
            return false;
    const struct result *last = &output->at[a.end - 1], *first = &output->at[b.first];
    return is_same_amount(last->record, first->record) &&
           (is_adjacent(text, last, first) || is_same_command(last, first));
}

/* Numbers the chain of executions that starts with the result first; returns the
 * first result behind it, and how many executions there are. */
static size_t number_chain(const struct text *text, struct tool_output *output,
                           const char *const *identities, size_t first, size_t *nr)
{
    struct execution execution = next_execution(output, first);
    size_t end = execution.end;
    *nr = 1;
    while (end < output->nr) {
        struct execution next = next_execution(output, end);
        if (!is_repetition(text, output, identities, execution, next))
            break;
        execution = next;
        end = next.end;
        ++*nr;
    }
    if (*nr > 1) {
        const struct result *last = &output->at[end - 1];
        enum label_rule rule = is_same_command(&output->at[first], last) ? LABEL_RUN_COMMAND
                                                                        : LABEL_RUN_ADJACENT;
        unsigned run = 0;
        for (size_t i = first; i < end; i++) {
            run += i == first || output->at[i].invocation != output->at[i - 1].invocation;
            output->at[i].record->run = run;
            output->at[i].run_rule = rule;
        }
    }
    return end;
}

/* "… 10 times" above the runs is checked against their number. */
static void check_announced(struct tool_output *output, size_t first, size_t end, size_t nr)
{
    const struct record_source *source = &output->at[first].record->source;
    for (size_t i = 0; i < source->labels_nr; i++) {
        const char *mark = source->labels[i].text ? strstr(source->labels[i].text, " times") : NULL;
        const char *number = mark;
        while (number && number > source->labels[i].text && strchr("0123456789", number[-1]))
            number--;
        unsigned long announced = number ? strtoul(number, NULL, 10) : 0;
        if (!announced || announced == nr)
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

/* Results that the tool itself tells apart are repetitions. */
static bool number_by_key(struct tool_output *output, const struct keyed *keyed, size_t first,
                          size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct result *result = &output->at[keyed[i].index];
        const struct result *before = i > first ? &output->at[keyed[i - 1].index] : NULL;
        if (result->record->run || !result->run_key ||
            (before && !strcmp(result->run_key, before->run_key)))
            return false;
    }
    for (size_t i = first; i < end; i++) {
        output->at[keyed[i].index].record->run = (unsigned)(i - first + 1);
        output->at[keyed[i].index].run_rule = LABEL_RUN_KEY;
    }
    return true;
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
        if (is_doubtful && number_by_key(output, keyed, first, end))
            continue;
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
        size_t nr, end = number_chain(text, output, identities, i, &nr);
        if (nr > 1)
            check_announced(output, i, end, nr);
        i = end;
    }
    warn_equal(output, identities);
}
