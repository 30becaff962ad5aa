/* Sets settings of this host as a campaign does, for scripts.
 *
 *   t_settings JOURNAL PATH STEP...
 *
 * A STEP is KEY=LEVEL, which is set; "restore", which puts all back; "devices", which prints what is
 * set; "again", which begins anew with the first; or "wait", which says so and then does nothing
 * until it is killed.  What the library says is
 * printed.  Ends with 0, or 1 where a step failed. */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/settings.h"

static void take(void *context, const struct diag *diag)
{
    (void)context;
    diag_print(stderr, "t_settings", diag);
}

static int do_step(struct settings *settings, const char *step)
{
    struct diag diag;
    struct settings_restored restored;
    char names[256], key[64] = "";
    const char *equals = strchr(step, '=');
    if (strcmp(step, "wait") == 0) {
        puts("waiting");
        fflush(stdout);
        for (;;)
            pause();
    }
    if (strcmp(step, "devices") == 0) {
        settings_devices(settings, names, sizeof names);
        puts(names);
        return 0;
    }
    if (strcmp(step, "restore") == 0)
        return settings_restore(settings, &restored);
    if (!equals || equals - step >= (ptrdiff_t)sizeof key)
        return -1;
    memcpy(key, step, (size_t)(equals - step));
    if (settings_apply(settings, key, equals + 1, &diag) == 0)
        return 0;
    take(NULL, &diag);
    return -1;
}

int main(int argc, char **argv)
{
    const struct diag_sink sink = {take, NULL};
    struct diag diag;
    if (argc < 3) {
        fputs("usage: t_settings JOURNAL PATH STEP...\n", stderr);
        return 2;
    }
    const char *paths[] = {argv[2]};
    struct settings_request request = {
        .root = "", .paths = paths, .paths_nr = 1, .journal = argv[1], .allows = true, .sink = &sink};
    struct settings *settings = settings_open(&request, &diag);
    if (!settings) {
        take(NULL, &diag);
        return 1;
    }
    int status = 0;
    for (int i = 3; status == 0 && i < argc; i++) {
        if (strcmp(argv[i], "again") == 0)
            i = 3;
        status = do_step(settings, argv[i]);
    }
    settings_close(settings);
    return status == 0 ? 0 : 1;
}
