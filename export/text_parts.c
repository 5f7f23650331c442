/* text_parts.c - sentences that Markdown, plain text, the line format and the screens share. */
#include <string.h>

#include "base/date.h"
#include "export/parts.h"

void text_msg(struct str *out, enum lang lang, const struct msg *m)
{
    if (m->id != MSG_NONE)
        msg_render(out, lang, m);
}

void text_stop(struct str *out, enum lang lang)
{
    static const char *const ends[] = {".", "!", "?", "。", "！", "？"};
    bool ended = false;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t n = strlen(ends[i]);
        ended = ended || (out->len >= n && memcmp(out->p + out->len - n, ends[i], n) == 0);
    }
    if (!ended)
        str_add(out, msg_text(lang, MSG_PUNCT_STOP));
    if (out->len > 0 && (unsigned char)out->p[out->len - 1] < 0x80)
        str_addc(out, ' '); /* full-width stops bring their own room */
}

void text_arg(struct str *out, enum lang lang, struct msg_arg a)
{
    msg_arg_render(out, lang, &a);
}

void text_band(struct str *out, enum lang lang, enum msg_arg_kind kind, const struct band *b)
{
    text_arg(out, lang, ARG_NUMBER(kind, b->typical));
    if (!known(b->typical) || !known(b->low) || !known(b->high))
        return;
    if (b->low >= b->typical && b->high <= b->typical)
        return;
    struct str lo, hi;
    str_init(&lo, 64);
    str_init(&hi, 64);
    text_arg(&lo, lang, ARG_NUMBER(kind, b->low));
    text_arg(&hi, lang, ARG_NUMBER(kind, b->high));
    struct msg m = msg_make(MSG_BAND_RANGE, 2, ARG_STR(lo.p), ARG_STR(hi.p));
    text_msg(out, lang, &m);
    str_free(&lo);
    str_free(&hi);
}

void text_cards(struct str *out, const struct accel *a, int count)
{
    str_addf(out, "%dx %s", count, accel_label(a));
}

void text_price(struct str *out, enum lang lang, const struct result *r, const struct plan *p)
{
    struct msg m;
    if (p->offer != NULL && known(p->offer->price_month))
        m = msg_make(MSG_PRICE_MONTH, 3,
                     ARG_MONEY(p->offer->price_month * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date), ARG_STR(p->offer->from.source));
    else if (p->offer != NULL)
        m = msg_make(MSG_PRICE_HOUR, 3,
                     ARG_MONEY(p->offer->price_hour * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date), ARG_STR(p->offer->from.source));
    else
        m = msg_make(MSG_PRICE_UPFRONT, 3, ARG_MONEY(p->cost.upfront, r->job.currency),
                     ARG_DATE(p->accel->price.from.date), ARG_PCT(p->cost.estimate_share));
    text_msg(out, lang, &m);
}

void text_price_short(struct str *out, enum lang lang, const struct result *r,
                      const struct plan *p)
{
    struct msg m;
    if (p->offer != NULL && known(p->offer->price_month))
        m = msg_make(MSG_PRICE_MONTH_SHORT, 2,
                     ARG_MONEY(p->offer->price_month * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date));
    else if (p->offer != NULL)
        m = msg_make(MSG_PRICE_HOUR_SHORT, 2,
                     ARG_MONEY(p->offer->price_hour * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date));
    else
        m = msg_make(MSG_PRICE_UPFRONT_SHORT, 2, ARG_MONEY(p->cost.upfront, r->job.currency),
                     ARG_DATE(p->accel->price.from.date));
    text_msg(out, lang, &m);
}

void export_job_line(struct str *out, enum lang lang, const struct job *job)
{
    const char *sep = "";
    static const enum question_id first[] = {Q_TASK,    Q_MODEL,  Q_METHOD,  Q_WEIGHTS,
                                             Q_CONTEXT, Q_TOKENS, Q_SAMPLES, Q_EPOCHS,
                                             Q_USERS,   Q_INPUT,  Q_OUTPUT,  Q_DEADLINE};
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        const struct question *q = question_get(first[i]);
        const char *shown = job->shown[first[i]];
        if (str_empty(shown) || (q->visible != NULL && !q->visible(job)))
            continue;
        str_add(out, sep);
        if (q->type == ANSWER_CHOICE) {
            const struct choice *c = q->choices;
            while (c != NULL && c->word != NULL && !str_eq(c->word, shown))
                c++;
            str_add(out, c != NULL && c->word != NULL ? msg_text(lang, c->label) : shown);
        } else if (first[i] == Q_MODEL) {
            str_add(out, job->model != NULL ? job->model->name : shown);
        } else {
            str_addf(out, "%s %s", msg_text(lang, q->label), shown);
        }
        sep = " · ";
    }
}

static void verdict_subject(struct str *out, const struct verdict_block *v)
{
    if (v->of == VERDICT_OF_NONE || v->shape.accel == NULL)
        return;
    text_cards(out, v->shape.accel, v->shape.per_node * v->shape.nodes);
    str_add(out, ": ");
}

void export_verdict_line(struct str *out, enum lang lang, const struct verdict_block *v,
                         const struct job *job)
{
    (void)job;
    verdict_subject(out, v);
    str_add(out, msg_text(lang, export_verdict_msg(v->word)));
    if (v->reason.id != MSG_NONE) {
        str_add(out, msg_text(lang, MSG_PUNCT_DASH));
        text_msg(out, lang, &v->reason);
    }
    if (v->smallest_change.id != MSG_NONE) {
        struct str s;
        str_init(&s, 1024);
        text_msg(&s, lang, &v->smallest_change);
        struct msg m = msg_make(MSG_SMALLEST_CHANGE, 1, ARG_STR(s.p));
        text_stop(out, lang);
        text_msg(out, lang, &m);
        str_free(&s);
    }
}
