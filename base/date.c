#include "base/date.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

#define DAY_S 86400
#define YEAR_MIN 1900
#define YEAR_MAX 2199

/* Days since 1970-01-01 of a day of the Gregorian calendar. The year is counted from March, so
 * that the leap day is its last; 146097 days make the 400-year cycle. */
static int64_t days_of(int64_t y, int m, int d)
{
    int64_t year = m <= 2 ? y - 1 : y;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t in_era = year - era * 400;
    int64_t in_year = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;

    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

struct ymd {
    int64_t y;
    int m, d;
};

static struct ymd ymd_of(int64_t days)
{
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t day = z - era * 146097;
    int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int64_t in_year = day - (365 * year + year / 4 - year / 100);
    int64_t mp = (5 * in_year + 2) / 153;
    struct ymd r;

    r.d = (int)(in_year - (153 * mp + 2) / 5 + 1);
    r.m = (int)(mp < 10 ? mp + 3 : mp - 9);
    r.y = year + era * 400 + (r.m <= 2);
    return r;
}

static int month_days(int y, int m)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;

    return m == 2 && leap ? 29 : days[m - 1];
}

/* n digits at s as a number, -1 if they are not digits. */
static int digits(const char *s, int n)
{
    int x = 0;

    for (int i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        x = x * 10 + (s[i] - '0');
    }
    return x;
}

bool date_parse(const char *s, int32_t *days)
{
    size_t n = s ? strlen(s) : 0;

    if (n != 4 && n != 7 && n != 10)
        return false;
    int y = digits(s, 4), m = 12, d;
    if (y < YEAR_MIN || y > YEAR_MAX)
        return false;
    if (n >= 7) {
        m = digits(s + 5, 2);
        if (s[4] != '-' || m < 1 || m > 12)
            return false;
    }
    d = month_days(y, m);
    if (n == 10) {
        int last = d;
        d = digits(s + 8, 2);
        if (s[7] != '-' || d < 1 || d > last)
            return false;
    }
    *days = (int32_t)days_of(y, m, d);
    return true;
}

/* Seconds to whole days, downwards also before 1970. */
static int64_t whole_days(int64_t s)
{
    int64_t q = s / DAY_S;

    return s % DAY_S < 0 ? q - 1 : q;
}

bool date_parse_first(const char *s, int32_t *days)
{
    if (!date_parse(s, days))
        return false;
    struct ymd last = ymd_of(*days);
    size_t n = strlen(s);

    if (n < 10)
        *days = (int32_t)days_of(last.y, n == 4 ? 1 : last.m, 1);
    return true;
}

int32_t date_of(struct moment m)
{
    int64_t d = whole_days(m.unix_s);

    if (d > INT32_MAX)
        return INT32_MAX;
    return d < INT32_MIN ? INT32_MIN : (int32_t)d;
}

static void put_digits(char *at, int64_t x, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        at[i] = (char)('0' + x % 10);
        x /= 10;
    }
}

/* Years outside 0..9999 have no four digits; they are shown as the nearest that has. */
static void put_date(int64_t days, char *out)
{
    struct ymd t;
    const int64_t first = days_of(0, 1, 1), last = days_of(9999, 12, 31);

    t = ymd_of(days < first ? first : days > last ? last : days);
    put_digits(out, t.y, 4);
    out[4] = '-';
    put_digits(out + 5, t.m, 2);
    out[7] = '-';
    put_digits(out + 8, t.d, 2);
}

void date_format(int32_t days, char out[11])
{
    put_date(days, out);
    out[10] = '\0';
}

void moment_format(struct moment m, char out[21])
{
    int64_t days = whole_days(m.unix_s);
    int64_t s = m.unix_s % DAY_S;

    if (s < 0)
        s += DAY_S;
    put_date(days, out);
    out[10] = 'T';
    put_digits(out + 11, s / 3600, 2);
    out[13] = ':';
    put_digits(out + 14, s / 60 % 60, 2);
    out[16] = ':';
    put_digits(out + 17, s % 60, 2);
    out[19] = 'Z';
    out[20] = '\0';
}

int32_t date_age_days(const char *fact_date, int32_t now_days)
{
    int32_t days;

    if (!date_parse(fact_date, &days))
        return -1;
    return days >= now_days ? 0 : now_days - days;
}

enum age date_age_class(int32_t age_days)
{
    if (age_days < 0)
        return AGE_UNKNOWN;
    if (age_days <= 30)
        return AGE_FRESH;
    if (age_days <= 90)
        return AGE_AGEING;
    return age_days <= 180 ? AGE_OLD : AGE_STALE;
}
