/* validate_text.c - the comparison with measurements as tables: kinds, left-out classes, worst. */
#include <math.h>

#include "base/num.h"
#include "base/text.h"
#include "commands/validate_view.h"

#define WORST 10

/* --- cells ------------------------------------------------------------------------------------ */
void grid_text(struct grid *g, const char *text)
{
    if (g->md) {
        str_addf(g->out, "| %s ", text);
    } else {
        text_pad(g->out, text, g->width[g->at], g->at == 0 ? -1 : 1, false);
        str_add(g->out, "  ");
    }
    g->at++;
}

void grid_share(struct grid *g, double x, enum lang lang)
{
    struct str cell;

    str_init(&cell, 64);
    if (isinf(x)) {
        str_add(&cell, msg_text(lang, MSG_VALIDATE_NONE));
    } else if (!known(x)) {
        str_add(&cell, msg_text(lang, MSG_WORD_UNKNOWN));
    } else {
        num_fixed(&cell, x * 100, 1);
        str_add(&cell, " %");
    }
    grid_text(g, cell.p);
    str_free(&cell);
}

void grid_number(struct grid *g, double x, int places)
{
    struct str cell;

    str_init(&cell, 64);
    if (isfinite(x))
        num_fixed(&cell, x, places);
    else
        str_add(&cell, "-");
    grid_text(g, cell.p);
    str_free(&cell);
}

void grid_count(struct grid *g, size_t n)
{
    grid_number(g, (double)n, 0);
}

void grid_end(struct grid *g)
{
    struct str *out = g->out;

    while (!g->md && out->len > 0 && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
    str_add(out, g->md ? "|\n" : "\n");
    g->at = 0;
}

/* Heads of the columns; `first` is the width of the first one as text. */
static void heads(struct run *r, struct grid *g, const enum msg_id *head, int n, int *width,
                  int first)
{
    for (int i = 0; i < n; i++) {
        int w = text_width(msg_text(r->lang, head[i]));
        int least = i == 0 ? first : 9;
        width[i] = w > least ? w : least;
        grid_text(g, msg_text(r->lang, head[i]));
    }
    grid_end(g);
    for (int i = 0; g->md && i < n; i++)
        str_add(&r->out, i == 0 ? "|---" : "|--:");
    if (g->md)
        str_add(&r->out, "|\n");
}

/* --- tables ----------------------------------------------------------------------------------- */
void validate_summary(struct run *r, const struct validation *v, int kind, bool md)
{
    static const enum msg_id head[] = {
        MSG_VALIDATE_KIND,   MSG_VALIDATE_ROWS,  MSG_VALIDATE_COVERED,
        MSG_VALIDATE_MEDIAN, MSG_VALIDATE_NINTH, MSG_VALIDATE_BIAS,
        MSG_VALIDATE_INSIDE, MSG_VALIDATE_RANGE, MSG_VALIDATE_RANGE_NINTH};
    int width[9];
    struct grid g = {.out = &r->out, .md = md, .width = width};

    heads(r, &g, head, 9, width, 16);
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        const struct validation_kind *s = &v->kind[k];
        if (kind >= 0 && k != kind)
            continue;
        grid_text(&g, validate_kind_word((enum validate_kind)k));
        grid_count(&g, s->rows);
        grid_count(&g, s->covered);
        grid_share(&g, s->median, r->lang);
        grid_share(&g, s->p90, r->lang);
        grid_share(&g, s->bias, r->lang);
        grid_share(&g, s->inside, r->lang);
        grid_number(&g, s->ratio, 2);
        grid_number(&g, s->ratio_p90, 2);
        grid_end(&g);
    }
}

void validate_left_out(struct run *r, const struct validation *v, int kind, bool md)
{
    static const enum msg_id head[] = {
        MSG_VALIDATE_KIND,  MSG_VALIDATE_MEDIAN,     MSG_VALIDATE_NINTH, MSG_VALIDATE_NO_CARD,
        MSG_VALIDATE_NINTH, MSG_VALIDATE_NO_TRAINER, MSG_VALIDATE_NINTH};
    int width[7];
    struct grid g = {.out = &r->out, .md = md, .width = width};

    heads(r, &g, head, 7, width, 16);
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        const struct validation_kind *s = &v->kind[k];
        if (kind >= 0 && k != kind)
            continue;
        grid_text(&g, validate_kind_word((enum validate_kind)k));
        grid_share(&g, s->own_median, r->lang);
        grid_share(&g, s->own_p90, r->lang);
        for (int c = 0; c < VALIDATE_CLASSES; c++) {
            grid_share(&g, s->left_median[c], r->lang);
            grid_share(&g, s->left_p90[c], r->lang);
        }
        grid_end(&g);
    }
}

static enum msg_id doubt_text(enum validate_doubt d)
{
    switch (d) {
    case VALIDATE_OTHER_WORK: return MSG_VALIDATE_DOUBT_WORK;
    case VALIDATE_STATEMENT: return MSG_VALIDATE_DOUBT_STATEMENT;
    case VALIDATE_RECALLED: return MSG_VALIDATE_DOUBT_RECALLED;
    case VALIDATE_UNMEASURED: return MSG_VALIDATE_DOUBT_UNMEASURED;
    case VALIDATE_OPEN_UNIT: return MSG_VALIDATE_DOUBT_UNIT;
    case VALIDATE_NO_DOUBT:
    case VALIDATE_DOUBTS:
    default: return MSG_VALIDATE_DOUBT_NONE;
    }
}

/* One line of the worst: error, row, what it is about, what is known of the reason. */
static void worst_line(struct run *r, const struct validation_row *x, bool md)
{
    struct str *out = &r->out;

    str_add(out, md ? "- " : "  ");
    if (x->covered) {
        if (x->error > 0)
            str_addc(out, '+');
        num_fixed(out, x->error * 100, 0);
        str_add(out, " %");
    } else {
        str_add(out, validate_reason_word(x->reason));
    }
    str_addf(out, "  %s  %s", x->case_id, x->model);
    if (!str_empty(x->accel))
        str_addf(out, ", %s", x->accel);
    if (!str_empty(x->group))
        str_addf(out, ", %s", x->group);
    if (x->covered)
        str_addf(out, ": %s", msg_text(r->lang, doubt_text(x->doubt)));
    str_addc(out, '\n');
}

void validate_worst_rows(struct run *r, const struct validation *v, int kind, bool md)
{
    const struct validation_row *worst[WORST];

    for (int k = 0; k < VALIDATE_KINDS; k++) {
        if (kind >= 0 && k != kind)
            continue;
        size_t n = validate_worst(v, (enum validate_kind)k, worst, WORST);
        if (n == 0)
            continue;
        str_addf(&r->out, md ? "**%s**\n\n" : "%s\n", validate_kind_word((enum validate_kind)k));
        for (size_t i = 0; i < n; i++)
            worst_line(r, worst[i], md);
        if (md)
            str_addc(&r->out, '\n');
    }
}

/* What the table cannot hold: columns, rows with other work, units that are not told. */
void validate_lines(struct run *r, const struct validation *v, int kind, const char *bullet)
{
    if (!str_empty(v->absent)) {
        struct msg m = msg_make(MSG_VALIDATE_ABSENT, 1, ARG_STR(v->absent));
        str_add(&r->out, bullet);
        msg_render(&r->out, r->lang, &m);
        str_addc(&r->out, '\n');
    }
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        const struct validation_kind *s = &v->kind[k];
        const char *name = validate_kind_word((enum validate_kind)k);
        if (kind >= 0 && k != kind)
            continue;
        if (s->other_work > 0) {
            struct msg m = msg_make(MSG_VALIDATE_WORK, 4, ARG_STR(name), ARG_INT(s->other_work),
                                    ARG_PCT(s->own_median), ARG_PCT(s->own_p90));
            str_add(&r->out, bullet);
            msg_render(&r->out, r->lang, &m);
            str_addc(&r->out, '\n');
        }
        if (s->open_units > 0) {
            struct msg m = msg_make(MSG_VALIDATE_OPEN, 4, ARG_STR(name), ARG_INT(s->open_units),
                                    ARG_INT(s->rows), ARG_PCT(s->median_if_gib));
            str_add(&r->out, bullet);
            msg_render(&r->out, r->lang, &m);
            str_addc(&r->out, '\n');
        }
    }
}

void validate_text(struct run *r, const struct validation *v, int kind, bool left)
{
    struct str *out = &r->out;

    validate_summary(r, v, kind, false);
    str_addc(out, '\n');
    if (left) {
        str_addf(out, "%s\n", msg_text(r->lang, MSG_VALIDATE_LEFT_OUT));
        validate_left_out(r, v, kind, false);
        str_addc(out, '\n');
    }
    validate_lines(r, v, kind, "");
    str_addf(out, "%s\n\n%s\n", msg_text(r->lang, MSG_VALIDATE_NOTE),
             msg_text(r->lang, MSG_VALIDATE_WORST));
    validate_worst_rows(r, v, kind, false);
}
