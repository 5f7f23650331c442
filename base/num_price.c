/* num_price.c - money as shops and people write it. */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/num_words.h"
#include "base/str.h"

#define AMOUNT_BYTES 64

/* The text without what is around it: blanks, and the marks of a table's cell. */
static bool bare(const char *text, size_t n, char out[AMOUNT_BYTES])
{
    while (n > 0 && strchr(" \t\r*`|", *text) != NULL)
        text++, n--;
    while (n > 0 && strchr(" \t\r*`|", text[n - 1]) != NULL)
        n--;
    if (n == 0 || n >= AMOUNT_BYTES)
        return false;
    memcpy(out, text, n);
    out[n] = '\0';
    return true;
}

bool num_price(const char *text, double *out, char iso[4])
{
    char amount[AMOUNT_BYTES];

    iso[0] = '\0';
    *out = UNKNOWN;
    return bare(text, strcspn(text, "@(/"), amount) &&
           num_parse(amount, NUM_MONEY, out, iso) == NUM_OK && *out >= 0;
}

bool num_price_per_time(const char *text)
{
    char unit[AMOUNT_BYTES], one[AMOUNT_BYTES + 2];
    const char *rest = strchr(text, '/');
    double hours;

    if (rest == NULL || !bare(rest + 1, strcspn(rest + 1, "@(/"), unit))
        return false;
    snprintf(one, sizeof one, "1 %s", unit);
    return num_parse(one, NUM_HOURS, &hours, NULL) == NUM_OK;
}

bool num_currency(const char *text, char iso[4])
{
    char word[AMOUNT_BYTES];

    return bare(text, strlen(text), word) && num_currency_at(word, iso) == strlen(word);
}
