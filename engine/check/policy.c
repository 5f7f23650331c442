/*
 * policy.c - the keys of a policy and how a plan breaks them. Lists name what is allowed, lists
 * with
 * "-not" what is forbidden; a threshold bounds a fact, or the ratio of two.
 */
#include "engine/check/policy.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/rules/gather.h"

enum of_what { OF_VENDOR, OF_PROVIDER, OF_REGION, OF_CURRENCY, OF_KIND, OF_FACTS, OF_SEVERITY };
static const struct key {
    const char *name;
    enum of_what of;
    bool forbids;      /* a list of what is not allowed; of a threshold: the most, else the least */
    enum fact_id a, b; /* b F_COUNT: alone */
    double max;        /* of the number */
} keys[] = {
    {"vendors", OF_VENDOR, false, F_COUNT, F_COUNT, 0},
    {"vendors-not", OF_VENDOR, true, F_COUNT, F_COUNT, 0},
    {"providers", OF_PROVIDER, false, F_COUNT, F_COUNT, 0},
    {"providers-not", OF_PROVIDER, true, F_COUNT, F_COUNT, 0},
    {"regions", OF_REGION, false, F_COUNT, F_COUNT, 0},
    {"regions-not", OF_REGION, true, F_COUNT, F_COUNT, 0},
    {"currencies", OF_CURRENCY, false, F_COUNT, F_COUNT, 0},
    {"kinds", OF_KIND, false, F_COUNT, F_COUNT, 0},
    {"kinds-not", OF_KIND, true, F_COUNT, F_COUNT, 0},
    {"psu-margin", OF_FACTS, false, F_PSU_USABLE, F_PSU_LOAD, 10},
    {"circuit-share", OF_FACTS, true, F_WALL, F_CIRCUIT, 1},
    {"ram-per-vram", OF_FACTS, false, F_HOST_RAM, F_VRAM_NODE, 100},
    {"cores-per-card", OF_FACTS, false, F_HOST_CORES, F_PER_NODE, 1000},
    {"memory-fill", OF_FACTS, true, F_NEED_HIGH, F_USABLE, 1},
    {"price-age", OF_FACTS, true, F_PRICE_AGE, F_COUNT, 1e5},
    {"estimate-share", OF_FACTS, true, F_ESTIMATE_SHARE, F_COUNT, 1},
    {"noise", OF_FACTS, true, F_NOISE, F_COUNT, 150},
    {"watts", OF_FACTS, true, F_WALL, F_COUNT, 1e7},
    {"severity", OF_SEVERITY, false, F_COUNT, F_COUNT, 0},
};
#define KEYS (sizeof keys / sizeof keys[0])
#define ITEM_MAX 96

void policy_init(struct policy *p)
{
    *p = (struct policy){.severity = SEV_ERROR};
}

static enum err refuse(struct err_info *e, enum msg_id id, const char *value, const char *file,
                       long line, const char *key)
{
    err_where(e, file, line, key);
    return err_set(e, ERR_VALUE, id, 1, &ARG_STR(err_detail(e, value)));
}

static bool take_severity(struct policy *p, const char *value)
{
    for (int s = SEV_ERROR; s <= SEV_ADVICE; s++) {
        if (str_eq(severity_word((enum severity)s), value)) {
            p->severity = (enum severity)s;
            return true;
        }
    }
    return false;
}

/* The next item of a list with commas, without the blanks around it; *at NULL after the last.
 * False: it is longer than any word. */
static bool next_item(const char **at, char item[ITEM_MAX])
{
    const char *from = *at, *comma = strchr(from, ',');
    size_t n = comma != NULL ? (size_t)(comma - from) : strlen(from);
    *at = comma != NULL ? comma + 1 : NULL;
    while (n > 0 && *from == ' ') {
        from++;
        n--;
    }
    while (n > 0 && from[n - 1] == ' ')
        n--;
    item[0] = '\0';
    if (n >= ITEM_MAX)
        return false;
    memcpy(item, from, n);
    item[n] = '\0';
    return true;
}

/* Is the word one of the list? Letter case does not count. */
static bool listed(const char *list, const char *word)
{
    char item[ITEM_MAX];
    for (const char *at = list; word != NULL && at != NULL;)
        if (next_item(&at, item) && str_case_eq(item, word))
            return true;
    return false;
}

/* Every item is a kind of price; a slip here would forbid all, or nothing. */
static bool all_kinds(const char *list)
{
    char item[ITEM_MAX];
    for (const char *at = list; at != NULL;) {
        int k = 0;
        bool whole = next_item(&at, item);
        while (k < KIND_COUNT && !str_case_eq(price_kind_word((enum price_kind)k), item))
            k++;
        if (!whole || k == KIND_COUNT)
            return false;
    }
    return true;
}

enum err policy_take(struct policy *p, const char *key, const char *value, const char *file,
                     long line, struct err_info *e)
{
    size_t k = 0;
    while (k < KEYS && !str_eq(keys[k].name, key))
        k++;
    if (k == KEYS)
        return refuse(e, MSG_POLICY_UNKNOWN_KEY, key, file, line, NULL);
    if (keys[k].of == OF_SEVERITY)
        return take_severity(p, value) ? OK
                                       : refuse(e, MSG_POLICY_BAD_SEVERITY, value, file, line, key);
    if (p->n == POLICY_MAX)
        return refuse(e, MSG_POLICY_LONG, key, file, line, key);
    struct policy_line *l = &p->line[p->n];
    *l = (struct policy_line){.key = (int)k, .line = line, .number = UNKNOWN};
    str_copy(l->file, sizeof l->file, file);
    if (*value == '\0' || !str_copy(l->value, sizeof l->value, value))
        return refuse(e, MSG_POLICY_BAD_LIST, value, file, line, key);
    if (keys[k].of == OF_KIND && !all_kinds(value))
        return refuse(e, MSG_POLICY_BAD_KIND, value, file, line, key);
    if (keys[k].of == OF_FACTS && (num_parse(value, NUM_PLAIN, &l->number, NULL) != NUM_OK ||
                                   !(l->number >= 0) || l->number > keys[k].max))
        return refuse(e, MSG_POLICY_BAD_NUMBER, value, file, line, key);
    p->n++;
    return OK;
}

static const char *word_of(enum of_what of, const struct plan *x)
{
    switch (of) {
    case OF_VENDOR: return x->accel->vendor;
    case OF_PROVIDER: return x->offer != NULL ? x->offer->provider : NULL;
    case OF_REGION: return x->offer != NULL ? x->offer->region : NULL;
    case OF_CURRENCY: return x->offer != NULL ? x->offer->currency : x->cost.currency;
    case OF_KIND: return price_kind_word(x->kind);
    case OF_FACTS:
    case OF_SEVERITY: break;
    }
    return NULL;
}

/* May the word stand, by the lines of one kind of list? */
static bool lets(const struct policy *p, enum of_what of, const char *word)
{
    for (size_t i = 0; p != NULL && word != NULL && i < p->n; i++) {
        const struct key *k = &keys[p->line[i].key];
        if (k->of == of && listed(p->line[i].value, word) == k->forbids)
            return p->severity != SEV_ERROR;
    }
    return true;
}

bool policy_lets_accel(const struct policy *p, const struct accel *a)
{
    return lets(p, OF_VENDOR, a->vendor);
}

bool policy_lets_provider(const struct policy *p, const struct offer *o)
{
    return lets(p, OF_PROVIDER, o->provider);
}

bool policy_lets_region(const struct policy *p, const struct offer *o)
{
    return lets(p, OF_REGION, o->region);
}

bool policy_lets_currency(const struct policy *p, const struct offer *o)
{
    return lets(p, OF_CURRENCY, o->currency);
}

unsigned policy_kinds(const struct policy *p, unsigned kinds)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (!lets(p, OF_KIND, price_kind_word((enum price_kind)k)))
            kinds &= ~(1u << k);
    return kinds;
}

bool policy_narrows(const struct policy *p)
{
    for (size_t i = 0; p != NULL && i < p->n; i++)
        if (keys[p->line[i].key].of != OF_FACTS)
            return p->severity == SEV_ERROR;
    return false;
}

bool policy_names_regions(const struct policy *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (keys[p->line[i].key].of == OF_REGION)
            return true;
    return false;
}

static bool name_of(enum of_what of, enum policy_name *out)
{
    *out = of == OF_VENDOR ? POLICY_VENDOR : of == OF_PROVIDER ? POLICY_PROVIDER : POLICY_REGION;
    return of == OF_VENDOR || of == OF_PROVIDER || of == OF_REGION;
}

enum err policy_each_name(const struct policy *p, policy_name_fn *f, void *ctx, struct err_info *e)
{
    char item[ITEM_MAX];
    for (size_t i = 0; i < p->n; i++) {
        const struct policy_line *l = &p->line[i];
        enum policy_name of;
        if (!name_of(keys[l->key].of, &of))
            continue;
        for (const char *at = l->value; at != NULL;) {
            enum err rc = next_item(&at, item) && item[0] != '\0' ? f(ctx, of, item, e) : OK;
            if (rc != OK) {
                err_where(e, l->file, l->line, keys[l->key].name);
                return rc;
            }
        }
    }
    return OK;
}

/* The value that breaks the line, as text, or false. *unknown: the fact is not known. */
static bool breaks(const struct policy_line *l, const struct plan *x, const struct rule_facts *rf,
                   struct str *value, bool *unknown)
{
    const struct key *k = &keys[l->key];
    *unknown = false;
    if (k->of != OF_FACTS) {
        const char *word = word_of(k->of, x);
        if (word == NULL || listed(l->value, word) == !k->forbids)
            return false;
        str_add(value, word);
        return true;
    }
    double v = rf->f[k->a] / (k->b == F_COUNT ? 1.0 : rf->f[k->b]);
    if (!known(v)) {
        *unknown = true;
        return true;
    }
    num_short(value, v);
    return k->forbids ? v > l->number : v < l->number;
}

size_t policy_judge(const struct policy *p, const struct plan *x, const struct rule_facts *rf,
                    struct arena *arena, struct finding *finding, size_t n, size_t max)
{
    for (size_t i = 0; i < p->n && n < max; i++) {
        const struct policy_line *l = &p->line[i];
        const struct key *k = &keys[l->key];
        struct str value;
        bool unknown;
        str_init(&value, 256);
        if (breaks(l, x, rf, &value, &unknown)) {
            struct finding *f = &finding[n++];
            *f = (struct finding){.rule = "policy",
                                  .severity = unknown ? SEV_UNKNOWN : p->severity,
                                  .group = GROUP_COMFORT,
                                  .source = arena_strdup(arena, l->file)};
            struct msg_arg where[] = {ARG_STR(f->source), ARG_INT((double)l->line),
                                      ARG_STR(k->name), ARG_STR(l->value),
                                      ARG_STR(arena_strdup(arena, value.p))};
            enum msg_id id = unknown ? MSG_POLICY_CANNOT_TELL
                             : k->of != OF_FACTS
                                 ? (k->forbids ? MSG_POLICY_FORBIDDEN : MSG_POLICY_NOT_ALLOWED)
                             : k->forbids ? MSG_POLICY_ABOVE
                                          : MSG_POLICY_BELOW;
            f->message = msg_make(id, 5, where[0], where[1], where[2], where[3], where[4]);
            f->remedy = msg_make(MSG_POLICY_REMEDY, 2, where[0], where[1]);
        }
        str_free(&value);
    }
    return n;
}
