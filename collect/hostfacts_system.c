/* The system as a whole: kernel, distribution, clock, io_uring, load. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <sys/utsname.h>

#include "collect/hostfacts_parts.h"
#include "collect/redact.h"
#include "collect/sysfile.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { TEXT_LIMIT = 64 * 1024 };

static const struct facts_row system_rows[] = {
    {"kernel.name", "/proc/sys/kernel/ostype", FACTS_LINE},
    {"kernel.release", "/proc/sys/kernel/osrelease", FACTS_LINE},
    {"kernel.version", "/proc/sys/kernel/version", FACTS_LINE},
    {"host.name", "/proc/sys/kernel/hostname", FACTS_IDENTITY},
    {"host.machine_id", "/etc/machine-id", FACTS_IDENTITY},
    {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource",
     FACTS_LINE},
    {"io_uring.disabled", "/proc/sys/kernel/io_uring_disabled", FACTS_LINE},
    {"io_uring.group", "/proc/sys/kernel/io_uring_group", FACTS_LINE},
};

/* How far the clock of this host can be from others'; adjtimex(2). */
static void add_clock(struct facts *facts)
{
    struct timex clock = {.modes = 0};
    if (facts->root[0])
        return;
    int state = adjtimex(&clock);
    bool is_synchronized = state >= 0 && state != TIME_ERROR && !(clock.status & STA_UNSYNC);
    facts_set(facts, NULL, "clock.synchronized",
              state < 0 ? "unreadable" : is_synchronized ? "yes" : "no");
    if (is_synchronized)
        facts_printf(facts, NULL, "clock.max_error_us", "%ld", clock.maxerror);
}

static void add_arch(struct facts *facts)
{
    char value[FACTS_VALUE_SIZE];
    struct utsname names;
    /* The file came with Linux 6.1. */
    if (!facts_read(facts, "/proc/sys/kernel/arch", FACTS_LINE, value, sizeof value) &&
        !facts->root[0] && uname(&names) == 0)
        snprintf(value, sizeof value, "%s", names.machine);
    facts_set(facts, NULL, "arch", value);
}

static void add_cmdline(struct facts *facts)
{
    char *cmdline = sysfile_read(facts->root, "/proc/cmdline", TEXT_LIMIT);
    struct strbuf kept = STRBUF_INIT;
    size_t left_out = 0;
    if (cmdline)
        redact_cmdline(cmdline, facts->is_identified, &kept, &left_out);
    facts_set(facts, NULL, "kernel.cmdline", kept.text);
    facts_printf(facts, NULL, "kernel.cmdline_words_left_out", "%zu", left_out);
    strbuf_free(&kept);
    free(cmdline);
}

/* Finds KEY=value, with or without quotes (os-release(5)), in text; writes the
 * value to value, "" where there is none. */
static void find_assignment(const char *text, const char *key, char *value, size_t size)
{
    size_t key_length = strlen(key);
    value[0] = '\0';
    for (const char *line = text; *line; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        if (length > key_length && memcmp(line, key, key_length) == 0 &&
            line[key_length] == '=') {
            const char *start = line + key_length + 1;
            size_t value_length = length - key_length - 1;
            if (value_length >= 2 && strchr("\"'", *start) &&
                start[value_length - 1] == *start) {
                start++;
                value_length -= 2;
            }
            snprintf(value, size, "%.*s", (int)value_length, start);
            return;
        }
        line += length;
    }
}

static void add_distro(struct facts *facts)
{
    static const struct {
        const char *name, *key;
    } rows[] = {{"id", "ID"}, {"version", "VERSION_ID"}, {"name", "PRETTY_NAME"}};
    char value[FACTS_VALUE_SIZE] = "";
    char *text = sysfile_read(facts->root, "/etc/os-release", TEXT_LIMIT);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (text)
            find_assignment(text, rows[i].key, value, sizeof value);
        facts_set(facts, "distro", rows[i].name, value);
    }
    free(text);
}

/* "Max locked memory  8388608  8388608  bytes" (proc(5), /proc/pid/limits). */
static void add_memlock(struct facts *facts)
{
    char *text = sysfile_read(facts->root, "/proc/self/limits", TEXT_LIMIT);
    const char *line = text ? strstr(text, "Max locked memory") : NULL;
    char value[32] = "";
    if (line)
        sscanf(line, "Max locked memory %31s", value);
    facts_set(facts, NULL, "io_uring.memlock_bytes", value);
    free(text);
}

/* "0.31 0.18 0.05 2/301 4711" (proc(5), /proc/loadavg). */
static void add_load(struct facts *facts)
{
    static const char *const names[] = {"1min", "5min", "15min", "running"};
    char line[FACTS_VALUE_SIZE];
    facts_read(facts, "/proc/loadavg", FACTS_LINE, line, sizeof line);
    char *rest = NULL;
    char *word = strtok_r(line, " ", &rest);
    for (size_t i = 0; i < LENGTH(names); i++) {
        facts_set(facts, "load", names[i], word);
        word = word ? strtok_r(NULL, " ", &rest) : NULL;
    }
}

/* "some avg10=0.00 avg60=0.00 …" and "full …" (kernel, Documentation/accounting/psi.rst):
 * the averages of ten and sixty seconds, in percent of the time. */
static void add_pressure(struct facts *facts, const char *resource)
{
    static const char *const sides[] = {"some", "full"};
    char path[64], text[FACTS_VALUE_SIZE], name[64], avg10[16], avg60[16];
    snprintf(path, sizeof path, "/proc/pressure/%s", resource);
    bool is_there = facts_read(facts, path, FACTS_LINES, text, sizeof text);
    for (size_t i = 0; i < LENGTH(sides); i++) {
        const char *line = is_there ? strstr(text, sides[i]) : NULL;
        if (!line || sscanf(line + 4, " avg10=%15s avg60=%15s", avg10, avg60) != 2) {
            snprintf(avg10, sizeof avg10, "%.15s", is_there ? FACTS_ABSENT : text);
            snprintf(avg60, sizeof avg60, "%s", avg10);
        }
        snprintf(name, sizeof name, "%s_%s_avg10_pct", resource, sides[i]);
        facts_set(facts, "pressure", name, avg10);
        snprintf(name, sizeof name, "%s_%s_avg60_pct", resource, sides[i]);
        facts_set(facts, "pressure", name, avg60);
    }
}

void hostfacts_add_system(struct facts *facts)
{
    facts_table(facts, NULL, "", system_rows, LENGTH(system_rows), false);
    add_clock(facts);
    add_arch(facts);
    add_cmdline(facts);
    add_distro(facts);
    add_memlock(facts);
    add_load(facts);
    add_pressure(facts, "cpu");
    add_pressure(facts, "io");
    add_pressure(facts, "memory");
}
