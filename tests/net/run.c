#include "tests/net/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/price_file.h"
#include "tests/net/server.h"
#include "tests/support/price_files.h"

#define WORDS_MAX 64
#define WAIT_MS 60000

static char store[96];

const char *run_store(void)
{
    if (store[0] == '\0') {
        assert_true(path_join(store, sizeof store, server_dir(), "store"));
        mkdir(store, 0700);
    }
    return store;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void each_file(void (*fn)(const char *path, const char *name, void *ctx), void *ctx)
{
    DIR *d = opendir(run_store());

    for (struct dirent *x; d != NULL && (x = readdir(d)) != NULL;) {
        char path[512];
        if (x->d_name[0] != '.' && path_join(path, sizeof path, store, x->d_name))
            fn(path, x->d_name, ctx);
    }
    if (d != NULL)
        closedir(d);
}

static void drop(const char *path, const char *name, void *ctx)
{
    (void)name;
    (void)ctx;
    unlink(path);
}

void run_store_empty(void)
{
    each_file(drop, NULL);
}

static void count(const char *path, const char *name, void *ctx)
{
    (void)path;
    *(int *)ctx += !str_eq(name, PRICES_FILE) && !str_eq(name, PRICES_FILE ".lock");
}

int run_left(void)
{
    int n = 0;

    each_file(count, &n);
    return n;
}

static const char *price_file(void)
{
    static char path[128];

    assert_true(path_join(path, sizeof path, run_store(), PRICES_FILE));
    return path;
}

unsigned long run_sum(void)
{
    struct arena a;
    struct err_info e = {0};
    unsigned long h = 5381;
    char *bytes;
    size_t n;

    if (!file_exists(price_file()))
        return 0;
    arena_init(&a, 0);
    assert_int_equal(file_read(&a, price_file(), (size_t)1 << 28, &bytes, &n, &e), OK);
    for (size_t i = 0; i < n; i++)
        h = h * 33 ^ (unsigned char)bytes[i];
    arena_free(&a);
    return h;
}

double run_number(const char *sql)
{
    struct db *db;
    struct stmt *s = NULL;
    struct err_info e = {0};
    bool more;

    assert_int_equal(db_open(&db, price_file(), PRICES_APPLICATION_ID, PRICES_FORMAT, &e), OK);
    assert_int_equal(db_prepare(db, sql, &s, &e), OK);
    assert_int_equal(db_step(s, &more, &e), OK);
    double x = more ? db_number(s, 0) : UNKNOWN;
    db_finish(s);
    db_close(db);
    return x;
}

size_t run_offers(const char *provider, const char *date, const char *past)
{
    return price_file_count(price_file(), provider, date, past);
}

/* --- starting -------------------------------------------------------------------------------- */
/* Words with {path} filled in, in one buffer. */
static int split(const char *words, char *buffer, size_t cap, char **argv, int n)
{
    struct str s;

    str_init(&s, cap - 1);
    for (const char *p = words; *p != '\0'; p++) {
        if (*p != '{') {
            str_addc(&s, *p == ' ' ? '\0' : *p);
            continue;
        }
        char path[128], url[256];
        size_t k = strcspn(p, "}");
        snprintf(path, sizeof path, "%.*s", (int)(k - 1), p + 1);
        server_url(url, sizeof url, SERVER_GOOD, path);
        str_add(&s, url);
        p += k;
    }
    assert_false(s.failed);
    memcpy(buffer, s.p, s.len + 1);
    for (size_t i = 0; i < s.len; i += strlen(buffer + i) + 1)
        if (buffer[i] != '\0' && n + 1 < WORDS_MAX)
            argv[n++] = buffer + i;
    str_free(&s);
    return n;
}

pid_t run_begin(const char *words, int *out)
{
    static char program[] = DLRIG_BUILD_DIR "/dlrig-refresh",
                catalog[] = DLRIG_BUILD_DIR "/catalog.sqlite";
    char *argv[WORDS_MAX] = {program, "--store", (char *)(uintptr_t)run_store(), "--catalog",
                             catalog};
    char buffer[4096];
    int pipe_fd[2], n = split(words, buffer, sizeof buffer, argv, 5);

    argv[n] = NULL;
    assert_int_equal(pipe(pipe_fd), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(pipe_fd[1], STDOUT_FILENO);
        dup2(pipe_fd[1], STDERR_FILENO);
        close(pipe_fd[0]);
        close(pipe_fd[1]);
        execv(program, argv);
        _exit(127);
    }
    close(pipe_fd[1]);
    *out = pipe_fd[0];
    return pid;
}

struct ran run_end(pid_t pid, int out)
{
    struct ran r = {.code = -1};
    struct str s;
    int status = 0;
    double start = now_s();

    str_init(&s, (size_t)1 << 24);
    for (;;) {
        struct pollfd p = {.fd = out, .events = POLLIN};
        char bytes[4096];
        if (poll(&p, 1, WAIT_MS) <= 0) {
            kill(pid, SIGKILL);
            fail_msg("it hangs: %s", s.p);
        }
        ssize_t n = read(out, bytes, sizeof bytes);
        if (n <= 0)
            break;
        str_addn(&s, bytes, (size_t)n);
    }
    close(out);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    r.took_s = now_s() - start;
    if (WIFSIGNALED(status))
        r.signal = WTERMSIG(status);
    else
        r.code = WEXITSTATUS(status);
    r.out = strdup(s.p);
    str_free(&s);
    return r;
}

struct ran run_refresh(const char *words)
{
    int out;
    pid_t pid = run_begin(words, &out);

    return run_end(pid, out);
}

void ran_free(struct ran *r)
{
    free(r->out);
    r->out = NULL;
}
