/* The end of a page: the data itself, and how to make the page again. */
#include "config.h"

#include "report/page_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/record_io.h"
#include "record/strbuf.h"
#include "report/csv.h"
#include "report/table.h"

/* Writes bytes as base64 (RFC 4648, section 4). */
static void add_base64(struct strbuf *out, const unsigned char *bytes, size_t length)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned long group = (unsigned long)bytes[i] << 16 |
                              (left > 1 ? (unsigned long)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? (unsigned long)bytes[i + 2] : 0);
        const char four[4] = {letters[group >> 18], letters[group >> 12 & 63],
                              left > 1 ? letters[group >> 6 & 63] : '=',
                              left > 2 ? letters[group & 63] : '='};

        strbuf_add(out, four, sizeof four);
    }
}

/* Sets the slot to a link that holds the bytes itself. */
static void put_link(struct page *page, const char *slot, const char *type, const char *bytes,
                     size_t length)
{
    struct strbuf link = STRBUF_INIT;

    strbuf_printf(&link, "data:%s;base64,", type);
    add_base64(&link, (const unsigned char *)bytes, length);
    slots_text(page->slots, slot, link.text);
    strbuf_free(&link);
}

/* Writes a record that is not in the table of those that were written. */
static void write_once(struct table *written, const struct record *record, FILE *out)
{
    size_t nr = table_nr(written);

    if (table_add(written, &record, sizeof(void *)) == nr)
        record_write_json(record, out);
}

static void write_section(struct table *written, const struct compare_section *section, FILE *out)
{
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t l = 0; l < section->levels_nr; l++)
            for (size_t i = 0; i < section->rows[r].cells[l].nr; i++) {
                const struct compare_sample *sample = &section->rows[r].cells[l].samples[i];

                for (size_t k = 0; k < sample->records_nr; k++)
                    write_once(written, sample->records[k], out);
            }
}

/* Writes all records behind the page as JSON Lines, each once. */
static void write_records(const struct page *page, FILE *out)
{
    const struct comparison *comparison = page->comparison;
    struct table *written = table_new();

    for (size_t s = 0; s < comparison->sections_nr; s++)
        write_section(written, &comparison->sections[s], out);
    if (comparison->values)
        write_section(written, comparison->values, out);
    for (size_t i = 0; i < comparison->hosts_nr; i++)
        write_once(written, comparison->hosts[i], out);
    for (size_t i = 0; i < comparison->series_nr; i++)
        write_once(written, comparison->series[i], out);
    for (size_t i = 0; i < comparison->claims_nr; i++)
        write_once(written, comparison->claims[i], out);
    table_free(written);
}

static void write_comparison(const struct page *page, FILE *out)
{
    const struct output_options options = {.title = NULL};
    struct diag ignored;

    csv_write(page->comparison, &options, out, &ignored);
}

static void put_data(struct page *page, const char *slot, const char *type,
                     void (*write)(const struct page *page, FILE *out))
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);

    if (!out)
        return;
    write(page, out);
    if (!fclose(out) && length)
        put_link(page, slot, type, bytes, length);
    free(bytes);
}

void page_fill_data(struct page *page)
{
    const char *command = page->options->command ? page->options->command : "iodelta-report";

    slots_text(page->slots, "made-by", PACKAGE_STRING);
    slots_text(page->slots, "made-with", page->options->command ? command : "");
    if (page_is_large(page)) {
        slots_printf(page->slots, "data-rest",
                     "With more than %d results a page holds neither all runs nor the data.  The "
                     "whole comparison as CSV:",
                     PAGE_RECORDS_MAX);
        slots_printf(page->slots, "data-command", "%s --format=csv", command);
        return;
    }
    put_data(page, "records-href", "application/jsonl", write_records);
    put_data(page, "comparison-href", "text/csv", write_comparison);
}
