#include "tests/t_parse.h"

#include <check.h>
#include <string.h>

#include "parse/consistency.h"
#include "parse/context.h"
#include "parse/line_class.h"

void t_parse_text(struct t_parse *parse, const char *plain)
{
    parse->arena = arena_new();
    parse->text = text_new(parse->arena);
    parse->output = (struct tool_output){.arena = parse->arena};
    text_add_part(parse->text, plain, strlen(plain), "", 0, true);
}

void t_parse_tools(struct t_parse *parse, const char *plain)
{
    t_parse_text(parse, plain);
    command_scan(parse->text, &parse->commands);
    tool_run_all(parse->text, &parse->commands, &parse->output);
}

void t_parse_all(struct t_parse *parse, const char *plain)
{
    t_parse_tools(parse, plain);
    line_class_settle(parse->text);
    context_label(parse->text, &parse->commands, NULL, &parse->output);
    consistency_check(parse->text, &parse->output);
}

void t_parse_free(struct t_parse *parse)
{
    arena_free(parse->arena);
    *parse = (struct t_parse){0};
}

const struct record *t_record(const struct t_parse *parse, const char *op, size_t nth)
{
    size_t met = 0;
    for (size_t i = 0; i < parse->output.nr; i++)
        if (!strcmp(parse->output.at[i].record->op, op) && met++ == nth)
            return parse->output.at[i].record;
    ck_abort_msg("no result %zu of operation \"%s\" among %zu", nth, op, parse->output.nr);
    return NULL;
}

double t_metric(const struct record *record, const char *name)
{
    double value = 0;
    ck_assert_msg(record_metric(record, name, &value), "no metric %s in: %s", name,
                  record->source.text);
    return value;
}

const char *t_config(const struct record *record, const char *factor)
{
    const char *level = record_pair(&record->config, factor);
    return level ? level : "";
}

const char *t_param(const struct record *record, const char *name)
{
    const char *value = record_pair(&record->params, name);
    return value ? value : "";
}
