/* dd's command: operands, direction, and what ran beside it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/dd.h"
#include "record/strbuf.h"

bool dd_size(const char *text, double *bytes)
{
    static const struct {
        const char *suffix;
        double factor;
    } suffixes[] = {{"c", 1},     {"w", 2},       {"b", 512},        {"kB", 1e3},
                    {"KB", 1e3},  {"k", 1024},    {"K", 1024},       {"KiB", 1024},
                    {"kiB", 1024}, {"MB", 1e6},   {"M", 1048576},    {"m", 1048576},
                    {"MiB", 1048576}, {"GB", 1e9}, {"G", 1073741824}, {"g", 1073741824},
                    {"GiB", 1073741824}, {"TB", 1e12}, {"T", 1099511627776.0}, {"B", 1}, {"", 1}};
    double product = 1;
    for (const char *at = text;; at++) {
        double number, factor = 0;
        size_t digits = strspn(at, "0123456789"), length = strcspn(at + digits, "x*");
        if (!digits || !units_number(at, digits, &number, NULL))
            return false;
        for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
            if (strlen(suffixes[i].suffix) == length &&
                !strncmp(at + digits, suffixes[i].suffix, length))
                factor = suffixes[i].factor;
        if (factor <= 0)
            return false;
        product *= number * factor;
        at += digits + length;
        if (!*at)
            break;
    }
    *bytes = product;
    return true;
}

/* Computes "256*512" or "1024 * 4 + 1": products of whole numbers and their sums. */
static bool compute(const char *at, size_t length, double *value)
{
    double sum = 0, product = 0;
    char sign = '+';
    for (size_t i = 0; i < length;) {
        double number = 0;
        i += strspn(at + i, " ");
        size_t digits = strspn(at + i, "0123456789");
        if (!digits || i + digits > length || !units_number(at + i, digits, &number, NULL))
            return false;
        product = sign == '*' ? product * number : number;
        i += digits;
        i += strspn(at + i, " ");
        sign = i < length ? at[i++] : '+';
        if (sign != '*' && sign != '+')
            return false;
        if (sign == '+')
            sum += product;
    }
    *value = sum;
    return length > 0;
}

/* Puts in the values of "$name" and "${name}"; returns false where one is not known. */
static bool put_variables(struct strbuf *buf, const struct commands *commands,
                          const struct command *command, const char *value)
{
    for (const char *at = value; *at;) {
        size_t brace = *at == '$' && at[1] == '{', length = 0;
        const char *name = at + 1 + brace, *known;
        if (*at == '`' || (*at == '$' && at[1] == '(' && at[2] != '('))
            return false;
        if (*at != '$' || at[1] == '(') {
            strbuf_byte(buf, *at++);
            continue;
        }
        while (isalnum((unsigned char)name[length]) || name[length] == '_')
            length++;
        if (!length || (brace && name[length] != '}') ||
            !(known = command_variable(commands, command, name, length)))
            return false;
        strbuf_string(buf, known);
        at = name + length + brace;
    }
    return true;
}

const char *dd_resolve(const struct commands *commands, const struct command *command,
                       const char *value)
{
    struct strbuf buf = STRBUF_INIT;
    const char *result = NULL;
    double number;
    if (strstr(value, "{}"))
        return NULL; /* xargs and parallel put something in */
    if (!strpbrk(value, "$`"))
        return value;
    bool is_known = put_variables(&buf, commands, command, value);
    const char *text = arena_text(commands->arena, buf.text, buf.length);
    size_t length = buf.length;
    strbuf_free(&buf);
    if (!is_known)
        return NULL;
    if (length > 5 && !strncmp(text, "$((", 3) && !strcmp(text + length - 2, "))")) {
        if (compute(text + 3, length - 5, &number) && number >= 0 && number < 1e15)
            result = arena_printf(commands->arena, "%.0f", number);
    } else if (!strpbrk(text, "$`")) {
        result = text;
    }
    return result;
}

const char *dd_operand(const struct commands *commands, const struct command *command,
                       const char *name)
{
    const char *value = command_operand(command, name);
    return value && *value ? dd_resolve(commands, command, value) : NULL;
}

double dd_block(const struct commands *commands, const struct command *command, bool is_output)
{
    const char *const names[] = {"bs", is_output ? "obs" : "ibs"};
    double bytes;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (command_operand(command, names[i])) {
            const char *value = dd_operand(commands, command, names[i]);
            return value && dd_size(value, &bytes) ? bytes : 0;
        }
    return 512;
}

double dd_asked(const struct commands *commands, const struct command *command)
{
    const char *count = dd_operand(commands, command, "count");
    const char *flags = command_operand(command, "iflag");
    double number, block = dd_block(commands, command, false);
    if (!count || !dd_size(count, &number))
        return 0;
    bool is_bytes = (flags && strstr(flags, "count_bytes")) ||
                    (count[0] && count[strlen(count) - 1] == 'B');
    return is_bytes ? number : number * block;
}

/* Says whether a word of that name stands in length bytes of text. */
static const char *find_word(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = text; (at = memmem(at, length - (size_t)(at - text), word, size)); at++)
        if ((at == text || !strchr("/._-", at[-1])) &&
            (at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[size]) &&
            !strchr("._-=", at[size] ? at[size] : ' '))
            return at;
    return NULL;
}

/* Says whether what stands between time and dd makes one command of several. */
static bool opens_group(const char *at, const char *end)
{
    static const char *const shells[] = {"sh -c", "bash -c", "ksh -c", "su "};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (memmem(at, (size_t)(end - at), shells[i], strlen(shells[i])))
            return true;
    return memchr(at, '(', (size_t)(end - at)) || memchr(at, '{', (size_t)(end - at));
}

/* Says whether the command that starts at offset ends in "&": it does not wait. */
static bool ends_in_background(const char *at)
{
    char quote = 0;
    for (; *at; at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
        if (quote)
            continue;
        if (*at == '&' && at[1] == '&')
            return false;
        if (*at == '&' && at[1] != '>' && at[-1] != '>')
            return true;
        if (*at == ';') {
            at += strspn(at, "; \t");
            return !strncmp(at, "done", 4) && at[4 + strspn(at + 4, " )")] == '&' &&
                   at[5 + strspn(at + 4, " )")] != '&';
        }
    }
    return false;
}

/* Says whether a dd in front of offset does not wait for its end. */
static bool runs_beside(const char *whole, size_t offset)
{
    const char *dd = find_word(whole, offset, "dd");
    return dd && dd + 3 < whole + offset && ends_in_background(dd + 1);
}

static bool is_many_at_once(const char *text, size_t length)
{
    static const char *const words[] = {"mpirun", "mpiexec", "srun", "pdsh", "parallel", "clush",
                                        "xargs"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *found = find_word(text, length, words[i]);
        if (found && (strcmp(words[i], "xargs") ||
                      memmem(found, length - (size_t)(found - text), "-P", 2) ||
                      memmem(found, length - (size_t)(found - text), "--max-procs", 11)))
            return true;
    }
    return false;
}

struct dd_setting dd_command_setting(const struct command *command)
{
    struct dd_setting setting = {0};
    const char *whole = command->whole, *own = whole + command->offset;
    const char *time = find_word(whole, command->offset, "time"), *other;
    /* Of several times the last one in front of dd is its own. */
    while (time && (other = find_word(time + 1, (size_t)(own - time - 1), "time")))
        time = other;
    if (!time)
        time = find_word(whole, command->offset, "timex");
    if (time && memchr(time, ';', (size_t)(own - time)) && !opens_group(time, own))
        time = NULL;
    setting.is_timed = time || !strncmp(own, "time ", 5);
    setting.times_others = time && opens_group(time, own);
    /* Behind a pipe others are timed with it. */
    setting.times_others = setting.times_others || strchr(own, '|') != NULL;
    setting.times_other = !setting.is_timed && find_word(own, strlen(own), "time");
    setting.is_loop = find_word(whole, command->offset, "for") ||
                      find_word(whole, command->offset, "while") ||
                      find_word(whole, command->offset, "seq") ||
                      find_word(whole, command->offset, "xargs");
    setting.is_background = ends_in_background(own);
    setting.is_parallel = (setting.is_loop && setting.is_background) ||
                          runs_beside(whole, command->offset) ||
                          is_many_at_once(whole, command->offset);
    return setting;
}
