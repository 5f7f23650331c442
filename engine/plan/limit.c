/*
 * limit.c - a power limit of the cards before a machine is refused: nvidia-smi -pl and rocm-smi set
 * it, and what it costs in speed is far less than the watts it saves.
 *
 * Effect: rows power-limit.* of the table of measured shares, for work bound by arithmetic and for
 * decoding, between the shares of the full power that were measured in a straight line. Decoding
 * for one request is bound by memory, for 64 by arithmetic as well: between them by the logarithm
 * of the requests (measured at both ends on one card).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/planner.h"

#define LEAST_SHARE 0.5 /* below it nothing was measured, and cards refuse it */
#define CROWD 64.0      /* requests at which the arithmetic sets the pace */

static const struct step {
    double share;
    const char *compute, *decode;
} steps[] = {{0.50, "power-limit.compute.50", "power-limit.decode.50"},
             {0.571, "power-limit.compute.57", "power-limit.decode.57"},
             {0.714, "power-limit.compute.71", "power-limit.decode.71"},
             {0.80, "power-limit.compute.80", "power-limit.decode.80"},
             {0.857, "power-limit.compute.86", "power-limit.decode.86"}};
#define STEPS (sizeof steps / sizeof steps[0])

static struct band row_band(const struct facts *f, const char *id)
{
    const struct factor *x = facts_factor(f, "efficiency", id);
    return x != NULL ? (struct band){x->low, x->typical, x->high}
                     : (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
}

static struct band between(struct band a, struct band b, double t)
{
    return (struct band){a.low + (b.low - a.low) * t, a.typical + (b.typical - a.typical) * t,
                         a.high + (b.high - a.high) * t};
}

static struct band at_most(struct band x, struct band most)
{
    return (struct band){fmin(x.low, most.low), fmin(x.typical, most.typical),
                         fmin(x.high, most.high)};
}

/* The rows are those of several cards, but less power never makes one faster. */
static struct band share_band(const struct facts *f, bool decode, double share)
{
    struct band above = {1, 1, 1};
    double top = 1.0;
    for (size_t i = STEPS; i-- > 0;) {
        struct band x = row_band(f, decode ? steps[i].decode : steps[i].compute);
        x = at_most(x, above);
        if (share >= steps[i].share)
            return between(x, above, (share - steps[i].share) / (top - steps[i].share));
        above = x;
        top = steps[i].share;
    }
    return above;
}

struct band planner_limit_share(const struct job *job, const struct facts *f, double share)
{
    struct band compute = share_band(f, false, share);
    if (!job->serving)
        return compute;
    double n = known(job->users) && job->users > 1 ? job->users : 1;
    double t = fmin(log(n) / log(CROWD), 1.0);
    return between(share_band(f, true, share), compute, t);
}

void planner_limit_apply(const struct job *job, const struct facts *f, double share,
                         struct sizing *z)
{
    struct band s = planner_limit_share(job, f, share), prefill = share_band(f, false, share);
    if (!(share < 1.0) || !known(s.typical))
        return;
    z->speed.low *= s.low;
    z->speed.typical *= s.typical;
    z->speed.high *= s.high;
    z->hours_per_run.low /= s.high;
    z->hours_per_run.typical /= s.typical;
    z->hours_per_run.high /= s.low;
    z->per_user *= s.typical;
    z->tpot_ms /= s.typical;
    z->ttft_ms /= prefill.typical;
    z->prefill_tps *= prefill.typical;
    if (job->serving) {
        z->tps_met = !known(job->tps) || !known(z->per_user) || z->per_user >= job->tps;
        z->ttft_met =
            !known(job->ttft_s) || !known(z->ttft_ms) || z->ttft_ms <= job->ttft_s * 1000.0;
    }
}

struct msg_arg planner_tool(const struct facts *f, const struct accel *a)
{
    const struct software *s = facts_software(f, a);
    return s != NULL && !str_empty(s->tool) ? ARG_STR(s->tool) : ARG_NUM(UNKNOWN);
}

bool planner_can_limit(const struct accel *a)
{
    bool tools = str_eq(a->stack, "CUDA") || str_starts(a->stack, "ROCm");
    return tools && known(a->tdp_w) && a->tdp_w >= 150 && a->form != FORM_SOC;
}

static void limited(struct trace *t, const char *id, struct msg_arg result, double share,
                    const struct factor *row)
{
    struct trace_item *it = t->first;
    while (it != NULL && strcmp(it->id, id) != 0)
        it = it->next;
    if (it == NULL)
        return;
    it->result = result;
    trace_in(it, MSG_EX_I_POWER_LIMIT, ARG_PCT(share), row != NULL ? row->from.source : NULL,
             row != NULL ? row->from.date : NULL);
}

void planner_limit_trace(const struct facts *f, const struct accel *a, double limit_w,
                         const struct sizing *z, struct trace *t)
{
    double share = limit_w / a->tdp_w;
    size_t i = 0;
    while (i + 1 < STEPS && share >= steps[i + 1].share)
        i++;
    const struct factor *row = facts_factor(f, "efficiency", steps[i].compute);
    limited(t, "speed.total", ARG_NUM(z->speed.typical), share, row);
    limited(t, "speed.hours", ARG_HOURS(z->hours_per_run.typical), share, row);
    limited(t, "speed.tpot", ARG_MS(z->tpot_ms), share, row);
    limited(t, "speed.prefill", ARG_NUM(z->prefill_tps), share, row);
    limited(t, "speed.ttft", ARG_MS(z->ttft_ms), share, row);
}

/* The highest limit, in steps of ten watts, with which the machine can be built: halving, because
 * what can be built at one limit can be built below it. */
bool planner_limit_build(struct planner *p, struct build_wish *w, struct bom *out)
{
    struct msg why;
    double full = w->accel->tdp_w;
    int low = (int)ceil(full * LEAST_SHARE / 10.0), high = (int)ceil(full / 10.0) - 1;
    w->card_limit_w = low * 10.0;
    if (low > high || build_machine(p->r->facts, w, p->arena, out, &why) != OK)
        return false;
    struct bom *try = ARENA_NEW(p->arena, struct bom);
    while (try != NULL && low < high) {
        int middle = (low + high + 1) / 2;
        w->card_limit_w = middle * 10.0;
        if (build_machine(p->r->facts, w, p->arena, try, &why) == OK) {
            low = middle;
            *out = *try;
        } else {
            high = middle - 1;
        }
    }
    w->card_limit_w = low * 10.0;
    return true;
}
