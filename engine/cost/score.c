/* score.c - points for owning and for renting, line by line. */
#include "engine/cost/score.h"

#include <math.h>

#include "base/num.h"

static double clip(double x)
{
    return num_clamp(x, -1.0, 1.0);
}

static void add(struct score *s, enum score_id id, double points, double max, double figure)
{
    if (known(points))
        s->line[s->n++] = (struct score_line){id, points, max, figure};
}

/* One in two of what the other costs is all the points that money can give. */
static void money(const struct score_in *in, struct score *s)
{
    bool both = in->own > 0 && in->rent > 0;
    double points = both ? 40.0 * clip(log(in->rent / in->own) / log(2.0)) : UNKNOWN;
    add(s, SCORE_MONEY, points, 40, both ? in->rent / in->own : UNKNOWN);
    add(s, SCORE_CERTAINTY, 20.0 * (2.0 * in->p_own - 1.0), 20, in->p_own);
}

static void time(const struct score_in *in, struct score *s)
{
    if (known(in->use))
        add(s, SCORE_BUSY,
            known(in->threshold) ? 15.0 * clip((in->use - in->threshold) / 0.3) : -15.0, 15,
            in->use);
    if (known(in->months))
        add(s, SCORE_HORIZON,
            known(in->break_even) ? 10.0 * clip((in->months - 2.0 * in->break_even) / 12.0) : -10.0,
            10, in->break_even);
}

static void load(const struct score_in *in, struct score *s)
{
    if (in->peak_units >= 2)
        add(s, SCORE_SHAPE, -10.0 * clip((in->peak_mean - 2.0) / 3.0), 10, in->peak_mean);
    if (in->gb_month > 0)
        add(s, SCORE_DATA, 10.0 * num_clamp(log10(in->gb_month / 1000.0), 0.0, 1.0), 10,
            in->gb_month);
}

static void hands(const struct score_in *in, struct score *s)
{
    double alone = in->home_pc ? -3.0 : -15.0;
    if (in->people != PEOPLE_UNKNOWN)
        add(s, SCORE_PEOPLE,
            in->people == PEOPLE_DEDICATED   ? 5.0
            : in->people == PEOPLE_PART_TIME ? 0.0
                                             : alone,
            15, UNKNOWN);
    if (in->team != TEAM_UNKNOWN)
        add(s, SCORE_TEAM,
            in->team == TEAM_SMALL ? -5.0
            : in->team == TEAM_LAB ? 0.0
                                   : 5.0,
            5, UNKNOWN);
}

static void wishes(const struct score_in *in, struct score *s)
{
    static const double private[] = {0.0, 5.0, 10.0};
    if (in->sensitivity >= 0 && in->sensitivity <= 2)
        add(s, SCORE_SENSITIVE, private[in->sensitivity], 10, UNKNOWN);
    if (in->technology >= 0)
        add(s, SCORE_TECH, in->technology > 0 ? -8.0 : 3.0, 8, UNKNOWN);
    if (in->fabric >= 0)
        add(s, SCORE_FABRIC, in->fabric > 0 ? 0.0 : -10.0, 10, UNKNOWN);
}

void score_make(const struct score_in *in, struct score *out)
{
    double sum = 0, most = 0;
    out->n = 0;
    money(in, out);
    time(in, out);
    load(in, out);
    hands(in, out);
    wishes(in, out);
    for (int i = 0; i < out->n; i++) {
        sum += out->line[i].points;
        most += out->line[i].max;
    }
    out->sum = most > 0 ? 100.0 * sum / most : UNKNOWN;
}

const char *score_word(enum score_id id)
{
    static const char *const words[SCORE_LINES] = {[SCORE_MONEY] = "money",
                                                   [SCORE_CERTAINTY] = "certainty",
                                                   [SCORE_BUSY] = "busy",
                                                   [SCORE_HORIZON] = "horizon",
                                                   [SCORE_SHAPE] = "load-shape",
                                                   [SCORE_DATA] = "data",
                                                   [SCORE_PEOPLE] = "people",
                                                   [SCORE_TEAM] = "team",
                                                   [SCORE_SENSITIVE] = "sensitivity",
                                                   [SCORE_TECH] = "technology",
                                                   [SCORE_FABRIC] = "fabric"};
    return words[id];
}

enum msg_id score_label(enum score_id id)
{
    static const enum msg_id labels[SCORE_LINES] = {
        [SCORE_MONEY] = MSG_SCORE_MONEY,         [SCORE_CERTAINTY] = MSG_SCORE_CERTAINTY,
        [SCORE_BUSY] = MSG_SCORE_BUSY,           [SCORE_HORIZON] = MSG_SCORE_HORIZON,
        [SCORE_SHAPE] = MSG_SCORE_SHAPE,         [SCORE_DATA] = MSG_SCORE_DATA,
        [SCORE_PEOPLE] = MSG_SCORE_PEOPLE,       [SCORE_TEAM] = MSG_SCORE_TEAM,
        [SCORE_SENSITIVE] = MSG_SCORE_SENSITIVE, [SCORE_TECH] = MSG_SCORE_TECH,
        [SCORE_FABRIC] = MSG_SCORE_FABRIC};
    return labels[id];
}

const char *score_verdict(const struct score *s)
{
    return s->sum >= SCORE_CLEAR ? "own" : s->sum <= -SCORE_CLEAR ? "rent" : "close";
}
