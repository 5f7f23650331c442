#include "base/num_words.h"

#include <string.h>

#include "base/str.h"

/* --- words behind the number --------------------------------------------------------------- */
#define U(unit) (1u << (unit))
#define HOURS_PER_MONTH 730.0 /* 8760 / 12, as monthly prices are converted everywhere */
#define HOURS_PER_YEAR 8760.0

static const struct num_word words[] = {
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

const struct num_word *num_word_find(enum num_unit unit, const char *text)
{
    const struct num_word *found = NULL;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct num_word *w = &words[i];
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
    {"人民币", "CNY"}, {"US$", "USD"},  {"HK$", "HKD"},  {"JP¥", "JPY"},
    {"RMB", "CNY"},    {"美元", "USD"}, {"欧元", "EUR"}, {"英镑", "GBP"},
    {"日元", "JPY"},   {"港元", "HKD"}, {"港币", "HKD"}, {"元", "CNY"},
    {"$", "USD"},      {"¥", "CNY"},   {"￥", "CNY"},    {"€", "EUR"},    {"£", "GBP"},
};

static bool iso_known(const char *code)
{
    for (size_t i = 0; i + 3 < sizeof iso_codes; i += 4) {
        if (strncmp(iso_codes + i, code, 3) == 0)
            return true;
    }
    return false;
}

size_t num_currency_at(const char *s, char iso[4])
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
