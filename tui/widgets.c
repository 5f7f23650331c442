#include "tui/widgets.h"

#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "app/options.h"
#include "app/remedy.h"
#include "base/str.h"
#include "base/text.h"

void arg_text(char *out, size_t cap, enum lang lang, struct msg_arg a)
{
    struct str s;
    str_init(&s, 1024);
    msg_arg_render(&s, lang, &a);
    str_copy(out, cap, s.p);
    str_free(&s);
}

void money_here(const struct ui *m, char *out, size_t cap, double amount, const char *currency)
{
    double x = UNKNOWN;
    if (m->job.currency != NULL && currency != NULL)
        x = facts_convert(m->facts, amount, currency, m->job.currency, NULL);
    arg_text(out, cap, m->lang,
             known(x) ? ARG_MONEY(x, m->job.currency) : ARG_MONEY(amount, currency));
}

void msg_to(char *out, size_t cap, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, 4096);
    msg_render(&s, lang, m);
    str_copy(out, cap, s.p);
    str_free(&s);
}

/* --- title ------------------------------------------------------------------------------------ */
static void add_part(struct str *s, enum question_id q, const struct ui *m)
{
    size_t before = s->len;
    if (before > 0)
        str_add(s, " · ");
    size_t start = s->len;
    double x = m->job.value[q];
    struct str k;
    str_init(&k, 64);
    if (q == Q_CONTEXT && known(x))
        answers_text(&k, question_get(q), x, NULL);
    struct msg with = q == Q_CONTEXT  ? msg_make(MSG_TUI_TITLE_CTX, 1, ARG_STR(k.p))
                      : q == Q_TOKENS ? msg_make(MSG_TUI_TITLE_TOKENS, 1, ARG_SI(x))
                                      : msg_make(MSG_TUI_TITLE_USERS, 1, ARG_INT(x));
    bool bare = q == Q_CONTEXT || q == Q_TOKENS || q == Q_USERS; /* a number that needs its unit */
    if (bare && known(x))
        msg_render(s, m->lang, &with);
    else
        option_shown(s, q, &m->job, m->facts, m->lang);
    str_free(&k);
    if (s->len == start) { /* nothing to say: no dot either */
        s->len = before;
        s->p[before] = '\0';
    }
}

static void job_line(const struct ui *m, struct str *s)
{
    static const enum question_id parts[] = {Q_TASK,    Q_MODEL,  Q_METHOD, Q_WEIGHTS,
                                             Q_CONTEXT, Q_TOKENS, Q_USERS};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct question *q = question_get(parts[i]);
        if (q->visible == NULL || q->visible(&m->job))
            add_part(s, parts[i], m);
    }
}

static void facts_line(const struct ui *m, struct str *s, bool wide)
{
    if (wide) {
        struct msg c = msg_make(MSG_TUI_TITLE_CATALOG, 1, ARG_DATE(m->facts->date));
        msg_render(s, m->lang, &c);
        str_add(s, " · ");
    }
    int32_t age = date_age_days(m->prices->newest, date_of(m->now));
    if (age >= 0) {
        struct msg p = msg_make(MSG_TUI_TITLE_PRICES, 1, ARG_INT(age));
        msg_render(s, m->lang, &p);
    }
    if (m->offline) {
        str_add(s, " · ");
        str_add(s, msg_text(m->lang, MSG_TUI_OFFLINE));
    }
    if (m->job.currency != NULL) {
        str_add(s, " · ");
        str_add(s, m->job.currency);
    }
}

void widget_title(const struct ui *m, const struct places *l)
{
    struct str job, facts;
    str_init(&job, 1024);
    str_init(&facts, 512);
    job_line(m, &job);
    facts_line(m, &facts, l->cols >= 100);
    draw_fill(l->title, ROLE_TITLE_DIM);
    int y = l->title.y, w = l->title.w;
    int right = text_width(facts.p);
    int left_room = w - 8;
    bool both = right + 2 < w - 8 - 24;
    if (both)
        left_room = w - 8 - right - 3;
    draw_text(y, 1, 5, ROLE_TITLE, "dlrig");
    draw_text(y, 8, left_room, ROLE_TITLE_DIM, job.p);
    if (both)
        draw_text(y, w - 1 - right, right, ROLE_TITLE_DIM, facts.p);
    str_free(&job);
    str_free(&facts);
}

/* --- message line and key bar ----------------------------------------------------------------- */
static const struct finding *first_finding(const struct ui *m)
{
    return m->finding_n > 0 ? m->finding[0].f : NULL;
}

/* How far a refresh is, on every other screen. */
static void refresh_line(const struct ui *m, int y, int w)
{
    int done = 0;
    double bytes = 0;
    for (int i = 0; i < m->refresh.n; i++) {
        const struct feed_state *f = &m->refresh.feed[i];
        done += f->stage == REFRESH_DONE || f->stage == REFRESH_FAILED;
        bytes += known(f->bytes) ? f->bytes : 0;
    }
    struct msg how = msg_make(MSG_TUI_REFRESHING, 4, ARG_INT(done), ARG_INT(m->refresh.n),
                              ARG_INT(bytes), ARG_STR(m->keymap.shown[ACT_REFRESH]));
    draw_msg(y, 1, w, ROLE_MESSAGE, m->lang, &how);
}

#define FINDINGS_BESIDE 30 /* rows from which the pane beside the question tells them itself */

void widget_message(const struct ui *m, const struct places *l)
{
    static const enum role roles[] = {ROLE_MESSAGE, ROLE_MESSAGE, ROLE_WARNING, ROLE_ERROR};
    static const char *const signs[] = {"", "", "! ", "X "};
    int y = l->message.y, w = l->message.w - 2;
    if (m->say != SAY_NOTHING) {
        int used = draw_text(y, 1, w, roles[m->say], signs[m->say]);
        draw_text(y, 1 + used, w - used, roles[m->say], m->message);
        return;
    }
    if (m->refresh.running && m->screen != SCREEN_REFRESH) {
        refresh_line(m, y, w);
        return;
    }
    if (l->narrow && m->screen == SCREEN_PLAN) {
        draw_id(y, 1, w, ROLE_DIM, m->lang, MSG_TUI_NARROW_PLAN);
        return;
    }
    if (l->narrow && (m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK)) {
        draw_id(y, 1, w, ROLE_DIM, m->lang, MSG_TUI_NARROW_ASK);
        return;
    }
    if (m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK) {
        bool beside = l->rows >= FINDINGS_BESIDE;
        const struct finding *f = m->preview == NULL && !beside ? first_finding(m) : NULL;
        if (f == NULL)
            return;
        int used = draw_text(y, 1, w, severity_role(f->severity), severity_sign(f->severity));
        draw_msg(y, 2 + used, w - used - 1, ROLE_MESSAGE, m->lang, &f->message);
    }
}

static int key_item(const struct ui *m, int y, int x, int room, const char *key, enum msg_id label)
{
    char text[64];
    str_copy(text, sizeof text, msg_text(m->lang, label));
    int need = text_width(key) + 1 + text_width(text) + 2;
    if (need > room + 2)
        return 0;
    int used = draw_text(y, x, room, ROLE_KEY, key);
    draw_text(y, x + used + 1, room - used - 1, ROLE_KEY_LABEL, text);
    return need;
}

/* Cells of a key with its word and what sets it apart. */
static int key_cells(const struct ui *m, enum action a)
{
    return text_width(m->keymap.shown[a]) + text_width(msg_text(m->lang, action_get(a)->label)) + 3;
}

/* Enter does another thing on each screen. */
static enum msg_id label_of(const struct ui *m, const struct action_info *k)
{
    if (k->id != ACT_OPEN)
        return k->label;
    int changes;
    remedies(m, &changes);
    switch (m->screen) {
    case SCREEN_PLAN: return m->focus == PANE_PARTS && changes > 0 ? MSG_TUI_TAKE : k->label;
    case SCREEN_EXPORT: return MSG_TUI_WRITE;
    case SCREEN_PICKER:
    case SCREEN_FITS:
    case SCREEN_COMPARE: return MSG_TUI_TAKE;
    case SCREEN_FORM: return MSG_PANE_EDIT;
    case SCREEN_SETTINGS: return MSG_TUI_CHANGE;
    default: return k->label;
    }
}

void widget_keys(const struct ui *m, const struct places *l)
{
    int y = l->keys.y, x = 1, w = l->keys.w - 1;
    if (m->export_asks || m->typing) {
        bool saves = m->screen == SCREEN_FILES && m->files.save;
        x += key_item(m, y, x, w - x, m->typing ? "Enter" : "y",
                      !m->typing ? MSG_TUI_REPLACE
                      : saves    ? MSG_TUI_WRITE
                                 : MSG_KEY_KEEP);
        x += key_item(m, y, x, w - x, "Esc", MSG_KEY_BACK);
        if (m->typing)
            key_item(m, y, x, w - x, draw_is_ascii() ? "Up Down" : "↑↓", MSG_TUI_CHOOSE);
        return;
    }
    unsigned where = model_where(m);
    const struct plan *p = model_plan(m);
    if (p == NULL || p->kind != KIND_OWN) /* what is rented has no parts to change */
        where &= ~(unsigned)WHERE_PARTS;
    const char *first_key = draw_is_ascii() ? "Up/Dn" : "↑↓";
    bool curves = m->cost_picture == COST_CURVES; /* the others have no months */
    enum msg_id first = m->screen == SCREEN_PLAN   ? MSG_NONE
                        : m->screen == SCREEN_COST ? (curves ? MSG_KEY_LATER : MSG_NONE)
                        : m->screen == SCREEN_PAGE ? MSG_TUI_SCROLL
                                                   : MSG_TUI_CHOOSE;
    if (m->screen == SCREEN_COST)
        first_key = draw_is_ascii() ? "Left/Right" : "←→";
    /* quit and help always stand at the end, and the language at the questions: whoever needs it
     * looks for it there. In a narrow window they go in the opposite order. */
    static const enum action ends[3] = {ACT_LANGUAGE, ACT_HELP, ACT_QUIT};
    bool asking = m->screen == SCREEN_WIZARD && !m->lang_locked;
    int tail = 0, from = 3;
    while (from > (asking ? 0 : 1)) {
        int need = key_cells(m, ends[from - 1]);
        if (tail + need > w)
            break;
        tail += need;
        from--;
    }
    if (first != MSG_NONE)
        x += key_item(m, y, x, w - x - tail, first_key, first);
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        const struct action_info *k = action_get((enum action)a);
        bool later = a == ACT_HELP || a == ACT_QUIT || a == ACT_LATER;
        if (k->bar == 0 || (k->where & where) == 0 || later ||
            (a == ACT_LANGUAGE && (asking || m->lang_locked)))
            continue;
        x += key_item(m, y, x, w - x - tail, m->keymap.shown[a], label_of(m, k));
    }
    for (int i = from; i < 3; i++)
        x += key_item(m, y, x, w - x + 2, m->keymap.shown[ends[i]], action_get(ends[i])->label);
}

/* --- verdict ---------------------------------------------------------------------------------- */
enum role verdict_role(enum verdict v)
{
    switch (v) {
    case VERDICT_FITS: return ROLE_GOOD;
    case VERDICT_TIGHT:
    case VERDICT_DEPENDS: return ROLE_TIGHT;
    case VERDICT_DOES_NOT_FIT: return ROLE_BAD;
    case VERDICT_UNKNOWN:
    case VERDICT_NOT_MODELLED:
    case VERDICT_NOT_VALIDATED: break;
    }
    return ROLE_NOT_KNOWN;
}

static void price_line(const struct ui *m, const struct plan *p, struct str *s)
{
    export_plan_title(s, m->lang, m->facts, p);
    if (known(p->cost.total.typical)) {
        struct msg c =
            msg_make(MSG_TUI_COST_OVER, 2, ARG_MONEY(p->cost.total.typical, p->cost.currency),
                     ARG_MONTHS(p->cost.horizon_months));
        str_add(s, " · ");
        msg_render(s, m->lang, &c);
    }
    if (p->price_age_days >= 0) {
        char day[11];
        date_format(date_of(m->now) - p->price_age_days, day);
        struct msg d = msg_make(MSG_TUI_PRICE_OF, 1, ARG_DATE(day));
        str_add(s, " · ");
        msg_render(s, m->lang, &d);
    }
}

void smallest_change(struct str *out, enum lang lang, const struct msg *change)
{
    struct str what;
    str_init(&what, 2048);
    msg_render(&what, lang, change);
    struct msg m = msg_make(MSG_SMALLEST_CHANGE, 1, ARG_STR(what.p));
    msg_render(out, lang, &m);
    str_free(&what);
}

void widget_verdict(const struct ui *m, const struct result *r, struct rect at)
{
    if (r == NULL || at.h < 1)
        return;
    const struct verdict_block *v = &r->verdict;
    const struct plan *p = r == m->result   ? model_plan(m)
                           : r->chosen >= 0 ? &r->plan[r->chosen]
                           : r->plan_n > 0  ? &r->plan[0]
                                            : NULL;
    bool plan = v->of == VERDICT_OF_NONE && p != NULL;
    enum verdict word = plan ? p->sizing.verdict : v->word;
    struct str s;
    str_init(&s, 4096);
    int x = at.x + 1, w = at.w - 2, y = at.y, end = at.y + at.h - (p != NULL ? 1 : 0);
    bool holds = word == VERDICT_FITS || word == VERDICT_TIGHT;
    if (p == NULL && holds && r->decision.text.id != MSG_NONE) {
        /* Cards that would hold the job and no machine for them: the reason alone is the answer. */
        msg_render(&s, m->lang, &r->decision.text);
        draw_wrap(y, x, w, at.h, ROLE_STRONG, s.p);
        str_free(&s);
        return;
    }
    enum msg_id says = plan ? export_verdict_msg(word) : export_verdict_block_msg(v);
    str_addf(&s, "[%s]", msg_text(m->lang, says));
    int used = draw_text(y, x, w, verdict_role(word), s.p) + 1;
    str_clear(&s);
    if (v->of == VERDICT_OF_HAVE && v->shape.accel != NULL) {
        export_hardware(&s, &r->job.have, &v->shape);
        str_add(&s, msg_text(m->lang, MSG_PUNCT_COLON));
    }
    msg_render(&s, m->lang, plan ? &p->sizing.reason : &v->reason);
    bool tell = v->smallest_change.id != MSG_NONE;
    bool weighed = !tell && at.h == 3 && r->best_own >= 0 && r->best_rent >= 0;
    int lines = end - y < 2 || (tell && end - y == 2) ? 1 : 2; /* what helps is told in any case */
    y += draw_wrap(y, x + used, w - used, lines, ROLE_STRONG, s.p);
    str_clear(&s);
    if (weighed && y == end) { /* one line is left: rent against own says more than the price */
        msg_render(&s, m->lang, &r->decision.text);
        draw_text(y, x, w, ROLE_TEXT, s.p);
        str_free(&s);
        return;
    }
    if (v->smallest_change.id != MSG_NONE)
        smallest_change(&s, m->lang, &v->smallest_change);
    else if (r->decision.text.id != MSG_NONE)
        msg_render(&s, m->lang, &r->decision.text);
    if (y < end)
        y += draw_wrap(y, x, w, end - y, ROLE_TEXT, s.p);
    str_clear(&s);
    if (p != NULL && at.h >= 2) {
        bool other = v->of == VERDICT_OF_HAVE;
        price_line(m, p, &s);
        struct msg instead =
            msg_make(holds ? MSG_PANE_WITHOUT_IT : MSG_TUI_INSTEAD, 1, ARG_STR(s.p));
        if (other) /* the plan below is not the machine that was asked about */
            draw_msg(y < end ? y : end, x, w, ROLE_MONEY, m->lang, &instead);
        else
            draw_text(y < end ? y : end, x, w, ROLE_MONEY, s.p);
    }
    str_free(&s);
}

/* --- findings --------------------------------------------------------------------------------- */
const char *severity_sign(enum severity s)
{
    static const char *const signs[] = {"X", "!", "i", "?"};
    return signs[s];
}

enum role severity_role(enum severity s)
{
    static const enum role roles[] = {ROLE_ERROR, ROLE_WARNING, ROLE_ADVICE, ROLE_NOT_KNOWN};
    return roles[s];
}

/* Chinese takes three bytes for two cells. */
int thrifty_cells(const char *text, int cells, size_t bytes)
{
    struct str s;
    str_init(&s, 2048);
    for (text_clip(&s, text, cells, true); s.len > bytes && cells > 1; cells--) {
        str_clear(&s);
        text_clip(&s, text, cells - 1, true);
    }
    str_free(&s);
    return cells;
}

#define NAMES_FROM 90    /* cells of a pane with room for the names of the rules */
#define MESSAGE_BYTES 84 /* of a row without: one that scrolls in costs the line 200 at most */

void widget_findings(const struct ui *m, const struct finding_ref *f, int n, int top, int cursor,
                     bool focus, struct rect r)
{
    for (int row = 0; row < r.h && top + row < n; row++) {
        const struct finding *x = f[top + row].f;
        int id = text_width(x->rule);
        bool wide = r.w >= NAMES_FROM;
        char text[2048];
        msg_to(text, sizeof text, m->lang, &x->message);
        int room = wide ? r.w - 4 - id - 2 : thrifty_cells(text, r.w - 4, MESSAGE_BYTES);
        bool here = top + row == cursor && focus;
        draw_text(r.y + row, r.x + 1, 1, severity_role(x->severity), severity_sign(x->severity));
        draw_text(r.y + row, r.x + 3, room, ROLE_TEXT, text);
        if (wide)
            draw_text(r.y + row, r.x + r.w - 1 - id, id, ROLE_DIM, x->rule);
        if (here) /* the sign beside it keeps its colour, which costs more than the letter */
            draw_cursor(r.y + row, r.x, 1, ROLE_SELECTED);
    }
}

/* How many of the others there are, by severity. */
static void others_line(const struct ui *m, const int *n, int y, struct rect r)
{
    static const enum msg_id words[SEV_UNKNOWN + 1] = {MSG_PANE_ERRORS, MSG_PANE_WARNINGS,
                                                       MSG_PANE_ADVICE, MSG_PANE_UNKNOWN};
    struct str s;
    str_init(&s, 512);
    for (int i = 0; i <= SEV_UNKNOWN; i++) {
        struct msg part = msg_make(words[i], 1, ARG_INT(n[i]));
        if (n[i] == 0)
            continue;
        str_add(&s, s.len > 0 ? " · " : "+ ");
        msg_render(&s, m->lang, &part);
    }
    draw_text(y, r.x + 1, r.w - 2, ROLE_DIM, s.p);
    str_free(&s);
}

int widget_weighty(const struct ui *m, const struct plan *p, struct rect r)
{
    struct finding_ref refs[WEIGHTY_MOST];
    int n = 0, other[SEV_UNKNOWN + 1] = {0};
    int room = r.h - 1 < WEIGHTY_MOST ? r.h - 1 : WEIGHTY_MOST;
    for (int severity = SEV_ERROR; severity <= SEV_UNKNOWN; severity++) {
        for (size_t i = 0; i < p->finding_n; i++) {
            if ((int)p->finding[i].severity != severity)
                continue;
            if (severity <= SEV_WARNING && n < room)
                refs[n++].f = &p->finding[i];
            else
                other[severity]++;
        }
    }
    struct rect rows = {r.y, r.x, n, r.w};
    widget_findings(m, refs, n, 0, -1, false, rows);
    if ((size_t)n < p->finding_n && n < r.h)
        others_line(m, other, r.y + n++, r);
    return n;
}

#define FINDING_LINES 4 /* of its message, and of its remedy */
#define MESSAGE_MIN 30  /* cells that the message keeps beside the name of its rule */

static int wrapped_lines(const char *s, int cells, int most)
{
    int n = 0;
    while (*s != '\0' && n < most) {
        size_t skip = 0, len = text_wrap(s, cells < 1 ? 1 : cells, &skip);
        n++;
        if (len + skip == 0)
            break;
        s += len + skip;
    }
    return n;
}

static int message_cells(const struct finding *f, int cells)
{
    int id = text_width(f->rule);
    return cells - 6 - id >= MESSAGE_MIN ? cells - 6 - id : cells - 4;
}

int finding_lines(const struct ui *m, const struct finding *f, int cells)
{
    char text[2048];
    msg_to(text, sizeof text, m->lang, &f->message);
    int n = wrapped_lines(text, message_cells(f, cells), FINDING_LINES);
    msg_to(text, sizeof text, m->lang, &f->remedy);
    return n + (f->remedy.id != MSG_NONE ? wrapped_lines(text, cells - 6, FINDING_LINES) : 0);
}

int widget_finding(const struct ui *m, const struct finding *f, bool here, struct rect r)
{
    char text[2048];
    int id = text_width(f->rule), room = message_cells(f, r.w);
    if (r.h < 1)
        return 0;
    msg_to(text, sizeof text, m->lang, &f->message);
    int n = wrapped_lines(text, room, r.h < FINDING_LINES ? r.h : FINDING_LINES);
    draw_text(r.y, r.x + 1, 1, severity_role(f->severity), severity_sign(f->severity));
    draw_wrap(r.y, r.x + 3, room, n, ROLE_TEXT, text);
    if (room < r.w - 4)
        draw_text(r.y, r.x + r.w - 1 - id, id, here ? ROLE_SELECTED : ROLE_DIM, f->rule);
    if (here)
        draw_cursor(r.y, r.x, 3, ROLE_SELECTED);
    if (f->remedy.id == MSG_NONE || n >= r.h)
        return n;
    msg_to(text, sizeof text, m->lang, &f->remedy);
    int left = r.h - n < FINDING_LINES ? r.h - n : FINDING_LINES;
    return n + draw_wrap(r.y + n, r.x + 5, r.w - 6, left, ROLE_LABEL, text);
}

#define BAR_CELLS 24 /* at least, where the column has them: bars of one length are calmer */
int bar_cells(int column, const char *text)
{
    int w = text_width(text) + 1;
    w = w < BAR_CELLS ? BAR_CELLS : w;
    return w < column ? w : column;
}

/* --- field and page --------------------------------------------------------------------------- */
void widget_field(const struct ui *m, int y, int x, int cells)
{
    if (cells < 2)
        return;
    char before[FIELD_BYTES];
    memcpy(before, m->field.text, m->field.caret);
    before[m->field.caret] = '\0';
    int at = text_width(before);
    const char *from = m->field.text;
    while (at >= cells && *from != '\0') { /* the caret stays in sight */
        at -= text_cluster_width(from);
        from += text_cluster(from);
    }
    draw_pad(y, x, cells, -1, ROLE_INPUT, "");
    draw_text(y, x, cells, m->field.offered ? ROLE_SELECTED : ROLE_INPUT, from);
    draw_caret(y, x + at);
}

struct page_ctx {
    struct rect r;
};

static void page_row(void *ctx, int row, const struct page_line *l)
{
    const struct page_ctx *c = ctx;
    const struct para *p = l->para;
    int x = c->r.x + 1 + p->indent;
    int room = c->r.w - 2 - p->indent;
    if (p->head != NULL) {
        if (l->first)
            draw_text(c->r.y + row, x, p->head_cells - 1, ROLE_LABEL, p->head);
        x += p->head_cells;
        room -= p->head_cells;
    }
    struct str s;
    str_init(&s, 8192);
    str_addn(&s, l->text, l->len);
    draw_text(c->r.y + row, x, room, p->role, s.p);
    str_free(&s);
}

void widget_page(const struct ui *m, struct rect r, int top)
{
    struct page_ctx c = {r};
    page_walk(&m->page, r.w - 2, top, r.h, page_row, &c);
}
