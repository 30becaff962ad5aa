/* Label rules: the names under which records say how a label or a run number was
 * found, and the words in which --explain says it. */
#ifndef IOD_PARSE_LABEL_RULE_H
#define IOD_PARSE_LABEL_RULE_H

enum label_rule {
    LABEL_RULE_NONE, /* without a name: nothing was found */
    /* above the result: heading.c, in the order of enum heading_kind */
    LABEL_HEADING_MARKDOWN,
    LABEL_HEADING_UNDERLINED,
    LABEL_HEADING_BOXED,
    LABEL_HEADING_NUMBERED,
    LABEL_HEADING_PAIR,
    LABEL_HEADING_COLON,
    LABEL_HEADING_MARKED,
    LABEL_HEADING_BARE,
    LABEL_HEADING_SENTENCE,
    LABEL_HEADING_LEAD,
    LABEL_HEADING_SETTING, /* setting.c */
    LABEL_TEMPLATE,        /* echo.c */
    LABEL_KNOB,            /* knob.c */
    LABEL_LOOP,            /* loop.c */
    LABEL_PROMPT,          /* prompt.c */
    LABEL_COMMAND,
    LABEL_AUTHOR, /* author.c */
    LABEL_PART_TITLE,
    LABEL_ATTACHMENT, /* file_label.c */
    LABEL_FILE_SHOWN,
    /* in the result's own lines: line_label.c and the tools' parsers */
    LABEL_LINE_PREFIX,
    LABEL_LINE_COMMENT,
    LABEL_COLUMN_HEAD,
    LABEL_MACHINE_COLUMN,
    LABEL_DIFF_SIGN,
    LABEL_ROW,
    LABEL_ROW_LABEL, /* to LABEL_TABLE_CORNER: table_labels.c */
    LABEL_COLUMN_HEADER,
    LABEL_COLUMN_NUMBER,
    LABEL_ARROW,
    LABEL_ROW_GROUP,
    LABEL_TABLE_CORNER,
    LABEL_SENTENCE,
    /* by the user: given.c */
    LABEL_GIVEN_PATTERN,
    LABEL_GIVEN,
    /* numbers of runs: context.c, label_runs.c */
    LABEL_RUN_HEADING,
    LABEL_RUN_TEMPLATE,
    LABEL_RUN_PREFIX,
    LABEL_RUN_TABLE,
    LABEL_RUN_FILE,
    LABEL_RUN_ADJACENT,
    LABEL_RUN_COMMAND,
    LABEL_RUN_KEY,
    LABEL_RULES
};

/* Where the evidence of a rule stands. */
enum label_place {
    LABEL_ABOVE,   /* in a line of its own, above the result or at another place */
    LABEL_ON_LINE, /* in the line of the result */
    LABEL_NOWHERE, /* in no line */
};

struct label_rule_row {
    const char *name;  /* as in source.labels of records */
    const char *words; /* what the evidence is, for --explain */
    enum label_place place;
};

/* Returns the row of a rule; never NULL. */
const struct label_rule_row *label_rule_row(enum label_rule rule);

/* Returns the name of a rule, such as "heading-bare". */
const char *label_rule_name(enum label_rule rule);

/* Returns the rule of that name, or LABEL_RULE_NONE. */
enum label_rule label_rule_find(const char *name);

#endif
