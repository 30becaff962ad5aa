/* What tests of reading mail begin with: a mail in memory, read and shown. */
#ifndef IOD_TESTS_T_MAIL_H
#define IOD_TESTS_T_MAIL_H

#include <string.h>

#include "parse/message.h"
#include "parse/parse.h"
#include "record/strbuf.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct parse *parse;
static struct message mail;
static unsigned diags;

static void count_diag(void *context, const struct diag *diag)
{
    (void)context;
    ck_assert_str_ne(diag->text, "");
    diags++;
}

static const struct diag_sink sink = {count_diag, NULL};

/* A parser sets up what reading mail needs. */
static void set_up(void)
{
    arena = arena_new();
    parse = parse_new(NULL, &sink);
    diags = 0;
}

static void tear_down(void)
{
    parse_free(parse);
    arena_free(arena);
}

static void read_bytes(const char *bytes, size_t length)
{
    message_read(&mail, arena, bytes, length, "a.eml", 0, &sink);
}

#define HEAD "From: ann@example.org\nDate: Sun, 28 Jul 2013 14:22:50 +0200\nMIME-Version: 1.0\n"

/* Reads a mail of these further headers and body. */
static void read_mail(const char *rest)
{
    const char *text = arena_printf(arena, HEAD "%s", rest);
    read_bytes(text, strlen(text));
    ck_assert(mail.is_mail);
}

/* Returns all lines, those of each stream in brackets with its part's name. */
static const char *lines(void)
{
    struct strbuf buf = STRBUF_INIT;
    for (size_t s = 0; s < mail.text->nr; s++) {
        strbuf_printf(&buf, "[%s:", mail.text->streams[s].part);
        for (size_t i = 0; i < mail.text->streams[s].nr; i++)
            strbuf_printf(&buf, "%s|", mail.text->streams[s].lines[i].at);
        strbuf_string(&buf, "]");
    }
    const char *text = arena_text(arena, buf.text ? buf.text : "", buf.length);
    strbuf_free(&buf);
    return text;
}

#endif
