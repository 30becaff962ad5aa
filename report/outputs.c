#include "report/outputs.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "report/compare_words.h"
#include "report/csv.h"
#include "report/html.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/png.h"
#include "report/svg.h"
#include "report/text.h"
#include "report/xml.h"

static const struct output_format formats[] = {
    {"text", "txt", "plain text of 72 columns, for a terminal or a mail", text_write, false, NULL},
    {"html", "html", "one page with plots, for a browser", html_write, true, NULL},
    {"markdown", "md", "tables as GitHub shows them, for an issue or a comment", markdown_write,
     false, NULL},
    {"svg", "svg", "the plot of the first section", svg_write, false, NULL},
    {"png", "png", "the same plot in dots", png_write, false, png_is_there},
    {"csv", "csv", "one line per row and pair of levels, for spreadsheets", csv_write, false, NULL},
    {"json", "json", "the whole comparison, for programs", json_write, false, NULL},
    {"xml", "xml", "the same as JSON, for XSLT", xml_write, false, NULL},
};

enum { FORMATS_NR = sizeof formats / sizeof formats[0] };

const struct output_format *outputs_list(size_t *nr)
{
    *nr = FORMATS_NR;
    return formats;
}

const struct output_format *outputs_find(const char *name)
{
    for (size_t i = 0; i < FORMATS_NR; i++)
        if (!strcmp(formats[i].name, name) || !strcmp(formats[i].extension, name))
            return &formats[i];
    return NULL;
}

const struct output_format *outputs_by_path(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || !dot[1])
        return formats;
    for (size_t i = 0; i < FORMATS_NR; i++)
        if (!strcasecmp(formats[i].extension, dot + 1))
            return &formats[i];
    return NULL;
}

enum units_style outputs_style(enum output_units units, const struct compare_row *row,
                               size_t levels)
{
    if (units == OUTPUT_UNITS_AUTO)
        return compare_is_iec(row, levels) ? UNITS_IEC : UNITS_SI;
    return units == OUTPUT_UNITS_IEC ? UNITS_IEC : UNITS_SI;
}

const char *outputs_unit(const struct compare_row *row, const struct units_scale *scale)
{
    static const char *const units[][2] = {{"/s", ""}, {"k/s", "k"}, {"M/s", "M"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (!strcmp(row->metric, "iops") && !strcmp(scale->unit, units[i][0]))
            return units[i][1];
    return scale->unit;
}

int outputs_check(FILE *out, struct diag *diag)
{
    if (!fflush(out) && !ferror(out))
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, "is the disk full?", "the report could not be written: %s",
             strerror(errno ? errno : EIO));
    return -1;
}
