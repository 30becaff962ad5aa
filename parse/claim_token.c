/* Tokens of a sentence: words, numbers, marks. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/claim_parts.h"

/* Signs of typesetting, and what they stand for; the bytes that are left over become
 * FILLER. */
enum { FILLER = 1 };
static const struct {
    const char *sign, *plain;
} signs[] = {
    {"\xe2\x80\x90", "-"}, {"\xe2\x80\x91", "-"},  {"\xe2\x80\x93", "-"}, {"\xe2\x80\x94", "-"},
    {"\xe2\x88\x92", "-"}, {"\xe2\x89\xa5", ">="}, {"\xe2\x89\xa4", "<="}, {"\xe2\x89\x88", "~"},
    {"\xe2\x88\xbc", "~"}, {"\xc3\x97", "x"},      {"\xe2\x80\x99", "'"}, {"\xc2\xa0", " "},
    {"\xe2\x86\x92", "->"}, {"\xe2\x80\xaf", " "}, {"\xe2\x80\x89", " "},
};

static char *make_plain(struct arena *arena, const char *sentence, size_t length)
{
    char *plain = arena_text(arena, sentence, length);
    for (size_t at = 0; at < length; at++) {
        if ((unsigned char)plain[at] < 0x80)
            continue;
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
            size_t sign = strlen(signs[i].sign), text = strlen(signs[i].plain);
            if (length - at < sign || memcmp(plain + at, signs[i].sign, sign))
                continue;
            memset(plain + at, FILLER, sign);
            memcpy(plain + at + sign - text, signs[i].plain, text);
            break;
        }
    }
    return plain;
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool is_word_byte(char c)
{
    return is_letter(c) || isdigit((unsigned char)c) || c == '_' || c == '\'';
}

/* Words go on over marks that stand between letters: "virtio-scsi", "I/O", "e0.0". */
static size_t word_length(const char *at, size_t length)
{
    size_t end = 0;
    while (end < length &&
           (is_word_byte(at[end]) || (end && end + 1 < length && strchr("-/.+:", at[end]) &&
                                      is_word_byte(at[end + 1]))))
        end++;
    while (end < length && at[end] == '+')
        end++; /* "bonnie++" */
    return end;
}

/* Says whether the sign at `at` is a dash between two numbers: "15-300%". */
static bool is_dash(const struct claim_tokens *tokens, size_t at)
{
    const struct claim_token *last = tokens->nr ? &tokens->at[tokens->nr - 1] : NULL;
    if (tokens->text[at] != '-' || !last || !last->is_number)
        return false;
    size_t gap = 0;
    for (size_t i = last->at + last->length; i < at; i++)
        gap += tokens->text[i] != FILLER;
    bool is_apart = at + 1 < tokens->length && tokens->text[at + 1] == ' ';
    return !gap || (gap <= 3 && is_apart);
}

static void add(struct claim_tokens *tokens, struct claim_token token)
{
    if (tokens->nr < CLAIM_MOST_TOKENS)
        tokens->at[tokens->nr++] = token;
}

static size_t take(struct claim_tokens *tokens, size_t at)
{
    const char *text = tokens->text + at;
    size_t left = tokens->length - at;
    struct claim_token token = {.at = at, .length = 1};
    if (left > 1 && ((text[0] == '-' && text[1] == '>') || (text[0] == '=' && text[1] == '>'))) {
        token.mark = 'A';
        token.length = 2 + (left > 2 && text[0] == '-' && text[2] == '>');
    } else if (!is_dash(tokens, at) &&
               (token.length = claim_number_read(text, left, at ? text[-1] : 0, &token.number))) {
        token.is_number = true;
    } else if ((token.length = word_length(text, left))) {
        token.is = claim_word_is(text, token.length);
        tokens->is |= token.is;
    } else {
        token.mark = *text;
        token.length = 1;
    }
    add(tokens, token);
    return token.length;
}

void claim_tokens_read(struct claim_tokens *tokens, const char *sentence, size_t length,
                       struct arena *arena)
{
    tokens->text = make_plain(arena, sentence, length);
    tokens->length = length;
    tokens->nr = 0;
    tokens->is = 0;
    for (size_t at = 0; at < length;) {
        char c = tokens->text[at];
        if (c == ' ' || c == '\t' || c == FILLER || c == '*' || c == '`' || c == '"')
            at++;
        else
            at += take(tokens, at);
    }
    size_t last = tokens->nr;
    while (last && tokens->at[last - 1].mark && strchr(".!)'", tokens->at[last - 1].mark))
        last--;
    tokens->is_question = last && tokens->at[last - 1].mark == '?';
}

bool claim_token_is_all(const struct claim_token *token, const char *text, const char *word)
{
    return token->length == strlen(word) && !strncasecmp(text, word, token->length);
}
