#include "parse/file_label.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/vocabulary.h"

enum { MOST_NAMES = 100, LONGEST_NAME = 120 };

/* One name of a file; several results may stand in it. */
struct name {
    const char *stem;   /* without folder and ending */
    const char *file;   /* as it was first met */
    size_t base_length; /* without the number at its end */
    unsigned number;    /* 0 for none */
    bool says_run;      /* "run2" */
    bool is_run;
};

struct names {
    struct arena *arena;
    struct name at[MOST_NAMES];
    size_t nr;
    bool is_overfull;
    bool has_twins;   /* one stem stands in two folders */
    bool has_folders; /* which are part of the stems, therefore */
};

bool file_label_is_mark(const char *line)
{
    size_t length = strlen(line);
    return length > 8 && !strncmp(line, "==> ", 4) && !strcmp(line + length - 4, " <==");
}

/* Returns the one file that the command shows, or NULL. */
static const char *shown_file(const struct command *command)
{
    static const struct {
        const char *program;
        size_t words; /* in front of the files */
    } rows[] = {{"cat", 0}, {"less", 0}, {"more", 0}, {"head", 0}, {"tail", 0},
                {"zcat", 0}, {"grep", 1}, {"egrep", 1}, {"zgrep", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *file = NULL;
        size_t words = 0;
        if (strcmp(command->program, rows[i].program))
            continue;
        for (size_t w = 0; w < command->nr && !strchr("|>;&", command->words[w][0]); w++) {
            if (command->words[w][0] == '-' ||
                !command->words[w][strspn(command->words[w], "0123456789")])
                continue;
            if (words++ >= rows[i].words)
                file = command->words[w];
        }
        bool is_one = words == rows[i].words + 1 && file && !strpbrk(file, "*?$`<{");
        return is_one && strncmp(file, "/proc/", 6) && strncmp(file, "/sys/", 5) ? file : NULL;
    }
    return NULL;
}

static void split_number(struct name *name)
{
    static const char *const words[] = {"run", "iter", "pass", "try", "loop", "test", "r"};
    size_t length = strlen(name->stem), base = length;
    while (base && isdigit((unsigned char)name->stem[base - 1]))
        base--;
    name->base_length = length;
    if (base == length || length - base > 3)
        return;
    name->number = (unsigned)strtoul(name->stem + base, NULL, 10);
    size_t word = base;
    while (word && isalpha((unsigned char)name->stem[word - 1]))
        word--;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (base - word == strlen(words[i]) &&
            !strncasecmp(name->stem + word, words[i], base - word)) {
            name->says_run = true;
            base = word;
        }
    bool is_thing = !name->says_run && vocabulary_is_thing(name->stem, base);
    while (base && strchr("-_. ", name->stem[base - 1]))
        base--;
    name->base_length = base;
    if (name->number && base && !is_thing)
        return;
    name->number = 0;
    name->base_length = length;
}

static size_t folder_length(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash && slash[1] ? (size_t)(slash - file) + 1 : 0;
}

static bool is_same_folder(const char *a, const char *b)
{
    size_t length = folder_length(a);
    return length == folder_length(b) && !memcmp(a, b, length);
}

/* Returns the index of the name, which is new or known; names->nr where there are too many. */
static size_t add_name(struct names *names, const char *file)
{
    const char *first = file + folder_length(file);
    const char *dot = strrchr(first, '.');
    size_t ending = dot ? strlen(dot + 1) : 0;
    first = names->has_folders ? file : first;
    bool has_ending = dot && dot > first && ending && ending <= 4 && isalpha((unsigned char)dot[1]);
    size_t length = has_ending ? (size_t)(dot - first) : strlen(first);
    for (size_t i = 0; i < names->nr; i++)
        if (strlen(names->at[i].stem) == length && !strncmp(names->at[i].stem, first, length)) {
            names->has_twins = names->has_twins || !is_same_folder(names->at[i].file, file);
            return i;
        }
    names->is_overfull = names->is_overfull || names->nr == MOST_NAMES;
    if (names->nr == MOST_NAMES || !length || length > LONGEST_NAME)
        return MOST_NAMES;
    struct name *name = &names->at[names->nr];
    *name = (struct name){.stem = arena_text(names->arena, first, length), .file = file};
    split_number(name);
    return names->nr++;
}

static bool is_same_base(const struct name *a, const struct name *b)
{
    return a->number && b->number && a->base_length == b->base_length &&
           !strncasecmp(a->stem, b->stem, a->base_length);
}

/* Numbers that count from 1 on, or whose word says so, are those of runs. */
static void settle_runs(struct names *names)
{
    bool says_run = false; /* of some name there are several runs, by their word */
    for (size_t i = 0; i < names->nr; i++) {
        unsigned least = names->at[i].number, most = least, others = 0;
        for (size_t k = 0; k < names->nr; k++) {
            if (k == i || !is_same_base(&names->at[i], &names->at[k]))
                continue;
            others++;
            least = names->at[k].number < least ? names->at[k].number : least;
            most = names->at[k].number > most ? names->at[k].number : most;
        }
        says_run = says_run || (others && names->at[i].says_run);
        names->at[i].is_run = others && (names->at[i].says_run || (least == 1 && most == others + 1));
    }
    for (size_t i = 0; i < names->nr; i++)
        names->at[i].is_run = names->at[i].is_run || (says_run && names->at[i].says_run);
    for (size_t i = 0; i < names->nr; i++)
        if (!names->at[i].is_run)
            names->at[i].base_length = strlen(names->at[i].stem);
}

/* How many bytes all bases share at that end, in whole words, with a word left of each. */
static size_t find_shared(const struct names *names, bool at_end)
{
    const struct name *first = &names->at[0];
    size_t shared = 0;
    for (size_t length = 1; length < first->base_length; length++) {
        const char *at = at_end ? first->stem + first->base_length - length : first->stem;
        if (!strchr("-_. ", at_end ? at[0] : at[length - 1]))
            continue;
        for (size_t i = 1; i < names->nr; i++) {
            const struct name *name = &names->at[i];
            if (name->base_length <= length ||
                strncasecmp(at_end ? name->stem + name->base_length - length : name->stem, at,
                            length))
                return shared;
        }
        shared = length;
    }
    return shared;
}

/* Takes off what all names share, unless it is a part of what the field calls them. */
static void make_levels(const struct names *names, const char **levels)
{
    const char *bare[MOST_NAMES];
    bool differ = false;
    for (size_t i = 0; i < names->nr; i++) {
        levels[i] = arena_text(names->arena, names->at[i].stem, names->at[i].base_length);
        differ = differ || strcasecmp(levels[i], levels[0]);
    }
    size_t leading = differ ? find_shared(names, false) : 0;
    size_t trailing = differ ? find_shared(names, true) : 0;
    for (size_t i = 0; i < names->nr; i++) {
        if (names->at[i].base_length <= leading + trailing)
            return;
        bare[i] = arena_text(names->arena, names->at[i].stem + leading,
                             names->at[i].base_length - leading - trailing);
    }
    struct vocabulary *words = vocabulary_new();
    bool is_worse = vocabulary_factor(words, levels, names->nr) &&
                    !vocabulary_factor(words, bare, names->nr);
    vocabulary_free(words);
    for (size_t i = 0; i < names->nr && !is_worse; i++)
        levels[i] = bare[i];
}

/* Finds the file that is shown where each result of the stream stands. */
static void find_shown(const struct text *text, const struct commands *commands,
                       const struct tool_output *output, struct file_label *labels)
{
    size_t next = 0, at = 0, stream = (size_t)-1;
    struct file_label shown = {NULL, 0, LABEL_FILE_SHOWN, 0, NULL};
    for (size_t r = 0; r < output->nr; r++) {
        const struct result *result = &output->at[r];
        const struct text_stream *lines = &text->streams[result->stream];
        if (result->stream != stream) {
            stream = result->stream;
            next = at = 0;
            shown.level = NULL;
        }
        for (; at < lines->nr && at <= result->line; at++) {
            const struct text_line *line = &lines->lines[at];
            const struct command *command;
            while ((command = command_next(commands, &next, stream, at + 1))) {
                shown.level = command->is_script ? shown.level : shown_file(command);
                shown.line = lines->lines[command->first].line;
                shown.text = command->text;
            }
            if (file_label_is_mark(line->at)) {
                shown.level = arena_text(output->arena, line->at + 4, line->length - 8);
                shown.line = line->line;
                shown.text = line->at;
            }
        }
        if (shown.level)
            labels[r] = shown;
    }
}

/* Sets the name of each result.  Files of one name in several folders are told apart by
 * these. */
static void add_names(struct names *names, const struct tool_output *output,
                      const struct file_label *labels, size_t *name_of)
{
    do {
        names->has_folders = names->has_twins;
        names->nr = 0;
        for (size_t r = 0; r < output->nr; r++)
            name_of[r] = labels[r].level ? add_name(names, labels[r].level) : MOST_NAMES;
    } while (names->has_twins && !names->has_folders);
}

void file_label_find(const struct text *text, const struct commands *commands,
                     const struct tool_output *output, struct file_label *labels)
{
    struct names *names = arena_alloc(output->arena, sizeof *names);
    size_t *name_of = arena_alloc(output->arena, output->nr * sizeof *name_of);
    const char *levels[MOST_NAMES];
    names->arena = output->arena;
    memset(labels, 0, output->nr * sizeof *labels);
    for (size_t r = 0; r < output->nr; r++) {
        const char *part = text->streams[output->at[r].stream].part;
        if (part && *part)
            labels[r] = (struct file_label){part, 0, LABEL_ATTACHMENT, 0, part};
    }
    find_shown(text, commands, output, labels);
    add_names(names, output, labels, name_of);
    settle_runs(names);
    make_levels(names, levels);
    for (size_t r = 0; r < output->nr; r++) {
        if (name_of[r] == MOST_NAMES || names->is_overfull) {
            labels[r].level = NULL;
            continue;
        }
        labels[r].level = levels[name_of[r]];
        labels[r].run = names->at[name_of[r]].is_run ? names->at[name_of[r]].number : 0;
    }
}
