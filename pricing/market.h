/*
 * market.h - what is known before a feed comes: machines for rent and cards, found by name.
 * Look-ups are hashed, since feeds have tens of thousands of rows.
 */
#ifndef PRICING_MARKET_H
#define PRICING_MARKET_H

#include <stddef.h>

#include "base/arena.h"
#include "engine/facts.h"

struct market;
/* market_new: of the catalog's offers (sorted as struct prices says). NULL: out of memory. All of
 * it lies in the arena. */
struct market *market_new(const struct facts *f, const struct prices *shipped, struct arena *a);
const struct facts *market_facts(const struct market *m);

/* market_machine: the machine of that name at that provider, as one of its offers; NULL. */
const struct offer *market_machine(const struct market *m, const char *provider,
                                   const char *instance);
/* market_named: a machine of the provider with so many of the card that is called "1x ...", as
 * lists of prices by the card have it; NULL. */
const struct offer *market_named(const struct market *m, const char *provider, int accel,
                                 double gpu_count);
/* market_machines: names of the machines of a provider, up to max of them, in their order. */
size_t market_machines(const struct market *m, const char *provider, const char **out, size_t max);
/* market_median_usd: an hour of that machine, over its regions; UNKNOWN. */
double market_median_usd(const struct market *m, const char *provider, const char *instance,
                         enum price_kind kind);

/* market_provider: the catalog's id of a provider's name; NULL. */
const char *market_provider(struct market *m, const char *name);
/* market_card: index of the card that feeds call so, or -1. memory_gb: of one card, or of all
 * gpu_count, as the feed has it; UNKNOWN or 0. It chooses among cards of one name and never
 * contradicts the catalog. */
int market_card(struct market *m, const char *name, double memory_gb, double gpu_count);

#endif
