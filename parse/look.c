#include "parse/look.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Returns the length of a word of a time stamp or of a level at `at`, with *stands the
 * letter for all of its kind; 0 where there is none. */
static size_t known_word(const char *at, size_t length, char *stands)
{
    static const char words[] = " Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";
    static const char days[] = " Mon Tue Wed Thu Fri Sat Sun ";
    static const char levels[] = " info debug warn warning error trace notice err ";
    char word[12] = " ";
    size_t size = 0;
    while (size < length && size < 8 && isalpha((unsigned char)at[size])) {
        word[size + 1] = at[size];
        size++;
    }
    if (size < 3 || (size < length && isalpha((unsigned char)at[size])))
        return 0;
    word[size + 1] = ' ';
    word[size + 2] = '\0';
    *stands = strstr(words, word) ? 'M' : 'D';
    if (strstr(words, word) || strstr(days, word))
        return size;
    for (size_t i = 1; i <= size; i++)
        word[i] = (char)tolower((unsigned char)word[i]);
    *stands = 'L';
    return strstr(levels, word) ? size : 0;
}

/* Says whether figures behind these bytes are part of a name: of a word that begins
 * with a letter, as "host1" does and the "T" of a time stamp does not. */
static bool is_in_name(const char *at, size_t length)
{
    size_t start = length;
    while (start && (isalnum((unsigned char)at[start - 1]) || strchr("-_./", at[start - 1])))
        start--;
    return start < length && isalpha((unsigned char)at[start]);
}

void look_take(struct look *look, const char *at, size_t length)
{
    look->length = 0;
    for (size_t i = 0; i < length && i < LOOK_LONGEST && look->length < LOOK_LONGEST;) {
        char stands = at[i], last = look->length ? look->text[look->length - 1] : '[';
        size_t size = 1, word = 0;
        if (isdigit((unsigned char)at[i]) && !is_in_name(at, i)) {
            while (i + size < length && isdigit((unsigned char)at[i + size]))
                size++;
            stands = '0';
        } else if (at[i] == ' ' || at[i] == '\t') {
            size = strspn(at + i, " \t");
            stands = last == '[' ? '\0' : ' ';
        } else if (isalpha((unsigned char)at[i]) && !isalpha((unsigned char)last) &&
                   (word = known_word(at + i, length - i, &stands))) {
            size = word;
        }
        i += size;
        if (!stands || i > 255)
            continue;
        look->end[look->length] = (unsigned char)i;
        look->text[look->length++] = stands;
    }
    look->text[look->length] = '\0';
}
