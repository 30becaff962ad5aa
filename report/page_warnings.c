/* Warnings and notes of a page, heavy ones first. */
#include "report/page_parts.h"

#include <string.h>

#define NOTES_MAX 60 /* of one list */

/* The three weights, which warnings and notes share: class and word. */
static const char *const classes[] = {"note", "doubt", "unsound"};
static const char *const warning_words[] = {"Note", "Doubt", "Unsound"};
static const char *const note_words[] = {"Note", "Limit", "Serious"};

/* Finds the first row with a record that carries the warning. */
static const char *find_row(const struct page *page, const char *code)
{
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t r = 0; r < section->rows_nr; r++)
            for (size_t w = 0; w < section->rows[r].warnings_nr; w++)
                if (!strcmp(section->rows[r].warnings[w].code, code))
                    return page_row_href(page, s, &section->rows[r]);
    }
    return "";
}

static void fill_warning(struct page *page, const struct compare_warning *warning, size_t weight)
{
    struct slots *item = slots_item(page->slots, "warnings");
    const struct warning *known = warning->known;

    slots_text(item, "warning-class", classes[weight]);
    slots_text(item, "warning-weight", warning_words[weight]);
    slots_text(item, "warning-title", known ? known->title : warning->code);
    slots_printf(item, "warning-count", "in %zu of %zu results:", warning->nr,
                 page->comparison->used_nr);
    slots_text(item, "warning-text", known ? known->meaning : "");
    slots_text(item, "warning-href", find_row(page, warning->code));
}

static const char *note_href(const struct page *page, const struct compare_note *note)
{
    for (size_t s = 0; note->row && s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        if (note->row >= section->rows && note->row < section->rows + section->rows_nr)
            return page_row_href(page, s, note->row);
    }
    return "";
}

static void fill_note(struct page *page, const struct compare_note *note)
{
    struct slots *item = slots_item(page->slots, "warnings");

    slots_text(item, "warning-class", classes[note->weight]);
    slots_text(item, "warning-weight", note_words[note->weight]);
    slots_text(item, "warning-text", note->text);
    slots_text(item, "warning-href", note_href(page, note));
}

void page_fill_warnings(struct page *page)
{
    const struct comparison *comparison = page->comparison;

    /* Heavy ones first, in the order of the comparison otherwise. */
    for (size_t weight = 3; weight-- > 0;) {
        for (size_t i = 0; i < comparison->warnings_nr; i++) {
            const struct warning *known = comparison->warnings[i].known;

            if ((known ? known->weight : WARNING_DOUBT) == weight)
                fill_warning(page, &comparison->warnings[i], weight);
        }
        for (size_t i = 0; i < comparison->notes_nr && i < NOTES_MAX; i++)
            if (comparison->notes[i].weight == weight)
                fill_note(page, &comparison->notes[i]);
    }
}

void page_fill_section_notes(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];
    size_t shown = 0, nr = 0;

    for (size_t i = 0; i < of->notes_nr; i++)
        nr += !of->notes[i].is_repeat;
    for (size_t weight = 3; weight-- > 0;)
        for (size_t i = 0; i < of->notes_nr; i++) {
            const struct compare_note *note = &of->notes[i];
            struct slots *item;

            if (note->weight != weight || note->is_repeat || shown == NOTES_MAX)
                continue;
            shown++;
            item = slots_item(slots, "section-notes");
            slots_text(item, "note-class", classes[weight]);
            slots_text(item, "note-weight", note_words[weight]);
            if (note->also)
                slots_printf(item, "note-text", "%s Likewise by %s.", note->text, note->also);
            else
                slots_text(item, "note-text", note->text);
            slots_text(item, "note-href", note_href(page, note));
        }
    if (shown < nr) {
        struct slots *item = slots_item(slots, "section-notes");

        slots_text(item, "note-class", classes[0]);
        slots_text(item, "note-weight", note_words[0]);
        slots_printf(item, "note-text", "Showing %zu of %zu notes.", shown, nr);
    }
}
