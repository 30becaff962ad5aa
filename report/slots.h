/* Slots: named values that a template shows. */
#ifndef IOD_REPORT_SLOTS_H
#define IOD_REPORT_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <libxml/tree.h>

#include "record/arena.h"
#include "record/diag.h"

enum slot_kind { SLOT_TEXT, SLOT_LIST, SLOT_PICTURE };

/* Draws a picture when its turn comes, so that pages of many pictures hold one
 * at a time.  Returns an element that canvas_node_free() frees, or NULL with
 * *diag set. */
typedef xmlNodePtr slot_draw(const void *context, struct diag *diag);

struct slots;

struct slot {
    const char *name;
    enum slot_kind kind;
    const char *text; /* clean; also of a picture, where it is "1" */
    struct slots **items;
    size_t items_nr, items_room;
    slot_draw *draw;
    const void *context;
};

/* The values of one scope; those of the scopes around it are seen from within. */
struct slots {
    struct arena *arena; /* borrowed; everything lives in it */
    const struct slots *outer;
    struct slot *at;
    size_t nr, room;
};

/* Returns an empty scope within outer (NULL for the outermost). */
struct slots *slots_new(struct arena *arena, const struct slots *outer);

/* Sets name, which lives longer than the slots, to a text; text may be any
 * bytes, is made clean (report/caption.h) and copied.  "" counts as false. */
void slots_text(struct slots *slots, const char *name, const char *text);

/* The same with formatted text. */
void slots_printf(struct slots *slots, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets name to true ("1") or false (""). */
void slots_flag(struct slots *slots, const char *name, bool value);

/* Adds an item to the list of that name, which is made where it does not exist,
 * and returns its scope. */
struct slots *slots_item(struct slots *slots, const char *name);

/* Sets name to a picture; context lives longer than the slots. */
void slots_picture(struct slots *slots, const char *name, slot_draw *draw, const void *context);

/* Finds a value in this scope or those around it; NULL where there is none.
 * Lists and pictures that are missing count as empty. */
const struct slot *slots_find(const struct slots *slots, const char *name);

/* Says whether a value counts as true: a text or list that is not empty, any
 * picture; NULL does not. */
bool slot_is_true(const struct slot *slot);

#endif
