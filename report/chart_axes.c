#include "report/chart_axes.h"

#include <math.h>
#include <stdlib.h>

#include "report/caption.h"

#define TOP 10.0
#define TITLE 18.0 /* px, a line for a title */
#define BOTTOM 20.0
#define APART 12.0     /* px between labels across */
#define LINES 22.0     /* px between labels down, at least */
#define PLACES_MAX 200 /* above, ticks are at round numbers */

static void choose_y(const struct chart_axes *axes, struct chart_ticks *ticks)
{
    double height = fabs(axes->y.to - axes->y.from);
    size_t most = height > 240 ? 6 : height > 130 ? 5 : 3;

    if (axes->y.is_log)
        chart_ticks_log(ticks, &axes->y, LINES);
    else
        chart_ticks_value(ticks, &axes->y, most);
}

void chart_axes_fit(struct chart_axes *axes, double width, double height, double right)
{
    struct chart_ticks ticks;
    double left = 0;

    axes->y.to = TOP + (axes->y_title ? TITLE : 0);
    axes->y.from = height - BOTTOM - (axes->x_title ? TITLE : 0);
    choose_y(axes, &ticks);
    for (size_t i = 0; i < ticks.nr; i++)
        left = fmax(left, caption_width(ticks.at[i].text, CHART_TICK_LETTER, false));
    axes->x.from = left + 8;
    axes->x.to = width - right;
}

static void draw_title(struct canvas *canvas, enum canvas_anchor anchor, double x, double y,
                       const char *title, double room)
{
    char *clean = caption_clean(title);
    char *shown = caption_shorten(clean, CHART_TICK_LETTER, false, room, NULL);

    canvas_text(canvas, "tick", NULL, anchor, (struct canvas_point){x, y}, shown);
    free(shown);
    free(clean);
}

/* Draws the tick at x if its label keeps clear of those before; *taken are their edges. */
static void draw_place(struct canvas *canvas, const struct chart_axes *axes, double value,
                       const char *text, double (*taken)[2], size_t *nr)
{
    double x = chart_scale_at(&axes->x, value), half, left, right;
    char *clean = caption_clean(text), *shown;
    bool is_clear = true;

    if (!isfinite(x)) {
        free(clean);
        return;
    }
    canvas_line(canvas, "grid", (struct canvas_point){x, axes->y.to},
                (struct canvas_point){x, axes->y.from});
    shown = caption_shorten(clean, CHART_TICK_LETTER, false, 90, NULL);
    half = caption_width(shown, CHART_TICK_LETTER, false) / 2;
    left = x - half;
    right = x + half;
    for (size_t i = 0; i < *nr; i++)
        is_clear = is_clear && (right + APART <= taken[i][0] || left - APART >= taken[i][1]);
    if (is_clear) {
        taken[*nr][0] = left;
        taken[(*nr)++][1] = right;
        canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE,
                    (struct canvas_point){x, axes->y.from + 15}, shown);
    }
    free(shown);
    free(clean);
}

static void draw_x(struct canvas *canvas, const struct chart_axes *axes)
{
    double taken[PLACES_MAX][2];
    size_t nr = 0;

    if (axes->places_nr && axes->places_nr <= PLACES_MAX) {
        /* The ends first, so that the range can be read. */
        draw_place(canvas, axes, axes->places[0].value, axes->places[0].text, taken, &nr);
        if (axes->places_nr > 1)
            draw_place(canvas, axes, axes->places[axes->places_nr - 1].value,
                       axes->places[axes->places_nr - 1].text, taken, &nr);
        for (size_t i = 1; i + 1 < axes->places_nr; i++)
            draw_place(canvas, axes, axes->places[i].value, axes->places[i].text, taken, &nr);
    } else {
        struct chart_ticks ticks;

        chart_ticks_across(&ticks, &axes->x, CHART_TICK_LETTER);
        for (size_t i = 0; i < ticks.nr; i++)
            draw_place(canvas, axes, ticks.at[i].value, ticks.at[i].text, taken, &nr);
    }
    if (axes->x_title)
        draw_title(canvas, CANVAS_MIDDLE, (axes->x.from + axes->x.to) / 2, axes->y.from + 33,
                   axes->x_title, axes->x.to - axes->x.from);
}

void chart_axes_draw(struct canvas *canvas, const struct chart_axes *axes)
{
    struct chart_ticks ticks;

    canvas_rect(canvas, "strip", NULL, (struct canvas_point){axes->x.from, axes->y.to},
                (struct canvas_point){axes->x.to, axes->y.from});
    choose_y(axes, &ticks);
    for (size_t i = 0; i < ticks.nr; i++) {
        double y = chart_scale_at(&axes->y, ticks.at[i].value);

        canvas_line(canvas, "grid", (struct canvas_point){axes->x.from, y},
                    (struct canvas_point){axes->x.to, y});
        canvas_text(canvas, "tick", NULL, CANVAS_END,
                    (struct canvas_point){axes->x.from - 6, y + 4}, ticks.at[i].text);
    }
    draw_x(canvas, axes);
    if (axes->y_title)
        draw_title(canvas, CANVAS_START, 0, 12, axes->y_title, axes->x.to);
}

size_t chart_reduce(struct canvas_point *points, size_t nr, double width)
{
    double per_column = (double)nr / fmax(width, 1);
    size_t kept = 0;

    if (nr < 4 * width)
        return nr;
    for (size_t first = 0; first < nr;) {
        size_t next = (size_t)((floor((double)first / per_column) + 1) * per_column);
        size_t least = first, most = first;

        next = next <= first ? first + 1 : next > nr ? nr : next;
        for (size_t i = first; i < next; i++) {
            least = points[i].y < points[least].y ? i : least;
            most = points[i].y > points[most].y ? i : most;
        }
        points[kept++] = points[least < most ? least : most];
        if (least != most)
            points[kept++] = points[least < most ? most : least];
        first = next;
    }
    return kept;
}
