/* Setters of options that need more than their kind. */
#include <stdlib.h>
#include <string.h>

#include "collect/affinity.h"
#include "collect/job_option_parts.h"
#include "collect/job_value.h"

static bool is_word(const struct job_setting *setting, const char *word)
{
    return setting->value && strcmp(setting->value, word) == 0;
}

/* One word of a list, and what it stands for. */
struct word_row {
    const char *word;
    int value;
};

static bool find_word(const struct job_setting *setting, const struct word_row *rows, size_t nr,
                      int *value)
{
    for (size_t i = 0; i < nr; i++)
        if (is_word(setting, rows[i].word)) {
            *value = rows[i].value;
            return true;
        }
    return false;
}

#define FIND_WORD(setting, rows, value)                                                            \
    find_word(setting, rows, sizeof(rows) / sizeof *(rows), value)

bool job_set_pattern(struct job_setting *setting)
{
    struct job *job = setting->job;
    if (!job_value_pattern(setting->value, job->pattern, &job->pattern_bytes))
        return job_option_wrong(setting, "bytes, such as 0xdeadbeef or \"abc\"");
    job->data = JOB_DATA_PATTERN;
    return true;
}

bool job_set_verify(struct job_setting *setting)
{
    static const struct word_row words[] = {
        {"0", JOB_VERIFY_NONE},
        {"none", JOB_VERIFY_NONE},
        {"crc32c", JOB_VERIFY_CRC32C},
        {"crc32c-intel", JOB_VERIFY_CRC32C},
        {"crc32", JOB_VERIFY_CRC32},
        {"pattern", JOB_VERIFY_PATTERN},
    };
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "crc32c, crc32 or pattern: no other kind is built");
    setting->job->verify = (enum job_verify)value;
    return true;
}

bool job_set_verify_pattern(struct job_setting *setting)
{
    if (!job_set_pattern(setting))
        return false;
    if (setting->job->verify == JOB_VERIFY_NONE)
        setting->job->verify = JOB_VERIFY_PATTERN;
    return true;
}

bool job_set_zero(struct job_setting *setting)
{
    if (setting->value && !is_word(setting, "0") && !is_word(setting, "1"))
        return job_option_wrong(setting, "0 or 1");
    bool is_set = !is_word(setting, "0");
    if (is_set || setting->job->data == JOB_DATA_ZERO)
        setting->job->data = is_set ? JOB_DATA_ZERO : JOB_DATA_RANDOM;
    return true;
}

bool job_set_continue(struct job_setting *setting)
{
    static const struct word_row words[] = {
        {"none", 0}, {"0", 0}, {"1", 1}, {"io", 1}, {"all", 1},
    };
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "none, io or all");
    setting->job->goes_on_after_error = value;
    return true;
}

bool job_set_cpus(struct job_setting *setting)
{
    cpu_set_t cpus;
    struct diag diag;
    if (affinity_read(setting->value, &cpus, &diag) != 0)
        return job_option_wrong(setting, "numbers of CPUs, such as 0-3,6");
    setting->job->cpus_allowed = arena_string(setting->arena, setting->value);
    return true;
}

bool job_set_cpus_policy(struct job_setting *setting)
{
    static const struct word_row words[] = {{"shared", 0}, {"split", 1}};
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "shared or split");
    setting->job->splits_cpus = value;
    return true;
}

bool job_set_fallocate(struct job_setting *setting)
{
    static const struct word_row words[] = {
        {"none", 1}, {"0", 1}, {"native", 0}, {"posix", 0}, {"keep", 0}, {"truncate", 1}, {"1", 0},
    };
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "none, native, posix, keep or truncate");
    setting->job->keeps_allocation = value;
    return true;
}

bool job_set_service(struct job_setting *setting)
{
    return is_word(setting, "roundrobin") || is_word(setting, "roundrobin:1") ||
           job_option_wrong(setting, "roundrobin, or use fewer files: no other order is built");
}

bool job_set_kb_base(struct job_setting *setting)
{
    if (!is_word(setting, "1000") && !is_word(setting, "1024"))
        return job_option_wrong(setting, "1000 or 1024");
    setting->kb_base = is_word(setting, "1000") ? 1000 : 1024;
    return true;
}

bool job_set_nice(struct job_setting *setting)
{
    char *end;
    long value = strtol(setting->value, &end, 10);
    if (*end || end == setting->value || value < -20 || value > 19)
        return job_option_wrong(setting, "a number from -20 to 19");
    setting->job->nice = (int)value;
    return true;
}

bool job_set_percentiles(struct job_setting *setting)
{
    struct job *job = setting->job;
    double found[sizeof job->percentiles / sizeof job->percentiles[0]];
    unsigned nr = 0;
    for (const char *at = setting->value;; at++) {
        size_t length = strspn(at, "0123456789.");
        char number[24];
        if (!length || length >= sizeof number || nr == sizeof found / sizeof found[0])
            break;
        memcpy(number, at, length);
        number[length] = '\0';
        char *end;
        found[nr] = strtod(number, &end);
        if (*end || !(found[nr] > 0 && found[nr] <= 100))
            break;
        nr++;
        at += length;
        if (!*at) {
            memcpy(job->percentiles, found, nr * sizeof *found);
            job->percentiles_nr = nr;
            return true;
        }
        if (*at != ':')
            break;
    }
    return job_option_wrong(setting,
                            "up to 20 percentages with colons between them, such as 50:99:99.9");
}

/* The engines of fio, and which of ours does what they do. */
static const struct {
    const char *name;
    enum job_engine engine;
} engines[] = {
    {"io_uring", JOB_ENGINE_URING}, {"libaio", JOB_ENGINE_URING}, {"posixaio", JOB_ENGINE_URING},
    {"psync", JOB_ENGINE_PSYNC},    {"sync", JOB_ENGINE_PSYNC},   {"vsync", JOB_ENGINE_PSYNC},
    {"pvsync", JOB_ENGINE_PSYNC},   {"pvsync2", JOB_ENGINE_PSYNC}, {"mmap", JOB_ENGINE_PSYNC},
};

bool job_set_engine(struct job_setting *setting)
{
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        if (!is_word(setting, engines[i].name))
            continue;
        setting->job->engine = engines[i].engine;
        setting->job->engine_asked = engines[i].name;
        return true;
    }
    return job_option_wrong(setting,
                            "io_uring, libaio, psync, sync or mmap: the others are not built");
}

bool job_set_distribution(struct job_setting *setting)
{
    static const struct {
        const char *name;
        enum job_distribution distribution;
        double theta, least, most;
    } rows[] = {
        {"random", JOB_UNIFORM, 0, 0, 0},
        {"zipf", JOB_ZIPF, 1.1, 0.01, 10},
        {"pareto", JOB_PARETO, 0.2, 0.01, 0.99},
        {"normal", JOB_NORMAL, 10, 0.1, 100},
    };
    size_t length = strcspn(setting->value, ":");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].name) != length || strncmp(setting->value, rows[i].name, length) != 0)
            continue;
        const char *number = setting->value + length;
        char *end = NULL;
        double theta = *number ? strtod(number + 1, &end) : rows[i].theta;
        if (*number && (end == number + 1 || *end || !(theta >= rows[i].least) ||
                        theta > rows[i].most || rows[i].most == 0))
            break;
        if (rows[i].distribution == JOB_ZIPF && theta == 1)
            return job_option_wrong(setting, "zipf with another theta than 1");
        setting->job->distribution = rows[i].distribution;
        setting->job->theta = theta;
        return true;
    }
    return job_option_wrong(setting, "random, zipf:1.2, pareto:0.2 or normal:10");
}

bool job_set_seed(struct job_setting *setting)
{
    if (!job_value_number(setting->value, setting->kb_base, &setting->job->seed))
        return job_option_wrong(setting, "a number");
    setting->job->is_seeded = true;
    return true;
}

bool job_set_arrivals(struct job_setting *setting)
{
    static const struct word_row words[] = {{"linear", JOB_ARRIVE_EVENLY},
                                            {"poisson", JOB_ARRIVE_POISSON}};
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "linear or poisson");
    setting->job->arrivals = (enum job_arrivals)value;
    return true;
}

bool job_set_sequencer(struct job_setting *setting)
{
    static const struct word_row words[] = {{"sequential", JOB_SEQUENTIAL},
                                            {"identical", JOB_IDENTICAL}};
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "sequential or identical");
    setting->job->sequencer = (enum job_sequencer)value;
    return true;
}

bool job_set_mix_write(struct job_setting *setting)
{
    uint64_t percent;
    if (!job_value_number(setting->value, setting->kb_base, &percent) || percent > 100)
        return job_option_wrong(setting, "a number from 0 to 100");
    setting->job->rwmix_read_pct = 100 - (unsigned)percent;
    return true;
}

bool job_set_startdelay(struct job_setting *setting)
{
    static const uint64_t second_ns = 1000000000;
    struct job_range range;
    char least[32];
    size_t length = strcspn(setting->value, "-:");
    if (length >= sizeof least)
        return job_option_wrong(setting, "a time, such as 5s, or two with '-' between them");
    memcpy(least, setting->value, length);
    least[length] = '\0';
    bool is_right = job_value_time(least, second_ns, &range.least);
    range.most = range.least;
    if (setting->value[length])
        is_right = is_right &&
                   job_value_time(setting->value + length + 1, second_ns, &range.most) &&
                   range.least <= range.most;
    if (!is_right)
        return job_option_wrong(setting, "a time, such as 5s, or two with '-' between them");
    setting->job->startdelay_ns = range;
    return true;
}

bool job_set_sync(struct job_setting *setting)
{
    static const struct word_row words[] = {{"none", 0}, {"0", 0}, {"sync", 1},
                                            {"1", 1},    {"dsync", 2}};
    int value;
    if (!FIND_WORD(setting, words, &value))
        return job_option_wrong(setting, "none, sync or dsync");
    setting->job->opens_sync = value == 1;
    setting->job->opens_dsync = value == 2;
    return true;
}

/* What rw says, by its words. */
static const struct {
    const char *word;
    bool reads, writes, trims, is_random;
} directions[] = {
    {"read", true, false, false, false},      {"write", false, true, false, false},
    {"trim", false, false, true, false},      {"randread", true, false, false, true},
    {"randwrite", false, true, false, true},  {"randtrim", false, false, true, true},
    {"rw", true, true, false, false},         {"readwrite", true, true, false, false},
    {"randrw", true, true, false, true},      {"trimwrite", false, true, true, false},
    {"randtrimwrite", false, true, true, true},
};

bool job_set_rw(struct job_setting *setting)
{
    struct job *job = setting->job;
    size_t length = strcspn(setting->value, ":");
    const char *behind = setting->value + length;
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++) {
        if (strlen(directions[i].word) != length ||
            strncmp(setting->value, directions[i].word, length) != 0)
            continue;
        uint64_t number = 0;
        if (*behind && !job_value_number(behind + 1, setting->kb_base, &number))
            break;
        if (*behind && directions[i].is_random && (number < 1 || number > UINT32_MAX))
            break;
        job->does[IO_READ] = directions[i].reads;
        job->does[IO_WRITE] = directions[i].writes;
        job->does[IO_TRIM] = directions[i].trims;
        job->is_random = directions[i].is_random;
        job->run_length = job->is_random && number ? (unsigned)number : 1;
        job->stride_bytes = job->is_random ? 0 : number;
        return true;
    }
    return job_option_wrong(setting,
                            "read, write, trim, rw or trimwrite, rand before it if wanted, "
                            "and ':N' behind it");
}
