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

#endif
