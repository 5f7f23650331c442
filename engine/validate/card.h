/* card.h - private to validate: which card a source means. */
#ifndef ENGINE_VALIDATE_CARD_H
#define ENGINE_VALIDATE_CARD_H

#include "engine/facts.h"

/* validate_card: NULL when no row of the catalog shares enough with the text. */
const struct accel *validate_card(const struct facts *f, const char *text);

/* card_count: cards that the text names: "8x H100", "H100 x8", or that the
 * cloud's machine of this name has; 0 when it names no number. */
int card_count(const char *text);

/* laptop_card: what a laptop carries under the name of a desktop's card; false: the text speaks of
 * none, or its chip is not known. */
bool laptop_card(const char *text, const struct accel *desktop, struct accel *out);

#endif
