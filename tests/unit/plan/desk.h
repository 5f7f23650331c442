/*
 * desk.h - what the tests of whole plans share: a desk that is cleared before and after each of
 * them, runs of the engine on it, and what is looked for in a result.
 *
 *     const struct result *r = desk_run(job, 1u << KIND_OWN);
 *     DESK(the_test) in the list of the group.
 */
#ifndef TESTS_UNIT_PLAN_DESK_H
#define TESTS_UNIT_PLAN_DESK_H

#include "engine/result.h"
#include "tests/support/shipped.h"

extern struct arena desk; /* what one test makes */
int desk_begin(void **state);
int desk_end(void **state);
#define DESK(TEST) cmocka_unit_test_setup_teardown(TEST, desk_begin, desk_end)

/* desk_answers: "--task serve --users 8" as the command line would have it. */
struct answers desk_answers(const char *line);
/* desk_run: only these kinds of plans (bits of 1 << KIND_...); 0: all. */
const struct result *desk_run(const struct pair *p, unsigned kinds);
/* desk_kind: the first plan of one of these kinds; NULL: there is none. */
const struct plan *desk_kind(const struct result *r, unsigned kinds);
/* desk_line: amount of a line of the cost, 0 when it has none; desk_pieces: of a part, on the
 * bill. */
double desk_line(const struct cost *c, const char *id);
int desk_pieces(const struct bom *b, const char *id);
/* desk_cheapest: the least total of the plans that do the job without an error; INFINITY: none. */
double desk_cheapest(const struct result *r);

#endif
