#include "base/num.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* --- words behind the number --------------------------------------------------------------- */
#define U(unit) (1u << (unit))
#define HOURS_PER_MONTH 730.0 /* 8760 / 12, as monthly prices are converted everywhere */
#define HOURS_PER_YEAR 8760.0

struct word {
    unsigned units; /* bits of enum num_unit it belongs to */
    const char *text;
    bool exact; /* upper and lower case differ in meaning */
    int exp10;
    double factor;
};

static const struct word words[] = {
    {U(NUM_BYTES), "B", false, 0, 1},
    {U(NUM_BYTES), "k", false, 3, 1},
    {U(NUM_BYTES), "kB", false, 3, 1},
    {U(NUM_BYTES), "M", false, 6, 1},
    {U(NUM_BYTES), "MB", false, 6, 1},
    {U(NUM_BYTES), "G", false, 9, 1},
    {U(NUM_BYTES), "GB", false, 9, 1},
    {U(NUM_BYTES), "T", false, 12, 1},
    {U(NUM_BYTES), "TB", false, 12, 1},
    {U(NUM_BYTES), "P", false, 15, 1},
    {U(NUM_BYTES), "PB", false, 15, 1},
    {U(NUM_BYTES), "Ki", false, 0, 1024.0},
    {U(NUM_BYTES), "KiB", false, 0, 1024.0},
    {U(NUM_BYTES), "Mi", false, 0, 1048576.0},
    {U(NUM_BYTES), "MiB", false, 0, 1048576.0},
    {U(NUM_BYTES), "Gi", false, 0, GIB},
    {U(NUM_BYTES), "GiB", false, 0, GIB},
    {U(NUM_BYTES), "Ti", false, 0, 1024.0 * GIB},
    {U(NUM_BYTES), "TiB", false, 0, 1024.0 * GIB},

    {U(NUM_HOURS), "s", false, 0, 1 / 3600.0},
    {U(NUM_HOURS), "sec", false, 0, 1 / 3600.0},
    {U(NUM_HOURS), "秒", false, 0, 1 / 3600.0},
    {U(NUM_HOURS), "m", false, 0, 1 / 60.0},
    {U(NUM_HOURS), "min", false, 0, 1 / 60.0},
    {U(NUM_HOURS), "minutes", false, 0, 1 / 60.0},
    {U(NUM_HOURS), "分", false, 0, 1 / 60.0},
    {U(NUM_HOURS), "分钟", false, 0, 1 / 60.0},
    {U(NUM_HOURS), "h", false, 0, 1},
    {U(NUM_HOURS), "hr", false, 0, 1},
    {U(NUM_HOURS), "hrs", false, 0, 1},
    {U(NUM_HOURS), "hour", false, 0, 1},
    {U(NUM_HOURS), "hours", false, 0, 1},
    {U(NUM_HOURS), "时", false, 0, 1},
    {U(NUM_HOURS), "小时", false, 0, 1},
    {U(NUM_HOURS), "d", false, 0, 24},
    {U(NUM_HOURS), "day", false, 0, 24},
    {U(NUM_HOURS), "days", false, 0, 24},
    {U(NUM_HOURS), "天", false, 0, 24},
    {U(NUM_HOURS), "日", false, 0, 24},
    {U(NUM_HOURS), "w", false, 0, 168},
    {U(NUM_HOURS), "week", false, 0, 168},
    {U(NUM_HOURS), "weeks", false, 0, 168},
    {U(NUM_HOURS), "周", false, 0, 168},
    {U(NUM_HOURS), "mo", false, 0, HOURS_PER_MONTH},
    {U(NUM_HOURS), "month", false, 0, HOURS_PER_MONTH},
    {U(NUM_HOURS), "months", false, 0, HOURS_PER_MONTH},
    {U(NUM_HOURS), "月", false, 0, HOURS_PER_MONTH},
    {U(NUM_HOURS), "个月", false, 0, HOURS_PER_MONTH},
    {U(NUM_HOURS), "y", false, 0, HOURS_PER_YEAR},
    {U(NUM_HOURS), "yr", false, 0, HOURS_PER_YEAR},
    {U(NUM_HOURS), "year", false, 0, HOURS_PER_YEAR},
    {U(NUM_HOURS), "years", false, 0, HOURS_PER_YEAR},
    {U(NUM_HOURS), "年", false, 0, HOURS_PER_YEAR},

    {U(NUM_MONTHS), "m", false, 0, 1},
    {U(NUM_MONTHS), "mo", false, 0, 1},
    {U(NUM_MONTHS), "month", false, 0, 1},
    {U(NUM_MONTHS), "months", false, 0, 1},
    {U(NUM_MONTHS), "月", false, 0, 1},
    {U(NUM_MONTHS), "个月", false, 0, 1},
    {U(NUM_MONTHS), "y", false, 0, 12},
    {U(NUM_MONTHS), "yr", false, 0, 12},
    {U(NUM_MONTHS), "year", false, 0, 12},
    {U(NUM_MONTHS), "years", false, 0, 12},
    {U(NUM_MONTHS), "年", false, 0, 12},

    {U(NUM_SECONDS), "us", false, -6, 1},
    {U(NUM_SECONDS), "ms", false, -3, 1},
    {U(NUM_SECONDS), "毫秒", false, -3, 1},
    {U(NUM_SECONDS), "s", false, 0, 1},
    {U(NUM_SECONDS), "sec", false, 0, 1},
    {U(NUM_SECONDS), "秒", false, 0, 1},
    {U(NUM_SECONDS), "min", false, 0, 60},
    {U(NUM_SECONDS), "分钟", false, 0, 60},

    {U(NUM_WATTS), "W", false, 0, 1},
    {U(NUM_WATTS), "瓦", false, 0, 1},
    {U(NUM_VOLTS), "V", false, 0, 1},
    {U(NUM_VOLTS), "伏", false, 0, 1},
    {U(NUM_AMPS), "A", false, 0, 1},
    {U(NUM_AMPS), "安", false, 0, 1},
    {U(NUM_DB), "dB", false, 0, 1},
    {U(NUM_DB), "dBA", false, 0, 1},
    {U(NUM_DB), "dB(A)", false, 0, 1},
    {U(NUM_DB), "分贝", false, 0, 1},

    {U(NUM_FRACTION), "%", false, -2, 1},
    {U(NUM_LENGTH) | U(NUM_COUNT), "tok", false, 0, 1},
    {U(NUM_LENGTH) | U(NUM_COUNT), "token", false, 0, 1},
    {U(NUM_LENGTH) | U(NUM_COUNT), "tokens", false, 0, 1},
    {U(NUM_COUNT), "sample", false, 0, 1},
    {U(NUM_COUNT), "samples", false, 0, 1},
    {U(NUM_COUNT), "images", false, 0, 1},

    {U(NUM_RATE), "/s", false, 0, 1},
    {U(NUM_RATE), "/sec", false, 0, 1},
    {U(NUM_RATE), "/秒", false, 0, 1},
    {U(NUM_RATE), "tps", false, 0, 1},
    {U(NUM_RATE), "tok/s", false, 0, 1},
    {U(NUM_RATE), "token/s", false, 0, 1},
    {U(NUM_RATE), "tokens/s", false, 0, 1},
    {U(NUM_RATE), "img/s", false, 0, 1},
    {U(NUM_RATE), "images/s", false, 0, 1},
    {U(NUM_RATE), "samples/s", false, 0, 1},
    {U(NUM_RATE), "it/s", false, 0, 1},
    {U(NUM_RATE), "req/s", false, 0, 1},
    {U(NUM_RATE), "qps", false, 0, 1},

    {U(NUM_GBPS), "GB/s", true, 0, 8}, /* bytes; all the others are bits */
    {U(NUM_GBPS), "G", false, 0, 1},
    {U(NUM_GBPS), "Gb", false, 0, 1},
    {U(NUM_GBPS), "GbE", false, 0, 1},
    {U(NUM_GBPS), "Gbit", false, 0, 1},
    {U(NUM_GBPS), "Gbps", false, 0, 1},
    {U(NUM_GBPS), "Gb/s", false, 0, 1},
    {U(NUM_GBPS), "Gbit/s", false, 0, 1},
    {U(NUM_GBPS), "M", false, -3, 1},
    {U(NUM_GBPS), "Mbps", false, -3, 1},
    {U(NUM_GBPS), "Mb/s", false, -3, 1},
    {U(NUM_GBPS), "Mbit/s", false, -3, 1},
    {U(NUM_GBPS), "T", false, 3, 1},
    {U(NUM_GBPS), "Tbps", false, 3, 1},
    {U(NUM_GBPS), "Tb/s", false, 3, 1},
    {U(NUM_GBPS), "Tbit/s", false, 3, 1},
};

static const struct word *find_word(enum num_unit unit, const char *text)
{
    const struct word *found = NULL;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct word *w = &words[i];
        if (!(w->units & U(unit)))
            continue;
        if (strcmp(w->text, text) == 0)
            return w;
        if (!w->exact && !found && str_case_eq(w->text, text))
            found = w;
    }
    return found;
}

/* --- currencies ----------------------------------------------------------------------------- */
/* ISO 4217 codes in use, four bytes each. */
static const char iso_codes[] =
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN "
    "BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL "
    "GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF "
    "KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN "
    "MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD "
    "SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH "
    "UGX USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG ";

struct sign {
    const char *text;
    const char iso[4];
};
static const struct sign signs[] = {
    /* longer ones first: the first that matches is taken */
    {"人民币", "CNY"}, {"US$", "USD"}, {"HK$", "HKD"}, {"JP¥", "JPY"}, {"RMB", "CNY"},
    {"美元", "USD"},   {"欧元", "EUR"}, {"英镑", "GBP"}, {"日元", "JPY"}, {"港元", "HKD"},
    {"港币", "HKD"},   {"元", "CNY"},   {"$", "USD"},    {"¥", "CNY"},    {"€", "EUR"},
    {"£", "GBP"},
};

static bool iso_known(const char *code)
{
    for (size_t i = 0; i + 3 < sizeof iso_codes; i += 4) {
        if (strncmp(iso_codes + i, code, 3) == 0)
            return true;
    }
    return false;
}

/* Bytes of the currency at the start of s (0: none); iso gets its code. */
static size_t currency_at(const char *s, char iso[4])
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t n = strlen(signs[i].text);
        char head[16];
        str_copy(head, n + 1 < sizeof head ? n + 1 : sizeof head, s);
        if (str_case_eq(head, signs[i].text)) {
            memcpy(iso, signs[i].iso, 4);
            return n;
        }
    }
    char code[4] = "";
    for (size_t i = 0; i < 3; i++) {
        char c = s[i];
        if (c >= 'a' && c <= 'z')
            c = (char)(c - ('a' - 'A'));
        if (c < 'A' || c > 'Z')
            return 0;
        code[i] = c;
    }
    if (!iso_known(code))
        return 0;
    memcpy(iso, code, 4);
    return 3;
}

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
    case NUM_AMPS:
        return c == 'k' || c == 'K' ? 3 : c == 'M' ? 6 : 0; /* m would be a thousandth */
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
    case NUM_GBPS:
        break;
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
        size_t n = currency_at(p, iso);
        if (n == 0 || p[n] || (q->currency[0] && strcmp(q->currency, iso) != 0))
            return false;
        memcpy(q->currency, iso, 4);
        return true;
    }
    const struct word *w = find_word(unit, p);
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
        p = skip_blanks(p + currency_at(p, q->currency));
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

static double to_double(const struct quantity *q)
{
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
