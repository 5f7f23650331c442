/* Typed numbers are finite or refused; what is printed for machines reads back. */
#include "fuzz.h"

#include "base/num.h"
#include "base/str.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double x, lo, hi, again;
    char currency[4];

    if (size == 0)
        return 0;
    enum num_unit unit = (enum num_unit)(data[0] % (NUM_GBPS + 1));
    char *text = fuzz_string(data + 1, size - 1);
    enum num_err rc = num_parse(text, unit, &x, currency);
    HOLDS(rc == NUM_OK ? isfinite(x) && fabs(x) <= 1e30 : isnan(x) && !currency[0]);
    HOLDS(rc != NUM_OK || unit != NUM_INT || floor(x) == x);
    if (num_parse_range(text, unit, &lo, &hi) == NUM_OK)
        HOLDS(!(lo > hi) && (known(lo) || known(hi)));
    else
        HOLDS(isnan(lo) && isnan(hi));
    if (rc != NUM_OK)
        rc = num_plain(text, &x);
    if (rc == NUM_OK) {
        struct str s;
        str_init(&s, 10000);
        num_json(&s, x);
        HOLDS(num_plain(s.p, &again) == NUM_OK);
        HOLDS(fabs(again - x) <= fabs(x) * 1e-11);
        str_clear(&s);
        num_short(&s, x);
        num_si(&s, x);
        num_grouped(&s, x, 2);
        num_money(&s, x, currency, size % 2);
        HOLDS(!s.failed && !strchr(s.p, '?'));
        str_free(&s);
    }
    free(text);
    return 0;
}
