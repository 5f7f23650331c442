/*
 * measured.c - a figure that somebody measured: its unit, and where it lies in the expected band.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/check/reasons.h"
#include "engine/job/fault.h"

static const struct {
    const char *word;
    enum measured_unit unit;
    bool inverse; /* time of one, not one a time */
    double k;     /* times this */
} units[] = {
    {"tok/s/user", MEASURED_TOKENS_USER, false, 1},
    {"tokens/s/user", MEASURED_TOKENS_USER, false, 1},
    {"tok/s", MEASURED_TOKENS, false, 1},
    {"t/s", MEASURED_TOKENS, false, 1},
    {"tps", MEASURED_TOKENS, false, 1},
    {"tokens/s", MEASURED_TOKENS, false, 1},
    {"token/s", MEASURED_TOKENS, false, 1},
    {"tok/sec", MEASURED_TOKENS, false, 1},
    {"tokens/sec", MEASURED_TOKENS, false, 1},
    {"ktok/s", MEASURED_TOKENS, false, 1000},
    {"s/tok", MEASURED_TOKENS, true, 1},
    {"ms/tok", MEASURED_TOKENS, true, 0.001},
    {"it/s", MEASURED_STEPS, false, 1},
    {"steps/s", MEASURED_STEPS, false, 1},
    {"step/s", MEASURED_STEPS, false, 1},
    {"s/it", MEASURED_STEPS, true, 1},
    {"s/step", MEASURED_STEPS, true, 1},
    {"ms/step", MEASURED_STEPS, true, 0.001},
    {"samples/s", MEASURED_SAMPLES, false, 1},
    {"sample/s", MEASURED_SAMPLES, false, 1},
    {"images/s", MEASURED_SAMPLES, false, 1},
    {"img/s", MEASURED_SAMPLES, false, 1},
    {"min", MEASURED_HOURS, false, 1.0 / 60},
    {"h", MEASURED_HOURS, false, 1},
    {"d", MEASURED_HOURS, false, 24},
    {"GiB", MEASURED_GIB, false, 1},
    {"GB", MEASURED_GIB, false, GB / GIB},
    {"W", MEASURED_WATTS, false, 1},
    {"kW", MEASURED_WATTS, false, 1000},
};

static enum err refuse(const char *text, struct err_info *e)
{
    struct fault x = fault_begin(e, ERR_USAGE, MSG_MEASURED_BAD);
    fault_user(&x, text);
    return fault_end(&x);
}

enum err measured_parse(const char *text, struct arena *arena, struct measured *out,
                        struct err_info *e)
{
    char number[32];
    double x;
    size_t n = strspn(text, "0123456789.eE+");
    if (n > 0 && (text[n - 1] == 'e' || text[n - 1] == 'E'))
        n--;
    const char *unit = text + n;
    while (*unit == ' ')
        unit++;
    if (n == 0 || n >= sizeof number)
        return refuse(text, e);
    memcpy(number, text, n);
    number[n] = '\0';
    if (num_plain(number, &x) != NUM_OK || !(x > 0))
        return refuse(text, e);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!str_case_eq(units[i].word, unit))
            continue;
        *out =
            (struct measured){.value = units[i].inverse ? 1.0 / (x * units[i].k) : x * units[i].k,
                              .unit = units[i].unit,
                              .text = arena_strdup(arena, text)};
        return OK;
    }
    return refuse(text, e);
}

static struct band times(struct band b, double k)
{
    return (struct band){b.low * k, b.typical * k, b.high * k};
}

/* What one step of training takes in, in the unit of the speed. */
static double of_a_step(const struct job *job, const struct sizing *z)
{
    if (!job->training || !known(z->layout.global_batch))
        return UNKNOWN;
    return str_eq(z->speed_unit, "tokens/s") ? z->layout.global_batch * job->context
                                             : z->layout.global_batch;
}

struct band measured_band(const struct reasoning *r, const struct job *job, const struct sizing *z)
{
    const struct band none = {UNKNOWN, UNKNOWN, UNKNOWN};
    bool tokens = str_eq(z->speed_unit, "tokens/s");
    switch (r->m->unit) {
    case MEASURED_TOKENS:
        if (tokens)
            return z->speed;
        return z->speed_unit != NULL && job->training && known(job->context)
                   ? times(z->speed, job->context)
                   : none;
    case MEASURED_TOKENS_USER:
        return known(z->per_user) ? times(z->speed, z->per_user / z->speed.typical) : none;
    case MEASURED_STEPS: return times(z->speed, 1.0 / of_a_step(job, z));
    case MEASURED_SAMPLES:
        return tokens ? times(z->speed, 1.0 / (job->training ? job->context : job->output_len))
                      : z->speed;
    case MEASURED_HOURS: return z->hours_per_run;
    case MEASURED_GIB: return z->per_gpu_gib;
    case MEASURED_WATTS: {
        const struct factor *f = facts_factor(r->f, "tco",
                                              job->training ? "power.load_factor_training"
                                                            : "power.load_factor_inference");
        double w = r->x->bom.power.wall_w;
        return f != NULL ? (struct band){w * f->low, w * f->typical, w} : none;
    }
    }
    return none;
}

struct msg_arg measured_arg(enum measured_unit unit, double x, struct arena *arena)
{
    static const char *const words[] = {
        [MEASURED_STEPS] = "it/s", [MEASURED_SAMPLES] = "samples/s"};
    struct str s;
    switch (unit) {
    case MEASURED_TOKENS:
    case MEASURED_TOKENS_USER: return ARG_TOKS(x);
    case MEASURED_HOURS: return ARG_HOURS(x);
    case MEASURED_GIB: return ARG_GIB(x);
    case MEASURED_WATTS: return ARG_WATT(x);
    case MEASURED_STEPS:
    case MEASURED_SAMPLES: break;
    }
    if (!known(x))
        return ARG_NUM(x);
    str_init(&s, 64);
    num_short(&s, x);
    str_addf(&s, " %s", words[unit]);
    struct msg_arg a = ARG_STR(arena_strdup(arena, s.p));
    str_free(&s);
    return a;
}

void measured_judge(const struct measured *m, const struct job *job, const struct facts *f,
                    const struct shape *s, const struct sizing *z, const struct check_machine *x,
                    struct arena *arena, struct measured_result *out)
{
    struct job runs;
    struct sizing z_runs;
    if (z->verdict == VERDICT_DOES_NOT_FIT && job->offload == OFFLOAD_NONE &&
        m->unit != MEASURED_GIB && m->unit != MEASURED_WATTS && job->model != NULL) {
        /* it ran: what the cards do not hold lies in host memory */
        runs = *job;
        runs.offload = job->serving && job->model->experts > 1 ? OFFLOAD_EXPERTS : OFFLOAD_CPU;
        runs.from[Q_OFFLOAD] = FROM_DERIVED;
        size_shape(&runs, f, s, NULL, &z_runs);
        job = &runs;
        z = &z_runs;
    }
    struct reasoning r = {.m = m, .job = job, .f = f, .s = s, .z = z, .x = x, .arena = arena};
    *out = (struct measured_result){.given = true, .m = *m, .ratio = UNKNOWN};
    out->band = measured_band(&r, job, z);
    out->from_host = z == &z_runs;
    r.band = out->band;
    bool more_is_worse = m->unit == MEASURED_HOURS || m->unit == MEASURED_GIB;
    if (known(out->band.typical) && out->band.typical > 0) {
        out->ratio = m->value / out->band.typical;
        out->place = m->value < out->band.low    ? PLACE_BELOW
                     : m->value > out->band.high ? PLACE_ABOVE
                                                 : PLACE_INSIDE;
        out->slow = out->place == (more_is_worse ? PLACE_ABOVE : PLACE_BELOW);
    }
    r.place = out->place;
    r.slow = out->slow;
    out->reason_n = reasons_rank(&r, out->reason);
}
