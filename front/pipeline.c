#include "config.h"

#include "front/pipeline.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const int handed_on[] = {SIGINT, SIGTERM, SIGHUP};
enum { HANDED_ON_NR = sizeof handed_on / sizeof *handed_on };

/* What the handler needs; a pid is 0 where there is no such child. */
static volatile sig_atomic_t children[2];
static volatile sig_atomic_t caught;

static void hand_on(int number)
{
    int cause = errno;
    caught = number;
    for (int i = 0; i < 2; i++) {
        if (children[i] > 0)
            kill((pid_t)children[i], number);
    }
    errno = cause;
}

/* A child that ends only has to wake ppoll(). */
static void wake(int number)
{
    (void)number;
}

/* The signal state before, which the children get and which comes back. */
struct signals {
    sigset_t mask;
    struct sigaction actions[HANDED_ON_NR], child;
};

/* Takes over the signals and blocks them: they come in only while we wait. */
static void take_signals(struct signals *before)
{
    struct sigaction action = {.sa_handler = wake};
    sigset_t blocked;
    sigemptyset(&action.sa_mask);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigaction(SIGCHLD, &action, &before->child);
    action.sa_handler = hand_on;
    for (int i = 0; i < HANDED_ON_NR; i++) {
        sigaddset(&blocked, handed_on[i]);
        sigaction(handed_on[i], NULL, &before->actions[i]);
        /* What nohup(1) or a shell in the background ignores stays ignored. */
        if (before->actions[i].sa_handler != SIG_IGN)
            sigaction(handed_on[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before->mask);
    children[0] = children[1] = caught = 0;
}

static void give_signals_back(const struct signals *before)
{
    sigaction(SIGCHLD, &before->child, NULL);
    for (int i = 0; i < HANDED_ON_NR; i++)
        sigaction(handed_on[i], &before->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/* Starts program with fd as its standard stream number stream. */
static int start(const struct pipeline_program *program, int fd, int stream,
                 const struct signals *before, pid_t *pid, struct diag *diag)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fd, stream);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &before->mask);
    /* The reader may end early; the writer then ends without a word. */
    sigemptyset(&defaults);
    if (stream == STDOUT_FILENO)
        sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    int error = posix_spawn(pid, program->path, &actions, &attributes,
                            (char *const *)program->argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0)
        return 0;
    diag_set(diag, DIAG_FATAL, program->path, 0, NULL, "cannot be started: %s", strerror(error));
    return -1;
}

/* Waits for a child to end, letting signals in. */
static int wait_child(int child, const sigset_t *open_mask)
{
    int status = 0;
    while (waitpid((pid_t)children[child], &status, WNOHANG) == 0)
        ppoll(NULL, 0, NULL, open_mask);
    children[child] = 0;
    return status;
}

/* Waits until the pipe has something to read or its writer has ended; returns
 * whether it has.  *is_ended and *status tell of the writer. */
static bool wait_for_bytes(int fd, const sigset_t *open_mask, bool *is_ended, int *status)
{
    struct pollfd entry = {.fd = fd, .events = POLLIN};
    *is_ended = false;
    for (;;) {
        if (waitpid((pid_t)children[0], status, WNOHANG) != 0) {
            *is_ended = true;
            children[0] = 0;
        }
        int ready = *is_ended ? poll(&entry, 1, 0) : ppoll(&entry, 1, NULL, open_mask);
        if (ready > 0)
            return true;
        if (*is_ended)
            return false;
    }
}

static int run(const struct pipeline_program *first, const struct pipeline_program *second,
               int *fds, const struct signals *before, struct pipeline_end *end,
               struct diag *diag)
{
    pid_t pid;
    bool is_ended;
    int result = 0;
    if (start(first, fds[1], STDOUT_FILENO, before, &pid, diag) != 0)
        return -1;
    children[0] = pid;
    bool has_bytes = wait_for_bytes(fds[0], &before->mask, &is_ended, &end->first_status);
    if (has_bytes && !caught && !(is_ended && WIFSIGNALED(end->first_status))) {
        result = start(second, fds[0], STDIN_FILENO, before, &pid, diag);
        end->has_second = result == 0;
        children[1] = result == 0 ? pid : 0;
    }
    close(fds[0]);
    fds[0] = -1;
    if (!is_ended)
        end->first_status = wait_child(0, &before->mask);
    /* While our own end of the pipe is open, second cannot see the end of what it
     * reads, and so cannot finish on a part of it. */
    if (end->has_second && WIFSIGNALED(end->first_status) &&
        WTERMSIG(end->first_status) != SIGPIPE)
        kill((pid_t)children[1], SIGTERM);
    close(fds[1]);
    fds[1] = -1;
    if (end->has_second)
        end->second_status = wait_child(1, &before->mask);
    return result;
}

int pipeline_run(const struct pipeline_program *first, const struct pipeline_program *second,
                 struct pipeline_end *end, struct diag *diag)
{
    int fds[2];
    struct signals before;
    *end = (struct pipeline_end){0};
    if (pipe2(fds, O_CLOEXEC) != 0) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "no pipe: %s", strerror(errno));
        return -1;
    }
    take_signals(&before);
    int result = run(first, second, fds, &before, end, diag);
    end->signal = caught;
    give_signals_back(&before);
    for (int i = 0; i < 2; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    return result;
}
