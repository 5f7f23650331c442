/*
 * rows.h - verdicts as bytes, for the pile: a key that sorts as the price file does, and the rest.
 */
#ifndef PRICING_ROWS_H
#define PRICING_ROWS_H

#include <stddef.h>

#include "pricing/judge.h"

#define ROW_KEY_MAX 1024
#define ROW_BODY_MAX 4096

/* row_key_of: price_key of a row that names a thing for rent; 0 for others. */
size_t row_key_of(unsigned char out[ROW_KEY_MAX], const struct verdict *v);

/* row_pack: its length. row_unpack: texts point into body, which must outlive *v. */
size_t row_pack(unsigned char out[ROW_BODY_MAX], const struct verdict *v);
void row_unpack(struct verdict *v, const unsigned char *body);

#endif
