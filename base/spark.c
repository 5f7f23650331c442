#include "base/spark.h"

#include "base/num.h"
#include "base/str.h"

#define LEVELS 6

static size_t level(double x, double low, double high)
{
    if (!(high > low))
        return LEVELS / 2 - 1;
    return (size_t)((x - low) / (high - low) * (LEVELS - 1) + 0.5);
}

void spark(struct str *out, const double *x, size_t n, size_t cells, bool ascii)
{
    static const char *const bars[LEVELS] = {"\u2581", "\u2582", "\u2583",
                                             "\u2585", "\u2586", "\u2587"};
    static const char *const signs[LEVELS] = {"_", ".", "-", "=", "*", "#"};
    double low = UNKNOWN, high = UNKNOWN;
    size_t from = n, good = 0;

    while (from > 0 && good < cells) {
        from--;
        if (!known(x[from]))
            continue;
        low = !known(low) || x[from] < low ? x[from] : low;
        high = !known(high) || x[from] > high ? x[from] : high;
        good++;
    }
    for (size_t i = from; good > 1 && i < n; i++)
        if (known(x[i]))
            str_add(out, (ascii ? signs : bars)[level(x[i], low, high)]);
}
