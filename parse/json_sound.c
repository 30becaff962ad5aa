#include "parse/json_sound.h"

#include <string.h>

enum { DEEPEST = 64, LONGEST_WORD = 40 };

/* What came last. */
enum last { AT_TOP, BEHIND_OPEN, BEHIND_KEY, BEHIND_COLON, BEHIND_COMMA, BEHIND_VALUE };

struct checking {
    const char *at, *end;
    uint64_t objects; /* a bit for each level: an object, else a list */
    unsigned depth;
    enum last last;
};

static bool is_in_object(const struct checking *checking)
{
    return checking->depth && (checking->objects >> (checking->depth - 1) & 1);
}

/* Says whether a value may stand here; of an object that is a key first. */
static bool may_begin(const struct checking *checking)
{
    return checking->last == BEHIND_COLON ||
           (!is_in_object(checking) &&
            (checking->last == BEHIND_OPEN || checking->last == BEHIND_COMMA));
}

static bool take_string(struct checking *checking)
{
    bool is_key = is_in_object(checking) &&
                  (checking->last == BEHIND_OPEN || checking->last == BEHIND_COMMA);
    if (!is_key && !may_begin(checking))
        return false;
    for (checking->at++; checking->at < checking->end; checking->at++) {
        if (*checking->at == '"')
            break;
        if ((unsigned char)*checking->at < ' ')
            return false;
        checking->at += *checking->at == '\\';
    }
    checking->last = is_key ? BEHIND_KEY : BEHIND_VALUE;
    return checking->at++ < checking->end;
}

static bool is_of_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == '+' ||
           c == 'E';
}

/* A number, or a word that stands for a value; fio has nan and inf as well. */
static bool take_word(struct checking *checking)
{
    static const char *const words[] = {"true", "false", "null", "nan", "-nan", "inf", "-inf"};
    const char *start = checking->at;
    bool is_number = true, is_word = false;
    while (checking->at < checking->end && is_of_word(*checking->at)) {
        is_number = is_number && ((*checking->at < 'a') || *checking->at == 'e');
        checking->at++;
    }
    size_t length = (size_t)(checking->at - start);
    for (size_t i = 0; !is_number && i < sizeof words / sizeof words[0]; i++)
        is_word = is_word || (strlen(words[i]) == length && !memcmp(words[i], start, length));
    if (!length || length > LONGEST_WORD || !(is_number || is_word) || !may_begin(checking))
        return false;
    checking->last = BEHIND_VALUE;
    return true;
}

static bool take_open(struct checking *checking)
{
    bool is_first = !checking->depth && checking->last == AT_TOP;
    if (checking->depth == DEEPEST || (!is_first && !may_begin(checking)))
        return false;
    uint64_t bit = UINT64_C(1) << checking->depth++;
    checking->objects = *checking->at++ == '{' ? checking->objects | bit : checking->objects & ~bit;
    checking->last = BEHIND_OPEN;
    return true;
}

static bool take_close(struct checking *checking)
{
    bool is_object = *checking->at++ == '}';
    if (!checking->depth || is_object != is_in_object(checking) ||
        (checking->last != BEHIND_OPEN && checking->last != BEHIND_VALUE))
        return false;
    checking->depth--;
    checking->last = checking->depth ? BEHIND_VALUE : AT_TOP;
    return true;
}

static bool take_sign(struct checking *checking, enum last before, enum last behind)
{
    if (!checking->depth || checking->last != before)
        return false;
    checking->at++;
    checking->last = behind;
    return true;
}

bool json_is_sound(const char *bytes, size_t length)
{
    struct checking checking = {.at = bytes, .end = bytes + length};
    bool is_sound = true, has_any = false;
    while (is_sound && checking.at < checking.end) {
        char c = *checking.at;
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            checking.at++;
            continue;
        }
        has_any = true;
        is_sound = c == '"'               ? take_string(&checking)
                   : c == '{' || c == '[' ? take_open(&checking)
                   : c == '}' || c == ']' ? take_close(&checking)
                   : c == ':'             ? take_sign(&checking, BEHIND_KEY, BEHIND_COLON)
                   : c == ','             ? take_sign(&checking, BEHIND_VALUE, BEHIND_COMMA)
                                          : take_word(&checking);
    }
    return is_sound && has_any && bytes[0] == '{';
}
