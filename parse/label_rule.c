#include "parse/label_rule.h"

#include <string.h>

/* clang-format off: a table */
static const struct label_rule_row rows[LABEL_RULES] = {
    [LABEL_RULE_NONE]          = {"none", "no evidence", LABEL_NOWHERE},
    [LABEL_HEADING_MARKDOWN]   = {"heading-markdown", "heading", LABEL_ABOVE},
    [LABEL_HEADING_UNDERLINED] = {"heading-underlined", "underlined heading", LABEL_ABOVE},
    [LABEL_HEADING_BOXED]      = {"heading-boxed", "heading between marks", LABEL_ABOVE},
    [LABEL_HEADING_NUMBERED]   = {"heading-numbered", "numbered heading", LABEL_ABOVE},
    [LABEL_HEADING_PAIR]       = {"heading-pair", "heading of a before and after", LABEL_ABOVE},
    [LABEL_HEADING_COLON]      = {"heading-colon", "heading with a colon", LABEL_ABOVE},
    [LABEL_HEADING_MARKED]     = {"heading-marked", "heading behind a mark", LABEL_ABOVE},
    [LABEL_HEADING_BARE]       = {"heading-bare", "heading", LABEL_ABOVE},
    [LABEL_HEADING_SENTENCE]   = {"heading-sentence", "end of the sentence", LABEL_ABOVE},
    [LABEL_HEADING_LEAD]       = {"heading-lead", "paragraph over the command", LABEL_ABOVE},
    [LABEL_HEADING_SETTING]    = {"heading-setting", "setting in the heading", LABEL_ABOVE},
    [LABEL_TEMPLATE]           = {"template", "printed by an echo of the script", LABEL_ABOVE},
    [LABEL_KNOB]               = {"knob", "set by the command", LABEL_ABOVE},
    [LABEL_LOOP]               = {"loop", "item of the loop", LABEL_ABOVE},
    [LABEL_PROMPT]             = {"prompt", "host of the prompt", LABEL_ABOVE},
    [LABEL_COMMAND]            = {"command", "operand of the command", LABEL_ABOVE},
    [LABEL_AUTHOR]             = {"author", "said by the author", LABEL_ABOVE},
    [LABEL_PART_TITLE]         = {"part-title", "first line of the part", LABEL_ABOVE},
    [LABEL_ATTACHMENT]         = {"attachment", "name of the attachment", LABEL_NOWHERE},
    [LABEL_FILE_SHOWN]         = {"file-shown", "name of the file that is shown", LABEL_ABOVE},
    [LABEL_LINE_PREFIX]        = {"line-prefix", "in front of the figures", LABEL_ON_LINE},
    [LABEL_LINE_COMMENT]       = {"line-comment", "remark behind the figures", LABEL_ON_LINE},
    [LABEL_COLUMN_HEAD]        = {"column-head", "head of the column over the figure", LABEL_ON_LINE},
    [LABEL_MACHINE_COLUMN]     = {"machine-column", "name of the machine", LABEL_ON_LINE},
    [LABEL_DIFF_SIGN]          = {"diff-sign", "sign of a diff in front", LABEL_ON_LINE},
    [LABEL_ROW]                = {"row", "label of the row", LABEL_ON_LINE},
    [LABEL_ROW_LABEL]          = {"row-label", "label in the row of the table", LABEL_ON_LINE},
    [LABEL_COLUMN_HEADER]      = {"column-header", "head of the column of the table", LABEL_ABOVE},
    [LABEL_COLUMN_NUMBER]      = {"column-number", "number of the column, which has no head, in", LABEL_ON_LINE},
    [LABEL_ARROW]              = {"arrow", "side of the arrow", LABEL_ON_LINE},
    [LABEL_ROW_GROUP]          = {"row-group", "row over a group of the table", LABEL_ABOVE},
    [LABEL_TABLE_CORNER]       = {"table-corner", "corner of the table", LABEL_ABOVE},
    [LABEL_SENTENCE]           = {"sentence", "word of the sentence", LABEL_ABOVE},
    [LABEL_GIVEN_PATTERN]      = {"given-pattern", "found by the given pattern", LABEL_ABOVE},
    [LABEL_GIVEN]              = {"given", "given for all results", LABEL_NOWHERE},
    [LABEL_RUN_HEADING]        = {"run-heading", "number in the heading", LABEL_ABOVE},
    [LABEL_RUN_TEMPLATE]       = {"run-template", "counter printed by an echo of the script", LABEL_ABOVE},
    [LABEL_RUN_PREFIX]         = {"run-prefix", "number in front of the figures", LABEL_ON_LINE},
    [LABEL_RUN_TABLE]          = {"run-table", "number in the table", LABEL_ON_LINE},
    [LABEL_RUN_FILE]           = {"run-file", "number in the name of the file", LABEL_ABOVE},
    [LABEL_RUN_ADJACENT]       = {"run-adjacent", "outputs stand directly below each other", LABEL_NOWHERE},
    [LABEL_RUN_COMMAND]        = {"run-command", "the same command is given again", LABEL_NOWHERE},
    [LABEL_RUN_KEY]            = {"run-key", "the tool itself tells its runs apart", LABEL_NOWHERE},
};
/* clang-format on */

const struct label_rule_row *label_rule_row(enum label_rule rule)
{
    return &rows[rule < LABEL_RULES ? rule : LABEL_RULE_NONE];
}

const char *label_rule_name(enum label_rule rule)
{
    return label_rule_row(rule)->name;
}

enum label_rule label_rule_find(const char *name)
{
    for (int rule = 0; rule < LABEL_RULES; rule++)
        if (!strcmp(rows[rule].name, name))
            return (enum label_rule)rule;
    return LABEL_RULE_NONE;
}
