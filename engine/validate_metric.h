/* validate_metric.h - private to validate: what a source calls a figure. */
#ifndef ENGINE_VALIDATE_METRIC_H
#define ENGINE_VALIDATE_METRIC_H

#include <stdbool.h>

/* validate_metric: the table's own word for another one, by the kind of row, whether it trains and
 * the unit; the text itself when it is the table's word or no other is known. */
const char *validate_metric(const char *text, const char *kind, bool training, const char *unit);

#endif
