/*
 * gather_parts.h - what gather.c and gather_plan.c share. Inside engine/rules only.
 */
#ifndef ENGINE_RULES_GATHER_PARTS_H
#define ENGINE_RULES_GATHER_PARTS_H

#include "engine/rules/gather.h"

void fact_yes(struct rule_facts *rf, enum fact_id id, bool yes);
void fact_tri(struct rule_facts *rf, enum fact_id id, enum tri t);
void fact_text(struct rule_facts *rf, enum fact_id id, const char *text);
void fact_money(struct rule_facts *rf, enum fact_id id, double amount, const char *currency);

/* gather_rent_gates: nothing is known yet of what gather_rent_terms tells. */
void gather_rent_gates(struct rule_facts *rf);
/* gather_rent_terms: what the terms of an offer, its provider and the offers beside it tell. */
void gather_rent_terms(const struct job *j, const struct facts *f, const struct prices *p,
                       const struct plan *plan, struct rule_facts *rf);
/* gather_base: everything off but job, card, shape and sizing. */
void gather_base(const struct job *j, const struct facts *f, const struct shape *s,
                 const struct sizing *z, struct rule_facts *rf);
/* gather_exchange: seconds that an all-reduce of the gradients takes over the network of a machine,
 * at its line rate. After F_NET and F_NODES. */
void gather_exchange(struct rule_facts *rf);
/* gather_card_limit: the power limit of a card at which the machine, load_w in all and cards_w of
 * it cards, stays below the circuit. After F_WALL and F_CIRCUIT. */
void gather_card_limit(double load_w, double cards_w, double cards, struct rule_facts *rf);
/* gather_build: facts of the parts of an own machine and of what goes together. */
void gather_build(const struct job *j, const struct facts *f, const struct plan *p,
                  struct rule_facts *rf);
/* gather_chassis: air, liquid and watts a card of a board or server. */
void gather_chassis(const struct platform *p, struct rule_facts *rf);

#endif
