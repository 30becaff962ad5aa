/* Values that commands give: operands, and variables of the shell. */
#include <string.h>

#include "parse/command.h"

const char *command_operand(const struct command *command, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < command->nr; i++)
        if (!strncmp(command->words[i], name, length) && command->words[i][length] == '=')
            return command->words[i] + length + 1;
    return NULL;
}

/* Returns the plain value in "NAME=value", where text starts with that, or NULL. */
static const char *assigned(struct arena *arena, const char *text, const char *name, size_t length)
{
    if (strncmp(text, name, length) || text[length] != '=')
        return NULL;
    text += length + 1;
    text += *text == '"' || *text == '\'';
    size_t size = strcspn(text, "\"' \t;");
    const char *value = arena_text(arena, text, size);
    return size && !strpbrk(value, "$`*(") ? value : NULL;
}

/* Says whether a command of a script gives the variable a value, maybe behind "then". */
static bool gives_value(const char *text, const char *name, size_t length)
{
    for (const char *at = text; (at = memmem(at, strlen(at), name, length)); at++)
        if (at[length] == '=' && (at == text || strchr(" \t;", at[-1])))
            return true;
    return false;
}

const char *command_variable(const struct commands *commands, const struct command *command,
                             const char *name, size_t length)
{
    enum { MOST_LOOKED_AT = 200 };
    static const char export[] = "export ";
    const char *value = NULL;
    size_t looked = 0, given = 0;
    if (command < commands->at || command >= commands->at + commands->nr)
        return NULL;
    for (size_t i = (size_t)(command - commands->at); i-- > 0 && looked < MOST_LOOKED_AT; looked++) {
        const struct command *above = &commands->at[i];
        if (above->stream != command->stream)
            continue;
        /* The variable of a loop has many values; so may one that a script sets twice. */
        if ((!strcmp(above->program, "for") || !strcmp(above->program, "read")) && above->nr &&
            !strncmp(above->words[0], name, length) && !above->words[0][length])
            return NULL;
        given += above->is_script && gives_value(above->text, name, length);
        if (given > 1)
            return NULL;
        const char *text = above->text;
        text += strncmp(text, export, strlen(export)) ? 0 : strlen(export);
        if (!value)
            value = assigned(commands->arena, text, name, length);
        if (value && !command->is_script)
            break;
    }
    return value;
}
