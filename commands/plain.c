#include "commands/plain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "app/model_file.h"
#include "app/options.h"
#include "base/str.h"
#include "base/text.h"
#include "commands/plain_parts.h"
#include "engine/job/model_config.h"
#include "export/export.h"

#define SHOWN_MAX 12 /* lines of a long list; the rest is found by typing */
#define PLAN_BYTES (1u << 20)
#define LINE_MOST 10000 /* cells of a line that is not wrapped */

static volatile sig_atomic_t ended_by; /* signal that ends the dialogue, 0 none */

static void on_signal(int sig)
{
    ended_by = sig;
}

static void catch_signals(void)
{
    static const int ours[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = on_signal; /* without SA_RESTART: a read that waits is given up */
    sigemptyset(&a.sa_mask);
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        sigaction(ours[i], &a, NULL);
}

bool is_over(const struct dialogue *d)
{
    return d->input_over || d->gone || d->quits || ended_by != 0;
}

/* Cells of a line of the terminal; a pipe takes long lines. */
static int terminal_cells(void)
{
    struct winsize w;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col == 0)
        return LINE_MOST;
    return w.ws_col < 20 ? 20 : w.ws_col;
}

/* --- lines in and out ------------------------------------------------------------------------- */
void say(struct dialogue *d, const char *text)
{
    int indent = (int)strspn(text, " ");
    bool first = true;
    do {
        size_t skip = 0, n = text_wrap(text, first ? d->cells : d->cells - indent - 2, &skip);
        if (!first)
            fprintf(stdout, "%*s", indent + 2, "");
        fwrite(text, 1, n, stdout);
        fputc('\n', stdout);
        text += n + skip;
        first = false;
        if (n + skip == 0)
            break;
    } while (*text != '\0');
    if (ferror(stdout))
        d->gone = true;
}

static void say_lines(struct dialogue *d, const char *text)
{
    struct str line;
    str_init(&line, PLAN_BYTES);
    while (*text != '\0' && !d->gone) {
        size_t n = strcspn(text, "\n");
        str_clear(&line);
        str_addn(&line, text, n);
        say(d, line.p);
        text += n + (text[n] == '\n');
    }
    str_free(&line);
}

void say_id(struct dialogue *d, enum msg_id id)
{
    say(d, msg_text(d->m.lang, id));
}

void say_said(struct dialogue *d)
{
    if (d->m.say != SAY_NOTHING)
        say(d, d->m.message);
    model_quiet(&d->m);
}

void say_msg(struct dialogue *d, const struct msg *m)
{
    struct str s;
    str_init(&s, 8192);
    msg_render(&s, d->m.lang, m);
    say(d, s.p);
    str_free(&s);
}

void say_error(struct dialogue *d, const struct err_info *e)
{
    struct str s;
    str_init(&s, 8192);
    err_render(&s, d->m.lang, e);
    say(d, s.p);
    str_free(&s);
}

/* Takes the first line out of the buffer, without its end. */
static bool take_line(struct dialogue *d, char *out, size_t cap, size_t len)
{
    char line[sizeof d->buffer + 1];
    size_t skip = len < d->have ? len + 1 : len;
    memcpy(line, d->buffer, len);
    line[len] = '\0';
    memmove(d->buffer, d->buffer + skip, d->have - skip);
    d->have -= skip;
    while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == ' '))
        line[--len] = '\0';
    const char *from = line;
    while (*from == ' ')
        from++;
    text_clean_buf(out, cap, from);
    return true;
}

bool read_line(struct dialogue *d, char *out, size_t cap)
{
    fflush(stdout);
    for (;;) {
        const char *end = memchr(d->buffer, '\n', d->have);
        if (end != NULL)
            return take_line(d, out, cap, (size_t)(end - d->buffer));
        if (d->have == sizeof d->buffer) /* longer than any answer */
            return take_line(d, out, cap, d->have);
        if (ended_by != 0)
            return false;
        ssize_t n = read(STDIN_FILENO, d->buffer + d->have, sizeof d->buffer - d->have);
        if (n > 0) {
            d->have += (size_t)n;
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            d->input_over = n == 0;
            d->gone = d->gone || n < 0;
            return n == 0 && d->have > 0 && take_line(d, out, cap, d->have);
        }
    }
}

/* --- one question ----------------------------------------------------------------------------- */
static bool numbered(const struct question *q)
{
    return q->type != ANSWER_QUANTITY;
}

static void list_options(struct dialogue *d, const struct question *q, const struct options *o)
{
    struct str line;
    str_init(&line, 4096);
    int shown = o->n < SHOWN_MAX || q->choices != NULL ? o->n : SHOWN_MAX;
    for (int i = 0; i < shown; i++) {
        const struct option *x = &o->o[i];
        if (x->type_row || x->typed)
            continue;
        str_clear(&line);
        if (numbered(q)) {
            str_addf(&line, "  %2d  ", i + 1);
            text_pad(&line, x->label, 30, -1, d->m.ascii);
            if (!str_empty(x->extra))
                str_addf(&line, "  %s", x->extra);
            if (!str_empty(x->hint))
                str_addf(&line, "  %s", x->hint);
            say(d, line.p);
        }
    }
    if (numbered(q) && shown < o->n) {
        struct msg more = msg_make(MSG_PLAIN_MORE_HIDDEN, 1, ARG_INT(o->n - shown));
        say_msg(d, &more);
    }
    if (!numbered(q)) {
        str_clear(&line);
        str_add(&line, "   ");
        for (int i = 0; i < o->n; i++) {
            if (o->o[i].type_row || o->o[i].value[0] == '\0')
                continue;
            str_addc(&line, ' ');
            str_add(&line, o->o[i].value);
        }
        say(d, line.p);
    }
    str_free(&line);
}

static void prompt(struct dialogue *d, const struct question *q)
{
    struct str now;
    str_init(&now, 512);
    option_shown(&now, q->id, &d->m.job, d->m.facts, d->m.lang);
    if (now.len == 0)
        str_add(&now, msg_text(d->m.lang, MSG_TUI_NOT_GIVEN));
    fprintf(stdout, "[%s] > ", now.p);
    str_free(&now);
}

static void resolve(struct dialogue *d)
{
    struct err_info e;
    arena_reset(&d->m.lists);
    job_resolve(&d->m.doc.answers, d->m.facts, &d->m.lists, &d->m.job, &e);
}

static void options_of(struct dialogue *d, enum question_id q, const char *filter,
                       struct options *out)
{
    options_build(out, q, &d->m.doc.answers, &d->m.job, d->m.facts, filter, d->m.lang, &d->m.lists);
}

static bool same_text(const char *a, const char *b)
{
    struct str x, y;
    str_init(&x, 1024);
    str_init(&y, 1024);
    text_fold(&x, a);
    text_fold(&y, b);
    bool same = str_eq(x.p, y.p);
    str_free(&x);
    str_free(&y);
    return same;
}

/* Rows that hold what was typed, numbered in place of the whole list. */
static int list_matches(struct dialogue *d, const struct question *q, const char *text,
                        struct options *o)
{
    struct options found;
    options_of(d, q->id, text, &found);
    int n = 0;
    for (int i = 0; i < found.n; i++)
        n += !found.o[i].typed && !found.o[i].type_row && found.o[i].value[0] != '\0';
    if (n == 0)
        return 0;
    *o = found;
    struct msg several = msg_make(MSG_PLAIN_MATCHES, 2, ARG_INT(n), ARG_STR(text));
    say_msg(d, &several);
    list_options(d, q, o);
    return n;
}

/* A size such as 70b is also part of many names: people mean one of those. */
static bool ambiguous(struct dialogue *d, const struct question *q, const char *text)
{
    return d->people && q->id == Q_MODEL && facts_model(d->m.facts, text) == NULL &&
           !model_is_path(text);
}

/* The value that a line means: a number of the list, a label, or the text itself. NULL: told. */
static const char *meant(struct dialogue *d, const struct question *q, const struct options *o,
                         const char *line)
{
    double x;
    if (numbered(q) && num_plain(line, &x) == NUM_OK && x >= 1 && x <= 9999) {
        int at = (int)x;
        if (at <= o->n && !o->o[at - 1].type_row)
            return o->o[at - 1].value;
        struct msg range = msg_make(MSG_PLAIN_CHOICE_RANGE, 2, ARG_STR(line), ARG_INT(o->n));
        say_msg(d, &range);
        return NULL;
    }
    for (int i = 0; i < o->n; i++) {
        if (!o->o[i].type_row && same_text(o->o[i].label, line))
            return o->o[i].value;
    }
    return line;
}

static bool accept(struct dialogue *d, const struct question *q, const char *value,
                   struct options *o)
{
    struct answers next;
    struct err_info e = {0};
    bool set_back, file = (q->id == Q_MODEL || q->id == Q_DRAFT_MODEL) && model_is_path(value);
    if (file && model_file_add(&d->c->facts, &d->c->arena, value, d->c->env.xdg.home, &e) != OK) {
        say_error(d, &e);
        return false;
    }
    if (model_try(&d->m, q->id, value, &next, &e, &set_back)) {
        d->m.doc.answers = next;
        if (set_back)
            say(d, msg_text(d->m.lang, MSG_TUI_SET_BACK));
        return true;
    }
    if (q->type != ANSWER_TEXT || list_matches(d, q, value, o) == 0)
        say_error(d, &e);
    return false;
}

enum went { WENT_ON, WENT_BACK };

static enum went ask(struct dialogue *d, const struct question *q)
{
    char line[ANSWER_TEXT_MAX], listed[ANSWER_TEXT_MAX] = "";
    struct options o;
    resolve(d);
    fputc('\n', stdout);
    say(d, msg_text(d->m.lang, q->ask));
    options_of(d, q->id, "", &o);
    list_options(d, q, &o);
    while (!d->input_over && !d->gone && ended_by == 0) {
        prompt(d, q);
        if (!read_line(d, line, sizeof line) || line[0] == '\0')
            return WENT_ON;
        if (str_eq(line, "?")) {
            say(d, msg_text(d->m.lang, q->why));
            continue;
        }
        d->quits = str_case_eq(line, "q");
        if (d->quits)
            return WENT_ON;
        if (str_case_eq(line, "b"))
            return WENT_BACK;
        const char *value = meant(d, q, &o, line);
        if (value == line && ambiguous(d, q, line) && !str_eq(listed, line)) {
            str_copy(listed, sizeof listed, line);
            if (list_matches(d, q, line, &o) > 0)
                continue;
        }
        if (value != NULL && accept(d, q, value, &o))
            return WENT_ON;
    }
    return WENT_ON;
}

/* --- the whole -------------------------------------------------------------------------------- */
static void step_heading(struct dialogue *d, int step)
{
    static const enum msg_id names[STEPS + 1] = {MSG_NONE,      MSG_STEP_TASK,   MSG_STEP_MODEL,
                                                 MSG_STEP_HAVE, MSG_STEP_METHOD, MSG_STEP_SCALE,
                                                 MSG_STEP_WHERE};
    struct msg m = msg_make(MSG_PLAIN_STEP, 3, ARG_INT(step), ARG_INT(STEPS), ARG_MSG(names[step]));
    fputc('\n', stdout);
    say_msg(d, &m);
}

/* Asked of everybody whose earlier answers do not rule it out, unless a flag has answered it. */
static bool asked(struct dialogue *d, const struct question *q, const bool *by_flag)
{
    return q->step != 0 && !by_flag[q->id] && (q->visible == NULL || q->visible(&d->m.job));
}

void ask_question(struct dialogue *d, enum question_id q, bool *back)
{
    bool went = ask(d, question_get(q)) == WENT_BACK;
    if (back != NULL)
        *back = went;
}

static void ask_all(struct dialogue *d)
{
    bool by_flag[Q_COUNT];
    int before[Q_COUNT], n = 0, step = 0;
    for (int i = 0; i < Q_COUNT; i++)
        by_flag[i] = d->m.doc.answers.a[i].set && d->m.doc.answers.a[i].from == FROM_GIVEN;
    for (int i = 0; i < Q_COUNT;) {
        const struct question *q = question_get((enum question_id)i);
        resolve(d);
        if (!asked(d, q, by_flag)) {
            i++;
            continue;
        }
        if (d->input_over || d->gone || d->quits || ended_by != 0)
            return;
        if (q->step != step)
            step_heading(d, step = q->step);
        if (ask(d, q) == WENT_BACK) {
            if (n == 0)
                say(d, msg_text(d->m.lang, MSG_PLAIN_FIRST));
            i = n > 0 ? before[--n] : i;
            continue;
        }
        before[n++] = i++;
    }
}

static bool has_error(const struct finding *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (f[i].severity == SEV_ERROR)
            return true;
    }
    return false;
}

int print_plan(struct dialogue *d, struct err_info *e)
{
    struct engine_options o = {
        .chosen_id = d->m.doc.chosen, .edits = &d->m.doc.edits, .policy = context_policy(d->c)};
    struct arena arena;
    arena_init(&arena, 0);
    if (context_offers_for(d->c, &d->m.doc.answers, e) != OK)
        return err_exit_code(e->code);
    const struct result *r =
        engine_run(&d->m.doc.answers, d->m.facts, d->m.prices, d->m.now, &o, &arena, e);
    int code = r == NULL ? err_exit_code(e->code) : 0;
    if (r != NULL) {
        struct str text;
        struct export_options x = {.lang = d->m.lang,
                                   .ascii = d->m.ascii,
                                   .generated = d->c->generated,
                                   .now = d->m.now,
                                   .facts = d->m.facts,
                                   .prices = d->m.prices};
        str_init(&text, PLAN_BYTES);
        enum err rc = export_plan(EXPORT_TEXT, r, &x, &text, e);
        fputc('\n', stdout);
        if (d->people)
            say_lines(d, text.p);
        else
            fputs(text.p, stdout);
        fflush(stdout);
        bool no = r->plan_n == 0 || r->chosen < 0 || r->verdict.word == VERDICT_DOES_NOT_FIT ||
                  has_error(r->verdict.finding, r->verdict.finding_n) ||
                  r->plan[r->chosen].errors > 0;
        code = rc != OK ? err_exit_code(rc) : no;
        str_free(&text);
    }
    arena_free(&arena);
    return code;
}

static int talk(struct dialogue *d, const struct answers *initial, struct err_info *e)
{
    struct err_info quiet = {0};
    if (initial != NULL)
        d->m.doc.answers = *initial;
    d->m.ascii = d->c->opt.ascii;
    d->people = isatty(STDIN_FILENO);
    d->cells = terminal_cells();
    session_open(&d->s, d->c->state_dir, &quiet);
    session_start_over(&d->s);
    say(d, msg_text(d->m.lang, MSG_PLAIN_INTRO));
    ask_all(d);
    session_save(&d->s, &d->m, &quiet);
    if (ended_by != 0)
        return 128 + (int)ended_by;
    if (d->quits) {
        say(d, msg_text(d->m.lang, MSG_PLAIN_QUIT));
        return 0;
    }
    if (d->gone)
        return 128 + SIGHUP;
    if (d->input_over) {
        fputc('\n', stdout);
        say(d, msg_text(d->m.lang, MSG_PLAIN_END));
    }
    int code = print_plan(d, e);
    if (code <= 1)
        plain_menu(d);
    session_save(&d->s, &d->m, &quiet);
    return ended_by != 0 ? 128 + (int)ended_by : code;
}

int plain_run(struct context *ctx, const struct answers *initial, struct err_info *e)
{
    struct arena own;
    arena_init(&own, 0);
    struct dialogue *d = ARENA_NEW(&own, struct dialogue);
    int code;
    catch_signals();
    if (d == NULL) {
        code = err_exit_code(err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL));
    } else {
        d->c = ctx;
        d->s.lock = -1;
        recompute_init(&d->runs);
        plan_files_init(&d->files, ctx, &d->m);
        if (model_init(&d->m, &ctx->facts, &ctx->prices, ctx->now, ctx->lang, e) == OK)
            code = talk(d, initial, e);
        else
            code = err_exit_code(e->code);
        session_close(&d->s);
        recompute_free(&d->runs);
        plan_files_free(&d->files);
        model_free(&d->m);
    }
    arena_free(&own);
    return code;
}
