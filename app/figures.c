#include "app/figures.h"

#include <math.h>
#include <string.h>

void figure_memory(const struct sizing *z, struct memory_figure *out)
{
    static const struct {
        enum msg_id label;
        enum mem_line_id line[7];
        int n;
    } groups[MEMORY_PARTS] = {
        {MSG_TUI_MEM_WEIGHTS, {MEM_WEIGHTS, MEM_ADAPTER, MEM_DRAFT}, 3},
        {MSG_TUI_MEM_STATES, {MEM_GRADIENTS, MEM_OPTIMIZER}, 2},
        {MSG_TUI_MEM_ACTIVATIONS, {MEM_ACTIVATIONS, MEM_LOGITS}, 2},
        {MSG_TUI_MEM_CACHE, {MEM_KV_CACHE, MEM_STATE}, 2},
        {MSG_TUI_MEM_REST,
         {MEM_GATHER, MEM_COMMUNICATION, MEM_WORKSPACE, MEM_GRAPHS, MEM_CONTEXT,
          MEM_OFFLOAD_BUFFER},
         6},
    };
    memset(out, 0, sizeof *out);
    for (int g = 0; g < MEMORY_PARTS; g++) {
        out->part[g].label = groups[g].label;
        for (int i = 0; i < groups[g].n; i++) {
            double x = z->line_gib[groups[g].line[i]];
            if (known(x))
                out->part[g].gib += x;
        }
    }
    out->gib = z->per_gpu_gib;
    out->usable_gib = z->usable_gib;
}

void figure_power(const struct plan *p, struct power_figure *out)
{
    *out = (struct power_figure){p->kind == KIND_OWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
    if (!out->own)
        return;
    out->load_w = p->bom.power.dc_w;
    out->psu_w = p->bom.power.psu_w;
    out->wall_w = p->bom.power.wall_w;
    out->circuit_w = p->bom.power.circuit_w;
}

void figure_cost(const struct result *r, struct cost_figure *out)
{
    memset(out, 0, sizeof *out);
    int best[KIND_COUNT];
    for (int k = 0; k < KIND_COUNT; k++)
        best[k] = -1;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        if (!known(p->cost.total.typical))
            continue;
        /* the first of its kind as the decision has it, not one held back for a stale price; the
         * plan that is shown speaks for its kind */
        if (best[p->kind] < 0 || (int)i == r->chosen)
            best[p->kind] = (int)i;
    }
    static const enum price_kind order[] = {KIND_OWN,         KIND_ON_DEMAND, KIND_SPOT,
                                            KIND_COMMUNITY,   KIND_MONTH,     KIND_RESERVED_1Y,
                                            KIND_RESERVED_3Y, KIND_HYBRID};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        int at = best[order[i]];
        if (at < 0)
            continue;
        const struct cost *c = &r->plan[at].cost;
        out->row[out->n++] = (struct cost_row){order[i], at, c->total, c->currency};
        out->most = fmax(out->most, c->total.typical);
    }
}

enum msg_id figure_kind(enum price_kind k)
{
    switch (k) {
    case KIND_ON_DEMAND: return MSG_KIND_ON_DEMAND;
    case KIND_SPOT: return MSG_KIND_SPOT;
    case KIND_MONTH: return MSG_KIND_MONTH;
    case KIND_RESERVED_1Y: return MSG_KIND_RESERVED_1Y;
    case KIND_RESERVED_3Y: return MSG_KIND_RESERVED_3Y;
    case KIND_COMMUNITY: return MSG_KIND_COMMUNITY;
    case KIND_OWN: return MSG_KIND_OWN;
    case KIND_HYBRID:
    case KIND_COUNT: break;
    }
    return MSG_KIND_HYBRID;
}

enum msg_id figure_kind_short(enum price_kind k)
{
    static const enum msg_id ids[KIND_COUNT] = {
        [KIND_ON_DEMAND] = MSG_TUI_KIND_ON_DEMAND,
        [KIND_SPOT] = MSG_TUI_KIND_SPOT,
        [KIND_MONTH] = MSG_TUI_KIND_MONTH,
        [KIND_RESERVED_1Y] = MSG_TUI_KIND_1Y,
        [KIND_RESERVED_3Y] = MSG_TUI_KIND_3Y,
        [KIND_COMMUNITY] = MSG_TUI_KIND_COMMUNITY,
        [KIND_OWN] = MSG_TUI_KIND_OWN,
        [KIND_HYBRID] = MSG_TUI_KIND_HYBRID,
    };
    return k < KIND_COUNT ? ids[k] : MSG_NONE;
}
