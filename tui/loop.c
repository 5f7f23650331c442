/* loop.c - poll() over the terminal and a pipe of signals; everything else is called from here. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/lists.h"
#include "app/model_file.h"
#include "app/write.h"
#include "base/str.h"
#include "tui/draw.h"
#include "tui/input.h"
#include "tui/loop_parts.h"
#include "tui/mouse.h"
#include "tui/tui.h"
#include "tui/views/views.h"

#define QUIET_MS 2000 /* the session is written after so long without a change */

/* Signals come as bytes of a pipe; the handler does nothing else. */
static int pipe_ends[2] = {-1, -1};

static void on_signal(int sig)
{
    int saved = errno;
    unsigned char byte = (unsigned char)sig;
    ssize_t n = write(pipe_ends[1], &byte, 1);
    (void)n;
    errno = saved;
}

static bool signals_open(void)
{
    static const int ours[] = {SIGWINCH, SIGCONT, SIGHUP, SIGTERM, SIGINT, SIGTSTP};
    if (pipe(pipe_ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_ends[i], F_SETFL, fcntl(pipe_ends[i], F_GETFL) | O_NONBLOCK);
        fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    }
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = on_signal;
    a.sa_flags = SA_RESTART;
    sigfillset(&a.sa_mask);
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        sigaction(ours[i], &a, NULL);
    signal(SIGPIPE, SIG_IGN);
    return true;
}

int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- effects ---------------------------------------------------------------------------------- */
static struct ui_tastes tastes_of(const struct ui *m)
{
    return (struct ui_tastes){m->lang,  m->theme_kept, m->mouse,
                              m->ascii, m->wide,       m->feeds.switched};
}

static bool tasted(const struct tui *t)
{
    struct ui_tastes now = tastes_of(&t->m), was = t->seen;
    return now.lang != was.lang || now.theme != was.theme || now.mouse != was.mouse ||
           now.ascii != was.ascii || now.wide != was.wide || now.feeds != was.feeds;
}

/* Keeps what was switched since the last time; false: nothing was. */
static bool taste(struct tui *t)
{
    struct ui_tastes now = tastes_of(&t->m), was = t->seen;
    struct tastes *x = &t->tastes;
    bool any = false;
    if (now.lang != was.lang)
        any = x->lang_set = true, x->lang = now.lang;
    if (now.theme != was.theme)
        any = str_copy(x->theme, sizeof x->theme, t->themes.t[now.theme].id) || any;
    if (now.mouse != was.mouse)
        any = x->mouse_set = true, x->mouse = now.mouse;
    if (now.ascii != was.ascii)
        any = x->ascii_set = true, x->ascii = now.ascii;
    if (now.wide != was.wide)
        any = x->wide_set = true, x->wide = now.wide;
    if (now.feeds != was.feeds)
        any = true, feeds_keep(&t->m.feeds, x);
    t->seen = now;
    return any;
}

static void save(struct tui *t, bool tell)
{
    struct err_info e = {0};
    if (taste(t) && tastes_save(&t->tastes, t->c->state_dir, &e) != OK && tell)
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
    t->changed_ms = 0;
    t->m.changed = false;
    if (session_save(&t->s, &t->m, &e) != OK && tell)
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
}

static void run_export(struct tui *t)
{
    struct err_info e = {0};
    enum err rc = write_export(&t->m, &e);
    struct event ev = {.kind = EV_EXPORTED, .text = t->m.export_path, .error = &e};
    if (rc == ERR_EXISTS)
        ev.kind = EV_EXPORT_EXISTS;
    else if (rc != OK)
        ev.kind = EV_FAILED;
    step(t, &ev);
}

static void read_model(struct tui *t)
{
    struct err_info e = {0};
    enum err rc =
        model_file_add(&t->c->facts, &t->c->arena, t->m.model_path, t->c->env.xdg.home, &e);
    step(t, &(struct event){.kind = rc == OK ? EV_MODEL_READ : EV_FAILED, .error = &e});
}

static void use_theme(struct tui *t)
{
    draw_theme(&t->themes.t[t->m.theme], t->info.colours);
}

static void recompute(struct tui *t)
{
    struct err_info e = {0};
    enum err rc = context_offers_for(t->c, &t->m.doc.answers, &e);
    if (rc == OK)
        rc = recompute_run(&t->r, &t->m, &e);
    step(t, &(struct event){.kind = rc == OK ? EV_RESULT : EV_FAILED, .error = &e});
    if (t->m.changed)
        t->changed_ms = now_ms();
}

/* The preview waits until no more keys do: see run_previews. */
static void effects(struct tui *t, unsigned fx)
{
    if (fx & FX_RECOMPUTE)
        recompute(t);
    if (fx & FX_MODEL)
        read_model(t);
    if (fx & FX_EXPORT)
        run_export(t);
    if (fx & FX_THEME) {
        use_theme(t);
        model_say(&t->m, SAY_INFO, MSG_TUI_THEME_NOW, 1,
                  ARG_STR(t->themes.t[t->m.theme].name[t->m.lang]));
    }
    if (fx & FX_FEEDS)
        loop_feeds(t);
    if (fx & FX_REFRESH)
        loop_refresh_begin(t);
    if (fx & FX_CANCEL)
        loop_refresh_cancel(t);
    if (fx & FX_COPY)
        loop_copy(t);
    if (fx & FX_BROWSE)
        loop_browse(t);
    if (fx & FX_FORM)
        loop_form(t);
    if (fx & (FX_STORE | FX_DROP))
        loop_store(t, (fx & FX_DROP) != 0);
    if (fx & FX_OF_FILES)
        effects(t, plan_files_do(&t->files, fx));
    if (fx & FX_SETTINGS) {
        screen_mouse(t->m.mouse);
        screen_redraw(); /* what stands there was drawn with the other signs */
    }
    if (fx & FX_REDRAW)
        screen_redraw();
    if (fx & FX_QUIT)
        t->leave = true;
}

/* The list shows every offer; plans need few of them, so all are read when it is first opened. */
static void all_offers(struct tui *t)
{
    struct err_info e = {0};
    if (context_all_offers(t->c, &e) == OK)
        lists_refresh(&t->m);
    else
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
}

/* The plan's card is rented nowhere: an empty list would tell less than that of all cards. */
static void offers_of_all(struct tui *t)
{
    const struct plan *p = model_plan(&t->m);
    bool none = t->m.offers.n == 0 && !t->m.offers_all && t->m.filter[0] == '\0';
    if (!none || p == NULL || p->accel == NULL)
        return;
    t->m.offers_all = true;
    lists_refresh(&t->m);
    model_say(&t->m, SAY_INFO, MSG_OFFERS_NONE_OF, 1, ARG_STR(accel_label(p->accel)));
}

static bool preview_due;

void step(struct tui *t, const struct event *e)
{
    unsigned fx = update(&t->m, e);
    preview_due = preview_due || (fx & FX_PREVIEW) != 0;
    effects(t, fx);
    if (t->m.screen == SCREEN_OFFERS && !t->c->opt.all_offers)
        all_offers(t);
    if (t->m.screen == SCREEN_OFFERS && t->drawn != SCREEN_OFFERS)
        offers_of_all(t);
}

static void run_previews(struct tui *t)
{
    if (!preview_due)
        return;
    preview_due = false;
    if (t->m.preview_key[0] == '\0' || t->m.preview_refused)
        return;
    struct err_info e = {0};
    if (context_offers_for(t->c, &t->m.candidate, &e) == OK)
        recompute_preview(&t->r, &t->m);
}

/* --- picture ---------------------------------------------------------------------------------- */
static void places_now(const struct tui *t, struct places *l)
{
    int rows, cols;
    screen_size(&rows, &cols);
    layout_make(t->m.screen, t->m.focus, t->m.job_beside, rows, cols, l);
}

/* What compare tells below its table about one row waits until the hand rests: while an arrow is
 * held down, the line carries the two names of each step and the reason, nothing more. */
#define REST_MS 50 /* a key held down comes again within this */

static bool tells_late(const struct tui *t)
{
    return t->m.screen == SCREEN_COMPARE && t->drawn == SCREEN_COMPARE &&
           t->m.told != t->m.list.cursor;
}

static void follow(struct tui *t)
{
    if (!tells_late(t) || now_ms() >= t->key_ms + REST_MS)
        t->m.told = t->m.list.cursor;
    t->drawn = t->m.screen;
}

/* A list goes on by a row or two, as under a key held down. */
static bool goes_on(struct tui *t, const struct places *l)
{
    const struct list *now = model_list(&t->m), *was = &t->drawn_list;
    int by = now->top - was->top;
    static const bool whole_width[SCREEN_COUNT] = {
        [SCREEN_OFFERS] = true, [SCREEN_CATALOG] = true, [SCREEN_FITS] = true,
        [SCREEN_FORM] = true,   [SCREEN_PICKER] = true,  [SCREEN_REFRESH] = true,
    };
    bool whole = t->m.screen == SCREEN_PLAN
                     ? t->drawn_focus == t->m.focus && l->pane[t->m.focus].w == l->cols
                     : whole_width[t->m.screen];
    return whole && t->drawn == t->m.screen && now->n == was->n && by != 0 && by >= -2 && by <= 2;
}

#define FEW_ROWS 3 /* curses does not scroll so few */

/* Rows move up in the terminal itself when they are there already, cell by cell; the one with the
 * bar is not. So the bar is taken off where it stands before the rows move, which costs one name;
 * else that row is sent anew beside the one that comes in. */
static void lift_bar(struct tui *t, const struct places *l)
{
    struct list *list = model_list(&t->m), now = *list;
    list->top = t->drawn_list.top;
    list->cursor = -1;
    draw_begin();
    view_draw(&t->m, l);
    screen_show();
    *list = now;
    struct rect in = rect_inside(l->pane[PANE_FINDINGS]);
    if (t->m.screen == SCREEN_PLAN && t->m.focus == PANE_FINDINGS && in.h <= FEW_ROWS && in.h > 1)
        screen_scroll(in.y, in.h, now.top - t->drawn_list.top);
}

static void draw(struct tui *t)
{
    struct places l;
    places_now(t, &l);
    layout_fit(&t->m, &l);
    screen_signs(&t->info, t->m.ascii, t->m.wide, t->m.lang == LANG_EN);
    if (goes_on(t, &l))
        lift_bar(t, &l);
    follow(t);
    loop_past(t);
    draw_begin();
    view_draw(&t->m, &l);
    input_paste_mode(t->m.typing);
    screen_show();
    t->drawn_list = *model_list(&t->m);
    t->drawn_focus = t->m.focus;
    t->told = false;
    t->drawn_ms = now_ms();
}

/* --- turns ------------------------------------------------------------------------------------ */
static void end_by(struct tui *t, int code)
{
    t->exit_code = code;
    t->leave = true;
}

static void take_signals(struct tui *t)
{
    unsigned char sig;
    bool resize = false;
    while (read(pipe_ends[0], &sig, 1) == 1) {
        if (sig == SIGWINCH || sig == SIGCONT)
            resize = true;
        else if (sig == SIGTSTP)
            screen_suspend();
        else
            end_by(t, 128 + sig);
    }
    if (resize && !t->leave)
        screen_resize();
}

static void click(struct tui *t)
{
    struct places l;
    struct event e = {.kind = EV_CLICK};
    int y, x;
    places_now(t, &l);
    input_mouse(&y, &x);
    if (mouse_row(&t->m, &l, y, x, &e.pane, &e.row))
        step(t, &e);
}

/* One sign moved the cursor by two cells: this terminal draws all of that kind twice as wide. */
static void take_answer(struct tui *t)
{
    int column;
    if (!input_answer(&column) || !t->asked)
        return;
    t->asked = false;
    if (column != 3 || t->m.wide)
        return;
    t->m.wide = t->seen.wide = true; /* asked, not switched: it is not kept */
    screen_redraw();
}

static void take_keys(struct tui *t)
{
    int32_t key;
    bool pasted, any = false;
    while (!t->leave && input_next(&key, &pasted)) {
        any = true;
        t->key_ms = now_ms();
        if (pasted && !t->m.typing)
            continue;
        if (key == KC_CLICK)
            click(t);
        else
            step(t, &(struct event){.kind = EV_KEY, .key = key});
        if (t->changed_ms == 0 && tasted(t))
            t->changed_ms = now_ms();
    }
    take_answer(t);
    if (!any && screen_gone())
        end_by(t, 128 + SIGHUP);
}

#define PROGRESS_MS 1000 /* progress of a refresh is drawn this often, and at its end */

/* Milliseconds to the next thing that is due; -1: nothing is. */
static int due_in(int64_t at, int before)
{
    int64_t left = at - now_ms();
    int ms = left < 0 ? 0 : (int)left;
    return before < 0 || ms < before ? ms : before;
}

static int wait_ms(const struct tui *t)
{
    int ms = t->changed_ms != 0 ? due_in(t->changed_ms + QUIET_MS, -1) : -1;
    if (tells_late(t))
        ms = due_in(t->key_ms + REST_MS, ms);
    return t->told ? due_in(t->drawn_ms + PROGRESS_MS, ms) : ms;
}

static void take_terminal(struct tui *t, short events)
{
    if (!t->leave && (events & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        end_by(t, 128 + SIGHUP);
    if (!t->leave && (events & POLLIN) != 0)
        take_keys(t);
}

static void turn(struct tui *t)
{
    struct pollfd p[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                          {.fd = pipe_ends[0], .events = POLLIN},
                          {.fd = loop_refresh_fd(t), .events = POLLIN}};
    int n = poll(p, 3, wait_ms(t));
    if (n < 0 && errno != EINTR) {
        end_by(t, 128 + SIGHUP);
        return;
    }
    if (n > 0 && (p[1].revents & POLLIN) != 0)
        take_signals(t);
    if (n > 0)
        take_terminal(t, p[0].revents);
    bool only_news = n > 0 && p[0].revents == 0 && p[1].revents == 0;
    if (n > 0 && !t->leave && p[2].fd >= 0 && p[2].revents != 0)
        loop_refresh_read(t);
    if (t->leave)
        return;
    run_previews(t);
    if (t->changed_ms != 0 && due_in(t->changed_ms + QUIET_MS, -1) == 0) {
        save(t, true);
        recompute_trim(&t->r, &t->m);
    }
    if (only_news && loop_refresh_fd(t) >= 0 && now_ms() < t->drawn_ms + PROGRESS_MS)
        return;
    draw(t);
}

/* --- beginning -------------------------------------------------------------------------------- */
/* Anything answered besides what the config gives to every job? */
static bool has_job(const struct answers *a)
{
    for (int i = 0; i < Q_COUNT; i++) {
        if (a->a[i].set && i != Q_COUNTRY && i != Q_CURRENCY)
            return true;
    }
    return false;
}

/* A Chinese locale most likely means China: preselected, and written down as given. */
static void guess_country(struct tui *t)
{
    const struct app_env *env = &t->c->env;
    const char *locale = !str_empty(env->lc_all)        ? env->lc_all
                         : !str_empty(env->lc_messages) ? env->lc_messages
                                                        : env->lang;
    struct err_info e = {0};
    const char *country = t->c->country[0] != '\0'                        ? t->c->country
                          : locale != NULL && str_starts(locale, "zh_CN") ? "CN"
                                                                          : NULL;
    if (country != NULL)
        answers_set(&t->m.doc.answers, Q_COUNTRY, country, FROM_GIVEN, &e);
    if (country != NULL && t->c->country[0] == '\0')
        answers_set(&t->m.doc.answers, Q_CURRENCY, "CNY", FROM_GIVEN, &e);
    if (t->c->currency[0] != '\0')
        answers_set(&t->m.doc.answers, Q_CURRENCY, t->c->currency, FROM_GIVEN, &e);
}

static bool start_document(struct tui *t, const struct answers *initial)
{
    struct err_info e = {0};
    if (initial != NULL) {
        t->m.doc.answers = *initial;
        if (has_job(initial)) {
            if (session_start_over(&t->s))
                model_say(&t->m, SAY_INFO, MSG_SESSION_BEFORE, 0);
            return true;
        }
    } else {
        guess_country(t);
        t->m.blank = t->m.doc.answers;
    }
    bool found = session_load(&t->s, &t->scratch, &t->m.doc, &e);
    struct job job;
    struct err_info why = {0};
    bool whole =
        !found || (model_file_take(&t->c->facts, &t->c->arena, &t->m.doc.answers,
                                   t->c->env.xdg.home, &why) == OK &&
                   job_resolve(&t->m.doc.answers, &t->c->facts, &t->scratch, &job, &why) == OK);
    if (!whole) {
        memset(&t->m.doc, 0, sizeof t->m.doc);
        answers_init(&t->m.doc.answers);
        session_aside(&t->s, &why);
        model_say_error(&t->m, &why);
        return false; /* the catalog has moved on: what was answered no longer holds */
    }
    if (found)
        model_say(&t->m, SAY_INFO, MSG_SESSION_RESTORED, 0);
    else if (e.code != OK)
        model_say_error(&t->m, &e);
    else
        model_say(&t->m, SAY_INFO, MSG_TUI_FIRST_HINT, 0);
    return found;
}

static void start_theme(struct tui *t)
{
    struct err_info e = {0};
    const char *want = t->c->opt.theme;
    if (!t->c->theme_given && t->tastes.theme[0] != '\0')
        want = t->tastes.theme;
    themes_load(&t->themes, t->c->themes_dir, &t->scratch, &e);
    if (t->c->own_themes_dir[0] != '\0')
        themes_add(&t->themes, t->c->own_themes_dir, &t->scratch, &e);
    int at = want == NULL                ? 0
             : strchr(want, '/') != NULL ? themes_add_file(&t->themes, want, &t->scratch, &e)
                                         : themes_find(&t->themes, want);
    t->m.theme = t->m.theme_kept = at < 0 ? 0 : at;
    t->m.themes = &t->themes;
    t->m.theme_n = t->themes.n;
    use_theme(t);
    if (at < 0 && e.code == OK)
        model_say(&t->m, SAY_WARNING, MSG_THEME_UNKNOWN, 1, ARG_STR(want));
    else if (e.code != OK)
        model_say_error(&t->m, &e);
}

static void start(struct tui *t, const struct answers *initial)
{
    struct err_info e = {0};
    t->m.offline = t->c->opt.offline;
    feeds_build(&t->m.feeds, &t->c->config, &t->tastes);
    t->m.generated = t->c->generated;
    t->m.machine_lang = t->c->lang_given ? t->c->lang : LANG_EN;
    t->m.ascii = t->tastes.ascii_set && !t->c->ascii_given ? t->tastes.ascii : t->c->opt.ascii;
    t->m.wide = t->tastes.wide_set ? t->tastes.wide : t->c->config.ambiguous_wide;
    t->m.mouse = t->tastes.mouse_set ? t->tastes.mouse : t->c->config.mouse;
    if (!t->info.utf8 && t->m.lang != LANG_EN)
        t->m.lang = LANG_EN;
    t->m.lang_locked = !t->info.utf8;
    session_open(&t->s, t->c->state_dir, &e);
    bool plan = start_document(t, initial);
    if (e.code != OK)
        model_say_error(&t->m, &e);
    else if (t->m.lang != t->c->lang)
        model_say(&t->m, SAY_WARNING, MSG_TUI_LANG_LOCKED, 0);
    else if (t->s.number > 1)
        model_say(&t->m, SAY_INFO, MSG_SESSION_SECOND, 1, ARG_INT(t->s.number));
    else if (t->info.fallback)
        model_say(&t->m, SAY_WARNING, MSG_TUI_TERM_UNKNOWN, 2,
                  ARG_STR(t->c->env.term ? t->c->env.term : ""), ARG_STR(t->info.entry));
    start_theme(t);
    screen_mouse(t->m.mouse);
    t->asked = !t->tastes.wide_set && !t->c->config.ambiguous_given && !t->m.ascii;
    if (t->asked)
        screen_ask_width(&t->info);
    t->seen = tastes_of(&t->m);
    effects(t, update_start(&t->m, plan));
}

/* Flags that contradict each other are told before a screen comes up. */
static bool whole_job(struct context *c, const struct answers *a, struct err_info *e)
{
    struct arena scratch;
    struct job job;
    arena_init(&scratch, 0);
    bool ok = job_resolve(a, &c->facts, &scratch, &job, e) == OK;
    arena_free(&scratch);
    return ok;
}

int tui_run(struct context *c, const struct answers *initial, struct err_info *e)
{
    struct arena own;
    arena_init(&own, 0);
    struct tui *t = ARENA_NEW(&own, struct tui);
    if (t == NULL || !signals_open()) {
        arena_free(&own);
        return err_exit_code(err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL));
    }
    t->c = c;
    t->s.lock = -1;
    arena_init(&t->scratch, 0);
    plan_files_init(&t->files, c, &t->m);
    recompute_init(&t->r);
    int code = 2;
    struct keymap keys;
    bool forced = str_eq(c->lang_from, "--lang") || str_eq(c->lang_from, "DLRIG_LANG");
    if (tastes_load(&t->tastes, c->state_dir, c->config_path) && t->tastes.lang_set && !forced)
        c->lang = t->tastes.lang;
    if (keymap_build(&keys, &c->config, c->config_path, e) != OK) {
        code = err_exit_code(e->code);
    } else if ((initial != NULL && !whole_job(c, initial, e)) || context_policy_check(c, e) != OK) {
        code = err_exit_code(e->code);
    } else if (!screen_open(c, c->lang != LANG_EN, &t->info)) {
        err_set(e, ERR_USAGE, MSG_TUI_NO_TERMINAL, 0, NULL);
    } else if (model_init(&t->m, &c->facts, &c->prices, c->now, c->lang, e) != OK) {
        screen_close();
        code = err_exit_code(e->code);
    } else {
        t->m.keymap = keys;
        t->m.policy = context_policy(c);
        start(t, initial);
        if (c->own_error.msg.id != MSG_NONE)
            model_say_error(&t->m, &c->own_error);
        draw(t);
        while (!t->leave)
            turn(t);
        loop_refresh_end(t);
        save(t, false);
        screen_close();
        code = t->exit_code;
    }
    session_close(&t->s);
    plan_files_free(&t->files);
    model_free(&t->m);
    recompute_free(&t->r);
    arena_free(&t->scratch);
    loop_past_end(t);
    arena_free(&own);
    return code;
}
