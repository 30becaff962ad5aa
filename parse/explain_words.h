/* The words of --explain: texts of the input, and where things stand. */
#ifndef IOD_PARSE_EXPLAIN_WORDS_H
#define IOD_PARSE_EXPLAIN_WORDS_H

#include <stdio.h>

#include "parse/tool.h"

/* Writes a text of the input: harmless, and cut where it is long. */
void explain_text(FILE *out, const char *text);

/* Writes what a label of that source says and where: "heading "LSI" in line 41, above the
 * result in line 52".  since is the line of the first result that has the label from the
 * same evidence, 0 where that is this one. */
void explain_evidence(FILE *out, const struct record_label *label,
                      const struct record_source *source, unsigned long since);

/* Writes which names the label had before those that the user gave: "; named configuration by
 * the rules, renamed by --rename configuration=kernel", or nothing.  renames are those of all
 * labels of the result, NULL for none. */
void explain_renames(FILE *out, const struct label_rename *renames,
                     const struct record_label *label);

/* Writes a line on something that was found and not used. */
void explain_unused(FILE *out, const struct label_unused *unused);

#endif
