/*
 * own_written.h - a row of the user's own as shops and people write it, in the words of the
 * catalog: "RMB" and "￥" are CNY, "￥12,999" a number and its currency, "按量" on-demand, "二手" used,
 * "RTX 4090 24G 涡轮" the id of a card. What is none of them stays as it is, for the check to name.
 */
#ifndef CATALOG_OWN_WRITTEN_H
#define CATALOG_OWN_WRITTEN_H

#include "base/arena.h"
#include "catalog/schema.h"

struct facts;

/* own_heading: the column that the head of a list means, "单价（元）" price, "币种" currency; the head
 * itself where it is none. iso: the currency that it tells, else as it was. */
const char *own_heading(const struct table *t, const char *head, char (*iso)[4]);
/* own_written: the cells of a row of t, by column; those of a part's name also fill the column that
 * tells its table. Texts that change are the arena's. */
void own_written(const struct table *t, const char **cell, const struct facts *f, struct arena *a);

#endif
