/*
 * tables.c - look-up tables over one catalog in one currency: what fits which platform, by price.
 */
#include <string.h>

#include "base/str.h"
#include "engine/build/parts.h"

double price_in(const struct facts *f, const struct price *p, const char *currency)
{
    if (!known(p->amount) || p->currency == NULL)
        return UNKNOWN;
    if (str_eq(p->currency, currency))
        return p->amount;
    return facts_convert(f, p->amount, p->currency, currency, NULL);
}

void sum_add(struct sum *s, double unit_price, double qty)
{
    if (known(unit_price))
        s->money += unit_price * qty;
    else
        s->unknown++;
}

bool sum_less(const struct sum *a, const struct sum *b)
{
    return a->unknown != b->unknown ? a->unknown < b->unknown : a->money < b->money;
}

struct part_list list_make(struct arena *arena, size_t n)
{
    return (struct part_list){ARENA_ARRAY(arena, struct part_ref, n), 0};
}

static bool ref_before(const struct part_ref *a, const struct part_ref *b)
{
    if (known(a->price) != known(b->price))
        return known(a->price);
    if (known(a->price) && (a->price < b->price || a->price > b->price))
        return a->price < b->price;
    return a->index < b->index;
}

void list_sort(struct part_list *l) /* short lists, already nearly sorted by id: insertion */
{
    for (int i = 1; i < l->n; i++) {
        struct part_ref x = l->ref[i];
        int k = i;
        for (; k > 0 && ref_before(&x, &l->ref[k - 1]); k--)
            l->ref[k] = l->ref[k - 1];
        l->ref[k] = x;
    }
}

double list_price_of(const struct part_list *l, int index)
{
    for (int i = 0; i < l->n; i++)
        if (l->ref[i].index == index)
            return l->ref[i].price;
    return UNKNOWN;
}

static void put(struct part_list *l, int index, double price)
{
    if (l->ref != NULL)
        l->ref[l->n++] = (struct part_ref){index, price};
}

#define LIST_ALL(LIST, FIELD)                                                                      \
    do {                                                                                           \
        t->LIST = list_make(arena, f->FIELD##_n);                                                  \
        for (size_t i = 0; i < f->FIELD##_n; i++)                                                  \
            put(&t->LIST, (int)i, price_in(f, &f->FIELD[i].price, currency));                      \
        list_sort(&t->LIST);                                                                       \
    } while (0)

static void platform_words(struct platform_info *pi)
{
    const struct platform *p = pi->p;
    pi->desktop = p->is_board && board_is_desktop(p);
    pi->tower = text_has(p->kind, "tower") || text_has(p->kind, "workstation");
    bool quiet = p->fit != NULL && p->fit->noise_db < RACK_SERVER_DB - 20;
    pi->rack = !p->is_board && !pi->tower && !quiet; /* some systems are made for an office */
    pi->ducted = !p->is_board && !text_has(p->kind, "workstation") && !text_has(p->kind, "system");
    pi->nic_x16 = parse_x16_slots(p->nic_slots);
    pi->lan_gbps = parse_lan_gbps(p->nic_slots);
    pi->liquid = text_begins(p->cooling, "liquid");
    pi->ocp = text_has(p->nic_slots, "OCP") || text_has(p->nic_slots, "AIOM");
    pi->board_rank = board_form_rank(p);
    platform_slots_words(p, &pi->any_card, &pi->single_width, &pi->no_card);
    parse_redundancy(p, &pi->psu_n, &pi->psu_spare);
}

/* A board may take more kinds than the CPUs that fit it; without any CPU the board decides. */
static bool some_cpu_takes(const struct facts *f, const struct part_list *cpus,
                           const struct memory_part *m)
{
    for (int i = 0; i < cpus->n; i++)
        if (memory_fits_kind(f->cpu[cpus->ref[i].index].mem_type, m))
            return true;
    return cpus->n == 0;
}

/* What decides on the lists below: platforms that agree in it share them. */
static bool takes_same_parts(const struct platform *a, const struct platform *b)
{
    bool sockets = known(a->sockets) == known(b->sockets) &&
                   (!known(a->sockets) || !(a->sockets < b->sockets || a->sockets > b->sockets));
    return sockets && a->is_board == b->is_board && str_eq(a->socket_type, b->socket_type) &&
           str_eq(a->mem_type, b->mem_type) && str_eq(a->cpu_families, b->cpu_families);
}

static bool lists_of_twin(struct build_tables *t, struct platform_info *pi)
{
    for (const struct platform_info *x = t->platform; x < pi; x++) {
        if (!x->listed || !takes_same_parts(x->p, pi->p))
            continue;
        pi->cpu = x->cpu;
        pi->memory = x->memory;
        pi->cooler = x->cooler;
        return true;
    }
    return false;
}

static void platform_lists(struct build_tables *t, struct platform_info *pi,
                           const struct part_list *cpus, const struct part_list *memory,
                           const struct part_list *coolers, struct arena *arena)
{
    const struct facts *f = t->f;
    enum why why;
    pi->listed = true;
    if (lists_of_twin(t, pi))
        return;
    struct part_list cpu = list_make(arena, f->cpu_n), mem = list_make(arena, f->memory_n);
    for (int i = 0; i < cpus->n; i++)
        if (cpu_fits_platform(pi->p, &f->cpu[cpus->ref[i].index], &why))
            put(&cpu, cpus->ref[i].index, cpus->ref[i].price);
    for (int i = 0; i < memory->n; i++)
        if (memory_fits_kind(pi->p->mem_type, &f->memory[memory->ref[i].index]) &&
            some_cpu_takes(f, &cpu, &f->memory[memory->ref[i].index]))
            put(&mem, memory->ref[i].index, memory->ref[i].price);
    pi->cpu = cpu;
    pi->memory = mem;
    if (!pi->p->is_board)
        return;
    pi->cooler = list_make(arena, f->cooler_n);
    for (int i = 0; i < coolers->n; i++)
        if (cooler_fits_socket(&f->cooler[coolers->ref[i].index], pi->p->socket_type))
            put(&pi->cooler, coolers->ref[i].index, coolers->ref[i].price);
}

/* What the solver asks of every case, drive and supply again and again, read once. */
static bool part_words(struct build_tables *t, struct arena *arena)
{
    const struct facts *f = t->f;
    t->chassis_words = ARENA_ARRAY(arena, struct chassis_words, f->chassis_n);
    t->ssd_m2 = ARENA_ARRAY(arena, bool, f->ssd_n);
    t->psu_atx = ARENA_ARRAY(arena, bool, f->psu_n);
    t->psu_share = ARENA_ARRAY(arena, double, f->psu_n);
    t->switch_ib = ARENA_ARRAY(arena, bool, f->net_switch_n);
    t->ups_online = ARENA_ARRAY(arena, bool, f->ups_n);
    if (arena_failed(arena))
        return false;
    for (size_t i = 0; i < f->chassis_n; i++)
        t->chassis_words[i] = (struct chassis_words){chassis_form_rank(&f->chassis[i]),
                                                     chassis_psu_places(&f->chassis[i]),
                                                     chassis_is_open(&f->chassis[i])};
    for (size_t i = 0; i < f->ssd_n; i++)
        t->ssd_m2[i] = ssd_is_m2(&f->ssd[i]);
    for (size_t i = 0; i < f->psu_n; i++) /* units that a case takes, not those of server racks */
        t->psu_atx[i] = f->psu[i].redundant != TRI_YES && (text_has(f->psu[i].form_factor, "ATX") ||
                                                           text_has(f->psu[i].form_factor, "SFX"));
    for (size_t i = 0; i < f->psu_n; i++)
        t->psu_share[i] = psu_efficiency(f->psu[i].efficiency, UNKNOWN);
    for (size_t i = 0; i < f->net_switch_n; i++)
        t->switch_ib[i] = text_begins(f->net_switch[i].protocol, "InfiniBand");
    for (size_t i = 0; i < f->ups_n; i++)
        t->ups_online[i] = text_has(f->ups[i].topology, "online");
    return true;
}

/* For one wish only the platforms that take its cards need their lists of parts. */
const struct build_tables *tables_make(const struct facts *f, const char *currency,
                                       const struct build_wish *only, struct arena *arena)
{
    struct build_tables *t = ARENA_NEW(arena, struct build_tables);
    if (t == NULL)
        return NULL;
    t->f = f;
    t->currency = currency = currency != NULL ? currency : "USD";
    struct part_list cpus = list_make(arena, f->cpu_n), memory = list_make(arena, f->memory_n),
                     coolers = list_make(arena, f->cooler_n);
    for (size_t i = 0; i < f->cpu_n; i++)
        put(&cpus, (int)i, price_in(f, &f->cpu[i].price, currency));
    for (size_t i = 0; i < f->memory_n; i++)
        put(&memory, (int)i, price_in(f, &f->memory[i].price, currency));
    for (size_t i = 0; i < f->cooler_n; i++)
        put(&coolers, (int)i, price_in(f, &f->cooler[i].price, currency));
    list_sort(&cpus);
    list_sort(&memory);
    list_sort(&coolers);
    LIST_ALL(psu, psu);
    LIST_ALL(chassis, chassis);
    LIST_ALL(ssd, ssd);
    LIST_ALL(nic, nic);
    LIST_ALL(net_switch, net_switch);
    LIST_ALL(ups, ups);
    t->fan = list_make(arena, f->fan_n);
    for (size_t i = 0; i < f->fan_n; i++)
        if (!f->fan[i].server && known(f->fan[i].airflow_m3h))
            put(&t->fan, (int)i, price_in(f, &f->fan[i].price, currency));
    list_sort(&t->fan);
    t->platform = ARENA_ARRAY(arena, struct platform_info, f->platform_n);
    if (t->platform == NULL || !part_words(t, arena))
        return NULL;
    for (size_t i = 0; i < f->platform_n; i++) {
        struct platform_info *pi = &t->platform[i];
        pi->p = &f->platform[i];
        pi->price = price_in(f, &pi->p->price, currency);
        platform_words(pi);
        if (only == NULL || only->edits != NULL ||
            platform_fits(pi, only, only->per_node) == WHY_NONE)
            platform_lists(t, pi, &cpus, &memory, &coolers, arena);
    }
    t->platform_n = (int)f->platform_n;
    return arena_failed(arena) ? NULL : t;
}

bool build_tables_serve(const struct build_tables *t, const struct facts *f, const char *currency)
{
    return t != NULL && t->f == f && str_eq(t->currency, currency);
}

const struct build_tables *build_tables_make(const struct facts *f, const char *currency,
                                             struct arena *arena)
{
    return tables_make(f, currency, NULL, arena);
}
