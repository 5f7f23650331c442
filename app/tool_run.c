/* tool_run.c - runs a program of the system without a shell, with a limit of time and bytes. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/this_machine.h"
#include "base/str.h"

#define OUTPUT_MAX 65536

static char *const clean_env[] = {(char *)"PATH=/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin",
                                  (char *)"LC_ALL=C", NULL};

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* All that comes until the end or the limit; false when the time is over. */
static bool read_all(int fd, int ms, struct str *out)
{
    long long end = now_ms() + ms;
    for (;;) {
        char buf[4096];
        long long left = end - now_ms();
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (left <= 0)
            return false;
        int n = poll(&p, 1, (int)left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        ssize_t got = read(fd, buf, sizeof buf);
        if (got <= 0)
            return got == 0;
        str_addn(out, buf, (size_t)got);
        if (out->failed)
            return false;
    }
}

static bool start(const char *const *argv, int fd[2], pid_t *pid)
{
    posix_spawn_file_actions_t files;
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fd[1], 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&files, fd[0]);
    char *words[16];
    int n = 0;
    for (; argv[n] != NULL && n < 15; n++)
        memcpy(&words[n], &argv[n], sizeof words[n]);
    words[n] = NULL;
    bool good = posix_spawnp(pid, argv[0], &files, NULL, words, clean_env) == 0;
    posix_spawn_file_actions_destroy(&files);
    return good;
}

char *tool_output(const char *const *argv, int ms, struct arena *arena)
{
    int fd[2], status = 0;
    pid_t pid;
    struct str out;
    if (pipe(fd) != 0)
        return NULL;
    bool started = start(argv, fd, &pid);
    close(fd[1]);
    if (!started) {
        close(fd[0]);
        return NULL;
    }
    str_init(&out, OUTPUT_MAX);
    bool whole = read_all(fd[0], ms, &out);
    close(fd[0]);
    if (!whole)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    bool good = whole && WIFEXITED(status) && WEXITSTATUS(status) == 0 && out.len > 0;
    char *text = good ? arena_strdup(arena, out.p) : NULL;
    str_free(&out);
    return text;
}
