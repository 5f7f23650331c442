/*
 * gather_plan.c - facts that only a plan knows: the parts of a bill or the terms of an offer, and
 * the price.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/str.h"
#include "engine/rules/gather_parts.h"

static bool has_word(const char *text, const char *word)
{
    return text && strstr(text, word) != NULL;
}

/* --- own ------------------------------------------------------------------------------------- */

void gather_chassis(const struct platform *p, struct rule_facts *rf)
{
    bool server = !p->is_board && !has_word(p->kind, "workstation") && !has_word(p->kind, "system");
    bool tower = has_word(p->kind, "tower") || has_word(p->kind, "workstation");
    /* of a complete system the maker answers for the cooling of its own cards */
    fact_yes(rf, F_DUCTED_AIR, server || p->is_complete);
    fact_yes(rf, F_LIQUID_LOOP, p->is_complete || has_word(p->cooling, "liquid"));
    fact_yes(rf, F_RACK_SERVER, !p->is_board && !tower);
    rf->f[F_CHASSIS_CARD_W] = p->is_complete ? rf->f[F_CARD_W] : p->max_gpu_tdp_w;
}

static const struct bom_line *line_of(const struct bom *b, enum part_kind kind)
{
    for (int i = 0; i < b->n; i++) {
        if (b->line[i].kind == kind) {
            return &b->line[i];
        }
    }
    return NULL;
}

static double count(int n)
{
    return n < 0 ? UNKNOWN : n;
}

static void gather_supply(const struct bom *b, struct rule_facts *rf)
{
    const struct power *w = &b->power;
    /* a computer built around one chip brings its supply, a complete system may not tell it */
    bool makers = b->one_product || (b->platform && b->platform->is_complete && !known(w->psu_w));
    fact_yes(rf, F_JUDGES_POWER, true);
    fact_yes(rf, F_JUDGES_PSU, !makers);
    rf->f[F_PSU_USABLE] = w->psu_w;
    rf->f[F_PSU_RATED] = w->psu_rated_w * (w->psu_count > 0 ? w->psu_count : 1);
    rf->f[F_PSU_LOAD] = w->dc_w;
    rf->f[F_PSU_ATX] = w->psu_atx_version;
    fact_yes(rf, F_PSU_REDUNDANT, w->psu_redundant);
    fact_yes(rf, F_HAS_PSU_PART, b->psu != NULL);
    rf->f[F_CONN16_NEED] = count(b->gpu_conn_need_12v);
    rf->f[F_CONN16_HAVE] = count(b->gpu_conn_have_12v);
    rf->f[F_CONN8_NEED] = count(b->gpu_conn_need_8pin);
    rf->f[F_CONN8_HAVE] = count(b->gpu_conn_have_8pin);
    rf->f[F_WALL] = w->wall_w;
    rf->f[F_CIRCUIT] = w->circuit_w;
    gather_card_limit(w->dc_w, b->gpus * rf->f[F_CARD_W], b->gpus, rf);
    const struct bom_line *rack = line_of(b, PART_RACK);
    int racks = rack && rack->qty > 0 ? rack->qty : 1;
    int machines = b->machines > 0 ? b->machines : 1;
    rf->f[F_RACK_W] = w->wall_w * ((machines + racks - 1) / racks);
}

static void gather_ups(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    const struct bom_line *l = line_of(b, PART_UPS);
    if (!l) {
        return;
    }
    fact_yes(rf, F_HAS_UPS, true);
    for (size_t i = 0; i < f->ups_n; i++) {
        if (str_eq(f->ups[i].id, l->id)) {
            rf->f[F_UPS_W] = f->ups[i].watts * l->qty / (b->machines > 0 ? b->machines : 1);
        }
    }
}

static void gather_housing(const struct bom *b, struct rule_facts *rf)
{
    fact_yes(rf, F_HAS_COOLER, b->cooler != NULL && b->cpu != NULL);
    if (b->cooler && b->cpu) {
        rf->f[F_CPU_W] = b->cpu->tdp_w;
        rf->f[F_COOLER_W] = b->cooler->max_tdp_w;
    }
    fact_yes(rf, F_HAS_CASE, b->chassis != NULL);
    if (b->chassis) {
        rf->f[F_CASE_LENGTH] = b->chassis->max_gpu_length_mm;
        rf->f[F_CASE_CARDS] = b->chassis->practical_gpu_count;
    }
    if (b->platform) {
        gather_chassis(b->platform, rf);
    } else if (b->one_product) { /* cooled by its maker */
        fact_yes(rf, F_DUCTED_AIR, true);
        fact_yes(rf, F_LIQUID_LOOP, true);
        rf->f[F_CHASSIS_CARD_W] = rf->f[F_CARD_W];
    }
    rf->f[F_NOISE] = b->noise_db;
}

static void gather_inside(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    rf->f[F_HOST_RAM] = b->host_ram_gb;
    rf->f[F_HOST_RAM_GBS] = b->host_ram_gbs;
    rf->f[F_HOST_CORES] = b->host_cores;
    fact_yes(rf, F_HAS_MODULES, b->memory != NULL);
    if (b->memory) {
        fact_tri(rf, F_HOST_ECC, b->memory->ecc);
        rf->f[F_MODULES] = b->mem_modules;
        rf->f[F_CHANNELS] = b->mem_channels > 0 ? b->mem_channels : UNKNOWN;
    }
    fact_yes(rf, F_HAS_DRIVES, line_of(b, PART_SSD) != NULL);
    fact_yes(rf, F_HOLDS_DATA, true);
    rf->f[F_STORAGE_GB] = b->storage_gb;
    rf->f[F_STORAGE_READ] = b->storage_read_gbs;
    bool lanes = b->platform && !b->platform->is_complete; /* else the maker has laid them out */
    rf->f[F_LANES_USED] = lanes ? b->pcie_lanes_used : 0.0;
    rf->f[F_LANES_HAVE] = lanes ? b->pcie_lanes_cpu : 0.0;
    rf->f[F_GPU_LANES] = b->gpu_lanes;
    rf->f[F_GPU_PCIE_GEN] = b->gpu_pcie_gen;
    rf->f[F_NET] = b->nic_gbps;
    const struct bom_line *nic = line_of(b, PART_NIC);
    if (!nic) { /* the Ethernet ports of a board copy by the CPU */
        fact_yes(rf, F_RDMA, false);
    }
    for (size_t i = 0; nic && i < f->nic_n; i++) {
        const struct nic *n = &f->nic[i];
        if (str_eq(n->id, nic->id)) {
            bool told = !str_empty(n->infiniband) && !str_empty(n->rdma_ethernet);
            bool none = str_eq(n->infiniband, "no") && str_eq(n->rdma_ethernet, "no");
            fact_tri(rf, F_RDMA, !told ? TRI_UNKNOWN : none ? TRI_NO : TRI_YES);
        }
    }
}

/* The slots as built may be narrower or older than the card. */
static void gather_slots(const struct plan *p, struct rule_facts *rf)
{
    struct accel bare = *p->accel;
    bare.link_bandwidth_gbs = 0.0;
    bare.pcie_lanes = p->bom.gpu_lanes;
    bare.pcie_gen = p->bom.gpu_pcie_gen;
    rf->f[F_PCIE_SPEED] = shape_of(&bare, p->per_node, 1).link_gbs;
    if (rf->f[F_LINK_IS_PCIE] == 1.0) {
        rf->f[F_LINK_SPEED] = rf->f[F_PCIE_SPEED];
    }
}

static void gather_own(const struct job *j, const struct facts *f, const struct plan *p,
                       struct rule_facts *rf)
{
    const struct bom *b = &p->bom;
    bool soc = b->one_product;
    fact_yes(rf, F_HAS_BUILD, true);
    fact_yes(rf, F_HAS_HOST, !soc); /* one memory for CPU and card: nothing to compare */
    fact_yes(rf, F_JUDGES_CORES, !soc);
    fact_yes(rf, F_SAME_ZONE, true);
    gather_housing(b, rf);
    gather_supply(b, rf);
    gather_ups(f, b, rf);
    gather_inside(f, b, rf);
    gather_slots(p, rf);
    gather_build(j, f, p, rf);
    int unverified = 0;
    for (int i = 0; i < b->n; i++) {
        unverified += b->line[i].unverified ? 1 : 0;
    }
    rf->f[F_UNVERIFIED] = unverified;
    fact_text(rf, F_PRICE_DATE, p->accel->price.from.date);
}

/* --- rent ------------------------------------------------------------------------------------ */

/* offer_linked: do the cards of the offer talk over a link of their own? Modules on a baseboard
 * do unless the offer says otherwise; cards in slots only if it says so. */
static bool offer_linked(const struct offer *o, const struct accel *a)
{
    static const char *const none[] = {"pcie", "PCIe", "none", "no"};
    if (str_empty(o->link)) {
        return a->form == FORM_SXM || a->form == FORM_OAM;
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (str_starts(o->link, none[i])) {
            return false;
        }
    }
    return true;
}

/* Of another country than the place of the job; UNKNOWN: nobody tells whose machines they are. */
static void gather_provider(const struct job *j, const struct facts *f, const struct offer *o,
                            struct rule_facts *rf)
{
    const struct provider *p = facts_provider(f, o->provider);
    if (p && p->country && j->country)
        fact_yes(rf, F_ABROAD, strncmp(p->country, j->country, 2) != 0);
}

static void gather_rent(const struct job *j, const struct facts *f, const struct plan *p,
                        struct rule_facts *rf)
{
    const struct offer *o = p->offer;
    bool linked = offer_linked(o, p->accel);
    fact_yes(rf, F_IS_RENT, true);
    fact_yes(rf, F_HAS_HOST, true);
    fact_yes(rf, F_JUDGES_CORES, known(o->vcpus));
    rf->f[F_HOST_RAM] = o->ram_gib;
    rf->f[F_HOST_CORES] = o->vcpus / 2.0; /* two hardware threads a core */
    rf->f[F_NET] = o->network_gbps;
    fact_tri(rf, F_RDMA, o->rdma);
    fact_yes(rf, F_LINK_IS_PCIE, !linked);
    if (!linked && known(p->accel->pcie_gen) && known(p->accel->pcie_lanes)) {
        struct accel bare = *p->accel;
        bare.link_bandwidth_gbs = 0.0;
        rf->f[F_LINK_SPEED] = shape_of(&bare, p->per_node, 1).link_gbs;
    }
    if (!str_empty(o->zone)) {
        fact_yes(rf, F_SAME_ZONE, true);
    }
    rf->f[F_COMMIT_MONTHS] = known(o->min_months) ? o->min_months : 0.0;
    fact_yes(rf, F_SPOT, o->kind == KIND_SPOT);
    fact_yes(rf, F_COMMUNITY, o->kind == KIND_COMMUNITY);
    fact_yes(rf, F_ON_DEMAND, o->kind == KIND_ON_DEMAND);
    fact_yes(rf, F_ASKING, o->kind == KIND_MONTH && o->from.confidence > 'A');
    gather_provider(j, f, o, rf);
    fact_text(rf, F_PRICE_DATE, o->from.date);
    gather_rent_gates(rf);
}

/* --- plan ------------------------------------------------------------------------------------ */

static void gather_price(const struct job *j, const struct plan *p, struct rule_facts *rf)
{
    const struct cost *c = &p->cost;
    const char *currency = c->currency ? c->currency : j->currency;
    fact_yes(rf, F_HAS_PRICE, true);
    rf->f[F_PRICE_AGE] = count(p->price_age_days);
    rf->f[F_ESTIMATE_SHARE] = c->estimate_share;
    fact_yes(rf, F_TOTAL_KNOWN, known(c->total.typical));
    if (!known(c->total.typical)) {
        rf->f[F_ESTIMATE_SHARE] = 0.0; /* of no total; price-missing speaks */
    }
    fact_money(rf, F_UPFRONT, c->upfront, currency);
    fact_money(rf, F_PER_MONTH, c->per_month, currency);
    rf->f[F_USED_HOURS] = c->hours_per_month;
    fact_money(rf, F_RUN_COST, c->per_run, currency);
    if (!known(c->per_run))
        fact_yes(rf, F_HAS_LORA_WAY, false); /* nothing to compare with */
}

/* Days that a price is newer than the day asked for; 0 for one that may be of that day or before,
 * such as 2026-08 seen from 2026-08-15, and for one without a date: its age is unknown already. */
static double days_ahead(const char *price_date, int32_t now_days)
{
    char now[11];
    int32_t days;
    date_format(now_days, now);
    if (price_date == NULL || strncmp(price_date, now, strlen(price_date)) <= 0 ||
        !date_parse(price_date, &days))
        return 0.0;
    return days - now_days;
}

struct shape rules_shape(const struct plan *x)
{
    bool linked = x->offer != NULL || (x->bom.bridges > 0 && x->per_node == 2);
    return linked ? shape_of(x->accel, x->per_node, x->nodes)
                  : shape_in_slots(x->accel, x->per_node, x->nodes);
}

void rules_gather(const struct job *job, const struct facts *f, const struct plan *plan,
                  const struct need *need, int32_t now_days, struct rule_facts *out)
{
    struct shape s = rules_shape(plan);
    bool at_hand = str_eq(plan->id, "own-have") || str_eq(plan->id, "list");
    s.mixed = at_hand && job->have.n > 1;
    gather_base(job, f, &s, &plan->sizing, out);
    rules_gather_need(need, out);
    out->f[F_MACHINES] = plan->nodes;
    if (plan->offer) {
        gather_rent(job, f, plan, out);
    } else {
        gather_own(job, f, plan, out);
    }
    gather_exchange(out);
    if (need)
        fact_money(out, F_LORA_COST, need->lora_cost_per_run, job->currency);
    gather_price(job, plan, out);
    out->f[F_PRICE_AHEAD] = days_ahead(out->text[F_PRICE_DATE], now_days);
    if (plan->price_age_days < 0 && out->text[F_PRICE_DATE]) {
        out->f[F_PRICE_AGE] = count(date_age_days(out->text[F_PRICE_DATE], now_days));
    }
}

/* the first 512 of a card and kind speak for all */
enum { RULES_QUOTES_MOST = 512 };

struct quote {
    const char *provider;
    double hour; /* of a card */
};

static int by_value(const void *va, const void *vb)
{
    double a = *(const double *)va, b = *(const double *)vb;
    return a < b ? -1 : a > b;
}

static int by_provider(const void *va, const void *vb)
{
    const struct quote *a = va, *b = vb;
    int c = strcmp(a->provider, b->provider);
    return c != 0 ? c : by_value(&a->hour, &b->hour);
}

/* The middle of the providers' own middles: a cloud that lists thirty regions is one voice. */
static double middle_of(struct quote *q, size_t n)
{
    double middle[RULES_QUOTES_MOST];
    size_t voices = 0;
    qsort(q, n, sizeof q[0], by_provider);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && strcmp(q[end].provider, q[i].provider) == 0;)
            end++;
        middle[voices++] = (q[(i + end - 1) / 2].hour + q[(i + end) / 2].hour) / 2.0;
    }
    qsort(middle, voices, sizeof middle[0], by_value);
    return (middle[(voices - 1) / 2] + middle[voices / 2]) / 2.0;
}

void rules_gather_prices(const struct job *job, const struct facts *f, const struct prices *p,
                         const struct plan *plan, struct rule_facts *out)
{
    struct quote q[RULES_QUOTES_MOST];
    size_t n = 0;
    const struct offer *mine = plan->offer;
    gather_rent_terms(job, f, p, plan, out);
    const struct offer *first = NULL;
    size_t listed = mine ? prices_of(p, mine->accel, &first) : 0;
    for (size_t i = 0; i < listed && n < RULES_QUOTES_MOST; i++) {
        const struct offer *o = &first[i];
        /* one market: prices in another currency are those of another country */
        if (o->kind == mine->kind && o->gpu_count > 0 && str_eq(o->currency, mine->currency)) {
            double x = facts_convert(f, o->price_hour, o->currency, job->currency, NULL);
            if (known(x)) {
                q[n++] = (struct quote){o->provider != NULL ? o->provider : "", x / o->gpu_count};
            }
        }
    }
    if (!mine || n < RULES_MEDIAN_FROM) {
        return;
    }
    double own = facts_convert(f, mine->price_hour, mine->currency, job->currency, NULL);
    fact_yes(out, F_HAS_MEDIAN, true);
    fact_money(out, F_MEDIAN_HOUR, middle_of(q, n), job->currency);
    fact_money(out, F_CARD_HOUR, own / mine->gpu_count, job->currency);
}
