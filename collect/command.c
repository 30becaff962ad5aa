#include "config.h"

#include "collect/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int await(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int command_run(const char *path, const char *const *words, int output, struct diag *diag)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output < 0 ? STDERR_FILENO : output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(&pid, path, &actions, &attributes, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    int status = error ? -1 : await(pid);
    if (status < 0)
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot be run: %s",
                 strerror(error ? error : errno));
    return status;
}

int command_hook(const char *line, const char *key, const char *level, struct diag *diag)
{
    const char *const words[] = {"sh", "-c", line, "sh", level, key, NULL};
    int status = command_run("/bin/sh", words, -1, diag);
    if (status > 0)
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "'%s' for %s=%s ended with status %d", line, key,
                 level, status);
    return status ? -1 : 0;
}
