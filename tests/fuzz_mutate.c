#include "tests/fuzz_mutate.h"

#include <ctype.h>
#include <string.h>

enum { MOST_CHANGES = 6, LONG_LINE = 1 << 20, DEEP = 100000 };

static uint64_t state;

void fuzz_random_start(uint64_t seed)
{
    state = 0x9e3779b97f4a7c15 ^ (seed * 0xbf58476d1ce4e5b9);
    if (!state)
        state = 1;
}

/* Marsaglia's xorshift64. */
size_t fuzz_random(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

void fuzz_set(struct fuzz_input *input, const char *bytes, size_t length)
{
    input->length = length < FUZZ_LARGEST ? length : FUZZ_LARGEST;
    memcpy(input->bytes, bytes, input->length);
}

/* Replaces removed bytes at place by length bytes, which are none of the input's,
 * if there is room. */
static void splice(struct fuzz_input *input, size_t place, size_t removed, const char *bytes,
                   size_t length)
{
    if (input->length - removed + length > FUZZ_LARGEST)
        return;
    memmove(input->bytes + place + length, input->bytes + place + removed,
            input->length - place - removed);
    memcpy(input->bytes + place, bytes, length);
    input->length = input->length - removed + length;
}

static size_t line_start(const struct fuzz_input *input, size_t place)
{
    while (place && input->bytes[place - 1] != '\n')
        place--;
    return place;
}

static size_t line_end(const struct fuzz_input *input, size_t place)
{
    while (place < input->length && input->bytes[place] != '\n')
        place++;
    return place < input->length ? place + 1 : place;
}

static void flip_byte(struct fuzz_input *input, size_t place)
{
    input->bytes[place] = (char)fuzz_random(256);
}

static void cut_end(struct fuzz_input *input, size_t place)
{
    input->length = place + 1;
}

static void cut_start(struct fuzz_input *input, size_t place)
{
    splice(input, 0, place, "", 0);
}

static void cut_range(struct fuzz_input *input, size_t place)
{
    size_t most = input->length - place < 200 ? input->length - place : 200;
    splice(input, place, fuzz_random(most) + 1, "", 0);
}

static void drop_line(struct fuzz_input *input, size_t place)
{
    size_t first = line_start(input, place);
    splice(input, first, line_end(input, place) - first, "", 0);
}

static void repeat_lines(struct fuzz_input *input, size_t place)
{
    char lines[4000];
    size_t first = line_start(input, place);
    size_t end = line_end(input, place + fuzz_random(input->length - place));
    size_t length = end - first < sizeof lines ? end - first : sizeof lines;
    memcpy(lines, input->bytes + first, length);
    splice(input, first, 0, lines, length);
}

static void move_line(struct fuzz_input *input, size_t place)
{
    char line[500];
    size_t first = line_start(input, place), length = line_end(input, place) - first;
    if (length > sizeof line)
        return;
    memcpy(line, input->bytes + first, length);
    splice(input, first, length, "", 0);
    place = input->length ? line_start(input, fuzz_random(input->length)) : 0;
    splice(input, place, 0, line, length);
}

static void join_lines(struct fuzz_input *input, size_t place)
{
    size_t end = line_end(input, place);
    if (end && input->bytes[end - 1] == '\n')
        input->bytes[end - 1] = ' ';
}

/* As mail programs wrap: at a blank. */
static void wrap_line(struct fuzz_input *input, size_t place)
{
    while (place < input->length && input->bytes[place] != ' ')
        place++;
    if (place < input->length)
        input->bytes[place] = '\n';
}

static void quote_lines(struct fuzz_input *input, size_t place)
{
    size_t lines = fuzz_random(20) + 1;
    for (place = line_start(input, place); lines-- && place < input->length;
         place = line_end(input, place))
        splice(input, place, 0, "> ", 2);
}

static void change_number(struct fuzz_input *input, size_t place)
{
    static const char *const numbers[] = {
        "0",           "-1",         "99999999999999999999999", "1e308", "1e-308",
        "0.000000001", "4294967296", "18446744073709551616",    "1,5",   "1.2.3",
        "00000",       "",           "2147483648",              "nan",   "inf",
        "9223372036854775807",       "1e999",                   "0x10",  "+++++",
    };
    size_t length = 0;
    while (place < input->length && !isdigit((unsigned char)input->bytes[place]))
        place++;
    while (place + length < input->length && isdigit((unsigned char)input->bytes[place + length]))
        length++;
    const char *number = numbers[fuzz_random(sizeof numbers / sizeof numbers[0])];
    splice(input, place, length, number, strlen(number));
}

/* Puts another separator in place of one, here or in the rest of the line. */
static void change_separator(struct fuzz_input *input, size_t place)
{
    static const char separators[] = " \t,;:=|/()[]{}\"'.-+%";
    char from = separators[fuzz_random(sizeof separators - 1)];
    char to = separators[fuzz_random(sizeof separators - 1)];
    size_t end = line_end(input, place);
    for (size_t nr = fuzz_random(20) + 1; place < end && nr; place++)
        if (input->bytes[place] == from) {
            input->bytes[place] = to;
            nr--;
        }
}

static void squeeze_blanks(struct fuzz_input *input, size_t place)
{
    size_t end = line_end(input, place), to = line_start(input, place);
    for (size_t from = to; from < end; from++)
        if (from + 1 >= end || input->bytes[from] != ' ' || input->bytes[from + 1] != ' ')
            input->bytes[to++] = input->bytes[from];
    splice(input, to, end - to, "", 0);
}

static void change_case(struct fuzz_input *input, size_t place)
{
    for (size_t end = place + 20; place < end && place < input->length; place++)
        input->bytes[place] = (char)(isupper((unsigned char)input->bytes[place])
                                         ? tolower((unsigned char)input->bytes[place])
                                         : toupper((unsigned char)input->bytes[place]));
}

static void add_word(struct fuzz_input *input, size_t place)
{
    static const char *const words[] = {
        "\r",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        "\xc2\xa0",
        "\xff",
        "\xff\xfe",
        "=",
        "=3D",
        "> ",
        "+++++ +++ ",
        "x: (groupid=0, jobs=1): err= 0: pid=1\n",
        "read : io=1KB, bw=1KB/s, iops=1 , runt=1msec\n",
        "Run status group 0 (all jobs):\n",
        "th=[",
        "\n-- \n",
        "[global]\n",
        "#!/bin/sh\n",
        "for a in b; do\n",
        "echo \"$a on $b\"\n",
        "\\\n",
        "$ dd if=/dev/sda of=/dev/null \\\n",
        "=====\n",
        "Run 1\n",
        "12 s, 1 MB/s",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
        "Content-Transfer-Encoding: base64\n",
        "-------------- next part --------------\n",
        "\nFrom a@example.org Tue Oct  1 01:30:23 2013\nFrom: a\nDate: b\n",
        "Version  1.97       ------Sequential Output------\n",
        ",,,,,,,,,,,,,",
        "(((((((",
        "::::",
        "%CP /sec K/sec ",
        "\x1b[31m",
        "\xe3\x80\x80",
        "```\n",
        "<br>",
        "{\"jobs\":[{\"jobname\":\"a\",\"read\":{\"iops\":1}}]}\n",
        "3;fio-3.33;a;0;0;1;1;1;1\n",
        "0, 1024, 0, 4096, 0\n",
        "IOPS=3.37M, BW=13.15GiB/s, IOS/call=32/31\n",
        "Jobs: 1 (f=1): [r] [50.0% done] [1K/0K /s]\r",
        "real\t0m1.5s\n",
    };
    const char *word = words[fuzz_random(sizeof words / sizeof words[0])];
    splice(input, place, 0, word, strlen(word));
}

static void add_nul(struct fuzz_input *input, size_t place)
{
    splice(input, place, 0, "", 1);
}

static void change_line_ends(struct fuzz_input *input, size_t place)
{
    for (size_t nr = fuzz_random(40) + 1; nr-- && place < input->length;
         place = line_end(input, place))
        if (input->bytes[place] == '\n')
            input->bytes[place] = '\r';
}

/* Rare: they make an input slow to try. */
static void add_long_line(struct fuzz_input *input, size_t place)
{
    static char line[LONG_LINE];
    size_t first = line_start(input, place), length = line_end(input, place) - first;
    if (fuzz_random(60) || !length || length > sizeof line)
        return;
    memcpy(line, input->bytes + first, length);
    if (line[length - 1] == '\n')
        line[length - 1] = ' ';
    for (size_t used = length; used < sizeof line; used++)
        line[used] = line[used - length];
    splice(input, first, 0, line, sizeof line);
}

static void nest(struct fuzz_input *input, size_t place)
{
    static const char *const opens[] = {"[", "{\"a\":", "(", "> ", "{\"a\":[", "\"", "<p>"};
    static char text[DEEP * 7];
    const char *open = opens[fuzz_random(sizeof opens / sizeof opens[0])];
    size_t length = strlen(open), most = fuzz_random(20) ? 3000 : DEEP, used = 0;
    if (fuzz_random(10))
        return;
    for (; used + length <= most * length; used += length)
        memcpy(text + used, open, length);
    splice(input, place, 0, text, used);
}

/* Cuts a piece of another seed in. */
static void cross(struct fuzz_input *input, size_t place, const struct fuzz_seed *other)
{
    if (!other->length)
        return;
    size_t first = fuzz_random(other->length), length = fuzz_random(other->length - first) + 1;
    size_t removed = fuzz_random(2) ? fuzz_random(input->length - place) : 0;
    splice(input, place, removed, other->bytes + first, length);
}

void fuzz_mutate(struct fuzz_input *input, const struct fuzz_seed *other)
{
    static void (*const changes[])(struct fuzz_input *input, size_t place) = {
        flip_byte,     cut_end,       cut_start,        cut_range,        drop_line,
        repeat_lines,  move_line,     join_lines,       wrap_line,        quote_lines,
        change_number, change_number, change_number,    change_separator, change_separator,
        add_word,      add_word,      squeeze_blanks,   change_case,      add_nul,
        change_line_ends, add_long_line, nest,
    };
    enum { CHANGES = sizeof changes / sizeof changes[0] };
    for (size_t nr = fuzz_random(MOST_CHANGES) + 1; nr-- && input->length;) {
        size_t change = fuzz_random(CHANGES + 1), place = fuzz_random(input->length);
        if (change == CHANGES)
            cross(input, place, other);
        else
            changes[change](input, place);
    }
}
