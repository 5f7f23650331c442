/*
 * date.h - days and moments without a clock. The application reads the clock and passes it in.
 * A date of a fact may be known to the year, month or day only: "2026", "2026-10", "2026-10-07".
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

struct moment {
    int64_t unix_s; /* UTC */
};

/* date_parse: days since 1970-01-01 of the LAST day that the text can mean (2026-10 -> 31st), so
 * that ages are never overstated. false: not a date. */
bool date_parse(const char *s, int32_t *days);
/* date_parse_first: the same of the FIRST day that the text can mean (2026 -> 1 January). */
bool date_parse_first(const char *s, int32_t *days);
int32_t date_of(struct moment m);
void date_format(int32_t days, char out[11]);      /* YYYY-MM-DD */
void moment_format(struct moment m, char out[21]); /* YYYY-MM-DDThh:mm:ssZ */
/* date_age_days: days from the fact's date to `now`, >= 0 (0 if newer), -1 when unknown. */
int32_t date_age_days(const char *fact_date, int32_t now_days);

/* Age classes of prices: up to 30 days fresh, 31-90 ageing, 91-180 old, beyond stale. */
enum age { AGE_UNKNOWN, AGE_FRESH, AGE_AGEING, AGE_OLD, AGE_STALE };
enum age date_age_class(int32_t age_days);

#endif
