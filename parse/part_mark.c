#include "parse/part_mark.h"

#include <string.h>

static bool starts_with(const char *line, const char *start)
{
    return !strncmp(line, start, strlen(start));
}

static bool is_next_part(const char *line)
{
    static const char words[] = " next part ";
    size_t before = strspn(line, "-");
    const char *at = line + before;
    if (before < 5 || !starts_with(at, words))
        return false;
    at += sizeof words - 1;
    return *at && at[strspn(at, "-")] == '\0';
}

/* "[-- Attachment #2: a.log --]", "[-- Attachment #1: Type: text/plain, Size: 1 bytes --]",
 * "[-- Type: text/x-log, Size: 1 bytes --]": what public-inbox shows, and mutt. */
static struct part_mark attachment(const char *line)
{
    static const char start[] = "[-- ", end[] = " --]", words[] = "Attachment #";
    size_t length = strlen(line);
    struct part_mark mark = {.kind = PART_MARK_NONE};
    if (!starts_with(line, start) || length < sizeof start + sizeof end - 1 ||
        strcmp(line + length - (sizeof end - 1), end))
        return mark;
    const char *at = line + sizeof start - 1;
    if (!starts_with(at, words)) {
        mark.kind = starts_with(at, "Type: ") || starts_with(at, "Autoview") ? PART_MARK_NOTE
                                                                            : PART_MARK_NONE;
        return mark;
    }
    at += sizeof words - 1;
    size_t digits = strspn(at, "0123456789");
    mark.kind = PART_MARK_NEXT;
    /* the first one is the text of the mail, and nothing stands above it */
    mark.starts_section = strncmp(at, "1:", 2) != 0 && strncmp(at, "1 ", 2) != 0;
    at += digits;
    if (starts_with(at, ": ") && !starts_with(at + 2, "Type: ")) {
        mark.name = at + 2;
        mark.name_length = length - (sizeof end - 1) - (size_t)(mark.name - line);
    }
    return mark;
}

static bool is_scrubbed(const char *line)
{
    static const char *const starts[] = {"A non-text attachment was scrubbed",
                                         "An HTML attachment was scrubbed",
                                         "An embedded message was scrubbed",
                                         "An embedded and charset-unspecified text was scrubbed"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (starts_with(line, starts[i]))
            return true;
    return false;
}

/* A line below such a note. */
static struct part_mark note(const char *line, struct part_mark_state *state)
{
    static const char *const fields[] = {"Name: ", "Type: ", "Size: ",    "Desc: ", "URL: ",
                                         "Url : ", "Url: ",  "Skipped content", "From: ",
                                         "Subject: ", "Date: "};
    struct part_mark mark = {.kind = PART_MARK_NONE};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !mark.kind; i++)
        if (starts_with(line, fields[i]))
            mark.kind = PART_MARK_NOTE;
    state->note_lines = mark.kind ? state->note_lines - 1 : 0;
    if (starts_with(line, "Name: ") && strcmp(line + 6, "not available")) {
        mark.name = line + 6;
        mark.name_length = strlen(mark.name);
    }
    return mark;
}

struct part_mark part_mark_find(const char *line, struct part_mark_state *state)
{
    enum { MOST_LINES = 8 };
    struct part_mark mark = {.kind = PART_MARK_NONE};
    if (state->note_lines) {
        mark = note(line, state);
        if (mark.kind)
            return mark;
    }
    switch (*line) {
    case '-':
        if (is_next_part(line))
            return (struct part_mark){.kind = PART_MARK_NEXT, .starts_section = true};
        break;
    case '[':
        return attachment(line);
    case '^':
        if (starts_with(line, "^ permalink raw reply"))
            return (struct part_mark){.kind = PART_MARK_NEXT, .starts_section = true};
        break;
    case 'A':
        if (is_scrubbed(line)) {
            state->note_lines = MOST_LINES;
            mark.kind = PART_MARK_NOTE;
        }
        break;
    case 'F':
        /* the head of a mail of a thread */
        if (strstr(line, " UTC (permalink / raw)"))
            mark.kind = PART_MARK_NOTE;
        break;
    }
    return mark;
}
