/* cli.c - from a command line to an exit code. */
#include "commands/commands.h"

#include <string.h>

#include "app/theme.h"
#include "commands/help.h"
#include "commands/output.h"
#include "commands/run.h"

#define OUTPUT_MAX ((size_t)256 << 20)
#define RESULT_MAX ((size_t)1 << 30)

/* --- errors ---------------------------------------------------------------------------------- */
int cli_error(enum lang lang, const struct err_info *e)
{
    struct str text;

    str_init(&text, 4096);
    str_add(&text, "dlrig: ");
    err_render(&text, lang, e);
    output_error(text.p);
    str_free(&text);
    return err_exit_code(e->code);
}

/* The language of errors before the config is read. */
static enum lang early_lang(const struct cli *c)
{
    return language_resolve(&c->cmdline.app, &c->env, NULL, NULL);
}

int cli_no_terminal(const struct cli *c)
{
    struct err_info e = {0};
    err_set(&e, ERR_USAGE, MSG_CLI_NO_TERMINAL, 0, NULL);
    return cli_error(early_lang(c), &e);
}

/* --- start ----------------------------------------------------------------------------------- */
int cli_open(struct cli *c, int argc, char *const argv[])
{
    struct err_info e = {0};
    const struct cmdline *o = &c->cmdline;

    app_env_read(&c->env, argc > 0 ? argv[0] : NULL);
    if (cmdline_parse(argc, argv, &c->cmdline, &e) != OK) {
        cmdline_app(argc, argv, &c->cmdline.app);
        return cli_error(early_lang(c), &e);
    }
    bool command = o->command != NULL || o->on[FLAG_HELP] || o->on[FLAG_VERSION];
    c->wants = command ? CLI_COMMAND : o->app.plain ? CLI_PLAIN : CLI_SCREEN;
    return -1;
}

/* --theme names a theme that is there, for commands too: a script that carries a wrong one should
 * not learn it from the first person who opens the screen. A path is read. */
static enum err check_theme(const struct context *c, struct err_info *e)
{
    const char *want = c->opt.theme, *names[THEMES_MAX];
    struct err_info other = {0};
    struct arena scratch;
    enum err rc = OK;
    size_t n = 0;

    if (!c->theme_given || want == NULL)
        return OK;
    arena_init(&scratch, 0);
    struct themes *t = ARENA_NEW(&scratch, struct themes);
    if (t == NULL) {
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    } else if (strchr(want, '/') != NULL) {
        t->n = 0;
        if (themes_add_file(t, want, &scratch, e) < 0)
            rc = e->code = ERR_USAGE;
    } else {
        themes_load(t, c->themes_dir, &scratch, &other);
        themes_add(t, c->own_themes_dir, &scratch, &other);
        for (; n < (size_t)t->n; n++)
            names[n] = t->t[n].id;
        if (themes_find(t, want) < 0)
            rc = cli_unknown(e, want, names, n, MSG_THEME_NONE_NEAR, MSG_THEME_NONE,
                             c->own_themes_dir);
    }
    arena_free(&scratch);
    return rc;
}

int cli_context(struct cli *c, struct context *ctx, struct answers *a)
{
    struct err_info e = {0};
    struct run r = {.opt = &c->cmdline, .env = &c->env, .ctx = ctx, .lang = LANG_EN};

    struct app_options app = c->cmdline.app;
    app.own_may_fail = true;
    enum err rc = context_open(ctx, &app, &c->env, &e);
    if (rc == OK)
        rc = check_theme(ctx, &e);
    if (rc == OK) {
        arena_init(&r.arena, RESULT_MAX);
        rc = job_read(&r, a, NULL, NULL, &e);
    }
    int code = rc == OK ? -1 : cli_error(ctx->lang, &e);
    arena_free(&r.arena);
    return code;
}

bool cli_has_job(const struct cli *c)
{
    return c->cmdline.job_n > 0 || c->cmdline.on[FLAG_JOB];
}

/* --- a command ------------------------------------------------------------------------------- */
static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = words; p != NULL && *p != '\0';) {
        size_t len = strcspn(p, " ");
        if (len == n && strncmp(p, word, n) == 0)
            return true;
        p += len + (p[len] == ' ');
    }
    return false;
}

/* The wanted format, or the first of the command. */
static enum err choose_format(struct run *r, char first[16], struct err_info *e)
{
    const struct command *cmd = r->opt->command;
    const char *word = r->opt->value[FLAG_FORMAT];

    if (cmd->formats == NULL)
        return OK;
    if (word == NULL) {
        size_t n = strcspn(cmd->formats, " ");
        memcpy(first, cmd->formats, n);
        first[n] = '\0';
        r->format = first;
        return OK;
    }
    if (has_word(cmd->formats, word)) {
        r->format = word;
        return OK;
    }
    return cli_fail(e, ERR_USAGE, MSG_CLI_FORMAT, word, cmd->name, cmd->formats);
}

static bool is_machine_format(const struct run *r)
{
    return str_eq(r->format, "json") || str_eq(r->format, "csv");
}

/* json and csv are for programs: they speak what --lang says, whatever the locale. */
static enum lang output_lang(const struct run *r)
{
    return is_machine_format(r) && !r->ctx->lang_given ? LANG_EN : r->ctx->lang;
}

static enum err write_out(struct run *r, struct err_info *e)
{
    const char *path = r->opt->value[FLAG_OUT];
    bool force = r->opt->on[FLAG_FORCE];
    struct str plain;

    if (!r->ctx->opt.ascii || is_machine_format(r))
        return output_write(path, force, r->out.p, r->out.len, e);
    str_init(&plain, OUTPUT_MAX);
    output_ascii(&plain, r->out.p);
    enum err rc = plain.failed ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL)
                               : output_write(path, force, plain.p, plain.len, e);
    str_free(&plain);
    return rc;
}

#define OWN_WAIT_MS 15000 /* another program may be writing the user's rows */

static void tell_waiting(void *data)
{
    const struct run *r = data;
    struct msg m = msg_make(MSG_OWN_WAITING, 1, ARG_STR(r->ctx->own_path));
    struct str text;

    str_init(&text, 4096);
    str_add(&text, "dlrig: ");
    msg_render(&text, r->ctx->lang, &m);
    output_error(text.p);
    str_free(&text);
}

/* Rows of the user's own that are left out are told; what came out does not rest on them. */
static void tell_left_out(const struct run *r)
{
    const struct own_note *n = &r->ctx->own;
    struct err_info e = {0};

    if (n->good == n->rows || r->ctx->opt.own_may_fail)
        return;
    err_set(&e, OK, MSG_OWN_ROWS_LEFT, 1, &ARG_INT(n->rows - n->good));
    (void)cli_error(r->ctx->lang, &e);
}

static enum err run_command(struct run *r, struct err_info *e)
{
    const struct command *cmd = r->opt->command;
    struct app_options app = r->opt->app;
    char first[16];

    r->wait = (struct db_wait){.limit_ms = OWN_WAIT_MS, .tell = tell_waiting, .data = r};
    app.own_wait = &r->wait;
    app.own_may_fail = str_eq(cmd->name, "doctor") ||
                       (str_eq(cmd->name, "catalog") && str_eq(r->opt->arg[0], "doctor"));
    enum err rc = cmd->without_catalog ? context_places(r->ctx, &app, r->env, e)
                                       : context_open(r->ctx, &app, r->env, e);
    if (rc == OK && !cmd->without_catalog)
        tell_left_out(r);
    if (rc == ERR_DAMAGED && cmd->without_catalog)
        rc = OK; /* no data found: those commands do without, doctor tells it */
    if (rc == OK)
        rc = check_theme(r->ctx, e);
    if (rc == OK)
        rc = choose_format(r, first, e);
    if (rc != OK)
        return rc;
    r->lang = output_lang(r);
    rc = cmd->run(r, e);
    if (rc != OK)
        job_locate(r, e);
    if (rc == OK && r->out.failed)
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (rc == OK && r->out.len > 0)
        rc = write_out(r, e);
    return rc;
}

/* --version, --help and help of a command need neither data nor a right config. */
static bool run_early(struct cli *c, struct str *out)
{
    const struct cmdline *o = &c->cmdline;

    if (o->on[FLAG_VERSION])
        str_add(out, "dlrig " DLRIG_VERSION "\n");
    else if (o->on[FLAG_HELP])
        help_command(out, early_lang(c), o->command);
    return out->len > 0;
}

int cli_run(struct cli *c)
{
    struct err_info e = {0};
    struct context ctx = {0};
    struct run r = {.opt = &c->cmdline, .env = &c->env, .ctx = &ctx};
    enum err rc;

    str_init(&r.out, OUTPUT_MAX);
    arena_init(&r.arena, RESULT_MAX);
    ctx.lang = early_lang(c);
    if (run_early(c, &r.out))
        rc = output_write(NULL, false, r.out.p, r.out.len, &e);
    else
        rc = run_command(&r, &e);
    int code = rc == OK ? r.code : cli_error(ctx.lang, &e);
    context_close(&ctx);
    arena_free(&r.arena);
    str_free(&r.out);
    return code;
}

/* --- for the commands ------------------------------------------------------------------------ */
struct export_options run_export_options(const struct run *r)
{
    return (struct export_options){
        .lang = r->lang,
        .ascii = r->ctx->opt.ascii,
        .generated = r->ctx->generated,
        .now = r->ctx->now,
        .facts = &r->ctx->facts,
        .prices = &r->ctx->prices,
        .explain = r->opt->on[FLAG_EXPLAIN],
    };
}

enum export_format run_export_format(const struct run *r)
{
    enum export_format f = EXPORT_TEXT;
    if (!export_format_find(r->format, &f))
        BUG("a format of the table that export does not know");
    return f;
}
