/* Writes records of results to standard output, the same for every seed:
 * recordgen RECORDS SEED.  They come from one fio campaign over six factors (cache, bus,
 * scheduler, block size, depth, operation) of 4 * 3 * 3 * 4 * 4 * 2 settings, run after
 * run, so that more records are more runs; in 1 of 50 runs the machine is slow. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static unsigned any(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

static const char *const caches[] = {"none", "writethrough", "writeback", "unsafe"};
static const char *const buses[] = {"virtio", "scsi", "ide"};
static const char *const schedulers[] = {"none", "mq-deadline", "bfq"};
static const unsigned sizes[] = {4, 16, 64, 256};
static const unsigned depths[] = {1, 4, 16, 64};
static const char *const ops[] = {"read", "write"};

struct setting {
    unsigned cache, bus, scheduler, size, depth, op;
};

/* The setting of that number: operations vary fastest, caches slowest. */
static struct setting setting_of(unsigned long number)
{
    struct setting setting;
    setting.op = number % 2;
    setting.depth = number / 2 % 4;
    setting.size = number / 8 % 4;
    setting.scheduler = number / 32 % 3;
    setting.bus = number / 96 % 3;
    setting.cache = number / 288 % 4;
    return setting;
}

static double rate_of(const struct setting *setting, bool is_slow)
{
    static const double of_cache[] = {1, 0.83, 1.42, 1.61}, of_bus[] = {1, 0.91, 0.34};
    static const double of_scheduler[] = {1, 0.985, 0.76}, of_op[] = {1, 0.62};
    double rate = 2.4e7 * of_cache[setting->cache] * of_bus[setting->bus] *
                  of_scheduler[setting->scheduler] * of_op[setting->op];
    for (unsigned i = 0; i < setting->size; i++)
        rate *= 2.2;
    for (unsigned i = 0; i < setting->depth; i++)
        rate *= 1.6;
    rate *= 0.97 + 0.06 * (any(100001) / 100000.0 + any(100001) / 100000.0) / 2;
    return is_slow ? rate * 0.7 : rate;
}

static void put_latencies(double mean_ns)
{
    static const struct {
        const char *name;
        double of_mean;
    } percentiles[] = {{"p50", 0.94}, {"p90", 1.31}, {"p95", 1.58}, {"p99", 2.7}, {"p99_9", 6.1}};
    printf(",\"clat_min_ns\":%.0f,\"clat_max_ns\":%.0f,\"clat_mean_ns\":%.2f,"
           "\"clat_stddev_ns\":%.2f",
           mean_ns * 0.2, mean_ns * 14.5, mean_ns, mean_ns * 0.31);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++)
        printf(",\"clat_%s_ns\":%.0f", percentiles[i].name, mean_ns * percentiles[i].of_mean);
}

static void put_figures(const struct setting *setting, double rate)
{
    unsigned block = sizes[setting->size] * 1024, depth = depths[setting->depth];
    double iops = rate / block;
    printf("\"metrics\":{\"bw_bytes_per_s\":%.15g,\"iops\":%.15g,\"io_bytes\":%.0f,"
           "\"runtime_s\":%.3f",
           rate, iops, rate * 60.001, 60.001);
    put_latencies(1e9 * depth / iops);
    printf(",\"cpu_user_pct\":%u.%02u,\"cpu_sys_pct\":%u.%02u},", any(9), any(100), any(40),
           any(100));
    printf("\"precision\":{\"cpu_user_pct\":0.01}");
}

static void put_record(unsigned long number, const struct setting *setting, unsigned long run)
{
    bool is_slow = any(50) == 0;
    double rate = rate_of(setting, is_slow);
    unsigned long line = number * 9 + 6;
    printf("{\"format\":\"iodelta/1\",\"kind\":\"result\",\"id\":\"%08x%08lx\",\"tool\":\"fio\","
           "\"tool_version\":\"3.33\",",
           any(1u << 31), number);
    printf("\"config\":{\"cache\":\"%s\",\"bus\":\"%s\",\"scheduler\":\"%s\",\"bs\":\"%uk\","
           "\"iodepth\":\"%u\"},",
           caches[setting->cache], buses[setting->bus], schedulers[setting->scheduler],
           sizes[setting->size], depths[setting->depth]);
    printf("\"params\":{\"rw\":\"rand%s\",\"ioengine\":\"libaio\",\"iodepth\":\"%u\","
           "\"bs\":\"%uB\"},\"invocation\":\"%lu\",\"group\":\"0\",\"scope\":\"job\","
           "\"jobs\":1,\"job\":\"campaign\",\"run\":%lu,\"op\":\"%s\",",
           ops[setting->op], depths[setting->depth], sizes[setting->size] * 1024, number + 1, run,
           ops[setting->op]);
    put_figures(setting, rate);
    printf(",\"warnings\":[%s],\"source\":{\"path\":\"campaign.txt\",\"part\":\"\",\"line\":%lu,"
           "\"offset\":%lu,\"quote\":0,",
           is_slow ? "\"too-short\"" : "", line, line * 61);
    printf("\"text\":\"  %s: IOPS=%.0f, BW=%.0fKiB/s (%.1fMB/s)(%.0fMiB/60001msec)\","
           "\"fingerprint\":\"%08x%08lx\",\"col\":{\"bw_bytes_per_s\":[%u,8],\"iops\":[%u,5]}}}\n",
           ops[setting->op], rate / sizes[setting->size] / 1024, rate / 1024, rate / 1e6,
           rate * 60.001 / 1048576, any(1u << 31), number, 23u, 13u);
}

int main(int argc, char **argv)
{
    enum { SETTINGS = 4 * 3 * 3 * 4 * 4 * 2 };
    unsigned long records = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
    if (!records) {
        fprintf(stderr, "usage: recordgen RECORDS SEED\n");
        return 2;
    }
    for (unsigned long i = 0; i < records; i++) {
        struct setting setting = setting_of(i % SETTINGS);
        put_record(i, &setting, i / SETTINGS + 1);
    }
    return fflush(stdout) || ferror(stdout) ? 3 : 0;
}
