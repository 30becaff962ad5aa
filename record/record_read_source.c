/* Where a record stands, out of JSON: source, labels, columns, warnings. */
#include <limits.h>

#include "record/record_read.h"

/* The line itself, which few readers show. */
static void take_line_text(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    if (!reading_text(reading, &span))
        reading_wrong(reading, key->wrong);
    else if (!reading->leaves_lines)
        reading->record.source.text = reading_copied(reading, &span);
}

static void take_offset(struct reading *reading, const struct reading_key *key)
{
    reading->record.source.has_offset = true;
    if (!reading_count(reading, UINT64_MAX, &reading->record.source.offset))
        reading_wrong(reading, key->wrong);
}

static void take_label_text(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    if (!reading_text(reading, &span))
        reading_wrong(reading, key->wrong);
    else if (!reading->leaves_lines)
        reading->label.text = reading_shared(reading, &span);
}

static void take_label(struct reading *reading, struct name *name)
{
    struct record_label *label = reading_add(&reading->labels, sizeof *label);
    reading->label = (struct record_label){.factor = name->text};
    if (!reading_object(reading, READING_LABEL) || !reading->label.rule)
        reading_wrong(reading, "source.labels");
    *label = reading->label;
}

static void take_labels(struct reading *reading, const struct reading_key *key)
{
    struct record_source *source = &reading->record.source;
    reading->labels.nr = 0;
    if (!reading_map(reading, take_label))
        reading_wrong(reading, key->wrong);
    if (reading->leaves_lines)
        return;
    source->labels = reading_keep(reading, &reading->labels, sizeof *source->labels);
    source->labels_nr = source->labels_room = (uint32_t)reading->labels.nr;
}

/* "[first, length]". */
static void take_column(struct reading *reading, struct name *name)
{
    static const uint64_t most[2] = {SIZE_MAX, SIZE_MAX};
    struct record_column *column = reading_add(&reading->cols, sizeof *column);
    uint64_t place[2] = {0, 0};
    if (!reading_counts(reading, place, 2, most))
        reading_wrong(reading, "source.col");
    *column = (struct record_column){name->text, (size_t)place[0], (size_t)place[1]};
}

static void take_columns(struct reading *reading, const struct reading_key *key)
{
    struct record_source *source = &reading->record.source;
    reading->cols.nr = 0;
    if (!reading_map(reading, take_column))
        reading_wrong(reading, key->wrong);
    if (reading->leaves_lines)
        return;
    source->cols = reading_keep(reading, &reading->cols, sizeof *source->cols);
    source->cols_nr = source->cols_room = (uint32_t)reading->cols.nr;
}

/* The lines of warnings: which of them count turns out with the codes. */
static void take_warning_line(struct reading *reading, struct name *name)
{
    struct reading_figure *line = reading_add(&reading->lines, sizeof *line);
    line->name = name;
    line->is_right = reading_count(reading, ULONG_MAX, &line->count);
}

static void take_warning_lines(struct reading *reading, const struct reading_key *key)
{
    if (!reading_map(reading, take_warning_line))
        reading_wrong(reading, key->wrong);
}

void reading_take_warnings(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    bool is_first = true;
    if (!reading_enter_array(reading)) {
        reading_wrong(reading, key->wrong);
        return;
    }
    while (json_line_element(&reading->line, &is_first)) {
        if (reading_text(reading, &span))
            *(struct name **)reading_add(&reading->codes, sizeof(struct name *)) =
                names_add(reading->names, span.at, span.length);
        else
            reading_wrong(reading, key->wrong);
    }
}

const char *reading_join_warnings(struct reading *reading)
{
    struct record *record = &reading->record;
    struct name **codes = reading->codes.at;
    const struct reading_figure *lines = reading->lines.at;
    uint64_t moment = ++reading->moment;
    if (!reading->codes.nr)
        return NULL;
    record->warnings =
        arena_alloc(reading->arena, reading->codes.nr * sizeof *record->warnings);
    record->warnings_room = (uint32_t)reading->codes.nr;
    for (size_t i = 0; i < reading->codes.nr; i++) {
        if (codes[i]->seen == moment)
            continue;
        codes[i]->seen = moment;
        codes[i]->place = record->warnings_nr;
        record->warnings[record->warnings_nr++] = (struct record_warning){codes[i]->text, 0};
    }
    for (size_t i = 0; i < reading->lines.nr; i++) {
        if (lines[i].name->seen != moment)
            continue;
        if (!lines[i].is_right)
            return "source.warnings";
        record->warnings[lines[i].name->place].line = (unsigned long)lines[i].count;
    }
    return NULL;
}

#define KEY(key, take, member)                                                                     \
    {                                                                                              \
        key, take, "source." key, offsetof(struct reading, record.source.member)                   \
    }

const struct reading_key reading_source_keys[] = {
    KEY("path", reading_take_name, path),
    KEY("message_id", reading_take_name, message_id),
    KEY("date", reading_take_name, date),
    KEY("subject", reading_take_name, subject),
    KEY("list", reading_take_name, list),
    KEY("part", reading_take_name, part),
    KEY("line", reading_take_long, line),
    {"offset", take_offset, "source.offset", 0},
    KEY("quote", reading_take_unsigned, quote),
    {"text", take_line_text, "source.text", 0},
    KEY("fingerprint", reading_take_text, fingerprint),
    KEY("first", reading_take_text, first),
    KEY("cell", reading_take_text, cell),
    KEY("cells", reading_take_pairs, cells),
    {"labels", take_labels, "source.labels", 0},
    {"col", take_columns, "source.col", 0},
    {"warnings", take_warning_lines, "source.warnings", 0},
    {NULL, NULL, NULL, 0},
};

const struct reading_key reading_label_keys[] = {
    {"rule", reading_take_name, "source.labels", offsetof(struct reading, label.rule)},
    {"line", reading_take_long, "source.labels", offsetof(struct reading, label.line)},
    {"text", take_label_text, "source.labels", 0},
    {NULL, NULL, NULL, 0},
};

void reading_take_source(struct reading *reading, const struct reading_key *key)
{
    if (!reading_object(reading, READING_SOURCE))
        reading_wrong(reading, key->wrong);
}
