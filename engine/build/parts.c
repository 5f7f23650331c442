/*
 * parts.c - one view over the part tables, for what treats all kinds alike: edits, pickers, titles.
 */
#include "engine/build/parts.h"
#include "base/str.h"

const char *title_join(struct arena *a, const char *first, const char *second)
{
    if (str_empty(first))
        return second;
    if (str_empty(second) || text_begins(second, first))
        return second != NULL && *second != '\0' ? second : first;
    struct str s;
    str_init(&s, 256);
    str_add(&s, first);
    str_addc(&s, ' ');
    str_add(&s, second);
    const char *out = arena_strdup(a, s.p);
    str_free(&s);
    return out;
}

bool part_view_at(const struct facts *f, enum part_kind kind, size_t i, struct part_view *v)
{
#define VIEW(FIELD, NAME, VENDOR, WATTS)                                                           \
    do {                                                                                           \
        if (i >= f->FIELD##_n)                                                                     \
            return false;                                                                          \
        *v = (struct part_view){f->FIELD[i].id,     f->FIELD[i].NAME,  VENDOR,                     \
                                &f->FIELD[i].price, &f->FIELD[i].from, WATTS};                     \
        return true;                                                                               \
    } while (0)
    switch (kind) {
    case PART_GPU: VIEW(accel, label, NULL, f->accel[i].tdp_w);
    case PART_PLATFORM: VIEW(platform, model, f->platform[i].vendor, UNKNOWN);
    case PART_CPU: VIEW(cpu, model, NULL, 1.1 * f->cpu[i].tdp_w);
    case PART_COOLER: VIEW(cooler, name, NULL, 0);
    case PART_MEMORY:
        VIEW(memory, name, NULL,
             (f->memory[i].registered == TRI_YES ? 9.0 : 5.0) * f->memory[i].modules);
    case PART_SSD: VIEW(ssd, name, NULL, ssd_is_m2(&f->ssd[i]) ? 10.0 : 20.0);
    case PART_HDD: VIEW(hdd, name, NULL, 8.0);
    case PART_PSU: VIEW(psu, name, NULL, 0);
    case PART_CASE: VIEW(chassis, name, NULL, 0);
    case PART_FAN: VIEW(fan, name, NULL, f->fan[i].power_w);
    case PART_NIC: VIEW(nic, model, f->nic[i].vendor, f->nic[i].power_w);
    case PART_SWITCH: VIEW(net_switch, model, f->net_switch[i].vendor, f->net_switch[i].power_w);
    case PART_UPS: VIEW(ups, name, NULL, 0);
    /* host cards of drives stand among the adapters, their boxes among the racks */
    case PART_CABLE: VIEW(controller, model, f->controller[i].vendor, f->controller[i].power_w);
    case PART_RACK: VIEW(enclosure, model, f->enclosure[i].vendor, f->enclosure[i].power_w);
    case PART_SPARE:
    case PART_SERVICE:
    case PART_KINDS: break;
    }
#undef VIEW
    return false;
}

const struct extra *extra_find(const struct facts *f, const char *id)
{
    for (size_t i = 0; i < f->extra_n; i++)
        if (str_eq(f->extra[i].id, id))
            return &f->extra[i];
    return NULL;
}

bool part_find(const struct facts *f, enum part_kind kind, const char *id, struct part_view *out)
{
    const struct extra *x = kind == PART_CABLE || kind == PART_RACK ? extra_find(f, id) : NULL;
    if (x != NULL) {
        *out = (struct part_view){x->id, x->name, NULL, &x->price, &x->from, 0};
        return true;
    }
    for (size_t i = 0; part_view_at(f, kind, i, out); i++)
        if (str_eq(out->id, id))
            return true;
    return false;
}

const char *part_title(const struct part_view *v, struct arena *arena)
{
    return title_join(arena, v->vendor, v->name);
}
