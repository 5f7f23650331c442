/* doctor.c - dlrig doctor: what the program found here, and what is wrong with it. */
#include <string.h>
#include <unistd.h>

#include "app/theme.h"
#include "base/date.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/doctor.h"

struct report *report_new(struct run *r)
{
    struct report *d = ARENA_NEW(&r->arena, struct report);

    if (d != NULL)
        d->r = r;
    return d;
}

void report_add(struct report *d, const char *id, enum msg_id label, const char *value,
                enum state state, const char *what)
{
    if (d->n == ITEMS_MAX)
        BUG("doctor: more items than room");
    d->item[d->n++] = (struct item){id, label, value, state, what};
    d->fault = d->fault || state == STATE_FAULT;
}

static void good(struct report *d, const char *id, enum msg_id label, const char *value)
{
    report_add(d, id, label, value, STATE_OK, NULL);
}

const char *report_textf(struct report *d, const char *fmt, ...)
{
    struct str s;
    va_list ap;

    str_init(&s, 4096);
    va_start(ap, fmt);
    str_addfv(&s, fmt, ap);
    va_end(ap);
    const char *kept = arena_strdup(&d->r->arena, s.p);
    str_free(&s);
    return kept;
}

const char *report_msg(struct report *d, const struct msg *m)
{
    struct str s;

    str_init(&s, 4096);
    msg_render(&s, d->r->lang, m);
    const char *kept = arena_strdup(&d->r->arena, s.p);
    str_free(&s);
    return kept;
}

const char *report_error(struct report *d, const struct err_info *e)
{
    struct str s;

    str_init(&s, 1024);
    err_render(&s, d->r->lang, e);
    const char *kept = arena_strdup(&d->r->arena, s.p);
    str_free(&s);
    return kept;
}

/* --- what is looked at ----------------------------------------------------------------------- */
static void look_at_program(struct report *d)
{
    const struct context *c = d->r->ctx;

    good(d, "version", MSG_DOCTOR_VERSION, DLRIG_VERSION);
    good(d, "program", MSG_DOCTOR_PROGRAM, c->env.exe_dir);
    good(d, "as_of", MSG_DOCTOR_AS_OF, NULL);
    char day[11];
    date_format(date_of(c->now), day);
    d->item[d->n - 1].value = report_textf(d, "%s%s", day, c->as_of_given ? " (--as-of)" : "");
    bool there = c->config_path[0] != '\0' && file_exists(c->config_path);
    report_add(d, "config", MSG_DOCTOR_CONFIG, c->config_path[0] != '\0' ? c->config_path : NULL,
               STATE_OK, there ? NULL : msg_text(d->r->lang, MSG_DOCTOR_ABSENT));
}

static void look_at_state(struct report *d)
{
    const struct context *c = d->r->ctx;

    if (c->state_dir[0] == '\0') {
        report_add(d, "state", MSG_DOCTOR_STATE, NULL, STATE_NOTE,
                   msg_text(d->r->lang, MSG_DOCTOR_NO_HOME));
        return;
    }
    /* the folder is made when it is first needed: until then its parents decide */
    char dir[sizeof c->state_dir];
    str_copy(dir, sizeof dir, c->state_dir);
    while (!file_exists(dir) && strrchr(dir, '/') != dir && strrchr(dir, '/') != NULL)
        *strrchr(dir, '/') = '\0';
    if (access(dir, W_OK) == 0)
        good(d, "state", MSG_DOCTOR_STATE, c->state_dir);
    else
        report_add(d, "state", MSG_DOCTOR_STATE, c->state_dir, STATE_NOTE,
                   msg_text(d->r->lang, MSG_DOCTOR_READ_ONLY));
}

static void look_at_prices(struct report *d)
{
    const struct prices *p = &d->r->ctx->prices;
    int32_t age = date_age_days(p->newest, date_of(d->r->ctx->now));
    enum age class = date_age_class(age);

    const char *file = d->r->ctx->prices_path;
    bool there = *file != '\0' && file_exists(file);
    report_add(d, "price_file", MSG_DOCTOR_PRICE_FILE, *file != '\0' ? file : NULL, STATE_OK,
               there ? NULL : msg_text(d->r->lang, MSG_DOCTOR_SHIPPED_PRICES));
    good(d, "offers", MSG_DOCTOR_OFFERS, report_textf(d, "%zu", p->offer_n));
    if (p->offer_n == 0)
        report_add(d, "prices", MSG_DOCTOR_PRICES, NULL, STATE_FAULT,
                   msg_text(d->r->lang, MSG_DOCTOR_NO_PRICES));
    else
        report_add(
            d, "prices", MSG_DOCTOR_PRICES, report_textf(d, "%s .. %s", p->oldest, p->newest),
            class == AGE_STALE || class == AGE_OLD ? STATE_NOTE : STATE_OK,
            class == AGE_STALE || class == AGE_OLD ? msg_text(d->r->lang, MSG_DOCTOR_OLD_PRICES)
                                                   : NULL);
}

static void look_at_own(struct report *d)
{
    const struct context *c = d->r->ctx;
    const struct own_note *n = &c->own;
    struct msg m = msg_make(MSG_OWN_DOC_ROWS_OF, 2, ARG_INT(n->good), ARG_INT(n->rows));
    struct msg left = msg_make(MSG_OWN_ROWS_LEFT, 1, ARG_INT(n->rows - n->good));

    if (c->own_error.msg.id != MSG_NONE)
        report_add(d, "own_rows", MSG_OWN_DOC_ROWS, NULL, STATE_FAULT,
                   report_error(d, &c->own_error));
    else if (n->rows == 0)
        good(d, "own_rows", MSG_OWN_DOC_ROWS, msg_text(d->r->lang, MSG_OWN_DOC_NONE));
    else
        report_add(d, "own_rows", MSG_OWN_DOC_ROWS, report_msg(d, &m),
                   n->good < n->rows ? STATE_FAULT : STATE_OK,
                   n->good < n->rows ? report_msg(d, &left) : NULL);
}

static void look_at_catalog(struct report *d)
{
    struct context *c = d->r->ctx;
    struct err_info e = {0};

    if (c->catalog_path[0] == '\0') {
        report_add(d, "catalog", MSG_DOCTOR_CATALOG, NULL, STATE_FAULT,
                   msg_text(d->r->lang, MSG_CTX_NO_DATA));
        return;
    }
    if (context_load(c, &e) != OK) {
        report_add(d, "catalog", MSG_DOCTOR_CATALOG, c->catalog_path, STATE_FAULT,
                   report_error(d, &e));
        return;
    }
    const struct facts *f = &c->facts;
    good(d, "catalog", MSG_DOCTOR_CATALOG, c->catalog_path);
    good(d, "catalog_version", MSG_DOCTOR_CATALOG_VERSION,
         report_textf(d, "%s, %s", f->version != NULL ? f->version : "?",
                      f->date != NULL ? f->date : "?"));
    good(d, "accelerators", MSG_DOCTOR_ACCELERATORS, report_textf(d, "%zu", f->accel_n));
    good(d, "models", MSG_DOCTOR_MODELS, report_textf(d, "%zu", f->model_n));
    if (f->accel_n == 0 || f->model_n == 0)
        report_add(d, "facts", MSG_DOCTOR_FACTS, NULL, STATE_FAULT,
                   msg_text(d->r->lang, MSG_DOCTOR_EMPTY));
    look_at_prices(d);
    look_at_own(d);
}

static void look_at_themes(struct report *d)
{
    struct context *c = d->r->ctx;
    struct err_info e = {0};
    struct arena scratch;

    arena_init(&scratch, 0);
    struct themes *t = ARENA_NEW(&d->r->arena, struct themes);
    if (t != NULL && c->themes_dir[0] != '\0') {
        themes_load(t, c->themes_dir, &scratch, &e);
        struct str names;
        str_init(&names, 1024);
        for (int i = 0; i < t->n; i++)
            str_addf(&names, "%s%s", i > 0 ? " " : "", t->t[i].id);
        report_add(d, "themes", MSG_DOCTOR_THEMES, report_textf(d, "%s", names.p),
                   e.code != OK ? STATE_FAULT : STATE_OK,
                   e.code != OK ? report_error(d, &e) : NULL);
        str_free(&names);
    }
    arena_free(&scratch);
}

static bool says_utf8(const char *locale)
{
    return locale != NULL && (strstr(locale, "UTF-8") != NULL || strstr(locale, "utf8") != NULL ||
                              strstr(locale, "UTF8") != NULL || strstr(locale, "utf-8") != NULL);
}

static void look_at_terminal(struct report *d)
{
    const struct context *c = d->r->ctx;
    const struct app_env *v = &c->env;
    bool tty = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool dumb = v->term == NULL || str_eq(v->term, "dumb");
    const char *locale = v->lc_all != NULL ? v->lc_all : v->lang;
    char term[128];

    text_clean_buf(term, sizeof term, v->term != NULL ? v->term : "");
    report_add(d, "terminal", MSG_DOCTOR_TERMINAL,
               v->term != NULL ? report_textf(d, "%s", term) : NULL,
               tty && dumb ? STATE_NOTE : STATE_OK,
               tty && dumb ? msg_text(d->r->lang, MSG_DOCTOR_DUMB)
               : !tty      ? msg_text(d->r->lang, MSG_DOCTOR_NO_TTY)
                           : NULL);
    good(d, "language", MSG_DOCTOR_LANGUAGE,
         report_textf(d, "%s (%s)", c->lang == LANG_ZH ? "zh" : "en", c->lang_from));
    text_clean_buf(term, sizeof term, locale != NULL ? locale : "");
    bool narrow = !says_utf8(locale) && !c->opt.ascii;
    report_add(d, "locale", MSG_DOCTOR_LOCALE, locale != NULL ? report_textf(d, "%s", term) : NULL,
               tty && narrow ? STATE_NOTE : STATE_OK,
               tty && narrow ? msg_text(d->r->lang, MSG_DOCTOR_NOT_UTF8) : NULL);
    good(d, "network", MSG_DOCTOR_NETWORK,
         msg_text(d->r->lang, c->opt.offline ? MSG_DOCTOR_OFFLINE : MSG_DOCTOR_ONLINE));
}

/* --- how it is told -------------------------------------------------------------------------- */
static const char *state_word(enum state s)
{
    return s == STATE_FAULT ? "fault" : s == STATE_NOTE ? "note" : "ok";
}

static void write_json(const struct report *d)
{
    struct json_out w;

    jw_init(&w, &d->r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.doctor/1");
    jw_kstr(&w, "generated", d->r->ctx->generated);
    jw_kbool(&w, "healthy", !d->fault);
    jw_key(&w, "items");
    jw_arr(&w);
    for (size_t i = 0; i < d->n; i++) {
        const struct item *x = &d->item[i];
        jw_obj(&w);
        jw_kstr(&w, "id", x->id);
        jw_kstr(&w, "value", x->value);
        jw_kstr(&w, "state", state_word(x->state));
        jw_kstr(&w, "message", x->what);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&d->r->out, '\n');
}

static void write_text(const struct report *d, enum msg_id good_line, enum msg_id bad_line)
{
    struct run *r = d->r;
    int width = 0;

    for (size_t i = 0; i < d->n; i++) {
        int w = text_width(msg_text(r->lang, d->item[i].label));
        width = w > width ? w : width;
    }
    for (size_t i = 0; i < d->n; i++) {
        const struct item *x = &d->item[i];
        str_add(&r->out, x->state == STATE_FAULT ? "! " : x->state == STATE_NOTE ? "- " : "  ");
        text_pad(&r->out, msg_text(r->lang, x->label), width, -1, r->ctx->opt.ascii);
        str_addf(&r->out, "  %s",
                 x->value != NULL ? x->value : msg_text(r->lang, MSG_WORD_UNKNOWN));
        if (x->what != NULL)
            str_addf(&r->out, "  (%s)", x->what);
        str_addc(&r->out, '\n');
    }
    str_addf(&r->out, "%s\n", msg_text(r->lang, d->fault ? bad_line : good_line));
}

void report_write(struct report *d, enum msg_id good_line, enum msg_id bad_line)
{
    if (str_eq(d->r->format, "json"))
        write_json(d);
    else
        write_text(d, good_line, bad_line);
    d->r->code = d->fault;
}

enum err command_doctor(struct run *r, struct err_info *e)
{
    struct report *d = report_new(r);

    if (d == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    look_at_program(d);
    look_at_catalog(d);
    look_at_themes(d);
    look_at_state(d);
    look_at_terminal(d);
    report_write(d, MSG_DOCTOR_HEALTHY, MSG_DOCTOR_FAULTY);
    return OK;
}
