#include "parse/listing.h"

#include <string.h>

#include "record/diag.h"

enum { MOST_KINDS = 24 };

/* Tools and operations, each once, in the order in which they come. */
struct kinds {
    const char *tool[MOST_KINDS], *op[MOST_KINDS];
    size_t nr;
};

static void add_kind(struct kinds *kinds, const struct record *record)
{
    for (size_t i = 0; i < kinds->nr; i++)
        if (!strcmp(kinds->tool[i], record->tool) && !strcmp(kinds->op[i], record->op))
            return;
    if (kinds->nr == MOST_KINDS)
        return;
    kinds->tool[kinds->nr] = record->tool;
    kinds->op[kinds->nr++] = record->op;
}

static void print_kinds(const struct kinds *kinds, FILE *out)
{
    for (size_t i = 0; i < kinds->nr; i++) {
        bool is_first_of_tool = true;
        for (size_t k = 0; k < i; k++)
            is_first_of_tool &= strcmp(kinds->tool[k], kinds->tool[i]) != 0;
        if (!is_first_of_tool)
            continue;
        fprintf(out, "%s%s", i ? "; " : "", kinds->tool[i]);
        const char *between = ": ";
        for (size_t k = i; k < kinds->nr; k++) {
            if (strcmp(kinds->tool[k], kinds->tool[i]) || !*kinds->op[k])
                continue;
            fputs(between, out);
            diag_print_harmless(out, kinds->op[k]);
            between = " ";
        }
    }
}

int listing_write(const struct findings *findings, FILE *out)
{
    const struct tool_output *output = &findings->output;
    const struct message *message = &findings->message;
    struct kinds kinds = {.nr = 0};
    for (size_t i = 0; i < output->nr; i++)
        add_kind(&kinds, output->at[i].record);
    for (size_t i = 0; i < output->series_nr; i++)
        add_kind(&kinds, output->series[i].record);
    fprintf(out, "%6zu result%s", output->nr, output->nr == 1 ? " " : "s");
    if (output->series_nr)
        fprintf(out, ", %zu series", output->series_nr);
    if (output->failures_nr)
        fprintf(out, ", %zu block%s not understood", output->failures_nr,
                output->failures_nr == 1 ? "" : "s");
    fputs("  ", out);
    print_kinds(&kinds, out);
    fprintf(out, "  %.10s  ", message->date ? message->date : "-");
    diag_print_harmless(out, findings->path);
    fprintf(out, ":%llu  ", (unsigned long long)findings->offset);
    diag_print_harmless(out, message->subject ? message->subject : "");
    fputc('\n', out);
    return ferror(out) ? -1 : 0;
}
