/* Writes an archive of mails to standard output, of any size and the same for every seed:
 * mailgen BYTES SEED.  Of a hundred mails 80 are plain, 9 quoted-printable, 4 base64 and 7
 * multipart, half of these with a picture; 1 in 500 holds a result, 1 in 50 words of one. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODY = 1 << 16, LINE = 72 };

static uint64_t state;
static size_t written;

static unsigned any(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

static void put(const char *text)
{
    written += strlen(text);
    fputs(text, stdout);
}

static const char *const words[] = {
    "the",   "of",     "a",      "disk",    "queue",  "driver", "request", "kernel",  "and",
    "we",    "should", "patch",  "storage", "when",   "it",     "write",   "read",    "cache",
    "is",    "that",   "with",   "virtual", "guest",  "host",   "for",     "latency", "this",
    "to",    "not",    "device", "block",   "memory", "page",   "in",      "on",      "test",
    "build", "error",  "report", "lock",    "thread", "signal", "timer",   "batch",   "limit",
};

/* Results as the tools print them, with other figures each time. */
static const char *const results[] = {
    "job%u: (groupid=0, jobs=1): err= 0: pid=%u: Mon Jan  1 00:00:00 2024\n"
    "  read : io=%u.0MB, bw=%u.0KB/s, iops=%u , runt=%umsec\n",
    "job%u: (groupid=0, jobs=1): err= 0: pid=%u: Mon Jan  1 00:00:00 2024\n"
    "  write: IOPS=%u, BW=%uMiB/s (%uMB/s)(1024MiB/%umsec)\n",
    "# dd if=/dev/zero of=/mnt/t bs=1M count=100 oflag=direct  # %u %u %u %u %u %u\n"
    "100+0 records in\n100+0 records out\n104857600 bytes (105 MB) copied, 1.5 s, 69.9 MB/s\n",
    "box%u,4G,%u,97,%u,20,%u,9,%u,95,%u,9,210.3,0,16,+++++,+++,+++++,+++,+++++,+++,+++++,+++,"
    "+++++,+++,+++++,+++\n",
};

static const char *const near_misses[] = {
    "+\tprintf(\" %s: io=%s, bw=%s/s, iops=%s\\n\", name, size, rate, count);\n",
    "I get about 40 MB/s with dd, which is low.\n",
    "usb 1-2: transferred 4096 bytes (short)\n",
    "-drive file=disk.img,if=virtio,bw=100\n",
};

static size_t add(char *to, size_t at, const char *text)
{
    size_t length = strlen(text);
    if (at + length >= MOST_BODY)
        return at;
    memcpy(to + at, text, length + 1);
    return at + length;
}

static size_t add_line(char *to, size_t at, unsigned kind)
{
    char line[LINE + 32] = "";
    size_t length = 0;
    static const char *const starts[] = {"", "> ", ">> ", "+\t", " \t"};
    length = add(line, length, starts[kind]);
    while (length < LINE - 12) {
        length = add(line, length, words[any(sizeof words / sizeof words[0])]);
        length = add(line, length, any(8) ? " " : kind > 2 ? " = " : ", ");
    }
    line[length] = '\0';
    at = add(to, at, line);
    return add(to, at, "\n");
}

static size_t make_body(char *to)
{
    size_t at = 0, wanted = 300 + any(3000) + (any(4) ? 0 : any(12000));
    char block[1000];
    unsigned kind = any(3) ? 0 : 3, which = any(500) ? any(50) ? 0 : 2 : 1;
    size_t place = any((unsigned)wanted);
    for (bool is_done = which == 0; at < wanted || !is_done;) {
        if (!is_done && at >= place) {
            if (which == 1)
                snprintf(block, sizeof block, results[any(4)], any(9), 100 + any(9000), any(9000) + 9,
                         any(90000) + 9, any(9000) + 9, any(9000) + 1000);
            at = add(to, at, which == 1 ? block : near_misses[any(4)]);
            is_done = true;
        }
        for (unsigned i = 2 + any(9), k = kind + any(kind ? 2 : 3); i; i--)
            at = add_line(to, at, k);
        at = add(to, at, "\n");
    }
    return at;
}

static void put_base64(const char *bytes, size_t length)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[80];
    size_t column = 0;
    for (size_t at = 0; at + 2 < length; at += 3) {
        const unsigned char *from = (const unsigned char *)bytes + at;
        unsigned group = (unsigned)from[0] << 16 | (unsigned)from[1] << 8 | from[2];
        for (int i = 18; i >= 0; i -= 6)
            line[column++] = letters[group >> i & 63];
        if (column == 76) {
            memcpy(line + column, "\n", 2);
            put(line);
            column = 0;
        }
    }
    memcpy(line + column, "\n", 2);
    put(line);
}

static void put_quoted(const char *text)
{
    char line[160];
    size_t column = 0;
    for (; *text; text++) {
        bool is_end = *text == '\n', is_sign = *text == '=';
        column += (size_t)sprintf(line + column, is_sign ? "=3D" : "%c", *text);
        if (is_end || column > 70) {
            if (!is_end)
                column += (size_t)sprintf(line + column, "=\n");
            put(line);
            column = 0;
        }
    }
}

static void put_picture(void)
{
    static char picture[30000];
    size_t length = 4000 + any(26000);
    for (size_t i = 0; i < length; i++)
        picture[i] = (char)any(256);
    put("--part\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n");
    put_base64(picture, length);
}

static void put_head(unsigned long nr)
{
    char line[600];
    snprintf(line, sizeof line,
             "From user%u@example.org Mon Jan %2u 10:%02u:00 2024\nReturn-Path: <user@example.org>\n"
             "Received: from mx%u.example.org (mx.example.org [10.0.%u.%u])\n\tby lists.example.org\n"
             "From: User %u <user@example.org>\nTo: list@lists.example.org\n"
             "Subject: Re: [PATCH] block: %s %s\nDate: Mon, 1 Jan 2024 10:00:00 +0200\n"
             "Message-ID: <%lx.%u@example.org>\nMIME-Version: 1.0\n",
             any(99), 1 + any(28), any(60), any(9), any(256), any(256), any(99),
             words[any(45)], words[any(45)], nr, any(100000));
    put(line);
}

static void put_mail(unsigned long nr)
{
    static char body[MOST_BODY];
    unsigned form = any(100);
    size_t length = make_body(body);
    put_head(nr);
    if (form < 80) {
        put("Content-Type: text/plain; charset=us-ascii\n\n");
        put(body);
    } else if (form < 89) {
        put("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n");
        put_quoted(body);
    } else if (form < 93) {
        put("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n");
        put_base64(body, length);
    } else {
        put("Content-Type: multipart/mixed; boundary=\"part\"\n\n--part\nContent-Type: text/plain\n\n");
        put(body);
        if (form < 97)
            put_picture();
        put("--part--\n");
    }
    put("\n");
}

int main(int argc, char **argv)
{
    size_t wanted = argc > 1 ? (size_t)strtod(argv[1], NULL) : 0;
    state = 88172645463325252u + (argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
    for (unsigned long nr = 0; written < wanted && !ferror(stdout); nr++)
        put_mail(nr);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
