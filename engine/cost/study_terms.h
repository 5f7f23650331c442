/* study_terms.h - private to the recomputation of studies: the cells of a row and its quantities.
 */
#ifndef ENGINE_COST_STUDY_TERMS_H
#define ENGINE_COST_STUDY_TERMS_H

#include <stdbool.h>

#include "base/str.h"

/* Columns with numbers, by the name that they have in the table. */
enum study_cell {
    SC_GPUS,
    SC_CORES,
    SC_CAPEX,
    SC_PRICE_PER_GPU,
    SC_HIDDEN,
    SC_TAX,
    SC_HORIZON,
    SC_LIFE,
    SC_MONTH,
    SC_UTILISATION,
    SC_DAY,
    SC_WEEK,
    SC_HOURS,
    SC_POWER,
    SC_IDLE,
    SC_PUE,
    SC_TARIFF,
    SC_ENERGY_MONTH,
    SC_ENERGY_TOTAL,
    SC_COLO,
    SC_SITE,
    SC_NETWORK,
    SC_MAINTENANCE,
    SC_OPEX,
    SC_STAFF,
    SC_LICENCE,
    SC_RUN_HOUR,
    SC_RUN_MONTH,
    SC_WITH_WRITE_OFF,
    SC_RATE,
    SC_PERIODS,
    SC_RESIDUAL,
    SC_CLOUD_GPU,
    SC_CLOUD_HOUR,
    SC_CLOUD_DISCOUNT,
    SC_CLOUD_MONTH,
    SC_SURCHARGE,
    SC_STORAGE_MONTH,
    SC_STORAGE_GB,
    SC_STORAGE_PRICE,
    SC_EGRESS_MONTH,
    SC_EGRESS_GB,
    SC_EGRESS_PRICE,
    SC_SHORT_YEARS,
    SC_SHORT_PRICE,
    SC_LONG_YEARS,
    SC_LONG_PRICE,
    SC_JOB_HOURS,
    SC_OWN_GPU_HOUR,
    SC_OWN_MTOKEN,
    SC_CLOUD_MTOKEN,
    SC_API_REQUEST,
    SC_REQUESTS,
    SC_ESCALATED,
    SC_BENEFIT,
    SC_DECLINE,
    SC_AGE,
    SC_CELLS
};
extern const char *const study_columns[SC_CELLS];

enum study_capital { CAPITAL_NONE, CAPITAL_HALF, CAPITAL_LOAN, CAPITAL_NPV };

struct study_terms {
    double v[SC_CELLS]; /* UNKNOWN: the cell is empty or the column is not there */
    enum study_capital capital;
    bool always_on;      /* the whole month is billed, not the hours in use */
    struct str *missing; /* names of cells that a formula wanted, separated by ", " */
};

/* study_compute: the quantity by name; false when no formula of that name is known. *out UNKNOWN
 * with the names in t->missing when an input is not there; INFINITY: never. */
bool study_compute(struct study_terms *t, const char *quantity, double *out);

#endif
