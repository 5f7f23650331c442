/* unit.h - private to validate: units, and the names of figures of training. */
#ifndef ENGINE_VALIDATE_UNIT_H
#define ENGINE_VALIDATE_UNIT_H

#include <stdbool.h>

#include "engine/validate/validate.h"

/* unit_size: size of a row's unit in the engine's base (bytes, tokens or samples a second, hours);
 * an empty unit is what the metric's name ends with. UNKNOWN: memory in a unit that is none of
 * bytes, or a figure without one. */
double unit_size(const char *unit, const char *metric, enum validate_kind kind);

/* trained_metric: the table's word for a figure of training that has another name or order of
 * words ("tok/s/GPU", "img/s", "s/it", "peak_mem"), from the metric, else from the unit; NULL when
 * neither tells one. */
const char *trained_metric(const char *metric, const char *kind, const char *unit);

#endif
