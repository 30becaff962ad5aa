/* The options of iodelta-collect. */
#ifndef IOD_COLLECT_COLLECT_OPTIONS_H
#define IOD_COLLECT_COLLECT_OPTIONS_H

#include "record/opt.h"

/* What the command line said.  Texts are borrowed from it; a number that was not given is 0. */
struct collect_options {
    const char *output;
    const char *root;
    const char *max_write;
    bool wants_facts, is_identified, is_quiet, is_verbose;
    bool preconditions;
    bool only_parses, ignores_unknown, lists_options, keeps_files, appends, is_plain;
    double scale_time, io_timeout_s;
    struct opt_list destructive;

    /* Of campaigns. */
    struct opt_list vary;
    double runs, seed, max_time_s;
    bool interleaves, awaits_steady, is_dry;
    const char *until_ci; /* "2%" */
    const char *setup, *teardown;
    const char *resume, *report;

    /* Of several hosts. */
    const char *group, *start_at;
    double rank, ranks;

    /* Of presets. */
    bool lists_presets;
    const char *preset, *shown_preset;

    /* What is done to this host. */
    bool allows_host_changes, restores, drops_caches;
    double cool_down_s;
};
extern struct collect_options collect_options;

/* The table that fills it. */
extern const struct opt_program collect_program;

#endif
