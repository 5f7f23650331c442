#include "app/trend.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

/* The price that held on a day. */
static double price_on(const struct past_point *point, const int32_t *day, size_t n, double at)
{
    double price = point[0].price_hour;
    for (size_t i = 0; i < n && day[i] <= at; i++)
        price = point[i].price_hour;
    return price;
}

bool trend_text(char out[TREND_BYTES], const struct past_point *point, size_t n, int32_t today)
{
    int32_t day[PAST_POINTS];
    double low = INFINITY, high = -INFINITY;
    out[0] = '\0';
    if (n < 2 || n > PAST_POINTS)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!date_parse(point[i].date, &day[i]) || !known(point[i].price_hour) ||
            !str_eq(point[i].currency, point[0].currency))
            return false;
        low = fmin(low, point[i].price_hour);
        high = fmax(high, point[i].price_hour);
    }
    double span = (today > day[n - 1] ? today : day[n - 1]) - day[0];
    for (int i = 0; i < TREND_CELLS; i++) {
        double price = price_on(point, day, n, day[0] + span * (i + 1) / TREND_CELLS);
        double share = high > low ? (price - low) / (high - low) : 0.5;
        int level = (int)floor(num_clamp(share, 0, 1) * 7 + 0.5); /* U+2581 to U+2588 */
        out[3 * i] = (char)0xe2;
        out[3 * i + 1] = (char)0x96;
        out[3 * i + 2] = (char)(0x81 + level);
    }
    out[3 * TREND_CELLS] = '\0';
    return true;
}
