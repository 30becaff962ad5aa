/* Looks for words in what encodings hide, without taking the message apart. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <threads.h>

#include "parse/message.h"
#include "parse/prefilter_words.h"

enum {
    ROOM = 16384,   /* decoded bytes that are looked at together */
    OVERLAP = 64,   /* of them are kept, so that no word falls between */
    JUDGED = 8192,  /* after so many bytes message_is_binary() knows */
    FIRST_JUDGED = 3000, /* after so many message_starts_binary() knows of what is packed */
    LONGEST_TAG = 2000,
};

/* Takes decoded bytes, and looks for words in them. */
struct sink {
    enum prefilter_way way;
    bool has_word, is_known; /* is_known: that the bytes as they are have none */
    unsigned hidden; /* what was met that hides words: a bit for each enum prefilter_hiding */
    size_t nr;
    char bytes[ROOM];
};

static bool has_met(const struct sink *sink, enum prefilter_hiding hiding)
{
    return sink->hidden >> hiding & 1;
}

static bool scan(struct sink *sink, const char *bytes, size_t length)
{
    struct prefilter_walk walk;
    enum prefilter_kind kind;
    size_t at;
    prefilter_start(&walk, bytes, length, sink->way);
    while (prefilter_next(&walk, &at, &kind))
        if (kind == PREFILTER_WORD)
            return true;
    sink->hidden |= walk.hidden;
    return false;
}

/* Returns the length of a tag, 0 where none is closed. */
static size_t tag_length(const char *at, size_t left)
{
    size_t most = left < LONGEST_TAG ? left : LONGEST_TAG;
    bool is_comment = most > 4 && !memcmp(at, "<!--", 4);
    const char *end = is_comment ? memmem(at + 4, most - 4, "-->", 3) : memchr(at, '>', most);
    end = end && is_comment ? end + 2 : end;
    bool is_tag = left > 1 && (isalpha((unsigned char)at[1]) || strchr("/!?", at[1]));
    return end && is_tag ? (size_t)(end - at) + 1 : 0;
}

/* A tag that ends lines leaves a line end, any other nothing. */
static bool is_inline(const char *tag)
{
    static const char *const names[] = {
        "address", "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "form", "h1",
        "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "table", "tbody", "td", "th",
        "thead", "tr", "ul"};
    const char *name = tag + (tag[1] == '/' ? 2 : 1);
    size_t length = 0;
    while (isalnum((unsigned char)name[length]))
        length++;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && !strncasecmp(name, names[i], length))
            return false;
    return true;
}

/* Reads "&#61;" or "&#x3d;"; returns its length, 0 where none stands there.  What is not
 * ASCII becomes a byte above it. */
static size_t read_number(const char *at, size_t left, char *byte)
{
    unsigned value = 0, base = 10;
    size_t used = 2;
    if (left > 3 && (at[2] | 0x20) == 'x') {
        base = 16;
        used = 3;
    }
    for (size_t first = used; used < left && used < first + 16; used++) {
        unsigned char c = (unsigned char)at[used];
        if (!(base == 16 ? isxdigit(c) : isdigit(c)))
            break;
        unsigned digit = (unsigned)(isdigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        value = value > 0xffff ? value : value * base + digit;
    }
    *byte = value < 0x80 ? (char)value : (char)0xff;
    return used < left && at[used] == ';' ? used + 1 : used > 2 && base == 10 ? used : 0;
}

/* Reads an entity; returns its length, 0 where none stands there. */
static size_t read_entity(const char *at, size_t left, char *byte)
{
    static const struct {
        const char *name;
        char byte;
    } rows[] = {{"&nbsp;", ' '}, {"&gt;", '>'},   {"&lt;", '<'},     {"&amp;", '&'},
                {"&quot;", '"'}, {"&num;", '#'},  {"&sol;", '/'},    {"&plus;", '+'},
                {"&apos;", '\''}, {"&comma;", ','}, {"&equals;", '='}, {"&percnt;", '%'},
                {"&period;", '.'}, {"&semi;", ';'}, {"&colon;", ':'},  {"&lowbar;", '_'}};
    if (left > 2 && at[1] == '#')
        return read_number(at, left, byte);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = strlen(rows[i].name);
        if (length <= left && !memcmp(at, rows[i].name, length)) {
            *byte = rows[i].byte;
            return length;
        }
    }
    return 0;
}

/* Returns the place of the next such byte at or behind at, the end where there is none;
 * *next keeps it from call to call. */
static size_t next_byte(const struct sink *sink, size_t at, char byte, size_t *next)
{
    if (*next < at || !at) {
        const char *found = memchr(sink->bytes + at, byte, sink->nr - at);
        *next = found ? (size_t)(found - sink->bytes) : sink->nr;
    }
    return *next;
}

/* The same without tags and entities. */
static bool scan_html(struct sink *sink)
{
    char plain[ROOM];
    size_t nr = 0, next_tag = 0, next_entity = 0;
    for (size_t at = 0; at < sink->nr;) {
        size_t tag = next_byte(sink, at, '<', &next_tag);
        size_t entity = next_byte(sink, at, '&', &next_entity);
        size_t end = tag < entity ? tag : entity, used;
        memcpy(plain + nr, sink->bytes + at, end - at);
        nr += end - at;
        if (end == sink->nr)
            break;
        const char *here = sink->bytes + end;
        char byte = end == tag ? '\n' : '&';
        used = end == tag ? tag_length(here, sink->nr - end)
                          : read_entity(here, sink->nr - end, &byte);
        if (!used || end != tag || !is_inline(here))
            plain[nr++] = used ? byte : *here;
        at = end + (used ? used : 1);
    }
    return scan(sink, plain, nr);
}

static void flush(struct sink *sink)
{
    if (!sink->has_word && sink->nr)
        sink->has_word = (!sink->is_known && scan(sink, sink->bytes, sink->nr)) ||
                         (has_met(sink, PREFILTER_HTML) && scan_html(sink));
    size_t kept = sink->nr < OVERLAP ? sink->nr : OVERLAP;
    memmove(sink->bytes, sink->bytes + sink->nr - kept, kept);
    sink->nr = kept;
}

/* What comes next is of another part. */
static void end_part(struct sink *sink)
{
    flush(sink);
    sink->nr = 0;
}

static void add(struct sink *sink, const char *bytes, size_t length)
{
    while (length) {
        size_t room = ROOM - sink->nr, piece = length < room ? length : room;
        memcpy(sink->bytes + sink->nr, bytes, piece);
        sink->nr += piece;
        bytes += piece;
        length -= piece;
        if (sink->nr == ROOM)
            flush(sink);
    }
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? (c | 0x20) - 'a' + 10 : -1;
}

/* Returns how many bytes a soft line break at '=' takes, 0 where it is none.  Source: RFC
 * 2045 section 6.7. */
static size_t soft_break(const char *at, size_t left)
{
    size_t used = 1;
    while (used < left && (at[used] == ' ' || at[used] == '\t' || at[used] == '\r'))
        used++;
    return used < left && at[used] == '\n' ? used + 1 : 0;
}

/* Undoes quoted-printable in the whole message, whichever part has it. */
static void decode_quoted(struct sink *sink, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length && !sink->has_word;) {
        const char *sign = memchr(bytes + at, '=', length - at);
        size_t plain = sign ? (size_t)(sign - bytes) - at : length - at;
        add(sink, bytes + at, plain);
        at += plain;
        if (!sign)
            break;
        size_t used = soft_break(sign, length - at);
        int high = length - at > 2 ? hex_digit(sign[1]) : -1;
        int low = high < 0 ? -1 : hex_digit(sign[2]);
        char byte = low < 0 ? '=' : (char)(16 * high + low);
        if (!used)
            add(sink, &byte, 1);
        at += used ? used : low < 0 ? 1 : 3;
    }
    end_part(sink);
}

/* State of base64 that goes over several lines. */
struct base64 {
    uint32_t bits;
    unsigned nr_bits;
    size_t nr;      /* bytes of this part so far */
    bool is_looked_at; /* its first bytes left open what it is */
    bool is_binary; /* nobody reads it */
};

enum { NO_LETTER = 1 << 24, LONGEST_LINE = 4096 };

/* What each byte stands for as a letter of base64, at each place of a group of four:
 * NO_LETTER for bytes that are none.  Made once. */
static uint32_t values[4][256];
static once_flag values_once = ONCE_FLAG_INIT;

/* Source: RFC 2045 section 6.8. */
static void make_values(void)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned place = 0; place < 4; place++) {
        for (unsigned i = 0; i < 256; i++)
            values[place][i] = NO_LETTER;
        for (unsigned i = 0; i < 64; i++)
            values[place][(unsigned char)letters[i]] = i << (18 - 6 * place);
    }
}

static uint32_t value_of(char letter)
{
    return values[3][(unsigned char)letter];
}

/* Says whether nothing but letters of base64, and marks of its end, stand there. */
static bool is_coded(const char *line, size_t length)
{
    while (length && (line[length - 1] == '=' || isspace((unsigned char)line[length - 1])))
        length--;
    uint32_t all = 0;
    for (size_t i = 0; i < length; i++)
        all |= value_of(line[i]);
    return all < NO_LETTER;
}

/* Decodes groups of four letters; returns how many letters these have. */
static size_t decode_groups(const char *line, size_t length, char *to)
{
    const unsigned char *at = (const unsigned char *)line, *end = at + length / 4 * 4;
    for (; at < end; at += 4) {
        uint32_t group = values[0][at[0]] | values[1][at[1]] | values[2][at[2]] | values[3][at[3]];
        if (group >= NO_LETTER)
            break;
        *to++ = (char)(group >> 16);
        *to++ = (char)(group >> 8);
        *to++ = (char)group;
    }
    return (size_t)(at - (const unsigned char *)line);
}

static void decode_letters(struct sink *sink, struct base64 *state, const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (value_of(line[i]) >= NO_LETTER)
            continue;
        state->bits = state->bits << 6 | value_of(line[i]);
        state->nr_bits += 6;
        if (state->nr_bits < 8)
            continue;
        state->nr_bits -= 8;
        char byte = (char)(state->bits >> state->nr_bits);
        add(sink, &byte, 1);
    }
}

/* Returns whether the line is base64, decoded then. */
static bool decode_line(struct sink *sink, struct base64 *state, const char *line, size_t length)
{
    char decoded[LONGEST_LINE];
    size_t done = 0;
    if (!state->nr_bits && length <= LONGEST_LINE)
        done = decode_groups(line, length, decoded);
    if (!is_coded(line + done, length - done))
        return false;
    add(sink, decoded, done / 4 * 3);
    decode_letters(sink, state, line + done, length - done);
    state->nr += length / 4 * 3;
    return true;
}

/* Finds out whether somebody reads what was decoded so far, once that is enough to tell. */
static void judge(struct sink *sink, struct base64 *state)
{
    if (sink->nr > JUDGED) {
        state->is_binary = message_is_binary(sink->bytes, sink->nr);
        state->nr = ROOM; /* judged once */
    } else if (sink->nr > FIRST_JUDGED && !state->is_looked_at) {
        state->is_binary = message_starts_binary(sink->bytes, sink->nr);
        state->is_looked_at = true;
    }
    if (state->is_binary)
        sink->nr = 0;
}

/* Undoes base64 wherever lines look like it: of an encoded part all do.  Where its beginning
 * is none of a text, what follows is passed. */
static void decode_base64(struct sink *sink, const char *bytes, size_t length)
{
    struct base64 state = {.nr = 0};
    call_once(&values_once, make_values);
    for (size_t at = 0; at < length && !sink->has_word;) {
        const char *line = bytes + at, *end = memchr(line, '\n', length - at);
        size_t size = end ? (size_t)(end - line) : length - at;
        at += size + 1;
        if (!size || *line == '\r' || (state.is_binary && value_of(*line) < NO_LETTER))
            continue;
        if (state.is_binary || !decode_line(sink, &state, line, size)) {
            end_part(sink);
            state.nr = state.nr_bits = 0;
            state.is_looked_at = state.is_binary = false;
        } else if (state.nr < ROOM - LONGEST_LINE) {
            judge(sink, &state);
        }
    }
    end_part(sink);
}

static void start(struct sink *sink, unsigned hidden, enum prefilter_way way)
{
    sink->way = way;
    sink->has_word = sink->is_known = false;
    sink->hidden = hidden;
    sink->nr = 0;
}

/* Looks through all that hides words. */
static void decode(struct sink *sink, const char *bytes, size_t length)
{
    bool has_quoted = has_met(sink, PREFILTER_QUOTED), has_base64 = has_met(sink, PREFILTER_BASE64);
    if (has_met(sink, PREFILTER_HTML)) {
        sink->is_known = true;
        add(sink, bytes, length);
        end_part(sink);
        sink->is_known = false;
    }
    if (has_quoted && !sink->has_word)
        decode_quoted(sink, bytes, length);
    if (has_base64 && !sink->has_word)
        decode_base64(sink, bytes, length);
}

bool prefilter_may_hide(const char *bytes, size_t length, unsigned hidden,
                        enum prefilter_way way)
{
    struct sink sink;
    start(&sink, hidden, way);
    decode(&sink, bytes, length);
    return sink.has_word;
}

bool prefilter_may_hold(const char *bytes, size_t length, enum prefilter_way way)
{
    struct sink sink;
    start(&sink, 0, way);
    if (scan(&sink, bytes, length))
        return true;
    decode(&sink, bytes, length);
    return sink.has_word;
}
