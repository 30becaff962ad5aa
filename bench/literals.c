/* Prints the words of the prefilter as grep -F takes them, one a line: of each what stands for
 * itself. */
#include <stdio.h>
#include <string.h>

#include "parse/prefilter_words.h"

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
        if (longest > 1 && prefilter_words[w].kind != PREFILTER_BOUNDARY)
            printf("%.*s\n", (int)longest, best);
    }
    return 0;
}
