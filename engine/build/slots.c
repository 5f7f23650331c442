/*
 * slots.c - cards at the real positions of a board's slots.
 *
 * Positions are counted in slot pitches (20.32 mm) from the one nearest to the processor; a card
 * of three slots covers its own position and the two behind it. The earliest position that is free
 * is taken, which never holds fewer cards than any other choice; a free position is left between
 * cards where the board has the room for all of them that way.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define POSITIONS_MAX 16

static int positions_of(const char *cell, int out[POSITIONS_MAX])
{
    int n = 0;
    for (const char *s = cell; s != NULL && *s != '\0' && n < POSITIONS_MAX;) {
        int x = 0;
        while (*s >= '0' && *s <= '9')
            x = x * 10 + (*s++ - '0');
        if (x > 0)
            out[n++] = x;
        while (*s != '\0' && (*s < '0' || *s > '9'))
            s++;
    }
    return n;
}

static struct slots place(const int *at, int n, int cards, int width, int air)
{
    struct slots x = {.air = -1};
    int last = -1;
    for (int i = 0; i < n && x.placed < cards; i++) {
        if (last >= 0 && at[i] < last + width + air)
            continue;
        int between = last >= 0 ? at[i] - last - width : -1;
        if (between >= 0 && (x.air < 0 || between < x.air))
            x.air = between;
        last = at[i];
        x.placed++;
    }
    x.openings = last > 0 ? last + width - 1 : 0;
    return x;
}

bool slots_place(const struct platform *p, int cards, double width, struct slots *out)
{
    int at[POSITIONS_MAX];
    int n = p->fit != NULL ? positions_of(p->fit->slots, at) : 0;
    if (n == 0)
        return false;
    int w = (int)ceil(width);
    struct slots roomy = place(at, n, cards, w < 1 ? 1 : w, 1);
    *out = roomy.placed == cards ? roomy : place(at, n, cards, w < 1 ? 1 : w, 0);
    return true;
}
