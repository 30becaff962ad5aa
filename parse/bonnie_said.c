/* What bonnie says beside its figures: progress, and errors that leave no result. */
#include <string.h>

#include "parse/bonnie.h"

/* Words of which one begins a line of progress or of an error; the original's print of
 * what it does, too. */
static const char *const progress[] = {
    "Using uid:",    "Writing a byte",  "Writing intelligently", "Writing with putc()",
    "Rewriting...",  "Reading a byte",  "Reading intelligently", "Reading with getc()",
    "start 'em...",  "Create files in", "Stat files in",         "Delete files in",
    "Seeker ",       "File './Bonnie",  "FUNCTION file",         "FUNCTION fill",
    "done...done",   "Create files",
};

static const struct said {
    const char *words, *why, *mend;
} errors[] = {
    {"File size should be double RAM", "bonnie++ refused to run: its file is too small",
     "run it with -s of twice the memory or more"},
    {"You must use the \"-u\" switch", "bonnie++ refused to run as root",
     "run it with -u and the name of a user"},
    {"bonnie++: invalid option", "bonnie++ refused to run: it does not know an option",
     "look into the manual of its version"},
    {"Can't open file ./Bonnie", "bonnie++ could not make its files",
     "run it in a folder that its user may write to"},
    {"drastic I/O error", "bonnie stopped at an I/O error", "see why the file system failed"},
    {"Can't write block", "bonnie++ stopped at an I/O error", "see whether the disk is full"},
};

static const struct said *error_of(const char *line)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strstr(line, errors[i].words))
            return &errors[i];
    return NULL;
}

static bool is_progress(const char *line)
{
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof progress / sizeof progress[0]; i++)
        if (!strncmp(line, progress[i], strlen(progress[i])))
            return true;
    if (!strncmp(line, "File '", 6) && strstr(line, "', size: "))
        return true;
    return !strncmp(line, "Bonnie", 6) && strstr(line, "Warning:");
}

bool bonnie_is_said(const char *line)
{
    return is_progress(line) || error_of(line) || !strncmp(line, "bonnie++ [-d scratch-dir]", 25);
}

/* Marks of progress behind the last result are a run that did not end. */
void bonnie_say_unread(const struct text *text, size_t stream, struct tool_output *output,
                       bool has_results)
{
    const struct text_stream *lines = &text->streams[stream];
    unsigned long first = 0;
    bool is_said = false;
    for (size_t i = 0; i < lines->nr; i++) {
        const struct text_line *line = &lines->lines[i];
        const struct said *error = line->class == LINE_DETAIL ? error_of(line->at) : NULL;
        if (line->class == LINE_RESULT) {
            first = 0;
            is_said = false;
        }
        if (error && !has_results) {
            tool_fail(output, line->line, error->why, error->mend);
            is_said = true;
        }
        bool is_test = line->class == LINE_DETAIL && is_progress(line->at) &&
                       (strstr(line->at, "intelligently...") || strstr(line->at, "Rewriting...") ||
                        strstr(line->at, "Writing a byte at a time...") ||
                        strstr(line->at, "Create files in"));
        if (is_test && !first)
            first = line->line;
    }
    if (first && !is_said && !has_results)
        tool_fail(output, first, "bonnie tells of its progress, and no result follows",
                  "give the table and the CSV line that it prints at its end");
}
