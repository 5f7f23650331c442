/*
 * num.h - numbers in and out: locale-free, checked, with units. Unknown is NAN, never 0.
 *
 * Reading understands what people type: 50M, 1.4T, 120GB, 24h, 30d, 4k, 20000CNY, 24GB..80GB.
 * k is 1024 in token lengths (NUM_LENGTH), 1000 elsewhere. GB = 1e9 bytes, GiB = 2^30 bytes.
 */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

#define UNKNOWN ((double)NAN)
#define GIB 1073741824.0
#define GB 1e9
static inline bool known(double x)
{
    return !isnan(x);
}

enum num_unit {
    NUM_PLAIN,   /* 12, 1.5, 1e3, k M B/G T suffixes = powers of 1000                       */
    NUM_LENGTH,  /* context, input, output: k = 1024, m = 1024^2                            */
    NUM_COUNT,   /* tokens, samples: K M B T                                                */
    NUM_BYTES,   /* kB MB GB TB PB, KiB MiB GiB TiB; result bytes; bare number = GB         */
    NUM_HOURS,   /* s min m h d w mo y; result hours; bare number = hours                   */
    NUM_SECONDS, /* ms s; result seconds; bare number = seconds                             */
    NUM_WATTS,
    NUM_VOLTS,
    NUM_AMPS,
    NUM_DB,
    NUM_MONEY,    /* amount with optional ISO currency or $ ¥ € prefix or suffix             */
    NUM_FRACTION, /* 0.08 or 8%                                                              */
    NUM_RATE,     /* per second                                                              */
    NUM_MONTHS,   /* months: 24, 2y                                                          */
    NUM_INT,      /* whole number, suffixes allowed if the result is whole                   */
    NUM_GBPS      /* 25gbe, 100G, 400Gb/s; result Gbit/s                                      */
};

enum num_err { NUM_OK, NUM_EMPTY, NUM_SYNTAX, NUM_UNIT, NUM_RANGE, NUM_NOT_WHOLE };

/* num_parse: whole of s as a quantity of unit; result finite. Overflow, NaN, inf: NUM_RANGE.
 * currency (4 bytes, may be NULL) gets the ISO code given with NUM_MONEY, else "". */
enum num_err num_parse(const char *s, enum num_unit unit, double *out, char currency[4]);
/* num_price: an amount of one as shops write it, "￥1.98/小时", "$549.00 @ shop", "4500元(含税)": what
 * stands before @, ( or /. iso: its currency, "" if none.
 * num_currency: is the whole text one, "CNY", "RMB", "￥", "元", "usd"? */
bool num_price(const char *text, double *out, char iso[4]);
/* num_price_per_time: "￥1.98/小时", "$3 / h": a rent, not the price of a thing. */
bool num_price_per_time(const char *text);
bool num_currency(const char *text, char iso[4]);
/* num_parse_range: "A..B", "A..", "..B" or one value; open ends are NAN. */
enum num_err num_parse_range(const char *s, enum num_unit unit, double *lo, double *hi);
/* num_plain: strict decimal of a CSV cell: [-]digits[.digits][e..], no blanks, no units; "" is
 * NUM_EMPTY. */
enum num_err num_plain(const char *s, double *out);

/* Printing. All append to out. NAN prints "unknown"-less: callers decide; num_json prints null. */
void num_json(struct str *out, double x); /* shortest that reads back, at most 12 digits */
void num_fixed(struct str *out, double x, int decimals);   /* 1234.5 -> 1234.50          */
void num_grouped(struct str *out, double x, int decimals); /* 1,234.50                   */
void num_short(struct str *out, double x); /* 3 significant digits, grouped: 61.3, 1,230   */
void num_si(struct str *out, double x);    /* 50M, 1.4T, 8.03B                             */
/* num_money: $13,120, ¥41,800; exact keeps the cents. */
void num_money(struct str *out, double x, const char *iso, bool exact);

double num_clamp(double x, double lo, double hi);

#endif
