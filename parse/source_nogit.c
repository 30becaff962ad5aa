/* Git repositories where libgit2 is missing. */
#include "parse/source_parts.h"

void source_take_git(struct source_opening *opening)
{
    opening->count->skipped++;
    source_say(opening, DIAG_SKIP, opening->place->path,
               "install libgit2's headers (libgit2-dev) and configure again",
               "is a git repository, which this build does not read");
}
