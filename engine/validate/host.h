/* host.h - private to validate: a processor that runs a model without a card. */
#ifndef ENGINE_VALIDATE_HOST_H
#define ENGINE_VALIDATE_HOST_H

#include "engine/validate/setup.h"

/* host_runs: whether the row was measured on a processor alone. */
bool host_runs(const struct setup *s);
/* host_card: the processor and its memory as a card: channels x rate of the modules, cores x clock
 * x 32 operations of AVX2. False when no processor is named. */
bool host_card(const struct setup *s, struct accel *out);
/* host_told_gbs: of the memory beside the cards, by the processor or the modules that the notes
 * tell ("Xeon Gold 6454S 2 sockets", "16x DDR5-4800"); UNKNOWN. */
double host_told_gbs(const struct setup *s);
/* host_channels_gbs: bandwidth that a text states: "820 GB/s", "12x DDR5-4800"; UNKNOWN. */
double host_channels_gbs(const char *text, double channels);

#endif
