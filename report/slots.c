#include "report/slots.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/caption.h"

struct slots *slots_new(struct arena *arena, const struct slots *outer)
{
    struct slots *slots = arena_alloc(arena, sizeof *slots);

    slots->arena = arena;
    slots->outer = outer;
    return slots;
}

static struct slot *find_here(const struct slots *slots, const char *name)
{
    for (size_t i = 0; i < slots->nr; i++)
        if (!strcmp(slots->at[i].name, name))
            return &slots->at[i];
    return NULL;
}

/* Returns the slot of that name, made where it does not exist. */
static struct slot *make(struct slots *slots, const char *name, enum slot_kind kind)
{
    struct slot *slot = find_here(slots, name);

    if (!slot) {
        slots->at = arena_grow(slots->arena, slots->at, slots->nr, &slots->room, sizeof *slot);
        slot = &slots->at[slots->nr++];
        memset(slot, 0, sizeof *slot);
        slot->name = name;
    }
    slot->kind = kind;
    return slot;
}

void slots_text(struct slots *slots, const char *name, const char *text)
{
    char *clean = caption_clean(text);

    make(slots, name, SLOT_TEXT)->text = arena_string(slots->arena, clean);
    free(clean);
}

void slots_printf(struct slots *slots, const char *name, const char *format, ...)
{
    va_list values;
    char *text;
    int length;

    va_start(values, format);
    length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    text = memory_alloc(length < 0 ? 1 : (size_t)length + 1);
    va_start(values, format);
    vsnprintf(text, length < 0 ? 1 : (size_t)length + 1, format, values);
    va_end(values);
    slots_text(slots, name, text);
    free(text);
}

void slots_flag(struct slots *slots, const char *name, bool value)
{
    make(slots, name, SLOT_TEXT)->text = value ? "1" : "";
}

struct slots *slots_item(struct slots *slots, const char *name)
{
    struct slots *item = slots_new(slots->arena, slots);
    struct slot *slot = make(slots, name, SLOT_LIST);

    slot->items = arena_grow(slots->arena, slot->items, slot->items_nr, &slot->items_room,
                             sizeof(struct slots *));
    slot->items[slot->items_nr++] = item;
    return item;
}

void slots_picture(struct slots *slots, const char *name, slot_draw *draw, const void *context)
{
    struct slot *slot = make(slots, name, SLOT_PICTURE);

    slot->text = "1";
    slot->draw = draw;
    slot->context = context;
}

const struct slot *slots_find(const struct slots *slots, const char *name)
{
    for (; slots; slots = slots->outer) {
        const struct slot *slot = find_here(slots, name);

        if (slot)
            return slot;
    }
    return NULL;
}

bool slot_is_true(const struct slot *slot)
{
    if (!slot)
        return false;
    return slot->kind == SLOT_LIST ? slot->items_nr > 0 : *slot->text != '\0';
}
