/*
 * circuit.c - what a socket or feed carries in continuous work.
 *
 * North America: a load of three hours or more may take 80 % of the breaker (NEC 210.20). Where
 * the code knows no such rule the plug's rating counts, in Europe with the 3,200 W that its
 * 16 A sockets are trusted with for hours (IEC 60884 heating test; installers' practice).
 */
#include "base/str.h"
#include "engine/build/parts.h"

static const struct circuit_row {
    const char *country;                       /* region code or its first letters */
    double volts, amps, derate;                /* desk, office */
    double room_volts, room_amps, room_derate; /* machine room, colocation: one feed of a rack */
    const char *source;
} circuits[] = {
    {"US", 120, 15, 0.8, 208, 30, 0.8, "NEC 210.20, NEMA 5-15 and L6-30"},
    {"CA", 120, 15, 0.8, 208, 30, 0.8, "CSA C22.1, NEMA 5-15 and L6-30"},
    {"MX", 127, 15, 0.8, 220, 30, 0.8, "NOM-001, NEMA 5-15"},
    {"TW", 110, 15, 0.8, 220, 30, 0.8, "CNS 690, NEMA 5-15"},
    {"JP", 100, 15, 1.0, 200, 30, 0.8, "JIS C 8303, 1,500 W a socket"},
    {"CN", 220, 10, 1.0, 220, 32, 1.0, "GB 2099.1: 10 A sockets, 16 A for air conditioners"},
    {"HK", 220, 13, 1.0, 220, 32, 1.0, "BS 1363"},
    {"GB", 230, 13, 1.0, 230, 32, 1.0, "BS 1363, 13 A fuse; IEC 60309 32 A"},
    {"IE", 230, 13, 1.0, 230, 32, 1.0, "BS 1363 (IS 411), 13 A fuse"},
    {"SG", 230, 13, 1.0, 230, 32, 1.0, "SS 145 (BS 1363)"},
    {"MY", 230, 13, 1.0, 230, 32, 1.0, "MS 589 (BS 1363)"},
    {"AE", 230, 13, 1.0, 230, 32, 1.0, "BS 1363"},
    {"AU", 230, 10, 1.0, 230, 32, 1.0, "AS/NZS 3112, 10 A"},
    {"NZ", 230, 10, 1.0, 230, 32, 1.0, "AS/NZS 3112, 10 A"},
    {"CH", 230, 10, 1.0, 230, 32, 1.0, "SN 441011 T13, 10 A"},
    {"IN", 230, 16, 0.87, 230, 32, 1.0, "IS 1293, 16 A"},
    {"KR", 220, 16, 0.87, 220, 32, 1.0, "KS C 8305, 16 A"},
    {"BR", 127, 10, 1.0, 220, 32, 1.0, "NBR 14136, 10 A"},
    {"", 230, 16, 0.87, 230, 32, 1.0, "CEE 7 16 A; IEC 60309 32 A"},
};

struct circuit circuit_of(const char *country, enum place place, double volts, double amps)
{
    const struct circuit_row *r = circuits;
    while (r->country[0] != '\0' && !(country != NULL && str_starts(country, r->country)))
        r++;
    bool room = place == PLACE_SERVER_ROOM || place == PLACE_COLO;
    struct circuit c = {room ? r->room_volts : r->volts, room ? r->room_amps : r->amps, 0};
    double derate = room ? r->room_derate : r->derate;
    if (known(volts))
        c.volts = volts;
    if (known(amps))
        c.amps = amps;
    /* In the 120 V countries the four-fifths rule holds for their 208 and 240 V feeds as well. */
    c.watts = c.volts * c.amps * derate;
    return c;
}

double circuit_watts(const char *country, double volts, double amps)
{
    return circuit_of(country, PLACE_DESK, volts, amps).watts;
}
