#include "collect/preset.h"

#include <string.h>

static const struct preset presets[] = {
    {
        .name = "quick",
        .meaning = "a first look in half a minute: random and sequential, reads and writes",
        .runs = 1,
        .jobs = "[global]\n"
                "filename=iodelta-quick\n"
                "size=256m\n"
                "direct=1\n"
                "ioengine=io_uring\n"
                "ramp_time=1\n"
                "runtime=6\n"
                "time_based\n"
                "\n"
                "[random-read]\n"
                "rw=randread\n"
                "bs=4k\n"
                "iodepth=32\n"
                "\n"
                "[random-write]\n"
                "stonewall\n"
                "rw=randwrite\n"
                "bs=4k\n"
                "iodepth=32\n"
                "\n"
                "[read]\n"
                "stonewall\n"
                "rw=read\n"
                "bs=1m\n"
                "iodepth=4\n"
                "\n"
                "[write]\n"
                "stonewall\n"
                "rw=write\n"
                "bs=1m\n"
                "iodepth=4\n",
    },
    {
        .name = "dd",
        .meaning = "a stream as dd writes and reads it, ten times, with caches dropped",
        .runs = 10,
        .drops_caches = true,
        .jobs = "[global]\n"
                "filename=iodelta-dd\n"
                "size=1g\n"
                "bs=1m\n"
                "ioengine=psync\n"
                "direct=0\n"
                "\n"
                "[write]\n"
                "rw=write\n"
                "end_fsync=1   # as conv=fsync: what is in memory only is not written\n"
                "\n"
                "[read]\n"
                "stonewall\n"
                "rw=read\n",
    },
    {
        .name = "readahead",
        .meaning = "sequential reads through the page cache, by how far the kernel reads ahead",
        .vary = "readahead=0s,16s,64s,128s,256s,512s,1024s,2048s,4096s",
        .runs = 3,
        .interleaves = true,
        .changes_host = true,
        .jobs = "[read]\n"
                "filename=iodelta-readahead\n"
                "rw=read\n"
                "size=1g\n"
                "bs=128k\n"
                "ioengine=psync\n"
                "direct=0\n"
                "runtime=10   # slow levels read a part\n",
    },
    {
        .name = "cpu",
        .meaning = "what streams take of the processors, beside their bandwidth",
        .runs = 3,
        .jobs = "# Long enough for the ticks by which the kernel counts processor time.\n"
                "[global]\n"
                "filename=iodelta-cpu\n"
                "size=1g\n"
                "bs=1m\n"
                "ioengine=psync\n"
                "direct=0\n"
                "runtime=10\n"
                "time_based\n"
                "\n"
                "[read]\n"
                "rw=read\n"
                "\n"
                "[write]\n"
                "stonewall\n"
                "rw=write\n"
                "end_fsync=1\n"
                "\n"
                "[direct-read]\n"
                "stonewall\n"
                "rw=read\n"
                "direct=1\n"
                "\n"
                "[direct-write]\n"
                "stonewall\n"
                "rw=write\n"
                "direct=1\n",
    },
    {
        .name = "mail",
        .meaning = "five jobs that read and write 16k at random, three reads for each write",
        .runs = 3,
        .jobs = "[global]\n"
                "bs=16k\n"
                "rwmixread=75\n"
                "size=100m\n"
                "ioengine=libaio\n"
                "ramp_time=30\n"
                "runtime=600\n"
                "time_based\n"
                "\n"
                "[pairs-0]\n"
                "rw=randrw:2\n"
                "\n"
                "[pairs-1]\n"
                "rw=randrw:2\n"
                "\n"
                "[single-0]\n"
                "rw=randrw\n"
                "\n"
                "[single-1]\n"
                "rw=randrw\n"
                "\n"
                "[single-2]\n"
                "rw=randrw\n",
    },
};

enum { PRESETS_NR = sizeof presets / sizeof presets[0] };

const struct preset *preset_list(size_t *nr)
{
    *nr = PRESETS_NR;
    return presets;
}

const struct preset *preset_find(const char *name)
{
    for (size_t i = 0; i < PRESETS_NR; i++)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

size_t preset_names(const char **names, size_t room)
{
    size_t nr = 0;
    for (; nr < PRESETS_NR && nr < room; nr++)
        names[nr] = presets[nr].name;
    return nr;
}

void preset_print(const struct preset *preset, FILE *out)
{
    fprintf(out, "# %s: %s.\n#   iodelta-collect %s.fio", preset->name, preset->meaning,
            preset->name);
    if (preset->vary)
        fprintf(out, " --vary %s", preset->vary);
    if (preset->runs > 1)
        fprintf(out, " --runs %u", preset->runs);
    fprintf(out, "%s%s%s\n%s", preset->interleaves ? " --interleave" : "",
            preset->drops_caches ? " --drop-caches" : "",
            preset->changes_host ? " --allow-host-changes" : "", preset->jobs);
}
