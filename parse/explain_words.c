#include "parse/explain_words.h"

#include <string.h>

#include "record/diag.h"

void explain_text(FILE *out, const char *text)
{
    enum { LONGEST = 96 };
    char cut[LONGEST + 4];
    size_t length = text ? strlen(text) : 0, first = text ? strspn(text, " \t") : 0;
    text = text ? text + first : "";
    length -= first;
    if (length > LONGEST) {
        length = LONGEST;
        while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--; /* no part of a character */
        memcpy(cut, text, length);
        memcpy(cut + length, "...", 4);
        text = cut;
    }
    diag_print_harmless(out, text);
}

static void print_line(FILE *out, const struct record_label *label,
                       const struct record_source *source, unsigned long since)
{
    fprintf(out, " in line %lu", label->line);
    if (label->line == source->line)
        fputs(", that of the result", out);
    else if (label->line > source->line)
        fprintf(out, ", below the result in line %lu", source->line);
    else if (since && since != source->line)
        fprintf(out, ", in force from the result in line %lu on", since);
    else
        fprintf(out, ", above the result in line %lu", source->line);
}

void explain_evidence(FILE *out, const struct record_label *label,
                      const struct record_source *source, unsigned long since)
{
    enum label_rule rule = label_rule_find(label->rule);
    const struct label_rule_row *row = label_rule_row(rule);
    enum label_place place = rule == LABEL_RULE_NONE ? LABEL_ABOVE : row->place;
    fputs(rule == LABEL_RULE_NONE ? label->rule : row->words, out);
    if (label->text && *label->text) {
        fputs(" \"", out);
        explain_text(out, label->text);
        fputc('"', out);
    }
    if (place != LABEL_NOWHERE && label->line)
        print_line(out, label, source, since);
    fprintf(out, " [%s]", label->rule);
}

void explain_renames(FILE *out, const struct label_rename *renames,
                     const struct record_label *label)
{
    enum { MOST = 8 };
    const struct label_rename *steps[MOST];
    size_t nr = 0;
    const char *factor = label->factor;
    bool is_given = label_rule_find(label->rule) == LABEL_GIVEN_PATTERN;
    for (; renames && nr < MOST; renames = renames->before)
        if (!strcmp(renames->now, factor)) {
            steps[nr++] = renames;
            factor = renames->factor;
        }
    bool is_named = false, has_level = false; /* before, so that it is no rule that said it */
    while (nr) {
        const struct label_rename *step = steps[--nr];
        bool *is_known = step->level ? &has_level : &is_named;
        fputs(step->level ? "; level " : "; named ", out);
        explain_text(out, step->level ? step->level : step->factor);
        if (!*is_known)
            fputs(is_given ? " by the given pattern" : " by the rules", out);
        fputs(", renamed by ", out);
        explain_text(out, step->by);
        *is_known = true;
    }
}

void explain_unused(FILE *out, const struct label_unused *unused)
{
    static const char *const why[] = {
        [LABEL_UNUSED_SAME] = "it tells the results apart as another label does",
        [LABEL_UNUSED_OPERATION] = "it names the operation, not what it was done with",
        [LABEL_UNUSED_LEVELS] = "there are as good as one for each result",
        [LABEL_UNUSED_TOLD] = "the result has it as another label",
        [LABEL_UNUSED_NO_RESULT] = "it stands above no result",
    };
    fputc('"', out);
    explain_text(out, unused->value);
    fprintf(out, "\" (%s", label_rule_row(unused->rule)->words);
    if (unused->line)
        fprintf(out, ", line %lu", unused->line);
    fputs("): ", out);
    if (unused->other) {
        fputs("it tells the results apart as ", out);
        explain_text(out, unused->other);
        fputs(" does", out);
    } else {
        fputs(why[unused->why], out);
    }
}
