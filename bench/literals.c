/* Prints the words of the prefilter as grep -F takes them, one a line: of each what stands for
 * itself.  Those with bytes beyond ASCII, which begin packed files, are left out: ripgrep takes
 * no file of patterns that has them. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "parse/prefilter_words.h"

static bool is_printed(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (at[i] < ' ' || at[i] > '~')
            return false;
    return true;
}

int main(void)
{
    for (size_t w = 0; w < prefilter_words_nr; w++) {
        const char *best = "";
        size_t longest = 0;
        for (const char *at = prefilter_words[w].pattern; *at;) {
            size_t length = strcspn(at, "\\\n");
            if (length > longest) {
                best = at;
                longest = length;
            }
            at += length;
            at += *at == '\\' ? 2 : *at == '\n';
        }
        if (longest > 1 && prefilter_words[w].kind != PREFILTER_BOUNDARY &&
            is_printed(best, longest))
            printf("%.*s\n", (int)longest, best);
    }
    return 0;
}
