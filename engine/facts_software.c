/* facts_software.c - which driver, toolkit and image go with a card. */
#include <string.h>

#include "base/str.h"
#include "engine/facts.h"

/* Is one of the words of a list the whole of text, or (beginning) how it begins? */
static bool listed(const char *list, const char *text, bool beginning)
{
    for (const char *p = list; text != NULL && *p != '\0';) {
        size_t n = strcspn(p, " ");
        if (n > 0 && strncmp(p, text, n) == 0 && (beginning || text[n] == '\0'))
            return true;
        p += n;
        p += strspn(p, " ");
    }
    return false;
}

/* 0: not for that card; the more a row says of it, the better. */
static int fit(const struct software *s, const struct accel *a)
{
    if (a->stack == NULL || !str_starts(a->stack, s->stack))
        return 0;
    if (s->cards != NULL)
        return listed(s->cards, a->id, true) ? 3 : 0;
    if (s->compute != NULL)
        return listed(s->compute, a->compute_capability, false) ? 2 : 0;
    return 1;
}

const struct software *facts_software(const struct facts *f, const struct accel *a)
{
    const struct software *best = NULL;
    int most = 0;

    for (size_t i = 0; a != NULL && i < f->software_n; i++) {
        int x = fit(&f->software[i], a);
        if (x > most) {
            best = &f->software[i];
            most = x;
        }
    }
    return best;
}
