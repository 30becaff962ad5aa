#include "record/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "record/memory.h"
#include "record/stopwatch.h"

/* Nanoseconds: before the first line, and between two. */
#define FIRST_NS 1000000000L
#define NEXT_NS 200000000L

struct progress {
    FILE *terminal;
    void (*look)(void *context, struct progress_state *state);
    void *context;
    struct stopwatch watch;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows, and of the terminal */
    pthread_cond_t wanted_to_end;
    bool is_ending, is_shown;
};

/* Adds at most what fits; returns the new length. */
static size_t add(char *text, size_t size, size_t length, const char *more)
{
    int added = snprintf(text + length, size - length, "%s", more);
    return added < 0 || (size_t)added >= size - length ? size - 1 : length + (size_t)added;
}

static size_t add_bar(char *text, size_t size, size_t length, double share)
{
    enum { CELLS = 20 };
    char bar[CELLS + 20];
    int filled = (int)(share * CELLS);
    snprintf(bar, sizeof bar, "[%.*s%*s] %3d %%  ", filled, "####################",
             CELLS - filled, "", (int)(share * 100));
    return add(text, size, length, bar);
}

void progress_line(char *text, size_t size, const struct progress_state *state, double seconds,
                   unsigned width)
{
    char part[80];
    size_t length = 0;
    double rate = seconds > 0 ? (double)state->done / seconds : 0;
    bool has_total = state->total >= state->done && state->total;
    if (width + 1 < size)
        size = width + 1;
    if (has_total && width >= 70)
        length = add_bar(text, size, length, (double)state->done / (double)state->total);
    snprintf(part, sizeof part, "%.1f", (double)state->done / 1e6);
    length = add(text, size, length, part);
    snprintf(part, sizeof part, " of %.1f", (double)state->total / 1e6);
    if (has_total)
        length = add(text, size, length, part);
    snprintf(part, sizeof part, " MB, %.0f MB/s, %llu result%s", rate / 1e6,
             (unsigned long long)state->found, state->found == 1 ? "" : "s");
    length = add(text, size, length, part);
    if (has_total && rate > 0) {
        double left = (double)(state->total - state->done) / rate;
        if (left < 100 * 3600) {
            snprintf(part, sizeof part, ", %d:%02d left", (int)left / 60, (int)left % 60);
            add(text, size, length, part);
        }
    }
}

static unsigned columns(FILE *terminal)
{
    struct winsize window;
    bool is_known = !ioctl(fileno(terminal), TIOCGWINSZ, &window) && window.ws_col;
    return is_known ? window.ws_col : 80;
}

static void take_away(struct progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", progress->terminal);
    progress->is_shown = false;
}

static void draw(struct progress *progress)
{
    char text[200];
    struct progress_state state = {0};
    progress->look(progress->context, &state);
    /* The last column stays empty: some terminals go to the next line there. */
    progress_line(text, sizeof text, &state, stopwatch_seconds(&progress->watch),
                  columns(progress->terminal) - 1);
    fprintf(progress->terminal, "\r\033[K%s", text);
    fflush(progress->terminal);
    progress->is_shown = true;
}

static void *run(void *context)
{
    struct progress *progress = context;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    long wait = FIRST_NS;
    pthread_mutex_lock(&progress->lock);
    while (!progress->is_ending) {
        next.tv_nsec += wait;
        next.tv_sec += next.tv_nsec / 1000000000L;
        next.tv_nsec %= 1000000000L;
        wait = NEXT_NS;
        while (!progress->is_ending &&
               !pthread_cond_timedwait(&progress->wanted_to_end, &progress->lock, &next))
            ;
        if (!progress->is_ending)
            draw(progress);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

struct progress *progress_start(FILE *terminal, void (*look)(void *context,
                                                             struct progress_state *state),
                                void *context)
{
    struct progress *progress = memory_alloc(sizeof *progress);
    pthread_condattr_t clock;
    sigset_t all, before;
    progress->terminal = terminal;
    progress->look = look;
    progress->context = context;
    stopwatch_start(&progress->watch);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->wanted_to_end, &clock);
    pthread_condattr_destroy(&clock);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int error = pthread_create(&progress->thread, NULL, run, progress);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error)
        return progress;
    free(progress);
    return NULL;
}

void progress_hide(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    take_away(progress);
}

void progress_show(struct progress *progress)
{
    if (progress)
        pthread_mutex_unlock(&progress->lock);
}

void progress_end(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->is_ending = true;
    take_away(progress);
    fflush(progress->terminal);
    pthread_cond_signal(&progress->wanted_to_end);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    pthread_cond_destroy(&progress->wanted_to_end);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}
