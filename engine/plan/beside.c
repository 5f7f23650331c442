/* beside.c - the cheaper answer beside the asked one: an adapter on one rented card where all
 * weights were to be trained. */
#include <math.h>

#include "base/str.h"
#include "engine/plan/planner.h"

#define RANK 16 /* the usual rank when none was told (arXiv 2106.09685, table 6: 4 to 64) */

/* Cheapest hour of one card of each kind, in the job's currency; NAN where nobody offers one. */
static double *hours_of_one(struct planner *p)
{
    const struct facts *f = p->r->facts;
    const struct prices *pr = p->r->prices;
    double *hour = ARENA_ARRAY(p->arena, double, f->accel_n + 1);
    if (hour == NULL)
        return NULL;
    for (size_t i = 0; i < f->accel_n; i++)
        hour[i] = UNKNOWN;
    for (size_t i = 0; i < pr->offer_n; i++) {
        const struct offer *o = &pr->offer[i];
        if (o->gpu_count < 1 || o->gpu_count > 1 || o->kind != KIND_ON_DEMAND ||
            !planner_accel_allowed(&p->r->job, &f->accel[o->accel]) ||
            !planner_offer_allowed(&p->r->job, f, o))
            continue;
        double x = facts_convert(f, o->price_hour, o->currency, p->r->job.currency, NULL);
        if (known(x) && !(x >= hour[o->accel]))
            hour[o->accel] = x;
    }
    return hour;
}

void planner_beside(struct planner *p)
{
    struct need *need = &p->r->need;
    const struct facts *f = p->r->facts;
    struct job job = p->r->job;
    need->lora_cost_per_run = need->lora_gib = UNKNOWN;
    bool may_rent = job.where != WHERE_OWN && !(job.stays_share > 0);
    if (job.task != TASK_FINETUNE || job.method != METHOD_FULL || !may_rent)
        return;
    job.method = METHOD_LORA;
    job.lora_rank = known(job.lora_rank) ? job.lora_rank : RANK;
    job.micro_batch = UNKNOWN;
    double *hour = hours_of_one(p);
    for (size_t i = 0; hour != NULL && i < f->accel_n; i++) {
        if (!known(hour[i]))
            continue;
        struct shape s = shape_of(&f->accel[i], 1, 1);
        struct sizing z;
        if (size_floor_gib(&job, f, &s) > f->accel[i].usable_gib)
            continue;
        sizer_shape(p->sizer, &job, f, &s, NULL, &z);
        double run = hour[i] * z.hours_per_run.typical;
        if (z.verdict != VERDICT_FITS || !known(run) || run >= need->lora_cost_per_run)
            continue;
        need->lora_card = &f->accel[i];
        need->lora_cost_per_run = run;
        need->lora_gib = z.per_gpu_gib.typical;
    }
}
