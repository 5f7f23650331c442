#include "engine/cost/load.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

#define DAYS 365.0

/* One "8x4h". */
static bool step_read(const char *text, size_t len, struct load_step *out)
{
    char part[64];
    while (len > 0 && *text == ' ') {
        text++;
        len--;
    }
    if (len == 0 || len >= sizeof part)
        return false;
    memcpy(part, text, len);
    part[len] = '\0';
    char *x = strchr(part, 'x');
    if (x == NULL)
        return false;
    *x = '\0';
    return num_parse(part, NUM_PLAIN, &out->units, NULL) == NUM_OK &&
           num_parse(x + 1, NUM_HOURS, &out->hours_day, NULL) == NUM_OK && out->units > 0 &&
           out->units <= LOAD_UNITS && out->hours_day > 0 && out->hours_day <= 24;
}

bool load_read(const char *text, struct duty *out)
{
    double day = 0.0;
    *out = (struct duty){.n = 0};
    while (text != NULL && *text != '\0') {
        const char *end = strchr(text, ',');
        size_t len = end != NULL ? (size_t)(end - text) : strlen(text);
        if (out->n == LOAD_STEPS || !step_read(text, len, &out->step[out->n]))
            return false;
        day += out->step[out->n++].hours_day;
        text = end != NULL ? end + 1 : text + len;
    }
    return out->n > 0 && day <= 24.0 + 1e-9;
}

double load_peak(const struct duty *l)
{
    double peak = 0.0;
    for (int i = 0; i < l->n; i++)
        peak = fmax(peak, l->step[i].units);
    return peak;
}

double load_unit_hours(const struct duty *l)
{
    double sum = 0.0;
    for (int i = 0; i < l->n; i++)
        sum += l->step[i].units * l->step[i].hours_day;
    return sum;
}

double load_hours(const struct duty *l, int k, double size)
{
    double sum = 0.0;
    for (int i = 0; i < l->n; i++)
        sum += num_clamp(l->step[i].units / size - k, 0.0, 1.0) * l->step[i].hours_day;
    return sum * DAYS;
}

double load_own_cost(const double *hours, int units, int own, double fixed, double variable,
                     double price, double availability)
{
    double sum = own * fixed;
    for (int k = 0; k < units; k++) {
        double here = k < own ? hours[k] * availability : 0.0;
        sum += here * variable + (hours[k] - here) * price;
    }
    return sum;
}

int load_own(const double *hours, int units, double fixed, double variable, double price,
             double availability, double *cost)
{
    int best = 0;
    double least = load_own_cost(hours, units, 0, fixed, variable, price, availability);
    double sum = least;
    for (int k = 1; k <= units; k++) { /* each unit adds its fixed cost and saves its hours */
        sum += fixed - (price - variable) * hours[k - 1] * availability;
        if (sum <= least) {
            least = sum;
            best = k;
        }
    }
    if (cost != NULL)
        *cost = least;
    return best;
}
