#include "collect/evidence.h"

#include <stdlib.h>

#include "collect/group.h"
#include "collect/page_cache.h"
#include "record/strbuf.h"

enum { NS_PER_MS = 1000000 };

/* Of more clones than this the page cache is not looked at: they share their files, or
 * looking would take longer than some runs. */
enum { LOOKED_AT_MAX = 64 };

/* From this share on reads were not those of a device. */
static const double cached_pct = 10;

/* How much of all files of a clone is in the page cache. */
static double held_pct(const struct worker_request *worker)
{
    double bytes = 0, held = 0;
    for (unsigned i = 0; i < worker->files_nr; i++) {
        const struct workload_extent *extent = &worker->extents[i];
        double pct =
            page_cache_pct(worker->files[i].fd, extent->start_bytes, extent->length_bytes);
        if (pct < 0 && extent->length_bytes)
            return -1;
        bytes += (double)extent->length_bytes;
        held += pct * (double)extent->length_bytes;
    }
    return bytes > 0 ? held / bytes : -1;
}

void evidence_begin(struct group_member *members, unsigned nr, const char *root)
{
    for (unsigned i = 0; i < nr; i++) {
        const struct worker_request *worker = &members[i].worker;
        struct evidence *evidence = &members[i].evidence;
        *evidence = (struct evidence){
            .held_before_pct = -1, .held_after_pct = -1, .unasked_pct = -1};
        if (worker->job->does[IO_READ] && i < LOOKED_AT_MAX)
            evidence->held_before_pct = held_pct(worker);
        for (unsigned k = 0; k < worker->files_nr; k++)
            disk_set_add(&evidence->disks, root, worker->files[k].fd);
    }
    for (unsigned i = 0; i < nr; i++)
        disk_set_begin(&members[i].evidence.disks, root);
}

static bool has_one_disk(const struct evidence *evidence)
{
    return evidence->disks.nr == 1 && !evidence->disks.is_cut;
}

static bool is_same_disk(const struct evidence *a, const struct evidence *b)
{
    return has_one_disk(a) && has_one_disk(b) && a->disks.at[0].major == b->disks.at[0].major &&
           a->disks.at[0].minor == b->disks.at[0].minor;
}

static uint64_t bytes_read(const struct group_member *member)
{
    return atomic_load_explicit(&member->worker.live->bytes[IO_READ], memory_order_relaxed);
}

/* Compares what was read with what the device gave, for the first clone on a device;
 * those behind it have the same. */
static void compare(struct group_member *members, unsigned nr, unsigned first)
{
    struct evidence *evidence = &members[first].evidence;
    struct disk_counts disk = disk_set_counts(&evidence->disks);
    double read = 0, pct = -1;
    for (unsigned i = first; i < nr; i++)
        if (is_same_disk(evidence, &members[i].evidence))
            read += (double)bytes_read(&members[i]);
    if (disk.is_known && read > 0)
        pct = disk.read_bytes < read ? 100 * (1 - (double)disk.read_bytes / read) : 0;
    if (pct < 0)
        return;
    for (unsigned i = first; i < nr; i++)
        if (is_same_disk(evidence, &members[i].evidence))
            members[i].evidence.unasked_pct = pct;
}

void evidence_end(struct group_member *members, unsigned nr, const char *root)
{
    for (unsigned i = 0; i < nr; i++)
        disk_set_end(&members[i].evidence.disks, root);
    for (unsigned i = 0; i < nr; i++) {
        struct evidence *evidence = &members[i].evidence;
        if (has_one_disk(evidence) && evidence->unasked_pct < 0)
            compare(members, nr, i);
        if (evidence->held_before_pct >= 0)
            evidence->held_after_pct = held_pct(&members[i].worker);
    }
}

/* The counters of a device decide where there are such; else what the page cache held
 * before, which buffered reads take and direct ones pass by. */
static bool came_from_memory(const struct group_member *member)
{
    const struct evidence *evidence = &member->evidence;
    if (!member->worker.job->does[IO_READ])
        return false;
    if (evidence->unasked_pct >= 0)
        return evidence->unasked_pct >= cached_pct;
    return !member->worker.job->is_direct && evidence->held_before_pct >= cached_pct;
}

static void put_disks(struct record *record, const struct disk_set *disks)
{
    struct disk_counts counts = disk_set_counts(disks);
    double elapsed_ms = (double)(disks->after_ns - disks->before_ns) / NS_PER_MS;
    if (!counts.is_known || disks->is_cut || elapsed_ms <= 0)
        return;
    record_set_metric(record, "disk_read_ios", (double)counts.read_ios, 0);
    record_set_metric(record, "disk_read_bytes", (double)counts.read_bytes, 0);
    record_set_metric(record, "disk_write_ios", (double)counts.write_ios, 0);
    record_set_metric(record, "disk_write_bytes", (double)counts.write_bytes, 0);
    if (counts.read_ios)
        record_set_metric(record, "disk_read_mean_ns",
                          (double)counts.read_ms * NS_PER_MS / (double)counts.read_ios, 0);
    if (counts.write_ios)
        record_set_metric(record, "disk_write_mean_ns",
                          (double)counts.write_ms * NS_PER_MS / (double)counts.write_ios, 0);
    record_set_metric(record, "disk_queue_ios", (double)counts.queue_ms / elapsed_ms, 0);
    if (disks->nr == 1) {
        double busy_pct = 100 * (double)counts.busy_ms / elapsed_ms;
        record_set_metric(record, "disk_util_pct", busy_pct < 100 ? busy_pct : 100, 0);
    }
}

void evidence_put(struct record *record, const struct group_member *member, enum io_op op)
{
    const struct evidence *evidence = &member->evidence;
    record_set_metric(record, "voluntary_switches", (double)member->figures.switches_voluntary, 0);
    record_set_metric(record, "forced_switches", (double)member->figures.switches_forced, 0);
    put_disks(record, &evidence->disks);
    if (op != IO_READ)
        return;
    if (evidence->held_before_pct >= 0)
        record_set_metric(record, "page_cache_before_pct", evidence->held_before_pct, 0);
    if (evidence->held_after_pct >= 0)
        record_set_metric(record, "page_cache_after_pct", evidence->held_after_pct, 0);
    if (evidence->unasked_pct >= 0)
        record_set_metric(record, "cached_read_pct", evidence->unasked_pct, 0);
    if (came_from_memory(member))
        record_warn(record, "page-cache", 0);
}

static void warn(const struct group_member *member, const struct diag_sink *sink)
{
    const struct job *job = member->worker.job;
    const struct evidence *evidence = &member->evidence;
    bool is_counted = evidence->unasked_pct >= 0;
    struct diag diag;
    diag_set(&diag, DIAG_WARN, job->path, job->line,
             "use direct=1, or a file that is larger than memory", "job %s: %.0f %% of %s",
             job->name, is_counted ? evidence->unasked_pct : evidence->held_before_pct,
             is_counted ? "what was read did not come from the device"
                        : "its files was in memory before it read them");
    diag_report(sink, &diag);
}

void evidence_tell(const struct group_member *member, const struct diag_sink *sink)
{
    const struct job *job = member->worker.job;
    const struct evidence *evidence = &member->evidence;
    if (came_from_memory(member))
        warn(member, sink);
    struct strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "context switches: %llu voluntary, %llu forced",
                  (unsigned long long)member->figures.switches_voluntary,
                  (unsigned long long)member->figures.switches_forced);
    struct disk_counts counts = disk_set_counts(&evidence->disks);
    if (counts.is_known && !evidence->disks.is_cut)
        strbuf_printf(&text, "; device: %llu reads of %.6g MB, %llu writes of %.6g MB",
                      (unsigned long long)counts.read_ios, (double)counts.read_bytes * 1e-6,
                      (unsigned long long)counts.write_ios, (double)counts.write_bytes * 1e-6);
    if (evidence->held_before_pct >= 0 && evidence->held_after_pct >= 0)
        strbuf_printf(&text, "; in the page cache: %.3g %% before, %.3g %% after",
                      evidence->held_before_pct, evidence->held_after_pct);
    char *line = strbuf_take(&text);
    struct diag diag;
    diag_set(&diag, DIAG_NOTE, job->path, job->line, NULL, "job %s: %s", job->name, line);
    diag_report(sink, &diag);
    free(line);
}
