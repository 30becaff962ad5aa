#include "config.h"

#include "collect/width.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/command.h"

/* Whether no run of the row differs from another: such a row has no interval, and needs none. */
static bool has_no_spread(const json_t *row)
{
    size_t i;
    json_t *cell;
    json_array_foreach(json_object_get(row, "cells"), i, cell) {
        const json_t *sd = json_object_get(cell, "sd");
        if (!json_is_null(cell) && (!json_is_number(sd) || json_number_value(sd) > 0))
            return false;
    }
    return true;
}

static double width_of_change(const json_t *change)
{
    const json_t *delta = json_object_get(change, "delta_pct");
    const json_t *low = json_object_get(change, "low_pct");
    const json_t *high = json_object_get(change, "high_pct");
    if (!json_is_number(delta) || !json_is_number(low) || !json_is_number(high))
        return INFINITY;
    return fmax(json_number_value(high) - json_number_value(delta),
                json_number_value(delta) - json_number_value(low));
}

static double width_of_row(const json_t *row)
{
    const char *kind = json_string_value(json_object_get(row, "kind"));
    double widest = 0;
    size_t i;
    json_t *change;
    if (json_is_true(json_object_get(row, "cost")) || (kind && strcmp(kind, "total") == 0) ||
        has_no_spread(row))
        return 0;
    json_array_foreach(json_object_get(row, "changes"), i, change) {
        if (!json_is_null(change))
            widest = fmax(widest, width_of_change(change));
    }
    return widest;
}

int width_of_report(int fd, const char *name, double *width_pct, struct diag *diag)
{
    json_error_t error;
    json_t *report = json_loadfd(fd, 0, &error), *section, *row;
    const json_t *sections = json_object_get(report, "sections");
    size_t i, k;
    *width_pct = json_array_size(sections) ? 0 : INFINITY;
    json_array_foreach(sections, i, section) {
        json_array_foreach(json_object_get(section, "rows"), k, row)
            *width_pct = fmax(*width_pct, width_of_row(row));
    }
    if (!report)
        diag_set(diag, DIAG_FATAL, name, 0, NULL, "gave no report: %s", error.text);
    json_decref(report);
    return report ? 0 : -1;
}

int width_find(const char *report, const char *path, double *width_pct, struct diag *diag)
{
    const char *const words[] = {report, "--quiet", "--format=json", "--", path, NULL};
    int fd = memfd_create("report", MFD_CLOEXEC), result = -1;
    if (fd < 0) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "no memory for a report: %s", strerror(errno));
        return -1;
    }
    int status = command_run(report, words, fd, diag);
    if (status > 0)
        diag_set(diag, DIAG_FATAL, report, 0, NULL,
                 "could not compare %s: it ended with status %d", path, status);
    else if (status == 0 && lseek(fd, 0, SEEK_SET) == 0)
        result = width_of_report(fd, report, width_pct, diag);
    close(fd);
    return result;
}
