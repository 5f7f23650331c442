/*
 * cases.c - which cases hold the cards, the board and the cooler.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define CABLE_MM 15.0         /* room behind the card */
#define PLUG_MM 35.0          /* straight run of a plug before its cable may bend */
#define PARTNER_CARD_MM 360.0 /* longest of the makers' own versions where the length is unknown */

bool card_side_plug(const struct accel *a)
{
    return a->cooling == COOLING_OPEN_FAN;
}

bool cooler_takes(const struct cooler *c, const struct cpu *cpu)
{
    return known(c->max_tdp_w) && known(cpu->tdp_w) && c->max_tdp_w >= cpu->tdp_w;
}

const struct chassis_words *chassis_words_of(const struct machine *m, const struct chassis *c)
{
    return &m->t->chassis_words[c - m->t->f->chassis];
}

/* Higher than what is free in the rack? */
static bool too_high(const struct machine *m, const struct chassis *c)
{
    double disks = m->w->archive != NULL ? m->w->archive->rack_u / m->w->nodes : 0;
    return !m->w->off_limits && m->w->rack_units > 0 && c->rack_u + disks > m->w->rack_units;
}

static enum why chassis_holds_cards(const struct machine *m, const struct chassis *c)
{
    const struct accel *a = m->w->accel;
    bool open = chassis_words_of(m, c)->open;
    if (m->risers != open)
        return WHY_CASE_COUNT; /* cards on cables need a frame, cards in slots a case */
    if (too_high(m, c))
        return WHY_CASE_HIGH;
    if (!known(c->practical_gpu_count) || m->gpus > c->practical_gpu_count)
        return WHY_CASE_COUNT;
    double length = known(a->length_mm) ? a->length_mm : PARTNER_CARD_MM;
    length += CABLE_MM + (card_side_plug(a) ? 0 : PLUG_MM);
    if (!known(c->max_gpu_length_mm) || length > c->max_gpu_length_mm)
        return WHY_CASE_LENGTH;
    if (open)
        return WHY_NONE;
    struct slots at;
    double openings =
        slots_place(m->p->p, m->gpus, card_width(a), &at) ? at.openings : m->gpus * card_width(a);
    if (!known(c->expansion_slots) || openings > c->expansion_slots)
        return WHY_CASE_SLOTS;
    if (known(c->rack_u) && c->rack_u < 5 && card_side_plug(a))
        return WHY_CASE_RACK; /* plug and bend stand above the card */
    double height = a->fit != NULL ? a->fit->height_mm + PLUG_MM : UNKNOWN;
    if (c->fit != NULL && card_side_plug(a) && height > c->fit->width_mm)
        return WHY_CASE_RACK;
    return WHY_NONE;
}

enum why chassis_takes_cooler(const struct machine *m, const struct chassis *c)
{
    const struct cooler *k = m->cooler;
    if (k == NULL || chassis_words_of(m, c)->open)
        return WHY_NONE;
    if (known(k->radiator_mm))
        return known(c->max_radiator_mm) && c->max_radiator_mm >= k->radiator_mm ? WHY_NONE
                                                                                 : WHY_RADIATOR;
    double room = c->fit != NULL ? c->fit->cooler_mm : UNKNOWN;
    if (known(room) && known(k->height_mm))
        return k->height_mm <= room ? WHY_NONE : WHY_COOLER_HEIGHT;
    if (!known(c->rack_u))
        return WHY_NONE; /* one of the two heights is not told */
    bool low = known(k->rack_u)
                   ? k->rack_u <= c->rack_u
                   : known(k->height_mm) && k->height_mm <= (c->rack_u >= 5 ? 170 : 150);
    return low ? WHY_NONE : WHY_RADIATOR;
}

/* What does not depend on CPU and cooler. */
static enum why chassis_room(const struct machine *m, const struct chassis *c)
{
    bool rack = known(c->rack_u);
    enum place place = m->w->place;
    if (rack && (place == PLACE_DESK || place == PLACE_OFFICE))
        return WHY_PLACE;
    if (!rack && place == PLACE_COLO)
        return WHY_PLACE;
    if (m->w->rack_units > 0 && !m->w->off_limits && c->rack_u > m->w->rack_units)
        return WHY_RACK_UNITS;
    if (m->w->no_open_frame && chassis_words_of(m, c)->open)
        return WHY_PLACE;
    int takes = chassis_words_of(m, c)->rank;
    if (takes == 0 || takes < m->p->board_rank)
        return WHY_CASE_FORM;
    return chassis_holds_cards(m, c);
}

void cases_find(const struct machine *m, struct case_list *out)
{
    const struct chassis *only = m->fx != NULL ? m->fx->chassis : NULL;
    out->n = 0;
    out->far = WHY_CASE_FORM;
    for (int i = 0; i < m->t->chassis.n; i++) {
        const struct chassis *c = &m->t->f->chassis[m->t->chassis.ref[i].index];
        if (only != NULL && c != only)
            continue;
        enum why why = chassis_room(m, c);
        if (why == WHY_NONE)
            out->ref[out->n++] = m->t->chassis.ref[i];
        else
            out->far = why > out->far ? why : out->far;
    }
}

enum why chassis_fits(const struct machine *m, const struct chassis *c)
{
    enum why why = chassis_room(m, c);
    return why == WHY_NONE ? chassis_takes_cooler(m, c) : why;
}
