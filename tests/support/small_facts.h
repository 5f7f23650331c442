/*
 * small_facts.h - a dozen cards, some models, regions, engines: a catalog for tests that must not
 * depend on the shipped one. Each test gets a copy of its own and may change it.
 *
 *     struct small_facts s;
 *     const struct facts *f = &small_facts_new(&s)->facts;
 */
#ifndef TESTS_SUPPORT_SMALL_FACTS_H
#define TESTS_SUPPORT_SMALL_FACTS_H

#include "engine/facts.h"

#define SMALL_ROWS 16
struct small_facts {
    struct facts facts;
    struct accel accel[SMALL_ROWS];
    struct model model[SMALL_ROWS];
    struct region region[SMALL_ROWS];
    struct provider provider[SMALL_ROWS];
    struct engine_row engine[SMALL_ROWS];
    struct factor factor[SMALL_ROWS];
    struct fx_rate fx[SMALL_ROWS];
    struct alias alias[SMALL_ROWS];
    struct cpu cpu[1];
};

struct small_facts *small_facts_new(struct small_facts *s); /* fills *s, returns it */

#endif
