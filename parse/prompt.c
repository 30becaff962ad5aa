#include "parse/prompt.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_PLACE = 60, LONGEST_HOST = 40 };

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("._-", at[length])))
        length++;
    return length;
}

/* Says whether "$ " or "# " follows, behind what a prompt says of the folder. */
static bool ends_prompt(const char *at, bool may_have_folder)
{
    if (may_have_folder && *at && strchr(": ~]/", *at)) {
        size_t place = strcspn(at, "#$%>");
        if (place > LONGEST_PLACE || (place && at[0] == ' ' && memchr(at + 1, ' ', place - 1)))
            return false;
        at += place;
    }
    return *at && strchr("#$%>", *at) && isspace((unsigned char)at[1]);
}

/* "bash-5.1$" names the shell, and "localhost" any host. */
static bool names_none(const char *at, size_t length)
{
    static const char *const starts[] = {"bash-", "sh-", "ksh-", "zsh-", "localhost"};
    static const char *const users[] = {"root", "user", "sh", "bash"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncasecmp(at, starts[i], strlen(starts[i])))
            return true;
    for (size_t i = 0; i < sizeof users / sizeof users[0]; i++)
        if (length == strlen(users[i]) && !strncasecmp(at, users[i], length))
            return true;
    return false;
}

const char *prompt_host(struct arena *arena, const char *line)
{
    line += strspn(line, " \t");
    line += *line == '[' || *line == '(';
    size_t length = name_length(line);
    bool has_user = length && line[length] == '@';
    if (has_user) {
        line += length + 1;
        length = name_length(line);
    }
    bool has_folder = has_user || line[length] == ':';
    if (!length || length > LONGEST_HOST || !ends_prompt(line + length, has_folder) ||
        !isalpha((unsigned char)*line) || names_none(line, length))
        return NULL;
    return arena_text(arena, line, length);
}

const char *prompt_remote(struct arena *arena, const char *line)
{
    static const char success[] = " [SUCCESS] ";
    line += strspn(line, " \t");
    const char *host = *line == '[' && isdigit((unsigned char)line[1]) ? strstr(line, success) : NULL;
    if (host) {
        host += strlen(success);
        return arena_text(arena, host, name_length(host));
    }
    size_t length = name_length(line);
    bool is_ansible = length && (!strncmp(line + length, " | SUCCESS ", 11) ||
                                 !strncmp(line + length, " | CHANGED ", 11));
    return is_ansible && strstr(line, " >>") ? arena_text(arena, line, length) : NULL;
}
