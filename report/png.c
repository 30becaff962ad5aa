#include "report/png.h"

#include "config.h"

#include "report/svg.h"

#ifdef HAVE_RSVG

#include <librsvg/rsvg.h>

enum { DOTS = 2 };

static cairo_status_t put_bytes(void *out, const unsigned char *bytes, unsigned length)
{
    return fwrite(bytes, 1, length, out) == length ? CAIRO_STATUS_SUCCESS
                                                   : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *paint(RsvgHandle *handle, double width, double height, GError **error)
{
    const RsvgRectangle whole = {0, 0, width * DOTS, height * DOTS};
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)(width * DOTS + 0.5), (int)(height * DOTS + 0.5));
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    bool is_painted = rsvg_handle_render_document(handle, cairo, &whole, error) &&
                      cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    if (is_painted)
        return surface;
    cairo_surface_destroy(surface);
    return NULL;
}

static int render(const struct strbuf *svg, double width, double height, FILE *out,
                  struct diag *diag)
{
    GError *error = NULL;
    cairo_surface_t *surface = NULL;
    RsvgHandle *handle =
        rsvg_handle_new_from_data((const guint8 *)svg->text, svg->length, &error);
    if (handle)
        surface = paint(handle, width, height, &error);
    if (surface)
        cairo_surface_write_to_png_stream(surface, put_bytes, out);
    else
        diag_set(diag, DIAG_FATAL, NULL, 0, "write .svg instead", "the picture cannot be drawn: %s",
                 error ? error->message : "no memory for it");
    int result = surface ? 0 : -1;
    g_clear_error(&error);
    if (handle)
        g_object_unref(handle);
    if (surface)
        cairo_surface_destroy(surface);
    return result;
}

bool png_is_there(void)
{
    return true;
}

int png_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag)
{
    struct strbuf svg = STRBUF_INIT;
    double width, height;
    int result = svg_draw(comparison, options, &svg, &width, &height, diag);
    if (!result)
        result = render(&svg, width, height, out, diag);
    strbuf_free(&svg);
    return result ? result : outputs_check(out, diag);
}

#else

bool png_is_there(void)
{
    return false;
}

int png_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag)
{
    (void)comparison;
    (void)options;
    (void)out;
    diag_set(diag, DIAG_FATAL, NULL, 0,
             "write .svg and run: rsvg-convert -z 2 FILE.svg -o FILE.png; or build iodelta again "
             "where librsvg2-dev is installed",
             "this iodelta was built without librsvg, which draws PNG");
    return -1;
}

#endif
