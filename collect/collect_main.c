/* iodelta-collect: host facts as a record. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/hostfacts.h"
#include "record/arena.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/record_io.h"


static const char program_name[] = "iodelta-collect";

static struct {
    const char *output;
    const char *root;
    bool wants_facts, is_identified, is_quiet, is_verbose;
} options;

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Host facts", 0, 0},
    {OPT_FLAG, "facts", 0, NULL, &options.wants_facts,
     "write the facts of this host and of the devices below each PATH", 0, 0},
    {OPT_FLAG, "identify", 0, NULL, &options.is_identified,
     "include serial numbers, host name, machine id, UUIDs and backing paths", 0, 0},
    {OPT_TEXT, "root", 0, "DIR", &options.root,
     "read /proc, /sys and /etc below DIR instead of those of this host", 0, 0},
    OPT_COMMON(options.output, options.is_quiet, options.is_verbose),
    {OPT_FLAG, NULL, 0, NULL, NULL, NULL, 0, 0},
};

static const struct opt_program program = {
    program_name,
    "Collects what bears on the speed of this host's storage, as a record.",
    "--facts [OPTION]... [PATH]...",
    "  iodelta-collect --facts /mnt/test -o host.jsonl\n",
    rows,
};

static int fail(const struct diag *diag)
{
    diag_print(stderr, program_name, diag);
    return EXIT_SYSTEM;
}

static int write_facts(const struct record *record)
{
    struct diag diag;
    struct outfile *file = outfile_open(options.output, &diag);
    if (!file)
        return fail(&diag);
    if (record_write_json(record, outfile_stream(file)) != 0) {
        diag_set(&diag, DIAG_FATAL, options.output, 0, NULL, "cannot be written: %s",
                 strerror(errno));
        outfile_abort(file);
        return fail(&diag);
    }
    return outfile_commit(file, &diag) == 0 ? 0 : fail(&diag);
}

static int collect_facts(const char *const *paths, size_t paths_nr)
{
    struct diag diag;
    struct hostfacts_request request = {
        .root = options.root ? options.root : "",
        .is_identified = options.is_identified,
        .paths = paths,
        .paths_nr = paths_nr,
    };
    struct arena *arena = arena_new();
    const struct record *record = hostfacts_read(arena, &request, &diag);
    int status = record ? write_facts(record) : fail(&diag);
    if (record && options.is_verbose && !options.is_quiet)
        fprintf(stderr, "%s: %zu facts\n", program_name, record->facts.nr);
    arena_free(arena);
    return status;
}

int main(int argc, char **argv)
{
    int first = 0;
    switch (opt_parse(&program, argc, argv, &first)) {
    case OPT_DONE:
        return opt_end_output(&program) ? 0 : EXIT_SYSTEM;
    case OPT_WRONG:
        return EXIT_USAGE;
    case OPT_GO:
        break;
    }
    if (!options.wants_facts) {
        fprintf(stderr,
                "%s: measuring is not built yet: this version collects host facts only; "
                "use --facts\n",
                program_name);
        opt_print_usage(&program, stderr);
        return EXIT_USAGE;
    }
    return collect_facts((const char *const *)argv + first, (size_t)(argc - first));
}
