#include "parse/echo.h"

#include <ctype.h>
#include <string.h>

#include "parse/pattern.h"
#include "record/strbuf.h"

enum { MOST_TEMPLATES = 16, MOST_LINES = 4, LEAST_LETTERS = 3, LONGEST_NAME = 31 };

struct echo_form {
    struct pattern_row row;
    const char *names[ECHO_VARIABLES];
    size_t variables;
};

/* Returns the length of a shell variable's mention at "$…", and its name. */
static size_t variable_at(const char *at, const char **name, size_t *name_length)
{
    size_t brace = at[1] == '{' ? 1 : 0;
    *name = at + 1 + brace;
    *name_length = 0;
    while (isalnum((unsigned char)(*name)[*name_length]) || (*name)[*name_length] == '_')
        ++*name_length;
    if (!*name_length || *name_length > LONGEST_NAME || isdigit((unsigned char)**name) ||
        (brace && (*name)[*name_length] != '}'))
        return 0;
    return 1 + brace + *name_length + brace;
}

/* Adds a variable as a named group, a second mention as a plain one. */
static void add_variable(struct echo_form *template, struct strbuf *regex, struct arena *arena,
                         const char *name, size_t length)
{
    const char *copy = arena_text(arena, name, length);
    for (size_t i = 0; i < template->variables; i++) {
        if (!strcmp(template->names[i], copy)) {
            strbuf_string(regex, ".+?");
            return;
        }
    }
    if (template->variables == ECHO_VARIABLES) {
        strbuf_string(regex, ".+?");
        return;
    }
    template->names[template->variables++] = copy;
    strbuf_printf(regex, "(?<%s>.+?)", copy);
}

/* Adds one word of the echo; returns how many letters of its own it has. */
static size_t add_word(struct echo_form *template, struct strbuf *regex, struct arena *arena,
                       const char *word)
{
    size_t letters = 0;
    for (const char *at = word; *at;) {
        const char *name;
        size_t length, used = *at == '$' ? variable_at(at, &name, &length) : 0;
        if (used) {
            add_variable(template, regex, arena, name, length);
            at += used;
        } else if (*at == ' ') {
            strbuf_string(regex, "\\s+");
            at += strspn(at, " ");
        } else {
            if (!isalnum((unsigned char)*at))
                strbuf_byte(regex, '\\');
            letters += isalpha((unsigned char)*at) != 0;
            strbuf_byte(regex, *at++);
        }
    }
    return letters;
}

/* Returns whether the echo is a template. */
static bool make_template(struct echo_form *template, struct arena *arena,
                          const struct command *command, int id)
{
    struct strbuf regex = STRBUF_INIT;
    size_t letters = 0, first = 0;
    while (first < command->nr && command->words[first][0] == '-')
        first++;
    *template = (struct echo_form){.variables = 0};
    strbuf_string(&regex, "^\\s*");
    for (size_t i = first; i < command->nr && !strchr(">|&;", command->words[i][0]); i++) {
        if (i > first)
            strbuf_string(&regex, "\\s+");
        letters += add_word(template, &regex, arena, command->words[i]);
    }
    strbuf_string(&regex, "\\s*$");
    template->row = (struct pattern_row){
        .id = id, .regex = arena_text(arena, regex.text, regex.length)};
    strbuf_free(&regex);
    return template->variables && letters >= LEAST_LETTERS;
}

static size_t make_templates(struct echo_form *templates, struct arena *arena,
                             const struct commands *commands)
{
    size_t nr = 0;
    for (size_t i = 0; i < commands->nr && nr < MOST_TEMPLATES; i++)
        if (commands->at[i].is_script && !strcmp(commands->at[i].program, "echo") &&
            make_template(&templates[nr], arena, &commands->at[i], (int)nr))
            nr++;
    return nr;
}

static void add_hit(struct echo_hits *hits, struct arena *arena, const struct echo_form *template,
                    const struct pattern_match *match, struct echo_hit hit)
{
    hit.variables = template->variables;
    for (size_t i = 0; i < template->variables; i++) {
        const char *value = pattern_group_text(match, template->names[i], arena);
        hit.names[i] = template->names[i];
        hit.values[i] = value ? value : "";
    }
    hits->at = arena_grow(arena, hits->at, hits->nr, &hits->room, sizeof *hits->at);
    hits->at[hits->nr++] = hit;
}

static bool is_free(const struct text_line *line)
{
    return (line->class == LINE_PROSE || line->class == LINE_TABLE) && !text_is_blank(line);
}

/* Tries the line, then the line joined with those below; returns the lines used. */
static size_t try_line(const struct text *text, struct echo_hits *hits,
                       const struct echo_form *templates, struct pattern_set *rows, size_t stream,
                       size_t at)
{
    const struct text_stream *lines = &text->streams[stream];
    for (size_t nr = 1; nr <= MOST_LINES && at + nr <= lines->nr; nr++) {
        struct pattern_match match;
        if (!is_free(&lines->lines[at + nr - 1]))
            break;
        const char *joined = nr == 1 ? lines->lines[at].at : text_join(text, lines, at, nr);
        if (!pattern_match(rows, joined, strlen(joined), &match))
            continue;
        add_hit(hits, text->arena, &templates[match.row->id], &match,
                (struct echo_hit){.stream = stream, .line = at, .nr = nr, .text = joined});
        return nr;
    }
    return 1;
}

void echo_find(const struct text *text, const struct commands *commands,
                   struct echo_hits *hits)
{
    struct echo_form templates[MOST_TEMPLATES];
    struct pattern_row rows[MOST_TEMPLATES];
    size_t nr = make_templates(templates, text->arena, commands);
    *hits = (struct echo_hits){NULL, 0, 0};
    if (!nr)
        return;
    for (size_t i = 0; i < nr; i++)
        rows[i] = templates[i].row;
    struct pattern_set *set = pattern_set_new_own(rows, nr);
    for (size_t s = 0; s < text->nr; s++)
        for (size_t at = 0; at < text->streams[s].nr;)
            at += is_free(&text->streams[s].lines[at])
                      ? try_line(text, hits, templates, set, s, at)
                      : 1;
    pattern_set_free(set);
}
