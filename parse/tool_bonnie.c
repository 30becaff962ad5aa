/* The text of bonnie++ 1.00 to 2.00a and of the original bonnie; rows of figures are
 * taken by bonnie_text.c, CSV by bonnie_csv.c and tables in HTML by bonnie_html.c. */
#include <string.h>

#include "parse/bonnie_text.h"

/* The shortest line that is still read as CSV has 14 fields. */
static bool has_csv(const struct text *text)
{
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            unsigned commas = 0;
            for (const char *at = text->streams[s].lines[i].at; (at = strchr(at, ',')); at++)
                commas++;
            if (commas >= 13)
                return true;
        }
    return false;
}

static int bonnie_bid(const struct text *text)
{
    static const char *const words[] = {"Sequential Output", "Sequential Create", "-Per Ch",
                                        "Bonnie", "bonnie", "start 'em", "Writing intelligently",
                                        "double RAM", "K/sec %CP", "the \"-u\" switch"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_holds(text, words[i]))
            return 80;
    return has_csv(text) ? 50 : 0;
}

static void take_head(struct bonnie *bonnie, const struct bonnie_line *row)
{
    const size_t gap_of_converter = 3; /* bonnie++ itself leaves seven blanks */
    const char *version = pattern_group_text(row->match, "version", bonnie->walk.output->arena);
    const char *form;
    size_t length;
    bool is_io = row->match->row->id == BONNIE_IO_HEAD;
    bonnie->part = is_io ? PART_IO : PART_FILES;
    bonnie->columns = (struct bonnie_columns){0};
    bonnie->latency_of = PART_NONE;
    if (version)
        bonnie->version = version;
    if (!is_io) {
        bonnie->file_header = row->at;
        bonnie->file_machine = NULL;
        bonnie->is_converted = bonnie->is_converted && !version;
        return;
    }
    bonnie->version = version;
    bonnie->header = row->at;
    bonnie->is_original = !version;
    bonnie->is_late = false;
    bonnie->is_converted = pattern_group(row->match, "form", &form, &length) &&
                           length <= gap_of_converter;
    bonnie->first_run = bonnie->run = NO_LINE;
    bonnie->concurrency = NULL;
}

static void take_names(struct bonnie *bonnie, const struct bonnie_line *row)
{
    const char *line = row->match->subject;
    bonnie_read_columns(&bonnie->columns, line);
    if (strstr(line, "Name:Size"))
        bonnie->is_late = true;
    if (strstr(line, "%CPU"))
        bonnie->is_original = true;
    if (bonnie->part == PART_NONE) /* the lines above were cut */
        bonnie->part = strstr(line, "files") ? PART_FILES : PART_IO;
}

/* Says whether a match of that row counts where the walk stands. */
static bool is_in_place(const struct bonnie *bonnie, size_t at, int row)
{
    const size_t near = 3; /* lines between a header and a row that is damaged */
    switch ((enum bonnie_row)row) {
    case BONNIE_IO:
        return bonnie->part == PART_IO;
    case BONNIE_ORIGINAL:
        return bonnie->part == PART_IO && bonnie->is_original;
    case BONNIE_FILES:
        return bonnie->part == PART_FILES;
    case BONNIE_BROKEN:
        return bonnie->part != PART_NONE && at <= bonnie->last_line + near;
    case BONNIE_TAIL:
        return false; /* only behind what they are the tail of */
    default:
        return true;
    }
}

static bool is_head(int row)
{
    return row == BONNIE_IO_HEAD || row == BONNIE_FILE_HEAD || row == BONNIE_CONCURRENCY ||
           row == BONNIE_NAMES;
}

/* The first row that matches and counts here. */
static bool match_rows(struct bonnie *bonnie, size_t at, const char *line, size_t length,
                       struct pattern_match *match)
{
    for (int row = 0; row < BONNIE_ROWS; row++)
        if (is_in_place(bonnie, at, row) &&
            pattern_match_row(bonnie->rows, row, line, length, match))
            return true;
    return false;
}

/* Matches the line, joined with the next ones where mail has pushed cells
 * there; *used says how many lines that takes. */
static bool match_line(struct bonnie *bonnie, size_t at, struct pattern_match *match,
                       const char **original, size_t *used)
{
    enum { MOST_TAILS = 3 };
    struct text_stream *lines = bonnie->lines;
    struct arena *arena = bonnie->walk.output->arena;
    struct pattern_match tail;
    size_t nr = 1;
    for (; nr <= MOST_TAILS && at + nr < lines->nr; nr++) {
        const struct text_line *next = &lines->lines[at + nr];
        if (next->class != LINE_PROSE || text_is_blank(next))
            break;
        const char *clean = bonnie_clean(arena, next->at, next->length);
        if (!pattern_match_row(bonnie->rows, BONNIE_TAIL, clean, next->length, &tail))
            break;
    }
    for (*used = nr; *used; --*used) {
        *original = *used > 1 ? text_join(bonnie->walk.text, lines, at, *used)
                              : lines->lines[at].at;
        const char *clean = bonnie_clean(arena, *original, strlen(*original));
        if (match_rows(bonnie, at, clean, strlen(clean), match) &&
            (*used == 1 || (match->row->id != BONNIE_BROKEN && !is_head(match->row->id))))
            return true;
    }
    *used = 1;
    return false;
}

static void note_progress(struct bonnie *bonnie, const char *line)
{
    bonnie->has_bytes = bonnie->has_bytes || strstr(line, "a byte at a time") ||
                        strstr(line, "putc()") || strstr(line, "getc()");
    bonnie->has_blocks = bonnie->has_blocks || strstr(line, "intelligently");
}

/* The header of the file section has up to 19 bytes of the machine's name. */
static void take_file_machine(struct bonnie *bonnie, const struct text_line *line)
{
    struct arena *arena = bonnie->walk.output->arena;
    char *name = bonnie_clean(arena, line->at, (size_t)(strstr(line->at, "-Create--") - line->at));
    size_t length = strlen(name);
    name += strspn(name, " ");
    for (length = strlen(name); length && strchr(" -", name[length - 1]);)
        name[--length] = '\0';
    bonnie->file_machine = length ? name : NULL;
}

/* Marks of progress, marks below figures, and the line that stands between them. */
static bool take_said(struct bonnie *bonnie, struct text_line *line)
{
    bool is_pointer = strchr(line->at, '^') && line->at[strspn(line->at, "^ \t~")] == '\0';
    bool is_middle = bonnie->part == PART_FILES && strstr(line->at, "-Create--") &&
                     !strstr(line->at, "Sequential");
    if (!is_pointer && !is_middle && !bonnie_is_said(line->at))
        return false;
    if (is_middle)
        take_file_machine(bonnie, line);
    note_progress(bonnie, line->at);
    line->class = LINE_DETAIL;
    return true;
}

static void take_match(struct bonnie *bonnie, const struct bonnie_line *row)
{
    switch ((enum bonnie_row)row->match->row->id) {
    case BONNIE_IO_HEAD:
    case BONNIE_FILE_HEAD:
        take_head(bonnie, row);
        break;
    case BONNIE_CONCURRENCY:
        bonnie->concurrency =
            pattern_group_text(row->match, "concurrency", bonnie->walk.output->arena);
        if (bonnie->part == PART_NONE)
            bonnie->part = PART_IO;
        break;
    case BONNIE_NAMES:
        take_names(bonnie, row);
        break;
    case BONNIE_LATENCY:
        bonnie_take_latency(bonnie, row);
        break;
    case BONNIE_IO:
    case BONNIE_ORIGINAL:
        bonnie_take_io(bonnie, row);
        break;
    case BONNIE_FILES:
        bonnie_take_files(bonnie, row);
        break;
    case BONNIE_BROKEN:
        tool_fail(bonnie->walk.output, bonnie->lines->lines[row->at].line,
                  "a row of bonnie that is cut or damaged", "mend it, or add its CSV line");
        break;
    case BONNIE_TAIL:
        break;
    }
}

/* Meets the commands down to the line. */
static void meet_commands(struct bonnie *bonnie, size_t at)
{
    const struct command *command;
    while ((command = command_next(bonnie->commands, &bonnie->next_command, bonnie->walk.stream,
                                   at))) {
        if (!bonnie_is_command(command))
            continue;
        bonnie->walk.command = command;
        bonnie->is_spent = false;
        bonnie->is_fast = false;
        for (size_t w = 0; w < command->nr; w++)
            bonnie->is_fast = bonnie->is_fast || !strcmp(command->words[w], "-f");
    }
}

/* Text behind the results of a command ends what it is known for; a text behind rows of
 * files ends them, as their form is not strict enough to be met anywhere. */
static void take_other(struct bonnie *bonnie, struct text_line *line)
{
    if (take_said(bonnie, line))
        return;
    if (bonnie->is_spent)
        bonnie->walk.command = NULL;
    if (bonnie->part == PART_FILES && bonnie->latency_of == PART_FILES)
        bonnie->part = PART_NONE;
}

/* Takes the line at `at`; returns how many lines were used. */
static size_t take_line(struct bonnie *bonnie, size_t at)
{
    struct text_line *line = &bonnie->lines->lines[at];
    struct pattern_match match;
    struct bonnie_line row = {.at = at, .match = &match};
    size_t used;
    meet_commands(bonnie, at);
    if (line->class != LINE_PROSE || text_is_blank(line))
        return 1;
    if (strchr(line->at, ',') && (used = bonnie_take_csv(&bonnie->walk, at)))
        return used;
    if (strchr(line->at, '<') && (used = bonnie_take_html(&bonnie->walk, &bonnie->html, at)))
        return used;
    if (!match_line(bonnie, at, &match, &row.original, &used)) {
        take_other(bonnie, line);
        return 1;
    }
    line->class = LINE_DETAIL;
    size_t runs = bonnie->walk.nr;
    row.seam = line->length;
    take_match(bonnie, &row);
    bonnie->is_spent = bonnie->is_spent || bonnie->walk.nr > runs;
    bonnie->last_line = at;
    for (size_t i = at; i < at + used; i++)
        if (bonnie->lines->lines[i].class == LINE_PROSE)
            bonnie->lines->lines[i].class = LINE_DETAIL;
    return used;
}

static void bonnie_run_parser(struct text *text, const struct commands *commands,
                              struct tool_output *output)
{
    struct pattern_set *rows = pattern_set_new(bonnie_rows, BONNIE_ROWS);
    for (size_t s = 0; s < text->nr; s++) {
        size_t before = output->nr;
        struct bonnie bonnie = {.walk = {.text = text, .output = output, .stream = s},
                                .lines = &text->streams[s],
                                .rows = rows,
                                .html = {.run = NO_LINE},
                                .run = NO_LINE,
                                .first_run = NO_LINE,
                                .header = NO_LINE,
                                .file_header = NO_LINE,
                                .commands = commands};
        for (size_t at = 0;
             at < bonnie.lines->nr && !tool_is_full(output, bonnie.lines->lines[at].line);)
            at += take_line(&bonnie, at);
        bonnie_say_unread(text, s, output, output->nr > before);
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_bonnie = {"bonnie++", bonnie_bid, bonnie_run_parser};
