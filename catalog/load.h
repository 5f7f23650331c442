/*
 * load.h - the catalog file as the engine's facts. Reads catalog.sqlite once, some milliseconds,
 * into an arena that lives as long as the facts.
 *
 * What the file does not hold is derived here, by rules that stand in DEVELOPING.md: usable memory,
 * connector counts, CUDA 13, the purchase price of every card and part. What the CSV files say
 * always wins over a derived value.
 */
#ifndef CATALOG_LOAD_H
#define CATALOG_LOAD_H

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"

/* catalog_load: fills *f and *p (offers shipped with the catalog). ERR_NOT_FOUND, ERR_DAMAGED,
 * ERR_NOMEM; then *f and *p are empty. */
enum err catalog_load(const char *path, struct arena *a, struct facts *f, struct prices *p,
                      struct err_info *e);

/* What the user's own rows came to, for those who tell it. */
struct own_note {
    size_t rows, good, strays; /* good: those that are used */
    bool newer;                /* the file is of a later program: readable, not to be written */
};
/* catalog_load_own: the same with the user's own rows over it (own.h); the file need not be there.
 * Fails with ERR_DAMAGED also where that file cannot be read: *f and *p are then those of the
 * catalog alone, and e is about the user's file (MSG_OWN_...). wait and note may be NULL. */
struct db_wait;
enum err catalog_load_own(const char *path, const char *own_path, const struct db_wait *wait,
                          struct own_note *note, struct arena *a, struct facts *f, struct prices *p,
                          struct err_info *e);

/* catalog_load_rates: puts the exchange rates of a price file that were known on `day` (days since
 * 1970) beside those in *f; of a pair the newest day counts. ERR_NOT_FOUND, ERR_DAMAGED, ERR_NOMEM:
 * then *f is as before. */
enum err catalog_load_rates(const char *path, int32_t day, struct arena *a, struct facts *f,
                            struct err_info *e);

/* catalog_load_prices: puts the offers of a price file (price_file.h) over those in *p. A row of
 * the file wins over an offer with the same provider, instance, region, zone and kind if it is
 * yours or not older; what it does not tell of the machine's size is taken from offers of the same
 * instance. Rows of an aggregator, which prices cards and not machines, are left out where somebody
 * better tells machines of that provider with that card and kind. Offers of the user's own database
 * win over all. f and what p pointed
 * to stay as they were; the new array lies in the arena. ERR_NOT_FOUND, ERR_DAMAGED, ERR_NOMEM:
 * then *p is as before. */
enum err catalog_load_prices(const char *path, struct arena *a, const struct facts *f,
                             struct prices *p, struct err_info *e);

/* catalog_load_best_prices: the same, but of a file with very many offers only those that a plan
 * may want (price_file.h, best_offers) and those that replace one in *p. Enough for every job that
 * names no regions; lists of offers and jobs with regions take all. */
enum err catalog_load_best_prices(const char *path, struct arena *a, const struct facts *f,
                                  struct prices *p, struct err_info *e);

/* catalog_prices_as_of: offers that became known after `day` (days since 1970) get the newest price
 * that the history of the price file has up to it; where there is none they stay as they are, which
 * the findings and the list of offers then say. path may be NULL or absent. The array is p's own;
 * what it pointed to may change. ERR_DAMAGED, ERR_NOMEM: then p is as before. */
enum err catalog_prices_as_of(const char *path, int32_t day, struct arena *a, struct prices *p,
                              struct err_info *e);

#endif
