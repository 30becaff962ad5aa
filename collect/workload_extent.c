/* Which part of a file a clone of a job uses. */
#include "collect/place.h"
#include "collect/workload.h"

static uint64_t share_of(struct job_size size, uint64_t whole)
{
    return size.percent > 0 ? (uint64_t)((double)whole * size.percent / 100) : size.bytes;
}

static uint64_t least_block(const struct job *job)
{
    struct place_rules rules;
    place_rules_init(&rules, job);
    return rules.block ? rules.block : 1;
}

struct workload_extent workload_extent_of(const struct job *job, unsigned clone,
                                          uint64_t file_bytes)
{
    struct workload_extent extent = {share_of(job->offset, file_bytes), 0};
    uint64_t block = least_block(job);
    if (job->offset.percent > 0 && extent.start_bytes % block)
        extent.start_bytes += block - extent.start_bytes % block;
    uint64_t increment = job->offset_increment_bytes;
    if (increment && clone > (UINT64_MAX - extent.start_bytes) / increment)
        return (struct workload_extent){file_bytes, 0};
    extent.start_bytes += increment * clone;
    if (extent.start_bytes >= file_bytes)
        return extent;
    extent.length_bytes = file_bytes - extent.start_bytes;
    /* With filesize, size in bytes says how much is moved, not where. */
    uint64_t wanted = 0;
    if (job->size.percent > 0)
        wanted = share_of(job->size, file_bytes);
    else if (job->filesize.most == 0)
        wanted = job->size.bytes / (job->nrfiles ? job->nrfiles : 1);
    if (wanted && wanted < extent.length_bytes)
        extent.length_bytes = wanted;
    return extent;
}
