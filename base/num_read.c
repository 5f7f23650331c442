#include "base/num.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num_words.h"
#include "base/str.h"
#include "base/text.h"

/*
 * A quantity is [sign] [currency] number [multiplier] [unit]. Multipliers are powers of ten (k of
 * NUM_LENGTH is 1024): they are added to the decimal exponent before the one conversion to
 * double, so 1.4T is the double nearest to 1.4e12 and not a product of two rounded numbers.
 */
#define TEXT_MAX 96
#define VALUE_MAX 1e30

struct quantity {
    bool negative;
    char number[TEXT_MAX]; /* digits with at most one point */
    int exp10;
    double factor;
    const char *suffix; /* what stood behind the number, "" if nothing */
    char currency[4];
};

/* --- reading ---------------------------------------------------------------------------------- */
/* Copies s without blanks around it, full-width forms as ASCII, other blanks as ' '. */
static bool normalise(const char *s, char *out, size_t cap)
{
    size_t n = 0;
    const char *p = s;

    for (;;) {
        const char *from = p;
        int32_t cp = text_next(&p);
        if (cp == 0)
            break;
        if (cp >= 0xFF01 && cp <= 0xFF5E)
            cp -= 0xFF01 - '!';
        else if (cp == 0xFFE5) /* full-width yen sign */
            cp = 0xA5;
        else if (cp == 0x3000 || cp == 0xA0 || cp == '\t')
            cp = ' ';
        else if (cp == 0x2212) /* minus sign */
            cp = '-';
        if (cp < ' ' || cp == 0x7F || cp == 0xFFFD)
            return false;
        if (cp == ' ' && n == 0)
            continue;
        size_t bytes = cp < 0x80 ? 1 : cp == 0xA5 ? 2 : (size_t)(p - from);
        if (n + bytes >= cap)
            return false;
        if (bytes == 1)
            out[n] = (char)cp;
        else
            memcpy(out + n, cp == 0xA5 ? "¥" : from, bytes);
        n += bytes;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return true;
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "inf", "nan", "infinity": numbers to other programs, out of every range here. */
static bool not_finite_word(const char *p)
{
    return str_case_eq(p, "inf") || str_case_eq(p, "infinity") || str_case_eq(p, "nan");
}

/* Digits at *at into q->number, with groups of three and one point. */
static bool read_digits(const char **at, struct quantity *q)
{
    const char *p = *at;
    size_t n = 0;
    size_t lead = 0; /* digits before the first comma */

    while (digit(p[lead]))
        lead++;
    memcpy(q->number, p, lead);
    n = lead;
    p += lead;
    if (*p == ',') {
        if (lead == 0 || lead > 3)
            return false;
        while (*p == ',') {
            if (!digit(p[1]) || !digit(p[2]) || !digit(p[3]) || digit(p[4]))
                return false; /* a decimal comma, or no group of three */
            memcpy(q->number + n, p + 1, 3);
            n += 3;
            p += 4;
        }
    }
    if (*p == '.' && digit(p[1])) {
        q->number[n++] = *p++;
        while (digit(*p))
            q->number[n++] = *p++;
    }
    q->number[n] = '\0';
    *at = p;
    return n > 0;
}

static void read_exponent(const char **at, struct quantity *q)
{
    const char *p = *at;

    if (*p != 'e' && *p != 'E')
        return;
    p++;
    bool minus = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!digit(*p))
        return;
    int e = 0;
    for (; digit(*p); p++) {
        if (e < 10000)
            e = e * 10 + (*p - '0');
    }
    q->exp10 += minus ? -e : e;
    *at = p;
}

/* Chinese multipliers may follow each other: 千万, 万亿. */
static bool read_chinese_power(const char **at, int *exp10)
{
    static const struct {
        const char *text;
        int exp10;
    } powers[] = {{"十", 1}, {"百", 2}, {"千", 3}, {"万", 4}, {"亿", 8}, {"萬", 4}, {"億", 8}};
    bool any = false;

    for (size_t i = 0; i < sizeof powers / sizeof powers[0];) {
        if (str_starts(*at, powers[i].text)) {
            *exp10 += powers[i].exp10;
            *at += strlen(powers[i].text);
            any = true;
            i = 0;
        } else {
            i++;
        }
    }
    return any;
}

/* A letter k M B G T at p as a multiplier of unit: its power of ten, or 0. */
static int letter_power(enum num_unit unit, char c)
{
    static const char powers[] = "kMGBT";
    static const int exps[] = {3, 6, 9, 9, 12};

    switch (unit) {
    case NUM_WATTS:
    case NUM_VOLTS:
    case NUM_AMPS: return c == 'k' || c == 'K' ? 3 : c == 'M' ? 6 : 0; /* m would be a thousandth */
    case NUM_PLAIN:
    case NUM_COUNT:
    case NUM_LENGTH:
    case NUM_MONEY:
    case NUM_RATE:
    case NUM_INT:
        for (size_t i = 0; powers[i]; i++) {
            if (c == powers[i] || (c == (powers[i] | 0x20)) || c == (powers[i] & ~0x20))
                return exps[i];
        }
        return 0;
    case NUM_BYTES:
    case NUM_HOURS:
    case NUM_SECONDS:
    case NUM_DB:
    case NUM_FRACTION:
    case NUM_MONTHS:
    case NUM_GBPS: break;
    }
    return 0;
}

/* The unit alone: a word of the table, or a currency, or nothing. */
static bool read_unit(const char *p, enum num_unit unit, struct quantity *q)
{
    if (!*p)
        return true;
    if (unit == NUM_MONEY) {
        char iso[4] = "";
        size_t n = num_currency_at(p, iso);
        if (n == 0 || p[n] || (q->currency[0] && strcmp(q->currency, iso) != 0))
            return false;
        memcpy(q->currency, iso, 4);
        return true;
    }
    const struct num_word *w = num_word_find(unit, p);
    if (!w)
        return false;
    q->exp10 += w->exp10;
    q->factor *= w->factor;
    return true;
}

static void default_unit(enum num_unit unit, struct quantity *q)
{
    if (unit == NUM_BYTES)
        q->exp10 += 9; /* a bare number of memory or data is GB */
}

static enum num_err read_suffix(const char *p, enum num_unit unit, struct quantity *q)
{
    q->suffix = p;
    if (!*p) {
        default_unit(unit, q);
        return NUM_OK;
    }
    if (read_unit(p, unit, q))
        return NUM_OK;
    if (read_chinese_power(&p, &q->exp10)) {
        p = skip_blanks(p);
        if (!*p) {
            default_unit(unit, q);
            return NUM_OK;
        }
        if (read_unit(p, unit, q))
            return NUM_OK;
    }
    int power = letter_power(unit, *p);
    if (power == 0)
        return NUM_UNIT;
    if (unit == NUM_LENGTH && power <= 6)
        q->factor *= power == 3 ? 1024.0 : 1048576.0;
    else
        q->exp10 += power;
    return read_unit(skip_blanks(p + 1), unit, q) ? NUM_OK : NUM_UNIT;
}

static enum num_err read_quantity(const char *text, enum num_unit unit, struct quantity *q)
{
    const char *p = text;

    *q = (struct quantity){.factor = 1, .suffix = ""};
    if (!*p)
        return NUM_EMPTY;
    if (*p == '+' || *p == '-') {
        q->negative = *p == '-';
        p = skip_blanks(p + 1);
    }
    if (unit == NUM_MONEY) {
        p = skip_blanks(p + num_currency_at(p, q->currency));
        if ((*p == '-' || *p == '+') && p != text && !q->negative) { /* $-5 */
            q->negative = *p == '-';
            p++;
        }
    }
    if (not_finite_word(p))
        return NUM_RANGE;
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
        return NUM_SYNTAX;
    if (!digit(*p) && !(*p == '.' && digit(p[1])))
        return NUM_SYNTAX;
    if (!read_digits(&p, q))
        return NUM_SYNTAX;
    read_exponent(&p, q);
    if (*p == '.' || *p == ',' || digit(*p))
        return NUM_SYNTAX;
    p = skip_blanks(p);
    if (digit(*p) || *p == '-' || *p == '+')
        return NUM_SYNTAX;
    return read_suffix(p, unit, q);
}

/* The radix character that strtod reads; it follows the locale. */
static void put_radix(char *number)
{
    char probe[16];
    char *point = strchr(number, '.');

    snprintf(probe, sizeof probe, "%.1f", 0.5);
    if (point && probe[1] != '.' && probe[2] == '5')
        *point = probe[1];
}

/* Up to 15 digits, some of them behind a point, and nothing else, as most cells are: both the whole
 * number and the power of ten are exact, so that one division rounds once
 * and gives what strtod gives. */
static bool short_decimal(const char *p, double *out)
{
    static const double tens[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    int64_t whole = 0;
    int digits = 0, before = 0;

    for (; digit(*p) && digits < 15; digits++)
        whole = whole * 10 + (*p++ - '0');
    before = digits;
    if (*p == '.' && before > 0 && digit(p[1]))
        for (p++; digit(*p) && digits < 15; digits++)
            whole = whole * 10 + (*p++ - '0');
    *out = (double)whole / tens[digits - before];
    return *p == '\0' && digits > 0;
}

static double to_double(const struct quantity *q)
{
    double quick;

    if (q->exp10 == 0 && short_decimal(q->number, &quick))
        return quick == 0 ? 0 : (q->negative ? -quick : quick) * q->factor;
    char text[TEXT_MAX + 16];

    snprintf(text, sizeof text, "%s%se%d", q->negative ? "-" : "", q->number, q->exp10);
    put_radix(text);
    double x = strtod(text, NULL) * q->factor;
    return x == 0 ? 0 : x; /* no minus zero */
}

static enum num_err finish(const struct quantity *q, enum num_unit unit, double *out)
{
    double x = to_double(q);

    if (!isfinite(x) || fabs(x) > VALUE_MAX)
        return NUM_RANGE;
    if (unit == NUM_INT) {
        if (fabs(x) > 9007199254740992.0) /* 2^53: the last with every whole number below it */
            return NUM_RANGE;
        if (floor(x) != x)
            return NUM_NOT_WHOLE;
    }
    *out = x;
    return NUM_OK;
}

enum num_err num_parse(const char *s, enum num_unit unit, double *out, char currency[4])
{
    char text[TEXT_MAX];
    struct quantity q;

    *out = UNKNOWN;
    if (currency)
        memset(currency, 0, 4);
    if (!s || !normalise(s, text, sizeof text))
        return s ? NUM_SYNTAX : NUM_EMPTY;
    enum num_err rc = read_quantity(text, unit, &q);
    if (rc == NUM_OK)
        rc = finish(&q, unit, out);
    if (rc == NUM_OK && currency)
        memcpy(currency, q.currency, 4);
    return rc;
}

/* "24..80GB": an end without a unit takes the other's. */
static enum num_err read_ends(char *text, char *dots, enum num_unit unit, double *lo, double *hi)
{
    const char *right = skip_blanks(dots + 2);
    struct quantity a, b;
    enum num_err rc;

    *dots = '\0';
    for (char *end = dots; end > text && end[-1] == ' '; end--)
        end[-1] = '\0';
    if (!*text && !*right)
        return NUM_EMPTY;
    if (*right == '.')
        return NUM_SYNTAX;
    rc = *text ? read_quantity(text, unit, &a) : NUM_OK;
    if (rc == NUM_OK && *right)
        rc = read_quantity(right, unit, &b);
    if (rc != NUM_OK)
        return rc;
    if (*text && *right && !*a.suffix && *b.suffix) {
        char joined[2 * TEXT_MAX];
        snprintf(joined, sizeof joined, "%s%s", text, b.suffix);
        rc = read_quantity(joined, unit, &a);
        if (rc != NUM_OK)
            return rc;
    }
    rc = *text ? finish(&a, unit, lo) : NUM_OK;
    if (rc == NUM_OK && *right)
        rc = finish(&b, unit, hi);
    if (rc == NUM_OK && *lo > *hi) /* false when an end is open */
        rc = NUM_RANGE;
    return rc;
}

enum num_err num_parse_range(const char *s, enum num_unit unit, double *lo, double *hi)
{
    char text[TEXT_MAX];
    enum num_err rc;

    *lo = *hi = UNKNOWN;
    if (!s || !normalise(s, text, sizeof text))
        return s ? NUM_SYNTAX : NUM_EMPTY;
    char *dots = strstr(text, "..");
    if (dots) {
        rc = read_ends(text, dots, unit, lo, hi);
    } else {
        rc = num_parse(text, unit, lo, NULL);
        *hi = *lo;
    }
    if (rc != NUM_OK)
        *lo = *hi = UNKNOWN;
    return rc;
}

enum num_err num_plain(const char *s, double *out)
{
    struct quantity q = {.factor = 1};
    const char *p = s;

    *out = UNKNOWN;
    if (str_empty(s))
        return NUM_EMPTY;
    if (short_decimal(s, out))
        return NUM_OK;
    *out = UNKNOWN;
    if (strlen(s) >= TEXT_MAX)
        return NUM_SYNTAX;
    if (*p == '-') {
        q.negative = true;
        p++;
    }
    if (!digit(*p))
        return NUM_SYNTAX;
    size_t n = strspn(p, "0123456789");
    if (p[n] == '.' && digit(p[n + 1]))
        n += 1 + strspn(p + n + 1, "0123456789");
    memcpy(q.number, p, n);
    p += n;
    read_exponent(&p, &q);
    if (*p)
        return NUM_SYNTAX;
    double x = to_double(&q);
    if (!isfinite(x))
        return NUM_RANGE;
    *out = x;
    return NUM_OK;
}
