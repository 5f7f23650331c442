/*
 * edits.c - the user's hand: what is locked, swapped, dropped, added or counted stays as it was
 * said; the solver works around it, and what breaks is left for the rules to find.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define SET_FORCED(FIELD, KIND)                                                                    \
    case KIND:                                                                                     \
        fx->FIELD = NULL;                                                                          \
        for (size_t i = 0; id != NULL && i < f->FIELD##_n; i++)                                    \
            if (str_eq(f->FIELD[i].id, id))                                                        \
                fx->FIELD = &f->FIELD[i];                                                          \
        break

static void set(const struct facts *f, struct forced *fx, enum part_kind kind, const char *id)
{
    switch (kind) {
        SET_FORCED(platform, PART_PLATFORM);
        SET_FORCED(cpu, PART_CPU);
        SET_FORCED(cooler, PART_COOLER);
        SET_FORCED(memory, PART_MEMORY);
        SET_FORCED(ssd, PART_SSD);
        SET_FORCED(psu, PART_PSU);
        SET_FORCED(chassis, PART_CASE);
        SET_FORCED(nic, PART_NIC);
        SET_FORCED(net_switch, PART_SWITCH);
        SET_FORCED(ups, PART_UPS);
        SET_FORCED(hdd, PART_HDD);
    case PART_GPU:
    case PART_FAN:
    case PART_CABLE:
    case PART_RACK:
    case PART_SPARE:
    case PART_SERVICE:
    case PART_KINDS: break;
    }
}

static bool same_line(const struct edit *later, const struct edit *e)
{
    return later->kind == e->kind && (later->id[0] == '\0' || e->id[0] == '\0' ||
                                      str_eq(later->id, e->id) || str_eq(later->id, e->to));
}

/* Kinds of which a machine has one line: what is added after it was taken out is put in its place,
 * in the number that the machine needs. */
static bool has_one_line(enum part_kind k)
{
    return k <= PART_CASE && k != PART_SSD && k != PART_HDD;
}

bool edit_void(const struct edits *e, int i)
{
    const struct edit *x = &e->e[i];
    for (int k = i + 1; k < e->n; k++) {
        const struct edit *later = &e->e[k];
        bool freed = later->op == EDIT_UNLOCK && same_line(later, x);
        if (freed && (x->op == EDIT_LOCK || x->op == EDIT_SWAP || x->op == EDIT_QTY))
            return true;
        if (x->op == EDIT_DROP && later->op == EDIT_ADD && later->kind == x->kind &&
            has_one_line(x->kind))
            return true;
    }
    return false;
}

bool edit_fills_gap(const struct edits *e, int i)
{
    for (int k = 0; k < i; k++)
        if (e->e[k].op == EDIT_DROP && e->e[k].kind == e->e[i].kind && has_one_line(e->e[i].kind))
            return true;
    return false;
}

void edits_of_all(const struct edits *e, struct edits *out)
{
    out->n = 0;
    for (int i = 0; e != NULL && i < e->n; i++)
        if (e->e[i].all)
            out->e[out->n++] = e->e[i];
}

void forced_of(const struct facts *f, const struct edits *e, struct forced *fx)
{
    *fx = (struct forced){0};
    for (int i = 0; i < PART_KINDS; i++)
        fx->qty[i] = -1;
    for (int i = 0; e != NULL && i < e->n; i++) {
        const struct edit *x = &e->e[i];
        if (x->kind >= PART_KINDS)
            continue;
        fx->any = true;
        if (edit_void(e, i))
            continue;
        switch (x->op) {
        case EDIT_LOCK:
            fx->locked[x->kind] = true;
            if (x->id[0] != '\0')
                set(f, fx, x->kind, x->id);
            break;
        case EDIT_UNLOCK: fx->locked[x->kind] = false; break;
        case EDIT_SWAP:
            set(f, fx, x->kind, x->to);
            fx->dropped[x->kind] = false;
            break;
        case EDIT_QTY:
            fx->qty[x->kind] = x->qty > 0 ? x->qty : -1;
            fx->qty_id[x->kind] = x->id;
            if (x->id[0] != '\0') /* that many of this part */
                set(f, fx, x->kind, x->id);
            break;
        case EDIT_DROP: fx->dropped[x->kind] = true; break;
        case EDIT_ADD:
            fx->dropped[x->kind] = false;
            if (edit_fills_gap(e, i) || x->kind == PART_HDD || x->kind == PART_UPS)
                set(f, fx, x->kind, x->to);
            if (x->kind == PART_HDD) /* boxes and host card come with them */
                fx->qty[x->kind] = x->qty > 0 ? x->qty : -1;
            break;
        }
    }
}

/* The machine as the user wants it, rules or not: fixed parts take the place of the solver's, and
 * the figures follow. */
void edits_apply(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                 struct machine *m)
{
    for (int i = 0; fx->platform != NULL && i < t->platform_n; i++)
        if (t->platform[i].p == fx->platform)
            m->p = &t->platform[i];
    if (fx->platform != NULL && known(fx->platform->sockets))
        m->sockets = (int)fx->platform->sockets;
    if (fx->cpu != NULL) {
        m->cpu = fx->cpu;
        m->cpu_price = price_in(t->f, &fx->cpu->price, t->currency);
    }
    if (fx->cooler != NULL)
        m->cooler = fx->cooler;
    if (fx->memory != NULL && known(fx->memory->modules) && fx->memory->modules >= 1) {
        int n = memory_modules(m->p, fx->memory, w->host_ram_gb);
        int kit = (int)fx->memory->modules;
        if (n == 0)
            n = (int)ceil(w->host_ram_gb / (fx->memory->module_gb * kit)) * kit;
        m->memory = (struct memory_choice){fx->memory, n / kit, n, n * fx->memory->module_gb,
                                           price_in(t->f, &fx->memory->price, t->currency)};
    }
    if (fx->ssd != NULL) {
        struct drive_choice *d = m->data.ssd != NULL ? &m->data : &m->system;
        double n = known(fx->ssd->capacity_gb) ? ceil(w->storage_gb / fx->ssd->capacity_gb) : 1;
        *d = (struct drive_choice){fx->ssd, n >= 1 && n < 64 ? (int)n : 1,
                                   price_in(t->f, &fx->ssd->price, t->currency)};
    }
    if (fx->nic != NULL) {
        double one = nic_usable_gbps(fx->nic, m->p->p->pcie_gen);
        int qty = known(one) && one > 0 ? (int)ceil(w->network_gbps / one) : 1;
        m->net.nic = fx->nic;
        m->net.qty = qty < 1 ? 1 : qty;
        m->net.gbps = one * m->net.qty;
    }
    if (fx->chassis != NULL)
        m->chassis = fx->chassis;
    if (fx->psu != NULL) {
        m->psu = fx->psu;
        m->psu_qty = m->psu_qty > 0 ? m->psu_qty : 1;
    }
    lanes_fit(m);
    machine_load(m);
    if (m->psu != NULL) {
        m->power.psu_rated_w = m->psu->watts;
        m->power.psu_count = m->psu_qty;
        m->power.psu_w = psu_watts_at(m->psu, m->site.volts) * m->psu_qty;
        m->power.psu_atx_version = m->psu->atx_version;
        m->power.psu_redundant = false;
    } else {
        supply_of_server(m);
    }
    circuit_fits(m);
}

static bool line_meant(const struct bom_line *l, const struct edit *e)
{
    return l->kind == e->kind && (e->id[0] == '\0' || str_eq(l->id, e->id));
}

static void line_becomes(const struct build_tables *t, struct arena *arena, struct bom_line *l,
                         enum part_kind kind, const struct part_view *v, int qty)
{
    *l = (struct bom_line){.kind = kind,
                           .id = v->id,
                           .name = part_title(v, arena),
                           .qty = qty,
                           .locked = true,
                           .watts = known(v->watts) ? v->watts * qty : UNKNOWN};
    line_price(t, l, v->price, v->from);
}

static void drop(struct bom *b, const struct edit *e)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        if (!line_meant(&b->line[i], e))
            b->line[n++] = b->line[i];
    b->n = n;
}

/* The line of that kind that a swap or a count means: by its id, else the first of its kind. */
static struct bom_line *line_for(struct bom *b, const struct edit *e)
{
    for (int k = 0; k < b->n; k++) {
        struct bom_line *l = &b->line[k];
        if (line_meant(l, e) || (e->op == EDIT_SWAP && l->kind == e->kind && str_eq(l->id, e->to)))
            return l;
    }
    return NULL;
}

static void line_edit(const struct build_tables *t, struct arena *arena, struct bom *b,
                      const struct edit *e)
{
    struct part_view v;
    struct bom_line *l = line_for(b, e);
    if (l == NULL)
        return;
    if (e->op == EDIT_QTY && e->qty > 0 && e->kind != PART_GPU) {
        l->watts = l->watts / l->qty * e->qty;
        l->qty = e->qty;
    } else if (e->op == EDIT_SWAP &&
               (e->kind == PART_SWITCH || e->kind == PART_UPS || e->kind == PART_HDD ||
                e->kind == PART_FAN) &&
               part_find(t->f, e->kind, e->to, &v)) {
        line_becomes(t, arena, l, e->kind, &v, l->qty);
    }
    l->locked = true; /* a row changed by hand stays as it was put */
}

/* Kinds that a machine may have or not: what is added is how many there are to be. */
static bool is_counted(enum part_kind k)
{
    return k == PART_FAN || k == PART_HDD || k == PART_UPS || k == PART_CABLE || k == PART_RACK;
}

static bool has_line(const struct bom *b, enum part_kind kind, const char *id)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].kind == kind && str_eq(b->line[i].id, id))
            return true;
    return false;
}

/* What is added stands there already: then it is that many. */
static void line_count(const struct build_tables *t, struct arena *arena, struct bom *b,
                       const struct edit *e)
{
    struct edit count = {.op = EDIT_QTY, .kind = e->kind, .qty = e->qty};
    str_copy(count.id, sizeof count.id, e->to);
    line_edit(t, arena, b, &count);
}

/* Does a later edit take the place of this one? */
static bool overtaken(const struct edits *ed, int i)
{
    const struct edit *x = &ed->e[i];
    const char *id = x->op == EDIT_SWAP || x->op == EDIT_ADD ? x->to : x->id;
    for (int k = i + 1; k < ed->n; k++) {
        const struct edit *y = &ed->e[k];
        bool same = y->kind == x->kind && (y->id[0] == '\0' || id[0] == '\0' || str_eq(y->id, id));
        if (same && (y->op == EDIT_DROP || y->op == EDIT_SWAP))
            return true;
        if (same && y->op == EDIT_QTY && (x->op == EDIT_QTY || x->op == EDIT_ADD))
            return true;
    }
    return false;
}

/* A part put in by hand that the bill has not, or not in that number: nothing is dropped unsaid. */
static void judge_lost(const struct edits *ed, struct bom *b)
{
    for (int i = 0; ed != NULL && i < ed->n; i++) {
        const struct edit *e = &ed->e[i];
        bool to = e->op == EDIT_SWAP || e->op == EDIT_ADD, some = false, exact = false;
        const char *id = to ? e->to : e->id;
        int have = 0;
        if (e->op == EDIT_UNLOCK || e->op == EDIT_DROP || edit_void(ed, i) || overtaken(ed, i))
            continue;
        for (int k = 0; k < b->n; k++) {
            const struct bom_line *l = &b->line[k];
            if (l->kind != e->kind || (id[0] != '\0' && !str_eq(l->id, id)))
                continue;
            some = true;
            have += l->qty;
            exact = exact || l->qty == e->qty;
        }
        bool counts =
            e->qty > 0 && (e->op == EDIT_QTY || (e->op == EDIT_ADD && is_counted(e->kind)));
        if (some && (!counts || exact || have == e->qty))
            continue;
        b->checks.lost = id[0] != '\0' ? id : part_kind_word(e->kind);
        b->checks.lost_want = counts ? e->qty : 1;
        b->checks.lost_have = have;
        if (counts)
            return; /* the number says more than the lock beside it */
    }
}

/* Edits that act on the bill's lines, in order: other kinds' swaps, counts, drops, additions. */
void edits_lines(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                 struct arena *arena, struct bom *b)
{
    struct part_view v;
    const struct edits *ed = w->edits;
    for (int i = 0; i < b->n; i++)
        b->line[i].locked = fx->locked[b->line[i].kind];
    for (int i = 0; ed != NULL && i < ed->n; i++) {
        const struct edit *e = &ed->e[i];
        if (edit_void(ed, i))
            continue;
        if (e->op == EDIT_DROP)
            drop(b, e);
        else if (e->op == EDIT_SWAP || e->op == EDIT_QTY)
            line_edit(t, arena, b, e);
        else if (e->op == EDIT_ADD && edit_fills_gap(ed, i))
            line_edit(t, arena, b, &(struct edit){.op = EDIT_LOCK, .kind = e->kind});
        else if (e->op == EDIT_ADD && is_counted(e->kind) && has_line(b, e->kind, e->to))
            line_count(t, arena, b, e);
        else if (e->op == EDIT_ADD && b->n < BOM_MAX && part_find(t->f, e->kind, e->to, &v)) {
            b->line[b->n] = (struct bom_line){0};
            line_becomes(t, arena, &b->line[b->n++], e->kind, &v, e->qty > 0 ? e->qty : 1);
        }
    }
    if (!b->one_product)
        bom_judge(t, w, b);
    judge_lost(ed, b);
}
