/*
 * feed_skypilot.c - the catalogs of SkyPilot, one CSV a cloud (v8, v9). Columns by name: there are
 * ten different headers, and rows with more fields than the header (`V1,V2` in azure). GpuInfo is
 * a Python dictionary, JSON, neither or a plain name: only the memory is looked for in it.
 *
 * No file says which cloud it is of: that comes from its name.
 */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "pricing/feed_sky.h"
#include "pricing/market.h"

#define MIB_OF_GIB 1024.0
#define BROKEN_MAX 100000

enum column { INSTANCE, GPU, COUNT, VCPUS, RAM, INFO, REGION, ZONE, PRICE, SPOT, COLUMNS };
static const char *const names[COLUMNS] = {
    "InstanceType", "AcceleratorName", "AcceleratorCount", "vCPUs", "MemoryGiB",
    "GpuInfo",      "Region",          "AvailabilityZone", "Price", "SpotPrice"};

/* --- cells ----------------------------------------------------------------------------------- */
/* "SizeInMiB': 40960": MiB of a card; below 1024 it is GB under a wrong name, 0 is unknown. */
double sky_memory_gb(const char *info)
{
    const char *at = strstr(info, "SizeInMiB");
    double mib;

    if (at == NULL)
        return UNKNOWN;
    at += strcspn(at, "0123456789,}");
    mib = strtod(at, NULL);
    if (!(mib > 0 && mib < 1e9))
        return UNKNOWN;
    return mib < MIB_OF_GIB ? mib : mib / MIB_OF_GIB;
}

static double number(const char *text)
{
    double x;
    return num_plain(text, &x) == NUM_OK ? x : UNKNOWN;
}

/* ", US, NA" and "Denmark, DK, EU": the country, as SkyPilot's list of Vast has it. */
static const char *country(struct sky *s, const char *region)
{
    for (const char *p = region; (p = strchr(p, ',')) != NULL;) {
        p += 1 + (p[1] == ' ');
        if (strcspn(p, ", ") == 2)
            return arena_strndup(s->arena, p, 2);
    }
    return arena_strdup(s->arena, region);
}

static bool is_memory_told(const char *gpu)
{
    return strpbrk(gpu, "-") != NULL;
}

/* --- clouds that need care -------------------------------------------------------------------- */
/* Vast: memory of all cards together; a name that covers cards of 40 and of 80 GB, with bucketed
 * processors and memory behind it; places by country. */
static void mend_vast(struct sky *s, struct sky_row *r)
{
    const char *name = r->instance + strcspn(r->instance, "-");
    size_t stem = (size_t)(name - r->instance) + 1 + strcspn(name + (*name == '-'), "-");
    double of_one = r->memory_gb / r->count;

    r->region = country(s, r->region);
    if (known(of_one))
        r->memory_gb = of_one;
    if (stem >= strlen(r->instance))
        return;
    if (str_starts(r->gpu, "A100") && known(r->memory_gb)) {
        struct str text;
        str_init(&text, 256);
        str_addn(&text, r->instance, stem);
        str_addf(&text, "_%.0fGB", r->memory_gb);
        r->instance = arena_strdup(s->arena, text.p);
        str_free(&text);
    } else {
        r->instance = arena_strndup(s->arena, r->instance, stem);
    }
}

/* Shadeform resells: `lambdalabs_A6000x4` is counted with the cloud that has it, if that is known.
 */
static bool resold(const struct sky *s, const struct sky_row *r)
{
    char seller[64];
    size_t n = strcspn(r->instance, "_");

    if (!str_eq(s->provider, "shadeform") || n >= sizeof seller || r->instance[n] == '\0')
        return false;
    memcpy(seller, r->instance, n);
    seller[n] = '\0';
    return market_provider(s->in->about->market, seller) != NULL;
}

/* In these lists A100 and V100 without more are the cards of 40 and 16 GB. */
static void usual_memory(struct sky_row *r)
{
    if (known(r->memory_gb) || is_memory_told(r->gpu))
        return;
    if (str_eq(r->gpu, "A100"))
        r->memory_gb = 40;
    else if (str_eq(r->gpu, "V100"))
        r->memory_gb = 16;
}

/* --- rows out -------------------------------------------------------------------------------- */
static bool put(struct sky *s, const struct feed_row *row, double price)
{
    if (s->out_n == s->out_cap) {
        size_t cap = s->out_cap > 0 ? 2 * s->out_cap : 1024;
        struct fold_row *more = ARENA_ARRAY(s->arena, struct fold_row, cap);

        if (more == NULL)
            return false;
        if (s->out_n > 0)
            memcpy(more, s->out, s->out_n * sizeof *more);
        s->out = more;
        s->out_cap = cap;
    }
    s->out[s->out_n++] = (struct fold_row){.row = *row, .price = price > 0 ? price : UNKNOWN};
    return true;
}

bool sky_put(struct sky *s, const struct sky_row *r, enum judge_reason held)
{
    bool market_place = str_eq(s->provider, "vast");
    struct feed_row row = {.line = r->line,
                           .provider = s->provider,
                           .instance = r->instance,
                           .region = r->region,
                           .zone = r->zone,
                           .kind = market_place ? "community" : "on-demand",
                           .gpu = r->gpu,
                           .gpu_count = r->count_text,
                           .vcpus = market_place ? "" : r->vcpus,
                           .ram_gib = market_place ? "" : r->ram,
                           .currency = "USD",
                           .price_hour = r->price_text,
                           .date = s->in->day,
                           .source = s->source,
                           .rank = RANK_COLLECTOR,
                           .held = held,
                           .memory_gb = known(r->memory_gb) ? r->memory_gb : 0};

    if (!put(s, &row, r->price))
        return false;
    s->out[s->out_n - 1].cards_price = r->cards_price;
    if (r->spot_text[0] == '\0' || judge_reason_class(held) == JUDGE_PASSED)
        return true;
    row.kind = "spot";
    row.price_hour = r->spot_text;
    if (held == JUDGED_NONE && r->spot > 0 && r->spot >= r->price)
        row.held = JUDGED_SPOT;
    return put(s, &row, r->spot);
}

static bool put_row(struct sky *s, struct sky_row *r)
{
    if (r->gpu[0] == '\0' || r->count == 0)
        return sky_put(s, r, JUDGED_NO_CARD);
    if (str_eq(s->provider, "vast"))
        mend_vast(s, r);
    usual_memory(r);
    return sky_put(s, r, resold(s, r) ? JUDGED_RESOLD : JUDGED_NONE);
}

/* --- reading --------------------------------------------------------------------------------- */
static const char *keep(struct sky *s, const struct csv *c, int column)
{
    const char *text = csv_field(c, column);
    return text[0] == '\0' ? "" : arena_strdup(s->arena, text);
}

static bool take_row(struct sky *s, const struct csv *c, const int at[COLUMNS])
{
    if (s->n == s->cap) {
        size_t cap = s->cap > 0 ? 2 * s->cap : 1024;
        struct sky_row *more = ARENA_ARRAY(s->arena, struct sky_row, cap);

        if (more == NULL)
            return false;
        if (s->n > 0)
            memcpy(more, s->row, s->n * sizeof *more);
        s->row = more;
        s->cap = cap;
    }
    s->row[s->n++] = (struct sky_row){.line = csv_line(c),
                                      .instance = keep(s, c, at[INSTANCE]),
                                      .gpu = keep(s, c, at[GPU]),
                                      .count_text = keep(s, c, at[COUNT]),
                                      .count = number(csv_field(c, at[COUNT])),
                                      .region = keep(s, c, at[REGION]),
                                      .zone = keep(s, c, at[ZONE]),
                                      .vcpus = keep(s, c, at[VCPUS]),
                                      .ram = keep(s, c, at[RAM]),
                                      .price_text = keep(s, c, at[PRICE]),
                                      .price = number(csv_field(c, at[PRICE])),
                                      .spot_text = keep(s, c, at[SPOT]),
                                      .spot = number(csv_field(c, at[SPOT])),
                                      .memory_gb = sky_memory_gb(csv_field(c, at[INFO]))};
    return !arena_failed(s->arena);
}

static enum err read_rows(struct sky *s, struct csv *c, struct err_info *e)
{
    int at[COLUMNS], broken = 0;

    for (int k = 0; k < COLUMNS; k++)
        at[k] = feed_column(c, names[k]);
    csv_lenient(c);
    for (;;) {
        bool more = false;
        enum err rc = csv_next(c, &more, e);

        if (rc == OK && !more)
            return OK;
        if (rc == OK && !take_row(s, c, at))
            return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        if (rc == OK)
            continue;
        if (rc == ERR_NOMEM || ++broken > BROKEN_MAX)
            return rc;
        struct feed_row row = {.line = csv_line(c), .broken = true, .rank = RANK_COLLECTOR};
        err_clear(e);
        rc = feed_emit(s->in, &row, e);
        if (rc != OK)
            return rc;
    }
}

static int by_text(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

static size_t count_regions(struct sky *s)
{
    const char **all = ARENA_ARRAY(s->arena, const char *, s->n + 1);
    size_t regions = 0;

    if (all == NULL)
        return 0;
    for (size_t i = 0; i < s->n; i++)
        all[i] = s->row[i].region;
    qsort(all, s->n, sizeof *all, by_text);
    for (size_t i = 0; i < s->n; i++)
        regions += all[i][0] != '\0' && (i == 0 || strcmp(all[i], all[i - 1]) != 0);
    return regions;
}

static double known_usd(void *ctx, const struct feed_row *row)
{
    const struct sky *s = ctx;
    return market_median_usd(s->in->about->market, s->provider, row->instance, KIND_ON_DEMAND);
}

static enum err put_all(struct sky *s, struct err_info *e)
{
    size_t regions = count_regions(s);
    bool ok = true;

    if (str_eq(s->provider, "gcp")) {
        ok = sky_join_gcp(s);
    } else {
        for (size_t i = 0; ok && i < s->n; i++)
            ok = put_row(s, &s->row[i]);
    }
    if (!ok || arena_failed(s->arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return feed_fold(s->in, s->out, s->out_n, regions, known_usd, s, e);
}

bool feed_skypilot_sniff(const char *head, size_t n)
{
    static const char *const columns[] = {"InstanceType", "AcceleratorName", "AcceleratorCount",
                                          "Price|SpotPrice"};

    (void)n;
    return feed_has_columns(head, columns, 4);
}

enum err feed_skypilot_read(struct feed_input *in, struct err_info *e)
{
    struct sky s = {.in = in, .arena = in->arena, .provider = feed_provider(in)};
    struct csv *c;
    struct str source;
    enum err rc;

    if (s.provider == NULL)
        return feed_no(in, MSG_FEED_PROVIDER, NULL, e);
    str_init(&source, 200);
    str_addf(&source, "SkyPilot catalog, %s", s.provider);
    s.source = feed_source(in, source.p);
    str_free(&source);
    rc = csv_open(&c, in->text, in->len, in->about->place, e);
    if (rc != OK)
        return rc;
    rc = read_rows(&s, c, e);
    csv_close(c);
    return rc == OK ? put_all(&s, e) : rc;
}
