/*
 * desk.h - a small market for the tests of pricing: the cards of small_facts, some offers with
 * known prices, and rows of a price list written as CSV.
 */
#ifndef TESTS_UNIT_PRICING_DESK_H
#define TESTS_UNIT_PRICING_DESK_H

#include <math.h>

#include "base/arena.h"
#include "engine/facts.h"
#include "pricing/judge.h"
#include "tests/support/small_facts.h"

#define DESK_OFFERS 8
#define DESK_ROWS 64
#define DESK_TODAY 20787 /* 2026-11-30 */
#define DESK_HEADER                                                                                \
    "provider,instance,region,kind,gpu,gpu_count,currency,price_hour,price_month,date\n"

#define assert_near(a, b, off) assert_true(fabs((a) - (b)) <= (off))

struct desk {
    struct arena arena;
    struct small_facts small;
    const struct facts *facts;
    struct offer offer[DESK_OFFERS];
    struct prices prices;
    struct judge *judge;
    struct verdict row[DESK_ROWS];
    size_t n;
};

/* desk_open: offers of a machine with 8 A100 at four sellers (16, 17, 18 USD and 120 CNY an hour),
 * one L40S at 1 USD, a month package of one RTX 4090 at 730 CNY; all of 2026-10-01. */
void desk_open(struct desk *d);
void desk_close(struct desk *d);
/* desk_read: the rows of a list, header included, into d->row. desk_judge: and believed or not. */
enum err desk_read(struct desk *d, const char *csv, struct err_info *e);
enum err desk_judge(struct desk *d, const char *csv, struct err_info *e);
void desk_count(const struct desk *d, struct judge_counts *out);

#endif
