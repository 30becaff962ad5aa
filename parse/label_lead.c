/* Headings of one place of which only some begin alike: "Raw disk", "Read-ahead: 256" and
 * "Read-ahead: 16384".  Those that do are levels of a factor of their own. */
#include <string.h>
#include <strings.h>

#include "parse/label.h"

enum { LONGEST_LEAD = 60 };

/* Returns the length of what stands before the first colon, with it; 0 where a value has no
 * such lead, or nothing behind it. */
static size_t lead_of(const char *value)
{
    size_t length = strcspn(value, ":");
    bool is_lead = length > 1 && length < LONGEST_LEAD && value[length] == ':' &&
                   (value[length + 1] == ' ' || value[length + 1] == '\t') && value[length + 2];
    return is_lead ? length + 1 : 0;
}

static bool is_of(const struct label *label, const char *position)
{
    return label && !label->name && !strcmp(label->position, position);
}

/* How the labels of a position stand to a lead. */
struct led {
    bool has_other_value; /* another label has the lead, with another value */
    bool has_without;     /* one has not */
};

static struct led look(const struct tool_output *output, const struct labels *labels,
                       const struct label *first, size_t lead)
{
    struct led led = {false, false};
    for (size_t r = 0; r < output->nr; r++) {
        const struct label *label = label_find(&labels[r], first->position);
        if (!is_of(label, first->position))
            continue;
        bool has_lead = lead_of(label->value) == lead && !strncasecmp(label->value, first->value, lead);
        led.has_without |= !has_lead;
        led.has_other_value |= has_lead && strcasecmp(label->value, first->value) != 0;
    }
    return led;
}

/* Gives all labels of first's position and lead a position of their own. */
static void move(const struct tool_output *output, struct labels *labels, struct label first,
                 size_t lead)
{
    const char *position = arena_printf(output->arena, "%s/%.*s", first.position, (int)lead, first.value);
    for (size_t r = 0; r < output->nr; r++)
        for (size_t i = 0; i < labels[r].nr; i++) {
            struct label *label = &labels[r].at[i];
            if (is_of(label, first.position) && lead_of(label->value) == lead &&
                !strncasecmp(label->value, first.value, lead))
                label->position = position;
        }
}

/* Says whether the result above has the same label, which was tried with it. */
static bool is_tried(const struct labels *above, const struct label *label)
{
    const struct label *same = label_find(above, label->position);
    return same && !strcasecmp(same->value, label->value);
}

void label_split_led(const struct tool_output *output, struct labels *labels)
{
    enum { MOST_LEADS = 64 };
    size_t tried = 0;
    for (size_t r = 0; r < output->nr; r++)
        for (size_t i = 0; i < labels[r].nr && tried < MOST_LEADS; i++) {
            const struct label *label = &labels[r].at[i];
            size_t lead = label->name || strncmp(label->position, "heading:", 8) ||
                                  strchr(label->position, '/')
                              ? 0
                              : lead_of(label->value);
            if (!lead || (r && is_tried(&labels[r - 1], label)))
                continue;
            tried++;
            struct led led = look(output, labels, label, lead);
            if (led.has_other_value && led.has_without)
                move(output, labels, *label, lead);
        }
}
