/* metric.h - private to validate: what a source calls a figure. */
#ifndef ENGINE_VALIDATE_METRIC_H
#define ENGINE_VALIDATE_METRIC_H

#include <stdbool.h>

/* validate_metric: the table's own word for another one, by the kind of row, whether it trains and
 * the unit; the text itself when it is the table's word or no other is known. */
const char *validate_metric(const char *text, const char *kind, bool training, const char *unit);

/* validate_task_word: the table's own word for a task; NULL when the text leaves open whether all
 * weights are trained. */
const char *validate_task_word(const char *text);

/* validate_task: the task of a row whose table or cell does not tell it, from its kind, metric,
 * adapter, stored format, tokens and cards: inference, serve, qlora, lora, pretrain, full_ft. */
struct setup;
const char *validate_task(const struct setup *s, const char *kind);

/* served_metric: a figure of inference by words in its name and by how its unit begins; NULL when
 * no word is known. */
const char *served_metric(const char *text, const char *kind, const char *unit);

#endif
