/*
 * feed_list.c - price lists as CSV: of the user's own, with the columns of `dlrig offers --format
 * csv` in any order and any case, and of others that call the same columns by other names (price
 * lists that Karpenter carries, those of gpuhunt). Columns that are not prices of a machine for
 * rent are passed over: they follow from the others. Read piece by piece, however long it is.
 */
#include <string.h>

#include "base/num.h"
#include "pricing/feed_parse.h"

#define BROKEN_MAX 100000 /* lines that are none: then it is no CSV at all */

enum cell {
    PROVIDER,
    INSTANCE,
    REGION,
    ZONE,
    KIND,
    GPU,
    GPU_COUNT,
    VCPUS,
    RAM_GIB,
    LINK,
    RDMA,
    NETWORK_GBPS,
    CURRENCY,
    PRICE_HOUR,
    PRICE_MONTH,
    DATE,
    CHECKED,
    GPU_MEMORY,
    SPOT,
    FLAGS,
    CELLS
};

/* What a column may be called; the first name is that of a list of one's own. */
static const char *const names[CELLS][5] = {
    [PROVIDER] = {"provider"},
    [INSTANCE] = {"instance", "instance_type", "instance_name", "arm_sku_name"},
    [REGION] = {"region", "location"},
    [ZONE] = {"zone"},
    [KIND] = {"kind"},
    [GPU] = {"gpu", "gpu_name"},
    [GPU_COUNT] = {"gpu_count"},
    [VCPUS] = {"vcpus", "vcpu", "cpu"},
    [RAM_GIB] = {"ram_gib", "memory_gib", "memory"},
    [LINK] = {"link"},
    [RDMA] = {"rdma"},
    [NETWORK_GBPS] = {"network_gbps"},
    [CURRENCY] = {"currency"},
    [PRICE_HOUR] = {"price_hour", "price_per_hour", "price_usd_per_hour", "price_cny_per_hour",
                    "price"},
    [PRICE_MONTH] = {"price_month"},
    [DATE] = {"date", "generated_at"},
    [CHECKED] = {"checked"},
    [GPU_MEMORY] = {"gpu_memory"},
    [SPOT] = {"spot"},
    [FLAGS] = {"flags"},
};

struct list {
    struct csv *csv;
    int at[CELLS];
    const char *price_name; /* of the column: it may tell the currency */
    const char *provider;   /* of a list without that column */
    enum source_rank rank;
    int broken;
    char source[160];
};

static void find_columns(struct list *l)
{
    l->price_name = "";
    for (int k = 0; k < CELLS; k++) {
        l->at[k] = -1;
        for (int i = 0; i < 5 && names[k][i] != NULL && l->at[k] < 0; i++) {
            l->at[k] = feed_column(l->csv, names[k][i]);
            if (k == PRICE_HOUR && l->at[k] >= 0)
                l->price_name = names[k][i];
        }
    }
}

/* The first column that a price list cannot do without and this one does; NULL: all there. A list
 * of one cloud by somebody else need not say which cloud, which kind and, in the name of the
 * price, which currency. */
static const char *missing(const struct list *l)
{
    bool own = l->at[PROVIDER] >= 0 || l->at[KIND] >= 0;
    bool money = strstr(l->price_name, "usd") != NULL || strstr(l->price_name, "cny") != NULL ||
                 (l->at[SPOT] >= 0 && str_eq(l->price_name, "price"));

    if (l->at[INSTANCE] >= 0 && l->at[PRICE_HOUR] >= 0 && !own && (money || l->at[CURRENCY] >= 0))
        return NULL;
    if (l->at[PROVIDER] < 0)
        return "provider";
    if (l->at[INSTANCE] < 0)
        return "instance";
    if (l->at[KIND] < 0)
        return "kind";
    if (l->at[CURRENCY] < 0 && !money)
        return "currency";
    return l->at[PRICE_HOUR] < 0 && l->at[PRICE_MONTH] < 0 ? "price_hour" : NULL;
}

static enum err open_list(struct feed_input *in, struct list *l, struct err_info *e)
{
    enum err rc = csv_open(&l->csv, in->text, in->len, in->about->place, e);

    if (rc != OK)
        return rc;
    find_columns(l);
    const char *gone = missing(l);
    if (gone != NULL) {
        err_where(e, in->about->place, csv_line(l->csv), NULL);
        return err_set(e, ERR_VALUE, MSG_PRICING_NOT_A_LIST, 1, &ARG_STR(gone));
    }
    l->rank = l->at[PROVIDER] >= 0 ? RANK_YOURS : l->at[SPOT] >= 0 ? RANK_COLLECTOR : RANK_CLOUD;
    if (l->rank == RANK_YOURS)
        return OK;
    l->provider = feed_provider(in);
    struct str s;
    str_init(&s, sizeof l->source - 1);
    str_addf(&s, "price list %s", in->about->name != NULL ? in->about->name : "of a cloud");
    const char *source = l->at[DATE] >= 0 ? s.p : feed_source(in, s.p);
    str_copy(l->source, sizeof l->source, source != NULL ? source : "");
    str_free(&s);
    return OK;
}

/* --- rows ------------------------------------------------------------------------------------ */
static const char *cell(const struct list *l, enum cell k)
{
    return csv_field(l->csv, l->at[k]);
}

/* The cloud of a list that has no column for it; some names of machines tell it. */
static const char *provider_of(const struct list *l, const char *instance)
{
    if (l->at[PROVIDER] >= 0)
        return cell(l, PROVIDER);
    if (str_starts(instance, "ecs."))
        return "alibaba";
    return str_starts(instance, "Standard_") ? "azure" : l->provider;
}

static const char *kind_of(const struct list *l)
{
    if (l->at[KIND] >= 0)
        return cell(l, KIND);
    return str_case_eq(cell(l, SPOT), "true") ? "spot" : "on-demand";
}

static const char *currency_of(const struct list *l)
{
    if (l->at[CURRENCY] >= 0)
        return cell(l, CURRENCY);
    return strstr(l->price_name, "cny") != NULL ? "CNY" : "USD";
}

/* The texts of the row; day: of rows that tell none. */
static struct feed_row row_of(const struct list *l, const char *day, char from[11])
{
    double number;
    const char *gpu = cell(l, GPU), *count = cell(l, GPU_COUNT), *date = cell(l, DATE);

    if (l->at[GPU_COUNT] < 0 && num_plain(gpu, &number) == NUM_OK) {
        count = gpu; /* a column `gpu` with figures says how many */
        gpu = "";
    }
    if (l->rank != RANK_YOURS) {
        feed_day(from, date);
        date = from[0] != '\0' ? from : day;
    }
    return (struct feed_row){
        .line = csv_line(l->csv),
        .provider = provider_of(l, cell(l, INSTANCE)),
        .instance = cell(l, INSTANCE),
        .region = cell(l, REGION),
        .zone = cell(l, ZONE),
        .kind = kind_of(l),
        .gpu = gpu,
        .gpu_count = count,
        .vcpus = cell(l, VCPUS),
        .ram_gib = cell(l, RAM_GIB),
        .link = cell(l, LINK),
        .rdma = cell(l, RDMA),
        .network_gbps = cell(l, NETWORK_GBPS),
        .currency = currency_of(l),
        .price_hour = cell(l, PRICE_HOUR),
        .price_month = cell(l, PRICE_MONTH),
        .date = date,
        .checked = cell(l, CHECKED),
        .source = l->rank == RANK_YOURS ? NULL : l->source,
        .rank = l->rank,
        .memory_gb = num_plain(cell(l, GPU_MEMORY), &number) == NUM_OK ? number : 0,
    };
}

static enum err one_row(struct feed_input *in, const struct list *l, struct err_info *e)
{
    char from[11];
    struct feed_row row = row_of(l, in->day, from);
    double count;

    if (row.provider == NULL)
        return feed_no(in, MSG_FEED_PROVIDER, NULL, e);
    if (l->rank == RANK_COLLECTOR && cell(l, FLAGS)[0] != '\0')
        row.held = JUDGED_TERMS;
    else if (l->rank != RANK_YOURS && num_plain(row.gpu_count, &count) == NUM_OK && count == 0)
        row.held = JUDGED_NO_CARD;
    return feed_emit(in, &row, e);
}

static enum err read_rows(struct feed_input *in, struct list *l, struct err_info *e)
{
    for (;;) {
        bool more = false;
        enum err rc = csv_next(l->csv, &more, e);

        if (rc == OK && !more)
            return OK;
        if (rc == OK) {
            rc = one_row(in, l, e);
        } else if (rc != ERR_NOMEM && ++l->broken <= BROKEN_MAX) {
            struct feed_row row = {.line = csv_line(l->csv), .broken = true, .rank = l->rank};
            if (e != NULL && e->msg.id == MSG_TEXT_NOT_UTF8)
                row.held = JUDGED_ENCODING;
            err_clear(e);
            rc = feed_emit(in, &row, e);
        }
        if (rc != OK)
            return rc;
    }
}

static void drop(void *state)
{
    struct list *l = state;

    csv_close(l->csv);
}

bool feed_list_sniff(const char *head, size_t n)
{
    /* one column short of a list of one's own: open_list tells which is missing */
    static const char *const own[][2] = {{"provider", "instance"},
                                         {"provider", "price_hour|price_month"}};
    static const char *const other[] = {
        "instance_type|arm_sku_name|instance_name",
        "price_hour|price_per_hour|price_usd_per_hour|price_cny_per_hour|price"};

    (void)n;
    return feed_has_columns(head, own[0], 2) || feed_has_columns(head, own[1], 2) ||
           feed_has_columns(head, other, 2);
}

enum err feed_list_read(struct feed_input *in, struct err_info *e)
{
    struct list *l = in->state;
    enum err rc = OK;

    if (in->first) {
        in->state = l = ARENA_NEW(in->arena, struct list);
        in->drop = drop;
        rc = l == NULL ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : open_list(in, l, e);
    } else {
        csv_more(l->csv, in->text, in->len);
    }
    return rc == OK ? read_rows(in, l, e) : rc;
}
