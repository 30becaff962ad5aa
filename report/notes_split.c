/* Notes on how results were split: what tells rows apart that nobody named, and why
 * nothing pairs by a factor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/notes.h"

/* "bs (4k, 16k)", at most five levels. */
static void add_levels(struct strbuf *text, const struct attribute *attribute)
{
    strbuf_printf(text, "%s (", attribute->name);
    for (size_t i = 0; i < attribute->nr && i < 5; i++)
        strbuf_printf(text, "%s%s", i ? ", " : "", attribute->levels[i]);
    strbuf_string(text, attribute->nr > 5 ? ", …)" : ")");
}

/* Whether some result does not state the setting that others do. */
static bool is_not_given(const struct attribute *attribute)
{
    for (size_t i = 0; i < attribute->nr; i++)
        if (!strcmp(attribute->levels[i], ATTRIBUTE_NOT_GIVEN))
            return true;
    return false;
}

/* What tells rows apart that nobody named, and how to compare by it. */
static void note_hidden(struct notes *notes, const struct pairing *pairing,
                        const struct pairing_keys *keys)
{
    struct strbuf text = STRBUF_INIT;
    const char *first = NULL;
    bool has_gap = false;
    size_t nr = 0;
    for (size_t i = 0; i < keys->nr; i++) {
        const struct attribute *attribute = &pairing->attributes.at[keys->at[i]];
        if (attribute->kind != ATTRIBUTE_HIDDEN && attribute->kind != ATTRIBUTE_TARGET)
            continue;
        strbuf_string(&text, nr++ ? "; " : "");
        add_levels(&text, attribute);
        first = first ? first : attribute->name;
        has_gap = has_gap || is_not_given(attribute);
    }
    if (nr)
        notes_add(notes, "split", NOTE_INFO, NULL, 1,
                  "Results differ in what nobody named and are compared only where it is equal: "
                  "%s.%s To compare by %s: --by %s.",
                  text.text,
                  has_gap ? " Not to give a setting that others give counts as a difference." : "",
                  nr == 1 ? "it" : "one of them", first);
    strbuf_free(&text);
}

void notes_of_split(struct notes *notes, const struct pairing *pairing, size_t factor)
{
    struct pairing_keys keys = pairing_keys(pairing, factor);
    struct strbuf text = STRBUF_INIT;
    note_hidden(notes, pairing, &keys);
    for (size_t i = 0; i < pairing->attributes.nr; i++) {
        const struct attribute *attribute = &pairing->attributes.at[i];
        if (pairing->attributes.at[factor].kind != ATTRIBUTE_FILE || attribute->is_joined ||
            !attribute->is_varying || attribute->kind == ATTRIBUTE_HIDDEN ||
            attribute->kind == ATTRIBUTE_TARGET || attribute->kind == ATTRIBUTE_FILE || attribute->kind == ATTRIBUTE_MESSAGE)
            continue;
        bool is_in_keys = false;
        for (size_t k = 0; k < keys.nr; k++)
            is_in_keys = is_in_keys || keys.at[k] == i;
        if (is_in_keys)
            continue;
        strbuf_string(&text, text.length ? "; " : "");
        add_levels(&text, attribute);
    }
    if (text.length)
        notes_add(notes, "goes-with-file", NOTE_INFO, NULL, 1,
                  "What also changes with the file: %s.", text.text);
    strbuf_free(&text);
    free(keys.at);
}

/* Where a factor has one level there is nothing to pair. */
static void note_one_level(struct notes *notes, const struct attribute *attribute)
{
    char rest[80] = "";
    if (attribute->absent)
        snprintf(rest, sizeof rest, "; %zu measurement%s not state it", attribute->absent,
                 attribute->absent == 1 ? " does" : "s do");
    notes_add(notes, "one-level", NOTE_SERIOUS, NULL, 1,
              "%s has only one level in these results, %s%s: there is nothing to compare by it.",
              attribute->name, attribute->levels[0], rest);
}

void notes_of_failure(struct notes *notes, const struct pairing *pairing, size_t factor)
{
    if (pairing->attributes.at[factor].nr == 1) {
        note_one_level(notes, &pairing->attributes.at[factor]);
        return;
    }
    struct pairing_keys keys = pairing_keys(pairing, factor);
    const char *name = pairing->attributes.at[factor].name;
    struct strbuf text = STRBUF_INIT;
    const char *blocker = NULL;
    for (size_t i = 0; i < keys.nr; i++) {
        struct pairing_keys fewer = {keys.at, keys.nr - 1};
        size_t dropped = keys.at[i];
        keys.at[i] = keys.at[keys.nr - 1];
        if (pairing_count(pairing, factor, &fewer)) {
            strbuf_string(&text, text.length ? "; " : "");
            add_levels(&text, &pairing->attributes.at[dropped]);
            blocker = blocker ? blocker : pairing->attributes.at[dropped].name;
        }
        keys.at[i] = dropped;
    }
    if (!blocker)
        notes_add(notes, "nothing-pairs", NOTE_SERIOUS, NULL, 1,
                  "By %s nothing pairs: no operation was measured at two of its levels under "
                  "otherwise equal settings.",
                  name);
    else
        notes_add(notes, "nothing-pairs", NOTE_SERIOUS, NULL, 1,
                  "By %s nothing pairs, because results of different levels also differ in %s. "
                  "To compare them together: --by %s,%s.",
                  name, text.text, name, blocker);
    strbuf_free(&text);
    free(keys.at);
}
