#include "app/refresher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"

#define PROGRAM "dlrig-refresh"
#define ARGUMENTS (REFRESHER_LISTS * 4 + CONFIG_FEEDS_MAX * 2 + 40)
#define NUMBER_BYTES 24
#define LINE_BYTES ((size_t)64 << 10)
#define READ_BYTES 4096

extern char **environ;

/* --- starting -------------------------------------------------------------------------------- */
struct command_line {
    struct arena arena;
    char *argv[ARGUMENTS];
    int n;
};

static void add(struct command_line *c, const char *word)
{
    if (c->n + 1 < ARGUMENTS)
        c->argv[c->n++] = arena_strdup(&c->arena, word);
}

static void add_pair(struct command_line *c, const char *flag, const char *value)
{
    add(c, flag);
    add(c, value);
}

/* flag NAME=PLACE */
static void add_place(struct command_line *c, const char *flag, const char *name, const char *place)
{
    struct str s;

    str_init(&s, 8192);
    str_addf(&s, "%s=%s", name, place);
    add_pair(c, flag, s.p);
    str_free(&s);
}

static void add_list(struct command_line *c, const struct refresh_list *list)
{
    if (list->place == NULL)
        add_pair(c, "--feed", list->name);
    else
        add_place(c, "--list", list->name, list->place);
    if (list->allow_private)
        add_pair(c, "--private", list->name);
}

static void add_net(struct command_line *c, const struct config *f)
{
    const struct config_net *n = &f->net;
    const struct {
        const char *flag;
        long x;
    } limit[] = {{"--connect-s", n->connect_s},
                 {"--transfer-s", n->transfer_s},
                 {"--quiet-s", n->quiet_s},
                 {"--total-s", n->total_s},
                 {"--max-mb", n->max_mb}};

    for (size_t i = 0; i < f->mirror_n; i++)
        add_place(c, "--mirror", f->mirror[i].name, f->mirror[i].place);
    if (n->proxy[0] != '\0')
        add_pair(c, "--proxy", n->proxy);
    if (n->ca_file[0] != '\0')
        add_pair(c, "--ca-file", n->ca_file);
    for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++) {
        char number[NUMBER_BYTES];
        if (limit[i].x <= 0)
            continue;
        snprintf(number, sizeof number, "%ld", limit[i].x);
        add_pair(c, limit[i].flag, number);
    }
}

static void fill(struct command_line *c, const struct refresh_ask *ask)
{
    add(c, PROGRAM);
    add_pair(c, "--store", ask->ctx->prices_dir);
    add_pair(c, "--catalog", ask->ctx->catalog_path);
    for (size_t i = 0; i < ask->n; i++)
        add_list(c, &ask->list[i]);
    add_net(c, &ask->ctx->config);
    add_pair(c, "--lang", ask->ctx->lang == LANG_ZH ? "zh" : "en");
    if (ask->ctx->as_of_given)
        add_pair(c, "--as-of", ask->ctx->opt.as_of);
    if (ask->ctx->opt.offline)
        add(c, "--offline");
    if (ask->dry_run)
        add(c, "--dry-run");
    if (ask->force)
        add(c, "--force");
    if (ask->due)
        add(c, "--due");
}

/* Beside this program, as installed and as built; tests lie elsewhere in the build tree. */
static enum err find_program(const struct context *ctx, char *out, size_t cap, struct err_info *e)
{
    const char *beside = ctx->env.exe_dir != NULL ? ctx->env.exe_dir : DLRIG_DATA_DIR_BUILD;

    if (path_join(out, cap, beside, PROGRAM) && file_exists(out))
        return OK;
    if (path_join(out, cap, DLRIG_DATA_DIR_BUILD, PROGRAM) && file_exists(out))
        return OK;
    return err_set(e, ERR_USAGE, MSG_REFRESH_NO_PROGRAM, 1, &ARG_STR(err_detail(e, beside)));
}

/* We ignore SIGPIPE; the child must not: it ends when nobody listens to it any more. */
static int ends_with_us(posix_spawnattr_t *how)
{
    sigset_t pipes;

    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    int number = posix_spawnattr_setsigdefault(how, &pipes);
    return number == 0 ? posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGDEF) : number;
}

static int spawn(struct refresher *x, const char *program, char *const *argv)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    int pipe_fd[2], number;

    if (pipe(pipe_fd) != 0)
        return errno;
    fcntl(pipe_fd[0], F_SETFD, FD_CLOEXEC);
    number = posix_spawn_file_actions_init(&files);
    if (number == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, pipe_fd[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&files, pipe_fd[1]);
        number = posix_spawnattr_init(&how);
        if (number == 0) {
            number = ends_with_us(&how);
            if (number == 0)
                number = posix_spawn(&x->pid, program, &files, &how, argv, environ);
            posix_spawnattr_destroy(&how);
        }
        posix_spawn_file_actions_destroy(&files);
    }
    close(pipe_fd[1]);
    if (number != 0)
        close(pipe_fd[0]);
    x->fd = pipe_fd[0];
    return number;
}

enum err refresher_start(struct refresher *x, const struct refresh_ask *ask, struct err_info *e)
{
    struct command_line c = {.n = 0};
    char program[1024];
    int number = 0;
    enum err rc = find_program(ask->ctx, program, sizeof program, e);

    *x = (struct refresher){.fd = -1};
    str_init(&x->buffer, LINE_BYTES);
    if (rc != OK)
        return rc;
    arena_init(&c.arena, 0);
    fill(&c, ask);
    number = arena_failed(&c.arena) ? ENOMEM : spawn(x, program, c.argv);
    arena_free(&c.arena);
    if (number != 0) {
        x->pid = 0;
        struct msg_arg why = err_system(e, number);
        rc = err_set(e, ERR_USAGE, MSG_REFRESH_NO_START, 1, &why);
    }
    return rc;
}

/* --- listening ------------------------------------------------------------------------------- */
bool refresher_fill(struct refresher *x)
{
    char bytes[READ_BYTES];
    ssize_t n;

    if (x->taken > 0) { /* what was taken makes room */
        memmove(x->buffer.p, x->buffer.p + x->taken, x->buffer.len - x->taken + 1);
        x->buffer.len -= x->taken;
        x->taken = 0;
    }
    do
        n = read(x->fd, bytes, sizeof bytes);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        str_addn(&x->buffer, bytes, (size_t)n);
    return n > 0 && !x->buffer.failed;
}

static enum refresh_stage stage_of(const char *word)
{
    static const char *const words[] = {"",     "fetch",   "judge", "held",  "done", "failed",
                                        "note", "summary", "same",  "fresh", "clock"};

    for (int i = 1; i < (int)(sizeof words / sizeof words[0]); i++)
        if (str_eq(words[i], word))
            return (enum refresh_stage)i;
    return REFRESH_OTHER;
}

static void text(const struct json *o, const char *key, char *out, size_t cap)
{
    const char *s = json_string(json_get(o, key));

    text_clean_buf(out, cap, s != NULL ? s : "");
}

static void read_event(const struct json *o, struct refresh_event *x)
{
    const struct {
        const char *key;
        double *to;
    } number[] = {{"pages", &x->pages},           {"off_s", &x->off_s},
                  {"passed", &x->passed},         {"rates", &x->rates},
                  {"bytes", &x->bytes},           {"rows", &x->rows},
                  {"accepted", &x->accepted},     {"unchanged", &x->unchanged},
                  {"merged", &x->merged},         {"marked", &x->marked},
                  {"unpriced", &x->unpriced},     {"quarantined", &x->quarantined},
                  {"refused", &x->refused},       {"line", &x->line},
                  {"price_hour", &x->price_hour}, {"expected_hour", &x->expected_hour}};

    memset(x, 0, sizeof *x);
    x->stage = stage_of(json_string(json_get(o, "stage")));
    text(o, "feed", x->feed, sizeof x->feed);
    text(o, "place", x->place, sizeof x->place);
    text(o, "what", x->what, sizeof x->what);
    text(o, "message", x->message, sizeof x->message);
    text(o, "since", x->since, sizeof x->since);
    text(o, "currency", x->currency, sizeof x->currency);
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        *number[i].to = json_number(json_get(o, number[i].key));
    x->reason = judge_reason_find(json_string(json_get(o, "reason")));
    for (const struct json *n = json_at(json_get(o, "reasons"), 0); n != NULL; n = json_next(n))
        x->by_reason[judge_reason_find(json_key(n))] = json_number(n);
    x->stored = json_bool(json_get(o, "stored"), false);
}

bool refresher_take(struct refresher *x, struct refresh_event *out)
{
    char *line = x->buffer.p + x->taken;
    char *stop = memchr(line, '\n', x->buffer.len - x->taken);
    struct json_doc *d;

    memset(out, 0, sizeof *out);
    if (stop == NULL)
        return false;
    x->taken += (size_t)(stop - line) + 1;
    if (json_parse(line, (size_t)(stop - line), LINE_BYTES, &d, NULL) == OK) {
        read_event(json_root(d), out);
        json_free(d);
    }
    return true;
}

/* --- ending ---------------------------------------------------------------------------------- */
int refresher_end(struct refresher *x)
{
    int status = 0;

    if (x->fd >= 0)
        close(x->fd);
    x->fd = -1;
    str_free(&x->buffer);
    if (x->pid <= 0)
        return 0;
    while (waitpid(x->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    x->pid = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void refresher_cancel(struct refresher *x)
{
    if (x->pid > 0)
        kill(x->pid, SIGTERM);
}
