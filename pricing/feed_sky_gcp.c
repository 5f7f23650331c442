/*
 * feed_sky_gcp.c - Google's list prices host and cards apart: rows of machines without cards and
 * rows of cards without machine. A machine of the catalog is its host and its cards of one zone;
 * cards that no machine of the catalog stands around are held back, hosts alone are passed over.
 */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "pricing/feed_sky.h"
#include "pricing/market.h"

#define MACHINES_MAX 64

/* The hosts that carry a card inside their name's family; n1 takes the cards beside it. */
static const struct {
    const char *gpu, *family;
} families[] = {{"A100", "a2-highgpu-"},       {"A100", "a2-megagpu-"},
                {"A100-80GB", "a2-ultragpu-"}, {"H100", "a3-highgpu-"},
                {"H100-MEGA", "a3-megagpu-"},  {"H200", "a3-ultragpu-"},
                {"B200", "a4-highgpu-"},       {"L4", "g2-standard-"}};

struct gcp {
    struct sky *s;
    struct sky_row **host; /* sorted by zone, instance */
    size_t host_n;
    const char *machine[MACHINES_MAX]; /* of the catalog */
    size_t machine_n;
};

static int by_host(const void *a, const void *b)
{
    const struct sky_row *x = *(struct sky_row *const *)a, *y = *(struct sky_row *const *)b;
    int c = strcmp(x->zone, y->zone);

    return c != 0 ? c : strcmp(x->instance, y->instance);
}

static const struct sky_row *find_host(const struct gcp *g, const char *zone, const char *instance)
{
    struct sky_row key = {.zone = zone, .instance = instance};
    struct sky_row *want = &key;
    struct sky_row **hit = bsearch(&want, g->host, g->host_n, sizeof *g->host, by_host);

    return hit != NULL ? *hit : NULL;
}

/* --- which machines a row of cards makes ------------------------------------------------------ */
static bool carries(const char *machine, const char *gpu)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (str_eq(families[i].gpu, gpu) && str_starts(machine, families[i].family))
            return true;
    return false;
}

/* "n1-standard-8+2xT4" has two T4 beside n1-standard-8. host: what stands before the sign. */
static bool has_beside(const char *machine, const char *gpu, double count, char host[64])
{
    size_t n = strcspn(machine, "+");
    char *end;

    if (machine[n] == '\0' || n >= 64)
        return false;
    memcpy(host, machine, n);
    host[n] = '\0';
    return strtod(machine + n + 1, &end) == count && *end == 'x' && str_eq(end + 1, gpu);
}

static const char *sum(struct sky *s, double a, double b, double *out)
{
    char text[FEED_NUMBER_BYTES];

    *out = a > 0 && b > 0 ? a + b : UNKNOWN;
    return arena_strdup(s->arena, feed_number(text, *out));
}

static bool put_joined(struct gcp *g, const struct sky_row *cards, const struct sky_row *host,
                       const char *machine)
{
    struct sky_row r = *cards;

    r.instance = machine;
    r.vcpus = host->vcpus;
    r.ram = host->ram;
    r.price_text = sum(g->s, host->price, cards->price, &r.price);
    r.cards_price = cards->price;
    r.spot_text = sum(g->s, host->spot, cards->spot, &r.spot);
    if (cards->spot_text[0] == '0' && !known(r.spot))
        r.spot_text = "0"; /* told, and unknown */
    return sky_put(g->s, &r, JUDGED_NONE);
}

/* Calls for each machine of the catalog that these cards make; *made counts. */
static bool join_one(struct gcp *g, const struct sky_row *cards, int *made)
{
    for (size_t i = 0; i < g->machine_n; i++) {
        const char *machine = g->machine[i];
        const struct offer *o = market_machine(g->s->in->about->market, "gcp", machine);
        const struct sky_row *host = NULL;
        char beside[64];

        if (o->gpu_count != cards->count)
            continue;
        if (carries(machine, cards->gpu))
            host = find_host(g, cards->zone, machine);
        else if (has_beside(machine, cards->gpu, cards->count, beside))
            host = find_host(g, cards->zone, beside);
        if (host == NULL)
            continue;
        (*made)++;
        if (!put_joined(g, cards, host, machine))
            return false;
    }
    return true;
}

/* Cards without a machine: "8x H100". A TPU is sold with its host under its own name. */
static bool put_alone(struct gcp *g, const struct sky_row *cards)
{
    struct sky_row r = *cards;
    struct str name;

    if (str_starts(cards->gpu, "tpu-")) {
        r.instance = cards->gpu;
        r.gpu = "";
        return sky_put(g->s, &r, JUDGED_NONE);
    }
    str_init(&name, 200);
    str_addf(&name, "%sx %s", cards->count_text, cards->gpu);
    r.instance = arena_strdup(g->s->arena, name.p);
    str_free(&name);
    return sky_put(g->s, &r, JUDGED_HOST);
}

bool sky_join_gcp(struct sky *s)
{
    struct gcp g = {.s = s, .host = ARENA_ARRAY(s->arena, struct sky_row *, s->n + 1)};
    bool ok = g.host != NULL;

    g.machine_n = market_machines(s->in->about->market, "gcp", g.machine, MACHINES_MAX);
    for (size_t i = 0; ok && i < s->n; i++)
        if (s->row[i].gpu[0] == '\0')
            g.host[g.host_n++] = &s->row[i];
    if (ok)
        qsort(g.host, g.host_n, sizeof *g.host, by_host);
    for (size_t i = 0; ok && i < s->n; i++) {
        struct sky_row *r = &s->row[i];
        int made = 0;

        if (r->gpu[0] == '\0')
            ok = sky_put(s, r, JUDGED_NO_CARD);
        else if (r->instance[0] != '\0')
            ok = sky_put(s, r, JUDGED_NONE);
        else
            ok = join_one(&g, r, &made) && (made > 0 || put_alone(&g, r));
    }
    return ok;
}
