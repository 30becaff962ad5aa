#include "parse/explain.h"

#include <stdlib.h>
#include <string.h>

#include "parse/explain_words.h"
#include "record/strbuf.h"

enum { MOST_UNUSED_SAID = 20, MOST_EVIDENCE = 8, WIDTH = 96 };

/* A result, sorted with those of the same labels. */
struct member {
    const char *key; /* its labels */
    size_t index;    /* of the result */
    size_t first;    /* index of the first result with these labels */
};

/* One label of one result, sorted to find the first with the same evidence. */
struct proof {
    const struct record_label *label;
    const char *part;
    size_t index;
};

struct account {
    const struct tool_output *output;
    FILE *out;
    struct member *members; /* by groups, those in the order of their first results */
    struct proof *proofs;
    size_t proofs_nr;
};

static const struct record *record_of(const struct account *account, const struct member *member)
{
    return account->output->at[member->index].record;
}

static const char *make_key(struct arena *arena, const struct record *record)
{
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = 0; i < record->config.nr; i++)
        strbuf_printf(&buf, "%s\n%s\n", record->config.at[i].name, record->config.at[i].value);
    const char *key = arena_text(arena, buf.text ? buf.text : "", buf.length);
    strbuf_free(&buf);
    return key;
}

static int compare_keys(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    int order = strcmp(a->key, b->key);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static int compare_firsts(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static void make_groups(struct account *account)
{
    size_t nr = account->output->nr;
    struct member *members = arena_alloc(account->output->arena, nr * sizeof *members);
    for (size_t i = 0; i < nr; i++)
        members[i] = (struct member){
            make_key(account->output->arena, account->output->at[i].record), i, 0};
    qsort(members, nr, sizeof *members, compare_keys);
    for (size_t i = 0; i < nr; i++)
        members[i].first = i && !strcmp(members[i].key, members[i - 1].key) ? members[i - 1].first
                                                                            : members[i].index;
    qsort(members, nr, sizeof *members, compare_firsts);
    account->members = members;
}

static int compare_evidence(const struct proof *a, const struct proof *b)
{
    if (a->label->line != b->label->line)
        return a->label->line < b->label->line ? -1 : 1;
    int order = strcmp(a->label->rule, b->label->rule);
    order = order ? order : strcmp(a->label->factor, b->label->factor);
    return order ? order : strcmp(a->part ? a->part : "", b->part ? b->part : "");
}

static int compare_proofs(const void *left, const void *right)
{
    const struct proof *a = left, *b = right;
    int order = compare_evidence(a, b);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void make_proofs(struct account *account)
{
    const struct tool_output *output = account->output;
    size_t nr = 0;
    for (size_t i = 0; i < output->nr; i++)
        nr += output->at[i].record->source.labels_nr;
    account->proofs = arena_alloc(output->arena, (nr + 1) * sizeof *account->proofs);
    for (size_t i = 0; i < output->nr; i++) {
        const struct record_source *source = &output->at[i].record->source;
        for (size_t k = 0; k < source->labels_nr; k++)
            account->proofs[account->proofs_nr++] =
                (struct proof){&source->labels[k], source->part, i};
    }
    qsort(account->proofs, nr, sizeof *account->proofs, compare_proofs);
}

/* Returns the line of the first result that has a label from the same evidence. */
static unsigned long find_since(const struct account *account, const struct record_label *label,
                                const char *part)
{
    struct proof wanted = {label, part, 0};
    size_t from = 0, to = account->proofs_nr;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare_evidence(&account->proofs[middle], &wanted) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from < account->proofs_nr
               ? account->output->at[account->proofs[from].index].record->source.line
               : 0;
}

static const struct record_label *find_label(const struct record *record, const char *factor)
{
    for (size_t i = 0; i < record->source.labels_nr; i++)
        if (!strcmp(record->source.labels[i].factor, factor))
            return &record->source.labels[i];
    return NULL;
}

static bool is_same_evidence(const struct record_label *a, const struct record_label *b)
{
    return a->line == b->line && !strcmp(a->rule, b->rule) &&
           !strcmp(a->text ? a->text : "", b->text ? b->text : "");
}

/* Says what stands behind one label of the members; of each evidence once. */
static void print_label(const struct account *account, const struct member *members, size_t nr,
                        const struct record_pair *pair)
{
    const struct record_label *said[MOST_EVIDENCE];
    size_t said_nr = 0, more = 0;
    for (size_t i = 0; i < nr; i++) {
        const struct record *record = record_of(account, &members[i]);
        const struct record_label *label = find_label(record, pair->name);
        bool is_said = !label;
        for (size_t k = 0; k < said_nr && !is_said; k++)
            is_said = is_same_evidence(said[k], label);
        if (is_said)
            continue;
        if (said_nr == MOST_EVIDENCE) {
            more++;
            continue;
        }
        said[said_nr++] = label;
        fputs("    ", account->out);
        explain_text(account->out, pair->name);
        fputs(" = ", account->out);
        explain_text(account->out, pair->value);
        fputs(": ", account->out);
        explain_evidence(account->out, label, &record->source,
                         find_since(account, label, record->source.part));
        explain_renames(account->out, account->output->at[members[i].index].renames, label);
        fputc('\n', account->out);
    }
    if (more)
        fprintf(account->out, "    ... and likewise for %zu more\n", more);
}

/* Writes what results of one line are: "line 34, run 1: putc put_block". */
static void add_line(struct strbuf *buf, const struct account *account,
                     const struct member *members, size_t nr)
{
    const struct record *first = record_of(account, &members[0]);
    const char *between = ": ";
    strbuf_printf(buf, "line %lu", first->source.line);
    if (first->source.part && *first->source.part)
        strbuf_printf(buf, " of \"%.60s\"", first->source.part);
    if (first->run)
        strbuf_printf(buf, ", run %u", first->run);
    for (size_t i = 0; i < nr; i++) {
        const struct record *record = record_of(account, &members[i]);
        if (*record->op) {
            strbuf_printf(buf, "%s%.40s", between, record->op);
            between = " ";
        }
    }
    if (first->job)
        strbuf_printf(buf, " of %.60s", first->job);
    if (first->quoted)
        strbuf_string(buf, " (quoted)");
}

static bool is_same_line(const struct record *a, const struct record *b)
{
    return a->source.line == b->source.line && a->run == b->run && a->quoted == b->quoted &&
           !strcmp(a->source.part ? a->source.part : "", b->source.part ? b->source.part : "") &&
           !strcmp(a->job ? a->job : "", b->job ? b->job : "");
}

/* Names the results of a group, as many on a line as fit. */
static void print_members(const struct account *account, const struct member *members, size_t nr)
{
    size_t width = 0;
    for (size_t first = 0, end; first < nr; first = end) {
        struct strbuf buf = STRBUF_INIT;
        for (end = first + 1; end < nr && is_same_line(record_of(account, &members[first]),
                                                       record_of(account, &members[end]));)
            end++;
        add_line(&buf, account, members + first, end - first);
        bool is_new = width && width + 2 + buf.length > WIDTH;
        fputs(!width ? "    " : is_new ? ";\n    " : "; ", account->out);
        width = (is_new ? 0 : width + 2) + buf.length;
        diag_print_harmless(account->out, buf.text);
        strbuf_free(&buf);
    }
    fputc('\n', account->out);
}

/* Says how the numbers of runs were found; of each evidence once. */
static void print_runs(const struct account *account, const struct member *members, size_t nr)
{
    const struct result *said = NULL;
    bool is_doubtful = false;
    for (size_t i = 0; i < nr; i++) {
        const struct result *result = &account->output->at[members[i].index];
        is_doubtful = is_doubtful || record_has_warning(result->record, "labels-equal");
        if (!result->record->run || result->run_rule == LABEL_RULE_NONE ||
            (said && said->run_rule == result->run_rule && said->run_line == result->run_line))
            continue;
        said = result;
        if (result->run_line)
            fprintf(account->out, "    run %u: %s in line %lu\n", result->record->run,
                    label_rule_row(result->run_rule)->words, result->run_line);
        else
            fprintf(account->out, "    runs: %s\n", label_rule_row(result->run_rule)->words);
    }
    if (is_doubtful)
        fputs("    not told apart: results with equal labels, and nothing says that they are runs\n",
              account->out);
}

/* Says what the tools state of their settings, and which differ inside the group. */
static void print_params(const struct account *account, const struct member *members, size_t nr)
{
    const struct record_pairs *first = &record_of(account, &members[0])->params;
    const char *between = "    params: ";
    for (size_t p = 0; p < first->nr; p++) {
        bool differs = false;
        for (size_t i = 1; i < nr && !differs; i++) {
            const char *value = record_pair(&record_of(account, &members[i])->params,
                                            first->at[p].name);
            differs = !value || strcmp(value, first->at[p].value);
        }
        fputs(between, account->out);
        explain_text(account->out, first->at[p].name);
        fputs(differs ? " (differs)" : "=", account->out);
        explain_text(account->out, differs ? "" : first->at[p].value);
        between = ", ";
    }
    if (first->nr)
        fputc('\n', account->out);
}

static void print_group(const struct account *account, const struct member *members, size_t nr)
{
    const struct record *record = record_of(account, &members[0]);
    fputs("\n  ", account->out);
    for (size_t i = 0; i < record->config.nr; i++) {
        fputs(i ? ", " : "", account->out);
        explain_text(account->out, record->config.at[i].name);
        fputs(" = ", account->out);
        explain_text(account->out, record->config.at[i].value);
    }
    fprintf(account->out, "%s (%zu result%s)\n", record->config.nr ? "" : "no label", nr,
            nr == 1 ? "" : "s");
    print_members(account, members, nr);
    for (size_t i = 0; i < record->config.nr; i++)
        print_label(account, members, nr, &record->config.at[i]);
    if (!record->config.nr)
        fputs("    nothing around it reads as a label; --set or --label give one\n",
              account->out);
    print_runs(account, members, nr);
    print_params(account, members, nr);
}

static void print_head(const struct findings *findings, FILE *out)
{
    const struct message *message = &findings->message;
    diag_print_harmless(out, findings->path);
    fprintf(out, ", byte %llu", (unsigned long long)findings->offset);
    if (message->date)
        fprintf(out, ", %.10s", message->date);
    if (message->message_id) {
        fputs(", ", out);
        explain_text(out, message->message_id);
    }
    if (message->subject) {
        fputs(": ", out);
        explain_text(out, message->subject);
    }
    fprintf(out, "\n%zu result%s", findings->output.nr, findings->output.nr == 1 ? "" : "s");
    if (findings->output.series_nr)
        fprintf(out, ", %zu series", findings->output.series_nr);
    if (findings->output.failures_nr)
        fprintf(out, ", %zu block%s not understood", findings->output.failures_nr,
                findings->output.failures_nr == 1 ? "" : "s");
    fputc('\n', out);
}

static void print_unused(const struct tool_output *output, FILE *out)
{
    size_t nr = output->unused_nr < MOST_UNUSED_SAID ? output->unused_nr : MOST_UNUSED_SAID;
    if (nr)
        fputs("\n  found and not used\n", out);
    for (size_t i = 0; i < nr; i++) {
        fputs("    ", out);
        explain_unused(out, &output->unused[i]);
        fputc('\n', out);
    }
    if (output->unused_nr > nr)
        fprintf(out, "    ... and %zu more\n", output->unused_nr - nr);
}

int explain_write(const struct findings *findings, FILE *out)
{
    struct account account = {.output = &findings->output, .out = out};
    print_head(findings, out);
    make_groups(&account);
    make_proofs(&account);
    for (size_t first = 0, end; first < account.output->nr; first = end) {
        for (end = first + 1; end < account.output->nr &&
                              account.members[end].first == account.members[first].first;)
            end++;
        print_group(&account, account.members + first, end - first);
    }
    print_unused(account.output, out);
    fputc('\n', out);
    return ferror(out) ? -1 : 0;
}
