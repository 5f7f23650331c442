/* market_inside.h - shared by market.c and market_names.c alone. */
#ifndef PRICING_MARKET_INSIDE_H
#define PRICING_MARKET_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "pricing/market.h"

#define HASH_SEED 2166136261u
#define NAME_SLOTS 4096 /* several times the names there are */
#define ASKED_SLOTS 1024
#define COMPACT_BYTES 64

struct card_name { /* "rtxpro6000" and the card that is called so */
    const char *compact;
    int accel;
};

struct asked { /* answered before */
    char name[COMPACT_BYTES];
    double memory_gb, gpu_count;
    int accel;
};

struct market {
    const struct facts *f;
    struct arena *arena;
    const struct offer **offer; /* by offer_key_order */
    size_t offer_n;
    uint32_t *slot; /* first offer of a machine, plus one; 0 empty */
    uint32_t slot_mask;
    struct card_name *name; /* NAME_SLOTS */
    size_t name_n;
    struct asked asked[ASKED_SLOTS];
    char provider_asked[128];
    const char *provider_id;
};

uint32_t market_hash(uint32_t h, const char *text);
bool market_index_names(struct market *m);

#endif
