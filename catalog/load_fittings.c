/*
 * load_fittings.c - sizes, weights, plugs and positions: rows of their own, put to the parts that
 * they speak of.
 */
#include "base/str.h"
#include "catalog/load_row.h"

#define PUT(TABLE, FIELD)                                                                          \
    if (str_eq(table, TABLE)) {                                                                    \
        for (size_t i = 0; i < f->FIELD##_n; i++)                                                  \
            if (str_eq(f->FIELD[i].id, id))                                                        \
                f->FIELD[i].fit = x;                                                               \
    }

static void put(struct facts *f, const char *table, const char *id, const struct fitting *x)
{
    PUT("accelerators", accel)
    PUT("platforms", platform)
    PUT("psus", psu)
    PUT("cases", chassis)
    PUT("coolers", cooler)
    PUT("ups", ups)
}

void load_fittings(struct loader *l)
{
    struct rows r;

    load_rows(
        l, &r, "fittings",
        "item_table, item_id, length_mm, height_mm, width_mm, depth_mm, weight_kg, noise_db, "
        "eps, cooler_mm, psu_mm, slots, fans, fan_mm, fan_places, minutes_full, minutes_half, "
        "uplink_lanes, of_class, source, as_of, confidence");
    struct fitting *all = ROWS_ARRAY(l, &r, struct fitting);
    while (rows_next(&r)) {
        struct fitting *x = all++;
        const char *table = take_shared(&r), *id = take_shared(&r);

        x->length_mm = take_number(&r);
        x->height_mm = take_number(&r);
        x->width_mm = take_number(&r);
        x->depth_mm = take_number(&r);
        x->weight_kg = take_number(&r);
        x->noise_db = take_number(&r);
        x->eps = take_number(&r);
        x->cooler_mm = take_number(&r);
        x->psu_mm = take_number(&r);
        x->slots = take_text(&r);
        x->fans = take_number(&r);
        x->fan_mm = take_number(&r);
        x->fan_places = take_number(&r);
        x->minutes_full = take_number(&r);
        x->minutes_half = take_number(&r);
        x->uplink_lanes = take_number(&r);
        x->of_class = take_flag(&r);
        x->from = take_origin(&r);
        put(l->f, table, id, x);
    }
    rows_end(&r);
}
