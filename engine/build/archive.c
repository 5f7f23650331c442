/*
 * archive.c - hard disks for data that is kept and seldom read: drives with parity, the boxes that
 * hold them, the host card. One set for all machines, on the first of them; the cheapest that holds
 * the data at the place.
 *
 * Parity: two drives of each dozen may fail (RAID 6, raidz2); two or three drives mirror one. The
 * set is joined by software, as DGX does it: the host card passes the drives through.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define GROUP 12       /* drives of one RAID 6 set */
#define DRIVE_W 8.0    /* 3.5 inch at 7200 rpm, at work: 6 to 9.5 W by data sheets */
#define BOX_SHARE 0.9  /* efficiency of a box's supply */
#define BOXES_MOST 100 /* beyond that it is a storage system, no part of this machine */

int archive_parity(int drives)
{
    if (drives <= 3)
        return drives > 1 ? drives - 1 : 0;
    return 2 * ((drives + GROUP - 1) / GROUP);
}

int archive_drives(double gb, double each_gb)
{
    double data = ceil(gb / each_gb);
    if (!(data <= 1e5))
        return 0;
    return data <= 1 ? 2 : (int)data + 2 * (((int)data + GROUP - 3) / (GROUP - 2));
}

static bool box_may(const struct build_wish *w, const struct enclosure *e)
{
    bool room = w->place == PLACE_SERVER_ROOM || w->place == PLACE_COLO;
    if (room != (e->rack_u > 0))
        return false;
    return w->off_limits || !(e->noise_db > w->noise_db);
}

/* The cheapest adapter with ports to the outside. */
static const struct controller *adapter(const struct facts *f, const char *currency, double *price)
{
    const struct controller *best = NULL;
    struct sum least = {0, 0};
    for (size_t i = 0; i < f->controller_n; i++) {
        const struct controller *c = &f->controller[i];
        struct sum s = {0, 0};
        sum_add(&s, price_in(f, &c->price, currency), 1);
        if (!text_begins(c->kind, "external HBA") || (best != NULL && !sum_less(&s, &least)))
            continue;
        best = c;
        least = s;
        *price = price_in(f, &c->price, currency);
    }
    return best;
}

/* Boxes of one kind around so many drives, with their cards; false: it cannot be. */
static bool boxed(const struct build_tables *t, const struct enclosure *e, struct archive *a)
{
    a->box = e;
    a->boxes = (int)ceil(a->drives / e->bays);
    a->box_price = price_in(t->f, &e->price, t->currency);
    a->card = NULL;
    a->card_price = UNKNOWN;
    a->cards = (int)ceil(a->boxes / e->chain);
    if (a->boxes > BOXES_MOST || (e->brings_card && a->boxes > e->chain))
        return false;
    if (!e->brings_card) {
        a->card = adapter(t->f, t->currency, &a->card_price);
        if (a->card == NULL)
            return false;
    }
    a->lanes = (e->brings_card ? e->pcie_lanes : a->card->pcie_lanes) * a->cards;
    a->rack_u = e->rack_u * a->boxes;
    double cards_w = a->card != NULL && known(a->card->power_w) ? a->card->power_w * a->cards : 0;
    a->watts = DRIVE_W * a->drives + (known(e->power_w) ? e->power_w * a->boxes : 0) + cards_w;
    a->cost = (struct sum){0, 0};
    sum_add(&a->cost, a->hdd_price, a->drives);
    sum_add(&a->cost, a->box_price, a->boxes);
    if (a->card != NULL)
        sum_add(&a->cost, a->card_price, a->cards);
    return true;
}

double archive_usable_gb(const struct hdd *d, int drives)
{
    return (drives - archive_parity(drives)) * d->capacity_gb;
}

bool archive_choose(const struct build_tables *t, const struct build_wish *w,
                    const struct forced *fx, struct archive *out)
{
    const struct facts *f = t->f;
    const struct hdd *only = fx != NULL ? fx->hdd : NULL;
    int set = fx != NULL ? fx->qty[PART_HDD] : -1;
    *out = (struct archive){0};
    if ((!(w->archive_gb > 0) && only == NULL && set <= 0) || (fx != NULL && fx->dropped[PART_HDD]))
        return false;
    for (size_t i = 0; i < f->hdd_n; i++) {
        const struct hdd *d = &f->hdd[i];
        struct archive a = {.hdd = d, .hdd_price = price_in(f, &d->price, t->currency)};
        if ((only != NULL && d != only) || !(d->capacity_gb > 0))
            continue;
        a.drives = set > 0 ? set : archive_drives(w->archive_gb, d->capacity_gb);
        for (size_t k = 0; a.drives > 0 && k < f->enclosure_n; k++)
            if (box_may(w, &f->enclosure[k]) && boxed(t, &f->enclosure[k], &a) &&
                (out->hdd == NULL || sum_less(&a.cost, &out->cost)))
                *out = a;
    }
    return out->hdd != NULL;
}

void archive_cost(const struct build_wish *w, struct sum *s)
{
    if (w->archive == NULL)
        return;
    s->money += w->archive->cost.money / w->nodes;
    s->unknown += w->archive->cost.unknown;
}

double archive_wall_w(double watts, int machines)
{
    return watts / BOX_SHARE / (machines > 0 ? machines : 1);
}

double archive_line_w(const struct facts *f, const struct bom_line *l)
{
    if (l->kind == PART_HDD)
        return DRIVE_W * l->qty;
    for (size_t i = 0; i < f->enclosure_n; i++)
        if (str_eq(f->enclosure[i].id, l->id))
            return known(f->enclosure[i].power_w) ? f->enclosure[i].power_w * l->qty : 0;
    return 0;
}
