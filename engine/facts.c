#include "engine/facts.h"

#include <string.h>

#include "base/str.h"

bool origin_unverified(const struct origin *o)
{
    return !o->yours && (o->confidence == 'D' ||
                         (o->source != NULL && strstr(o->source, "from memory") != NULL));
}

/* Every catalog struct begins with its id, so that one search serves all tables. */
struct index {
    const void *base;
    size_t n, size;
};

static struct index index_of(const struct facts *f, const char *table)
{
    const struct {
        const char *name;
        struct index index;
    } tables[] = {
        {"accelerators", {f->accel, f->accel_n, sizeof *f->accel}},
        {"models", {f->model, f->model_n, sizeof *f->model}},
        {"interconnects", {f->interconnect, f->interconnect_n, sizeof *f->interconnect}},
        {"cpus", {f->cpu, f->cpu_n, sizeof *f->cpu}},
        {"platforms", {f->platform, f->platform_n, sizeof *f->platform}},
        {"memory", {f->memory, f->memory_n, sizeof *f->memory}},
        {"ssds", {f->ssd, f->ssd_n, sizeof *f->ssd}},
        {"hdds", {f->hdd, f->hdd_n, sizeof *f->hdd}},
        {"raid_hba", {f->controller, f->controller_n, sizeof *f->controller}},
        {"enclosures", {f->enclosure, f->enclosure_n, sizeof *f->enclosure}},
        {"psus", {f->psu, f->psu_n, sizeof *f->psu}},
        {"cases", {f->chassis, f->chassis_n, sizeof *f->chassis}},
        {"coolers", {f->cooler, f->cooler_n, sizeof *f->cooler}},
        {"fans", {f->fan, f->fan_n, sizeof *f->fan}},
        {"nics", {f->nic, f->nic_n, sizeof *f->nic}},
        {"switches", {f->net_switch, f->net_switch_n, sizeof *f->net_switch}},
        {"ups", {f->ups, f->ups_n, sizeof *f->ups}},
        {"cables", {f->extra, f->extra_n, sizeof *f->extra}},
        {"regions", {f->region, f->region_n, sizeof *f->region}},
        {"engines", {f->engine, f->engine_n, sizeof *f->engine}},
        {"providers", {f->provider, f->provider_n, sizeof *f->provider}},
    };

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (str_eq(tables[i].name, table))
            return tables[i].index;
    return (struct index){NULL, 0, 1};
}

static const void *row_at(const struct index *x, size_t i)
{
    return (const char *)x->base + i * x->size;
}

static const char *id_at(const struct index *x, size_t i)
{
    const char *id;

    memcpy(&id, row_at(x, i), sizeof id);
    return id;
}

static const void *find(const struct index *x, const char *id)
{
    size_t lo = 0, hi = id == NULL ? 0 : x->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(id_at(x, mid), id);

        if (c == 0)
            return row_at(x, mid);
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

const struct accel *facts_accel(const struct facts *f, const char *id)
{
    struct index x = {f->accel, f->accel_n, sizeof *f->accel};

    return find(&x, id);
}

const struct model *facts_model(const struct facts *f, const char *id)
{
    struct index x = {f->model, f->model_n, sizeof *f->model};

    return find(&x, id);
}

const struct region *facts_region(const struct facts *f, const char *code)
{
    struct index x = {f->region, f->region_n, sizeof *f->region};

    return find(&x, code);
}

const struct engine_row *facts_engine(const struct facts *f, const char *id)
{
    struct index x = {f->engine, f->engine_n, sizeof *f->engine};

    return find(&x, id);
}

const struct provider *facts_provider(const struct facts *f, const char *id)
{
    struct index x = {f->provider, f->provider_n, sizeof *f->provider};

    return find(&x, id);
}

const struct closed_region *facts_closed_region(const struct facts *f, const char *provider,
                                                const char *region)
{
    for (size_t i = 0; region != NULL && i < f->closed_region_n; i++) {
        const struct closed_region *c = &f->closed_region[i];

        if (str_eq(c->provider, provider) && str_starts(region, c->prefix))
            return c;
    }
    return NULL;
}

const char *facts_image(const struct facts *f, const struct provider *p, const struct accel *a,
                        const char **source)
{
    *source = NULL;
    if (p != NULL && p->image != NULL && str_eq(a->stack, "CUDA")) {
        *source = p->image_source;
        return p->image;
    }
    for (size_t i = 0; i < f->image_n; i++)
        if (str_eq(f->image[i].stack, a->stack)) {
            *source = f->image[i].from.source;
            return f->image[i].image;
        }
    return NULL;
}

const struct spot_term *facts_spot_term(const struct facts *f, const char *provider,
                                        const char *accel_id)
{
    const struct spot_term *found = NULL;
    int best = -1;

    for (size_t i = 0; i < f->spot_term_n; i++) {
        const struct spot_term *t = &f->spot_term[i];
        bool theirs = str_eq(t->provider, provider);
        bool card = t->accel_id != NULL && str_eq(t->accel_id, accel_id);
        int rank = (theirs ? 2 : 0) + (card ? 1 : 0);

        if ((theirs || str_eq(t->provider, "*")) && (card || t->accel_id == NULL) && rank > best) {
            best = rank;
            found = t;
        }
    }
    return found;
}

bool engine_runs_on(const struct engine_row *e, const struct accel *a)
{
    if (e == NULL || str_empty(e->stacks) || str_empty(a->stack))
        return true;
    for (const char *p = e->stacks; *p != '\0';) {
        size_t n = strcspn(p, " ");

        /* "ROCm / Vulkan" is half of ROCm: not what the engine runs on as it comes. */
        if (strncmp(a->stack, p, n) == 0 && strncmp(a->stack + n, " / ", 3) != 0)
            return true;
        p += n + (p[n] == ' ' ? 1 : 0);
    }
    return false;
}

const struct factor *facts_factor(const struct facts *f, const char *table, const char *id)
{
    size_t lo = 0, hi = table == NULL || id == NULL ? 0 : f->factor_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(f->factor[mid].table, table);

        if (c == 0)
            c = strcmp(f->factor[mid].id, id);
        if (c == 0)
            return &f->factor[mid];
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

/* First offer whose card does not stand before that one in the table of cards. */
static size_t offer_from(const struct prices *p, int accel)
{
    size_t lo = 0, hi = p->offer_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (p->offer[mid].accel < accel)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t prices_of(const struct prices *p, int accel, const struct offer **first)
{
    size_t from = offer_from(p, accel);

    *first = p->offer_n > 0 ? &p->offer[from] : NULL;
    return offer_from(p, accel + 1) - from;
}

size_t facts_index_count(const struct facts *f, const char *table)
{
    return index_of(f, table).n;
}

const char *facts_index_id(const struct facts *f, const char *table, size_t i)
{
    struct index x = index_of(f, table);

    return i < x.n ? id_at(&x, i) : NULL;
}

const char *facts_index_find(const struct facts *f, const char *table, const char *id)
{
    struct index x = index_of(f, table);
    const void *row = find(&x, id);
    const char *own = NULL;

    if (row != NULL)
        memcpy(&own, row, sizeof own);
    return own;
}

/* --- rates ------------------------------------------------------------------------------------ */

static int rate_order(const struct fx_rate *r, const char *base, const char *quote)
{
    int c = strcmp(r->base, base);

    return c != 0 ? c : strcmp(r->quote, quote);
}

/* newest: the latest row of the pair; rates are sorted by base, quote, date. */
static const struct fx_rate *newest(const struct facts *f, const char *base, const char *quote)
{
    size_t lo = 0, hi = f->fx_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (rate_order(&f->fx[mid], base, quote) <= 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo > 0 && rate_order(&f->fx[lo - 1], base, quote) == 0 ? &f->fx[lo - 1] : NULL;
}

/* direct: `to` for one of `from` without crossing; the newer of the row and its inverse. */
static double direct(const struct facts *f, const char *from, const char *to,
                     const struct fx_rate **used)
{
    const struct fx_rate *there, *back;

    *used = NULL;
    if (str_eq(from, to))
        return 1;
    there = newest(f, from, to);
    back = newest(f, to, from);
    if (there != NULL && back != NULL && there->from.date != NULL && back->from.date != NULL &&
        strcmp(back->from.date, there->from.date) > 0)
        there = NULL;
    if (there != NULL) {
        *used = there;
        return there->rate;
    }
    if (back == NULL || !(back->rate > 0))
        return UNKNOWN;
    *used = back;
    return 1 / back->rate;
}

double facts_convert(const struct facts *f, double amount, const char *from, const char *to,
                     const struct fx_rate **used)
{
    static const char *const through[] = {"USD", "EUR"};
    const struct fx_rate *first, *second;
    double rate;

    if (used != NULL)
        *used = NULL;
    if (from == NULL || to == NULL)
        return UNKNOWN;
    rate = direct(f, from, to, &first);
    for (size_t i = 0; !known(rate) && i < sizeof through / sizeof through[0]; i++) {
        rate = direct(f, from, through[i], &first) * direct(f, through[i], to, &second);
        if (first == NULL)
            first = second;
    }
    if (!known(rate))
        return UNKNOWN;
    if (used != NULL)
        *used = first;
    return amount * rate;
}

/* --- words ------------------------------------------------------------------------------------ */

const char *accel_label(const struct accel *a)
{
    return a->label != NULL ? a->label : a->name != NULL ? a->name : a->id;
}

const char *price_kind_word(enum price_kind k)
{
    static const char *const words[KIND_COUNT] = {
        [KIND_ON_DEMAND] = "on-demand",
        [KIND_SPOT] = "spot",
        [KIND_MONTH] = "month",
        [KIND_RESERVED_1Y] = "reserved-1y",
        [KIND_RESERVED_3Y] = "reserved-3y",
        [KIND_COMMUNITY] = "community",
        [KIND_OWN] = "own",
        [KIND_HYBRID] = "hybrid",
    };

    return k >= 0 && k < KIND_COUNT ? words[k] : "unknown";
}

enum msg_id part_kind_label(enum part_kind k)
{
    static const enum msg_id ids[PART_KINDS] = {
        [PART_GPU] = MSG_PART_GPU,        [PART_PLATFORM] = MSG_PART_PLATFORM,
        [PART_CPU] = MSG_PART_CPU,        [PART_COOLER] = MSG_PART_COOLER,
        [PART_MEMORY] = MSG_PART_MEMORY,  [PART_SSD] = MSG_PART_SSD,
        [PART_HDD] = MSG_PART_HDD,        [PART_PSU] = MSG_PART_PSU,
        [PART_CASE] = MSG_PART_CASE,      [PART_FAN] = MSG_PART_FAN,
        [PART_NIC] = MSG_PART_NIC,        [PART_SWITCH] = MSG_PART_SWITCH,
        [PART_CABLE] = MSG_PART_CABLE,    [PART_UPS] = MSG_PART_UPS,
        [PART_RACK] = MSG_PART_RACK,      [PART_SPARE] = MSG_PART_SPARE,
        [PART_SERVICE] = MSG_PART_SERVICE};
    return k < PART_KINDS ? ids[k] : MSG_NONE;
}

const char *part_kind_word(enum part_kind k)
{
    static const char *const words[PART_KINDS] = {
        [PART_GPU] = "gpu",       [PART_PLATFORM] = "platform", [PART_CPU] = "cpu",
        [PART_COOLER] = "cooler", [PART_MEMORY] = "memory",     [PART_SSD] = "ssd",
        [PART_HDD] = "hdd",       [PART_PSU] = "psu",           [PART_CASE] = "case",
        [PART_FAN] = "fan",       [PART_NIC] = "nic",           [PART_SWITCH] = "switch",
        [PART_CABLE] = "cable",   [PART_UPS] = "ups",           [PART_RACK] = "rack",
        [PART_SPARE] = "spare",   [PART_SERVICE] = "service",
    };

    return k >= 0 && k < PART_KINDS ? words[k] : "unknown";
}
