/* feed_sky.h - rows of a SkyPilot catalog, between feed_skypilot.c and feed_sky_gcp.c. */
#ifndef PRICING_FEED_SKY_H
#define PRICING_FEED_SKY_H

#include "base/arena.h"
#include "pricing/feed_fold.h"

struct sky_row {
    long line;
    const char *instance, *gpu, *count_text, *region, *zone, *vcpus, *ram, *price_text, *spot_text;
    double count, price, spot, memory_gb; /* UNKNOWN: not told; memory of one card */
    double cards_price;                   /* of a machine put together: what the cards cost; 0 */
};

struct sky {
    struct feed_input *in;
    struct arena *arena;
    const char *provider;
    const char *source;
    struct sky_row *row;
    size_t n, cap;
    struct fold_row *out;
    size_t out_n, out_cap;
};

/* sky_put: a machine on demand and, if the list tells a price, on spot. false: out of memory. */
bool sky_put(struct sky *s, const struct sky_row *r, enum judge_reason held);
/* sky_join_gcp: adds host and cards of each zone to machines and puts them. */
bool sky_join_gcp(struct sky *s);
/* sky_memory_gb: of a card, out of a GpuInfo cell; UNKNOWN. */
double sky_memory_gb(const char *info);

#endif
