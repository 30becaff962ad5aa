/* Processors, their frequency and mitigations, and what they run under. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "collect/hostfacts_parts.h"
#include "collect/sysfile.h"
#include "record/strbuf.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { CPUINFO_LIMIT = 8 * 1024 * 1024, STATUS_LIMIT = 64 * 1024, CPU_LIMIT = 8192 };

static const struct facts_row cpu_rows[] = {
    {"cpu.online", "/sys/devices/system/cpu/online", FACTS_LINE},
    {"cpu.isolated", "/sys/devices/system/cpu/isolated", FACTS_LINE},
    {"cpu.smt_active", "/sys/devices/system/cpu/smt/active", FACTS_LINE},
    {"cpu.intel_no_turbo", "/sys/devices/system/cpu/intel_pstate/no_turbo", FACTS_LINE},
    {"cpu.boost", "/sys/devices/system/cpu/cpufreq/boost", FACTS_LINE},
    {"cpu.idle_driver", "/sys/devices/system/cpu/cpuidle/current_driver", FACTS_LINE},
};

static const struct facts_row virt_rows[] = {
    {"virt.sys_vendor", "/sys/class/dmi/id/sys_vendor", FACTS_LINE},
    {"virt.product_name", "/sys/class/dmi/id/product_name", FACTS_LINE},
    {"virt.hypervisor_type", "/sys/hypervisor/type", FACTS_LINE},
};

/* The flags that bear on clocks, checksums, copies and virtualisation. */
static const char *const flags_of_interest[] = {
    "constant_tsc", "nonstop_tsc", "rdtscp",     "hypervisor", "aes",  "sse4_2",
    "pclmulqdq",    "vpclmulqdq",  "avx2",       "avx512f",    "erms", "fsrm",
    "sha_ni",       "crc32",       "pmull",      "atomics",    "sve",  "sve2",
};

/* Returns what stands behind "key<blanks>:" in the first line of text that starts
 * so, and its length; NULL where there is none. */
static const char *find_field(const char *text, const char *key, size_t *length)
{
    size_t key_length = strlen(key);
    for (const char *line = text; *line; line += strspn(line, "\n")) {
        size_t line_length = strcspn(line, "\n");
        if (strncmp(line, key, key_length) == 0) {
            size_t at = key_length + strspn(line + key_length, " \t");
            if (line[at] == ':') {
                at++;
                at += strspn(line + at, " \t");
                *length = line_length > at ? line_length - at : 0;
                return line + at;
            }
        }
        line += line_length;
    }
    return NULL;
}

/* The keys under which architectures name the processor. */
static void add_model(struct facts *facts, const char *cpuinfo)
{
    static const char *const keys[] = {"model name", "Processor", "cpu model", "cpu", "uarch",
                                       "CPU part"};
    size_t length = 0;
    const char *model = NULL;
    for (size_t i = 0; !model && i < LENGTH(keys); i++)
        model = find_field(cpuinfo, keys[i], &length);
    facts_printf(facts, NULL, "cpu.model", "%.*s", model ? (int)(length < 256 ? length : 256) : 0,
                 model ? model : "");
}

static size_t count_processors(const char *cpuinfo)
{
    size_t nr = 0;
    for (const char *line = cpuinfo; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        nr += strncmp(line, "processor\t", 10) == 0 || strncmp(line, "processor ", 10) == 0;
        if (!*line)
            break;
    }
    return nr;
}

static bool has_word(const char *text, size_t length, const char *word)
{
    size_t word_length = strlen(word);
    for (size_t at = 0; at < length;) {
        size_t next = at;
        while (next < length && text[next] != ' ')
            next++;
        if (next - at == word_length && memcmp(text + at, word, word_length) == 0)
            return true;
        at = next + 1;
    }
    return false;
}

static void add_flags(struct facts *facts, const char *cpuinfo)
{
    struct strbuf found = STRBUF_INIT;
    size_t length = 0;
    const char *flags = find_field(cpuinfo, "flags", &length);
    if (!flags)
        flags = find_field(cpuinfo, "Features", &length);
    for (size_t i = 0; flags && i < LENGTH(flags_of_interest); i++) {
        if (has_word(flags, length, flags_of_interest[i]))
            strbuf_printf(&found, "%s%s", found.length ? " " : "", flags_of_interest[i]);
    }
    facts_set(facts, NULL, "cpu.flags", flags && !found.length ? "none of interest" : found.text);
    if (flags)
        facts_set(facts, NULL, "virt.hypervisor_flag",
                  has_word(flags, length, "hypervisor") ? "yes" : "no");
    else
        facts_set(facts, NULL, "virt.hypervisor_flag", NULL);
    strbuf_free(&found);
}

/* The processors on which this process may run. */
static void add_allowed(struct facts *facts)
{
    char *status = sysfile_read(facts->root, "/proc/self/status", STATUS_LIMIT);
    size_t length = 0;
    const char *allowed = status ? find_field(status, "Cpus_allowed_list", &length) : NULL;
    facts_printf(facts, NULL, "cpu.allowed", "%.*s", allowed ? (int)length : 0,
                 allowed ? allowed : "");
    free(status);
}

/* Sets name to the values that the file has in the folders of the processors,
 * each different one once: processors may be set up differently. */
static void add_per_cpu(struct facts *facts, const struct sysfile_names *cpus, const char *name,
                        const char *file)
{
    char path[PATH_MAX], value[128];
    struct strbuf all = STRBUF_INIT;
    for (size_t i = 0; i < cpus->nr && all.length < 512; i++) {
        size_t digits = strspn(cpus->at[i] + 3 * (strncmp(cpus->at[i], "cpu", 3) == 0),
                               "0123456789");
        if (digits == 0 || strlen(cpus->at[i]) != 3 + digits)
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/%s/%s", cpus->at[i], file);
        if (facts_read(facts, path, FACTS_LINE, value, sizeof value) &&
            !has_word(all.text, all.length, value))
            strbuf_printf(&all, "%s%s", all.length ? " " : "", value);
    }
    facts_set(facts, NULL, name, all.text);
    strbuf_free(&all);
}

static void add_mitigations(struct facts *facts)
{
    static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
    char path[PATH_MAX], value[FACTS_VALUE_SIZE];
    struct sysfile_names names;
    sysfile_list(facts->root, folder, 64, &names);
    for (size_t i = 0; i < names.nr; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names.at[i]);
        facts_read(facts, path, FACTS_LINE, value, sizeof value);
        facts_set(facts, "cpu.mitigations", names.at[i], value);
    }
    if (names.nr == 0)
        facts_set(facts, NULL, "cpu.mitigations", NULL);
    sysfile_names_free(&names);
}

/* The signature that a hypervisor shows in leaf 0x40000000 of CPUID. */
static void add_hypervisor(struct facts *facts)
{
    char signature[13] = "";
#if defined(__x86_64__) || defined(__i386__)
    unsigned eax = 0, parts[3] = {0}, ecx = 0, edx = 0, ebx = 0;
    if (!facts->root[0] && __get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx >> 31) {
        __cpuid(0x40000000, eax, parts[0], parts[1], parts[2]);
        memcpy(signature, parts, 12);
    }
    for (char *at = signature; *at; at++) {
        if (*at < ' ' || *at > '~')
            *at = '?';
    }
#endif
    facts_set(facts, NULL, "virt.hypervisor", signature);
}

static void add_container(struct facts *facts)
{
    static const struct {
        const char *path, *name;
    } marks[] = {{"/run/.containerenv", "podman"}, {"/.dockerenv", "docker"}};
    const char *found = "none seen";
    for (size_t i = 0; i < LENGTH(marks); i++) {
        if (sysfile_exists(facts->root, marks[i].path))
            found = marks[i].name;
    }
    facts_set(facts, NULL, "virt.container", found);
}

void hostfacts_add_cpu(struct facts *facts)
{
    char *cpuinfo = sysfile_read(facts->root, "/proc/cpuinfo", CPUINFO_LIMIT);
    struct sysfile_names cpus;
    const char *text = cpuinfo ? cpuinfo : "";
    add_model(facts, text);
    if (cpuinfo)
        facts_printf(facts, NULL, "cpu.count", "%zu", count_processors(text));
    else
        facts_set(facts, NULL, "cpu.count", NULL);
    facts_table(facts, NULL, "", cpu_rows, LENGTH(cpu_rows), false);
    add_allowed(facts);
    sysfile_list(facts->root, "/sys/devices/system/cpu", CPU_LIMIT, &cpus);
    add_per_cpu(facts, &cpus, "cpu.governor", "cpufreq/scaling_governor");
    add_per_cpu(facts, &cpus, "cpu.frequency_driver", "cpufreq/scaling_driver");
    sysfile_names_free(&cpus);
    add_mitigations(facts);
    add_flags(facts, text);
    facts_table(facts, NULL, "", virt_rows, LENGTH(virt_rows), false);
    add_hypervisor(facts);
    add_container(facts);
    free(cpuinfo);
}
