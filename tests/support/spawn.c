#include "tests/support/spawn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORDS_MAX 64
#define LIMIT_S 60

extern char **environ;

struct stream {
    int fd;
    char **text;
    size_t *len;
};

static void read_more(struct stream *s)
{
    char chunk[65536];
    ssize_t n = read(s->fd, chunk, sizeof chunk);

    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (n <= 0) {
        close(s->fd);
        s->fd = -1;
        return;
    }
    *s->text = realloc(*s->text, *s->len + (size_t)n + 1);
    assert_non_null(*s->text);
    memcpy(*s->text + *s->len, chunk, (size_t)n);
    *s->len += (size_t)n;
    (*s->text)[*s->len] = '\0';
}

static void set_environment(const char *const *add)
{
    static char *none[] = {NULL};
    environ = none;
    setenv("HOME", DLRIG_BUILD_DIR "/tests/home", 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    for (; add != NULL && *add != NULL; add++) {
        char name[64];
        const char *equal = strchr(*add, '=');
        size_t n = (size_t)(equal - *add);
        memcpy(name, *add, n);
        name[n] = '\0';
        setenv(name, equal + 1, 1);
    }
}

static void child(const struct spawn_how *how, const char *const *argv, int in, int out, int err)
{
    char program[] = DLRIG_BUILD_DIR "/dlrig";
    char *words[WORDS_MAX + 2] = {program};
    int n = 1;

    for (; argv[n - 1] != NULL && n <= WORDS_MAX; n++)
        words[n] = strdup(argv[n - 1]);
    dup2(in, STDIN_FILENO);
    dup2(err, STDERR_FILENO);
    if (how->out_path != NULL)
        out = open(how->out_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (how->out_closed)
        close(STDOUT_FILENO);
    else
        dup2(out, STDOUT_FILENO);
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    if (how->dir != NULL && chdir(how->dir) != 0)
        _exit(126);
    if (how->umask != 0)
        umask((mode_t)how->umask);
    if (how->file_limit > 0) {
        struct rlimit limit = {(rlim_t)how->file_limit, (rlim_t)how->file_limit};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    signal(SIGPIPE, SIG_DFL);
    set_environment(how->env);
    execv(program, words);
    _exit(127);
}

static void collect(struct stream streams[2], pid_t pid)
{
    time_t end = time(NULL) + LIMIT_S;

    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        struct pollfd wait[2] = {{streams[0].fd, POLLIN, 0}, {streams[1].fd, POLLIN, 0}};
        if (time(NULL) > end) {
            kill(pid, SIGKILL);
            fail_msg("the program did not end within %d s", LIMIT_S);
        }
        poll(wait, 2, 1000);
        for (int i = 0; i < 2; i++) {
            if (wait[i].revents != 0)
                read_more(&streams[i]);
        }
    }
}

void spawn(struct spawned *s, const struct spawn_how *how, const char *const *argv)
{
    static const struct spawn_how usual;
    int in[2], out[2], err[2], status = 0;

    how = how != NULL ? how : &usual;
    memset(s, 0, sizeof *s);
    s->out = calloc(1, 1);
    s->err = calloc(1, 1);
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    assert_int_equal(pipe(err), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        if (how->out_closed_pipe)
            close(out[0]);
        child(how, argv, in[0], out[1], err[1]);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    if (how->out_closed_pipe) {
        close(out[0]);
        out[0] = -1;
    }
    signal(SIGPIPE, SIG_IGN);
    if (how->input != NULL && write(in[1], how->input, strlen(how->input)) < 0)
        assert_int_equal(errno, EPIPE);
    close(in[1]);
    struct stream streams[2] = {{out[0], &s->out, &s->out_len}, {err[0], &s->err, &s->err_len}};
    collect(streams, pid);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    s->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    s->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

void spawn_line(struct spawned *s, const struct spawn_how *how, const char *line)
{
    char text[2048];
    const char *argv[WORDS_MAX + 1];
    int n = 0;

    assert_true(strlen(line) < sizeof text);
    memcpy(text, line, strlen(line) + 1);
    for (char *p = text; *p != '\0' && n < WORDS_MAX;) {
        p += strspn(p, " ");
        if (*p == '\0')
            break;
        argv[n++] = p;
        p += strcspn(p, " ");
        if (*p != '\0')
            *p++ = '\0';
    }
    argv[n] = NULL;
    spawn(s, how, argv);
}

void spawned_free(struct spawned *s)
{
    free(s->out);
    free(s->err);
    memset(s, 0, sizeof *s);
}

int count_lines(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

bool has_escape(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && c != '\n') || c == 0x7F)
            return true;
    }
    return false;
}
