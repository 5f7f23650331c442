#define _DEFAULT_SOURCE 1 /* wait4 */
#include "bench/child.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/figures.h"

#define KEY_QUIET_MS 120 /* no second picture follows a key later than that */
#define ARGS_MAX 48

static char *home_make(char *home, size_t cap)
{
    snprintf(home, cap, "/tmp/dlrig-bench-XXXXXX");
    return mkdtemp(home);
}

static void home_remove(const char *home)
{
    pid_t pid = fork();

    if (pid == 0) {
        execl("/bin/rm", "rm", "-rf", home, (char *)NULL);
        _exit(127);
    }
    waitpid(pid, NULL, 0);
}

static void become_dlrig(const char *home, const char *const *args)
{
    static const char *const away[] = {"LINES",      "COLUMNS",         "NO_COLOR",
                                       "DLRIG_LANG", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                       "ESCDELAY",   "XDG_STATE_HOME",  "XDG_CACHE_HOME"};
    const char *argv[ARGS_MAX] = {DLRIG_BUILD_DIR "/dlrig"};
    char *const *give;
    int n = 1;

    for (size_t i = 0; i < sizeof away / sizeof away[0]; i++)
        unsetenv(away[i]);
    setenv("HOME", home, 1);
    setenv("DLRIG_DATA_DIR", DLRIG_BUILD_DIR, 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    for (; *args != NULL && n < ARGS_MAX - 1; args++)
        argv[n++] = *args;
    memcpy(&give, &(const char *const *){argv}, sizeof give);
    execv(argv[0], give);
    _exit(127);
}

bool child_screen(struct child *c, int rows, int cols, const char *const *args)
{
    struct winsize w = {(unsigned short)rows, (unsigned short)cols, 0, 0};

    *c = (struct child){.fd = -1};
    if (home_make(c->home, sizeof c->home) == NULL)
        return false;
    c->start_ms = now_ms();
    c->pid = forkpty(&c->fd, NULL, NULL, &w);
    if (c->pid == 0)
        become_dlrig(c->home, args);
    return c->pid > 0;
}

void child_quiet(struct child *c, int quiet_ms)
{
    char buf[65536];
    struct pollfd p = {.fd = c->fd, .events = POLLIN};

    while (poll(&p, 1, quiet_ms) > 0) {
        ssize_t n = read(c->fd, buf, sizeof buf);

        if (n <= 0)
            return;
        c->bytes += (size_t)n;
        c->last_ms = now_ms();
    }
}

size_t child_take(struct child *c)
{
    size_t n = c->bytes;

    c->bytes = 0;
    return n;
}

size_t child_key(struct child *c, const char *bytes, double *took_ms)
{
    double sent = now_ms();

    child_take(c);
    if (write(c->fd, bytes, strlen(bytes)) < 0)
        return 0;
    child_quiet(c, KEY_QUIET_MS);
    *took_ms = c->last_ms - sent;
    return child_take(c);
}

double child_resident_mib(const struct child *c)
{
    char path[64], line[256];
    double kib = 0;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)c->pid);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtod(line + 6, NULL);
    if (f != NULL)
        fclose(f);
    return kib / 1024;
}

double child_cpu_ms(const struct child *c)
{
    char path[64];
    double ns = 0;

    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)c->pid);
    FILE *f = fopen(path, "r");
    if (f != NULL && fscanf(f, "%lf", &ns) != 1)
        ns = 0;
    if (f != NULL)
        fclose(f);
    return ns / 1e6;
}

void child_end(struct child *c)
{
    kill(c->pid, SIGTERM);
    child_quiet(c, 100);
    waitpid(c->pid, NULL, 0);
    close(c->fd);
    home_remove(c->home);
}

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

double child_command(const char *const *args, double *cpu_used_ms, double *resident_mib)
{
    char home[64];
    struct rusage used = {.ru_maxrss = 0};
    int status = -1;

    if (home_make(home, sizeof home) == NULL)
        return -1;
    double start = now_ms();
    pid_t pid = fork();

    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);

        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        become_dlrig(home, args);
    }
    if (pid > 0)
        wait4(pid, &status, 0, &used);
    double took = now_ms() - start;
    home_remove(home);
    *resident_mib = (double)used.ru_maxrss / 1024;
    *cpu_used_ms = ms_of(used.ru_utime) + ms_of(used.ru_stime);
    return WIFEXITED(status) && WEXITSTATUS(status) <= 1 ? took : -1;
}
