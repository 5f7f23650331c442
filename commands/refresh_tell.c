#include "commands/refresh_tell.h"

#include "base/num.h"
#include "base/text.h"
#include "catalog/price_file.h"

#define HOUR_S 3600.0
#define ONE_BY_ONE 3 /* rows of one reason; more are told by their lines */
#define LINES_BYTES 200

bool refresh_ends_feed(const struct refresh_event *x)
{
    return x->stage == REFRESH_DONE || x->stage == REFRESH_FAILED || x->stage == REFRESH_SAME ||
           x->stage == REFRESH_FRESH;
}

void refresh_line(struct str *out, enum lang lang, const char *indent, struct msg m)
{
    str_add(out, indent);
    msg_render(out, lang, &m);
    str_addc(out, '\n');
}

struct msg refresh_held(double line, const char *what, enum judge_reason why, double price,
                        double expected, const char *currency)
{
    struct msg_arg reason = ARG_MSG(judge_reason_text(why));

    if (str_empty(what))
        return msg_make(MSG_FEED_HELD_LINE, 2, ARG_INT(line), reason);
    if (known(price) && known(expected) && currency != NULL && currency[0] != '\0')
        return msg_make(MSG_REFRESH_HELD_PRICE, 5, ARG_INT(line), ARG_STR(what), reason,
                        ARG_MONEY(price, currency), ARG_MONEY(expected, currency));
    return msg_make(MSG_REFRESH_HELD, 3, ARG_INT(line), ARG_STR(what), reason);
}

/* --- reasons --------------------------------------------------------------------------------- */
/* The rows of the feed that were told for that reason, one by one or as the list of their lines;
 * how many. */
static size_t told_rows(struct run *r, const struct refresh_story *s, const char *feed,
                        enum judge_reason why, bool one_by_one, struct str *lines)
{
    size_t n = 0;
    double last = UNKNOWN; /* two kinds of price may stand in one line */

    for (size_t i = 0; i < s->n; i++) {
        const struct refresh_event *x = &s->event[i];

        if (x->stage != REFRESH_HELD || x->reason != why || !str_eq(x->feed, feed))
            continue;
        if (one_by_one)
            refresh_line(
                &r->out, r->lang, "  ",
                refresh_held(x->line, x->what, why, x->price_hour, x->expected_hour, x->currency));
        if (x->line != last)
            str_addf(lines, "%s%.0f", n > 0 ? ", " : "", x->line);
        last = x->line;
        n++;
    }
    return n;
}

static void tell_reason(struct run *r, const struct refresh_story *s,
                        const struct refresh_event *feed, enum judge_reason why)
{
    double rows = feed->by_reason[why];
    struct msg_arg text = ARG_MSG(judge_reason_text(why));
    struct str lines;

    str_init(&lines, LINES_BYTES);
    size_t told = told_rows(r, s, feed->feed, why, rows <= ONE_BY_ONE, &lines);
    if (told == 0)
        refresh_line(&r->out, r->lang, "  ", msg_make(MSG_FEED_REASON, 2, ARG_INT(rows), text));
    else if (rows > ONE_BY_ONE)
        refresh_line(&r->out, r->lang, "  ",
                     msg_make(told < rows ? MSG_FEED_REASON_MORE : MSG_FEED_REASON_LINES, 3,
                              ARG_INT(rows), text, ARG_STR(lines.p)));
    str_free(&lines);
}

static void tell_reasons(struct run *r, const struct refresh_story *s,
                         const struct refresh_event *x)
{
    for (int why = 1; why < JUDGED_COUNT; why++)
        if (x->by_reason[why] > 0)
            tell_reason(r, s, x, (enum judge_reason)why);
}

/* --- feeds ----------------------------------------------------------------------------------- */
static void tell_done(struct run *r, const struct refresh_story *s, const struct refresh_event *x)
{
    refresh_line(&r->out, r->lang, "",
                 msg_make(r->opt->on[FLAG_DRY_RUN] ? MSG_REFRESH_WOULD : MSG_REFRESH_DONE, 9,
                          ARG_STR(x->feed), ARG_INT(x->rows), ARG_INT(x->accepted),
                          ARG_INT(x->unchanged), ARG_INT(x->merged), ARG_INT(x->unpriced),
                          ARG_INT(x->quarantined), ARG_INT(x->refused), ARG_INT(x->passed)));
    if (x->rates > 0)
        refresh_line(&r->out, r->lang, "  ",
                     msg_make(MSG_FEED_RATES, 2, ARG_INT(x->rates), ARG_DATE(x->since)));
    if (x->marked > 0)
        refresh_line(&r->out, r->lang, "  ", msg_make(MSG_REFRESH_MARKED, 1, ARG_INT(x->marked)));
    tell_reasons(r, s, x);
}

static void tell_feed(struct run *r, const struct refresh_story *s, const struct refresh_event *x)
{
    struct msg_arg feed = ARG_STR(x->feed);

    if (x->stage == REFRESH_FAILED) {
        refresh_line(&r->out, r->lang, "",
                     msg_make(MSG_REFRESH_FEED_FAILED, 2, feed, ARG_STR(x->message)));
        tell_reasons(r, s, x);
    } else if (x->stage == REFRESH_SAME || x->stage == REFRESH_FRESH) {
        refresh_line(&r->out, r->lang, "",
                     msg_make(x->stage == REFRESH_SAME ? MSG_NET_SAME : MSG_NET_FRESH, 2, feed,
                              ARG_STR(x->since)));
    } else if (x->stage == REFRESH_CLOCK) {
        refresh_line(&r->out, r->lang, "",
                     msg_make(MSG_NET_CLOCK, 2, feed, ARG_INT(fabs(x->off_s) / HOUR_S)));
    } else if (x->stage == REFRESH_DONE) {
        tell_done(r, s, x);
    }
}

void refresh_tell(struct run *r, const struct refresh_story *s)
{
    bool reasons = false, odd = false;

    for (size_t i = 0; i < s->n; i++) {
        const struct refresh_event *x = &s->event[i];
        tell_feed(r, s, x);
        for (int why = 1; why < JUDGED_COUNT; why++) {
            enum judge_class class = judge_reason_class((enum judge_reason)why);
            odd = odd || (x->by_reason[why] > 0 && class == JUDGE_ODD);
            reasons = reasons ||
                      (x->by_reason[why] > 0 && x->stage == REFRESH_DONE && class != JUDGE_PASSED);
        }
    }
    if (s->failed > 0)
        refresh_line(&r->out, r->lang, "",
                     msg_make(MSG_REFRESH_FAILED_FEEDS, 2, ARG_INT(s->failed), ARG_INT(s->feeds)));
    if (s->stored)
        refresh_line(&r->out, r->lang, "",
                     msg_make(MSG_REFRESH_STORED, 1, ARG_STR(r->ctx->prices_path)));
    else if (r->opt->on[FLAG_DRY_RUN])
        refresh_line(&r->out, r->lang, "", msg_make(MSG_REFRESH_DRY, 0));
    if (reasons && s->stored)
        refresh_line(&r->out, r->lang, "", msg_make(MSG_REFRESH_MORE, 0));
    if (odd)
        refresh_line(&r->out, r->lang, "", msg_make(MSG_REFRESH_RELEASE, 0));
}
