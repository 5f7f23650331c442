#include "base/num.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/*
 * Everything is made from one decimal form: digits d1 d2 ... and an exponent, so that value =
 * d1.d2... * 10^exp. printf's radix character (which follows the locale) is dropped on the way,
 * so that the same bytes come out everywhere.
 */
struct decimal {
    char digits[24]; /* without point; trailing zeros removed, "0" for zero */
    int n;
    int exp;
    bool negative;
};

/* significant: 1..17 */
static void decimal_of(struct decimal *d, double x, int significant)
{
    char text[48];
    int n = 0;
    const char *p = text;

    snprintf(text, sizeof text, "%.*e", significant - 1, x);
    d->negative = *p == '-';
    for (; *p && *p != 'e'; p++) {
        if (*p >= '0' && *p <= '9' && n < (int)sizeof d->digits - 1)
            d->digits[n++] = *p;
    }
    d->exp = *p == 'e' ? (int)strtol(p + 1, NULL, 10) : 0;
    while (n > 1 && d->digits[n - 1] == '0')
        n--;
    d->digits[n] = '\0';
    d->n = n;
    if (d->digits[0] == '0') { /* zero has neither sign nor exponent */
        d->negative = false;
        d->exp = 0;
    }
}

/* Digits without exponent: 8030 or 0.0012; grouped puts a comma before each third digit. */
static void put_plain(struct str *out, const struct decimal *d, bool grouped)
{
    int whole = d->exp >= 0 ? d->exp + 1 : 0; /* digits before the point */

    if (d->negative)
        str_addc(out, '-');
    if (whole == 0)
        str_addc(out, '0');
    for (int i = 0; i < whole; i++) {
        if (grouped && i > 0 && (whole - i) % 3 == 0)
            str_addc(out, ',');
        str_addc(out, i < d->n ? d->digits[i] : '0');
    }
    if (d->n > whole || d->exp < 0) {
        str_addc(out, '.');
        for (int i = d->exp; i < -1; i++)
            str_addc(out, '0');
        for (int i = whole; i < d->n; i++)
            str_addc(out, d->digits[i]);
    }
}

/* 12 digits with the trailing zeros removed are the shortest text that reads back wherever 12 or
 * fewer digits do: a decimal of p < 12 digits differs from its double by far less than half of
 * the 12th digit, so the 12-digit rounding ends in zeros. */
void num_json(struct str *out, double x)
{
    struct decimal d;

    if (!isfinite(x)) {
        str_add(out, "null");
        return;
    }
    decimal_of(&d, x, 12);
    if (d.exp >= -5 && d.exp < 15) {
        put_plain(out, &d, false);
        return;
    }
    str_addf(out, "%s%c", d.negative ? "-" : "", d.digits[0]);
    if (d.n > 1)
        str_addf(out, ".%s", d.digits + 1);
    str_addf(out, "e%d", d.exp);
}

/* Fixed number of decimals, grouped or not. Not finite: "?", which no caller should let happen. */
static void put_fixed(struct str *out, double x, int decimals, bool grouped)
{
    char text[400];
    const char *p = text;

    if (!isfinite(x)) {
        str_addc(out, '?');
        return;
    }
    if (decimals < 0)
        decimals = 0;
    if (decimals > 15)
        decimals = 15;
    snprintf(text, sizeof text, "%.*f", decimals, x);
    bool negative = *p == '-';
    if (negative)
        p++;
    size_t whole = strspn(p, "0123456789");
    size_t len = strlen(p);
    if (negative && strspn(p, "0") == whole && strpbrk(p + whole, "123456789") == NULL)
        negative = false; /* no "-0" */
    if (negative)
        str_addc(out, '-');
    for (size_t i = 0; i < whole; i++) {
        if (grouped && i > 0 && (whole - i) % 3 == 0)
            str_addc(out, ',');
        str_addc(out, p[i]);
    }
    if (decimals > 0) {
        str_addc(out, '.');
        str_addn(out, p + len - (size_t)decimals, (size_t)decimals);
    }
}

void num_fixed(struct str *out, double x, int decimals)
{
    put_fixed(out, x, decimals, false);
}

void num_grouped(struct str *out, double x, int decimals)
{
    put_fixed(out, x, decimals, true);
}

void num_short(struct str *out, double x)
{
    struct decimal d;

    if (!isfinite(x)) {
        str_addc(out, '?');
        return;
    }
    decimal_of(&d, x, 3);
    if (d.exp >= -5 && d.exp < 18) {
        put_plain(out, &d, true);
        return;
    }
    str_addf(out, "%s%c", d.negative ? "-" : "", d.digits[0]);
    if (d.n > 1)
        str_addf(out, ".%s", d.digits + 1);
    str_addf(out, "e%d", d.exp);
}

void num_si(struct str *out, double x)
{
    static const char letters[] = {'K', 'M', 'B', 'T'};
    struct decimal d;

    if (!isfinite(x)) {
        str_addc(out, '?');
        return;
    }
    decimal_of(&d, x, 3); /* rounds first, so that 999,950 is 1M and not 1,000K */
    int step = d.exp / 3;
    if (step > 4)
        step = 4;
    if (d.exp < 3 || d.exp >= 24) {
        num_short(out, x);
        return;
    }
    d.exp -= 3 * step;
    put_plain(out, &d, true);
    str_addc(out, letters[step - 1]);
}

/* Signs that stand before the amount, and currencies whose smallest coin is the unit. */
struct currency {
    const char iso[4];
    const char *sign;
    int cents;
};
static const struct currency currencies[] = {
    {"USD", "$", 2},  {"CNY", "¥", 2},  {"EUR", "€", 2},  {"GBP", "£", 2},  {"JPY", "JP¥", 0},
    {"KRW", NULL, 0}, {"VND", NULL, 0}, {"CLP", NULL, 0}, {"ISK", NULL, 0},
};

static void put_currency(struct str *out, const char *iso, const struct currency *c)
{
    if (c && c->sign) {
        str_add(out, c->sign);
    } else if (!str_empty(iso)) {
        str_add(out, iso);
        str_addc(out, ' ');
    }
}

/* Amounts below one keep three significant digits, at least cents: an hour of a small machine
 * costs $0.526 or $0.0065, and rounding that to a cent would be wrong by a per cent or more. */
static int small_decimals(double amount)
{
    struct decimal d;

    decimal_of(&d, amount, 3);
    int decimals = d.n - 1 - d.exp;
    if (decimals < 2)
        return 2;
    return decimals > 6 ? 6 : decimals;
}

void num_money(struct str *out, double x, const char *iso, bool exact)
{
    const struct currency *c = NULL;
    double amount = fabs(x);
    int decimals;

    for (size_t i = 0; i < sizeof currencies / sizeof currencies[0] && iso; i++) {
        if (str_eq(currencies[i].iso, iso))
            c = &currencies[i];
    }
    int cents = c ? c->cents : 2;
    if (amount > 0 && amount < 1)
        decimals = small_decimals(amount);
    else if (exact)
        decimals = cents;
    else
        decimals = amount < 99.995 ? 2 : 0;
    if (cents == 0 && amount >= 10)
        decimals = 0;
    if (!exact && amount < 0.0000005)
        decimals = 0; /* nothing: "$0" */
    if (x < 0 && amount >= 0.0000005)
        str_addc(out, '-');
    put_currency(out, iso, c);
    put_fixed(out, amount, decimals, true);
}

double num_clamp(double x, double lo, double hi)
{
    if (x < lo)
        return lo;
    return x > hi ? hi : x; /* NAN passes: both comparisons are false */
}
