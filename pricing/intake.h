/*
 * intake.h - one feed on its way in: bytes to rows, rows to the pile, rates into a list.
 */
#ifndef PRICING_INTAKE_H
#define PRICING_INTAKE_H

#include "base/arena.h"
#include "base/str.h"
#include "pricing/feed.h"
#include "pricing/judge.h"
#include "pricing/pile.h"
#include "pricing/source.h"

#define INTAKE_RATES 512

struct intake_rate { /* a feed_rate with its texts */
    char base[4], quote[4], date[11];
    double rate;
};

struct intake {
    /* set by the caller */
    const struct source_feed *feed;
    const char *source; /* of the offers */
    struct judge *judge;
    struct pile *pile;
    /* filled */
    struct feed_parser *parser;
    struct arena scratch; /* of one row */
    struct feed_about about;
    char date[11], place[SOURCE_PLACE_BYTES];
    char format[32];
    size_t rows, told_rows, bytes, told_bytes, pages;
    struct intake_rate rate[INTAKE_RATES];
    size_t rate_n, odd_rates;
    struct err_info row_error;
    struct str next;
};

void intake_open(struct intake *x);
void intake_close(struct intake *x);
/* intake_reader: for source_read. */
struct source_reader intake_reader(struct intake *x);

#endif
