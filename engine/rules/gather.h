/*
 * gather.h - from a plan or a judged machine to the facts that rules read.
 *
 * A plan knows everything: card, layout, need, parts or offer, price. A judged machine (`size`,
 * the verdict on what is at hand) is cards and a sizing; whatever is not part of that answer
 * (parts, price) is switched off by a fact such as has-build = 0, so that its rules keep silent
 * instead of saying "unknown". What is part of it and was not told stays UNKNOWN.
 *
 * Texts in the facts point into job, facts, plan and *out: rules_run() copies what it shows.
 */
#ifndef ENGINE_RULES_GATHER_H
#define ENGINE_RULES_GATHER_H

#include "engine/result.h"

/* rules_gather: facts of a plan, own or rented. now_days: the day that ages count from. */
/* rules_shape: the machine of a plan as it is built: cards of a bill hang in slots, joined by the
 * bridges that it lists; rented ones are as their provider has them. */
struct shape rules_shape(const struct plan *plan);
void rules_gather(const struct job *job, const struct facts *f, const struct plan *plan,
                  const struct need *need, int32_t now_days, struct rule_facts *out);

/* rules_gather_sizing: facts of cards with a sizing. Where the cards are those of `have`, its
 * memory and supply are judged too, and "unknown" is said of what was not told. */
void rules_gather_sizing(const struct job *job, const struct facts *f, const struct shape *s,
                         const struct sizing *z, struct rule_facts *out);

/* rules_gather_need: adds the smallest machine that holds the job, for a judged machine too. */
void rules_gather_need(const struct need *need, struct rule_facts *out);

/* rules_gather_prices: adds the middle price of the plan's card and kind of price: of the middles
 * of the providers, over at least RULES_MEDIAN_FROM offers; with fewer price-outlier is silent. */
#define RULES_MEDIAN_FROM 5
void rules_gather_prices(const struct job *job, const struct facts *f, const struct prices *p,
                         const struct plan *plan, struct rule_facts *out);

#endif
