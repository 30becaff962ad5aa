/* The target for the whole of a report: records as they come, through every format.  What
 * XML reads must be XML, and no page may hold a script or a handler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>

#include "record/memory.h"
#include "record/record_io.h"
#include "report/compare.h"
#include "report/outputs.h"
#include "tests/fuzz_targets.h"

enum { MOST_RECORDS = 3000 };

static void require(bool is_true, const char *format, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_report: %s without %s\n", format, what);
    abort();
}

struct records {
    struct record **at;
    size_t nr, room;
};

static void read_records(const char *bytes, size_t length, struct arena *arena,
                         struct records *records)
{
    FILE *in = length ? fmemopen((void *)(uintptr_t)bytes, length, "r") : NULL;
    struct record_reader *reader = in ? record_reader_new(in, "fuzz") : NULL;
    struct record *record;
    struct diag diag = {.level = DIAG_NOTE};
    int got = in ? 1 : 0;
    while (got && diag.level < DIAG_FATAL && records->nr < MOST_RECORDS) {
        got = record_reader_next(reader, arena, &record, &diag);
        if (got <= 0)
            continue;
        records->at = memory_grow(records->at, records->nr, &records->room, sizeof *records->at);
        records->at[records->nr++] = record;
    }
    record_reader_free(reader);
    if (in)
        fclose(in);
}

static void check_xml(const char *format, const char *text, size_t length)
{
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE;
    xmlDocPtr doc = xmlReadMemory(text, (int)length, NULL, NULL, options);
    require(doc != NULL, format, "being XML");
    xmlFreeDoc(doc);
}

/* Writes the comparison in one format and checks what came. */
static void try_format(const struct comparison *comparison, const struct output_format *format)
{
    const struct output_options options = {.units = OUTPUT_UNITS_AUTO};
    char *text;
    size_t length;
    struct diag diag = {.text = ""};
    FILE *out = open_memstream(&text, &length);
    int result = format->write(comparison, &options, out, &diag);
    fclose(out);
    require(!result || diag.text[0], format->name, "a message where it fails");
    if (!result && (!strcmp(format->name, "xml") || !strcmp(format->name, "svg")))
        check_xml(format->name, text, length);
    if (!result && !strcmp(format->name, "html"))
        require(!strstr(text, "<script") && !strstr(text, " onerror="), format->name, "harm");
    free(text);
}

static void try_report(const struct fuzz_target *target, const char *bytes, size_t length)
{
    const struct compare_options options = {.noise_pct = COMPARE_NOISE_PCT,
                                            .confidence_pct = COMPARE_CONFIDENCE_PCT};
    struct arena *arena = arena_new();
    struct records records = {NULL, 0, 0};
    struct diag diag;
    size_t nr;
    const struct output_format *formats = outputs_list(&nr);
    (void)target;
    read_records(bytes, length, arena, &records);
    struct comparison *comparison = compare_records((const struct record *const *)records.at,
                                                    records.nr, &options, arena, &diag);
    for (size_t i = 0; comparison && comparison->used_nr && i < nr; i++)
        if (strcmp(formats[i].name, "png") != 0)
            try_format(comparison, &formats[i]);
    free(records.at);
    arena_free(arena);
}

const struct fuzz_target fuzz_targets[] = {
    {"report", try_report, NULL, "tests/fuzz/record"},
    {NULL, NULL, NULL, NULL},
};

const char *fuzz_without_target(void)
{
    return NULL;
}
