#include "report/command_line.h"

#include <string.h>

/* Adds an argument as a shell reads it. */
static void add_argument(struct strbuf *command, const char *argument)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+%@^";
    strbuf_byte(command, ' ');
    if (*argument && argument[strspn(argument, plain)] == '\0') {
        strbuf_string(command, argument);
        return;
    }
    strbuf_byte(command, '\'');
    for (; *argument; argument++)
        if (*argument == '\'')
            strbuf_string(command, "'\\''");
        else
            strbuf_byte(command, *argument);
    strbuf_byte(command, '\'');
}

void command_line_note(struct strbuf *command, const char *program, int argc, char *const *argv)
{
    strbuf_string(command, program);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-o") || !strcmp(argv[i], "--output"))
            i++;
        else if (strncmp(argv[i], "-o", 2) != 0 && strncmp(argv[i], "--output=", 9) != 0)
            add_argument(command, argv[i]);
    }
}
