/* Given labels become those of records. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/given_row.h"

enum { LONGEST_LEVEL = 200, MOST_CUT_OFF = 10 };

/* A line, or a record that stands in one, in the order of the message. */
struct event {
    unsigned section;
    unsigned long line;
    bool is_record; /* behind the line in which it stands */
    size_t stream, index;
    struct record *record;
};

/* One pattern on its way through the message. */
struct force {
    struct given_row *row;
    size_t factor; /* the first of those of the same factor, which holds its state */
    const char *level; /* in force; NULL for none */
    const struct given_row *by;
    const char *text;
    unsigned long line;
    unsigned cut_off; /* how often the limits were met */
};

struct walk {
    const struct given *given;
    struct arena *arena;
    pcre2_match_data *data;
    struct force *forces;
    size_t nr;
    unsigned long cut_off_line;
    struct given_carry *carry;
};

static bool is_id(const char *input, const char *id)
{
    size_t length = strlen(input);
    bool has_brackets = id && *id == '<';
    return id && length > 2 && input[length - 1] == '>' &&
           (has_brackets ? !strcmp(input, id)
                         : strlen(id) == length - 2 && !strncmp(input + 1, id, length - 2));
}

static bool is_for(const struct given_row *row, const struct given_message *message)
{
    if (!row->input)
        return true;
    if (*row->input == '<')
        return is_id(row->input, message->id);
    const char *slash = strrchr(message->path, '/');
    return !fnmatch(row->input, message->path, 0) ||
           (slash && !strchr(row->input, '/') && !fnmatch(row->input, slash + 1, 0));
}

static int compare_events(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->is_record != b->is_record)
        return a->is_record ? 1 : -1;
    if (a->stream != b->stream)
        return a->stream < b->stream ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static struct event record_event(const struct text *text, size_t stream, size_t line, size_t index,
                                 struct record *record)
{
    const struct text_stream *lines = &text->streams[stream];
    return (struct event){.section = lines->section,
                          .line = line < lines->nr ? lines->lines[line].line : 0,
                          .is_record = true,
                          .stream = stream,
                          .index = index,
                          .record = record};
}

static size_t make_events(struct arena *arena, const struct text *text,
                          const struct tool_output *output, struct event **events)
{
    size_t nr = output->nr + output->series_nr, at = 0;
    for (size_t s = 0; s < text->nr; s++)
        nr += text->streams[s].nr;
    struct event *all = *events = arena_alloc(arena, nr * sizeof *all);
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++)
            all[at++] = (struct event){.section = text->streams[s].section,
                                       .line = text->streams[s].lines[i].line,
                                       .stream = s,
                                       .index = i};
    for (size_t r = 0; r < output->nr; r++)
        all[at++] = record_event(text, output->at[r].stream, output->at[r].line, r,
                                 output->at[r].record);
    for (size_t r = 0; r < output->series_nr; r++)
        all[at++] = record_event(text, output->series[r].stream, output->series[r].first, r,
                                 output->series[r].record);
    qsort(all, nr, sizeof *all, compare_events);
    return nr;
}

/* Tries a pattern on a line; what it finds is in force from there on. */
static void try_pattern(struct walk *walk, struct force *force, const struct text_line *line)
{
    struct force *state = &walk->forces[force->factor];
    if (force->cut_off == MOST_CUT_OFF)
        return;
    int found = pcre2_match(force->row->code, (PCRE2_SPTR)line->at, line->length, 0, 0, walk->data,
                            walk->given->limits);
    if (found < 0) {
        if (found != PCRE2_ERROR_NOMATCH) {
            force->cut_off++;
            walk->cut_off_line = walk->cut_off_line ? walk->cut_off_line : line->line;
        }
        return;
    }
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(walk->data);
    bool has_group = found != 1 && places[2] != PCRE2_UNSET && places[3] > places[2];
    const char *at = has_group ? line->at + places[2] : "";
    size_t length = has_group ? places[3] - places[2] : 0;
    while (length && strchr(" \t", *at)) {
        at++;
        length--;
    }
    while (length && strchr(" \t", at[length - 1]))
        length--;
    if (length > LONGEST_LEVEL)
        return;
    state->level = length ? arena_text(walk->arena, at, length) : NULL;
    state->by = force->row;
    state->text = line->at;
    state->line = line->line;
}

static void label_record(struct walk *walk, struct record *record)
{
    for (size_t i = 0; i < walk->nr; i++) {
        const struct force *force = &walk->forces[i];
        if (!force->level || force->factor != i)
            continue;
        record_set_label(record, force->row->factor, force->level,
                         label_rule_name(LABEL_GIVEN_PATTERN), force->line, force->text);
        for (size_t k = i; k < walk->nr; k++)
            if (walk->forces[k].row == force->by)
                atomic_fetch_add(&walk->forces[k].row->hits, 1);
    }
}

/* Goes on with what the piece before has left in force. */
static void take_carry(struct walk *walk)
{
    for (size_t i = 0; walk->carry && i < walk->nr; i++) {
        struct force *force = &walk->forces[i];
        const struct given_in_force *before = &walk->carry->at[force->row - walk->given->rows];
        if (force->factor != i || !before->level)
            continue;
        force->level = arena_string(walk->arena, before->level);
        force->text = arena_string(walk->arena, before->text);
        force->line = before->line;
        force->by = before->by;
    }
}

/* Leaves what is in force to the next piece, whose arena is another one. */
static void leave_carry(struct walk *walk)
{
    struct given_carry *carry = walk->carry;
    if (!carry)
        return;
    struct arena *arena = arena_new();
    for (size_t i = 0; i < walk->nr; i++) {
        const struct force *force = &walk->forces[i];
        if (force->factor == i)
            carry->at[force->row - walk->given->rows] =
                (struct given_in_force){force->level ? arena_string(arena, force->level) : NULL,
                                        force->level ? arena_string(arena, force->text) : NULL,
                                        force->line, force->by};
    }
    arena_free(carry->arena);
    carry->arena = arena;
}

/* Takes the patterns for this message; returns whether there are any. */
static bool start_walk(struct walk *walk, const struct given_message *message)
{
    const struct given *given = message->given;
    walk->forces = arena_alloc(walk->arena, given->nr * sizeof *walk->forces);
    for (size_t i = 0; i < given->nr; i++) {
        if (given->rows[i].kind != GIVEN_LABEL || !is_for(&given->rows[i], message))
            continue;
        struct force *force = &walk->forces[walk->nr];
        *force = (struct force){.row = &given->rows[i], .factor = 0};
        while (strcmp(walk->forces[force->factor].row->factor, force->row->factor))
            force->factor++;
        walk->nr++;
    }
    take_carry(walk);
    return walk->nr > 0;
}

static unsigned long apply_patterns(const struct given_message *message, const struct text *text,
                                    struct tool_output *output)
{
    struct walk walk = {.given = message->given, .arena = output->arena, .carry = message->carry};
    unsigned long tried = message->carry ? message->carry->last_line : 0;
    struct event *events;
    if (!start_walk(&walk, message))
        return 0;
    walk.data = pcre2_match_data_create(2, NULL);
    if (!walk.data)
        abort();
    size_t nr = make_events(output->arena, text, output, &events);
    for (size_t i = 0; i < nr; i++) {
        if (events[i].is_record) {
            label_record(&walk, events[i].record);
            continue;
        }
        const struct text_line *line = &text->streams[events[i].stream].lines[events[i].index];
        if (message->carry && line->line <= tried)
            continue; /* the head of a document that goes on stands in each of its pieces */
        if (message->carry && line->line > message->carry->last_line)
            message->carry->last_line = line->line;
        for (size_t k = 0; k < walk.nr; k++)
            try_pattern(&walk, &walk.forces[k], line);
    }
    pcre2_match_data_free(walk.data);
    leave_carry(&walk);
    return walk.cut_off_line;
}

/* Takes the label out of the record. */
static void drop(struct record *record, const char *factor)
{
    struct record_source *source = &record->source;
    size_t kept = 0;
    record_unset_pair(&record->config, factor);
    for (size_t i = 0; i < source->labels_nr; i++)
        if (strcmp(source->labels[i].factor, factor))
            source->labels[kept++] = source->labels[i];
    source->labels_nr = kept;
}

/* Keeps what a label of the result was; the account of the labels says it. */
static void keep_rename(struct arena *arena, const struct given_row *row, const char *level,
                        struct result *result)
{
    if (!result)
        return;
    struct label_rename *rename = arena_alloc(arena, sizeof *rename);
    *rename = (struct label_rename){.factor = row->factor,
                                    .level = level,
                                    .now = level ? row->factor : row->level,
                                    .by = row->said,
                                    .before = result->renames};
    result->renames = rename;
}

static void rename_factor(struct arena *arena, struct given_row *row, struct record *record,
                          struct result *result)
{
    /* Of a record that has both neither can be told to be wrong. */
    if (!record_pair(&record->config, row->factor) || record_pair(&record->config, row->level))
        return;
    atomic_fetch_add(&row->hits, 1);
    if (!*row->level) {
        drop(record, row->factor);
        return;
    }
    for (size_t i = 0; i < record->config.nr; i++)
        if (!strcmp(record->config.at[i].name, row->factor))
            record->config.at[i].name = row->level;
    for (size_t i = 0; i < record->source.labels_nr; i++)
        if (!strcmp(record->source.labels[i].factor, row->factor))
            record->source.labels[i].factor = row->level;
    keep_rename(arena, row, NULL, result);
}

/* Levels are told apart without regard to case, as everywhere. */
static void rename_level(struct arena *arena, struct given_row *row, struct record *record,
                         struct result *result)
{
    for (size_t i = 0; i < record->config.nr; i++) {
        struct record_pair *pair = &record->config.at[i];
        if (strcmp(pair->name, row->factor) || strcasecmp(pair->value, row->old))
            continue;
        atomic_fetch_add(&row->hits, 1);
        if (*row->level) {
            keep_rename(arena, row, pair->value, result);
            pair->value = row->level;
        } else {
            drop(record, row->factor);
        }
        return;
    }
}

static void set_level(struct arena *arena, struct given_row *row, struct record *record,
                      struct result *result)
{
    (void)arena;
    (void)result;
    record_set_label(record, row->factor, row->level, label_rule_name(LABEL_GIVEN), 0, NULL);
    atomic_fetch_add(&row->hits, 1);
}

unsigned long given_apply(const struct given_message *message, const struct text *text,
                          struct tool_output *output)
{
    if (!message || !message->given || !(output->nr + output->series_nr || message->carry))
        return 0;
    unsigned long cut_off = apply_patterns(message, text, output);
    for (int kind = GIVEN_RENAME; kind <= GIVEN_SET; kind++)
        for (size_t i = 0; i < message->given->nr; i++) {
            struct given_row *row = &message->given->rows[i];
            if ((int)row->kind != kind || !is_for(row, message))
                continue;
            void (*one)(struct arena *, struct given_row *, struct record *, struct result *) =
                kind == GIVEN_SET ? set_level : row->old ? rename_level : rename_factor;
            for (size_t r = 0; r < output->nr; r++)
                one(output->arena, row, output->at[r].record, &output->at[r]);
            for (size_t r = 0; r < output->series_nr; r++)
                one(output->arena, row, output->series[r].record, NULL);
        }
    return cut_off;
}
