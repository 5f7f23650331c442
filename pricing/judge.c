#include "pricing/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "pricing/market.h"

#define MONTH_HOURS 730.0
#define NAME_BYTES 128
#define NUMBER_BYTES 64
#define MEDIAN_OF 3          /* fewer offers tell nothing about a kind */
#define HOUR_LOW_USD 0.005   /* of a machine */
#define HOUR_HIGH_USD 2000.0 /* of up to eight cards */
#define COUNT_MAX 100000.0
#define SAME 1e-9 /* prices printed with 12 digits and read back */

struct judge {
    const struct facts *f;
    struct market *market;
    const struct prices *shipped, *last;
    const struct offer **shipped_by_key, **last_by_key;
    double *median_usd; /* of a card-hour, by card and kind; the last of a card: all kinds */
    char day[11], tomorrow[11]; /* today; somewhere it is tomorrow already */
};

#define KINDS (KIND_COUNT + 1)

/* --- what is known already ------------------------------------------------------------------- */
static int by_key(const void *a, const void *b)
{
    const struct offer *const *x = a, *const *y = b;
    return offer_key_order(*x, *y);
}

static const struct offer **index_keys(const struct prices *p, struct arena *a)
{
    const struct offer **all = ARENA_ARRAY(a, const struct offer *, p->offer_n + 1);

    if (all == NULL)
        return NULL;
    for (size_t i = 0; i < p->offer_n; i++)
        all[i] = &p->offer[i];
    qsort(all, p->offer_n, sizeof *all, by_key);
    return all;
}

static const struct offer *find_key(const struct offer **all, size_t n, const struct offer *key)
{
    const struct offer *const *hit = bsearch(&key, all, n, sizeof *all, by_key);
    return hit != NULL ? *hit : NULL;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *x, size_t n)
{
    if (n < MEDIAN_OF)
        return UNKNOWN;
    qsort(x, n, sizeof *x, by_value);
    return n % 2 == 1 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

/* The medians of one card: `all` are its offers. */
static void medians_of(struct judge *j, const struct offer *all, size_t n, double *room)
{
    double *out = &j->median_usd[(size_t)all->accel * KINDS];

    for (int k = 0; k <= KIND_COUNT; k++) {
        size_t m = 0;

        for (size_t i = 0; i < n; i++) {
            double usd = facts_convert(j->f, all[i].price_hour, all[i].currency, "USD", NULL);
            if ((k == KIND_COUNT || all[i].kind == (enum price_kind)k) && known(usd))
                room[m++] = usd / all[i].gpu_count;
        }
        out[k] = median(room, m);
    }
}

static bool find_medians(struct judge *j, struct arena *a)
{
    const struct prices *p = j->last;
    size_t n = j->f->accel_n * KINDS;
    double *room = ARENA_ARRAY(a, double, p->offer_n + 1);

    j->median_usd = ARENA_ARRAY(a, double, n + 1);
    if (room == NULL || j->median_usd == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        j->median_usd[i] = UNKNOWN;
    for (size_t from = 0, to; from < p->offer_n; from = to) { /* sorted by card first */
        for (to = from + 1; to < p->offer_n && p->offer[to].accel == p->offer[from].accel;)
            to++;
        medians_of(j, &p->offer[from], to - from, room);
    }
    return true;
}

struct judge *judge_new(const struct facts *f, const struct prices *shipped,
                        const struct prices *last, int32_t today, struct arena *a)
{
    struct judge *j = ARENA_NEW(a, struct judge);

    if (j == NULL)
        return NULL;
    *j = (struct judge){.f = f, .shipped = shipped, .last = last};
    date_format(today, j->day);
    date_format(today + 1, j->tomorrow);
    j->shipped_by_key = index_keys(shipped, a);
    j->last_by_key = index_keys(last, a);
    j->market = market_new(f, shipped, a);
    if (j->shipped_by_key == NULL || j->last_by_key == NULL || j->market == NULL ||
        !find_medians(j, a))
        return NULL;
    return j;
}

const struct facts *judge_facts(const struct judge *j)
{
    return j->f;
}

struct market *judge_market(struct judge *j)
{
    return j->market;
}

void judge_set_median(struct judge *j, int accel, enum price_kind kind, double usd)
{
    j->median_usd[(size_t)accel * KINDS + (size_t)kind] = usd;
}

/* --- reading a row --------------------------------------------------------------------------- */
/* The length of a text that is a name as it stands, of ASCII without blanks; else 0. */
static size_t plain_name(const char *cell)
{
    size_t n = 0;

    while (cell[n] > ' ' && cell[n] <= '~')
        n++;
    return cell[n] == '\0' && cell[0] != '\'' && n < NAME_BYTES ? n : 0;
}

/* A cleaned copy; NULL for an empty cell. The apostrophe that keeps spreadsheets from running a
 * cell as a formula is taken off again. */
static const char *name(const char *cell, struct arena *a)
{
    char clean[NAME_BYTES], *copy;
    size_t plain = plain_name(cell);

    if (cell[0] == '\0')
        return NULL;
    if (plain > 0) {
        copy = arena_alloc(a, plain + 1);
        return copy != NULL ? memcpy(copy, cell, plain) : NULL; /* the arena's bytes are 0 */
    }
    if (cell[0] == '\'' && cell[1] != '\0' && strchr("=+-@", cell[1]) != NULL)
        cell++;
    text_clean_buf(clean, sizeof clean, cell);
    const char *from = clean + strspn(clean, " ");
    size_t n = strlen(from);
    while (n > 0 && from[n - 1] == ' ')
        n--;
    return n == 0 ? NULL : arena_strndup(a, from, n);
}

static bool is_nothing(const char *cell)
{
    static const char *const words[] = {"", "n/a", "n/a*", "na", "null", "none", "unknown", "-"};

    if (cell[0] >= '0' && cell[0] <= '9')
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_case_eq(cell, words[i]))
            return true;
    return false;
}

/* A number that may be unknown; false when it is none. 0 is a number. */
static bool number(const char *cell, double *out)
{
    char bare[NUMBER_BYTES];
    size_t n;

    *out = UNKNOWN;
    if (is_nothing(cell) || num_plain(cell, out) == NUM_OK)
        return true;
    cell += strspn(cell, " \t"); /* as people and spreadsheets leave them around a figure */
    n = strlen(cell);
    while (n > 0 && (cell[n - 1] == ' ' || cell[n - 1] == '\t'))
        n--;
    if (n >= sizeof bare)
        return false;
    memcpy(bare, cell, n);
    bare[n] = '\0';
    return is_nothing(bare) || num_plain(bare, out) == NUM_OK;
}

/* The code of a currency, which shops write as a sign or a word. */
static const char *currency(const char *cell, struct arena *a)
{
    const char *code = name(cell, a);
    char iso[4];

    bool is_code = code != NULL && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
    if (code == NULL || (is_code && !str_eq(code, "RMB")))
        return code; /* of most rows: at once */
    return num_currency(code, iso) ? arena_strdup(a, iso) : code;
}

/* An amount, which may tell its currency: "￥1.98/小时"; one that is not the row's is no number. */
static bool money(const char *cell, double *out, struct offer *o, struct arena *a)
{
    char iso[4];

    if (number(cell, out))
        return true;
    if (!num_price(cell, out, iso) || iso[0] == '\0')
        return false;
    if (o->currency == NULL)
        o->currency = arena_strdup(a, iso);
    return str_eq(o->currency, iso);
}

static enum tri yes_no(const char *cell)
{
    if (str_case_eq(cell, "yes") || str_case_eq(cell, "true") || str_eq(cell, "1"))
        return TRI_YES;
    if (str_case_eq(cell, "no") || str_case_eq(cell, "false") || str_eq(cell, "0"))
        return TRI_NO;
    return TRI_UNKNOWN;
}

static enum judge_reason read_kind(const char *word, struct offer *o)
{
    if (price_kind_read(word, &o->kind) && o->kind < KIND_OWN)
        return JUDGED_NONE;
    o->kind = KIND_COUNT;
    return JUDGED_KIND;
}

static bool is_slice(const struct offer *o)
{
    return (o->gpu_count > 0 && o->gpu_count < 1) ||
           (str_eq(o->provider, "alibaba") &&
            (str_starts(o->instance, "ecs.vgn") || str_starts(o->instance, "ecs.sgn")));
}

/* The card and how many; a row that names neither may name a machine that the catalog knows. */
static enum judge_reason read_cards(const struct judge *j, const struct feed_row *row,
                                    const char *gpu, struct offer *o)
{
    const struct offer *like = market_machine(j->market, o->provider, o->instance);
    bool named = gpu != NULL && !is_nothing(gpu);

    if (!number(row->gpu_count, &o->gpu_count))
        return JUDGED_NUMBER;
    if (is_slice(o))
        return JUDGED_SLICE;
    if (like != NULL && (!named || row->rank != RANK_YOURS)) {
        o->accel = like->accel;
        if (!known(o->gpu_count) || row->rank != RANK_YOURS)
            o->gpu_count = like->gpu_count;
    } else if (!named) {
        return JUDGED_NO_GPU;
    } else {
        o->accel = market_card(j->market, gpu, row->memory_gb, o->gpu_count);
        if (o->accel < 0)
            return JUDGED_GPU;
    }
    if (row->per_gpu && !known(o->gpu_count))
        o->gpu_count = 1;
    return o->gpu_count > 0 && o->gpu_count <= COUNT_MAX ? JUDGED_NONE : JUDGED_CARDS;
}

static enum judge_reason read_size(const struct feed_row *row, struct offer *o)
{
    const struct {
        const char *cell;
        double *to;
    } size[] = {{row->vcpus, &o->vcpus},
                {row->ram_gib, &o->ram_gib},
                {row->network_gbps, &o->network_gbps}};

    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++)
        if (!number(size[i].cell, size[i].to) || *size[i].to < 0)
            return JUDGED_NUMBER;
    o->rdma = yes_no(row->rdma);
    return JUDGED_NONE;
}

static enum judge_reason read_price(const struct judge *j, const struct feed_row *row,
                                    struct offer *o, struct arena *a)
{
    if (!money(row->price_hour, &o->price_hour, o, a) ||
        !money(row->price_month, &o->price_month, o, a) || o->price_hour < 0 || o->price_month < 0)
        return JUDGED_NUMBER;
    if (o->price_month == 0)
        o->price_month = UNKNOWN;
    if (!known(o->price_hour) || o->price_hour == 0)
        o->price_hour = known(o->price_month) ? o->price_month / MONTH_HOURS : UNKNOWN;
    if (!known(o->price_hour))
        return JUDGED_NO_PRICE;
    if (row->per_gpu) {
        o->price_hour *= o->gpu_count;
        o->price_month *= o->gpu_count;
    }
    if (o->kind == KIND_MONTH && !known(o->price_month))
        o->price_month = o->price_hour * MONTH_HOURS;
    if (o->currency == NULL || strlen(o->currency) != 3 ||
        !known(facts_convert(j->f, 1, o->currency, "USD", NULL)))
        return JUDGED_CURRENCY;
    return JUDGED_NONE;
}

/* A day may be known to the month or year only: then its beginning must not lie ahead. */
static enum judge_reason read_day(const struct judge *j, struct offer *o, struct arena *a)
{
    int32_t days;

    if (o->from.date == NULL) {
        o->from.date = arena_strdup(a, j->day);
        return JUDGED_NONE;
    }
    if (!date_parse(o->from.date, &days))
        return JUDGED_DATE;
    return strncmp(o->from.date, j->tomorrow, strlen(o->from.date)) > 0 ? JUDGED_FUTURE
                                                                        : JUDGED_NONE;
}

static void keep_texts(const struct judge *j, const struct feed_row *row, const char *source,
                       struct arena *a, struct verdict *v)
{
    struct offer *o = &v->offer;
    const char *id;

    *v = (struct verdict){.line = row->line, .repeats = row->repeats, .expected = UNKNOWN};
    *o = (struct offer){.rank = row->rank, .kind = KIND_COUNT, .accel = -1, .rdma = TRI_UNKNOWN};
    o->gpu_count = o->vcpus = o->ram_gib = o->network_gbps = o->local_disk_gb = UNKNOWN;
    o->price_hour = o->price_month = UNKNOWN;
    o->provider = name(row->provider, a);
    id = market_provider(j->market, o->provider);
    o->provider = id != NULL ? id : o->provider;
    o->instance = name(row->instance, a);
    o->region = name(row->region, a);
    if (str_case_eq(o->region, "global"))
        o->region = NULL;
    o->zone = name(row->zone, a);
    o->link = name(row->link, a);
    o->currency = currency(row->currency, a);
    o->from = (struct origin){.source = row->source != NULL ? arena_strdup(a, row->source) : source,
                              .confidence = row->rank == RANK_AGGREGATOR ? 'C' : 'B',
                              .yours = row->rank == RANK_YOURS};
    o->from.date = name(row->date, a);
    v->kind = name(row->kind, a);
    v->gpu = name(row->gpu, a);
}

static enum judge_reason read_row(const struct judge *j, const struct feed_row *row,
                                  struct arena *a, struct verdict *v)
{
    struct offer *o = &v->offer;
    enum judge_reason r;

    if (row->broken)
        return row->held != JUDGED_NONE ? row->held : JUDGED_LINE;
    if (o->provider == NULL)
        return JUDGED_NO_PROVIDER;
    if (o->instance == NULL)
        return JUDGED_NO_INSTANCE;
    r = read_kind(v->kind, o);
    if (r == JUDGED_NONE)
        v->kind = price_kind_word(o->kind);
    if (r == JUDGED_NONE)
        r = read_cards(j, row, v->gpu, o);
    if (r == JUDGED_NONE)
        r = read_size(row, o);
    if (r == JUDGED_NONE)
        r = read_price(j, row, o, a);
    if (r == JUDGED_NONE)
        r = read_day(j, o, a);
    return r;
}

/* --- believing it ---------------------------------------------------------------------------- */
static bool same(double a, double b)
{
    return (!known(a) && !known(b)) || fabs(a - b) <= SAME * fabs(b);
}

static bool says_the_same(const struct offer *a, const struct offer *b)
{
    return a->accel == b->accel && a->gpu_count == b->gpu_count &&
           str_eq(a->currency, b->currency) && same(a->price_hour, b->price_hour) &&
           same(a->price_month, b->price_month) && str_eq(a->from.date, b->from.date);
}

static bool far(double x, double from)
{
    return x > from * JUDGE_FAR || x * JUDGE_FAR < from;
}

/* An hour and a month of a package that contradict each other: which was changed? */
static bool contradicts(const struct offer *o)
{
    return known(o->price_month) && fabs(o->price_hour * MONTH_HOURS / o->price_month - 1) > 0.01;
}

static double median_for(const struct judge *j, const struct offer *o)
{
    const double *m = &j->median_usd[(size_t)o->accel * KINDS];
    double usd = known(m[o->kind]) ? m[o->kind] : m[KIND_COUNT];

    return facts_convert(j->f, usd * o->gpu_count, "USD", o->currency, NULL);
}

/* Far from what such cards cost, but near to what this machine costs elsewhere; or a price that may
 * be taken back, of which there are too few to tell, and low as such prices are. */
static bool usual(const struct judge *j, const struct offer *o)
{
    double usd = facts_convert(j->f, o->price_hour, o->currency, "USD", NULL);
    double here = market_median_usd(j->market, o->provider, o->instance, o->kind);
    const double *m = &j->median_usd[(size_t)o->accel * KINDS];
    bool low = usd < m[KIND_COUNT] * o->gpu_count;

    if (known(here))
        return !far(usd, here);
    return low && !known(m[o->kind]) && (o->kind == KIND_SPOT || o->kind == KIND_COMMUNITY);
}

/* What is odd about a price that reads well. */
static enum judge_reason doubt(const struct judge *j, const struct offer *o,
                               const struct offer *last, double *expected)
{
    double usd = facts_convert(j->f, o->price_hour, o->currency, "USD", NULL);
    double old = UNKNOWN, middle = median_for(j, o);

    if (contradicts(o)) {
        *expected = o->price_month / MONTH_HOURS;
        return JUDGED_HOUR_MONTH;
    }
    if (usd < HOUR_LOW_USD || usd > HOUR_HIGH_USD * fmax(1, o->gpu_count / 8))
        return JUDGED_RANGE;
    if (last != NULL && last->accel == o->accel)
        old = facts_convert(j->f, last->price_hour / last->gpu_count * o->gpu_count, last->currency,
                            o->currency, NULL);
    *expected = known(old) ? old : middle;
    if (known(old) && far(o->price_hour, old))
        return JUDGED_LAST;
    if (!known(old) && known(middle) && far(o->price_hour, middle) && !usual(j, o)) {
        *expected = middle;
        return JUDGED_MEDIAN;
    }
    if (known(old) && fabs(o->price_hour / old - 1) > JUDGE_CHANGED)
        return JUDGED_CHANGED;
    *expected = UNKNOWN;
    return JUDGED_NONE;
}

/* Against the other regions of the same list. */
static enum judge_reason against_regions(const struct judge *j, const struct offer *o,
                                         double elsewhere_usd, double *expected)
{
    double usd = facts_convert(j->f, o->price_hour, o->currency, "USD", NULL);

    if (!(elsewhere_usd > 0) || o->kind != KIND_ON_DEMAND || !known(usd))
        return JUDGED_NONE;
    if (usd * JUDGE_REGIONS >= elsewhere_usd && usd <= elsewhere_usd * JUDGE_REGIONS)
        return JUDGED_NONE;
    *expected = facts_convert(j->f, elsewhere_usd, "USD", o->currency, NULL);
    return usd < elsewhere_usd ? JUDGED_REGIONS : JUDGED_DEAR;
}

/* The gravest of what there is to say of a row that reads well. */
static enum judge_reason gravest(const struct judge *j, const struct offer *last, struct verdict *v)
{
    double expected = UNKNOWN;
    enum judge_reason here = against_regions(j, &v->offer, v->elsewhere, &expected);
    enum judge_reason r = doubt(j, &v->offer, last, &v->expected);

    if (judge_reason_class(v->held) == JUDGE_ODD) {
        r = v->held;
        if (r == JUDGED_REGIONS)
            v->expected = facts_convert(j->f, v->elsewhere, "USD", v->offer.currency, NULL);
    }
    if (judge_reason_class(r) == JUDGE_ODD)
        return r;
    if (here != JUDGED_NONE) {
        v->expected = expected;
        return here;
    }
    return r != JUDGED_NONE ? r : v->held;
}

static void fill_empty(struct feed_row *row)
{
    const char **cell[] = {&row->provider, &row->instance,   &row->region,      &row->zone,
                           &row->kind,     &row->gpu,        &row->gpu_count,   &row->vcpus,
                           &row->ram_gib,  &row->link,       &row->rdma,        &row->network_gbps,
                           &row->currency, &row->price_hour, &row->price_month, &row->date,
                           &row->checked};

    for (size_t i = 0; i < sizeof cell / sizeof cell[0]; i++)
        if (*cell[i] == NULL)
            *cell[i] = "";
}

void judge_read(struct judge *j, const struct feed_row *told, const char *source, struct arena *a,
                struct verdict *v)
{
    const struct offer *shipped = NULL;
    struct feed_row row = *told;

    fill_empty(&row);
    keep_texts(j, &row, source, a, v);
    v->reason = judge_reason_class(row.held) == JUDGE_PASSED ? row.held : read_row(j, &row, a, v);
    if (v->reason != JUDGED_NONE)
        return;
    if (market_machine(j->market, v->offer.provider, v->offer.instance) != NULL) /* hashed */
        shipped = find_key(j->shipped_by_key, j->shipped->offer_n, &v->offer);
    v->unchanged = shipped != NULL && says_the_same(&v->offer, shipped);
    v->held = row.held;
    v->elsewhere = row.elsewhere;
    v->checked = yes_no(row.checked) == TRI_YES;
}

void judge_believe(struct judge *j, const struct offer *last, struct verdict *v)
{
    if (v->reason != JUDGED_NONE || v->unchanged)
        return;
    if (last == NULL && (j->last != j->shipped ||
                         market_machine(j->market, v->offer.provider, v->offer.instance) != NULL))
        last = find_key(j->last_by_key, j->last->offer_n, &v->offer);
    v->reason = gravest(j, last, v);
    if (judge_reason_class(v->reason) == JUDGE_ODD && v->checked)
        v->reason = contradicts(&v->offer) ? v->reason : JUDGED_CHANGED;
}

void judge_row(struct judge *j, const struct feed_row *row, const char *source, struct arena *a,
               struct verdict *v)
{
    judge_read(j, row, source, a, v);
    judge_believe(j, NULL, v);
}

bool verdict_taken(const struct verdict *v)
{
    enum judge_class c = judge_reason_class(v->reason);
    return (c == JUDGE_GOOD || c == JUDGE_MARKED) && !v->merged;
}

/* --- all rows of a feed ---------------------------------------------------------------------- */
void judge_repeat(const struct offer *first, struct verdict *v)
{
    if (str_eq(first->currency, v->offer.currency) &&
        same(first->price_hour, v->offer.price_hour)) {
        v->merged = true;
        return;
    }
    v->reason = JUDGED_DUPLICATE;
    v->unchanged = false;
    v->expected = first->price_hour;
}

void judge_count_row(struct judge_counts *c, const struct verdict *v)
{
    c->rows += 1 + v->repeats;
    c->merged += v->repeats;
    if (v->reason != JUDGED_NONE)
        c->by_reason[v->reason]++;
    switch (judge_reason_class(v->reason)) {
    case JUDGE_BROKEN:
        if (c->broken++ == 0) {
            c->broken_line = v->line;
            c->broken_why = v->reason;
        }
        /* fall through */
    case JUDGE_FOREIGN: c->refused++; break;
    case JUDGE_PASSED: c->passed++; break;
    case JUDGE_UNPRICED: c->unpriced++; break;
    case JUDGE_ODD: c->quarantined++; break;
    case JUDGE_MARKED:
    case JUDGE_GOOD:
        if (v->merged)
            c->merged++;
        else if (v->unchanged)
            c->unchanged++;
        else
            c->accepted++;
        c->marked += v->reason != JUDGED_NONE && !v->merged;
        break;
    }
}

enum feed_verdict judge_feed(const struct judge_counts *c, size_t last_rows)
{
    size_t taken = c->accepted + c->unchanged;

    if (c->rows >= JUDGE_BROKEN_ROWS && (double)c->broken > JUDGE_BROKEN_SHARE * (double)c->rows)
        return FEED_BROKEN;
    if ((double)taken < JUDGE_SHRUNK * (double)last_rows)
        return FEED_SHRUNK;
    return taken == 0 && c->passed == 0 ? FEED_EMPTY : FEED_GOOD;
}
