/* rent.c - rent candidates: the cheapest offers of each shape and kind, costed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/cost/spot.h"
#include "engine/plan/planner.h"

#define KEEP_PER_SHAPE 2
#define FRONT 24 /* offers of each kind that are worked out */

/* Cheapest offers of one shape and kind so far, in the job's currency per hour. */
struct slot {
    const struct sized *sized;
    const struct offer *offer[KEEP_PER_SHAPE];
    double price[KEEP_PER_SHAPE];
};

static bool uses_gpu_link(const struct offer *o, const struct accel *a)
{
    if (o->link == NULL)
        return a->form == FORM_SXM || a->form == FORM_OAM;
    return strstr(o->link, "nvlink") != NULL || strstr(o->link, "nvswitch") != NULL ||
           strstr(o->link, "hccs") != NULL || strstr(o->link, "xgmi") != NULL ||
           strstr(o->link, "infinity") != NULL || strstr(o->link, "NVLink") != NULL ||
           strstr(o->link, "NVSwitch") != NULL || strstr(o->link, "HCCS") != NULL;
}

struct shape planner_offer_shape(const struct facts *f, const struct offer *o)
{
    const struct accel *a = &f->accel[o->accel];
    struct shape s = shape_of(a, (int)o->gpu_count, 1);
    if (!s.link_is_pcie && !uses_gpu_link(o, a)) {
        struct accel bare = *a;
        bare.link_bandwidth_gbs = 0;
        struct shape plain = shape_of(&bare, (int)o->gpu_count, 1);
        s.link_gbs = plain.link_gbs;
        s.link_is_pcie = true;
    }
    s.net_gbps = o->network_gbps;
    s.rdma = o->rdma;
    return s;
}

/* What a price counts when prices are compared: one that is stale must be a fifth cheaper. */
static double counted(const struct planner *p, const struct offer *o, double price)
{
    int32_t age = date_age_days(o->from.date, p->r->as_of_days);
    return date_age_class(age) == AGE_STALE ? price / 0.8 : price;
}

static void slot_put(struct slot *s, const struct offer *o, double price)
{
    for (int i = 0; i < KEEP_PER_SHAPE; i++) {
        if (s->offer[i] != NULL && str_eq(s->offer[i]->provider, o->provider)) {
            if (price >= s->price[i])
                return;
            for (int j = i; j + 1 < KEEP_PER_SHAPE; j++) {
                s->offer[j] = s->offer[j + 1];
                s->price[j] = s->price[j + 1];
            }
            s->offer[KEEP_PER_SHAPE - 1] = NULL;
            break;
        }
    }
    for (int i = 0; i < KEEP_PER_SHAPE; i++) {
        if (s->offer[i] == NULL || price < s->price[i]) {
            for (int j = KEEP_PER_SHAPE - 1; j > i; j--) {
                s->offer[j] = s->offer[j - 1];
                s->price[j] = s->price[j - 1];
            }
            s->offer[i] = o;
            s->price[i] = price;
            return;
        }
    }
}

static struct slot *slot_find(struct slot *slots, size_t *n, size_t max, const struct sized *z,
                              enum price_kind k)
{
    /* Offers are sorted by card, count and kind: the slot wanted is among the last few. */
    for (size_t i = *n; i > 0 && *n - i < 64; i--) {
        struct slot *s = &slots[i - 1];
        if (s->sized == z && s->offer[0] != NULL && s->offer[0]->kind == k)
            return s;
    }
    if (*n == max)
        return NULL;
    struct slot *s = &slots[(*n)++];
    *s = (struct slot){.sized = z};
    return s;
}

static void plan_id(const struct offer *o, int machines, char out[64])
{
    char region[24];
    str_copy(region, sizeof(region), o->region != NULL ? o->region : "any");
    snprintf(out, 64, "%.11s-%.12s-%.17s-%.12s%s", price_kind_word(o->kind), o->provider,
             o->instance, region, machines > 1 ? "-xN" : "");
    for (char *c = out; *c != '\0'; c++)
        if (*c == ' ' || *c == '/')
            *c = '_';
    if (machines > 1) {
        size_t n = strlen(out);
        snprintf(out + n - 1, 64 - n + 1, "%d", machines);
    }
}

static void service_line(const struct offer *o, int machines, struct bom *b)
{
    struct bom_line *x = &b->line[b->n++];
    *x = (struct bom_line){.kind = PART_SERVICE,
                           .id = o->instance,
                           .name = o->instance,
                           .qty = machines,
                           .unit_price = o->price_hour,
                           .low = o->price_hour,
                           .high = o->price_hour,
                           .currency = o->currency,
                           .watts = UNKNOWN,
                           .from = o->from};
    if (known(o->price_month))
        x->unit_price = x->low = x->high = o->price_month;
    b->machines = machines;
    b->complete = true;
    b->host_ram_gb = o->ram_gib * GIB / GB;
    b->host_cores = o->vcpus / 2.0; /* two hardware threads a core */
    b->nic_gbps = o->network_gbps;
    b->power = (struct power){.dc_w = UNKNOWN,
                              .wall_w = UNKNOWN,
                              .psu_w = UNKNOWN,
                              .psu_rated_w = UNKNOWN,
                              .psu_atx_version = UNKNOWN,
                              .circuit_w = UNKNOWN};
}

/* Interruptions stretch a run: the deadline must hold with them. */
static void stretch(const struct job *job, const struct facts *f, const struct offer *o,
                    struct plan *x)
{
    struct spot s;
    spot_of(job, f, &x->sizing, o, x->nodes, &s);
    double h = x->sizing.hours_per_run.typical * (1.0 + s.overhead.typical);
    if (x->meets && known(job->deadline_h) && h > job->deadline_h) {
        x->meets = false;
        x->misses = msg_make(MSG_MISS_DEADLINE_SPOT, 2, ARG_HOURS(h), ARG_HOURS(job->deadline_h));
        x->would = msg_make(MSG_WISH_DEADLINE, 1, ARG_HOURS(h));
        x->missed_by = h / job->deadline_h;
    }
}

static void add_plan(struct planner *p, const struct sized *z, const struct offer *o)
{
    struct plan *x = planner_blank(p);
    if (x == NULL)
        return;
    const struct job *job = &p->r->job;
    x->kind = o->kind;
    x->accel = z->shape.accel;
    x->per_node = z->shape.per_node;
    x->nodes = z->shape.nodes * z->replicas;
    x->copies = z->replicas;
    x->machines = x->nodes * (job->quantity > 1 ? (int)job->quantity : 1);
    x->offer = o;
    x->sizing = z->sizing;
    x->meets = z->meets;
    x->misses = z->miss.why;
    x->would = z->miss.change;
    x->missed_by = z->miss.by;
    if (o->kind == KIND_SPOT)
        stretch(job, p->r->facts, o, x);
    x->price_age_days = date_age_days(o->from.date, p->r->as_of_days);
    plan_id(o, x->machines, x->id);
    cost_rent(job, p->r->facts, &x->sizing, o, x->machines, NULL, &x->cost);
    service_line(o, x->machines, &x->bom);
    const struct provider *pr = facts_provider(p->r->facts, o->provider);
    static const enum msg_id kinds[KIND_COUNT] = {
        MSG_KIND_ON_DEMAND,   MSG_KIND_SPOT,      MSG_KIND_MONTH, MSG_KIND_RESERVED_1Y,
        MSG_KIND_RESERVED_3Y, MSG_KIND_COMMUNITY, MSG_KIND_OWN,   MSG_KIND_HYBRID};
    bool many = x->machines > 1;
    x->title = msg_make(many ? MSG_PLAN_TITLE_RENT_MANY : MSG_PLAN_TITLE_RENT, many ? 5 : 4,
                        ARG_INT(x->per_node), ARG_STR(accel_label(x->accel)),
                        ARG_STR(pr != NULL ? pr->name : o->provider), ARG_MSG(kinds[o->kind]),
                        ARG_INT(x->machines));
    p->cand_n++;
}

double planner_hour_price(const struct planner *p, const struct accel *a, int count,
                          const struct offer **out)
{
    double best = UNKNOWN;
    const struct prices *pr = p->r->prices;
    for (size_t i = 0; i < pr->offer_n; i++) {
        const struct offer *o = &pr->offer[i];
        if (&p->r->facts->accel[o->accel] != a || (int)o->gpu_count != count)
            continue;
        if (o->kind != KIND_ON_DEMAND && o->kind != KIND_COMMUNITY)
            continue;
        if (!planner_offer_allowed(&p->r->job, p->r->facts, o))
            continue;
        double x = facts_convert(p->r->facts, o->price_hour, o->currency, p->r->job.currency, NULL);
        if (known(x) && !(counted(p, o, x) >= best)) {
            best = x;
            if (out != NULL)
                *out = o;
        }
    }
    return best;
}

/* An offer with what it would cost a month, before anything is worked out in detail. */
struct quick {
    const struct sized *sized;
    const struct offer *offer;
    double month;
};

static int by_month(const void *va, const void *vb)
{
    const struct quick *a = (const struct quick *)va, *b = (const struct quick *)vb;
    if (a->offer->kind != b->offer->kind)
        return (int)a->offer->kind - (int)b->offer->kind;
    if (a->sized->meets != b->sized->meets)
        return a->sized->meets ? -1 : 1;
    if (a->month < b->month || a->month > b->month)
        return a->month < b->month ? -1 : 1;
    int c = strcmp(a->offer->provider, b->offer->provider);
    return c != 0 ? c : strcmp(a->offer->instance, b->offer->instance);
}

/* Works out the cheapest FRONT offers of each kind of price. */
static void cost_front(struct planner *p, const struct slot *slots, size_t n)
{
    struct quick *q = ARENA_ARRAY(p->arena, struct quick, n * KEEP_PER_SHAPE + 1);
    if (q == NULL)
        return;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sized *z = slots[i].sized;
        double hours = job_hours_per_month(&p->r->job, &z->sizing, NULL);
        for (int k = 0; k < KEEP_PER_SHAPE && slots[i].offer[k] != NULL; k++) {
            const struct offer *o = slots[i].offer[k];
            bool package =
                o->kind == KIND_MONTH || o->kind == KIND_RESERVED_1Y || o->kind == KIND_RESERVED_3Y;
            double month = slots[i].price[k] * (package ? HOURS_PER_MONTH : hours) *
                           z->shape.nodes * z->replicas;
            q[m++] = (struct quick){z, o, month};
        }
    }
    qsort(q, m, sizeof(q[0]), by_month);
    int taken = 0;
    for (size_t i = 0; i < m; i++) {
        if (i > 0 && q[i].offer->kind != q[i - 1].offer->kind)
            taken = 0;
        if (taken++ < FRONT)
            add_plan(p, q[i].sized, q[i].offer);
    }
}

/* What neighbours in the list of offers share: it is sorted by card, cards and kind. */
struct row_before {
    const struct accel *accel;
    bool accel_allowed;
    const char *currency;
    double rate; /* of the currency, into the job's */
    const struct offer *sized_offer;
    const struct sized *sized;
};

static bool allowed(const struct planner *p, const struct offer *o, struct row_before *b)
{
    const struct job *job = &p->r->job;
    const struct accel *a = &p->r->facts->accel[o->accel];
    if (b->accel != a) {
        b->accel = a;
        b->accel_allowed = planner_accel_allowed(job, a);
    }
    bool kind_ok = p->opt->kinds == 0 || (p->opt->kinds >> o->kind & 1u) != 0;
    return kind_ok && b->accel_allowed && planner_offer_allowed(job, p->r->facts, o) &&
           planner_count_allowed(job, a, (int)o->gpu_count);
}

static double price_of(const struct planner *p, const struct offer *o, struct row_before *b)
{
    if (b->currency == NULL || b->currency != o->currency) {
        b->currency = o->currency;
        b->rate = facts_convert(p->r->facts, 1.0, o->currency, p->r->job.currency, NULL);
    }
    return o->price_hour * b->rate;
}

static bool same_shape(const struct offer *a, const struct offer *b)
{
    bool net = known(a->network_gbps) == known(b->network_gbps) &&
               (!known(a->network_gbps) ||
                !(a->network_gbps < b->network_gbps || a->network_gbps > b->network_gbps));
    return a->accel == b->accel && (int)a->gpu_count == (int)b->gpu_count && a->link == b->link &&
           a->rdma == b->rdma && net;
}

static const struct sized *size_of(struct planner *p, const struct offer *o, struct row_before *b)
{
    if (b->sized_offer == NULL || !same_shape(b->sized_offer, o)) {
        struct shape s = planner_offer_shape(p->r->facts, o);
        b->sized_offer = o;
        b->sized = planner_size(p, &s, true);
    }
    return b->sized;
}

void planner_rent(struct planner *p)
{
    const struct prices *pr = p->r->prices;
    struct row_before before = {.accel = NULL};
    size_t max = 2048, n = 0;
    struct slot *slots = ARENA_ARRAY(p->arena, struct slot, max);
    if (slots == NULL)
        return;
    for (size_t i = 0; i < pr->offer_n; i++) {
        const struct offer *o = &pr->offer[i];
        p->r->offers_seen++;
        if (!allowed(p, o, &before)) {
            p->r->offers_hidden++;
            continue;
        }
        double price = price_of(p, o, &before);
        if (!known(price))
            continue;
        const struct sized *z = size_of(p, o, &before);
        if (z == NULL || z->sizing.verdict == VERDICT_DOES_NOT_FIT ||
            z->sizing.verdict == VERDICT_UNKNOWN)
            continue;
        struct slot *sl = slot_find(slots, &n, max, z, o->kind);
        if (sl != NULL)
            slot_put(sl, o, counted(p, o, price));
    }
    cost_front(p, slots, n);
}
